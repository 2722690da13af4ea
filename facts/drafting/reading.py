"""Terrain and level of every pixel of a picture, cliffs and beds too, as VASL's LOSData has them.

The steps stand in the order in which they are taken. Colours that are known count exactly. What is
printed over the map, and colours that are not known, take what lies around them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, hypot
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from hexcourt.facts.boards.records import terrain_codes
from hexcourt.facts.drafting.palette import AROUND, NO_LEVEL, UNKNOWN, Meaning, codes_of
from hexcourt.facts.drafting.strokes import Codes, Flags, Grid, shares, with_strokes
from hexcourt.facts.geometry.hexes import STEPS

Whole = TypeVar("Whole", bound=np.integer[Any])

_OPEN, _CLIFF = 0, 75
_SUNKEN, _ELEVATED = 68, 67

NEAR = 5
"""How many pixels away terrain is looked for that lies beneath what is printed over it."""

_RINGS = sorted(
    (
        (dx, dy)
        for dx in range(-NEAR, NEAR + 1)
        for dy in range(-NEAR, NEAR + 1)
        if 0 < dx * dx + dy * dy <= NEAR * NEAR
    ),
    key=lambda step: (ceil(hypot(*step)), step),
)
"""The steps to the pixels near one, in the order in which they are looked at: rings of one pixel's
width from within, each from its left column on, from above. Published data were filled so.
"""


@dataclass(frozen=True, eq=False)
class PictureReading:
    """What the pixels of a picture show: terrain codes and whole levels.

    ``unknown_colours`` are the pixels of colours that nothing names, ``lost`` those of what is printed
    over the map with nothing known near; ``stairs`` and ``ponds`` stairwell squares and ponds.
    ``bridged`` number the hexes whose dots were taken to lie in a depression close by.
    """

    terrain: Codes
    level: Codes
    unknown_colours: Flags
    lost: Flags
    stairs: Flags
    ponds: Flags
    bridged: frozenset[int]


def filled_terrain(terrain: Codes) -> tuple[Codes, Flags]:
    """Fill what is not known with the nearest known terrain that is not inherent, else Open Ground; tell
    also where nothing at all is known near.
    """
    inherent = [code for code, each in terrain_codes().items() if each.inherent]
    found = _filled_near(terrain, np.where(np.isin(terrain, inherent), AROUND, terrain), AROUND)
    lost = found < 0
    if lost.any():
        lost &= ndimage.uniform_filter((terrain >= 0).astype(np.float32), 2 * NEAR + 1) < 0.01
    return np.where(found < 0, _OPEN, found).astype(np.int16), lost


def _filled_near(values: Codes, source: Codes, nothing: int) -> Codes:
    """Fill unknown values, below 0 or ``nothing``, with the first known ones of a source near them."""
    framed = np.pad(source, NEAR, constant_values=nothing)
    found = values.copy()
    xs, ys = np.nonzero((values == nothing) | (values == UNKNOWN))
    for dx, dy in _RINGS:
        near = framed[xs + NEAR + dx, ys + NEAR + dy]
        met = (near != nothing) & (near != UNKNOWN)
        found[xs[met], ys[met]] = near[met]
        xs, ys = xs[~met], ys[~met]
    return found


def filled_levels(level: Codes) -> Codes:
    """Fill what is not known with the level of the nearest ground; level 0 where there is none."""
    known = level != NO_LEVEL
    if known.all() or not known.any():
        return np.where(known, level, 0).astype(np.int16)
    xs, ys = ndimage.distance_transform_edt(~known, return_distances=False, return_indices=True)
    found: Codes = level[xs, ys].astype(np.int16)
    return found


def read_pixels(meaning: Meaning, grid: Grid, slivers: bool = True) -> PictureReading:
    """Read a picture's pixels, all but how many storeys its buildings have.

    Without ``slivers`` a level that is one pixel thin counts for nothing. VASL's converter takes it.
    """
    drawn, drawn_level = with_strokes(meaning, grid)
    unnamed = drawn == UNKNOWN
    terrain, lost = filled_terrain(np.where(unnamed, AROUND, drawn).astype(np.int16))
    result = np.where(np.isin(terrain, codes_of("hexside")), NO_LEVEL, drawn_level)
    level = filled_levels(result.astype(np.int16) if slivers else _without_slivers(result))
    level = _with_cliffs(terrain, level, grid)
    terrain, level = _with_sunken(terrain, level, grid)
    terrain, level, bridged = _with_dots_in_beds(terrain, level, grid)
    terrain = _with_inherent(terrain, grid)
    return PictureReading(
        terrain, level, unnamed, lost & ~unnamed, meaning.stairs, meaning.ponds, frozenset(bridged)
    )


def _without_slivers(level: npt.NDArray[np.generic]) -> Codes:
    """Take away levels in slivers one pixel thin, such as the fringes of roads across a contour."""
    found = np.full(level.shape, NO_LEVEL, dtype=np.int16)
    for each in np.unique(level[level != NO_LEVEL]).tolist():
        found[ndimage.binary_opening(level == each, np.ones((2, 2), dtype=np.bool_))] = each
    return found


DOT_TO_BED = 0.125
"""How far a dot may be from the depression that it lies in, in hex heights: some are drawn past it."""

_WHOLE_BED = 0.12
"""The share of a hex, at least, that the depression is drawn in which its dot lies."""


_MIN_INHERENT = 0.1
"""The share of a hex in inherent terrain, from which on it is the hex's: trees of a neighbour that
hang over the hexside cover 7% at the most.
"""

_CLIFF_WITHIN = 0.1
"""The share of a hex, from which on a cliff is drawn within it, along its bed, and not on a hexside."""


def _with_dots_in_beds(terrain: Codes, level: Codes, grid: Grid) -> tuple[Codes, Codes, list[int]]:
    """Take dots on Open Ground to lie in the depression that is drawn through their hex, close by: a
    gully that winds past the dot is in the hex all the same, and published data have it so. A cliff
    along the bed is of the bed, and the hexsides on its other side are cliffs.
    """
    low = np.isin(terrain, [code for code in codes_of("depression") if code != _SUNKEN])
    if not low.any():
        return terrain, level, []
    whole = shares(low, grid) >= _WHOLE_BED
    within = whole & (shares(terrain == _CLIFF, grid) >= _CLIFF_WITHIN)
    banks = (terrain == _CLIFF) & np.append(within, False)[grid.owners]
    away = ndimage.distance_transform_edt(~(low | banks))
    far, (xs, ys) = ndimage.distance_transform_edt(~low, return_indices=True)
    reach = DOT_TO_BED * float(grid.layout.hex_height)
    terrain, level = terrain.copy(), level.copy()
    for number in np.flatnonzero(within).tolist():
        for x, y in _sides_behind(banks, low, number, grid):
            terrain[x - 2 : x + 3, y - 2 : y + 3] = _CLIFF
    found = []
    for number, (x, y) in enumerate(
        np.floor(grid.layout.centres(grid.places)).astype(int).tolist()
    ):
        if not (whole[number] and 0 <= x < terrain.shape[0] and 0 <= y < terrain.shape[1]):
            continue
        if (terrain[x, y] == _OPEN or banks[x, y]) and far[x, y] > 0 and away[x, y] <= reach:
            radius = int(far[x, y]) + 1
            window = np.s_[max(0, x - radius) : x + radius + 1, max(0, y - radius) : y + radius + 1]
            bare = (terrain[window] == _OPEN) | banks[window]
            bed = int(xs[x, y]), int(ys[x, y])
            terrain[window][bare] = terrain[bed]
            level[window][bare] = level[bed]
            found.append(number)
    return terrain, level, found


def _sides_behind(banks: Flags, low: Flags, number: int, grid: Grid) -> Iterator[tuple[int, int]]:
    """Return the middles of the hexsides of a hex that a cliff within it parts from its bed: those which
    the bed does not cross, and to which the cliff is nearer than the bed.
    """
    centre = grid.layout.centres(grid.places)[number]
    corners = grid.layout.corner_offsets()
    mine = grid.owners == number
    cliff, bed = (np.argwhere(mask & mine) for mask in (banks, low))
    for side in range(6):
        start, end = (centre + corners[(side + turn) % 6] for turn in (0, 1))
        along = start + np.linspace(0.1, 0.9, 9)[:, None] * (end - start)
        to_bed, to_cliff = (
            np.hypot(*(pixels[:, None] - along[None]).T).min(axis=1) for pixels in (bed, cliff)
        )
        if to_bed.min() > NEAR and to_cliff[4] < to_bed[4]:
            x, y = np.floor(along[4]).astype(int).tolist()
            yield x, y


def centre_values(values: npt.NDArray[Whole], grid: Grid) -> npt.NDArray[Whole]:
    """Return what the centres of the hexes show."""
    width, height = values.shape
    xs, ys = np.floor(grid.layout.centres(grid.places)).astype(np.int64).T
    found: npt.NDArray[Whole] = values[np.clip(xs, 0, width - 1), np.clip(ys, 0, height - 1)]
    return found


def _with_cliffs(terrain: Codes, level: Codes, grid: Grid) -> Codes:
    """Set cliffs to the lower of the levels of the two hexes that they lie between."""
    xs, ys = np.nonzero(terrain == _CLIFF)
    if not len(xs):
        return level
    owners = grid.owners[xs, ys]
    centres = grid.layout.centres(grid.places)
    middles = grid.layout.hexside_middles()
    levels = centre_values(level, grid)
    numbers = {place: number for number, place in enumerate(grid.places)}
    beside = np.array(
        [
            [numbers.get((c + dc, h + dh), n) for dc, dh in STEPS]
            for n, (c, h) in enumerate(grid.places)
        ]
    )
    offsets = np.stack([xs + 0.5, ys + 0.5], axis=1) - centres[owners]
    ways = offsets @ (middles / (middles**2).sum(axis=1)[:, None]).T
    other = beside[owners, ways.argmax(axis=1)]
    level = level.copy()
    on = owners >= 0
    level[xs[on], ys[on]] = np.minimum(levels[owners], levels[other])[on]
    return level


def _with_sunken(terrain: Codes, level: Codes, grid: Grid) -> tuple[Codes, Codes]:
    """Lower depressions by a level, and tell elevated roads from sunken ones, which have their colours:
    their hexes lie at level 1.
    """
    low = [code for code in codes_of("depression") if code != _SUNKEN]
    level = np.where(np.isin(terrain, low), level - 1, level).astype(np.int16)
    xs, ys = np.nonzero(terrain == _SUNKEN)
    if len(xs):
        raised = centre_values(level, grid)[grid.owners[xs, ys]] == 1
        terrain = terrain.copy()
        terrain[xs[raised], ys[raised]] = _ELEVATED
        level[xs[raised], ys[raised]] = 1
        level[xs[~raised], ys[~raised]] -= 1
    return terrain, level


def _with_inherent(terrain: Codes, grid: Grid) -> Codes:
    """Fill a hex whose middle shows inherent terrain, or that shows more of it than spills over from a
    neighbour, with it on all its Open Ground (B.6).
    """
    codes = [code for code, each in terrain_codes().items() if each.inherent]
    xs, ys = np.nonzero(np.isin(terrain, codes))
    if not len(xs):
        return terrain
    owners = in_middle(xs, ys, grid)
    fills = np.full(len(grid.places) + 1, -1, dtype=np.int16)
    for code in np.unique(terrain[xs, ys]).tolist():  # a building may stand in the middle of trees
        fills[:-1][shares(terrain == code, grid) >= _MIN_INHERENT] = code
    fills[owners] = terrain[xs, ys]
    fills[-1] = -1
    whole = fills[grid.owners]
    return np.where((terrain == _OPEN) & (whole >= 0), whole, terrain).astype(np.int16)


def in_middle(
    xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64], grid: Grid
) -> npt.NDArray[np.int64]:
    """Number the hexes in whose middle pixels lie, nearer to the centre than to the middle of any
    hexside; -1 for the others.
    """
    centres = grid.layout.centres(grid.places)
    owners = grid.owners[xs, ys].astype(np.int64)
    off_x, off_y = xs + 0.5 - centres[owners, 0], ys + 0.5 - centres[owners, 1]
    reach = off_x**2 + off_y**2
    for x, y in grid.layout.hexside_points().tolist():
        owners[reach >= (off_x - x) ** 2 + (off_y - y) ** 2] = -1
    return owners
