"""Reads what is given about a unit on the move: the cover that it takes, its turret, what it tows."""

from __future__ import annotations

from collections.abc import Iterable

from hexcourt.facts.boards.board import Board
from hexcourt.solver.deeds.reading import read_said
from hexcourt.solver.moving.moves import Unit

ON_FOOT = ("took_cover",)
OF_VEHICLES = ("turret_at", "turreted", "main_armament", "towing")
"""What the law of movement reads of given things, for Infantry and for vehicles."""


def bears_on_moves(unit: Unit, text: str) -> bool:
    """Tell whether something given has a say in the moves of a unit."""
    known = ON_FOOT if unit.kind == "infantry" else OF_VEHICLES
    return text.split("(")[0].strip() in known


def told_of_mover(board: Board, unit: Unit, texts: Iterable[str]) -> tuple[str, ...]:
    """Read what is given, as far as it bears on the moves of a unit, as terms of the law.

    Raises BadInput where such a text cannot be read.
    """
    said = (read_said(board, "given", text) for text in texts if bears_on_moves(unit, text))
    return tuple(sorted({each.term for each in said}))
