"""Finds the ends of lines of sight that the states of units are: Locations, vertices, Crest status."""

from __future__ import annotations

from collections.abc import Iterable

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND, Location, crest_place, vertex_place
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.placing.pieces_laid import met_by_lines, with_pieces
from hexcourt.solver.position.law_locations import named_place, with_law_locations
from hexcourt.solver.position.locations import no_crest
from hexcourt.solver.position.state_words import state_words
from hexcourt.solver.position.states import State

DUG_IN = ("trench", "foxhole")
"""The states of a unit that a line takes as entrenched at ground level (A2.8)."""


def board_of_lines(board: Board, pieces: Iterable[Piece]) -> Board:
    """Give the board as lines of sight meet it: with its further Locations and what is laid on it."""
    return with_pieces(with_law_locations(board), met_by_lines(pieces))


def end_of_lines(board: Board, term: str) -> tuple[Location | None, str | None]:
    """Find the place of a state on a board of lines, and the status that it gives the unit there:
    ``entrenched``. Nothing is found for what is no state of a unit on the map, nor for a Location that
    the board does not have. Raises BadInput where there is no such Crest status.
    """
    state = State.read(term)
    if state is None or state.off_map:
        return None, None
    if state.in_bypass:
        words = state_words(board, state)
        return named_place(board, state.hex, vertex_place(state.vertex), words), None
    if state.kind == "crest":
        words = state_words(board, state)
        found = named_place(board, state.hex, crest_place(state.hexside), words)
        if found is None:
            raise BadInput(f"{words}: {no_crest()}")
        return found, None
    place = GROUND if state.place in DUG_IN else state.place
    known = {each.place: each for each in board.locations_of(state.hex)}
    return known.get(place), "entrenched" if state.place in DUG_IN else None
