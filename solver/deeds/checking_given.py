"""Asks the law whether what is given can be so on a board."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.deeds.reading import Said
from hexcourt.solver.moving.moves import MoveLaw, unit_named
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.reasons import reasons_for

PROFILE = "cases"


def check_given(board: Board, said: Sequence[Said], pieces: Collection[Piece]) -> None:
    """Raise BadInput, with the rule, where something given cannot be so where it is said to be."""
    named = {name for each in said for name in each.hexes if name in board.by_name}
    if not named and len(said) < 2:
        return
    law = MoveLaw(board, unit_named("squad"))
    told = [law.facts(pieces, law.around(named)), *(f"given({each.term})." for each in said)]
    grounded = Law(PROFILE).ground("\n".join(told))  # atoms live no longer than this
    texts = {f"given({each.term})": each.text for each in said}
    refused = (each.symbol for each in grounded.symbolic_atoms.by_signature("refused", 2))
    atoms = [atom for atom in refused if str(atom.arguments[0]) in texts]
    for atom, cited in sorted(reasons_for(grounded, PROFILE, atoms).items(), key=str):
        raise BadInput(
            f"--given {texts[str(atom.arguments[0])]}: {cited[0]}; leave it out, or say what can be"
        )
