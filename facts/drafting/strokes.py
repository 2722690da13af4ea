"""What strokes show: debris, rubble and craters are drawn in the colours of buildings and roads.

A legend tells what a colour shows in thin strokes, and what a hex is that much of it covers. Such
terrain fills its hex (B.6): where enough strokes lie in a hex, all of it that is no road becomes it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from hexcourt.facts.drafting.palette import AROUND, NO_LEVEL, SAME, Meaning, codes_of
from hexcourt.facts.geometry.hexes import Layout, Owners, Position

Codes = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]

BROAD = 5
"""How many pixels broad what is drawn is, at least, that is no thin stroke."""

_MIN_SHARE_FILLED = 0.05
"""The share of a hex in strokes of one kind, from which on they fill it."""

_DENSE, _SOME_DENSE = 0.3, 0.1
"""The shares of a hex in a colour with ``dense``, from which on it is that: alone, and with strokes."""

_MIN_DEPRESSION = 0.025
"""The share of a hex that a depression covers at the least; smaller patches are no depression."""

_ALL_AROUND = np.ones((3, 3), dtype=np.bool_)
_OPEN = 0


@dataclass(frozen=True, eq=False)
class Grid:
    """Where the hexes of a picture lie: the layout, their places and names in one order, and of each
    pixel the number of its hex, -1 off the board, shape (width, height).
    """

    layout: Layout
    places: tuple[Position, ...]
    names: tuple[str, ...]
    owners: npt.NDArray[np.int32]

    @classmethod
    def of(cls, layout: Layout, names: dict[Position, str]) -> Grid:
        """Number the hex of each pixel."""
        width, height = layout.extent
        owners = Owners(layout, np.array(list(names)))
        ys = np.arange(height) + 0.5
        table = np.empty((width, height), dtype=np.int32)
        for x in range(width):
            table[x] = owners.at(np.full(height, x + 0.5), ys)
        return cls(layout, tuple(names), tuple(names.values()), table)


def shares(mask: Flags, grid: Grid) -> npt.NDArray[np.float64]:
    """Return the share of each hex's pixels that lie in a mask."""
    on = grid.owners >= 0
    count = len(grid.names)
    whole = np.bincount(grid.owners[on], minlength=count)
    some = np.bincount(grid.owners[on & mask], minlength=count)
    found: npt.NDArray[np.float64] = some / np.maximum(whole, 1)
    return found


def with_strokes(meaning: Meaning, grid: Grid) -> tuple[Codes, Codes]:
    """Return terrain and level of the pixels, with what a legend says of strokes."""
    terrain, level = meaning.terrain.copy(), meaning.level.copy()
    double = meaning.thin != SAME
    beds = codes_of("depression")
    strewn: dict[int, Flags] = {}
    for code, ground in _kinds(meaning, double):
        mask = (meaning.terrain == code) & (meaning.level == ground)
        core = ndimage.binary_opening(mask, np.ones((BROAD, BROAD), dtype=np.bool_))
        strokes = mask & double & ~ndimage.binary_dilation(core, _ALL_AROUND)
        for kind in np.unique(meaning.thin[mask & double]).tolist():
            mine = (strokes if kind != code else mask) & (meaning.thin == kind)
            terrain[mine] = kind if kind in beds else AROUND
            level[mine] = NO_LEVEL
            if kind not in beds:
                strewn[kind] = strewn.get(kind, np.zeros_like(mask)) | mine
    for kind, mine in strewn.items():
        _fill(terrain, meaning, kind, mine, grid)
    if double.any():
        _clear_specks(terrain, grid)
    return terrain, level


def _kinds(meaning: Meaning, double: Flags) -> list[tuple[int, int]]:
    """List the terrain and level of the colours that show two things."""
    pairs = np.unique(np.stack([meaning.terrain[double], meaning.level[double]]), axis=1)
    return [(int(code), int(ground)) for code, ground in pairs.T]


def _fill(terrain: Codes, meaning: Meaning, kind: int, strokes: Flags, grid: Grid) -> None:
    """Fill the hexes in which enough strokes of a kind lie."""
    strewn = shares(strokes, grid)
    full = strewn >= _MIN_SHARE_FILLED
    fills = np.full(len(grid.names) + 1, SAME, dtype=np.int16)
    fills[:-1][full] = kind
    of_kind = meaning.thin == kind
    for dense in np.unique(meaning.dense[of_kind & (meaning.dense != SAME)]).tolist():
        mine = of_kind & (meaning.dense == dense)
        share = shares(mine, grid)
        most = (share >= _DENSE) & (share > shares(of_kind & ~mine, grid))  # no striped roof
        fills[:-1][most | (full & (share >= _SOME_DENSE))] = dense
    wanted = fills[grid.owners]
    bare = np.isin(terrain, (_OPEN, AROUND)) | of_kind
    bare |= np.isin(terrain, np.unique(meaning.terrain[of_kind]))
    on = bare & (wanted != SAME)
    terrain[on] = wanted[on]


def _clear_specks(terrain: Codes, grid: Grid) -> None:
    """Take away the small patches of depressions: cores of craters have the colours of gullies."""
    for code in codes_of("depression"):
        mask = terrain == code
        if not mask.any():
            continue
        # hex lines cut what hangs together
        labels, count = ndimage.label(ndimage.binary_dilation(mask, _ALL_AROUND))
        sizes = np.bincount(labels[mask], minlength=count + 1)
        size = float(grid.layout.hex_height * grid.layout.column_step)
        terrain[mask & (sizes[labels] < _MIN_DEPRESSION * size)] = AROUND
