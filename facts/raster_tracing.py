"""Traces sight lines over a board drawn as pixels.

A line touches a pixel when it crosses the pixel's inside; a line that runs exactly along the border of
two rows of pixels touches both. A pixel that straddles hexes counts for each of them. So a line is
traced alike in both directions and on a board turned by 180 degrees. The walk over pixels is that of
Amanatides and Woo (Eurographics 1987), with leaps: each pixel knows how far round it all looks alike.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from hexcourt.facts.compiling import suited
from hexcourt.facts.hex_walk import Stretches
from hexcourt.facts.runs import ALONG, Ends, Runs

COMPILE_FROM = 40
"""Lines for which the compiled walk repays its loading."""


def trace_raster(
    codes: npt.NDArray[np.uint16],
    leaps: npt.NDArray[np.uint8],
    ends: Ends,
    centres: npt.NDArray[np.float64],
    stretches: Stretches,
    inherent: tuple[int, npt.NDArray[np.bool_]],
    shifts: npt.NDArray[np.float64],
) -> Runs:
    """Trace lines between hex centres, each thread moved by its ``shifts`` in pixels (lines, 2).

    ``codes`` numbers what each pixel shows and ``leaps`` how far round it all looks alike, both of
    shape (height, width); ``inherent`` is the code for a hex's inherent terrain, and which hexes
    have any.
    """
    walk = suited(_walk, len(ends), COMPILE_FROM)
    return Runs(
        *walk(
            codes, leaps, *inherent, ends, centres,
            stretches.starts, stretches.ends, stretches.hexes, stretches.twins,
            stretches.marks, stretches.entered, shifts,
        )
    )  # fmt: skip


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


def _walk(  # type: ignore[no-untyped-def]
    codes, leaps, inherent_code, filled, ends, centres,
    stretch_starts, stretch_end, stretch_hex, stretch_twin, stretch_mark, entered, shifts,
):  # fmt: skip
    """Walk every line; parallel arrays of runs come back, with the first run of each line."""
    tiny, nudge = 1e-12, 1e-9
    height, width = codes.shape
    lines = ends.shape[0]
    starts = np.zeros(lines + 1, np.int64)
    capacity = 64 * lines + 4096
    out_hex = np.empty(capacity, np.int16)
    out_code = np.empty(capacity, np.uint16)
    out_mark = np.empty(capacity, np.uint8)
    out_depth = np.empty(capacity, np.uint8)
    count = 0

    for line in range(lines):
        starts[line] = count
        ax = centres[ends[line, 0], 0]
        ay = centres[ends[line, 0], 1]
        dx = centres[ends[line, 1], 0] - ax
        dy = centres[ends[line, 1], 1] - ay

        # the pixels along each stretch, leaping over all that look alike
        sx = ax + shifts[line, 0]
        sy = ay + shifts[line, 1]
        inverse_x = 1 / dx if abs(dx) > nudge else 0.0
        inverse_y = 1 / dy if abs(dy) > nudge else 0.0
        border_x = inverse_x == 0.0 and abs(sx - np.rint(sx)) < nudge
        border_y = inverse_y == 0.0 and abs(sy - np.rint(sy)) < nudge
        begin = 0.0
        for stretch in range(stretch_starts[line], stretch_starts[line + 1]):
            finish = stretch_end[stretch]
            mark = stretch_mark[stretch]
            here = stretch_hex[stretch]
            twin = stretch_twin[stretch]
            if count + 8 > capacity:
                capacity *= 2
                grown_hex = np.empty(capacity, np.int16)
                grown_code = np.empty(capacity, np.uint16)
                grown_mark = np.empty(capacity, np.uint8)
                grown_depth = np.empty(capacity, np.uint8)
                grown_hex[:count] = out_hex[:count]
                grown_code[:count] = out_code[:count]
                grown_mark[:count] = out_mark[:count]
                grown_depth[:count] = out_depth[:count]
                out_hex = grown_hex
                out_code = grown_code
                out_mark = grown_mark
                out_depth = grown_depth
            if mark & ALONG and entered[stretch]:
                # B.6: inherent terrain fills the hexside along which the line runs
                for flank in (here, twin):
                    if flank >= 0 and filled[flank]:
                        out_hex[count] = flank
                        out_code[count] = inherent_code
                        out_mark[count] = mark
                        out_depth[count] = 255
                        count += 1
            for lane in range(2 if border_x or border_y else 1):
                seen = -1
                deepest = 0
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
                        if code == seen:
                            deepest = max(deepest, leap)
                            out_depth[count - 1] = deepest
                            if twin >= 0:
                                out_depth[count - 2] = deepest
                        elif here >= 0:
                            seen = code
                            deepest = leap
                            if count + 8 > capacity:
                                capacity *= 2
                                grown_hex = np.empty(capacity, np.int16)
                                grown_code = np.empty(capacity, np.uint16)
                                grown_mark = np.empty(capacity, np.uint8)
                                grown_depth = np.empty(capacity, np.uint8)
                                grown_hex[:count] = out_hex[:count]
                                grown_code[:count] = out_code[:count]
                                grown_mark[:count] = out_mark[:count]
                                grown_depth[:count] = out_depth[:count]
                                out_hex = grown_hex
                                out_code = grown_code
                                out_mark = grown_mark
                                out_depth = grown_depth
                            out_hex[count] = here
                            out_code[count] = code
                            out_mark[count] = mark
                            out_depth[count] = leap
                            count += 1
                            if twin >= 0:
                                out_hex[count] = twin
                                out_code[count] = code
                                out_mark[count] = mark
                                out_depth[count] = leap
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
    return (
        starts,
        out_hex[:count].copy(),
        out_code[:count].copy(),
        out_mark[:count].copy(),
        out_depth[:count].copy(),
    )
