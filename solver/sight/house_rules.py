"""Tells what house rules look at on a line of sight, and so how lines may be judged under them.

Lines are judged by situations of single features, whose levels count from the lower end, which is end b
(``facts/tracing/situation_facts.py``). So may be judged what reads nothing but what is told of one
feature
and the ends of its line, compares levels with levels alone, and says the same of both ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache

from clingo import Function, SymbolType, ast

from hexcourt.solver.rulebase.declarations import GIVEN_OUT, TOLD, declarations
from hexcourt.solver.rulebase.meaning import meanings_of
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules
from hexcourt.solver.rulebase.sorts import (
    Placed,
    Places,
    Sorted,
    Sorts,
    declared_sorts,
    of_literal,
    places_of,
    sorts_derived,
)
from hexcourt.solver.rulebase.statement import RuleStatement, Signature, nodes_in

LINES = "vocabulary/lines.lp"
"""Where the facts about lines of sight are declared."""

LEVEL, LINE, FEATURE, RANGE = "level", "line", "feature", "range"

LOCALITIES = (FEATURE, RANGE, "end", LINE)
"""What a fact about a line of sight may be a fact of, as its declaration says."""

_TURNED = {"a": "b", "b": "a"}


class OnLines(Enum):
    """What house rules look at on a line: nothing; each feature by itself; or the line as a whole."""

    NOTHING = "nothing"
    FEATURES = "features"
    WHOLE = "whole"


def house_rules_on_lines() -> OnLines:
    """Return what the house rules that are in force look at on a line of sight."""
    return _on_lines(active_rules())


@cache
def _on_lines(rule_base: RuleBase) -> OnLines:
    rules = _added(rule_base, "los")
    if not rules:
        return OnLines.NOTHING
    of_lines = depending_on(rule_base, facts_on_lines(rule_base, *LOCALITIES))
    looking = [each for each in rules if not of_lines.isdisjoint((*each.heads, *each.reads))]
    if not looking:
        return OnLines.NOTHING
    alone = {(each.line, each.text) for each in _added(rule_base, "features")}
    whole = depending_on(rule_base, facts_on_lines(rule_base, LINE))
    declared = declared_sorts(rule_base)
    own = sorts_derived(declared, rules)
    by_feature = all(
        (each.line, each.text) in alone
        and whole.isdisjoint(each.reads)
        and _looks_at_one_feature(rule_base, each, places_of(declared, own, each))
        and _keeps_to_levels(declared, own, each)
        for each in looking
    )
    return OnLines.FEATURES if by_feature and _are_of_both_ends(looking) else OnLines.WHOLE


def _added(rule_base: RuleBase, profile: str) -> list[RuleStatement]:
    return [each for program in rule_base.further.get(profile, ()) for each in program.statements]


def facts_on_lines(rule_base: RuleBase, *localities: str) -> frozenset[Signature]:
    """List the facts about lines of sight that are declared as facts of some ``LOCALITIES``."""
    declared = (each for each in declarations(rule_base, TOLD) if each.file == LINES)
    return frozenset(each.signature for each in declared if each.role in localities)


def depending_on(rule_base: RuleBase, some: Iterable[Signature]) -> frozenset[Signature]:
    """List some predicates and all that lines derive from them."""
    found = set(some)
    rules = [(set(each.reads), set(each.heads)) for each in rule_base.profile("los").statements]
    before = -1
    while len(found) > before:
        before = len(found)
        for reads, heads in rules:
            if not found.isdisjoint(reads):
                found |= heads
    return frozenset(found)


def _looks_at_one_feature(
    rule_base: RuleBase, statement: RuleStatement, places: Iterable[Placed]
) -> bool:
    """Return whether a rule is about one feature, or about the ends of its line, and counts none."""
    found = list(places)
    features = {str(each.term) for each in found if each.sorts == frozenset([FEATURE])}
    counted = any(n.ast_type in _COUNTING for n in nodes_in(statement.node))
    if len(features) > 1 or "_" in features or (counted and features):
        return False
    decided = {e.signature for e in declarations(rule_base, GIVEN_OUT)}
    of_line = any(each.in_head and each.sorts == frozenset([LINE]) for each in found)
    return not of_line or decided.isdisjoint(statement.heads)


_COUNTING = (ast.ASTType.BodyAggregate, ast.ASTType.Aggregate, ast.ASTType.ConditionalLiteral)


def _are_of_both_ends(rules: Iterable[RuleStatement]) -> bool:
    """Return whether rules say the same where the ends of a line change their names."""
    nodes = [each.node for each in rules]
    said, turned = (
        {text for each in some for text in meanings_of(each)}
        for some in (nodes, map(_Turned(), nodes))
    )
    return said == turned


class _Turned(ast.Transformer):
    """Names end a as end b, and b as a."""

    def visit_SymbolicTerm(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo calls it so
        """Return the other end its name."""
        symbol = node.symbol
        if symbol.type is SymbolType.Function and not symbol.arguments and symbol.name in _TURNED:
            return node.update(symbol=Function(_TURNED[symbol.name]))
        return node


def _keeps_to_levels(declared: Sorted, own: Places, statement: RuleStatement) -> bool:
    """Return whether a rule says the same where all levels rise by as much: it compares them with
    levels, and hands them on as such.
    """
    bound: dict[str, Sorts] = {}
    for literal in statement.node.body:
        for _, term, sorts in of_literal(literal, declared, own):
            if term.ast_type is ast.ASTType.Variable and term.name != "_":
                bound[term.name] = declared.both(bound.get(term.name), sorts)
    if any(sorts and sorts >= declared.amounts for sorts in bound.values()):
        return False  # of which it is not known
    for each in places_of(declared, own, statement):
        rises = 1 if each.sorts == frozenset([LEVEL]) else 0
        is_any = str(each.term) == "_"
        if (
            not is_any
            and each.term.ast_type is not ast.ASTType.Pool
            and _rise(each.term, bound) != rises
        ):
            return False
    compared = (n for n in nodes_in(statement.node) if n.ast_type is ast.ASTType.Comparison)
    return all(
        _rise(each.term, bound) == _rise(guard.term, bound) is not None
        for each in compared
        for guard in each.guards
    )


def _rise(term: ast.AST, bound: Mapping[str, Sorts]) -> int | None:
    """Return by how much a term rises where all levels rise by 1; None where that is not known."""
    if term.ast_type is ast.ASTType.Variable:
        return int(bound.get(term.name) == frozenset([LEVEL]))
    if term.ast_type is ast.ASTType.BinaryOperation:
        left, right = _rise(term.left, bound), _rise(term.right, bound)
        if left is None or right is None:
            return None
        if term.operator_type == ast.BinaryOperator.Plus:
            return left + right
        if term.operator_type == ast.BinaryOperator.Minus:
            return left - right
        return 0 if left == right == 0 else None
    within = (n for n in nodes_in(term) if n.ast_type is ast.ASTType.Variable)
    return None if any(_rise(each, bound) for each in within) else 0
