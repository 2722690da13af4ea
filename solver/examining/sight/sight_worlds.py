"""Worlds of lines of sight: one line straight down a column of hexes, and the same line changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.facts.boards.terrain_terms import kinds, known_inherent_terms
from hexcourt.solver.examining.alike_terrains import alike_terrains, storeys
from hexcourt.solver.examining.sight.sight_positions import position_of
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


def _scope(family: Family, lawbook: Lawbook, rules: Sequence[Statute]) -> Scope:
    kind = kinds()
    with enacted(lawbook):
        bare = bare_terrain()
    printed = alike_terrains(rules, _PRINTED, family.storeys)
    over = [each for each in alike_terrains(rules, _STANDS, 9) if each not in printed]
    over += [each for each in printed if kind[each] == "depression"][:1]
    facts = [
        *(f"scope_terrain({each})." for each in printed),
        *(f"scope_over({each})." for each in over),
        *(f"scope_kind({each},{kind[each]})." for each in {*printed, *over}),
        *(f"scope_bare({each})." for each in printed if each in bare),
        *(f"scope_inherent({each})." for each in printed if each in known_inherent_terms()),
        *(f"scope_place({each},{storeys(each)})." for each in printed if storeys(each)),
        *(f"scope_status({each},{status})." for each, status in _statuses(lawbook, tuple(printed))),
    ]
    return Scope(tuple(sorted(facts)), tuple(printed), tuple(over))


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
