"""What cover a line gives is alike by ``los --why`` and by ``effect``: one rule set decides both."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.solver.actions.judging import board_of_lines, judge_attack
from hexcourt.solver.api.position import Position
from hexcourt.solver.position.changes import read_pieces
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight.los_engine import LosEngine
from tests import effort
from tests.tiny import tiny

COVER = ("shelters", "perhaps_shelters", "hull_down")
GROUND = ("", "woods", "building(stone,1)", "emrr@1", "emrr@1 +debris", "@2", "brush", "gully@-2")
SIDES = ("", "", "wall", "hedge", "bocage")


def told_by_lines(
    board: Board, firer: str, target: str, pieces: Sequence[str]
) -> tuple[str, set[tuple[str, int, str]]]:
    """Give the verdict on a line, and what on it shelters its second end."""
    laid = board_of_lines(board, read_pieces(board, list(pieces)))
    (first, one), (second, other) = (read_location(laid, each) for each in (firer, target))
    _, ruling = LosEngine(laid).rule(first, second, (one, other), explain=True)
    return ruling.verdict, {
        (each.effect, each.value, each.citation.number)
        for each in ruling.reasons
        if each.effect in COVER and each.end == "b"
    }


def told_by_effects(
    board: Board, firer: str, target: str, pieces: Sequence[str]
) -> tuple[bool, bool, set[tuple[str, int, str]]]:
    """Tell whether the attack is impossible, and unknown, and what shelters its target."""
    effects = judge_attack(board, f'ordnance("{firer}")', target, pieces)
    found: set[tuple[str, int, str]] = set()
    for each in effects.found:
        if each.what == "hull_down":
            found.add(("hull_down", 0, each.citation.number))
        elif each.what.startswith("tem("):
            found.add(("shelters", int(each.value), each.citation.number))
    perhaps = {
        ("perhaps_shelters", rule.number) for what, rule in effects.unknown if "tem(" in what
    }
    found |= {(kind, 0, rule) for kind, rule in perhaps}
    impossible = any(each.what == "attack" for each in effects.found)
    return impossible, any(what == "line" for what, _ in effects.unknown), found


def assert_alike(board: Board, firer: str, target: str, *pieces: str) -> None:
    verdict, cover = told_by_lines(board, firer, target, pieces)
    impossible, unknown, effects = told_by_effects(board, firer, target, pieces)
    assert impossible == (verdict == "blocked"), (firer, target)
    assert unknown == (verdict == "unknown"), (firer, target)
    bare = {(kind, 0 if kind.startswith("perhaps") else value, rule) for kind, value, rule in cover}
    assert bare <= effects, (firer, target)
    of_lines = {"FB6.124", "FB6.12312", "B9.3", "B9.32"}
    assert {each for each in effects if each[2] in of_lines} <= bare, (firer, target)


@pytest.mark.parametrize("seed", range(effort.sample(1, 16)))
def test_on_small_boards(seed: int) -> None:
    chance = random.Random(seed)
    hexes = [f"A{row} {chance.choice(GROUND)}".strip() for row in range(1, 7)]
    sides = [f"A{row}-A{row + 1} {chance.choice(SIDES)}" for row in range(1, 6)]
    board = tiny(", ".join([*hexes, *(each for each in sides if not each.endswith(" "))]))
    for firer, target in product(("A1", "A2", "A3", "A4", "A5", "A6"), repeat=2):
        if firer != target and chance.random() < effort.sample(1, 3) / 10:
            assert_alike(board, firer, target)


@pytest.mark.parametrize("name", embedded_names())
def test_on_embedded_boards(name: str) -> None:
    board, chance = open_board(name), random.Random(name)
    places = [each.name for each in board.locations if each.place == "ground"]
    near = [
        (one, other)
        for one, other in (chance.sample(places, 2) for _ in range(2000))
        if 1 <= board.range(board.location(one).hex, board.location(other).hex) <= 6
    ]
    for one, other in near[: effort.sample(2, 3)]:
        assert_alike(board, one, other)


LANDS = ["A1:A3", "A1 woods, A2:A3", "A1 @2, A2:A3", "A1:A3, A2 emrr@1"]


@pytest.mark.parametrize("attack", ['small_arms("A3")', "indirect", "residual", "mines"])
@pytest.mark.parametrize("hexes", effort.one_of(LANDS, 4))
def test_a_unit_is_entrenched_however_it_is_told(attack: str, hexes: str) -> None:
    position = Position(tiny(hexes))
    told = position.give('entrenched("A1")').effect(attack, "A1").rows
    assert told == position.place('foxhole("A1")').effect(attack, "A1/foxhole").rows


STREETS = (
    "map_rule(cellars), A1:A5, B1:B5, C1:C5, D1:D5, B2-B3 narrow_street(paved), "
    "B3-C3 narrow_street(paved), C3-C4 narrow_street(paved), A2 gully@-2, D3 emrr@1, D4 emrr@1, "
    "A4 building(stone,1) level(1) feature(dot(white_cross)), A5 building(stone,1), "
    "A4-A5 building_side, C2-D2 wall, C1 feature(manhole)"
)
PLACES = (
    *("B2", "B3", "C3", "D2", "A1", "A4/steeple", "A4/cellar", "A5/cellar", "A4h1", "D3", "D5"),
    *("B2-B3-A3", "B3-B2-C3", "C3-C4-D3", "C3-C2-D2", "A2/CRA1", "A2/CRB2", "C1/sewer", "A2"),
)
BLOCKS = ('roadblock("B2","B3")', 'roadblock("B3","C3")', 'roadblock("C3","C4")')


@pytest.mark.parametrize("seed", range(effort.sample(1, 4)))
def test_from_and_to_every_place(seed: int) -> None:
    chance, board = random.Random(seed), tiny(STREETS)
    for _ in range(effort.sample(3, 8)):
        firer, target = chance.sample(PLACES, 2)
        assert_alike(board, firer, target, *chance.sample(BLOCKS, chance.randrange(3)))
