"""Worlds of what no question asks alone: what lies on the ground, and what scenarios are checked by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from hexcourt.solver.examining.deed_worlds import told_terrains
from hexcourt.solver.examining.moves.worlds_of_moves import MOVES_ON_FOOT, scope_of_moves
from hexcourt.solver.examining.positions.derived_positions import position_of, situation_of
from hexcourt.solver.examining.worlds import Family, Scope
from hexcourt.solver.moving.moves import INFANTRY, unit_named
from hexcourt.solver.statutes.lawbook import Lawbook, enacted
from hexcourt.solver.statutes.statute import Statute

_UNITS = ("squad", "half_squad", "crew", "leader", "hero", "truck", "tank", "halftrack", "wagon")

_LAID = (
    *("stretch/6", "lies/6", "may_lay/2", "bears_on/2", "reach/1", "level_at/3"),
    *("traced_at/3", "may_lie_at/3", "unsure_level/3", "spot/2"),
)


def _names(signatures: Iterable[str]) -> tuple[str, ...]:
    return tuple(each.partition("/")[0] for each in signatures)


GROUND = replace(
    MOVES_ON_FOOT,
    name="ground",
    profile="ground",
    programs=("printed.lp", "moves.lp", "ground.lp"),
    wanted=(*_names(_LAID), "refused", "soil", "walled", "house_wall", "material"),
    decisive=(),
    examined=(),
    scoped=partial(scope_of_moves, mover=INFANTRY),
    read=partial(position_of, profile="ground", names=frozenset(_LAID), further=frozenset()),
    checks=(),
    differences="ground_differences.lp",
    cut=frozenset(("price", "dearest", "base", "bypass_cost")),
    scope=MappingProxyType({**MOVES_ON_FOOT.scope, "most_hexes": 3, "most_given": 0}),
    storeys=1,
)
"""What lies on up to three hexes, and how high."""

_CHECKED = (
    *("worth/4", "worth_unknown/3", "as_unit/2", "fills/4", "roomless/2", "room/5", "of_class/2"),
    *("gains/3", "advances/2", "at_best/1", "not_counted/2", "holds/1", "too_close/2"),
    *("close_hindrance/2", "refused/2", "doubtful/2", "allowed/2", "verdict/2", "open_ended/2"),
    *("allotment/2", "unit_kind/3", "most_in_place/3", "not_shared/3"),
)
_OF_LINES = ("sees/2", "sees/3", "sees/4", "hindrance/3", "blocked/3")
_TOLD_OF_SCENARIOS = (
    *("setup_kind", "times", "side", "stands_for", "control_least", "counts", "control_more"),
    *("counts_against", "present_least", "sole", "empty_of", "outnumber", "ahead"),
    *("all_of", "any_of"),
)


def _scope_of_scenarios(family: Family, lawbook: Lawbook, rules: Sequence[Statute]) -> Scope:
    del family, rules
    with enacted(lawbook):
        units = [unit_named(each) for each in _UNITS]
    terrains = ("open", "building(stone,1)")
    facts = (
        *(f"scope_terrain({each})." for each in terrains),
        *(f"scope_unit({each.name},{each.allowance})." for each in units),
    )
    return Scope(facts, terrains, ())


DESIGN = replace(
    GROUND,
    name="design",
    profile="design",
    programs=("printed.lp", "design.lp"),
    wanted=(*_names((*_CHECKED, *_OF_LINES)), "walled", "house_wall", "depression_terrain"),
    scoped=_scope_of_scenarios,
    read=partial(
        position_of,
        profile="design",
        names=frozenset(_CHECKED),
        further=frozenset(_TOLD_OF_SCENARIOS),
        answers=frozenset(_OF_LINES),
    ),
    differences="design_differences.lp",
    scope=MappingProxyType({"most_hexes": 1, "most_over": 0, "most_features": 1, "most_told": 4}),
)
"""Room for units, points for those who leave, what is registered, outcomes, a turn at the best."""

_CONCLUDED = ("comes/4", "turn_of/3", "cost_of/3", "value/4", "settled/3")
_ANSWERS = ("path/3", "bypass_path/3", "reach/2", "reach/3", "arrives/2", "arrives/3")
_ASKED_OF_WAYS = ("asks", "begins_at", "ends_at_state", "turns")
_PASSED = (
    ("open", "woods", "brush", "building(stone,0)"),
    ("road(paved)", "wall", "narrow_street(paved)"),
    ("woods",),
)

_LITTLE = 2
"""What units have to spend, in halves: so that two hexes, with the road bonus, are all they have."""

WAYS = replace(
    GROUND,
    name="ways",
    profile="judged_ways_infantry",
    programs=("printed.lp", "drawn.lp", "moves.lp", "ways.lp"),
    wanted=(*_names((*_CONCLUDED, *_ANSWERS)), "refused", "soil", "walled", "house_wall", "spot"),
    scoped=partial(scope_of_moves, chosen=_PASSED, mover=INFANTRY, allowance=_LITTLE),
    read=partial(
        position_of,
        profile="judged_ways_infantry",
        names=frozenset(_CONCLUDED),
        further=frozenset(_ASKED_OF_WAYS),
        answers=frozenset(_ANSWERS),
    ),
    differences="way_differences.lp",
    cut=frozenset(),
    scope=MappingProxyType(
        {"most_hexes": 3, "most_over": 1, "most_features": 0, "most_pieces": 1}
        | {"most_drawn": 1, "most_given": 0}
    ),
)
"""Ways of a squad that has 1 MF, between two of three hexes, with all sums."""

_JUDGED = (
    *("verdict/2", "blocked/2", "unknown/2", "unsettled/2", "hinders/3", "total/2", "shelters/4"),
    *("perhaps_shelters/4", "hull_down/3", "advantage/3", "passes/2", "otherwise/2"),
)
_PARTS = ("roadblock_across_street", "roadblock_extension")
_NOT_PRINTED = (
    *(*_PARTS, "roadblock_on_crest", *(f"end_of({each})" for each in _PARTS)),
    *(f"screening({each})" for each in (*_PARTS, f"end_of({_PARTS[0]})")),
    *("sunken(rubble(stone))", "sunken(debris)", "on_railway(debris)", "on_railway(rubble(stone))"),
    *("on_bridge(debris)", "on_bridge(afv)"),
    *("afv", "wreck", "debris", "rubble(stone)", "rubble(wood)"),
)
"""What a line touches that is in no hex printed."""


def _scope_of_situations(family: Family, lawbook: Lawbook, rules: Sequence[Statute]) -> Scope:
    del lawbook
    printed, over = told_terrains(family, rules)
    touched = dict.fromkeys((*printed, *over, *_NOT_PRINTED))
    return Scope(tuple(f"scope_touched({each})." for each in touched), printed, over)


SITUATIONS = replace(
    GROUND,
    name="situations",
    profile="los",
    programs=("situations.lp",),
    wanted=_names(_JUDGED),
    scoped=_scope_of_situations,
    read=partial(situation_of, profile="los", names=frozenset(_JUDGED)),
    differences="sight_differences.lp",
    scope=MappingProxyType({"most_hexes": 5}),
)
"""Lines of sight as they are told to the law, with what no board of the other worlds holds."""
