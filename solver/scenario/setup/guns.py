"""S10: where the Guns of each group may set up, and whether they see anything from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from hexcourt.facts.base.errors import listed, shown
from hexcourt.facts.boards.records import Location
from hexcourt.facts.cards.card import CardUnit, Group
from hexcourt.solver.answer.words import counted
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness
from hexcourt.solver.scenario.setup.asking import (
    NO,
    UNKNOWN,
    YES,
    SetupRules,
    SetupVerdict,
    agreed,
    at,
    best,
    rules_for,
    setup_rules,
)
from hexcourt.solver.scenario.setup.limits import confined, setup_locations
from hexcourt.solver.scenario.setup.sighted import BLOCKED, CLEAR, ranges, sets_up, sights_between

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario

GUN = "gun"
AT_A_TIME = 12
"""How many hexes of a Gun are looked from at once, until it sees something."""


def check_guns(scenario: Scenario) -> Iterator[Finding]:
    """Report for each Gun that sets up where it may, Emplaced or not, and whether it sees anything."""
    guns = [
        (group, unit)
        for group in scenario.card.groups
        if sets_up(scenario, group)
        for unit in dict.fromkeys(CardUnit(1, each.kind, each.name) for each in group.units)
        if unit.kind == GUN
    ]
    for group, unit in guns:
        names = setup_locations(scenario, group)
        if names is None:
            yield _finding(
                group, FindingKind.UNKNOWN, f"{_called(unit)}: where it sets up is not understood"
            )
        else:
            yield from _placed(scenario, group, unit, names)
    if not guns:
        yield Finding("setup", FindingKind.PASS, "No Gun sets up on the map.")


def _placed(
    scenario: Scenario, group: Group, unit: CardUnit, names: Sequence[str]
) -> Iterator[Finding]:
    setup, board = setup_rules(scenario.ground), scenario.position.board_of_lines
    places = tuple(board.locations_by_name[name] for name in names)
    left = confined(scenario, group, unit, {each.hex for each in places})
    if left.open:
        text = f"whether {_called(unit)} is meant by {listed(left.open, 'and')} is not known"
        yield _finding(group, FindingKind.UNKNOWN, text)
        return
    places = tuple(each for each in places if each.hex in left.hexes)
    either = gun_placements(setup, unit.name, places)
    dug = gun_placements(setup, unit.name, places, (EMPLACED,))
    free = gun_placements(setup, unit.name, places, (NOT_EMPLACED,))
    legal = _where(places, either, YES)
    perhaps = _where(places, either, UNKNOWN)
    gun = _called(unit)
    emplaced, hexes = _where(places, dug, YES), _hexes(legal)
    if not legal and not perhaps:
        yield _finding(
            group,
            FindingKind.FAIL,
            f"{gun} has no legal hex in the area",
            rules_for(either.values(), NO),
            places,
        )
        return
    if not legal:
        some = counted(len(_hexes(perhaps)), "hex", "hexes")
        text = f"whether {gun} may set up in any of {some} is not known"
        yield _finding(
            group, FindingKind.UNKNOWN, text, rules_for(either.values(), UNKNOWN), perhaps
        )
    elif not emplaced and not _where(places, dug, UNKNOWN):
        may = counted(len(_hexes(_where(places, free, YES))), "hex", "hexes")
        text = f"{gun} may not set up Emplaced in any hex of the area; not Emplaced it may in {may}"
        yield _finding(group, FindingKind.FAIL, text, rules_for(dug.values(), NO), legal)
    else:
        legal_hexes = counted(len(hexes), "legal hex", "legal hexes")
        text = f"{gun} has {legal_hexes}, Emplaced in {len(_hexes(emplaced))}"
        rules = rules_for((*either.values(), *dug.values()), YES)
        yield _finding(group, FindingKind.PASS, text, rules, legal)
    yield from _blind(scenario, group, gun, (*legal, *perhaps))


def _blind(
    scenario: Scenario, group: Group, gun: str, places: Sequence[Location]
) -> Iterator[Finding]:
    """Return where a Gun sees no hex, or none beyond those next to it, from any Location."""
    board = scenario.position.board_of_lines
    ground = board.ground_locations
    beside = open_lines = False
    rules: set[str] = set()
    for start in range(0, len(places), AT_A_TIME):
        some = places[start : start + AT_A_TIME]
        sights = sights_between(scenario, some, ground, measured=False)
        far = ranges(board, some, ground)
        rules.update(sights.rules)
        if ((sights.drawn == CLEAR) & (far > 1)).any():
            return
        beside |= bool(((sights.drawn == CLEAR) & (far == 1)).any())
        open_lines |= bool(((sights.drawn != BLOCKED) & (far > 1)).any())
    if open_lines:
        text = f"whether {gun} sees any hex but those next to it is not known"
        yield _finding(group, FindingKind.UNKNOWN, text, rules, places)
    elif beside:
        text = f"{gun} sees no hex but those next to it, wherever it sets up"
        yield _finding(group, FindingKind.WARN, text, rules, places)
    else:
        text = f"{gun} sees nothing from any hex where it may set up"
        yield _finding(group, FindingKind.FAIL, text, rules, places)


def _where(
    places: Sequence[Location], ruled: Mapping[str, SetupVerdict], verdict: str
) -> tuple[Location, ...]:
    return tuple(each for each in places if ruled[each.name].verdict == verdict)


def _hexes(places: Sequence[Location]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.hex for each in places))


def _called(unit: CardUnit) -> str:
    return f"the {shown(unit.name)}" if unit.name and unit.name != GUN else "the Gun"


def _finding(
    group: Group,
    found: FindingKind,
    text: str,
    rules: Iterable[str] = (),
    places: Sequence[Location] = (),
) -> Finding:
    return Finding.of(group.id, found, text, rules, Witness(hexes=_hexes(places)))


TYPES = ("at", "inf", "aa", "mortar", "other")
SIZES = ("small", "medium", "large")
EMPLACED, NOT_EMPLACED = "emplaced", "not_emplaced"

_GUN_WORDS = {
    "AT": "at",
    "INF": "inf",
    "IG": "inf",
    "AA": "aa",
    "MTR": "mortar",
    "MORTAR": "mortar",
    "ART": "other",
    "HOW": "other",
    "RCL": "other",
}
"""The types of Guns by the words of their names, as VASL shows these."""


def types_of(name: str) -> tuple[str, ...]:
    """Return of which type a Gun may be: of any where its name does not tell."""
    words = name.upper().replace("-", " ").split()
    found = [_GUN_WORDS[each] for each in words if each in _GUN_WORDS]
    return (found[0],) if found else TYPES


def gun_actions(name: str, places: Iterable[Location]) -> Mapping[tuple[str, str, str, str], str]:
    """Write what is asked of a Gun: by Location, type, size, and Emplaced or not."""
    return {
        (place.name, kind, size, way): f"gun({at(place)},{kind},{size},{way})"
        for place in places
        for kind in types_of(name)
        for size in SIZES
        for way in (NOT_EMPLACED, EMPLACED)
    }


def gun_placements(
    setup: SetupRules,
    name: str,
    places: Iterable[Location],
    ways: tuple[str, ...] = (NOT_EMPLACED, EMPLACED),
) -> Mapping[str, SetupVerdict]:
    """Return where a Gun may set up, in one of some ways; what depends on its size, or on its type
    where the name tells none, is unknown.
    """
    every = tuple(places)
    actions = gun_actions(name, every)
    found = setup.ask(actions.values())
    return {
        place.name: agreed(
            [
                best(found[actions[place.name, kind, size, way]] for way in ways)
                for kind in types_of(name)
                for size in SIZES
            ]
        )
        for place in every
    }
