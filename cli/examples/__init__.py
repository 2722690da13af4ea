"""Commands that try examples."""
