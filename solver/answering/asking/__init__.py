"""Answers to questions that a user puts together."""
