"""The rules: every rule as a clingo program, by rulebook chapter."""
