"""Two rule sets compared on boards: ADJACENT_PAIRS Locations, printed commands, and positions that are
cut down."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from hexcourt.cli.commands.rule_trials import PrintedCommands, printed_commands
from hexcourt.cli.main import main
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.board_answers import (
    ADJACENT_PAIRS,
    BoardQuestion,
    QuestionBatch,
    answers,
    ask_both,
)
from hexcourt.solver.analysis.core.two_rule_sets import compare_rule_sets
from hexcourt.solver.analysis.delta_debugging import cut_down, fewest
from hexcourt.solver.analysis.differences import differences
from hexcourt.solver.rulebase.read_house_rules import amended_rules
from hexcourt.solver.rulebase.rulebase import HouseRules, RuleBase, printed_rules
from tests.cli.test_commands import answer, hexcourt
from tests.effort import long
from tests.tiny import tiny_facts

RULES = printed_rules()
LONG = 1e12
"""A moment of the clock that does not come."""
MIST = """\
%! SSR 1 high: mist lies on the ground: nothing is seen
blocks(F,"SSR 1") :- touch(F,_,_,_), range(F,a,A), range(F,b,B), A+B > 0.
"""
MINES = '%! SSR 1 high: mines may lie hidden anywhere\nrepeal("Q4.142").\n'
NO_MINES = """\
%! SSR 1 high: nobody lays mines in brush
refused(X,"SSR 1") :- X = mines(H,_,_,_), asked(X), holds(H,brush).
"""


def amended(text: str) -> RuleBase:
    return amended_rules((HouseRules("house.lp", text),))


@pytest.fixture(name="board")
def _board(tmp_path: Path) -> str:
    path = tmp_path / "tiny.lp"
    path.write_text(tiny_facts("A1:A3, A3 brush, A2-A3 hedge"), "utf-8")
    return str(path)


@pytest.fixture(name="printed")
def _printed() -> Iterator[PrintedCommands]:
    with printed_commands(partial(main.main, prog_name="hexcourt"), None) as printed:
        yield printed


# --- the fewest things -----------------------------------------------------------------------------


@pytest.mark.parametrize("needed", [*combinations(range(7), 2), (), tuple(range(7))])
def test_the_fewest_are_what_is_needed(needed: tuple[int, ...]) -> None:
    tried: list[Sequence[int]] = []

    def holds(some: Sequence[int]) -> bool:
        tried.append(some)
        return set(needed) <= set(some)

    assert tuple(fewest(range(7), holds)) == needed
    assert len(tried) < 40


def test_of_what_is_enough_in_two_ways_one_is_kept() -> None:
    assert fewest(range(9), lambda some: {1, 2} <= set(some) or {5} <= set(some)) in ([1, 2], [5])


# --- positions cut down ----------------------------------------------------------------------------


def test_a_difference_is_cut_down_to_what_matters(board: str, tmp_path: Path) -> None:
    """What the facts file shows is asked again of the program, by each rule set."""
    rules, out = tmp_path / "house.lp", tmp_path / "found"
    rules.write_text(NO_MINES, "utf-8")
    told = answer("rules", "diff", "--amend", rules, "--board", board, "--out", out)
    first = next(each["smallest"] for each in told["rows"] if "subject" in each)
    shown = [fact for fact in first["facts"].splitlines() if fact.startswith(("hex", "terrain"))]
    assert shown == ['hex("A3").', 'terrain("A3",brush).']
    assert sorted(e.name for e in out.glob("*_1.*")) == ["difference_1.lp", "difference_1.svg"]
    command = shlex.split((out / "difference_1.lp").read_text("utf-8").splitlines()[0])[2:]
    asked = [str(out / word) if word.endswith(".lp") else word for word in command]
    assert hexcourt(*asked).stdout != hexcourt(*asked, "--amend", rules).stdout
    again = hexcourt("rules", "diff", "--amend", rules, "--board", board, "--out", out)
    assert (again.exit_code, again.stderr.count("\n")) == (2, 1)
    assert "is not empty; name a new folder" in again.stderr


def test_adjacent_locations_see_each_other_by_one_rule_set_and_not_by_the_other(board: str) -> None:
    comparison = compare_rule_sets(RULES, amended(MIST))
    said = [answers(rules, {"adjacency"}, [board]) for rules in (RULES, comparison.new)]
    told = [{k: v for k, v in each.items() if k.subject == ADJACENT_PAIRS} for each in said]
    assert set(told[0].values()) == {"see each other"}
    (found,) = differences(comparison, *told, until=LONG)
    assert (found.causes, found.new) == (("SSR 1",), "are blocked by SSR 1")
    assert found.count == len(told[0])
    assert found.smallest is not None
    assert len(found.smallest.board.hexes) == 2


# --- printed commands ------------------------------------------------------------------------------


@long
def test_printed_commands_are_asked_where_a_rule_has_a_say(printed: PrintedCommands) -> None:
    steps = {each.name: each for each in printed.steps({"cases"}, ["pegasus"])}
    assert not any(each.startswith(("los", "path", "see")) for each in steps)
    (name,) = (each for each in steps if each == "legal pegasus 'mines(\"K12\",ap,12,hidden)'")
    comparison = compare_rule_sets(RULES, amended(MINES))
    said = ask_both(comparison, [steps[name]], LONG)
    (found,) = differences(comparison, said.old, said.new, LONG, printed.question)
    assert found.old.startswith("no: ")
    assert found.example.board == "README.md"
    assert found.smallest is not None
    assert len(found.smallest.board.hexes) < 4
    assert found.smallest.command.startswith("hexcourt legal smallest.lp ")


def test_printed_commands_that_need_archives_are_told(printed: PrintedCommands) -> None:
    assert list(printed.steps({"no profile"}, []))  # checks of scenarios may ask anything
    assert "not at hand: " in printed.left_out_in_words()


# --- what ends it ----------------------------------------------------------------------------------


def test_what_is_told_when_somebody_interrupts_counts() -> None:
    def interrupted() -> Iterator[tuple[BoardQuestion, str]]:
        raise KeyboardInterrupt
        yield

    one = BoardQuestion("actions", "tiny", "one")
    steps = [
        QuestionBatch("one", lambda: [(one, "no")]),
        QuestionBatch("two", interrupted),
        QuestionBatch("three", list),
    ]
    said = ask_both(compare_rule_sets(RULES, RULES), steps, LONG)
    assert (said.old, said.left, said.interrupted) == ({one: "no"}, ("two", "three"), True)


def test_what_time_does_not_suffice_for_is_named() -> None:
    said = ask_both(compare_rule_sets(RULES, RULES), [QuestionBatch("one", list)], 0.0)
    assert (said.left, said.interrupted) == (("one",), False)


def test_a_board_that_shows_no_difference_is_not_cut_down(printed: PrintedCommands) -> None:
    (asked,) = (e for e in printed.asked() if e.words.startswith("los pegasus I12 J14"))
    question = printed.question(asked)
    assert question is not None
    assert cut_down(question, (RULES, RULES), lambda told: told[0] != told[1], LONG) is None
    with pytest.raises(BadInput), printed_commands(print, Path("nowhere")):
        pass
