"""Draws a piece of the map layer by layer: land, answers, hexes, hexsides, counters, marks."""

from __future__ import annotations

from hexcourt.cli.drawing.board.counters import draw_counters
from hexcourt.cli.drawing.board.hexes import draw_hexes
from hexcourt.cli.drawing.board.hexsides import draw_hexsides
from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.land.land import draw_fillings, draw_ground, draw_outlines
from hexcourt.cli.drawing.land.pixels import draw_pixels
from hexcourt.cli.drawing.sheet.answered import draw_ground_marks, draw_signs
from hexcourt.cli.drawing.sheet.found import draw_marks, draw_seen
from hexcourt.cli.drawing.sheet.svg import add, number_text


def draw_piece(piece: Piece, x: float, y: float) -> None:
    """Draw a piece with its upper left corner at a point of the sheet."""
    place = f"translate({number_text(x - piece.box[0])} {number_text(y - piece.box[1])})"
    edge = _edge(piece)
    drawn = add(piece.canvas.root, "g", class_="map", transform=place, clip_path=edge)
    land = add(drawn, "g", class_="land", clip_path=piece.clip("hexes", piece.names))
    if piece.board.raster is not None:
        draw_pixels(piece, piece.board.raster, land)
    else:
        draw_ground(piece, land)
    draw_fillings(piece, land)
    draw_outlines(piece, land)
    draw_seen(piece, drawn)
    draw_ground_marks(piece, drawn, piece.marks.signs)
    board = drawn
    if piece.marks.small_maps:  # which show it once more
        land.set("id", f"land-{piece.number}")
        board = add(drawn, "g", class_="board", id=f"board-{piece.number}")
    draw_hexes(piece, board)
    draw_hexsides(piece, board)
    draw_counters(piece, board)
    draw_marks(piece, drawn)
    draw_signs(piece, drawn, piece.marks.signs)


def _edge(piece: Piece) -> str:
    """Define the edge of a piece as a clip."""
    left, top, _, _ = piece.box
    clip = add(piece.canvas.definitions, "clipPath", id=f"edge-{piece.number}")
    # half a line more, so that the grid along the edge keeps its width
    add(clip, "rect", x=left - 1, y=top - 1, width=piece.width + 2, height=piece.height + 2)
    return f"url(#edge-{piece.number})"
