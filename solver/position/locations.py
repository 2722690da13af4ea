"""Reads what a question says: Locations as A2.2 writes them."""

from __future__ import annotations

import re

from hexcourt.facts.boards.board import Board, Location
from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import (
    BoardHex,
    Coordinate,
    Shelter,
    in_capitals,
    parse_coordinate,
)
from hexcourt.solver.placing.statuses import check_status


def read_location(board: Board, text: str) -> tuple[Location, str | None]:
    """Read a Location and the status that its coordinate gives a unit (``En``: entrenched).

    Accepted are ``L33``, ``L33h2``, ``L33En``, also with the board's own number before (``1E4``), and
    the names that tables use, ``L33/L2`` and ``L33/under``. On a map of boards a combined hex may
    be named by either board.
    """
    text = in_capitals(text)
    if text in board.locations_by_name:
        return board.locations_by_name[text], None
    written = text.split("/")[0] if text.endswith("/under") or "/L" in text else text
    coordinate = parse_coordinate(written)
    _check(board, text, coordinate)
    name = hex_named(board, text, coordinate.hex)
    if written != text or coordinate.half_levels:
        suffix = f"h{coordinate.half_levels / 2:g}" if written == text else text[len(written) :]
        return board.location(name + suffix), _status(coordinate)
    return board.location(name), _status(coordinate)


def read_unit_at(board: Board, text: str, status: str | None) -> tuple[Location, str | None]:
    """Read a Location and the status of a unit there, given beside it or by its coordinate.

    Raises BadInput, with the rule, where no unit can have that status.
    """
    place, written = read_location(board, text)
    known = status or written
    if known is not None:
        check_status(board, place, known)
    return place, known


def quoted_in_capitals(text: str) -> str:
    """Write the hexes that a text quotes in capitals: ``sees(H,"f31")``."""
    return _QUOTED.sub(lambda match: f'"{in_capitals(match[1])}"', text)


_QUOTED = re.compile(r'"([^"\\]*)"')


def hex_named(board: Board, text: str, written: BoardHex) -> str:
    """Find a hex on a board, or on a map by either of its names; ``text`` is what a user wrote."""
    check_map(board, text, written)
    if board.sections is None:
        return board.hex(str(written.name)).name
    return board.hex(board.called(str(written))).name


def check_map(board: Board, text: str, written: BoardHex) -> None:
    """Refuse a hex of another board, or of an overlay."""
    prefix = written.board
    alone = board.sections is None
    if alone and prefix not in (None, board.name, board.name.lstrip("0")):
        raise BadInput(f"{text}: names board {prefix}, but the board is {board.name}; leave it out")
    if written.overlay is not None:
        raise BadInput(f"{text}: names an overlay, and board {board.name} has none; leave it out")


def _status(coordinate: Coordinate) -> str | None:
    return "entrenched" if coordinate.inside is Shelter.ENTRENCHMENT else None


def _check(board: Board, text: str, coordinate: Coordinate) -> None:
    """Refuse what a coordinate can say but a line of sight cannot use yet."""
    check_map(board, text, coordinate.hex)
    for given, what in (
        (coordinate.bypass, "a Bypass position"),
        (coordinate.facing, "Crest or HD status"),
        (coordinate.conveyed, "a Passenger or Rider"),
        (coordinate.covered_arc, "a Covered Arc"),
        (coordinate.inside is Shelter.PILLBOX, "a pillbox"),
        (coordinate.beneath_wire, "a Wire counter"),
        (coordinate.beneath_bridge, "a Bridge counter"),
    ):
        if given:
            raise BadInput(
                f"{text}: names {what}, which lines of sight do not know; name a Location"
            )
