"""Completion in shells: what is offered, and a real bash that asks for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete, ShellComplete

from hexcourt.cli.commands.completion import prepare
from hexcourt.cli.commands.running import COMPLETION as VARIABLE
from hexcourt.cli.main import main
from hexcourt.facts.formats.embedded import embedded_names
from tests.cli.test_commands import hexcourt
from tests.effort import PATIENCE

prepare(main)


def offered(*words: str) -> list[str]:
    """List what is offered for the last of some words."""
    *before, begun = words
    found = ShellComplete(main, {}, "hexcourt", VARIABLE).get_completions(list(before), begun)
    return [each.value for each in found]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("los", ""), set(embedded_names())),
        (("los", "budapest", "L33"), {"L33", "L33h2"}),
        (("los", "budapest", "L33", "l33h"), {"L33h1", "L33h2"}),
        (("reach", "pegasus", "K1"), {"K10", "K12"}),
        (("path", "pegasus", "K12", "L13", "--unit", "half"), {"half-squad", "halftrack"}),
        (("see", "budapest", "F31", "--status", "e"), {"entrenched", "emplaced"}),
        (("ask", "budapest", "which H : se"), {"which H : sees("}),
        (("ask", "budapest", 'which H : sees(H, "F3'), {'which H : sees(H, "F31'}),
        (("ask", "budapest", "which H : sees(H, F31, ent"), {"which H : sees(H, F31, entrenched"}),
        (("los", "budapest", "--place", "rub"), {"rubble("}),
        (("los", "budapest", "--place", "rubble(G3"), {"rubble(G37"}),
        (("legal", "pegasus", "min"), {"mines("}),
        (("effect", "pegasus", "--attack", "small"), {"small_arms("}),
        (("vocabulary", "see"), {"sees"}),
        (("rules", "q4.14"), {"Q4.142"}),
        (("docs", "lim"), {"limits"}),
        (("examples", "run", "fb_6_12"), {"fb_6_1242"}),
        (("comp",), {"completion"}),
        (("completion", ""), {"bash", "zsh", "fish"}),
    ],
)
def test_what_may_follow_is_offered(words: tuple[str, ...], wanted: set[str]) -> None:
    found = set(offered(*words))
    assert wanted <= found
    begun = words[-1].lower()
    assert all(each.lower().startswith(begun) for each in found)


def test_every_location_that_is_offered_is_one() -> None:
    from hexcourt import open_board
    from hexcourt.solver.position.locations import read_location

    board = open_board("pegasus").board
    for name in offered("los", "pegasus", "K"):
        read_location(board, name)


def test_files_are_boards_too_and_no_board_offers_nothing(tmp_path: Path) -> None:
    found = ShellComplete(main, {}, "hexcourt", VARIABLE).get_completions(["los"], "./ma")
    assert [each.type for each in found] == ["file"]
    assert offered("los", "nowhere", "K") == []
    own = tmp_path / "own.lp"
    own.write_text('hex("A1"). hex("A2"). location("A2",level(1),2).')
    assert set(offered("los", str(own), "A")) == {"A1", "A2", "A2h1"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell_asks_the_program(shell: str) -> None:
    done = hexcourt("completion", shell)
    assert done.exit_code == 0
    assert f"{VARIABLE}={shell}_complete" in done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_a_real_bash_completes(tmp_path: Path) -> None:
    program = tmp_path / "hexcourt"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hexcourt "$@"\n')
    program.chmod(0o755)
    asked = (
        'eval "$(hexcourt completion bash)"; COMP_WORDS=(hexcourt los budapest L33h); COMP_CWORD=3; '
        '_hexcourt_completion hexcourt L33h budapest; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "--norc", "-c", asked],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "PATH": path},
    )
    assert {"L33h1", "L33h2"} <= set(done.stdout.split()), done.stderr


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (
            "hexcourt ask budapest 'which H : buil",
            ["which H : building(", "which H : building(..."],
        ),
        (
            'hexcourt ask budapest "which H : buil',
            ["which H : building(", "which H : building(..."],
        ),
        ("hexcourt legal pegasus min", ["'mines(", "'mines(..."]),
        ("hexcourt legal pegasus 'f", None),
    ],
)
def test_bash_leaves_quotation_marks_alone(monkeypatch, typed, offered):
    """One text alone would be ended with the mark; without a mark, bash cannot read what is inserted."""
    monkeypatch.setenv(VARIABLE, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", "3")
    made = BashComplete(main, {}, "hexcourt", VARIABLE)
    found = [each.value for each in made.get_completions(*made.get_completion_args())]
    if offered is None:
        assert len(found) > 1 and all(each[0] not in "'." for each in found)
    else:
        assert found == offered
    monkeypatch.setenv(VARIABLE, "fish_complete")
    assert not any(
        each.value.endswith("...") for each in made.get_completions(["legal", "pegasus"], "min")
    )


def test_completing_loads_neither_numpy_nor_the_rules() -> None:
    asked = "import sys, hexcourt.cli.main; print('numpy' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, VARIABLE: "bash_source"},
    )
    assert done.stdout.split() == ["False", "False"]


def test_every_offer_is_for_a_parameter_that_there_is() -> None:
    from hexcourt.cli.commands.completion import OFFERS

    def names(group: click.Group) -> set[str | None]:
        found: set[str | None] = set()
        for each in group.commands.values():
            found |= {param.name for param in each.params}
            found |= names(each) if isinstance(each, click.Group) else set()
        return found

    assert OFFERS.keys() <= names(main)


def test_a_shell_that_is_not_named_is_asked_for_in_one_line():
    assert "Choose from: bash, zsh, fish; see" in hexcourt("completion").stderr


def test_folders_stay_folders_whatever_their_option_is_called() -> None:
    assert [each.type for each in ShellComplete(main, {}, "hexcourt", VARIABLE).get_completions(
        ["verify", "proof", "--against"], ""
    )] == ["dir"]  # fmt: skip
