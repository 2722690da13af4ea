"""Has Python compute what may leave 32 bits, in place of clingo, which wraps without a word.

Most rules are seen beforehand to stay within (``arithmetic``). In others each operation becomes a call
of Python's whole numbers while the rule is grounded, over the very values that there are: so only what
does leave the range is refused. Of sums the weights of all elements are added up after grounding.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import clingo
from clingo import SymbolType, ast

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.base.sizes import LARGEST_VALUE
from hexcourt.solver.rulebase.interval_analysis import (
    COUNTS_TOO_LONG,
    DIVIDING,
    LARGEST,
    MAX_COUNTED,
    MAX_PLAIN,
    WITH_ONE,
    WITH_TWO,
    OutOfRange,
    can_compute,
    check_arithmetic,
)
from hexcourt.solver.rulebase.statement import atom_of, parsed, variables_of

WEIGHED = "weighed_element"
"""The predicate that lists what a sum adds up: number of the sum, its outer variables, weight, tuple."""

_AT = ast.ASTType
_LONG = pattern(r"(?<![\w.\"])[0-9]{5,}(?![\w\"])")
_SUMS = (ast.AggregateFunction.Sum, ast.AggregateFunction.SumPlus)


@dataclass
class ComputedRules:
    """Rules to ground in place of others, with what their calls compute: the context of the
    grounding.
    """

    shown: str
    program: str
    operations: list[tuple[int, str]] = field(default_factory=list)
    sums: list[str] = field(default_factory=list)

    def ground(self, control: clingo.Control) -> None:
        """Ground what a control was given; raises OutOfRange where a number leaves the range."""
        if not self.operations and not self.sums:
            control.ground([("base", [])])
            return
        control.ground([("base", [])], context=self)
        self._check_sums(control)

    def compute_one(self, number: clingo.Symbol, value: clingo.Symbol) -> list[clingo.Symbol]:
        """Compute an operation with one operand; what is no number has no value."""
        operator, text = self.operations[number.number]
        if value.type is not SymbolType.Number:
            is_name = value.type is SymbolType.Function and operator == ast.UnaryOperator.Minus
            negated = is_name and value.name
            return [clingo.Function(value.name, value.arguments, value.negative)] if negated else []
        return [self._kept(WITH_ONE[operator](value.number), text)]

    def compute_two(
        self, number: clingo.Symbol, left: clingo.Symbol, right: clingo.Symbol
    ) -> list[clingo.Symbol]:
        """Compute an operation with two operands; raises BadInput where it divides by 0."""
        operator, text = self.operations[number.number]
        if left.type is not SymbolType.Number or right.type is not SymbolType.Number:
            return []
        x, y = left.number, right.number
        if operator in DIVIDING and y == 0:
            raise BadInput(f"{self.shown}: {text} may divide by 0; exclude that, as in N > 0")
        if not can_compute(operator, x, y):
            raise self._refusal(text)
        return [self._kept(WITH_TWO[operator](x, y), text)]

    def compute_none(self, number: clingo.Symbol, result: clingo.Symbol) -> list[clingo.Symbol]:
        """Return a number as it is."""
        return [result]

    def compute_end(
        self, number: clingo.Symbol, start: clingo.Symbol, end: clingo.Symbol
    ) -> list[clingo.Symbol]:
        """Return where an interval ends; clingo counts for ever where that is the largest number."""
        text = self.operations[number.number][1]
        if end.type is not SymbolType.Number or start.type is not SymbolType.Number:
            return [end]
        if end.number >= LARGEST:
            raise self._refusal(text)
        if end.number - start.number >= MAX_COUNTED:
            raise OutOfRange(f"{self.shown}: {text} {COUNTS_TOO_LONG}")
        return [end]

    def _kept(self, found: int, text: str) -> clingo.Symbol:
        if abs(found) > LARGEST:
            raise self._refusal(text)
        return clingo.Number(found)

    def _refusal(self, text: str) -> OutOfRange:
        return OutOfRange(
            f"{self.shown}: {text} may be out of range, beyond {LARGEST}; say how large its numbers are "
            "at most, as in N <= 100"
        )

    def _check_sums(self, control: clingo.Control) -> None:
        totals: dict[tuple[clingo.Symbol, clingo.Symbol], int] = defaultdict(int)
        for atom in control.symbolic_atoms.by_signature(WEIGHED, 4):
            number, outer, weight, _ = atom.symbol.arguments
            if weight.type is SymbolType.Number:
                totals[number, outer] += abs(weight.number)
        for (number, _), total in totals.items():
            if total > LARGEST:
                raise OutOfRange(
                    f"{self.shown}: {self.sums[number.number]} may be out of range, beyond {LARGEST}; "
                    "give weights of less, or sum fewer"
                )


def exact(
    question: str, rules: str, facts: str = "", wording: Callable[[ast.AST], str] = str
) -> ComputedRules:
    """Return the rules as they are where no number can leave the range, else so that Python computes.

    ``facts`` are what the rules are grounded over: a number in these beyond ``LARGEST_VALUE``
    is minded. Raises OutOfRange, or BadInput for a division, where only bounds could show that all is
    well, since a variable gets its value from the operation itself.
    """
    shown = " ".join(question.split())[:60]
    objection: BadInput | None = None
    try:
        check_arithmetic(question, rules, wording, MAX_PLAIN)
    except BadInput as error:
        objection = error
    if objection is None and all(
        int(each[0][:20]) <= LARGEST_VALUE for each in _LONG.finditer(facts)
    ):
        return ComputedRules(shown, rules)
    made = _computed_rules(shown, rules, wording)
    if not _is_safe(made.program):
        if objection is None:
            return ComputedRules(shown, rules)
        check_arithmetic(question, rules, wording)
        raise objection
    return made


def _is_safe(program: str) -> bool:
    control = clingo.Control(logger=lambda code, text: None)
    try:
        control.add("base", [], program)
        control.ground([("nothing", [])])  # clingo checks every part before it grounds one
    except RuntimeError:
        return False
    return True


def _computed_rules(shown: str, rules: str, wording: Callable[[ast.AST], str]) -> ComputedRules:
    made = ComputedRules(shown, "")
    calling = _Calling(made.operations, wording)
    written: list[str] = []
    for rule in (each for each in parsed(rules) if each.ast_type is _AT.Rule):
        written.append(str(calling.visit(rule)))
        for sum_ in _sums_of(rule):
            number = len(made.sums)
            made.sums.append(wording(sum_.atom))
            written.extend(str(calling.visit(each)) for each in _weighed(number, rule, sum_))
    made.program = "\n".join(written)
    return made


class _Calling(ast.Transformer):
    """Turns operations into calls."""

    def __init__(
        self, operations: list[tuple[int, str]], wording: Callable[[ast.AST], str]
    ) -> None:
        self._operations = operations
        self._wording = wording

    def visit_BinaryOperation(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Replace an operation by a call of Python, two operands."""
        return self._call("compute_two", node, (node.left, node.right), node.operator_type)

    def visit_UnaryOperation(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Replace an operation by a call of Python, one operand, unless it is a number with its sign."""
        if node.argument.ast_type in (_AT.SymbolicTerm, _AT.Function):
            return node
        return self._call("compute_one", node, (node.argument,), node.operator_type)

    def visit_Comparison(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Hide large numbers."""
        guards = [each.update(term=self._hidden(each.term)) for each in node.guards]
        return node.update(term=self._hidden(node.term), guards=guards)

    def _hidden(self, term: ast.AST) -> ast.AST:
        is_number = term.ast_type is _AT.SymbolicTerm and term.symbol.type is SymbolType.Number
        if is_number and abs(term.symbol.number) > MAX_PLAIN:
            return self._call("compute_none", term, (term,), 0)
        return self.visit(term)

    def visit_Interval(self, node: ast.AST) -> ast.AST:  # noqa: N802
        """Look at where an interval ends."""
        end = self._call("compute_end", node, (node.left, node.right), 0)
        return node.update(left=self.visit(node.left), right=end)

    def _call(
        self, name: str, node: ast.AST, operands: Sequence[ast.AST], operator: int
    ) -> ast.AST:
        number = len(self._operations)
        self._operations.append((operator, self._wording(node)))
        which = ast.SymbolicTerm(node.location, clingo.Number(number))
        return ast.Function(
            node.location, name, [which, *(self.visit(each) for each in operands)], 1
        )


# Sums


def _sums_of(rule: ast.AST) -> Iterator[ast.AST]:
    for literal in rule.body:
        if _is_aggregate(literal) and literal.atom.function in _SUMS:
            yield literal


def _is_aggregate(literal: ast.AST) -> bool:
    return literal.ast_type is _AT.Literal and literal.atom.ast_type is _AT.BodyAggregate


def _weighed(number: int, rule: ast.AST, literal: ast.AST) -> Iterator[ast.AST]:
    """List the elements of a sum by rules of their own: for all that the rest of the body leaves."""
    outer = _outer(rule.body)
    known = {name for each in (rule.head, *outer) for name in variables_of(each)}
    where = literal.location
    for element in literal.atom.elements:
        if not element.terms:
            continue
        shared = sorted(known & set(variables_of(element)))
        arguments = [
            ast.SymbolicTerm(where, clingo.Number(number)),
            ast.Function(where, "", [ast.Variable(where, name) for name in shared], 0),
            element.terms[0],
            ast.Function(where, "", element.terms[1:], 0),
        ]
        atom = ast.SymbolicAtom(ast.Function(where, WEIGHED, arguments, 0))
        head = ast.Literal(where, ast.Sign.NoSign, atom)
        yield ast.Rule(where, head, [*outer, *element.condition])


def _outer(body: Sequence[ast.AST]) -> list[ast.AST]:
    """Return the literals of a body that depend on no aggregate."""
    plain = [
        each
        for each in body
        if each.ast_type is _AT.Literal and each.atom.ast_type in (_AT.SymbolicAtom, _AT.Comparison)
    ]
    positive = [each for each in plain if atom_of(each) is not None]
    bound = {name for each in positive for name in variables_of(each)}
    derived = {
        name for each in body if _is_aggregate(each) for name in _guard_variables(each)
    } - bound
    while True:
        hanging = [
            each for each in plain if each not in positive and derived & set(variables_of(each))
        ]
        more = {
            name
            for each in hanging
            if each.atom.ast_type is _AT.Comparison
            and any(guard.comparison == ast.ComparisonOperator.Equal for guard in each.atom.guards)
            for name in variables_of(each)
        } - bound
        if more <= derived:
            return [each for each in plain if each not in hanging]
        derived |= more


def _guard_variables(literal: ast.AST) -> Iterator[str]:
    for guard in (literal.atom.left_guard, literal.atom.right_guard):
        if guard is not None:
            yield from variables_of(guard)
