"""Bounded positions in which the rules are examined, by family."""
