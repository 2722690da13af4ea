"""S19: whether groups enter while the game lasts, and who is said to set up and to move first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexcourt.facts.areas.read_sentences import EntrySentence
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.draft_from_saves import split_caption
from hexcourt.facts.cards.sentences.special_rules import MayNotEnter, MovesFirst
from hexcourt.solver.scenario.checks import Finding, FindingKind
from hexcourt.solver.scenario.files.against_card import reinforcements
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
        yield Finding(
            "turns", FindingKind.UNKNOWN, "The card does not tell how many turns there are."
        )
    elif journeys.moves_first:
        sentence = f"{turns.length}; the {journeys.moves_first} side moves first."
        yield Finding("turns", FindingKind.PASS, sentence)
    elif turns.half:
        sentence = "Who moves first decides who has the last half turn; both orders are checked."
        yield Finding("turns", FindingKind.WARN, sentence)
    else:
        sentence = f"{turns.length}; who moves first is open, and both orders are checked."
        yield Finding("turns", FindingKind.PASS, sentence)


def _of_entry(journeys: Journeys, group: Group, entry: EntrySentence | None) -> Finding:
    subject = group.id
    if entry is None:
        return Finding(subject, FindingKind.UNKNOWN, f"Not understood: {group.entry}", ENTRY)
    last = journeys.last_turns(group.side)
    text = f"Enters on {'or after ' * entry.after}Turn {entry.turn}"
    if last is None:
        return Finding(subject, FindingKind.UNKNOWN, f"{text}, of how many is not said.", ENTRY)
    if entry.turn < 1 or entry.turn > last[1]:
        half = journeys.scenario.card.turns.half and entry.turn == last[1] + 1
        why = ", in which its side does not move" if half else ""
        count = journeys.scenario.card.turns.count
        return Finding(subject, FindingKind.FAIL, f"{text} of {count}{why}.", ENTRY)
    if entry.turn > last[0]:
        sentence = f"{text}, which its side does not have where it moves second."
        return Finding(subject, FindingKind.WARN, sentence, ENTRY)
    return Finding(subject, FindingKind.PASS, f"{text} of {last[1]}.", ENTRY)


def _first_movers(journeys: Journeys) -> Iterator[Finding]:
    """Compare what the card, its special rules and its entry sentences say of who moves first."""
    scenario = journeys.scenario
    fields = (
        {"the card": scenario.card.turns.moves_first} if scenario.card.turns.moves_first else {}
    )
    for rule in journeys.specials:
        if isinstance(rule, MovesFirst):
            fields["a special rule"] = rule.side or BY_DIE
    for group in scenario.card.groups:
        entry = scenario.entry(group)
        if entry is not None and entry.first:
            fields[group.id] = group.side
    if len({each.lower() for each in fields.values()}) > 1:
        text = "; ".join(f"{who}: {_who(side)}" for who, side in fields.items())
        yield Finding("moves first", FindingKind.FAIL, f"Two are said to move first: {text}.")


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
        text = ", ".join(each.id for groups in ranks.values() for each in groups)
        yield Finding(
            "sets up first", FindingKind.FAIL, f"Groups of two sides set up first: {text}."
        )
    for side, groups in ranks.items():
        if first not in ("", BY_DIE, side):
            sentence = (
                f"The card has the {first} side set up first; group {groups[0].id} does, too."
            )
            yield Finding("sets up first", FindingKind.FAIL, sentence)


def _late_rules(journeys: Journeys) -> Iterator[Finding]:
    count = journeys.scenario.card.turns.count
    for rule in journeys.specials:
        if isinstance(rule, MayNotEnter) and rule.before and count and rule.before > count:
            sentence = f"{rule}: the game ends after Turn {count}, so that is never."
            yield Finding("special rules", FindingKind.WARN, sentence)


def _named_twice(scenario: Scenario) -> Iterator[Finding]:
    """Report names that two groups have, on the card or in the captions of its file."""
    captions: list[str] = []
    if (save := scenario.readable_save) is not None:
        captions = [split_caption(each.caption.text)[0] for each in save.groups]
    for where, entry in (
        ("of the card", [each.id for each in scenario.card.groups]),
        ("of the file", [each for each in captions if each]),
    ):
        for name, count in Counter(" ".join(each.lower().split()) for each in entry).items():
            if count > 1:
                sentence = f"{count} groups {where} have one name."
                yield Finding(name, FindingKind.WARN, sentence)
