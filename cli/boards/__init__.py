"""Commands that show boards."""
