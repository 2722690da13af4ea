"""Worlds of moves: every move of a unit between two hexes, some terrains at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from hexcourt.facts.boards.terrain_terms import known_inherent_terms
from hexcourt.facts.moving.clearance import has_clearance, is_measured
from hexcourt.solver.examining.alike_terrains import alike_terrains
from hexcourt.solver.examining.moves.positions_of_entry import position_of as entry_position_of
from hexcourt.solver.examining.moves.positions_of_moves import (
    DECISIVE,
    OF_MOVES,
    OF_UNITS,
    position_of,
)
from hexcourt.solver.examining.moves.shapes import shape_facts
from hexcourt.solver.examining.worlds import Family, Scope
from hexcourt.solver.moving.moves import INFANTRY, VEHICLE, unit_named
from hexcourt.solver.statutes.lawbook import Lawbook, enacted
from hexcourt.solver.statutes.statute import Statute

UNITS = {INFANTRY: ("squad",), VEHICLE: ("truck", "tank", "motorcycle", "halftrack")}
"""The units that move."""

GIVEN = {
    INFANTRY: (
        *(f'took_cover("A2",{each})' for each in ("shellholes", "woods", "orchard")),
        'is_blocked("A1")',
    ),
    VEHICLE: (
        *("turreted(tank)", "turret_at(tank,0)", "turret_at(tank,1)", "main_armament(tank,75,l)"),
        *("towing(gun)", 'is_blocked("A1")'),
    ),
}
"""What may be given of them."""

_PRINTED = (
    *("open", "other", "building", "factory", "bridge", "water", "depression", "embankment"),
    "road",
)
_OVER = ("hexside", "edge")

_Chosen = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Terrain in hexes, on hexsides, and drawn so that it does not fill its hex."""


def _mover(family: Family) -> str:
    """Name the law of moves that a family asks, alone or with more."""
    return next(each for each in UNITS if each.partition("_")[2] in family.profile)


def _every_terrain(family: Family, rules: Sequence[Statute]) -> _Chosen:
    printed, over = (alike_terrains(rules, each, family.storeys) for each in (_PRINTED, _OVER))
    return tuple(printed), tuple(over), ()


def scope_of_moves(
    family: Family,
    lawbook: Lawbook,
    rules: Sequence[Statute],
    chosen: _Chosen | None = None,
    mover: str | None = None,
    allowance: int | None = None,
) -> Scope:
    """Take terrain, units and what may be given of them from the law, some of it if it is ``chosen``;
    an ``allowance`` in place of what units have is theirs.
    """
    printed, over, drawn = chosen or _every_terrain(family, rules)
    mover = mover or _mover(family)
    with enacted(lawbook):
        units = [unit_named(each, allowance) for each in UNITS[mover]]
    shown = [each for each in printed if is_measured(each) and each not in known_inherent_terms()]
    facts = (
        *(f"scope_measured({each})." for each in shown),
        *(f"scope_road({each})." for each in shown if not has_clearance(each)),
        *(f"scope_terrain({each})." for each in printed),
        *(f"scope_over({each})." for each in over),
        *(f"scope_inherent({each})." for each in sorted(known_inherent_terms())),
        *(f"scope_unit({each.name},{each.allowance})." for each in units),
        *(f"scope_given({each})." for each in GIVEN[mover]),
        *(f"scope_drawn({each})." for each in drawn),
        *(shape_facts() if drawn else ()),
    )
    return Scope(facts, printed, over)


_WANTED = (
    *(
        *OF_MOVES,
        *OF_UNITS,
        "move",
        "refused",
        "soil",
        "walled",
        "house_wall",
        "spot",
        "leads",
        "possible",
    ),
    *("cot", "bypass_cost", "along", "enters", "has_cost"),
)
"""What is looked at in worlds of moves."""


