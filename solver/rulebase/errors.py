"""What goes wrong with the law; apart, as every command knows it, and clingo takes long to import."""

from __future__ import annotations


class RuleError(RuntimeError):
    """A program of the law, or facts given to it, cannot be read or grounded."""
