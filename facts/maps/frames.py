"""Which part of a board lies on a map, and where its hexes come to lie there.

A board may be cropped to a rectangle. Its edges are mostly given in rounded pixels of what is
meant: the middle of a hexrow, or halfway between two; an edge so near is taken as the exact one.
A hex is left whose centre dot lies in the rectangle or on its edge, and on the edge it is a
half-hex (A2.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from math import ceil, floor, lcm
from typing import Protocol

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import table_rows
from hexcourt.facts.boards.board import NEAR, Board
from hexcourt.facts.boards.records import DATA_FEATURE, Hex
from hexcourt.facts.boards.sizes import MAX_HEXES
from hexcourt.facts.geometry.hexes import Position
from hexcourt.facts.maps.configuration import Crop

#! A2.3 high: a cropped edge is an edge of the map; hexes cut through their middle are half-hexes

Point = tuple[Fraction, Fraction]
"""A place in drawing units."""


@dataclass(frozen=True)
class Frame:
    """A rectangle of a board, in drawing units of the board as it is printed, and how it lies."""

    board: Board
    left: int
    top: int
    right: int
    bottom: int
    reversed: bool

    @cached_property
    def corners(self) -> tuple[Point, Point]:
        """Return the exact upper left and lower right corner."""
        steps, origin = self.steps, self.board.layout.origin

        def exact(edge: int, axis: int) -> Fraction:
            count = round((edge - origin[axis]) / steps[axis])
            nearest = origin[axis] + count * steps[axis]
            return nearest if abs(nearest - edge) <= NEAR else Fraction(edge)

        low = (exact(self.left, 0), exact(self.top, 1))
        return low, (exact(self.right, 0), exact(self.bottom, 1))

    @property
    def steps(self) -> Point:
        """Return half the way between two hexrows, and between two hexes of one."""
        return self.board.layout.column_step / 2, self.board.layout.hex_height / 2

    @property
    def size(self) -> Point:
        """Return the exact width and height."""
        low, high = self.corners
        return high[0] - low[0], high[1] - low[1]

    @property
    def pixels(self) -> tuple[int, int]:
        """Return width and height in whole drawing units."""
        return self.right - self.left, self.bottom - self.top

    def place_in_board(self, place: Position) -> Point:
        """Return the exact centre of a hex on the board as it is printed."""
        layout = self.board.layout
        return (
            layout.origin[0] + layout.column_step * place[0],
            layout.origin[1] + layout.hex_height * place[1] / 2,
        )

    def holds(self, place: Position) -> bool:
        """Return whether a hex is left: its centre dot is in the rectangle, or on its edge."""
        (x, y), (left, top, right, bottom) = self._in_whole_units(place)
        return left <= x <= right and top <= y <= bottom

    def halves(self, place: Position) -> bool:
        """Return whether only half of a hex is left: its centre dot lies on the edge."""
        (x, y), (left, top, right, bottom) = self._in_whole_units(place)
        return x in (left, right) or y in (top, bottom)

    def _in_whole_units(self, place: Position) -> tuple[Position, tuple[int, int, int, int]]:
        """Return the centre of a hex, and the corners; fractions take ten times as long."""
        (x, y, across, down), corners = self._whole
        return (x + across * place[0], y + down * place[1]), corners

    @cached_property
    def _whole(self) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
        """Return the origin, the way from hexrow to hexrow and from half row to half row, and the
        corners, all in one unit of which they are whole numbers.
        """
        layout, (low, high) = self.board.layout, self.corners
        lengths = [*layout.origin, layout.column_step, self.steps[1], *low, *high]
        unit = lcm(*(Fraction(each).denominator for each in lengths))
        x, y, across, down, left, top, right, bottom = (int(each * unit) for each in lengths)
        return (x, y, across, down), (left, top, right, bottom)

    def exactly(self, place: Position) -> Point:
        """Return the centre of a hex as the frame lies, from its exact upper left corner."""
        (x, y), (low, high) = self.place_in_board(place), self.corners
        return (high[0] - x, high[1] - y) if self.reversed else (x - low[0], y - low[1])

    def in_pixels(self, place: Position) -> Point:
        """Return the centre of a hex as the frame lies, from its upper left corner in whole units."""
        x, y = self.place_in_board(place)
        return (self.right - x, self.bottom - y) if self.reversed else (x - self.left, y - self.top)


def frame_of(board: Board, crop: Crop | None, reversed_: bool, where: str) -> Frame:
    """Frame a board; raises BadInput for a crop that lies outside it or leaves no hex."""
    width, height = board.layout.extent
    left, top, across, down = crop if crop is not None else (0, 0, -1, -1)
    right = width if across == -1 else left + across
    bottom = height if down == -1 else top + down
    if left >= width or top >= height or right > width or bottom > height:
        raise BadInput(
            f"{where}: crop runs from {left}, {top} to {right}, {bottom} on a board of {width} by "
            f"{height} pixels; keep it inside"
        )
    frame = _with_all_touched(Frame(board, left, top, right, bottom, reversed_))
    if not any(frame.holds(each.place) for each in board.hexes):
        raise BadInput(f"{where}: crop holds no centre dot of a hex; make it larger")
    return frame


def _with_all_touched(frame: Frame) -> Frame:
    """Enlarge a frame to the pixels that its exact edges touch, as centre dots lie on them."""
    width, height = frame.board.layout.extent
    low, high = frame.corners
    return replace(
        frame,
        left=max(0, min(frame.left, floor(low[0]))),
        top=max(0, min(frame.top, floor(low[1]))),
        right=min(width, max(frame.right, ceil(high[0]))),
        bottom=min(height, max(frame.bottom, ceil(high[1]))),
    )


# --- Named places of certain maps -----------------------------------------------------------------
#
# ``named_places.tsv`` lists it: map, hex, feature and the paragraph that says so; without a hex it is
# said of the whole map. A facts file may hold the same as ``feature`` and ``map_rule``.


def with_named_places(board: Board) -> Board:
    """Add to a board that is one of these maps, by its name, what is said of its places."""
    rows = [
        (where, what)
        for name, where, what in _rows_named_places()
        if name == board.name.removeprefix("bd")
    ]
    if not rows:
        return board

    def report(record: Hex) -> Hex:
        further = {what for where, what in rows if where == record.name}
        return replace(record, features=tuple(sorted({*record.features, *further})))

    rules = {what for where, what in rows if not where}
    return replace(
        board,
        hexes=tuple(map(report, board.hexes)),
        map_rules=tuple(sorted({*board.map_rules, *rules})),
    )


def named_features() -> frozenset[str]:
    """List the features that are said of named places."""
    return frozenset(what for _, where, what in _rows_named_places() if where)


@cache
def _rows_named_places() -> tuple[tuple[str, str, str], ...]:
    rows = table_rows("hexcourt.facts.maps", "named_places.tsv")
    return tuple((name, where, what) for name, where, what, _ in rows)


# --- Edges of boards ------------------------------------------------------------------------------


Row = Sequence[tuple[str, Board]]
"""The boards of a row with their ids, from the left."""


class HasBoardId(Protocol):
    """Whatever has the id of a board."""

    @property
    def id(self) -> str:
        """Return the board's number as coordinates write it."""
        ...


