"""What is said of an area that there is not."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from hexcourt.facts.errors import listed


def no_such_area(name: str, known: Sequence[str]) -> str:
    """Say that there is no area of a name, and which there are."""
    near = get_close_matches(name[:40], known, n=2, cutoff=0.5)
    if near:
        return f"area {name[:40]}: there is none; did you mean {listed(near, 'or')}?"
    mend = f"write {listed(known, 'or')}" if known else "give one by --area or in [areas] of a map"
    return f"area {name[:40]}: there is none; {mend}"
