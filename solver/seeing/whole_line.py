"""Judges one sight line by giving the law the whole line: the specification of what bulk judging does.

Beside the law runs a program that explains only: for each deciding rule a copy that says which rule it
was, so that every ruling comes with its own citation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import clingo

from hexcourt.facts.lines.line_facts import SightLine
from hexcourt.solver.statutes.citations import Citation, CitedRule, cited_rules, explaining
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.repeal import repealed_now

PROFILE = "los"

OF_LINES = ("shut", "unsettled", "blocked", "advantage")
"""The deciding predicates that speak of a line, not of a feature."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing the law decided: ``effect`` is the predicate of the deciding rule.

    ``feature`` numbers the feature it is about, none where it is about the line as a whole; ``value``
    is the hindrance of ``hinders`` or the TEM of ``shelters``; ``end`` the end whose unit it is about.
    """

    effect: str
    feature: int | None
    value: int
    citation: Citation
    end: str = ""


@dataclass(frozen=True)
class Ruling:
    """What the law says of a line: its verdict (clear, blocked or unknown), the rules that block it or
    leave something in doubt, the hindrance, the reasons.

    ``tops`` gives the level, in half levels, to which a feature's terrain rises.
    """

    verdict: str
    blocked: tuple[str, ...]
    unknown: tuple[str, ...]
    hindrance: int
    reasons: tuple[Reason, ...]
    tops: Mapping[int, int]


def rule_on(line: SightLine, explain: bool = False) -> Ruling:
    """Ask the law about a whole line; reasons are given when it is to explain."""
    return _rule_on("\n".join(line.facts), explain, repealed_now())


@lru_cache(maxsize=1024)
def _rule_on(facts: str, explain: bool, repealed: frozenset[str]) -> Ruling:
    """Ask about the facts of a line, once: as a line is shifted, it mostly meets the same."""
    grounded = Law(PROFILE).ground(facts + (_explaining(cited_rules(PROFILE)) if explain else ""))
    atoms = grounded.symbolic_atoms

    def rules(predicate: str) -> tuple[str, ...]:
        found = {a.symbol.arguments[1].string for a in atoms.by_signature(predicate, 2)}
        return tuple(sorted(found))

    tops = {
        atom.symbol.arguments[0].number: atom.symbol.arguments[1].number
        for atom in atoms.by_signature("top", 2)
    }
    totals = [atom.symbol.arguments[1].number for atom in atoms.by_signature("total", 2)]
    explained = sorted(
        {_reason(atom.symbol) for atom in atoms.by_signature("explained", 2)}, key=_order
    )
    (verdict,) = (atom.symbol.arguments[1].name for atom in atoms.by_signature("verdict", 2))
    return Ruling(
        verdict, rules("blocked"), rules("unknown"), max(totals, default=0), tuple(explained), tops
    )


@lru_cache(maxsize=8)
def _explaining(rules: tuple[CitedRule, ...]) -> str:
    return "\n" + explaining(
        rules, lambda rule: rule.predicate != "blocked" or rule.citation.number == "B.10"
    )


def _reason(symbol: clingo.Symbol) -> Reason:
    rule = cited_rules(PROFILE)[symbol.arguments[0].number]
    subject, *values = symbol.arguments[1].arguments
    feature = None if rule.predicate in OF_LINES else subject.number
    value = next((each.number for each in values if each.type == clingo.SymbolType.Number), 0)
    end = next((each.name for each in values if each.type == clingo.SymbolType.Function), "")
    return Reason(rule.predicate, feature, value, rule.citation, end)


def _order(reason: Reason) -> tuple[int, str, int, str]:
    place = -1 if reason.feature is None else reason.feature
    return place, reason.effect, reason.citation.line, reason.end
