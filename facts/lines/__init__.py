"""Sight lines: traced over a board, and told as facts."""
