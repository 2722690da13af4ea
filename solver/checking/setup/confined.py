"""Where special rules let single units of a group set up: ``German MMC must set up in building F5``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexcourt.facts.cards.card import Group, Unit
from hexcourt.facts.cards.sentences.special_rules import SetUpIn
from hexcourt.facts.errors import BadInput
from hexcourt.facts.showing import shown
from hexcourt.solver.checking.setup.asking import Kinds, kinds_of, law_name
from hexcourt.solver.checking.setup.limits import CLASSES
from hexcourt.solver.checking.special_rules import read_rules
from hexcourt.solver.statutes.house_rules import under

if TYPE_CHECKING:
    from hexcourt.solver.checking.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Confined:
    """Where a unit may set up by special rules: in ``hexes``, by the sentences ``said``; of those that
    are ``open`` it is not known whether they mean it, or where.
    """

    hexes: frozenset[str]
    said: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


def confined(scenario: Scenario, group: Group, unit: Unit, hexes: Iterable[str]) -> Confined:
    """Tell in which of some hexes a unit of a group may set up."""
    kinds = kinds_of({law_name(unit.kind)})
    left, said, open_ = frozenset(hexes), [], []
    for text, rule in _rules(scenario):
        meant = _means(rule, group, unit, kinds)
        try:
            area = scenario.areas.ground.hexes(rule.area)
        except BadInput:
            meant, area = None if meant else meant, frozenset()
        if meant is None:
            open_.append(text)
        elif meant:
            said.append(text)
            left = left & area if rule.must else left - area
    return Confined(left, tuple(said), tuple(open_))


def setup_hexes(scenario: Scenario, group: Group) -> tuple[str, ...] | None:
    """Return the hexes where a unit of a group may set up; None where that is not understood."""
    hexes = scenario.hexes_of(scenario.setup(group))
    if hexes is None:
        return None
    with under(scenario.house_rules):
        return hexes_of_group(scenario, group, hexes)


def setup_locations(scenario: Scenario, group: Group) -> tuple[str, ...] | None:
    """Return every Location of the hexes where a group may set up, by the rules."""
    hexes = setup_hexes(scenario, group)
    if hexes is None:
        return None
    board = scenario.board
    return tuple(place.name for name in hexes for place in board.locations_of(name))


def hexes_of_group(scenario: Scenario, group: Group, hexes: Iterable[str]) -> tuple[str, ...]:
    """Leave of the hexes of a group those in which some unit may set up; all where there are none, for
    the units do not fit then (S08).
    """
    every = tuple(hexes)
    if not any(_rules(scenario)):
        return every
    kinds = kinds_of({law_name(each.kind) for each in group.units})
    units = [each for each in group.units if law_name(each.kind) not in kinds.roomless]
    some = {name for each in units for name in confined(scenario, group, each, every).hexes}
    return tuple(name for name in every if name in some) or every


def _rules(scenario: Scenario) -> Iterator[tuple[str, SetUpIn]]:
    for _, text, read, _ in read_rules(scenario.card):
        yield from ((shown(text), each) for each in read if isinstance(each, SetUpIn))


def _means(rule: SetUpIn, group: Group, unit: Unit, kinds: Kinds) -> bool | None:
    """Tell whether a rule means a unit; None where that is not known."""
    units = rule.units
    if units.side not in ("", group.side, "enemy") or units.name not in ("", unit.name):
        return False
    words = [law_name(word) for word in units.kinds]
    if not any(law_name(unit.kind) in kinds.classes.get(word, ()) for word in words):
        return False if {*CLASSES, *kinds.listed, *kinds.classes}.issuperset(words) else None
    more = units.states or units.without or units.rest or units.number or units.side == "enemy"
    return None if more else True
