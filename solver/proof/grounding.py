"""Programs grounded by clingo and captured as they are given to its solver.

Own, not clingox: a fifth faster, and what has no proof is refused by name
(docs/development/architecture.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import clingo
from clingo import ast

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.proof.ground_program import (
    GroundProgram,
    GroundRule,
    ProgramError,
    Value,
    WeightRule,
    ground_program,
)
from hexcourt.solver.rulebase.untrusted_program import without_comments

GIVEN = "% --- given ---"
"""The line of a program's text below which each line is one fact that was given."""

LONGEST = 256 << 20
"""The longest program that is grounded, in characters."""

_DIRECTIVES = frozenset(
    {
        *("#true", "#false", "#count", "#sum", "#sum+", "#min", "#max"),
        *("#inf", "#infimum", "#sup", "#supremum"),
        *("#const", "#defined", "#external", "#program", "#show"),
        *(
            "#minimize",
            "#minimise",
            "#maximize",
            "#maximise",
            "#edge",
            "#heuristic",
            "#project",
            "#theory",
        ),
    }
)
"""What a program may hold: nothing that runs or reads. What there is no proof for is refused later."""


def program_text(
    rules: str, given: Iterable[str] = (), constants: Mapping[str, int] | None = None
) -> str:
    """Write rules, given facts and constants as one program that clingo reads.

    ``given`` are facts without their full stop; they come out sorted, each once. Raises ProgramError
    where one of them is no ground atom.
    """
    settings = [f"#const {name}={value}. [override]" for name, value in (constants or {}).items()]
    facts = [f"{fact}." for fact in sorted({_atom(fact) for fact in given})]
    return "\n".join((*settings, rules.rstrip(), GIVEN, *facts, ""))


def ground(
    rules: str, given: Sequence[str] = (), constants: Mapping[str, int] | None = None
) -> GroundProgram:
    """Ground a whole program; the facts given stay conditions, so that rules over them remain.

    ``given`` are facts without their full stop, such as ``wet("A1")``; ``constants`` are
    values for ``#const`` definitions. Any message of clingo is an error, as is what there is no proof
    for (disjunctions, minimize, theory atoms, files and scripts from elsewhere): ProgramError.
    """
    return ground_text(program_text(rules, given, constants))


def ground_text(text: str) -> GroundProgram:
    """Ground a text of ``program_text``."""
    rules, given = _plain(text)
    outer = "".join(f"#external {_atom(fact)}. [true]\n" for fact in given)
    return _grounded((), f"{rules}\n{outer}", "all")


def ground_statements(statements: Iterable[ast.AST], text: str) -> GroundProgram:
    """Ground statements and a text of this program's own, which may read what nothing derives."""
    return _grounded(statements, text, "none")


def _grounded(statements: Iterable[ast.AST], text: str, heeded: str) -> GroundProgram:
    observer = _Observer()
    control = _observed(statements, text, heeded, observer)
    if observer.refused:
        raise ProgramError(f"the program has {observer.refused}; there are no proofs for these")
    names = [(each.literal, str(each.symbol)) for each in control.symbolic_atoms if each.literal]
    facts = [
        GroundRule(False, (atom,), ()) for atom, value in observer.externals if value == "true"
    ]
    return ground_program([*facts, *observer.rules], observer.externals, names)


def plain_text(text: str) -> str:
    """Return a text of ``program_text`` without its comments, the facts given among its rules."""
    rules, given = _plain(text)
    return "\n".join([rules, *(f"{_atom(fact)}." for fact in given), ""])


@lru_cache(2)
def _plain(text: str) -> tuple[str, tuple[str, ...]]:
    """Check a program word by word: what is ground, compared and proved is one text."""
    rules, given = _split_program(text)
    try:
        return without_comments(rules, "the program", _DIRECTIVES, LONGEST), tuple(given)
    except BadInput as error:
        raise ProgramError(str(error)) from None


