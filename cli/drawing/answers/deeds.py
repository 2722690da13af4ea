"""Deeds and attacks drawn: where they are done, and what the rules say of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexcourt.cli.drawing.answers.spots import said_spots, spot_of
from hexcourt.cli.drawing.sheet.marks import Mark, Marks, Spot
from hexcourt.cli.drawing.style.answers import ALLOWED, ATTACK, REFUSED, START, UNDECIDED, Sign
from hexcourt.cli.drawing.style.terms import term_parts, term_text
from hexcourt.facts.boards.board import Board
from hexcourt.solver.answering.answer import Answer

_VERDICTS: Mapping[str, Sign] = {"yes": ALLOWED, "no": REFUSED, "unknown": UNDECIDED}


def deed_marks(answer: Answer, board: Board) -> Marks:
    """Outline the places of each deed by whether it is allowed."""
    marks = [
        Mark(_VERDICTS[row["verdict"]], (spot,), note=_deed_words(row["deed"]), told=row["deed"])
        for row in answer.rows
        for spot in said_spots(board, row["deed"])
    ]
    told = [line for line in answer.lines if not line.startswith(" ")]
    return Marks(signs=tuple(dict.fromkeys(marks)), caption="\n".join(told))


def _deed_words(deed: str) -> str:
    return term_text(term_parts(deed)[0])


def attack_marks(answer: Answer, board: Board) -> Marks:
    """Show where an attack comes from and whom it meets, and what it comes to."""
    attack, target = answer.arguments["attack"], answer.arguments["target"]
    sources = said_spots(board, attack)
    marks = list(_attack(board, attack, sources, spot_of(board, target)))
    effects = [
        f"{row['effect']}: {'unknown' if row['value'] is None else row['value']} ({row['rule']})"
        for row in answer.rows
    ]
    caption = "\n".join([answer.lines[0], *effects])
    hexes = tuple(spot.hex for spot in (spot_of(board, target),) if spot is not None)
    return Marks(signs=tuple(marks), target=next(iter(hexes), None), caption=caption)


def _attack(
    board: Board, attack: str, sources: tuple[Spot, ...], target: Spot | None
) -> Iterator[Mark]:
    for spot in sources:
        if target is not None and spot != target:
            yield Mark(ATTACK, (spot, target), told=attack)
    for spot in sources:
        yield Mark(START, (spot,), text="S", told=attack)
