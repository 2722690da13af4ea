"""Terms of clingo's syntax trees: their variables, names put for what has none, values filled in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import clingo
from clingo import ast

ANY = "__any"
"""Stands in a written atom where the rule has an anonymous variable."""

RANGE = "__range"
"""Stands in a written comparison for an interval."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A predicate: its name, how many arguments, and whether it is classically negated."""

    name: str
    arity: int
    positive: bool = True


def signature_of(atom: clingo.Symbol) -> Signature:
    """Name the predicate of an atom."""
    return Signature(atom.name, len(atom.arguments), atom.positive)


def predicate_of(term: ast.AST) -> Signature | None:
    """Name the predicate of an atom in a rule; none for what is no plain atom."""
    positive = term.ast_type is not ast.ASTType.UnaryOperation
    inner = term if positive else term.argument
    if inner.ast_type is ast.ASTType.SymbolicTerm:
        symbol = inner.symbol
        return Signature(symbol.name, 0, positive) if _is_name(symbol) else None
    if inner.ast_type is not ast.ASTType.Function or inner.external:
        return None
    return Signature(inner.name, len(inner.arguments), positive)


def _is_name(symbol: clingo.Symbol) -> bool:
    return symbol.type is clingo.SymbolType.Function and not symbol.arguments


def descendants(node: ast.AST) -> Iterator[ast.AST]:
    """Go through a syntax tree, parents first."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        inside: list[ast.AST] = []
        for key in here.child_keys:
            child = getattr(here, key)
            if isinstance(child, ast.AST):
                inside.append(child)
            elif child is not None:
                inside.extend(each for each in child if isinstance(each, ast.AST))
        waiting.extend(reversed(inside))


def variables_of(nodes: Iterable[ast.AST]) -> tuple[str, ...]:
    """List the named variables of syntax trees in the order of their first occurrence."""
    found = (
        each.name
        for node in nodes
        for each in descendants(node)
        if each.ast_type is ast.ASTType.Variable and each.name != "_"
    )
    return tuple(dict.fromkeys(found))


def has(node: ast.AST, *kinds: ast.ASTType) -> bool:
    """Tell whether a syntax tree holds a node of some kinds."""
    return any(each.ast_type in kinds for each in descendants(node))


def is_anonymous(node: ast.AST) -> bool:
    """Tell whether a syntax tree holds an anonymous variable."""
    return any(
        each.ast_type is ast.ASTType.Variable and each.name == "_" for each in descendants(node)
    )


class Names:
    """Gives out variable names that a rule does not use."""

    def __init__(self, taken: Iterable[str], stem: str) -> None:
        self._taken = set(taken)
        self._stem = stem
        self._last = 0

    def fresh(self) -> str:
        """Give the next name."""
        self._last += 1
        name = f"{self._stem}{self._last}"
        return self.fresh() if name in self._taken else name


class _Namer(ast.Transformer):
    def __init__(self, names: Names) -> None:
        self.names = names

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
        return node.update(name=self.names.fresh()) if node.name == "_" else node


class _Hider(ast.Transformer):
    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
        return constant(node.location, ANY) if node.name == "_" else node


class _IntervalTaker(ast.Transformer):
    def __init__(self, names: Names) -> None:
        self.names = names
        self.taken: list[tuple[ast.AST, ast.AST]] = []

    def visit_Interval(self, node: ast.AST) -> ast.AST:  # noqa: N802
        variable = ast.Variable(node.location, self.names.fresh())
        self.taken.append((variable, node))
        return variable


class _IntervalHider(ast.Transformer):
    def visit_Interval(self, node: ast.AST) -> ast.AST:  # noqa: N802
        return ast.Function(node.location, RANGE, [node.left, node.right], 0)


class _Filler(ast.Transformer):
    def __init__(self, values: Mapping[str, ast.AST]) -> None:
        self.values = values

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
        return self.values.get(node.name, node)


def constant(location: ast.Location, name: str) -> ast.AST:
    """Write a constant."""
    return ast.SymbolicTerm(location, clingo.Function(name))


def named(node: ast.AST, names: Names) -> ast.AST:
    """Put fresh variables for the anonymous ones."""
    return _Namer(names).visit(node)


def hidden(node: ast.AST) -> ast.AST:
    """Put ``ANY`` for the anonymous variables, and ``RANGE`` for intervals."""
    return _IntervalHider().visit(_Hider().visit(node))


def filled(node: ast.AST, values: Mapping[str, ast.AST]) -> ast.AST:
    """Put terms for variables."""
    return _Filler(values).visit(node) if values else node


def without_intervals(node: ast.AST, names: Names) -> tuple[ast.AST, list[ast.AST]]:
    """Put variables for intervals; give the comparisons ``Variable = interval`` too."""
    taker = _IntervalTaker(names)
    found = taker.visit(node)
    return found, [equation(variable, interval) for variable, interval in taker.taken]


def equation(left: ast.AST, right: ast.AST) -> ast.AST:
    """Write the literal ``left = right``."""
    guard = ast.Guard(ast.ComparisonOperator.Equal, right)
    return ast.Literal(left.location, ast.Sign.NoSign, ast.Comparison(left, [guard]))


def tuple_text(items: Iterable[str]) -> str:
    """Write a tuple."""
    listed = list(items)
    return f"({listed[0]},)" if len(listed) == 1 else f"({','.join(listed)})"


def shown(symbol: clingo.Symbol) -> str:
    """Write a value as a reader should see it: ``_`` for ``ANY``, ``1..3`` for a ``RANGE``."""
    if symbol.type is not clingo.SymbolType.Function:
        return str(symbol)
    if symbol.name == ANY:
        return "_"
    parts = [shown(each) for each in symbol.arguments]
    if symbol.name == RANGE:
        return "..".join(parts)
    if not symbol.name:
        return tuple_text(parts)
    sign = "" if symbol.positive else "-"
    return f"{sign}{symbol.name}({','.join(parts)})" if parts else f"{sign}{symbol.name}"
