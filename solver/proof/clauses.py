"""Ground programs as clauses whose models are the stable models.

An atom holds just where a rule supports it: Clark's completion ("Negation as failure", 1978). Where no
atoms depend on each other in circles, the models of the completion are the stable models (Fages,
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

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hexcourt.solver.proof.ground_program import (
    GroundProgram,
    GroundRule,
    ProgramError,
    WeightRule,
    circles,
)

# Clauses while they are gathered


TRUE = 1 << 60
"""The literal that holds; its negative never does."""

LARGEST = 10_000_000
"""The most clauses of a formula, about 2 GB of memory."""


class Clauses:
    """A growing list of clauses over variables 1 to ``variables``."""

    __slots__ = ("clauses", "nodes", "variables")

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.clauses: list[tuple[int, ...]] = []
        self.nodes: dict[tuple[int, int, int], int] = {}
        """Variables that stand for "if, then, else", by these three literals."""

    def fresh(self) -> int:
        """Return a variable that no clause mentions yet."""
        self.variables += 1
        return self.variables

    def add(self, literals: Iterable[int]) -> None:
        """Add a clause, each literal once; one that always holds is left out."""
        remaining = dict.fromkeys(literals)
        if TRUE in remaining or any(-each in remaining for each in remaining):
            return
        remaining.pop(-TRUE, None)
        if len(self.clauses) >= LARGEST:
            raise ProgramError(f"the formula has more than {LARGEST} clauses; ask about less")
        self.clauses.append(tuple(remaining))


# Weight bodies as decision diagrams
#
# After Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT" (2006). A node stands for
# "the literals from here on come to what is still wanting"; equal nodes are made once, also between
# bodies, so that the lower and the upper bound of one aggregate share them. For a bound on a count the
# nodes number at most literals times bound; for weights they may grow with the sum of the weights.


LARGEST_DIAGRAM = 2_000_000
"""The most nodes for one weight body."""


def weight_literal(clauses: Clauses, terms: Iterable[tuple[int, int]], bound: int) -> int:
    """Return a literal that holds just where the weights of the true literals come to the bound.

    ``terms`` are pairs of literal and weight, no weight below 0. Raises ProgramError where the diagram
    would be too large.
    """
    ordered, wanting = _normal(terms, bound)
    levels, left = _levels(ordered, wanting)
    below: dict[int, int] = {}
    for at in range(len(ordered) - 1, -1, -1):
        literal, weight = ordered[at]
        rest, known = left[at + 1], below
        below = {
            still: _node(
                clauses, literal, _from(known, still - weight, rest), _from(known, still, rest)
            )
            for still in sorted(levels[at])
        }
    return _from(below, wanting, left[0])


def _from(nodes: dict[int, int], still: int, rest: int) -> int:
    """Return the literal "what is left comes to what is wanting still", of ``rest`` at most."""
    if still <= 0:
        return TRUE
    return nodes[still] if still <= rest else -TRUE


def _normal(terms: Iterable[tuple[int, int]], bound: int) -> tuple[list[tuple[int, int]], int]:
    """Name each literal once, without constants, the heaviest first."""
    weights: dict[int, int] = {}
    for literal, weight in terms:
        if literal == TRUE:
            bound -= weight
        elif literal != -TRUE and weight:
            weights[literal] = weights.get(literal, 0) + weight
    return sorted(weights.items(), key=lambda each: (-each[1], abs(each[0]), each[0])), bound


def _levels(ordered: Sequence[tuple[int, int]], wanting: int) -> tuple[list[set[int]], list[int]]:
    """For each literal what can be wanting before it and still depend on it; and what is left to
    come.
    """
    left = [0] * (len(ordered) + 1)
    for at in range(len(ordered) - 1, -1, -1):
        left[at] = left[at + 1] + ordered[at][1]
    levels: list[set[int]] = [{wanting} if 0 < wanting <= left[0] else set()]
    nodes = 0
    for at, (_, weight) in enumerate(ordered):
        rest = left[at + 1]
        then = {still for still in levels[at] if still <= rest}
        then |= {still - weight for still in levels[at] if 0 < still - weight <= rest}
        levels.append(then)
        nodes += len(then)
        if nodes > LARGEST_DIAGRAM:
            raise ProgramError(
                f"the weights of one body take more than {LARGEST_DIAGRAM} nodes; use smaller weights"
            )
    return levels, left


def _node(clauses: Clauses, literal: int, with_it: int, without: int) -> int:
    """Return "if the literal then ``with_it`` else ``without``", the second implying the first."""
    if with_it == without:
        return with_it
    if with_it == TRUE and without == -TRUE:
        return literal
    key = (literal, with_it, without)
    if key not in clauses.nodes:
        node = clauses.nodes[key] = clauses.fresh()
        clauses.add((-node, literal, without))
        clauses.add((-node, with_it))
        clauses.add((node, -without))
        clauses.add((node, -literal, -with_it))
    return clauses.nodes[key]


# Clauses for acyclic arrows
#
# Two ways. *Eliminating* the nodes one by one joins what led to a node with what it led on to, so that
# each circle shrinks to two arrows that face each other (Rankooh and Rintanen, "Propositional
# encodings of acyclicity and reachability by using vertex elimination", 2022); it propagates well, but
# takes many clauses where the arrows are dense. *Ranks* number the nodes in binary and let every arrow
# rise (Janhunen, "Representing normal programs with clauses", 2004). Nodes are eliminated where that
# stays within a few times the clauses of ranks.


ELIMINATION_FACTOR = 4
"""How many times the clauses of ranks eliminating may take."""
ALWAYS = 10_000
"""As many clauses as eliminating may take in any case."""

Arrows = Mapping[tuple[int, int], int]
"""The variable of each arrow, by the nodes that it leads from and to."""


def forbid_circles(clauses: Clauses, arrows: Arrows) -> None:
    """Add clauses that hold just where the arrows whose variables are true make no circle."""
    nodes = sorted({node for arrow in arrows for node in arrow})
    bits = (len(nodes) - 1).bit_length()
    most = ALWAYS + ELIMINATION_FACTOR * 3 * bits * len(arrows)
    before = clauses.variables
    found = _eliminated(clauses, nodes, arrows, most)
    if found is None:
        clauses.variables = before
        _rank(clauses, nodes, arrows, bits)
    else:
        for clause in found:
            clauses.add(clause)


def _eliminated(
    clauses: Clauses, nodes: list[int], arrows: Arrows, most: int
) -> list[tuple[int, ...]] | None:
    """Eliminate the nodes, those with fewest ways through them first; nothing if it takes too much."""
    into: dict[int, dict[int, int]] = {node: {} for node in nodes}
    out: dict[int, dict[int, int]] = {node: {} for node in nodes}
    for (start, end), variable in arrows.items():
        out[start][end] = into[end][start] = variable
    found: list[tuple[int, ...]] = []
    heap = [(len(into[node]) * len(out[node]), node) for node in nodes]
    heapq.heapify(heap)
    while heap:
        ways, node = heapq.heappop(heap)
        if node not in into or ways != len(into[node]) * len(out[node]):
            continue
        sources, targets = into.pop(node), out.pop(node)
        if len(found) + len(sources) * len(targets) > most:
            return None
        for source in sources:
            del out[source][node]
        for target in targets:
            del into[target][node]
        for source, first in sources.items():
            for target, second in targets.items():
                if source == target:
                    found.append((-first, -second))
                    continue
                if target not in out[source]:
                    out[source][target] = into[target][source] = clauses.fresh()
                found.append((-first, -second, out[source][target]))
        for near in sorted(sources.keys() | targets.keys()):
            heapq.heappush(heap, (len(into[near]) * len(out[near]), near))
    return found


def _rank(clauses: Clauses, nodes: list[int], arrows: Arrows, bits: int) -> None:
    """Number the nodes in binary, lowest bit first; an arrow leads from a lower rank to a higher."""
    rank = {node: [clauses.fresh() for _ in range(bits)] for node in nodes}
    for (start, end), variable in arrows.items():
        if start == end:
            clauses.add((-variable,))
            continue
        less = 0  # "the lower bits of the start's rank are less": of no bits they never are
        for at, (low, high) in enumerate(zip(rank[start], rank[end], strict=True)):
            below = (less,) if less else ()
            less = variable if at == bits - 1 else clauses.fresh()
            clauses.add((-less, -low, high))
            clauses.add((-less, -low, *below))
            clauses.add((-less, high, *below))


# Unfounded sets in a model of the completion
#
# Every stable model derives some first atom of any set that it touches, by a rule that needs none of
# the set; so "if one of the set holds, then the body of such a rule" may be added for any set at all
# (Lin and Zhao, "ASSAT", 2004; Lee, "A model-theoretic counterpart of loop formulas", 2005). As clasp
# does, sets are looked for only where a model calls for them.


Loop = tuple[int, ...]
"""Atoms of one circle, rising."""


class Founding:
    """What is founded in the circles of a program, model by model."""

    def __init__(self, program: GroundProgram, circle: Sequence[int]) -> None:
        self._circle = circle
        self._atoms: dict[int, list[int]] = {}
        self._rules: dict[int, list[GroundRule | WeightRule]] = {}
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
            remaining = [
                each for each in rule.head if self._circle[each] == number and each in true
            ]
            want, within = self._wanted(rule, number, true)
            if want <= 0:
                ready += remaining
            elif remaining and within:
                for atom, weight in within.items():
                    waiting.setdefault(atom, []).append((len(heads), weight))
                heads.append(remaining)
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
        self, rule: GroundRule | WeightRule, number: int, true: Collection[int]
    ) -> tuple[int, dict[int, int]]:
        """Return what a body still wants from the circle, and how much each atom there adds."""
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
        self.deriving: defaultdict[int, list[GroundRule | WeightRule]] = defaultdict(list)
        for rule in program.rules:
            self.take(rule)
        self.complete()

    def cnf(self) -> Cnf:
        """Return the clauses gathered so far."""
        gathered = self.clauses
        return Cnf(self.program.atoms, gathered.variables, tuple(gathered.clauses))

    def forbid_loop(self, loop: Loop) -> None:
        """Add that one of these atoms holds only by a rule whose body needs none of them.

        Raises ProgramError for an atom that is in no circle.
        """
        within = set(loop)
        if not all(0 < atom < len(self.circle) and self.circle[atom] for atom in within):
            raise ProgramError("a loop has an atom that depends on no circle")
        supports: dict[int, None] = {}
        for atom in loop:
            for rule in self.deriving[atom]:
                supports[self._outside(rule, within)] = None
        grounded = self.clauses.fresh()
        self.clauses.add((-grounded, *supports))
        for atom in loop:
            self.clauses.add((-atom, grounded))

    def _outside(self, rule: GroundRule | WeightRule, within: Collection[int]) -> int:
        """Return a literal for a body that holds without the atoms of a loop."""
        if isinstance(rule, WeightRule):
            terms = [pair for pair in rule.body if pair[0] not in within]
            return self._weights(terms, rule.bound)
        return -TRUE if any(each in within for each in rule.body) else self._body(rule)

    def take(self, rule: GroundRule | WeightRule) -> None:
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

    def _forbid(self, rule: GroundRule | WeightRule) -> None:
        if isinstance(rule, WeightRule):
            self.clauses.add((-self._body(rule),))
        else:
            self.clauses.add([-literal for literal in rule.body])

    def _body(self, rule: GroundRule | WeightRule) -> int:
        """Return a literal that holds just where the rule's body does."""
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

    # Circles

    def _support(self, rule: GroundRule | WeightRule, head: int, body: int) -> int:
        """Return a literal that holds only where the rule supports the head without a circle."""
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
        """Return a literal for a body that holds and whose atoms of the circle come before the head."""
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
