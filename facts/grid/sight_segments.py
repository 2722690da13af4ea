"""Where a line of sight meets the line between two centre dots, from the grid alone."""

from __future__ import annotations

from hexcourt.facts.boards.board import Board

Point = tuple[int, int]
"""A point of the grid, in sixths of a column and of a half row: all centres and vertices are whole."""

_VERTICES: tuple[Point, ...] = ((-2, -6), (2, -6), (4, 0), (2, 6), (-2, 6), (-4, 0))


def centre_of(board: Board, name: str) -> Point:
    """Give the centre dot of a hex."""
    column, half_row = board.hex(name).place
    return 6 * column, 6 * half_row


def vertex_of(board: Board, name: str, vertex: int) -> Point:
    """Give a vertex of a hex, numbered clockwise from the upper left one."""
    x, y = centre_of(board, name)
    dx, dy = _VERTICES[vertex]
    return x + dx, y + dy


def crosses_segment(start: Point, end: Point, one: Point, other: Point) -> bool:
    """Tell whether a line crosses the segment between two points strictly between the ends of both."""

    def side(a: Point, b: Point, c: Point) -> int:
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return (turn > 0) - (turn < 0)

    apart = side(one, other, start) * side(one, other, end)
    return apart < 0 and side(start, end, one) * side(start, end, other) < 0
