"""Asks the law whether pieces may lie where a user lays them."""

from __future__ import annotations

from collections.abc import Collection

from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.moving.moves import MoveLaw
from hexcourt.solver.statutes.citations import citation_of
from hexcourt.solver.statutes.law import Law

PROFILE = "laying"


def check_pieces(law: MoveLaw, pieces: Collection[Piece], beside: Collection[Piece] = ()) -> None:
    """Raise BadInput, with the rule, where one of some pieces may not lie; others lie ``beside``
    them.
    """
    if not pieces:
        return
    for piece in pieces:
        for name in piece.hexes:
            law.board.hex(name)
    hexes = law.around({name for piece in pieces for name in law.touched(piece)})
    refuse(pieces, refusals(law, hexes, {*pieces, *beside}))


def refuse(pieces: Collection[Piece], refused: Collection[tuple[str, str]]) -> None:
    """Raise BadInput, with the rule, where one of some pieces is among what is refused."""
    for subject, rule in refused:
        if any(piece.fact == subject for piece in pieces):
            raise BadInput(
                f"{subject}: {citation_of(PROFILE, rule)}; take it out or lay it elsewhere"
            )


def refusals(
    law: MoveLaw, hexes: Collection[str], pieces: Collection[Piece]
) -> list[tuple[str, str]]:
    """List the pieces that may not lie, each with the rule that refuses it."""
    here = [piece for piece in pieces if set(piece.hexes) <= set(hexes)]
    told = [*law.told(hexes), *(f"{piece.fact}." for piece in here)]
    grounded = Law(PROFILE).ground("\n".join(sorted(told)))  # atoms live no longer than this
    return sorted(
        (str(atom.symbol.arguments[0]), atom.symbol.arguments[1].string)
        for atom in grounded.symbolic_atoms.by_signature("refused", 2)
    )
