"""Refuses what a card tells: one sentence with file, line and mend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexcourt.facts.errors import BadInput

Place = tuple[str | int, ...]
"""A place in a card: ``("group", 0, "units", 2)`` is the third unit of the first group."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Makes the errors of one card."""

    source: str
    lines: Mapping[Place, int]

    def __call__(self, place: Place, sentence: str) -> BadInput:
        """Give the error about a place."""
        line = line_of(self.lines, place)
        where = f"{self.source}, line {line}" if line else self.source
        return BadInput(f"{where}: {sentence}")


def line_of(lines: Mapping[Place, int], place: Place) -> int:
    """Give the line of a place, or of what it is part of; 0 where nothing tells."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 0)
