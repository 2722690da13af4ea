"""Why a move costs what it costs: what the law charges for it, part by part, with the rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import clingo

from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.moving.moves import MoveLaw
from hexcourt.solver.position.states import Move
from hexcourt.solver.statutes.citations import Citation, cited_number


@dataclass(frozen=True, slots=True)
class Charge:
    """A part of what a move costs, in halves of an MF or MP; ``perhaps`` where the rule for it is
    not known.
    """

    what: str
    cost: int
    perhaps: bool
    citation: Citation


@dataclass(frozen=True, slots=True)
class Reasons:
    """What the law says of one move: what is charged, at what risk it is, what is doubtful or
    remarked on, what bars it, and beside which vertices it may be declared to pass (Q4.141).
    """

    charges: tuple[Charge, ...] = ()
    risks: tuple[tuple[str, Citation], ...] = ()
    doubts: tuple[Citation, ...] = ()
    remarks: tuple[Citation, ...] = ()
    barred: tuple[Citation, ...] = ()
    choices: tuple[int, ...] = field(default=())

    @property
    def undecided(self) -> tuple[Citation, ...]:
        """List the rules for want of which the move or its cost is not known."""
        return (*self.doubts, *(each.citation for each in self.charges if each.perhaps))


def explain(
    law: MoveLaw, moves: Collection[str], pieces: Collection[Piece] = ()
) -> Mapping[str, Reasons]:
    """Ask the law about some moves, the hexes around them being told to it."""
    around = law.around({name for move in moves for name in Move(move).hexes})
    near = [piece for piece in pieces if around.issuperset(piece.hexes)]
    grounded = law.ground(around, near)
    wanted = set(moves)
    found: dict[str, list[list[clingo.Symbol]]] = {}
    for name, arity in (
        ("charged", 4),
        ("perhaps", 4),
        ("risky", 3),
        ("doubtful", 2),
        ("remark", 2),
        ("barred", 2),
        ("chooses", 2),
    ):
        for atom in grounded.symbolic_atoms.by_signature(name, arity):
            move, *rest = atom.symbol.arguments
            if str(move) in wanted:
                found.setdefault(f"{name} {move}", []).append(rest)
    return {move: _reasons(law, move, found) for move in sorted(wanted)}


def _reasons(law: MoveLaw, move: str, found: Mapping[str, list[list[clingo.Symbol]]]) -> Reasons:
    profile, kind = law.unit.profile, law.unit.kind

    def cited(rule: clingo.Symbol, *about: str) -> Citation:
        words = 2 * [word for each in about for word in re.findall("[a-z_]+", each)]
        words += [kind, "Infantry" if kind == "infantry" else "vehicle"]  # these count half as much
        return cited_number(profile, rule.string, tuple(words))

    def told(name: str) -> list[list[clingo.Symbol]]:
        return sorted(found.get(f"{name} {move}", []), key=str)

    charges = [
        Charge(str(what), cost.number, name == "perhaps", cited(rule, str(what), name))
        for name in ("charged", "perhaps")
        for what, cost, rule in told(name)
    ]
    return Reasons(
        charges=tuple(charges),
        risks=tuple(
            (str(what), cited(rule, str(what), "bog_risk")) for what, rule in told("risky")
        ),
        doubts=tuple(cited(each[0], "doubtful") for each in told("doubtful")),
        remarks=tuple(cited(each[0], "remark") for each in told("remark")),
        barred=tuple(
            cited(each[0], "barred", "no_entry", "no_crossing") for each in told("barred")
        ),
        choices=tuple(each[0].number for each in told("chooses")),
    )
