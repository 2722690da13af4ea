"""Lines of sight that differ between two boards, from both ends, or with the board turned."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.maps.differences import drawn_alike, patched
from hexcourt.facts.tracing.sight_lines import Pairs, every_pair, hexes_near
from hexcourt.solver.sight.batch_los import VERDICTS, Verdicts
from hexcourt.solver.sight.los_engine import LosEngine, VerdictTable, judge_on_cores

RECIPROCITY, TURNING = "B701", "B702"
"""The codes of what is found: by the other end, and turned."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two hexes whose line is judged in two ways: ``sentence`` upright, ``other`` the other way."""

    code: str
    hexes: tuple[str, str]
    sentence: str
    other: str


def disagreements(
    board: Board, turned: Board | None, wanted: Collection[str], workers: int | None = None
) -> Iterator[Disagreement]:
    """Judge all lines between hexes at ground level the ways that are wanted; there may be no board
    ``turned`` where its hexes would fall on no grid. Without ``workers`` all cores are at work.
    """
    places = board.ground_locations
    pairs = every_pair(len(places))
    engine = LosEngine(board)

    def report(engine: LosEngine, places: Sequence[Location], pairs: Pairs) -> VerdictTable:
        return judge_on_cores(engine, places, pairs, measured=False, workers=workers)

    upright = report(engine, places, pairs)
    if RECIPROCITY in wanted:
        back = report(engine, places, np.ascontiguousarray(pairs[:, ::-1]))
        yield from differing(upright, back, RECIPROCITY)
    if TURNING in wanted and turned is not None:
        other = LosEngine(turned, precedents_of=engine)
        grounds = {each.hex: each for each in turned.ground_locations}
        again = report(other, tuple(grounds[each.hex] for each in places), pairs)
        yield from differing(upright, again, TURNING)


def differing(one: VerdictTable, other: VerdictTable, code: str) -> Iterator[Disagreement]:
    """List the pairs whose verdict or hindrance differs between two tables of the same pairs."""
    for pair in np.flatnonzero(_differing(one.verdicts, other.verdicts)).tolist():
        first, second = (one.places[each].hex for each in one.pairs[pair].tolist())
        yield Disagreement(code, (first, second), verdict_of(one, pair), verdict_of(other, pair))


def verdict_of(table: VerdictTable, pair: int) -> str:
    """Write a verdict in a word, or some: ``clear``, ``clear+2``, ``blocked by A6.2``."""
    found = table.verdicts
    verdict, hindrance = VERDICTS[found.verdict[pair]], int(found.hindrance[pair])
    rule = table.rules[found.rule[pair]]
    return f"{verdict}{f'+{hindrance}' if hindrance else f' by {rule}' if rule else ''}"


