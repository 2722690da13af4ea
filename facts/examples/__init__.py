"""Worked examples: units, claims, and the board as they read it."""
