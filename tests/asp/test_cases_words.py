"""The words of cases: every example can be read and judged, and the rules know every word."""

from __future__ import annotations

import re

import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.solver.actions.judging import judge_actions, judge_attack
from hexcourt.solver.position.read_actions import (
    is_piece,
    read_fact,
    read_given,
    read_target,
    words,
    words_of,
)
from hexcourt.solver.rulebase.declarations import Declaration
from hexcourt.solver.rulebase.rulebase import active_rules
from tests.tiny import tiny

NAMED = sorted(
    {hit for each in words().values() for hit in re.findall("[A-Z]{1,2}[0-9]{1,2}", each.example)}
)
UPSTAIRS = "L33 building(stone,1) level(1)"


def called(word: Declaration) -> str:
    return f"{word.role} {word.name}"


@pytest.fixture(scope="module")
def board() -> Board:
    """Give a board that has every hex of the examples."""
    return tiny(", ".join([*NAMED, UPSTAIRS, "E22 factory(stone,2) stairwell"]))


def test_the_examples_name_hexes() -> None:
    assert {"K12", "L12", "K13", "L33", "C25", "E22"} <= set(NAMED)


def test_every_example_is_of_its_word(board: Board) -> None:
    for word in words().values():
        if word.role == "target":
            (state,) = read_target(board, word.example).arguments
            assert state.startswith(f"{word.name}("), called(word)
            continue
        said = read_fact(board, word.role, word.example)
        assert said.name == word.name, called(word)
        assert len(said.arguments) == len(word.arguments), called(word)
        assert not is_piece(word.example), called(word)


def test_all_actions_are_judged_beside_all_that_can_be_given(board: Board) -> None:
    actions = [each.example for each in words_of("action")]
    given = [each.example for each in words_of("given")]
    found = judge_actions(board, actions, given)
    assert [each.action for each in found] == actions
    assert {each.verdict for each in found} == {"yes", "no", "unknown"}
    assert all(each.rules for each in found if each.verdict != "unknown"), "silence is no leave"
    assert len(read_given(board, given).facts) == len(given)


@pytest.mark.parametrize("target", ["E22", "E22/rooftop", 'quasi("E22", 1)'])
def test_all_targets_are_judged(board: Board, target: str) -> None:
    assert judge_attack(board, 'small_arms("E22")', target).found


def test_the_rules_know_every_word() -> None:
    statements = (
        *active_rules().profile("cases").statements,
        *active_rules().profile("moving_vehicle").statements,
        *active_rules().profile("los").statements,
    )
    rules = "".join(str(each.node) for each in statements)
    unknown = []
    for word in words().values():
        # what is given of a hexside may lie on the board before a rule hears of it
        known = rf"(given\(|over\([^)]*,){word.name}" if word.role == "given" else word.name
        # whether a hex is illuminated is told of the ends of a line
        known = {"illuminated": r"lit\(\w+,\w+"}.get(word.name, known)
        if not re.search(rf"\b{known}\b", rules):
            unknown.append(called(word))
    assert unknown == []


def test_a_word_says_what_it_is() -> None:
    for word in words().values():
        assert word.sentence == word.sentence.strip(), called(word)
        assert not word.sentence.endswith("."), called(word)
        assert all(re.fullmatch("[a-z_|]+", kind) for kind, _ in word.arguments), called(word)
