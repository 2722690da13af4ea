"""The conditions of victory as they are understood, their places, and whether they can hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import clingo

from hexcourt.facts.areas.area import Area, Edge, NamedArea
from hexcourt.facts.base.errors import BadInput, quoted
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import hex_order
from hexcourt.facts.cards.card import Condition
from hexcourt.facts.cards.sentences.read_units import CountedPlaces, Places, Units
from hexcourt.facts.cards.sentences.read_victory import read_victory
from hexcourt.facts.cards.sentences.victory import (
    ANY_SIDE,
    AllOf,
    AnyOf,
    Control,
    ControlMore,
    Exit,
    Goal,
    NoUnits,
    Outnumber,
    Points,
    Presence,
    SoleUnits,
    Victory,
    Win,
)
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.scenario.checks import Finding, FindingKind
from hexcourt.solver.scenario.scenario import Scenario


@dataclass(frozen=True, slots=True)
class StatedCondition:
    """A way to win as the card states it. ``goal`` is nothing where not all of it is understood, for
    what is left may change the rest; ``why`` tells what.
    """

    subject: str
    winner: str
    when: str
    text: str
    goal: Goal | None = None
    why: str = ""

    @property
    def goals(self) -> Iterator[Goal]:
        """List the goals that its goal is put together of."""
        return simple_goals(self.goal) if self.goal is not None else iter(())


def stated(scenario: Scenario) -> tuple[StatedCondition, ...]:
    """Read the conditions of a card."""
    return tuple(
        each
        for number, condition in enumerate(scenario.card.conditions, 1)
        for each in _stated(scenario, condition, f"condition {number}")
    )


def unread(conditions: Iterable[StatedCondition]) -> Iterator[Finding]:
    """Report the conditions that a check cannot look at, as they are not understood."""
    for each in conditions:
        if each.goal is None:
            yield Finding(each.subject, FindingKind.UNKNOWN, f"{each.why}: {each.text}")


def victories(scenario: Scenario) -> Iterator[Victory]:
    """Return what the conditions and the special rules say of victory, where all of it is understood."""
    card = scenario.card
    conditions = (text for each in card.conditions for text in each.say)
    for text in (*conditions, *(text for each in card.special for text in each.say)):
        with suppress(BadInput):
            read = _read(scenario, text)
            if read.understood:
                yield read


def _stated(scenario: Scenario, condition: Condition, subject: str) -> Iterator[StatedCondition]:
    text = "; ".join(condition.say) or condition.text
    winner, when = condition.winner, condition.when
    if not condition.say:
        yield StatedCondition(subject, winner, when, text, why="the card has it as text alone")
        return
    wins: list[Win] = []
    left: list[str] = [condition.text] if condition.text else []
    for each in condition.say:
        try:
            read = _read(scenario, each)
        except BadInput as error:
            yield StatedCondition(subject, winner, when, text, why=str(error))
            return
        wins += read.wins
        left += [*read.partly, *(words for win in read.wins for words in win.partly)]
    if left:
        why = "; ".join(f"not understood: {quoted(words)}" for words in left)
        yield StatedCondition(subject, winner, when, text, why=why)
    if left or not wins:
        return
    goals = tuple(each.goal for each in wins)
    named = next((each.winner for each in wins if each.winner), winner)
    at = next((each.when for each in wins if each.when), when)
    goal = goals[0] if len(goals) == 1 else AllOf(goals)
    yield StatedCondition(subject, winner or named, when or at, text, goal)


def _read(scenario: Scenario, text: str) -> Victory:
    sides = [each.name for each in scenario.card.sides]
    return read_victory(text, tuple(scenario.card.areas), sides).value


@dataclass(frozen=True, slots=True)
class VictoryPlace:
    """A place of a condition: its name, and its hexes."""

    name: str
    hexes: tuple[str, ...]


def items_of(scenario: Scenario, places: Places) -> tuple[VictoryPlace, ...]:
    """Return what is counted of the places of a condition, each with its hexes; raises BadInput
    where one is not on the map.
    """
    if places.counted is CountedPlaces.PLACES:
        return tuple(place_of(scenario, each) for each in places.parts)
    hexes = sorted(
        {name for part in places.parts for name in place_of(scenario, part).hexes}, key=hex_order
    )
    if places.counted is CountedPlaces.HEXES:
        return tuple(VictoryPlace(name, (name,)) for name in hexes)
    if places.counted is CountedPlaces.BUILDINGS:
        extents = scenario.areas.ground.extents
        whole = {extents[name] for name in hexes if name in extents}
        ordered = [sorted(each, key=hex_order) for each in whole]
        return tuple(VictoryPlace(f"building {each[0]}", tuple(each)) for each in sorted(ordered))
    board = scenario.board
    inside = [(each.name, name) for name in hexes for each in board.locations_of(name)]
    return tuple(VictoryPlace(location, (name,)) for location, name in inside)


def place_of(scenario: Scenario, area: Area) -> VictoryPlace:
    """Return an area as a place; raises BadInput where it is not on the map."""
    found = sorted(scenario.areas.ground.hexes(area), key=hex_order)
    return VictoryPlace(area.name if isinstance(area, NamedArea) else str(area), tuple(found))


def exits_of(scenario: Scenario, goal: Exit) -> VictoryPlace:
    """Return the hexes by which a goal has units leave; raises BadInput where they are not on the
    map.
    """
    edge = scenario.areas.ground.hexes(Edge())
    where = edge if goal.where is None else scenario.areas.ground.hexes(goal.where) & edge
    name = "any edge" if goal.where is None else str(goal.where)
    return VictoryPlace(name, tuple(sorted(where, key=hex_order)))


def exits_for(
    scenario: Scenario, conditions: Iterable[StatedCondition], side: str
) -> tuple[VictoryPlace, ...]:
    """List the exits by which a side may win, once each; what is not on the map is left out."""
    found = {}
    for condition in conditions:
        for goal in condition.goals if condition.winner in (side, ANY_SIDE) else ():
            if isinstance(goal, Exit):
                with suppress(BadInput):
                    place = exits_of(scenario, goal)
                    found[place.name] = place
    return tuple(found.values())


def simple_goals(goal: Goal) -> Iterator[Goal]:
    """List the goals that a goal is put together of."""
    if isinstance(goal, AllOf | AnyOf):
        for each in goal.parts:
            yield from simple_goals(each)
    else:
        yield goal


def places_named(
    scenario: Scenario, conditions: Iterable[StatedCondition]
) -> tuple[VictoryPlace, ...]:
    """List the places that conditions speak of, once each; what is not on the map is left out."""
    found: dict[str, VictoryPlace] = {}
    for condition in conditions:
        for goal in condition.goals:
            for place in _known(scenario, goal):
                found.setdefault(place.name, place)
    return tuple(found.values())


def _known(scenario: Scenario, goal: Goal) -> Iterator[VictoryPlace]:
    areas: tuple[Area, ...] = ()
    if isinstance(goal, Control | Presence):
        areas = goal.places.parts
    elif isinstance(goal, ControlMore):
        areas = (*goal.places.parts, *goal.than.parts)
    elif isinstance(goal, SoleUnits):
        areas = (goal.area,)
    for area in areas:
        with suppress(BadInput):
            place = place_of(scenario, area)
            if place.hexes:
                yield place


# A goal is written as facts; a place of victory is an item by its name. What is not looked at (points,
# exits, what is eliminated) may be fulfilled or not, as it suits, and is told as ``loose``.


PROFILE = "outcomes"

NOBODY = "none"
"""What is sought where no condition is to hold."""

_COUNTED = ("squad-equivalent", "squad", "half-squad", "mmc", "unit", "infantry", "personnel")
"""The words for units whose number is that of squads."""


@dataclass(frozen=True, slots=True)
class VictoryClaim:
    """How one side wins over the other."""

    number: int
    side: str
    enemy: str
    when: str
    goal: Goal


@dataclass(frozen=True, slots=True)
class EndPosition:
    """An outcome: which side Controls what, which is where, and how many squads are left to each, in
    half-squads; ``loose`` is what is taken as fulfilled without being looked at.
    """

    controls: tuple[tuple[str, str], ...] = ()
    present: tuple[tuple[str, str], ...] = ()
    left: tuple[tuple[str, int], ...] = ()
    loose: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Brought:
    """Units that a side brings: how many, as how many half-squads each counts, and whether it has a crew
    that may leave it.
    """

    side: str
    count: int
    half_squads: int
    has_crew: bool


@dataclass(frozen=True, slots=True)
class MatchingUnits:
    """Units that a side may have, distinguished by which words mean them. ``doubt`` says that
    some words mean them perhaps and others, in the same reading, do not; "" if none.
    """

    side: str
    words: frozenset[Units]
    doubt: str = ""


@dataclass
class Outcomes:
    """All outcomes of a scenario: ``brought`` are the units that sides bring; ``matching_units``
    distinguishes those that they may have by which of some words mean them.

    Raises BadInput where a place of a goal is not on the map.
    """

    scenario: Scenario
    claims: tuple[VictoryClaim, ...]
    brought: Sequence[Brought]
    matching_units: Callable[[Sequence[Units]], Sequence[MatchingUnits]]
    items: dict[str, VictoryPlace] = field(default_factory=dict)
    loose: dict[int, str] = field(default_factory=dict)
    _means: tuple[MatchingUnits, ...] = ()
    _facts: list[str] = field(default_factory=list)
    _goals: int = 0

    def __post_init__(self) -> None:
        for side in sorted(
            {each.side for each in self.claims} | {each.enemy for each in self.claims}
        ):
            self._add_facts(f"side({string_term(side)})")
        for number, each in enumerate(self.brought):
            unit = f"{string_term(each.side)},{number}"
            self._add_facts(f"brought({unit},{each.count},{each.half_squads})")
            self._add_facts(*([f"mans({unit})"] if each.has_crew else []))
        goals = (goal for claim in self.claims for goal in simple_goals(claim.goal))
        present = (goal.units for goal in goals if isinstance(goal, Presence | SoleUnits | NoUnits))
        self._means = tuple(self.matching_units(tuple(dict.fromkeys(present))))
        for number, some in enumerate(self._means):
            self._add_facts(f"of_units({string_term(some.side)},{number})")
        for claim in self.claims:
            goal = self._goal(claim, claim.goal)
            self._add_facts(f"stands_for({claim.number},{goal})")

    def find(
        self, wanted: Iterable[int | str], may_hold: Mapping[str, Collection[str]]
    ) -> EndPosition | None:
        """Find a smallest outcome in which some claims hold, or NOBODY's does; None where there is none.

        ``may_hold`` maps a side to the items that its units may come to.
        """
        lines = [f"must_hold({each})." for each in wanted]
        for side, items in sorted(may_hold.items()):
            lines += [
                f"may_hold({string_term(side)},{string_term(each)})." for each in sorted(items)
            ]
        control = ActiveRules(PROFILE).ground("\n".join([*self._facts, *lines]))
        found: EndPosition | None = None
        with control.solve(yield_=True) as models:
            for model in models:
                found = self._outcome(model.symbols(atoms=True))
        return found

    def _outcome(self, atoms: Iterable[clingo.Symbol]) -> EndPosition:
        by_name: dict[str, list[clingo.Symbol]] = {}
        for each in sorted(atoms):
            by_name.setdefault(each.name, []).append(each)

        def pairs(name: str) -> tuple[tuple[str, str], ...]:
            arguments = (each.arguments for each in by_name.get(name, ()))
            return tuple((side.string, item.string) for side, item in arguments)

        left = (each.arguments for each in by_name.get("left", ()))
        present = [each.arguments for each in by_name.get("present", ())]
        loose = {self.loose[each.arguments[0].number] for each in by_name.get("granted_goal", ())}
        loose |= {self._means[units.number].doubt for _, _, units in present} - {""}
        return EndPosition(
            pairs("controls"),
            tuple(dict.fromkeys((side.string, item.string) for side, item, _ in present)),
            tuple((side.string, number.number) for side, number in left),
            tuple(sorted(loose)),
        )

    # --- goals as facts --------------------------------------------------------------------------------

    def _goal(self, claim: VictoryClaim, goal: Goal) -> int:
        """Add a goal; return its number."""
        mine, theirs = string_term(claim.side), string_term(claim.enemy)
        number = self._new()
        if isinstance(goal, AllOf | AnyOf):
            name = "all_of" if isinstance(goal, AllOf) else "any_of"
            for part in goal.parts:
                self._add_facts(f"{name}({number},{self._goal(claim, part)})")
        elif isinstance(goal, Control):
            least = self._count(number, "counts", goal.places, goal.least)
            self._add_facts(f"control_least({number},{mine},{least})")
        elif isinstance(goal, ControlMore):
            self._count(number, "counts", goal.places)
            self._count(number, "counts_against", goal.than)
            self._add_facts(f"control_more({number},{mine},{theirs},{goal.least})")
        elif isinstance(goal, Presence):
            least = self._count(number, "counts", goal.places, goal.least)
            self._add_facts(f"present_least({number},{mine},{least})")
            places = least if self._are_disjoint(goal.places) else min(least, 1)
            self._add_facts(f"units_needed({number},{goal.number * places})")
            self._add_facts(
                *(f"asks_for({number},{string_term(each)})" for each in goal.units.kinds)
            )
        elif isinstance(goal, SoleUnits):
            item = self._item(place_of(self.scenario, goal.area))
            self._add_facts(f"sole({number},{mine},{theirs},{item})")
        elif isinstance(goal, NoUnits) and goal.area is not None:
            item = self._item(place_of(self.scenario, goal.area))
            whose = mine if goal.units.side == claim.side else theirs
            self._add_facts(f"empty_of({number},{whose},{item})")
        elif (
            isinstance(goal, Outnumber)
            and goal.area is None  # how many of the units left are where is not searched
            and set(goal.units.kinds) <= set(_COUNTED)
        ):
            times, more = goal.times, "more" if goal.more else "least"
            of = f"{times.numerator},{times.denominator},{more}"
            self._add_facts(f"outnumber({number},{mine},{theirs},{of})")
        elif isinstance(goal, Points) and goal.more:
            self._add_facts(f"ahead({number},{mine})")
        else:
            return self._loosely(str(goal))
        if isinstance(goal, Presence | SoleUnits | NoUnits):
            numbered = enumerate(self._means)
            some = ((n, each.side) for n, each in numbered if goal.units in each.words)
            self._add_facts(*(f"meant({number},{string_term(side)},{n})" for n, side in some))
        return number

    def _count(self, number: int, name: str, places: Places, least: int | None = None) -> int:
        """Return which items a goal counts; give how many it needs, all where nothing is said."""
        items = items_of(self.scenario, places)
        self._add_facts(*(f"{name}({number},{self._item(each)})" for each in items))
        return len(items) if least is None else least

    def _are_disjoint(self, places: Places) -> bool:
        """Return whether no unit is in two of the places at once."""
        if places.counted is not CountedPlaces.PLACES:
            return True
        hexes = [name for each in items_of(self.scenario, places) for name in each.hexes]
        return len(hexes) == len(set(hexes))

    def _item(self, place: VictoryPlace) -> str:
        self.items[place.name] = place
        return string_term(place.name)

    def _loosely(self, text: str) -> int:
        number = self._new()
        self.loose[number] = text
        self._add_facts(f"loose({number})")
        return number

    def _new(self) -> int:
        self._goals += 1
        return self._goals

    def _add_facts(self, *facts: str) -> None:
        self._facts += [f"{each}." for each in facts]
