"""Ground programs as values."""
