"""S18: whether each condition of victory can hold, whether both sides' can at once, and whether there
is an outcome of which nobody has said who wins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations

from hexcourt.facts.cards.sentences.victory import ANY_SIDE, AT_ONCE, Exit
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.grid.geometry import distance
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.play.conditions import (
    Place,
    Stated,
    found_of,
    simple_goals,
    stated,
    unread,
)
from hexcourt.solver.checking.play.earliest import AT_START, SideBound, when_words
from hexcourt.solver.checking.play.exits import of_goal
from hexcourt.solver.checking.play.journeys import Journeys, journeys_of
from hexcourt.solver.checking.play.outcomes import NOBODY, Claim, Outcome, Outcomes
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.checking.setup.confined import setup_hexes

CODE = "S18"
CONTROL = ("A26.1",)


def check(scenario: Scenario) -> Iterator[Finding]:
    """Tell of each place who may come there, and of the conditions which can hold."""
    journeys, conditions = journeys_of(scenario), stated(scenario)
    if not conditions:
        yield Finding(CODE, "victory", Found.UNKNOWN, "The card tells no condition of victory.")
        return
    claims: list[Claim] = []
    subjects: dict[int, str] = {}
    yield from unread(CODE, conditions)
    for each in conditions:
        if each.goal is None:
            continue
        new = _claims(journeys, each, len(claims))
        try:
            Outcomes(scenario, new, _squads(journeys))
        except BadInput as error:
            yield _not_found(scenario, each.subject, error)
            continue
        claims += new
        subjects.update({claim.number: each.subject for claim in new})
    if claims:
        outcomes = Outcomes(scenario, tuple(claims), _squads(journeys))
        yield from _of_places(journeys, outcomes.items.values())
        complete = len({*subjects.values()}) == len(conditions)
        yield from _of_claims(journeys, outcomes, subjects, complete)


def _not_found(scenario: Scenario, subject: str, error: BadInput) -> Finding:
    """Say why the places of a condition are not found: an area may be none of this map, or not
    understood.
    """
    for area, _, why in scenario.not_understood:
        if str(error).startswith(f"{area}: "):
            return Finding(CODE, subject, found_of(why), f"It needs {area}: {why}.", CONTROL)
    return Finding(CODE, subject, found_of(error), f"{error}.")


def _claims(journeys: Journeys, condition: Stated, known: int) -> tuple[Claim, ...]:
    """Give a condition as claims of sides: of each side where any may win by it."""
    sides = journeys.sides
    winners = sides if condition.winner == ANY_SIDE else (condition.winner,)
    assert condition.goal is not None
    return tuple(
        Claim(
            known + number,
            side,
            next((each for each in sides if each != side), ""),
            condition.when,
            condition.goal,
        )
        for number, side in enumerate(winners, 1)
    )


def _squads(journeys: Journeys) -> Mapping[str, int]:
    """Count the squads of each side, in half-squads."""
    return {
        side: sum(
            each.count * journeys.half_squads(each.kind)
            for group in journeys.groups_of(side)
            for each in group.units
        )
        for side in journeys.sides
    }


# --- places --------------------------------------------------------------------------------------------


def _of_places(journeys: Journeys, places: Iterable[Place]) -> Iterator[Finding]:
    for place in places:
        told, found = [], Found.PASS
        for side in journeys.sides:
            bound = SideBound(journeys, side)
            turn, _ = bound.first(place)
            last = journeys.last_turns(side)
            if turn is None or (last and turn > last[1]):
                found = Found.UNKNOWN if bound.doubts(turn is not None) else Found.WARN
            words = f"{side.capitalize()} units may be there {when_words(turn, turn)}"
            told.append(words + _nearest(journeys, side, place, turn))
        size = f" ({len(place.hexes)} hexes)" if len(place.hexes) > 1 else ""
        sentence = f"{place.name}{size}: {'; '.join(told)}."
        yield Finding(CODE, place.name, found, sentence, CONTROL, Witness(place.hexes))


def _nearest(journeys: Journeys, side: str, place: Place, turn: int | None) -> str:
    """Say how near the hexes lie in which a side sets up, or by which it enters."""
    if turn == AT_START:
        return ""
    scenario, hexes = journeys.scenario, journeys.board.by_name
    found = [
        (distance(hexes[one].place, hexes[other].place), other, one, enters)
        for group in journeys.groups_of(side)
        for enters, some in (
            (False, setup_hexes(scenario, group)),
            (True, scenario.entry_hexes(group)),
        )
        for one in some or ()
        for other in place.hexes
    ]
    if not found:
        return ""
    away, other, one, enters = min(found)
    how = "entry" if enters else "setup"
    return (
        f", from the nearest {how} hex {one}, {away} {'hex' if away == 1 else 'hexes'} from {other}"
    )


# --- conditions ----------------------------------------------------------------------------------------


def _of_claims(
    journeys: Journeys, outcomes: Outcomes, subjects: Mapping[int, str], complete: bool
) -> Iterator[Finding]:
    may, doubts = _may_hold(journeys, outcomes)
    possible = []
    for claim in outcomes.claims:
        outcome = outcomes.find([claim.number], may)
        who = f"{claim.side.capitalize()} victory"
        subject = subjects[claim.number]
        if outcome is None:
            found = Found.UNKNOWN if doubts else Found.FAIL
            sentence = f"{who} cannot be: {claim.goal} can never hold"
            sentence += f"; but {'; '.join(doubts)}" if doubts else ""
            yield Finding(CODE, subject, found, f"{sentence}.", CONTROL)
            continue
        possible.append(claim)
        open_goals = set(outcome.loose) - _can_leave(journeys, claim)
        found = Found.UNKNOWN if open_goals else Found.PASS
        sentence = f"{who} can be: {_words(outcome, open_goals)}"
        yield Finding(CODE, subject, found, f"{sentence}.", CONTROL, _witness(outcome))
    yield from _of_pairs(outcomes, possible, subjects, may)
    yield from _otherwise(journeys, outcomes, may, complete)


def _can_leave(journeys: Journeys, claim: Claim) -> set[str]:
    """List the exits that a claim asks for and units bring enough for (S17)."""
    goals = [each for each in simple_goals(claim.goal) if isinstance(each, Exit)]
    found = ((str(each), of_goal(journeys, "", claim.side, each).found) for each in goals)
    return {said for said, each in found if each is Found.PASS}


def _may_hold(
    journeys: Journeys, outcomes: Outcomes
) -> tuple[Mapping[str, set[str]], tuple[str, ...]]:
    """Map each side to the items that its units may come to in time, and tell for what reasons there
    may be more.
    """
    may: dict[str, set[str]] = {}
    doubts: list[str] = []
    for side in journeys.sides:
        bound, last = SideBound(journeys, side), journeys.last_turns(side)
        may[side] = set()
        for place in outcomes.items.values():
            turn, _ = bound.first(place)
            if turn is not None and (last is None or turn <= last[1]):
                may[side].add(place.name)
            else:
                doubts += bound.doubts(turn is not None)
    return may, tuple(dict.fromkeys(doubts))


def _of_pairs(
    outcomes: Outcomes,
    possible: Iterable[Claim],
    subjects: Mapping[int, str],
    may: Mapping[str, set[str]],
) -> Iterator[Finding]:
    """Tell of conditions of both sides that are looked at together whether both can hold."""
    for one, other in combinations(possible, 2):
        if one.side == other.side or AT_ONCE in (one.when, other.when):
            continue
        outcome = outcomes.find([one.number, other.number], may)
        names = dict.fromkeys(subjects[each.number] for each in (one, other))
        subject = " and ".join(names)
        who = f"{one.side.capitalize()} and {other.side}"
        if outcome is None:
            yield Finding(CODE, subject, Found.PASS, f"{who} cannot both win.", CONTROL)
        else:
            found = Found.UNKNOWN if outcome.loose else Found.FAIL
            sentence = f"{who} can both win: {_words(outcome)}."
            yield Finding(CODE, subject, found, sentence, CONTROL, _witness(outcome))


def _otherwise(
    journeys: Journeys, outcomes: Outcomes, may: Mapping[str, set[str]], complete: bool
) -> Iterator[Finding]:
    said = journeys.otherwise
    if said:
        who = "it is a draw" if said == "draw" else f"the {said} side wins"
        sentence = f"Where no condition holds, {who}."
        yield Finding(CODE, "otherwise", Found.PASS, sentence)
        return
    outcome = outcomes.find([NOBODY], may)
    if not complete:
        sentence = "Who wins where no condition holds is not said, and not every one is understood."
        yield Finding(CODE, "otherwise", Found.UNKNOWN, sentence)
    elif outcome is None:
        yield Finding(CODE, "otherwise", Found.PASS, "In every outcome a condition holds.")
    else:
        sentence = f"Nobody has said who wins where {_words(outcome)}."
        yield Finding(CODE, "otherwise", Found.WARN, sentence, (), _witness(outcome))


def _words(outcome: Outcome, open_goals: Collection[str] | None = None) -> str:
    """Say what an outcome is; of what is ``open``, that it is not looked at."""
    unsure = outcome.loose if open_goals is None else open_goals
    told = []
    for verb, pairs in (("Controls", outcome.controls), ("has units in", outcome.present)):
        for side in sorted({side for side, _ in pairs}):
            told.append(f"{side} {verb} {listed(item for who, item in pairs if who == side)}")
    for side, halves in outcome.left:
        if halves:
            told.append(f"{halves / 2:g} squads are left to {side}")
    told += [f"{each}{' (not looked at)' * (each in unsure)}" for each in outcome.loose]
    return "; ".join(told) or "nobody Controls anything"


def _witness(outcome: Outcome) -> Witness:
    return Witness(placement=(*outcome.controls, *outcome.present))
