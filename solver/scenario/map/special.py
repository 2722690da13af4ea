"""S06: whether special rules and changes of the map agree: nothing is changed twice, and the map shows
what the rules say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress

from hexcourt.facts.areas.area import Area, Both, OnBoards, parts_of
from hexcourt.facts.areas.map_names import Scope
from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.cards.sentences.meaning import area_of, changes_of, given_of, hexes_of
from hexcourt.facts.cards.sentences.read_victory import read_victory
from hexcourt.facts.cards.sentences.special_rules import (
    AreaIs,
    BuildingLevels,
    ChangeLevel,
    ChangeTerrain,
    NoEffectOnSight,
    Partly,
    Season,
    SpecialRule,
    Weather,
)
from hexcourt.facts.cards.sentences.victory import AllOf, AnyOf, Goal
from hexcourt.facts.maps.changes.meaning import meaning_of
from hexcourt.facts.maps.changes.reading import TerrainChange, change_words, nearest_word
from hexcourt.solver.answer.words import counted
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness
from hexcourt.solver.scenario.files.checks import compared
from hexcourt.solver.scenario.scenario import Scenario
from hexcourt.solver.scenario.special_rules import read_rules, unread_rules

SubjectArea = tuple[str, Area]
"""What tells of an area, ``group g1``, and the area."""


def understood_areas(scenario: Scenario) -> Iterator[SubjectArea]:
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
    for subject, rule in understood_rules(scenario):
        area = None if isinstance(rule, Partly) else area_of(rule)
        if area is not None:
            yield subject, area
    for number, condition in enumerate(card.conditions, 1):
        for text in condition.say:
            with suppress(BadInput):
                read = read_victory(text, tuple(card.areas), [s.name for s in card.sides]).value
                for win in read.wins if read.understood else ():
                    yield from _of_goal(f"condition {number}", win.goal)


def _of_goal(subject: str, goal: Goal) -> Iterator[SubjectArea]:
    for part in goal.parts if isinstance(goal, AllOf | AnyOf) else (goal,):
        if isinstance(part, AllOf | AnyOf):
            yield from _of_goal(subject, part)
        elif (area := area_of(part)) is not None:
            yield subject, area


def parts_in_scope(scenario: Scenario) -> Iterator[tuple[str, Area, Scope]]:
    """List the areas of all sentences, and what each is put together of, with the boards that names
    without one are of; any where none is given.
    """
    for subject, area in understood_areas(scenario):
        for part, scope in _scoped(area, ()):
            yield subject, part, scope


def _scoped(area: Area, scope: Scope) -> Iterator[tuple[Area, Scope]]:
    own = parts_of(area) if isinstance(area, Both) else ()
    boards = [each.boards for each in own if isinstance(each, OnBoards) and each.boards]
    scope = boards[-1] if boards else scope
    yield area, scope
    for part in parts_of(area):
        yield from _scoped(part, scope)


def understood_rules(scenario: Scenario) -> Iterator[tuple[str, SpecialRule]]:
    """List the special rules that are understood, each by its subject: ``rule ssr1``."""
    for rule, _, read, _ in read_rules(scenario.card):
        for each in read:
            yield f"rule {rule.id}", each


_OF_SIGHT = NoEffectOnSight | Weather
_OF_TERRAIN = ChangeTerrain | ChangeLevel | AreaIs | BuildingLevels | Season


def check(scenario: Scenario) -> Iterator[Finding]:
    """Report changes that speak of one thing, and of rules that the map does not show."""
    twice = list(_contradictions(scenario))
    yield from twice
    shown = 0
    try:
        ground = scenario.drawn.ground
    except BadInput as error:
        if not twice:
            yield Finding("map", FindingKind.UNKNOWN, f"{error}.")
        return
    for subject, rule in understood_rules(scenario):
        if isinstance(rule, Partly) or not isinstance(rule, _OF_TERRAIN):
            continue
        try:
            left = changes_of(rule, ground)
            hexes = hexes_of(rule, ground) or ()
        except BadInput as error:
            yield Finding(subject, FindingKind.UNKNOWN, f"{rule}: {error}.")
            continue
        if not left and isinstance(rule, ChangeTerrain) and not hexes and not _is_changed(scenario):
            sentence = f"Rule '{rule}': no hex of the map has {rule.source}."
            yield Finding(subject, FindingKind.WARN, sentence)
            continue
        if not left:
            shown += 1
            continue
        count = f" {counted(len(hexes), 'hex', 'hexes')} of it are in play, and" if hexes else ""
        found, text = _by_counters(scenario, rule, hexes) or _against_the_map(
            scenario, subject, rule, left
        )
        sentence = f"Rule '{rule}':{count} {text}."
        yield Finding(subject, found, sentence, witness=Witness(hexes))
    yield from _kept(scenario)
    if not twice:
        says = "says" if shown == 1 else "say"
        text = f"; the map shows what {shown} of them {says}" if shown else ""
        number = counted(len(scenario.card.special), "special rule")
        sentence = f"No terrain is changed in two ways by {number}{text}."
        yield Finding("special rules", FindingKind.PASS, sentence)


def _by_counters(
    scenario: Scenario, rule: SpecialRule, hexes: tuple[str, ...]
) -> tuple[FindingKind, str] | None:
    """Judge a rule by the counters of terrain in the save; None where there are none of its terrain."""
    if not isinstance(rule, ChangeTerrain):
        return None
    ground, every = scenario.drawn.ground, set(hexes)
    for _, other in understood_rules(scenario):
        if isinstance(other, ChangeTerrain) and other.target == rule.target:
            with suppress(BadInput):  # told by a finding of its own
                every.update(hexes_of(other, ground) or ())
    return compared(scenario, rule.target, hexes, every)


def _against_the_map(
    scenario: Scenario, subject: str, rule: SpecialRule, left: tuple[str, ...]
) -> tuple[FindingKind, str]:
    """Judge a rule that the map does not show: by what is given about the map, which may say
    otherwise.
    """
    card = scenario.card
    items = [*card.map.changes, *(text for row in card.map.rows for e in row for text in e.changes)]
    wanted = [step for each in left for step in _steps(each)]
    undone = {term for each in wanted for term in each.source or ()}
    contrary = [t for t in items if any(step.target in undone for step in _steps(t) if step.target)]
    if contrary and isinstance(rule, Season):
        return (
            FindingKind.FAIL,
            f"the map is described otherwise, by {listed(sorted(set(contrary)))}",
        )
    own = next(each for each in card.special if f"rule {each.id}" == subject)
    before = f"the map still shows what was before; write change = {list(left)}"
    if own.change or own.house_rules:
        return FindingKind.FAIL, before
    words = [word for word in sorted(change_words()) if _makes(word, wanted)]
    if words and (items or card.counters is not None):
        return FindingKind.FAIL, f"the boards are not given so; give them {listed(words, 'or')}"
    if card.counters is not None:
        return FindingKind.WARN, before
    return FindingKind.PASS, f"it is applied: {', '.join(left)}"


def _steps(text: str) -> list[TerrainChange]:
    try:
        return [each for each in meaning_of(text).steps if isinstance(each, TerrainChange)]
    except BadInput:
        return []  # told by another finding


def _makes(word: str, wanted: list[TerrainChange]) -> bool:
    """Return whether a word of players' tools makes one of some changes of a whole board."""
    if change_words()[word].kind != "change":
        return False
    return any(
        (one.source, one.at_level, one.target, one.to_level)
        == (other.source, other.at_level, other.target, other.to_level)
        for one in _steps(word)
        for other in wanted
        if other.where is None
    )


