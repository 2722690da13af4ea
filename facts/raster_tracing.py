"""Traces sight lines over a board drawn as pixels.

The drawing is good to a pixel: what lies within one pixel of an end's own hex counts as in that hex.

A line touches a pixel when it crosses the pixel's inside; a line that runs exactly along the border of
two rows of pixels touches both. Hexes are found from the grid itself, not from pixels, so a line is
traced alike in both directions and on a board turned by 180 degrees. The walk over pixels is that of
Amanatides and Woo (Eurographics 1987), with leaps: each pixel knows how far round it all looks alike.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from hexcourt.facts.compiling import suited
from hexcourt.facts.runs import ALONG, NEAR_A, NEAR_B, OVER_RIM, Ends, Runs

COMPILE_FROM = 3
"""Lines for which the compiled walk repays its loading."""


def trace_raster(
    codes: npt.NDArray[np.uint16],
    leaps: npt.NDArray[np.uint8],
    inherent_code: int,
    ends: Ends,
    hexes: tuple[
        npt.NDArray[np.float64],
        npt.NDArray[np.int32],
        npt.NDArray[np.int32],
        npt.NDArray[np.uint8],
        npt.NDArray[np.bool_],
    ],
    corners: npt.NDArray[np.float64],
    shift: tuple[float, float] = (0.0, 0.0),
) -> Runs:
    """Trace lines between hex centres, the whole thread moved by ``shift`` pixels.

    ``codes`` numbers what each pixel shows, shape (height, width); ``inherent_code`` stands for a hex's inherent terrain.
    ``hexes`` holds centres (h, 2), places (h, 2), neighbours (h, 6), rim flags (h, 6), which tell the
    hexsides that a depression crosses, and which hexes have inherent terrain (h,); ``corners`` the
    vertices round a centre (6, 2).
    """
    walk = suited(_walk, len(ends), COMPILE_FROM)
    starts, found_hexes, found_codes, marks = walk(
        codes, leaps, inherent_code, ends, *hexes, corners, shift[0], shift[1]
    )
    return Runs(starts, found_hexes, found_codes, marks)


def alike_around(codes: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint8]:
    """Measure for each pixel the chessboard distance to the nearest pixel that looks different.

    Pixels off the drawing look different. Two sweeps suffice (Rosenfeld and Pfaltz, JACM 1966).
    """
    return suited(_sweep, codes.size, COMPILE_FROM)(codes)


def _sweep(codes):  # type: ignore[no-untyped-def]
    """Spread the distance from the pixels that have a different neighbour; 255 at most."""
    height, width = codes.shape
    far = np.empty((height, width), np.uint8)
    for y in range(height):
        for x in range(width):
            code = codes[y, x]
            least = 254
            if x == 0 or y == 0 or x == width - 1 or y == height - 1:
                least = 0
            else:
                for j in range(y - 1, y + 2):
                    for i in range(x - 1, x + 2):
                        if codes[j, i] != code:
                            least = 0
                least = min(least, far[y - 1, x - 1], far[y - 1, x], far[y - 1, x + 1])
                least = min(least, far[y, x - 1])
            far[y, x] = least + 1
    for y in range(height - 2, 0, -1):
        for x in range(width - 2, 0, -1):
            least = min(far[y + 1, x - 1], far[y + 1, x], far[y + 1, x + 1], far[y, x + 1])
            far[y, x] = min(far[y, x], least + 1)
    return far


def _walk(codes, leaps, inherent_code, ends, centres, places, neighbours, rims, filled, corners, shift_x, shift_y):  # type: ignore[no-untyped-def]  # noqa: E501
    """Walk every line; parallel arrays of runs come back, with the first run of each line."""
    tiny, nudge = 1e-12, 1e-9
    height, width = codes.shape
    lines = ends.shape[0]
    starts = np.zeros(lines + 1, np.int64)
    capacity = 64 * lines + 4096
    out_hex = np.empty(capacity, np.int16)
    out_code = np.empty(capacity, np.uint16)
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
        grace = np.sqrt(normal_x[side] ** 2 + normal_y[side] ** 2)
        reach[side] = normal_x[side] * corners[side, 0] + normal_y[side] * corners[side, 1]

    step_end = np.empty(512, np.float64)
    step_hex = np.empty(512, np.int64)
    step_twin = np.empty(512, np.int64)
    step_mark = np.empty(512, np.uint8)
    stretch_end = np.empty(2048, np.float64)
    stretch_step = np.empty(2048, np.int64)
    stretch_mark = np.empty(2048, np.uint8)

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
                    step_end[steps] = min(step_end[steps] + 1 / length, 1 / spine_steps)
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
                    step_end[steps] -= 1 / length
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
            while here >= 0 and steps < 511:
                best = 2.0
                side_out = -1
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
                    elif t < best + tiny and t < 1.0:
                        # through a vertex: take the neighbour on the line's own side of the spine
                        vertex = side if (side_out + 1) % 6 == side else side_out
                        cross = corners[vertex, 0] * dy - corners[vertex, 1] * dx
                        side_out = vertex if cross > 0 else (vertex + 5) % 6
                if here == b or best >= 1.0:
                    best = 1.0
                    side_out = -1
                elif here == a:
                    best += grace / (normal_x[side_out] * dx + normal_y[side_out] * dy)
                elif neighbours[here, side_out] == b:
                    best -= grace / (normal_x[side_out] * dx + normal_y[side_out] * dy)
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
                if side_out < 0:
                    break
                here = neighbours[here, side_out]
                entered = (side_out + 3) % 6
        # 2. stretches of one hex and one mark
        stretches = 0
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
            while begin < step_end[step] - tiny:
                finish = step_end[step]
                mark = step_mark[step]
                if begin < near_a - tiny:
                    mark |= NEAR_A
                    finish = min(finish, near_a)
                if begin > near_b - tiny:
                    mark |= NEAR_B
                else:
                    finish = min(finish, near_b)
                stretch_end[stretches] = finish
                stretch_step[stretches] = step
                stretch_mark[stretches] = mark
                stretches += 1
                begin = finish

        # 3. the pixels along each stretch, leaping over all that look alike
        sx = ax + shift_x
        sy = ay + shift_y
        inverse_x = 1 / dx if abs(dx) > nudge else 0.0
        inverse_y = 1 / dy if abs(dy) > nudge else 0.0
        border_x = inverse_x == 0.0 and abs(sx - np.rint(sx)) < nudge
        border_y = inverse_y == 0.0 and abs(sy - np.rint(sy)) < nudge
        begin = 0.0
        for stretch in range(stretches):
            finish = stretch_end[stretch]
            mark = stretch_mark[stretch]
            here = step_hex[stretch_step[stretch]]
            twin = step_twin[stretch_step[stretch]]
            fresh = stretch == 0 or stretch_step[stretch] != stretch_step[stretch - 1]
            if mark & ALONG and fresh:
                # B.6: inherent terrain fills the hexside along which the line runs
                for flank in (here, twin):
                    if flank >= 0 and filled[flank]:
                        out_hex[count] = flank
                        out_code[count] = inherent_code
                        out_mark[count] = mark
                        count += 1
            for lane in range(2 if border_x or border_y else 1):
                seen = -1
                t = begin
                while t < finish - tiny:
                    if inverse_x > 0:
                        x = int(np.floor(sx + t * dx + nudge))
                    elif inverse_x < 0:
                        x = int(np.ceil(sx + t * dx - nudge)) - 1
                    else:
                        x = int(np.floor(sx + nudge)) - (lane if border_x else 0)
                    if inverse_y > 0:
                        y = int(np.floor(sy + t * dy + nudge))
                    elif inverse_y < 0:
                        y = int(np.ceil(sy + t * dy - nudge)) - 1
                    else:
                        y = int(np.floor(sy + nudge)) - (lane if border_y else 0)
                    leap = 1
                    if 0 <= x < width and 0 <= y < height:
                        leap = int(leaps[y, x])
                        code = int(codes[y, x])
                        if code != seen and here >= 0:
                            seen = code
                            if count + 8 > capacity:
                                capacity *= 2
                                grown_hex = np.empty(capacity, np.int16)
                                grown_code = np.empty(capacity, np.uint16)
                                grown_mark = np.empty(capacity, np.uint8)
                                grown_hex[:count] = out_hex[:count]
                                grown_code[:count] = out_code[:count]
                                grown_mark[:count] = out_mark[:count]
                                out_hex = grown_hex
                                out_code = grown_code
                                out_mark = grown_mark
                            out_hex[count] = here
                            out_code[count] = code
                            out_mark[count] = mark
                            count += 1
                            if twin >= 0:
                                out_hex[count] = twin
                                out_code[count] = code
                                out_mark[count] = mark
                                count += 1
                    t = 2.0
                    if inverse_x > 0:
                        t = (x + leap - sx) * inverse_x
                    elif inverse_x < 0:
                        t = (x + 1 - leap - sx) * inverse_x
                    if inverse_y > 0:
                        t = min(t, (y + leap - sy) * inverse_y)
                    elif inverse_y < 0:
                        t = min(t, (y + 1 - leap - sy) * inverse_y)
            begin = finish
    starts[lines] = count
    return starts, out_hex[:count].copy(), out_code[:count].copy(), out_mark[:count].copy()
