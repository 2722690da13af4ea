"""Terms of what sentences of victory and special rules come to, to compare with those found by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hexcourt.facts.areas.area import (
    Area,
    Buildings,
    EdgePart,
    Hexes,
    NamedArea,
    all_of,
)
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.records import kind_of
from hexcourt.facts.cards.sentences.read_units import Places, Units
from hexcourt.facts.cards.sentences.special_rules import (
    AreaIs,
    Begins,
    BuildingLevels,
    ChangeLevel,
    ChangeTerrain,
    Conditions,
    DelayedEntry,
    FortifiedHexes,
    Has,
    HiddenSetup,
    Is,
    MayNotEnter,
    MostSetUpInHex,
    MovesFirst,
    NoEffectOnSight,
    NotThere,
    Partly,
    Season,
    Separation,
    SetsUpFirst,
    SetUpIn,
    SpecialRule,
    Weather,
    Wind,
    terms_of_terrain,
)
from hexcourt.facts.cards.sentences.victory import (
    ANY_SIDE,
    AT_ONCE,
    AllOf,
    AnyOf,
    Control,
    ControlMore,
    Eliminate,
    Exit,
    Goal,
    NoUnits,
    Outnumber,
    Points,
    Presence,
    SoleUnits,
    Victory,
    Win,
)


def facts_of(value: Victory | SpecialRule) -> tuple[str, ...]:
    """Write a value as terms of one kind each, to compare and to ask for by name."""
    if isinstance(value, Victory):
        return tuple(_facts_of_victory(value))
    return tuple(_facts_of_rule(value))


def label(area: Area | None) -> str:
    """Give an area a short name: that of a building's hex, or its own."""
    if area is None:
        return "all"
    if isinstance(area, NamedArea):
        return _term(area.name)
    if isinstance(area, Hexes | Buildings) and len(area.hexes) == 1:
        return str(area.hexes[0]).lower()
    return _term(str(area))


def _term(words: str) -> str:
    return "_".join("".join(each if each.isalnum() else " " for each in words.lower()).split())


def _facts_of_victory(victory: Victory) -> Iterable[str]:
    for win in victory.wins:
        yield from _facts_of_win(win)
    if victory.otherwise:
        yield f"otherwise({_term(victory.otherwise)})"
    if victory.control_by:
        yield f"control_unit({victory.control_by.removesuffix('es').removesuffix('s')})"
    for each in victory.exit_values:
        yield f"exit_vp({_of_value(each.units)},{each.points})"


def _of_value(units: Units) -> str:
    kind = "_or_".join(map(_term, units.kinds))
    if units.rest:
        return f"{kind}(0)"
    return f"{kind}({units.name})" if units.name else kind


def _facts_of_win(win: Win) -> Iterable[str]:
    winner = {ANY_SIDE: "any", "": "any"}.get(win.winner, _term(win.winner))
    when = "at_once" if win.when == AT_ONCE else "end"
    for goal in win.goal.parts if isinstance(win.goal, AllOf | AnyOf) else (win.goal,):
        yield f"vc({winner},{when},{','.join(_of_goal(goal))})"
        if isinstance(goal, Exit) and goal.where is not None:
            plain = isinstance(goal.where, EdgePart)
            sides = [each for part in all_of(goal.where) for each in getattr(part, "sides", ())]
            if plain and sides:
                yield f"exit_edge({'_'.join(sides)})"


def _of_goal(goal: Goal) -> tuple[str, ...]:
    if isinstance(goal, Control):
        return f"control_{_of_places(goal.places)}", _names(goal.places), _least(goal.least)
    if isinstance(goal, ControlMore):
        return "control_more", _names(goal.places), _names(goal.than), str(goal.least)
    if isinstance(goal, Exit):
        if goal.units is None:
            return "exit_vp", _least(goal.least)
        return "exit_count", _of_units(goal.units), _least(goal.least)
    if isinstance(goal, Presence):
        return "presence", _states(goal.units), _names(goal.places), _least(goal.least)
    if isinstance(goal, SoleUnits):
        return f"sole_{_states(goal.units)}", label(goal.area)
    if isinstance(goal, NoUnits):
        return "no_units", _of_units(goal.units), label(goal.area)
    if isinstance(goal, Outnumber):
        return "times_as_many", _of_units(goal.units), str(goal.times)
    if isinstance(goal, Points):
        return "points", goal.points.lower(), str(goal.least)
    if isinstance(goal, Eliminate):
        return "eliminate", _of_units(goal.units), _least(goal.least)
    return (type(goal).__name__.lower(), str(goal))


