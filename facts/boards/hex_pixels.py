"""Looks at the pixels of single hexes: the ground beside a depression, and what grows at its sides."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Raster
from hexcourt.facts.boards.terrain import amid, kind_of
from hexcourt.facts.geometry.hexes import Owners

_LOW = ("depression", "water", "bridge")
"""The kinds of terrain that lie lower or higher than the ground."""

MIN_SHARE = 20
"""What part of a hex is covered at least by what grows there: less is a neighbour's edge."""


@dataclass(frozen=True, eq=False)
class HexPixels:
    """The pixels of a board's hexes."""

    board: Board
    raster: Raster

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self.board.layout, self.board.places.astype(np.int64))

    def owners_of(
        self, xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Number the hexes in which pixels lie, -1 for none."""
        return self._owners.at(xs + 0.5, ys + 0.5)

    def of(self, number: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the columns and rows of the pixels of a hex."""
        reach = np.abs(self.board.layout.corner_offsets()).max(axis=0)
        centre, extent = self.board.centres[number], self.raster.terrain.shape
        begin = np.maximum(np.floor(centre - reach), 0).astype(np.int64)
        end = np.minimum(np.ceil(centre + reach) + 1, extent).astype(np.int64)
        xs, ys = np.meshgrid(*(np.arange(a, b) for a, b in zip(begin, end, strict=True)))
        xs, ys = xs.ravel(), ys.ravel()
        ours = self.owners_of(xs, ys) == number
        return xs[ours], ys[ours]


def ground_levels(board: Board) -> npt.NDArray[np.int32]:
    """Return the level of each hex: that of its centre dot, but where this lies IN a depression the one
    that most of the ground drawn in the hex has (B19.2).
    """
    found = np.array([record.level for record in board.hexes], dtype=np.int32)
    if board.raster is None:
        return found
    raster, pixels = board.raster, HexPixels(board, board.raster)
    low = np.array([kind_of(term) in _LOW for term in raster.terms])
    for number, record in enumerate(board.hexes):
        if record.bed != record.level:
            continue
        at = pixels.of(number)
        drawn = raster.level[at][~low[raster.terrain[at]]]
        if len(drawn):
            levels, counts = np.unique(drawn, return_counts=True)
            found[number] = levels[counts == counts.max()].max()
    return found


def overgrown(board: Board, raster: Raster, grown: Collection[tuple[str, str]]) -> Raster:
    """Return a drawing in which depressions hold what grows at their sides; ``grown`` are pairs of a
    depression and what may grow there (B19.21).
    """
    places = {term: number for number, term in enumerate(raster.terms)}
    pairs = [(low, up) for low, up in sorted(grown) if low in places and up in places]
    if not pairs:
        return raster
    lows, ups = (sorted({pair[side] for pair in pairs}) for side in (0, 1))
    drawn = np.isin(raster.terrain, [places[each] for each in lows])
    xs, ys = np.nonzero(drawn)
    pixels, terms, terrain = HexPixels(board, raster), list(raster.terms), raster.terrain.copy()
    for number in np.unique(pixels.owners_of(xs, ys)).tolist():
        if number < 0:
            continue
        at = pixels.of(number)
        shown = np.bincount(raster.terrain[at], minlength=len(raster.terms))
        up = max(ups, key=lambda term: (shown[places[term]], term))
        if MIN_SHARE * shown[places[up]] < len(at[0]):
            continue
        for low in lows:
            if (low, up) not in pairs:
                continue
            if (term := amid(low, up)) not in terms:
                terms.append(term)
            here = raster.terrain[at] == places[low]
            terrain[at[0][here], at[1][here]] = terms.index(term)
    return Raster(tuple(terms), terrain, raster.level)
