"""Why a move costs what it costs: what the law charges for it, part by part, with the rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import clingo

from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.moving.moves import MoveLaw
from hexcourt.solver.position.states import Move
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.reasons import reasons_for
from hexcourt.solver.statutes.statute import Citation


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
    remarked on, what bars it, and beside which vertices it may be declared to pass (Q4.141);
    ``bonus`` are the rules for want of which it is not known whether it keeps the road bonus.
    """

    charges: tuple[Charge, ...] = ()
    risks: tuple[tuple[str, Citation], ...] = ()
    doubts: tuple[Citation, ...] = ()
    remarks: tuple[Citation, ...] = ()
    barred: tuple[Citation, ...] = ()
    choices: tuple[int, ...] = field(default=())
    bonus: tuple[Citation, ...] = ()

    @property
    def undecided(self) -> tuple[Citation, ...]:
        """List the rules for want of which the move or its cost is not known."""
        return (*self.doubts, *(each.citation for each in self.charges if each.perhaps))

    @property
    def in_doubt(self) -> tuple[Citation, ...]:
        """List those for want of which a way with the move in it may not be there."""
        return (*self.undecided, *self.bonus)


def explain(
    law: MoveLaw, moves: Collection[str], pieces: Collection[Piece] = ()
) -> Mapping[str, Reasons]:
    """Ask the law about some moves, the hexes around them being told to it."""
    named = {name for move in moves for name in Move(move).hexes}
    around = law.around(named)
    near = [piece for piece in pieces if around.issuperset(piece.hexes)]
    facts = [law.facts(near, around), *law.unasked(around, named)]
    grounded = Law(law.unit.profile).ground("\n".join(facts))
    wanted = set(moves)
    found = {move: _Found() for move in sorted(wanted)}
    for name, arity in _TOLD:
        for atom in grounded.symbolic_atoms.by_signature(name, arity):
            move = str(atom.symbol.arguments[0])
            if move in wanted:
                found[move].setdefault(name, []).append(atom.symbol)
    atoms = (each for told in found.values() for some in told.values() for each in some)
    cited = reasons_for(grounded, law.unit.profile, atoms)
    return {move: _reasons(told, cited) for move, told in found.items()}


_TOLD = (
    ("charged", 4),
    ("perhaps", 4),
    ("risky", 3),
    ("doubtful", 2),
    ("remark", 2),
    ("barred", 2),
    ("chooses", 2),
    ("bonus_doubt", 2),
)
"""What the law says of moves; these are the first arguments."""

_Found = dict[str, list[clingo.Symbol]]
"""The atoms about a move by their names."""


def _reasons(found: _Found, cited: Mapping[clingo.Symbol, tuple[Citation, ...]]) -> Reasons:
    def told(name: str) -> list[clingo.Symbol]:
        return sorted(found.get(name, []), key=lambda atom: str(atom.arguments[1:]))

    def rules(name: str) -> tuple[Citation, ...]:
        return tuple(each for atom in told(name) for each in cited[atom])

    charges = [
        Charge(str(atom.arguments[1]), atom.arguments[2].number, name == "perhaps", cited[atom][0])
        for name in ("charged", "perhaps")
        for atom in told(name)
    ]
    return Reasons(
        charges=tuple(charges),
        risks=tuple((str(each.arguments[1]), cited[each][0]) for each in told("risky")),
        doubts=rules("doubtful"),
        remarks=rules("remark"),
        barred=rules("barred"),
        choices=tuple(each.arguments[1].number for each in told("chooses")),
        bonus=rules("bonus_doubt"),
    )


def why_unfit(law: MoveLaw, name: str, pieces: Collection[Piece] = ()) -> Citation | None:
    """Tell by which rule the unit cannot be in a hex, none where it can."""
    around = law.around({name})
    grounded = law.ground(around, [piece for piece in pieces if around.issuperset(piece.hexes)])
    atoms = [
        atom.symbol
        for atom in grounded.symbolic_atoms.by_signature("unfit", 2)
        if atom.symbol.arguments[0].string == name
    ]
    cited = reasons_for(grounded, law.unit.profile, atoms)
    return next((each for atom in sorted(cited) for each in cited[atom]), None)