def _of_places(places: Places) -> str:
    return str(places.counted)


def _names(places: Places) -> str:
    return "_".join(map(label, places.parts))


def _least(least: int | None) -> str:
    return "all" if least is None else str(least)


def _states(units: Units) -> str:
    return _term(" ".join(units.states)) or "any"


def _of_units(units: Units) -> str:
    return _term(" ".join([*units.states, " or ".join(units.kinds)]))


_TERRAIN = {"plowed": "plowed_field"}


def _terrain(word: str) -> str:
    return _TERRAIN.get(word, _term(word))


def _facts_of_rule(rule: SpecialRule) -> Iterable[str]:
    told = _FACTS.get(type(rule))
    if isinstance(rule, Partly) and rule.rule is not None:
        yield from _facts_of_rule(rule.rule)
    elif told is not None:
        yield told(rule)


def _of_side(units: Units) -> str:
    return f"{_term(units.side) or 'any'},{_named_kind(units)}"


def _named_kind(units: Units) -> str:
    return f'"{units.name}"' if units.name else "_or_".join(map(_term, units.kinds))


_FACTS: Mapping[type, Callable[[Any], str]] = {
    ChangeTerrain: lambda rule: (
        f"{_what_changes(rule)}({_terrain(rule.source)}{'_only' * rule.alone},{_terrain(rule.target)})"
    ),
    ChangeLevel: lambda rule: f"level_change({rule.level},{rule.to})",
    SetsUpFirst: lambda rule: f"sets_up_first({_term(rule.side)})",
    Season: lambda rule: f"season({_terrain(rule.terrain)},{'in' if rule.in_season else 'out'})",
    AreaIs: lambda rule: (
        f"building_type({label(rule.area)},{_terrain(rule.terrain)})"
        if isinstance(rule.area, Buildings)
        else f"set_terrain({label(rule.area).upper()},{_terrain(rule.terrain)})"
    ),
    BuildingLevels: lambda rule: f"building_levels({label(rule.area)},{rule.upper})",
    NoEffectOnSight: lambda rule: f"no_los_effect({_terrain(rule.terrain)})",
    NotThere: lambda rule: f"not_available({_term(rule.what)})",
    Conditions: lambda rule: f"ec({_term(rule.ec)})",
    Wind: lambda rule: f"wind({rule.force})",
    Weather: lambda rule: f"weather({rule.kind})",
    MayNotEnter: lambda rule: _of_entering(rule),
    DelayedEntry: lambda rule: f"delayed_entry({_of_side(rule.units)},{_least(rule.turns)})",
    MovesFirst: lambda rule: f"moves_first({_term(rule.side) or 'undetermined'})",
    HiddenSetup: lambda rule: f"{'' if rule.may else 'no_'}hip({_of_side(rule.units)})",
    Separation: lambda rule: f"apart({_of_side(rule.units)},{rule.hexes})",
    SetUpIn: lambda rule: (
        f"{'' if rule.must else 'not_'}set_up_in({_of_side(rule.units)},{label(rule.area)})"
    ),
    MostSetUpInHex: lambda rule: f"per_hex({_of_side(rule.units)},{rule.most})",
    FortifiedHexes: lambda rule: (
        f"fortified({_term(rule.side)},{rule.number},"
        f"{'setup_area' if rule.area is None else label(rule.area)})"
    ),
    Begins: lambda rule: f"initial({_of_side(rule.units)},{_term(rule.state)})",
    Has: lambda rule: (
        f"{'' if rule.has else 'no_'}capability({_of_side(rule.units)},{_term(rule.capability)})"
    ),
    Is: lambda rule: (
        f"status_in({_term(rule.units.side) or 'any'},{_term(rule.status)},{label(rule.area)})"
    ),
}


def _what_changes(rule: ChangeTerrain) -> str:
    try:
        sides = all(kind_of(each) == "hexside" for each in terms_of_terrain(rule.source))
    except BadInput:
        sides = False
    return "hexside_change" if sides else "terrain_change"


def _of_entering(rule: MayNotEnter) -> str:
    turn = "" if rule.before is None else f",{rule.before}"
    if rule.terrain:
        who = "" if rule.units == Units() else f"{_of_units(rule.units)},"
        return f"impassable({who}{_terrain(rule.terrain)}{turn})"
    return f"forbidden({_of_side(rule.units)},{label(rule.area)}{turn})"
