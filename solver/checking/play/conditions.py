"""The conditions of victory of a scenario as they are understood, and the hexes that they speak of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from hexcourt.facts.areas.area import Area, Edge, Named
from hexcourt.facts.areas.extents import building_extents
from hexcourt.facts.boards.writing_boards import hex_order
from hexcourt.facts.cards.card import Condition
from hexcourt.facts.cards.sentences.reading_victory import read_victory
from hexcourt.facts.cards.sentences.units import Counted, Places
from hexcourt.facts.cards.sentences.victory import (
    AllOf,
    AnyOf,
    Control,
    ControlMore,
    Exit,
    Goal,
    Presence,
    SoleUnits,
    Victory,
    Win,
)
from hexcourt.facts.errors import BadInput
from hexcourt.facts.showing import quoted
from hexcourt.solver.checking.finding import Finding, Found
from hexcourt.solver.checking.scenario import Scenario

MISSING = (" is not on map ", "no building lies ", " is no edge of ", " does not lie on the ")
"""What is said of a place that the map has not, as against one of which it is unclear what is meant."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A way to win as the card states it. ``goal`` is nothing where not all of it is understood, for
    what is left may change the rest; ``why`` tells what.
    """

    subject: str
    winner: str
    when: str
    text: str
    goal: Goal | None = None
    why: str = ""


def stated(scenario: Scenario) -> tuple[Stated, ...]:
    """Read the conditions of a card."""
    return tuple(
        each
        for number, condition in enumerate(scenario.card.conditions, 1)
        for each in _stated(scenario, condition, f"condition {number}")
    )


def unread(code: str, conditions: Iterable[Stated]) -> Iterator[Finding]:
    """Tell a check of the conditions that it cannot look at, as they are not understood."""
    for each in conditions:
        if each.goal is None:
            yield Finding(code, each.subject, Found.UNKNOWN, f"{each.why}: {each.text}")


def found_of(why: object) -> Found:
    """Judge a place that cannot be found: what the map has not is missing, the rest is unclear."""
    return Found.FAIL if any(each in str(why) for each in MISSING) else Found.UNKNOWN


def victories(scenario: Scenario) -> Iterator[Victory]:
    """Give what the conditions and the special rules say of victory, where all of it is understood."""
    card = scenario.card
    conditions = (text for each in card.conditions for text in each.say)
    for text in (*conditions, *(text for each in card.special for text in each.say)):
        with suppress(BadInput):
            read = _read(scenario, text)
            if read.understood:
                yield read


def _stated(scenario: Scenario, condition: Condition, subject: str) -> Iterator[Stated]:
    text = "; ".join(condition.say) or condition.text
    winner, when = condition.winner, condition.when
    if not condition.say:
        yield Stated(subject, winner, when, text, why="the card has it as text alone")
        return
    wins: list[Win] = []
    left: list[str] = [condition.text] if condition.text else []
    for each in condition.say:
        try:
            read = _read(scenario, each)
        except BadInput as error:
            yield Stated(subject, winner, when, text, why=str(error))
            return
        wins += read.wins
        left += [*read.partly, *(words for win in read.wins for words in win.partly)]
    if left:
        why = "; ".join(f"not understood: {quoted(words)}" for words in left)
        yield Stated(subject, winner, when, text, why=why)
    if left or not wins:
        return
    goals = tuple(each.goal for each in wins)
    named = next((each.winner for each in wins if each.winner), winner)
    at = next((each.when for each in wins if each.when), when)
    goal = goals[0] if len(goals) == 1 else AllOf(goals)
    yield Stated(subject, winner or named, when or at, text, goal)


def _read(scenario: Scenario, text: str) -> Victory:
    sides = [each.name for each in scenario.card.sides]
    return read_victory(text, tuple(scenario.card.areas), sides).value


# --- places --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a condition: its name, and its hexes."""

    name: str
    hexes: tuple[str, ...]


def items_of(scenario: Scenario, places: Places) -> tuple[Place, ...]:
    """Give what is counted of the places of a condition, each with its hexes; raises BadInput where one
    is not on the map.
    """
    if places.counted is Counted.PLACES:
        return tuple(place_of(scenario, each) for each in places.parts)
    hexes = sorted(
        {name for part in places.parts for name in place_of(scenario, part).hexes}, key=hex_order
    )
    if places.counted is Counted.HEXES:
        return tuple(Place(name, (name,)) for name in hexes)
    if places.counted is Counted.BUILDINGS:
        extents = building_extents(scenario.board)
        whole = {extents[name] for name in hexes if name in extents}
        ordered = [sorted(each, key=hex_order) for each in whole]
        return tuple(Place(f"building {each[0]}", tuple(each)) for each in sorted(ordered))
    board = scenario.board
    inside = [(each.name, name) for name in hexes for each in board.locations_of(name)]
    return tuple(Place(location, (name,)) for location, name in inside)


def place_of(scenario: Scenario, area: Area) -> Place:
    """Give an area as a place; raises BadInput where it is not on the map."""
    found = sorted(scenario.areas.ground.hexes(area), key=hex_order)
    return Place(area.name if isinstance(area, Named) else str(area), tuple(found))


def exits_of(scenario: Scenario, goal: Exit) -> Place:
    """Give the hexes by which a goal has units leave; raises BadInput where they are not on the map."""
    edge = scenario.areas.ground.hexes(Edge())
    where = edge if goal.where is None else scenario.areas.ground.hexes(goal.where) & edge
    name = "any edge" if goal.where is None else str(goal.where)
    return Place(name, tuple(sorted(where, key=hex_order)))


def simple_goals(goal: Goal) -> Iterator[Goal]:
    """List the goals that a goal is put together of."""
    if isinstance(goal, AllOf | AnyOf):
        for each in goal.parts:
            yield from simple_goals(each)
    else:
        yield goal


def places_named(scenario: Scenario, conditions: Iterable[Stated]) -> tuple[Place, ...]:
    """List the places that conditions speak of, once each; what is not on the map is left out."""
    found: dict[str, Place] = {}
    for condition in conditions:
        for goal in simple_goals(condition.goal) if condition.goal is not None else ():
            for place in _known(scenario, goal):
                found.setdefault(place.name, place)
    return tuple(found.values())


def _known(scenario: Scenario, goal: Goal) -> Iterator[Place]:
    areas: tuple[Area, ...] = ()
    if isinstance(goal, Control | Presence):
        areas = goal.places.parts
    elif isinstance(goal, ControlMore):
        areas = (*goal.places.parts, *goal.than.parts)
    elif isinstance(goal, SoleUnits):
        areas = (goal.area,)
    for area in areas:
        try:
            place = place_of(scenario, area)
        except BadInput:
            continue
        if place.hexes:
            yield place
