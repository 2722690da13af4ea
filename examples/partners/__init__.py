"""Small programs that answer rules questions, for `hexcourt conform` (docs/reference/conform.md)."""
