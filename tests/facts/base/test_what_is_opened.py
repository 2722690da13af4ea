"""Files from outside are opened by one function: regular ones, of a bounded size."""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO

import pytest

from hexcourt import open_board
from hexcourt.facts.base import files
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import IrregularError, opened, read_bytes
from hexcourt.facts.base.sizes import LARGEST_TOML
from hexcourt.facts.boards.board import board_text
from hexcourt.solver.answer.answer import Verdict
from tests.cli.test_commands import hexcourt
from tests.solver.rulebase.test_amending import MIST
from tests.tampering import opened_and_spoilt
from tests.tiny import tiny

PROJECT = Path(__file__).parent.parent.parent.parent
OPENS = {"open", "read_text", "read_bytes", "fdopen", "is_zipfile"}
OF_ITS_OWN = {
    "cli/commands/conform.py": "the end of the file of cases that it adds to",
    "cli/commands/running.py": "the null device",
    "cli/report/report.py": "the package",
    "cli/web/application.py": "the package",
    "cli/commands/completion.py": "the package",
    "cli/commands/documents.py": "the package",
    "facts/base/files.py": "the function that opens",
    "facts/formats/pictures.py": "an archive already read",
    "solver/analysis/gathering.py": "what it writes itself",
    "solver/analysis/last_green.py": "an archive already read",
    "solver/examples/conformance.py": "the end of a file, to word a refusal",
    "solver/sandbox/limited_run.py": "the null device",
    "solver/sandbox/processes.py": "what the system tells of processes",
    "solver/movement/bit_parallel.py": "what it writes itself",
    "solver/register/marks.py": "the project",
    "solver/register/register.py": "the project",
    "solver/sight/situation_facts.py": "the package",
    "solver/rulebase/rulebase.py": "the package; folders of rules by the function that reads files",
    "solver/studies/results.py": "the lock that it writes itself",
    "solver/studies/running.py": "what is no file",
    "solver/sight/batch_los.py": "what is no file",
}
"""Files of ours that open something else than files from outside, and what."""


def opens(path: Path) -> bool:
    """Tell whether a program opens a file by a name, other than by the functions that read them."""
    text = path.read_text("utf-8")
    if not any(each in text for each in OPENS):
        return False
    tree = ast.parse(text)
    imported = (each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom))
    ours = [each for each in imported if (each.module or "").endswith("base.files")]
    unlike = OPENS - {alias.name for each in ours for alias in each.names}
    for called in (each.func for each in ast.walk(tree) if isinstance(each, ast.Call)):
        if isinstance(called, ast.Attribute) and called.attr in OPENS:
            return True
        if isinstance(called, ast.Name) and called.id in unlike:
            return True
    return False


def test_one_function_opens_files_from_outside() -> None:
    every = (path for room in ("facts", "solver", "cli") for path in (PROJECT / room).rglob("*.py"))
    found = {path.relative_to(PROJECT).as_posix() for path in every if opens(path)}
    assert found - set(OF_ITS_OWN) == set(), "read it by hexcourt.facts.base.files"
    assert set(OF_ITS_OWN) - found == set(), "no longer opens anything"


def made(folder: Path, kind: str, name: str) -> Path:
    """Make what is no file to read: it would block, never end, or be too large."""
    path = folder / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "endless":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        with path.open("wb") as stream:
            stream.truncate(1 << 40)  # takes no room
    return path


