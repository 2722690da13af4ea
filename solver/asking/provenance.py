"""Where the facts of a board come from: its drawing, its notes, its source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import listed
from hexcourt.facts.grid.coordinates import HEX_NAME
from hexcourt.facts.lines.outlines.drawing import hexes_of

_HEX = re.compile(f'"({HEX_NAME})"')
_OF_BOARD = re.compile(
    r"(?:terrain|inherent|elevation|bed|location|named|lies_at|hexside|feature|stairwell)\("
)
_FEATURE = re.compile(r"(touch|lies_in)\(([0-9]+),(.*)\)")


class Provenance:
    """Says where facts about one board, and about lines over it, come from.

    ``touched`` are the facts of lines: they tell in which hex each feature lies. ``taken`` is what is
    taken for so in one reading of the law, with the rules for want of which it is not decided.
    """

    def __init__(
        self,
        board: Board,
        touched: Iterable[str] = (),
        taken: Mapping[str, Iterable[str]] = MappingProxyType({}),
    ) -> None:
        self.board = board
        self.taken = taken
        found = (_FEATURE.fullmatch(fact) for fact in touched)
        self._hex_of = {
            match[2]: match[3].strip('"') for match in found if match and match[1] == "lies_in"
        }

    def __call__(self, atom: str) -> str | None:
        """Say where a fact comes from; nothing where it says so itself."""
        if atom in self.taken:
            return f"not decided for want of {listed(self.taken[atom])}, taken for so here"
        match = _FEATURE.fullmatch(atom)
        if match is not None and match[1] == "touch":
            name = self._hex_of.get(match[2])
            terrain = re.split(r",(?![^(]*\))", match[3])[1]
            return None if name is None else self._drawn(name, terrain)
        named = _HEX.search(atom)
        if _OF_BOARD.match(atom) and named is not None:
            notes = [text for subject, _, text in self.board.notes if subject == named[1]]
            return "; ".join([f"board {self.board.title}", *notes[:1]])
        return None

    def _drawn(self, name: str, terrain: str) -> str:
        """Say what a line touches in a hex, and which depiction shows it."""
        shown = self._outlines.get((name, terrain), ())
        return "; ".join([f"in hex {name}", *shown[:2]])

    @cached_property
    def _outlines(self) -> Mapping[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for outline in self.board.outlines:
            for name in hexes_of(self.board, outline):
                told = f"outline {outline.name}, {outline.confidence} confidence"
                found.setdefault((name, outline.terrain), []).append(told)
        return found
