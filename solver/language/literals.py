"""Reads the bodies of a question: checked, and as the solver reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clingo import ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.solver.language.dialect import Dialect
from hexcourt.solver.language.naming import Names
from hexcourt.solver.language.terms import (
    HALVES,
    Scope,
    is_atom,
    is_comparison,
    number,
    signature_in,
    walk,
)
from hexcourt.solver.language.units import Units
from hexcourt.solver.language.vocabulary import Askable, askables, meant
from hexcourt.solver.rulebase.syntax import (
    alternatives,
    variables_of,
)

# Values written as functions: ``price(X) >= 2`` for ``price(X,Y), Y >= 2``


_AT = ast.ASTType


class Values:
    """Writes the values of one question out; ``taken`` are the variables that it has already."""

    def __init__(self, dialect: Dialect, taken: Iterable[str]) -> None:
        self.dialect = dialect
        self.wording = dialect.wording
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
        if node.sign == ast.Sign.NoSign or not any(map(self._may_lack, needed)):
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
        if any(map(self._may_lack, needed)):
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
                f"arguments, as in {self.dialect.example_pool}"
            )
        return term

    def _function(self, term: ast.AST, needed: list[ast.AST]) -> ast.AST:
        askable = askables().get((term.name, len(term.arguments) + 1))
        if askable is not None and self.dialect.has_value(askable):
            value = ast.Variable(term.location, self._fresh(term))
            function = term.update(arguments=[*term.arguments, value])
            atom = ast.SymbolicAtom(function)
            needed.append(ast.Literal(term.location, ast.Sign.NoSign, atom))
            return value
        forms = [each.form for each in askables().values() if each.name == term.name]
        if forms and not self.dialect.is_term(term.name):
            raise BadInput(
                f"{self.wording.of(term)}: has no value of its own; write {listed(forms, 'or')} as a "
                "literal"
            )
        if not self.dialect.is_term(term.name):
            raise BadInput(
                f"{self.wording.of(term)}: nothing of that name has a value{meant(term.name)}"
            )
        return term

    def _may_lack(self, node: ast.AST) -> bool:
        """Return whether a literal is of a value that there may be none of."""
        return is_atom(node) and any(
            each.name not in self.dialect.steady and askables()[signature_in(each)].told
            for each in alternatives(node.atom.symbol)
        )

    def _fresh(self, term: ast.AST) -> str:
        count = len(self.taken)
        while (name := f"Value{count}") in self.taken:
            count += 1
        self.taken.add(name)
        self.wording.fresh[name] = self.wording.of(term)
        return name


_NESTED = 3
"""How often a variable may get its kind by way of another's."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A literal of a question about a predicate that is told: its arguments as the solver reads them.

    ``beside`` are the literals that hold wherever it is asked: what is looked up, or depends on
    data alone, and comparisons.
    """

    askable: Askable
    arguments: tuple[str, ...]
    beside: tuple[str, ...]
    positive: bool


@dataclass(frozen=True)
class Body:
    """A body as the solver reads it: its text, its predicates, what it asks to be told, its variables.

    ``looked_up`` are its literals that depend on data alone, and its comparisons.
    """

    text: str
    signatures: frozenset[tuple[str, int]]
    asked: tuple[Asked, ...]
    variables: tuple[str, ...]
    looked_up: tuple[str, ...]

    def after(self, premise: Body) -> Body:
        """Return the body as it is asked where a premise holds."""
        asked = tuple(
            replace(each, beside=(*premise.looked_up, *each.beside)) for each in self.asked
        )
        return replace(self, asked=asked)


@dataclass(frozen=True)
class Read:
    """What a question comes to: its bodies, its terms, and the kinds of terms and variables."""

    bodies: tuple[Body, ...]
    terms: tuple[str, ...]
    term_kinds: tuple[str, ...]
    kinds: dict[str, str]


class Reader:
    """Reads the bodies of one question."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.wording = dialect.wording
        self.names = Names(dialect)
        self.units = Units(self.names)

    def finished(self, bodies: Sequence[list[ast.AST]], terms: Sequence[ast.AST]) -> Read:
        """Check everything, write values and units out, and give what is left.

        The terms are those of the first body.
        """
        named = [
            name
            for node in (*terms, *(n for b in bodies for n in b))
            for name in variables_of(node)
        ]
        for name in named:
            self.dialect.check_variable(name)
        values = Values(self.dialect, named)
        written = [values.body(body) for body in bodies]
        asked, needed = values.terms(terms)
        if needed:
            written[0] = [*written[0], *needed]
        self._check(written)
        self.names.check_terms(asked)
        read = tuple(self._body([self.units.literal(each) for each in body]) for body in written)
        return Read(
            read,
            tuple(str(self.units.term(each)) for each in asked),
            tuple(self.names.kind_of(each) for each in asked),
            dict(self.names.kinds),
        )

    def _check(self, bodies: list[list[ast.AST]]) -> None:
        passes = [self.names.check]
        for _ in range(_NESTED):
            passes += [self.units.infer_bounds, self.units.infer]
        for visit in (*passes, self.names.check_use):
            for body in bodies:
                walk(body, visit)

    def _body(self, literals: list[ast.AST]) -> Body:
        literals = self.dialect.rewritten(literals)
        looked_up = tuple(str(each) for each in literals if self._is_steady(each))
        signatures: set[tuple[str, int]] = set()
        asked: list[Asked] = []

        def gather(node: ast.AST, scope: Scope) -> None:
            if not is_atom(node):
                return
            for function in alternatives(node.atom.symbol):
                signatures.add((function.name, len(function.arguments)))
                askable = self.dialect.askable_of(function)
                if askable is not None and askable.told:
                    beside = (*looked_up, *(str(x) for x in scope.literals if self._is_steady(x)))
                    arguments = tuple(map(str, function.arguments))
                    positive = node.sign == ast.Sign.NoSign
                    asked.append(Asked(askable, arguments, tuple(dict.fromkeys(beside)), positive))

        walk(literals, gather)
        return Body(
            "; ".join(map(str, literals)),
            frozenset(signatures),
            tuple(asked),
            self._variables(literals),
            looked_up,
        )

    def _variables(self, literals: list[ast.AST]) -> tuple[str, ...]:
        """List the variables that are named outside of conditions."""
        named = (
            name
            for each in literals
            if (is_atom(each) or is_comparison(each)) and each.sign == ast.Sign.NoSign
            for name in variables_of(each)
            if name not in self.wording.fresh
        )
        return tuple(dict.fromkeys(named))

    def _is_steady(self, node: ast.AST) -> bool:
        """Return whether a literal compares, or depends on the subject's data alone."""
        if is_comparison(node):
            return bool(node.sign == ast.Sign.NoSign)
        if not is_atom(node) or node.sign != ast.Sign.NoSign:
            return False
        found = map(self.dialect.askable_of, alternatives(node.atom.symbol))
        return all(e is None or e.name in self.dialect.steady or not e.told for e in found)
