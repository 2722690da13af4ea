"""Answers: what a question comes to, computed whole before anything of it is shown."""
