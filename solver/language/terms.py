"""Syntax trees of questions: what every reader of them asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from clingo import Number, SymbolType, ast

from hexcourt.solver.rulebase.statement import alternatives

HALVES = "halves"
"""The function that stands for a number of halves, until units are written out."""

NOT_IN_NUMBERS = (SymbolType.Infimum, SymbolType.Supremum)
"""Symbols that compare with everything."""

_AT = ast.ASTType
_OPERATIONS = (_AT.BinaryOperation, _AT.UnaryOperation)
_IN_HALVES = re.compile(rf"{HALVES}\((\d+)\)")


@dataclass(frozen=True)
class Scope:
    """The literals among which a literal stands: those of its body, and of the condition it is in."""

    literals: list[ast.AST]


@dataclass
class Wording:
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


def walk(literals: list[ast.AST], visit: Callable[[ast.AST, Scope], None]) -> None:
    """Visit all literals, those in conditions with their scope."""
    scope = Scope(literals)
    for node in literals:
        for condition, rest in _conditions(node):
            inner = Scope([*literals, *condition])
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
