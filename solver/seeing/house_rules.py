"""Tells what house rules look at on a line of sight, and so how lines may be judged under them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cache

from clingo import ast

from hexcourt.solver.statutes.declarations import TOLD, declarations
from hexcourt.solver.statutes.lawbook import Lawbook, in_force
from hexcourt.solver.statutes.statute import Signature, Statute, nodes_in

_LINES = "vocabulary/lines.lp"
_FEATURE = "F"
_WHOLE = frozenset({Signature("lies_in", 2), Signature("on_side", 2), Signature("end_hex", 3)})
"""What is told of whole lines alone."""


class OnLines(Enum):
    """What house rules look at on a line: nothing; each feature by itself; or the line as a whole."""

    NOTHING = "nothing"
    FEATURES = "features"
    WHOLE = "whole"


def house_rules_on_lines() -> OnLines:
    """Tell what the house rules that are in force look at on a line of sight."""
    return _on_lines(in_force())


@cache
def _on_lines(lawbook: Lawbook) -> OnLines:
    rules = _added(lawbook, "los")
    if not rules:
        return OnLines.NOTHING
    told = _hanging_on(lawbook, _told_of_lines(lawbook))
    looking = [each for each in rules if not told.isdisjoint((*each.heads, *each.reads))]
    if not looking:
        return OnLines.NOTHING
    alone = {(each.line, each.text) for each in _added(lawbook, "features")}
    whole = _hanging_on(lawbook, _WHOLE)
    by_feature = all(
        (each.line, each.text) in alone
        and whole.isdisjoint(each.reads)
        and _looks_at_one_feature(lawbook, each, told)
        for each in looking
    )
    return OnLines.FEATURES if by_feature else OnLines.WHOLE


def _added(lawbook: Lawbook, profile: str) -> list[Statute]:
    return [each for program in lawbook.further.get(profile, ()) for each in program.statutes]


def _told_of_lines(lawbook: Lawbook) -> frozenset[Signature]:
    told = (each for each in declarations(lawbook, TOLD) if each.file == _LINES)
    return frozenset(each.signature for each in told)


def _hanging_on(lawbook: Lawbook, some: Iterable[Signature]) -> frozenset[Signature]:
    """List some predicates and all that lines derive from them."""
    found = set(some)
    rules = [(set(each.reads), set(each.heads)) for each in lawbook.profile("los").statutes]
    before = -1
    while len(found) > before:
        before = len(found)
        for reads, heads in rules:
            if not found.isdisjoint(reads):
                found |= heads
    return frozenset(found)


def _looks_at_one_feature(lawbook: Lawbook, statute: Statute, told: frozenset[Signature]) -> bool:
    """Tell whether all that a rule reads of lines is about one feature, or about the line's ends."""
    places = {
        each.signature: [name for _, name in each.arguments]
        for each in declarations(lawbook, TOLD)
        if each.file == _LINES
    }
    atoms = [n.symbol for n in nodes_in(statute.node) if n.ast_type is ast.ASTType.SymbolicAtom]
    features: set[str] = set()
    for atom in atoms:
        if atom.ast_type is not ast.ASTType.Function:
            return False
        signature = Signature(atom.name, len(atom.arguments))
        if signature not in told:
            continue
        names = places.get(signature)
        if names is None:  # derived: its first argument is the feature, as it is in blocks(F,Rule)
            features.add(str(atom.arguments[0]))
        elif _FEATURE in names:
            features.add(str(atom.arguments[names.index(_FEATURE)]))
    return len(features) <= 1 and "_" not in features
