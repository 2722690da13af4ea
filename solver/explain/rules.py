"""Rules with their citations and places, and the variants in which they can be asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import PurePath

import clingo
from clingo import ast

from hexcourt.facts.base.errors import RuleError
from hexcourt.solver.explain.terms import (
    BodyLiteral,
    SignedPredicate,
    equation,
    parse_literal,
    predicate_of,
    without_intervals,
)
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules
from hexcourt.solver.rulebase.statement import (
    Citation,
    FreshNames,
    RuleStatement,
    filled,
    has,
    named,
    nodes_in,
    variables_of,
)

DERIVED = "derived"
CHOSEN = "chosen"
"""The head of a choice: the body only allows it."""
ONE_OF = "one of"
"""A part of a disjunction: the body asks for one of them."""


@dataclass(frozen=True, eq=False)
class ExplainedRule:
    """A rule: its statement, its text, what is cited for it, and where it stands."""

    statement: ast.AST
    citation: Citation | None
    file: str
    line: int

    @cached_property
    def text(self) -> str:
        """Write the rule."""
        return str(self.statement)

    @property
    def place(self) -> str:
        """Name file and line; a text that is no file is the question."""
        return f"{self.file}:{self.line}" if self.file else "the question"

    @cached_property
    def signatures(self) -> frozenset[SignedPredicate]:
        """List the predicates of its heads."""
        found = {
            predicate_of(head)
            for plain in self.statement.update(body=[]).unpool()
            for _, head, _ in _heads(plain)
        }
        return frozenset(each for each in found if each is not None)

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """List its variants: one for each head, and for each choice from its pools."""
        return tuple(
            make_variant(self, kind, head, [*plain.body, *condition])
            for plain in self.statement.unpool()
            for kind, head, condition in _heads(plain)
            if predicate_of(head) is not None
        )


@dataclass(frozen=True, eq=False)
class Variant:
    """A rule with one head and no pools; intervals in its atoms stand apart, as comparisons.

    ``written`` gives the text of each body literal as it is in the rule.
    """

    rule: ExplainedRule
    kind: str
    head: ast.AST
    body: tuple[BodyLiteral, ...]
    variables: tuple[str, ...]
    written: tuple[str, ...]

    @cached_property
    def signature(self) -> SignedPredicate:
        """Name the predicate of the head."""
        found = predicate_of(self.head)
        assert found is not None
        return found

    @cached_property
    def needs(self) -> tuple[tuple[str, ...], ...]:
        """List for each body literal the rule's variables that occur in it."""
        known = set(self.variables)
        return tuple(
            tuple(name for name in variables_of(each.node) if name in known) for each in self.body
        )


def make_variant(rule: ExplainedRule, kind: str, head: ast.AST, body: Sequence[ast.AST]) -> Variant:
    """Make a variant of a rule."""
    taken = variables_of(head, *body)
    ranges = FreshNames(taken, "Range")
    plain_head, equations = without_intervals(head, ranges)
    literals: list[ast.AST] = []
    for node in body:
        if is_plain_atom(node):
            plain, further = without_intervals(node, ranges)
            literals.append(plain)
            equations += further
        else:
            literals.append(node)
    literals += equations
    names = FreshNames(taken, "Any")
    taken_apart = tuple(parse_literal(each, names) for each in literals)
    written = tuple(each.text for each in taken_apart)
    variables = globals_of(plain_head, literals)
    return Variant(rule, kind, plain_head, taken_apart, variables, written)


def is_plain_atom(node: ast.AST) -> bool:
    """Return whether a body literal is an atom, negated or not."""
    return node.ast_type is ast.ASTType.Literal and node.atom.ast_type is ast.ASTType.SymbolicAtom


def globals_of(head: ast.AST, body: Sequence[ast.AST]) -> tuple[str, ...]:
    """List the variables that are not local to an aggregate or a conditional literal."""
    return variables_of(head, *(node for each in body for node in outside(each)))


def outside(literal: ast.AST) -> Iterator[ast.AST]:
    """Return the parts of a literal whose variables are global."""
    if literal.ast_type is ast.ASTType.ConditionalLiteral:
        return
    if literal.atom.ast_type in (ast.ASTType.BodyAggregate, ast.ASTType.Aggregate):
        for guard in (literal.atom.left_guard, literal.atom.right_guard):
            if guard is not None:
                yield guard.term
        return
    yield literal


def _heads(statement: ast.AST) -> Iterator[tuple[str, ast.AST, Sequence[ast.AST]]]:
    """Return the heads of a rule, what they come by, and their conditions."""
    head = statement.head
    if head.ast_type is ast.ASTType.Literal:
        if head.atom.ast_type is ast.ASTType.SymbolicAtom and head.sign == ast.Sign.NoSign:
            yield DERIVED, head.atom.symbol, ()
        return
    if head.ast_type is ast.ASTType.Disjunction:
        kind, elements = ONE_OF, list(head.elements)
    elif head.ast_type is ast.ASTType.Aggregate:
        kind, elements = CHOSEN, list(head.elements)
    elif head.ast_type is ast.ASTType.HeadAggregate:
        kind, elements = CHOSEN, [each.condition for each in head.elements]
    else:
        return
    for each in elements:
        if each.literal.atom.ast_type is ast.ASTType.SymbolicAtom and not each.literal.sign:
            yield kind, each.literal.atom.symbol, list(each.condition)


