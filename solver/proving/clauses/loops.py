"""Sets of atoms that hold each other up without ground, found in a model of the completion.

Every stable model derives some first atom of any set that it touches, by a rule that needs none of the
set; so "if one of the set holds, then the body of such a rule" may be added for any set at all (Lin and
Zhao, "ASSAT", 2004; Lee, "A model-theoretic counterpart of loop formulas", 2005). As clasp does, sets
are looked for only where a model calls for them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hexcourt.solver.proving.programs.program import GroundProgram, Rule, WeightRule

Loop = tuple[int, ...]
"""Atoms of one circle, rising."""


class Founding:
    """What is founded in the circles of a program, model by model."""

    def __init__(self, program: GroundProgram, circle: Sequence[int]) -> None:
        self._circle = circle
        self._atoms: dict[int, list[int]] = {}
        self._rules: dict[int, list[Rule | WeightRule]] = {}
        for atom, number in enumerate(circle):
            if number:
                self._atoms.setdefault(number, []).append(atom)
        for rule in program.rules:
            for number in sorted({circle[head] for head in rule.head} - {0}):
                self._rules.setdefault(number, []).append(rule)

    def unfounded(self, true: Collection[int]) -> list[Loop]:
        """For each circle of which something holds unfounded, give all that is not founded in it.

        With what does not hold either, one set speaks for many models.
        """
        found = []
        for number, atoms in self._atoms.items():
            founded = self._founded(number, true)
            if any(atom in true and atom not in founded for atom in atoms):
                found.append(tuple(atom for atom in atoms if atom not in founded))
        return found

    def _founded(self, number: int, true: Collection[int]) -> set[int]:
        """Derive what can be derived within a circle, taking all outside it from the model."""
        heads: list[list[int]] = []
        wanting: list[int] = []
        waiting: dict[int, list[tuple[int, int]]] = {}
        ready: list[int] = []
        for rule in self._rules[number]:
            kept = [each for each in rule.head if self._circle[each] == number and each in true]
            want, within = self._wanted(rule, number, true)
            if want <= 0:
                ready += kept
            elif kept and within:
                for atom, weight in within.items():
                    waiting.setdefault(atom, []).append((len(heads), weight))
                heads.append(kept)
                wanting.append(want)
        founded: set[int] = set()
        while ready:
            atom = ready.pop()
            if atom in founded:
                continue
            founded.add(atom)
            for place, weight in waiting.get(atom, ()):
                wanting[place] -= weight
                if wanting[place] <= 0:
                    ready += heads[place]
        return founded

    def _wanted(
        self, rule: Rule | WeightRule, number: int, true: Collection[int]
    ) -> tuple[int, dict[int, int]]:
        """Give what a body still wants from the circle, and how much each atom there adds."""
        weighted = isinstance(rule, WeightRule)
        pairs = (
            rule.body if isinstance(rule, WeightRule) else [(each, 1) for each in set(rule.body)]
        )
        want = rule.bound if isinstance(rule, WeightRule) else len(pairs)
        within: dict[int, int] = {}
        for literal, weight in pairs:
            if literal > 0 and self._circle[literal] == number:
                within[literal] = within.get(literal, 0) + weight
            elif (abs(literal) in true) == (literal > 0):
                want -= weight
            elif not weighted:
                return 1, {}
        return want, within
