"""Pieces that a user lays on a board."""
