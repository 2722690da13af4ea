"""Archives looked for in the folders of --boards, whichever command asks."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hexcourt import open_board
from hexcourt.cli.main import main
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.drafting import drafted_text
from hexcourt.facts.cards.read_cards import card_of
from tests.tiny import tiny_facts

pytestmark = pytest.mark.usefixtures("kept", "engines")

SHARED = Path(__file__).parents[4] / "shared"
SAVE = SHARED / "scenarios" / "samples" / "Scenario_C.vsav"
ARCHIVES = SHARED / "vasl" / "boards"
README = Path(__file__).parents[3] / "README.md"

CARD = """format = "hexcourt-card/1"
[map]
MORE
boards = ["far.lp"]
"""
ASKED = (
    ("los", "A1", "A3"),
    ("see", "A1"),
    ("ask", 'exists : sees("A1","A3")'),
    ("path", "A1", "A3", "--unit", "squad"),
    ("reach", "A1", "--unit", "squad"),
    ("adjacent", "A1"),
    ("legal", 'foxhole("A1")'),
    ("board show", "A1"),
    ("board facts",),
)


def commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, each in group.commands.items():
        if isinstance(each, click.Group):
            yield from commands(each, f"{path}{name} ")
        else:
            yield f"{path}{name}", each


def test_each_command_that_takes_a_board_takes_its_folders() -> None:
    takers = {
        name: [each for each in command.params if each.name == "boards"]
        for name, command in commands(main)
        if any(e.metavar in ("BOARD", "MAP", "CARD") for e in command.params[:3])
        and name not in ("rules diff", "serve")
    }
    assert {"los", "ask", "scenario show", "map areas", "effect"} <= set(takers)
    for name, found in takers.items():
        assert [each.multiple for each in found if isinstance(each, click.Option)] == [True], name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "far.lp").write_text(tiny_facts("A1:A3"), "utf-8")
    (tmp_path / "map.toml").write_text('rows = [["far.lp"]]\n', "utf-8")
    (tmp_path / "card.toml").write_text(CARD.replace("MORE", ""), "utf-8")
    told = CARD.replace("MORE", 'boards_folder = ["nowhere", "boards"]')
    (tmp_path / "told.toml").write_text(told, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("asked", ASKED, ids=lambda each: each[0])
def test_every_question_finds_the_board(folder: Path, asked: tuple[str, ...]) -> None:
    command, *rest = asked
    for name in ("far.lp", "map.toml", "card.toml"):
        arguments = [*command.split(), name, *rest]
        lost = CliRunner().invoke(main, arguments)
        found = CliRunner().invoke(main, [*arguments, "--boards", "boards"])
        assert (lost.exit_code, found.exit_code) == (2, 0), (lost.output, found.output)
    told = CliRunner().invoke(main, [*command.split(), "told.toml", *rest])
    assert told.exit_code == 0, told.output


def test_from_python_too(folder: Path) -> None:
    for name in ("far.lp", "map.toml", "card.toml"):
        assert open_board(name, boards=["boards"]).los("A1", "A3").verdict == "yes"
        with pytest.raises(BadInput, match="nowhere: there is no such folder"):
            open_board(name, boards=["nowhere"])


@pytest.mark.skipif(not SAVE.exists(), reason="the sample saves are not here")
def test_a_draft_says_where_its_boards_lie(tmp_path: Path) -> None:
    text = drafted_text([SAVE], [tmp_path / "a", tmp_path / "b"], tmp_path)
    assert card_of(text, str(tmp_path / "card.toml")).boards_folder == ("a", "b")


@pytest.mark.skipif(
    not (SAVE.exists() and ARCHIVES.exists()), reason="the sample saves are not here"
)
def test_the_lines_of_the_readme_work_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = re.findall(r"```\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    (block,) = (each for each in blocks if "scenario new" in each)
    monkeypatch.chdir(tmp_path)
    shutil.copy(SAVE, "setup.vsav")
    statuses = []
    for line in block.replace("~/vasl/boards", shlex.quote(str(ARCHIVES))).splitlines():
        told, _, out = line.partition(" > ")
        name, *arguments = shlex.split(told)
        assert name == "hexcourt"
        if "check" in arguments:
            arguments += ["--select", "S01,S07"]  # the others take their time
        result = CliRunner().invoke(main, arguments)
        if out:
            Path(out).write_text(result.stdout, "utf-8")
        statuses.append(result.exit_code)
    assert statuses == [0, 0, 0]
    assert "1F5" in result.output
