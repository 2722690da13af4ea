"""What a question looks up on the board: the facts of the predicates that it names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board, board_lines
from hexcourt.facts.boards.records import Location
from hexcourt.facts.boards.terrain import kinds
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.movement_facts import movement_facts, neighbour_facts
from hexcourt.facts.tracing.raster_clearance import edge_facts

NeededFacts = Mapping[tuple[str, int], frozenset[tuple[str, ...]]]
"""What is asked: for each predicate the values of its arguments that are given (``INPUTS``)."""

INPUTS: Mapping[tuple[str, int], tuple[int, ...]] = {
    ("range", 3): (0, 1),
    ("sees", 2): (0, 1),
    ("sees", 3): (0, 1, 2),
    ("sees", 4): (0, 1, 2, 3),
    ("hindrance", 3): (0, 1),
    ("blocked", 3): (0, 1),
    ("embankments", 3): (0, 1),
    ("exposed", 3): (0, 1),
    ("reach", 2): (0,),
    ("reach", 3): (0, 1),
    ("arrives", 2): (0,),
    ("arrives", 3): (0, 1),
    ("path", 3): (0, 1, 2),
    ("bypass_path", 3): (0, 1, 2),
    ("adjacent", 2): (0,),
    ("connected", 2): (0,),
}
"""Which arguments of a told predicate must be known before it is told."""

OF_PATHS = frozenset({"reach", "arrives", "path", "bypass_path"})
OF_NEIGHBOURS = frozenset({"adjacent", "connected"})
"""The told predicates of paths, and of Locations side by side."""


@dataclass(frozen=True, slots=True, order=True)
class Doubt:
    """Atoms of which the rules cannot say which hold, for want of some rules: one of them at most, or
    ``one`` for certain.
    """

    atoms: tuple[str, ...]
    rules: tuple[str, ...]
    one: bool = False

    @property
    def choice(self) -> str:
        """Write it as a choice of the solver's."""
        return f"{'1 ' * self.one}{{ {'; '.join(self.atoms)} }} 1."


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """What the rules say in one world: the atoms that hold, and what is undetermined."""

    certain: frozenset[str] = frozenset()
    doubts: frozenset[Doubt] = frozenset()

    def __or__(self, other: KnownFacts) -> KnownFacts:
        """Return what both hold."""
        return KnownFacts(self.certain | other.certain, self.doubts | other.doubts)

    @property
    def choices(self) -> str:
        """Write what is undetermined as choices."""
        return "\n".join(each.choice for each in sorted(self.doubts))


class FactSource(Protocol):
    """Describes some predicates, world by world."""

    names: frozenset[str]

    def known_facts(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Return what is demanded where some pieces lie; raises BadInput where they may not."""


def atom(name: str, *arguments: str | int) -> str:
    """Write an atom: texts are quoted, numbers written as they are."""
    lines = (str(each) if isinstance(each, int) else string_term(each) for each in arguments)
    return f"{name}({','.join(lines)})"


def unquoted(argument: str) -> str:
    """Read a quoted argument."""
    return argument[1:-1].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


MEASURED = frozenset({"over", "depicted", "clearance", "drawn_at_edge"})
"""Facts that take some measuring of the board's drawing."""

ADJOINING = frozenset({"adjoins", "edge"})
"""Facts of what lies beyond each hexside."""

HANGING = frozenset({"named", "lies_at", "location", "stairwell"})
"""Facts of Locations and stairwells, which pieces do away with."""

LEVEL = "lies_at"
"""The predicate that tells how high Locations lie."""

_NAME = pattern(r"[a-z_]+")


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
        found = {f"stairwell({string_term(name)})" for name in cleared}
        for place in self.board.locations:
            if (place.hex, place.place) in left:
                at = f"{string_term(place.hex)},{place.place}"
                found |= {f"named({string_term(place.name)},{at})", f"location({at},{place.level})"}
                found.add(_lies_at(place, place.level))
        wanted = {each for each in found if _NAME.match(each)[0] in names}  # type: ignore[index]
        known = {each.removesuffix(".") for each in self.facts(names)} if wanted else set()
        return frozenset(wanted & known)

    def added(self, names: Collection[str], places: Iterable[Location]) -> frozenset[str]:
        """List the facts of some predicates that tell of Locations beside those of the board."""
        found = (fact for place in places for fact in _facts_of_place(place))
        return frozenset(each.removesuffix(".") for each in found if _NAME.match(each)[0] in names)  # type: ignore[index]

    def doubts(self, names: Collection[str], left: Collection[tuple[str, str]] = ()) -> KnownFacts:
        """Return what is not known of some predicates: how high Locations lie that are not ``left``."""
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
        sources = [self._measured if MEASURED.intersection(names) else self._plain]
        if sources[0] is self._plain and not ADJOINING.isdisjoint(names):
            sources.append(self._adjoining)
        return [fact for name in sorted(names) for each in sources for fact in each.get(name, ())]

    @cached_property
    def _plain(self) -> Mapping[str, list[str]]:
        lines = [each for each in board_lines(self._undrawn) if not each.startswith("hexside(")]
        return _by_name([*lines, *self._named()])

    @cached_property
    def _adjoining(self) -> Mapping[str, list[str]]:
        return _by_name(neighbour_facts(self._undrawn))

    @cached_property
    def _undrawn(self) -> Board:
        return replace(self.board, outlines=(), raster=None, notes=())

    @cached_property
    def _measured(self) -> Mapping[str, list[str]]:
        every = movement_facts(self.board).values()
        items = [fact for facts in every for fact in facts]
        of_the_map = (each for name in ("north", "area") for each in self._plain.get(name, ()))
        return _by_name([*items, *edge_facts(self.board), *of_the_map, *self._named()])

    def _named(self) -> Iterable[str]:
        """Name the Locations, and class the terrain."""
        for place in self.board.locations:
            yield from _facts_of_place(place)
        if not self.board.north:
            yield "north(up)."
        for name in self.board.half_hexes:
            yield f"half_hex({string_term(name)})."
        here = {term for record in self.board.hexes for term in record.terrain}
        for term in here:
            yield f"terrain_class({term},{kinds()[term]})."


def _facts_of_place(place: Location) -> Iterator[str]:
    yield f"named({string_term(place.name)},{string_term(place.hex)},{place.place})."
    if not place.unsure:
        yield f"{_lies_at(place, place.level)}."


def _lies_at(place: Location, level: int) -> str:
    return f"{LEVEL}({string_term(place.name)},{level})"


def _by_name(facts: Iterable[str]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fact in sorted(set(facts)):
        match = _NAME.match(fact)
        if match is not None:
            found.setdefault(match[0], []).append(fact)
    return found
