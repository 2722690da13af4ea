"""A sentence of which a word is left over decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from hexcourt.facts.areas.read_sentences import read_area, read_sentence, unread
from hexcourt.facts.areas.tokens import FORMS, SENTENCE_FORMS
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.sentences.read_special_rules import RULE_FORMS, read_special_rule
from hexcourt.facts.cards.sentences.read_victory import VICTORY_FORMS, read_victory
from hexcourt.facts.cards.sentences.special_rules import NotThere, Partly
from hexcourt.solver.scenario.checks import Finding, every_check
from hexcourt.solver.scenario.scenario import Scenario
from tests.effort import one_in, some_of
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


@one_in(2)
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


TURNING = (
    *(
        "not",
        "never",
        "unless",
        "except",
        "without",
        "neither",
        "no",
        "but not",
        "half of",
        "exactly",
    ),
    *("at most", "fewer than", "less than", "no more than", "other than", "all but one of"),
)
"""Words that turn a sentence, or its numbers, round."""


def turned(text: str) -> Iterator[str]:
    words = text.split()
    for turning in TURNING:
        for at in range(len(words) + 1):
            yield " ".join([*words[:at], turning, *words[at:]])


@pytest.mark.parametrize(
    ("reader", "understood", "forms"),
    [
        (read_victory, of_victory, VICTORY_FORMS),
        (read_special_rule, of_rules, RULE_FORMS),
        (read_sentence, of_setup, SENTENCE_FORMS),
        (read_area, of_area, FORMS),
    ],
)
def test_no_word_that_turns_a_sentence_round_is_passed_over(
    reader: Callable[[str], Any], understood: Callable[[str], bool], forms: tuple[str, ...]
) -> None:
    for text in forms:
        for told in some_of(list(turned(text)), 60):
            with suppress(BadInput):
                assert not understood(told) or reader(told).value != reader(text).value, told


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


RULES_KEPT = [
    ("Red squads have to set up three hexes apart.", {"S08", "S09", "S10", "S11", "S12", "S15"}),
    ("Reinforcements arrive a turn later.", {"S14", "S15", "S19"}),
    ("Whoever has the crossroads wins.", {"S18"}),
    ("Upper levels whose stairs are held are encircled.", set()),
]


@pytest.mark.parametrize("form", ["text", "say"])
@pytest.mark.parametrize(("text", "codes"), RULES_KEPT)
def test_a_rule_that_is_not_understood_is_told_where_it_may_bear(
    text: str, codes: set[str], form: str
) -> None:
    said = f'["{text}"]' if form == "say" else f'"{text}"'
    case = scenario(
        BOARD,
        group("r1", "red", "2 squad 4-6-7", 'setup = "hexes A1, A2"', 'fortifications = ["wire"]'),
        group("r2", "red", "squad 4-6-7", 'entry = { turn = 1, where = "the west edge" }'),
        group("b1", "blue", "gun 75L AT, crew 2-2-8", 'setup = "hexes C1, D2"'),
        f'[[rule]]\nid = "ssr1"\n{form} = {said}\n',
        condition("red", "Control hex D1"),
    )
    told = {
        code
        for code in ("S08", "S09", "S10", "S11", "S12", "S14", "S15", "S18", "S19")
        for each in findings(code, case)
        if each.subject == "rule ssr1" and each.found == "unknown" and text in each.sentence
    }
    assert told >= codes and bool(told) == bool(codes), told


def test_what_rules_say_of_units_does_not_move_fortifications() -> None:
    case = scenario(
        BOARD,
        group(
            "r1", "red", "squad 4-6-7", 'setup = "hexes A1, D1"', 'fortifications = ["foxhole 1S"]'
        ),
        '[[rule]]\nid = "ssr1"\nsay = ["Red MMC must set up in building D1."]\n',
    )
    assert [each.found for each in findings("S08", case)] == ["pass"]
    assert [each.found for each in findings("S09", case)] == ["pass"]  # in A1, no house


def test_a_side_without_units_is_one_of_which_nothing_is_told() -> None:
    case = scenario(
        BOARD,
        group("b1", "blue", "squad 4-6-7", 'setup = "hex D2"'),
        condition("red", "Control hex D1", "exit at least 9 VP off the east edge"),
    )
    told = [*findings("S15", case), *findings("S17", case), *findings("S18", case)]
    about = [each for each in told if each.subject == "condition 1"]
    assert about and {str(each.found) for each in about} == {"unknown"}, about
    assert any("no units of the red side" in each.sentence for each in about)
