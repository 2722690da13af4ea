"""Answers for chat assistants, over the Model Context Protocol."""
