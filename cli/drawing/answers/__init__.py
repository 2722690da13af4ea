"""Answers drawn on their map."""
