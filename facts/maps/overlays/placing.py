"""Places overlays on a board's own grid: which way they lie, where their pictures come, which hexes they
cover.

Here hexes are given as the board by itself names them, and pixels as its archive draws them: a
board that lies reversed is turned with all that lies on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import BadInput, listed, quoted
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import direction_between, unknown_hex
from hexcourt.facts.boards.records import terrain_codes
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.geometry.coordinates import CoordinateError, parse_hex
from hexcourt.facts.geometry.hexes import Layout, Position
from hexcourt.facts.maps.overlays.archives import (
    ORIENTATIONS,
    OverlayArchive,
    OverlayPicture,
    read_picture,
)

_ORIGIN = pattern("([a-z]{1,2})([0-9]{1,2})")

_DRAWN_FOR = (56.25, 64.5)
"""The width and height of the hexes that overlays are drawn for."""


@dataclass(frozen=True, eq=False)
class OverlayGrid:
    """The hexes of a board by itself, called ``title``: where each lies by its name."""

    title: str
    layout: Layout
    places: Mapping[str, Position]

    def place(self, name: str) -> Position:
        """Find a hex."""
        try:
            found = self.places.get(str(parse_hex(name)))
        except CoordinateError:
            found = None
        if found is None:
            mend = f"write one as that board calls it, such as {next(iter(self.places))}"
            raise unknown_hex(quoted(name), f"board {self.title}", mend)
        return found


@dataclass(frozen=True, eq=False)
class PlacedOverlay:
    """An overlay in its place on a board: ``left`` and ``top`` are where its picture begins, in pixels.

    ``number`` tells it from the other overlays of the map.
    """

    name: str
    number: int
    layout: Layout
    left: int
    top: int
    picture: OverlayPicture

    @cached_property
    def covered(self) -> frozenset[Position]:
        """List the places of the hexes that it covers more than half of, also beyond the board."""
        xs, ys = np.nonzero(self.picture.opaque)
        places = self.layout.places_at(xs + self.left + 0.5, ys + self.top + 0.5)
        found, counts = np.unique(places, axis=0, return_counts=True)
        whole = float(self.layout.column_step * self.layout.hex_height)
        return frozenset((c, h) for c, h in found[counts > whole / 2].tolist())

    def showing(self, picture: OverlayPicture) -> PlacedOverlay:
        """Return the piece with another picture."""
        return replace(self, picture=picture)

    def moved(self, layout: Layout, left: int, top: int, turned: bool) -> PlacedOverlay:
        """Return the piece as it lies on another board, maybe turned."""
        picture = self.picture.turned() if turned else self.picture
        return PlacedOverlay(self.name, self.number, layout, left, top, picture)


def placed(
    archive: OverlayArchive, name: str, number: int, grid: OverlayGrid, hexes: tuple[str, str]
) -> PlacedOverlay:
    """Place an overlay with its hexes 1 and 2 on two hexes of a board."""
    layout = grid.layout
    size = float(layout.column_step), float(layout.hex_height)
    if any(abs(one - two) > 1 for one, two in zip(size, _DRAWN_FOR, strict=True)):
        raise BadInput(
            f"the hexes of board {grid.title} are {size[0]:g} by {size[1]:g} pixels, and overlays are "
            f"drawn for {_DRAWN_FOR[0]:g} by {_DRAWN_FOR[1]:g}; lay it on another board"
        )
    first, second = (grid.place(each) for each in hexes)
    orientation = _orientation(archive, name, hexes, first, second)
    origin = archive.origin(name, orientation)
    if origin is None:
        raise BadInput(
            f"{archive.path} has no orientation {orientation} of {name}, in which hex 2 lies "
            f"{_WAYS[ORIENTATIONS.index(orientation)]} hex 1; turn it another way"
        )
    start = _origin_place(archive, name, origin)
    left, top = (
        floor(there) - floor(here)
        for there, here in zip(layout.centre(first), layout.centre(start), strict=True)
    )
    where = f"{archive.path}: the picture of {name}, orientation {orientation},"
    content = archive.picture(name, orientation)
    piece = PlacedOverlay(
        name, number, layout, left, top, read_picture(content, archive.colours, where)
    )
    _refuse_elsewhere(piece, grid, hexes, where)
    return piece


def _refuse_elsewhere(
    piece: PlacedOverlay, grid: OverlayGrid, hexes: tuple[str, str], where: str
) -> None:
    """Refuse an overlay that does not cover the hexes on which it is given to lie; of one that
    covers one hex alone the other tells which way it lies.
    """
    entry = list(dict.fromkeys(hexes))[: max(1, len(piece.covered))]
    missed = [each for each in entry if grid.place(each) not in piece.covered]
    if missed:
        names = {place: name for name, place in grid.places.items()}
        covers = [names[place] for place in sorted(piece.covered) if place in names]
        raise BadInput(
            f"{where} would cover {listed(covers[:6]) or 'no hex'}{' ...' * (len(covers) > 6)}, not "
            f"{listed(missed)}, for data gives it a wrong origin there; turn it another way or mend data"
        )


_WAYS = (
    "above",
    "to the upper right of",
    "to the lower right of",
    "below",
    "to the lower left of",
    "to the upper left of",
)


def _orientation(
    archive: OverlayArchive,
    name: str,
    hexes: tuple[str, str],
    first: Position,
    second: Position,
) -> str:
    if archive.is_single(name):
        if first != second:
            raise BadInput(f"it covers one hex alone; write {hexes[0]} for both its hexes")
        return ORIENTATIONS[0]
    if first == second:
        raise BadInput(f"it covers several hexes; name two that adjoin, not {hexes[0]} twice")
    direction = direction_between(first, second)
    if direction is None:
        raise BadInput(f"{hexes[0]} and {hexes[1]} do not adjoin; name two hexes that do")
    return ORIENTATIONS[direction]


def _origin_place(archive: OverlayArchive, name: str, origin: str) -> Position:
    """Place an origin on a grid whose upper left corner is A1's, whatever a board calls its hexes."""
    match = _ORIGIN.fullmatch(origin)
    if match is None:
        raise BadInput(
            f"{archive.path}: data gives {name} the origin {quoted(origin)}; write such as b2 there"
        )
    column = (len(match[1]) - 1) * 26 + ord(match[1][0]) - ord("a")
    return column, 2 * int(match[2]) - 2 + column % 2


