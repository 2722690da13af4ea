"""Searches the worlds of a family by clauses, where two lines of one world are the same law twice.

A solver that learns clauses proves over and over that what is defined alike is equal. Kissat joins such
definitions first, bottom up ("Clausal congruence closure", Biere, Fazekas, Fleury, Froleyks, SAT 2024):
what takes the search over the program minutes, or has no end, then takes seconds.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module

import clingo

from hexcourt.solver.examining.searching.search import Searched
from hexcourt.solver.examining.worlds import Worlds
from hexcourt.solver.proving.clauses.cnf import translate
from hexcourt.solver.proving.programs.ground import ground_statements
from hexcourt.solver.proving.programs.program import GroundProgram, Rule, WeightRule

MOST_CONFLICTS = 1_000_000
"""After so many conflicts a search for one more world is given up: ten times what the hardest took."""


def can_search() -> bool:
    """Tell whether Kissat is there: python-sat comes without it on some systems."""
    return hasattr(import_module("pysolvers"), "kissat404_new")


def every_by_clauses(worlds: Worlds, check: str, until: float) -> Searched:
    """Search for all classes of a check, as ``Search.every`` does."""
    if time.monotonic() >= until:
        return Searched((), complete=False, solves=0)
    search = ClauseSearch(worlds, check)
    seen: set[clingo.Symbol] = set()
    solves, complete = 0, search.classes <= seen
    while not complete and time.monotonic() < until:
        found = search.find(search.classes - seen, MOST_CONFLICTS)
        if found is None:
            break
        solves += 1
        seen |= found
        complete = not found or search.classes <= seen
    if complete and not seen:
        has_worlds = search.has_worlds(MOST_CONFLICTS)
        return Searched((), has_worlds is True, solves + 1, has_worlds is False)
    said = sorted((each.arguments[1] for each in seen), key=str)
    return Searched(tuple(said), complete, solves)


class ClauseSearch:
    """What the worlds of a family show of a check, as clauses."""

    def __init__(self, worlds: Worlds, check: str) -> None:
        program = ground_statements(worlds.nodes, worlds.text)
        shown = f"class({check},"
        told = ((atom, name) for atom, name in program.names if name.startswith(shown))
        self._atoms = {clingo.parse_term(name): atom for atom, name in told}
        self._clauses = translate(_needed(program, self._atoms.values())).clauses
        self.classes = self._atoms.keys()

    def find(
        self, wanted: Iterable[clingo.Symbol], conflicts: int
    ) -> frozenset[clingo.Symbol] | None:
        """Give the classes of a world that shows one of those wanted, none where no world does; nothing
        where so many conflicts did not decide it.
        """
        true = self._solve(conflicts, sorted(self._atoms[each] for each in wanted))
        if true is None:
            return None
        return frozenset(each for each, atom in self._atoms.items() if atom in true)

    def has_worlds(self, conflicts: int) -> bool | None:
        """Tell whether there is any world; None where so many conflicts did not decide it."""
        true = self._solve(conflicts)
        return None if true is None else bool(true)

    def _solve(self, conflicts: int, *clauses: list[int]) -> frozenset[int] | None:
        """Give what is true of some solution, nothing true where there is none; None where undecided."""
        from pysat.solvers import Kissat404  # it takes some time to import

        with Kissat404(bootstrap_with=[*self._clauses, *clauses]) as solver:
            solver.conf_budget(conflicts)
            found = solver.solve_limited()
            if found is None:
                return None
            return (
                frozenset(each for each in solver.get_model() if each > 0) if found else frozenset()
            )


def _needed(program: GroundProgram, sought: Iterable[int]) -> GroundProgram:
    """Keep the rules that what is sought hangs on, and those that forbid."""
    deriving: defaultdict[int, list[Rule | WeightRule]] = defaultdict(list)
    for rule in program.rules:
        for head in rule.head:
            deriving[head].append(rule)
    forbidding = [each for each in program.rules if not each.head]
    waiting = [*sought, *(atom for each in forbidding for atom in _body(each))]
    needed: set[int] = set()
    while waiting:
        atom = waiting.pop()
        if atom not in needed:
            needed.add(atom)
            waiting += [other for rule in deriving[atom] for other in _body(rule)]
    kept = (each for each in program.rules if not each.head or not needed.isdisjoint(each.head))
    return replace(program, rules=tuple(kept))


def _body(rule: Rule | WeightRule) -> list[int]:
    if isinstance(rule, WeightRule):
        return [abs(literal) for literal, _ in rule.body]
    return [abs(literal) for literal in rule.body]
