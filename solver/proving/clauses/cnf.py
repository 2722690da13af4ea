"""Ground programs as clauses whose models are the stable models.

An atom holds just where a rule supports it: Clark's completion ("Negation as failure", 1978). Where no
atoms hang on each other in circles, the models of the completion are the stable models (Fages,
"Consistency of Clark's completion and existence of stable models", 1994). Elsewhere circles could hold
themselves up; Lin and Zhao ("ASSAT", 2004) rule that out loop by loop, Janhunen ("Some
(in)translatability results for normal logic programs and propositional theories", 2006) by an order:
within a circle each true atom needs a rule whose atoms of the same circle come before it. Here each "a
rests on b" within a circle is a variable of its own, an arrow from b to a, and the arrows are kept free
of circles (``ordering``). A weight body that reaches into its own circle counts an atom there only if
the head rests on it, which is the least model of the reduct of Simons, Niemelä and Soininen ("Extending
and implementing the stable model semantics", 2002).

Variables 1 to ``atoms`` are the program's atoms; all further ones are auxiliary. Equal programs give
equal clauses, in the same order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from hexcourt.solver.proving.clauses.gathering import TRUE, Clauses
from hexcourt.solver.proving.clauses.loops import Loop
from hexcourt.solver.proving.clauses.ordering import forbid_circles
from hexcourt.solver.proving.clauses.weights import weight_literal
from hexcourt.solver.proving.programs.components import circles
from hexcourt.solver.proving.programs.program import GroundProgram, ProgramError, Rule, WeightRule

Terms = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Cnf:
    """Clauses over variables 1 to ``variables``, of which the first ``atoms`` are a program's atoms."""

    atoms: int
    variables: int
    clauses: tuple[tuple[int, ...], ...]

    def dimacs(self) -> str:
        """Write the clauses in DIMACS, one a line below the header."""
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines) + "\n"


def translate(program: GroundProgram, loops: Iterable[Loop] | None = None) -> Cnf:
    """Translate a ground program; raises ProgramError where the formula would be too large.

    Without ``loops`` the models of the clauses are the stable models, circles being ordered. With them
    the clauses are the completion and the formulas of these sets of atoms: every stable model is a
    model, and so is what only sets left out would forbid.
    """
    translation = Translation(program, ordered=loops is None)
    for loop in loops or ():
        translation.forbid_loop(loop)
    return translation.cnf()


