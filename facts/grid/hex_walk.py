"""Finds the hexes along sight lines, from the grid alone.

Lines that run along hexspines and hexsides are found exactly; there both flanking hexes count. The
drawing is good to a pixel: what lies within ``grace`` of an end's own hex counts as in that hex.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.compiling import suited
from hexcourt.facts.lines.runs import ALONG, NEAR_A, NEAR_B, OVER_RIM, TOUCHED, VERTEX_FROM, Ends

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
    starts, parameters, hexes, twins, marks = walk(
        ends, centres, places, neighbours, rims, corners, grace, known
    )
    hexes[hexes >= known] = -1
    twins[twins >= known] = -1
    swapped = (hexes < 0) & (twins >= 0)
    hexes[swapped], twins[swapped] = twins[swapped], -1
    return Stretches(starts, parameters, hexes, twins, marks)


def _walk_hexes(ends, centres, places, neighbours, rims, corners, grace_width, known):  # type: ignore[no-untyped-def]
    """Walk every line; parallel arrays of stretches come back."""
    tiny = 1e-12
    lines = ends.shape[0]
    starts = np.zeros(lines + 1, np.int64)
    capacity = 24 * lines + 2048
    out_end = np.empty(capacity, np.float64)
    out_hex = np.empty(capacity, np.int16)
    out_twin = np.empty(capacity, np.int16)
    out_mark = np.empty(capacity, np.uint8)
    count = 0

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
    step_end = np.empty(512, np.float64)
    step_hex = np.empty(512, np.int64)
    step_twin = np.empty(512, np.int64)
    step_mark = np.empty(512, np.uint8)

    for line in range(lines):
        starts[line] = count
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
            while here >= 0 and steps < 510:
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
        if count + 3 * steps > capacity:
            capacity = 2 * capacity + 3 * steps
            grown_end = np.empty(capacity, np.float64)
            grown_hex = np.empty(capacity, np.int16)
            grown_twin = np.empty(capacity, np.int16)
            grown_mark = np.empty(capacity, np.uint8)
            grown_end[:count] = out_end[:count]
            grown_hex[:count] = out_hex[:count]
            grown_twin[:count] = out_twin[:count]
            grown_mark[:count] = out_mark[:count]
            out_end = grown_end
            out_hex = grown_hex
            out_twin = grown_twin
            out_mark = grown_mark

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
    return (
        starts,
        out_end[:count].copy(),
        out_hex[:count].copy(),
        out_twin[:count].copy(),
        out_mark[:count].copy(),
    )
