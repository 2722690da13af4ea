"""Lines of sight judged by several processes."""