WHY = {
    "pipe": "is no regular file|is no file",
    "endless": "is no regular file|is no file|is a link",
    "folder": "is a folder|is no file|is a directory|is no regular file",
    "huge": "bytes are too many|more than 16 MiB",
}
"""What is wrong with each kind, as it is said."""
KINDS = tuple(WHY)
COMMANDS = {
    "board": ("x.lp", ("see", "{}", "A1")),
    "archive": ("bd99", ("see", "{}", "A1")),
    "board of boards": ("x.toml", ("see", "{}", "A1")),
    "card": ("card.toml", ("scenario", "check", "{}")),
    "card asked of": ("card.toml", ("ask", "{}", "exists : hex(H)")),
    "house rules": ("x.lp", ("los", "pegasus", "K12", "L13", "--amend", "{}")),
    "properties": ("x.lp", ("rules", "properties", "--properties", "{}")),
    "study": ("x.toml", ("sweep", "{}")),
    "save": ("x.vsav", ("map", "tell", "{}")),
    "example": ("x.lp", ("examples", "run", "{}")),
    "board beside": ("x.lp", ("board", "diff", "pegasus", "{}")),
    "linted": ("bd99", ("board", "lint", "{}")),
    "draft of a card": ("x.json", ("scenario", "new", "--from", "{}")),
    "map": ("x.toml", ("map", "show", "{}")),
    "tests of rules": ("x.toml", ("rules", "test", "{}")),
    "table of mutants": ("x.csv", ("rules", "dead", "--mutants", "{}")),
    "a program of rules": ("x.lp", ("rules", "diff", "{folder}")),
    "rules compared with": ("x.lp", ("rules", "check", "design", "--against", "{folder}")),
    "question of a certificate": ("question.json", ("verify", "{folder}")),
    "manifest of a certificate": ("manifest.json", ("verify", "{folder}")),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", COMMANDS)
def test_what_is_no_file_is_refused_at_once(what: str, kind: str, tmp_path: Path) -> None:
    name, command = COMMANDS[what]
    if name == "question.json":
        files = "question.json program.lp ground.aspif loops.txt formula.cnf atoms.tsv proof.drat"
        (tmp_path / "manifest.json").write_text('{"schema": 3, "verdict": "unsatisfiable"}')
        for each in (*files.split()[1:], "core.txt"):
            (tmp_path / each).write_text("")
    if "{folder}" in command and name == "x.lp":
        (tmp_path / "profiles").mkdir()
    path = made(tmp_path, kind, name)
    ran = hexcourt(*(each.format(path, folder=tmp_path) for each in command))
    assert ran.exit_code == (1 if name == "question.json" else 2), ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
    said = ran.stdout + ran.stderr
    assert name in said
    assert re.search(WHY[kind], said), said


@pytest.mark.parametrize("kind", KINDS)
def test_the_function_that_opens(kind: str, tmp_path: Path) -> None:
    path = made(tmp_path, kind, "x")
    with pytest.raises(BadInput, match=r"is a folder|is no regular file|are too many for"):
        read_bytes(path, LARGEST_TOML, "a map")


def test_no_link_is_followed_where_none_may_lead_out(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x")
    (tmp_path / "link").symlink_to("x")
    with pytest.raises(OSError, match="symbolic links"), opened(tmp_path / "link", links=False):
        pass
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(IrregularError), opened(tmp_path / "pipe"):
        pass


def test_what_was_read_is_what_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board and a house rule that are spoilt as soon as they are opened change nothing."""
    said = []
    times: Counter[str] = Counter()
    for folder in (tmp_path / "one", tmp_path / "spoilt"):
        folder.mkdir()
        (folder / "x.lp").write_text(board_text(tiny("A1, A2 woods, A3, A4")), "utf-8")
        (folder / "house.lp").write_text(MIST)
        if folder.name == "spoilt":
            times = opened_and_spoilt(folder, monkeypatch)
        said.append(hexcourt("see", folder / "x.lp", "A1", "--amend", folder / "house.lp").stdout)
    assert said[0] == said[1] and "SSR 1" in said[0]
    assert times == {"x.lp": 1, "house.lp": 1}


MAP = 'north = "up"\nrows = [[{ board = "tiny.lp" }]]\n'
CARD = (
    'format = "hexcourt-card/1"\nid = "c"\ntitle = "C"\n'
    '[map]\nnorth = "top"\nboards = [{ board = "tiny.lp" }]\n'
    '[[side]]\nname = "red"\n[[side]]\nname = "blue"\n'
)


@pytest.mark.parametrize("text", [MAP, CARD])
def test_what_a_command_names_is_read_once(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is looked at, to know what it is, is what is opened."""
    (tmp_path / "tiny.lp").write_text(board_text(tiny("A1:A3")), "utf-8")
    named = tmp_path / "named.toml"
    named.write_text(text, "utf-8")
    read: Counter[str] = Counter()

    def counted(path: Path, links: bool = True) -> AbstractContextManager[tuple[BinaryIO, int]]:
        read[Path(path).name] += 1
        return opened(path, links)

    monkeypatch.setattr(files, "opened", counted)
    assert open_board(str(named)).los("A1", "A3").verdict is Verdict.YES
    assert read["named.toml"] == 1
