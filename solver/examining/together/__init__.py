"""Worlds of two deeds at once, and of units in a status."""
