"""What a unit may spend in a turn at the very best, as the law has it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import clingo

from hexcourt.solver.moving.moves import Unit
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.lawbook import Lawbook, in_force
from hexcourt.solver.statutes.reasons import reasons_for
from hexcourt.solver.statutes.statute import Citation

PROFILE = "best_case"


@dataclass(frozen=True, slots=True)
class BestCase:
    """What a unit may spend in a phase at most, in halves, what gives it more than it has by itself,
    whether it advances besides, and ways to get on faster that are not counted.
    """

    halves: int
    gains: tuple[tuple[str, int, Citation], ...]
    advances: Citation | None
    not_counted: tuple[tuple[str, Citation], ...]

    def gain(self, what: str) -> int:
        """Give how many halves something adds, none where it adds nothing."""
        return sum(halves for name, halves, _ in self.gains if name == what)

    @property
    def rules(self) -> tuple[str, ...]:
        """List the numbers of the rules that it rests on."""
        told = [cited.number for _, _, cited in self.gains]
        return (*told, *([self.advances.number] if self.advances else []))


def best_case(unit: Unit, led: bool) -> BestCase:
    """Ask what a unit may spend at best; ``led`` where a leader may go with it."""
    return _best_case(unit, led, in_force())


@cache
def _best_case(unit: Unit, led: bool, lawbook: Lawbook) -> BestCase:
    facts = f"unit({unit.name}). allowance({unit.allowance}). " + f"led({unit.name})." * led
    grounded = Law(PROFILE).ground(facts)  # atoms live no longer than this
    atoms = grounded.symbolic_atoms

    def cited(name: str, arity: int) -> list[tuple[clingo.Symbol, Citation]]:
        found = [each.symbol for each in atoms.by_signature(name, arity)]
        rules = reasons_for(grounded, PROFILE, found)
        return sorted(((each, rules[each][0]) for each in found), key=str)

    halves = max(each.symbol.arguments[0].number for each in atoms.by_signature("at_best", 1))
    return BestCase(
        halves,
        tuple((g.arguments[0].name, g.arguments[1].number, rule) for g, rule in cited("gains", 3)),
        next((rule for _, rule in cited("advances", 2)), None),
        tuple((each.arguments[0].name, rule) for each, rule in cited("not_counted", 2)),
    )
