"""Values written as functions: ``level(H) >= 2`` for ``level(H,X), X >= 2``."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import ast

from hexcourt.facts.boards.terrain_terms import known_terms
from hexcourt.facts.errors import BadInput, listed
from hexcourt.solver.asking.language.terms import (
    HALVES,
    Wording,
    alternatives,
    is_atom,
    number,
)
from hexcourt.solver.asking.language.vocabulary import STEADY, askables, meant

_AT = ast.ASTType


class Values:
    """Writes the values of one question out; ``taken`` are the variables that it has already."""

    def __init__(self, wording: Wording, taken: Iterable[str]) -> None:
        self.wording = wording
        self.taken = set(taken)

    def body(self, body: Iterable[ast.AST], is_condition: bool = False) -> list[ast.AST]:
        """Write a body, or a condition: before each literal those that its values need."""
        return [each for literal in body for each in self._literal(literal, is_condition)]

    def terms(self, terms: Iterable[ast.AST]) -> tuple[list[ast.AST], list[ast.AST]]:
        """Write terms, and give the literals that their values need."""
        needed: list[ast.AST] = []
        return [self._term(each, needed) for each in terms], needed

    def _literal(self, node: ast.AST, in_condition: bool = False) -> list[ast.AST]:
        if node.ast_type is _AT.ConditionalLiteral:
            return [self._conditional(node)]
        atom = node.atom
        if atom.ast_type is _AT.Comparison:
            return self._comparison(node, in_condition)
        if atom.ast_type is _AT.BodyAggregate:
            needed: list[ast.AST] = []
            elements = [self._element(each) for each in atom.elements]
            guards = self._guards(atom, needed)
            return [*needed, node.update(atom=atom.update(elements=elements, **guards))]
        if atom.ast_type is _AT.Aggregate:
            needed = []
            elements = [self._conditional(each) for each in atom.elements]
            guards = self._guards(atom, needed)
            return [*needed, node.update(atom=atom.update(elements=elements, **guards))]
        return [node]

    def _guards(self, atom: ast.AST, needed: list[ast.AST]) -> dict[str, ast.AST | None]:
        sides = {"left_guard": atom.left_guard, "right_guard": atom.right_guard}
        return {
            side: None if each is None else each.update(term=self._term(each.term, needed))
            for side, each in sides.items()
        }

    def _comparison(self, node: ast.AST, in_condition: bool) -> list[ast.AST]:
        needed: list[ast.AST] = []
        atom = node.atom
        term = self._term(atom.term, needed)
        guards = [each.update(term=self._term(each.term, needed)) for each in atom.guards]
        written = node.update(atom=atom.update(term=term, guards=guards))
        if node.sign == ast.Sign.NoSign or not any(map(_may_lack, needed)):
            return [*needed, written]
        if in_condition:
            raise BadInput(
                f"{self.wording.of(node)}: there may be no such value; leave not out, and turn the "
                "comparison round"
            )
        # where there is no value, what is denied of it is so
        condition = [*needed, written.update(sign=ast.Sign.NoSign)]
        guard = ast.Guard(ast.ComparisonOperator.GreaterEqual, number(node.location, 1))
        element = ast.BodyAggregateElement([number(node.location, 1)], condition)
        count = ast.BodyAggregate(
            node.location, None, ast.AggregateFunction.Count, [element], guard
        )
        return [node.update(atom=count)]

    def _conditional(self, node: ast.AST) -> ast.AST:
        condition = self.body(node.condition, is_condition=True)
        *needed, literal = self._literal(node.literal, in_condition=True)
        if any(map(_may_lack, needed)):
            asked = self.wording.of(node.literal)
            raise BadInput(
                f"{asked}: there may be no such value; write it as a literal behind the colon, or ask "
                f"with all: ... -> {asked}"
            )
        return node.update(literal=literal, condition=[*condition, *needed])

    def _element(self, element: ast.AST) -> ast.AST:
        condition = self.body(element.condition, is_condition=True)
        terms, needed = self.terms(element.terms)
        return element.update(terms=terms, condition=[*needed, *condition])

    def _term(self, term: ast.AST, needed: list[ast.AST]) -> ast.AST:
        if term.ast_type is _AT.Function and term.name not in ("", HALVES) and term.arguments:
            return self._function(term, needed)
        if term.ast_type is _AT.Pool:
            return self._pool(term)
        if term.ast_type in (_AT.BinaryOperation, _AT.Interval):
            left, right = (self._term(each, needed) for each in (term.left, term.right))
            return term.update(left=left, right=right)
        if term.ast_type is _AT.UnaryOperation:
            return term.update(argument=self._term(term.argument, needed))
        return term

    def _pool(self, term: ast.AST) -> ast.AST:
        """Leave a pool as it is: a value in it would be needed, whichever is chosen."""
        needed: list[ast.AST] = []
        for each in alternatives(term):
            self._term(each, needed)
        if needed:
            raise BadInput(
                f"{self.wording.of(term)}: a value cannot be one of several; write the ; between its "
                'arguments, as in level(("A1";"A2"))'
            )
        return term

    def _function(self, term: ast.AST, needed: list[ast.AST]) -> ast.AST:
        askable = askables().get((term.name, len(term.arguments) + 1))
        if askable is not None and askable.has_value:
            value = ast.Variable(term.location, self._fresh(term))
            function = term.update(arguments=[*term.arguments, value])
            atom = ast.SymbolicAtom(function)
            needed.append(ast.Literal(term.location, ast.Sign.NoSign, atom))
            return value
        forms = [each.form for each in askables().values() if each.name == term.name]
        if forms and not _is_terrain(term):
            raise BadInput(
                f"{self.wording.of(term)}: has no value of its own; write {listed(forms, 'or')} as a "
                "literal"
            )
        if not _is_terrain(term):
            raise BadInput(
                f"{self.wording.of(term)}: nothing of that name has a value{meant(term.name)}"
            )
        return term

    def _fresh(self, term: ast.AST) -> str:
        count = len(self.taken)
        while (name := f"Value{count}") in self.taken:
            count += 1
        self.taken.add(name)
        self.wording.fresh[name] = self.wording.of(term)
        return name


def _may_lack(node: ast.AST) -> bool:
    """Tell whether a literal is of a value that there may be none of."""
    return is_atom(node) and any(
        each.name not in STEADY and askables()[each.name, len(each.arguments)].told
        for each in alternatives(node.atom.symbol)
    )


def _is_terrain(term: ast.AST) -> bool:
    """Tell whether a function is a term for terrain, or built like one."""
    return any(each.startswith(f"{term.name}(") for each in known_terms())
