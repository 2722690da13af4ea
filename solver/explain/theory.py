"""What there is to explain from: rules with their citations, facts, and what is true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

import clingo

from hexcourt.facts.base.errors import RuleError
from hexcourt.solver.explain.rules import (
    ExplainedRule,
    Rules,
    TheoryError,
    Variant,
    profile_rules,
    rules_of,
    text_rules,
)
from hexcourt.solver.explain.terms import SignedPredicate
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.statement import Citation, RuleStatement

# Queries to a grounded program


class Bench:
    """Asks a grounded program by adding rules to it; their heads begin with two underscores.

    The program must be decided by grounding alone.
    """

    def __init__(self, control: clingo.Control) -> None:
        self._control = control

    def holds(self, atom: clingo.Symbol) -> bool:
        """Return whether an atom is true."""
        found = self._control.symbolic_atoms[atom]
        return found is not None and found.is_fact

    def atoms(self, signature: SignedPredicate) -> list[clingo.Symbol]:
        """List the true atoms of a predicate."""
        atoms = self._control.symbolic_atoms
        listed = atoms.by_signature(signature.name, signature.arity, signature.positive)
        return [each.symbol for each in listed if each.is_fact]

    def ask(self, lines: Iterable[str], heads: Sequence[tuple[str, int]]) -> list[_Answers]:
        """Add rules, and read the arguments of the atoms of each of ``heads``, sorted.

        The rules use predicates with a ``fresh_number`` in their names. Raises TheoryError where the
        answer depends on what grounding has not decided.
        """
        part = f"__part{fresh_number()}"
        self._control.add(part, [], "\n".join(lines))
        self._control.ground([(part, [])])
        return [self._read(name, arity) for name, arity in heads]

    def _read(self, name: str, arity: int) -> _Answers:
        found = list(self._control.symbolic_atoms.by_signature(name, arity))
        open_atoms = [str(each.symbol) for each in found if not each.is_fact]
        if open_atoms:
            raise TheoryError(
                f"grounding alone does not decide what {open_atoms[0][:80]} depends on: hand in a model"
            )
        return [symbol.arguments for symbol in sorted(each.symbol for each in found)]


_Answers = list[list[clingo.Symbol]]

_NUMBERS = count(1)


def fresh_number() -> int:
    """Return a number that no question has had yet: several benches may ask one program."""
    return next(_NUMBERS)


def facts_text(atoms: Iterable[clingo.Symbol | str]) -> str:
    """Write atoms as facts."""
    return "\n".join(f"{atom}." for atom in atoms)


Model = clingo.Control | Iterable[clingo.Symbol | str]
"""A grounded program that grounding alone decides, or the true atoms."""


@dataclass(frozen=True, eq=False)
class Theory:
    """Rules, what is given, and what is true.

    ``constants`` are values for ``#const`` definitions. ``bench`` is the grounded model: questions
    are added to it.
    """

    sources: tuple[Rules, ...]
    given: frozenset[clingo.Symbol]
    bench: Bench
    constants: Mapping[str, int]

    def stated_by(self, atom: clingo.Symbol) -> ExplainedRule | None:
        """Find the statement of the program that an atom is."""
        return next((each.stated[atom] for each in self.sources if atom in each.stated), None)

    def is_leaf(self, atom: clingo.Symbol) -> bool:
        """Return whether an atom is true without any reason: given, or stated by the program."""
        return atom in self.given or any(atom in each.stated for each in self.sources)

    def variants(self, signature: SignedPredicate) -> tuple[Variant, ...]:
        """List the variants of the rules that could derive atoms of a predicate."""
        return tuple(each for source in self.sources for each in source.variants(signature))

    @cached_property
    def defined(self) -> str:
        """Write the ``#const`` statements, with the values that hold."""
        lines = [line for source in self.sources for line in source.constants]
        remaining = [line for line in lines if line.split()[1] not in self.constants]
        return "\n".join([*remaining, *(f"#const {k} = {v}." for k, v in self.constants.items())])

    @cached_property
    def constant_names(self) -> frozenset[str]:
        """List the names that stand for other values."""
        return frozenset(self.constants).union(*(each.constant_names for each in self.sources))


def theory_of(
    profile: str | None = None,
    facts: str = "",
    program: str = "",
    model: Model | None = None,
    constants: Mapping[str, int] | None = None,
) -> Theory:
    """Put together a theory: the rules of a profile and of a program, facts, and what is true.

    Without a model the rules are grounded over the facts. A grounded program that is handed in as
    the model stays as it is but for questions added to it (predicates that begin with two
    underscores). Raises TheoryError for what cannot be read, or what grounding does not decide.
    """
    sources = [text_rules(program)]
    if profile is not None:
        sources.insert(0, profile_rules(profile))
    given = _plain_facts(facts)
    values = dict(constants or {})
    if model is None:
        control = _grounded(profile, f"{program}\n{facts}", values)
    elif isinstance(model, clingo.Control):
        control = model
    else:
        defined = [line for each in sources for line in each.constants]
        remaining = (line for line in defined if line.split()[1] not in values)
        text = "\n".join([*remaining, *(f"#const {k} = {v}." for k, v in values.items())])
        control = _held(f"{text}\n{facts_text(model)}\n{facts}")
    return Theory(tuple(sources), given, Bench(control), values)


