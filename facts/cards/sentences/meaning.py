"""What sentences of victory and special rules come to: changes of a map, given facts, hexes, and
terms to compare.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hexcourt.facts.areas.area import (
    Area,
    Buildings,
    OfTerrain,
    either,
)
from hexcourt.facts.areas.map_names import Names
from hexcourt.facts.areas.meaning import Ground
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board, hex_order
from hexcourt.facts.boards.records import kind_of
from hexcourt.facts.cards.sentences.special_rules import (
    AreaIs,
    BuildingLevels,
    ChangeLevel,
    ChangeTerrain,
    DelayedEntry,
    MayNotEnter,
    NotThere,
    Partly,
    Season,
    SpecialRule,
    Weather,
    terms_of_terrain,
)
from hexcourt.facts.cards.sentences.victory import (
    AllOf,
    AnyOf,
    Control,
    ControlMore,
    Exit,
    Goal,
    Presence,
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

    Nothing comes of a rule that is no change, nor where the map has nothing of what is given.
    Raises BadInput for a change that a map is not known: terrain that no map has, areas it does not
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
        return _of_terrain(ground, terms_of_terrain(value.source), value.area, value.alone)
    if isinstance(value, AllOf | AnyOf):
        parts = [each for part in value.parts if (each := _hexes(part, ground)) is not None]
        return frozenset().union(*parts) if parts else None
    if isinstance(value, MayNotEnter) and value.terrain:
        return ground.hexes(OfTerrain((value.terrain,)))
    area = area_of(value)
    return None if area is None else ground.hexes(area)


def area_of(value: SpecialRule | Goal) -> Area | None:
    """Return the area that a rule or a goal speaks of, where it does."""
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
    sources, targets = terms_of_terrain(rule.source), terms_of_terrain(rule.target)
    return _written_changes(
        ground,
        [(each, _of_one_height(each, targets)) for each in sources if each not in targets],
        _of_terrain(ground, sources, rule.area, alone=True) if rule.alone else None,
        rule.area,
    )


def _written_changes(
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
    return _written_changes(ground, pairs, None)


def _made(rule: AreaIs, ground: Ground) -> tuple[str, ...]:
    """Write what hexes or buildings become; of buildings each keeps its height."""
    hexes = ground.hexes(rule.area)
    targets = terms_of_terrain(rule.terrain)
    there = sorted(
        {term for each in ground.board.hexes if each.name in hexes for term in each.terrain}
    )
    if isinstance(rule.area, Buildings):
        there = [each for each in there if kind_of(each) in _BUILT]
    elif len(targets) == 1:
        return (f"{' '.join(sorted(hexes, key=hex_order))}: all -> {targets[0]}",)
    pairs = [(each, _of_one_height(each, targets)) for each in there if each not in targets]
    return _written_changes(ground, pairs, hexes)


def _lowered(rule: BuildingLevels, ground: Ground) -> tuple[str, ...]:
    pairs = [
        (f"building({stuff},{upper})", f"building({stuff},{rule.upper})")
        for stuff in ("stone", "wood")
        for upper in range(5)
        if upper != rule.upper
    ]
    return _written_changes(ground, pairs, None, rule.area)


def _taken_away(rule: NotThere, ground: Ground) -> tuple[str, ...]:
    if rule.what in _NO:
        return (_NO[rule.what],)
    try:
        terms = terms_of_terrain(rule.what)
    except BadInput:
        return ()
    return _written_changes(ground, [(each, "open") for each in terms if each != "open"], None)
