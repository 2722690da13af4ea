"""Entry onto the map where the scheduled hexes are obstructed (A2.5)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.moving.movement_facts import movement_facts
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.reasons import possible_reasons, reasons_for
from hexcourt.solver.statutes.statute import Citation

PROFILE = "entry"


@dataclass(frozen=True, slots=True)
class Entry:
    """How many turns late units enter, by which hexes, and by which rules; ``turns`` is nothing where
    they cannot.
    """

    turns: int | None
    hexes: tuple[str, ...]
    rules: tuple[Citation, ...]


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
    refused = [atom.symbol for atom in atoms.by_signature("refused", 2)]
    for symbol, cited in reasons_for(grounded, PROFILE, refused).items():
        name = symbol.arguments[0].arguments[0].string
        raise BadInput(f"{name}: {cited[0]}; name a hex at the edge")
    comes = [atom.symbol for atom in atoms.by_signature("comes_on", 2)]
    found = {each.arguments[0].string: each.arguments[1].number for each in comes}
    rules = {rule for cited in reasons_for(grounded, PROFILE, comes).values() for rule in cited}
    cited_for = rules or possible_reasons(PROFILE, "comes_on")
    return Entry(
        max(found.values(), default=None),
        tuple(sorted(found)),
        tuple(sorted(cited_for, key=lambda rule: rule.line)),
    )
