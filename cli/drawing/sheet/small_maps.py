"""Small maps below the map: the same part of it once for each world, with that world's marks."""

from __future__ import annotations

from collections.abc import Sequence

from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.sheet.answered import draw_ground_marks, draw_signs, point_of
from hexcourt.cli.drawing.sheet.canvas import MARGIN, Canvas
from hexcourt.cli.drawing.sheet.svg import Element, add, number_text, ring_path
from hexcourt.cli.drawing.style.palette import INK_TEXT

_WIDEST, _HIGHEST = 330.0, 300.0
_LARGEST = 0.7
_ROUND = 90.0  # of the map round what is marked
_HEADING = 18.0
_LETTER = 6.8

Box = tuple[float, float, float, float]


def draw_small_maps(canvas: Canvas, pieces: Sequence[Piece], top: float, width: float) -> float:
    """Draw the small maps in rows, and give the height at which the legend begins."""
    if not canvas.marks.small_maps or not pieces:
        return top
    piece = max(pieces, key=lambda each: (len(_marked(each)), -each.number))
    box = _part(piece)
    scale = min(_LARGEST, _WIDEST / (box[2] - box[0]), _HIGHEST / (box[3] - box[1]))
    wide, high = scale * (box[2] - box[0]), scale * (box[3] - box[1])
    heading = _LETTER * max(len(each.heading) for each in canvas.marks.small_maps)
    cell = max(wide, min(heading, width - 2 * MARGIN)) + MARGIN
    columns = max(1, int((width - MARGIN) // cell))
    _define_part(canvas, box)
    group = add(canvas.root, "g", class_="small-maps", font_size=11)
    for number, small in enumerate(canvas.marks.small_maps):
        x = MARGIN + cell * (number % columns)
        y = top + (high + _HEADING + MARGIN) * (number // columns)
        add(group, "text", small.heading, x=x, y=y + 12)
        drawn = add(group, "g", class_="small-map", transform=_placed(box, scale, x, y + _HEADING))
        drawn.set("clip-path", "url(#small)")
        _use(drawn, f"land-{piece.number}")
        draw_ground_marks(piece, drawn, small.marks)
        _use(drawn, f"board-{piece.number}")
        draw_signs(piece, drawn, small.marks)
        _frame(drawn, box)
    rows = -(-len(canvas.marks.small_maps) // columns)
    return top + rows * (high + _HEADING + MARGIN)


def _marked(piece: Piece) -> list[str]:
    small = {spot.hex for each in piece.marks.small_maps for mark in each.marks for spot in mark.at}
    return sorted(small & piece.names)


def _part(piece: Piece) -> Box:
    """Bound what any of the small maps marks, with some of the map round it."""
    spots = [spot for each in piece.marks.small_maps for mark in each.marks for spot in mark.at]
    points = [point_of(piece, spot) for spot in spots if spot.hex in piece.names]
    left, top, right, bottom = piece.box
    if not points:
        return piece.box
    xs, ys = zip(*points, strict=True)
    return (
        max(left, min(xs) - _ROUND),
        max(top, min(ys) - _ROUND),
        min(right, max(xs) + _ROUND),
        min(bottom, max(ys) + _ROUND),
    )


def _define_part(canvas: Canvas, box: Box) -> None:
    clip = add(canvas.definitions, "clipPath", id="small")
    add(clip, "rect", x=box[0], y=box[1], width=box[2] - box[0], height=box[3] - box[1])


def _placed(box: Box, scale: float, x: float, y: float) -> str:
    across, down = number_text(x - scale * box[0]), number_text(y - scale * box[1])
    return f"translate({across} {down}) scale({scale:.4f})"


def _use(group: Element, name: str) -> None:
    """Draw once more what is drawn, by the attribute that older programs know as well."""
    add(group, "use").set("{http://www.w3.org/1999/xlink}href", f"#{name}")


def _frame(group: Element, box: Box) -> None:
    edge = ring_path([(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])])
    add(group, "path", d=edge, fill="none", stroke=INK_TEXT, stroke_width=3)
