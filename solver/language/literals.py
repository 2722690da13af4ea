"""Read the bodies of questions: write values out as literals, and levels and costs in halves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clingo import Number, SymbolType, ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.solver.language.vocabulary import (
    HALVES,
    NOT_IN_NUMBERS,
    Askable,
    Dialect,
    LiteralScope,
    QuestionNames,
    askables,
    compared,
    guards_of,
    in_halves,
    is_aggregate,
    is_atom,
    is_comparison,
    number,
    operands,
    signature_in,
    suggestion,
    walk,
)
from hexcourt.solver.rulebase.interval_analysis import LARGEST
from hexcourt.solver.rulebase.statement import (
    alternatives,
    variables_of,
)

# Values written as functions: ``price(X) >= 2`` for ``price(X,Y), Y >= 2``


_AT = ast.ASTType


class ValueWriter:
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
            query = self.wording.of(node.literal)
            raise BadInput(
                f"{query}: there may be no such value; write it as a literal behind the colon, or ask "
                f"with all: ... -> {query}"
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
            count = len(self.taken)
            while (name := f"Value{count}") in self.taken:
                count += 1
            self.taken.add(name)
            self.wording.fresh[name] = self.wording.of(term)
            value = ast.Variable(term.location, name)
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
                f"{self.wording.of(term)}: nothing of that name has a value{suggestion(term.name)}"
            )
        return term

    def _may_lack(self, node: ast.AST) -> bool:
        """Return whether a literal is of a value that there may be none of."""
        return is_atom(node) and any(
            each.name not in self.dialect.steady and askables()[signature_in(each)].is_computed
            for each in alternatives(node.atom.symbol)
        )


_NESTED = 3
"""How often a variable may get its kind by way of another's."""


@dataclass(frozen=True, slots=True)
class InputLiteral:
    """A literal of a question about a predicate that is given: its arguments as the solver reads
    them.

    ``beside`` are the literals that hold wherever it is asked: what is looked up, or depends on
    data alone, and comparisons.
    """

    askable: Askable
    arguments: tuple[str, ...]
    beside: tuple[str, ...]
    positive: bool


@dataclass(frozen=True)
class Body:
    """A body as the solver reads it: its text, its predicates, what it asks to be given, its
    variables.

    ``looked_up`` are its literals that depend on data alone, and its comparisons.
    """

    text: str
    signatures: frozenset[tuple[str, int]]
    asked: tuple[InputLiteral, ...]
    variables: tuple[str, ...]
    looked_up: tuple[str, ...]

    def after(self, premise: Body) -> Body:
        """Return the body as it is asked where a premise holds."""
        questions = tuple(
            replace(each, beside=(*premise.looked_up, *each.beside)) for each in self.asked
        )
        return replace(self, asked=questions)


@dataclass(frozen=True)
class QuestionReading:
    """What a question comes to: its bodies, its terms, and the kinds of terms and variables."""

    bodies: tuple[Body, ...]
    terms: tuple[str, ...]
    term_kinds: tuple[str, ...]
    kinds: dict[str, str]


class BodyReader:
    """Reads the bodies of one question."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.wording = dialect.wording
        self.names = QuestionNames(dialect)
        self.units = HalvedVariables(self.names)

    def finished(
        self, bodies: Sequence[list[ast.AST]], terms: Sequence[ast.AST]
    ) -> QuestionReading:
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
        values = ValueWriter(self.dialect, named)
        written = [values.body(body) for body in bodies]
        query, needed = values.terms(terms)
        if needed:
            written[0] = [*written[0], *needed]
        passes = [self.names.check]
        for _ in range(_NESTED):
            passes += [self.units.infer_bounds, self.units.infer]
        for visit in (*passes, self.names.check_use):
            for body in written:
                walk(body, visit)
        self.names.check_terms(query)
        read = tuple(self._body([self.units.literal(each) for each in body]) for body in written)
        return QuestionReading(
            read,
            tuple(str(self.units.term(each)) for each in query),
            tuple(self.names.kind_of(each) for each in query),
            dict(self.names.kinds),
        )

    def _body(self, literals: list[ast.AST]) -> Body:
        literals = self.dialect.rewritten(literals)
        looked_up = tuple(str(each) for each in literals if self._is_steady(each))
        signatures: set[tuple[str, int]] = set()
        questions: list[InputLiteral] = []

        def gather(node: ast.AST, scope: LiteralScope) -> None:
            if not is_atom(node):
                return
            for function in alternatives(node.atom.symbol):
                signatures.add((function.name, len(function.arguments)))
                askable = self.dialect.askable_of(function)
                if askable is not None and askable.is_computed:
                    beside = (*looked_up, *(str(x) for x in scope.literals if self._is_steady(x)))
                    arguments = tuple(map(str, function.arguments))
                    positive = node.sign == ast.Sign.NoSign
                    questions.append(
                        InputLiteral(askable, arguments, tuple(dict.fromkeys(beside)), positive)
                    )

        walk(literals, gather)
        return Body(
            "; ".join(map(str, literals)),
            frozenset(signatures),
            tuple(questions),
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
        return all(e is None or e.name in self.dialect.steady or not e.is_computed for e in found)


_PLAIN, _HALF = "plain", "half"
_EQUAL = ast.ComparisonOperator.Equal
_REPEATABLE = (ast.BinaryOperator.Plus, ast.BinaryOperator.Minus)


class HalvedVariables:
    """Finds out which variables are counted in halves, and writes literals in halves."""

    def __init__(self, names: QuestionNames) -> None:
        self.names = names
        self.dialect = names.dialect

    def infer_bounds(self, node: ast.AST, scope: LiteralScope) -> None:
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

    def infer(self, node: ast.AST, scope: LiteralScope) -> None:
        """Return a variable that is set equal to another term its kind."""
        if not is_comparison(node):
            return
        terms = compared(node.atom)
        kinds = sorted({self.names.kind_of(each) for each in terms} - {""})
        halved = [kind for kind in kinds if kind in self.dialect.halved]
        if len(halved) > 1:
            raise BadInput(
                f"{self.names.wording.of(node)}: compares a {halved[0]} with a {halved[1]}; compare "
                "like with like"
            )
        guards = node.atom.guards
        if not kinds or len(guards) > 1 or guards[0].comparison != _EQUAL:
            return
        for each in terms:
            if each.ast_type is _AT.Variable and each.name not in self.names.kinds:
                self.names.give_kind(each.name, kinds[0])

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
            return self._in_halves(term)
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

    def _in_halves(self, term: ast.AST) -> ast.AST:
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
