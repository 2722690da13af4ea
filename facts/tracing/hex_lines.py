"""Finds the hexes along sight lines, from the grid alone.

Lines that run along hexspines and hexsides are found exactly; there both flanking hexes count. The
drawing is good to a pixel: what lies within ``grace`` of an end's own hex counts as in that hex.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.kernels import Floats, Int16s, Int32s, Int64s, Uint8s, suited
from hexcourt.facts.boards.board import Board
from hexcourt.facts.geometry.hexes import CORNERS
from hexcourt.facts.tracing.touched import (
    ALONG,
    NEAR_A,
    NEAR_B,
    OVER_RIM,
    TOUCHED,
    VERTEX_FROM,
    Ends,
)

COMPILE_FROM = 2000
"""Lines for which the compiled walk repays its loading."""


@dataclass(frozen=True, eq=False)
class Stretches:
    """Stretches of lines: line ``n`` has ``starts[n]`` to ``starts[n + 1]``, in order from A to B.

    Each ends at the parameter ``ends`` (0 at A, 1 at B) and lies in the hex ``hexes``; along a hexside
    also in ``twins`` (-1: none). ``marks`` are those of runs. A hex of the board that a line
    only touches, at a vertex, is a stretch without length.
    """

    starts: npt.NDArray[np.int64]
    ends: npt.NDArray[np.float64]
    hexes: npt.NDArray[np.int16]
    twins: npt.NDArray[np.int16]
    marks: npt.NDArray[np.uint8]


def walk_hexes(board: Board, rims: npt.NDArray[np.uint8], ends: Ends, grace: float) -> Stretches:
    """Walk lines between hex centres; ``rims`` flags the hexsides that a depression crosses (h, 6).

    Where a line leaves the hexes of the board, its stretches have no hex (-1) until it comes back.
    """
    walk = suited(_walk_hexes, len(ends), COMPILE_FROM)
    corners = board.layout.corner_offsets()
    places, centres, neighbours = board.surroundings
    known = len(board.hexes)
    rims = np.concatenate([rims, np.zeros((len(places) - known, 6), dtype=rims.dtype)])
    steps = 2 * int(np.ptp(places, axis=0).sum()) + 8  # at most along one line
    scratch = [np.empty(steps, kind) for kind in (np.float64, np.int64, np.int64, np.uint8)]
    room = 24 * len(ends) + 6 * steps
    found: list[npt.NDArray[Any]] = [
        np.empty(room, kind) for kind in (np.float64, np.int16, np.int16, np.uint8)
    ]
    starts = np.zeros(len(ends) + 1, np.int64)
    line = 0
    while line < len(ends):
        line = walk(
            ends, centres, places, neighbours, rims, corners, grace, known,
            *scratch, line, starts, *found,
        )  # fmt: skip
        if line < len(ends):
            found = [np.concatenate([part, np.empty_like(part)]) for part in found]
    parameters, hexes, twins, marks = (part[: starts[-1]].copy() for part in found)
    hexes[hexes >= known] = -1
    twins[twins >= known] = -1
    swapped = (hexes < 0) & (twins >= 0)
    hexes[swapped], twins[swapped] = twins[swapped], -1
    return Stretches(starts, parameters, hexes, twins, marks)


def _walk_hexes(
    ends: Int32s, centres: Floats, places: Int32s, neighbours: Int32s, rims: Uint8s, corners: Floats,
    grace_width: float, known: int,
    step_end: Floats, step_hex: Int64s, step_twin: Int64s, step_mark: Uint8s,
    first: int, starts: Int64s,
    out_end: Floats, out_hex: Int16s, out_twin: Int16s, out_mark: Uint8s,
) -> int:  # fmt: skip
    """Walk the lines from number ``first`` on, until all are done or there may be no room for the
    stretches of one more; return the number of the next line. A kernel.
    """
    tiny = 1e-12
    lines = len(ends)
    most = len(step_hex)
    count = starts[first]

    # outward normals of the hexsides and how far out each lies
    normal_x = np.empty(6, np.float64)
    normal_y = np.empty(6, np.float64)
    reach = np.empty(6, np.float64)
    for side in range(6):
        after = (side + 1) % 6
        normal_x[side] = corners[after, 1] - corners[side, 1]
        normal_y[side] = corners[side, 0] - corners[after, 0]
        reach[side] = normal_x[side] * corners[side, 0] + normal_y[side] * corners[side, 1]

    grace = grace_width * np.sqrt(normal_x[0] ** 2 + normal_y[0] ** 2)
    for line in range(first, lines):
        starts[line] = count
        if count + 3 * most > len(out_end):
            return line
        a = ends[line, 0]
        b = ends[line, 1]
        if a == b:
            continue
        ax = centres[a, 0]
        ay = centres[a, 1]
        dx = centres[b, 0] - ax
        dy = centres[b, 1] - ay
        length = np.sqrt(dx * dx + dy * dy)
        columns = places[b, 0] - places[a, 0]
        half_rows = places[b, 1] - places[a, 1]

        # 1. the hexes along the line, each with the parameter at which the line leaves it
        steps = 0
        spine = -1
        spine_steps = 0
        if half_rows == 0 and columns % 2 == 0:
            spine = 2 if columns > 0 else 5
            spine_steps = abs(columns) // 2
        elif abs(half_rows) == 3 * abs(columns):
            spine_steps = abs(columns)
            if half_rows > 0:
                spine = 3 if columns > 0 else 4
            else:
                spine = 1 if columns > 0 else 0
        if spine >= 0:
            here = a
            for number in range(spine_steps):
                before = (spine + 5) % 6
                one = neighbours[here, before]
                two = neighbours[here, spine]
                step_hex[steps] = here
                step_twin[steps] = -1
                step_end[steps] = (3 * number + 1) / (3 * spine_steps)
                if number == 0:
                    step_end[steps] = min(step_end[steps] + grace_width / length, 1 / spine_steps)
                step_mark[steps] = 0
                steps += 1
                # the far hex is across from one flank; at the edge of the map a flank is missing
                beyond = -1
                if one >= 0:
                    beyond = neighbours[one, spine]
                elif two >= 0:
                    beyond = neighbours[two, before]
                step_hex[steps] = one if one >= 0 else two
                step_twin[steps] = two if one >= 0 else -1
                step_end[steps] = (3 * number + 2) / (3 * spine_steps)
                if number == spine_steps - 1:
                    step_end[steps] -= grace_width / length
                step_mark[steps] = ALONG
                steps += 1
                here = beyond
            step_hex[steps] = b
            step_twin[steps] = -1
            step_end[steps] = 1.0
            step_mark[steps] = 0
            steps += 1
        else:
            here = a
            entered = -1
            while here >= 0 and steps < most - 2:
                best = 2.0
                side_out = -1
                vertex = -1
                px = ax - centres[here, 0]
                py = ay - centres[here, 1]
                for side in range(6):
                    along = normal_x[side] * dx + normal_y[side] * dy
                    if along <= 1e-9:
                        continue
                    t = (reach[side] - normal_x[side] * px - normal_y[side] * py) / along
                    if t < best - tiny:
                        best = t
                        side_out = side
                        vertex = -1
                    elif t < best + tiny and t < 1.0:
                        # through a vertex: take the neighbour on the line's own side of the spine
                        vertex = side if (side_out + 1) % 6 == side else side_out
                        cross = corners[vertex, 0] * dy - corners[vertex, 1] * dx
                        side_out = vertex if cross > 0 else (vertex + 5) % 6
                if here == b or best >= 1.0:
                    best = 1.0
                    side_out = -1
                    vertex = -1
                elif (here == a) != (neighbours[here, side_out] == b):
                    # the ends' own hexes reach out by the grace; adjoining ones have none to spare
                    outward = 1 if here == a else -1
                    along = normal_x[side_out] * dx + normal_y[side_out] * dy
                    best += outward * grace / along
                step_hex[steps] = here
                step_twin[steps] = -1
                step_end[steps] = best
                rim = 0
                if side_out >= 0 and rims[here, side_out]:
                    rim = OVER_RIM
                if entered >= 0 and rims[here, entered]:
                    rim = OVER_RIM
                step_mark[steps] = rim
                steps += 1
                if vertex >= 0:
                    # of the two hexes beyond the vertex the line touches that which it does not enter
                    entered_first = side_out == vertex
                    beside = neighbours[here, (vertex + 5) % 6 if entered_first else vertex]
                    if 0 <= beside < known:
                        corner = (vertex + 2) % 6 if entered_first else (vertex + 4) % 6
                        step_hex[steps] = beside
                        step_twin[steps] = -1
                        step_end[steps] = best
                        step_mark[steps] = TOUCHED | corner << VERTEX_FROM
                        steps += 1
                if side_out < 0:
                    break
                here = neighbours[here, side_out]
                entered = (side_out + 3) % 6

        # 2. stretches of one hex and one mark
        begin = 0.0
        for step in range(steps):
            here = step_hex[step]
            near_a = -1.0
            near_b = 2.0
            if here >= 0:
                hx = centres[here, 0] - ax
                hy = centres[here, 1] - ay
                gap_c = abs(places[here, 0] - places[a, 0])
                gap_h = abs(places[here, 1] - places[a, 1])
                if gap_c + max(0, (gap_h - gap_c) // 2) == 1:
                    near_a = np.sqrt(hx * hx + hy * hy) / length
                gap_c = abs(places[here, 0] - places[b, 0])
                gap_h = abs(places[here, 1] - places[b, 1])
                if gap_c + max(0, (gap_h - gap_c) // 2) == 1:
                    near_b = 1 - np.sqrt((hx - dx) ** 2 + (hy - dy) ** 2) / length
            touched = step_mark[step] & TOUCHED
            while touched or begin < step_end[step] - tiny:
                finish = step_end[step]
                mark = step_mark[step]
                if begin < near_a - tiny:
                    mark |= NEAR_A
                    finish = min(finish, near_a)
                if begin > near_b - tiny:
                    mark |= NEAR_B
                else:
                    finish = min(finish, near_b)
                out_end[count] = finish
                out_hex[count] = here
                out_twin[count] = step_twin[step]
                out_mark[count] = mark
                count += 1
                begin = step_end[step] if touched else finish
                touched = 0
    starts[lines] = count
    return lines


# --- Lines that begin or end at a vertex ----------------------------------------------------------
#
# Centres and vertices are whole numbers in thirds of a column and in half rows. There a hex is what
# lies within ``|y| <= 1``, ``|x + y| <= 2`` and ``|x - y| <= 2`` of its centre, so each line is cut by
# each hex in a fraction of small whole numbers, and equal fractions come out as equal numbers. What
# comes back is as ``hex_walk`` gives it for lines between centre dots (a test holds both equal on
# these).


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
    """Count what lies as near to an end's own hex as the drawing is good as in that hex."""
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
    """Return how far along the line the centre dot of a hex is that adjoins an end's own hex, else
    -1.
    """
    if here < 0 or here not in board.neighbours[own]:
        return -1.0
    return float(np.linalg.norm(board.points[here] - board.points[point])) / length
