"""Compares the reinforcement markers on the turn track of a save with the turns that groups enter on.

A box of the track is 56 pixels wide. The marker of the turn lies in the middle of its box, those of
reinforcements there too, or half a box before it (Axis) or behind it (Allied).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import ceil, floor

from hexcourt.facts.cards.drafting.from_saves import AXIS
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.saves.saved import Save
from hexcourt.solver.checking.finding import Finding, Found
from hexcourt.solver.checking.scenario import Scenario

CODE = "S19"
BOX = 56
_BESIDE = 0.2
_IN_LINE = 20
_SIDES = {"Axis Reinf.": "Axis", "Allied Reinf.": "Allied"}


def reinforcements(scenario: Scenario) -> Iterator[Finding]:
    """Tell of markers on turns on which no group of their side enters."""
    save = None
    with suppress(BadInput):  # that the file cannot be read is told where it is compared (S21)
        save = scenario.save
    marked = {} if save is None else marked_turns(save)
    for half, turns in sorted(marked.items()):
        told = _turns_told(scenario, half)
        if told is None:
            continue
        stray = sorted(turns - told)
        unmarked = sorted(told - turns - {1})
        if not stray:
            sentence = f"{half} reinforcement markers lie on the turns that groups enter on."
            yield Finding(CODE, f"{half} markers", Found.PASS, sentence)
            continue
        said = f"{half} reinforcement marker on Turn {listed(map(str, stray))}"
        if unmarked:
            sentence = f"{said}; the sentences say Turn {listed(map(str, unmarked))}."
            yield Finding(CODE, f"{half} markers", Found.FAIL, sentence)
        else:
            sentence = f"{said}, on which no group enters."
            yield Finding(CODE, f"{half} markers", Found.WARN, sentence)


def marked_turns(save: Save) -> Mapping[str, frozenset[int]]:
    """Map the halves, Axis and Allied, to the turns that their reinforcement markers lie on."""
    clocks = [each for each in save.counters if each.base == "Game Turn"]
    tracked = any("Turn Track" in each.name for each in save.counters)
    turn = save.info.field("turn") or "1"
    if len(clocks) != 1 or not tracked or not (turn.isascii() and turn.isdigit()):
        return {}
    clock, found = clocks[0], dict[str, set[int]]()
    for each in save.counters:
        half = _SIDES.get(each.name)
        if half is None or abs(each.y - clock.y) > _IN_LINE:
            continue
        boxes = (each.x - clock.x) / BOX
        box = ceil(boxes - _BESIDE) if half == "Axis" else floor(boxes + _BESIDE)
        found.setdefault(half, set()).add(int(turn) + box)
    return {half: frozenset(turns) for half, turns in found.items()}


def _turns_told(scenario: Scenario, half: str) -> frozenset[int] | None:
    """List the turns that groups of a half enter on; None where one of them is not understood."""
    groups = [
        each
        for each in scenario.card.groups
        if each.entry is not None and (each.side in AXIS) == (half == "Axis")
    ]
    entries = [scenario.entry(each) for each in groups]
    if any(each is None or each.after for each in entries):
        return None
    return frozenset(each.turn for each in entries if each is not None)
