"""Reads the pieces that a user lays, checked against the board."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND, UNDER, Location
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece, piece_text, read_piece
from hexcourt.solver.moving.adjacency import surroundings_of

_IN_PLACE = re.compile(r'(?:counter|enemy)\("(?P<hex>[^"]+)",(?P<place>\w+(?:\(\d\))?)[,)]')


def read_pieces(board: Board, placed: Iterable[str]) -> tuple[Piece, ...]:
    """Read the pieces to lay; refuse one in a Location that its hex does not have.

    Whether they may lie there is for the law to say.
    """
    pieces = tuple(sorted({read_piece(board.renamed(text)) for text in placed}))
    check_places(board, pieces)
    return pieces


def check_places(board: Board, pieces: Iterable[Piece]) -> None:
    """Refuse a piece in a Location that its hex does not have, not even by the other pieces."""
    laid = tuple(pieces)
    for piece in laid:
        match = _IN_PLACE.match(piece.fact)
        if match is not None and match["place"] != GROUND:
            others = (each for each in laid if each != piece)
            here = surroundings_of(board, match["hex"], others).places
            if match["place"] not in here:
                known = locations_listed(match["hex"], here)
                raise BadInput(
                    f"{piece_text(piece)}: there is no such Location; {match['hex']} has: {known}"
                )


def locations_listed(name: str, places: Iterable[str]) -> str:
    """List the Locations of a hex."""
    order = {GROUND: 0, UNDER: 1}
    found = sorted(places, key=lambda each: (order.get(each, 2), each))
    return ", ".join(Location(name, each, 0).name for each in found)
