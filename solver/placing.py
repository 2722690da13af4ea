"""Asks the law what may be placed where: counters on a board, and units in a Location with a status."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexcourt.facts.board import Board, Counter, Location
from hexcourt.facts.errors import BadInput
from hexcourt.facts.fact_text import quoted
from hexcourt.facts.writing import board_lines
from hexcourt.solver.citations import citation_of
from hexcourt.solver.law import Law

PROFILE = "placing"


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
    _, refused = _ask(placed, "")
    for subject, rule in refused:
        what = next(each for each in laid if _counter_fact(each) == subject)
        raise BadInput(
            f"{what.terrain} in {what.hex}: {citation_of(PROFILE, rule)}; "
            "take it out or lay it elsewhere"
        )
    gone = cleared(placed)
    return replace(
        placed,
        hexes=tuple(
            replace(each, stairwell=False) if each.name in gone else each for each in placed.hexes
        ),
        locations=tuple(
            each for each in placed.locations if each.hex not in gone or each.floor is None
        ),
    )


def cleared(board: Board) -> frozenset[str]:
    """List the hexes in which counters have done away with the buildings."""
    return _ask(board, "")[0] if board.counters else frozenset()


def check_status(board: Board, place: Location, status: str) -> None:
    """Raise BadInput, with the rule, where no unit can have this status in this Location."""
    _, refused = _ask(board, f"posted({quoted(place.hex)},{place.place},{status}).")
    for subject, rule in refused:
        if subject.startswith("posted("):
            raise BadInput(
                f"{place.name} {status}: {citation_of(PROFILE, rule)}; leave the status out or "
                "choose another Location"
            )


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


def _ask(board: Board, facts: str) -> tuple[frozenset[str], list[tuple[str, str]]]:
    """Ask the law about a board: which hexes are cleared, and what is refused by which rule."""
    told = board_lines(replace(board, outlines=(), raster=None, notes=()))
    grounded = Law(PROFILE).ground("\n".join([*told, facts]))  # atoms live no longer than this
    atoms = grounded.symbolic_atoms
    gone = frozenset(a.symbol.arguments[0].string for a in atoms.by_signature("cleared", 1))
    refused = sorted(
        (str(a.symbol.arguments[0]), a.symbol.arguments[1].string)
        for a in atoms.by_signature("refused", 2)
    )
    return gone, refused
