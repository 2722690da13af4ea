"""Counters of a save that lie on its map bear on answers as the same pieces do that are placed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexcourt import open_board
from tests import saves_written as write
from tests.sheets import ROAD, Sheet

MIDDLE = (456, 529)
"""Where the centre dot of B2 lies on the map of a save, in pixels."""


def counter(name: str, *layers: str, at: tuple[int, int] = MIDDLE) -> str:
    """Write a counter that shows the last of its layers."""
    around = ((write.layer(layers), str(len(layers))),) if layers else ()
    return write.counter(name, at, *around)


def tank(at: tuple[int, int] = MIDDLE) -> str:
    """Write a Russian vehicle."""
    return write.counter("T-34", at, ("conceal;C;x;ru", "null;"), image="ru/veh/t34")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sheet = Sheet("1")
    x, _ = sheet.centre("B2")
    sheet.terrain[x - 4 : x + 4, :] = ROAD
    sheet.write(tmp_path, "bd01")
    return tmp_path


SAVED = {
    counter("Rubble", "Wood +", "Stone +"): 'rubble("B2",stone)',
    counter("Smoke", r"White \+3 Smoke", r"White \+2 Smoke"): 'smoke("B2",2)',
    counter("Smoke", r"White \+3 Smoke"): 'smoke("B2",3)',
    counter("Wreck"): 'wreck("B2")',
    counter("Blaze"): 'blaze("B2")',
    counter("Trench"): 'trench("B2")',
    tank(): 'afv("B2")',
    counter("Foxhole", "1S +"): 'foxhole("B2")',
}


@pytest.mark.parametrize("saved", SAVED)
def test_a_counter_of_a_save_is_as_a_piece(folder: Path, saved: str) -> None:
    save = folder / "setup.vsav"
    save.write_bytes(write.save_file(write.board("01"), saved))
    piece = SAVED[saved]
    of_save, bare = open_board(str(save)), open_board(str(folder / "bd01"))
    placed = bare.place(piece)
    assert list(of_save.placed_texts) == [piece.replace("B2", "1B2")]
    for one, other in (("B1", "B3"), ("B2", "B4")):
        here, there = of_save.los(one, other), placed.los(one, other)
        assert (here.verdict, here.rows[0]["hindrance"]) == (
            there.verdict,
            there.rows[0]["hindrance"],
        )
    costs = [e.path("B1", "B2", unit="squad").rows[0]["spent"] for e in (of_save, placed)]
    assert costs[0] == costs[1]


BESIDE = {
    counter("Roadblock", at=(456, 561)): "it names 1 hex; write such as roadblock L12-K13",
    counter("Wreck VBM", at=(456, 561)): "it lies at a hexside or on an upper Level",
    counter("Wreck", at=(456, 561)): "it lies at a hexside or on an upper Level",
    tank((456, 561)): "it lies at a hexside or on an upper Level",
    counter("2-level Blaze"): "it lies at a hexside or on an upper Level",
    counter("Smoke", "White +3 Smoke"): "say whether it is of white",
    counter("Wire"): "the rules have no piece",
    counter("Orchard"): "the rules have no piece",
}


@pytest.mark.parametrize("saved", BESIDE)
def test_of_a_counter_that_is_not_placed_every_answer_says_so(folder: Path, saved: str) -> None:
    save = folder / "setup.vsav"
    save.write_bytes(write.save_file(write.board("01"), saved))
    answer = open_board(str(save)).los("B1", "B3")
    (told,) = [each for each in answer.assumed if each.startswith("placed counter ")]
    assert f"is not placed: {BESIDE[saved]}" in told
