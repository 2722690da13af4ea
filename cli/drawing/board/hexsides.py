"""What stands on hexsides, and the roads and railways that cross them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.sheet.svg import Element, Point, add, line_path
from hexcourt.cli.drawing.style.palette import RAIL, ROAD, STROKES, Stroke
from hexcourt.cli.drawing.style.signs import stroke_sign
from hexcourt.cli.drawing.style.styles import stroke_of
from hexcourt.cli.drawing.style.terms import term_parts
from hexcourt.facts.boards.board import direction_between
from hexcourt.facts.boards.records import Hex
from hexcourt.facts.grid.coordinates import column_index
from hexcourt.facts.grid.geometry import Position

_OUTER_HEXSIDE = re.compile(r'hexside\((.+),"([A-Z]{1,8})([0-9]{1,4})"\)')


def draw_hexsides(piece: Piece, drawn: Element) -> None:
    """Draw the hexsides of a piece, each kind of stroke above the kinds before it."""
    group = add(drawn, "g", class_="hexsides", fill="none")
    order = [stroke for stroke, _ in STROKES]
    shown: list[tuple[int, str, str, Stroke, tuple[Point, Point]]] = []
    for first, second, place, terms in _sides(piece):
        ends = _shared(piece, first, place)
        if ends is None:
            continue
        _draw_ways(piece, group, first, second, terms)
        for stroke in {stroke_of(term) for term in terms}:
            if stroke is not None:
                rank = order.index(stroke) if stroke in order else len(order)
                shown.append((rank, first.name, second, stroke, ends))
    for _, name, second, stroke, ends in sorted(shown, key=lambda each: (*each[:3], each[3].label)):
        _draw(piece, group, ends, stroke, f"{name}-{second}", "hexside")


def _sides(piece: Piece) -> Iterator[tuple[Hex, str, Position, frozenset[str]]]:
    """List hexsides: a hex, the name and place beyond, and the terrain between."""
    known = piece.board.by_name
    for (first, second), terms in sorted(piece.board.hexsides.items()):
        if first in known and second in known and {first, second} & piece.names:
            yield known[first], second, known[second].place, terms
    for record in piece.hexes:
        for feature in record.features:
            match = _OUTER_HEXSIDE.fullmatch(feature)
            if match is not None and match[2] + match[3] not in known:
                place = _usual_place(match[2], int(match[3]))
                yield record, match[2] + match[3], place, frozenset({match[1]})


def _usual_place(letters: str, row: int) -> Position:
    """Place a hex beyond the board, on maps that begin at A1 with column B half a hex lower."""
    column = column_index(letters)
    return column, 2 * (row - 1) + column % 2


def _shared(piece: Piece, record: Hex, place: Position) -> tuple[Point, Point] | None:
    """Find the vertices that a hex shares with the place next to it."""
    direction = direction_between(record.place, place)
    if direction is None:
        return None
    around = piece.around(record)
    return around[direction], around[(direction + 1) % 6]


def _draw_ways(
    piece: Piece, group: Element, first: Hex, second: str, terms: frozenset[str]
) -> None:
    """Draw railways from centre to centre, and roads where no depiction shows them."""
    board = piece.board
    heads = {term_parts(term)[0] for term in terms}
    depicted = board.raster is not None or bool(board.outlines)
    if second not in board.by_name:
        return
    ends = piece.centre(first.place), piece.centre(board.by_name[second].place)
    for head, stroke in (("road", ROAD), ("rail", RAIL)):
        if head in heads and not (head == "road" and depicted):
            _draw(piece, group, ends, stroke, f"{first.name}-{second}", "way")


def _draw(
    piece: Piece, group: Element, ends: tuple[Point, Point], stroke: Stroke, name: str, kind: str
) -> None:
    piece.canvas.strokes.add(stroke)
    drawn = add(group, "g", class_=kind, data_hexside=name)
    add(drawn, "title", f"{name}: {stroke.label}")
    stroke_sign(drawn, line_path(*ends), stroke)
