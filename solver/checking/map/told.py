"""What the sentences of a card speak of: its areas, each by the subject that tells of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from hexcourt.facts.areas.area import Area, Both, OnBoards, parts_of
from hexcourt.facts.areas.map_names import Scope
from hexcourt.facts.cards.sentences.reading_victory import read_victory
from hexcourt.facts.cards.sentences.special_rules import Partly, SpecialRule
from hexcourt.facts.cards.sentences.telling import area_of
from hexcourt.facts.cards.sentences.victory import AllOf, AnyOf, Goal
from hexcourt.facts.errors import BadInput
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.checking.special_rules import read_rules

Told = tuple[str, Area]
"""What tells of an area, ``group g1``, and the area."""


def areas_told(scenario: Scenario) -> Iterator[Told]:
    """List the areas of all sentences of which every word is understood."""
    card = scenario.card
    for name, sentences in card.areas.items():
        with suppress(BadInput):
            yield f"area {name}", scenario.areas.read(sentences)
    for group in card.groups:
        entry, setup = scenario.entry(group), scenario.setup(group)
        if entry is not None:
            yield f"group {group.id}", entry.where
            if entry.exit is not None:
                yield f"group {group.id}", entry.exit
        elif setup is not None:
            yield f"group {group.id}", setup.area
    for subject, rule in rules_told(scenario):
        area = None if isinstance(rule, Partly) else area_of(rule)
        if area is not None:
            yield subject, area
    for number, condition in enumerate(card.conditions, 1):
        for text in condition.say:
            with suppress(BadInput):
                read = read_victory(text, tuple(card.areas), _sides(scenario)).value
                for win in read.wins if read.understood else ():
                    yield from _of_goal(f"condition {number}", win.goal)


def _of_goal(subject: str, goal: Goal) -> Iterator[Told]:
    for part in goal.parts if isinstance(goal, AllOf | AnyOf) else (goal,):
        if isinstance(part, AllOf | AnyOf):
            yield from _of_goal(subject, part)
        elif (area := area_of(part)) is not None:
            yield subject, area


def parts_told(scenario: Scenario) -> Iterator[Told]:
    """List the areas of all sentences, and what each is put together of."""
    for subject, part, _ in parts_in_scope(scenario):
        yield subject, part


def parts_in_scope(scenario: Scenario) -> Iterator[tuple[str, Area, Scope]]:
    """List them with the boards that names without one are of; any where none is told."""
    for subject, area in areas_told(scenario):
        for part, scope in _scoped(area, ()):
            yield subject, part, scope


def _scoped(area: Area, scope: Scope) -> Iterator[tuple[Area, Scope]]:
    own = parts_of(area) if isinstance(area, Both) else ()
    boards = [each.boards for each in own if isinstance(each, OnBoards) and each.boards]
    scope = boards[-1] if boards else scope
    yield area, scope
    for part in parts_of(area):
        yield from _scoped(part, scope)


def rules_told(scenario: Scenario) -> Iterator[tuple[str, SpecialRule]]:
    """List the special rules that are understood, each by its subject: ``rule ssr1``."""
    for rule, _, read, _ in read_rules(scenario.card):
        for each in read:
            yield f"rule {rule.id}", each


def _sides(scenario: Scenario) -> tuple[str, ...]:
    return tuple(each.name for each in scenario.card.sides)
