"""Roadblocks as sight lines touch them: stretches from point to point, placed on what a line
touches.

What a roadblock raises, and from where to where, the rules say (``stretch`` in barriers.lp). A line
meets a stretch within the hex that it lies in; what it meets at its own ends is not between them
(A6.1). What straddles a hexside is distinguished where the line begins or ends at a vertex of that
hexside (Q4.141).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.piece_table import IN_THE_AIR
from hexcourt.facts.boards.records import kind_of
from hexcourt.facts.geometry.hexes import CORNERS, Position
from hexcourt.facts.tracing.touched import ALONG, Runs, Touchables

Point = tuple[str, int]
"""A point of a hex: ``centre``, ``vertex`` or ``middle`` (of a hexside), with its number."""

Floats = npt.NDArray[np.float64]

_NEAR = 1e-6
"""How near, as a share of the line or the stretch, a point counts as its end."""


@dataclass(frozen=True, slots=True, order=True)
class Stretch:
    """A stretch of what stands in a hex, given by number: from point to point, its term, the level of
    its ground, and the other hex of the hexside that it belongs to, -1 for none.
    """

    hex: int
    start: Point
    end: Point
    term: str
    level: int
    beyond: int = -1

    def points(self, board: Board) -> tuple[Floats, Floats]:
        """Return both points in drawing units."""
        corners = board.layout.corner_offsets()
        centre: Floats = board.centres[self.hex]

        def placed(point: Point) -> Floats:
            kind, number = point
            if kind == "centre":
                return centre
            offset = corners[number]
            if kind == "middle":
                offset = (offset + corners[(number + 1) % 6]) / 2
            placed_at: Floats = centre + offset
            return placed_at

        return placed(self.start), placed(self.end)

    @property
    def terms(self) -> tuple[str, ...]:
        """List the terms that it is touched as: where it has no hexside, one for its end alone; where it
        straddles one, both once more for lines to or from a vertex of that.
        """
        if self.beyond >= 0:
            return (self.term,)
        items = (self.term, f"end_of({self.term})")
        return items if self.straddled is None else (*items, *(f"screening({e})" for e in items))

    @property
    def straddled(self) -> int | None:
        """Return the direction of the hexside that it straddles."""
        return next((n for kind, n in (self.start, self.end) if kind == "middle"), None)

    def flanks(self) -> tuple[Position, ...]:
        """List the vertices of the hexside that it straddles, from the centre of its hex, in thirds of
        a column and in half rows.
        """
        side = self.straddled
        return () if side is None else (CORNERS[side], CORNERS[(side + 1) % 6])


def add_barriers(
    touched: Touchables, stretches: Sequence[Stretch], by_hex: npt.NDArray[np.int32], board: Board
) -> Touchables:
    """Number stretches behind all else that can be touched, each by its ``terms``; ``by_hex`` numbers
    the hexside of each hex and direction.
    """
    sides = {
        each: int(by_hex[each.hex, board.neighbours[each.hex].tolist().index(each.beyond)])
        for each in stretches
        if each.beyond >= 0
    }
    rows = [(term, each.level, sides.get(each, -1)) for each in stretches for term in each.terms]
    return replace(touched.extended(rows), barriers=len(rows))


def touch_barriers(
    runs: Runs,
    touched: Touchables,
    stretches: Sequence[Stretch],
    board: Board,
    threads: tuple[Floats, Floats],
    shifts: Floats | None = None,
) -> Runs:
    """Put stretches into the runs of lines; ``threads`` are where the lines begin and where they end,
    before they are moved by their ``shifts``.
    """
    line_of = np.repeat(np.arange(len(runs)), np.diff(runs.starts))
    solid = touched.hexside[runs.codes] < 0
    code = len(touched.terrain) - touched.barriers
    found: list[npt.NDArray[np.int64]] = []
    codes: list[int] = []
    for each in stretches:
        for number, which in enumerate(_met(each, board, threads, shifts), start=code):
            at = np.flatnonzero(solid & (runs.hexes == each.hex) & which[line_of])
            at = at[np.unique(line_of[at], return_index=True)[1]]
            found.append(at)
            codes += [number] * len(at)
        code += len(each.terms)
    at = np.concatenate(found)
    return runs.inserted(at, codes, runs.marks[at] & ~np.uint8(ALONG), np.zeros(len(at), np.uint8))


def _met(
    stretch: Stretch, board: Board, threads: tuple[Floats, Floats], shifts: Floats | None
) -> tuple[npt.NDArray[np.bool_], ...]:
    """Return which lines meet a stretch as each of its ``terms``."""
    inner, at_end = meet(stretch, board, threads, shifts)
    if stretch.beyond >= 0:
        return (inner,)
    if stretch.straddled is None:
        return inner, at_end
    corners = board.layout.corner_offsets()
    beside = np.zeros(len(inner), dtype=np.bool_)
    for turn in (0, 1):
        vertex = board.centres[stretch.hex] + corners[(stretch.straddled + turn) % 6]
        near = _NEAR * np.linalg.norm(corners[0])
        for thread in threads:
            beside |= np.linalg.norm(thread - vertex, axis=1) <= near
    return inner & ~beside, at_end & ~beside, inner & beside, at_end & beside


def meet(
    stretch: Stretch,
    board: Board,
    threads: tuple[Floats, Floats],
    shifts: Floats | None = None,
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return which lines meet a stretch between their ends, and which only where it ends at a centre
    dot, or running along it; of what belongs to a hexside all touches are given as the first (B9.1).

    What begins or ends a line itself is not between its ends.
    """
    first, second = stretch.points(board)
    own = np.zeros(len(threads[0]), dtype=np.bool_)
    if stretch.beyond < 0:
        own = _lies_on(threads[0], first, second) | _lies_on(threads[1], first, second)
    begins, ends = (each if shifts is None else each + shifts for each in threads)
    courses = ends - begins
    one, two = (
        courses[:, 0] * (point - begins)[:, 1] - courses[:, 1] * (point - begins)[:, 0]
        for point in (first, second)
    )
    tolerance = _NEAR * (courses**2).sum(axis=1)
    flat = (np.abs(one) <= tolerance) & (np.abs(two) <= tolerance)
    astride = (np.minimum(one, two) <= tolerance) & (np.maximum(one, two) >= -tolerance)
    share = np.clip(np.where(flat, 0.5, one / np.where(one == two, 1.0, one - two)), 0, 1)
    at = _along(begins, courses, first + share[:, None] * (second - first))
    low, high = np.sort([_along(begins, courses, each[None]) for each in (first, second)], axis=0)
    # along it: as far as the line goes
    between = np.where(flat, (low < 1 - _NEAR) & (high > _NEAR), (at > _NEAR) & (at < 1 - _NEAR))
    met = astride & between & ~own
    if stretch.beyond >= 0:
        return met, np.zeros_like(met)
    dot = np.where(stretch.start[0] == "centre", share, 1 - share) <= _NEAR
    if stretch.start[0] == "vertex":
        met &= flat | (share > _NEAR)  # what it runs on from is met there
    vague = met & (flat | dot)
    return met & ~vague, vague