# --- Pieces of overlays on archives ---------------------------------------------------------------
#
# Where a piece shows anything, that takes the place of what is beneath: terrain wherever it is drawn,
# the level in the hexes that the overlay covers. Pictures overhang the hexes that they cover by some
# pixels; the ground of the hexes beside stays as high as it is.


LEVEL, GROUND = "level", "ground"
"""What an overlay may leave untold of a hex: how high it lies, what lies there at all."""

_MIN_UNNAMED_PIXELS = 50
"""So many pixels of colours that no table names leave untold what lies in a hex: fewer are stains."""

Pixels = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class OverlaidArchive:
    """What an archive draws with the overlays that lie on it.

    ``whose`` numbers the overlay of each pixel, -1 for the board's own; ``undetermined`` says by place
    what overlays leave open there.
    """

    archive: Archive
    whose: npt.NDArray[np.int16]
    undetermined: Mapping[Position, frozenset[str]]


def sheet_of(archive: Archive) -> OverlaidArchive:
    """Return what an archive draws before anything is placed on it."""
    return OverlaidArchive(archive, np.full(archive.terrain.shape, -1, dtype=np.int16), {})


def applied_to(sheet: OverlaidArchive, piece: PlacedOverlay) -> OverlaidArchive:
    """Draw a piece on what is drawn."""
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
    unknown = _undetermined(piece, places, inside, differs, picture.unknown_colours[x, y])
    return OverlaidArchive(
        replace(archive, terrain=terrain, elevation=elevation),
        whose,
        {**sheet.undetermined, **unknown},
    )


def _on_board(archive: Archive, piece: PlacedOverlay) -> tuple[OverlayPicture, Pixels, Pixels]:
    """Return the pixels of a board on which a piece shows anything."""
    xs, ys = np.nonzero(piece.picture.opaque)
    xs, ys = xs + piece.left, ys + piece.top
    width, height = archive.terrain.shape
    here = (xs >= 0) & (ys >= 0) & (xs < width) & (ys < height)
    return piece.picture, xs[here], ys[here]


def _among(places: Pixels, wanted: frozenset[Position]) -> npt.NDArray[np.bool_]:
    """Return which places, shape (places, 2), are wanted."""
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


#! A2.7 low: how high an overlay lies where the ground is not as at its edge is not in these documents
def _on_other_ground(
    archive: Archive, piece: PlacedOverlay, xs: Pixels, ys: Pixels
) -> npt.NDArray[np.bool_]:
    """Return at which pixels the ground beneath is neither what the overlay shows there, nor that on
    which its edge shows it to lie. What is sunk, or under water, says about no ground.
    """
    picture = piece.picture
    low, beneath = _low_codes(), archive.elevation[xs, ys].astype(np.int16)
    x, y = xs - piece.left, ys - piece.top
    on_ground = ~low[archive.terrain[xs, ys]] & ~low[np.maximum(picture.terrain[x, y], 0)]
    other: npt.NDArray[np.bool_] = (
        on_ground & (beneath != picture.level[x, y]) & (beneath != _base(picture))
    )
    return other


def _base(picture: OverlayPicture) -> int:
    """Return the level that the overlay's edge mostly shows."""
    padded = np.pad(picture.opaque, 1)
    around = padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
    edge = picture.opaque & ~around & picture.levelled
    edge &= ~_low_codes()[np.maximum(picture.terrain, 0)]
    levels, counts = np.unique(picture.level[edge], return_counts=True)
    return int(levels[counts.argmax()]) if len(levels) else 0


def _low_codes() -> npt.NDArray[np.bool_]:
    """Return which terrain codes lie beneath the ground around them: depressions and water."""
    low = np.zeros(256, dtype=np.bool_)
    low[[n for n, each in terrain_codes().items() if each.kind in ("depression", "water")]] = True
    return low


def _undetermined(
    piece: PlacedOverlay,
    places: Pixels,
    inside: npt.NDArray[np.bool_],
    differs: npt.NDArray[np.bool_],
    strange: npt.NDArray[np.bool_],
) -> Mapping[Position, frozenset[str]]:
    """Gather by place what is untold: of a hill all levels where a part of it lies on other ground."""
    lifted = _frequent_places(places[differs], 1)
    if lifted and len(np.unique(piece.picture.level[piece.picture.levelled])) > 1:
        lifted = _frequent_places(places[inside], 1)
    found = {place: frozenset({LEVEL}) for place in lifted}
    for place in _frequent_places(places[inside & strange], _MIN_UNNAMED_PIXELS):
        found[place] = found.get(place, frozenset()) | {GROUND}
    return found


def _frequent_places(places: Pixels, least: int) -> list[Position]:
    """List the places that are met so often."""
    found, counts = np.unique(places.reshape(-1, 2), axis=0, return_counts=True)
    return [(c, h) for c, h in found[counts >= least].tolist()]
