"""Moves, costs, paths, cuts and ADJACENT Locations, and their answers."""
