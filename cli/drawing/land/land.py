"""The land as outlines show it, and the hexes that their terrain fills."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import numpy as np

from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.land.outlines import along, holds, outline_points
from hexcourt.cli.drawing.land.pixels import pixels_like
from hexcourt.cli.drawing.sheet.svg import Element, add, ring_path
from hexcourt.cli.drawing.style.palette import CREST, FAINT, Ink
from hexcourt.cli.drawing.style.styles import gone_ink, ink_of, level_fill, rank_of, sort_of
from hexcourt.cli.drawing.style.terms import term_text
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex, Outline
from hexcourt.facts.grid.geometry import Owners


def draw_ground(piece: Piece, land: Element) -> None:
    """Tint the ground hex by hex, or by outline where the ground has one."""
    board, canvas = piece.board, piece.canvas
    grounds = [each for each in board.outlines if each.terrain == "ground"]
    outlined = {(number, each.base) for each in grounds for number in _held(board, each)}
    group = add(land, "g", class_="ground")
    for record in piece.hexes:
        by_outline = (board.indices[record.name], record.level) in outlined
        fill = level_fill(canvas.usual if by_outline else record.level)
        canvas.levels.add(record.level)
        add(group, "path", d=ring_path(piece.around(record)), fill=fill, stroke=fill)
    for outline in sorted(grounds, key=lambda each: (each.base or 0, each.name)):
        if _reaches(piece, outline):
            canvas.levels.add(outline.base or 0)
            canvas.hex_signs.add("crest")
            _draw_outline(piece, group, outline, level_fill(outline.base or 0), CREST)


def draw_outlines(piece: Piece, land: Element) -> None:
    """Draw the outlines of terrain, the highest last."""
    group = add(land, "g", class_="outlines")
    near = [each for each in piece.board.outlines if _reaches(piece, each)]
    inks = [(ink, each) for each in near if (ink := ink_of(each.terrain)) is not None]
    shown = [(*part, each) for ink, each in inks for part in _parts(piece, each, ink)]
    for ink, clip, outline in sorted(shown, key=lambda each: (rank_of(each[0]), each[2].name)):
        piece.canvas.inks.add(ink)
        shape = _draw_outline(piece, group, outline, piece.canvas.motifs.fill(ink), ink.edge)
        if ink.faint:
            shape.set("opacity", FAINT)
        if clip:
            shape.set("clip-path", clip)


def _parts(piece: Piece, outline: Outline, ink: Ink) -> Iterator[tuple[Ink, str]]:
    """Part a building where counters have done away with it: the inks and clips of what is drawn."""
    cleared = piece.canvas.cleared
    reached = _reached(piece.board, outline) if cleared else set()
    gone = {name for name in reached if piece.is_gone(name, outline.terrain)}
    if gone:
        piece.canvas.hex_signs.add("faint")
        yield gone_ink(ink), piece.clip("cleared", cleared)
    if not gone or reached - gone:
        yield ink, piece.clip("standing", piece.names - cleared) if gone else ""


def draw_fillings(piece: Piece, land: Element) -> None:
    """Fill the hexes whose terrain no depiction shows, or shows in a part of what it fills."""
    group = add(land, "g", class_="fillings", opacity="0.6")
    drawn = _drawn_in(piece.board)
    for record in piece.hexes:
        for term in sorted({*record.terrain, record.inherent or ""}):
            ink = ink_of(term)
            if ink is None or piece.is_gone(record.name, term):
                continue
            if not _unseen(piece, record, term, ink, drawn):
                continue
            piece.canvas.inks.add(ink)
            fill = piece.canvas.motifs.fill(ink)
            shape = ring_path(piece.around(record))
            filling = add(group, "path", class_="filling", d=shape, fill=fill)
            add(filling, "title", f"{record.name}: {term_text(term)}")


def _reaches(piece: Piece, outline: Outline) -> bool:
    """Tell whether an outline may be seen on a piece."""
    points = outline_points(outline) * piece.scale
    left, top, right, bottom = piece.box
    low, high = points.min(axis=0), points.max(axis=0)
    return bool(low[0] < right and high[0] > left and low[1] < bottom and high[1] > top)


def _draw_outline(piece: Piece, group: Element, outline: Outline, fill: str, edge: str) -> Element:
    scale = piece.scale
    scaled = [[(x * scale, y * scale) for x, y in ring] for ring in outline.rings]
    shape = add(
        group,
        "path",
        class_="outline",
        d="".join(ring_path(ring) for ring in scaled),
        fill=fill,
        fill_rule="evenodd",
        stroke=edge,
        stroke_width=0.8,
    )
    add(shape, "title", f"{outline.name}: {term_text(outline.terrain)}")
    return shape


def _unseen(
    piece: Piece, record: Hex, term: str, ink: Ink, drawn: Mapping[str, Collection[str]]
) -> bool:
    """Tell whether no depiction shows the terrain of a hex."""
    raster = piece.board.raster
    if term != record.inherent:
        return raster is None and sort_of(term) not in drawn.get(record.name, ())
    return raster is None or pixels_like(piece, raster, record, ink) < 4


def _drawn_in(board: Board) -> dict[str, set[str]]:
    """Find the sorts of terrain whose outlines run through each hex or hold its centre."""
    found: dict[str, set[str]] = {}
    for outline in board.outlines:
        for name in _reached(board, outline):
            found.setdefault(name, set()).add(sort_of(outline.terrain))
    return found


def _reached(board: Board, outline: Outline) -> set[str]:
    """Find the hexes that an outline runs through or whose centre it holds."""
    points = along(outline)
    owners = Owners(board.layout, board.places.astype(np.int64))
    through = owners.at(points[:, 0], points[:, 1]).tolist()
    return {board.hexes[number].name for number in {*through, *_held(board, outline)} - {-1}}


def _held(board: Board, outline: Outline) -> list[int]:
    """Find the numbers of the hexes whose centre lies in an outline."""
    points, centres = outline_points(outline), board.centres
    low, high = points.min(axis=0), points.max(axis=0)
    near = (centres > low).all(axis=1) & (centres < high).all(axis=1)
    numbers: list[int] = np.flatnonzero(near).tolist()
    return [number for number in numbers if holds(outline, tuple(centres[number].tolist()))]
