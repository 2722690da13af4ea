"""Traces sight lines over a board drawn as pixels.

A line touches a pixel when it crosses the pixel's inside; a line that runs exactly along the border of
two rows of pixels touches both. A pixel across a hexside counts in the hex in which the line runs
through more of it, and in the other one only where the line meets the same beyond it: what ends within
a pixel of a hexside hinders once (A6.7). What is as much in either hex counts where it goes on, or else
in both. So a line is traced alike in both directions and on a board turned by 180 degrees. The walk over
pixels is that of Amanatides and Woo (Eurographics 1987), with leaps: each pixel knows for each octant of
directions how far ahead all looks alike.

A line may be left off at what is known to block all sight lines along it (``Stops``). Nothing behind
that changes what is said of a line: neither verdict nor the rule named, which is that of the first run
from end A that blocks. So it is walked no farther than the end of that run.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from mmap import mmap
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.kernels import (
    Bools,
    Floats,
    Int16s,
    Int32s,
    Int64s,
    Octants,
    Uint8s,
    Uint16s,
    Uint32s,
    suited,
)
from hexcourt.facts.tracing.hex_lines import Stretches
from hexcourt.facts.tracing.touched import ALONG, NEAR_A, TOUCHED, Ends, Runs

# --- Packed pixels --------------------------------------------------------------------------------


PACK_COMPILED_FROM = 40
"""Pixels for which compiled packing repays its loading."""

TOLERANCE = 1e-9
"""What is nearer than so many pixels is on the spot."""

LEAP_BITS, DEEP = 7, 128
"""A packed pixel: how far the line may leap, whether it lies deep, and above that its code."""

MAX_KEPT = 64 << 20
"""So many bytes may be kept packed for all octants at once."""

_NONE = np.zeros((0, 0), dtype=np.uint32)


class PackedPixels:
    """Pixels that are packed for the lines of an octant once some go there."""

    def __init__(self, codes: npt.NDArray[np.uint16]) -> None:
        self._codes = codes
        self._packed = [_NONE] * 8
        self._locks = [Lock() for _ in self._packed]

    def towards(self, octants: Iterable[int]) -> Octants:
        """Return the pixels packed for the lines of some octants at least."""
        for octant in octants:
            with self._locks[octant]:
                if self._packed[octant] is _NONE:
                    self._packed[octant] = pack(self._codes, octant)
        return tuple(self._packed)

    def forget(self, octant: int) -> None:
        """Release the memory that pixels take packed for the lines of an octant, where it is much."""
        if not self.all_kept:
            self._packed[octant] = _NONE

    @property
    def all_kept(self) -> bool:
        """Return whether there is room for the pixels packed for all octants at once."""
        return 8 * 4 * self._codes.size <= MAX_KEPT


def octants_of(courses: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Number the octants that lines go to: 4 for steep, 2 for leftward, 1 for upward, added up."""
    across, down = courses[:, 0], courses[:, 1]
    steep = np.abs(down) > np.abs(across)
    return 4 * steep + 2 * (across < -TOLERANCE) + (down < -TOLERANCE)


def pack(codes: npt.NDArray[np.uint16], octant: int) -> npt.NDArray[np.uint32]:
    """Pack the pixels for the lines of an octant of directions (``octants_of``).

    The leap of a pixel is the number of columns (of rows, for steep lines) over which all that a line
    of this octant can meet looks like the pixel. A pixel is deep when all eight round it look alike.
    """
    room = mmap(-1, max(1, 4 * codes.size))  # given back at once, unlike what threads allocate
    packed = np.frombuffer(room, dtype=np.uint32, count=codes.size).reshape(codes.shape)
    suited(_pack, codes.size, PACK_COMPILED_FROM)(
        codes, octant & 4 > 0, octant & 2 > 0, octant & 1 > 0,
        np.zeros(codes.shape[1], np.uint8), packed,
    )  # fmt: skip
    return packed


