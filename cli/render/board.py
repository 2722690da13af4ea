"""The pieces of the map: hexes, what stands on hexsides, roads and railways, and counters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import numpy as np

from hexcourt.cli.render.canvas import Canvas
from hexcourt.cli.render.palette import GRID, RAIL, ROAD, STROKES, UNDERNEATH, Stroke
from hexcourt.cli.render.style import (
    LEVEL_LOOK,
    Element,
    Point,
    Written,
    add,
    counter_sign,
    counter_text,
    face_of,
    face_rank,
    haloed,
    hex_signs,
    line_path,
    ring_path,
    sort_of,
    stroke_of,
    stroke_sign,
    term_parts,
    term_text,
    use,
    verdict_style,
    way_path,
)
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import direction_between
from hexcourt.facts.boards.records import UNDER, Counter, Hex
from hexcourt.facts.geometry.coordinates import column_index
from hexcourt.facts.geometry.hexes import Position, neighbour
from hexcourt.solver.answer.words import level_words

_HEX_HEIGHT = 72.0
_VERTICES = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""Where the vertices of a hex lie from its centre, on a lattice of thirds of a column and half hexes."""


class DrawnPiece:
    """A piece of the map. Coordinates of the board are scaled so that all hexes are alike."""

    def __init__(self, canvas: Canvas, number: int, hexes: list[Hex]) -> None:
        self.canvas = canvas
        self.board = canvas.board
        self.marks = canvas.marks
        self.number = number
        self.clips: set[str] = set()
        self.hexes = hexes
        self.names = {each.name for each in hexes}
        self.scale = _HEX_HEIGHT / float(self.board.layout.hex_height)
        self.corners = self.board.layout.corner_offsets() * self.scale
        self.box = self._box()
        self.notes: dict[str, list[str]] = {}  # of hexes, by tints, which lie below the grid
        self.width, self.height = self.box[2] - self.box[0], self.box[3] - self.box[1]

    def centre(self, place: Position) -> Point:
        """Return the centre of the hex at a place."""
        x, y = self.board.layout.centre(place)
        return x * self.scale, y * self.scale

    def around(self, record: Hex, share: float = 1.0) -> list[Point]:
        """Return the vertices of a hex, or of one of a share of its size in the midst of it."""
        return self.ring_at(record.place, share)

    def ring_at(self, place: Position, share: float = 1.0) -> list[Point]:
        """Return the same of the hex at a place, whether there is one or not."""
        x, y = self.centre(place)
        return [(x + share * float(dx), y + share * float(dy)) for dx, dy in self.corners]

    def grid(self) -> str:
        """Write the hexsides of all hexes as one path, each hexside once: up the columns in zigzags."""
        places = {each.place for each in self.hexes}
        parts: list[str] = []
        climb: list[Point] = []
        for record in sorted(self.hexes, key=lambda each: (each.place[0], -each.place[1])):
            around = self.around(record)
            climb += [around[5], around[0]] if climb else [around[4], around[5], around[0]]
            if neighbour(record.place, 0) in places:
                parts.append(line_path(around[0], around[1]))
            else:
                parts.append(way_path([*climb, around[1]]))
                climb = []
            for side in (1, 2, 3):
                if neighbour(record.place, side) not in places:
                    parts.append(line_path(around[side], around[side + 1]))
        return "".join(parts)

    def has_level(self, name: str) -> bool:
        """Return whether the level of a hex is written in it: the usual one is not."""
        return self.board.hex(name).level not in (0, self.canvas.usual)

    def is_gone(self, name: str, term: str) -> bool:
        """Return whether counters have done away with the terrain of a hex."""
        return name in self.canvas.cleared and sort_of(term) == "building"

    def clip(self, kind: str, names: Collection[str]) -> str:
        """Return the clip of a kind, which shows some of the hexes, and define it when first used."""
        clip = f"{kind}-{self.number}"
        if clip not in self.clips:
            self.clips.add(clip)
            defined = add(self.canvas.definitions, "clipPath", id=clip)
            add(defined, "path", d=self.outline(each for each in self.hexes if each.name in names))
        return f"url(#{clip})"

    def outline(self, records: Iterable[Hex]) -> str:
        """Write the outline of some hexes as one path: without the hexsides between two of them."""
        inside = {each.place: each for each in records}
        points: dict[Position, Point] = {}
        following: dict[Position, Position] = {}
        for (column, row), record in inside.items():
            around = self.around(record)
            ends = [(3 * column + across, row + down) for across, down in _VERTICES]
            for side in range(6):
                if neighbour(record.place, side) not in inside:
                    # three hexes meet at a vertex, so one outline at most runs on from it
                    points[ends[side]] = around[side]
                    following[ends[side]] = ends[(side + 1) % 6]
        rings = []
        while following:
            ring = [next(iter(following))]
            while (after := following.pop(ring[-1])) != ring[0]:
                ring.append(after)
            rings.append(ring_path([points[each] for each in ring]))
        return "".join(rings)

    def names_written(self, records: Iterable[Hex]) -> list[Written]:
        """List the names of hexes, each with its place."""
        return [(each.name, *self._within(each, -25)) for each in records]

    def levels_written(self, records: Iterable[Hex]) -> list[Written]:
        """List the levels that are written in hexes, each with its place."""
        found = (each for each in records if self.has_level(each.name))
        return [(level_words(each.level), *self._within(each, 32)) for each in found]

    def _within(self, record: Hex, down: float) -> Point:
        """Place a label below the centre of a hex, moved inwards where the map's edge would cut it."""
        x, y = self.centre(record.place)
        left, top, right, bottom = self.box
        return min(max(x, left + 12), right - 12), min(max(y + down, top + 10), bottom - 2)

    def _box(self) -> tuple[float, float, float, float]:
        """Bound the hexes drawn, within the map where its edges cut hexes."""
        points = np.array([point for each in self.hexes for point in self.around(each)])
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        extent = np.array(self.board.layout.extent, dtype=np.float64)
        centres = self.board.centres
        if (centres >= 0).all() and (centres <= extent).all():
            right, bottom = min(right, extent[0] * self.scale), min(bottom, extent[1] * self.scale)
            left, top = max(left, 0.0), max(top, 0.0)
        return float(left), float(top), float(right), float(bottom)


