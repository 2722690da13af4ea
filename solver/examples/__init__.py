"""Worked examples: their claims tried, and where their units stand."""
