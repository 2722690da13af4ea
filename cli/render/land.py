"""The land as outlines show it, and the hexes that their terrain fills."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from hexcourt.cli.render.board import DrawnPiece
from hexcourt.cli.render.canvas import Canvas
from hexcourt.cli.render.palette import CREST, FAINT, Ink
from hexcourt.cli.render.style import (
    Element,
    Point,
    add,
    gone_ink,
    ink_of,
    level_fill,
    rank_of,
    ring_path,
    sort_of,
)
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex, Outline, Raster
from hexcourt.facts.geometry.hexes import Owners


def outline_points(outline: Outline) -> npt.NDArray[np.float64]:
    """Return the points of all rings of an outline."""
    return np.array([point for ring in outline.rings for point in ring], dtype=np.float64)


def along(outline: Outline) -> npt.NDArray[np.float64]:
    """Return points along an outline, eight on each edge."""
    rings = [np.array(ring, dtype=np.float64) for ring in outline.rings]
    edges = [np.stack([ring, np.roll(ring, -1, axis=0)]) for ring in rings]
    first, second = np.concatenate(edges, axis=1)
    shares = np.arange(0, 1, 1 / 8)[:, None, None]
    points: npt.NDArray[np.float64] = (first + shares * (second - first)).reshape(-1, 2)
    return points


def holds(outline: Outline, point: Point) -> bool:
    """Return whether a point lies in an outline and in none of its holes."""
    return sum(_inside(point, ring) for ring in outline.rings) % 2 == 1


def _inside(point: Point, ring: Iterable[tuple[float, float]]) -> bool:
    """Return whether a point lies inside a closed outline (even-odd)."""
    corners = np.array(list(ring), dtype=np.float64)
    after = np.roll(corners, -1, axis=0)
    crossing = (corners[:, 1] > point[1]) != (after[:, 1] > point[1])
    rise = np.where(crossing, after[:, 1] - corners[:, 1], 1.0)
    meets = corners[:, 0] + (point[1] - corners[:, 1]) / rise * (after[:, 0] - corners[:, 0])
    return bool(np.count_nonzero(crossing & (meets > point[0])) % 2)


# The corners of a region are paired along its columns and along its rows; following the pairs
# alternately walks round each border (even-odd filling makes holes of the inner ones), and the middles
# of the steps of a border give its slant.
#
# Own, not contourpy, whose import costs what it saves (docs/development/architecture.md).


_INSET = 3  # half pixels


def region_path(region: npt.NDArray[np.bool_]) -> str:
    """Outline a region of pixels as an even-odd path, in half pixels."""
    xs, ys, steps = _borders(region)
    if not len(xs):
        return ""
    loops = _smoothed(xs, ys, steps)
    return "".join(_loop_text(loop) for loop in loops)


def _borders(
    region: npt.NDArray[np.bool_],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Walk round the borders of a region: the corners in order, and where each border starts."""
    padded = np.pad(region, 1)
    here, right, below, beyond = padded[:-1, :-1], padded[1:, :-1], padded[:-1, 1:], padded[1:, 1:]
    corners = (here ^ right ^ below ^ beyond).astype(np.int8)
    corners[(here == beyond) & (right == below) & (here != right)] = 2
    xs, ys = np.nonzero(corners)
    counts = corners[xs, ys]
    xs, ys = np.repeat(xs, counts), np.repeat(ys, counts)
    order, starts = _walk(len(xs), np.lexsort((xs, ys)))
    return xs[order], ys[order], starts


