"""Terrain that no rule tells apart: one term stands for all that are alike."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

import clingo

from hexcourt.facts.boards.terrain_terms import kinds, known_inherent_terms, known_terms
from hexcourt.solver.statutes.program import grounded
from hexcourt.solver.statutes.statute import Statute

_STOREYS = re.compile(r"(?:building|gutted_building)\((?:\w+,)?([0-9])\)")
_TABLES = "tables/"


def storeys(term: str) -> int:
    """Tell how many upper levels a term for a building has: 0 of all other terrain."""
    return max((int(each) for each in _STOREYS.findall(term)), default=0)


def alike_terrains(rules: Sequence[Statute], wanted: Iterable[str], most_storeys: int) -> list[str]:
    """List one term of each kind of terrain among some kinds, the plainest of all that are alike."""
    found = _first_of_each(_alike(rules), wanted)
    return [each for each in found if storeys(each) <= most_storeys]


Signature = tuple[tuple[str, ...], tuple[str, ...]]


def _alike(rules: Sequence[Statute]) -> dict[str, Signature]:
    """Map each term to what the tables say of it, and what readers of boards make of it: terms of which
    both are equal are told apart by nothing. A term that rules name stands for itself.
    """
    tables = [each for each in rules if each.file.startswith(_TABLES)]
    others = " ".join(str(each.node) for each in rules if not each.file.startswith(_TABLES))
    named = set(re.findall(r"[a-z]\w*", others))
    said: dict[str, set[str]] = defaultdict(set)
    for atom in _grounded(tables):
        for place, argument in enumerate(atom.arguments):
            rest = [str(e) if n != place else "*" for n, e in enumerate(atom.arguments)]
            said[str(argument)].add(f"{atom.name}({','.join(rest)})")
    found: dict[str, Signature] = {}
    for term in known_terms():
        own = {term} if term.partition("(")[0] in named or term in named else set()
        inherent = ("inherent",) * (term in known_inherent_terms())
        read = (_read_as(kinds()[term]), *inherent)
        found[term] = (tuple(sorted(said[term] | own)), read)
    return found


def _read_as(kind: str) -> str:
    """Join the kinds of terrain that readers of boards take alike."""
    return {"factory": "building", "road": "open", "other": "open"}.get(kind, kind)


def _grounded(tables: Sequence[Statute]) -> list[clingo.Symbol]:
    control = grounded((each.node for each in tables), "")  # atoms live no longer than this
    return [each.symbol for each in control.symbolic_atoms if each.symbol.arguments]


def _first_of_each(alike: dict[str, Signature], wanted: Iterable[str]) -> list[str]:
    """List one term, the plainest, of all that are alike."""
    first: dict[Signature, str] = {}
    for term in sorted(alike, key=lambda each: (each != "open", len(each), each)):
        if kinds()[term] in wanted:
            first.setdefault(alike[term], term)
    return sorted(first.values())
