"""Answers about boards themselves."""
