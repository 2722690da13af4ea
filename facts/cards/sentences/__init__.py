"""Sentences of victory conditions and special rules, read into values."""
