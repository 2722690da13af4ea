"""The land of boards that are drawn as pixels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.land.regions import region_path
from hexcourt.cli.drawing.sheet.canvas import Canvas
from hexcourt.cli.drawing.sheet.svg import Element, add
from hexcourt.cli.drawing.style.palette import FAINT, Ink
from hexcourt.cli.drawing.style.styles import gone_ink, ink_of, level_fill, rank_of, sort_of
from hexcourt.facts.boards.records import Hex, Raster
from hexcourt.facts.grid.geometry import Owners


def draw_pixels(piece: Piece, raster: Raster, land: Element) -> None:
    """Draw the ground and the terrain of the pixels that a piece shows."""
    left, top, right, bottom = (side / piece.scale for side in piece.box)
    limits = raster.terrain.shape
    x, y = max(0, int(left)), max(0, int(top))
    window = np.s_[x : min(limits[0], int(right) + 2), y : min(limits[1], int(bottom) + 2)]
    zoom = piece.scale / 2
    place = f"scale({zoom:.5f}) translate({2 * x} {2 * y})"
    group = add(land, "g", class_="pixels", transform=place, fill_rule="evenodd")
    if raster.terrain[window].size:
        _draw_ground(piece.canvas, group, raster.level[window])
        inks = [ink_of(term) for term in raster.terms]
        numbers = raster.terrain[window].astype(np.int64)
        gone = _gone(piece, raster, (x, y), numbers)
        if gone.any():
            piece.canvas.hex_signs.add("faint")
        inks += [ink and gone_ink(ink) for ink in inks]
        _draw_terrain(piece.canvas, group, inks, numbers + len(raster.terms) * gone, zoom)


def pixels_like(piece: Piece, raster: Raster, record: Hex, ink: Ink) -> int:
    """Count the hexspines half way along which the pixels show a terrain."""
    points = np.array(piece.around(record, 0.5)) / piece.scale
    xs, ys = np.clip(points.T.astype(np.int64), 0, np.array(raster.terrain.shape)[:, None] - 1)
    return sum(ink_of(raster.terms[number]) == ink for number in raster.terrain[xs, ys].tolist())


def _gone(
    piece: Piece, raster: Raster, corner: tuple[int, int], terrain: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Find the pixels of terrain that counters have done away with, from a corner of the drawing on."""
    found = np.zeros(terrain.shape, dtype=np.bool_)
    board, cleared = piece.board, piece.canvas.cleared
    if cleared:
        built = np.array([sort_of(term) == "building" for term in raster.terms])
        points = np.argwhere(built[terrain])
        xs, ys = (points + corner + 0.5).T
        owners = Owners(board.layout, board.places.astype(np.int64)).at(xs, ys)
        here = np.isin(owners, [board.indices[name] for name in cleared])
        found[tuple(points[here].T)] = True
    return found


def _draw_ground(canvas: Canvas, group: Element, level: npt.NDArray[np.int8]) -> None:
    """Tint the lowest ground all over, and each higher level on top."""
    found = np.unique(level).tolist()
    width, height = level.shape
    fill = level_fill(found[0])
    add(group, "rect", class_="ground", width=2 * width, height=2 * height, fill=fill)
    for above in found[1:]:
        path = region_path(level >= above)
        add(group, "path", class_="ground", d=path, fill=level_fill(above))
    canvas.levels.update(found)


def _draw_terrain(
    canvas: Canvas,
    group: Element,
    inks: list[Ink | None],
    terrain: npt.NDArray[np.int64],
    zoom: float,
) -> None:
    """Draw all pixels of one ink as one shape, the highest last; ``terrain`` indexes ``inks``."""
    by_ink: dict[Ink, list[int]] = {}
    for number in np.flatnonzero(np.bincount(terrain.ravel())).tolist():
        ink = inks[number]
        if ink is not None:
            by_ink.setdefault(ink, []).append(number)
    for ink in sorted(by_ink, key=rank_of):
        members = np.zeros(len(inks), dtype=np.bool_)
        members[by_ink[ink]] = True
        canvas.inks.add(ink)
        shape = add(
            group,
            "path",
            class_="terrain",
            d=region_path(members[terrain]),
            fill=canvas.motifs.fill(ink, zoom),
            stroke=ink.edge,
            stroke_width=0.8 / zoom,
        )
        if ink.faint:
            shape.set("opacity", FAINT)
