"""Looks beforehand whether the numbers of some rules stay where clingo computes rightly: 32 bits.

Each term gets the interval in which its value lies (interval analysis): variables by the literals that
bind and bound them, operations by their operands. What may leave the range, divides by nothing or
counts without end is refused; sums of large numbers are refused likewise, since clingo lets them wrap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from clingo import SymbolType, ast

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.sizes import LARGEST_VALUE
from hexcourt.solver.rulebase.statement import atom_of, children, nodes_in, parsed, variables_of

# clingo's operations on whole numbers, in Python's numbers, which never wrap


DIVIDING = (ast.BinaryOperator.Division, ast.BinaryOperator.Modulo)

LARGEST_EXPONENT = 31
"""From here on a power of more than 1 leaves the range."""


def quotient(x: int, y: int) -> int:
    """Divide as clingo does: towards 0."""
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


WITH_ONE: dict[int, Callable[[int], int]] = {
    ast.UnaryOperator.Minus: lambda x: -x,
    ast.UnaryOperator.Negation: lambda x: ~x,
    ast.UnaryOperator.Absolute: abs,
}
WITH_TWO: dict[int, Callable[[int, int], int]] = {
    ast.BinaryOperator.Plus: lambda x, y: x + y,
    ast.BinaryOperator.Minus: lambda x, y: x - y,
    ast.BinaryOperator.Multiplication: lambda x, y: x * y,
    ast.BinaryOperator.Division: quotient,
    ast.BinaryOperator.Modulo: lambda x, y: x - y * quotient(x, y),
    ast.BinaryOperator.Power: lambda x, y: x**y,
    ast.BinaryOperator.And: lambda x, y: x & y,
    ast.BinaryOperator.Or: lambda x, y: x | y,
    ast.BinaryOperator.XOr: lambda x, y: x ^ y,
}


def can_compute(operator: int, x: int, y: int) -> bool:
    """Return whether an operation has a value, and one that is not beyond all bounds."""
    if operator in DIVIDING:
        return y != 0
    return operator != ast.BinaryOperator.Power or (
        y >= 0 and (abs(x) <= 1 or y <= LARGEST_EXPONENT)
    )


LARGEST = 2**31 - 1
"""The largest number, up or down: one more below it would trap where it is divided by -1."""

MAX_PLAIN = 1_000_000
"""Beyond this a number is hidden from clingo where it compares: it counts through all that lies between
two bounds of a variable, whatever else says what that may be.
"""

_MAX_ALONE = LARGEST - 1
"""Up to the largest number it counts for ever."""

MAX_COUNTED = 10_000_000
"""More elements of an aggregate than this find no place in memory."""

COUNTS_TOO_LONG = f"may count more than {MAX_COUNTED} numbers; say how many at most, as in N <= 100"

Interval = tuple[int, int]
_AT = ast.ASTType
_OF_FACTS: Interval = (-LARGEST_VALUE, LARGEST_VALUE)
_OF_ONE = 200_000
"""How many things of one kind there are at most."""

_ANY: Interval = (-LARGEST, LARGEST)
_LESS, _LESS_EQUAL = ast.ComparisonOperator.LessThan, ast.ComparisonOperator.LessEqual
_MORE, _MORE_EQUAL = ast.ComparisonOperator.GreaterThan, ast.ComparisonOperator.GreaterEqual
_EQUAL, _UNEQUAL = ast.ComparisonOperator.Equal, ast.ComparisonOperator.NotEqual
_TURNED = {_LESS: _MORE, _LESS_EQUAL: _MORE_EQUAL, _MORE: _LESS, _MORE_EQUAL: _LESS_EQUAL}


class OutOfRange(BadInput):
    """A term may come to a number that clingo cannot compute with."""


def check_arithmetic(
    question: str, rules: str, wording: Callable[[ast.AST], str] = str, most: int = _MAX_ALONE
) -> None:
    """Raise OutOfRange where a term of some rules may come to more than ``most``."""
    shown = " ".join(question.split())[:60]

    for rule in (each for each in parsed(rules) if each.ast_type is _AT.Rule):
        for filters in (True, False) if _divides(rule) else (True,):
            ranges = _Ranges(shown, wording, filters, most=most)
            ranges.read(rule.body)
            ranges.check([rule.head])


GivenIntervals = Mapping[tuple[str, int], Sequence[Interval]]
"""In which intervals the arguments of some predicates lie, by name and arity."""


def check_derived(rules: Sequence[tuple[str, ast.AST]], most: int) -> None:
    """Raise BadInput where some rules, each given with its place, come to a number that may
    leave the range, or derive one beyond ``most``. They depend on themselves nowhere.

    What they read of others lies within ``LARGEST_VALUE``.
    """
    known: dict[tuple[str, int], list[Interval]] = {}
    for _ in range(len(rules) + 1):  # a rule may read what those before it derive
        before = {key: list(each) for key, each in known.items()}
        for place, rule in rules:
            name, arguments = head_of(rule)
            ranges = _Ranges(place, str, given=known, sums_of_one=True)
            ranges.read(rule.body, checked=False)
            found = known.setdefault((name, len(arguments)), [_OF_FACTS for _ in arguments])
            for at, argument in enumerate(arguments):
                found[at] = _hull([found[at], ranges.within(argument)])
        if known == before:
            break
    for place, rule in rules:
        for filters in (True, False) if _divides(rule) else (True,):
            ranges = _Ranges(place, str, filters, given=known, sums_of_one=True)
            ranges.read(rule.body)
            ranges.check([rule.head])
        ranges = _Ranges(place, str, given=known, sums_of_one=True)
        ranges.read(rule.body)
        ranges.check_size(rule.head, most)


@dataclass
class _Ranges:
    """In which intervals the variables of one rule lie; ``nonzero`` are those that are never 0.

    Without ``filters`` they lie where something binds them, whatever is compared after: clingo may
    divide before it compares, and the least of all numbers divided by -1 ends the process. Predicates
    that are not ``given`` have the values of facts. With ``sums_of_one`` a sum adds up no more elements
    than there are things of one kind.
    """

    shown: str
    wording: Callable[[ast.AST], str]
    filters: bool = True
    known: dict[str, Interval] = field(default_factory=dict)
    nonzero: set[str] = field(default_factory=set)
    given: GivenIntervals = field(default_factory=dict)
    sums_of_one: bool = False
    most: int = _MAX_ALONE

    def read(self, literals: Iterable[ast.AST], checked: bool = True) -> None:
        """Narrow the intervals by literals that all hold, and check the terms in these."""
        held = list(literals)
        for _ in range(len(held) + 1):  # what one literal says of a variable another may need
            before = dict(self.known)
            for each in held:
                self._narrow(each)
            if self.known == before:
                break
        if checked:
            self.check(held)

    def check(self, nodes: Iterable[ast.AST]) -> None:
        """Check every term in some nodes."""
        for node in nodes:
            self._check(node)

    def check_size(self, head: ast.AST, most: int) -> None:
        """Refuse a head in which a number is computed, or given, that may be beyond ``most``."""
        for node in children(head):
            kind = node.ast_type
            if kind in (_AT.BinaryOperation, _AT.UnaryOperation, _AT.Interval, _AT.SymbolicTerm):
                low, high = self.of(node)
                if max(-low, high) > most:
                    raise OutOfRange(
                        f"{self.shown}: {self.wording(node)} may be out of range, beyond {most}; say "
                        "how large its numbers are at most, as in N <= 100"
                    )
            else:
                self.check_size(node, most)

    def within(self, term: ast.AST) -> Interval:
        """Return the interval of all numbers in a term."""
        if term.ast_type in (_AT.Function, _AT.Pool):
            return _hull([(0, 0), *map(self.within, term.arguments)])
        return self.of(term)

    def _inner(self) -> _Ranges:
        return replace(self, known=dict(self.known), nonzero=set(self.nonzero))

    def _check(self, node: ast.AST) -> None:
        kind = node.ast_type
        if kind in (_AT.BodyAggregateElement, _AT.ConditionalLiteral):
            inner = self._inner()
            inner.read(node.condition)
            inner.check(node.terms if kind is _AT.BodyAggregateElement else [node.literal])
            return
        if kind is _AT.BodyAggregate:
            self._check_sum(node)
        if kind is _AT.Comparison:
            ordered = any(each.comparison in _TURNED for each in node.guards)
            most = min(self.most, MAX_COUNTED) if ordered else self.most
            for term in (node.term, *(each.term for each in node.guards)):
                low, high = self.of(term)
                if low == high and abs(low) > most:
                    raise OutOfRange(
                        f"{self.shown}: {self.wording(term)} is too large to compare with; write "
                        f"{most} at most"
                    )
        if kind in (_AT.BinaryOperation, _AT.UnaryOperation, _AT.Interval):
            self._of(node, strict=True)
            return
        self.check(children(node))

    def _check_sum(self, node: ast.AST) -> None:
        if node.function not in (ast.AggregateFunction.Sum, ast.AggregateFunction.SumPlus):
            return
        for element in node.elements:
            if not element.terms:
                continue
            inner = self._inner()
            inner.read(element.condition)
            low, high = inner.of(element.terms[0])
            if max(-low, high) * self._most(element, inner, (low, high)) > LARGEST:
                raise self._refusal(node, "give weights of less")

    def _most(self, element: ast.AST, inner: _Ranges, weight: Interval) -> int:
        """Return how many tuples an element may have: one where nothing in it varies."""
        first, *others = element.terms
        tail = {name for term in others for name in variables_of(term)} - set(self.known)
        tuples = 1
        for name in tail:
            low, high = inner.known.get(name, _ANY)
            tuples *= _OF_ONE if _is_of_facts(name, element.condition) else high - low + 1
        if not _are_values(set(variables_of(first)) - set(self.known), tail, element.condition):
            tuples *= weight[1] - weight[0] + 1
        return min(tuples, _OF_ONE if self.sums_of_one else MAX_COUNTED)

    # Variables

    def _narrow(self, node: ast.AST) -> None:
        if node.ast_type is not _AT.Literal or node.sign != ast.Sign.NoSign:
            return
        atom = node.atom
        if atom.ast_type is _AT.SymbolicAtom:
            called, arguments = _named(atom.symbol)
            known = self.given.get((called, len(arguments)))
            for at, argument in enumerate(arguments):
                for name in variables_of(argument):
                    self._meet(name, known[at] if known else _OF_FACTS)
        elif atom.ast_type is _AT.Comparison:
            left = atom.term
            for guard in atom.guards:
                self._compare(left, guard.comparison, guard.term)
                self._compare(guard.term, _TURNED.get(guard.comparison, guard.comparison), left)
                left = guard.term
        elif atom.ast_type is _AT.BodyAggregate:
            value = self._of_aggregate(atom)
            for guard, turned in ((atom.left_guard, False), (atom.right_guard, True)):
                if guard is not None and guard.term.ast_type is _AT.Variable:
                    operator = guard.comparison
                    self._bound(
                        guard.term.name,
                        _TURNED.get(operator, operator) if turned else operator,
                        value,
                    )

    def _of_aggregate(self, atom: ast.AST) -> Interval:
        if atom.function == ast.AggregateFunction.Count:
            return 0, MAX_COUNTED
        if atom.function in (ast.AggregateFunction.Sum, ast.AggregateFunction.SumPlus):
            return _ANY
        found = []
        for element in atom.elements:
            inner = self._inner()
            inner.read(element.condition)
            found += [inner.of(each) for each in element.terms[:1]]
        return _hull(found) if found else _ANY

    def _compare(self, left: ast.AST, operator: int, right: ast.AST) -> None:
        if left.ast_type is not _AT.Variable:
            for name in variables_of(left) if operator == _EQUAL else ():
                self.known.setdefault(name, _ANY)
            return
        if not self.filters and operator != _EQUAL:
            return
        if operator == _UNEQUAL:
            if self.of(right) == (0, 0):
                self.nonzero.add(left.name)
            return
        self._bound(left.name, operator, self.of(right))

    def _bound(self, name: str, operator: int, value: Interval) -> None:
        low, high = value
        if operator == _EQUAL:
            self._meet(name, value)
        elif name in self.known and operator in (_LESS, _LESS_EQUAL):
            self._meet(name, (-LARGEST, high - (operator == _LESS)))
        elif name in self.known and operator in (_MORE, _MORE_EQUAL):
            self._meet(name, (low + (operator == _MORE), LARGEST))

    def _meet(self, name: str, value: Interval) -> None:
        if not self.filters:
            self.known[name] = _hull([self.known.get(name, value), value])
            return
        low, high = self.known.get(name, _ANY)
        met = max(low, value[0]), min(high, value[1])
        self.known[name] = met if met[0] <= met[1] else (max(low, -LARGEST), min(high, LARGEST))

    # Terms

    def of(self, term: ast.AST) -> Interval:
        """Return the interval of a term, that of all numbers where it may leave them."""
        return self._of(term, strict=False)

    def _of(self, term: ast.AST, strict: bool) -> Interval:
        kind = term.ast_type
        if kind is _AT.SymbolicTerm:
            number = term.symbol.type is SymbolType.Number
            return (term.symbol.number,) * 2 if number else (0, 0)
        if kind is _AT.Variable:
            return self.known.get(term.name, (0, 0))  # one that nothing binds is refused elsewhere
        if kind is _AT.Pool:
            return _hull([self._of(each, strict) for each in term.arguments])
        if kind is _AT.UnaryOperation:
            return self._kept(
                term, _unary(term.operator_type, self._of(term.argument, strict)), strict
            )
        if kind not in (_AT.BinaryOperation, _AT.Interval):
            if strict:
                self.check(each for each in getattr(term, "arguments", ()))
            return 0, 0
        left, right = self._of(term.left, strict), self._of(term.right, strict)
        if kind is _AT.Interval:
            if strict and right[1] > self.most:
                raise self._refusal(term, "end it sooner")
            if strict and right[1] - left[0] >= MAX_COUNTED:
                raise OutOfRange(f"{self.shown}: {self.wording(term)} {COUNTS_TOO_LONG}")
            return left[0], max(left[0], right[1])
        return self._kept(term, self._binary(term, left, right, strict), strict)

    def _binary(self, term: ast.AST, left: Interval, right: Interval, strict: bool) -> Interval:
        operator = term.operator_type
        if left[0] == left[1] and right[0] == right[1] and can_compute(operator, left[0], right[0]):
            return (WITH_TWO[operator](left[0], right[0]),) * 2
        if operator in DIVIDING:
            named = term.right.ast_type is _AT.Variable and term.right.name in self.nonzero
            if strict and self.filters and right[0] <= 0 <= right[1] and not named:
                raise BadInput(
                    f"{self.shown}: {self.wording(term)} may divide by 0; say that it does not, as in "
                    f"{self.wording(term.right)} > 0"
                )
        if strict and operator == ast.BinaryOperator.Power and right[0] < 0:
            raise self._refusal(term, "raise to 0 or more")
        found = _BINARY[operator](left, right)
        return found if found is not None else (-LARGEST - 1, LARGEST + 1)

    def _kept(self, term: ast.AST, found: Interval, strict: bool) -> Interval:
        if strict and max(-found[0], found[1]) > self.most:
            raise self._refusal(term, "say how large its numbers are at most, as in N <= 100")
        return found if found[0] >= -LARGEST and found[1] <= LARGEST else _ANY

    def _refusal(self, term: ast.AST, mend: str) -> OutOfRange:
        return OutOfRange(
            f"{self.shown}: {self.wording(term)} may be out of range, "
            f"beyond {_in_words(self.most)}; {mend}"
        )


def _in_words(most: int) -> int:
    return LARGEST if most == _MAX_ALONE else most


def head_of(rule: ast.AST) -> tuple[str, Sequence[ast.AST]]:
    """Return the name and the arguments of what a rule derives; of a constraint nothing."""
    atom = rule.head.atom
    return _named(atom.symbol) if atom.ast_type is _AT.SymbolicAtom else ("", ())


def _named(atom: ast.AST) -> tuple[str, Sequence[ast.AST]]:
    """Return an atom's name and arguments, without its sign; of a pool all arguments."""
    if atom.ast_type is _AT.UnaryOperation:
        return _named(atom.argument)
    return getattr(atom, "name", ""), atom.arguments


