"""Moves, what bars them, what they cost."""
