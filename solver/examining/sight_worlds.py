"""Worlds of lines of sight: one line straight down a column of hexes, and the same line changed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

import clingo
from clingo import ast

from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.facts.boards.terrain_terms import kinds, known_inherent_terms, known_terms
from hexcourt.solver.examining.sight_positions import position_of
from hexcourt.solver.examining.worlds import Family, Scope
from hexcourt.solver.placing.statuses import Statuses
from hexcourt.solver.seeing.session import bare_terrain
from hexcourt.solver.statutes.lawbook import Lawbook, enacted
from hexcourt.solver.statutes.statute import Statute

DECISIVE = (
    "blocks",
    "hinders",
    "doubtful",
    "shut",
    "unsettled",
    "blocked",
    "shelters",
    "perhaps_shelters",
    "hull_down",
    "advantage",
)
"""What rules say of a line, and of what it touches."""

STATUSES = ("entrenched", "emplaced")

_PRINTED = (
    *("open", "other", "building", "factory", "bridge", "water", "depression", "embankment"),
    "road",
)
"""The kinds of terrain that fill hexes."""

_STANDS = ("hexside", "depression")
"""The kinds of what a line meets on hexsides; tram lines are left out."""

_STOREYS = re.compile(r"(?:building|gutted_building)\((?:\w+,)?([0-9])\)")
_TABLES = "tables/"


def _scope(family: Family, lawbook: Lawbook, rules: Sequence[Statute]) -> Scope:
    kind = kinds()
    alike = _alike(rules)
    with enacted(lawbook):
        bare = bare_terrain()
    printed = [
        each
        for each in _first_of_each(alike, _PRINTED)
        if not any(int(n) > family.storeys for n in _STOREYS.findall(each))
    ]
    over = [each for each in _first_of_each(alike, _STANDS) if each not in printed]
    over += [each for each in printed if kind[each] == "depression"][:1]
    facts = [
        *(f"scope_terrain({each})." for each in printed),
        *(f"scope_over({each})." for each in over),
        *(f"scope_kind({each},{kind[each]})." for each in {*printed, *over}),
        *(f"scope_bare({each})." for each in printed if each in bare),
        *(f"scope_inherent({each})." for each in printed if each in known_inherent_terms()),
        *(f"scope_place({e},{n})." for e in printed for n in _STOREYS.findall(e) if n != "0"),
        *(f"scope_status({each},{status})." for each, status in _statuses(lawbook, tuple(printed))),
    ]
    return Scope(tuple(sorted(facts)), tuple(printed), tuple(over))


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
    control = clingo.Control(["--warn=none"])
    with ast.ProgramBuilder(control) as builder:
        for each in tables:
            builder.add(each.node)
    control.ground([("base", [])])
    return [each.symbol for each in control.symbolic_atoms if each.symbol.arguments]


def _first_of_each(alike: dict[str, Signature], wanted: Iterable[str]) -> list[str]:
    """List one term, the plainest, of all that are alike."""
    first: dict[Signature, str] = {}
    for term in sorted(alike, key=lambda each: (each != "open", len(each), each)):
        if kinds()[term] in wanted:
            first.setdefault(alike[term], term)
    return sorted(first.values())


@lru_cache(maxsize=64)
def _statuses(lawbook: Lawbook, terrains: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Ask the law in which terrain units may be in a status: in a row of hexes that lie apart."""
    names = {f"A{2 * number + 1}": term for number, term in enumerate(terrains)}
    facts = "".join(
        f'hex("{name}"). elevation("{name}",{int(term == "emrr")}). terrain("{name}",{term}). '
        f"{_bed(name, term)}"
        for name, term in names.items()
    )
    board = parse_board(facts, "terrains.lp")
    posts = [(name, status) for name in names for status in STATUSES]
    with enacted(lawbook):
        refused = {(each.name, each.status) for each in Statuses(board).ruled(posts, ())}
    return tuple((names[n], status) for n, status in posts if (n, status) not in refused)


def _bed(name: str, term: str) -> str:
    if kinds()[term] == "bridge":
        return f'bed("{name}",-2). location("{name}",under,-2). '
    return f'bed("{name}",0). ' if kinds()[term] == "depression" else ""


def _lines(most_hexes: int, most_lines: int, **more: int) -> MappingProxyType[str, int]:
    plain = {"most_hexes": most_hexes, "most_lines": most_lines, "most_sides": 2}
    plain |= {"most_counters": 1, "most_slopes": 1, "highest_ground": 4, "highest_storey": 2}
    return MappingProxyType({**plain, **more})


SIGHT = Family(
    name="sight",
    profile="los",
    programs=("sight.lp", "sight_checks.lp"),
    wanted=("verdict", "total", *DECISIVE, "passes", "otherwise", "swept_away", "house_wall"),
    decisive=DECISIVE,
    examined=("sight/", "amendments/"),
    scoped=_scope,
    read=position_of,
    checks=("conflicts", "gaps", "dead", "shadowed"),
    differences="sight_differences.lp",
    scope=_lines(5, 1),
)
"""A line of sight straight down two to five hexes."""

SIGHT_TURNED = replace(
    SIGHT,
    name="sight_turned",
    programs=("sight.lp", "sight_checks.lp", "sight_properties.lp"),
    checks=("properties",),
    differences="",
    examined=("amendments/",),
    scope=_lines(3, 2),
)
"""A line held against itself looked along from its other end."""

SIGHT_CHANGED = replace(
    SIGHT_TURNED,
    name="sight_changed",
    scope=_lines(3, 3, most_sides=1, most_slopes=0, highest_ground=2, highest_storey=1),
)
"""And against itself after one change."""
