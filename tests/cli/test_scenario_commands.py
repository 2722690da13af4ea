"""Commands about cards, and cards where a board may stand."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from hexcourt.cli.main import main
from hexcourt.cli.render.console import report_lines
from hexcourt.facts.cards.read_cards import read_card
from hexcourt.solver.answer.schema import read_document
from hexcourt.solver.api.position import open_position
from hexcourt.solver.scenario.answers import check_scenario
from hexcourt.solver.scenario.checks import every_check
from hexcourt.solver.scenario.scenario import Scenario

pytestmark = pytest.mark.usefixtures("kept", "engines")

CARD = """\
format = "hexcourt-card/1"
[map]
boards = [ { board = "budapest" } ]
[areas]
house = "building L33"
[[rule]]
id = "ssr1"
text = "What nobody reads."
[[rule]]
id = "ssr2"
change = ["fortified L33"]
[[side]]
name = "german"
[[group]]
id = "g1"
side = "german"
setup = "house"
units = ["3 squad 4-6-7"]
[[group]]
id = "g2"
side = "german"
setup = "hexes M37, M38"
units = ["leader 9-1"]
[[group]]
id = "g3"
side = "german"
setup = "wherever they like it"
units = ["LMG"]
"""


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "card.toml"
    path.write_text(CARD, "utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def test_a_card_stands_where_a_board_may(card: Path) -> None:
    result = run("ask", card, 'which H : area("german",H), not area("g1",H)')
    assert "M37 M38" in result.output
    assert "special rule ssr1 is not applied: What nobody reads." in result.output
    assert "special rule ssr2 is applied: change fortified L33" in result.output


def test_a_group_whose_sentence_is_not_understood_names_no_area(card: Path) -> None:
    assert set(open_position(str(card)).board.areas) == {"house", "g1", "g2", "german"}


def test_a_wrong_card_is_one_sentence_with_its_line(card: Path) -> None:
    card.write_text(CARD.replace("setup =", "setpu =", 1), "utf-8")
    for arguments in (("scenario", "check", card), ("los", card, "L33", "M37")):
        result = run(*arguments)
        assert result.exit_code == 2
        assert f"{card}, line 17: setpu is no key of a group; did you mean setup?" in result.output


@pytest.mark.parametrize("key", ["house_rules", "law"])
def test_house_rules_of_a_card_are_checked_as_every_amendment(card: Path, key: str) -> None:
    card.write_text(CARD.replace('change = ["fortified L33"]', f'{key} = "house.lp"'), "utf-8")
    card.with_name("house.lp").write_text('repeal("B99.9").\n', "utf-8")
    result = run("los", card, "L33", "M37")
    assert result.exit_code == 2 and "house.lp" in result.output


def test_house_rules_under_both_names_are_refused(card: Path) -> None:
    both = 'house_rules = "house.lp"\nlaw = "other.lp"'
    card.write_text(CARD.replace('change = ["fortified L33"]', both), "utf-8")
    result = run("los", card, "L33", "M37")
    assert result.exit_code == 2 and "house_rules stands beside its former name" in result.output


def test_every_check_is_explained(card: Path) -> None:
    listed = run("scenario", "checks", "--json")
    assert [row["check"] for row in json.loads(listed.output)["rows"]] == [
        each.code for each in every_check()
    ]
    for each in every_check():
        assert each.looks_at in run("scenario", "explain", each.code).output


def test_there_is_no_check_of_another_code(card: Path) -> None:
    result = run("scenario", "check", card, "--select", "S99")
    assert result.exit_code == 2 and "check S99: there is none" in result.output


def test_a_scenario_is_shown_and_drawn(card: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "card.svg"
    result = run("scenario", "show", card, "--svg", drawn)
    assert "german g2 sets up in 2 hexes: leader 9-1\n    M37 M38" in result.output
    assert "not understood, group g3: 'wherever they like it'" in result.output
    text = drawn.read_text("utf-8")
    assert "german sets up" in text and "g1: 3 squad 4-6-7" in text
    assert run("scenario", "show", card, "--svg", card).exit_code == 2


def test_answers_about_scenarios_have_the_shape_that_is_told(card: Path) -> None:
    for arguments in (("show", card), ("check", card, "--select", "S22"), ("explain", "S22")):
        read_document(run("scenario", *arguments, "--json").output)
    assert run("scenario", "check", card, "--select", "S22").exit_code == 3


def test_a_terminal_shows_the_text_of_the_answer_in_colours(card: Path) -> None:
    scenario = Scenario(read_card(card))
    answer = check_scenario(scenario, ["S05,S08"])
    shown = {}
    for coloured in (False, True):
        page = Console(file=StringIO(), force_terminal=coloured, width=40)
        report_lines(page, answer.lines)
        shown[coloured] = cast(StringIO, page.file).getvalue()
    assert shown[False] == "\n".join(answer.lines) + "\n"
    assert "\x1b[" in shown[True]
    assert re.sub("\x1b\\[[0-9;]*m", "", shown[True]) == shown[False]