def theory_of_world(
    statements: Iterable[tuple[RuleStatement, Citation | None]], atoms: Iterable[str]
) -> Theory:
    """Put together a theory of statements, with what is cited for each, and of all that is true."""
    items = tuple(statements)
    # what bounds a scope may have the name of what holds there
    named = {head.name for each, _ in items for head in each.heads if not head.arity}
    rules = rules_of((e, c) for e, c in items if e.kind != "constant" or e.node.name not in named)
    control = _held("\n".join([*rules.constants, facts_text(atoms)]))
    return Theory((rules,), frozenset(), Bench(control), {})


def atom_of(text: str | clingo.Symbol) -> clingo.Symbol:
    """Read a ground atom; raises TheoryError for anything else."""
    if isinstance(text, clingo.Symbol):
        return text
    try:
        symbol = clingo.parse_term(text, logger=lambda code, message: None)
    except RuntimeError:
        raise TheoryError(f"not a ground atom: {text[:80]}") from None
    if symbol.type is not clingo.SymbolType.Function or not symbol.name:
        raise TheoryError(f"not a ground atom: {text[:80]}")
    return symbol


def _plain_facts(facts: str) -> frozenset[clingo.Symbol]:
    control = _held(facts)  # atoms live no longer than this
    atoms = list(control.symbolic_atoms)
    undecided = [str(each.symbol) for each in atoms if not each.is_fact]
    if undecided:
        raise TheoryError(f"not a fact: {undecided[0][:80]}")
    return frozenset(each.symbol for each in atoms)


def _grounded(profile: str | None, text: str, constants: Mapping[str, int]) -> clingo.Control:
    if profile is not None:
        try:
            control = ActiveRules(profile).ground(text, constants)
        except RuleError as error:
            raise TheoryError(str(error)) from None
    else:
        control = _held(text, [f"--const={name}={value}" for name, value in constants.items()])
    undecided = next((each for each in control.symbolic_atoms if not each.is_fact), None)
    if undecided is not None:
        raise TheoryError(
            f"grounding alone does not decide {str(undecided.symbol)[:80]}: hand in a model"
        )
    return control


def _held(text: str, options: Iterable[str] = ()) -> clingo.Control:
    """Ground a text; what it does not define is false."""
    texts: list[str] = []
    control = clingo.Control(list(options), logger=lambda code, message: texts.append(message))
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as error:
        raise TheoryError("; ".join(texts) or str(error)) from None
    return control


# What an explanation is made of: derivations of what is true, failures of what is not


GIVEN = "given"
"""A fact that was handed in."""
STATED = "stated"
"""A fact that the program states."""
REASONED = "reasoned"
"""Derived by a rule."""
UNFOUNDED = "unfounded"
"""True in the model that was handed in, for no reason that does not go in a circle."""


@dataclass(frozen=True, slots=True)
class Premise:
    """A body literal of a rule instance, its values filled in.

    ``kind`` is one of ``literals``: atom, absent, double, comparison, aggregate, every or truth.
    ``written`` is the literal as in the rule, ``atoms`` the atoms that it rests on, ``elements``
    what an aggregate counts, or what a condition brought up; ``value`` is what an aggregate comes
    to. ``note`` says more.
    """

    kind: str
    text: str
    written: str
    atoms: tuple[str, ...] = ()
    elements: tuple[CountedElement, ...] = ()
    value: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class CountedElement:
    """An element of an aggregate or of a conditional literal, with the literals that hold for it."""

    weight: str
    premises: tuple[Premise, ...]


@dataclass(frozen=True, slots=True)
class RuleInstance:
    """A rule instance: the rule, how it brings its head about, its body and its variables' values."""

    rule: ExplainedRule
    kind: str
    head: str
    premises: tuple[Premise, ...]
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A true atom: the first of its ``steps`` is the one that explains it.

    ``kind`` is given, stated, reasoned or unfounded; ``stated_by`` the rule that states a fact.
    Where every step was asked for, ``circular`` counts those left out, as they rest on what is
    itself explained by this atom.
    """

    atom: str
    kind: str
    steps: tuple[RuleInstance, ...] = ()
    stated_by: ExplainedRule | None = None
    provenance: str | None = None
    circular: int = 0


@dataclass(frozen=True)
class Derivation:
    """Why an atom is true: the nodes that it rests on, each once, and how many lines to show."""

    goal: str
    nodes: Mapping[str, Node]
    most: int

    @property
    def root(self) -> Node:
        """Return the node of the goal."""
        return self.nodes[self.goal]


HOLDS = "holds"
FAILS = "fails"
OPEN = "open"
"""Not reached, for want of what failed."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A body literal in an attempt: ``state`` is holds, fails or open.

    ``missing`` is the pattern of an atom that is not true; of an atom that should not be true
    ``because`` says why it is.
    """

    state: str
    premise: Premise
    missing: str = ""
    because: Derivation | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """The nearest that a rule comes to deriving an atom."""

    rule: ExplainedRule
    kind: str
    head: str
    trials: tuple[Trial, ...]

    @property
    def failing(self) -> tuple[Trial, ...]:
        """List what fails."""
        return tuple(each for each in self.trials if each.state == FAILS)


@dataclass(frozen=True, slots=True)
class Miss:
    """What comes near to an atom that is not true: attempts, the nearest first.

    ``says`` puts it in words where there is none; ``further`` counts attempts not listed.
    """

    pattern: str
    attempts: tuple[Attempt, ...]
    says: str = ""
    further: int = 0


@dataclass(frozen=True)
class Failure:
    """Why nothing that matches a pattern is true, and why not what it lacks, as far as looked into."""

    pattern: str
    misses: Mapping[str, Miss]
    most: int

    @property
    def root(self) -> Miss:
        """Return what comes near to the pattern itself."""
        return self.misses[self.pattern]
