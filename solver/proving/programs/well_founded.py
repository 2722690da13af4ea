"""What of a ground program is settled whatever is chosen: its well-founded values.

An atom is true if rules derive it from what is settled, and false if nothing can derive it; the rest is
open (Van Gelder, Ross and Schlipf, "The well-founded semantics for general logic programs", 1991; with
choices, whose heads are never true by them). Every stable model agrees with these values.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexcourt.solver.proving.programs.program import GroundProgram, Rule, WeightRule

TRUE, OPEN, FALSE = 1, 0, -1


class Values:
    """The values of the atoms of a program, and what is left of its rules under them."""

    def __init__(self, program: GroundProgram) -> None:
        derived = {atom for rule in program.rules for atom in rule.head}
        outer = [a for a, value in program.externals if value == "free" and a not in derived]
        self._rules: list[Rule | WeightRule] = [
            *program.rules,
            *(Rule(True, (atom,), ()) for atom in outer),
        ]
        self._bodies = [_weighted(rule) for rule in self._rules]
        self.of = [OPEN] * (program.atoms + 1)
        self._need = [bound for bound, _ in self._bodies]
        self._slack = [sum(w for _, w in body) - bound for bound, body in self._bodies]
        self._support = [0] * (program.atoms + 1)
        self._in: dict[int, list[tuple[int, int]]] = {}
        for number, (_, body) in enumerate(self._bodies):
            for literal, weight in body:
                self._in.setdefault(literal, []).append((number, weight))
        self._queue: list[int] = []
        self._start()
        while self._propagate() or self._deny_unfounded():
            pass

    def rest(self) -> list[tuple[bool, tuple[int, ...], int, list[tuple[int, int]]]]:
        """List what is left: choice, open heads, and how much of which open literals is needed."""
        found = []
        for number, rule in enumerate(self._rules):
            if self._slack[number] < 0:
                continue
            heads = tuple(atom for atom in rule.head if self.of[atom] == OPEN)
            if rule.head and not heads:
                continue
            body = [(x, w) for x, w in self._bodies[number][1] if self.of[abs(x)] == OPEN]
            found.append((rule.choice, heads, max(0, self._need[number]), body))
        return found

    def _start(self) -> None:
        for number, rule in enumerate(self._rules):
            if self._slack[number] >= 0:
                for atom in rule.head:
                    self._support[atom] += 1
        for atom in range(1, len(self.of)):
            if not self._support[atom]:
                self._set(-atom)
        for number in range(len(self._rules)):
            self._fire(number)

    def _set(self, literal: int) -> None:
        atom = abs(literal)
        if self.of[atom] == OPEN:
            self.of[atom] = TRUE if literal > 0 else FALSE
            self._queue.append(literal)

    def _fire(self, number: int) -> None:
        """Derive the head of a rule whose body is settled."""
        if self._need[number] <= 0 and not self._rules[number].choice:
            for atom in self._rules[number].head:
                self._set(atom)

    def _propagate(self) -> bool:
        """Draw what follows from values newly settled; tell whether any were."""
        any_new = bool(self._queue)
        while self._queue:
            literal = self._queue.pop()
            for number, weight in self._in.get(literal, ()):
                self._need[number] -= weight
                self._fire(number)
            for number, weight in self._in.get(-literal, ()):
                before = self._slack[number]
                self._slack[number] -= weight
                if before >= 0 > self._slack[number]:
                    self._lose(number)
        return any_new

    def _lose(self, number: int) -> None:
        for atom in self._rules[number].head:
            self._support[atom] -= 1
            if not self._support[atom]:
                self._set(-atom)

    def _deny_unfounded(self) -> bool:
        """Deny the atoms that only hold each other up; tell whether there were any."""
        wanting = []
        ready: list[int] = []
        for number, (bound, body) in enumerate(self._bodies):
            value = self.of
            met = sum(w for x, w in body if x < 0 and value[-x] != TRUE)
            wanting.append(bound - met if self._slack[number] >= 0 else -1)
            if self._slack[number] >= 0 and bound <= met:
                ready += self._rules[number].head
        possible: set[int] = set()
        while ready:
            atom = ready.pop()
            if atom in possible:
                continue
            possible.add(atom)
            for number, weight in self._in.get(atom, ()):
                before = wanting[number]
                wanting[number] -= weight
                if before > 0 >= wanting[number]:
                    ready += self._rules[number].head
        for atom in range(1, len(self.of)):
            if self.of[atom] == OPEN and atom not in possible:
                self._set(-atom)
        return bool(self._queue)


def _weighted(rule: Rule | WeightRule) -> tuple[int, Sequence[tuple[int, int]]]:
    """Write any body as how much is needed of which literals."""
    if isinstance(rule, WeightRule):
        merged: dict[int, int] = {}
        for literal, weight in rule.body:
            merged[literal] = merged.get(literal, 0) + weight
        return rule.bound, [(x, w) for x, w in merged.items() if w]
    literals = set(rule.body)
    return len(literals), [(literal, 1) for literal in literals]
