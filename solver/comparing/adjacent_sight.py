"""Whether ADJACENT Locations see each other: a property of whole boards, asked under each law."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.solver.comparing.both_ways import verdict_of
from hexcourt.solver.moving.adjacency import ADJACENT, PROFILE
from hexcourt.solver.moving.moves import MoveLaw, unit_named
from hexcourt.solver.seeing.session import SightCourt

SEEN = "see each other"
"""What is said of ADJACENT Locations that do; of others, which verdict their line has."""

AND = " and "


def adjacent_sight(board: Board) -> Iterator[tuple[str, str]]:
    """Tell of all ADJACENT Locations of a board whether they see each other."""
    pairs = _adjacent(board, board.by_name)
    for (a, b), verdict in zip(pairs, _verdicts(board, pairs), strict=True):
        yield f"{a.name}{AND}{b.name}", verdict


def told_of(board: Board, ends: tuple[Location, Location]) -> str | None:
    """Tell of two Locations whether they see each other; nothing where they are not ADJACENT."""
    first, second = sorted(ends, key=lambda each: each.table_name)
    if (first, second) not in _adjacent(board, {first.hex, second.hex}):
        return None
    return next(iter(_verdicts(board, [(first, second)])))


def _verdicts(board: Board, pairs: Sequence[tuple[Location, Location]]) -> Iterator[str]:
    if not pairs:
        return
    places = sorted({each for pair in pairs for each in pair}, key=lambda each: each.table_name)
    numbers = {each: number for number, each in enumerate(places)}
    asked = np.array([[numbers[a], numbers[b]] for a, b in pairs], dtype=np.int64)
    table = SightCourt(board).table(places, asked, measured=False)
    for number in range(len(pairs)):
        verdict = verdict_of(table, number)
        yield SEEN if verdict.startswith("clear") else f"are {verdict}"


def _adjacent(board: Board, hexes: Collection[str]) -> list[tuple[Location, Location]]:
    """List the ADJACENT Locations of some hexes that lines may be traced between, each pair once."""
    known = {(each.hex, each.place): each for each in board.locations if each.hex in hexes}
    law = MoveLaw(board, unit_named("squad"))
    around = None if len(hexes) == len(board.by_name) else law.around(hexes)
    grounded = law.ground(around, profile=PROFILE)  # atoms live no longer than this
    found = set()
    for atom in grounded.symbolic_atoms.by_signature(ADJACENT, 4):
        told = ((at.arguments[0].string, str(at.arguments[1])) for at in atom.symbol.arguments[:2])
        ends = [known[each] for each in told if each in known]
        if len(ends) == 2:
            first, second = sorted(ends, key=lambda each: each.table_name)
            found.add((first, second))
    return sorted(found, key=lambda pair: (pair[0].name, pair[1].name))