def pack_single(codes: npt.NDArray[np.uint16]) -> Octants:
    """Pack the pixels for going from one to the next, without leaps, for lines of all octants."""
    packed: npt.NDArray[np.uint32] = np.left_shift(codes, LEAP_BITS + 1, dtype=np.uint32)
    packed |= 1
    return (packed,) * 8


def _pack(
    codes: Uint16s, steep: bool, leftward: bool, upward: bool, leaps: Uint8s, packed: Uint32s
) -> None:
    """Pack the pixels for one octant, from the rows that lines go to back to those that they come from.
    A kernel; ``leaps`` are zeros, one for each column.

    A line right and down goes down by no more than it goes right, so from pixel (y, x) it meets rows y
    to y + 1 in the same column, rows y to y + 2 in the next, and so on; 1 at the least, 127 at the most.
    """
    height, width = codes.shape
    to_x = -1 if leftward else 1
    to_y = -1 if upward else 1
    # leaps are those of the row ahead, and behind x of this one
    for row in range(height):
        y = row if upward else height - 1 - row
        before = 0  # the leap of the pixel ahead in this row
        beyond = 0  # the same in the row ahead
        for column in range(width):
            x = column if leftward else width - 1 - column
            code = codes[y, x]
            leap = 0
            below = int(leaps[x])
            deep = 0
            if row > 0 and column > 0:
                down = codes[y + to_y, x] == code
                across = codes[y, x + to_x] == code
                both = codes[y + to_y, x + to_x] == code
                if across if steep else down:
                    leap = 1
                    if both and (down if steep else across):
                        leap = min(below if steep else before, beyond, 126) + 1
                if down and across and both and row < height - 1 and column < width - 1:
                    back_y = y - to_y
                    back_x = x - to_x
                    if (
                        codes[back_y, back_x] == code
                        and codes[back_y, x] == code
                        and codes[back_y, x + to_x] == code
                        and codes[y, back_x] == code
                        and codes[y + to_y, back_x] == code
                    ):
                        deep = DEEP
            beyond = below
            before = leap
            leaps[x] = leap
            packed[y, x] = (int(code) << (LEAP_BITS + 1)) | deep | (leap if leap > 0 else 1)


NOWHERE = -1
"""Where lines go on, whatever else they touch there."""

AT_HEXSIDE = 1 << 20
"""Added to what is of a hexside: it is known what becomes of it where both ends are ``FAR`` from it."""

FAR = 4
"""So many hexes away no hexside of an end's hex, or at the far end of its hexspines, is touched."""

COMPILE_FROM = 40
"""Lines for which the compiled walk repays its loading."""


Renumbered = tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64]]
"""What the numbers of pixels mean in some worlds, shape (worlds, numbers); the world of each line."""

_AS_THEY_ARE = np.arange(1 << 16, dtype=np.uint16)[None]


@dataclass(frozen=True, eq=False)
class Stops:
    """What blocks which sight lines.

    ``blocks`` tells, for a kind of ends, a level above the lower end (128 more) and a terrain, whether
    touching it blocks. ``sight`` and ``low`` are kind of ends and lower level of each sight line, in the
    order of the traced lines, of which line ``n`` has those from ``sights_from[n]`` on. ``stop_at``
    says about each touchable its level (128 more) and terrain packed, ``NOWHERE`` where lines go
    on, with ``AT_HEXSIDE`` added to what is of a hexside; ``built`` which are of buildings,
    ``plain_hex`` in which hexes nothing else applies; ``places`` are those of the hexes,
    ``end_hexes`` the hexes at the ends of the traced lines.

    Near end A more counts: ``near`` has what blocks there (``near_slots``), ``a_lower`` tells for each
    sight line whether end A is the lower one, ``levels`` are those of the hexes, ``side_at`` is the
    hexside of each touchable, ``sides`` the hexes round each hexside.
    """

    blocks: npt.NDArray[np.bool_]
    low: npt.NDArray[np.int64]
    sight: npt.NDArray[np.int64]
    sights_from: npt.NDArray[np.int64]
    stop_at: npt.NDArray[np.int64]
    built: npt.NDArray[np.bool_]
    plain_hex: npt.NDArray[np.bool_]
    places: npt.NDArray[np.int64]
    end_hexes: npt.NDArray[np.int64]
    near: npt.NDArray[np.int64]
    a_lower: npt.NDArray[np.bool_]
    levels: npt.NDArray[np.int32]
    side_at: npt.NDArray[np.int32]
    sides: npt.NDArray[np.int32]

    @property
    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """List the arrays in the order in which the walk takes them."""
        return (
            self.blocks, self.low, self.sight, self.sights_from,
            self.stop_at, self.built, self.plain_hex, self.places, self.end_hexes,
            self.near, self.a_lower, self.levels, self.side_at, self.sides,
        )  # fmt: skip

    @classmethod
    def none(cls, lines: int) -> Stops:
        """Stop none of some traced lines."""
        no_number, nothing = np.zeros(0, np.int64), np.zeros(0, np.bool_)
        return cls(
            np.zeros((0, 0, 0), np.bool_), no_number, no_number, np.zeros(lines + 1, np.int64),
            no_number, nothing, nothing, np.zeros((0, 2), np.int64), np.zeros((0, 2), np.int64),
            no_number, nothing, np.zeros(0, np.int32), np.zeros(0, np.int32),
            np.zeros((0, 4), np.int32),
        )  # fmt: skip


