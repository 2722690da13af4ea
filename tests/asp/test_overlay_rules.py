"""What overlays mean by the rules: where they end (A2.72), and what they leave untold (A2.7)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.facts.geometry.hexes import STEPS
from hexcourt.facts.maps.overlays.apply_overlays import overlays_of
from hexcourt.solver.actions.judging import judge_actions
from tests.asp.test_infantry_rules import ask, flower, go, round_b2
from tests.asp.test_los_properties import hold_equal, some_pairs
from tests.asp.test_los_rules import outcome_of
from tests.effort import one_in, sample, some_of
from tests.facts.maps.test_overlays import drawn, laid, on, write_board
from tests.overlay_archives import (
    BRUSH,
    GULLY,
    ODD,
    OPEN0,
    OPEN1,
    STONE,
    USUAL,
    WOODS,
    archive,
    picture,
)
from tests.rulings import rule
from tests.tiny import pixelled, tiny

LEVEL, GROUND, STOREYS = (f"feature(untold({each}))" for each in ("level", "ground", "storeys"))

GUESSED = "feature(guessed(storeys))"

# --- what is untold, on tiny boards ---------------------------------------------------------------

UNTOLD = [
    ("A2.7", f"A1, A2 {LEVEL}, A3", "unknown A2.7"),
    ("A2.7", f"A1, A2 {GROUND}, A3", "unknown A2.7"),
    ("A2.7", f"A1 {LEVEL}, A2, A3", "unknown A2.7"),
    ("A2.7", f"A1, A2 woods, A3 {LEVEL}", "unknown A2.7"),  # it may lie higher
    ("A2.7", f"A1, A2 woods, A3 {STOREYS}", "blocked A6.2"),
    ("A2.7", f"A1, A2 woods {LEVEL}, A3", "unknown A2.7"),
    ("A2.7", f"A1, A2 orchard {STOREYS}, A3", "clear+1"),
    ("B23.2", f"A1, A2 building(stone,0) {STOREYS}, A3", "blocked A6.2"),
    ("B23.2", f"A1 @4, A2 building(stone,0) {STOREYS}, A3 @4", "unknown B23.2"),
    ("B23.2", f"A1 @2, A2 building(wood,0) {STOREYS}, A3 @2", "unknown B23.2"),
    ("B23.2", f"A1 @10, A2 building(wood,0) {STOREYS}, A3 @10", "clear"),
    ("B23.2", "A1 @4, A2 building(stone,0), A3 @4", "clear"),
    ("B23.2", f"A1 building(stone,0) {STOREYS}, A2, A3", "clear"),
    ("B23.2", f"A1 @2, A2 building(stone,2) {STOREYS}, A3 @2", "unknown B23.2"),
    ("B23.2", f"A1, A2 building(stone,2) {STOREYS}, A3", "blocked A6.2"),
    ("B23.2", f"A1 @2, A2 building(stone,2) {STOREYS}, A3", "blocked A6.2"),
    ("B23.2", f"A1 @4, A2 building(stone,1) {GUESSED}, A3", "unknown B23.2"),
    ("B23.2", f"A1 @12, A2 building(stone,1) {GUESSED}, A3 @12", "clear"),
    ("A2.7", "A1, A2 feature(unread), A3", "unknown A2.7"),
    ("A2.7", "A1, A2 feature(guessed(ground)), A3", "unknown A2.7"),
    ("A2.7", "A1 feature(guessed(level)), A2, A3", "unknown A2.7"),
    ("A2.7", "A1 feature(off), A2, A3", "clear"),
    ("B23.71", f"A1, A2 {STOREYS}, A3, A1-A2 rowhouse_wall(1)", "blocked B23.71"),
    ("B23.71", f"A1 @2, A2 @2 {STOREYS}, A3 @2, A1-A2 rowhouse_wall(1)", "blocked B23.71"),
]


@one_in(2)
@rule("A2.7", "B23.2", "B23.71")
@pytest.mark.parametrize(("number", "board", "expected"), UNTOLD)
def test_what_an_overlay_leaves_untold_leaves_lines_in_doubt(
    number: str, board: str, expected: str
) -> None:
    assert outcome_of(tiny(board), "A1", "A3") == expected
    assert outcome_of(pixelled(tiny(board)), "A1", "A3") == expected
    hold_equal(pixelled(tiny(board)), np.array([[0, 2]]))


@rule("B23.71")
def test_walls_between_rowhouses_of_unknown_height_are_a_level_high_at_the_least() -> None:
    house = "A1 @4, A2 @2 {0}, A3 @2 {0}, A4 @4, A2-A3 rowhouse_wall(1)"
    assert outcome_of(tiny(house.format(STOREYS)), "A1", "A4") == "unknown B23.71"
    assert outcome_of(tiny(house.format("")), "A1", "A4") == "blocked B23.71"


@rule("A2.7")
@pytest.mark.parametrize("what", [LEVEL, GROUND, "feature(unread)", "feature(guessed(ground))"])
def test_moves_to_and_from_what_is_untold_are_in_doubt(what: str) -> None:
    found = ask(f"A1:A3, A2 {what}")
    assert found.doubts(go("A1", "A2")) == found.doubts(go("A2", "A3")) == {"A2.7"}
    assert not ask(f"A1:A3, A2 {STOREYS} building(stone,0)").doubts(go("A1", "A2"))
    assert not ask(f"A1:A3, A3 {what}").doubts(go("A1", "A2"))


@rule("A2.72")
def test_nobody_passes_in_bypass_where_the_terrain_of_an_overlay_ends() -> None:
    freely, found = ask(flower()), ask(flower().with_overlay_edges([("B2", "C2")]))
    along = round_b2("B1", 1, "cw", 1)
    assert freely.allows(along)
    assert found.bars(along) == {"A2.72"}
    assert found.allows(round_b2("B1", 0, "ccw", 1)), "along another hexside"


# --- overlays laid --------------------------------------------------------------------------------

PICTURES = {
    "x1": (OPEN0, OPEN0),
    "x2": (WOODS, WOODS),
    "x3": (STONE, STONE),
    "x4": (OPEN1, OPEN1),
    "x5": (ODD, OPEN0),
    "x6": (BRUSH, OPEN0),
    "x7": (GULLY, GULLY),
    "x8": (OPEN1, OPEN0),
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lay out a board of which columns A to C lie on level 1, with brush about H3."""
    folder = tmp_path_factory.mktemp("overlay_rules")
    brush = (slice(380, 410), slice(90, 240), 25, 0)
    orchard = (slice(444, 456), slice(215, 236), 63, 0)
    held = drawn([(slice(0, 140), slice(0, 322), 0, 1), brush, orchard])
    write_board(folder / "1", held)
    write_board(folder / "2", drawn([(slice(400, 675), slice(0, 322), 60, 0)], "2"))
    pictures = {
        f"{name}{'abcdef'[way]}": picture(colours, 4, way)
        for name, colours in PICTURES.items()
        for way in range(6)
    }
    archive(folder / "ovrX", pictures, f"x1 {USUAL}")
    return folder


