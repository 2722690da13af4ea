"""The hexes: grid, centre dots, names, levels, and what each tells on hover."""

from __future__ import annotations

from hexcourt.cli.drawing.board.faces import counter_text
from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.sheet.svg import Element, Point, add, ring_path
from hexcourt.cli.drawing.style.palette import GRID
from hexcourt.cli.drawing.style.signs import haloed, hex_sign, level_sign
from hexcourt.cli.drawing.style.styles import verdict_style
from hexcourt.cli.drawing.style.terms import term_text
from hexcourt.facts.boards.records import Hex
from hexcourt.solver.answering.words import level_words


def draw_hexes(piece: Piece, drawn: Element) -> None:
    """Draw the hexes of a piece."""
    layer = add(drawn, "g", class_="hexes", text_anchor="middle", font_size=10)
    layer.set("stroke-linejoin", "round")
    for record in piece.hexes:
        _draw_hex(piece, layer, record)


def _draw_hex(piece: Piece, layer: Element, record: Hex) -> None:
    group = add(layer, "g", class_="hex", data_hex=record.name)
    add(group, "title", _described(piece, record))
    add(
        group,
        "path",
        d=ring_path(piece.around(record)),
        fill="none",
        stroke=GRID,
        stroke_width=0.8,
        pointer_events="all",
    )
    _draw_dot(piece, group, record)
    x, y = piece.centre(record.place)
    haloed(group, record.name, *_within(piece, x, y - 25), "name")
    if record.level not in (0, piece.canvas.usual):
        level_sign(group, level_words(record.level), *_within(piece, x, y + 32))
        piece.canvas.hex_signs.add("level")


def _within(piece: Piece, x: float, y: float) -> Point:
    """Move a label inwards where the map's edge would cut it."""
    left, top, right, bottom = piece.box
    return min(max(x, left + 12), right - 12), min(max(y, top + 10), bottom - 2)


def _draw_dot(piece: Piece, group: Element, record: Hex) -> None:
    """Draw the centre dot: a square where there is a stairwell, a ring round a manhole."""
    square = record.stairwell or "dot(square)" in record.features
    signs = ["square" if square else "dot", *["manhole"] * ("manhole" in record.features)]
    for sign in signs:
        hex_sign(group, sign, *piece.centre(record.place))
    piece.canvas.hex_signs.update(signs)


def _described(piece: Piece, record: Hex) -> str:
    """Say what a hex is, for its tooltip."""
    standing = sorted(each for each in record.terrain if not piece.is_gone(record.name, each))
    terrain = ", ".join(map(term_text, standing)) or "open"
    parts = [f"level {level_words(record.level)}", terrain]
    if record.inherent:
        parts.append(f"inherent {term_text(record.inherent)}")
    if record.bed is not None:
        parts.append(f"bottom at level {level_words(record.bed)}")
    if record.stairwell:
        parts.append("stairwell")
    places = piece.board.locations_of(record.name)
    if len(places) > 1:
        parts.append("Locations " + " ".join(place.name for place in places))
    laid = [counter_text(each) for each in piece.board.counters if each.hex == record.name]
    if laid:
        parts.append(f"counters {', '.join(laid)}")
    if record.name in piece.marks.seen:
        parts.append(verdict_style(piece.marks.seen[record.name]).label)
    return f"{record.name}: {'; '.join(parts)}"
