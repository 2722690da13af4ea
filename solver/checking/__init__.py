"""Scenarios examined: checks of a card and of the files beside it."""
