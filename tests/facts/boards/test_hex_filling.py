"""Terrain that fills its hex without being drawn: it reaches all six hexsides alike, and none beyond."""

from __future__ import annotations

import numpy as np
import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.facts.geometry.hexes import STEPS
from hexcourt.solver.sight.los_engine import LosEngine
from tests.rulings import rule
from tests.tiny import pixelled, tiny

LAND = "A1:A7, B1:B7, C1:C7, D1:D7, E1:E7, F1:F7, G1:G7"


def land(filled: dict[int, str], direction: int, embedded: bool) -> tuple[Board, list[str]]:
    """Give flat land in which terrain fills some hexes of the row that leaves D4 in a direction."""
    plain = tiny(LAND)
    (x, y), (dx, dy) = plain.by_name["D4"].place, STEPS[direction]
    names = [plain.by_place[x + n * dx, y + n * dy].name for n in range(-3, 4)]
    facts = [f'terrain("{names[3 + n]}",{term}).' for n, term in filled.items()]
    facts += [f'location("{names[3]}",level(1),2).']
    board = tiny(LAND, "\n".join(facts))
    return (board if embedded else pixelled(board)), names


def verdict(board: Board, one: str, other: str) -> tuple[str, tuple[str, ...], int]:
    """Judge a line both ways, which must give the same."""
    engine = LosEngine(board)
    ends = board.location(one), board.location(other)
    ruling = engine.rule(*ends)[1]
    table = engine.table(ends, np.array([[0, 1]]), measured=False)
    assert table.rules[table.verdicts.rule[0]] in (*ruling.blocked, "")
    return ruling.verdict, ruling.blocked, ruling.hindrance


EACH_WAY = pytest.mark.parametrize("direction", range(6))
EITHER = pytest.mark.parametrize("embedded", [False, True], ids=["pixels", "outlines"])


@rule("A6.8")
@EITHER
@EACH_WAY
def test_two_houses_touch_over_every_hexside(direction: int, embedded: bool) -> None:
    house = "building(stone,1)"
    board, row = land({0: house, 1: house}, direction, embedded)
    assert verdict(board, f"{row[3]}h1", row[6])[:2] == ("blocked", ("A6.2", "A6.8"))
    alone, row = land({0: house, 2: house}, direction, embedded)
    assert "A6.8" not in verdict(alone, f"{row[3]}h1", row[6])[1]


@rule("A6.7")
@EITHER
@EACH_WAY
def test_what_fills_a_hex_is_met_in_it_alone(direction: int, embedded: bool) -> None:
    board, row = land({0: "brush"}, direction, embedded)
    assert verdict(board, row[0], row[6]) == ("clear", (), 1)


@rule("A6.1")
@EACH_WAY
def test_a_line_along_its_hexside_only_grazes_it(direction: int) -> None:
    board, row = land({0: "brush"}, direction, embedded=True)
    x, y = board.by_name[row[3]].place
    (before_x, before_y), (after_x, after_y) = (STEPS[(direction + n) % 6] for n in (5, 1))
    one = board.by_place[x + before_x, y + before_y].name
    other = board.by_place[x + after_x, y + after_y].name
    assert verdict(board, one, other) == ("clear", (), 0)


@pytest.mark.parametrize(
    ("above", "below", "expected"),
    [
        ("woods", "woods", ("blocked", ("A6.2",), 0)),
        ("brush", "brush", ("clear", (), 1)),
        ("woods", "open", ("clear", (), 0)),
        ("woods", "brush", ("clear", (), 0)),
        ("building(stone,0)", "building(wood,2)", ("blocked", ("A6.2",), 0)),
        ("building(wood,2)", "woods", ("clear", (), 0)),
    ],
)
def test_a_line_between_two_hexes_meets_what_fills_both(
    above: str, below: str, expected: tuple[str, tuple[str, ...], int]
) -> None:
    board = tiny(LAND, f'terrain("D3",{above}).\nterrain("D4",{below}).')
    assert verdict(board, "C4", "E4") == expected
    assert verdict(board, "E4", "C4") == expected