MOVES_ON_FOOT = Family(
    name="moves_on_foot",
    profile=INFANTRY,
    programs=("printed.lp", "drawn.lp", "moves.lp", "move_checks.lp", "move_properties.lp"),
    wanted=_WANTED,
    decisive=DECISIVE,
    examined=("moving/",),
    scoped=scope_of_moves,
    read=position_of,
    checks=("conflicts", "gaps", "properties"),
    differences="move_differences.lp",
    cut=frozenset(("price", "dearest", "base")),
    scope=MappingProxyType(
        {"most_hexes": 2, "most_over": 1, "most_features": 1, "most_pieces": 2}
        | {"most_drawn": 0, "most_given": 1}
    ),
    storeys=1,
)
"""Moves of a squad between two hexes."""

MOVES_UPHILL = replace(
    MOVES_ON_FOOT,
    name="moves_uphill",
    cut=frozenset(("price", "dearest", "bypass_cost")),
    checks=("conflicts",),
    scope=MappingProxyType({**MOVES_ON_FOOT.scope, "most_pieces": 0}),
    storeys=0,
)
"""The same without pieces, with what going up and down adds."""

MOVES_OF_VEHICLES = replace(
    MOVES_ON_FOOT,
    name="moves_of_vehicles",
    profile=VEHICLE,
    cut=MOVES_ON_FOOT.cut | {"bypass_cost"},
)
"""Moves of a truck or a tank between two hexes."""

_BESIDE = (
    ("open", "woods", "building(stone,0)", "rail_cars", "brush", "marsh", "gully"),
    (
        *("narrow_street(paved)", "road(paved)", "rail(glrr)", "wall", "cliff", "overlay_edge"),
        *("gully", "building_side"),
    ),
    ("woods", "building(stone,0)", "rail_cars"),
)
"""What those who pass along hexsides meet."""

BYPASS_ON_FOOT = replace(
    MOVES_ON_FOOT,
    name="bypass_on_foot",
    programs=("printed.lp", "drawn.lp", "moves.lp", "move_checks.lp"),
    checks=("conflicts", "gaps"),
    scoped=partial(scope_of_moves, chosen=_BESIDE),
    cut=frozenset(("price", "dearest")),
    scope=MappingProxyType(
        {"most_hexes": 3, "most_over": 2, "most_features": 0, "most_pieces": 1}
        | {"most_drawn": 2, "most_given": 0}
    ),
)
"""Infantry Bypass through three hexes that meet at a vertex."""

BYPASS_OF_VEHICLES = replace(BYPASS_ON_FOOT, name="bypass_of_vehicles", profile=VEHICLE)
"""VBM through them."""

PAST_OBSTACLES_ON_FOOT = replace(
    BYPASS_ON_FOOT,
    name="past_obstacles_on_foot",
    programs=MOVES_ON_FOOT.programs,
    checks=("properties",),
    scope=MappingProxyType(
        {**BYPASS_ON_FOOT.scope, "most_hexes": 2, "most_over": 1, "most_drawn": 1}
    ),
)
"""Bypass between two hexes, of which more is asked."""

PAST_OBSTACLES_OF_VEHICLES = replace(
    PAST_OBSTACLES_ON_FOOT, name="past_obstacles_of_vehicles", profile=VEHICLE
)
"""VBM between them."""

ENTRY_ON_FOOT = replace(
    MOVES_ON_FOOT,
    name="entry_on_foot",
    profile="entering_infantry",
    programs=("printed.lp", "moves.lp", "entry.lp", "move_checks.lp", "entry_properties.lp"),
    wanted=(*_WANTED, "comes_on", "perhaps_on", "verdict", "enters_map", "obstructed", "undecided"),
    read=entry_position_of,
    checks=("properties",),
    differences="entry_differences.lp",
    cut=frozenset(("price", "dearest", "base", "bypass_cost")),
)
"""A squad comes onto the map: `hexcourt entry`, what scenarios ask, and the moves themselves."""

ENTRY_OF_VEHICLES = replace(ENTRY_ON_FOOT, name="entry_of_vehicles", profile="entering_vehicle")
"""Vehicles do."""
