"""Which part of a board lies on a map, and where its hexes come to lie there.

A board may be cropped to a rectangle. Its edges are mostly told in rounded pixels of what is meant:
the middle of a hexrow, or halfway between two; an edge so near is taken as the exact one. A hex is
left whose centre dot lies in the rectangle or on its edge, and on the edge it is a half-hex (A2.3).
"""

#! A2.3 high: a cropped edge is an edge of the map; hexes cut through their middle are half-hexes
from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.geometry import Position
from hexcourt.facts.maps.board_entries import Crop

NEAR = 2
"""How many drawing units an edge may lie beside what it means."""

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
        """Give the exact upper left and lower right corner."""
        steps, origin = self.steps, self.board.layout.origin

        def exact(edge: int, axis: int) -> Fraction:
            count = round((edge - origin[axis]) / steps[axis])
            meant = origin[axis] + count * steps[axis]
            return meant if abs(meant - edge) <= NEAR else Fraction(edge)

        low = (exact(self.left, 0), exact(self.top, 1))
        return low, (exact(self.right, 0), exact(self.bottom, 1))

    @property
    def steps(self) -> Point:
        """Give half the way between two hexrows, and between two hexes of one."""
        return self.board.layout.column_step / 2, self.board.layout.hex_height / 2

    @property
    def size(self) -> Point:
        """Give the exact width and height."""
        low, high = self.corners
        return high[0] - low[0], high[1] - low[1]

    @property
    def pixels(self) -> tuple[int, int]:
        """Give width and height in whole drawing units."""
        return self.right - self.left, self.bottom - self.top

    def place_in_board(self, place: Position) -> Point:
        """Give the exact centre of a hex on the board as it is printed."""
        layout = self.board.layout
        return (
            layout.origin[0] + layout.column_step * place[0],
            layout.origin[1] + layout.hex_height * place[1] / 2,
        )

    def holds(self, place: Position) -> bool:
        """Tell whether a hex is left: its centre dot is in the rectangle, or on its edge."""
        x, y = self.place_in_board(place)
        low, high = self.corners
        return low[0] <= x <= high[0] and low[1] <= y <= high[1]

    def halves(self, place: Position) -> bool:
        """Tell whether only half of a hex is left: its centre dot lies on the edge."""
        x, y = self.place_in_board(place)
        low, high = self.corners
        return x in (low[0], high[0]) or y in (low[1], high[1])

    def exactly(self, place: Position) -> Point:
        """Give the centre of a hex as the frame lies, from its exact upper left corner."""
        (x, y), (low, high) = self.place_in_board(place), self.corners
        return (high[0] - x, high[1] - y) if self.reversed else (x - low[0], y - low[1])

    def in_pixels(self, place: Position) -> Point:
        """Give the centre of a hex as the frame lies, from its upper left corner in whole units."""
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
    """Let a frame reach to the pixels that its exact edges touch, as centre dots lie on them."""
    width, height = frame.board.layout.extent
    low, high = frame.corners
    return replace(
        frame,
        left=max(0, min(frame.left, floor(low[0]))),
        top=max(0, min(frame.top, floor(low[1]))),
        right=min(width, max(frame.right, ceil(high[0]))),
        bottom=min(height, max(frame.bottom, ceil(high[1]))),
    )
