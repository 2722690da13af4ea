"""Scenario cards of our own, as examples."""
