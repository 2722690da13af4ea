"""Worked examples of the rulebooks, as facts files."""
