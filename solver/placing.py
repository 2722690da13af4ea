"""Asks the law what may be placed where: counters on a board, and units in a Location with a status."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from hexcourt.facts.board import Board, Counter, Location
from hexcourt.facts.counters import Laid
from hexcourt.facts.errors import BadInput
from hexcourt.facts.fact_text import quoted
from hexcourt.facts.writing import board_lines
from hexcourt.solver.citations import citation_of
from hexcourt.solver.law import Law

PROFILE = "placing"

_COUNTER = re.compile(r'counter\("(.+)",(\w+),(.+)\)')


def with_counters(board: Board, counters: Sequence[Counter]) -> Board:
    """Lay further counters on a board; raises BadInput with the rule where one may not lie there.

    The Locations that they do away with are gone from the board.
    """
    for counter in counters:
        _place_of(board, counter)
    laid = tuple(sorted({*board.counters, *counters}))
    if not laid:
        return board
    placed = replace(board, counters=laid)
    ruled = _ask(placed, "")
    for subject, rule in ruled.refused:
        what = next(each for each in laid if _counter_fact(each) == subject)
        raise BadInput(
            f"{what.terrain} in {what.hex}: {citation_of(PROFILE, rule)}; "
            "take it out or lay it elsewhere"
        )
    hexes = (
        replace(each, stairwell=False) if each.name in ruled.cleared else each
        for each in placed.hexes
    )
    left = (each for each in placed.locations if (each.hex, each.place) not in ruled.gone)
    return board.relaid(laid, tuple(hexes), tuple(left))


def cleared(board: Board) -> frozenset[str]:
    """List the hexes in which counters have done away with the buildings."""
    return cleared_and_laid(board)[0]


def cleared_and_laid(board: Board) -> tuple[frozenset[str], tuple[Laid, ...]]:
    """Tell what counters do to a board: the hexes cleared of buildings, and how they lie, sorted."""
    if not board.counters:
        return frozenset(), ()
    ruled = _ask(board, "")
    lies = (Laid(board.indices[name], term, level, upon) for name, term, level, upon in ruled.lies)
    return ruled.cleared, tuple(sorted(lies))


def check_status(board: Board, place: Location, status: str) -> None:
    """Raise BadInput, with the rule, where no unit can have this status in this Location."""
    for rule in refused_posts(board, [(place.name, status)]).values():
        raise BadInput(
            f"{place.name} {status}: {citation_of(PROFILE, rule)}; leave the status out or "
            "choose another Location"
        )


def refused_posts(board: Board, posts: Iterable[tuple[str, str]]) -> Mapping[tuple[str, str], str]:
    """Map those Locations and statuses, by name, that no unit can have there to the rule."""
    known = board.locations_by_name
    asked = {
        f"posted({quoted(known[name].hex)},{known[name].place},{status})": (name, status)
        for name, status in sorted(posts)
        if name in known
    }
    if not asked:
        return {}
    hexes = {known[name].hex for name, _ in asked.values()}
    ruled = _ask(board, "\n".join(f"{fact}." for fact in asked), hexes)
    return {asked[subject]: rule for subject, rule in ruled.refused if subject in asked}


def counter_of_fact(fact: str) -> Counter:
    """Read a counter as the law is told it: ``counter("G37",ground,rubble(stone))``."""
    match = _COUNTER.fullmatch(fact)
    if match is None:
        raise ValueError(f"{fact} is no counter")
    return Counter(*match.groups())


def _place_of(board: Board, counter: Counter) -> Location:
    board.hex(counter.hex)
    here = board.locations_of(counter.hex)
    found = next((each for each in here if each.place == counter.place), None)
    if found is None:
        known = ", ".join(each.place for each in here)
        raise BadInput(
            f"{counter.terrain}: {counter.hex} has no Location {counter.place}; choose one of {known}"
        )
    return found


def _counter_fact(counter: Counter) -> str:
    return f"counter({quoted(counter.hex)},{counter.place},{counter.terrain})"


class _Ruled(NamedTuple):
    """What the law says of a board: hexes cleared of buildings, Locations (hex, place) that are no more,
    what is refused by which rule, and how each counter lies (hex, term, level, upon).
    """

    cleared: frozenset[str]
    gone: frozenset[tuple[str, str]]
    refused: list[tuple[str, str]]
    lies: list[tuple[str, str, int, str]]


def _ask(board: Board, facts: str, about: Collection[str] = ()) -> _Ruled:
    """Ask about the counters, and other facts ``about`` some hexes; what is placed hangs on its hex."""
    told_of = {*about, *(counter.hex for counter in board.counters)}
    told = board_lines(
        replace(
            board,
            hexes=tuple(each for each in board.hexes if each.name in told_of),
            locations=tuple(each for each in board.locations if each.hex in told_of),
            hexsides=MappingProxyType({}),
            outlines=(),
            raster=None,
            notes=(),
        )
    )
    grounded = Law(PROFILE).ground("\n".join([*told, facts]))  # atoms live no longer than this
    atoms = grounded.symbolic_atoms
    return _Ruled(
        frozenset(a.symbol.arguments[0].string for a in atoms.by_signature("cleared", 1)),
        frozenset(
            (a.symbol.arguments[0].string, str(a.symbol.arguments[1]))
            for a in atoms.by_signature("gone", 2)
        ),
        sorted(
            (str(a.symbol.arguments[0]), a.symbol.arguments[1].string)
            for a in atoms.by_signature("refused", 2)
        ),
        [
            (owner.string, str(term), ground.number, upon.name)
            for a in atoms.by_signature("lies", 6)
            for owner, _, _, term, ground, upon in [a.symbol.arguments]
        ],
    )
