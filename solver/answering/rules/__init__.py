"""Answers about the register of rules."""
