"""Judges many pairs of Locations on several cores; what comes out is what one core finds.

The board is read, and all is measured that every line needs, before processes are forked. Pairs go to
them in blocks of neighbours, now to one, now to the next, so that all have lines of every kind; what
the law has to be asked, it is asked once for all (``council``).
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Location
from hexcourt.facts.compiling import much_ahead
from hexcourt.facts.lines.sighting import Pairs, Statuses
from hexcourt.solver.guarding.side_by_side import usable_cores
from hexcourt.solver.seeing.bulk import Verdicts
from hexcourt.solver.seeing.house_rules import OnLines, house_rules_on_lines
from hexcourt.solver.seeing.on_cores.council import Council, Heard, take_in
from hexcourt.solver.seeing.session import BLOCK, SightCourt, Table
from hexcourt.solver.statutes.lawbook import Lawbook, in_force

WORTH = 8_000
"""How many pairs repay one more process on a board of pixels."""

LEAST = 2_048
"""How many pairs a thread has in work at least."""

WORTH_ON_OUTLINES = 1_000
"""The same on a board of outlines, which are traced one by one."""

NEIGHBOURS = 128
"""How many neighbouring pairs go to the same process."""

AT_ONCE = 65_536
"""How many pairs a process has in work."""

Part = npt.NDArray[np.int64]
"""Pairs by their numbers."""


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
    """Judge pairs as ``SightCourt.table`` does, by so many processes, all cores if not told, where there
    are pairs and memory enough for them.
    """
    if court.board.raster is not None and house_rules_on_lines() is not OnLines.WHOLE:
        threads = threads_for(len(pairs), workers)
        block = BLOCK if threads == 1 else max(LEAST, min(BLOCK, len(pairs) // (4 * threads)))
        return court.table(places, pairs, statuses, margin, progress, block, measured, threads)
    count = _worth(court, len(pairs), workers)
    if count == 1:
        return court.table(places, pairs, statuses, margin, progress, measured=measured)
    _get_ready(court, places, pairs)

    def judge(part: Part, tell: Callable[[int], None]) -> Table:
        return court.table(places, pairs[part], statuses, margin, tell, measured=measured)

    shares = _shares(court, places, pairs, count)
    verdicts, margins = _judged_in_team(court, judge, shares, progress)
    rules = tuple(court.precedents.rules)
    return Table(tuple(places), pairs, verdicts, margins[0], margins[1], rules)


def threads_for(pairs: int, workers: int | None) -> int:
    """Tell how many threads some pairs repay, of those that there may be, or else of the cores."""
    return max(1, min(pairs // WORTH, workers or usable_cores()))


def _worth(court: SightCourt, pairs: int, workers: int | None) -> int:
    """Tell how many processes some pairs repay, of those that there may be."""
    most = pairs // WORTH_ON_OUTLINES
    if most < 2 or workers == 1:
        return 1
    from hexcourt.solver.guarding.team import most_members  # it takes some time to import

    return min(most, most_members(workers))


def _judged_in_team(
    court: SightCourt,
    judge: Callable[[Part, Callable[[int], None]], Table],
    shares: Sequence[Sequence[Part]],
    progress: Callable[[int], None],
) -> tuple[Verdicts, list[npt.NDArray[Any]]]:
    """Have pairs judged by a process for each share, which is in parts; the margins come second."""
    from hexcourt.solver.guarding.team import Member, run_team

    pairs = sum(len(part) for parts in shares for part in parts)
    columns = [_shared(pairs, kind) for kind in ("i1", "i4", "i4", "i4", "f8", "f8")]
    verdicts, margins = Verdicts(*columns[:4]), columns[4:]

    def work(member: Member) -> tuple[tuple[str, ...], Heard]:
        council = Council(member, court.precedents)
        for part in shares[member.rank]:
            found = judge(part, member.tell)
            verdicts.put(part, found.verdicts)
            margins[0][part], margins[1][part] = found.margin, found.hindrance_margin
        council.close()
        return found.rules, council.heard()

    told = run_team(work, len(shares), progress)
    for parts, (rules, _) in zip(shares, told, strict=True):
        numbers = court.precedents.numbers_of(rules)
        for part in parts:
            verdicts.rule[part] = numbers[verdicts.rule[part]]
    take_in(court.precedents, told[0][1])
    return verdicts, margins


def _get_ready(court: SightCourt, places: Sequence[Location], pairs: Pairs) -> None:
    """Load and measure once what would otherwise be loaded and measured in each process."""
    if in_force() not in _loaded:
        with much_ahead():
            court.table(places, pairs[:: len(pairs) - 1])
        _loaded.add(in_force())
    court.measure(np.zeros((0, 2), dtype=np.int32))


_loaded: set[Lawbook] = set()
"""Under which laws this process has all loaded that judging needs."""


def _shares(
    court: SightCourt, places: Sequence[Location], pairs: Pairs, count: int
) -> list[list[Part]]:
    """Deal the pairs out to processes in blocks of neighbours, each share in parts of some size: the
    first part is from everywhere, the others keep together.
    """
    hexes = np.array([court.board.indices[place.hex] for place in places])
    order = np.lexsort((hexes[pairs[:, 1]], hexes[pairs[:, 0]]))
    turn, rank = np.divmod(np.arange(len(pairs)) // NEIGHBOURS, count)
    parts = -(-len(pairs) // (AT_ONCE * count))
    first = turn % parts == 0
    return [
        [order[own & first], *np.array_split(order[own & ~first], parts - 1)]
        if parts > 1
        else [order[own]]
        for own in (rank == number for number in range(count))
    ]


def _shared(count: int, kind: str) -> npt.NDArray[Any]:
    size = np.dtype(kind).itemsize
    return np.frombuffer(mmap.mmap(-1, count * size), dtype=kind)
