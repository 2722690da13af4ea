"""No rule of the rules goes on deriving new terms for ever: what a recursion counts up has a bound.

A rule is recursive where what it derives can, through other rules of its profile, be what it reads.
What such a rule makes new in its head, a sum or a larger term, has to be bounded in its body: by a
comparison, or by a literal that is not recursive itself. Remainders and bits stay small by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

import pytest
from clingo import ast

from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.rulebase.statement import RuleStatement, nodes_in
from tests.project.test_structure import PROFILES

Kind = ast.ASTType
SMALL = (ast.BinaryOperator.Modulo, ast.BinaryOperator.Or, ast.BinaryOperator.And)
ORDER = (
    ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.GreaterEqual,
)

COUNTING = {
    ("moving/a04_bypass.lp", "run/6"),  # N < 5: a hex has six hexsides
    ("moving/a04_spending.lp", "next/2"),  # N < K: so many turns are asked about
    ("moving/a04_spending.lp", "spent/7"),  # X+C <= A: what it may spend in a phase (A4.1)
}
"""The recursions that add up."""

OF_MOVES = ("undecided", "comes_surely_in", "doubtful(passes_in_bypass(", "surely_skirted")
"""What denies doubts of moves: a doubt of an action, ``doubtful(X,R)``, is never one of a move."""


# --- what can be derived from what -------------------------------------------------------------------


def atoms(parts: Collection[ast.AST]) -> tuple[ast.AST, ...]:
    found = [n.symbol for part in parts for n in nodes_in(part) if n.ast_type is Kind.SymbolicAtom]
    pooled = (each.arguments if each.ast_type is Kind.Pool else [each] for each in found)
    return tuple(each for several in pooled for each in several)


@cache
def derived(statement: RuleStatement) -> tuple[ast.AST, ...]:
    """List the atoms of its head; a choice's conditions among them do no harm."""
    return atoms([statement.node.head]) if statement.node.ast_type is Kind.Rule else ()


@cache
def read(statement: RuleStatement) -> tuple[ast.AST, ...]:
    return atoms(statement.node.body) if statement.node.ast_type is Kind.Rule else ()


Named = tuple[str, int]


@cache
def reading(statement: RuleStatement) -> tuple[tuple[Named, ast.AST], ...]:
    return tuple(((each.name, len(each.arguments)), each) for each in read(statement))


@cache
def deriving(statement: RuleStatement) -> tuple[tuple[Named, ast.AST], ...]:
    return tuple(((each.name, len(each.arguments)), each) for each in derived(statement))


_MET: dict[tuple[int, int], bool] = {}


def met(one: ast.AST, other: ast.AST) -> bool:
    """Tell whether two atoms of statements may be one: profiles share most of their statements."""
    key = id(one), id(other)  # both live on with what is derived and read
    if key not in _MET:
        _MET[key] = may_meet(one, other)
    return _MET[key]


def may_meet(one: ast.AST, other: ast.AST) -> bool:
    """Tell whether two terms may be one; variables, pools and what is computed may be anything."""
    if one.ast_type is Kind.Pool or other.ast_type is Kind.Pool:
        many, term = (one, other) if one.ast_type is Kind.Pool else (other, one)
        return any(may_meet(each, term) for each in many.arguments)
    if one.ast_type is Kind.Function and other.ast_type is Kind.Function:
        return (one.name, len(one.arguments)) == (other.name, len(other.arguments)) and all(
            map(may_meet, one.arguments, other.arguments)
        )
    if one.ast_type is Kind.SymbolicTerm and other.ast_type is Kind.SymbolicTerm:
        return bool(one.symbol == other.symbol)
    kinds = {one.ast_type, other.ast_type}
    if kinds == {Kind.Function, Kind.SymbolicTerm}:
        term, symbol = (one, other) if one.ast_type is Kind.Function else (other, one)
        return not term.arguments and str(term) == str(symbol)
    return True


def recursive(statements: Sequence[RuleStatement]) -> Iterator[tuple[RuleStatement, list[ast.AST]]]:
    """List the recursive rules, each with the atoms of its body that hang on its head."""
    by_name: dict[Named, list[tuple[int, ast.AST]]] = {}
    for number, statement in enumerate(statements):
        for name, atom in reading(statement):
            by_name.setdefault(name, []).append((number, atom))
    nexts: list[set[int]] = [set() for _ in statements]
    for number, statement in enumerate(statements):
        for name, atom in deriving(statement):
            nexts[number].update(
                reader for reader, wanted in by_name.get(name, ()) if met(atom, wanted)
            )
    for number, statement in enumerate(statements):
        after = reached(number, nexts)
        if number in after:
            feeding = [pair for each in after for pair in deriving(statements[each])]
            yield (
                statement,
                [
                    atom
                    for wanted, atom in reading(statement)
                    if any(name == wanted and met(other, atom) for name, other in feeding)
                ],
            )


def reached(start: int, nexts: Sequence[Collection[int]]) -> set[int]:
    found: set[int] = set()
    waiting = [start]
    while waiting:
        for each in nexts[waiting.pop()]:
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


# --- what a rule makes new, and what bounds it ----------------------------------------------------


def variables(node: ast.AST) -> set[str]:
    return {n.name for n in nodes_in(node) if n.ast_type is Kind.Variable and n.name != "_"}


def depths(term: ast.AST, depth: int = 0) -> Iterator[tuple[str, int]]:
    """List the variables of a term, each with the number of terms about it."""
    if term.ast_type is Kind.Variable:
        yield term.name, depth
    elif term.ast_type in (Kind.Function, Kind.Pool):
        deeper = depth + (term.ast_type is Kind.Function)
        yield from (found for each in term.arguments for found in depths(each, deeper))


