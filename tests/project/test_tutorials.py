"""The tutorials, followed word for word from an empty folder, and the example files that they use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hexcourt.cli.main import main
from tests.documents import DOCS, Shown, examples_in, says
from tests.effort import one_in

pytestmark = pytest.mark.usefixtures("kept", "engines")

TUTORIALS = sorted((DOCS / "tutorial").glob("*.md"))
STEP = re.compile(
    r"<!-- append to (?P<onto>\S+) -->\n```toml\n(?P<more>.*?)^```"
    r"|<!-- in (?P<into>\S+): (?P<line>[^\n]*) -->\n```toml\n(?P<instead>.*?)\n```"
    r"|^```\n(?P<shown>\$ hexcourt .*?)^```",
    re.MULTILINE | re.DOTALL,
)


def hexcourt(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def check(shown: Shown) -> None:
    done = hexcourt(*shown.arguments)
    assert says(done.output, shown.lines), done.output
    assert (done.exit_code == 2) == (
        shown.lines[:1] != () and shown.lines[0].startswith("hexcourt: ")
    )


@one_in(2)
@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_can_be_followed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    steps = list(STEP.finditer(path.read_text("utf-8")))
    assert len(steps) > 5
    for step in steps:
        if step["onto"]:
            with Path(step["onto"]).open("a", encoding="utf-8") as file:
                file.write(step["more"])
        elif step["into"]:
            text = Path(step["into"]).read_text("utf-8")
            assert text.count(step["line"]) == 1
            Path(step["into"]).write_text(text.replace(step["line"], step["instead"]), "utf-8")
        else:
            for shown in examples_in(f"```\n{step['shown']}```"):
                for each in shown:
                    check(each)


def test_example_files_are_copied_and_never_over_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = hexcourt("examples", "copy").stdout.split()
    assert {"outpost.toml", "convoy.toml", "outpost.vsav", "village.lp"} <= set(names)
    assert hexcourt("examples", "copy", *names).exit_code == 0
    assert sorted(names) == sorted(path.name for path in tmp_path.iterdir())
    again = hexcourt("examples", "copy", "outpost.toml")
    assert again.exit_code == 2 and "is there already" in again.stderr
    other = hexcourt("examples", "copy", "outpst.vsav")
    assert other.exit_code == 2 and "did you mean outpost.vsav?" in other.stderr
