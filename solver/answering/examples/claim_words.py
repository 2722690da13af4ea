"""What answers about examples share: the words of claims, and what is taken for granted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexcourt.facts.examples.worked_example import Claim, Example
from hexcourt.solver.answering.answer import AS_DRAWN, unspoken_by
from hexcourt.solver.answering.words import laid_words, piece_words, terrain_words
from hexcourt.solver.examples.named import NamedExample
from hexcourt.solver.placing.pieces_laid import met_by_lines
from hexcourt.solver.placing.statuses import status_words
from hexcourt.solver.position.board_state import BoardState


def arguments(named: NamedExample) -> dict[str, Any]:
    """Give the arguments of a question about an example for JSON."""
    told: dict[str, Any] = {"example": named.name}
    told |= {"placed": list(named.placed)} if named.placed else {}
    return told | ({"given": list(named.given)} if named.given else {})


def assumed(example: Example, position: BoardState) -> tuple[str, ...]:
    """List what is taken for granted: what lies there, how terrain is read, what is given."""
    board = position.board_of_lines
    read = [
        f"{terrain_words(term)} read as {terrain_words(other)}"
        for term, other in sorted(example.reads_as.items())
    ]
    return (
        *laid_words(board),
        *(read or [AS_DRAWN]),
        *status_words(board, position.statuses),
        *_unspoken(position),
    )


def _unspoken(position: BoardState) -> Iterator[str]:
    met = met_by_lines(position.pieces)
    others = [piece_words(each) for each in position.pieces if each not in met]
    for each in (*others, *(f"given {fact}" for fact in position.facts)):
        yield f"{each}{unspoken_by('lines of sight')}"


def claim_words(claim: Claim, viewer: str, target: str) -> str:
    """Say what is printed."""
    if claim.says == "silent":
        return f"{viewer} to {target}, nothing printed"
    sees = "sees" if claim.says == "yes" else "does not see"
    hindrance = "" if claim.hindrance is None else f" at +{claim.hindrance}"
    marks = "".join(f", {mark.replace('_', ' ')}" for mark in sorted(claim.marks))
    return f"{viewer} {sees} {target}{hindrance}{marks}"
