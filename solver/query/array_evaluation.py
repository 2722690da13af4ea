"""Answers questions about many pairs of Locations with arrays, without an atom for each pair.

A question that is a conjunction is taken apart: what it looks up on the board is solved by clingo for
those variables alone that belong together, which gives tables of few rows; the tables are multiplied,
and ``sees``, ``hindrance``, ``range`` and comparisons are computed for whole columns at once, the
cheap ones first. Whatever has another form, or depends on a line that the rules leave undecided,
is left to ``deciding.py``, which is the specification: a test holds both equal.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import clingo
import numpy as np
import numpy.typing as npt
from clingo import ast

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.sight_lines import ranges_of
from hexcourt.solver.language.literals import Body
from hexcourt.solver.language.question import Question
from hexcourt.solver.placement.placement import met_by_lines
from hexcourt.solver.position.board_language import INPUTS
from hexcourt.solver.query.deciding import Outcome, Row, Value, ground_rows, row_of
from hexcourt.solver.query.sight_facts import SightFacts
from hexcourt.solver.rulebase.interval_analysis import LARGEST
from hexcourt.solver.rulebase.statement import nodes_in, parsed, uses, variables_of
from hexcourt.solver.sight.batch_los import CLEAR, UNKNOWN
from hexcourt.solver.sight.los_engine import judge_on_cores

MAX_ROWS = 4_000_000
"""How many rows a product of tables may have."""

PAIRS = {"sees": 2, "hindrance": 3, "range": 3}
"""What is computed for pairs of Locations, with its number of arguments; a third one is the value."""

_AT = ast.ASTType
_NUMBER = clingo.SymbolType.Number
_PLACE = "is_place"
_ANY = "_Any"  # begins the variables that are written for _

Column = npt.NDArray[np.int64]
Number = Column | int


class _OtherFormError(Exception):
    """A question has a form that is not evaluated here."""


@dataclass(frozen=True)
class _Pair:
    """A literal about a pair of Locations: both ends, and its value if it has one."""

    name: str
    ends: tuple[ast.AST, ast.AST]
    value: ast.AST | None
    positive: bool

    @cached_property
    def variables(self) -> frozenset[str]:
        """List the variables in it."""
        return frozenset(variables_of(*self.ends, *([self.value] if self.value else [])))

    def is_ready(self, unbound: frozenset[str]) -> bool:
        """Return whether it can be evaluated where some of its variables have no value yet."""
        return unbound.isdisjoint(variables_of(*self.ends))


@dataclass(frozen=True)
class _Comparison:
    """A comparison of two terms."""

    operator: ast.ComparisonOperator
    sides: tuple[ast.AST, ast.AST]
    name = "comparison"

    @cached_property
    def variables(self) -> frozenset[str]:
        """List the variables in it."""
        return frozenset(variables_of(*self.sides))

    def is_ready(self, unbound: frozenset[str]) -> bool:
        """Return whether it can be evaluated; one that says what a variable equals may bind it."""
        equal = self.operator == ast.ComparisonOperator.Equal
        alone = {each.name for each in self.sides if each.ast_type is _AT.Variable}
        return not unbound or (equal and len(unbound) == 1 and unbound <= alone)


_COST = ("comparison", "range", "hindrance", "sees")
"""What is evaluated first, of what can be."""


@dataclass
class _Conjunction:
    """The literals of a body, by how they are evaluated; ``looked_up`` are written as clingo reads them,
    each with its variables.
    """

    looked_up: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    pairs: list[_Pair] = field(default_factory=list)
    comparisons: list[_Comparison] = field(default_factory=list)

    @property
    def names(self) -> Iterator[clingo.Symbol]:
        """List the names in pairs and comparisons."""
        terms = [end for pair in self.pairs for end in pair.ends]
        terms += [side for each in self.comparisons for side in each.sides]
        for node in (node for term in terms for node in nodes_in(term)):
            if node.ast_type is _AT.SymbolicTerm and node.symbol.type is not _NUMBER:
                yield node.symbol


def evaluate(
    question: Question, base: str, sights: SightFacts, pieces: Iterable[Piece]
) -> Outcome | None:
    """Answer a question in the one world where some pieces lie; nothing for one of another form.

    ``base`` are the facts of the board that the question looks up, and definitions.
    """
    try:
        return _Evaluation(question, base, sights, pieces).outcome()
    except _OtherFormError:
        return None


class _Evaluation:
    """Evaluates one question in one world."""

    def __init__(
        self, question: Question, base: str, sights: SightFacts, pieces: Iterable[Piece]
    ) -> None:
        self.question = question
        self.base = base
        self.sights = sights
        self.engine = sights.session(met_by_lines(pieces))
        self.places = sights.board.locations
        self.names = _Names()
        self.tabled: frozenset[str] = frozenset()
        self.known_pairs: Column = np.empty(0, dtype="i8")  # pairs of places, by a key
        self.hindrance: Column = np.empty(0, dtype="i8")

    def outcome(self) -> Outcome:
        """Answer the question."""
        question = self.question
        found = self._rows(self._relation(_read(question.body)))
        if question.then is None:
            return Outcome(found, found, bool(found))
        both = replace(question.body, text=f"{question.body.text}; {question.then.text}")
        remaining = set(self._rows(self._relation(_read(both))))
        broken = tuple(row for row in found if row not in remaining)
        return Outcome(broken, broken, bool(broken), (len(found), len(found)))

    # --- joins ---

    def _relation(self, conjunction: _Conjunction) -> _Relation:
        """Find the values of all variables of a conjunction."""
        tables = self._tables(conjunction)
        relation = _Relation({}, 1)
        waiting: list[_Pair | _Comparison] = [*conjunction.comparisons, *conjunction.pairs]
        self.tabled = frozenset(name for table in tables for name in table.columns)
        for table in sorted(tables, key=lambda each: each.length):
            if relation.length * table.length > MAX_ROWS:
                raise _OtherFormError
            relation = relation.times(table)
            relation, waiting = self._narrowed(relation, waiting)
        if waiting:
            raise _OtherFormError
        return relation

    def _tables(self, conjunction: _Conjunction) -> list[_Relation]:
        """Solve what is looked up, for the variables that belong together."""
        positive = [each for each in conjunction.pairs if each.positive]
        at_ends = {name for each in positive for name in variables_of(*each.ends)}
        literals = [*conjunction.looked_up]
        literals += [(f"{_PLACE}({name})", frozenset({name})) for name in sorted(at_ends)]
        groups: list[tuple[frozenset[str], list[str]]] = []
        for text, variables in literals:
            joined = [each for each in groups if each[0] & variables]
            groups = [each for each in groups if not each[0] & variables]
            texts = [other for _, others in joined for other in others]
            groups.append((variables.union(*(each[0] for each in joined)), [*texts, text]))
        rules = [
            f"table({number},row({','.join(sorted(variables))})) :- {'; '.join(texts)}."
            for number, (variables, texts) in enumerate(groups)
        ]
        facts = "".join(f"{_PLACE}({string_term(place.name)})." for place in self.places)
        rows: list[list[tuple[clingo.Symbol, ...]]] = [[] for _ in groups]
        try:
            found = ground_rows(f"{self.base}\n{facts}", rules, "table")
        except (BadInput, RuntimeError):  # a number too large, or a variable bound elsewhere
            raise _OtherFormError from None
        for which, values in found:
            rows[which.number].append(tuple(values.arguments))
        self.names.learn(
            (value for table in rows for row in table for value in row), conjunction.names
        )
        return [
            self._table(sorted(variables), some)
            for (variables, _), some in zip(groups, rows, strict=True)
        ]

    def _table(
        self, variables: Sequence[str], rows: Sequence[tuple[clingo.Symbol, ...]]
    ) -> _Relation:
        columns, named = {}, set()
        for number, variable in enumerate(variables):
            column = [row[number] for row in rows]
            kinds = {each.type is _NUMBER for each in column}
            if len(kinds) > 1:
                raise _OtherFormError
            if True in kinds:
                columns[variable] = np.array([each.number for each in column], dtype="i8")
            else:
                columns[variable] = np.array([self.names.codes[e] for e in column], dtype="i8")
                named.add(variable)
        return _Relation(columns, len(rows), frozenset(named))

    def _narrowed(
        self, relation: _Relation, waiting: list[_Pair | _Comparison]
    ) -> tuple[_Relation, list[_Pair | _Comparison]]:
        """Apply every literal that can be, the cheap ones first; return those that are left as well."""
        while True:
            known = frozenset(relation.columns)
            ready = [
                each
                for each in waiting
                if (each.variables - known).isdisjoint(self.tabled)
                and each.is_ready(each.variables - known)
            ]
            if not ready:
                return relation, waiting
            first = min(ready, key=lambda each: _COST.index(each.name))
            waiting = [each for each in waiting if each is not first]
            if isinstance(first, _Comparison):
                relation = self._compared(relation, first)
            else:
                relation = self._paired(relation, first)

    # --- comparisons ---

    def _compared(self, relation: _Relation, each: _Comparison) -> _Relation:
        for one, other in (each.sides, each.sides[::-1]):
            if one.ast_type is _AT.Variable and one.name not in relation.columns:
                column, is_name = self._value(relation, other)
                return relation.with_column(one.name, column, is_name)
        (left, is_name), (right, other_is_name) = (self._value(relation, s) for s in each.sides)
        if is_name != other_is_name:
            raise _OtherFormError
        return relation.where(_COMPARED[each.operator](left, right))

    def _value(self, relation: _Relation, term: ast.AST) -> tuple[Number, bool]:
        """Return the values of a term, and whether they are names."""
        if term.ast_type is _AT.Variable:
            return relation.columns[term.name], term.name in relation.named
        if term.ast_type is _AT.SymbolicTerm:
            if term.symbol.type is _NUMBER:
                return term.symbol.number, False
            return self.names.codes[term.symbol], True
        left, right = (self._value(relation, each) for each in (term.left, term.right))
        if left[1] or right[1]:
            raise _OtherFormError
        found: Number = _OPERATIONS[term.operator_type](left[0], right[0])
        if np.any(np.abs(found) > LARGEST):
            raise _OtherFormError  # clingo refuses it, or never comes to it
        return found, False

    # --- pairs of Locations ---

    def _paired(self, relation: _Relation, each: _Pair) -> _Relation:
        """Apply a literal about pairs: those of which it holds stay, each with its value."""
        pairs = np.empty((relation.length, 2), dtype="i8")
        numbers = self.names.numbers_of([place.name for place in self.places])
        for side, end in enumerate(each.ends):
            value, is_name = self._value(relation, end)
            pairs[:, side] = numbers[value] if is_name else -1
        known = (pairs >= 0).all(axis=1)
        values = np.full(relation.length, -1, dtype="i8")
        if each.name == "range":
            values[known] = ranges_of(self.sights.board, self.places, pairs[known])
        else:
            known &= pairs[:, 0] != pairs[:, 1]
            values[known] = self._evaluate_lines(pairs[known])
        held = (values >= 0) == each.positive
        result, values = relation.where(held), values[held]
        if each.value is None:
            return result
        if each.value.ast_type is _AT.Variable and each.value.name not in result.columns:
            return result.with_column(each.value.name, values, named=False)
        value, is_name = self._value(result, each.value)
        if is_name:
            raise _OtherFormError
        return result.where(values == value)

    def _evaluate_lines(self, pairs: Column) -> Column:
        """Return the hindrance of lines, -1 for one that is not clear."""
        keys = pairs[:, 0] * len(self.places) + pairs[:, 1]
        fresh = np.setdiff1d(keys, self.known_pairs)
        if len(fresh):
            every = np.concatenate([self.known_pairs, fresh])
            order = np.argsort(every, kind="stable")
            self.known_pairs = every[order]
            more = self._evaluate_new_lines(np.stack(np.divmod(fresh, len(self.places)), axis=1))
            self.hindrance = np.concatenate([self.hindrance, more])[order]
        found: Column = self.hindrance[np.searchsorted(self.known_pairs, keys)]
        return found

    def _evaluate_new_lines(self, pairs: Column) -> Column:
        """Judge lines; one that has an end where there is no Location any more is not clear."""
        standing = self.engine.board.locations_by_name
        used, ends = np.unique(pairs, return_inverse=True)
        names = [self.places[number].name for number in used.tolist()]
        stands = np.array([name in standing for name in names])
        ends = (np.cumsum(stands) - 1)[ends.reshape(-1, 2)]
        places = [standing[name] for name in names if name in standing]
        statuses = [self.sights.units.get(place.name) or None for place in places]
        evaluated = np.isin(pairs, used[stands]).all(axis=1)
        found = np.full(len(pairs), -1, dtype="i8")
        table = judge_on_cores(self.engine, places, ends[evaluated], statuses, measured=False)
        if (table.verdicts.verdict == UNKNOWN).any():
            raise _OtherFormError
        clear = table.verdicts.verdict == CLEAR
        found[evaluated] = np.where(clear, table.verdicts.hindrance, -1)
        return found

    # --- rows ---

    def _rows(self, relation: _Relation) -> tuple[Row, ...]:
        """List the rows of the answer as ``deciding`` does; for a least or greatest number the best."""
        question = self.question
        terms = question.terms
        if question.mode not in ("which", "count"):
            terms += question.variables
        if any(each not in relation.columns for each in terms):
            raise _OtherFormError
        if not terms:
            return ((),) if relation.length else ()
        if question.mode in ("min", "max") and relation.length:
            if terms[0] in relation.named:
                raise _OtherFormError
            first = relation.columns[terms[0]]
            relation = relation.where(
                first == (first.min if question.mode == "min" else first.max)()
            )
        order, words = self.names.in_rows
        items = [
            order[relation.columns[each]] if each in relation.named else relation.columns[each]
            for each in terms
        ]
        sorted_rows = np.lexsort(items[::-1])
        columns = [each[sorted_rows] for each in items]
        fresh = np.zeros(relation.length, dtype=bool)
        fresh[:1] = True
        for column in columns:
            fresh[1:] |= column[1:] != column[:-1]
        values: list[Iterable[Value]] = [
            [words[n] for n in column[fresh].tolist()]
            if each in relation.named
            else column[fresh].tolist()
            for each, column in zip(terms, columns, strict=True)
        ]
        return tuple(zip(*values, strict=True))


@dataclass(frozen=True, eq=False)
class _Relation:
    """A table: a column of numbers, or of codes of names (``named``), for each variable."""

    columns: Mapping[str, Column]
    length: int
    named: frozenset[str] = frozenset()

    def times(self, other: _Relation) -> _Relation:
        """Return every row of this table with every row of another, which shares no variable."""
        columns = {name: np.repeat(each, other.length) for name, each in self.columns.items()}
        columns |= {name: np.tile(each, self.length) for name, each in other.columns.items()}
        return _Relation(columns, self.length * other.length, self.named | other.named)

    def where(self, holds: npt.NDArray[np.bool_] | np.bool_ | bool) -> _Relation:
        """Return the rows of which something holds."""
        held = np.broadcast_to(np.asarray(holds), (self.length,))
        columns = {name: each[held] for name, each in self.columns.items()}
        return _Relation(columns, int(np.count_nonzero(held)), self.named)

    def with_column(self, name: str, column: Number, named: bool) -> _Relation:
        """Return the table with one column more."""
        whole = np.broadcast_to(np.asarray(column, dtype="i8"), (self.length,))
        columns = {**self.columns, name: whole}
        return _Relation(columns, self.length, self.named | {name} if named else self.named)


class _Names:
    """Numbers the names that occur, in the order of clingo, by which comparisons go."""

    def __init__(self) -> None:
        self.codes: dict[clingo.Symbol, int] = {}

    def learn(self, values: Iterable[clingo.Symbol], constants: Iterable[clingo.Symbol]) -> None:
        """Number the names among some values."""
        every = {each for each in values if each.type is not _NUMBER}
        self.codes = {each: code for code, each in enumerate(sorted(every.union(constants)))}

    def numbers_of(self, names: Sequence[str]) -> Column:
        """Return for each code the number of a name in a list, -1 for one that is not in it."""
        numbers = {name: number for number, name in enumerate(names)}
        is_text = clingo.SymbolType.String
        items = (numbers.get(e.string, -1) if e.type is is_text else -1 for e in self.codes)
        return np.fromiter(items, "i8", len(self.codes))

    @property
    def in_rows(self) -> tuple[Column, list[Value]]:
        """Return for each code its place in the order of rows, and the values in this order."""
        words = list(row_of(clingo.Function("row", [*self.codes])))
        order = sorted(range(len(words)), key=lambda code: str(words[code]))
        places = np.empty(len(words), dtype="i8")
        places[order] = np.arange(len(words))
        return places, [words[code] for code in order]


# --- reading -----------------------------------------------------------------------------------------


def _read(body: Body) -> _Conjunction:
    """Take a body apart; raises _OtherFormError where it has another form."""
    found = _Conjunction()
    (rule,) = (each for each in parsed(f"asked :- {body.text}.") if each.ast_type is _AT.Rule)
    if any(name.startswith(_ANY) for name in variables_of(rule)):
        raise _OtherFormError
    for literal in rule.body:
        plain = literal.ast_type is _AT.Literal
        kind = literal.atom.ast_type if plain else None
        signatures = [each.signature for each in uses(literal) if each.signature in INPUTS]
        if kind is _AT.SymbolicAtom and signatures:
            found.pairs.append(_pair(literal, len(found.pairs)))
        elif signatures:
            raise _OtherFormError
        elif kind is _AT.Comparison:
            found.comparisons.append(_comparison(literal))
        elif plain and kind is _AT.SymbolicAtom:
            found.looked_up.append((str(literal), frozenset(variables_of(literal))))
        else:
            raise _OtherFormError
    return found


def _pair(literal: ast.AST, number: int) -> _Pair:
    symbol = literal.atom.symbol
    if symbol.ast_type is not _AT.Function or PAIRS.get(symbol.name) != len(symbol.arguments):
        raise _OtherFormError
    first, second, *values = (
        each.update(name=f"{_ANY}{number}_{position}") if str(each) == "_" else _checked(each)
        for position, each in enumerate(symbol.arguments)
    )
    positive = literal.sign == ast.Sign.NoSign
    if literal.sign == ast.Sign.DoubleNegation or (values and not positive):
        raise _OtherFormError
    return _Pair(symbol.name, (first, second), values[0] if values else None, positive)


def _comparison(literal: ast.AST) -> _Comparison:
    guards = literal.atom.guards
    if literal.sign != ast.Sign.NoSign or len(guards) != 1:
        raise _OtherFormError
    return _Comparison(
        guards[0].comparison, (_checked(literal.atom.term), _checked(guards[0].term))
    )


def _checked(term: ast.AST) -> ast.AST:
    """Return a term, all parts of which can be evaluated."""
    for each in nodes_in(term):
        if each.ast_type is _AT.BinaryOperation:
            if each.operator_type not in _OPERATIONS:
                raise _OtherFormError
        elif each.ast_type not in (_AT.Variable, _AT.SymbolicTerm) or str(each) == "_":
            raise _OtherFormError
    return term


_OPERATIONS: Mapping[int, Callable[[Any, Any], Any]] = {
    ast.BinaryOperator.Plus: operator.add,
    ast.BinaryOperator.Minus: operator.sub,
    ast.BinaryOperator.Multiplication: operator.mul,
}
_COMPARED: Mapping[int, Callable[[Any, Any], Any]] = {
    ast.ComparisonOperator.Equal: operator.eq,
    ast.ComparisonOperator.NotEqual: operator.ne,
    ast.ComparisonOperator.LessThan: operator.lt,
    ast.ComparisonOperator.LessEqual: operator.le,
    ast.ComparisonOperator.GreaterThan: operator.gt,
    ast.ComparisonOperator.GreaterEqual: operator.ge,
}
