"""S13: whether Bore Sighted Locations and Pre-Registered hexes are seen by those who set up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hexcourt.facts.boards.records import Location
from hexcourt.facts.cards.card import Group
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.showing import shown
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.setup.asking import NO, UNKNOWN, YES, Ruled, rulings
from hexcourt.solver.checking.setup.confined import setup_locations
from hexcourt.solver.checking.setup.sighted import judged
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.statutes.law import Law

if TYPE_CHECKING:
    from hexcourt.solver.checking.scenario import Scenario

CODE = "S13"
PROFILE = "registering"
KEYS = {
    "bore_sighted": ("bore_sights", "Bore Sighted"),
    "pre_registered": ("registers", "Pre-Registered"),
}
"""Keys of a group's limits, the deed that each tells of, and its name."""

_FOUND = {YES: Found.PASS, NO: Found.FAIL, UNKNOWN: Found.UNKNOWN}


def check_registered(scenario: Scenario) -> Iterator[Finding]:
    """Tell of each Location that a group registers whether it may."""
    found = [
        each
        for group in scenario.card.groups
        for key in KEYS
        for name in _listed(group.limits.get(key, ()))
        for each in [_registered(scenario, group, key, name)]
    ]
    yield from found
    if not found:
        yield Finding(CODE, "setup", Found.PASS, "Nothing is Bore Sighted or Pre-Registered.")


def _listed(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(map(str, value)) if isinstance(value, Sequence) else ()


def _registered(scenario: Scenario, group: Group, key: str, name: str) -> Finding:
    deed, said = KEYS[key]
    board = scenario.position.board_of_lines
    try:
        target, _ = read_location(board, name)
    except BadInput as error:
        return Finding(CODE, group.id, Found.FAIL, f"{said} {shown(name)}: {error}.")
    names = setup_locations(scenario, group)
    if names is None:
        sentence = f"{target.name} is {said} by {group.id}, whose setup area is not understood."
        return Finding(CODE, group.id, Found.UNKNOWN, sentence, (), Witness(hexes=(target.hex,)))
    places = [board.locations_by_name[each] for each in names]
    in_sight, witness = _in_sight(scenario, target, places)
    ruled = _ask(deed, target.hex, in_sight)
    sees = {
        YES: f"{target.name}, {said}, is in LOS of {witness.lines[0][0] if witness.lines else ''}",
        NO: f"{target.name}, {said}, is not in LOS of any Location of the area of {group.id}",
        UNKNOWN: f"whether {target.name}, {said}, is in LOS of the area of {group.id} is not known",
    }[in_sight]
    sentence = f"{sees[0].upper()}{sees[1:]}."
    return Finding(CODE, group.id, _FOUND[ruled.verdict], sentence, ruled.rules, witness)


def _in_sight(
    scenario: Scenario, target: Location, places: Sequence[Location]
) -> tuple[str, Witness]:
    if target in places:
        return YES, Witness(hexes=(target.hex,), lines=((target.name, target.name),))
    sights = judged(scenario, places, (target,))
    pair = sights.nearest()
    if pair is not None:
        return YES, Witness(hexes=(target.hex,), lines=((pair[0].name, pair[1].name),))
    witness = Witness(hexes=(target.hex,))
    return (NO if sights.hidden().all() else UNKNOWN), witness


def _ask(deed: str, name: str, in_sight: str) -> Ruled:
    asked = f"{deed}({quoted(name)})"
    facts = f"asked({asked}). in_sight({quoted(name)},{in_sight})."
    return rulings(Law(PROFILE).ground(facts))[asked]
