"""Lays on a board the pieces that lines of sight meet: counters and roadblocks."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.placing.placing import counter_of_fact, with_counters

MET = ("counter", "roadblock")
"""The pieces that a line of sight can meet."""


def met_by_lines(pieces: Iterable[Piece]) -> frozenset[Piece]:
    """List the pieces that a line of sight can meet."""
    return frozenset(each for each in pieces if each.predicate in MET)


def with_pieces(board: Board, pieces: Collection[Piece]) -> Board:
    """Lay further counters and roadblocks on a board; raises BadInput with the rule where a counter may
    not lie there. Of roadblocks it is not asked (``check_pieces``).
    """
    counters = [counter_of_fact(each.fact) for each in pieces if each.predicate == "counter"]
    blocks = {each.hexes for each in pieces if each.predicate == "roadblock"}
    laid = with_counters(board, counters)
    return laid.blocked(tuple(sorted({*board.roadblocks, *blocks}))) if blocks else laid
