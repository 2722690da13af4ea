"""What answers about lines of sight share: rows, arguments, what is assumed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.lines.sighting import ranges_of
from hexcourt.solver.answering.answer import AS_DRAWN, NO_COUNTERS, unspoken_by
from hexcourt.solver.answering.words import laid_words, piece_words
from hexcourt.solver.placing.pieces_laid import met_by_lines
from hexcourt.solver.placing.statuses import doubt_words, status_words
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.seeing.bulk import CLEAR, VERDICTS
from hexcourt.solver.seeing.session import SightCourt, Table


def court_of_lines(position: BoardState) -> SightCourt:
    """Give the court that hears the lines of a position; what that of the position it was made from has
    learnt serves it, too.
    """
    return position.kept("lines", lambda: _opened(position))


def _opened(position: BoardState) -> SightCourt:
    board, lender = position.board_of_lines, position.lender
    if lender is None:
        return SightCourt(board)
    lent = court_of_lines(lender)
    if board.hexsides == lent.board.hexsides:
        return SightCourt(board, like=lent)
    return SightCourt(board, precedents_of=lent)


def table_rows(board: Board, table: Table, some: Sequence[int]) -> list[dict[str, Any]]:
    """Give some pairs as rows."""
    pairs = table.pairs[some]
    names = {number: table.places[number].table_name for number in np.unique(pairs).tolist()}
    said = table.verdicts
    columns = (
        pairs,
        ranges_of(board, table.places, pairs),
        *(each[some] for each in (said.verdict, said.hindrance, said.rule)),
        *(each[some] for each in (table.margin, table.hindrance_margin)),
    )
    return [
        {
            "from": names[first],
            "to": names[second],
            "range": apart,
            "verdict": VERDICTS[verdict],
            "hindrance": hindrance if verdict == CLEAR else None,
            "rule": table.rules[rule] or None,
            "margin": margin,
            "hindrance_margin": hindrance_margin if verdict == CLEAR else None,
        }
        for (first, second), apart, verdict, hindrance, rule, margin, hindrance_margin in zip(
            *(each.tolist() for each in columns), strict=True
        )
    ]


class TableRows(Sequence[dict[str, Any]]):
    """All pairs as rows, which are many, and are made when one is looked at."""

    def __init__(self, board: Board, table: Table) -> None:
        self._board, self._table = board, table

    @cached_property
    def _made(self) -> list[dict[str, Any]]:
        return table_rows(self._board, self._table, range(len(self)))

    def __len__(self) -> int:
        """Count them."""
        return len(self._table)

    def __getitem__(self, place: Any) -> Any:
        """Give one of them, or some."""
        return self._made[place]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Give them one after the other."""
        return iter(self._made)


def in_order(board: Board) -> Iterator[Location]:
    """List all Locations hex by hex, lowest first but the ground before what lies under a bridge."""
    for record in board.hexes:
        yield from sorted(
            board.locations_of(record.name),
            key=lambda place: (place.place != "ground", place.level),
        )


def arguments(
    position: BoardState, statuses: Mapping[str, str], margin: float, within: int | None = None
) -> dict[str, Any]:
    """Give what every question about lines is asked with."""
    return {
        "statuses": dict(statuses),
        "placed": list(position.placed),
        "margin": margin,
        **({"given": list(position.given)} if position.given else {}),
        **({} if within is None else {"within": within}),
    }


def assumed(position: BoardState, statuses: Mapping[str, str]) -> tuple[str, ...]:
    """List what is taken for granted; what cannot matter to a line of sight is said to be so."""
    return (
        *(laid_words(position.board_of_lines) or [NO_COUNTERS]),
        AS_DRAWN,
        *status_words(position.board_of_lines, statuses),
        *_unspoken(position),
    )


def _unspoken(position: BoardState) -> Iterator[str]:
    """Say what lies there or is given that no rule of lines of sight speaks of."""
    met = met_by_lines(position.pieces)
    others = [piece_words(each) for each in position.pieces if each not in met]
    for each in (*others, *(f"given {each}" for each in position.facts)):
        yield f"{each}{unspoken_by('lines of sight')}"


def laid_line(position: BoardState, statuses: Mapping[str, str]) -> Iterator[str]:
    """Say in a line what lies on the board, and in one each which status of a unit is in doubt."""
    if laid := laid_words(position.board_of_lines):
        yield f"placed: {', '.join(laid)}"
    for said in doubt_words(position.board_of_lines, statuses):
        yield f"taken for granted: {said}"
