"""Judges one sight line exactly, the specification of ``batch_los``, and whether it is a close call."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import product
from types import MappingProxyType
from typing import Any

import clingo
import numpy as np
import numpy.typing as npt
from clingo import Function, SymbolType, ast

from hexcourt.solver.rulebase.declarations import GIVEN_OUT, INPUT_MARK, declarations
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.meaning import meanings_of
from hexcourt.solver.rulebase.reasons import deciding_predicates, first_reason, reasons_for
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules, kept_reading
from hexcourt.solver.rulebase.sorts import (
    PlacedTerm,
    Places,
    Sorts,
    SortTable,
    declared_sorts,
    of_literal,
    places_of,
    sorts_derived,
)
from hexcourt.solver.rulebase.statement import Citation, RuleStatement, Signature, nodes_in
from hexcourt.solver.sight.situation_cache import DECIDING

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
    """Return what the house rules that are active look at on a line of sight."""
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
    # what is given is told of whole lines
    whole = depending_on(rule_base, {*facts_on_lines(rule_base, LINE), Signature("given", 1)})
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
    every = (e for program in rule_base.further.get(profile, ()) for e in program.statements)
    return [each for each in every if each.kind in ("fact", "rule")]


def facts_on_lines(rule_base: RuleBase, *localities: str) -> frozenset[Signature]:
    """List the facts about lines of sight that are declared as facts of some ``LOCALITIES``."""
    declared = (each for each in declarations(rule_base, INPUT_MARK) if each.file == LINES)
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
    rule_base: RuleBase, statement: RuleStatement, places: Iterable[PlacedTerm]
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
    result, turned = (
        {text for each in some for text in meanings_of(each)}
        for some in (nodes, map(_Turned(), nodes))
    )
    return result == turned


class _Turned(ast.Transformer):
    """Names end a as end b, and b as a."""

    def visit_SymbolicTerm(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo calls it so
        """Return the other end its name."""
        symbol = node.symbol
        if symbol.type is SymbolType.Function and not symbol.arguments and symbol.name in _TURNED:
            return node.update(symbol=Function(_TURNED[symbol.name]))
        return node


def _keeps_to_levels(declared: SortTable, own: Places, statement: RuleStatement) -> bool:
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


# Judges one sight line exactly, the specification of ``batch_los``, and whether it is a close call


PROFILE = "los"


OF_LINES = ("no_line_within", "unsettled", "blocked", "advantage", "hinders_whole")
"""The deciding predicates that speak of a line, not of a feature."""


@dataclass(frozen=True, slots=True, order=True)
class AskedLine:
    """A line of sight that is asked for: viewer, target, and the status of each, "" for none."""

    viewer: str
    target: str
    status: str = ""
    viewer_status: str = ""

    @property
    def posts(self) -> tuple[tuple[str, str], ...]:
        """List the ends whose unit the line says to have a status, each with this."""
        ends = ((self.viewer, self.viewer_status), (self.target, self.status))
        return tuple(each for each in ends if each[1])

    def statuses(self, units: Mapping[str, str]) -> tuple[str, str]:
        """Return the statuses at both ends, "" for none: of units by Location, unless the line says
        it.
        """
        return (
            self.viewer_status or units.get(self.viewer, ""),
            self.status or units.get(self.target, ""),
        )


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing the rules decided: ``effect`` is the predicate of the deciding rule.

    ``feature`` numbers the feature it is about, none where it is about the line as a whole; ``value``
    is the hindrance of ``hinders`` or the TEM of ``shelters``; ``end`` the end whose unit it is about.
    """

    effect: str
    feature: int | None
    value: int
    citation: Citation
    end: str = ""


@dataclass(frozen=True)
class LineVerdict:
    """What the rules say of a line: its verdict (clear, blocked or unknown), the ``rule`` that decides
    it ("" for a clear line), all rules that block it or leave it unknown, the hindrance, the reasons.

    ``tops`` gives the level, in half levels, to which a feature's terrain rises, ``layers`` those in
    which features hinder, 0 left out.
    """

    verdict: str
    rule: str
    blocked: tuple[str, ...]
    unknown: tuple[str, ...]
    hindrance: int
    reasons: tuple[Reason, ...]
    tops: Mapping[int, int]
    layers: Mapping[int, int]


