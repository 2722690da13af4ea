"""Answers about scenarios: what checks find, and what checks there are."""
