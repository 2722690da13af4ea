"""How many storeys buildings have: what a picture's colours do not tell, and its drawing suggests.

Buildings that hang together are one. Where a list tells the type of a hex's building, that counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from hexcourt.facts.boards.records import terrain_codes
from hexcourt.facts.drafting.reading import PictureReading
from hexcourt.facts.drafting.strokes import Codes, Flags, Grid

_SINGLE = (40, 50)
_ROWHOUSE_BAR, _INSIDE_WALLS = 77, (172, 173)
_FACTORIES = {40: 48, 50: 58}
_FACTORY_WALLS = {47: 45, 48: 46, 57: 55, 58: 56}
_ALL_AROUND = np.ones((3, 3), dtype=np.bool_)

MIN_FACTORY = 4
"""The fewest hexes of a building whose bars are walls in a factory; in others they part rowhouses."""

MIN_SQUARE = 4
"""The fewest pixels of a stairwell square."""


@dataclass(frozen=True, eq=False)
class Built:
    """A drawing with its buildings' storeys: terrain codes, a stairway flag a hex, and the hexes whose
    storeys are guessed, by their numbers.
    """

    terrain: Codes
    stairways: Flags
    guessed: frozenset[int]


def with_storeys(read: PictureReading, grid: Grid, listed: Mapping[int, int]) -> Built:
    """Set the storeys of buildings; ``listed`` maps numbers of hexes to the codes of their buildings."""
    terrain = read.terrain.copy()
    points = _points(grid, terrain.shape)
    guessed: set[int] = set()
    for single in _SINGLE:
        mask = np.isin(read.terrain, (single, _ROWHOUSE_BAR, *_INSIDE_WALLS))
        labels, count = ndimage.label(mask, structure=_ALL_AROUND)
        if not count:
            continue
        whole = labels[read.terrain == single]
        built = np.bincount(whole, minlength=count + 1) > 0
        squares = np.bincount(labels[read.stairs & mask], minlength=count + 1) >= MIN_SQUARE
        met = labels[points[..., 0], points[..., 1]]
        places = np.repeat(np.arange(len(met)), met.shape[1])
        hexes = np.bincount(
            np.unique(np.stack([places, met.ravel()]), axis=1)[1], minlength=count + 1
        )
        storeys = np.where(hexes > 1, 1 + squares, np.where(squares, 1, 0))
        storeys[0] = 0
        on = (read.terrain == single) & built[labels]
        terrain[on] = single + storeys[labels[on]]
        walls = np.isin(read.terrain, _INSIDE_WALLS)
        factory = (np.bincount(labels[walls], minlength=count + 1) > 0) & (hexes >= MIN_FACTORY)
        factory[0] = False
        terrain[on & factory[labels]] = _FACTORIES[single]
        terrain[walls & built[labels] & ~factory[labels]] = _ROWHOUSE_BAR
        guessed |= {n for n, row in enumerate(met) if row.any()}
    terrain = _as_listed(terrain, grid, listed, points)
    terrain = _walled(terrain)
    stairways = _stairways(terrain, read.stairs, grid, points)
    return Built(terrain, stairways, frozenset(guessed - set(listed)))


def _points(grid: Grid, shape: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """Return the pixels at the centre and at the hexside points of each hex, shape (hexes, 7, 2)."""
    centres = grid.layout.centres(grid.places)
    offsets = np.concatenate([np.zeros((1, 2)), grid.layout.hexside_points()])
    points = np.floor(centres[:, None, :] + offsets[None]).astype(np.int64)
    found: npt.NDArray[np.int64] = np.clip(points, 0, np.array(shape) - 1)
    return found


def _as_listed(
    terrain: Codes, grid: Grid, listed: Mapping[int, int], points: npt.NDArray[np.int64]
) -> Codes:
    """Set the buildings of listed hexes to the types that are listed."""
    kinds = terrain_codes()
    built = np.zeros(256, dtype=np.bool_)
    built[[n for n, code in kinds.items() if code.kind in ("building", "factory")]] = True
    reach = np.array([float(grid.layout.column_step), float(grid.layout.hex_height)])
    for number, code in listed.items():
        low = np.maximum(0, np.floor(points[number, 0] - reach)).astype(int)
        high = np.ceil(points[number, 0] + reach).astype(int)
        window = np.s_[low[0] : high[0], low[1] : high[1]]
        mine = (grid.owners[window] == number) & built[terrain[window]]
        terrain[window][mine] = code
    return terrain


def _walled(terrain: Codes) -> Codes:
    """Make walls of the outermost pixels of factories."""
    for inside, wall in _FACTORY_WALLS.items():
        mask = terrain == inside
        if mask.any():
            terrain[mask & ~ndimage.binary_erosion(mask, structure=_ALL_AROUND)] = wall
    return terrain


def _stairways(terrain: Codes, stairs: Flags, grid: Grid, points: npt.NDArray[np.int64]) -> Flags:
    """Flag the hexes with a stairwell square, and those whose building has one upper level."""
    one = [n for n, code in terrain_codes().items() if code.kind == "building" and code.upper == 1]
    owners = grid.owners[stairs]
    counts = np.bincount(owners[owners >= 0], minlength=len(grid.places))
    found: Flags = counts >= MIN_SQUARE
    found |= np.isin(terrain[points[:, 0, 0], points[:, 0, 1]], one)
    return found
