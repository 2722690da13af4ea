"""The words and terms of questions: what may be asked, what a subject may name, what variables are."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import ClassVar

import clingo
from clingo import Number, SymbolType, ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.rulebase.declarations import WORD_MARK, declarations
from hexcourt.solver.rulebase.rulebase import ASKABLE, RuleBase, active_rules
from hexcourt.solver.rulebase.statement import (
    RuleStatement,
    alternatives,
)


@dataclass(frozen=True, slots=True)
class Askable:
    """A predicate of questions: ``arguments`` are pairs of kind and name.

    ``is_computed`` marks those that are computed for each question; the others are looked up.
    """

    name: str
    arguments: tuple[tuple[str, str], ...]
    is_computed: bool
    sentence: str
    example: str

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kind of each argument."""
        return tuple(kind for kind, _ in self.arguments)

    @property
    def signature(self) -> tuple[str, int]:
        """Return name and arity."""
        return self.name, len(self.arguments)

    @property
    def form(self) -> str:
        """Write it with the names of its arguments: ``costs(Thing,Price)``."""
        return f"{self.name}({','.join(name for _, name in self.arguments)})"


def askables() -> Mapping[tuple[str, int], Askable]:
    """Map name and arity to every predicate that may be asked, in the order of their file."""
    return _askables(active_rules())


@cache
def _askables(rule_base: RuleBase) -> Mapping[tuple[str, int], Askable]:
    return MappingProxyType(
        {
            each.signature: Askable(
                each.name, each.arguments, each.role == "told", each.sentence, each.example
            )
            for each in declarations(rule_base, WORD_MARK)
            if each.role in ("", "told")
        }
    )


def find_askables(word: str) -> tuple[Askable, ...]:
    """List the predicates of a name, else those whose name or sentence has a word.

    Raises BadInput, with the nearest name, where there is none.
    """
    every = tuple(askables().values())
    named = tuple(each for each in every if each.name == word)
    wanted = word.lower()
    found = named or tuple(
        each
        for each in every
        if wanted in each.name or re.search(rf"\b{re.escape(wanted)}", each.sentence.lower())
    )
    if not found:
        raise BadInput(f"{word[:40]}: nothing of that name may be asked{suggestion(word)}")
    return found


def suggestion(name: str) -> str:
    """Offer the names most like one that may not be asked, as the end of a sentence."""
    known = sorted({each for each, _ in askables()})
    near = get_close_matches(name[:40], known, n=2, cutoff=0.5)
    if near:
        return f"; did you mean {listed(near, 'or')}?"
    return "; `hexcourt vocabulary` lists what may be asked"


def definitions(wanted: frozenset[str]) -> tuple[str, frozenset[str]]:
    """Return the rules that some predicates depend on, and the names of all facts that these read."""
    return _definitions(active_rules(), wanted)


@cache
def _definitions(rule_base: RuleBase, wanted: frozenset[str]) -> tuple[str, frozenset[str]]:
    rules = [each for each in rule_base.programs[ASKABLE].statements if each.heads]
    remaining: set[RuleStatement] = set()
    names, waiting = set(wanted), set(wanted)
    while waiting:
        name = waiting.pop()
        for rule in rules:
            if name in rule.names and rule not in remaining:
                remaining.add(rule)
                read = {each.name for each in rule.reads}
                waiting |= read - names
                names |= read
    return "\n".join(sorted(str(each.node) for each in remaining)), frozenset(names)


def names_of(signatures: Iterable[tuple[str, int]]) -> frozenset[str]:
    """Return the names alone of some predicates."""
    return frozenset(name for name, _ in signatures)


_UNSAFE = pattern(r"'(#?\w+)' is unsafe")


