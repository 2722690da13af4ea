"""Boards cropped: which hexes are left, how crops fit together, and lines of sight on what is left."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board, board_text
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.maps.compose_map import read_map
from hexcourt.facts.maps.configuration import Crop
from hexcourt.facts.maps.joining import Section, join
from hexcourt.facts.tracing.sight_lines import every_pair
from tests.effort import of, one_in
from tests.facts.maps.test_joining import (
    DIRT,
    GULLY,
    HOUSE,
    ORCHARD,
    WALL,
    WOODS,
    archived,
    judged,
    sampled,
)
from tests.rulings import rule

SHARED = Path(__file__).parents[4] / "shared"
SAMPLES, BOARDS = SHARED / "scenarios" / "samples", SHARED / "scenarios" / "boards"


@cache
def patched(name: str = "1", columns: int = 13, rows: int = 5) -> Board:
    """Make a board strewn with patches of terrain, the same ones each time."""
    chosen = random.Random(f"{name} {columns}")
    drawn = []
    for code in [WOODS, HOUSE, ORCHARD, WALL, GULLY, DIRT] * 9:
        x, y = chosen.randrange(56 * (columns - 1)), chosen.randrange(64 * rows)
        size = 5 if code == WALL else chosen.randrange(20, 60)
        level = -1 if code == GULLY else chosen.choice((0, 0, 1))
        drawn.append((slice(x, x + size), slice(y, y + 30), code, level))
    return archived(name, columns, rows, drawn)


def cropped(board: Board, crop: Crop | None, reversed_: bool = False) -> Board:
    return join([[Section(board, board.name, reversed_, crop)]])


def hexrows(board: Board) -> str:
    names = sorted({each.place[0] for each in board.hexes})
    first, last = (board.by_place[n, -(n % 2)].name.lstrip("1") for n in (names[0], names[-1]))
    return f"{first} {last}"


@rule("A2.3")
@pytest.mark.parametrize(
    ("crop", "rows", "count", "halves"),
    [
        (None, "A1 M1", 71, {"1A1", "1B0", "1B5", "1M5"}),
        ((0, 0, 337, -1), "A1 G1", 38, {"1A1", "1G1", "1B0"}),  # on a hexrow: half-hexes
        ((197, 0, 281, -1), "E1 I1", 27, {"1F0", "1F5", "1H0", "1H5"}),  # between: no halves
        ((0, 64, -1, -1), "A1 M1", 58, {"1A2", "1A5", "1B1", "1M2"}),
        ((0, 0, -1, 32), "A1 M1", 13, {"1A1", "1B0", "1C1", "1M1"}),
    ],
)
def test_hexes_that_a_crop_leaves(crop: Crop, rows: str, count: int, halves: set[str]) -> None:
    board = cropped(archived("1", 13, 5), crop)
    if crop is None or crop[1] == 0:
        assert hexrows(board) == rows
    assert len(board.hexes) == count
    assert halves <= set(board.half_hexes)
    whole = {each.name for each in board.hexes} - set(board.half_hexes)
    assert {name.lstrip("1") for name in whole} == {
        each.name
        for each in archived("1", 13, 5).hexes
        if board.by_name.get(f"1{each.name}") and f"1{each.name}" in whole
    }


@one_in(3)
@rule("A2.3")
@pytest.mark.parametrize("reversed_", [False, True])
@pytest.mark.parametrize(
    "crop", [(0, 0, 337, -1), (197, 0, 281, -1), (169, 0, -1, -1), (225, 0, 225, -1)]
)
def test_a_crop_answers_as_the_whole_board(crop: Crop, reversed_: bool) -> None:
    """All pairs of larger boards: bench/changing.py."""
    whole, part = patched(), cropped(patched(), crop, reversed_)
    names = [each.name for each in part.ground_locations]
    pairs = sampled(len(names), of(400))
    found = judged(part, names, pairs)
    assert found == judged(whole, [name.removeprefix("1") for name in names], pairs)
    assert {verdict for verdict, _ in found} == {"clear", "blocked"}


def test_two_crops_of_a_board_make_the_board_again() -> None:
    """Cut between hexrows, and laid beside each other under two names."""
    whole = patched()
    left = Section(whole, "1", crop=(0, 0, 309, -1))
    right = Section(whole, "2", crop=(309, 0, -1, -1))
    board = join([[left, right]])
    assert len(board.hexes) == len(whole.hexes)
    assert board.layout == whole.layout
    assert board.raster == whole.raster
    names = [board.by_place[each.place].name for each in whole.hexes]
    assert {name[0] for name in names} == {"1", "2"}
    pairs = every_pair(len(names))[::19]
    printed = [each.name for each in whole.hexes]
    assert judged(board, names, pairs) == judged(whole, printed, pairs)


def test_boards_of_unequal_size_whose_rows_fit() -> None:
    wide, narrow, rest = archived("1", 9, 2), archived("2", 5, 2), archived("3", 5, 2)
    board = join([[Section(wide, "1")], [Section(narrow, "2"), Section(rest, "3", reversed=True)]])
    assert board.layout.extent == (450, 258)
    assert len(board.hexes) == len({each.place for each in board.hexes}) == 9 * 4 + 4


def test_a_crop_comes_back_from_facts() -> None:
    board = cropped(patched(), (197, 0, 281, -1), True)
    assert parse_board(board_text(board), "map.lp") == board


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([[((0, 0, 800, -1), 13, 5)]], "crop runs from 0, 0 to 800, 322 on a board of 675 by 322"),
        ([[((10, 10, 9, 9), 13, 5)]], "crop holds no centre dot of a hex; make it larger"),
        (
            [[((0, 0, 309, -1), 13, 5), (None, 13, 5)]],
            "board 2 (row 1, place 2): its hexes do not meet",
        ),
        ([[((0, 0, -1, 129), 13, 5), (None, 13, 5)]], "is 5 hexes high, and board 1 beside it 2"),
        ([[((0, 0, 337, -1), 13, 5)], [(None, 13, 5)]], "row 2 with 1 board is 12 hexrows wide"),
    ],
)
def test_crops_that_do_not_fit(rows: list[list[tuple[Crop, int, int]]], told: str) -> None:
    ids = iter("1234")
    with pytest.raises(BadInput) as refusal:
        join(
            [
                [Section(archived(n := next(ids), *size), n, crop=crop) for crop, *size in row]
                for row in rows
            ]
        )
    assert told in str(refusal.value)


@pytest.mark.parametrize("name", ["S_001", "S_003", "S_018", "S_019", "S_020", "S_046"])
def test_hexes_in_play_of_scenarios(name: str, tmp_path: Path) -> None:
    """As the setups of published scenarios count them."""
    found = sorted(SAMPLES.glob(f"{name}*.expect.json")) if SAMPLES.is_dir() else []
    if not found:
        pytest.skip("no saves in ../shared/scenarios/samples")
    told = json.loads(found[0].read_text("utf-8"))
    laid = sorted((b["grid"][::-1], b) for b in told["boards"] if not b["filler"])
    rows: dict[int, list[str]] = {}
    for (row, _), each in laid:
        crop = f", crop = {each['crop_px']}" if "crop_px" in each else ""
        turned = str(each["reversed"]).lower()
        path = BOARDS / f"bd{each['name']}"
        rows.setdefault(row, []).append(f'{{ board = "{path}", reversed = {turned}{crop} }}')
    lines = ", ".join(f"[{', '.join(each)}]" for each in rows.values())
    (tmp_path / "map.toml").write_text(f"rows = [{lines}]", "utf-8")
    board = read_map(tmp_path / "map.toml")
    assert board.sections is not None
    assert len(board.hexes) == told["hexes_in_play"]
    for _, each in laid:
        parts = [p for p in board.sections.parts.values() if each["name"] in p]
        assert len(parts) == each["hexes_in_play"]
    assert np.ptp(board.places, axis=0).min() > 0
