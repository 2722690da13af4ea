"""Whole studies: a question in every world of some families, on many boards, as one table."""
