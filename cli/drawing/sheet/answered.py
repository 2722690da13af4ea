"""Draws the marks of an answer: tints and lines below the hexes, rings and signs above them."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable
from dataclasses import replace

from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.land.motifs import Motifs
from hexcourt.cli.drawing.sheet.marks import Mark, Spot
from hexcourt.cli.drawing.sheet.svg import Element, Point, add, line_path, number_text, ring_path
from hexcourt.cli.drawing.style.answers import Sign
from hexcourt.cli.drawing.style.palette import HATCH_COLOUR, INK_TEXT
from hexcourt.cli.drawing.style.signs import chip_sign, cross_sign, dot_sign, haloed

_INSET = (
    0.86  # of the way from the centre of a hex to its vertex or hexside: in the hex, not beside it
)
_ASIDE = 18.0  # from a sign to the next one at the same spot
_LINE = 11.0  # from a line of a note to the next
_BELOW, _CLOSE = 20.0, 16.0  # from a spot down to the first line


def draw_ground_marks(piece: Piece, drawn: Element, marks: Iterable[Mark]) -> None:
    """Draw what lies below the names of the hexes: tints, and above them lines."""
    marks = tuple(marks)
    group = add(drawn, "g", class_="ground-marks", stroke_linejoin="round")
    for mark in _of_shape(piece, marks, "tint"):
        sign, spot = mark.sign, mark.at[0]
        shape = ring_path(piece.around(piece.board.hex(spot.hex), 0.93))
        tint = add(group, "path", class_="mark tint", data_hex=spot.hex, d=shape)
        fill_tint(tint, sign, piece.canvas.motifs)
        _tell(tint, mark)
    for mark in _of_shape(piece, marks, "line"):
        _draw_line(piece, group, mark)


def fill_tint(tint: Element, sign: Sign, motifs: Motifs) -> None:
    """Fill a shape as a sign says."""
    tint.set("fill", motifs.hatch(sign.hatch, HATCH_COLOUR) if sign.hatch else sign.colour)
    tint.set("fill-opacity", str(sign.opacity))
    tint.set("stroke", sign.colour)
    tint.set("stroke-width", "2")


def draw_signs(piece: Piece, drawn: Element, marks: Iterable[Mark]) -> None:
    """Draw all other marks: rings lowest, then signs side by side, then what is written."""
    marks = tuple(marks)
    group = add(drawn, "g", class_="signs", text_anchor="middle", stroke_linejoin="round")
    for mark in _of_shape(piece, marks, "ring"):
        _draw_ring(piece, group, mark)
    beside: Tally[Spot] = Tally()
    for mark in _of_shape(piece, marks, "cross", "dot", "chip"):
        _draw_sign(piece, group, mark, beside)
    below: Tally[Spot] = Tally()
    for mark in _of_shape(piece, marks, "tint", "ring", "cross", "dot", "chip", "text"):
        _write_note(piece, group, mark, below)


def point_of(piece: Piece, spot: Spot) -> Point:
    """Give the point at which a spot is marked; that of a vertex lies within its hex."""
    record = piece.board.hex(spot.hex)
    if spot.vertex is not None:
        return piece.around(record, _INSET)[spot.vertex]
    if spot.hexside is not None:
        (x1, y1), (x2, y2) = _hexside(piece, spot, 1.0)
        return (x1 + x2) / 2, (y1 + y2) / 2
    return piece.centre(record.place)


def _of_shape(piece: Piece, marks: Iterable[Mark], *shapes: str) -> list[Mark]:
    """List the marks of some shapes that lie on a piece, and note that their signs are drawn."""
    on = [
        each
        for each in marks
        if each.sign.shape in shapes and all(spot.hex in piece.names for spot in each.at)
    ]
    piece.canvas.signs.update(dict.fromkeys(replace(each.sign, size=1.0) for each in on))
    return on


def _hexside(piece: Piece, spot: Spot, share: float) -> tuple[Point, Point]:
    around = piece.around(piece.board.hex(spot.hex), share)
    side = spot.hexside or 0
    return around[side], around[(side + 1) % 6]


def _draw_line(piece: Piece, group: Element, mark: Mark) -> None:
    points = [point_of(piece, spot) for spot in mark.at]
    way = "M" + "L".join(f"{number_text(x)} {number_text(y)}" for x, y in points)
    line = add(group, "g", class_="mark line", fill="none", stroke_linecap="round")
    line_layers(line, way, mark.sign)
    _tell(line, mark)


def line_layers(group: Element, way: str, sign: Sign) -> None:
    """Draw a line along a path, on a pale ground of its own."""
    add(group, "path", d=way, stroke="#ffffff", stroke_width=6, stroke_opacity="0.8")
    line = add(group, "path", d=way, stroke=sign.colour, stroke_width=3)
    if sign.dash:
        line.set("stroke-dasharray", sign.dash)


def _draw_ring(piece: Piece, group: Element, mark: Mark) -> None:
    """Outline a hex, a hexside or a vertex."""
    sign, spot = mark.sign, mark.at[0]
    if spot.vertex is not None:
        x, y = point_of(piece, spot)
        ring = add(group, "circle", cx=x, cy=y, r=7, fill="none")
    elif spot.hexside is not None:
        ring = add(group, "path", d=line_path(*_hexside(piece, spot, _INSET)), fill="none")
    else:
        shape = ring_path(piece.around(piece.board.hex(spot.hex), 0.93))
        ring = add(group, "path", d=shape, fill="none")
    ring.attrib.update({"class": "mark ring", "data-hex": spot.hex, "stroke": sign.colour})
    ring.set("stroke-width", "3.5")
    if sign.dash:
        ring.set("stroke-dasharray", sign.dash)
    _tell(ring, mark)


def _draw_sign(piece: Piece, group: Element, mark: Mark, beside: Tally[Spot]) -> None:
    sign, spot = mark.sign, mark.at[0]
    x, y = point_of(piece, spot)
    place = (beside[spot] + 1) // 2  # right and left in turn
    x += _ASIDE * (place if beside[spot] % 2 else -place)
    beside[spot] += 1
    drawn = add(group, "g", class_=f"mark {sign.shape}", data_hex=spot.hex)
    draw_sample(drawn, sign, x, y, mark.text or sign.sample, sign.size)
    _tell(drawn, mark)


def draw_sample(
    group: Element, sign: Sign, x: float, y: float, text: str, size: float = 1.0
) -> None:
    """Draw a cross, a dot or a chip round a point."""
    if size != 1.0:
        place = f"translate({number_text(x)} {number_text(y)}) scale({number_text(size)})"
        group, x, y = add(group, "g", transform=place), 0.0, 0.0
    if sign.shape == "cross":
        cross_sign(group, x, y, sign.colour)
    elif sign.shape == "dot":
        dot_sign(group, x, y, sign.colour, text)
    else:
        chip_sign(group, x, y, sign.colour, text)


def _write_note(piece: Piece, group: Element, mark: Mark, below: Tally[Spot]) -> None:
    """Write what stands beside a mark, below what was written there before."""
    if not mark.note:
        return
    spot = mark.at[0]
    x, y = point_of(piece, spot)
    look: dict[str, str] = {"font_weight": "bold"} if mark.sign.shape == "text" else {}
    for line in mark.note.splitlines():
        y_of_line = y + (_BELOW if mark.sign.shape == "dot" else _CLOSE) + _LINE * below[spot]
        below[spot] += 1
        haloed(group, line, x, y_of_line, "note", font_size=10.5, fill=INK_TEXT, **look)


def _tell(element: Element, mark: Mark) -> None:
    """Say what a mark is: which sign, and on hover what it tells."""
    element.set("data-sign", mark.sign.label)
    if mark.told:
        add(element, "title", mark.told)
