"""Searches among many possibilities."""
