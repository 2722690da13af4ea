"""Entry onto the map where the scheduled hexes are obstructed (A2.5)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.moving.movement_facts import movement_facts
from hexcourt.solver.statutes.citations import cited_number
from hexcourt.solver.statutes.law import Law

PROFILE = "entry"


@dataclass(frozen=True, slots=True)
class Entry:
    """How many turns late units enter, and by which hexes; ``turns`` is nothing where they cannot."""

    turns: int | None
    hexes: tuple[str, ...]


def entry(board: Board, scheduled: Collection[str], obstructed: Collection[str]) -> Entry:
    """Tell where units enter that are scheduled by some hexes while some are obstructed.

    Raises BadInput, with the rule, where a scheduled hex is not at the edge of the map.
    """
    for name in (*scheduled, *obstructed):
        board.hex(name)
    told = [fact for facts in movement_facts(board).values() for fact in facts]
    told += [f"scheduled({quoted(name)})." for name in scheduled]
    told += [f"obstructed({quoted(name)})." for name in obstructed]
    grounded = Law(PROFILE).ground("\n".join(sorted(told)))  # atoms live no longer than this
    atoms = grounded.symbolic_atoms
    for atom in atoms.by_signature("refused", 2):
        subject, rule = atom.symbol.arguments
        cited = cited_number(PROFILE, rule.string, ("edge_hex", "refused"))
        raise BadInput(f"{subject.arguments[0].string}: {cited}; name a hex at the edge")
    found = {
        atom.symbol.arguments[0].string: atom.symbol.arguments[1].number
        for atom in atoms.by_signature("comes_on", 2)
    }
    return Entry(max(found.values(), default=None), tuple(sorted(found)))
