"""Turns a world of entry into a position as a user has it, and asks the program who comes in where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import clingo

from hexcourt.facts.formats.fact_text import quoted
from hexcourt.solver.examining.moves.positions_of_moves import by_name, place_of
from hexcourt.solver.examining.positions.asked_positions import ToldSet
from hexcourt.solver.moving.entry import entry
from hexcourt.solver.moving.moves import MoveLaw, unit_named
from hexcourt.solver.placing.laying import check_pieces
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.mover_reading import told_of_mover
from hexcourt.solver.position.opening import opened_anew

_OF_RULES = ("refused", "allowed", "doubtful", "obstructed", "undecided")
"""What rules say of entry by a hex."""

Told = frozenset[str]
"""Who comes in where, how many turns late, and what rules say of it."""


@dataclass(frozen=True)
class EntryPosition(ToldSet):
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
        return "; ".join(sorted(told))

    def asked(self) -> Told:
        """Ask the law in force of each hex, in both ways."""
        position = BoardState(opened_anew(self.board), self.laid, self.given)
        unit = unit_named(self.unit)
        given = told_of_mover(unit, position.said)
        come = entry(position.board, unit, self.scheduled, position.pieces, given)
        told = [f"scheduled({quoted(n)}). asked(enters({quoted(n)}))." for n in self.scheduled]
        told += [f"given({each})." for each in given]
        law = MoveLaw(position.board, unit, told)
        check_pieces(law, position.pieces)
        profile = unit.profile.replace("moving", "entering")
        grounded = law.ground(pieces=position.pieces, profile=profile)  # atoms live no longer
        facts = [each.symbol for each in grounded.symbolic_atoms if each.is_fact]
        came = {f"{name} {late} turns late" for name, late in come.surely}
        came |= {f"{name} perhaps {late} turns late" for name, late in come.perhaps}
        return frozenset(came | _said([e for e in facts if e.name not in _COMING]))


_COMING = {"comes_on": "{} {} turns late", "perhaps_on": "{} perhaps {} turns late"}
"""What is asked by `hexcourt entry`."""


def _said(symbols: Iterable[clingo.Symbol]) -> set[str]:
    """Write what the law derives of entry."""
    found = set()
    for each in symbols:
        if each.name in _COMING:
            found.add(_COMING[each.name].format(each.arguments[0].string, each.arguments[1]))
        elif each.name in (*_OF_RULES, "verdict") and len(each.arguments) == 2:
            about, said = each.arguments
            if about.type == clingo.SymbolType.String or about.name == "enters":
                found.add(f"{about} {each.name} {said}")
    return found


def position_of(atoms: Iterable[str]) -> EntryPosition:
    """Turn the atoms of a world into a position."""
    held = by_name(atoms)
    scheduled = tuple(sorted(each.arguments[0].string for each in held["scheduled"]))
    told = frozenset(_said(each for some in held.values() for each in some))
    return EntryPosition(scheduled=scheduled, told=told, **place_of(held))
