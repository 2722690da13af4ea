"""Drafts on maps, cards and saves: found by the board's name, and as unsure there as alone."""

from __future__ import annotations

import os
import re
import shlex
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.facts.drafting.drafts import draft_board
from hexcourt.facts.formats.write_archive import archive_bytes
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight.batch_los import VERDICTS
from hexcourt.solver.sight.los_engine import LosEngine
from tests.cli.test_commands import hexcourt
from tests.map_pictures import MapPicture, house_and_strange_ground
from tests.saves_written import board, save_file

pytestmark = pytest.mark.usefixtures("kept", "engines")

WHOLE = ("B1", "B2", "C1", "C2", "C3", "D1", "D2")
STRANGE = "#01C821"
CARD = 'format = "hexcourt-card/1"\n[map]\nboards = [{ board = "a" }]\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, picture: MapPicture, drafted: bool = True) -> None:
    """Write the archive of a board that has a picture alone, and its draft."""
    path = Path(f"bd{name}")
    path.write_bytes(picture.archive())
    if drafted:
        Path(f"bd{name}-draft").write_bytes(archive_bytes(draft_board(path).archive))


def mapped(*rows: list[str]) -> Board:
    Path("map.toml").write_text(f"rows = {[*rows]}\n", "utf-8")
    return open_board("map.toml")


def judged(board: Board, names: list[str]) -> list[tuple[str, int]]:
    pairs = np.array(list(combinations(range(len(names)), 2)))
    places = [board.location(each) for each in names]
    found = LosEngine(board).table(places, pairs, measured=False).verdicts
    told = zip(found.verdict, found.hindrance, strict=True)
    return [(VERDICTS[verdict], int(more) if verdict == 0 else 0) for verdict, more in told]


@pytest.mark.parametrize("rows", [["a"], ["a reversed"], ["a", "b"], ["b", "a reversed"]], ids=str)
def test_a_map_is_as_unsure_as_its_drafts(folder: Path, rows: list[str]) -> None:
    write("a", house_and_strange_ground())
    write("b", MapPicture(ground="Level1"))
    alone, board = open_board("bda-draft"), mapped(rows)
    for name in WHOLE:
        assert board.by_name[f"a{name}"].features == alone.by_name[name].features
    found = judged(alone, [*WHOLE, "B1h1"])
    assert {verdict for verdict, _ in found} >= {"clear", "unknown"}
    assert judged(board, [f"a{each}" for each in (*WHOLE, "B1h1")]) == found
    assert set(alone.assumptions) <= set(board.assumptions)
    assert len(board.assumptions) == len(rows)
    if len(rows) == 1:
        assert set(board.half_hexes) == {f"a{each}" for each in alone.half_hexes}


@pytest.mark.parametrize("unread", ["a", "b"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_hex_of_two_halves_is_as_unsure_as_either(
    folder: Path, unread: str, turned: bool
) -> None:
    for name, seam in (("a", "A2" if turned else "E2"), ("b", "A2")):
        drawn = MapPicture()
        if name == unread:
            drawn.fill(seam, STRANGE)
        write(name, drawn)
    board = mapped(["a reversed" if turned else "a", "b"])
    features = {each.name: each.features for each in board.hexes if each.features}
    assert features == {"bA2": ("unread",)}
    ends = ["aB1", "bB1"] if turned else ["aD1", "bB1"]
    assert judged(board, [*ends, "bA2"])[1:] == [("unknown", 0)] * 2


def test_hexes_off_a_draft_are_off_its_map(folder: Path) -> None:
    drawn = MapPicture(7, 4, left=40.0, top=50.0, margin=(60, 40), border=(250, 250, 250))
    for name in ("A1", "A2"):
        drawn.fill(name, "#FAFAFA")
    write("a", drawn)
    alone = open_board("bda-draft")
    assert "A1" not in alone.by_name
    for turned in ("a", "a reversed"):
        assert set(mapped([turned]).by_name) == {f"a{each.name}" for each in alone.hexes}
        with Path("map.toml").open("a", encoding="utf-8") as file:
            file.write('changes = ["A1: open -> woods"]')
        assert "hex A1 is not on the map" in hexcourt("map", "show", "map.toml").output


@pytest.mark.parametrize("asked", ["a", "bda", "map.toml", "card.toml", "setup.vsav"])
def test_the_name_of_a_board_finds_its_draft(folder: Path, asked: str) -> None:
    write("a", house_and_strange_ground(), drafted=False)
    Path("map.toml").write_text('rows = [["a"]]\n', "utf-8")
    Path("card.toml").write_text(CARD, "utf-8")
    Path("setup.vsav").write_bytes(save_file(board("a")))
    (folder / "boards").mkdir()
    line = ["los", asked, "B2", "D2"]
    if asked != "bda":
        Path("bda").rename("boards/bda")
        line += ["--boards", "boards"]
    refused = hexcourt(*line)
    assert refused.exit_code == 2
    commands = [f"hexcourt board {each}" for each in ("draft", "legend")]
    assert all(each in refused.output for each in commands), refused.output
    (command,) = re.findall(r"hexcourt (board draft .*?),", refused.output)
    assert hexcourt(*shlex.split(command)).exit_code == 0
    found = hexcourt(*line)
    assert "taken for granted: a draft read from the picture" in found.output
    assert ": unknown" in found.output


def test_of_several_drafts_the_last_is_found_and_none_for_a_board_with_lines(folder: Path) -> None:
    write("a", MapPicture())
    later = Path("drafts", "bda-draft-2")
    later.parent.mkdir()
    write("b", house_and_strange_ground())
    Path("bdb-draft").rename(later)
    for name, time in (("bda-draft", 10), (str(later), 20)):
        os.utime(name, (time, time))
    assert not any(each.features for each in open_board("a").hexes)
    assert any(each.features for each in open_board("a", [later.parent]).hexes)
    os.utime("bda-draft", (30, 30))
    assert not any(each.features for each in open_board("a", [later.parent]).hexes)
    later.rename("bda")  # an archive with LOSData
    assert any(each.features for each in open_board("a").hexes)
