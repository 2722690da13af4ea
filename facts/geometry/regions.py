"""Connected regions of equal pixels.

Pixels are first gathered into runs along the second axis; runs that touch are then joined by letting
each take the smallest number that it can reach (pointer jumping, as in Shiloach and Vishkin 1982), all
in whole arrays: some milliseconds for a drawing of a million pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Regions:
    """The regions of a drawing: of each its value, its size, and one of its pixels.

    ``starts`` are the flat numbers of the first pixels of the runs, ``run_of`` the region of each run.
    """

    shape: tuple[int, int]
    starts: Numbers
    run_of: Numbers
    value: npt.NDArray[Any]
    size: Numbers
    at: Numbers

    @cached_property
    def lengths(self) -> Numbers:
        """Count the pixels of each run."""
        return np.diff(np.append(self.starts, self.shape[0] * self.shape[1]))

    @cached_property
    def grid(self) -> Numbers:
        """Number the region of each pixel, in the shape of the drawing."""
        return np.repeat(self.run_of, self.lengths).reshape(self.shape)

    @cached_property
    def _sorted(self) -> Numbers:
        """List the runs by their regions."""
        return np.argsort(self.run_of, kind="stable")

    @cached_property
    def _bounds(self) -> Numbers:
        """Return where in that list each region begins, and where the last ends."""
        return np.searchsorted(self.run_of[self._sorted], np.arange(len(self.size) + 1))

    def pixels(self, region: int) -> tuple[Numbers, Numbers]:
        """List the pixels of a region: their first and their second coordinates."""
        mine = self._sorted[slice(*self._bounds[region : region + 2])]
        flat = np.concatenate(
            [
                np.arange(s, s + n)
                for s, n in zip(self.starts[mine], self.lengths[mine], strict=True)
            ]
        )
        xs, ys = np.divmod(flat, self.shape[1])
        return xs, ys

    def place(self, region: int) -> tuple[int, int]:
        """Return one pixel of a region."""
        x, y = divmod(int(self.at[region]), self.shape[1])
        return x, y


def regions_of(drawing: npt.NDArray[Any], diagonal: bool = True) -> Regions:
    """Find the regions of equal pixels; ``diagonal`` joins pixels that touch at a corner alone, too."""
    width, height = drawing.shape
    flat = drawing.reshape(-1)
    begins = np.ones(width * height, dtype=np.bool_)
    begins[1:] = flat[1:] != flat[:-1]
    begins[::height] = True
    starts = np.flatnonzero(begins)
    value = flat[starts]
    one, other = _touching(starts, width, height, int(diagonal))
    alike = value[one] == value[other]
    roots, run_of = np.unique(_joined(len(starts), one[alike], other[alike]), return_inverse=True)
    lengths = np.diff(np.append(starts, width * height))
    size = np.bincount(run_of, weights=lengths, minlength=len(roots)).astype(np.int64)
    return Regions((width, height), starts, run_of, value[roots], size, starts[roots])


def _touching(starts: Numbers, width: int, height: int, reach: int) -> tuple[Numbers, Numbers]:
    """Pair each run with those of the next column that it touches."""
    ends = np.append(starts[1:], width * height)
    column = starts // height
    one = np.flatnonzero(column < width - 1)
    here = column[one] * height
    low = np.maximum(starts[one] - here - reach, 0) + here + height
    high = np.minimum(ends[one] - here - 1 + reach, height - 1) + here + height
    first = np.searchsorted(starts, low, "right") - 1
    count = np.searchsorted(starts, high, "right") - first
    skipped = np.repeat(np.cumsum(count) - count, count)
    return np.repeat(one, count), np.arange(count.sum()) - skipped + np.repeat(first, count)


def _joined(count: int, one: Numbers, other: Numbers) -> Numbers:
    """Return each of so many things the smallest number of all that are joined to it."""
    found = np.arange(count)
    while len(one):
        np.minimum.at(
            found, np.maximum(found[one], found[other]), np.minimum(found[one], found[other])
        )
        while not np.array_equal(found, shorter := found[found]):
            found = shorter
        apart = found[one] != found[other]
        one, other = one[apart], other[apart]
    return found
