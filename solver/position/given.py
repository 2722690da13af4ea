"""Reads what is laid on a board, given beside it and taken from it, for every question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.asking.changes import changed, is_change
from hexcourt.solver.deeds.reading import read_said
from hexcourt.solver.position.locations import read_unit_at

_STATUS = re.compile(
    r"\s*(?P<status>emplaced|entrenched)\s*\(\s*[\"']?(?P<place>[^\"']+?)[\"']?\s*\)\s*\.?\s*"
)


@dataclass(frozen=True, slots=True)
class Told:
    """What a Position tells the law: the board with its counters, other pieces, the statuses of units
    by Location, further facts about the case, and what was laid, as written.
    """

    board: Board
    pieces: tuple[Piece, ...]
    statuses: tuple[tuple[str, str], ...] = ()
    facts: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()


def told_of(
    opened: Board, placed: Sequence[str], given: Sequence[str], taken: Sequence[str]
) -> Told:
    """Read all of it; raises BadInput where something cannot be read, or may not lie."""
    laid: list[str] = []
    facts: list[str] = []
    statuses: list[tuple[str, str]] = []
    for text in (*placed, *given):
        match = _STATUS.fullmatch(text)
        if match is not None:
            statuses.append((match["place"], match["status"]))
        elif is_change(text) or text in placed:
            laid.append(text)
        else:
            facts.append(text)
    found = changed(opened, laid, taken)
    for fact in facts:
        read_said(found.board, "given", fact)
    units = [read_unit_at(found.board, place, status) for place, status in statuses]
    return Told(
        found.board,
        found.as_written,
        tuple(sorted((place.name, str(status)) for place, status in units)),
        tuple(facts),
        tuple(laid),
    )
