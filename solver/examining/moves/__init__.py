"""Worlds of moves: every move of a unit on a few hexes, and positions made of them."""
