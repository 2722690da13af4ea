"""What a question looks up on the board: the facts of the predicates that it names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.boards.terrain_terms import kinds
from hexcourt.facts.boards.writing_boards import board_lines
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.moving.map_edges import edge_facts
from hexcourt.facts.moving.movement_facts import movement_facts, neighbour_facts
from hexcourt.solver.asking.sources.known_facts import Doubt, KnownFacts

MEASURED = frozenset({"over", "depicted", "clearance", "drawn_at_edge"})
"""Facts that take some measuring of the board's drawing."""

HANGING = frozenset({"named", "lies_at", "location", "stairwell"})
"""Facts of Locations and stairwells, which pieces do away with."""

LEVEL = "lies_at"
"""The predicate that tells how high Locations lie."""

_NAME = re.compile(r"[a-z_]+")


class Lookup:
    """The facts of one board by predicate."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def gone(
        self, names: Collection[str], cleared: Collection[str], left: Collection[tuple[str, str]]
    ) -> frozenset[str]:
        """List the facts of some predicates that hold no more where pieces have cleared hexes of
        buildings and done away with Locations (hex, place).
        """
        if not cleared and not left:
            return frozenset()
        found = {f"stairwell({quoted(name)})" for name in cleared}
        for place in self.board.locations:
            if (place.hex, place.place) in left:
                at = f"{quoted(place.hex)},{place.place}"
                found |= {f"named({quoted(place.name)},{at})", f"location({at},{place.level})"}
                found.add(_lies_at(place, place.level))
        wanted = {each for each in found if _NAME.match(each)[0] in names}  # type: ignore[index]
        told = {each.removesuffix(".") for each in self.facts(names)} if wanted else set()
        return frozenset(wanted & told)

    def doubts(self, names: Collection[str], left: Collection[tuple[str, str]] = ()) -> KnownFacts:
        """Tell what is not known of some predicates: how high Locations lie that are not ``left``."""
        unsure = [
            each
            for each in self.board.locations
            if each.unsure and LEVEL in names and (each.hex, each.place) not in left
        ]
        return KnownFacts(
            doubts=frozenset(
                Doubt(tuple(_lies_at(each, x) for x in each.perhaps), (each.unsure,), one=True)
                for each in unsure
            )
        )

    def facts(self, names: Collection[str]) -> list[str]:
        """List the facts of some predicates, sorted, each ending in a full stop."""
        source = self._measured if MEASURED.intersection(names) else self._plain
        return [fact for name in sorted(names) for fact in source.get(name, ())]

    @cached_property
    def _plain(self) -> Mapping[str, list[str]]:
        board = replace(self.board, outlines=(), raster=None, notes=())
        lines = [each for each in board_lines(board) if not each.startswith("hexside(")]
        return _by_name([*lines, *neighbour_facts(board), *self._named()])

    @cached_property
    def _measured(self) -> Mapping[str, list[str]]:
        every = movement_facts(self.board).values()
        told = [fact for facts in every for fact in facts]
        return _by_name([*told, *edge_facts(self.board), *self._of_the_map(), *self._named()])

    def _of_the_map(self) -> Iterable[str]:
        """Tell what facts files have that is about no one hex."""
        return (each for name in ("north", "area") for each in self._plain.get(name, ()))

    def _named(self) -> Iterable[str]:
        """Name the Locations, and class the terrain."""
        for place in self.board.locations:
            yield f"named({quoted(place.name)},{quoted(place.hex)},{place.place})."
            if not place.unsure:
                yield f"{_lies_at(place, place.level)}."
        if not self.board.north:
            yield "north(up)."
        for name in self.board.half_hexes:
            yield f"half_hex({quoted(name)})."
        here = {term for record in self.board.hexes for term in record.terrain}
        for term in here:
            yield f"terrain_class({term},{kinds()[term]})."


def _lies_at(place: Location, level: int) -> str:
    return f"{LEVEL}({quoted(place.name)},{level})"


def _by_name(facts: Iterable[str]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fact in sorted(set(facts)):
        match = _NAME.match(fact)
        if match is not None:
            found.setdefault(match[0], []).append(fact)
    return found
