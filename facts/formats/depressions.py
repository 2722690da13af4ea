"""What a point lies IN though the drawing shows something else there: a depression, or an elevated road.

Sunken and elevated roads are drawn as banks to both sides of a road (B4.1, B5.1), so that the dots of
their hexes mostly show the road; at the bottom of a gully a road, trees or a stray pixel may be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from hexcourt.facts.formats.archive import Archive
from hexcourt.facts.formats.vasl_terrain import TerrainCode
from hexcourt.facts.grid.geometry import Layout

FARTHEST = 0.25
"""How far from a point what it lies in is drawn to both sides of it, in hex heights."""

_BANKS = ("sunken_road", "elevated_road")
_BEYOND = 255


def lying_in(
    archive: Archive,
    codes: Mapping[int, TerrainCode],
    layout: Layout,
    points: Iterable[tuple[float, float, TerrainCode, int]],
) -> dict[int, str]:
    """Find points that lie in such terrain, by their number, with its term. Each is told by its place,
    and by the terrain and level that it shows.

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