def _walk(
    count: int, by_row: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Follow column pairs (neighbours in the given order) and row pairs alternately."""
    across_array = np.empty(count, dtype=np.int64)
    across_array[by_row[0::2]], across_array[by_row[1::2]] = by_row[1::2], by_row[0::2]
    across: list[int] = across_array.tolist()
    visited = bytearray(count)
    order: list[int] = []
    starts: list[int] = []
    for start in range(count):
        if not visited[start]:
            starts.append(len(order))
        at = start
        while not visited[at]:
            visited[at] = visited[at ^ 1] = 1
            order += (at, at ^ 1)
            at = across[at ^ 1]
    return np.array(order, dtype=np.int64), np.array(starts, dtype=np.int64)


def _smoothed(
    xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64], starts: npt.NDArray[np.int64]
) -> list[npt.NDArray[np.int64]]:
    """Draw borders through the middles of short edges and near the ends of long ones."""
    corners = 2 * np.stack([xs, ys], axis=1)
    edges = corners[_following(len(corners), starts)] - corners
    lengths = np.abs(edges).sum(axis=1)
    inset = np.minimum(lengths // 2, _INSET)
    ahead = np.sign(edges) * inset[:, None]
    points = np.stack([corners + ahead, corners + edges - ahead], axis=1)
    keep = np.stack([np.ones(len(edges), dtype=bool), 2 * inset < lengths], axis=1)
    before = np.concatenate([[0], np.cumsum(keep.sum(axis=1))])
    return _without_straight(points[keep], before[starts])


def _following(count: int, starts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Find the number of the point after each point of closed borders."""
    following = np.arange(1, count + 1)
    following[np.append(starts[1:], count) - 1] = starts
    return following


def _without_straight(
    points: npt.NDArray[np.int64], starts: npt.NDArray[np.int64]
) -> list[npt.NDArray[np.int64]]:
    """Leave out the points at which a border does not turn."""
    following = _following(len(points), starts)
    after = points[following] - points
    before = np.empty_like(after)
    before[following] = after
    turns = before[:, 0] * after[:, 1] != before[:, 1] * after[:, 0]
    stored = np.concatenate([[0], np.cumsum(turns)])[np.append(starts, len(points))]
    turning = points[turns]
    return [turning[first:last] for first, last in pairwise(stored.tolist()) if last - first > 2]


def _loop_text(loop: npt.NDArray[np.int64]) -> str:
    first = f"M{loop[0, 0]} {loop[0, 1]}l"
    steps = " ".join(f"{x} {y}" for x, y in np.diff(loop, axis=0).tolist())
    return f"{first}{steps.replace(' -', '-')}z"


def draw_pixels(piece: DrawnPiece, raster: Raster, land: Element) -> None:
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


def pixels_like(piece: DrawnPiece, raster: Raster, record: Hex, ink: Ink) -> int:
    """Count the hexspines half way along which the pixels show a terrain."""
    points = np.array(piece.around(record, 0.5)) / piece.scale
    xs, ys = np.clip(points.T.astype(np.int64), 0, np.array(raster.terrain.shape)[:, None] - 1)
    return sum(ink_of(raster.terms[number]) == ink for number in raster.terrain[xs, ys].tolist())


def _gone(
    piece: DrawnPiece, raster: Raster, corner: tuple[int, int], terrain: npt.NDArray[np.int64]
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
            d=region_path(
                _without_gaps(members[terrain]) if ink.motif == "rows" else members[terrain]
            ),
            fill=canvas.motifs.fill(ink, zoom),
            stroke=ink.edge,
            stroke_width=0.8 / zoom,
        )
        if ink.faint:
            shape.set("opacity", FAINT)


_GAP = 2
"""Half of how far apart, in pixels, the rows of a field may be drawn."""


def _without_gaps(region: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Close the narrow gaps of a region: a field that a board draws row by row is one field."""
    grown = np.pad(region, 2 * _GAP)
    for axis in (0, 1):
        grown = np.logical_or.reduce([np.roll(grown, n, axis) for n in range(-_GAP, _GAP + 1)])
    for axis in (0, 1):
        grown = np.logical_and.reduce([np.roll(grown, n, axis) for n in range(-_GAP, _GAP + 1)])
    closed: npt.NDArray[np.bool_] = grown[2 * _GAP : -2 * _GAP, 2 * _GAP : -2 * _GAP]
    return closed


def draw_ground(piece: DrawnPiece, land: Element) -> None:
    """Tint the ground level by level, or by outline where the ground has one."""
    board, canvas = piece.board, piece.canvas
    grounds = [each for each in board.outlines if each.terrain == "ground"]
    outlined = {(number, each.base) for each in grounds for number in _held(board, each)}
    group = add(land, "g", class_="ground")
    by_fill: dict[str, list[Hex]] = {}
    for record in piece.hexes:
        by_outline = (board.indices[record.name], record.level) in outlined
        fill = level_fill(canvas.usual if by_outline else record.level)
        canvas.levels.add(record.level)
        by_fill.setdefault(fill, []).append(record)
    for fill, records in by_fill.items():
        add(group, "path", d=piece.outline(records), fill=fill, stroke=fill)
    crests = add(group, "g", class_="crests", fill_rule="evenodd", stroke=CREST, stroke_width=0.8)
    for outline in sorted(grounds, key=lambda each: (each.base or 0, each.name)):
        if _reaches(piece, outline):
            canvas.levels.add(outline.base or 0)
            canvas.hex_signs.add("crest")
            add(crests, "path", d=_way_of(piece, outline), fill=level_fill(outline.base or 0))


def draw_outlines(piece: DrawnPiece, land: Element) -> None:
    """Draw the outlines of terrain, the highest last."""
    group = add(land, "g", class_="outlines", fill_rule="evenodd", stroke_width=0.8)
    near = [each for each in piece.board.outlines if _reaches(piece, each)]
    inks = [(ink, each) for each in near if (ink := ink_of(each.terrain)) is not None]
    shown = [(*part, each) for ink, each in inks for part in _parts(piece, each, ink)]
    of_ink: dict[Ink, Element] = {}
    for ink, clip, outline in sorted(shown, key=lambda each: (rank_of(each[0]), each[2].name)):
        if ink not in of_ink:
            piece.canvas.inks.add(ink)
            of_ink[ink] = add(group, "g", fill=piece.canvas.motifs.fill(ink), stroke=ink.edge)
            if ink.faint:
                of_ink[ink].set("opacity", FAINT)
        shape = add(of_ink[ink], "path", d=_way_of(piece, outline))
        if clip:
            shape.set("clip-path", clip)


def _parts(piece: DrawnPiece, outline: Outline, ink: Ink) -> Iterator[tuple[Ink, str]]:
    """Split a building where counters have done away with it: the inks and clips of what is drawn."""
    cleared = piece.canvas.cleared
    reached = _reached(piece.board, outline) if cleared else set()
    gone = {name for name in reached if piece.is_gone(name, outline.terrain)}
    if gone:
        piece.canvas.hex_signs.add("faint")
        yield gone_ink(ink), piece.clip("cleared", cleared)
    if not gone or reached - gone:
        yield ink, piece.clip("standing", piece.names - cleared) if gone else ""


def draw_fillings(piece: DrawnPiece, land: Element) -> None:
    """Fill the hexes whose terrain no depiction shows, or shows in a part of what it fills."""
    drawn = _drawn_in(piece.board)
    filled: dict[Ink, list[Hex]] = {}
    for record in piece.hexes:
        for term in sorted({*record.terrain, record.inherent or ""}):
            ink = ink_of(term)
            if ink is None or piece.is_gone(record.name, term):
                continue
            if _unseen(piece, record, term, ink, drawn):
                filled.setdefault(ink, []).append(record)
    group = add(land, "g", class_="fillings", opacity="0.6")
    for ink in sorted(filled, key=rank_of):
        piece.canvas.inks.add(ink)
        add(group, "path", d=piece.outline(filled[ink]), fill=piece.canvas.motifs.fill(ink))


def _reaches(piece: DrawnPiece, outline: Outline) -> bool:
    """Return whether an outline may be seen on a piece."""
    points = outline_points(outline) * piece.scale
    left, top, right, bottom = piece.box
    low, high = points.min(axis=0), points.max(axis=0)
    return bool(low[0] < right and high[0] > left and low[1] < bottom and high[1] > top)


def _way_of(piece: DrawnPiece, outline: Outline) -> str:
    scale = piece.scale
    return "".join(ring_path((x * scale, y * scale) for x, y in ring) for ring in outline.rings)


def _unseen(
    piece: DrawnPiece, record: Hex, term: str, ink: Ink, drawn: Mapping[str, Collection[str]]
) -> bool:
    """Return whether no depiction shows the terrain of a hex."""
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
