"""Lines of sight of a board judged from both ends, and with the board turned: nothing may differ."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.lines.sighting import Pairs, every_pair
from hexcourt.solver.seeing.bulk import VERDICTS
from hexcourt.solver.seeing.on_cores.shared_out import judge_on_cores
from hexcourt.solver.seeing.session import SightCourt, Table

RECIPROCITY, TURNING = "B701", "B702"
"""The codes of what is found: by the other end, and turned."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two hexes whose line is judged in two ways: ``said`` upright, ``other`` the other way."""

    code: str
    hexes: tuple[str, str]
    said: str
    other: str


def disagreements(
    board: Board, turned: Board | None, wanted: Collection[str], workers: int | None = None
) -> Iterator[Disagreement]:
    """Judge all lines between hexes at ground level the ways that are wanted; there may be no board
    ``turned`` where its hexes would fall on no grid. Without ``workers`` all cores are at work.
    """
    places = board.ground_locations
    pairs = every_pair(len(places))
    court = SightCourt(board)

    def judged(court: SightCourt, places: Sequence[Location], pairs: Pairs) -> Table:
        return judge_on_cores(court, places, pairs, measured=False, workers=workers)

    upright = judged(court, places, pairs)
    if RECIPROCITY in wanted:
        back = judged(court, places, np.ascontiguousarray(pairs[:, ::-1]))
        yield from differing(upright, back, RECIPROCITY)
    if TURNING in wanted and turned is not None:
        other = SightCourt(turned, precedents_of=court)
        again = judged(other, _same_places(turned, places), pairs)
        yield from differing(upright, again, TURNING)


def _same_places(board: Board, places: tuple[Location, ...]) -> tuple[Location, ...]:
    grounds = {each.hex: each for each in board.ground_locations}
    return tuple(grounds[each.hex] for each in places)


def differing(one: Table, other: Table, code: str) -> Iterator[Disagreement]:
    """List the pairs whose verdict or hindrance differs between two tables of the same pairs."""
    apart = (one.verdicts.verdict != other.verdicts.verdict) | (
        one.verdicts.hindrance != other.verdicts.hindrance
    )
    for pair in np.flatnonzero(apart).tolist():
        first, second = (one.places[each].hex for each in one.pairs[pair].tolist())
        yield Disagreement(code, (first, second), verdict_of(one, pair), verdict_of(other, pair))


def verdict_of(table: Table, pair: int) -> str:
    """Say a verdict in a word, or some: ``clear``, ``clear+2``, ``blocked by A6.2``."""
    found = table.verdicts
    verdict, hindrance = VERDICTS[found.verdict[pair]], int(found.hindrance[pair])
    rule = table.rules[found.rule[pair]]
    return f"{verdict}{f'+{hindrance}' if hindrance else f' by {rule}' if rule else ''}"