def untold(board: Board) -> dict[str, set[str]]:
    return {
        each.name: {f for f in each.features if f.startswith("untold")}
        for each in board.hexes
        if any(f.startswith("untold") for f in each.features)
    }


@rule("A2.7")
@pytest.mark.parametrize(
    ("name", "hexes", "expected"),
    [
        ("x1", ("G3", "G2"), set()),  # level 0 on level 0
        ("x1", ("B3", "B2"), {"1B3", "1B2"}),  # on level 1
        ("x4", ("B3", "B2"), set()),  # level 1 on level 1
        ("x4", ("G3", "G2"), {"1G3", "1G2"}),
        ("x8", ("B3", "B2"), {"1B3", "1B2"}),  # of what shows two levels all is in doubt
        ("x1", ("F3", "F2"), set()),
    ],
)
def test_the_level_of_an_overlay_on_other_ground_is_not_told(
    table: Path, name: str, hexes: tuple[str, str], expected: set[str]
) -> None:
    assert untold(laid(table, on(name, *hexes))) == {each: {"untold(level)"} for each in expected}


@rule("A2.7")
def test_colours_that_nobody_names_leave_untold_what_lies_there(table: Path) -> None:
    found = laid(table, on("x5", "G3", "G2"))
    assert untold(found) == {"1G3": {"untold(ground)"}}
    assert found.hex("1G3").terrain == ("open",), "as what lies around it"
    assert outcome_of(found, "1F2", "1H3") == "unknown A2.7"
    assert outcome_of(found, "1F3", "1F1") == "clear"


