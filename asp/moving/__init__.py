"""Moves, what forbids them, what they cost."""
