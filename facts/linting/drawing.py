"""A board archive made ready to be looked at: which hex each pixel is in, regions, sample points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import TerrainCode, terrain_codes
from hexcourt.facts.formats.import_archive import board_of, settled, touched
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.geometry.hexes import Owners
from hexcourt.facts.geometry.regions import Numbers, Regions, regions_of

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
        """Return for each of 256 codes whether it is known, and one of the wanted."""
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
        points: npt.NDArray[np.float64] = (
            self.board.centres[:, None, :] + self.board.layout.hexside_points()
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
    """Make an archive ready to be looked at; BadInput where its board cannot be placed out."""
    known = np.array([number in CODES for number in range(256)])
    terrain = np.where(known[archive.terrain], archive.terrain, OPEN_GROUND).astype(np.uint8)
    return Drawing(archive, board_of(replace(archive, terrain=terrain)), terrain)
