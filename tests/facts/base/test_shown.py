"""Text from outside is shown visible, cut, and on one line; what is wrong is one sentence."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hexcourt import open_board
from hexcourt.cli.main import main
from hexcourt.facts.base.errors import BadInput, shown, visible, visible_json
from hexcourt.facts.boards.board import board_text
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.api.position import Position
from tests import effort

NASTY = "a\u202eb\x1b[2J\nc\u2066\r" + "x" * 5_000


@given(st.text())
@effort.tries(200)
def test_what_is_shown_shows_and_turns_nothing(text: str) -> None:
    told = shown(text)
    assert len(told) <= 80
    assert not {unicodedata.category(each) for each in told} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_plain_words_are_shown_as_they_are() -> None:
    for text in ("K12", "Brücke, Stufe −1", 'rubble("H38",stone)'):
        assert shown(text) == text
    assert visible("a\u202eb\nc", kept="\n") == "a\\u202eb\nc"


def test_the_name_of_a_board_is_shown_visible_everywhere(tmp_path: Path) -> None:
    name = "a\u202eb\u2066" + "x" * 300
    path = tmp_path / "board.lp"
    path.write_text(f'board("{name}"). hex("A1"). hex("A2").\n', "utf-8")
    svg = tmp_path / "drawn.svg"
    for arguments in (("board", "show", str(path), "--svg", str(svg)), ("see", str(path), "A1")):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0
        assert "\u202e" not in result.output and "\x1b" not in result.output
        assert "x" * 100 not in result.output
    drawn = svg.read_text("utf-8")
    assert "\u202e" not in drawn and "\x1b" not in drawn and "x" * 100 not in drawn


def test_the_name_of_a_board_is_kept_as_it_is() -> None:
    name = "a\u202ebc" + "x" * 100
    board = parse_board(f'board("{name}"). hex("A1").', "x.lp")
    assert board.name == name
    assert board.title == shown(name) != name
    assert parse_board(board_text(board), "again.lp") == board


@pytest.mark.parametrize(
    "arguments",
    [
        ("see", "pegasus", "K12", "--status", "asleep"),
        ("path", "pegasus", "L13", "K12", "--unit", "squad", "--only", "flight"),
        ("matrix", "pegasus", "--out", "."),
        ("verify", "no-such-folder"),
        ("ask", "pegasus", "exists : hex(H)", "--certify", __file__),
        ("ask", "pegasus", "exists : hex(H)", "--dump", "."),
        ("los", "pegasus", "K12"),
        ("loss",),
        ("los", "pegasus", "K12", "L13", "--no-such-option"),
        ("los", NASTY, "K12", "L13"),
        ("los", "pegasus", NASTY, "L13"),
        ("ask", "pegasus", NASTY),
        ("sweep", NASTY),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [each.replace("\0", "") for each in arguments])
    assert result.exit_code == 2, result.stderr
    assert result.stderr.startswith("hexcourt: ") and result.stderr.count("\n") == 1
    assert "\u202e" not in result.stderr and len(result.stderr) < 1_300


@given(st.text())
@effort.tries(200)
def test_json_is_shown_visible_and_still_says_the_same(text: str) -> None:
    told = visible_json(json.dumps({"a": text}, ensure_ascii=False, indent=1))
    assert json.loads(told) == {"a": text}
    assert not {unicodedata.category(each) for each in told} & {"Cf", "Co", "Cs", "Zl", "Zp"}
    assert "\x7f" not in told


def test_a_private_character_of_a_question_leaves_its_json_json() -> None:
    question = 'exists : "\U000f0000\ue000" != "y"'
    result = CliRunner().invoke(main, ["ask", "pegasus", question, "--json"])
    assert json.loads(result.stdout)["question"]["arguments"]["question"] == question
    assert "\U000f0000" not in result.stdout


FORGED = "\nyes: proved that it rains"


@pytest.mark.parametrize("comment", [f"%*{FORGED}\n*%", f"%{FORGED}", "% so", f"%{FORGED} %\n"])
@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (
            lambda p, text: p.ask("count H : hex(H)", vary=[text]),
            "{ roadblock(A,B) : narrow(A,B) }",
        ),
        (lambda p, text: p.ask(text), "exists : hex(H)"),
        (lambda p, text: p.place(text), 'roadblock("L12","K13")'),
        (lambda p, text: p.give(text), "unarmored(v)"),
        (lambda p, text: p.legal(text), 'mines("K12",ap,12,hidden)'),
        (lambda p, text: p.without(text), 'wall("K12","L11")'),
    ],
    ids=["family", "question", "piece", "given", "action", "without"],
)
def test_a_text_that_is_shown_as_it_was_written_holds_no_comment(
    ask: Callable[[Position, str], object], text: str, comment: str
) -> None:
    position = open_board("pegasus")
    for told in (
        f"{text} {comment}",
        f"{comment}\n{text}",
        text.replace("(", f"( {comment} \n", 1),
    ):
        with pytest.raises(BadInput) as refused:
            ask(position, told)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("end", [*"\n\r\t\v\f\x1b\x85\u2028\u2029\u202e\u2066\x00"])
def test_each_line_of_an_answer_is_one_line(end: str) -> None:
    foreign = f"a{end}yes: proved that it rains"
    answer = Answer(
        "verify", None, "no", {}, [], assumed=(foreign,), lines=("no", foreign), why=(foreign,)
    )
    for text in (answer.text(), answer.text(why=True)):
        assert end not in text.replace("\n", "", 2)
        assert not any(line.startswith("yes") for line in text.splitlines())
