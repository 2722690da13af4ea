"""S11, S12 and S20: what is in enemy sight at the start, who fires first, and who sees most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from hexcourt.facts.areas.area import Area
from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.records import Location
from hexcourt.facts.cards.sentences.read_units import Places
from hexcourt.facts.cards.sentences.victory import Exit
from hexcourt.solver.answer.words import counted
from hexcourt.solver.rulebase.rulebase import cached_by_rules
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness
from hexcourt.solver.scenario.play.conditions import stated, unread, victories
from hexcourt.solver.scenario.setup.limits import setup_locations
from hexcourt.solver.scenario.setup.sighted import (
    BLOCKED,
    CLEAR,
    CLOSE,
    OPEN,
    Sights,
    setup_places,
    sights_between,
)

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario


MAX_NAMED = 24


def check_in_sight(scenario: Scenario) -> Iterator[Finding]:
    """Report for each group which Locations of its area no enemy sees at the start."""
    pairs = list(_opponents(scenario))
    for one, other in pairs:
        sights = _sights(scenario, one, other)
        yield from _hidden(scenario, one, other, sights)
        yield from _hidden(scenario, other, one, sights.turned())
    if not pairs:
        yield _nothing()


def check_first_fire(scenario: Scenario) -> Iterator[Finding]:
    """Return how many pairs of Locations of the two sides see each other at the start."""
    pairs = list(_opponents(scenario))
    for one, other in pairs:
        yield _seen(one, other, _sights(scenario, one, other))
    if not pairs:
        yield _nothing()


def _opponents(scenario: Scenario) -> Iterator[tuple[str, str]]:
    sides = dict.fromkeys(
        (*(each.name for each in scenario.card.sides), *(e.side for e in scenario.card.groups))
    )
    there = [each for each in sides if setup_places(scenario, each)]
    yield from combinations(there, 2)


@cached_by_rules(8)
def _sights(scenario: Scenario, one: str, other: str) -> Sights:
    return sights_between(scenario, setup_places(scenario, one), setup_places(scenario, other))


def _nothing() -> Finding:
    text = "No two sides set up on the map: nobody is in enemy sight at the start."
    return Finding("sides", FindingKind.PASS, text)


def _hidden(scenario: Scenario, side: str, enemy: str, sights: Sights) -> Iterator[Finding]:
    items = (sights.hidden(), sights.unsettled(), sights.by_a_hair())
    for group in scenario.card.groups:
        names = setup_locations(scenario, group) if group.side == side else None
        if not names:
            continue
        here = [n for n, each in enumerate(sights.places) if each.name in set(names)]
        hidden, unsettled, close = ([sights.places[n] for n in here if marks[n]] for marks in items)
        places = [sights.places[n] for n in here]
        hidden_from = _hidden_of(f"{enemy} setup Location", places, hidden, unsettled, close)
        hexes = tuple(dict.fromkeys(each.hex for each in (*hidden, *unsettled)))
        result = FindingKind.UNKNOWN if unsettled else FindingKind.PASS
        yield Finding(group.id, result, hidden_from, sights.rules, Witness(hexes=hexes))


def _hidden_of(
    enemy: str,
    places: Sequence[Location],
    hidden: Sequence[Location],
    unsettled: Sequence[Location],
    close: Sequence[Location],
) -> str:
    seen = len(places) - len(hidden) - len(unsettled)
    what = f"{len(places)} Locations" if len(places) > 1 else "1 Location"
    lines = [f"{seen} of {what} in sight of a {enemy}"]
    if len(hidden) == len(places):
        every = f"All {what}" if len(places) > 1 else hidden[0].name
        lines = [f"{every} out of sight of every {enemy}"]
    elif hidden:
        lines = [f"{_named(hidden)} out of sight of every {enemy}", *lines]
    if unsettled:
        lines.append(f"of {_named(unsettled)} that is not known")
    if close:
        lines.append(f"of {_named(close)} it depends on lines too close to call")
    return f"{'; '.join(lines)}."


def _seen(one: str, other: str, sights: Sights) -> Finding:
    total, clear = sights.asked, sights.count(CLEAR)
    close = sights.count(CLOSE, called=True)
    pairs = f"{counted(total, 'pair')} of Locations of {one} and {other}"
    if not sights.whole:
        pairs = f"the {total} nearest pairs of Locations of {one} and {other}"
    nearest = sights.nearest()
    text = f"{clear} of {pairs} see each other"
    witness = Witness()
    if nearest is not None:
        a, b, far = nearest
        text += f"; nearest {a.name}-{b.name}, range {far}"
        witness = Witness(hexes=(a.hex, b.hex), lines=((a.name, b.name),))
    if sights.measured and close:
        text += f"; {counted(close, 'line')} too close to call"
    if unknown := sights.count(OPEN):
        text += f"; {counted(unknown, 'line')} not known"
    found = FindingKind.PASS
    if nearest is None:
        sure = sights.whole and sights.count(BLOCKED, called=True) == total
        found = FindingKind.WARN if sure else FindingKind.UNKNOWN
        text += (
            ": no unit can fire at the enemy before units have moved"
            if sure
            else ": whether any unit can fire before units have moved is not settled"
        )
    return Finding(f"{one}, {other}", found, f"{text}.", sights.rules, witness)


def _named(places: Sequence[Location]) -> str:
    """Name Locations by hex and level, some of many."""
    names = [each.name for each in places]
    more = len(names) - MAX_NAMED
    return listed(names if more <= 0 else [*names[:MAX_NAMED], f"{more} more"], "and")


# --- S20: from where a side sees most of the map, and whether it sees what is fought for ----------


SAMPLED = 60
"""Of how many hexes of the map each Location is told first, where there are many."""
MAX_COMPARED = 12
"""How many Locations that see most of these are told of all hexes."""
OBSERVING = ("radio", "phone")
"""Support Weapons that an artillery observer has."""


def check_observers(scenario: Scenario) -> Iterator[Finding]:
    """Report for each side that sets up from where it sees most, and whether it sees the victory
    hexes.
    """
    sides = list(dict.fromkeys(each.side for each in scenario.card.groups))
    there = [each for each in sides if setup_places(scenario, each)]
    open_ = list(unread(stated(scenario))) if there else []
    yield from open_
    targets = () if open_ else victory_hexes(scenario)
    for side in there:
        places = setup_places(scenario, side)
        yield _widest(scenario, side, places)
        if targets:
            yield _victory(scenario, side, places, targets)
    if not there:
        yield Finding("sides", FindingKind.PASS, "Nobody sets up on the map.")


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
    if len(places) > MAX_COMPARED and len(ground) > SAMPLED:
        step = len(ground) / SAMPLED
        some = [ground[int(n * step)] for n in range(SAMPLED)]
        counts = (sights_between(scenario, places, some, measured=False).drawn == CLEAR).sum(axis=1)
        best = np.argsort(-counts, kind="stable")[:MAX_COMPARED]
        finalists = [places[n] for n in best.tolist()]
    sights = sights_between(scenario, finalists, ground, measured=False)
    counts = (sights.drawn == CLEAR).sum(axis=1)
    most = int(counts.argmax())
    sampled = len(finalists) < len(places)
    place = finalists[most]
    others = len(ground) - (place in ground)
    share = round(100 * int(counts[most]) / max(1, others))
    sentence = (
        f"{place.name} sees {share} % of the map ({counts[most]} of {others} hexes at ground "
        f"level), most of {counted(len(places), 'setup Location')} of {side}"
    )
    if sampled:
        sentence += f", looked for among the {MAX_COMPARED} that see most of a sample"
    return Finding(
        side, FindingKind.PASS, f"{sentence}.", sights.rules, Witness(hexes=(place.hex,))
    )


def _victory(
    scenario: Scenario, side: str, places: Sequence[Location], hexes: Sequence[str]
) -> Finding:
    board = scenario.position.board_of_lines
    targets = [each for name in hexes for each in board.locations_of(name)]
    sights = sights_between(scenario, places, targets, measured=False)
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
        return Finding(side, FindingKind.PASS, sentence, sights.rules, witness)
    if (sights.drawn == OPEN).any() or not sights.whole:
        sentence = (
            f"Whether {side} sees any of the victory hexes from where it sets up is not known."
        )
        return Finding(
            side, FindingKind.UNKNOWN, sentence, sights.rules, Witness(hexes=tuple(hexes))
        )
    units = (unit for group in scenario.card.groups if group.side == side for unit in group.units)
    observed = any(set(OBSERVING).intersection(each.name.lower().split()) for each in units)
    sentence = (
        f"No setup Location of {side} sees any of "
        f"{counted(len(hexes), 'victory hex', 'victory hexes')}."
    )
    found = FindingKind.FAIL if observed else FindingKind.WARN
    return Finding(side, found, sentence, sights.rules, Witness(hexes=tuple(hexes)))
