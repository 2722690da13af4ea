"""What limits how groups set up, read of the card and of their sentences, as bounds of a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from hexcourt.facts.areas.read_sentences import (
    Hidden,
    Limit,
    MostInHex,
    NotBeside,
    NotWith,
    Sentence,
    Setup,
)
from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.boards.board import Board
from hexcourt.facts.cards.card import Card, CardUnit, Group, class_of
from hexcourt.facts.cards.sentences.read_units import Units
from hexcourt.facts.cards.sentences.special_rules import MostSetUpInHex, Separation, SetUpIn
from hexcourt.solver.position.areas import Areas
from hexcourt.solver.rulebase.ground import under_house_rules
from hexcourt.solver.rulebase.rulebase import HouseRules
from hexcourt.solver.scenario.setup.asking import Kinds, kinds_of, rule_name
from hexcourt.solver.scenario.setup.fitting import HexLimit, Item
from hexcourt.solver.scenario.special_rules import read_rules


class ScenarioText(Protocol):
    """What limits read of a scenario: its card, its map, and its sentences as they are understood."""

    card: Card

    @property
    def house_rules(self) -> tuple[HouseRules, ...]:
        """List the house rules of the card."""

    @property
    def areas(self) -> Areas:
        """Return the areas of the map."""

    @property
    def board(self) -> Board:
        """Return the map."""

    def setup(self, group: Group) -> Setup | None:
        """Read the setup of a group; None where it is not understood."""

    def hexes_of(self, sentence: Sentence | None) -> tuple[str, ...] | None:
        """List the hexes that a sentence means; None where that is not understood."""


NO_LIMITS_OF_HEXES = ("hip", "bore_sighted", "pre_registered")
"""Keys of limits that keep no unit out of a hex."""

CLASSES = ("unit", "mmc", "smc", "vehicle", "gun", "sw")
"""What sentences call units, beside their kinds."""


@dataclass(frozen=True, slots=True)
class GroupLimit:
    """A limit of a group, or of all groups of a side where ``group`` is empty: no more than ``most``
    units of a class in one hex; or none of them less than ``distance`` hexes from ``others``, of which
    those of other groups do not count where ``own``.
    """

    group: str
    sentence: str
    units: str
    most: int | None = None
    distance: int = 0
    others: str = ""
    own: bool = False


def limits_of(scenario: ScenarioText, group: Group) -> tuple[GroupLimit, ...]:
    """List the limits of a group, as its sentence and the card tell them."""
    setup = scenario.setup(group)
    items = () if setup is None else setup.limits
    found = [_of_sentence(group.id, each) for each in items if not isinstance(each, Hidden)]
    for key, value in group.limits.items():
        if key not in NO_LIMITS_OF_HEXES:
            found += _of_card(group.id, key, value)
    return tuple(found)


def special_limits(scenario: ScenarioText, side: str) -> Iterator[GroupLimit]:
    """List the limits of all groups of a side that special rules tell."""
    for _, text, read, _ in read_rules(scenario.card):
        for each in read:
            match each:
                case Separation(units, hexes, others) if _takes_room(units, side):
                    if others not in (None, units):
                        yield GroupLimit("", shown(text), "")
                        continue
                    word = _class_of(units)
                    yield GroupLimit("", shown(text), word, 1, hexes, word, own=True)
                case MostSetUpInHex(units, most) if _takes_room(units, side):
                    yield GroupLimit("", shown(text), _class_of(units), most)


def _takes_room(units: Units, side: str) -> bool:
    """Return whether units of a side are meant that take room; Support Weapons take none."""
    carried = all("sw" in (class_of(each), class_of(each.upper())) for each in units.kinds)
    return units.side in ("", side) and not carried


def _class_of(units: Units) -> str:
    """Return the class of the units that a special rule speaks of, "" where it says more of them."""
    more = units.states or units.without or units.name or units.number or units.rest
    return _word(units.kinds[0]) if len(units.kinds) == 1 and not more else ""


def _of_sentence(group: str, limit: Limit) -> GroupLimit:
    text = str(limit)
    match limit:
        case MostInHex():
            return GroupLimit(group, text, _word(limit.units), limit.most)
        case NotBeside():
            return _beside(group, text, limit.units)
        case NotWith():
            return _with(group, text, limit.units)
        case _:
            return GroupLimit(group, text, "")


def _of_card(group: str, key: str, value: Any) -> Iterator[GroupLimit]:
    match key, value:
        case "per_hex", Mapping():
            for units, most in value.items():
                text = shown(f"no more than {most} {units} per hex")
                yield GroupLimit(group, text, _word(units), int(most))
        case "apart", {"what": str(what), "hexes": int(hexes)}:
            text = shown(f"each {what} at least {hexes} hexes from the next")
            yield GroupLimit(group, text, _word(what), 1, hexes, _word(what), own=True)
        case "not_adjacent", str():
            yield _beside(group, shown(f"not adjacent to other {value}"), value)
        case "not_with", str():
            yield _with(group, shown(f"not in hex with {value}"), value)
        case _:
            yield GroupLimit(group, shown(f"{key} = {value}"), "")


def _beside(group: str, text: str, units: str) -> GroupLimit:
    word = _word(units)
    return GroupLimit(group, text, word, None, 2, word)


def _with(group: str, text: str, units: str) -> GroupLimit:
    """Read who may not be in one hex: ``other MMC`` are those of the same kind."""
    word = _word(units)
    same = "other" in units.lower()
    return GroupLimit(group, text, word if same else f"not {word}", 1 if same else None, 1, word)


_KINDS_OF_WORDS = {"afv": "vehicle", "hs": "half_squad", "infantry": "", "unit": "unit"}


def _word(units: str) -> str:
    """Return the class of units that a word means (``MMC``, ``squads``, ``other guns``), "" for none."""
    plain = rule_name(units.lower().replace("other", "").replace("any", "").strip())
    single = plain.removesuffix("s")
    return _KINDS_OF_WORDS.get(single, single)


def known(limit: GroupLimit, kinds: Kinds) -> bool:
    """Return whether a limit speaks of units that the rules, or the card, knows."""
    words = {limit.units.removeprefix("not "), limit.others} - {""}
    return bool(limit.units) and words <= {*CLASSES, *kinds.classes, *kinds.listed}


def bounds(
    limits: Iterable[GroupLimit],
    items: Iterable[Item],
    kinds: Kinds,
    board: Board,
    hexes: Iterable[str],
    strict: bool,
) -> tuple[HexLimit, ...]:
    """Write limits as bounds over some hexes; where ``strict`` they speak of other groups' units too."""
    every, area = tuple(items), tuple(sorted(hexes))
    found = []
    for number, limit in enumerate(limits):
        own = frozenset(
            each.name
            for each in every
            if limit.group in ("", each.group) and _is_of(each, limit.units, kinds)
        )
        shunned = frozenset(
            each.name
            for each in every
            if limit.others
            and _is_of(each, limit.others, kinds)
            and (limit.group in ("", each.group) or (strict and not limit.own))
        )
        near = _near(board, area, limit.distance) if shunned else frozenset()
        if limit.distance == 1:  # in one hex: what one item does with itself is counted
            shunned -= own
        found.append(HexLimit(f"{number} {limit.sentence}", own, limit.most, shunned, near))
    return tuple(found)