class Dialect(ABC):
    """What one question may name; a subclass knows the names of a subject.

    ``halved`` are the kinds of argument that rules count in halves and questions in wholes, ``counts``
    the other kinds of numbers. ``places`` are the kinds of quoted names, each among the next; those in
    ``settled_kinds`` have names of their own in tables. ``steady`` predicates depend on the subject's
    data alone, although they are computed. ``derived`` maps predicates to their names in rules, and
    ``extended`` are those that ``rewritten`` gives one argument more. ``example`` is a question,
    ``example_literal``, ``example_claim`` and ``example_pool`` are parts of questions.
    """

    halved: ClassVar[tuple[str, ...]] = ()
    counts: ClassVar[tuple[str, ...]] = ("number",)
    places: ClassVar[tuple[str, ...]] = ()
    settled_kinds: ClassVar[tuple[str, ...]] = ()
    steady: ClassVar[tuple[str, ...]] = ()
    extended: ClassVar[tuple[str, ...]] = ()
    derived: ClassVar[Mapping[str, str]] = MappingProxyType({})
    example: ClassVar[str]
    example_literal: ClassVar[str]
    example_claim: ClassVar[str]
    example_pool: ClassVar[str]

    def __init__(self) -> None:
        self.wording = TermWording()

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the kinds that are numbers."""
        return (*self.halved, *self.counts)

    @property
    def halved_words(self) -> str:
        """Name what is counted in halves."""
        return listed(f"{each}s" for each in self.halved)

    def has_value(self, askable: Askable) -> bool:
        """Return whether a predicate may be written as its value: ``price(X) >= 2``."""
        return len(askable.arguments) > 1 and askable.kinds[-1] in self.numbers

    def askable_of(self, function: ast.AST) -> Askable | None:
        """Find the predicate of a rewritten literal; None for one that has another name there."""
        name, arity = signature_in(function)
        return askables().get((name, arity - (name in self.extended)))

    def check_safe(self, question: str, rules: str, kinds: Mapping[str, str]) -> None:
        """Raise BadInput where a variable of some rules ranges over everything; nothing is grounded."""
        texts: list[str] = []
        control = clingo.Control(logger=lambda code, text: texts.append(text))
        try:
            control.add("base", [], rules)
            control.ground([("nothing", [])])  # clingo checks every part before it grounds one
        except RuntimeError:
            raise self._unsafe(question, " ".join(texts), kinds) from None

    def _unsafe(self, question: str, text: str, kinds: Mapping[str, str]) -> BadInput:
        shown = " ".join(question.split())[:60]
        unsafe = dict.fromkeys(_UNSAFE.findall(text))
        named = sorted(
            each for each in unsafe if each not in self.wording.fresh and "#" not in each
        )
        if named:
            name = min(named, key=question.find)
            such = self.bound(name, kinds.get(name, ""))
            return BadInput(f"{shown}: nothing says where {name} ranges; add such as {such}")
        if unsafe:
            return BadInput(
                f"{shown}: _ stands for everything there; name a variable that ranges somewhere"
            )
        entry = " ".join(text.split())[:200]
        return BadInput(f"{shown}: cannot be asked: {entry}; write it plainer")

    @abstractmethod
    def renamed(self, text: str) -> str:
        """Write the names of a question as the subject writes them."""

    @abstractmethod
    def check_constant(self, text: str, kind: str, argument: ast.AST) -> None:
        """Raise BadInput unless a term is of a kind; ``text`` is the literal that it stands in."""

    @abstractmethod
    def check_argument(self, askable: Askable, argument: ast.AST) -> None:
        """Raise BadInput where a predicate takes no such term, although it is of the right kind."""

    @abstractmethod
    def check_variable(self, name: str) -> None:
        """Raise BadInput for a variable that is a name without its quotation marks."""

    @abstractmethod
    def is_term(self, name: str) -> bool:
        """Return whether terms of the subject are built with a function of this name."""

    @abstractmethod
    def other_use(self, name: str) -> str:
        """Describe what a name is that is no predicate, and what to write; empty where it is nothing."""

    @abstractmethod
    def settled(self, kind: str, term: ast.AST) -> ast.AST:
        """Write a name as tables have it."""

    @abstractmethod
    def rewritten(self, literals: list[ast.AST]) -> list[ast.AST]:
        """Write what is asked of one literal by others beside it into that literal."""

    @abstractmethod
    def bound(self, name: str, kind: str) -> str:
        """Write a literal that bounds a variable of a kind, which is empty where it is not known."""


_AT = ast.ASTType


class QuestionNames:
    """What the predicates, constants and variables of one question are."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.wording = dialect.wording
        self.kinds: dict[str, str] = {}

    def give_kind(self, variable: str, kind: str) -> None:
        """Describe what a variable is; raises BadInput where it is something else already."""
        if variable == "_":
            return
        known = self.kinds.setdefault(variable, kind)
        if known == kind:
            return
        places = self.dialect.places
        if known in places and kind in places:
            self.kinds[variable] = min(known, kind, key=places.index)
        elif not {known, kind} <= set(self.dialect.counts):
            shown = self.wording.fresh.get(variable, variable)
            kinds = " and ".join(f"{'an' if k[0] in 'aeiou' else 'a'} {k}" for k in (known, kind))
            raise BadInput(f"{shown}: is {kinds} at once; use two variables")

    def check(self, node: ast.AST, scope: LiteralScope) -> None:
        """Check a literal of a predicate, and give its variables their kinds."""
        if not is_atom(node):
            return
        for function in alternatives(node.atom.symbol):
            askable = self.askable(function)
            text = self.wording.of_atom(function)
            for kind, argument in zip(askable.kinds, function.arguments, strict=True):
                self._check_argument(text, kind, argument)
                self._check_reckoning([argument])
                self.dialect.check_argument(askable, argument)

    def askable(self, function: ast.AST) -> Askable:
        """Find the predicate; raises BadInput where there is none of that name and arity."""
        if function.ast_type is not _AT.Function:
            raise BadInput(
                f"{self.wording.of(function)}: is no literal of the vocabulary; write not before what "
                "does not hold"
            )
        known = askables().get((function.name, len(function.arguments)))
        if known is not None:
            return known
        forms = [each.form for each in askables().values() if each.name == function.name]
        if forms:
            raise BadInput(
                f"{self.wording.of(function)[:60]}: {function.name[:20]} has other arguments; "
                f"write {listed(forms, 'or')}"
            )
        use = self.dialect.other_use(function.name)
        if use:
            raise BadInput(f"{function.name}: {use}")
        raise BadInput(f"{function.name[:40]}: may not be asked{suggestion(function.name)}")

    def _check_argument(self, text: str, kind: str, argument: ast.AST) -> None:
        for each in alternatives(argument):
            if each.ast_type is _AT.Variable:
                self.give_kind(each.name, kind)
            else:
                self.dialect.check_constant(text, kind, each)

    def kind_of(self, term: ast.AST) -> str:
        """Return the kind of a term, empty where it is not known."""
        if term.ast_type is _AT.Variable:
            return self.kinds.get(term.name, "")
        found = {self.kind_of(each) for each in operands(term)} & set(self.dialect.halved)
        return min(found, default="")

    def check_use(self, node: ast.AST, scope: LiteralScope) -> None:
        """Check what is compared and computed with, the kinds of all variables being known."""
        if is_comparison(node):
            self._check_reckoning(compared(node.atom))
            self._check_compared(node, compared(node.atom))
        elif is_aggregate(node) and node.atom.ast_type is _AT.BodyAggregate:
            self._check_aggregate(node)

    def check_terms(self, terms: Iterable[ast.AST]) -> None:
        """Check what is computed in terms."""
        self._check_reckoning(terms)

    def _check_reckoning(self, terms: Iterable[ast.AST]) -> None:
        for term in terms_within(terms):
            for each in operands(term):
                kind = self.kind_of(each)
                if is_constant(each) or (kind and kind not in self.dialect.numbers):
                    shown = self.wording.of(each)
                    what = f"is a {kind}" if kind else "is no number"
                    raise BadInput(
                        f"{self.wording.of(term)}: {shown} {what}, and cannot be computed with; name it "
                        "alone"
                    )

    def _check_compared(self, node: ast.AST, terms: list[ast.AST]) -> None:
        text = self.wording.of(node)
        kinds = sorted({kind for each in terms if (kind := self.kind_of(each))})
        named = [kind for kind in kinds if kind not in self.dialect.numbers]
        every = [each for term in terms for each in alternatives(term)]
        numbers = [each for each in every if is_number(each)]
        if named and (len(kinds) > len(named) or numbers):
            other = next((kind for kind in kinds if kind in self.dialect.numbers), "number")
            raise BadInput(f"{text}: compares a {named[0]} with a {other}; compare like with like")
        if len(named) > 1 and not set(named) <= set(self.dialect.places):
            raise BadInput(
                f"{text}: compares a {named[0]} with a {named[1]}; compare like with like"
            )
        for each in every:
            if not is_constant(each):
                continue
            if named:
                self.dialect.check_constant(text, named[0], each)
            elif kinds or numbers:
                what = kinds[0] if kinds else "number"
                raise BadInput(f"{text}: {self.wording.of(each)[:40]} is no {what}; write a number")

    def _check_aggregate(self, node: ast.AST) -> None:
        adds = node.atom.function in (ast.AggregateFunction.Sum, ast.AggregateFunction.SumPlus)
        for element in node.atom.elements:
            self._check_reckoning(element.terms)
            first = element.terms[0] if element.terms else None
            if adds and first is not None:
                kind = self.kind_of(first)
                if is_constant(first) or (kind and kind not in self.dialect.numbers):
                    raise BadInput(
                        f"{self.wording.of(first)}: is no number to add up; put a number first, or "
                        "count with #count"
                    )


