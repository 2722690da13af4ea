"""Lines of sight: judged whole, or many at once."""
