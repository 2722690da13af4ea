"""Random questions about boards on which pieces meet: every entry point returns one answer.

A board of some dozen hexes by chance (meeting.py, test_meeting_lines.py), with two to five pieces that
meet, is written as a facts file. Each question is then asked in Python, of the command line, over HTTP,
through the tools of assistants and, where it can be certified, of a certificate that is verified.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from hexcourt import open_board
from hexcourt.facts.boards.board import board_text
from hexcourt.solver.api.position import Position
from hexcourt.solver.sandbox.limited_run import Limits
from tests import effort
from tests.cli.test_commands import hexcourt
from tests.entry_points.test_meeting_lines import a_meeting
from tests.meeting import bare_and_laid
from tests.served import served

pytest.importorskip("mcp", reason="needs mcp: pip install 'hexcourt[mcp]'")

from hexcourt.cli.main import main
from hexcourt.cli.mcp.server import Caller
from hexcourt.cli.web.board_registry import BoardRegistry

pytestmark = pytest.mark.usefixtures("kept", "engines")

UNITS = ("squad", "tank", "truck", "leader", "wagon")
POSITIONS = range(effort.sample(1, 220))
QUESTIONS = effort.sample(1, 10)
"""How many questions are asked about each position; 220 positions make 2,200 of them."""


@dataclass(frozen=True)
class Asked:
    """One question: its command, its arguments by position, and those by name."""

    command: str
    words: tuple[str, ...]
    names: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)

    @property
    def fields(self) -> dict[str, Any]:
        """Return its arguments as an HTTP request names them."""
        return dict(zip(self.names, self.words, strict=True)) | self.options


def questions(position: Position, unit: str, chance: random.Random) -> Iterator[Asked]:
    """Choose questions near the pieces, endlessly."""
    board = position.board
    names = {
        each.name for each in board.hexes if any(f'"{each.name}"' in p for p in position.placed)
    }
    rows = board.neighbours[[board.indices[each] for each in sorted(names)]]
    near = sorted(names | {board.hexes[n].name for n in rows.ravel().tolist() if n >= 0})
    places = [each.name for name in near for each in board.locations_of(name)]
    while True:
        here, there = chance.sample(places, 2)
        hexes = [each.split("/")[0] for each in chance.sample(near, 2)]
        unit_option = {"unit": unit}
        yield chance.choice(
            (
                Asked("los", (here, there), ("viewer", "target")),
                Asked("see", (there,), ("target",)),
                Asked("path", (here, there), ("start", "goal"), unit_option),
                Asked("reach", (here,), ("start",), unit_option),
                Asked("adjacent", (here,), ("location",)),
                Asked("ask", (f'exists : sees("{here}","{there}")',), ("question",)),
                Asked("ask", (f'which H : sees(H,"{there}")',), ("question",)),
                Asked("ask", (f'exists : path("{here}","{there}")',), ("question",), unit_option),
                Asked("ask", (f'which P, C : reach("{here}",P,C)',), ("question",), unit_option),
                Asked("legal", (f'passes_in_bypass("{hexes[0]}","{hexes[1]}")',)),
                Asked("legal", (f'search("{hexes[0]}","{hexes[1]}")',)),
                Asked("legal", (f'rubble("{hexes[0]}",{chance.choice(("stone", "wood"))})',)),
                Asked("legal", (f'roadblock("{hexes[0]}","{hexes[1]}")',)),
            )
        )


def in_python(position: Position, asked: Asked) -> dict[str, Any] | str:
    """Ask a method of Position; return its document, or what it refuses."""
    try:
        answer = getattr(position, asked.command)(*asked.words, **asked.options)
    except ValueError as error:
        return str(error)
    found: dict[str, Any] = json.loads(answer.as_json())
    return found


def by_command(*arguments: str) -> dict[str, Any] | str:
    """Ask the command line; return its document, or what it refuses."""
    done = hexcourt(*arguments, "--json")
    found: dict[str, Any] = json.loads(done.stdout)
    return str(found["error"]["sentence"]) if "error" in found else found


def over_http(client: TestClient, board: str, placed: Sequence[str], asked: Asked) -> Any:
    """Ask the server; return its document, or what it refuses."""
    fields = {"actions": list(asked.words)} if asked.command == "legal" else asked.fields
    body = {"board": board, "place": list(placed)} | fields
    found = client.post(f"/api/v1/{asked.command}", json=body).json()
    return found["error"] if "error" in found else found["answer"]


class InThisProcess(Caller):
    """The tools of assistants, which run commands here instead of in processes of their own."""

    async def run(self, arguments: Sequence[str]) -> bytes:
        """Run a command."""
        return CliRunner().invoke(main, list(arguments)).stdout_bytes


def by_assistant(caller: Caller, board: str, placed: Sequence[str], asked: Asked) -> Any:
    """Call a tool; return its document, or what it refuses."""
    options = {"place": tuple(placed), **asked.options}
    found = asyncio.run(caller.call(asked.command, board, asked.words, options)).result
    return found["error"]["sentence"] if "error" in found else found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("meeting")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with served(folder) as client:
        yield client


@pytest.mark.parametrize("number", POSITIONS)
def test_every_entry_point_returns_one_answer(
    number: int, folder: Path, client: TestClient
) -> None:
    chance = random.Random(f"entry points {number}")
    if number % 2:
        laid, placed = bare_and_laid(number)[1], list[str]()
    else:
        met = a_meeting(chance, drawn=False)
        while met is None:
            met = a_meeting(chance, drawn=False)
        laid = met[0]
    placed = list(laid.placed)
    file = folder / f"board{number}.lp"
    file.write_text(board_text(laid.opened), "utf-8")
    position = open_board(str(file)).place(*placed)
    unit = chance.choice(UNITS)
    caller = InThisProcess(BoardRegistry(folder), Limits(seconds=float(effort.PATIENCE)))
    flags = [part for piece in placed for part in ("--place", piece)]
    for asked, _ in zip(questions(position, unit, chance), range(QUESTIONS), strict=False):
        named = [part for name, value in asked.options.items() for part in (f"--{name}", value)]
        wanted = by_command(asked.command, str(file), *asked.words, *flags, *named)
        assert in_python(position, asked) == wanted, (number, asked)
        assert over_http(client, file.name, placed, asked) == wanted, (number, asked)
        told = by_assistant(caller, file.name, placed, asked)
        assert told == wanted, (number, asked)
        if asked.command == "ask" and isinstance(wanted, dict):
            assert certified(folder, file, [*asked.words, *flags, *named], wanted), (number, asked)


def certified(folder: Path, file: Path, words: Sequence[str], wanted: dict[str, Any]) -> bool:
    """Return whether a certificate of an answer, if one can be had, proves what was answered."""
    home = folder / "certificate"
    for old in home.iterdir() if home.is_dir() else ():
        old.unlink()
    done = hexcourt("ask", str(file), *words, "--certify", str(home))
    if not (home / "question.json").is_file():
        return wanted["answer"] in ("unknown", "yes", "no")
    proved = hexcourt("verify", str(home))
    return proved.exit_code == 0 and done.stdout.split(":")[0].startswith(str(wanted["answer"]))
