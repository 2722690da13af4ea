"""Joins geomorphic boards edge to edge into one map (A2.1), which is a board like any other.

The edge of a geomorphic board runs through the middles of half-hexes, so boards placed edge to edge
neither overlap nor leave a gap: the pixels of each keep their places relative to its hexes, moved by
whole pixels, and by half a pixel more where a crop cuts between two. A board may lie as it is printed,
or reversed (turned by 180 degrees), whole or cropped.

What a board's own archive says about its whole hexes stays as it is. ``half_hexes`` says what
becomes of two half-hexes; here the boards are placed, their drawings put together, and what lies
on hexsides that no board has to itself is read from the whole drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import floor
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import NEAR, Board, hexside_key, location_order
from hexcourt.facts.boards.records import (
    DATA_FEATURE,
    Hex,
    Hexsides,
    Location,
    Raster,
    Sections,
    kind_of,
)
from hexcourt.facts.formats.drawn_hexes import had_along, hexside_terms, shares_of
from hexcourt.facts.formats.import_archive import settled, touched
from hexcourt.facts.geometry.coordinates import BoardHex, parse_hex
from hexcourt.facts.geometry.hexes import Layout, Position, neighbour
from hexcourt.facts.maps.configuration import Crop
from hexcourt.facts.maps.frames import (
    Frame,
    Point,
    check_boards,
    check_frames,
    check_names,
    frame_of,
)

# --- Two half-hexes become one hex (A2.2, A2.3) ---------------------------------------------------
#
# The name: if one of the two has a printed coordinate, that one; if both or neither have, the one on the
# board that lies farther north or east. On a board as it is printed, coordinates stand in the upper part
# of a hex; so a half-hex of row 0, of which a board has the lower part, has none, and all others
# have one.
#
# The hex: of two centre dots the one of the naming board counts (A2.2), unless its half is Open Ground
# and the other is not (A2.3), or it misses a building that the other half has: a centre dot in Open
# Ground never makes a building hex anything else (B.1). The drawing stays as it is on either side of
# the seam.


#! A2.2 high: a hex of two halves is named by the printed one, else by the board farther north-east
#! A2.3 high: Open Ground joined to another terrain is that terrain


_NORTH_AND_EAST = {"up": (-1, 1), "right": (1, 1), "down": (1, -1), "left": (-1, -1)}
"""What a row down, and a column to the right, count toward the north-east."""


@dataclass(frozen=True, slots=True)
class Half:
    """What one board has in the place of a hex, as it lies on the map.

    ``at`` is the row and column of the board, ``locations`` are those that the board by itself has
    there; ``printed`` tells whether the coordinate is, ``halved`` whether it is a half-hex.
    """

    record: Hex
    locations: tuple[Location, ...]
    board: str
    at: tuple[int, int]
    printed: bool
    halved: bool


def naming_first(halves: tuple[Half, ...], north: str) -> tuple[Half, ...]:
    """Put the half first that names the hex (A2.2)."""
    down, right = _NORTH_AND_EAST[north]

    def rank(half: Half) -> tuple[bool, int]:
        row, column = half.at
        alone = half.printed and sum(each.printed for each in halves) == 1
        return alone, down * row + right * column

    return tuple(sorted(halves, key=rank, reverse=True))


def combined(halves: Sequence[Half]) -> Hex:
    """Combine the halves of a hex, the naming one first; a whole hex stays as it is."""
    result = _deciding_half(halves)
    others = [each.record for each in halves if each is not result]
    inherent = next((e.inherent for e in (result.record, *others) if e.inherent is not None), None)
    filled = {inherent} if inherent is not None else set()
    return replace(
        result.record,
        name=halves[0].record.name,
        terrain=tuple(sorted({*result.record.terrain, *filled})),
        inherent=inherent,
        stairwell=any(each.record.stairwell for each in halves),
        slopes=frozenset().union(*(each.record.slopes for each in halves)),
        features=tuple(dict.fromkeys((*result.record.features, *_of_data(others)))),
    )


def _of_data(records: Sequence[Hex]) -> list[str]:
    """List which overlays reach over a seam to the other half, and what is not sure of that half."""
    return [each for record in records for each in record.features if DATA_FEATURE.fullmatch(each)]


def combined_locations(halves: Sequence[Half]) -> list[Location]:
    """List the Locations of a combined hex: those of the half that tells its terrain, and the upper
    levels of a building that only the other half has.
    """
    result = _deciding_half(halves)
    found = {each.place: each.level for each in result.locations}
    for half in halves:
        for each in half.locations:
            if each.floor is not None:
                found.setdefault(each.place, result.record.level + 2 * each.floor)
    name = halves[0].record.name
    return [Location(name, place, found[place]) for place in sorted(found, key=location_order)]


def _deciding_half(halves: Sequence[Half]) -> Half:
    """Choose the half whose centre dot and terrain count: of equals the naming one, which is first."""
    return max(halves, key=lambda half: _weight(half.record))


def _weight(record: Hex) -> int:
    """Rank Open Ground below other terrain (A2.3), and that below buildings (B.1)."""
    kinds = {kind_of(term) for term in record.terrain}
    if kinds & {"building", "factory"}:
        return 2
    return 1 if kinds - {"open", "road"} else 0


#! A2.1 high: boards are butted edge to edge, as they are or reversed, into one map


Pixel = TypeVar("Pixel", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Section:
    """A board of a configuration: ``id`` is its number as coordinates write it (``1``, ``2a``).

    ``crop`` is what is left of it, in pixels of the board as it is printed.
    """

    board: Board
    id: str
    reversed: bool = False
    crop: Crop | None = None


def join(rows: Sequence[Sequence[Section]], north: str = "up", name: str = "map") -> Board:
    """Join boards, given row by row from the top and from the left, into one map.

    ``north`` is where North lies: up, right, down or left. Raises BadInput, naming board and place,
    for boards that do not fit together, and for one that lies there twice.
    """
    check_boards([[(each.id, each.board) for each in row] for row in rows])
    check_names([[each.id for each in row] for row in rows])
    return replace(_Join(rows, north).map(name), north=north)


@dataclass(frozen=True)
class PlacedSection:
    """A section in its place: ``row`` and ``column`` count from 0 at the upper left.

    ``moved`` is how its hexes move, ``corner`` where the upper left pixel of its frame comes to lie.
    """

    section: Section
    row: int
    column: int
    frame: Frame
    moved: Position
    corner: tuple[int, int]

    def place(self, place: Position) -> Position:
        """Return where a hex of the board lies on the map."""
        column, half_row = place
        if self.section.reversed:
            column, half_row = -column, -half_row
        return column + self.moved[0], half_row + self.moved[1]

    @property
    def hexes(self) -> Iterator[Hex]:
        """List the hexes that the crop leaves."""
        return (each for each in self.section.board.hexes if self.frame.holds(each.place))

    def name(self, printed: str) -> str:
        """Name a hex of the board with the board (A2.2)."""
        return str(BoardHex(parse_hex(printed), self.section.id))

    def hex(self, record: Hex) -> Hex:
        """Return a hex of the board as it lies on the map."""
        turn = 3 if self.section.reversed else 0
        return replace(
            record,
            name=self.name(record.name),
            place=self.place(record.place),
            slopes=frozenset((side + turn) % 6 for side in record.slopes),
            features=(
                *record.features,
                *(f"map_rule({rule})" for rule in self.section.board.map_rules),
            ),
        )

    def half(self, record: Hex) -> Half:
        """Return a hex of the board with what it takes to combine half-hexes."""
        return Half(
            record=self.hex(record),
            locations=self.section.board.locations_of(record.name),
            board=self.section.id,
            at=(self.row, self.column),
            printed=record.place[1] >= 0,
            halved=self.frame.halves(record.place),
        )

    def paste(self, grid: npt.NDArray[Pixel], canvas: npt.NDArray[Pixel], margin: int) -> None:
        """Paste the pixels of the frame, and so many round it, on those of the map."""
        frame, (width, height) = self.frame, grid.shape[:2]  # a picture has its colours behind
        left, top = max(0, frame.left - margin), max(0, frame.top - margin)
        right, bottom = min(width, frame.right + margin), min(height, frame.bottom + margin)
        part = grid[left:right, top:bottom]
        x, y = self.corner[0] - (frame.left - left), self.corner[1] - (frame.top - top)
        if self.section.reversed:
            part = part[::-1, ::-1]
            x, y = self.corner[0] - (right - frame.right), self.corner[1] - (bottom - frame.bottom)
        first, last = (max(0, -x), max(0, -y)), (canvas.shape[0] - x, canvas.shape[1] - y)
        part = part[first[0] : last[0], first[1] : last[1]]
        x, y = x + first[0], y + first[1]
        canvas[x : x + part.shape[0], y : y + part.shape[1]] = part


class _Join:
    """The boards of a configuration on their way to one map."""

    def __init__(self, rows: Sequence[Sequence[Section]], north: str) -> None:
        self.rows = placed_sections(rows)
        self.sections_placed = [each for line in self.rows for each in line]
        self.halves = self._halves(north)

    def _halves(self, north: str) -> Mapping[Position, tuple[Half, ...]]:
        """Gather by place what the boards have there, of two half-hexes the naming one first."""
        gathered: dict[Position, tuple[Half, ...]] = {}
        for placed in self.sections_placed:
            for record in placed.hexes:
                half = placed.half(record)
                place = half.record.place
                gathered[place] = naming_first((*gathered.get(place, ()), half), north)
        return MappingProxyType(dict(sorted(gathered.items())))

    @cached_property
    def names(self) -> Mapping[Position, str]:
        """Name the hexes of the map."""
        return MappingProxyType({place: each[0].record.name for place, each in self.halves.items()})

    def map(self, name: str) -> Board:
        """Put the map together."""
        layout, raster = self._layout(), self._raster()
        locations: list[Location] = []
        for each in self.halves.values():
            locations += combined_locations(each)
        return Board(
            name=name,
            source=self._source(),
            layout=layout,
            hexes=tuple(combined(each) for each in self.halves.values()),
            locations=tuple(locations),
            hexsides=self._hexsides(layout, raster),
            raster=raster,
            sections=self._sections(),
            assumptions=tuple(
                dict.fromkeys(
                    sentence
                    for each in self.sections_placed
                    for sentence in each.section.board.assumptions
                )
            ),
        )

    def _layout(self) -> Layout:
        first = self.sections_placed[0]
        place = next(first.hexes).place
        centre, moved = first.frame.in_pixels(place), first.place(place)
        layout = first.section.board.layout
        return replace(
            layout,
            origin=(
                centre[0] - layout.column_step * moved[0],
                centre[1] - layout.hex_height * moved[1] / 2,
            ),
            extent=(
                max(each.corner[0] + each.frame.pixels[0] for each in self.sections_placed),
                max(each.corner[1] + each.frame.pixels[1] for each in self.sections_placed),
            ),
        )

    def _source(self) -> str:
        lines = (
            " ".join(each.section.id + " reversed" * each.section.reversed for each in line)
            for line in self.rows
        )
        text = "; ".join(dict.fromkeys(each.section.board.source for each in self.sections_placed))
        return f"boards joined (A2.1), row by row: {' / '.join(lines)}. {text}"

    def _raster(self) -> Raster:
        terms = tuple(sorted({t for each in self.sections_placed for t in _raster_of(each).terms}))
        terrain = np.zeros(self._layout().extent, np.uint8)
        level = np.zeros(self._layout().extent, np.int8)
        numbered = [(each, _raster_of(each).numbered(terms)) for each in self.sections_placed]
        for margin in (NEAR, 0):  # rounding may part two frames by a pixel, which is drawn on both
            for each, numbers in numbered:
                each.paste(numbers, terrain, margin)
                each.paste(_raster_of(each).level, level, margin)
        return Raster(terms, terrain, level)

    def _hexsides(self, layout: Layout, raster: Raster) -> Hexsides:
        found: dict[tuple[str, str], frozenset[str]] = {}
        for placed in self.sections_placed:
            known = placed.section.board.by_name
            for pair, terms in placed.section.board.hexsides.items():
                places = [known[name].place for name in pair]
                if not all(map(placed.frame.holds, places)):
                    continue
                first, second = (self.names[placed.place(each)] for each in places)
                key = hexside_key(first, second)
                found[key] = found.get(key, frozenset()) | terms
        for key, term in seam_terrain(layout, raster, self.names, list(self._seam())):
            found[key] = found.get(key, frozenset()) | {term}
        return MappingProxyType(found)

    def _seam(self) -> Iterator[tuple[Position, int]]:
        """List the hexsides between hexes that no board has both, distinguished from each hex."""
        for place, here in self.halves.items():
            boards = {each.board for each in here}
            for direction in range(6):
                there = self.halves.get(neighbour(place, direction), ())
                if there and boards.isdisjoint(each.board for each in there):
                    yield place, direction

    def _sections(self) -> Sections:
        named = [(each[0].record.name, each) for each in self.halves.values()]
        return Sections(
            parts=MappingProxyType(
                {name: tuple(sorted(half.board for half in each)) for name, each in named}
            ),
            halves=frozenset(name for name, each in named if len(each) == 1 and each[0].halved),
            aliases=MappingProxyType(
                {half.record.name: name for name, each in named for half in each[1:]}
            ),
        )


def placed_sections(rows: Sequence[Sequence[Section]]) -> tuple[tuple[PlacedSection, ...], ...]:
    """Place boards edge to edge, each as its frame asks."""
    frames = [
        [
            frame_of(each.board, each.crop, each.reversed, _where(each, row, column))
            for column, each in enumerate(line)
        ]
        for row, line in enumerate(rows)
    ]
    check_frames(rows, frames)
    first = frames[0][0]
    base = _base(first)
    found: list[list[PlacedSection]] = []
    down = Fraction(0)
    for row, line in enumerate(rows):
        found.append([])
        across = Fraction(0)
        for column, each in enumerate(line):
            frame = frames[row][column]
            moved, corner = _moved(frame, first, base, (across, down), _where(each, row, column))
            found[-1].append(PlacedSection(each, row, column, frame, moved, corner))
            across += frame.size[0]
        down += frames[row][0].size[1]
    return tuple(map(tuple, found))


def _where(section: Section, row: int, column: int) -> str:
    return f"board {section.id} (row {row + 1}, place {column + 1})"


def _base(first: Frame) -> Position:
    """Return how the hexes of the first board move: not at all, or by even numbers as it is turned."""
    if not first.reversed:
        return 0, 0
    column, half_row = first.board.places.max(axis=0).tolist()
    return column + column % 2, half_row - half_row % 2


def _moved(
    frame: Frame, first: Frame, base: Position, offset: Point, where: str
) -> tuple[Position, tuple[int, int]]:
    """Return how the hexes of a frame move that lies so far from the first one's upper left corner, and
    where its upper left pixel comes to lie.
    """
    steps = (frame.steps[0] * 2, frame.steps[1])
    anchor = next(each.place for each in first.board.hexes if first.holds(each.place))
    own = next(each.place for each in frame.board.hexes if frame.holds(each.place))
    moved, corner = [0, 0], [0, 0]
    for axis in (0, 1):
        start = -anchor[axis] if first.reversed else anchor[axis]
        way = offset[axis] + frame.exactly(own)[axis] - first.exactly(anchor)[axis]
        count = way / steps[axis]
        if count.denominator != 1:
            raise BadInput(_does_not_meet(where))
        there = start + base[axis] + int(count)
        moved[axis] = there + own[axis] if frame.reversed else there - own[axis]
        begins = first.in_pixels(anchor)[axis] + way - frame.in_pixels(own)[axis]
        corner[axis] = floor(begins + Fraction(1, 2))
    if sum(moved) % 2:
        raise BadInput(_does_not_meet(where))
    return (moved[0], moved[1]), (corner[0], corner[1])


def _does_not_meet(where: str) -> str:
    return (
        f"{where}: its hexes do not meet those of the boards before it; crop both where they meet "
        "through the middles of hexes"
    )


def _raster_of(placed_section: PlacedSection) -> Raster:
    raster = placed_section.section.board.raster
    assert raster is not None  # check_fit has seen to it
    return raster


def seam_terrain(
    layout: Layout,
    raster: Raster,
    names: Mapping[Position, str],
    sides: Sequence[tuple[Position, int]],
) -> Iterator[tuple[tuple[str, str], str]]:
    """Read the terrain of some hexsides, each distinguished from both hexes, as ``importing``
    reads it on one board: just inside them, and what is drawn along most of them.
    """
    if not sides:
        return
    centres = layout.centres(place for place, _ in sides)
    points = centres + layout.hexside_points()[[side for _, side in sides]]
    read = settled(touched(raster.terrain, points)).tolist()
    middle = {side: raster.terms[number] for side, number in zip(sides, read, strict=True)}
    used = {n: term for n, term in enumerate(raster.terms) if term in hexside_terms().values()}
    drawn = shares_of(raster.terrain, layout, centres, used) if used else {}
    for number, (place, direction) in enumerate(sides):
        other = neighbour(place, direction)
        shown = (middle[place, direction], middle[other, (direction + 3) % 6])
        had = {term for term in shown if kind_of(term) in ("hexside", "depression")}
        had |= had_along(drawn.get((number, direction), {}), shown)
        for term in had:
            yield hexside_key(names[place], names[other]), term
