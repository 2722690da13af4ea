"""In the shell: JSON from every command and of every error, progress on long work."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest

import hexcourt as hexcourt_package
from hexcourt.cli.main import main
from hexcourt.cli.render import output
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.solver.answer.schema import read_document
from tests.answer_shape import SCHEMA
from tests.cli.test_commands import hexcourt
from tests.documents import examples_of, says
from tests.solver.sandbox.test_limited_command import commands

pytestmark = pytest.mark.usefixtures("kept")

SPEAKING_JSON = {"serve", "mcp", "scenario schema"}
SMALL = 'board("small"). hex("A1"). hex("A2"). hex("A3"). hexside("A1","A2",hedge).\n'


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.lp"
    path.write_text(SMALL)
    return path


def told(*arguments: object) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(hexcourt(*arguments, "--json").stdout)
    SCHEMA.validate(document)
    return document


# --- JSON -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(set(commands(main)) - SPEAKING_JSON))
def test_every_command_takes_json_and_tells_errors_so(name: str) -> None:
    options = {flag for each in commands(main)[name].params for flag in each.opts}
    assert "--json" in options
    wrong = "--no-such-thing"
    if name == "rules try":  # what it does not know belongs to the question
        wrong = "--limit-memory=0"
    done = hexcourt(*name.split(), wrong, "--json")
    document = json.loads(done.stdout)
    SCHEMA.validate(document)
    assert document["error"]["status"] == done.exit_code == 2
    assert document["error"]["kind"] == "bad_input"
    assert done.stderr == f"hexcourt: {document['error']['sentence']}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("los", "budapest", "K99", "L33"), "K99"),
        (("see", "nowhere", "K5"), "nowhere: no such board"),
        (("ask", "budapest", "which H : sees(H,"), "its end is no literal"),
    ],
)
def test_an_error_as_json_has_the_status_and_the_sentence(
    arguments: tuple[str, ...], sentence: str
) -> None:
    plain = hexcourt(*arguments)
    document = told(*arguments)
    assert plain.stdout == ""
    assert document["error"]["status"] == plain.exit_code == 2
    assert plain.stderr == f"hexcourt: {document['error']['sentence']}\n"
    assert sentence in document["error"]["sentence"]


def test_what_stands_behind_two_hyphens_asks_for_nothing() -> None:
    assert hexcourt("coordinate", "--", "--json").stdout == ""


def test_what_is_written_is_told(small: Path, tmp_path: Path) -> None:
    facts = told("board", "facts", small)["rows"][0]["written"]
    assert parse_board(facts, "again").by_name.keys() == {"A1", "A2", "A3"}
    out = tmp_path / "lines.csv"
    document = told("matrix", small, "--out", out)
    assert document["rows"] == [{"written": str(out)}]
    assert document["counts"] == {"clear": 3} or sum(document["counts"].values()) == 3
    assert read_document(json.dumps(document))


def test_words_for_actions_and_attacks_are_told() -> None:
    for command, role in (("legal", "action"), ("effect", "attack")):
        rows = told(command)["rows"]
        assert rows[0]["role"] == role
        assert hexcourt(command).stdout.startswith(f"{rows[0]['form']}\n  {rows[0]['sentence']}\n")


def test_a_sweep_tells_its_counts_and_files(small: Path, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(
        "question = 'exists : sees(\"A1\",\"A3\")'\nboard = 'small.lp'\n"
        "vary = ['{ wreck(\"A2\") }']\n"
    )
    document = told("sweep", tmp_path / "study.toml", "--jobs", 1)
    asked, written = document["rows"]
    assert sum(asked["counts"].values()) == document["counts"]["worlds"] == 2
    assert Path(written["written"]).is_file()


def test_both_rule_sets_are_told(small: Path) -> None:
    roads = Path(hexcourt_package.__path__[0]) / "examples" / "house_rules" / "no_roads.lp"
    done = hexcourt("rules", "try", "--json", "--amend", roads, "los", small, "A1", "A3")
    document = json.loads(done.stdout)
    SCHEMA.validate(document)
    assert (document["answer"], done.exit_code) == ("yes", 0)
    assert [each["rules"] for each in document["rows"]] == ["as it is", "amended"]
    assert [each["answer"]["answer"] for each in document["rows"]] == ["yes", "yes"]


@pytest.mark.parametrize("document", ["shell.md", "answers.md"])
def test_documents_show_what_is_printed(document: str) -> None:
    blocks = [each for block in examples_of(document) for each in block]
    assert blocks
    for each in blocks:
        assert says(hexcourt(*each.arguments).stdout, each.lines), each


def test_two_outputs_into_one_file_are_refused_whatever_their_case(tmp_path: Path) -> None:
    names = ("--svg", tmp_path / "tree.svg", "--dump", tmp_path / "Tree.svg")
    done = hexcourt("ask", "budapest", "exists : sees(G30, F31)", *names)
    assert done.exit_code == 2 and "both write" in done.stderr
    assert list(tmp_path.iterdir()) == []


# --- progress -------------------------------------------------------------------------------------


def test_progress_is_told_by_lines_where_nobody_looks_and_it_is_asked_for(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "EVERY", 0.0)
    question = ("board", "lint", small, small)
    asked = hexcourt(*question, "--progress")
    lines = [line for line in asked.stderr.splitlines() if line.startswith("  boards: ")]
    assert lines == ["  boards: 1 of 2", "  boards: 2 of 2"]
    for quiet in ((), ("--no-progress",)):
        assert "boards: " not in hexcourt(*question, *quiet).stderr


@pytest.mark.parametrize(
    "name", ["matrix", "sweep", "cut", "board lint", "rules check", "rules diff"]
)
def test_long_work_takes_progress(name: str) -> None:
    command: click.Command = commands(main)[name]
    assert any("--progress" in each.opts for each in command.params)