def _divides(node: ast.AST) -> bool:
    return any(
        each.ast_type is _AT.BinaryOperation and each.operator_type in DIVIDING
        for each in nodes_in(node)
    )


def _is_of_facts(name: str, condition: Iterable[ast.AST]) -> bool:
    """Return whether an atom says what a variable may be."""
    return any(name in variables_of(each) for each in filter(None, map(atom_of, condition)))


def _are_values(names: set[str], tail: set[str], condition: Iterable[ast.AST]) -> bool:
    """Return whether variables are last arguments of atoms: there is one such value for the others."""
    last = set()
    for each in filter(None, map(atom_of, condition)):
        *others, value = getattr(each, "arguments", ()) or (None,)
        named = {name for other in others for name in variables_of(other)}
        if value is not None and value.ast_type is _AT.Variable and named <= tail:
            last.add(value.name)
    return names - tail <= last


def _hull(intervals: Iterable[Interval]) -> Interval:
    found = list(intervals)
    return min(low for low, _ in found), max(high for _, high in found)


def _unary(operator: int, value: Interval) -> Interval:
    low, high = value
    if operator == ast.UnaryOperator.Minus:
        return -high, -low
    if operator == ast.UnaryOperator.Negation:
        return ~high, ~low
    return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))


def _times(left: Interval, right: Interval) -> Interval:
    found = [x * y for x, y in product(left, right)]
    return min(found), max(found)


