"""The map alone, as the page shows it: no heading, no legend, and where each hex lies on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.sheet.arranging import FONT, groups_of, in_rows
from hexcourt.cli.drawing.sheet.canvas import MARGIN, Canvas
from hexcourt.cli.drawing.sheet.layers import draw_piece
from hexcourt.cli.drawing.sheet.marks import Marks
from hexcourt.cli.drawing.sheet.svg import Element, Point, number_text
from hexcourt.cli.drawing.style.palette import INK_TEXT
from hexcourt.facts.boards.board import Board


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a hex lies on the sheet: its centre and its six corners."""

    centre: Point
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """How large the map is, and where its hexes lie on it."""

    width: float
    height: float
    spots: Mapping[str, Spot]


class BareMap:
    """The map of a board, laid out but not drawn yet."""

    def __init__(self, board: Board, marks: Marks | None = None) -> None:
        self._canvas = Canvas(board, marks or Marks(), None)
        groups = groups_of(self._canvas)
        pieces = [Piece(self._canvas, number, hexes) for number, hexes in enumerate(groups)]
        places = in_rows([(each.width, each.height) for each in pieces])
        self._placed = [
            (each, (x - MARGIN, y)) for each, (x, y) in zip(pieces, places, strict=True)
        ]

    @property
    def sheet(self) -> Sheet:
        """Tell where all lies."""
        spots = {}
        for piece, (x, y) in self._placed:
            left, top = x - piece.box[0], y - piece.box[1]
            for record in piece.hexes:
                (cx, cy), ring = piece.centre(record.place), piece.around(record)
                corners = tuple((a + left, b + top) for a, b in ring)
                spots[record.name] = Spot((cx + left, cy + top), corners)
        width = max(x + piece.width for piece, (x, _) in self._placed)
        height = max(y + piece.height for piece, (_, y) in self._placed)
        return Sheet(width, height, spots)

    def draw(self) -> str:
        """Draw it, once; equal boards give equal text."""
        return ElementTree.tostring(self.drawn(), encoding="unicode") + "\n"

    def drawn(self) -> Element:
        """Draw it, once, as an element."""
        root, sheet = self._canvas.root, self.sheet
        for piece, (x, y) in self._placed:
            draw_piece(piece, x, y)
        size = {"width": number_text(sheet.width), "height": number_text(sheet.height)}
        root.attrib.update(size)
        root.set("viewBox", f"0 0 {size['width']} {size['height']}")
        root.set("font-family", FONT)
        root.set("fill", INK_TEXT)
        root.set("role", "img")
        return root
