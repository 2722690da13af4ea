"""Places overlays on a board's own grid: which way they lie, where their pictures come, which hexes they
cover.

Here hexes are told as the board by itself names them, and pixels as its archive draws them: a board that
lies reversed is turned with all that lies on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor

import numpy as np

from hexcourt.facts.boards.board import direction_between
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.grid.coordinates import CoordinateError, parse_hex
from hexcourt.facts.grid.geometry import Layout, Position
from hexcourt.facts.maps.overlays.archives import ORIENTATIONS, OverlayArchive
from hexcourt.facts.maps.overlays.pictures import Picture, read_picture
from hexcourt.facts.showing import quoted

_ORIGIN = re.compile("([a-z]{1,2})([0-9]{1,2})")

_DRAWN_FOR = (56.25, 64.5)
"""The width and height of the hexes that overlays are drawn for."""


@dataclass(frozen=True, eq=False)
class Grid:
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
            raise BadInput(
                f"{quoted(name)} is no hex of board {self.title}; write one as that board calls it, "
                f"such as {next(iter(self.places))}"
            )
        return found


@dataclass(frozen=True, eq=False)
class Piece:
    """An overlay in its place on a board: ``left`` and ``top`` are where its picture begins, in pixels.

    ``number`` tells it from the other overlays of the map.
    """

    name: str
    number: int
    layout: Layout
    left: int
    top: int
    picture: Picture

    @cached_property
    def covered(self) -> frozenset[Position]:
        """List the places of the hexes that it covers more than half of, also beyond the board."""
        xs, ys = np.nonzero(self.picture.opaque)
        places = self.layout.places_at(xs + self.left + 0.5, ys + self.top + 0.5)
        found, counts = np.unique(places, axis=0, return_counts=True)
        whole = float(self.layout.column_step * self.layout.hex_height)
        return frozenset((c, h) for c, h in found[counts > whole / 2].tolist())

    def showing(self, picture: Picture) -> Piece:
        """Give the piece with another picture."""
        return replace(self, picture=picture)

    def moved(self, layout: Layout, left: int, top: int, turned: bool) -> Piece:
        """Give the piece as it lies on another board, maybe turned."""
        picture = self.picture.turned() if turned else self.picture
        return Piece(self.name, self.number, layout, left, top, picture)


def placed(
    archive: OverlayArchive, name: str, number: int, grid: Grid, hexes: tuple[str, str]
) -> Piece:
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
    piece = Piece(name, number, layout, left, top, read_picture(content, archive.colours, where))
    _refuse_elsewhere(piece, grid, hexes, where)
    return piece


def _refuse_elsewhere(piece: Piece, grid: Grid, hexes: tuple[str, str], where: str) -> None:
    """Refuse an overlay that does not cover the hexes on which it is told to lie; of one that covers one
    hex alone the other tells which way it lies.
    """
    told = list(dict.fromkeys(hexes))[: max(1, len(piece.covered))]
    missed = [each for each in told if grid.place(each) not in piece.covered]
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
