"""A board archive made ready to be looked at: which hex each pixel is in, regions, sample points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.terrain import TerrainCode, terrain_codes
from hexcourt.facts.formats.import_archive import board_of, settled, touched
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.geometry.hexes import Owners

# --- Connected regions of equal pixels ------------------------------------------------------------
#
# Pixels are first gathered into runs along the second axis; runs that touch are then joined by letting
# each take the smallest number that it can reach (pointer jumping, as in Shiloach and Vishkin 1982), all
# in whole arrays: some milliseconds for a drawing of a million pixels.


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


OPEN_GROUND = 0


@dataclass(frozen=True)
class Drawing:
    """An archive, the board that is derived of it, and what checks look at.

    ``terrain`` has the archive's codes, of shape (width, height); unknown ones count as Open Ground.
    """

    archive: Archive
    board: Board
    terrain: npt.NDArray[np.uint8]

    @property
    def level(self) -> npt.NDArray[np.int8]:
        """Return the level of each pixel, in whole levels."""
        return self.archive.elevation

    @cached_property
    def counts(self) -> Numbers:
        """Count the pixels of each code."""
        return np.bincount(self.terrain.ravel(), minlength=256)

    def is_code(self, wanted: Callable[[TerrainCode], bool]) -> npt.NDArray[np.bool_]:
        """Tell of each of 256 codes whether it is known, and one of the wanted."""
        return np.array([n in CODES and wanted(CODES[n]) for n in range(256)])

    def drawn(self, wanted: Callable[[TerrainCode], bool]) -> npt.NDArray[np.bool_]:
        """Return where some terrain is drawn."""
        found: npt.NDArray[np.bool_] = self.is_code(wanted)[self.terrain]
        return found

    @cached_property
    def owners(self) -> npt.NDArray[np.int32]:
        """Number the hex of each pixel, -1 where there is none; shape (width, height)."""
        finder = Owners(self.board.layout, self.board.places.astype(np.int64))
        width, height = self.terrain.shape
        xs, ys = np.arange(width) + 0.5, np.arange(height) + 0.5
        flat = finder.at(np.repeat(xs, height), np.tile(ys, width))
        return flat.reshape(width, height).astype(np.int32)

    @cached_property
    def regions(self) -> Regions:
        """Find the regions of equal terrain."""
        return regions_of(self.terrain)

    @cached_property
    def centre_codes(self) -> npt.NDArray[np.int16]:
        """Read the code at each centre dot."""
        return settled(touched(self.terrain, self.board.centres))

    @cached_property
    def side_points(self) -> npt.NDArray[np.float64]:
        """Return the points just inside the hexsides that are read, shape (hexes, 6, 2)."""
        middles = self.board.layout.hexside_middles()
        inward = 1 - 1 / np.linalg.norm(middles, axis=1)
        points: npt.NDArray[np.float64] = (
            self.board.centres[:, None, :] + (middles * inward[:, None])[None, :, :]
        )
        return points

    @cached_property
    def side_codes(self) -> npt.NDArray[np.int16]:
        """Read the code at each of these points, shape (hexes, 6)."""
        points = self.side_points.reshape(-1, 2)
        return settled(touched(self.terrain, points)).reshape(-1, 6)

    @cached_property
    def by_hex(self) -> Mapping[tuple[int, int], int]:
        """Count the pixels by hex and code."""
        pairs = (self.owners.astype(np.int64) * 256 + self.terrain)[self.owners >= 0]
        counts = np.bincount(pairs.ravel())
        found = np.flatnonzero(counts).tolist()
        return MappingProxyType({divmod(each, 256): int(counts[each]) for each in found})

    def name(self, number: int) -> str:
        """Name a hex by its number."""
        return self.board.hexes[number].name

    def hexes_of(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Name some hexes, in the order of the board, each once."""
        return tuple(self.name(each) for each in sorted({n for n in numbers if n >= 0}))


CODES = terrain_codes()


def drawing_of(archive: Archive) -> Drawing:
    """Make an archive ready to be looked at; BadInput where its board cannot be laid out."""
    known = np.array([number in CODES for number in range(256)])
    terrain = np.where(known[archive.terrain], archive.terrain, OPEN_GROUND).astype(np.uint8)
    return Drawing(archive, board_of(replace(archive, terrain=terrain)), terrain)
