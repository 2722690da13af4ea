"""S11 and S12: what is in enemy sight at the start, and who can fire first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from hexcourt.facts.boards.records import Location
from hexcourt.facts.errors import listed
from hexcourt.solver.answering.words import counted
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.setup.confined import setup_locations
from hexcourt.solver.checking.setup.sighted import (
    BLOCKED,
    CLEAR,
    CLOSE,
    OPEN,
    Sights,
    judged,
    setup_places,
)
from hexcourt.solver.statutes.lawbook import Lawbook, in_force

if TYPE_CHECKING:
    from hexcourt.solver.checking.scenario import Scenario

IN_SIGHT, FIRST_FIRE = "S11", "S12"
MOST_NAMED = 24


def check_in_sight(scenario: Scenario) -> Iterator[Finding]:
    """Tell of each group which Locations of its area no enemy sees at the start."""
    pairs = list(_opponents(scenario))
    for one, other in pairs:
        sights = _sights(scenario, one, other, in_force())
        yield from _hidden(scenario, one, other, sights)
        yield from _hidden(scenario, other, one, sights.turned())
    if not pairs:
        yield _nothing(IN_SIGHT)


def check_first_fire(scenario: Scenario) -> Iterator[Finding]:
    """Tell how many pairs of Locations of the two sides see each other at the start."""
    pairs = list(_opponents(scenario))
    for one, other in pairs:
        yield _seen(one, other, _sights(scenario, one, other, in_force()))
    if not pairs:
        yield _nothing(FIRST_FIRE)


def _opponents(scenario: Scenario) -> Iterator[tuple[str, str]]:
    sides = dict.fromkeys(
        (*(each.name for each in scenario.card.sides), *(e.side for e in scenario.card.groups))
    )
    there = [each for each in sides if setup_places(scenario, each)]
    yield from combinations(there, 2)


@lru_cache(maxsize=8)
def _sights(scenario: Scenario, one: str, other: str, _lawbook: Lawbook) -> Sights:
    return judged(scenario, setup_places(scenario, one), setup_places(scenario, other))


def _nothing(code: str) -> Finding:
    return Finding(
        code,
        "sides",
        Found.PASS,
        "No two sides set up on the map: nobody is in enemy sight at the start.",
    )


def _hidden(scenario: Scenario, side: str, enemy: str, sights: Sights) -> Iterator[Finding]:
    told = (sights.hidden(), sights.unsettled(), sights.by_a_hair())
    for group in scenario.card.groups:
        names = setup_locations(scenario, group) if group.side == side else None
        if not names:
            continue
        here = [n for n, each in enumerate(sights.places) if each.name in set(names)]
        hidden, unsettled, close = ([sights.places[n] for n in here if marks[n]] for marks in told)
        places = [sights.places[n] for n in here]
        told_of = _hidden_of(f"{enemy} setup Location", places, hidden, unsettled, close)
        hexes = tuple(dict.fromkeys(each.hex for each in (*hidden, *unsettled)))
        result = Found.UNKNOWN if unsettled else Found.PASS
        yield Finding(IN_SIGHT, group.id, result, told_of, sights.rules, Witness(hexes=hexes))


def _hidden_of(
    enemy: str,
    places: Sequence[Location],
    hidden: Sequence[Location],
    unsettled: Sequence[Location],
    close: Sequence[Location],
) -> str:
    seen = len(places) - len(hidden) - len(unsettled)
    what = f"{len(places)} Locations" if len(places) > 1 else "1 Location"
    said = [f"{seen} of {what} in sight of a {enemy}"]
    if len(hidden) == len(places):
        every = f"All {what}" if len(places) > 1 else hidden[0].name
        said = [f"{every} out of sight of every {enemy}"]
    elif hidden:
        said = [f"{_named(hidden)} out of sight of every {enemy}", *said]
    if unsettled:
        said.append(f"of {_named(unsettled)} that is not known")
    if close:
        said.append(f"of {_named(close)} it hangs on lines too close to call")
    return f"{'; '.join(said)}."


def _seen(one: str, other: str, sights: Sights) -> Finding:
    total, clear = sights.asked, sights.count(CLEAR)
    close = sights.count(CLOSE, called=True)
    pairs = f"{counted(total, 'pair')} of Locations of {one} and {other}"
    if not sights.whole:
        pairs = f"the {total} nearest pairs of Locations of {one} and {other}"
    nearest = sights.nearest()
    said = f"{clear} of {pairs} see each other"
    witness = Witness()
    if nearest is not None:
        a, b, far = nearest
        said += f"; nearest {a.name}-{b.name}, range {far}"
        witness = Witness(hexes=(a.hex, b.hex), lines=((a.name, b.name),))
    if sights.measured and close:
        said += f"; {counted(close, 'line')} too close to call"
    if unknown := sights.count(OPEN):
        said += f"; {counted(unknown, 'line')} not known"
    found = Found.PASS
    if nearest is None:
        sure = sights.whole and sights.count(BLOCKED, called=True) == total
        found = Found.WARN if sure else Found.UNKNOWN
        said += (
            ": no unit can fire at the enemy before units have moved"
            if sure
            else ": whether any unit can fire before units have moved is not settled"
        )
    return Finding(FIRST_FIRE, f"{one}, {other}", found, f"{said}.", sights.rules, witness)


def _named(places: Sequence[Location]) -> str:
    """Name Locations by hex and level, some of many."""
    names = [each.name for each in places]
    more = len(names) - MOST_NAMED
    return listed(names if more <= 0 else [*names[:MOST_NAMED], f"{more} more"], "and")
