"""Turns a world into a position of which the program is asked what it derives there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import clingo
from clingo.symbol import parse_term

from hexcourt.facts.pieces.laid_pieces import Piece, piece_text
from hexcourt.solver.examining.positions.asked_positions import ToldSet
from hexcourt.solver.examining.positions.printed_facts import facts_file
from hexcourt.solver.moving.moves import MoveLaw, hexes_in, unit_named
from hexcourt.solver.placing.laying import check_pieces
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.opening import opened_anew
from hexcourt.solver.statutes.law import Law


@dataclass(frozen=True)
class DerivedPosition(ToldSet):
    """A facts file with pieces and a unit, further facts, and what a profile derives there of some
    predicates.
    """

    unit: str
    allowance: int
    further: tuple[str, ...]
    profile: str
    names: frozenset[str]

    @property
    def command(self) -> str:
        """Write what the profile is told; no one command asks for all that it derives."""
        if not self.unit:
            return f"asp/profiles/{self.profile}.lp on {' '.join(self.further)}"
        full = unit_named(self.unit).allowance
        spent = [f"allowance({self.allowance})."] * (self.allowance != full)
        told = " ".join([*self.options, f"--unit {self.unit}", *spent, *self.further])
        return f"asp/profiles/{self.profile}.lp on smallest.lp {told}"

    @property
    def caption(self) -> str:
        """Name the profile."""
        return f"what {self.profile} derives"

    def asked(self) -> frozenset[str]:
        """Ask the law in force."""
        grounded = self._grounded()  # atoms live no longer
        facts = (each.symbol for each in grounded.symbolic_atoms if each.is_fact)
        return _said(facts, self.names, self.unit)

    def _grounded(self) -> clingo.Control:
        if not self.unit:
            return Law(self.profile).ground("\n".join(self.further))
        position = BoardState(opened_anew(self.board), self.laid, self.given)
        law = MoveLaw(position.board, unit_named(self.unit, self.allowance), self.further)
        check_pieces(law, position.pieces)
        return law.ground(pieces=position.pieces, profile=self.profile)


_OF_TABLES = ("allotment", "unit_kind")
"""What tables tell of all units."""


def _said(atoms: Iterable[clingo.Symbol], names: frozenset[str], unit: str) -> frozenset[str]:
    """Write what is derived of some predicates; of tables what is about the unit."""
    return frozenset(
        str(each)
        for each in atoms
        if f"{each.name}/{len(each.arguments)}" in names
        and (each.name not in _OF_TABLES or each.arguments[0].name == unit)
    )


def situation_of(atoms: Iterable[str], profile: str, names: frozenset[str]) -> DerivedPosition:
    """Turn the atoms of a world of facts without a board into a position."""
    symbols = [parse_term(each) for each in atoms]
    held = {"told": [each for each in symbols if each.name == "told"]}
    told = _said(symbols, names, "")
    return DerivedPosition("", (), (), told, "", 0, _beside(held, frozenset()), profile, names)


def position_of(
    atoms: Iterable[str],
    profile: str,
    names: frozenset[str],
    further: frozenset[str],
    answers: frozenset[str] = frozenset(),
) -> DerivedPosition:
    """Turn the atoms of a world into a position: told are those of some predicates; beside the board
    the law is told what the world tells, and those ``further`` ones. Of ``answers``, which may be left
    open, the world tells which are determined.
    """
    symbols = [parse_term(each) for each in atoms]
    held: dict[str, list[clingo.Symbol]] = {}
    for each in symbols:
        held.setdefault(each.name, []).append(each)
    told = _beside(held, further)
    unit = held["unit"][0].arguments[0].name
    sure = {str(each.arguments[0]) for each in held.get("determined", ())}
    laid = [str(each.arguments[0]) for each in held.get("laid", ())]
    return DerivedPosition(
        facts=facts_file(held),
        laid=tuple(piece_text(Piece(each, tuple(hexes_in(each)))) for each in laid),
        given=(),
        told=_said(symbols, names, unit) | sure,
        unit=unit,
        allowance=held["allowance"][0].arguments[0].number,
        further=told,
        profile=profile,
        names=names | answers,
    )


def _beside(held: Mapping[str, list[clingo.Symbol]], further: frozenset[str]) -> tuple[str, ...]:
    """List what is told beside the board, and what follows from that for the law."""
    told = [each.arguments[0] for each in held.get("told", ())]
    facts = {str(each) for each in told if each.arguments}
    facts |= {str(each) for name in further for each in held.get(name, ())}
    return tuple(f"{each}." for each in sorted(facts))
