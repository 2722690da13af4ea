"""Questions that nobody should be able to do harm with, put at the command line from end to end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from hexcourt.cli.main import main
from tests.effort import PATIENCE, one_in, some_of
from tests.hostile import HOSTILE, Hostile

pytestmark = pytest.mark.usefixtures("kept")

STATUS = {"explosion": (2, 3), "endless": (2, 3)}
"""How each category ends: broken off, or refused soon; the others are bad input, in their own time."""

HARMLESS = ("in a condition", "in a set")
"""Explosions that clingo sees through, as hexes are facts: they are answered in time."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in an empty folder, in which nothing may be left."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert list(tmp_path.iterdir()) == []


def limits(each: Hostile) -> tuple[str, ...]:
    seconds = 1 if each.category in STATUS else PATIENCE
    return "--limit-seconds", str(seconds), "--limit-memory", "300"


def children() -> set[str]:
    """List the processes that this one has started and that are still there."""
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        pytest.skip("the system does not list processes")
    told = (each / "children" for each in tasks.iterdir())
    return {pid for each in told if each.exists() for pid in each.read_text().split()}


def ends(each: Hostile, *options: str) -> tuple[int, str]:
    """Put a question; give the exit status and what is said."""
    before = children()
    arguments = ["ask", *limits(each), *options, "--", "budapest", each.question]
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert children() <= before
    assert "Traceback" not in result.output
    assert "Traceback" not in result.stderr
    said = result.stderr if result.exit_code == 2 else result.stdout
    return result.exit_code, said


def name_of(each: Hostile) -> str:
    return f"{each.category}: {each.remark}"


@pytest.mark.parametrize("each", some_of(HOSTILE, 32), ids=name_of)
def test_a_hostile_question_is_refused_or_broken_off(here: Path, each: Hostile) -> None:
    status, said = ends(each)
    if each.category == "explosion" and each.remark in HARMLESS:
        assert status in (0, 3)
        return
    assert status in STATUS.get(each.category, (2,)), said
    if status == 2:
        assert said.startswith("hexcourt: ")
    else:
        assert said.startswith("out of budget: ")
    sentence = said.removesuffix("\n")
    assert "\n" not in sentence
    assert sentence.isprintable()
    assert len(sentence) < 600


FEW = HOSTILE[::12]


@one_in(3)
@pytest.mark.parametrize("each", FEW, ids=name_of)
@pytest.mark.parametrize("option", ["--suppose", "--without", "--vary"])
def test_hostile_words_elsewhere_are_refused(here: Path, option: str, each: Hostile) -> None:
    plain = Hostile("exists : hex(H)", "option", each.remark)
    status, said = ends(plain, option, each.question)
    assert status == 2, said
    assert said.startswith("hexcourt: ")
    assert said.count("\n") == 1


@one_in(2)
@pytest.mark.parametrize("each", [e for e in FEW if e.category in ("code", "endless")], ids=name_of)
def test_a_shell_gets_the_same(here: Path, each: Hostile) -> None:
    told = [
        sys.executable,
        "-m",
        "hexcourt.cli.main",
        "ask",
        *limits(each),
        "--",
        "budapest",
        each.question,
    ]
    done = subprocess.run(told, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode in (2, 3)
    assert (done.stdout + done.stderr).count("\n") == 1