def _split_program(text: str) -> tuple[str, list[str]]:
    """Split a program into its rules and the facts given, without their stops."""
    if f"{GIVEN}\n" not in text:
        return text, []
    rules, _, facts = text.rpartition(f"{GIVEN}\n")
    return rules, [fact.removesuffix(".") for fact in facts.split("\n") if fact]


def _observed(
    statements: Iterable[ast.AST], text: str, heeded: str, observer: clingo.Observer
) -> clingo.Control:
    texts: list[str] = []
    try:
        control = clingo.Control(
            [f"--warn={heeded}"], logger=lambda code, result: texts.append(f"{code.name}: {result}")
        )
        control.register_observer(observer, replace=True)
        with ast.ProgramBuilder(control) as builder:
            for each in statements:
                builder.add(each)
        control.add("base", [], text)
        control.ground([("base", [])])
        control.solve()  # some statements come only now; with the observer in place nothing is solved
    except RuntimeError as error:
        raise ProgramError("; ".join(texts) or str(error)) from None
    if texts:
        raise ProgramError("; ".join(texts))
    return control


def _atom(fact: str) -> str:
    """Write a fact as clingo does; what is no single ground atom could smuggle in rules."""
    try:
        symbol = clingo.parse_term(fact, logger=lambda code, result: None)
    except (RuntimeError, UnicodeError):
        raise ProgramError(
            f"given {fact[:80]!r}: no ground atom; give facts without a stop"
        ) from None
    if symbol.type is not clingo.SymbolType.Function or not symbol.name:
        raise ProgramError(f"given {fact[:80]!r}: no ground atom; give facts without a stop")
    return str(symbol)


class _Observer(clingo.Observer):
    """Gathers what clingo tells its solver."""

    def __init__(self) -> None:
        self.rules: list[GroundRule | WeightRule] = []
        self.externals: list[tuple[int, Value]] = []
        self.refused = ""

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.rules.append(GroundRule(choice, tuple(head), tuple(body)))

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        pairs = tuple((literal, weight) for literal, weight in body)
        self.rules.append(WeightRule(choice, tuple(head), lower_bound, pairs))

    def external(self, atom: int, value: clingo.TruthValue) -> None:
        values: dict[clingo.TruthValue, Value] = {
            clingo.TruthValue.Free: "free",
            clingo.TruthValue.True_: "true",
            clingo.TruthValue.False_: "false",
        }
        if value in values:
            self.externals.append((atom, values[value]))

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.refused = "#minimize or weak constraints"

    def acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
        self.refused = "#edge"

    def theory_term_number(self, term_id: int, number: int) -> None:
        self.refused = "theory atoms"

    def theory_term_string(self, term_id: int, name: str) -> None:
        self.refused = "theory atoms"

    def theory_atom(self, atom_id_or_zero: int, term_id: int, elements: Sequence[int]) -> None:
        self.refused = "theory atoms"


# Well-founded values of a ground program
#
# An atom is true if rules derive it from what is settled, and false if nothing can derive it; the rest
# is open (Van Gelder, Ross and Schlipf, "The well-founded semantics for general logic programs", 1991;
# with choices, whose heads are never true by them). Every stable model agrees with these values.


TRUE, OPEN, FALSE = 1, 0, -1


class Values:
    """The values of the atoms of a program, and what is left of its rules under them."""

    def __init__(self, program: GroundProgram) -> None:
        derived = {atom for rule in program.rules for atom in rule.head}
        outer = [a for a, value in program.externals if value == "free" and a not in derived]
        self._rules: list[GroundRule | WeightRule] = [
            *program.rules,
            *(GroundRule(True, (atom,), ()) for atom in outer),
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


def _weighted(rule: GroundRule | WeightRule) -> tuple[int, Sequence[tuple[int, int]]]:
    """Write any body as how much is needed of which literals."""
    if isinstance(rule, WeightRule):
        merged: dict[int, int] = {}
        for literal, weight in rule.body:
            merged[literal] = merged.get(literal, 0) + weight
        return rule.bound, [(x, w) for x, w in merged.items() if w]
    literals = set(rule.body)
    return len(literals), [(literal, 1) for literal in literals]