def draw_hexes(piece: DrawnPiece, drawn: Element) -> None:
    """Draw the grid of a piece, its centre dots, names and levels; on hover a hex says what it is."""
    canvas, (x, y) = piece.canvas, piece.centre((0, 0))
    grid = add(
        drawn, "path", class_="grid", d=piece.grid(), fill="none", stroke=GRID, stroke_width=0.8
    )
    layout = piece.board.layout
    steps = (float(each) * piece.scale for each in (layout.column_step, layout.hex_height))
    grid.set("data-steps", " ".join(f"{each:.2f}" for each in (x, y, *steps)))
    layer = add(drawn, "g", class_="hexes", fill="none", pointer_events="all")
    ring = canvas.shape(ring_path((a - x, b - y) for a, b in piece.ring_at((0, 0))))
    for record in piece.hexes:
        x, y = piece.centre(record.place)
        hovered = use(layer, ring, x=round(x), y=round(y), data_hex=record.name)
        add(hovered, "title", _described(piece, record))
    _draw_dots(piece, drawn)
    levels = piece.levels_written(piece.hexes)
    haloed(drawn, canvas.text_name(), "names", piece.names_written(piece.hexes), font_size="10")
    haloed(drawn, canvas.text_name(), "levels", levels, **LEVEL_LOOK)
    if levels:
        canvas.hex_signs.add("level")


def _draw_dots(piece: DrawnPiece, drawn: Element) -> None:
    """Draw centre dots: a square where there is a stairwell, a ring round a manhole."""
    group = add(drawn, "g", class_="dots")
    places: dict[str, list[Point]] = {"dot": [], "square": [], "manhole": []}
    for record in piece.hexes:
        square = record.stairwell or "dot(square)" in record.features
        for sign in ("square" if square else "dot", *["manhole"] * ("manhole" in record.features)):
            places[sign].append(piece.centre(record.place))
    for sign, points in places.items():
        if points:
            piece.canvas.hex_signs.add(sign)
            hex_signs(group, sign, points, piece.canvas.shape)


def _described(piece: DrawnPiece, record: Hex) -> str:
    """Describe what a hex is, for its tooltip."""
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
    placed = [counter_text(each) for each in piece.board.counters if each.hex == record.name]
    if placed:
        parts.append(f"counters {', '.join(placed)}")
    if record.name in piece.marks.seen:
        parts.append(verdict_style(piece.marks.seen[record.name]).label)
    parts += piece.notes.get(record.name, ())
    return f"{record.name}: {'; '.join(parts)}"


_OUTER_HEXSIDE = pattern(r'hexside\((.+),"([A-Z]{1,8})([0-9]{1,4})"\)')


