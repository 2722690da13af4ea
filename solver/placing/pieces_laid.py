"""Lays on a board the pieces that lines of sight meet: counters, roadblocks and Breaches."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.placing.placing import counter_of_fact, with_counters
from hexcourt.solver.position.law_locations import with_breaches

MET = ("counter", "roadblock", "breach")
"""The pieces that a line of sight can meet."""


def met_by_lines(pieces: Iterable[Piece]) -> frozenset[Piece]:
    """List the pieces that a line of sight can meet."""
    return frozenset(each for each in pieces if each.predicate in MET)


def with_pieces(board: Board, pieces: Collection[Piece]) -> Board:
    """Lay further pieces on a board as lines of sight meet it; raises BadInput with the rule where a
    counter may not lie there. Of the others it is not asked (``check_pieces``).
    """
    counters = [counter_of_fact(each.fact) for each in pieces if each.predicate == "counter"]
    blocks = {each.hexes for each in pieces if each.predicate == "roadblock"}
    breaches = {each.hexes for each in pieces if each.predicate == "breach"}
    laid = with_counters(board, counters)
    laid = laid.blocked(tuple(sorted({*board.roadblocks, *blocks}))) if blocks else laid
    return with_breaches(laid, breaches) if breaches else laid
