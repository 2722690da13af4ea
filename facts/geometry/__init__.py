"""Coordinates, hexes, hexsides and vertices."""
