"""Judges one sight line exactly, the specification of ``batch_los``, and whether it is a close call."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from types import MappingProxyType
from typing import Any

import clingo
import numpy as np
import numpy.typing as npt

from hexcourt.solver.rulebase.declarations import GIVEN_OUT, declarations
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.reasons import deciding_predicates, first_reason, reasons_for
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules, kept_reading
from hexcourt.solver.rulebase.statement import Citation, Signature
from hexcourt.solver.sight.house_rules import (
    LINE,
    RANGE,
    OnLines,
    depending_on,
    facts_on_lines,
    house_rules_on_lines,
)
from hexcourt.solver.sight.situation_cache import DECIDING

PROFILE = "los"


OF_LINES = ("shut", "unsettled", "blocked", "advantage")
"""The deciding predicates that speak of a line, not of a feature."""


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


@lru_cache(maxsize=1024)
def judge_facts(facts: tuple[str, ...], explain: bool, rule_base: RuleBase) -> LineVerdict:
    """Judge a line from all facts about it, by the active rules, with reasons if it is to ``explain``.

    Verdicts are cached: a line that is shifted a little mostly meets the same.
    """
    grounded = ActiveRules(PROFILE).ground("\n".join(facts))

    def rules(predicate: str) -> tuple[str, ...]:
        return tuple(sorted({rule.string for _, rule in arguments_of(grounded, predicate, 2)}))

    def numbers(predicate: str) -> dict[int, int]:
        told = arguments_of(grounded, predicate, 2)
        return {feature.number: value.number for feature, value in told}

    totals = [total.number for _, total in arguments_of(grounded, "total", 2)]
    (verdict,) = (said.name for _, said in arguments_of(grounded, "verdict", 2))
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
    elif any(each.effect == "unsettled" for each in reasons):
        return ""
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
    """Say what rules decided, each in its own words: what is handed on is not said again."""
    atoms = [
        atom for signature in _reasons_given(rule_base) for atom in atoms_of(grounded, *signature)
    ]
    told = reasons_for(grounded, PROFILE, atoms, handed_on=False)
    found = {_reason(atom, citation) for atom, cited in told.items() for citation in cited}
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


def _cited(told: str, fact: str, drawn: object, moved: frozenset[Any]) -> Citation | None:
    """Ask the rules what it says of a line as drawn and as moved, and by which rule."""
    facts = [f"{fact}(0,drawn,{drawn}).", *(f"{fact}(0,moved,{each})." for each in sorted(moved))]
    grounded = ActiveRules(CLOSE_CALLS).ground("\n".join(facts))
    return first_reason(grounded, CLOSE_CALLS, atoms_of(grounded, told, 2))


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
    """Return the number of the rule by which lines are too close to call; "" where none is in force."""
    found = close_call("clear", ["blocked"]) or close_call("blocked", ["clear"])
    return "" if found is None else found.number
