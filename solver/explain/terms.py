"""Terms of clingo's syntax trees: their variables, names put for what has none, values filled in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import clingo
from clingo import ast

from hexcourt.facts.base.fact_syntax import atom_text
from hexcourt.solver.rulebase.statement import FreshNames, is_anonymous, named, variables_of

ANY = "__any"
"""Stands in a written atom where the rule has an anonymous variable."""

RANGE = "__range"
"""Stands in a written comparison for an interval."""


@dataclass(frozen=True, slots=True)
class SignedPredicate:
    """A predicate: its name, how many arguments, and whether it is classically negated."""

    name: str
    arity: int
    positive: bool = True


def signature_of(atom: clingo.Symbol) -> SignedPredicate:
    """Name the predicate of an atom."""
    return SignedPredicate(atom.name, len(atom.arguments), atom.positive)


def predicate_of(term: ast.AST) -> SignedPredicate | None:
    """Name the predicate of an atom in a rule; none for what is no plain atom."""
    positive = term.ast_type is not ast.ASTType.UnaryOperation
    inner = term if positive else term.argument
    if inner.ast_type is ast.ASTType.SymbolicTerm:
        symbol = inner.symbol
        return SignedPredicate(symbol.name, 0, positive) if _is_name(symbol) else None
    if inner.ast_type is not ast.ASTType.Function or inner.external:
        return None
    return SignedPredicate(inner.name, len(inner.arguments), positive)


def _is_name(symbol: clingo.Symbol) -> bool:
    return symbol.type is clingo.SymbolType.Function and not symbol.arguments


class _Hider(ast.Transformer):
    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
        return constant(node.location, ANY) if node.name == "_" else node


class _IntervalTaker(ast.Transformer):
    def __init__(self, names: FreshNames) -> None:
        self.names = names
        self.taken: list[tuple[ast.AST, ast.AST]] = []

    def visit_Interval(self, node: ast.AST) -> ast.AST:  # noqa: N802
        variable = ast.Variable(node.location, self.names.fresh())
        self.taken.append((variable, node))
        return variable


class _IntervalHider(ast.Transformer):
    def visit_Interval(self, node: ast.AST) -> ast.AST:  # noqa: N802
        return ast.Function(node.location, RANGE, [node.left, node.right], 0)


def constant(location: ast.Location, name: str) -> ast.AST:
    """Write a constant."""
    return ast.SymbolicTerm(location, clingo.Function(name))


def hidden(node: ast.AST) -> ast.AST:
    """Put ``ANY`` for the anonymous variables, and ``RANGE`` for intervals."""
    return _IntervalHider().visit(_Hider().visit(node))


def without_intervals(node: ast.AST, names: FreshNames) -> tuple[ast.AST, list[ast.AST]]:
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
    return atom_text("-" * symbol.negative + symbol.name, parts)


# Body literals, by what a query to clingo needs of each


ATOM = "atom"
"""A positive atom."""
ABSENT = "absent"
"""``not`` an atom."""
DOUBLE = "double"
"""``not not`` an atom: it has to be true, but is no support."""
COMPARISON = "comparison"
AGGREGATE = "aggregate"
EVERY = "every"
"""A conditional literal: a literal that holds wherever its condition does."""
TRUTH = "truth"
"""``#true`` or ``#false``."""

_COMPARED = (">", "<", "<=", ">=", "!=", "=")
_FUNCTIONS = ("#count", "#sum", "#sum+", "#min", "#max")


@dataclass(frozen=True, slots=True)
class Branch:
    """One way to instances of a literal: ``weight`` writes what is counted, ``parts`` are literals.

    An aggregate has one for each of its elements, a conditional literal one; so has an atom with
    anonymous variables, which are named here.
    """

    weight: str
    parts: tuple[BodyLiteral, ...]


