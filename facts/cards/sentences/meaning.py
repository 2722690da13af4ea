"""What sentences of victory and special rules come to: changes of a map, given facts, hexes, and
terms to compare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from hexcourt.facts.areas.area import (
    Area,
    Buildings,
    EdgePart,
    Hexes,
    Named,
    OfTerrain,
    all_of,
    either,
)
from hexcourt.facts.areas.map_names import Names
from hexcourt.facts.areas.meaning import Ground
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board, hex_order
from hexcourt.facts.boards.terrain import kind_of
from hexcourt.facts.cards.sentences.read_units import Places, Units
from hexcourt.facts.cards.sentences.special_rules import (
    Apart,
    AreaIs,
    Begins,
    BuildingLevels,
    ChangeLevel,
    ChangeTerrain,
    Conditions,
    DelayedEntry,
    Fortified,
    Has,
    HiddenSetup,
    Is,
    MayNotEnter,
    MostInHex,
    MovesFirst,
    NoEffectOnSight,
    NotThere,
    Partly,
    Season,
    SetsUpFirst,
    SetUpIn,
    SpecialRule,
    Weather,
    Wind,
    terms_meant,
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

_LONGEST_LIST = 400
"""How long a list of hexes is, in characters, before the sentence of the area stands for it."""

_NO = {"road": "no roads", "bridge": "no bridges", "river": "no rivers"}
_GIVEN_WEATHER = ("rain", "ground_snow")
_BUILT = ("building", "factory")


# --- changes of a map ----------------------------------------------------------------------------------


def changes_of(rule: SpecialRule, ground: Ground) -> tuple[str, ...]:
    """Write a rule as changes of the map that ``ground`` has, in the words of
    ``facts/maps/changes``.

    Nothing comes of a rule that is no change, nor where the map has nothing of what is told. Raises
    BadInput for a change that a map cannot be told: terrain that no map has, areas it does not
    have.
    """
    if isinstance(rule, ChangeTerrain):
        return _changed(rule, ground)
    if isinstance(rule, ChangeLevel):
        there = any(each.level == 2 * rule.level for each in ground.board.hexes)
        return (f"level {rule.level} -> level {rule.to}",) if there else ()
    if isinstance(rule, Season):
        return _season(rule, ground)
    if isinstance(rule, AreaIs):
        return _made(rule, ground)
    if isinstance(rule, BuildingLevels):
        return _lowered(rule, ground)
    if isinstance(rule, NotThere) and rule.units is None:
        return _taken_away(rule, ground)
    return ()


def given_of(rule: SpecialRule) -> tuple[str, ...]:
    """Write a rule as what is given beside the board, as ``--given`` takes it."""
    if isinstance(rule, Weather) and rule.kind in _GIVEN_WEATHER:
        return (f"weather({rule.kind})",)
    return ()


def hexes_of(value: SpecialRule | Goal, ground: Ground) -> tuple[str, ...] | None:
    """List the hexes that a rule or a goal speaks of; nothing where it speaks of none."""
    found = _hexes(value, ground)
    return None if found is None else tuple(sorted(found, key=hex_order))


def _hexes(value: SpecialRule | Goal, ground: Ground) -> Names | None:
    if isinstance(value, Partly):
        return None if value.rule is None else _hexes(value.rule, ground)
    if isinstance(value, ChangeTerrain):
        return _of_terrain(ground, terms_meant(value.source), value.area, value.alone)
    if isinstance(value, AllOf | AnyOf):
        parts = [each for part in value.parts if (each := _hexes(part, ground)) is not None]
        return frozenset().union(*parts) if parts else None
    if isinstance(value, MayNotEnter) and value.terrain:
        return ground.hexes(OfTerrain((value.terrain,)))
    area = area_of(value)
    return None if area is None else ground.hexes(area)


def area_of(value: SpecialRule | Goal) -> Area | None:
    """Give the area that a rule or a goal speaks of, where it does."""
    if isinstance(value, Control | ControlMore | Presence):
        return either(value.places.parts)
    if isinstance(value, Exit | DelayedEntry):
        return value.where
    found = getattr(value, "area", None)
    return found if isinstance(found, Area) else None


def _of_terrain(ground: Ground, terms: Iterable[str], area: Area | None, alone: bool) -> Names:
    wanted = frozenset(terms)
    where = ground.all if area is None else ground.hexes(area)
    return frozenset(
        each.name
        for each in ground.board.hexes
        if each.name in where
        and (wanted.issuperset(each.terrain) if alone else wanted.intersection(each.terrain))
    )


def _changed(rule: ChangeTerrain, ground: Ground) -> tuple[str, ...]:
    sources, targets = terms_meant(rule.source), terms_meant(rule.target)
    return _told(
        ground,
        [(each, _of_one_height(each, targets)) for each in sources if each not in targets],
        _of_terrain(ground, sources, rule.area, alone=True) if rule.alone else None,
        rule.area,
    )


def _told(
    ground: Ground,
    pairs: Iterable[tuple[str, str]],
    hexes: Names | None,
    area: Area | None = None,
) -> tuple[str, ...]:
    """Write what becomes of which terms; on the whole map, in some hexes, or in an area."""
    if hexes is None and area is not None:
        hexes = ground.hexes(area)
    where = "" if hexes is None else " ".join(sorted(hexes, key=hex_order))
    if area is not None and len(where) > _LONGEST_LIST:
        where = str(area)
    there = _there(ground.board, ground.all if hexes is None else hexes)
    mark = ": " if where else ""
    return tuple(
        f"{where}{mark}{source} -> {target}" for source, target in pairs if source in there
    )


def _there(board: Board, hexes: Names) -> frozenset[str]:
    """List the terms of some hexes and their hexsides; of a whole board, all that is drawn there."""
    found = {term for each in board.hexes if each.name in hexes for term in each.terrain}
    found.update(
        term for pair, terms in board.hexsides.items() if hexes & set(pair) for term in terms
    )
    if len(hexes) == len(board.hexes) and board.raster is not None:
        found.update(board.raster.terms[each] for each in np.unique(board.raster.terrain))
    return frozenset(found)


def _of_one_height(source: str, targets: tuple[str, ...]) -> str:
    """Choose of what terrain may become the one that is as high as what is there."""
    if len(targets) == 1:
        return targets[0]
    end = source.rpartition(",")[2]
    fit = [each for each in targets if each.rpartition(",")[2] == end and "," in each]
    if len(fit) != 1:
        some = ", ".join(targets[:4])
        raise BadInput(f"{source} may become {some}; say which, as in '{source} -> {targets[0]}'")
    return fit[0]


def _season(rule: Season, ground: Ground) -> tuple[str, ...]:
    if rule.in_season:
        pairs = [("orchard_out_of_season", "orchard")] if rule.terrain == "orchard" else []
    else:
        became = {"orchard": "orchard_out_of_season", "grain": "open"}.get(rule.terrain)
        pairs = [(rule.terrain, became)] if became else []
    return _told(ground, pairs, None)


def _made(rule: AreaIs, ground: Ground) -> tuple[str, ...]:
    """Write what hexes or buildings become; of buildings each keeps its height."""
    hexes = ground.hexes(rule.area)
    targets = terms_meant(rule.terrain)
    there = sorted(
        {term for each in ground.board.hexes if each.name in hexes for term in each.terrain}
    )
    if isinstance(rule.area, Buildings):
        there = [each for each in there if kind_of(each) in _BUILT]
    elif len(targets) == 1:
        return (f"{' '.join(sorted(hexes, key=hex_order))}: all -> {targets[0]}",)
    pairs = [(each, _of_one_height(each, targets)) for each in there if each not in targets]
    return _told(ground, pairs, hexes)


def _lowered(rule: BuildingLevels, ground: Ground) -> tuple[str, ...]:
    pairs = [
        (f"building({stuff},{upper})", f"building({stuff},{rule.upper})")
        for stuff in ("stone", "wood")
        for upper in range(5)
        if upper != rule.upper
    ]
    return _told(ground, pairs, None, rule.area)


def _taken_away(rule: NotThere, ground: Ground) -> tuple[str, ...]:
    if rule.what in _NO:
        return (_NO[rule.what],)
    try:
        terms = terms_meant(rule.what)
    except BadInput:
        return ()
    return _told(ground, [(each, "open") for each in terms if each != "open"], None)


# --- terms to compare ----------------------------------------------------------------------------------


def facts_of(value: Victory | SpecialRule) -> tuple[str, ...]:
    """Write a value as terms of one kind each, to compare and to ask for by name."""
    if isinstance(value, Victory):
        return tuple(_facts_of_victory(value))
    return tuple(_facts_of_rule(value))


def label(area: Area | None) -> str:
    """Give an area a short name: that of a building's hex, or its own."""
    if area is None:
        return "all"
    if isinstance(area, Named):
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
    Apart: lambda rule: f"apart({_of_side(rule.units)},{rule.hexes})",
    SetUpIn: lambda rule: (
        f"{'' if rule.must else 'not_'}set_up_in({_of_side(rule.units)},{label(rule.area)})"
    ),
    MostInHex: lambda rule: f"per_hex({_of_side(rule.units)},{rule.most})",
    Fortified: lambda rule: (
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
        sides = all(kind_of(each) == "hexside" for each in terms_meant(rule.source))
    except BadInput:
        sides = False
    return "hexside_change" if sides else "terrain_change"


def _of_entering(rule: MayNotEnter) -> str:
    turn = "" if rule.before is None else f",{rule.before}"
    if rule.terrain:
        who = "" if rule.units == Units() else f"{_of_units(rule.units)},"
        return f"impassable({who}{_terrain(rule.terrain)}{turn})"
    return f"forbidden({_of_side(rule.units)},{label(rule.area)}{turn})"
