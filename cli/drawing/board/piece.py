"""A piece of the map: hexes that hang together, and where they are drawn."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from hexcourt.cli.drawing.sheet.canvas import Canvas
from hexcourt.cli.drawing.sheet.svg import Point, add, ring_path
from hexcourt.cli.drawing.style.styles import sort_of
from hexcourt.facts.boards.records import Hex
from hexcourt.facts.grid.geometry import Position

_HEX_HEIGHT = 72.0


class Piece:
    """A piece of the map. Coordinates of the board are scaled so that all hexes are alike."""

    def __init__(self, canvas: Canvas, number: int, hexes: list[Hex]) -> None:
        self.canvas = canvas
        self.board = canvas.board
        self.marks = canvas.marks
        self.number = number
        self.clips: set[str] = set()
        self.hexes = hexes
        self.names = {each.name for each in hexes}
        self.scale = _HEX_HEIGHT / float(self.board.layout.hex_height)
        self.corners = self.board.layout.corner_offsets() * self.scale
        self.box = self._box()
        self.width, self.height = self.box[2] - self.box[0], self.box[3] - self.box[1]

    def centre(self, place: Position) -> Point:
        """Give the centre of the hex at a place."""
        x, y = self.board.layout.centre(place)
        return x * self.scale, y * self.scale

    def around(self, record: Hex, share: float = 1.0) -> list[Point]:
        """Give the vertices of a hex, or of one of a share of its size in the midst of it."""
        x, y = self.centre(record.place)
        return [(x + share * float(dx), y + share * float(dy)) for dx, dy in self.corners]

    def is_gone(self, name: str, term: str) -> bool:
        """Tell whether counters have done away with the terrain of a hex."""
        return name in self.canvas.cleared and sort_of(term) == "building"

    def clip(self, kind: str, names: Collection[str]) -> str:
        """Give the clip of a kind, which shows some of the hexes, and define it when first used."""
        clip = f"{kind}-{self.number}"
        if clip not in self.clips:
            self.clips.add(clip)
            defined = add(self.canvas.definitions, "clipPath", id=clip)
            shown = [self.around(each) for each in self.hexes if each.name in names]
            add(defined, "path", d="".join(map(ring_path, shown)))
        return f"url(#{clip})"

    def _box(self) -> tuple[float, float, float, float]:
        """Bound the hexes drawn, within the map where its edges cut hexes."""
        points = np.array([point for each in self.hexes for point in self.around(each)])
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        extent = np.array(self.board.layout.extent, dtype=np.float64)
        centres = self.board.centres
        if (centres >= 0).all() and (centres <= extent).all():
            right, bottom = min(right, extent[0] * self.scale), min(bottom, extent[1] * self.scale)
            left, top = max(left, 0.0), max(top, 0.0)
        return float(left), float(top), float(right), float(bottom)
