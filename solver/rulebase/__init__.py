"""Rulebase."""