SLOTS = 1 << 13
"""In how many slots the walk looks up what blocks near an end; what finds none is walked past."""


def trace_raster(
    packed: Octants,
    ends: Ends,
    centres: npt.NDArray[np.float64],
    stretches: Stretches,
    inherent: tuple[int, npt.NDArray[np.bool_]],
    shifts: npt.NDArray[np.float64],
    renumbered: Renumbered | None = None,
    stops: Stops | None = None,
    depths: bool = True,
) -> Runs:
    """Trace lines between hex centres, each thread moved by its ``shifts`` in pixels (lines, 2).

    ``packed`` holds the pixels as ``pack`` or ``pack_single`` gives them; ``inherent`` is the code for
    a hex's inherent terrain, and which hexes have any. Pixels may mean something else to each line:
    ``renumbered`` tells so. Lines are left off at what blocks them as ``stops`` tells. Without
    ``depths`` it is not given how deep they go.
    """
    terrain_of, world_of = renumbered or (_AS_THEY_ARE, np.zeros(len(ends), np.int64))
    walk = suited(_walk, len(ends), COMPILE_FROM)
    most = (
        8 * max(sum(each.shape) for each in packed) + 64
    )  # runs of one line: two lanes and two flanks, each twice
    room = 48 * len(ends) + most
    starts = np.zeros(len(ends) + 1, np.int64)
    cut = np.zeros(len(ends), np.bool_)
    stopping = (Stops.none(len(ends)) if stops is None else stops).arrays
    found: list[npt.NDArray[Any]] = [
        np.empty(room, kind) for kind in (np.int16, np.uint16, np.uint8, np.uint8)
    ]
    line = 0
    while line < len(ends):
        line = walk(
            packed, terrain_of, world_of, *inherent, ends, centres,
            stretches.starts, stretches.ends, stretches.hexes, stretches.twins,
            stretches.marks, shifts, *stopping, cut, depths, most, line, starts, *found,
        )  # fmt: skip
        if line < len(ends):
            found = [np.concatenate([part, np.empty_like(part)]) for part in found]
    hexes, codes, marks, deep = (part[: starts[-1]] for part in found)
    return Runs(starts, hexes, codes, marks, deep, cut=cut)


