"""Reasons whose sentence does not fit what they say: looked for in the law as it is written."""
