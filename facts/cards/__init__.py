"""Scenario cards: what a designer writes of a scenario, read into values."""
