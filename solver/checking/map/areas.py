"""S07: whether areas have hexes, and whether those of enemies meet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hexcourt.facts.areas.sentences import Order, Setup
from hexcourt.facts.boards.writing_boards import hex_order
from hexcourt.facts.cards.card import Group
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.checking.setup.confined import setup_hexes

CODE = "S07"
RULES = ("A2.5", "A2.9")
_MOST_SHOWN = 12


def check(scenario: Scenario) -> Iterator[Finding]:
    """Tell of each area how many hexes it has, of those that meet, and what is not understood."""
    setups: list[tuple[Group, frozenset[str]]] = []
    good = 0
    for group in scenario.card.groups:
        enters = scenario.entry(group) is not None
        hexes = scenario.entry_hexes(group) if enters else setup_hexes(scenario, group)
        if hexes is None:
            continue  # told below
        if hexes:
            good += 1
            if not enters:
                setups.append((group, frozenset(hexes)))
        elif not group.placed or enters:
            what = "enters by no hex" if enters else "has no hex to set up in"
            text = str(group.entry or group.setup)
            sentence = f"{group.id} {what} of the map: '{text}'."
            yield Finding(CODE, f"group {group.id}", Found.FAIL, sentence, RULES)
    for name in scenario.card.areas:
        if name in scenario.areas.names and not scenario.areas.named(name):
            sentence = f"Area {name} has no hex of the map."
            yield Finding(CODE, f"area {name}", Found.WARN, sentence, RULES)
    met = list(_meetings(scenario, setups))
    yield from met
    for subject, text, why in scenario.not_understood:
        told = f"'{text}': {why}" if text and text[:20] not in why else why
        sentence = f"Not understood: {told}."
        yield Finding(CODE, subject, Found.UNKNOWN, sentence, RULES)
    if good:
        apart = "" if met else ", those of enemies pairwise disjoint"
        sentence = f"{good} area{'s' * (good > 1)} of groups, none empty{apart}."
        yield Finding(CODE, "areas", Found.PASS, sentence, RULES)


def _meetings(scenario: Scenario, setups: list[tuple[Group, frozenset[str]]]) -> Iterator[Finding]:
    """Tell of enemies who may both set up in a hex: a fault where neither is said to be first."""
    for (one, hexes), (other, more) in combinations(setups, 2):
        if one.side == other.side or not hexes & more:
            continue
        shared = tuple(sorted(hexes & more, key=hex_order))
        some = " ".join(shared[:_MOST_SHOWN])
        rest = f" and {len(shared) - _MOST_SHOWN} more" if len(shared) > _MOST_SHOWN else ""
        sentence = f"{one.id} and {other.id}, who are enemies, may both set up in {some}{rest}."
        subject = f"group {one.id}, group {other.id}"
        ordered = any(_is_ordered(scenario.setup(each)) for each in (one, other))
        found = Found.WARN if ordered else Found.FAIL
        yield Finding(CODE, subject, found, sentence, RULES, Witness(shared))


def _is_ordered(setup: Setup | None) -> bool:
    """Tell whether a sentence says when a group sets up, or more than where."""
    return setup is not None and (setup.order != Order() or bool(setup.remarks))
