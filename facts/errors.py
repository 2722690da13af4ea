"""The one error that input from outside can cause, and how its sentences list things."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexcourt.facts.showing import visible

_OBJECT = re.compile(r"<[\w.<> ]+ at 0x[0-9a-fA-F]+>")
"""How Python shows an object that has no words of its own, as libraries do in what they say."""


class BadInput(ValueError):
    """Input that cannot be used: one sentence names the thing, the place and the mend.

    It may quote what was put in, so that what does not show is made visible.
    """

    def __str__(self) -> str:
        """Say the sentence, on one line."""
        return visible(_OBJECT.sub("an object", super().__str__()))


def listed(words: Iterable[str], joint: str = "and") -> str:
    """List things: ``K13, K12 and L12``."""
    told = list(words)
    return f" {joint} ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))
