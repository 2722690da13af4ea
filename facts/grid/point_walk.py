"""Finds the hexes along sight lines that begin or end at a vertex, exactly, from the grid alone.

Centres and vertices are whole numbers in thirds of a column and in half rows. There a hex is what lies
within ``|y| <= 1``, ``|x + y| <= 2`` and ``|x - y| <= 2`` of its centre, so each line is cut by each hex
in a fraction of small whole numbers, and equal fractions come out as equal numbers. What comes back is
as ``hex_walk`` gives it for lines between centre dots (a test holds both equal on these).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.grid.geometry import CORNERS
from hexcourt.facts.grid.hex_walk import Stretches
from hexcourt.facts.lines.runs import ALONG, NEAR_A, NEAR_B, OVER_RIM, TOUCHED, VERTEX_FROM, Ends

NORMALS = np.array([(0, -1), (1, -1), (1, 1), (0, 1), (-1, 1), (-1, -1)], dtype=np.int64)
REACHES = np.array([1, 2, 2, 1, 2, 2], dtype=np.int64)
"""The hexsides by direction: what lies in the hex has no more of the normal than the reach."""

_Stretch = tuple[float, int, int, int]
"""End, hex, twin and marks of a stretch."""


def walk_points(board: Board, rims: npt.NDArray[np.uint8], ends: Ends, grace: float) -> Stretches:
    """Walk lines between points given by their numbers; else as ``walk_hexes``."""
    walked = [_walk(board, rims, int(a), int(b), grace) for a, b in ends]
    listed = [stretch for line in walked for stretch in line]
    columns = list(zip(*listed, strict=True)) or [(), (), (), ()]
    return Stretches(
        np.cumsum([0, *map(len, walked)]).astype(np.int64),
        np.array(columns[0], dtype=np.float64),
        np.array(columns[1], dtype=np.int16),
        np.array(columns[2], dtype=np.int16),
        np.array(columns[3], dtype=np.uint8),
    )


def _walk(
    board: Board, rims: npt.NDArray[np.uint8], a: int, b: int, grace: float
) -> list[_Stretch]:
    start, course = board.grid_points[a], board.grid_points[b] - board.grid_points[a]
    length = float(np.linalg.norm(board.points[b] - board.points[a]))
    own = int(board.owners[a]), int(board.owners[b])
    if not course.any():  # two units in Bypass at one vertex, each of its own hex
        return [(0.5, own[0], -1, 0), (1.0, own[1], -1, 0)]
    found, touched = _crossed(board, rims, start, course)
    found = _with_touched(_with_grace(found, own, grace / length), touched, grace / length)
    cut: list[_Stretch] = []
    begin = 0.0
    for end, here, twin, mark in found:
        near_a = max(_foot(board, a, own[0], flank, length) for flank in (here, twin))
        near_b = 1 - max(_foot(board, b, own[1], flank, length) for flank in (here, twin))
        if mark & TOUCHED:
            near = (NEAR_A if begin < near_a - 1e-12 else 0) | (NEAR_B if begin > near_b else 0)
            cut.append((begin, here, twin, mark | near))
            continue
        for bound in sorted({near_a, near_b, end}):
            if bound <= begin + 1e-12 or bound > end:
                continue
            marks = mark | (NEAR_A if begin < near_a - 1e-12 else 0)
            marks |= NEAR_B if begin > near_b - 1e-12 else 0
            cut.append((bound, here, twin, marks))
            begin = bound
        begin = end
    return cut


def _crossed(
    board: Board,
    rims: npt.NDArray[np.uint8],
    start: npt.NDArray[np.int64],
    course: npt.NDArray[np.int64],
) -> tuple[list[_Stretch], list[_Stretch]]:
    """Cut a line by the hexes; off the board it is in hex -1. Second come the hexes that it only
    touches, at a vertex.
    """
    slope = NORMALS @ course
    centres = board.grid_points[: len(board.hexes)]
    room = REACHES - (start - centres) @ NORMALS.T
    with np.errstate(divide="ignore", invalid="ignore"):
        at = room / slope
    enters = np.where(slope < 0, at, -np.inf)
    leaves = np.where(slope > 0, at, np.inf)
    low = np.maximum(enters.max(axis=1), 0.0)
    high = np.minimum(leaves.min(axis=1), 1.0)
    beside = (slope == 0) & (room == 0)
    held = (low < high) & ~((slope == 0) & (room < 0)).any(axis=1)
    along_spines = bool((slope == 0).any())
    found: list[_Stretch] = []
    reached = 0.0
    for here in sorted(np.flatnonzero(held).tolist(), key=lambda n: (low[n], n)):
        if low[here] > reached:
            found.append((float(low[here]), -1, -1, 0))
        if high[here] <= reached:
            continue
        reached = float(high[here])
        if beside[here].any():
            side = int(np.flatnonzero(beside[here])[0])
            found.append((reached, here, int(board.neighbours[here, side]), ALONG))
            continue
        gates = (enters[here] == low[here]) & (low[here] > 0)
        gates |= (leaves[here] == high[here]) & (high[here] < 1)
        rim = OVER_RIM if not along_spines and (rims[here][gates] > 0).any() else 0
        found.append((reached, here, -1, rim))
    met = (low == high) & (low > 0) & (high < 1) & ~((slope == 0) & (room <= 0)).any(axis=1)
    touched = []
    for here in np.flatnonzero(met).tolist():
        offset = np.rint(start + low[here] * course - centres[here]).astype(np.int64).tolist()
        corner = CORNERS.index(tuple(offset))
        touched.append((float(low[here]), here, -1, TOUCHED | corner << VERTEX_FROM))
    return (found if reached == 1.0 else [*found, (1.0, -1, -1, 0)]), touched


def _with_touched(found: list[_Stretch], touched: list[_Stretch], grace: float) -> list[_Stretch]:
    """Put in the hexes that are only touched, between those that the line goes from and into."""
    for at, here, twin, mark in touched:
        begins = [0.0, *(end for end, *_ in found)]
        place = next(n for n, begin in enumerate(begins) if begin >= at - grace - 1e-12)
        found = [*found[:place], (begins[place], here, twin, mark), *found[place:]]
    return found


def _with_grace(found: list[_Stretch], own: tuple[int, int], grace: float) -> list[_Stretch]:
    """Let what lies as near to an end's own hex as the drawing is good count as in that hex."""
    if not grace or not found:
        return found
    first = found[0]
    if first[1] == own[0] and first[3] != ALONG:
        reach = min(first[0] + grace, found[1][0]) if len(found) > 1 else first[0]
        found = [(reach, *first[1:]), *found[1:]]
    else:
        found = [(min(grace, first[0] / 2), own[0], -1, 0), *found]
    last = found[-1]
    before = found[-2][0] if len(found) > 1 else 0.0
    if last[1] == own[1] and last[3] != ALONG:
        if len(found) > 1:
            begun = max(before - grace, found[-3][0] if len(found) > 2 else 0.0)
            found = [*found[:-2], (begun, *found[-2][1:]), last]
        return found
    begun = max(1.0 - grace, (before + 1.0) / 2)
    return [*found[:-1], (begun, *last[1:]), (1.0, own[1], -1, 0)]


def _foot(board: Board, point: int, own: int, here: int, length: float) -> float:
    """Tell how far along the line the centre dot of a hex is that adjoins an end's own hex, else -1."""
    if here < 0 or here not in board.neighbours[own]:
        return -1.0
    return float(np.linalg.norm(board.points[here] - board.points[point])) / length
