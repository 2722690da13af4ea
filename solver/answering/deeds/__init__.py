"""Answers about deeds and attacks."""
