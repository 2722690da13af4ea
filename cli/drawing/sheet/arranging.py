"""The sheet: name, caption, the pieces of the map in rows, and the legend below."""

from __future__ import annotations

import textwrap
from collections.abc import Collection
from xml.etree import ElementTree

from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.sheet.canvas import MARGIN, Canvas
from hexcourt.cli.drawing.sheet.layers import draw_piece
from hexcourt.cli.drawing.sheet.legend import draw_legend
from hexcourt.cli.drawing.sheet.marks import Marks
from hexcourt.cli.drawing.sheet.small_maps import draw_small_maps
from hexcourt.cli.drawing.sheet.svg import Element, Point, add, number_text
from hexcourt.cli.drawing.style.palette import INK_TEXT
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex
from hexcourt.facts.grid.geometry import STEPS, neighbour

FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_NARROWEST = 460.0
_WIDE = 1400.0


def draw_board(
    board: Board, marks: Marks | None = None, only: Collection[str] | None = None
) -> str:
    """Draw a board, or ``only`` some of its hexes, as the text of an SVG document.

    Equal boards and marks give equal text. Raises BadInput for a hex that is not on the board.
    """
    canvas = Canvas(board, marks or Marks(), only)
    pieces = [Piece(canvas, number, hexes) for number, hexes in enumerate(groups_of(canvas))]
    paper = add(canvas.root, "rect", class_="paper", fill="#ffffff")
    places = in_rows([(piece.width, piece.height) for piece in pieces])
    placed = list(zip(pieces, places, strict=True))
    width = max([_NARROWEST, *(x + piece.width + MARGIN for piece, (x, _) in placed)])
    top = bottom = _heading(canvas, width)
    for piece, (x, y) in placed:
        draw_piece(piece, x, top + y)
        bottom = max(bottom, top + y + piece.height + MARGIN)
    bottom = draw_small_maps(canvas, pieces, bottom, width)
    _size(canvas.root, paper, width, draw_legend(canvas, bottom, width))
    return ElementTree.tostring(canvas.root, encoding="unicode") + "\n"


def groups_of(canvas: Canvas) -> list[list[Hex]]:
    """Part the hexes into those that hang together, unless a line runs between them."""
    waiting = {each.place: each for each in canvas.hexes}
    groups = []
    while waiting:
        reached = [waiting.pop(next(iter(waiting)))]
        for record in reached:
            around = (neighbour(record.place, direction) for direction in range(len(STEPS)))
            reached += [waiting.pop(place) for place in around if place in waiting]
        groups.append(sorted(reached, key=lambda each: canvas.board.indices[each.name]))
    ends = set(canvas.marks.line or ())
    split = not any(ends <= {each.name for each in group} for group in groups)
    return [canvas.hexes] if ends and split else groups


def in_rows(sizes: list[tuple[float, float]]) -> list[Point]:
    """Place rectangles side by side, in as many rows as a sheet of ordinary width needs."""
    limit = max([_WIDE, *(width for width, _ in sizes)])
    places: list[Point] = []
    x, y, deepest = MARGIN, 0.0, 0.0
    for width, height in sizes:
        if x > MARGIN and x + width > limit:
            x, y, deepest = MARGIN, y + deepest + 2 * MARGIN, 0.0
        places.append((x, y))
        x, deepest = x + width + 3 * MARGIN, max(deepest, height)
    return places


def _heading(canvas: Canvas, width: float) -> float:
    """Write the board's name and the caption, and give the height at which the map begins."""
    root = canvas.root
    y = 4.0
    for piece in textwrap.wrap(canvas.board.title, int((width - 2 * MARGIN) / 12)) or [""]:
        y += 22
        add(root, "text", piece, x=MARGIN, y=y, font_size=17, font_weight="bold")
    columns = int((width - 2 * MARGIN) / 7.8)  # of the widest font that may be at hand
    for line in canvas.marks.caption.splitlines():
        for piece in textwrap.wrap(line, columns) or [""]:
            y += 18
            add(root, "text", piece, class_="caption", x=MARGIN, y=y, font_size=13)
    return y + 14


def _size(root: Element, paper: Element, width: float, height: float) -> None:
    """Give the document its size, now that all is drawn."""
    size = {"width": number_text(width), "height": number_text(height)}
    paper.attrib.update(size)
    root.attrib.update(size)
    root.set("viewBox", f"0 0 {size['width']} {size['height']}")
    root.set("font-family", FONT)
    root.set("fill", INK_TEXT)
    root.set("role", "img")