def _walk(
    packed: Octants, terrain_of: Uint16s, world_of: Int64s, inherent_code: int, filled: Bools,
    ends: Int32s, centres: Floats, stretch_starts: Int64s, stretch_end: Floats, stretch_hex: Int16s,
    stretch_twin: Int16s, stretch_mark: Uint8s, shifts: Floats,
    blocks: Bools, low: Int64s, sight: Int64s, sights_from: Int64s, stop_at: Int64s, built: Bools,
    plain_hex: Bools, places: Int64s, end_hexes: Int64s, near_slots: Int64s, a_lower: Bools,
    levels: Int32s, side_at: Int32s, sides: Int32s, cut: Bools,
    depths: bool, most: int, first: int, starts: Int64s,
    out_hex: Int16s, out_code: Uint16s, out_mark: Uint8s, out_depth: Uint8s,
) -> int:  # fmt: skip
    """Walk the lines from number ``first`` on, until all are done or there is no room for ``most``
    more runs; return the number of the next line. A kernel.
    """
    tiny, nudge = 1e-12, TOLERANCE
    lines = len(ends)
    last_code = np.full(2, -1, np.int64)  # in each lane, what the stretch before ended with,
    last_from = np.zeros(2, np.float64)  # and from where on
    count = starts[first]
    room = out_hex.shape[0]
    for line in range(first, lines):
        starts[line] = count
        if count + most > room:
            return line
        world = world_of[line]
        ax = centres[ends[line, 0], 0]
        ay = centres[ends[line, 0], 1]
        dx = centres[ends[line, 1], 0] - ax
        dy = centres[ends[line, 1], 1] - ay

        # the pixels along each stretch, leaping over all that look alike
        sx = ax + shifts[line, 0]
        sy = ay + shifts[line, 1]
        # which way the line goes: 1, -1 or 0; a line along a border of pixels has a lane on each side
        way_x = 1 if dx > nudge else (-1 if dx < -nudge else 0)
        way_y = 1 if dy > nudge else (-1 if dy < -nudge else 0)
        inverse_x = 1 / dx if way_x != 0 else 0.0
        inverse_y = 1 / dy if way_y != 0 else 0.0
        # the longest that the line runs through one pixel
        span = min(abs(inverse_x) if way_x != 0 else 2.0, abs(inverse_y) if way_y != 0 else 2.0)
        border_x = way_x == 0 and abs(sx - np.rint(sx)) < nudge
        border_y = way_y == 0 and abs(sy - np.rint(sy)) < nudge
        # a point on a border belongs to the pixel that the line goes into; pixels count from 4 so that
        # cutting off decimals always rounds down
        from_x = sx + 4 + (nudge if way_x >= 0 else -nudge)
        from_y = sy + 4 + (nudge if way_y >= 0 else -nudge)
        steep = abs(dy) > abs(dx)
        pixels = packed[(4 if steep else 0) + (2 if way_x < 0 else 0) + (1 if way_y < 0 else 0)]
        height, width = pixels.shape
        ahead_x = 0 if way_x >= 0 else 1
        ahead_y = 0 if way_y >= 0 else 1
        begin = 0.0
        own_a = stretch_hex[stretch_starts[line]]
        own_b = stretch_hex[stretch_starts[line + 1] - 1]
        # which of the sight lines along this line are blocked so far, and whether all are
        lot = sights_from[line + 1] - sights_from[line]
        stopped = 0
        all_stopped = (1 << lot) - 1 if 0 < lot < 62 else 0
        outside_a = False  # of buildings that the line leaves end A by
        # up to which stretch it leaves buildings before end B, -1 until it is looked up
        outside_b = -1
        whole = 0
        if all_stopped > 0:
            a_c = places[end_hexes[line, 0], 0]
            a_h = places[end_hexes[line, 0], 1]
            b_c = places[end_hexes[line, 1], 0]
            b_h = places[end_hexes[line, 1], 1]
            gap_c = abs(b_c - a_c)
            whole = gap_c + max(0, (abs(b_h - a_h) - gap_c) // 2)
        for stretch in range(stretch_starts[line], stretch_starts[line + 1]):
            finish = stretch_end[stretch]
            mark = stretch_mark[stretch]
            here = stretch_hex[stretch]
            twin = stretch_twin[stretch]
            if stopped > 0 and stopped == all_stopped:
                cut[line] = True
                break
            if mark & TOUCHED:
                # B.6: inherent terrain fills the vertex that the line runs through
                if filled[here]:
                    out_hex[count] = here
                    out_code[count] = inherent_code
                    out_mark[count] = mark
                    out_depth[count] = 1
                    count += 1
                continue
            apart = False  # from both ends, where lines may be left off
            far = False
            near = False  # end A, and far from end B
            if whole > 2 and here >= 0 and mark <= NEAR_A and twin < 0 and plain_hex[here]:
                gap_c = abs(places[here, 0] - a_c)
                to_a = gap_c + max(0, (abs(places[here, 1] - a_h) - gap_c) // 2)
                gap_c = abs(places[here, 0] - b_c)
                to_b = gap_c + max(0, (abs(places[here, 1] - b_h) - gap_c) // 2)
                apart = mark == 0 and 2 <= to_a < whole and 2 <= to_b < whole
                far = apart and to_a >= FAR and to_b >= FAR
                near = to_a < 2 and to_b >= FAR
            for lane in range(2 if border_x or border_y else 1):
                seen = -1
                seen_from = begin
                deepest = 0
                t = begin
                while t < finish - tiny:
                    x = int(from_x + t * dx) - 4
                    y = int(from_y + t * dy) - 4
                    if lane == 1:
                        x -= 1 if border_x else 0
                        y -= 1 if border_y else 0
                    leap = 1
                    if 0 <= x < width and 0 <= y < height:
                        pixel = int(pixels[y, x])
                        leap = pixel & 127
                        code = terrain_of[world, pixel >> 8]
                        deep = 2 if pixel & 128 or not depths else 1
                        lost = False
                        if leap == 1 and code != seen and (t <= begin or finish - t < span):
                            # what may lie across a hexside, to the stretch before or the one after,
                            # from where to where the line runs through it
                            amid = here >= 0 and twin < 0 and here != own_a and here != own_b
                            across_in = amid and t <= begin
                            if across_in:
                                beside = stretch_hex[stretch - 1]
                                across_in = beside >= 0 and beside != here and beside != own_a
                                across_in = across_in and stretch_twin[stretch - 1] < 0
                                across_in = across_in and stretch_mark[stretch - 1] & TOUCHED == 0
                            across_out = amid and finish - t < span
                            if across_out:
                                beside = stretch_hex[stretch + 1]
                                across_out = beside >= 0 and beside != here and beside != own_b
                                across_out = across_out and stretch_twin[stretch + 1] < 0
                                across_out = across_out and stretch_mark[stretch + 1] & TOUCHED == 0
                            entry = -1.0
                            exit_at = 2.0
                            if way_x != 0:
                                entry = (x + ahead_x - sx) * inverse_x
                                exit_at = (x + ahead_x + way_x - sx) * inverse_x
                            if way_y != 0:
                                entry = max(entry, (y + ahead_y - sy) * inverse_y)
                                exit_at = min(exit_at, (y + ahead_y + way_y - sy) * inverse_y)
                            comes_in = across_in and entry < begin - tiny
                            comes_in = comes_in and exit_at < finish + tiny
                            goes_out = across_out and entry > begin - tiny
                            goes_out = goes_out and exit_at > finish + tiny
                            if comes_in and stretch >= 2:
                                comes_in = entry > stretch_end[stretch - 2] - tiny
                            if goes_out:
                                goes_out = exit_at < stretch_end[stretch + 1] + tiny
                            if comes_in or goes_out:
                                here_share = exit_at - begin if comes_in else finish - entry
                                there_share = exit_at - entry - here_share
                                next_x = int(from_x + exit_at * dx) - 4
                                next_y = int(from_y + exit_at * dy) - 4
                                if lane == 1:
                                    next_x -= 1 if border_x else 0
                                    next_y -= 1 if border_y else 0
                                goes_on = 0 <= next_x < width and 0 <= next_y < height
                                if goes_on:
                                    ahead = pixels[next_y, next_x] >> 8
                                    goes_on = terrain_of[world, ahead] == code
                                less = here_share < there_share - nudge
                                even = abs(here_share - there_share) <= nudge
                                if comes_in:
                                    before = last_code[lane] == code
                                    before = before and last_from[lane] < entry + tiny
                                    lost = not goes_on and (less or (even and before))
                                else:
                                    lost = less or (even and goes_on)
                        if code == seen:
                            if deep > deepest:
                                deepest = deep
                                out_depth[count - 1] = deepest
                        elif here >= 0 and not lost:
                            if stopped > 0 and stopped == all_stopped:
                                break
                            if all_stopped > 0 and not built[code]:
                                outside_a = True
                            stop = stop_at[code] if apart or near else NOWHERE
                            beside_a = 0
                            if stop >= AT_HEXSIDE:
                                stop = stop - AT_HEXSIDE if far or near else NOWHERE
                                if near:
                                    for corner in range(4):
                                        if sides[side_at[code], corner] == end_hexes[line, 0]:
                                            beside_a = 1 if corner < 2 else 2
                            if near and to_a == 0 and beside_a == 0:
                                stop = NOWHERE
                            if stop >= 0:
                                if built[code] and outside_b < 0:
                                    outside_b = 0
                                    for after in range(stretch_starts[line + 1] - 1, stretch, -1):
                                        middle = (stretch_end[after - 1] + stretch_end[after]) / 2
                                        at_x = int(from_x + middle * dx) - 4
                                        at_y = int(from_y + middle * dy) - 4
                                        open_there = stretch_hex[after] >= 0
                                        for near_y in range(
                                            max(0, at_y - 1), min(height, at_y + 2)
                                        ):
                                            for near_x in range(
                                                max(0, at_x - 1), min(width, at_x + 2)
                                            ):
                                                if built[pixels[near_y, near_x] >> 8]:
                                                    open_there = False
                                        if open_there:
                                            outside_b = after
                                            break
                                if not built[code] or (outside_a and stretch < outside_b):
                                    for each in range(lot):
                                        number = sights_from[line] + each
                                        level = (stop >> 8) - low[number]
                                        if near:  # as near_slots puts them
                                            base = (
                                                levels[here] - low[number] if mark == NEAR_A else 0
                                            )
                                            key = (sight[number] * 256 + level) * 256 + base + 128
                                            key = (key * 256 + (stop & 255)) * 4 + beside_a
                                            key = key * 4 + (2 if to_a == 0 else mark)
                                            key = key * 2 + (1 if a_lower[number] else 0)
                                            key = key * 2 + (1 if to_b >= whole else 0)
                                            slot = (key ^ (key >> 13) ^ (key >> 26)) & (SLOTS - 1)
                                            if near_slots[slot] == key:
                                                stopped |= 1 << each
                                        elif blocks[sight[number], level, stop & 255]:
                                            stopped |= 1 << each
                            seen = code
                            seen_from = t
                            deepest = deep
                            for flank in (here, twin):
                                if flank < 0:
                                    continue
                                if mark & ALONG and filled[flank]:
                                    # B.6: inherent terrain fills the hexside along which the line runs
                                    out_hex[count] = flank
                                    out_code[count] = inherent_code
                                    out_mark[count] = mark
                                    out_depth[count] = deep
                                    count += 1
                                out_hex[count] = flank
                                out_code[count] = code
                                out_mark[count] = mark
                                out_depth[count] = deep
                                count += 1
                    begun = t
                    if steep:
                        t = (y + ahead_y + way_y * leap - sy) * inverse_y
                    else:
                        t = (x + ahead_x + way_x * leap - sx) * inverse_x
                    if leap == 1:
                        other = 2.0
                        if steep:
                            if way_x != 0:
                                other = (x + ahead_x + way_x - sx) * inverse_x
                        elif way_y != 0:
                            other = (y + ahead_y + way_y - sy) * inverse_y
                        t = min(t, other)
                    if leap > 2 and deepest == 1:
                        # look half-way whether the line goes deep into what it leaps over
                        middle = (begun + min(t, finish)) / 2
                        x = int(from_x + middle * dx) - 4
                        y = int(from_y + middle * dy) - 4
                        if 0 <= x < width and 0 <= y < height and pixels[y, x] & 128:
                            deepest = 2
                            out_depth[count - 1] = 2
                last_code[lane] = seen
                last_from[lane] = seen_from
            begin = finish
        if stopped > 0 and stopped == all_stopped:
            cut[line] = True
    starts[lines] = count
    return lines
