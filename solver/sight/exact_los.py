"""Judges one sight line with the law told all of it: the specification of what bulk judging does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import clingo

from hexcourt.facts.tracing.line_facts import SightLine
from hexcourt.solver.rulebase.declarations import GIVEN_OUT, declarations
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.reasons import deciding_predicates, reasons_for
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules, kept_reading
from hexcourt.solver.rulebase.statement import Citation, Signature

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

    ``tops`` gives the level, in half levels, to which a feature's terrain rises, ``layers`` those in
    which features hinder, 0 left out.
    """

    verdict: str
    blocked: tuple[str, ...]
    unknown: tuple[str, ...]
    hindrance: int
    reasons: tuple[Reason, ...]
    tops: Mapping[int, int]
    layers: Mapping[int, int]


def rule_on(line: SightLine, explain: bool = False) -> Ruling:
    """Ask the law about a whole line; reasons are given when it is to explain."""
    return _rule_on("\n".join(line.facts), explain, active_rules())


@lru_cache(maxsize=1024)
def _rule_on(facts: str, explain: bool, lawbook: RuleBase) -> Ruling:
    """Ask about the facts of a line, once: as a line is shifted, it mostly meets the same."""
    grounded = ActiveRules(PROFILE).ground(facts)
    atoms = grounded.symbolic_atoms

    def rules(predicate: str) -> tuple[str, ...]:
        found = {a.symbol.arguments[1].string for a in atoms.by_signature(predicate, 2)}
        return tuple(sorted(found))

    def numbers(predicate: str) -> dict[int, int]:
        told = (atom.symbol.arguments for atom in atoms.by_signature(predicate, 2))
        return {feature.number: value.number for feature, value in told}

    totals = [atom.symbol.arguments[1].number for atom in atoms.by_signature("total", 2)]
    (verdict,) = (atom.symbol.arguments[1].name for atom in atoms.by_signature("verdict", 2))
    blocked, unknown = rules("blocked"), rules("unknown")
    reasons = _explained(grounded, lawbook) if explain else ()
    return Ruling(
        verdict, blocked, unknown, max(totals, default=0), reasons, numbers("top"), numbers("layer")
    )


def _explained(grounded: clingo.Control, lawbook: RuleBase) -> tuple[Reason, ...]:
    """Say what rules decided, each in its own words: what is handed on is not said again."""
    atoms = [
        atom.symbol
        for signature in _reasons_given(lawbook)
        for atom in grounded.symbolic_atoms.by_signature(*signature)
    ]
    told = reasons_for(grounded, PROFILE, atoms, handed_on=False)
    found = {_reason(atom, citation) for atom, cited in told.items() for citation in cited}
    return tuple(sorted(found, key=_order))


@cache
def _reasons_given(lawbook: RuleBase) -> tuple[Signature, ...]:
    """List the predicates of what is read outside that decide something."""

    def read() -> list[Signature]:
        given = {e.signature for e in declarations(lawbook, GIVEN_OUT) if e.role != "tells"}
        return [each for each in deciding_predicates(lawbook, PROFILE) if each in given]

    return tuple(Signature(*each) for each in kept_reading(lawbook, "reasons of lines", read))


def _reason(atom: clingo.Symbol, citation: Citation) -> Reason:
    subject, *values = atom.arguments
    feature = None if atom.name in OF_LINES else subject.number
    value = next((each.number for each in values if each.type == clingo.SymbolType.Number), 0)
    end = next((each.name for each in values if each.type == clingo.SymbolType.Function), "")
    return Reason(atom.name, feature, value, citation, end)


def _order(reason: Reason) -> tuple[int, str, int, str]:
    place = -1 if reason.feature is None else reason.feature
    return place, reason.effect, reason.citation.line, reason.end