_READ = tuple((name, 2) for name in ("blocked", "unknown", "verdict", "total", "top", "layer"))
"""What is read of a line beside the reasons."""


@lru_cache(maxsize=1024)
def judge_facts(facts: tuple[str, ...], explain: bool, rule_base: RuleBase) -> LineVerdict:
    """Judge a line from all facts about it, by the active rules, with reasons if it is to ``explain``.

    Verdicts are cached: a line that is shifted a little mostly meets the same.
    """
    reasons_given = _reasons_given(rule_base) if explain else ()
    grounded = ActiveRules(PROFILE).ground("\n".join(facts), wanted=(*_READ, *reasons_given))

    def rules(predicate: str) -> tuple[str, ...]:
        return tuple(sorted({rule.string for _, rule in arguments_of(grounded, predicate, 2)}))

    def numbers(predicate: str) -> dict[int, int]:
        rows = arguments_of(grounded, predicate, 2)
        return {feature.number: value.number for feature, value in rows}

    totals = [total.number for _, total in arguments_of(grounded, "total", 2)]
    (verdict,) = (entry.name for _, entry in arguments_of(grounded, "verdict", 2))
    blocked, unknown = rules("blocked"), rules("unknown")
    reasons = _explained(grounded, rule_base) if explain else ()
    rule = {"blocked": blocked, "unknown": unknown}.get(verdict, ("",))[0]
    if reasons and house_rules_on_lines() is not OnLines.WHOLE:
        rule = _first_rule(verdict, reasons, rule_base) or rule
    hindrance = max(totals, default=0)
    return LineVerdict(
        verdict, rule, blocked, unknown, hindrance, reasons, numbers("top"), numbers("layer")
    )


def _first_rule(verdict: str, reasons: Sequence[Reason], rule_base: RuleBase) -> str:
    """Return the rule by which the first feature from end a decides, "" where no feature does.

    As in ``batch_los``, rules that ask for more facts decide after those that ask for fewer.
    """
    doubtful = {each.feature for each in reasons if each.effect == "doubtful"}
    if verdict == "blocked":
        deciding = [e for e in reasons if e.effect == "blocks" and e.feature not in doubtful]
    elif unsettled := [each.citation.number for each in reasons if each.effect == "unsettled"]:
        return min(unsettled)
    else:
        deciding = [each for each in reasons if each.effect == "doubtful"]
    if not deciding:
        return ""
    stages = _stages(rule_base) if verdict == "blocked" else {}
    _, _, rule = min(
        (stages.get(each.citation.key, 0), each.feature or 0, each.citation.number)
        for each in deciding
    )
    return rule


@cache
def _stages(rule_base: RuleBase) -> Mapping[str, int]:
    """Map the citations of statements that read more than single features have to when they decide: 1
    after those that do not where they read ranges, 2 where they read facts of the whole line.
    """

    def read() -> dict[str, int]:
        later = depending_on(rule_base, facts_on_lines(rule_base, LINE))
        ranged = depending_on(rule_base, facts_on_lines(rule_base, RANGE))
        if house_rules_on_lines() is not OnLines.NOTHING:
            ranged = frozenset()  # all features are judged with their ranges
        return {
            each.citation.key: 2 if later.intersection(each.reads) else 1
            for each in rule_base.profile(PROFILE).statements
            if each.citation is not None and not (later | ranged).isdisjoint(each.reads)
        }

    return MappingProxyType(kept_reading(rule_base, "stages of lines", read))


def _explained(grounded: clingo.Control, rule_base: RuleBase) -> tuple[Reason, ...]:
    """Describe what rules decided, each in its own words: what is handed on is not said again."""
    atoms = [
        atom for signature in _reasons_given(rule_base) for atom in atoms_of(grounded, *signature)
    ]
    reasons = reasons_for(grounded, PROFILE, atoms, handed_on=False)
    found = {_reason(atom, citation) for atom, cited in reasons.items() for citation in cited}
    return tuple(sorted(found, key=_order))