def draw_hexsides(piece: DrawnPiece, drawn: Element) -> None:
    """Draw the hexsides of a piece, each kind of stroke above the kinds before it."""
    order = dict.fromkeys(stroke for stroke, _ in STROKES)
    ways: dict[Stroke, dict[str, None]] = {ROAD: {}, RAIL: {}}
    sides: dict[Stroke, dict[str, None]] = {}
    for first, second, place, terms in _sides(piece):
        ends = _shared(piece, first, place)
        if ends is None:
            continue
        for stroke, way in _ways(piece, first, second, terms):
            ways[stroke][way] = None
        for term in terms:
            if (found := stroke_of(term)) is not None:
                sides.setdefault(found, {})[line_path(*ends)] = None
    known = [stroke for stroke in order if stroke in sides]
    others = sorted(
        (stroke for stroke in sides if stroke not in order), key=lambda each: each.label
    )
    for kind, strokes in (("ways", ways), ("hexsides", {e: sides[e] for e in (*known, *others)})):
        group = add(drawn, "g", class_=kind, fill="none")
        for stroke, parts in strokes.items():
            if parts:
                piece.canvas.strokes.add(stroke)
                drawn_alike = add(group, "g")
                add(drawn_alike, "title", stroke.label)
                stroke_sign(drawn_alike, "".join(parts), stroke, piece.canvas.shape)


def _sides(piece: DrawnPiece) -> Iterator[tuple[Hex, str, Position, frozenset[str]]]:
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


def _shared(piece: DrawnPiece, record: Hex, place: Position) -> tuple[Point, Point] | None:
    """Find the vertices that a hex shares with the place next to it."""
    direction = direction_between(record.place, place)
    if direction is None:
        return None
    around = piece.around(record)
    return around[direction], around[(direction + 1) % 6]


def _ways(
    piece: DrawnPiece, first: Hex, second: str, terms: frozenset[str]
) -> Iterator[tuple[Stroke, str]]:
    """List railways from centre to centre, and roads where no depiction shows them."""
    board = piece.board
    heads = {term_parts(term)[0] for term in terms}
    depicted = board.raster is not None or bool(board.outlines)
    if second not in board.by_name:
        return
    way = line_path(piece.centre(first.place), piece.centre(board.by_name[second].place))
    for head, stroke in (("road", ROAD), ("rail", RAIL)):
        if head in heads and not (head == "road" and depicted):
            yield stroke, way


# Counters lie above the centre dot, or below it under a bridge, so that the name and the level of the
# hex and the end of a sight line stay in sight.


_SIZE = 24.0
_ASIDE, _UP = 19.0, 2.0  # from a counter to the next in its row
_WIDEST = 42.0  # from the first counter of a row to the last
_DOWN = 11.0  # from the centre dot down to the row under a bridge, and up to the other
_NAME = 12.0  # kept free for the hex's name at the upper edge of the map


def draw_counters(piece: DrawnPiece, drawn: Element) -> None:
    """Draw the counters of a piece."""
    group = add(drawn, "g", class_="counters")
    for record in piece.hexes:
        here = [each for each in piece.board.counters if each.hex == record.name]
        for (x, y), counter in _piece_places(piece, record, here):
            piece.canvas.counters.add(counter)
            mark = add(group, "g", class_="counter", data_hex=counter.hex)
            mark.set("data-terrain", counter.terrain)
            if counter.place == UNDER:
                mark.set("opacity", UNDERNEATH)
            add(mark, "title", f"{counter.hex}: {counter_text(counter)}")
            counter_sign(mark, x, y, _SIZE, face_of(counter.terrain))


def _piece_places(
    piece: DrawnPiece, record: Hex, here: list[Counter]
) -> list[tuple[Point, Counter]]:
    """Place counters round the centre of their hex, or inwards where the map's edge would cut them."""
    under = _in_row([each for each in here if each.place == UNDER], _DOWN)
    above = _in_row([each for each in here if each.place != UNDER], -_DOWN)
    placed = under + above
    if not placed:
        return []
    left, top, right, bottom = piece.box
    x, y = piece.centre(record.place)
    x += _inwards([x + across for (across, _), _ in placed], left, right)
    y += _inwards([y + down for (_, down), _ in placed], top + _NAME, bottom)
    return [((x + across, y + down), counter) for (across, down), counter in placed]


def _in_row(row: list[Counter], down: float) -> list[tuple[Point, Counter]]:
    """Place counters in a row round the middle, each a little above the one before it."""
    aside = min(_ASIDE, _WIDEST / max(1, len(row) - 1))
    steps = [number - (len(row) - 1) / 2 for number in range(len(row))]
    row = sorted(row, key=lambda each: face_rank(each.terrain))
    return [
        ((step * aside, down - step * _UP), each) for step, each in zip(steps, row, strict=True)
    ]


def _inwards(middles: list[float], low: float, high: float) -> float:
    """Return how far counters have to move to lie between two edges."""
    reach = _SIZE / 2 + 1
    return max(0.0, low + reach - min(middles)) + min(0.0, high - reach - max(middles))
