"""The embedded boards, as facts files."""