def _lies_on(points: Floats, first: Floats, second: Floats) -> npt.NDArray[np.bool_]:
    """Return which points lie on the stretch between two."""
    course = second - first
    share = np.clip(((points - first) @ course) / (course @ course), 0, 1)[:, None]
    gaps = np.linalg.norm(points - first - share * course, axis=1)
    found: npt.NDArray[np.bool_] = gaps <= _NEAR * np.linalg.norm(course)
    return found


def _along(begins: Floats, courses: Floats, points: Floats) -> Floats:
    """Return the parameter, 0 at the begin and 1 at the end of each line, of a point beside it."""
    floats: Floats = ((points - begins) * courses).sum(axis=1) / np.maximum(
        (courses**2).sum(axis=1), 1e-12
    )
    return floats


# --- Counters that change terrain (B.9) -----------------------------------------------------------
#
# A counter is met like inherent terrain (B.6) wherever the line touches its hex, or only where the line
# touches the depiction of a bridge or depression; which, the rules say (``lies`` in
# ground/counters.lp).


UPON: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"hex": (), "bridge": ("bridge",), "bed": ("bridge", "depression")}
)
"""The classes of depictions that a counter lies on: none for the whole hex, a bridge, a depression."""


@dataclass(frozen=True, slots=True, order=True)
class TouchedCounter:
    """A counter as it is touched: its hex by number, its term, the level of its ground, and what it
    lies upon (a key of ``UPON``).
    """

    hex: int
    term: str
    level: int
    upon: str


def add_touchables(touched: Touchables, counters: tuple[TouchedCounter, ...]) -> Touchables:
    """Number counters behind all else that can be touched, in their order."""
    rows = [(each.term, each.level, -1) for each in counters]
    return replace(touched.extended(rows), counters=len(counters))


def touch_counters(
    runs: Runs,
    touched: Touchables,
    counters: tuple[TouchedCounter, ...],
    lies: npt.NDArray[np.bool_] | None = None,
    passed: npt.NDArray[np.int32] | None = None,
) -> Runs:
    """Put counters into the runs of lines: once for each line, where it first touches their ground.

    ``lies`` tells which of them lie there for each line, shape (lines, counters): without it, all do.
    ``passed`` is the hex that the unit at each end passes in Bypass, -1 for none, shape (lines, 2): what
    fills its air is met, even if the line leaves the vertex the other way.
    """
    line = np.repeat(np.arange(len(runs)), np.diff(runs.starts))
    first_code = len(touched.terrain) - touched.counters - touched.barriers
    kinds = np.array([kind_of(term) for term in touched.terms])[touched.terrain]
    solid = touched.hexside[runs.codes] < 0
    by_hex = np.argsort(runs.hexes, kind="stable")
    hexes = runs.hexes[by_hex]
    found: list[npt.NDArray[np.int64]] = []
    codes: list[int] = []
    their_hexes: list[npt.NDArray[np.int16]] = []
    beside: list[npt.NDArray[np.bool_]] = []
    for number, each in enumerate(counters):
        at = by_hex[slice(*np.searchsorted(hexes, [each.hex, each.hex + 1]))]
        here = solid[at]
        if UPON[each.upon]:
            here &= np.isin(kinds[runs.codes[at]], UPON[each.upon])
            here &= touched.terrain[runs.codes[at]] >= 0
        if lies is not None:
            here &= lies[line[at], number]
        at = at[here]
        at = at[np.unique(line[at], return_index=True)[1]]
        met = len(at)
        if passed is not None and each.term in IN_THE_AIR:
            rest = (passed == each.hex) & (np.diff(runs.starts) > 0)[:, None]
            rest[line[at]] = False
            if lies is not None:
                rest &= lies[:, number, None]
            begun, ended = rest[:, 0], rest[:, 1] & ~rest[:, 0]
            at = np.concatenate([at, runs.starts[:-1][begun], runs.starts[1:][ended] - 1])
        found.append(at)
        their_hexes.append(np.full(len(at), each.hex, np.int16))
        beside.append(np.arange(len(at)) >= met)
        codes += [first_code + number] * len(at)
    at, apart = np.concatenate(found), np.concatenate(beside)
    marks, depths = (
        np.where(apart, 0, of[at]).astype(np.uint8) for of in (runs.marks, runs.depths)
    )
    return runs.inserted(at, codes, marks, depths, np.concatenate(their_hexes))
