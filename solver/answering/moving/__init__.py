"""Answers about movement: paths, what is in reach, what bars it, what is ADJACENT, entry."""