def _quotient(left: Interval, right: Interval) -> Interval:
    low, high = right
    divisors = {each for each in (low, high, -1, 1) if each and low <= each <= high} or {1}
    found = [quotient(x, y) for x in left for y in divisors]
    return min(*found, 0), max(*found, 0)


def _rest(left: Interval, right: Interval) -> Interval:
    most = min(max(abs(right[0]), abs(right[1]), 1) - 1, max(abs(left[0]), abs(left[1])))
    return (0 if left[0] >= 0 else -most), (0 if left[1] <= 0 else most)


def _power(left: Interval, right: Interval) -> Interval | None:
    base, most = max(abs(left[0]), abs(left[1])), max(right[1], 0)
    if base > 1 and most > 31:
        return None
    largest = base ** (most if base > 1 else min(most, 1)) if base else 1
    return (0 if left[0] >= 0 else -max(largest, 1)), max(largest, 1)


def _bitwise(left: Interval, right: Interval) -> Interval:
    bits = max((each if each >= 0 else ~each).bit_length() for each in (*left, *right))
    return (0 if left[0] >= 0 and right[0] >= 0 else -(1 << bits)), (1 << bits) - 1


_BINARY: Mapping[int, Callable[[Interval, Interval], Interval | None]] = {
    ast.BinaryOperator.Plus: lambda left, right: (left[0] + right[0], left[1] + right[1]),
    ast.BinaryOperator.Minus: lambda left, right: (left[0] - right[1], left[1] - right[0]),
    ast.BinaryOperator.Multiplication: _times,
    ast.BinaryOperator.Division: _quotient,
    ast.BinaryOperator.Modulo: _rest,
    ast.BinaryOperator.Power: _power,
    ast.BinaryOperator.And: _bitwise,
    ast.BinaryOperator.Or: _bitwise,
    ast.BinaryOperator.XOr: _bitwise,
}
