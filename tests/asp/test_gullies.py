"""Gullies in hills and woods, drawn as archives draw them (B19.2, B19.21)."""

from __future__ import annotations

import numpy as np
import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.import_archive import board_of
from hexcourt.facts.maps.differences import turned
from hexcourt.facts.tracing.touched import ground_levels
from hexcourt.solver.api.position import Position
from tests.entry_points.test_lines import (
    by_ask,
    by_legal,
    by_los,
    by_matrix,
    by_see,
    direct_and_fast,
)
from tests.rulings import rule
from tests.sheets import GULLY, OPEN, ORCHARD, WOODS, Sheet

BRUSH, STREAM = 25, 32


def drawn(sheet: Sheet) -> Position:
    return Position(board_of(sheet.archive()))


def judged(position: Position, ends: tuple[str, str]) -> str:
    """Judge a line both ways round, and with the board turned by 180 degrees."""
    both = (ends, ends[::-1])
    direct, fast = direct_and_fast(position, both)
    assert fast == direct
    other, _ = direct_and_fast(Position(turned(position.board)), both)
    assert {*direct.values()} == {*other.values()} and len({*direct.values()}) == 1
    return direct[ends]


def hills(near: int, amid: int, far: int, bed: int | None) -> Sheet:
    """Draw C1 to C3 on levels of their own, and through C2 a gully from side to side."""
    sheet = Sheet()
    _, y = sheet.centre("C2")
    step = int(sheet.board.layout.hex_height) // 2
    sheet.level[:, : y + 20] = amid
    sheet.level[:, : y - step] = near
    sheet.level[:, y + 20 :] = far
    if bed is not None:
        sheet.terrain[:, y - 8 : y + 8], sheet.level[:, y - 8 : y + 8] = GULLY, bed
    return sheet


@rule("B19.2", "B10.2", "A6.2")
@pytest.mark.parametrize("bed", [1, 0, -1])
def test_an_end_looks_down_no_slope_into_a_gully_on_its_own_level(bed: int) -> None:
    assert judged(drawn(hills(2, 2, 1, bed)), ("C1", "C3")) == "blocked"


@rule("B19.2", "B10.2")
@pytest.mark.parametrize("bed", [0, -1])
def test_it_does_where_the_ground_beside_the_gully_lies_lower(bed: int) -> None:
    assert judged(drawn(hills(2, 1, 1, bed)), ("C1", "C3")) == "clear+0"


@rule("B19.2")
def test_the_level_of_a_gullys_hex_is_that_of_the_ground_beside_it() -> None:
    board = drawn(hills(2, 2, 1, -1)).board
    assert ground_levels(board)[board.indices["C2"]] == 4
    assert board.by_name["C2"].bed == board.by_name["C2"].level == -2
    assert ground_levels(board)[board.indices["C1"]] == 4
    all_low = Sheet()
    all_low.terrain[:], all_low.level[:] = GULLY, -1
    assert {*ground_levels(drawn(all_low).board).tolist()} == {-2}


def wooded(standing: int, low: int = GULLY) -> Board:
    """Draw a depression down column C, with something at its sides in C2."""
    sheet = Sheet()
    x, _ = sheet.centre("C2")
    sheet.fill("C2", standing)
    sheet.terrain[x - 9 : x + 9], sheet.level[x - 9 : x + 9] = low, -1
    return board_of(sheet.archive())


@rule("B19.21")
@pytest.mark.parametrize(
    ("standing", "low", "in_it", "over_it"),
    [
        (OPEN, GULLY, "clear+0", "clear+0"),
        (WOODS, GULLY, "blocked", "blocked"),
        (WOODS, STREAM, "clear+0", "blocked"),
        (BRUSH, GULLY, "clear+1", "clear+1"),
        (ORCHARD, GULLY, "clear+1", "clear+1"),
    ],
)
def test_what_grows_at_a_gullys_sides_grows_in_it(
    standing: int, low: int, in_it: str, over_it: str
) -> None:
    position = Position(wooded(standing, low))
    assert judged(position, ("C1", "C3")) == in_it
    assert judged(position, ("B2", "D2")) == over_it


@rule("B19.2", "B19.21")
@pytest.mark.parametrize(
    ("board", "ends"),
    [(wooded(BRUSH), ("C1", "C3")), (drawn(hills(2, 2, 1, 0)).board, ("C1", "C3"))],
)
def test_every_question_knows_it(board: Board, ends: tuple[str, str]) -> None:
    position, said = Position(board), judged(Position(board), ends)
    for asked in (by_los, by_see, by_ask, by_matrix):
        assert asked(position, [ends]) == {ends: said}
    assert by_legal(position, [ends]) == {ends: said.split("+")[0]}


@rule("B19.21")
def test_trees_in_a_gully_rise_to_the_ground_beside_it() -> None:
    """Those beside it look over them."""
    sheet = Sheet()
    x, _ = sheet.centre("C2")
    sheet.fill("C2", WOODS)
    sheet.terrain[x - 24 : x + 24], sheet.level[x - 24 : x + 24] = GULLY, -1
    position = drawn(sheet)
    (row,) = position.los("C1", "C3").rows
    assert row["rule"] == "A6.2"
    assert [each["terrain"] for each in row["reasons"]] == ["amid(gully,woods)"]
    assert row["reasons"][0]["top"] == 0
    assert np.all(position.board.raster.level[x, :] == -2)  # type: ignore[union-attr]
