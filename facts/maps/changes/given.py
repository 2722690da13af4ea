"""Changes of a map that are no terrain: what they give beside the board, as ``--given`` does.

``fortified L33h1`` makes a Location Fortified. Whether it can be, the law says as the map is opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.maps.changes.made import DONE, Made
from hexcourt.facts.maps.changes.on_archives import Told

_FORTIFIED = re.compile(r"fortified\s+([A-Za-z0-9]+)", re.IGNORECASE)


def parted(told: Iterable[Told]) -> tuple[list[Told], tuple[str, ...], tuple[Made, ...]]:
    """Part what is given from changes of terrain: these, the given terms, and what to tell of them."""
    terrain: list[Told] = []
    given: list[str] = []
    made: list[Made] = []
    for each in told:
        match = _FORTIFIED.fullmatch(each.text.strip())
        if match is None:
            terrain.append(each)
            continue
        given.append(f"fortified({quoted(each.board + match[1])})")
        made.append(Made(each.text, each.board, DONE, f"given {given[-1]}", "B23.9"))
    return terrain, tuple(sorted(set(given))), tuple(made)
