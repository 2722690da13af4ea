"""Lays pieces on what an archive draws, and tells what is left open of the hexes that they cover.

Where a piece shows anything, that takes the place of what is beneath: terrain wherever it is drawn, the
level in the hexes that the overlay covers. Pictures overhang the hexes that they cover by some pixels;
the ground of the hexes beside stays as high as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from hexcourt.facts.formats.archive import Archive
from hexcourt.facts.formats.vasl_terrain import terrain_codes
from hexcourt.facts.grid.geometry import Position
from hexcourt.facts.maps.overlays.pictures import Picture
from hexcourt.facts.maps.overlays.placing import Piece

LEVEL, GROUND = "level", "ground"
"""What an overlay may leave untold of a hex: how high it lies, what lies there at all."""

_STRANGE = 50
"""So many pixels of colours that no table names leave untold what lies in a hex: fewer are stains."""

Pixels = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Sheet:
    """What an archive draws with the overlays that lie on it.

    ``whose`` numbers the overlay of each pixel, -1 for the board's own; ``untold`` says by place what
    overlays leave open there.
    """

    archive: Archive
    whose: npt.NDArray[np.int16]
    untold: Mapping[Position, frozenset[str]]


def bare(archive: Archive) -> Sheet:
    """Give what an archive draws before anything is laid on it."""
    return Sheet(archive, np.full(archive.terrain.shape, -1, dtype=np.int16), {})


def laid_on(sheet: Sheet, piece: Piece) -> Sheet:
    """Lay a piece on what is drawn."""
    archive = sheet.archive
    picture, xs, ys = _on_board(archive, piece)
    x, y = xs - piece.left, ys - piece.top
    places = piece.layout.places_at(xs + 0.5, ys + 0.5)
    inside = _among(places, piece.covered)
    drawn = picture.terrain[x, y] >= 0
    terrain, elevation, whose = archive.terrain.copy(), archive.elevation.copy(), sheet.whose.copy()
    raised = inside & picture.levelled[x, y] & drawn
    differs = raised & _on_other_ground(archive, piece, xs, ys)
    terrain[xs[drawn], ys[drawn]] = picture.terrain[x, y][drawn]
    whose[xs[drawn], ys[drawn]] = piece.number
    elevation[xs[raised], ys[raised]] = picture.level[x, y][raised]
    untold = _untold(piece, places, inside, differs, picture.strange[x, y])
    return Sheet(
        replace(archive, terrain=terrain, elevation=elevation), whose, {**sheet.untold, **untold}
    )


def _on_board(archive: Archive, piece: Piece) -> tuple[Picture, Pixels, Pixels]:
    """Give the pixels of a board on which a piece shows anything."""
    xs, ys = np.nonzero(piece.picture.opaque)
    xs, ys = xs + piece.left, ys + piece.top
    width, height = archive.terrain.shape
    here = (xs >= 0) & (ys >= 0) & (xs < width) & (ys < height)
    return piece.picture, xs[here], ys[here]


def _among(places: Pixels, wanted: frozenset[Position]) -> npt.NDArray[np.bool_]:
    """Tell which places, shape (places, 2), are wanted."""
    if not len(places):
        return np.zeros(0, dtype=np.bool_)
    low = places.min(axis=0)
    table = np.zeros(places.max(axis=0) - low + 1, dtype=np.bool_)
    for place in wanted:
        at = tuple(np.array(place) - low)
        if all(0 <= each < most for each, most in zip(at, table.shape, strict=True)):
            table[at] = True
    found: npt.NDArray[np.bool_] = table[tuple((places - low).T)]
    return found


#! A2.7 low: how high an overlay lies on ground of another level than its edge shows is not told
def _on_other_ground(
    archive: Archive, piece: Piece, xs: Pixels, ys: Pixels
) -> npt.NDArray[np.bool_]:
    """Tell at which pixels the ground beneath is neither what the overlay shows there, nor that on which
    its edge shows it to lie. What is sunk, or under water, tells of no ground.
    """
    picture = piece.picture
    low, beneath = _low_codes(), archive.elevation[xs, ys].astype(np.int16)
    x, y = xs - piece.left, ys - piece.top
    on_ground = ~low[archive.terrain[xs, ys]] & ~low[np.maximum(picture.terrain[x, y], 0)]
    other: npt.NDArray[np.bool_] = (
        on_ground & (beneath != picture.level[x, y]) & (beneath != _base(picture))
    )
    return other


def _base(picture: Picture) -> int:
    """Give the level that the overlay's edge mostly shows."""
    padded = np.pad(picture.opaque, 1)
    around = padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
    edge = picture.opaque & ~around & picture.levelled
    edge &= ~_low_codes()[np.maximum(picture.terrain, 0)]
    levels, counts = np.unique(picture.level[edge], return_counts=True)
    return int(levels[counts.argmax()]) if len(levels) else 0


def _low_codes() -> npt.NDArray[np.bool_]:
    """Tell which terrain codes lie beneath the ground around them: depressions and water."""
    low = np.zeros(256, dtype=np.bool_)
    low[[n for n, each in terrain_codes().items() if each.kind in ("depression", "water")]] = True
    return low


def _untold(
    piece: Piece,
    places: Pixels,
    inside: npt.NDArray[np.bool_],
    differs: npt.NDArray[np.bool_],
    strange: npt.NDArray[np.bool_],
) -> Mapping[Position, frozenset[str]]:
    """Gather by place what is untold: of a hill all levels where a part of it lies on other ground."""
    lifted = _gathered(places[differs], 1)
    if lifted and len(np.unique(piece.picture.level[piece.picture.levelled])) > 1:
        lifted = _gathered(places[inside], 1)
    found = {place: frozenset({LEVEL}) for place in lifted}
    for place in _gathered(places[inside & strange], _STRANGE):
        found[place] = found.get(place, frozenset()) | {GROUND}
    return found


def _gathered(places: Pixels, least: int) -> list[Position]:
    """List the places that are met so often."""
    found, counts = np.unique(places.reshape(-1, 2), axis=0, return_counts=True)
    return [(c, h) for c, h in found[counts >= least].tolist()]
