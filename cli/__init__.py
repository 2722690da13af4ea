"""The counter: commands, tables, JSON and pictures."""
