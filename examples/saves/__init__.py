"""Saves that come with the program."""
