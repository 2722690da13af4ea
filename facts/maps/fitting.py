"""Checks that boards fit together edge to edge."""

from __future__ import annotations

from collections.abc import Sequence

from hexcourt.facts.boards.board import Board, Hex
from hexcourt.facts.errors import BadInput
from hexcourt.facts.maps.named_places import named_features
from hexcourt.facts.sizes import MOST_HEXES

Row = Sequence[tuple[str, Board]]
"""The boards of a row with their ids, from the left."""


def check_fit(rows: Sequence[Row]) -> None:
    """Raise BadInput, naming board and place, where boards do not make up a rectangle."""
    if not rows or not rows[0]:
        raise BadInput("the map has no boards; give rows of them")
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise BadInput(
                f"row {number + 1} has {_boards(len(row))} and row 1 has {_boards(len(rows[0]))}; "
                "give every row as many"
            )
    first_id, first = rows[0][0]
    for number, row in enumerate(rows):
        for place, (name, board) in enumerate(row):
            where = f"board {name} (row {number + 1}, place {place + 1})"
            _check_board(where, board)
            if _grid(board) != _grid(first):
                raise BadInput(
                    f"{where} has {_size(board)}, and board {first_id} has {_size(first)}; "
                    "join boards of one size"
                )
    hexes = sum(len(board.hexes) for row in rows for _, board in row)
    if hexes > MOST_HEXES:
        raise BadInput(f"the map has {hexes} hexes; join boards of {MOST_HEXES} at most in all")


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
    layout, (columns, half_rows) = board.layout, board.places.max(axis=0).tolist()
    first = layout.centre((0, 0))[0], layout.centre((1, -1))[1]
    last = layout.centre((columns, 0))[0], layout.centre((1, half_rows))[1]
    if first != (0.0, 0.0) or last != layout.extent or columns % 2:
        raise BadInput(
            f"{where} does not end in half-hexes on all four sides; join geomorphic boards"
        )


def _is_described(record: Hex) -> bool:
    """Tell whether more is told of a hex than what the rules say of named places."""
    return not set(record.features) <= set(named_features())


def _grid(board: Board) -> tuple[object, ...]:
    return board.layout, frozenset(each.place for each in board.hexes)


def _size(board: Board) -> str:
    columns, half_rows = board.places.max(axis=0).tolist()
    width, height = board.layout.extent
    return f"{columns + 1} hexrows of {(half_rows + 1) // 2} hexes on {width} by {height} pixels"


def _boards(count: int) -> str:
    return f"{count} board{'' if count == 1 else 's'}"