_AT_ONCE = 4096
_TOUCH = 0.01
"""By how much a line that runs along the border of a hex may miss it, in units of the drawing."""


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A pair of Locations whose line is judged otherwise; ``places`` number the changes it is due to.

    Of several places each alone turns the line, unless it takes them ``together``.
    """

    a: str
    b: str
    old: str
    new: str
    places: tuple[int, ...]
    together: bool = False


@dataclass(frozen=True)
class ComparedPairs:
    """All pairs of the Locations that two boards share, and those that differ."""

    pairs: int
    changed: tuple[ChangedLine, ...]
    only_old: tuple[str, ...]
    only_new: tuple[str, ...]


def compare_pairs(old: Board, new: Board, places: Sequence[Sequence[str]]) -> ComparedPairs:
    """Judge all pairs on both boards; ``places`` are the hexes of changes that hang together.

    A line that differs and passes one place is due to that. Of one that passes several those are
    given that turn it to what it is on the new board when they alone are changed; where none
    does, or the boards are not drawn alike, all that it passes.
    """
    names = [{each.table_name: each for each in board.locations} for board in (old, new)]
    shared = [name for name in names[0] if name in names[1]]
    pairs = every_pair(len(shared))
    engine = LosEngine(old)
    engines = (engine, LosEngine(new, precedents_of=engine))
    tables = [
        judge_on_cores(each, [known[name] for name in shared], pairs, measured=False)
        for each, known in zip(engines, names, strict=True)
    ]
    differ = np.flatnonzero(_differing(tables[0].verdicts, tables[1].verdicts))
    passed = _passed(old, tables[0], differ, places)
    alone = _alone(engines, tables, differ, passed, places)
    changed = tuple(
        ChangedLine(
            shared[int(pairs[pair, 0])],
            shared[int(pairs[pair, 1])],
            verdict_of(tables[0], pair),
            verdict_of(tables[1], pair),
            alone.get(pair, passed[pair]),
            len(passed[pair]) > 1 and pair not in alone,
        )
        for pair in differ.tolist()
    )
    only = [tuple(n for n in names[at] if n not in names[1 - at]) for at in (0, 1)]
    return ComparedPairs(len(pairs), changed, only[0], only[1])


def _differing(
    one: Verdicts, other: Verdicts, some: Sequence[int] | slice = slice(None)
) -> npt.NDArray[np.bool_]:
    """Return which lines have another verdict or hindrance than ``some`` lines of another table."""
    verdict = one.verdict != other.verdict[some]
    found: npt.NDArray[np.bool_] = verdict | (one.hindrance != other.hindrance[some])
    return found


def _passed(
    board: Board,
    table: VerdictTable,
    differ: npt.NDArray[np.int64],
    places: Sequence[Sequence[str]],
) -> Mapping[int, tuple[int, ...]]:
    """Number the places that each of some pairs passes, or ends in."""
    held = np.zeros((len(board.hexes), len(places)), dtype=np.bool_)
    for number, hexes in enumerate(places):
        held[[board.indices[name] for name in hexes if name in board.indices], number] = True
    points = np.array([board.point_of(place) for place in table.places], dtype=np.int32)
    found: dict[int, tuple[int, ...]] = {}
    for start in range(0, len(differ), _AT_ONCE):
        some = differ[start : start + _AT_ONCE]
        ends = points[table.pairs[some]]
        apart = ends[:, 0] != ends[:, 1]
        near = np.zeros((len(some), len(board.hexes)), dtype=np.bool_)
        near[apart] = hexes_near(board, ends[apart], _TOUCH)
        near[np.arange(len(some)), board.owners[ends[:, 0]]] = True
        crossed = near.astype(np.int32) @ held.astype(np.int32) > 0
        for pair, row in zip(some.tolist(), crossed, strict=True):
            found[pair] = tuple(np.flatnonzero(row).tolist())
    return found


def _alone(
    engines: tuple[LosEngine, LosEngine],
    tables: Sequence[VerdictTable],
    differ: npt.NDArray[np.int64],
    passed: Mapping[int, tuple[int, ...]],
    places: Sequence[Sequence[str]],
) -> Mapping[int, tuple[int, ...]]:
    """Find, for the pairs that pass several places, those that turn them when changed alone."""
    old, new = (engine.board for engine in engines)
    if not drawn_alike(old, new) or set(old.by_name) != set(new.by_name):
        return {}
    several: dict[int, list[int]] = defaultdict(list)
    for pair in differ.tolist():
        for place in passed[pair] if len(passed[pair]) > 1 else ():
            several[place].append(pair)
    alone: dict[int, list[int]] = defaultdict(list)
    for place, pairs in sorted(several.items()):
        half = LosEngine(patched(old, new, frozenset(places[place])), precedents_of=engines[0])
        for pair in _turned_by(half, tables, pairs):
            alone[pair].append(place)
    return {pair: tuple(some) for pair, some in alone.items()}


def _turned_by(
    half: LosEngine, tables: Sequence[VerdictTable], pairs: Sequence[int]
) -> Iterator[int]:
    """List the pairs that a board with one place changed has as the new one has them."""
    ends = tables[0].pairs
    known = {each.table_name: each for each in half.board.locations}
    posts = [known.get(each.table_name) for each in tables[0].places]
    remaining = [
        pair for pair in pairs if all(posts[each] is not None for each in ends[pair].tolist())
    ]
    used, numbered = np.unique(ends[remaining], return_inverse=True)
    some = [post for each in used.tolist() if (post := posts[each]) is not None]
    table = half.table(some, numbered.reshape(-1, 2), measured=False)
    apart = _differing(table.verdicts, tables[1].verdicts, remaining)
    return (pair for pair, differs in zip(remaining, apart.tolist(), strict=True) if not differs)