@rule("B23.2")
def test_buildings_of_an_overlay_of_which_the_levels_are_told(table: Path) -> None:
    told = laid(table, on("x3", "E3", "E2") + ", upper_levels = 1")
    untold_ = laid(table, on("x3", "E3", "E2"))
    assert outcome_of(told, "1D3", "1F2") == outcome_of(untold_, "1D3", "1F2") == "blocked A6.2"
    assert outcome_of(untold_, "1C2", "1G2").startswith(("blocked", "unknown"))


@rule("A2.72")
def test_woods_of_an_overlay_end_at_the_hexside_of_the_mapboard(table: Path) -> None:
    found = laid(table, on("x2", "F3", "F2"))
    edges = found.overlay_edges
    assert len(edges) == 10, "all hexsides but the one between its hexes"
    assert ("1F2", "1F3") not in edges
    # along the hexside F3-G3, which E3 and H3 lie at the ends of
    ends = along(found, "1F3", "1G3")
    assert outcome_of(found, *ends) == "clear"
    assert outcome_of(found, *along(found, "1F2", "1F3")) == "blocked A6.2", "inside the overlay"
    assert said_of(found, 'sees_along("1F3","1G3")') == "yes"
    assert said_of(found, 'passes_in_bypass("1F3","1G3")') == "no"


def along(board: Board, one: str, other: str) -> tuple[str, str]:
    """Name the two hexes at the ends of a hexside."""
    (a, b), (c, d) = board.hex(one).place, board.hex(other).place
    side = STEPS.index((c - a, d - b))
    ends = [STEPS[(side + turn) % 6] for turn in (1, -1)]
    first, second = (board.by_place[a + x, b + y].name for x, y in ends)
    return first, second


def said_of(board: Board, action: str) -> str:
    (ruling,) = judge_actions(board, [action], [])
    return ruling.verdict


@rule("A2.72")
def test_open_ground_of_an_overlay_ends_nowhere(table: Path) -> None:
    assert laid(table, on("x1", "F3", "F2")).overlay_edges == frozenset()


@rule("A2.72")
def test_the_board_s_inherent_terrain_beside_an_overlay_is_the_board_s_own(table: Path) -> None:
    found = laid(table, on("x2", "J3", "J2"))
    orchard = [each.name for each in found.hexes if each.inherent == "orchard"]
    beside = [
        name
        for name in orchard
        if ("1J3", name) in found.overlay_edges or (name, "1J3") in found.overlay_edges
    ]
    for name in beside:
        assert outcome_of(found, *along(found, "1J3", name)) == "clear+1", name
    assert beside, orchard


@rule("A2.7", "A2.72")
@pytest.mark.parametrize("overlays", some_of([("x2", "x5"), ("x3", "x6"), ("x8", "x7")], 3))
def test_whole_lines_and_bulk_questions_agree_over_overlays(
    table: Path, overlays: tuple[str, str]
) -> None:
    found = laid(table, on(overlays[0], "F3", "F2"), on(overlays[1], "C3", "D3"))
    assert len(overlays_of(found)) == 2
    hold_equal(found, some_pairs(found, sample(15, 160), 3))
    edges = [along_or_none(found, pair) for pair in sorted(found.overlay_edges)]
    numbers = {place.hex: n for n, place in enumerate(found.locations) if place.place == "ground"}
    pairs = [[numbers[a], numbers[b]] for a, b in filter(None, edges)]
    if pairs:
        hold_equal(found, np.array(pairs))


def along_or_none(board: Board, pair: tuple[str, str]) -> tuple[str, str] | None:
    try:
        return along(board, *pair)
    except KeyError:
        return None


@rule("A2.7")
def test_moves_over_overlays_are_moves_over_what_they_show(table: Path) -> None:
    found = ask(
        laid(
            table, on("x2", "F3", "F2"), on("x3", "I3", "I2"), on("x1", "L3", "L2"), rows='[["1"]]'
        )
    )
    assert found.charges(go("1E4", "1F3")) == {"B13.4": 4}
    assert found.charges(go("1H3", "1I3")) == {"B23.4": 4}
    assert found.charges(go("1K3", "1L3")) == {"B1.4": 2}
    other = ask(laid(table, on("x1", "L3", "L2", of_board="2"), rows='[["2"]]'))
    assert other.charges(go("2K4", "2L3")) == {"B1.4": 2}
    assert other.charges(go("2L3", "2K4")) == {"B13.4": 4}
