"""Answers as text and JSON, and files written whole."""