# Rules of a profile or of a text


_NOT_EXPLAINED = (
    ast.ASTType.Script,
    ast.ASTType.External,
    ast.ASTType.TheoryDefinition,
)
_TEXT = "<string>"


class TheoryError(ValueError):
    """A program, facts or a model cannot be explained from: a sentence that says why."""


class Rules:
    """Rules in the order of their files, found by what they derive."""

    def __init__(self, rules: Sequence[ExplainedRule], constants: Sequence[str]) -> None:
        self.rules = tuple(rules)
        self.constants = tuple(constants)
        """The ``#const`` statements."""
        self.constant_names = frozenset(each.split()[1] for each in constants)
        self.stated: dict[clingo.Symbol, ExplainedRule] = {}
        """Facts that stand in the program, each with the rule that states it."""
        self._by_head: dict[SignedPredicate, list[ExplainedRule]] = {}
        self._variants: dict[SignedPredicate, tuple[Variant, ...]] = {}
        for rule in self.rules:
            stated = _stated(rule.statement, self.constant_names)
            for symbol in stated or ():
                self.stated.setdefault(symbol, rule)
            if stated is None:
                for signature in rule.signatures:
                    self._by_head.setdefault(signature, []).append(rule)

    def variants(self, signature: SignedPredicate) -> tuple[Variant, ...]:
        """List the variants of the rules that could derive atoms of a predicate."""
        if signature not in self._variants:
            self._variants[signature] = tuple(
                variant
                for rule in self._by_head.get(signature, ())
                for variant in rule.variants
                if variant.signature == signature
            )
        return self._variants[signature]


def _stated(statement: ast.AST, constants: frozenset[str]) -> list[clingo.Symbol] | None:
    """List the facts that a statement is; none for any other rule."""
    head = statement.head
    if statement.body or head.ast_type is not ast.ASTType.Literal or head.sign:
        return None
    if head.atom.ast_type is not ast.ASTType.SymbolicAtom:
        return None
    for node in nodes_in(head):
        if node.ast_type in (ast.ASTType.Variable, ast.ASTType.Interval):
            return None
        if node.ast_type is ast.ASTType.SymbolicTerm and str(node.symbol) in constants:
            return None
    try:
        return [clingo.parse_term(str(each.head)) for each in statement.unpool()]
    except RuntimeError:
        return None  # arithmetic without a value: clingo derives nothing from it


def profile_rules(profile: str) -> Rules:
    """Read the rules of a profile that are active."""
    return _profile_rules(active_rules(), profile)


@cache
def _profile_rules(rule_base: RuleBase, profile: str) -> Rules:
    return rules_of((each, each.citation) for each in rule_base.profile(profile).statements)


def text_rules(program: str) -> Rules:
    """Read the rules of a text; raises TheoryError for what is no rule, or is no clingo."""
    read = Program("", program)
    if read.includes:
        raise TheoryError(f"only rules are explained, not: #include {read.includes[0][:60]}")
    try:
        statements = read.statements
    except RuleError as error:
        raise TheoryError(str(error)) from None
    for each in statements:
        node = each.node
        if node.ast_type in _NOT_EXPLAINED or node.location.begin.filename != _TEXT:
            raise TheoryError(f"only rules are explained, not: {str(node)[:60]}")
    return rules_of((each, each.citation) for each in statements)


def rules_of(statements: Iterable[tuple[RuleStatement, Citation | None]]) -> Rules:
    """Read statements, each with what is cited for it."""
    rules: list[ExplainedRule] = []
    constants: list[str] = []
    for each, cited in statements:
        if each.kind == "constant":
            constants.append(str(each.node))
        elif each.node.ast_type is ast.ASTType.Rule:
            file = PurePath(each.file).name if each.file else ""
            rules.append(ExplainedRule(each.node, cited, file, each.line))
    return Rules(rules, constants)


# Patterns of atoms, unified with the heads of rules


COMPUTING = (ast.ASTType.UnaryOperation, ast.ASTType.BinaryOperation, ast.ASTType.Interval)
"""What computes a value."""


def pattern_of(text: str) -> ast.AST:
    """Read a pattern: an atom in which ``_`` stands for anything, a variable for one thing throughout.

    Raises TheoryError for anything else.
    """
    found: list[ast.AST] = []
    try:
        ast.parse_string(f"{text}.", found.append, logger=lambda code, message: None)
    except RuntimeError:
        raise TheoryError(f"not an atom: {text[:80]}") from None
    term = _only_atom(found)
    if term is None or any(each.ast_type is ast.ASTType.Pool for each in nodes_in(term)):
        raise TheoryError(f"not an atom: {text[:80]}")
    apart = {name: ast.Variable(term.location, f"_Own{name}") for name in variables_of(term)}
    return named(filled(term, apart), FreshNames((), "_Some"))


