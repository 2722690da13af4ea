"""Lines of sight: one line, many lines, and their answers."""
