"""Checks that boards fit together edge to edge."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex
from hexcourt.facts.errors import BadInput
from hexcourt.facts.maps.frames import Frame
from hexcourt.facts.maps.named_places import named_features
from hexcourt.facts.maps.overlays.telling import is_of_overlay
from hexcourt.facts.sizes import MOST_HEXES

Row = Sequence[tuple[str, Board]]
"""The boards of a row with their ids, from the left."""


class Named(Protocol):
    """Whatever has the id of a board."""

    @property
    def id(self) -> str:
        """Give the board's number as coordinates write it."""
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
    if hexes > MOST_HEXES:
        raise BadInput(f"the map has {hexes} hexes; join boards of {MOST_HEXES} at most in all")


def check_frames(rows: Sequence[Sequence[Named]], frames: Sequence[Sequence[Frame]]) -> None:
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
                f"row {number} with {_boards(len(row))} is {_told(here / step)} hexrows wide, and "
                f"row 1 with {_boards(len(rows[0]))} is {_told(width / step)}; make all rows as wide"
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
    """Tell whether more is told of a hex than what the rules say of named places, and of overlays."""
    return not {each for each in record.features if not is_of_overlay(each)} <= named_features()


def _hex_size(board: Board) -> str:
    return f"{_told(board.layout.column_step)} by {_told(board.layout.hex_height)}"


def _rows(frame: Frame) -> str:
    return f"{_told(frame.size[1] / frame.board.layout.hex_height)} hexes"


def _told(number: Fraction | int) -> str:
    return f"{float(number):.6g}"


def _boards(count: int) -> str:
    return f"{count} board{'' if count == 1 else 's'}"
