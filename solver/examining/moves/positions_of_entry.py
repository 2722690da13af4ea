"""Turns a world of entry into a position as a user has it, and asks the program who comes in where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.solver.examining.moves.positions_of_moves import by_name, place_of
from hexcourt.solver.moving.entry import entry
from hexcourt.solver.moving.moves import MoveLaw, unit_named
from hexcourt.solver.placing.laying import check_pieces
from hexcourt.solver.position.mover_reading import told_of_mover
from hexcourt.solver.position.opening import opened_anew
from hexcourt.solver.position.position import Position

Told = Mapping[str, str]
"""By each hex: whether units come in there in time, and whether one may."""


@dataclass(frozen=True)
class EntryPosition:
    """Entry by some hexes of a facts file with pieces, and what the world says of each."""

    facts: str
    laid: tuple[str, ...]
    unit: str
    given: tuple[str, ...]
    scheduled: tuple[str, ...]
    told: Told

    @property
    def board(self) -> Board:
        """Read the facts file."""
        return parse_board(self.facts, "smallest.lp")

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        told = [f"--place '{each}'" for each in self.laid]
        told += [f"--given '{each}'" for each in self.given]
        hexes = " ".join(self.scheduled)
        return " ".join([f"hexcourt entry smallest.lp {hexes} --unit", self.unit, *told])

    @property
    def caption(self) -> str:
        """Name the unit."""
        return f"entry of a {self.unit}"

    @property
    def verdict(self) -> str:
        """Tell what the world says of entry."""
        return _shortly(self.told)

    def answered(self) -> str:
        """Ask the law in force; raises BadInput where it does not take the position."""
        return _shortly(self._asked())

    def ask_again(self, atoms: Iterable[str], broken: str | None, further: str) -> str:
        """Ask the shipped program; say what differs from a world's atoms, "" if nothing."""
        del atoms, broken, further
        try:
            told = self._asked()
        except BadInput as error:
            return f"the program does not take it: {error}"
        return "" if told == self.told else f"the program says {_shortly(told)}"

    def _asked(self) -> Told:
        position = Position(opened_anew(self.board), self.laid, self.given)
        unit = unit_named(self.unit)
        given = told_of_mover(unit, position.said)
        come = entry(position.board, unit, self.scheduled, position.pieces, given)
        asked = {each: f"enters({quoted(each)})" for each in self.scheduled}
        told = [f"scheduled({quoted(each)}). asked({deed})." for each, deed in asked.items()]
        told += [f"given({each})." for each in given]
        law = MoveLaw(position.board, unit, told)
        check_pieces(law, position.pieces)
        profile = unit.profile.replace("moving", "entering")
        grounded = law.ground(pieces=position.pieces, profile=profile)  # atoms live no longer
        verdicts = {
            str(each.symbol.arguments[0]): each.symbol.arguments[1].name
            for each in grounded.symbolic_atoms.by_signature("verdict", 2)
        }
        surely, perhaps = (
            {n for n, late in each if not late} for each in (come.surely, come.perhaps)
        )
        return {
            name: told_of(verdicts[deed], name in surely, name in perhaps)
            for name, deed in asked.items()
        }


def told_of(verdict: str, surely: bool, perhaps: bool) -> str:
    """Say of a hex what two ways to ask tell."""
    return f"{verdict}, {'in time' if surely else 'perhaps in time' if perhaps else 'not in time'}"


def _shortly(told: Told) -> str:
    return "; ".join(f"{name}: {said}" for name, said in sorted(told.items()))


def position_of(atoms: Iterable[str]) -> EntryPosition:
    """Turn the atoms of a world into a position."""
    held = by_name(atoms)
    scheduled = tuple(sorted(each.arguments[0].string for each in held["scheduled"]))
    surely, perhaps = (
        {e.arguments[0].string for e in held.get(name, ()) if not e.arguments[1].number}
        for name in ("comes_on", "perhaps_on")
    )
    verdicts = {e.arguments[0].arguments[0].string: e.arguments[1].name for e in held["verdict"]}
    told = {n: told_of(verdicts[n], n in surely, n in perhaps) for n in scheduled}
    return EntryPosition(scheduled=scheduled, told=told, **place_of(held))
