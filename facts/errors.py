"""The one error that input from outside can cause, and how its sentences list things."""

from __future__ import annotations

from collections.abc import Iterable


class BadInput(ValueError):
    """Input that cannot be used: one sentence names the thing, the place and the mend."""


def listed(words: Iterable[str], joint: str = "and") -> str:
    """List things: ``K13, K12 and L12``."""
    told = list(words)
    return f" {joint} ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))