@dataclass(frozen=True, slots=True)
class BodyLiteral:
    """A literal of a body.

    ``text`` is its text, ``template`` a term that clingo evaluates to its values: the atom, or what
    is compared, or the guards of an aggregate. ``operators`` stand between the values; an
    aggregate has one for each of its guards, the left one written from left to right.
    """

    kind: str
    text: str
    template: str
    negated: bool
    signature: SignedPredicate | None
    operators: tuple[str, ...]
    branches: tuple[Branch, ...]
    node: ast.AST
    function: str = ""


def parse_literal(node: ast.AST, names: FreshNames) -> BodyLiteral:
    """Take a literal apart; ``names`` are free for its anonymous variables."""
    if node.ast_type is ast.ASTType.ConditionalLiteral:
        return _every(node, names)
    atom = node.atom
    if atom.ast_type is ast.ASTType.SymbolicAtom:
        return _atom(node, names)
    if atom.ast_type is ast.ASTType.Comparison:
        return _comparison(node)
    if atom.ast_type in (ast.ASTType.BodyAggregate, ast.ASTType.Aggregate):
        return _aggregate(node, names)
    return BodyLiteral(TRUTH, str(node), "()", bool(node.sign), None, (), (), node)


def _atom(node: ast.AST, names: FreshNames) -> BodyLiteral:
    kind = (ATOM, ABSENT, DOUBLE)[node.sign]
    symbol = node.atom.symbol
    branches: tuple[Branch, ...] = ()
    if kind == ATOM and is_anonymous(node):
        branches = (Branch("()", (_atom(named(node, names), names),)),)
    return BodyLiteral(
        kind,
        str(node),
        str(hidden(symbol)),
        kind == ABSENT,
        predicate_of(symbol),
        (),
        branches,
        node,
    )


def _comparison(node: ast.AST) -> BodyLiteral:
    guards = node.atom.guards
    terms = [node.atom.term, *(guard.term for guard in guards)]
    return BodyLiteral(
        COMPARISON,
        str(node),
        tuple_text(str(hidden(term)) for term in terms),
        node.sign == ast.Sign.Negation,
        None,
        tuple(_COMPARED[guard.comparison] for guard in guards),
        (),
        node,
    )


def _aggregate(node: ast.AST, names: FreshNames) -> BodyLiteral:
    atom = node.atom
    plain = atom.ast_type is ast.ASTType.Aggregate
    guards = [guard for guard in (atom.left_guard, atom.right_guard) if guard is not None]
    branches = [
        _counted(each.literal, each.condition, names)
        if plain
        else Branch(tuple_text(map(str, each.terms)), _parts(each.condition, names))
        for each in atom.elements
    ]
    operators = [_COMPARED[guard.comparison] for guard in guards]
    if atom.left_guard is None:
        operators.insert(0, "")
    return BodyLiteral(
        AGGREGATE,
        str(node),
        tuple_text(str(hidden(guard.term)) for guard in guards),
        node.sign == ast.Sign.Negation,
        None,
        tuple(operators),
        tuple(branches),
        node,
        "#count" if plain else _FUNCTIONS[atom.function],
    )


def _counted(literal: ast.AST, condition: Iterable[ast.AST], names: FreshNames) -> Branch:
    parts = _parts([literal, *condition], names)
    return Branch(f"({parts[0].template},{int(literal.sign)})", parts)


def _every(node: ast.AST, names: FreshNames) -> BodyLiteral:
    inside = _parts([node.literal, *node.condition], names)
    return BodyLiteral(
        EVERY,
        str(node),
        "()",
        False,
        None,
        (),
        (Branch(tuple_text(variables_of(node)), inside),),
        node,
    )


def _parts(nodes: Sequence[ast.AST], names: FreshNames) -> tuple[BodyLiteral, ...]:
    """Take apart the literals of an element, with names for what is anonymous in them."""
    found: list[BodyLiteral] = []
    ranges: list[BodyLiteral] = []
    for node in nodes:
        plain = node
        if node.atom.ast_type is ast.ASTType.SymbolicAtom:
            plain, equations = without_intervals(node, names)
            ranges += [_comparison(each) for each in equations]
        if node.sign == ast.Sign.NoSign:
            plain = named(plain, names)
        found.append(parse_literal(plain, names))
    return (*found, *ranges)
