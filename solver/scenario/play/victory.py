"""S18: whether each condition of victory can hold, whether both sides' can at once, and whether there
is an outcome of which nobody has said who wins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.cards.card import CardUnit, Group
from hexcourt.facts.cards.sentences.read_units import Units
from hexcourt.facts.cards.sentences.victory import ANY_SIDE, AT_ONCE, Exit, ExitValue
from hexcourt.facts.geometry.hexes import distance
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.rulebase import cached_by_rules
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness, found_of
from hexcourt.solver.scenario.play.conditions import (
    NOBODY,
    Brought,
    EndPosition,
    MatchingUnits,
    Outcomes,
    StatedCondition,
    VictoryClaim,
    VictoryPlace,
    exits_of,
    simple_goals,
    stated,
    unread,
    victories,
)
from hexcourt.solver.scenario.play.earliest import AT_START, SideBound, arrivals, when_words
from hexcourt.solver.scenario.play.journeys import Journeys, journeys_of
from hexcourt.solver.scenario.scenario import Scenario
from hexcourt.solver.scenario.setup.asking import PROFILE, rule_name
from hexcourt.solver.scenario.setup.limits import setup_hexes

# --- S17: whether the units of a side bring what has to leave: Exit Victory Points, or so many units


_MODIFIER = pattern(r"[0-9]+(?P<modifier>[+-][0-9]+)")


@dataclass(frozen=True, slots=True)
class Share:
    """What units of a group bring to what has to leave: how much each, None where that is not known."""

    group: Group
    unit: CardUnit
    each: int | None

    @property
    def all(self) -> int:
        """Return what all of them bring, as far as that is known."""
        return self.unit.count * (self.each or 0)


def check_exits(scenario: Scenario) -> Iterator[Finding]:
    """Report for each condition that asks for exits what the units that can leave in time bring."""
    journeys, conditions = journeys_of(scenario), stated(scenario)
    yield from unread(conditions)
    for condition in conditions:
        for goal in condition.goals:
            if not isinstance(goal, Exit) or goal.least is None:
                continue
            sides = journeys.sides if condition.winner == ANY_SIDE else (condition.winner,)
            for side in sides:
                yield of_goal(journeys, condition.subject, side, goal)


def of_goal(journeys: Journeys, subject: str, side: str, goal: Exit) -> Finding:
    """Report for one goal what the units of a side that can leave in time bring."""
    least = goal.least or 0
    victories_of = victories(journeys.scenario)
    values = tuple(value for victory in victories_of for value in victory.exit_values)
    try:
        place = exits_of(journeys.scenario, goal)
    except BadInput as error:
        return Finding(subject, found_of(error), f"{error}.")
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
    lines = [f"what {', '.join(unknown)} bring is not known"] if unknown else []
    if late or not shares:
        lines += SideBound(journeys, side).doubts(True)
    if late:
        gone = sum(each.all for each in shares if each not in there)
        sentence += f", {gone} more cannot leave in time"
    found = FindingKind.PASS
    if available >= least:
        more = f", and {lines[0]}" if unknown else ""
        sentence += f", margin {available - least}{more}"
    else:
        found = FindingKind.UNKNOWN if lines else FindingKind.FAIL
        sentence += f"; {'; '.join(lines)}" if lines else ""
    bring = tuple(f"{each.unit}: {each.all}" for each in there if each.all)
    rules = ("A26.21",) if goal.units is None else ()
    return Finding(subject, found, f"{sentence}.", rules, Witness(units=bring))


def _too_late(journeys: Journeys, side: str, place: VictoryPlace) -> set[tuple[str, str]]:
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
    journeys: Journeys, unit: CardUnit, units: Units | None, values: Iterable[ExitValue]
) -> int | None:
    """Return what a unit brings: points, or itself where units are counted; None where not known."""
    if units is not None:
        matching = journeys.matches(unit, units)
        return None if matching is None else int(matching)
    result = _stated_value(journeys, unit, values)
    return _worth(rule_name(unit.kind), _modifier(unit)) if result is None else result


def _stated_value(journeys: Journeys, unit: CardUnit, values: Iterable[ExitValue]) -> int | None:
    """Return what the card says that a unit is worth: what is given by name before what is given about
    its kind, and of others last.
    """
    for value in sorted(values, key=lambda each: (not each.units.name, each.units.rest)):
        name = value.units.name
        named = not name or name in (unit.name, f"{_modifier(unit):+d}", str(_modifier(unit)))
        if named and journeys.is_of_kind(unit, value.units):
            return value.points
    return None


def _modifier(unit: CardUnit) -> int:
    found = _MODIFIER.fullmatch(unit.name)
    return int(found["modifier"]) if found else 0


@cached_by_rules()
def _worth(kind: str, modifier: int) -> int | None:
    grounded = ActiveRules(PROFILE).ground(f"setup_kind({kind}). exit_unit({kind},{modifier}).")
    if atoms_of(grounded, "worth_unknown", 3):
        return None
    return max(points.number for _, _, points, _ in arguments_of(grounded, "worth", 4))


CONTROL = ("A26.1",)


def check(scenario: Scenario) -> Iterator[Finding]:
    """Report for each place who may come there, and of the conditions which can hold."""
    journeys, conditions = journeys_of(scenario), stated(scenario)
    if not conditions:
        yield Finding("victory", FindingKind.UNKNOWN, "The card tells no condition of victory.")
        return
    matching = partial(_matching_units, journeys)
    claims: list[VictoryClaim] = []
    subjects: dict[int, str] = {}
    yield from unread(conditions)
    for each in conditions:
        if each.goal is None:
            continue
        new = _claims(journeys, each, len(claims))
        try:
            Outcomes(scenario, new, _brought(journeys), matching)
        except BadInput as error:
            yield _not_found(scenario, each.subject, error)
            continue
        claims += new
        subjects.update({claim.number: each.subject for claim in new})
    if claims:
        outcomes = Outcomes(scenario, tuple(claims), _brought(journeys), matching)
        yield from _of_places(journeys, outcomes.items.values())
        complete = len({*subjects.values()}) == len(conditions)
        yield from _of_claims(journeys, outcomes, subjects, complete)


def _not_found(scenario: Scenario, subject: str, error: BadInput) -> Finding:
    """Describe why the places of a condition are not found: an area may be none of this map, or not
    understood.
    """
    for area, _, why in scenario.not_understood:
        if str(error).startswith(f"{area}: "):
            reason = why.removeprefix(f"{area}: ")
            return Finding(subject, found_of(why), f"It needs {area}: {reason}.", CONTROL)
    return Finding(subject, found_of(error), f"{error}.")


def _claims(journeys: Journeys, condition: StatedCondition, known: int) -> tuple[VictoryClaim, ...]:
    """Return a condition as claims of sides: of each side where any may win by it."""
    sides = journeys.sides
    winners = sides if condition.winner == ANY_SIDE else (condition.winner,)
    assert condition.goal is not None
    return tuple(
        VictoryClaim(
            known + number,
            side,
            next((each for each in sides if each != side), ""),
            condition.when,
            condition.goal,
        )
        for number, side in enumerate(winners, 1)
    )


def _brought(journeys: Journeys) -> tuple[Brought, ...]:
    return tuple(
        Brought(
            side,
            unit.count,
            journeys.half_squads(unit.kind),
            unit.unit_class not in ("mmc", "smc"),
        )
        for side in journeys.sides
        for group in journeys.groups_of(side)
        for unit in group.units
    )


def _matching_units(journeys: Journeys, every: Sequence[Units]) -> tuple[MatchingUnits, ...]:
    """Distinguish the units that sides may have by which of some words for units mean them: those of the
    card, and those of the words themselves, which a side may gain.
    """
    found: list[MatchingUnits] = []
    for side in journeys.sides:
        units = [unit for group in journeys.groups_of(side) for unit in group.units]
        units += [
            CardUnit(1, kind, each.name) for each in every for kind in journeys.kinds_of(each)
        ]
        for unit in units:
            means = {words: journeys.matches(unit, words) for words in every}
            sure = [words for words in every if means[words]]
            perhaps = [words for words in every if means[words] is None][:MAX_UNSURE_WORDS]
            for more in (c for n in range(len(perhaps) + 1) for c in combinations(perhaps, n)):
                text = ""
                if 0 < len(more) < len(perhaps):
                    others = (str(words) for words in perhaps if words not in more)
                    text = f"{unit.kind} that is {listed(map(str, more))}, not {listed(others)}"
                found.append(MatchingUnits(side, frozenset([*sure, *more]), text))
    return tuple(dict.fromkeys(found))


MAX_UNSURE_WORDS = 4
"""Of how many words for units, which perhaps mean a unit, all mixtures are looked at."""


def _of_places(journeys: Journeys, places: Iterable[VictoryPlace]) -> Iterator[Finding]:
    for place in places:
        items, found = [], FindingKind.PASS
        for side in journeys.sides:
            bound = SideBound(journeys, side)
            turn, _ = bound.first(place)
            last = journeys.last_turns(side)
            if turn is None or (last and turn > last[1]):
                found = FindingKind.UNKNOWN if bound.doubts(turn is not None) else FindingKind.WARN
            words = f"{side.capitalize()} units may be there {when_words(turn, turn)}"
            items.append(words + _nearest(journeys, side, place, turn))
        size = f" ({len(place.hexes)} hexes)" if len(place.hexes) > 1 else ""
        sentence = f"{place.name}{size}: {'; '.join(items)}."
        yield Finding(place.name, found, sentence, CONTROL, Witness(place.hexes))


def _nearest(journeys: Journeys, side: str, place: VictoryPlace, turn: int | None) -> str:
    """Describe how near the hexes lie in which a side sets up, or by which it enters."""
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


def _of_claims(
    journeys: Journeys, outcomes: Outcomes, subjects: Mapping[int, str], complete: bool
) -> Iterator[Finding]:
    may, undetermined = _may_hold(journeys, outcomes)
    possible = []
    for claim in outcomes.claims:
        outcome = outcomes.find([claim.number], may)
        who = f"{claim.side.capitalize()} victory"
        subject = subjects[claim.number]
        if outcome is None:
            found = FindingKind.UNKNOWN if undetermined else FindingKind.FAIL
            sentence = f"{who} cannot be: {claim.goal} can never hold"
            sentence += f"; but {'; '.join(undetermined)}" if undetermined else ""
            yield Finding(subject, found, f"{sentence}.", CONTROL)
            continue
        possible.append(claim)
        open_goals = set(outcome.loose) - _can_leave(journeys, claim)
        found = FindingKind.UNKNOWN if open_goals else FindingKind.PASS
        sentence = f"{who} can be: {_words(outcome, open_goals)}"
        yield Finding(subject, found, f"{sentence}.", CONTROL, _witness(outcome))
    yield from _of_pairs(outcomes, possible, subjects, may)
    yield from _otherwise(journeys, outcomes, may, complete)


def _can_leave(journeys: Journeys, claim: VictoryClaim) -> set[str]:
    """List the exits that a claim asks for and units bring enough for (S17)."""
    goals = [each for each in simple_goals(claim.goal) if isinstance(each, Exit)]
    found = ((str(each), of_goal(journeys, "", claim.side, each).found) for each in goals)
    return {entry for entry, each in found if each is FindingKind.PASS}


def _may_hold(
    journeys: Journeys, outcomes: Outcomes
) -> tuple[Mapping[str, set[str]], tuple[str, ...]]:
    """Map each side to the items that its units may come to in time, and tell for what reasons there
    may be more.
    """
    may: dict[str, set[str]] = {}
    texts: list[str] = []
    for side in journeys.sides:
        bound, last = SideBound(journeys, side), journeys.last_turns(side)
        may[side] = set()
        for place in outcomes.items.values():
            turn, _ = bound.first(place)
            if turn is not None and (last is None or turn <= last[1]):
                may[side].add(place.name)
            else:
                texts += bound.doubts(turn is not None)
    return may, tuple(dict.fromkeys(texts))


def _of_pairs(
    outcomes: Outcomes,
    possible: Iterable[VictoryClaim],
    subjects: Mapping[int, str],
    may: Mapping[str, set[str]],
) -> Iterator[Finding]:
    """Report of conditions of both sides that are looked at together whether both can hold."""
    for one, other in combinations(possible, 2):
        if one.side == other.side or AT_ONCE in (one.when, other.when):
            continue
        outcome = outcomes.find([one.number, other.number], may)
        names = dict.fromkeys(subjects[each.number] for each in (one, other))
        subject = " and ".join(names)
        who = f"{one.side.capitalize()} and {other.side}"
        if outcome is None:
            yield Finding(subject, FindingKind.PASS, f"{who} cannot both win.", CONTROL)
        else:
            found = FindingKind.UNKNOWN if outcome.loose else FindingKind.FAIL
            sentence = f"{who} can both win: {_words(outcome)}."
            yield Finding(subject, found, sentence, CONTROL, _witness(outcome))


def _otherwise(
    journeys: Journeys, outcomes: Outcomes, may: Mapping[str, set[str]], complete: bool
) -> Iterator[Finding]:
    otherwise = journeys.otherwise
    if otherwise:
        who = "it is a draw" if otherwise == "draw" else f"the {otherwise} side wins"
        sentence = f"Where no condition holds, {who}."
        yield Finding("otherwise", FindingKind.PASS, sentence)
        return
    outcome = outcomes.find([NOBODY], may)
    if not complete:
        sentence = "Who wins where no condition holds is not said, and not every one is understood."
        yield Finding("otherwise", FindingKind.UNKNOWN, sentence)
    elif outcome is None:
        yield Finding("otherwise", FindingKind.PASS, "In every outcome a condition holds.")
    else:
        sentence = f"Nobody has said who wins where {_words(outcome)}."
        yield Finding("otherwise", FindingKind.WARN, sentence, (), _witness(outcome))


def _words(outcome: EndPosition, open_goals: Collection[str] | None = None) -> str:
    """Describe what an outcome is; of what is ``open``, that it is not looked at."""
    unsure = outcome.loose if open_goals is None else open_goals
    items = []
    for verb, pairs in (("Controls", outcome.controls), ("has units in", outcome.present)):
        for side in sorted({side for side, _ in pairs}):
            items.append(f"{side} {verb} {listed(item for who, item in pairs if who == side)}")
    for side, halves in outcome.left:
        if halves:
            items.append(f"{halves / 2:g} squads are left to {side}")
    items += [f"{each}{' (not looked at)' * (each in unsure)}" for each in outcome.loose]
    return "; ".join(items) or "nobody Controls anything"


def _witness(outcome: EndPosition) -> Witness:
    return Witness(placement=(*outcome.controls, *outcome.present))
