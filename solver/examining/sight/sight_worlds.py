"""Worlds of lines of sight: one line straight down a column of hexes, and the same line changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.facts.boards.terrain_terms import kinds, known_inherent_terms
from hexcourt.solver.examining.alike_terrains import alike_terrains, storeys
from hexcourt.solver.examining.sight.shapes import (
    centre_shapes,
    shape_facts,
    vertex_shapes,
    within_one_hex,
)
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
    over.append("building_side")
    facts = [
        *(f"scope_terrain({each})." for each in printed),
        *(f"scope_over({each})." for each in over),
        *(f"scope_kind({each},{kind[each]})." for each in {*printed, *over}),
        *(f"scope_bare({each})." for each in printed if each in bare),
        *(f"scope_inherent({each})." for each in printed if each in known_inherent_terms()),
        *(f"scope_place({each},{storeys(each)})." for each in printed if storeys(each)),
        *(f"scope_status({each},{status})." for each, status in _statuses(lawbook, tuple(printed))),
        *_shapes(family),
    ]
    return Scope(tuple(sorted(facts)), tuple(printed), tuple(over))


def _shapes(family: Family) -> Iterator[str]:
    """Tell the shapes of lines: between centre dots, from vertices, and within one hex."""
    scope, lines = family.scope, family.scope["most_lines"]
    farthest = scope["most_hexes"] - 1
    shapes = centre_shapes(
        min(farthest, scope["farthest_down"]), min(farthest, scope["farthest_at_angles"])
    )
    shapes += vertex_shapes(min(farthest, scope["farthest_in_bypass"]), len(shapes) + 1)
    for each in shapes:
        yield from shape_facts(each, lines)
    if scope["within_hex"]:
        yield from within_one_hex(len(shapes) + 1, lines)


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
    """Bound worlds: lines straight down a column if nothing else is said."""
    plain = {"most_hexes": most_hexes, "most_lines": most_lines, "most_sides": 2}
    plain |= {"farthest_down": most_hexes - 1, "farthest_at_angles": 0, "farthest_in_bypass": 0}
    plain |= {"within_hex": 0}
    plain |= {"most_counters": 1, "most_slopes": 1, "highest_ground": 4, "highest_storey": 2}
    return MappingProxyType({**plain, **more})


_AT_ANGLES = {"farthest_down": 0, "farthest_at_angles": 3}
_IN_BYPASS = {"farthest_down": 0, "farthest_in_bypass": 1, "within_hex": 1}

SIGHT_AT_ANGLES = Family(
    name="sight_at_angles",
    profile="los",
    programs=("sight.lp", "sight_checks.lp"),
    wanted=("verdict", "total", *DECISIVE, "passes", "otherwise", "swept_away", "house_wall"),
    decisive=DECISIVE,
    examined=("sight/",),
    scoped=_scope,
    read=position_of,
    checks=("conflicts", "gaps"),
    differences="sight_differences.lp",
    scope=_lines(4, 1, **_AT_ANGLES),
)
"""A line along a hexspine, or at another angle than straight down a column."""

SIGHT_IN_BYPASS = replace(SIGHT_AT_ANGLES, name="sight_in_bypass", scope=_lines(2, 1, **_IN_BYPASS))
"""A line from a vertex to the centre dot of a hex next to it, or within one hex."""

SIGHT = replace(
    SIGHT_AT_ANGLES,
    name="sight",
    checks=("conflicts", "gaps", "dead", "shadowed"),
    scope=_lines(5, 1),
    further=(SIGHT_AT_ANGLES, SIGHT_IN_BYPASS),
)
"""A line of sight straight down two to five hexes."""

SIGHT_TURNED = replace(
    SIGHT,
    name="sight_turned",
    programs=("sight.lp", "sight_checks.lp", "sight_properties.lp"),
    checks=("properties",),
    differences="",
    examined=(),
    further=(),
    compares=True,
    scope=_lines(3, 2),
)
"""A line held against itself looked along from its other end."""

_LOW = {"most_sides": 1, "most_slopes": 0, "highest_ground": 2, "highest_storey": 1}

SIGHT_CHANGED = replace(SIGHT_TURNED, name="sight_changed", scope=_lines(3, 3, **_LOW))
"""And against itself after one change."""

SPINE_TURNED = replace(SIGHT_TURNED, name="spine_turned", scope=_lines(3, 2, **_LOW, **_AT_ANGLES))
"""The same along a hexspine."""

BYPASS_CHANGED = replace(
    SIGHT_TURNED,
    name="bypass_changed",
    scope=_lines(2, 3, **_LOW, **{**_IN_BYPASS, "within_hex": 0}),
)
"""The same from a vertex, after one change too."""

ONE_HEX_CHANGED = replace(
    SIGHT_TURNED,
    name="one_hex_changed",
    scope=_lines(2, 3, **{**_LOW, "highest_ground": 0}, farthest_down=0, within_hex=1),
)
"""And within one hex."""
