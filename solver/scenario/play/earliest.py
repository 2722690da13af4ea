"""S15: in which turn each kind of unit comes to the places of victory, or leaves, at the earliest.

The turn given is a lower bound: the least prices, moves that are undetermined, Double Time, a
leader and the Advance Phase are all counted in the units' favour, and no fire. Beside it stands
a turn by which they come there surely, unhurt: at the most expensive prices, by no undetermined
move, with what they have by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.sentences.victory import (
    ANY_SIDE,
    AllOf,
    AnyOf,
    Control,
    ControlMore,
    Exit,
    Goal,
    Presence,
)
from hexcourt.solver.position.states import State, state_words
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness
from hexcourt.solver.scenario.play.arriving import Leg
from hexcourt.solver.scenario.play.conditions import (
    StatedCondition,
    VictoryPlace,
    exits_for,
    exits_of,
    items_of,
    places_named,
    stated,
    unread,
)
from hexcourt.solver.scenario.play.journeys import GroupMover, Journeys, journeys_of
from hexcourt.solver.scenario.scenario import Scenario
from hexcourt.solver.scenario.setup.limits import setup_hexes

AT_START = 0
"""The turn in which units are where they set up."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The first turn in which a unit may be in a place, and the turn by which it surely can; 0 where it
    sets up there, None where never. ``path`` is the way in the first turn.
    """

    place: VictoryPlace
    first: int | None
    sure: int | None
    path: tuple[str, ...] = ()
    state: State | None = None


def arrivals(
    journeys: Journeys, mover: GroupMover, places: Iterable[VictoryPlace], leaves: bool = False
) -> tuple[Arrival, ...] | None:
    """Return when a unit comes to some places, or leaves the map by their hexes; None where it is not
    understood where it sets out.
    """
    best, sure = (journeys.progress(mover, surely) for surely in (False, True))
    if best is None or sure is None:
        return None
    setup = set(setup_hexes(journeys.scenario, mover.group) or ())
    found = []
    for place in places:
        if not leaves and setup.intersection(place.hexes):
            found.append(Arrival(place, AT_START, AT_START))
            continue
        goals = goals_in(journeys, mover, place, leaves)
        first, later = best.earliest(goals), sure.earliest(goals)
        path = () if first is None else path_words(journeys, best.way(first[1]))
        state = first[1] if first else None
        found.append(Arrival(place, first and first[0], later and later[0], path, state))
    return tuple(found)


def goals_in(
    journeys: Journeys, mover: GroupMover, place: VictoryPlace, leaves: bool
) -> tuple[State, ...]:
    """List the states of a unit in a place, or beyond its hexes where it leaves the map."""
    hexes = set(place.hexes)
    return tuple(
        each
        for each in journeys.engine(mover).states
        if each.hex in hexes
        and (each.kind == "off" if leaves else each.is_reached and not each.off_map)
    )


def path_words(journeys: Journeys, legs: Sequence[Leg]) -> tuple[str, ...]:
    """Write a way as the places that it leads through."""
    states = [leg.edge.source for leg in legs[:1]] + [leg.edge.target for leg in legs]
    words = (state_words(journeys.board, each.without_arc) for each in states)
    return tuple(dict.fromkeys(words))


def check(scenario: Scenario) -> Iterator[Finding]:
    """Report for each kind of unit of each group when it comes where, and of each condition whether its
    places can be reached within the game.
    """
    journeys, conditions = journeys_of(scenario), stated(scenario)
    yield from unread(conditions)
    places = places_named(scenario, conditions)
    exits = {side: exits_for(scenario, conditions, side) for side in journeys.sides}
    if not places and not any(exits.values()):
        if any(each.goal for each in conditions) or not conditions:
            yield Finding("victory", FindingKind.PASS, "No condition names a place to come to.")
        return
    for group in scenario.card.groups:
        yield from _of_group(journeys, group, places, exits.get(group.side, ()))
    for each in conditions:
        if each.goal is not None:
            yield from _of_condition(journeys, each)


def _of_group(
    journeys: Journeys, group: Group, places: Sequence[VictoryPlace], exits: Sequence[VictoryPlace]
) -> Iterator[Finding]:
    for name in journeys.strangers(group):
        why = f"How {name} moves is not known; give a kind that the rules know."
        yield Finding(group.id, FindingKind.UNKNOWN, why)
    for mover in journeys.movers(group):
        come = arrivals(journeys, mover, places)
        leave = arrivals(journeys, mover, exits, True)
        if come is None or leave is None:
            why = f"Where the {mover.words} set out is not understood."
            yield Finding(group.id, FindingKind.UNKNOWN, why)
            return
        yield _of_mover(journeys, mover, come, leave)


def _of_mover(
    journeys: Journeys, mover: GroupMover, come: Sequence[Arrival], leave: Sequence[Arrival]
) -> Finding:
    last = journeys.last_turns(mover.group.side)
    items = [*_by_turn(come, "in"), *_by_turn(leave, "off")]
    where = "; ".join(items) or "no condition names a place for them to come to"
    sentence = f"{mover.words}, at the earliest: {where}."
    moving = [each for each in (*come, *leave) if each.first != AT_START]
    late = [each for each in moving if last and (each.first is None or each.first > last[1])]
    if last and late:
        sentence += f" The last turn in which they move is Turn {last[1]}."
    found = FindingKind.WARN if moving and len(late) == len(moving) else FindingKind.PASS
    reached = [each for each in moving if each.first is not None]
    longest = max(reached, key=lambda each: (each.first or 0, len(each.path)), default=None)
    witness = Witness() if longest is None else Witness(longest.place.hexes, path=longest.path)
    return Finding(mover.group.id, found, sentence, mover.best.rules, witness)


def _by_turn(items: Iterable[Arrival], where: str) -> Iterator[str]:
    """Describe when places are reached, those of one turn together."""
    at: dict[tuple[int | None, int | None], list[str]] = {}
    for each in items:
        at.setdefault((each.first, each.sure), []).append(each.place.name)
    for (first, sure), names in sorted(at.items(), key=lambda each: str(each[0])):
        yield f"{where} {listed(names)} {when_words(first, sure)}"


def when_words(first: int | None, sure: int | None) -> str:
    """Describe when a place is reached at the earliest, and surely where that is later."""
    if first == AT_START:
        return "from the start"
    if first is None:
        return "never"
    if sure is None:
        return f"on Turn {first}, and never surely"
    return f"on Turn {first}" + (f", surely on Turn {sure}" if sure != first else "")


@dataclass(frozen=True)
class SideBound:
    """When the units of a side come to places, whichever comes first, and for what reasons they might
    come earlier than is given.
    """

    journeys: Journeys
    side: str

    def first(
        self, place: VictoryPlace, leaves: bool = False
    ) -> tuple[int | None, tuple[str, ...]]:
        """Return the first turn, None where never, and the way."""
        found: list[tuple[int, tuple[str, ...]]] = []
        for mover in self.movers:
            for each in arrivals(self.journeys, mover, [place], leaves) or ():
                if each.first is not None:
                    found.append((each.first, each.path))
        return min(found, default=(None, ()))

    @property
    def movers(self) -> Iterator[GroupMover]:
        """List the units of the side."""
        for group in self.journeys.groups_of(self.side):
            yield from self.journeys.movers(group)

    def doubts(self, ever: bool) -> tuple[str, ...]:
        """List why units might come earlier than the bound, or at all where ``ever`` they do not."""
        found = []
        movers = list(self.movers)
        if not any(group.units for group in self.journeys.groups_of(self.side)):
            found.append(f"the card tells no units of the {self.side} side")
        vehicles = [each for each in movers if not each.on_foot]
        for mover in vehicles if ever else ():
            found += [f"{mover.words}: {rule}" for what, rule in mover.best.not_counted]
        if vehicles and len(vehicles) < len(movers):
            feet = next(each for each in movers if each.on_foot)
            found += [f"{rule}" for _, rule in feet.best.not_counted]
        for group in self.journeys.groups_of(self.side):
            found += [f"how {each} moves is not known" for each in self.journeys.strangers(group)]
            if any(self.journeys.departures(m, False) is None for m in self.journeys.movers(group)):
                found.append(f"where group {group.id} sets out is not understood")
        return tuple(dict.fromkeys(found))


def _of_condition(journeys: Journeys, condition: StatedCondition) -> Iterator[Finding]:
    winners = journeys.sides if condition.winner == ANY_SIDE else (condition.winner,)
    for side in winners:
        if side not in journeys.sides or condition.goal is None:
            continue
        try:
            needed = needed_turn(SideBound(journeys, side), condition.goal)
        except BadInput as error:
            yield Finding.of(condition.subject, FindingKind.UNKNOWN, str(error))
            continue
        if needed is not None:
            yield _finding_of(journeys, condition, side, needed)


@dataclass(frozen=True, slots=True)
class EarliestTurn:
    """The turn in which a goal may be fulfilled at the earliest, None where never; what is done then,
    and the way there.
    """

    turn: int | None
    what: str
    path: tuple[str, ...] = ()


def needed_turn(bound: SideBound, goal: Goal) -> EarliestTurn | None:
    """Bound the turn in which a side may fulfil a goal by where its units can be; None where it need not
    be anywhere.
    """
    if isinstance(goal, AllOf | AnyOf):
        items = [needed_turn(bound, each) for each in goal.parts]
        known = [each for each in items if each is not None]
        ordered = sorted(known, key=lambda each: (each.turn is None, each.turn or 0))
        if not known or (isinstance(goal, AnyOf) and len(known) < len(items)):
            return None
        return ordered[-1 if isinstance(goal, AllOf) else 0]
    scenario = bound.journeys.scenario
    if isinstance(goal, Exit):
        place = exits_of(scenario, goal)
        turn, path = bound.first(place, True)
        return EarliestTurn(turn, f"leave by {place.name}", path)
    if isinstance(goal, Control | ControlMore | Presence):
        places = items_of(scenario, goal.places)
        least = len(places) if goal.least is None else goal.least
        turns = sorted(
            (bound.first(each) for each in places), key=lambda each: (each[0] is None, each)
        )
        what = f"be in {least} of {goal.places}"
        if least > len(turns):
            return EarliestTurn(None, what)
        turn, path = turns[least - 1] if least else (AT_START, ())
        return EarliestTurn(turn, what, path)
    return None


def _finding_of(
    journeys: Journeys, condition: StatedCondition, side: str, needed: EarliestTurn
) -> Finding:
    last = journeys.last_turns(side)
    who = f"{side.capitalize()} units"
    when = "never" if needed.turn is None else f"on Turn {needed.turn} at the earliest"
    if needed.turn == AT_START:
        when = "from the start"
    sentence = f"{who} may {needed.what} {when}"
    found = FindingKind.PASS
    if last is None:
        found, sentence = (
            FindingKind.UNKNOWN,
            f"{sentence}; the card does not tell how many turns there are",
        )
    elif needed.turn is None or needed.turn > last[1]:
        found = FindingKind.FAIL
        sentence += f"; Turn {last[1]} is the last in which they move"
    elif needed.turn > last[0]:
        found = FindingKind.WARN
        sentence += f"; where they move second, Turn {last[0]} is the last in which they move"
    undetermined = SideBound(journeys, side).doubts(needed.turn is not None)
    if found is FindingKind.FAIL and undetermined:
        found, sentence = FindingKind.UNKNOWN, f"{sentence}; but {'; '.join(undetermined)}"
    rules = tuple(dict.fromkeys(r for m in SideBound(journeys, side).movers for r in m.best.rules))
    return Finding(condition.subject, found, f"{sentence}.", rules, Witness(path=needed.path))
