"""Worlds of moves: every move of a unit between two hexes, some terrains at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from hexcourt.facts.boards.terrain_terms import known_inherent_terms
from hexcourt.facts.moving.clearance import has_clearance, is_measured
from hexcourt.solver.examining.alike_terrains import alike_terrains
from hexcourt.solver.examining.moves.positions_of_moves import DECISIVE, position_of
from hexcourt.solver.examining.worlds import Family, Scope
from hexcourt.solver.moving.moves import INFANTRY, VEHICLE, unit_named
from hexcourt.solver.statutes.lawbook import Lawbook, enacted
from hexcourt.solver.statutes.statute import Statute

UNITS = {INFANTRY: ("squad",), VEHICLE: ("truck", "tank")}
"""The units that move."""

_PRINTED = (
    *("open", "other", "building", "factory", "bridge", "water", "depression", "embankment"),
    "road",
)
_OVER = ("hexside", "edge")


def _scope(family: Family, lawbook: Lawbook, rules: Sequence[Statute]) -> Scope:
    printed, over = (alike_terrains(rules, each, family.storeys) for each in (_PRINTED, _OVER))
    with enacted(lawbook):
        units = [unit_named(each) for each in UNITS[family.profile]]
    drawn = [each for each in printed if is_measured(each) and each not in known_inherent_terms()]
    facts = (
        *(f"scope_measured({each})." for each in drawn),
        *(f"scope_road({each})." for each in drawn if not has_clearance(each)),
        *(f"scope_terrain({each})." for each in printed),
        *(f"scope_over({each})." for each in over),
        *(f"scope_inherent({each})." for each in sorted(known_inherent_terms())),
        *(f"scope_unit({each.name},{each.allowance})." for each in units),
    )
    return Scope(facts, tuple(printed), tuple(over))


MOVES_ON_FOOT = Family(
    name="moves_on_foot",
    profile=INFANTRY,
    programs=("printed.lp", "moves.lp", "move_checks.lp"),
    wanted=(*DECISIVE, "move", "refused", "soil", "walled", "house_wall"),
    decisive=DECISIVE,
    examined=("moving/", "amendments/"),
    scoped=_scope,
    read=position_of,
    checks=("conflicts", "gaps"),
    differences="move_differences.lp",
    cut=frozenset(("price", "dearest", "bypass_cost", "base")),
    scope=MappingProxyType({"most_hexes": 2, "most_over": 1, "most_features": 0, "most_pieces": 1}),
    storeys=1,
)
"""Moves of a squad between two hexes."""

MOVES_UPHILL = replace(
    MOVES_ON_FOOT,
    name="moves_uphill",
    cut=MOVES_ON_FOOT.cut - {"base"},
    checks=("conflicts",),
    scope=MappingProxyType({**MOVES_ON_FOOT.scope, "most_pieces": 0}),
    storeys=0,
)
"""The same without pieces, with what going up and down adds."""

MOVES_OF_VEHICLES = replace(
    MOVES_ON_FOOT, name="moves_of_vehicles", profile=VEHICLE, scope=MOVES_ON_FOOT.scope
)
"""Moves of a truck or a tank between two hexes."""