def check_boards(rows: Sequence[Row]) -> None:
    """Raise BadInput, naming board and place, for boards that cannot be joined at all."""
    if not rows or not rows[0]:
        raise BadInput("the map has no boards; give rows of them")
    first_id, first = rows[0][0]
    for number, row in enumerate(rows):
        for place, (name, board) in enumerate(row):
            where = f"board {name} (row {number + 1}, place {place + 1})"
            _check_board(where, board)
            if _hex_size(board) != _hex_size(first):
                raise BadInput(
                    f"{where} has hexes of {_hex_size(board)} pixels, and board {first_id} of "
                    f"{_hex_size(first)}; join boards with hexes of one size"
                )
    hexes = sum(len(board.hexes) for row in rows for _, board in row)
    if hexes > MAX_HEXES:
        raise BadInput(f"the map has {hexes} hexes; join boards of {MAX_HEXES} at most in all")


def check_frames(rows: Sequence[Sequence[HasBoardId]], frames: Sequence[Sequence[Frame]]) -> None:
    """Raise BadInput where what is left of the boards makes up no rectangle."""
    width = sum(frame.size[0] for frame in frames[0])
    for number, (row, line) in enumerate(zip(rows, frames, strict=True), 1):
        for place, (section, frame) in enumerate(zip(row, line, strict=True), 1):
            if frame.size[1] != line[0].size[1]:
                raise BadInput(
                    f"board {section.id} (row {number}, place {place}) is {_rows(frame)} high, and "
                    f"board {row[0].id} beside it {_rows(line[0])}; crop them to one height"
                )
        here = sum(frame.size[0] for frame in line)
        if here != width:
            step = line[0].board.layout.column_step
            raise BadInput(
                f"row {number} with {_boards(len(row))} is {_in_words(here / step)} hexrows wide, and "
                f"row 1 with {_boards(len(rows[0]))} is {_in_words(width / step)}; make all rows as wide"
            )


def check_names(rows: Sequence[Sequence[str]]) -> None:
    """Raise BadInput where two boards would give their hexes the same names."""
    seen: dict[str, tuple[int, int]] = {}
    for row, names in enumerate(rows, 1):
        for place, name in enumerate(names, 1):
            if name in seen:
                other = seen[name]
                raise BadInput(
                    f"board {name} lies in row {other[0]}, place {other[1]} and again in row {row}, "
                    f"place {place}: its hexes would have the same names; put another board in one "
                    "of the two"
                )
            seen[name] = (row, place)


def _check_board(where: str, board: Board) -> None:
    if board.raster is None or board.sections is not None:
        drawn = "is a map" if board.sections is not None else "is drawn as outlines"
        raise BadInput(f"{where} {drawn}; join VASL board archives")
    if board.counters or board.notes or any(map(_is_described, board.hexes)):
        raise BadInput(f"{where} has counters, features or notes; join boards as they are printed")


def _is_described(record: Hex) -> bool:
    """Return whether more is about a hex than what the rules say of named places, and of its data."""
    return (
        not {each for each in record.features if not DATA_FEATURE.fullmatch(each)}
        <= named_features()
    )


def _hex_size(board: Board) -> str:
    return f"{_in_words(board.layout.column_step)} by {_in_words(board.layout.hex_height)}"


def _rows(frame: Frame) -> str:
    return f"{_in_words(frame.size[1] / frame.board.layout.hex_height)} hexes"


def _in_words(number: Fraction | int) -> str:
    return f"{float(number):.6g}"


def _boards(count: int) -> str:
    return f"{count} board{'' if count == 1 else 's'}"
