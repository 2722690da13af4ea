"""Hexes, hexsides and counters."""