HALVES = "halves"
"""The function that stands for a number of halves, until units are written out."""

NOT_IN_NUMBERS = (SymbolType.Infimum, SymbolType.Supremum)
"""Symbols that compare with everything."""

_OPERATIONS = (_AT.BinaryOperation, _AT.UnaryOperation)
_IN_HALVES = pattern(rf"{HALVES}\((\d+)\)")


@dataclass(frozen=True)
class LiteralScope:
    """The literals among which a literal stands: those of its body, and of the condition it is in."""

    literals: list[ast.AST]


@dataclass
class TermWording:
    """Writes terms as they were asked; ``fresh`` maps variables that stand for values to these."""

    fresh: dict[str, str] = field(default_factory=dict)

    def of(self, node: ast.AST) -> str:
        """Write a node as it was asked, more or less."""
        text = _IN_HALVES.sub(lambda match: in_wholes(int(match[1])), str(node))
        text = re.sub(r"\bValue\d+\b", lambda match: self.fresh.get(match[0], match[0]), text)
        if node.ast_type is _AT.BinaryOperation:
            text = text.removeprefix("(").removesuffix(")")
        return text.replace("; ", ", ")[:80]

    def of_atom(self, function: ast.AST) -> str:
        """Write an atom as it was asked: as its value, where it is one."""
        last = str(function.arguments[-1]) if function.arguments else ""
        return self.fresh.get(last) or self.of(function)