def _only_atom(statements: list[ast.AST]) -> ast.AST | None:
    if len(statements) != 2 or statements[1].ast_type is not ast.ASTType.Rule or statements[1].body:
        return None
    head = statements[1].head
    if head.ast_type is not ast.ASTType.Literal or head.sign:
        return None
    if head.atom.ast_type is not ast.ASTType.SymbolicAtom:
        return None
    symbol: ast.AST = head.atom.symbol
    return symbol if predicate_of(symbol) is not None else None


def pattern_text(pattern: ast.AST) -> str:
    """Write a pattern: ``_`` for variables that occur once, ``X1``, ``X2``, ... for others."""
    counts = Counter(
        each.name for each in nodes_in(pattern) if each.ast_type is ast.ASTType.Variable
    )
    names = FreshNames((), "X")
    renamed = {
        name: ast.Variable(pattern.location, "_" if counts[name] == 1 else names.fresh())
        for name in variables_of(pattern)
    }
    return str(folded(filled(pattern, renamed)))


def specialised(variant: Variant, pattern: ast.AST, constants: Collection[str]) -> Variant | None:
    """Return a rule as it would derive an atom of a pattern; none where its head does not fit.

    ``constants`` are names that stand for other values. What the head computes stands in the body
    as a comparison.
    """
    unifier = _Unifier(constants)
    if not unifier.unify(pattern, variant.head):
        return None
    found = {name: unifier.resolved(term) for name, term in unifier.found.items()}
    body = [filled(each.node, found) for each in variant.body]
    further = [equation(left, right) for left, right in unifier.later]
    body += [filled(each, found) for each in further]
    written = (*variant.written, *map(str, further))
    made = make_variant(variant.rule, variant.kind, filled(variant.head, found), body)
    return replace(made, written=written)


class _Unifier:
    """Unifies terms; what computes a value is put off, to be compared when it is known."""

    def __init__(self, constants: Collection[str]) -> None:
        self.constants = constants
        self.found: dict[str, ast.AST] = {}
        self.later: list[tuple[ast.AST, ast.AST]] = []

    def unify(self, first: ast.AST, second: ast.AST) -> bool:
        first, second = self._looked_up(first), self._looked_up(second)
        if first == second:
            return True
        for one, other in ((first, second), (second, first)):
            if one.ast_type is ast.ASTType.Variable:
                return self._bind(one, other)
        if self._computes(first) or self._computes(second):
            self.later.append((first, second))
            return True
        if _negated_atom(first) and _negated_atom(second):
            return self.unify(first.argument, second.argument)
        if first.ast_type is second.ast_type is ast.ASTType.Function:
            same = (first.name, first.external) == (second.name, second.external)
            return (
                same
                and len(first.arguments) == len(second.arguments)
                and all(map(self.unify, first.arguments, second.arguments))
            )
        return False

    def _bind(self, variable: ast.AST, term: ast.AST) -> bool:
        if variable.name not in variables_of(self.resolved(term)):
            self.found[variable.name] = term
        elif has(term, *COMPUTING):
            self.later.append((variable, term))
        else:
            return False  # no term is part of itself
        return True

    def _looked_up(self, term: ast.AST) -> ast.AST:
        while term.ast_type is ast.ASTType.Variable and term.name in self.found:
            term = self.found[term.name]
        return _folded(term)

    def _computes(self, term: ast.AST) -> bool:
        if term.ast_type is ast.ASTType.SymbolicTerm:
            return str(term.symbol) in self.constants
        return term.ast_type in COMPUTING and not _negated_atom(term)

    def resolved(self, term: ast.AST) -> ast.AST:
        """Put in what is found, as deep as it goes."""
        here = self._looked_up(term)
        names = [name for name in variables_of(here) if name in self.found]
        return filled(here, {name: self.resolved(self.found[name]) for name in names})


def _negated_atom(term: ast.AST) -> bool:
    return (
        term.ast_type is ast.ASTType.UnaryOperation
        and term.argument.ast_type is ast.ASTType.Function
    )


def _folded(term: ast.AST) -> ast.AST:
    """Compute arithmetic on numbers."""
    if term.ast_type not in COMPUTING or variables_of(term) or _negated_atom(term):
        return term
    try:
        symbol = clingo.parse_term(str(term), logger=lambda code, message: None)
    except RuntimeError:
        return term
    if symbol.type is not clingo.SymbolType.Number:
        return term
    return ast.SymbolicTerm(term.location, symbol)


class _Folder(ast.Transformer):
    def visit_BinaryOperation(self, node: ast.AST) -> ast.AST:  # noqa: N802
        return _folded(node)

    def visit_UnaryOperation(self, node: ast.AST) -> ast.AST:  # noqa: N802
        return node.update(**self.visit_children(node)) if _negated_atom(node) else _folded(node)


def folded(term: ast.AST) -> ast.AST:
    """Compute all arithmetic on numbers in a term."""
    return _Folder().visit(term)
