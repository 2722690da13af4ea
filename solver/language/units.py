"""Writes numbers in the units of rules: asked in wholes, ``2.5`` among them, counted in halves."""

from __future__ import annotations

from clingo import Number, SymbolType, ast

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.language.naming import Names
from hexcourt.solver.language.terms import (
    HALVES,
    NOT_IN_NUMBERS,
    Scope,
    compared,
    guards_of,
    in_halves,
    is_aggregate,
    is_comparison,
    number,
    operands,
)
from hexcourt.solver.rulebase.interval_analysis import LARGEST

_AT = ast.ASTType
_PLAIN, _HALF = "plain", "half"
_EQUAL = ast.ComparisonOperator.Equal
_REPEATABLE = (ast.BinaryOperator.Plus, ast.BinaryOperator.Minus)


class Units:
    """Finds out which variables are counted in halves, and writes literals in halves."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.dialect = names.dialect

    def infer_bounds(self, node: ast.AST, scope: Scope) -> None:
        """Return a variable that is set equal to a sum or number its kind."""
        if not is_aggregate(node):
            return
        kind = self._kind_of_aggregate(node.atom)
        for guard in guards_of(node.atom):
            term = guard.term
            is_new = term.ast_type is _AT.Variable and term.name not in self.names.kinds
            if guard.comparison == _EQUAL and is_new and kind:
                self.names.give_kind(term.name, kind)

    def _kind_of_aggregate(self, atom: ast.AST) -> str:
        if atom.ast_type is _AT.Aggregate or atom.function == ast.AggregateFunction.Count:
            return "number"
        firsts = [each.terms[0] for each in atom.elements if each.terms]
        kinds = sorted({self.names.kind_of(each) for each in firsts} - {""})
        halved = [kind for kind in kinds if kind in self.dialect.halved]
        if len(halved) > 1:
            raise BadInput(f"{self.names.wording.of(atom)}: mixes a {halved[0]} and a {halved[1]}; "
                           "ask for each by itself")  # fmt: skip
        kinds = halved or kinds or list(self.dialect.halved[-1:]) * any(map(in_halves, firsts))
        return next(iter(kinds), "")

    def infer(self, node: ast.AST, scope: Scope) -> None:
        """Return a variable that is set equal to another term its kind."""
        if not is_comparison(node):
            return
        terms = compared(node.atom)
        kinds = sorted({self.names.kind_of(each) for each in terms} - {""})
        self._check_halved(node, kinds)
        guards = node.atom.guards
        if not kinds or len(guards) > 1 or guards[0].comparison != _EQUAL:
            return
        for each in terms:
            if each.ast_type is _AT.Variable and each.name not in self.names.kinds:
                self.names.give_kind(each.name, kinds[0])

    def _check_halved(self, node: ast.AST, kinds: list[str]) -> None:
        halved = [kind for kind in kinds if kind in self.dialect.halved]
        if len(halved) > 1:
            raise BadInput(
                f"{self.names.wording.of(node)}: compares a {halved[0]} with a {halved[1]}; compare "
                "like with like"
            )

    def term(self, term: ast.AST) -> ast.AST:
        """Write a term that is asked for."""
        return self._scaled_term(self._unit(term), term)

    def _unit(self, term: ast.AST) -> str:
        if in_halves(term):
            return _HALF
        if term.ast_type is _AT.Pool:
            return self._most(term.arguments)
        if inner := operands(term):
            return self._most(inner)
        return _HALF if self.names.kind_of(term) in self.dialect.halved else _PLAIN

    def _most(self, terms: list[ast.AST]) -> str:
        return _HALF if _HALF in map(self._unit, terms) else _PLAIN

    def _scaled_term(self, unit: str, term: ast.AST) -> ast.AST:
        """Write a term in halves, or as it is."""
        if unit == _PLAIN:
            if f"{HALVES}(" in str(term):
                raise self._no_halves(term)
            return term
        if in_halves(term):
            halves: ast.AST = term.arguments[0]
            return halves
        if term.ast_type is _AT.Pool:
            return term.update(arguments=[self._scaled_term(unit, e) for e in term.arguments])
        if term.ast_type is _AT.Interval:
            return self._on_both_sides(term)
        if self._unit(term) == _PLAIN:
            return self._doubled(term)
        if term.ast_type is _AT.BinaryOperation:
            return self._scaled_operation(term)
        if term.ast_type is _AT.UnaryOperation:
            return term.update(argument=self._scaled_term(unit, term.argument))
        return term

    def _on_both_sides(self, term: ast.AST) -> ast.AST:
        left, right = (self._scaled_term(_HALF, each) for each in (term.left, term.right))
        return term.update(left=left, right=right)

    def _scaled_operation(self, term: ast.AST) -> ast.AST:
        if term.operator_type in _REPEATABLE:
            return self._on_both_sides(term)
        units = [self._unit(each) for each in (term.left, term.right)]
        if term.operator_type == ast.BinaryOperator.Multiplication and _PLAIN in units:
            left, right = map(self._scaled_term, units, (term.left, term.right))
            return term.update(left=left, right=right)
        raise BadInput(
            f"{self.names.wording.of(term)}: {self.dialect.halved_words} may be added, subtracted and "
            "multiplied by a whole number; write it without another operation"
        )

    def _no_halves(self, term: ast.AST) -> BadInput:
        text = self.names.wording.of(term)
        return BadInput(f"{text}: halves are for {self.dialect.halved_words}; write a whole number")

    def literal(self, node: ast.AST) -> ast.AST:
        """Write a literal in the units of rules, with names as tables have them."""
        if node.ast_type is _AT.ConditionalLiteral:
            condition = [self.literal(each) for each in node.condition]
            return node.update(literal=self.literal(node.literal), condition=condition)
        atom = node.atom
        if atom.ast_type is _AT.SymbolicAtom:
            return node.update(atom=atom.update(symbol=self._symbol(atom.symbol)))
        if atom.ast_type is _AT.Comparison:
            return node.update(atom=self._comparison(node, atom))
        if atom.ast_type is _AT.BodyAggregate:
            return node.update(atom=self._aggregate(atom))
        if atom.ast_type is _AT.Aggregate:
            elements = [self.literal(each) for each in atom.elements]
            return node.update(atom=atom.update(elements=elements, **self._guards(_PLAIN, atom)))
        return node

    def _symbol(self, symbol: ast.AST) -> ast.AST:
        if symbol.ast_type is _AT.Pool:
            return symbol.update(arguments=[self._symbol(each) for each in symbol.arguments])
        askable = self.names.askable(symbol)
        arguments = [
            self._scaled_term(
                _HALF if kind in self.dialect.halved else _PLAIN,
                self.dialect.settled(kind, argument),
            )
            for kind, argument in zip(askable.kinds, symbol.arguments, strict=True)
        ]
        return symbol.update(
            name=self.dialect.derived.get(askable.name, askable.name), arguments=arguments
        )

    def _comparison(self, node: ast.AST, atom: ast.AST) -> ast.AST:
        terms = compared(atom)
        kinds = {self.names.kind_of(each) for each in terms}
        unit = _HALF if kinds & set(self.dialect.halved) else _PLAIN
        if unit == _PLAIN and f"{HALVES}(" in str(node):
            raise self._no_halves(node)
        place = next((kind for kind in self.dialect.settled_kinds if kind in kinds), "")
        settled = [self._scaled_term(unit, self.dialect.settled(place, each)) for each in terms]
        pairs = zip(atom.guards, settled[1:], strict=True)
        return atom.update(term=settled[0], guards=[each.update(term=term) for each, term in pairs])

    def _aggregate(self, atom: ast.AST) -> ast.AST:
        counts = atom.function == ast.AggregateFunction.Count
        firsts = [each.terms[0] for each in atom.elements if each.terms]
        unit = _PLAIN if counts else self._most(firsts)
        elements = []
        for each in atom.elements:
            condition = [self.literal(literal) for literal in each.condition]
            first, *rest = each.terms or [None]
            terms = [] if first is None else [first if counts else self._scaled_term(unit, first)]
            elements.append(each.update(terms=[*terms, *rest], condition=condition))
        return atom.update(elements=elements, **self._guards(unit, atom))

    def _guards(self, unit: str, atom: ast.AST) -> dict[str, ast.AST | None]:
        """Write the bounds of an aggregate; a sum of mere numbers may be compared with a level."""
        found: dict[str, ast.AST | None] = {}
        for side, guard in (("left_guard", atom.left_guard), ("right_guard", atom.right_guard)):
            if guard is None:
                found[side] = None
                continue
            term = guard.term
            if unit == _PLAIN and self.names.kind_of(term) in self.dialect.halved:
                raise BadInput(
                    f"{self.names.wording.of(term)}: is a {self.names.kind_of(term)}, which no number "
                    "of things is; compare it by itself"
                )
            found[side] = guard.update(term=self._scaled_term(unit, term))
        return found

    def _doubled(self, term: ast.AST) -> ast.AST:
        """Write a whole number in halves."""
        if term.ast_type is _AT.SymbolicTerm:
            if term.symbol.type is SymbolType.Number:
                halves = 2 * term.symbol.number
                if abs(halves) > LARGEST:
                    such = " and no ".join(self.dialect.halved)
                    raise BadInput(
                        f"{self.names.wording.of(term)}: no {such} is so large; write "
                        f"{LARGEST // 2} at most"
                    )
                return term.update(symbol=Number(halves))
            assert term.symbol.type in NOT_IN_NUMBERS or term.symbol.type is SymbolType.Function
            return term
        two = number(term.location, 2)
        return ast.BinaryOperation(term.location, ast.BinaryOperator.Multiplication, two, term)
