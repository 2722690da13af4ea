"""Reads what is given about a unit on the move: the cover that it takes, its turret, what it tows."""

from __future__ import annotations

from collections.abc import Iterable

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput, listed
from hexcourt.solver.deeds.reading import read_said
from hexcourt.solver.moving.moves import Unit

ON_FOOT = ("took_cover",)
OF_VEHICLES = ("turret_at", "turreted", "main_armament", "towing")
"""What the law of movement reads of given things, for Infantry and for vehicles."""


def told_of_mover(board: Board, unit: Unit, texts: Iterable[str]) -> tuple[str, ...]:
    """Read what is given about a unit, as terms of the law: ``took_cover("L12",shellholes)``.

    Raises BadInput where a text is no given thing, or says nothing about the moves of the unit.
    """
    known = ON_FOOT if unit.kind == "infantry" else OF_VEHICLES
    found = []
    for text in texts:
        said = read_said(board, "given", text)
        if said.name not in known:
            kind = "Infantry" if unit.kind == "infantry" else "vehicles"
            raise BadInput(
                f"{text[:60]}: says nothing about the moves of {kind}; leave it out, or write "
                f"{listed(known, 'or')}"
            )
        found.append(said.term)
    return tuple(sorted(set(found)))