def in_wholes(halves: int) -> str:
    """Write a number of halves in wholes."""
    return f"{halves / 2:g}"


def walk(literals: list[ast.AST], visit: Callable[[ast.AST, LiteralScope], None]) -> None:
    """Visit all literals, those in conditions with their scope."""
    scope = LiteralScope(literals)
    for node in literals:
        for condition, rest in _conditions(node):
            inner = LiteralScope([*literals, *condition])
            for each in (*condition, *rest):
                visit(each, inner)
        visit(node, scope)


def _conditions(node: ast.AST) -> Iterator[tuple[list[ast.AST], list[ast.AST]]]:
    """List the conditions in a literal, each with what it is the condition of."""
    if node.ast_type is _AT.ConditionalLiteral:
        yield list(node.condition), [node.literal]
    elif node.atom.ast_type is _AT.BodyAggregate:
        for element in node.atom.elements:
            yield list(element.condition), []
    elif node.atom.ast_type is _AT.Aggregate:
        for element in node.atom.elements:
            yield list(element.condition), [element.literal]


def is_atom(node: ast.AST) -> bool:
    """Return whether a literal is one of a predicate."""
    return bool(node.ast_type is _AT.Literal and node.atom.ast_type is _AT.SymbolicAtom)


def is_comparison(node: ast.AST) -> bool:
    """Return whether a literal compares."""
    return bool(node.ast_type is _AT.Literal and node.atom.ast_type is _AT.Comparison)


def is_aggregate(node: ast.AST) -> bool:
    """Return whether a literal is an aggregate: a sum, or a number of literals."""
    return bool(
        node.ast_type is _AT.Literal and node.atom.ast_type in (_AT.BodyAggregate, _AT.Aggregate)
    )


def compared(comparison: ast.AST) -> list[ast.AST]:
    """List the terms that a comparison compares."""
    return [comparison.term, *(each.term for each in comparison.guards)]


def guards_of(aggregate: ast.AST) -> list[ast.AST]:
    """List the bounds of an aggregate."""
    return [each for each in (aggregate.left_guard, aggregate.right_guard) if each is not None]


def name_of(node: ast.AST) -> str:
    """Return the name of the predicate of a literal, empty where there is none, or a pool."""
    return getattr(node.atom.symbol, "name", "") if is_atom(node) else ""


def signature_in(function: ast.AST) -> tuple[str, int]:
    """Return name and arity of the predicate of an atom."""
    return function.name, len(function.arguments)


def string_in(term: ast.AST) -> str | None:
    """Return the text of a string; nothing for any other term."""
    if term.ast_type is _AT.SymbolicTerm and term.symbol.type is SymbolType.String:
        text: str = term.symbol.string
        return text
    return None


def is_constant(term: ast.AST) -> bool:
    """Return whether a term names something: a string, or a constant, with arguments or without."""
    if term.ast_type is _AT.SymbolicTerm:
        return term.symbol.type in (SymbolType.String, SymbolType.Function)
    return bool(term.ast_type is _AT.Function and term.name != HALVES)


def is_number(term: ast.AST) -> bool:
    """Return whether a term can only be a number: one that is written, or computed."""
    if term.ast_type is _AT.SymbolicTerm:
        return bool(term.symbol.type is SymbolType.Number)
    return in_halves(term) or term.ast_type in (*_OPERATIONS, _AT.Interval)


def in_halves(term: ast.AST) -> bool:
    """Return whether a term is a number written with a half."""
    return bool(term.ast_type is _AT.Function and term.name == HALVES)


def operands(term: ast.AST) -> list[ast.AST]:
    """List what an operation computes with; nothing for any other term."""
    if term.ast_type is _AT.UnaryOperation:
        return [term.argument]
    if term.ast_type in (_AT.BinaryOperation, _AT.Interval):
        return [term.left, term.right]
    return []


def terms_within(terms: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """List terms, and what is in operations and pools among them."""
    for term in terms:
        yield term
        inner = list(alternatives(term)) if term.ast_type is _AT.Pool else operands(term)
        yield from terms_within(inner)


def number(location: ast.Location, value: int) -> ast.AST:
    """Make the term of a number."""
    return ast.SymbolicTerm(location, Number(value))
