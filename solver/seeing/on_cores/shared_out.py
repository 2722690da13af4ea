"""Judges many pairs of Locations by threads; what comes out is what one thread finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexcourt.facts.boards.records import Location
from hexcourt.facts.lines.sighting import Pairs, Statuses
from hexcourt.solver.guarding.side_by_side import usable_cores
from hexcourt.solver.seeing.house_rules import OnLines, house_rules_on_lines
from hexcourt.solver.seeing.session import BLOCK, SightCourt, Table

WORTH = 8_000
"""How many pairs repay one more thread."""

LEAST = 2_048
"""How many pairs a thread has in work at least."""


def judge_on_cores(
    court: SightCourt,
    places: Sequence[Location],
    pairs: Pairs,
    statuses: Statuses | None = None,
    margin: float = 0.0,
    progress: Callable[[int], None] = lambda done: None,
    measured: bool = True,
    workers: int | None = None,
) -> Table:
    """Judge pairs as ``SightCourt.table`` does, by ``workers`` threads at most, or one a core.

    Only the lines of boards that are drawn as pixels are traced without Python's lock.
    """
    threads, block = 1, BLOCK
    if court.board.raster is not None and house_rules_on_lines() is not OnLines.WHOLE:
        threads = threads_for(len(pairs), workers)
    if threads > 1:
        block = max(LEAST, min(BLOCK, len(pairs) // (4 * threads)))
    return court.table(places, pairs, statuses, margin, progress, block, measured, threads)


def threads_for(pairs: int, workers: int | None) -> int:
    """Return how many threads some pairs repay, of ``workers`` at most, or else of one a core."""
    return max(1, min(pairs // WORTH, workers or usable_cores()))
