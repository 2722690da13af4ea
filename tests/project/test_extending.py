"""What CONTRIBUTING.md says of where a change goes: each kind of thing is added in a copy, and works."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hexcourt as package
from tests import saves_written as write
from tests.effort import PATIENCE

PROJECT = Path(__file__).parent.parent.parent

CHECK = """

def _check_sides(scenario):
    yield Finding("S99", "a side", "fault", "there is a side")


CHECKS = (
    *CHECKS,
    Check("S99", "sides", "Whether there is a side.", (), ("A2.1",), (), _check_sides),
)
"""

PROBE = """
import json, sys
from pathlib import Path
from hexcourt import open_board
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.formats.vassal.read_save import read_save
from hexcourt.solver.scenario.checks import every_check
Path("tall.lp").write_text(
    'hex("A1"). hex("A2"). hex("A3"). terrain("A2",tall_grass). elevation("A1",0). elevation("A2",0). '
    'elevation("A3",0).'
)
board = open_board("tall.lp")
line = json.loads(board.los("A1", "A3").as_json())
print(json.dumps({
    "line": line["rows"], "drawn": "#123456" in board.svg(),
    "allowed": str(board.legal('digs_well("A1")').verdict),
    "refused": str(board.legal('digs_well("A2")').verdict),
    "by": [str(each) for each in board.legal('digs_well("A2")').reasons],
    "checks": [each.code for each in every_check()],
    "kinds": [each.kind for each in read_save(Path("game.vsav")).counters],
}))
"""


def added(path: Path, before: str, text: str) -> None:
    """Write a text into a file of the copy, before another one that is there once."""
    old = path.read_text("utf-8")
    assert old.count(before) == 1, (path, before)
    path.write_text(old.replace(before, text + before), "utf-8")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Add one thing of each kind to a copy of the program, and ask the copy about them."""
    folder = tmp_path_factory.mktemp("extended")
    home = folder / "hexcourt"
    shutil.copytree(
        package.__path__[0], home, ignore=shutil.ignore_patterns("__pycache__", "docs", "tests")
    )
    added(
        home / "facts/boards/terrain.py",
        '    "tennis_courts": "open",',
        '    "tall_grass": "other",\n',
    )
    tables = home / "asp/tables/terrain.lp"
    tables.write_text(
        tables.read_text("utf-8")
        + "\n%! B12.2 high: tall grass is a half-level hindrance\n"
        + "height(tall_grass,1).\nhindrance(tall_grass,1).\n"
    )
    added(
        home / "cli/render/palette.py",
        '    (_strewn("grain"',
        '    (Ink("tall grass", "#123456", "#123456"), ("tall_grass",)),\n',
    )
    words = home / "asp/vocabulary/case_words.lp"
    like = re.search(r"^(%: \w+ )recombines\(", words.read_text("utf-8"), re.MULTILINE)
    assert like is not None
    added(
        words,
        f"{like[1]}recombines(",
        f'{like[1]}digs_well(hex Hex): a well is dug | digs_well("K13")\n',
    )
    rules = home / "asp/actions/case_roads.lp"
    rules.write_text(
        rules.read_text("utf-8")
        + "\n%! A99.1 high: a well is dug in open ground\n"
        + 'allowed(digs_well(H),"A99.1") :- asked(digs_well(H)), not terrain(H,tall_grass).\n'
        + "%! A99.2 high: no well is dug in tall grass\n"
        + 'refused(digs_well(H),"A99.2") :- asked(digs_well(H)), terrain(H,tall_grass).\n'
    )
    checks = home / "solver/scenario/map/checks.py"
    checks.write_text(checks.read_text("utf-8") + CHECK)
    kinds = home / "facts/formats/vassal/counter_kinds.tsv"
    head, *rows = kinds.read_text("utf-8").splitlines(keepends=True)
    kinds.write_text("".join([head, "\tPSK\t\t\tgun\n", *rows]), "utf-8")
    save = write.counter("PSK", (400, 432), ("mark;x", ""), image="xx/thing")
    (folder / "game.vsav").write_bytes(write.save_file(write.board("01"), save))
    ran = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin", "HEXCOURT_CACHE": "off"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_a_terrain(told: dict[str, Any]) -> None:
    assert [row["hindrance"] for row in told["line"] if "hindrance" in row] == [1], told["line"]
    assert told["drawn"]


def test_an_action_and_its_rules(told: dict[str, Any]) -> None:
    assert (told["allowed"], told["refused"]) == ("yes", "no")
    assert any("A99.2" in each for each in told["by"])


def test_a_check_of_cards(told: dict[str, Any]) -> None:
    assert "S99" in told["checks"]


def test_a_counter_of_saves(told: dict[str, Any]) -> None:
    assert told["kinds"] == ["gun"]


def test_every_file_that_it_names_is_there() -> None:
    text = (PROJECT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`((?:asp|facts|solver|cli|tests|docs|bench)/[\w/.]+\.\w+)`", text))
    assert len(named) > 10
    assert [each for each in sorted(named) if not (PROJECT / each).exists()] == []
