"""Lays the counters that a card places by their hexes: those that the law knows as pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hexcourt.facts.cards.card import Card
from hexcourt.facts.cards.units import read_placed
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.showing import shown
from hexcourt.solver.position.board_state import BoardState

_PIECE = re.compile(r"\b(foxhole|trench|wreck|debris|rubble)(?:s|es)?\b")
_MATERIAL = re.compile(r"\b(stone|wood)(?:en)?\b")
_ON_A_HEXSIDE = re.compile(r"\broadblock")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A counter of a card: the piece that it is, or ``why`` it is none."""

    text: str
    piece: str = ""
    why: str = ""


def with_placed(card: Card, position: BoardState) -> BoardState:
    """Lay the counters of a card on its map; what is laid and what is not is taken for granted."""
    found = tuple(dict.fromkeys(_placed(card, position)))
    pieces = tuple(dict.fromkeys(each.piece for each in found if each.piece))
    if not found:
        return position
    refused: dict[str, str] = {}
    laid = position
    try:
        laid = position.place(*pieces)
    except BadInput:
        for each in pieces:
            try:
                laid = laid.place(each)
            except BadInput as error:
                refused[each] = str(error)
    told = tuple(_told(each, refused) for each in found)
    board = replace(position.opened, granted=(*position.opened.granted, *told))
    return replace(position, opened=board, placed=laid.placed, given=laid.given)


def _told(placed: _Placed, refused: dict[str, str]) -> str:
    why = placed.why or refused.get(placed.piece, "")
    name = f"placed counter {shown(placed.text)}"
    return f"{name} is not laid: {shown(why)}" if why else f"{name} is laid"


def _placed(card: Card, position: BoardState) -> Iterator[_Placed]:
    for text in (text for group in card.groups for text in group.placed):
        counter, name = read_placed(text)
        at = position.board.called(name)
        low = counter.lower()
        kind = _PIECE.search(low)
        if at not in position.board.by_name:
            yield _Placed(text, why=f"{name} is no hex of the map")
        elif kind is None:
            side = (
                "say between which hexes" if _ON_A_HEXSIDE.search(low) else "the law has no piece"
            )
            yield _Placed(text, why=side)
        elif kind[1] != "rubble":
            yield _Placed(text, f"{kind[1]}({quoted(at)})")
        elif (material := _MATERIAL.search(low)) is None:
            yield _Placed(text, why="say whether it is of stone or of wood")
        else:
            yield _Placed(text, f"rubble({quoted(at)},{material[1]})")
