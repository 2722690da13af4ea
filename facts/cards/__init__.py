"""Scenario cards: what a designer writes of a scenario, read from TOML into immutable values."""
