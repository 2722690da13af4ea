"""Boards, and archives, turned by 180 degrees: answers may not hang on which way up a board lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex, Outline, Raster
from hexcourt.facts.formats.archive import Archive
from hexcourt.facts.formats.importing import board_of
from hexcourt.facts.grid.geometry import Layout


def turned(board: Board) -> Board:
    """Turn a board by 180 degrees: drawing, places and slopes; names stay."""
    layout, raster = board.layout, board.raster
    low, high = board.places.min(axis=0), board.places.max(axis=0)
    columns, rows = (int(each) for each in low + high)
    # the parity of column plus half row must stay even, so the place is moved by a whole hex
    odd = (columns + rows) % 2
    place = {h.name: (columns - h.place[0], rows + odd - h.place[1]) for h in board.hexes}
    return replace(
        board,
        layout=_turned_layout(layout, columns, rows + odd),
        hexes=tuple(_turned_hex(record, place[record.name]) for record in board.hexes),
        outlines=tuple(_turned_outline(each, layout.extent) for each in board.outlines),
        raster=None if raster is None else _turned_raster(raster),
    )


def _turned_layout(layout: Layout, columns: int, rows: int) -> Layout:
    """Place the grid so that each hex's centre is its old centre turned about the drawing's middle."""
    width, height = layout.extent
    x = Fraction(width) - layout.origin[0] - layout.column_step * columns
    y = Fraction(height) - layout.origin[1] - layout.hex_height * rows / 2
    return replace(layout, origin=(x, y))


def _turned_hex(record: Hex, place: tuple[int, int]) -> Hex:
    slopes = frozenset((direction + 3) % 6 for direction in record.slopes)
    return replace(record, place=place, slopes=slopes)


def _turned_outline(outline: Outline, extent: tuple[int, int]) -> Outline:
    rings = tuple(tuple((extent[0] - x, extent[1] - y) for x, y in ring) for ring in outline.rings)
    return replace(outline, rings=rings)


def _turned_raster(raster: Raster) -> Raster:
    return Raster(
        raster.terms,
        np.ascontiguousarray(raster.terrain[::-1, ::-1]),
        np.ascontiguousarray(raster.level[::-1, ::-1]),
    )


def read_turned(archive: Archive, upright: Board) -> Board | None:
    """Turn an archive's pixels and derive the board from them, its hexes renamed as on ``upright``.

    Nothing where the turned hexes do not fall on the grid of the same archive (an even number of
    columns, half hexes on one side only).
    """
    renamed = _opposite_names(upright)
    if renamed is None:
        return None
    return _renamed(board_of(_turned_archive(archive, renamed)), renamed)


def _opposite_names(board: Board) -> Mapping[str, str] | None:
    """Tell which hex lies where each hex lies after the turn."""
    width, height = board.layout.extent
    centres = {
        tuple(np.round(centre, 6)): h.name
        for h, centre in zip(board.hexes, board.centres, strict=True)
    }
    found = {}
    for record, (x, y) in zip(board.hexes, board.centres, strict=True):
        other = centres.get((round(width - x, 6), round(height - y, 6)))
        if other is None:
            return None
        found[record.name] = other
    return found


def _turned_archive(archive: Archive, renamed: Mapping[str, str]) -> Archive:
    return replace(
        archive,
        elevation=np.ascontiguousarray(archive.elevation[::-1, ::-1]),
        terrain=np.ascontiguousarray(archive.terrain[::-1, ::-1]),
        stairways=archive.stairways[::-1].copy(),
        slopes=_turned_sides(archive.slopes, renamed),
        embankments=_turned_sides(archive.embankments, renamed),
    )


def _turned_sides(
    sides: Mapping[str, frozenset[int]], renamed: Mapping[str, str]
) -> Mapping[str, frozenset[int]]:
    return MappingProxyType(
        {
            renamed[name]: frozenset((each + 3) % 6 for each in directions)
            for name, directions in sides.items()
            if name in renamed
        }
    )


def _renamed(board: Board, names: Mapping[str, str]) -> Board:
    def pair(key: tuple[str, str]) -> tuple[str, str]:
        first, second = sorted(names[name] for name in key)
        return first, second

    return replace(
        board,
        hexes=tuple(replace(record, name=names[record.name]) for record in board.hexes),
        locations=tuple(replace(place, hex=names[place.hex]) for place in board.locations),
        hexsides=MappingProxyType({pair(key): terms for key, terms in board.hexsides.items()}),
    )
