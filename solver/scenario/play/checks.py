"""The checks of this room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexcourt.facts.areas.read_sentences import Entry
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.draft_from_saves import parted
from hexcourt.facts.cards.sentences.special_rules import MayNotEnter, MovesFirst
from hexcourt.solver.scenario.checks import Check, Finding, Found
from hexcourt.solver.scenario.files.against_card import reinforcements
from hexcourt.solver.scenario.play import cuts, earliest, victory
from hexcourt.solver.scenario.play.journeys import Journeys, journeys_of
from hexcourt.solver.scenario.scenario import Scenario

# --- S19: whether groups enter while the game lasts, and whether all agree on who is first --------


ENTRY = ("A2.5",)
BY_DIE = "?"


def check_turns(scenario: Scenario) -> Iterator[Finding]:
    """Report for each group that enters whether it does so in time, and of what is said twice."""
    journeys = journeys_of(scenario)
    yield from _game(journeys)
    for group in scenario.card.groups:
        if group.entry is not None:
            yield _of_entry(journeys, group, scenario.entry(group))
    yield from _first_movers(journeys)
    yield from _first_setups(journeys)
    yield from _late_rules(journeys)
    yield from _named_twice(scenario)
    yield from reinforcements(scenario)


def _game(journeys: Journeys) -> Iterator[Finding]:
    turns = journeys.scenario.card.turns
    if turns.count is None:
        yield Finding("turns", Found.UNKNOWN, "The card does not tell how many turns there are.")
    elif journeys.moves_first:
        last = " with one player turn in the last" if turns.half else ""
        sentence = f"{turns.count} turns{last}; the {journeys.moves_first} side moves first."
        yield Finding("turns", Found.PASS, sentence)
    elif turns.half:
        sentence = "Who moves first decides who has the last half turn; both orders are checked."
        yield Finding("turns", Found.WARN, sentence)
    else:
        sentence = f"{turns.count} turns; who moves first is open, and both orders are checked."
        yield Finding("turns", Found.PASS, sentence)


def _of_entry(journeys: Journeys, group: Group, entry: Entry | None) -> Finding:
    subject = group.id
    if entry is None:
        return Finding(subject, Found.UNKNOWN, f"Not understood: {group.entry}", ENTRY)
    last = journeys.last_turns(group.side)
    said = f"Enters on {'or after ' * entry.after}Turn {entry.turn}"
    if last is None:
        return Finding(subject, Found.UNKNOWN, f"{said}, of how many is not told.", ENTRY)
    if entry.turn < 1 or entry.turn > last[1]:
        half = journeys.scenario.card.turns.half and entry.turn == last[1] + 1
        why = ", in which its side does not move" if half else ""
        count = journeys.scenario.card.turns.count
        return Finding(subject, Found.FAIL, f"{said} of {count}{why}.", ENTRY)
    if entry.turn > last[0]:
        sentence = f"{said}, which its side does not have where it moves second."
        return Finding(subject, Found.WARN, sentence, ENTRY)
    return Finding(subject, Found.PASS, f"{said} of {last[1]}.", ENTRY)


def _first_movers(journeys: Journeys) -> Iterator[Finding]:
    """Compare what the card, its special rules and its entry sentences say of who moves first."""
    scenario = journeys.scenario
    told = {"the card": scenario.card.turns.moves_first} if scenario.card.turns.moves_first else {}
    for rule in journeys.specials:
        if isinstance(rule, MovesFirst):
            told["a special rule"] = rule.side or BY_DIE
    for group in scenario.card.groups:
        entry = scenario.entry(group)
        if entry is not None and entry.first:
            told[group.id] = group.side
    if len({each.lower() for each in told.values()}) > 1:
        said = "; ".join(f"{who}: {_who(side)}" for who, side in told.items())
        yield Finding("moves first", Found.FAIL, f"Two are told to move first: {said}.")


def _who(side: str) -> str:
    return "a die decides" if side == BY_DIE else f"the {side} side"


def _first_setups(journeys: Journeys) -> Iterator[Finding]:
    """Compare what the card and its setup sentences say of who sets up first."""
    scenario, first = journeys.scenario, journeys.scenario.card.turns.sets_up_first
    ranks: dict[str, list[Group]] = {}
    for group in scenario.card.groups:
        setup = scenario.setup(group)
        if setup is not None and setup.order.rank == "first":
            ranks.setdefault(group.side, []).append(group)
    if len(ranks) > 1:
        said = ", ".join(each.id for groups in ranks.values() for each in groups)
        yield Finding("sets up first", Found.FAIL, f"Groups of two sides set up first: {said}.")
    for side, groups in ranks.items():
        if first not in ("", BY_DIE, side):
            sentence = (
                f"The card has the {first} side set up first; group {groups[0].id} does, too."
            )
            yield Finding("sets up first", Found.FAIL, sentence)


def _late_rules(journeys: Journeys) -> Iterator[Finding]:
    count = journeys.scenario.card.turns.count
    for rule in journeys.specials:
        if isinstance(rule, MayNotEnter) and rule.before and count and rule.before > count:
            sentence = f"{rule}: the game ends after Turn {count}, so that is never."
            yield Finding("special rules", Found.WARN, sentence)


def _named_twice(scenario: Scenario) -> Iterator[Finding]:
    """Tell of names that two groups have, on the card or in the captions of its file."""
    captions: list[str] = []
    if (save := scenario.readable_save) is not None:
        captions = [parted(each.caption.text)[0] for each in save.groups]
    for where, told in (
        ("of the card", [each.id for each in scenario.card.groups]),
        ("of the file", [each for each in captions if each]),
    ):
        for name, count in Counter(" ".join(each.lower().split()) for each in told).items():
            if count > 1:
                sentence = f"{count} groups {where} have one name."
                yield Finding(name, Found.WARN, sentence)


_MOVING = ("map", "areas", "special", "sides", "groups", "turns", "victory")

CHECKS = (
    Check(
        code="S15",
        title="earliest turn",
        looks_at=(
            "in which turn each kind of unit of each group can be in the places of victory, or leave "
            "the map, at the earliest, and by which turn it surely can; and whether each condition's "
            "places can be reached within the game"
        ),
        granted=(
            "the turn at the earliest is a lower bound: least prices, doubtful moves, Double Time, a "
            "leader and the Advance Phase count in the units' favour",
            "no fire, no enemy in the way, no Fortifications but those placed on the card",
            "Infantry go on foot, unbroken: not carried, not in a Human Wave",
            "vehicles have the MP that counters like them have",
            "the sure turn is for units by themselves: the dearest prices, no luck, no Double Time, no "
            "advance",
            "special rules that are not understood change nothing",
        ),
        rules=("A4.5", "A4.7", "A4.12", "A2.5", "A2.6"),
        needs=_MOVING,
        run=earliest.check,
    ),
    Check(
        code="S16",
        title="cut sets",
        looks_at=(
            "the fewest roadblocks that bar every way, VBM included, of each kind of vehicle to the "
            "exits and places of victory of its side; and whether the enemy's roadblocks can"
        ),
        granted=(
            "vehicles have as many turns as they take",
            "ways that a rule not known may allow are ways",
            "nobody clears a roadblock away",
        ),
        rules=("B29.1", "D2.3"),
        needs=_MOVING,
        run=cuts.check,
    ),
    Check(
        code="S17",
        title="exit points",
        looks_at=(
            "whether the units that can leave the map in time are worth as many Exit Victory Points, "
            "or are as many, as a condition asks for, and with what margin"
        ),
        granted=(
            "nobody is lost, and no prisoners are taken along",
            "values are those of the card, else those of A26.21",
            "units that surely come too late (S15) bring nothing",
        ),
        rules=("A26.21",),
        needs=_MOVING,
        run=victory.check_exits,
    ),
    Check(
        code="S18",
        title="victory possible, and not for both",
        looks_at=(
            "which places of victory each side may come to, and how near it starts; whether each "
            "condition can hold in some outcome, whether those of both sides can in one, and whether "
            "there is an outcome of which nobody has said who wins"
        ),
        granted=(
            "a side may Control each place that its units may come to within the game (S15)",
            "one side at most Controls a place, whoever sets up there",
            "points, exits and what is eliminated may come out either way",
        ),
        rules=("A26.1",),
        needs=_MOVING,
        run=victory.check,
    ),
    Check(
        code="S19",
        title="turns and order",
        looks_at=(
            "whether groups enter while the game lasts, and whether what is said of who sets up and who "
            "moves first agrees; names that two groups have, on the card or in captions of its file, "
            "and reinforcement markers on its turn track"
        ),
        granted=("where a die decides who moves first, both orders are looked at",),
        rules=("A2.5",),
        needs=("map", "areas", "special", "sides", "groups", "turns", "counters"),
        run=check_turns,
    ),
)
