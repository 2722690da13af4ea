"""Programs grounded by clingo and captured as they are given to its solver.

Own, not clingox: a fifth faster, and what has no proof is refused by name (docs/architecture.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import clingo
from clingo import ast

from hexcourt.facts.errors import BadInput
from hexcourt.solver.guarding.lexing import without_comments
from hexcourt.solver.proving.programs.program import (
    GroundProgram,
    ProgramError,
    Rule,
    Value,
    WeightRule,
    ground_program,
)

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

    ``given`` are facts without their full stop, such as ``touch(3,"L",woods,0)``; ``constants`` are
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
    facts = [Rule(False, (atom,), ()) for atom, value in observer.externals if value == "true"]
    return ground_program([*facts, *observer.rules], observer.externals, names)


def plain_text(text: str) -> str:
    """Give a text of ``program_text`` without its comments, the facts given among its rules."""
    rules, given = _plain(text)
    return "\n".join([rules, *(f"{_atom(fact)}." for fact in given), ""])


def _plain(text: str) -> tuple[str, list[str]]:
    rules, given = _parted(text)
    try:
        return without_comments(rules, "the program", _DIRECTIVES, LONGEST), given
    except BadInput as error:
        raise ProgramError(str(error)) from None


def _parted(text: str) -> tuple[str, list[str]]:
    """Part a program into its rules and the facts given, without their stops."""
    if f"{GIVEN}\n" not in text:
        return text, []
    rules, _, facts = text.rpartition(f"{GIVEN}\n")
    return rules, [fact.removesuffix(".") for fact in facts.split("\n") if fact]


def _observed(
    statements: Iterable[ast.AST], text: str, heeded: str, observer: clingo.Observer
) -> clingo.Control:
    told: list[str] = []
    try:
        control = clingo.Control(
            [f"--warn={heeded}"], logger=lambda code, said: told.append(f"{code.name}: {said}")
        )
        control.register_observer(observer, replace=True)
        with ast.ProgramBuilder(control) as builder:
            for each in statements:
                builder.add(each)
        control.add("base", [], text)
        control.ground([("base", [])])
        control.solve()  # some statements come only now; with the observer in place nothing is solved
    except RuntimeError as error:
        raise ProgramError("; ".join(told) or str(error)) from None
    if told:
        raise ProgramError("; ".join(told))
    return control


def _atom(fact: str) -> str:
    """Write a fact as clingo does; what is no single ground atom could smuggle in rules."""
    try:
        symbol = clingo.parse_term(fact, logger=lambda code, said: None)
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
        self.rules: list[Rule | WeightRule] = []
        self.externals: list[tuple[int, Value]] = []
        self.refused = ""

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.rules.append(Rule(choice, tuple(head), tuple(body)))

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
