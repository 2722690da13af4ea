"""Packs the pixels of a drawing for tracing: what each shows, and how far ahead all looks alike."""

from __future__ import annotations

from collections.abc import Iterable
from mmap import mmap
from threading import Lock

import numpy as np
import numpy.typing as npt

from hexcourt.facts.compiling import suited

COMPILE_FROM = 40
"""Pixels for which compiled packing repays its loading."""

Octants = tuple[npt.NDArray[np.uint32], ...]
"""The pixels packed for the lines of each of the eight octants (``octants_of``), shape (height, width);
none for octants that no line goes to."""

NUDGE = 1e-9
"""What is nearer than so many pixels is on the spot."""

LEAP_BITS, DEEP = 7, 128
"""A packed pixel: how far the line may leap, whether it lies deep, and above that its code."""

MOST_KEPT = 64 << 20
"""So many bytes may be kept packed for all octants at once."""

_NONE = np.zeros((0, 0), dtype=np.uint32)


class PackedPixels:
    """Pixels that are packed for the lines of an octant once some go there."""

    def __init__(self, codes: npt.NDArray[np.uint16]) -> None:
        self._codes = codes
        self._packed = [_NONE] * 8
        self._locks = [Lock() for _ in self._packed]

    def towards(self, octants: Iterable[int]) -> Octants:
        """Give the pixels packed for the lines of some octants at least."""
        for octant in octants:
            with self._locks[octant]:
                if self._packed[octant] is _NONE:
                    self._packed[octant] = pack(self._codes, octant)
        return tuple(self._packed)

    def forget(self, octant: int) -> None:
        """Give back the room that pixels take packed for the lines of an octant, where it is much."""
        if not self.all_kept:
            self._packed[octant] = _NONE

    @property
    def all_kept(self) -> bool:
        """Tell whether there is room for the pixels packed for all octants at once."""
        return 8 * 4 * self._codes.size <= MOST_KEPT


def octants_of(courses: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Number the octants that lines go to: 4 for steep, 2 for leftward, 1 for upward, added up."""
    across, down = courses[:, 0], courses[:, 1]
    steep = np.abs(down) > np.abs(across)
    return 4 * steep + 2 * (across < -NUDGE) + (down < -NUDGE)


def pack(codes: npt.NDArray[np.uint16], octant: int) -> npt.NDArray[np.uint32]:
    """Pack the pixels for the lines of an octant of directions (``octants_of``).

    The leap of a pixel is the number of columns (of rows, for steep lines) over which all that a line
    of this octant can meet looks like the pixel. A pixel is deep when all eight round it look alike.
    """
    room = mmap(-1, max(1, 4 * codes.size))  # given back at once, unlike what threads allocate
    packed = np.frombuffer(room, dtype=np.uint32, count=codes.size).reshape(codes.shape)
    suited(_pack, codes.size, COMPILE_FROM)(
        codes, octant & 4 > 0, octant & 2 > 0, octant & 1 > 0, packed
    )
    return packed


def pack_single(codes: npt.NDArray[np.uint16]) -> Octants:
    """Pack the pixels for going from one to the next, without leaps, for lines of all octants."""
    packed: npt.NDArray[np.uint32] = np.left_shift(codes, LEAP_BITS + 1, dtype=np.uint32)
    packed |= 1
    return (packed,) * 8


def _pack(codes, steep, leftward, upward, packed):  # type: ignore[no-untyped-def]
    """Pack the pixels for one octant, from the rows that lines go to back to those that they come from.

    A line right and down goes down by no more than it goes right, so from pixel (y, x) it meets rows y
    to y + 1 in the same column, rows y to y + 2 in the next, and so on; 1 at the least, 127 at the most.
    """
    height, width = codes.shape
    to_x = -1 if leftward else 1
    to_y = -1 if upward else 1
    leaps = np.zeros(width, np.uint8)  # of the row ahead, and behind x of this one
    for row in range(height):
        y = row if upward else height - 1 - row
        before = np.uint8(0)  # the leap of the pixel ahead in this row
        beyond = np.uint8(0)  # the same in the row ahead
        for column in range(width):
            x = column if leftward else width - 1 - column
            code = codes[y, x]
            leap = np.uint8(0)
            below = leaps[x]
            deep = 0
            if row > 0 and column > 0:
                down = codes[y + to_y, x] == code
                across = codes[y, x + to_x] == code
                both = codes[y + to_y, x + to_x] == code
                if across if steep else down:
                    leap = np.uint8(1)
                    if both and (down if steep else across):
                        leap = np.uint8(min(below if steep else before, beyond, np.uint8(126)) + 1)
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
            packed[y, x] = (np.uint32(code) << (LEAP_BITS + 1)) | deep | (leap if leap > 0 else 1)
