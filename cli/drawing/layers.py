"""Draws a piece of the map layer by layer: land, answers, hexes, hexsides, marks."""

from __future__ import annotations

from hexcourt.cli.drawing.answers import draw_marks, draw_seen
from hexcourt.cli.drawing.hexes import draw_hexes
from hexcourt.cli.drawing.hexsides import draw_hexsides
from hexcourt.cli.drawing.land import draw_fillings, draw_ground, draw_outlines
from hexcourt.cli.drawing.piece import Piece
from hexcourt.cli.drawing.pixels import draw_pixels
from hexcourt.cli.drawing.svg import add, number_text, ring_path


def draw_piece(piece: Piece, x: float, y: float) -> None:
    """Draw a piece with its upper left corner at a point of the sheet."""
    place = f"translate({number_text(x - piece.box[0])} {number_text(y - piece.box[1])})"
    edge, hexes = _clips(piece)
    drawn = add(piece.canvas.root, "g", class_="map", transform=place, clip_path=edge)
    land = add(drawn, "g", class_="land", clip_path=hexes)
    if piece.board.raster is not None:
        draw_pixels(piece, piece.board.raster, land)
    else:
        draw_ground(piece, land)
    draw_fillings(piece, land)
    draw_outlines(piece, land)
    draw_seen(piece, drawn)
    draw_hexes(piece, drawn)
    draw_hexsides(piece, drawn)
    draw_marks(piece, drawn)


def _clips(piece: Piece) -> tuple[str, str]:
    """Define the edge of a piece and the hexes in it as clips."""
    left, top, _, _ = piece.box
    definitions, number = piece.canvas.definitions, piece.number
    edge = add(definitions, "clipPath", id=f"edge-{number}")
    # half a line more, so that the grid along the edge keeps its width
    add(edge, "rect", x=left - 1, y=top - 1, width=piece.width + 2, height=piece.height + 2)
    clip = add(definitions, "clipPath", id=f"hexes-{number}")
    add(clip, "path", d="".join(ring_path(piece.around(each)) for each in piece.hexes))
    return f"url(#edge-{number})", f"url(#hexes-{number})"
