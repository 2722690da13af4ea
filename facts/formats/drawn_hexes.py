"""What a point lies IN though the drawing shows something else there: a depression, or an elevated road.

Sunken and elevated roads are drawn as banks to both sides of a road (B4.1, B5.1), so that the dots of
their hexes mostly show the road; at the bottom of a gully a road, trees or a stray pixel may be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.records import TerrainCode, kind_of, terrain_codes
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.geometry.hexes import Layout

FARTHEST = 0.25
"""How far from a point what it lies in is drawn to both sides of it, in hex heights."""

_BANKS = ("sunken_road", "elevated_road")
_BEYOND = 255


def terrain_at_points(
    archive: Archive,
    codes: Mapping[int, TerrainCode],
    layout: Layout,
    points: Iterable[tuple[float, float, TerrainCode, int]],
) -> dict[int, str]:
    """Find points that lie in such terrain, by their number, with its term. Each is given by its
    place, and by the terrain and level that it shows.

    To both sides of it a depression is drawn that is as low, or, about a road, banks on any level: they
    are drawn lower or higher than the road. What is beyond the edge of the drawing may be either side.
    """
    bottoms = [n for n, code in codes.items() if code.kind == "depression"]
    banks = [n for n, code in codes.items() if code.term in _BANKS]
    if not bottoms and not banks:
        return {}
    is_bottom, is_bank = (np.isin(np.arange(256), some) for some in (bottoms, banks))
    reach = int(FARTHEST * float(layout.hex_height))
    frame = reach + 2
    terrain = np.pad(archive.terrain, frame, constant_values=_BEYOND)
    elevation = np.pad(archive.elevation, frame)
    found: dict[int, str] = {}
    for number, (x, y, code, level) in enumerate(points):
        around = tuple(
            slice(int(np.ceil(at - 1e-9)) - 1 - reach + frame, int(at + 1e-9) + reach + frame + 1)
            for at in (x, y)
        )
        window = terrain[around]
        held = is_bottom[window] & (elevation[around] == level)
        if code.kind == "road":
            held |= is_bank[window]
        sides = held | (window == _BEYOND)
        if (sides & sides[::-1, ::-1] & (held | held[::-1, ::-1])).any():
            found[number] = codes[int(np.bincount(window[held]).argmax())].term
    return found


# --- Hexside terrain (B9.1) -----------------------------------------------------------------------
#
# The import and the checks of board data both ask here what terrain a hexside has.


Number = TypeVar("Number", np.uint8, np.int64)

WHOLE, HALF = 0.9, 0.5
"""The share of a hexside's length along which terrain is drawn that is all of it, or most of it."""

_STEPS = 24
_BAND = np.arange(-4.23, 4.5, 0.94)
"""How far from a hexside, in pixels, terrain drawn along it counts as its own."""

_NO_TERRAIN = 255  # no terrain has this number
_PASSING = ("road", "water", "depression")

_ENDS = 0.121
"""The share of its length at either end where a hexside's terrain is that of its neighbours. With these
numbers no point lies on the border of pixels, so that a drawing turned by 180 degrees is read alike.
"""


@cache
def hexside_terms() -> Mapping[int, str]:
    """Map the codes of hexside terrain to terms, but for the walls within and between buildings."""
    codes = terrain_codes().items()
    return {
        n: code.term for n, code in codes if code.kind == "hexside" and "_wall(" not in code.term
    }


def had_along(shares: Mapping[str, float], middle: Iterable[str]) -> set[str]:
    """List the terrain that a hexside has because it is drawn along most of it, or along all of it where
    something passes through the middle, for there the hedges of the next hexsides end. ``middle`` is
    what the middle of the hexside shows.
    """
    passed = any(kind_of(term) in _PASSING or term in ("path", "bridge_road") for term in middle)
    return {term for term, share in shares.items() if share >= (WHOLE if passed else HALF)}


def shares_of(
    terrain: npt.NDArray[np.uint8],
    layout: Layout,
    centres: npt.NDArray[np.float64],
    terms: Mapping[int, str],
) -> Mapping[tuple[int, int], Mapping[str, float]]:
    """Return along which share of a hexside each terrain is drawn, by hex number and direction 0 to 2;
    of hexsides along most of which any is drawn. ``terms`` are those of hexside terrain by their
    numbers.
    """
    bands = bands_of(terrain, layout, centres, _NO_TERRAIN)
    met = np.isin(np.arange(256), list(terms))[bands]
    most = met.any(axis=3).mean(axis=2) >= HALF
    return {(n, d): shares(bands[n, d], terms) for n, d in np.argwhere(most).tolist()}


def bands_of(
    drawn: npt.NDArray[Number],
    layout: Layout,
    centres: npt.NDArray[np.float64],
    beyond: int = 0,
) -> npt.NDArray[Number]:
    """Read a drawing in bands along the first three hexsides of hexes with these centres, ``beyond`` its
    edges a number for that; shape (hexes, 3, steps, width of the band).
    """
    corners = layout.corner_offsets()
    courses = corners[1:4] - corners[:3]
    across = np.stack([-courses[:, 1], courses[:, 0]], axis=1)
    across /= np.linalg.norm(across, axis=1)[:, None]
    lines = corners[:3, None] + courses[:, None] * np.linspace(_ENDS, 1 - _ENDS, _STEPS)[:, None]
    offsets = lines[:, :, None] + across[:, None, None] * _BAND[:, None]
    frame = int(np.abs(offsets).max()) + 2
    framed = np.pad(drawn, frame, constant_values=beyond)
    xs, ys = (
        np.floor(centres[:, axis, None] + offsets[..., axis].ravel()).astype(np.int64) + frame
        for axis in (0, 1)
    )
    read: npt.NDArray[Number] = framed.ravel()[xs * framed.shape[1] + ys]
    return read.reshape(len(centres), *offsets.shape[:3])


def shares(band: npt.NDArray[np.uint8], terms: Mapping[int, str]) -> Mapping[str, float]:
    """Return along which share of a hexside each hexside terrain is drawn, by what its band shows."""
    found: dict[str, npt.NDArray[np.bool_]] = {}
    for code in np.unique(band).tolist():
        if code in terms:
            term, met = terms[code], (band == code).any(axis=1)
            found[term] = found[term] | met if term in found else met
    return {term: float(met.mean()) for term, met in sorted(found.items())}
