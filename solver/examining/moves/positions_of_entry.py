"""Turns a world of entry into a position as a user has it, and asks the program who comes in where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hexcourt.facts.formats.fact_text import quoted
from hexcourt.solver.examining.asked_positions import ToldPosition
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
class EntryPosition(ToldPosition[Told]):
    """Entry by some hexes of a facts file with pieces, and what the world says of each."""

    unit: str
    scheduled: tuple[str, ...]

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        hexes = " ".join(self.scheduled)
        return " ".join([f"hexcourt entry smallest.lp {hexes} --unit", self.unit, *self.options])

    @property
    def caption(self) -> str:
        """Name the unit."""
        return f"entry of a {self.unit}"

    def in_words(self, told: Told) -> str:
        """Say of each hex who comes in there."""
        return "; ".join(f"{name}: {said}" for name, said in sorted(told.items()))

    def asked(self) -> Told:
        """Ask the law in force of each hex, in both ways."""
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
