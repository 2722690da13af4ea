"""S17: whether the units of a side bring what has to leave: Exit Victory Points, or so many units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from hexcourt.facts.cards.card import Group, Unit
from hexcourt.facts.cards.sentences.units import Units
from hexcourt.facts.cards.sentences.victory import ANY_SIDE, Exit, ExitValue
from hexcourt.facts.errors import BadInput
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.play.conditions import (
    Place,
    exits_of,
    found_of,
    simple_goals,
    stated,
    unread,
    victories,
)
from hexcourt.solver.checking.play.earliest import SideBound, arrivals
from hexcourt.solver.checking.play.journeys import Journeys, journeys_of
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.checking.setup.asking import PROFILE, law_name
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.lawbook import Lawbook, in_force

CODE = "S17"

_MODIFIER = re.compile(r"[0-9]+(?P<modifier>[+-][0-9]+)")


@dataclass(frozen=True, slots=True)
class Share:
    """What units of a group bring to what has to leave: how much each, None where that is not known."""

    group: Group
    unit: Unit
    each: int | None

    @property
    def all(self) -> int:
        """Give what all of them bring, as far as that is known."""
        return self.unit.count * (self.each or 0)


def check(scenario: Scenario) -> Iterator[Finding]:
    """Tell of each condition that asks for exits what the units that can leave in time bring."""
    journeys, conditions = journeys_of(scenario), stated(scenario)
    yield from unread(CODE, conditions)
    for condition in conditions:
        for goal in simple_goals(condition.goal) if condition.goal is not None else ():
            if not isinstance(goal, Exit) or goal.least is None:
                continue
            sides = journeys.sides if condition.winner == ANY_SIDE else (condition.winner,)
            for side in sides:
                yield of_goal(journeys, condition.subject, side, goal)


def of_goal(journeys: Journeys, subject: str, side: str, goal: Exit) -> Finding:
    """Tell of one goal what the units of a side that can leave in time bring."""
    least = goal.least or 0
    victories_told = victories(journeys.scenario)
    values = tuple(value for victory in victories_told for value in victory.exit_values)
    try:
        place = exits_of(journeys.scenario, goal)
    except BadInput as error:
        return Finding(CODE, subject, found_of(error), f"{error}.")
    shares = [
        Share(group, unit, _bring(journeys, unit, goal.units, values))
        for group in journeys.groups_of(side)
        for unit in group.units
    ]
    late = _too_late(journeys, side, place)
    there = [each for each in shares if (each.group.id, each.unit.kind) not in late]
    available = sum(each.all for each in there)
    what = "points" if goal.units is None else str(goal.units)
    sentence = f"{available} {what} available, {least} needed"
    unknown = sorted({str(each.unit) for each in there if each.each is None})
    doubts = [f"what {', '.join(unknown)} bring is not known"] if unknown else []
    if late:
        doubts += SideBound(journeys, side).doubts(True)
        gone = sum(each.all for each in shares if each not in there)
        sentence += f", {gone} more cannot leave in time"
    found = Found.PASS
    if available >= least:
        more = f", and {doubts[0]}" if unknown else ""
        sentence += f", margin {available - least}{more}"
    else:
        found = Found.UNKNOWN if doubts else Found.FAIL
        sentence += f"; {'; '.join(doubts)}" if doubts else ""
    bring = tuple(f"{each.unit}: {each.all}" for each in there if each.all)
    rules = ("A26.21",) if goal.units is None else ()
    return Finding(CODE, subject, found, f"{sentence}.", rules, Witness(units=bring))


def _too_late(journeys: Journeys, side: str, place: Place) -> set[tuple[str, str]]:
    """List the units, by group and kind, that cannot leave by some hexes in time."""
    last = journeys.last_turns(side)
    found = set()
    for group in journeys.groups_of(side):
        for mover in journeys.movers(group):
            for each in arrivals(journeys, mover, [place], True) or ():
                if each.first is None or (last and each.first > last[1]):
                    found.add((group.id, mover.kind))
    return found


def _bring(
    journeys: Journeys, unit: Unit, units: Units | None, values: Iterable[ExitValue]
) -> int | None:
    """Tell what a unit brings: points, or itself where units are counted; None where not known."""
    if units is not None:
        meant = journeys.is_meant(unit, units)
        return None if meant is None else int(meant)
    told = _told(journeys, unit, values)
    return _worth(law_name(unit.kind), _modifier(unit), in_force()) if told is None else told


def _told(journeys: Journeys, unit: Unit, values: Iterable[ExitValue]) -> int | None:
    """Give what the card says that a unit is worth: what is told by name before what is told of its
    kind, and of others last.
    """
    for value in sorted(values, key=lambda each: (not each.units.name, each.units.rest)):
        name = value.units.name
        named = not name or name in (unit.name, f"{_modifier(unit):+d}", str(_modifier(unit)))
        if named and journeys.is_of_kind(unit, value.units):
            return value.points
    return None


def _modifier(unit: Unit) -> int:
    found = _MODIFIER.fullmatch(unit.name)
    return int(found["modifier"]) if found else 0


@cache
def _worth(kind: str, modifier: int, lawbook: Lawbook) -> int | None:
    grounded = Law(PROFILE).ground(f"setup_kind({kind}). exit_unit({kind},{modifier}).")
    atoms = grounded.symbolic_atoms
    if any(atoms.by_signature("worth_unknown", 3)):
        return None
    return max(each.symbol.arguments[2].number for each in atoms.by_signature("worth", 4))