def _is_of(item: Item, text: str, kinds: Kinds) -> bool:
    if text.startswith("not "):
        return not _is_of(item, text.removeprefix("not "), kinds)
    return item.kind in kinds.classes.get(text, frozenset())


def _near(board: Board, hexes: tuple[str, ...], apart: int) -> frozenset[tuple[str, str]]:
    """List the pairs of hexes less than so many hexes from each other; a hex with itself for 1 alone."""
    if apart == 1:
        return frozenset((each, each) for each in hexes)
    places = np.array([board.by_name[each].place for each in hexes]).reshape(-1, 2)
    found: set[tuple[str, str]] = set()
    for n, name in enumerate(hexes):
        across, down = np.abs(places - places[n]).T
        far = across + np.maximum(0, (down - across) // 2)
        near = np.flatnonzero((far < apart) & (far > 0)).tolist()
        found.update((name, hexes[other]) for other in near)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class ConfinedUnit:
    """Where a unit may set up by special rules: in ``hexes``, by these ``sentences``; of those that
    are ``open`` it is not known whether they mean it, or where.
    """

    hexes: frozenset[str]
    sentences: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


def confined(
    scenario: ScenarioText, group: Group, unit: CardUnit, hexes: Iterable[str]
) -> ConfinedUnit:
    """Return in which of some hexes a unit of a group may set up."""
    kinds = kinds_of({rule_name(unit.kind)})
    left, items, open_ = frozenset(hexes), [], []
    for text, rule in _rules(scenario):
        matching = _means(rule, group, unit, kinds)
        try:
            area = scenario.areas.ground.hexes(rule.area)
        except BadInput:
            matching, area = None if matching else matching, frozenset()
        if matching is None:
            open_.append(text)
        elif matching:
            items.append(text)
            left = left & area if rule.must else left - area
    return ConfinedUnit(left, tuple(items), tuple(open_))


def setup_hexes(scenario: ScenarioText, group: Group) -> tuple[str, ...] | None:
    """Return the hexes where a unit of a group may set up; None where that is not understood."""
    hexes = scenario.hexes_of(scenario.setup(group))
    if hexes is None:
        return None
    with under_house_rules(scenario.house_rules):
        return hexes_of_group(scenario, group, hexes)


def setup_locations(scenario: ScenarioText, group: Group) -> tuple[str, ...] | None:
    """Return every Location of the hexes where a group may set up, by the rules."""
    hexes = setup_hexes(scenario, group)
    if hexes is None:
        return None
    board = scenario.board
    return tuple(place.name for name in hexes for place in board.locations_of(name))


def hexes_of_group(scenario: ScenarioText, group: Group, hexes: Iterable[str]) -> tuple[str, ...]:
    """Leave of the hexes of a group those in which some unit may set up; all where there are none, for
    the units do not fit then (S08).
    """
    every = tuple(hexes)
    if not any(_rules(scenario)):
        return every
    kinds = kinds_of({rule_name(each.kind) for each in group.units})
    units = [each for each in group.units if rule_name(each.kind) not in kinds.roomless]
    some = {name for each in units for name in confined(scenario, group, each, every).hexes}
    return tuple(name for name in every if name in some) or every


def _rules(scenario: ScenarioText) -> Iterator[tuple[str, SetUpIn]]:
    for _, text, read, _ in read_rules(scenario.card):
        yield from ((shown(text), each) for each in read if isinstance(each, SetUpIn))


def _means(rule: SetUpIn, group: Group, unit: CardUnit, kinds: Kinds) -> bool | None:
    """Return whether a rule means a unit; None where that is not known."""
    units = rule.units
    if units.side not in ("", group.side, "enemy") or units.name not in ("", unit.name):
        return False
    words = [rule_name(word) for word in units.kinds]
    if not any(rule_name(unit.kind) in kinds.classes.get(word, ()) for word in words):
        return False if {*CLASSES, *kinds.listed, *kinds.classes}.issuperset(words) else None
    more = units.states or units.without or units.rest or units.number or units.side == "enemy"
    return None if more else True