def growing(term: ast.AST) -> Iterator[ast.AST]:
    """List the parts of a head's argument that may be larger than what the body gave."""
    if term.ast_type is Kind.BinaryOperation:
        if term.operator_type not in SMALL and variables(term):
            yield term
    elif term.ast_type is Kind.Function and term.arguments:
        if variables(term):
            yield term
        for each in term.arguments:
            yield from growing(each)
    elif term.ast_type is Kind.Pool:
        for each in term.arguments:
            yield from growing(each)


def unbounded(statement: RuleStatement, hanging: Sequence[ast.AST]) -> list[str]:
    """List what a recursive rule makes new without a bound."""
    written = {str(each) for each in hanging}
    steady = {v for a in read(statement) if str(a) not in written for v in variables(a)}
    limited = {v for node in statement.node.body for v in compared(node)}
    given = {str(part) for each in hanging for part in nodes_in(each)}
    before: dict[str, int] = {}
    for each in hanging:
        for name, depth in depths(each):
            before[name] = max(depth, before.get(name, 0))
    deeper = {
        name
        for atom in derived(statement)
        for name, depth in depths(atom)
        if depth > before.get(name, depth)
    }
    return [
        str(term)
        for atom in derived(statement)
        for argument in atom.arguments
        for term in growing(argument)
        if str(term) not in given and not variables(term) <= steady | limited
        if term.ast_type is Kind.BinaryOperation or not variables(term).isdisjoint(deeper)
    ]


def compared(literal: ast.AST) -> Iterator[str]:
    """List the variables that a literal holds to an order."""
    for node in nodes_in(literal):
        if node.ast_type is Kind.Comparison and any(g.comparison in ORDER for g in node.guards):
            yield from variables(node)


def counts(statement: RuleStatement, hanging: Sequence[ast.AST]) -> bool:
    """Tell whether it adds to what a recursive atom of its body gave."""
    inner = {v for each in hanging for v in variables(each)}
    return any(
        node.ast_type is Kind.BinaryOperation
        and node.operator_type not in SMALL
        and not variables(node).isdisjoint(inner)
        for atom in derived(statement)
        for argument in atom.arguments
        for node in growing(argument)
    )


@cache
def recursive_in(profile: str) -> tuple[tuple[RuleStatement, list[ast.AST]], ...]:
    return tuple(recursive(active_rules().profile(profile).statements))


def found(
    rules: Iterable[tuple[RuleStatement, list[ast.AST]]],
) -> Mapping[tuple[str, str], list[str]]:
    told: dict[tuple[str, str], list[str]] = {}
    for statement, hanging in rules:
        if loose := unbounded(statement, hanging):
            told[statement.file, str(statement.heads[0])] = loose
    return told


@pytest.mark.parametrize("profile", PROFILES)
def test_every_recursion_has_a_bound(profile: str) -> None:
    assert found(recursive_in(profile)) == {}


def test_the_recursions_that_add_up_are_known() -> None:
    adding = {
        (statement.file, str(statement.heads[0]))
        for profile in PROFILES
        for statement, hanging in recursive_in(profile)
        if counts(statement, hanging)
    }
    assert adding == COUNTING


@pytest.mark.parametrize(
    ("rules", "loose"),
    [
        ("next(N,N+1) :- next(_,N).", ["(N+1)"]),
        ("next(N,N+1) :- next(_,N), N < K, last(K).", []),
        ("turn(N+1) :- turn(N), hour(N).", []),
        ("turn((N+1)\\6) :- turn(N).", []),
        ("in(box(X)) :- in(X).", ["box(X)"]),
        ("in(box(X)) :- in(X), small(X).", []),
        ("one(N+1) :- other(N). other(N) :- one(N).", ["(N+1)"]),
        ("cost(go(S,back),4*C) :- cost(go(S),C).", []),
        ("cost(go(S,on),4*C) :- cost(go(S,_),C).", ["(4*C)"]),
        ("cost(M,S) :- S = #sum { C : cost(M,C) }.", []),
    ],
)
def test_a_recursion_without_a_bound_is_found(rules: str, loose: list[str]) -> None:
    program = Program("", rules)
    assert [
        each for told in found(recursive(program.statements)).values() for each in told
    ] == loose


# --- what a rule denies is decided before it -------------------------------------------------------


def denying(rules: Iterable[tuple[RuleStatement, list[ast.AST]]]) -> list[str]:
    """List the recursive rules that deny what hangs on their own head: grounding decides neither."""
    return [
        f"{statement.file}: {statement.node}"
        for statement, hanging in rules
        if not denied(statement).isdisjoint(map(str, hanging))
    ]


def denied(statement: RuleStatement) -> set[str]:
    literals = [n for part in statement.node.body for n in nodes_in(part)]
    signed = [n for n in literals if n.ast_type is Kind.Literal and n.sign != ast.Sign.NoSign]
    return set(map(str, atoms(signed)))


@pytest.mark.parametrize("profile", PROFILES)
def test_no_rule_hangs_on_what_it_denies(profile: str) -> None:
    heads = [each.partition(": ")[2] for each in denying(recursive_in(profile))]
    assert [each for each in heads if not each.startswith(OF_MOVES)] == []


@pytest.mark.parametrize(
    ("rules", "hung"),
    [
        ("one :- not other. other :- not one.", 2),
        ("one :- not other. other :- given.", 0),
        ("has(tem) :- not has(height). has(height) :- not has(cover).", 0),
        ("has(tem,R) :- by(R), not bare. bare :- not has(tem,wall).", 2),
    ],
)
def test_a_rule_that_hangs_on_what_it_denies_is_found(rules: str, hung: int) -> None:
    assert len(denying(tuple(recursive(Program("", rules).statements)))) == hung
