"""Patterns of atoms, held against the heads of rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

import clingo
from clingo import ast

from hexcourt.solver.explaining.programs.reading import TheoryError
from hexcourt.solver.explaining.programs.rules import Variant, make_variant
from hexcourt.solver.explaining.programs.terms import (
    Names,
    descendants,
    equation,
    filled,
    has,
    named,
    predicate_of,
    variables_of,
)

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
    if term is None or any(each.ast_type is ast.ASTType.Pool for each in descendants(term)):
        raise TheoryError(f"not an atom: {text[:80]}")
    apart = {name: ast.Variable(term.location, f"_Own{name}") for name in variables_of([term])}
    return named(filled(term, apart), Names((), "_Some"))


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
        each.name for each in descendants(pattern) if each.ast_type is ast.ASTType.Variable
    )
    names = Names((), "X")
    renamed = {
        name: ast.Variable(pattern.location, "_" if counts[name] == 1 else names.fresh())
        for name in variables_of([pattern])
    }
    return str(folded(filled(pattern, renamed)))


def specialised(variant: Variant, pattern: ast.AST, constants: Collection[str]) -> Variant | None:
    """Give a rule as it would derive an atom of a pattern; none where its head does not fit.

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
        if variable.name not in variables_of([self.resolved(term)]):
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
        names = [name for name in variables_of([here]) if name in self.found]
        return filled(here, {name: self.resolved(self.found[name]) for name in names})


def _negated_atom(term: ast.AST) -> bool:
    return (
        term.ast_type is ast.ASTType.UnaryOperation
        and term.argument.ast_type is ast.ASTType.Function
    )


def _folded(term: ast.AST) -> ast.AST:
    """Compute arithmetic on numbers."""
    if term.ast_type not in COMPUTING or variables_of([term]) or _negated_atom(term):
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