def _kept(scenario: Scenario) -> Iterator[Finding]:
    """Report special rules that are text alone, or understood in part."""
    for name, _, why in unread_rules(scenario.card):
        yield Finding.of(f"rule {name}", FindingKind.UNKNOWN, why)
    for subject, each in understood_rules(scenario):
        if isinstance(each, _OF_SIGHT) and not given_of(each):
            sentence = f"Rule '{each}' changes lines of sight, and is applied by no check."
            yield Finding(subject, FindingKind.UNKNOWN, sentence)


def _contradictions(scenario: Scenario) -> Iterator[Finding]:
    """Report changes of one board that take one thing to two others, and of words that are none."""
    result = scenario.card.map
    own = [change for each in scenario.card.special for change in each.change]
    whole = [*result.changes, *own, *_spoken(scenario)]
    for row in result.rows or ((),):
        for board in row:
            yield from _of_board(f"board {board.text}", [*board.changes, *whole])
    if not any(result.rows):
        yield from _of_board("map", whole)


def _spoken(scenario: Scenario) -> Iterator[str]:
    """List the changes of the whole map that the sentences of special rules come to."""
    written = {
        f"rule {each.id}" for each in scenario.card.special if each.change or each.house_rules
    }
    for subject, rule in understood_rules(scenario):
        if subject not in written and isinstance(rule, _OF_TERRAIN):
            with suppress(BadInput):  # told by the check itself
                yield from changes_of(rule, scenario.drawn.ground)


def _is_changed(scenario: Scenario) -> bool:
    """Return whether the map is drawn otherwise than its boards, by words or by counters."""
    card = scenario.card
    by_boards = any(each.changes for row in card.map.rows for each in row)
    by_rules = any(each.change or each.house_rules for each in card.special)
    return bool(card.map.changes or by_boards or by_rules or card.counters)


def _of_board(subject: str, changes: list[str]) -> Iterator[Finding]:
    made: dict[str, dict[str, str]] = defaultdict(dict)
    for text in changes:
        try:
            meaning = meaning_of(text)
        except BadInput as error:
            yield Finding(subject, FindingKind.FAIL, f"Change '{text}': {error}.")
            near = nearest_word(text)
            if near is None or near not in text:
                continue
            meaning = meaning_of(near)
        for step in meaning.steps:
            if isinstance(step, TerrainChange) and step.where is None:
                target = f"{step.target or ''} {step.to_level if step.to_level is not None else ''}"
                for source in step.source or (f"level {step.at_level}",):
                    made[f"{source} at {step.at_level}"].setdefault(target, text)
    for source, targets in sorted(made.items()):
        if len(targets) > 1:
            thing = source.split(" at ")[0].replace("_", " ")
            listed = " and ".join(f"'{each}'" for each in targets.values())
            sentence = (
                f"{thing[:1].upper()}{thing[1:]} is changed {len(targets)} times, by {listed}."
            )
            yield Finding(subject, FindingKind.FAIL, sentence)
