"""S20: from where a side sees most of the map, and whether it sees what is fought for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import numpy as np

from hexcourt.facts.areas.area import Area
from hexcourt.facts.boards.records import Location
from hexcourt.facts.cards.card import Unit
from hexcourt.facts.cards.sentences.units import Places
from hexcourt.facts.cards.sentences.victory import Exit
from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.words import counted
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.play.conditions import stated, unread, victories
from hexcourt.solver.checking.setup.sighted import CLEAR, OPEN, Sights, judged, setup_places

if TYPE_CHECKING:
    from hexcourt.solver.checking.scenario import Scenario

CODE = "S20"
SAMPLED = 60
"""Of how many hexes of the map each Location is told first, where there are many."""
FINALISTS = 12
"""How many Locations that see most of these are told of all hexes."""
OBSERVING = ("radio", "phone")
"""Support Weapons that an artillery observer has."""


def check_observers(scenario: Scenario) -> Iterator[Finding]:
    """Tell of each side that sets up from where it sees most, and whether it sees the victory hexes."""
    sides = list(dict.fromkeys(each.side for each in scenario.card.groups))
    there = [each for each in sides if setup_places(scenario, each)]
    open_ = list(unread(CODE, stated(scenario))) if there else []
    yield from open_
    targets = () if open_ else victory_hexes(scenario)
    for side in there:
        places = setup_places(scenario, side)
        yield _widest(scenario, side, places)
        if targets:
            yield _victory(scenario, side, places, targets)
    if not there:
        yield Finding(CODE, "sides", Found.PASS, "Nobody sets up on the map.")


def victory_hexes(scenario: Scenario) -> tuple[str, ...]:
    """List the hexes that victory conditions speak of, as far as they are understood."""
    found: set[str] = set()
    for area in _areas(tuple(victories(scenario))):
        try:
            found |= scenario.areas.ground.hexes(area)
        except BadInput:
            continue
    return tuple(sorted(found)) if len(found) < len(scenario.board.hexes) else ()


def _areas(value: object) -> Iterator[Area]:
    """List the areas in a value."""
    if isinstance(value, Area):
        yield value
    elif isinstance(value, Places):
        yield from value.parts
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _areas(each)
    elif is_dataclass(value) and not isinstance(value, Exit):
        for each in fields(value):
            yield from _areas(getattr(value, each.name))


def _widest(scenario: Scenario, side: str, places: Sequence[Location]) -> Finding:
    ground = scenario.position.board_of_lines.ground_locations
    finalists = list(places)
    if len(places) > FINALISTS and len(ground) > SAMPLED:
        step = len(ground) / SAMPLED
        some = [ground[int(n * step)] for n in range(SAMPLED)]
        counts = (_looked(scenario, places, some).drawn == CLEAR).sum(axis=1)
        best = np.argsort(-counts, kind="stable")[:FINALISTS]
        finalists = [places[n] for n in best.tolist()]
    sights = _looked(scenario, finalists, ground)
    counts = (sights.drawn == CLEAR).sum(axis=1)
    most = int(counts.argmax())
    share = round(100 * int(counts[most]) / max(1, len(ground) - 1))
    sampled = len(finalists) < len(places)
    place = finalists[most]
    sentence = (
        f"{place.name} sees {share} % of the map ({counts[most]} of {len(ground)} hexes at ground "
        f"level), most of {counted(len(places), 'setup Location')} of {side}"
    )
    if sampled:
        sentence += f", looked for among the {FINALISTS} that see most of a sample"
    return Finding(
        CODE, side, Found.PASS, f"{sentence}.", sights.rules, Witness(hexes=(place.hex,))
    )


def _victory(
    scenario: Scenario, side: str, places: Sequence[Location], hexes: Sequence[str]
) -> Finding:
    board = scenario.position.board_of_lines
    targets = [each for name in hexes for each in board.locations_of(name)]
    sights = _looked(scenario, places, targets)
    own = {each.hex for each in places}
    seen = {
        targets[n].hex for n in np.flatnonzero((sights.drawn == CLEAR).any(axis=0)).tolist()
    } | (own & set(hexes))
    best = int((sights.drawn == CLEAR).sum(axis=1).argmax())
    if seen:
        sentence = (
            f"{len(seen)} of {counted(len(hexes), 'victory hex', 'victory hexes')} are in sight of "
            f"some setup Location of {side}; {places[best].name} sees most."
        )
        witness = Witness(hexes=(places[best].hex, *sorted(seen)))
        return Finding(CODE, side, Found.PASS, sentence, sights.rules, witness)
    if (sights.drawn == OPEN).any() or not sights.whole:
        sentence = (
            f"Whether {side} sees any of the victory hexes from where it sets up is not known."
        )
        return Finding(
            CODE, side, Found.UNKNOWN, sentence, sights.rules, Witness(hexes=tuple(hexes))
        )
    observed = any(_observes(each.name) for each in _units(scenario, side))
    sentence = (
        f"No setup Location of {side} sees any of "
        f"{counted(len(hexes), 'victory hex', 'victory hexes')}."
    )
    found = Found.FAIL if observed else Found.WARN
    return Finding(CODE, side, found, sentence, sights.rules, Witness(hexes=tuple(hexes)))


def _looked(scenario: Scenario, places: Sequence[Location], targets: Sequence[Location]) -> Sights:
    return judged(scenario, places, targets, measured=False)


def _observes(name: str) -> bool:
    return any(word in name.lower().split() for word in OBSERVING)


def _units(scenario: Scenario, side: str) -> Iterator[Unit]:
    return (unit for group in scenario.card.groups if group.side == side for unit in group.units)
