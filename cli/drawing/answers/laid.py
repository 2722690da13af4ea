"""Marks what lies on the map or is given of it, beside the counters and roadblocks drawn as such."""

from __future__ import annotations

from collections.abc import Iterator

from hexcourt.cli.drawing.answers.spots import piece_spot, said_spots, spot_of
from hexcourt.cli.drawing.sheet.marks import Mark
from hexcourt.cli.drawing.style.answers import GIVEN, LAID, Sign
from hexcourt.cli.drawing.style.terms import term_parts, term_text
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.laid_pieces import piece_text
from hexcourt.solver.placing.pieces_laid import MET
from hexcourt.solver.position.board_state import BoardState

_LETTERS = 3


def laid_marks(position: BoardState, board: Board) -> tuple[Mark, ...]:
    """Mark pieces, the statuses of units, and whatever else is given that names a place."""
    return tuple(dict.fromkeys(_marks(position, board)))


def _marks(position: BoardState, board: Board) -> Iterator[Mark]:
    for piece in position.pieces:
        if piece.predicate not in MET:
            yield from term_mark(board, piece_text(piece), LAID)
    for place, status in sorted(position.statuses.items()):
        spot = spot_of(board, place)
        if spot is not None:
            yield Mark(
                _lettered(GIVEN, status), (spot,), _letters(status), told=f"{place}: {status}"
            )
    for text in position.facts:
        yield from term_mark(board, text, GIVEN)


def term_mark(board: Board, term: str, sign: Sign) -> Iterator[Mark]:
    """Mark what a term such as ``foxhole("D24")`` lays, where it names a place."""
    head, _ = term_parts(term)
    spot = piece_spot(board, said_spots(board, term))
    if spot is not None:
        yield Mark(_lettered(sign, term_text(head)), (spot,), _letters(head), told=term)


def _lettered(sign: Sign, what: str) -> Sign:
    label = what if sign == LAID else f"{sign.label}: {what}"
    return Sign(sign.shape, label, sign.colour, sample=_letters(what))


def _letters(word: str) -> str:
    parts = word.replace("_", " ").split()
    initials = "".join(part[0] for part in parts) if len(parts) > 1 else word[:_LETTERS]
    return initials.upper()