class Translation:
    """A program translated, to which formulas of loops can be added."""

    def __init__(self, program: GroundProgram, ordered: bool) -> None:
        self.program = program
        self.circle = circles(program)
        self._ordering = ordered
        self.clauses = Clauses(program.atoms)
        self.supports: list[dict[int, None]] = [{} for _ in range(program.atoms + 1)]
        self.derived = bytearray(program.atoms + 1)
        self.bodies: dict[tuple[int, ...], int] = {}
        self.weighted: dict[tuple[int, Terms], int] = {}
        self.ordered: dict[tuple[int, int], int] = {}
        self.arrows: defaultdict[int, dict[tuple[int, int], int]] = defaultdict(dict)
        self.deriving: defaultdict[int, list[Rule | WeightRule]] = defaultdict(list)
        for rule in program.rules:
            self.take(rule)
        self.complete()

    def cnf(self) -> Cnf:
        """Give the clauses gathered so far."""
        gathered = self.clauses
        return Cnf(self.program.atoms, gathered.variables, tuple(gathered.clauses))

    def forbid_loop(self, loop: Loop) -> None:
        """Add that one of these atoms holds only by a rule whose body needs none of them.

        Raises ProgramError for an atom that is in no circle.
        """
        within = set(loop)
        if not all(0 < atom < len(self.circle) and self.circle[atom] for atom in within):
            raise ProgramError("a loop has an atom that hangs on no circle")
        supports: dict[int, None] = {}
        for atom in loop:
            for rule in self.deriving[atom]:
                supports[self._outside(rule, within)] = None
        grounded = self.clauses.fresh()
        self.clauses.add((-grounded, *supports))
        for atom in loop:
            self.clauses.add((-atom, grounded))

    def _outside(self, rule: Rule | WeightRule, within: Collection[int]) -> int:
        """Give a literal for a body that holds without the atoms of a loop."""
        if isinstance(rule, WeightRule):
            terms = [pair for pair in rule.body if pair[0] not in within]
            return self._weights(terms, rule.bound)
        return -TRUE if any(each in within for each in rule.body) else self._body(rule)

    def take(self, rule: Rule | WeightRule) -> None:
        """Add what one rule says, and note what it supports."""
        if not rule.head:
            if not rule.choice:
                self._forbid(rule)
            return
        body = self._body(rule)
        for head in rule.head:
            self.derived[head] = 1
            if self.circle[head]:
                self.deriving[head].append(rule)
            if not rule.choice:
                self.clauses.add((-body, head))
            support = self._support(rule, head, body)
            if support != -TRUE:
                self.supports[head][support] = None

    def complete(self) -> None:
        """Add that no atom holds without support, and that circles do not support themselves."""
        outer = {atom: value for atom, value in self.program.externals if not self.derived[atom]}
        for atom in range(1, self.program.atoms + 1):
            value = outer.get(atom, "false")
            if value == "true":
                self.clauses.add((atom,))
            elif value == "false":
                self.clauses.add((-atom, *self.supports[atom]))
        for arrows in self.arrows.values():
            forbid_circles(self.clauses, arrows)

    def _forbid(self, rule: Rule | WeightRule) -> None:
        if isinstance(rule, WeightRule):
            self.clauses.add((-self._body(rule),))
        else:
            self.clauses.add([-literal for literal in rule.body])

    def _body(self, rule: Rule | WeightRule) -> int:
        """Give a literal that holds just where the rule's body does."""
        if isinstance(rule, WeightRule):
            return self._weights(rule.body, rule.bound)
        literals = rule.body
        if len(literals) == 1:
            return literals[0]
        return self._all(tuple(sorted(set(literals)))) if literals else TRUE

    def _all(self, literals: tuple[int, ...]) -> int:
        known = self.bodies.get(literals)
        if known is None:
            known = literals[0] if len(literals) == 1 else self._conjunction(literals)
            self.bodies[literals] = known
        return known

    def _conjunction(self, literals: tuple[int, ...]) -> int:
        present = set(literals)
        if any(-literal in present for literal in literals):
            return -TRUE
        body = self.clauses.fresh()
        for literal in literals:
            self.clauses.add((-body, literal))
        self.clauses.add((body, *[-literal for literal in literals]))
        return body

    def _weights(self, terms: Sequence[tuple[int, int]], bound: int) -> int:
        key = (bound, tuple(sorted(terms)))
        if key not in self.weighted:
            self.weighted[key] = weight_literal(self.clauses, terms, bound)
        return self.weighted[key]

    # --- circles ----------------------------------------------------------------------------------

    def _support(self, rule: Rule | WeightRule, head: int, body: int) -> int:
        """Give a literal that holds only where the rule supports the head without a circle."""
        circle = self.circle[head]
        if not circle or not self._ordering or abs(body) == TRUE:
            return body
        if isinstance(rule, WeightRule):
            if all(literal < 0 or self.circle[literal] != circle for literal, _ in rule.body):
                return body
            terms = [(self._before(literal, head), weight) for literal, weight in rule.body]
            return self._weights(terms, rule.bound)
        within = [each for each in rule.body if each > 0 and self.circle[each] == circle]
        return self._rests(head, within, body) if within else body

    def _rests(self, head: int, within: Sequence[int], body: int) -> int:
        """Give a literal for a body that holds and whose atoms of the circle come before the head."""
        if head in within:
            return -TRUE
        if (head, body) not in self.ordered:
            arrows = [self._before(atom, head) for atom in dict.fromkeys(within)]
            if body == within[0]:  # the arrow alone says that its atom holds
                support = arrows[0]
            else:
                support = self.clauses.fresh()
                for literal in (body, *arrows):
                    self.clauses.add((-support, literal))
            self.ordered[head, body] = support
        return self.ordered[head, body]

    def _before(self, literal: int, head: int) -> int:
        """Give, for an atom in the head's circle, the arrow "the head rests on it"; else the literal."""
        circle = self.circle[head]
        if literal < 0 or self.circle[literal] != circle:
            return literal
        if literal == head:
            return -TRUE
        arrows = self.arrows[circle]
        if (literal, head) not in arrows:
            arrows[literal, head] = self.clauses.fresh()
            self.clauses.add((-arrows[literal, head], literal))
        return arrows[literal, head]
