"""Worlds of attacks: what an attack comes to on up to two hexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from hexcourt.facts.boards.terrain_terms import known_inherent_terms
from hexcourt.solver.examining.attacks.positions_of_attacks import DECISIVE, position_of
from hexcourt.solver.examining.deed_worlds import told_terrains, told_words
from hexcourt.solver.examining.sight.sight_worlds import ONE_HEX_CHANGED, SIGHT, SIGHT_CHANGED
from hexcourt.solver.examining.worlds import Family, Scope
from hexcourt.solver.moving.moves import unit_named
from hexcourt.solver.statutes.lawbook import Lawbook
from hexcourt.solver.statutes.statute import Statute

_ROLES = {"attack": "scope_attacks", "target": "scope_targets", "given": "scope_gives"}


def _scope(family: Family, lawbook: Lawbook, rules: Sequence[Statute]) -> Scope:
    terrains, over = told_terrains(family, rules)
    mover = unit_named("squad")  # the door of attacks tells no other
    facts = (
        *(f"scope_terrain({each})." for each in terrains),
        *(f"scope_over({each})." for each in over),
        *(f"scope_inherent({each})." for each in sorted(known_inherent_terms())),
        f"unit({mover.name}). allowance({mover.allowance}).",
        *told_words(lawbook, family, _ROLES),
    )
    return Scope(facts, terrains, over)


ATTACKS = Family(
    name="attacks",
    profile="cases",
    programs=("printed.lp", "given.lp", "attacks.lp", "attack_checks.lp", "attack_properties.lp"),
    wanted=(*DECISIVE, "refused", "level_at", "smoked", "target_dug_in"),
    decisive=DECISIVE,
    handed_on=frozenset(DECISIVE),
    examined=("deeds/",),
    scoped=_scope,
    read=position_of,
    checks=("conflicts", "gaps", "properties"),
    differences="attack_differences.lp",
    cut=frozenset(("price", "dearest", "bypass_cost")),
    left_out=frozenset(("small_arms", "ordnance", "snap_shot", "interdiction", "fire_lane")),
    scope=MappingProxyType(
        {"most_hexes": 2, "most_over": 1, "most_features": 1, "most_pieces": 1}
        | {"most_given": 2, "highest_level": 2}
    ),
)
"""Attacks that need no line of fire, on one target."""


def _scope_of_shots(family: Family, lawbook: Lawbook, rules: Sequence[Statute]) -> Scope:
    along = SIGHT.scoped(family, lawbook, rules)
    mover = unit_named("squad")
    unit = f"unit({mover.name}). allowance({mover.allowance})."
    return replace(along, facts=(*along.facts, unit))


SHOTS = replace(
    ATTACKS,
    name="shots",
    profile="shots",
    programs=("sight.lp", "shots.lp", "attack_checks.lp", "attack_properties.lp"),
    wanted=(*ATTACKS.wanted, *SIGHT.wanted),
    scoped=_scope_of_shots,
    left_out=frozenset(),
    scope=MappingProxyType({**SIGHT_CHANGED.scope, "most_lines": 1, "most_given": 2}),
    storeys=1,
)
"""Fire along a straight line of two or three hexes, judged with the law of sight."""

CLOSE_SHOTS = replace(
    SHOTS,
    name="close_shots",
    scope=MappingProxyType(
        {**ONE_HEX_CHANGED.scope, "most_lines": 1, "most_given": 2, "farthest_in_bypass": 1}
    ),
)
"""Fire within one hex, and from or at a vertex, in Bypass."""
