"""Checks of a card against its files: S04, S05, S21, S22."""