@cache
def _reasons_given(rule_base: RuleBase) -> tuple[Signature, ...]:
    """List the predicates of what is read outside that decide something."""

    def read() -> list[Signature]:
        given = {e.signature for e in declarations(rule_base, GIVEN_OUT) if e.role != "tells"}
        return [each for each in deciding_predicates(rule_base, PROFILE) if each in given]

    return tuple(Signature(*each) for each in kept_reading(rule_base, "reasons of lines", read))


def _reason(atom: clingo.Symbol, citation: Citation) -> Reason:
    subject, *values = atom.arguments
    feature = None if atom.name in OF_LINES else subject.number
    value = next((each.number for each in values if each.type == clingo.SymbolType.Number), 0)
    end = next((each.name for each in values if each.type == clingo.SymbolType.Function), "")
    return Reason(atom.name, feature, value, citation, end)


def _order(reason: Reason) -> tuple[int, str, int, str]:
    place = -1 if reason.feature is None else reason.feature
    return place, reason.effect, reason.citation.line, reason.end


CLOSE_CALLS = "close_calls"


def close_call(drawn: str, moved: Collection[str]) -> Citation | None:
    """Return the rule by which a line with this verdict is too close to call, its thread giving
    others when it is ``moved`` by hardly anything; nothing where it is not.
    """
    return _close_call(drawn, frozenset(moved), active_rules())


@lru_cache(maxsize=256)
def _close_call(drawn: str, moved: frozenset[str], rule_base: RuleBase) -> Citation | None:
    with DECIDING:
        return _cited("too_close", "thread", drawn, moved)


def close_hindrance(drawn: int, moved: Collection[int]) -> Citation | None:
    """Return the rule by which the hindrance of a clear line is a close call, its thread meeting other
    hindrances when it is ``moved``; nothing where it is not.
    """
    return _close_hindrance(drawn, frozenset(moved), active_rules())


@lru_cache(maxsize=256)
def _close_hindrance(drawn: int, moved: frozenset[int], rule_base: RuleBase) -> Citation | None:
    with DECIDING:
        return _cited("close_hindrance", "thread_hindered", drawn, moved)


def hindrances_may_be_close() -> bool:
    """Return whether hindrances that differ when a thread is moved are close calls."""
    return close_hindrance(0, [1]) is not None


def _cited(text: str, fact: str, drawn: object, moved: frozenset[Any]) -> Citation | None:
    """Ask the rules what it says of a line as drawn and as moved, and by which rule."""
    facts = [f"{fact}(0,drawn,{drawn}).", *(f"{fact}(0,moved,{each})." for each in sorted(moved))]
    grounded = ActiveRules(CLOSE_CALLS).ground("\n".join(facts), wanted=((text, 2),))
    return first_reason(grounded, CLOSE_CALLS, atoms_of(grounded, text, 2))


def close_calls(verdicts: tuple[str, ...]) -> npt.NDArray[np.bool_]:
    """Report for each verdict as drawn, and each to either side, whether the line is too close to
    call.
    """
    with DECIDING:
        return _close_calls(verdicts, active_rules())


@lru_cache(maxsize=8)
def _close_calls(verdicts: tuple[str, ...], rule_base: RuleBase) -> npt.NDArray[np.bool_]:
    each = [*product(range(len(verdicts)), repeat=3)]
    facts = [
        f"thread({number},drawn,{verdicts[drawn]})."
        f" thread({number},moved,({verdicts[one]};{verdicts[other]}))."
        for number, (drawn, one, other) in enumerate(each)
    ]
    grounded = ActiveRules(CLOSE_CALLS).ground("\n".join(facts))
    found = np.zeros((len(verdicts),) * 3, dtype=np.bool_)
    for number, _ in arguments_of(grounded, "too_close", 2):
        found[each[number.number]] = True
    return found


def rule_of_close_calls() -> str:
    """Return the number of the rule by which lines are too close to call; "" where none is
    active.
    """
    found = close_call("clear", ["blocked"]) or close_call("blocked", ["clear"])
    return "" if found is None else found.number
