"""A sentence of which a word is left over decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from hexcourt.facts.areas.read_sentences import read_area, read_sentence, unread
from hexcourt.facts.areas.tokens import FORMS, SENTENCE_FORMS
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.sentences.read_special_rules import RULE_FORMS, read_special_rule
from hexcourt.facts.cards.sentences.read_victory import VICTORY_FORMS, read_victory
from hexcourt.facts.cards.sentences.special_rules import NotThere, Partly
from hexcourt.solver.scenario.checks import Finding, every_check
from hexcourt.solver.scenario.scenario import Scenario
from tests.tiny_cards import condition, findings, group, scenario

STRANGE = "zorgly"  # no word of any language that is read here
BOARD = "A1:A9, B1:B9, C1:C9 @2, D1 building(stone,1), D2:D9"


def of_victory(text: str) -> bool:
    return read_victory(text).value.understood


def of_rules(text: str) -> bool:
    read = read_special_rule(text).value
    named = any(isinstance(each, NotThere) and STRANGE in each.what for each in read)  # a thing
    return not named and not any(isinstance(each, Partly) for each in read)


def of_setup(text: str) -> bool:
    read = read_sentence(text).value
    return not unread(read) and STRANGE not in str(
        read
    )  # that of a group or of units, as it stands


def of_area(text: str) -> bool:
    read_area(text)
    return True


def strange(text: str) -> Iterator[str]:
    words = text.split()
    for at in range(len(words) + 1):
        yield " ".join([*words[:at], STRANGE, *words[at:]])


@pytest.mark.parametrize(
    ("understood", "forms"),
    [
        (of_victory, VICTORY_FORMS),
        (of_rules, RULE_FORMS),
        (of_setup, SENTENCE_FORMS),
        (of_area, FORMS),
    ],
)
def test_no_reader_passes_over_a_word_that_it_does_not_know(
    understood: Callable[[str], bool], forms: tuple[str, ...]
) -> None:
    for text in forms:
        assert understood(text), text
        for told in strange(text):
            try:
                assert not understood(told), told
            except BadInput as error:
                assert "not understood" in str(error) or "two ways" in str(error), told


def fails(case: Scenario) -> list[Finding]:
    """List what fails by any check; those that want archives are not asked."""
    found: list[Finding] = []
    for check in every_check():
        with suppress(BadInput):
            found += findings(check.code, case)
    return [each for each in found if each.found == "fail"]


@pytest.mark.parametrize(
    ("say", "left"),
    [
        ("Control five Level 1 hill hexes on board 2", "hill hexes on board 2"),
        ("Control five building hexes adjacent to the river", "adjacent to the river"),
        ("Control 99 of hexes on level 1, which nobody wants", "which nobody wants"),
        ("exit at least 99 VP of infantry off the east edge", "of infantry off the east edge"),
        ("exit at least 99 squads with a leader off the east edge", "with a leader off"),
        ("Control hex Z9. Or else sing", "Or else sing"),
    ],
)
def test_a_condition_understood_in_part_decides_nothing(say: str, left: str) -> None:
    units = "2 squad 4-6-7, truck"
    case = scenario(
        BOARD,
        group("r1", "red", units, 'setup = "hexes A1, A2"'),
        group("b1", "blue", units, 'setup = "hexes D1, D2"'),
        condition("red", say),
    )
    for code in ("S15", "S16", "S17", "S18", "S20"):
        (about,) = (each for each in findings(code, case) if each.subject == "condition 1")
        assert about.found == "unknown" and left in about.sentence, about
    assert fails(case) == []


@pytest.mark.parametrize("where", ["setup", "entry"])
def test_a_setup_or_entry_with_more_in_it_decides_nothing(where: str) -> None:
    text = "Set up in hex A1" if where == "setup" else "Enter on Turn 9 along the east edge"
    said = f'{where} = "{text}. All squads have to be broken."'
    case = scenario(BOARD, group("r1", "red", "9 squad 4-6-7", said))
    assert fails(case) == []
    (told,) = (each for each in findings("S07", case) if each.subject == "group r1")
    assert told.found == "unknown" and "All squads have to be broken" in told.sentence
    assert case.areas.named("r1")  # where it is said to be is known all the same


def test_the_same_without_the_words_left_over_is_decided() -> None:
    case = scenario(BOARD, group("r1", "red", "9 squad 4-6-7", 'setup = "Set up in hex A1."'))
    assert [each.found for each in findings("S08", case)] == ["fail"]
