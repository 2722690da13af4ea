"""Turns a world of a unit in a status into a position as a user has it, and asks about it again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import clingo
from clingo.symbol import parse_term

from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.solver.examining.positions.asked_positions import ToldPosition
from hexcourt.solver.examining.positions.deed_positions import laid_text
from hexcourt.solver.examining.positions.printed_facts import PRINTED, facts_file
from hexcourt.solver.placing.statuses import Statuses
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.state_words import state_words
from hexcourt.solver.position.states import State


@dataclass(frozen=True)
class StatusPosition(ToldPosition[str]):
    """A unit in a Location of a facts file with counters, its status, and the verdict on that."""

    place: str
    status: str

    @property
    def command(self) -> str:
        """Write a question of a user who takes the status."""
        asked = f"hexcourt see smallest.lp '{self.place}' --status {self.status}"
        return " ".join([asked, *self.options])

    @property
    def caption(self) -> str:
        """Name the unit's Location and status."""
        return f"{self.place} {self.status}"

    def in_words(self, told: str) -> str:
        """Write what is told in a line."""
        return told

    def asked(self) -> str:
        """Ask the law in force whether a unit may be so."""
        board = BoardState(self.board).place(*self.laid).board
        ruled = Statuses(board).ruled([(self.place, self.status)], board.counters)
        return next(("no" if each.refused else "unknown" for each in ruled), "yes")


def position_of(atoms: Iterable[str]) -> StatusPosition:
    """Turn the atoms of a world into a position."""
    held: dict[str, list[clingo.Symbol]] = {}
    for each in atoms:
        if each.partition("(")[0] in (*PRINTED, "laid", "posted", "verdict"):
            symbol = parse_term(each)
            held.setdefault(symbol.name, []).append(symbol)
    facts = facts_file(held)
    (posted,) = held["posted"]
    name, place, status = posted.arguments
    verdict = next(e.arguments[1].name for e in held["verdict"] if e.arguments[0] == posted)
    where = state_words(parse_board(facts, "smallest.lp"), State.at(name.string, str(place)))
    laid = tuple(laid_text(each.arguments[0]) for each in held.get("laid", ()))
    return StatusPosition(facts, laid, (), verdict, where, status.name)
