"""Answers about worked examples."""
