"""Boards joined edge to edge: names of combined hexes, what half-hexes come to, and lines of sight."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from types import MappingProxyType

import clingo
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.cli.main import main
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board, board_lines, board_text
from hexcourt.facts.boards.records import Location, terrain_codes
from hexcourt.facts.formats.import_archive import board_of, import_board
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.geometry.coordinates import column_letters
from hexcourt.facts.maps.joining import Section, join
from hexcourt.solver.actions.judging import judge_actions
from hexcourt.solver.api.position import Position
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight.batch_los import VERDICTS
from hexcourt.solver.sight.los_engine import LosEngine
from tests.answer_shape import check_answer
from tests.asp.test_los_properties import hold_equal
from tests.effort import sample, some_of, tries
from tests.facts.formats.test_archive_fuzz import board_zip, packed, payload, zipped
from tests.rulings import rule

PROJECT = Path(__file__).parent.parent.parent.parent
VASL = PROJECT.parent / "shared" / "vasl" / "boards"

OPEN, DIRT, WOODS, WALL, ORCHARD, HOUSE, GULLY = 0, 65, 60, 72, 63, 42, 30


def archived(
    name: str,
    columns: int = 33,
    rows: int = 10,
    drawn: Sequence[tuple[slice, slice, int, int]] = (),
    slopes: Mapping[str, frozenset[int]] = MappingProxyType({}),
) -> Board:
    """Make an open geomorphic board with hexes of the usual size; ``drawn`` are boxes of pixels with
    terrain code and level.
    """
    width, height = (columns - 1) * 225 // 4, rows * 129 // 2
    terrain = np.zeros((width, height), np.uint8)
    level = np.zeros((width, height), np.int8)
    for across, down, code, elevation in drawn:
        terrain[across, down], level[across, down] = code, elevation
    stairways = np.zeros(columns * rows + columns // 2, np.bool_)
    none: Mapping[str, frozenset[int]] = MappingProxyType({})
    named = MappingProxyType({"name": name})
    return board_of(Archive(name, columns, rows, level, terrain, stairways, named, slopes, none))


def mapped(rows: Sequence[str], boards: Mapping[str, Board], north: str = "up") -> Board:
    """Join boards told as ``1 2r``: a row each, r for reversed."""
    return join(
        [
            [Section(boards[each.strip("r")], each.strip("r"), "r" in each) for each in row.split()]
            for row in rows
        ],
        north,
    )


@cache
def plain(name: str) -> Board:
    return archived(name)


# --- names (A2.2), by a rule of their own: tables of what each pair of edges comes to --------------

UPPER_OR_LOWER = {
    # upper, lower board reversed: the board that names, and the row, North being up.
    # Row 10 is printed in its half-hexes, row 0 is not.
    (False, False): ("upper", 10),  # 10 above 0: only 10 is printed
    (True, False): ("upper", 0),  # 0 above 0: neither is printed, the northern board
    (False, True): ("upper", 10),  # 10 above 10: both are printed, the northern board
    (True, True): ("lower", 10),  # 0 above 10: only 10 is printed
}
LOWER_IS_NORTHEAST = {
    **UPPER_OR_LOWER,
    (True, False): ("lower", 0),
    (False, True): ("lower", 10),
}
NAMING = {
    # where North is: the table for boards above each other, and who names of two side by side
    "up": (UPPER_OR_LOWER, "right"),
    "right": (LOWER_IS_NORTHEAST, "right"),  # East is down
    "down": (LOWER_IS_NORTHEAST, "left"),  # East is left
    "left": (UPPER_OR_LOWER, "left"),  # East is up
}


def names_across(upper: str, lower: str, north: str = "up") -> list[str]:
    """Name the 16 hexes between two boards above each other, from the left."""
    who, row = NAMING[north][0]["r" in upper, "r" in lower]
    board = upper if who == "upper" else lower
    letters = [column_letters(column) for column in range(1, 32, 2)]
    return [
        f"{board.strip('r')}{each}{row}" for each in (letters[::-1] if "r" in board else letters)
    ]


def names_down(left: str, right: str, north: str = "up") -> list[str]:
    """Name the 10 hexes between two boards side by side, from the top."""
    board = right if NAMING[north][1] == "right" else left
    # the right edge of a board is GG, the left one A; reversed, they change places
    letters = "GG" if (board == left) != ("r" in board) else "A"
    rows = range(10, 0, -1) if "r" in board else range(1, 11)
    return [f"{board.strip('r')}{letters}{row}" for row in rows]


def on_row(board: Board, half_row: int, first: int = 0) -> list[str]:
    """Read the names of the hexes of a row of half-hexes, for the width of a board."""
    wanted = [(column, half_row) for column in range(first + 1, first + 32, 2)]
    return [board.by_place[place].name for place in wanted]


def on_column(board: Board, column: int, first: int = 0) -> list[str]:
    """Read the names of the hexes of a column, for the height of a board."""
    return [board.by_place[column, half_row].name for half_row in range(first, first + 20, 2)]


def both(names: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(each) for each in product(*((name, f"{name}r") for name in names))]


@pytest.mark.parametrize("north", NAMING)
@pytest.mark.parametrize(("upper", "lower"), both("12"))
def test_names_between_boards_above_each_other(upper: str, lower: str, north: str) -> None:
    board = mapped([upper, lower], {"1": plain("1"), "2": plain("2")}, north)
    assert len(board.hexes) == 2 * 346 - 16
    assert on_row(board, 19) == names_across(upper, lower, north)


@rule("A2.2")
@pytest.mark.parametrize("north", NAMING)
@pytest.mark.parametrize(("left", "right"), both("12"))
def test_names_between_boards_side_by_side(left: str, right: str, north: str) -> None:
    board = mapped([f"{left} {right}"], {"1": plain("1"), "2": plain("2")}, north)
    assert len(board.hexes) == 2 * 346 - 10
    assert on_column(board, 32) == names_down(left, right, north)


@rule("A2.2")
@pytest.mark.parametrize("laid", both("1234"), ids=" ".join)
def test_names_between_four_boards(laid: tuple[str, str, str, str]) -> None:
    one, two, three, four = laid
    boards = {each: plain(each) for each in "1234"}
    board = mapped([f"{one} {two}", f"{three} {four}"], boards)
    assert len(board.hexes) == 4 * 346 - 52
    assert on_row(board, 19) == names_across(one, three)
    assert on_row(board, 19, first=32) == names_across(two, four)
    assert on_column(board, 32) == names_down(one, two)
    assert on_column(board, 32, first=20) == names_down(three, four)


@rule("A2.1")
def test_whole_hexes_lie_and_are_named_as_their_board_has_them() -> None:
    board = mapped(["1 2r", "3 4"], {each: plain(each) for each in "1234"})
    assert board.layout.extent == (3600, 1290)
    assert board.hex("1E4").place == plain("1").hex("E4").place == (4, 6)
    assert board.hex("4E4").place == (36, 26)
    # reversed, E4 lies where CC7 would: column 28, row 7
    assert board.hex("2E4").place == (32 + 28, 12)
    assert [board.by_place[32 + 32, half_row].name for half_row in (0, 18)] == ["2A10", "2A1"]


def test_boards_of_which_a_hex_is_part() -> None:
    board = mapped(["1 2", "3 4r"], {each: plain(each) for each in "1234"})
    sections = board.sections
    assert sections is not None and sections.boards == ("1", "2", "3", "4")
    assert sections.parts["1E4"] == ("1",)
    assert sections.parts["2A5"] == ("1", "2")
    assert sections.parts["1B10"] == ("1", "3")
    assert sections.aliases["1GG5"] == "2A5" and sections.aliases["3B0"] == "1B10"
    assert "1B0" in sections.halves and "1A5" in sections.halves
    assert "2A5" not in sections.halves and "1E4" not in sections.halves
    assert sum(len(ids) == 2 for ids in sections.parts.values()) == 52
    assert len(sections.halves) == 2 * 32 + 2 * 20


# --- half-hexes (A2.2, A2.3) -----------------------------------------------------------------------

SMALL = (5, 2)
"""Columns A to E, rows 1 and 2: 225 by 129 pixels."""
TOP, BOTTOM = slice(0, 20), slice(109, 129)
LEFT, RIGHT = slice(0, 20), slice(205, 225)
ROUND_B = slice(40, 72)
ALL = slice(None)


def small(name: str, *drawn: tuple[slice, slice, int, int]) -> Board:
    return archived(name, *SMALL, drawn=drawn)


@rule("A2.3")
def test_a2_3_open_ground_yields_to_other_terrain() -> None:
    wooded = small("1", (ALL, BOTTOM, WOODS, 0))
    for rows in (["1", "2"], ["2r", "1r"]):
        board = mapped(rows, {"1": wooded, "2": small("2")})
        assert {board.hex(each).terrain for each in ("1B2", "1D2")} == {("woods",)}
    board = mapped(["1r", "2r"], {"1": small("1"), "2": small("2", (ALL, BOTTOM, WOODS, 0))})
    assert board.hex("2B2").terrain == ("woods",)


def test_a2_3_of_the_half_that_does_not_name() -> None:
    boards = {"1": small("1"), "2": small("2", (ALL, TOP, ORCHARD, 1))}
    found = mapped(["1", "2"], boards).hex("1B2")
    assert (found.terrain, found.inherent, found.level) == (("orchard",), "orchard", 2)
    assert mapped(["1", "2"], boards).location("1B2").level == 2


def test_a2_2_of_two_centre_dots_that_of_the_naming_board_counts() -> None:
    boards = {"1": small("1", (ALL, BOTTOM, WOODS, 1)), "2": small("2", (ALL, TOP, ORCHARD, 2))}
    found = mapped(["1", "2"], boards).hex("1B2")
    # orchard is inherent terrain: it fills the hex, whosever dot it is
    assert (found.terrain, found.inherent, found.level) == (("orchard", "woods"), "orchard", 2)
    roads = {"1": small("1", (ALL, BOTTOM, DIRT, 1)), "2": small("2", (ALL, TOP, OPEN, 2))}
    assert mapped(["1", "2"], roads).hex("1B2").terrain == ("dirt_road",)
    assert mapped(["1", "2"], roads).hex("1B2").level == 2
    assert mapped(["1", "2"], roads, north="down").hex("1B2").level == 2  # 10 alone is printed
    assert (
        mapped(["1r", "2"], {"1": small("1", (ALL, TOP, OPEN, 1)), "2": roads["2"]})
        .hex("1B0")
        .level
        == 2
    )


def test_b_1_a_building_is_not_lost_to_a_centre_dot() -> None:
    boards = {"1": small("1", (ALL, BOTTOM, WOODS, 0)), "2": small("2", (ALL, TOP, HOUSE, 0))}
    board = mapped(["1", "2"], boards)
    assert board.hex("1B2").terrain == ("building(stone,2)",)
    assert [each.place for each in board.locations_of("1B2")] == ["ground", "level(1)", "level(2)"]
    assert {each.hex for each in board.locations_of("1B2")} == {"1B2"}


def test_hexsides_that_lie_on_a_seam() -> None:
    """A1 and C1 of the lower board adjoin A2 and C2 of the upper one along the seam itself."""
    walled = small("1", (slice(98, 128), slice(127, 129), WALL, 0))
    board = mapped(["1", "2"], {"1": walled, "2": small("2")})
    assert board.hexsides == {("1C2", "2C1"): {"wall"}}
    assert mapped(["2r", "1r"], {"1": walled, "2": small("2")}).hexsides == {
        ("1C2", "2C1"): {"wall"}
    }


def test_hexsides_between_combined_hexes_of_four_boards() -> None:
    edge = slice(127, 129)
    boards = {
        "1": small("1", (RIGHT, edge, WALL, 0)),
        "2": small("2", (LEFT, edge, WALL, 0)),
        "3": small("3"),
        "4": small("4"),
    }
    assert mapped(["1 2", "3 4"], boards).hexsides == {("2A2", "4A1"): {"wall"}}


def test_slopes_turn_with_their_board() -> None:
    told = MappingProxyType({"C1": frozenset({0, 1}), "B2": frozenset({0})})
    boards = {"1": archived("1", *SMALL, slopes=told), "2": small("2")}
    assert mapped(["1r", "2"], boards).hex("1C1").slopes == {3, 4}
    assert mapped(["1", "2"], boards).hex("1B2").slopes == {0}
    assert mapped(["2", "1r"], boards).hex("2D2").slopes == {3}


# --- the whole configuration turned ----------------------------------------------------------------

CODES = (OPEN, OPEN, OPEN, DIRT, WOODS, WALL, ORCHARD, HOUSE, GULLY)


@st.composite
def drawn_boards(draw: st.DrawFn) -> Mapping[str, Board]:
    def box() -> tuple[slice, slice, int, int]:
        x, y = draw(st.integers(0, 220)), draw(st.integers(0, 125))
        size = draw(st.sampled_from((6, 30, 60)))
        code = draw(st.sampled_from(CODES))
        level = -1 if code == GULLY else draw(st.sampled_from((0, 0, 1)))
        return slice(x, x + size), slice(y, y + size), code, level

    return {name: small(name, *(box() for _ in range(draw(st.integers(2, 8))))) for name in "12"}


@tries(12)
@given(boards=drawn_boards(), rows=st.sampled_from([["1 2"], ["1 2r"], ["1", "2"], ["1r", "2"]]))
def test_a_configuration_turned_by_180_degrees(
    boards: Mapping[str, Board], rows: list[str]
) -> None:
    """North turns with it, so names stay, and so does all that is asked."""
    upright = mapped(rows, boards)
    back = [
        " ".join(each.strip("r") if "r" in each else f"{each}r" for each in row.split()[::-1])
        for row in rows[::-1]
    ]
    turned = mapped(back, boards, north="down")
    assert turned.by_name.keys() == upright.by_name.keys()
    assert turned.sections == upright.sections
    assert turned.hexsides == upright.hexsides
    assert set(turned.locations) == set(upright.locations)
    for record in upright.hexes:
        other = turned.by_name[record.name]
        assert replace(other, place=record.place, slopes=record.slopes) == record
    names = [each.name for each in upright.locations]
    pairs = sampled(len(names), 150)
    assert judged(upright, names, pairs) == judged(turned, names, pairs)


# --- lines of sight --------------------------------------------------------------------------------


def sampled(count: int, pairs: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    chosen = random.Random(7)
    return np.array([chosen.sample(range(count), 2) for _ in range(pairs)])


def judged(
    board: Board, names: Sequence[str], pairs: np.ndarray[tuple[int, int], np.dtype[np.int64]]
) -> list[tuple[str, int]]:
    places = [board.location(name) for name in names]
    found = LosEngine(board).table(places, pairs, measured=False).verdicts
    return [
        (VERDICTS[verdict], int(hindrance) if verdict == 0 else 0)
        for verdict, hindrance in zip(found.verdict, found.hindrance, strict=True)
    ]


def is_whole(place: Location) -> bool:
    """Tell whether a hex of a board of the usual size is whole, by its name."""
    letters, row = (
        place.hex.rstrip("0123456789"),
        int(place.hex.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
    )
    column = [column_letters(each) for each in range(33)].index(letters)
    return 0 < column < 32 and (column % 2 == 0 or 0 < row < 10)


@rule("A2.1")
@pytest.mark.parametrize("name", some_of(["bd01", "bd03", "bd09"], 3))
def test_a_board_is_judged_alike_alone_and_on_maps(name: str) -> None:
    """Every pair is tried by bench/joining.py. Ground Locations on whole hexes; no line between these
    leaves its board's whole hexes but along hexsides that they have.
    """
    if not (VASL / name).is_file():
        pytest.skip("no board archives in ../shared/vasl/boards")
    tried, other = import_board(VASL / name), import_board(VASL / "bd12")
    names = [each.name for each in tried.ground_locations if is_whole(each)]
    assert len(names) == 294
    pairs = sampled(len(names), sample(800, 6000))
    alone = judged(tried, names, pairs)
    assert {verdict for verdict, _ in alone} >= {"clear", "blocked"}
    there = [f"1{each}" for each in names]
    beside = {"1": tried, "12": other, "2": plain("2"), "3": plain("3")}
    for rows in (["1r"], ["12r 2", "3 1r"]):
        assert judged(mapped(rows, beside), there, pairs) == alone


def test_direct_way_is_fast_way_over_seams() -> None:
    if not (VASL / "bd09").is_file():
        pytest.skip("no board archives in ../shared/vasl/boards")
    laid = {"9": import_board(VASL / "bd09"), "12": import_board(VASL / "bd12")}
    board = mapped(["9 12r"], laid)
    near = [n for n, each in enumerate(board.locations) if 28 < board.hex(each.hex).place[0] < 36]
    hold_equal(board, np.array(near)[sampled(len(near), sample(25, 200))])


def test_lines_over_a_seam() -> None:
    boards = {"1": small("1", (slice(150, 225), ALL, WOODS, 0)), "2": small("2")}
    board = mapped(["2 1r"], boards)  # the woods lie next to board 2
    assert judged(board, ["2C1", "2E1", "1B1"], np.array([[0, 1], [0, 2]]))[1][0] == "blocked"
    assert judged(mapped(["2 1"], boards), ["2C1", "1B1"], np.array([[0, 1]])) == [("clear", 0)]


# --- as facts --------------------------------------------------------------------------------------


def test_a_map_comes_back_from_facts() -> None:
    drawn = (slice(10, 60), slice(90, 129), HOUSE, 1)
    boards = {name: small(name, drawn) for name in ("1", "2", "B", "3")}
    board = mapped(["1 2r", "B 3"], boards)
    text = board_text(board)
    assert "[B]B1" in text, "a board in capitals needs brackets before its own letter (A2.2)"
    assert parse_board(text, "map.lp") == board
    assert 'also_named("2E2","1E1").' in text


def test_bare_clingo_reads_a_map() -> None:
    messages: list[str] = []
    board = mapped(["1 2"], {"1": small("1"), "2": small("2")})
    control = clingo.Control(logger=lambda _, message: messages.append(message))
    control.load(str(PROJECT / "asp" / "vocabulary" / "vocabulary.lp"))
    control.add("base", [], board_text(board))
    control.ground()
    assert messages == []
    atoms = sorted(f"{atom.symbol}." for atom in control.symbolic_atoms)
    assert atoms == sorted(board_lines(board))


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ('hex("1A1"). place("1A1",0,0). part_of("1A2","1").', "hex 1A2 is not on the board"),
        ('hex("1A1"). place("1A1",0,0). half_hex("1A1").', "hex 1A1 is part of no board"),
        (
            'hex("1A1"). place("1A1",0,0). part_of("1A1","1"). also_named("1A1","1A1").',
            "1A1 is the name of hex 1A1 already",
        ),
        ('hex("A1"). part_of("A1","!").', 'part_of has "!" as its Board'),
    ],
)
def test_facts_that_contradict_each_other(facts: str, told: str) -> None:
    with pytest.raises(BadInput, match=r"^x\.lp, line 1: ") as refusal:
        parse_board(facts, "x.lp")
    assert told in str(refusal.value)


# --- what a user names -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def four() -> Board:
    house = (slice(0, 40), slice(10, 50), HOUSE, 0)
    boards = {name: small(name, house) for name in "1234"}
    return mapped(["1 2", "3 4"], boards)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1C1", "1C1"),
        ("01C1", "1C1"),
        ("1E1", "2A1"),
        ("2A1h2", "2A1h2"),
        ("1E1h2", "2A1h2"),
        ("1E1/L2", "2A1h2"),
        ("[1]E1", "2A1"),
        ("3B0", "1B2"),
    ],
)
def test_coordinates_on_a_map(four: Board, written: str, meant: str) -> None:
    assert read_location(four, written)[0].name == meant


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("C1", "hex C1 is not on board map: write 1C1 or 2C1 or 3C1 or 4C1"),
        (
            "9C1",
            "hex 9C1 is not on board map: it is joined of boards 1, 2, 3, 4; write such as 1A1",
        ),
        (
            "1C9",
            "hex 1C9 is not on board map: it is joined of boards 1, 2, 3, 4; write such as 1A1",
        ),
        ("1E1h7", "Location 2A1h7 does not exist on board map; 2A1 has: 2A1, 2A1h1, 2A1h2"),
        ("1oXC1", "1oXC1: names an overlay, and board map has none; leave it out"),
    ],
)
def test_coordinates_that_a_map_does_not_have(four: Board, written: str, told: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_location(four, written)
    assert str(refusal.value) == told


def test_a_map_of_one_board_needs_no_number() -> None:
    board = mapped(["1r"], {"1": small("1")})
    assert read_location(board, "C1")[0].name == "1C1"


def test_questions_about_boards(four: Board) -> None:
    engine = QuerySession(four)
    butted = {name for (name,) in engine.ask("which H : butted(H)").rows}
    assert butted == {"2A1", "2A2", "4A1", "4A2", "1B2", "1D2", "2B2", "2D2"}
    halves = {name for (name,) in engine.ask("which H : half_hex(H)").rows}
    assert {"1A1", "1B0", "4E2", "4D2"} < halves and len(halves) == 16
    assert engine.ask('exists : building("1E1")').answer == "yes"
    assert engine.ask('exists : sees("1E1", "2B1")').answer == "yes"
    wholly = {name for (name,) in engine.ask('which H : wholly_of(H, "1")').rows}
    assert wholly == {"1A1", "1A2", "1B0", "1B1", "1C1", "1C2", "1D0", "1D1"}
    with pytest.raises(BadInput, match=r'"7" is no board of the map; write "1", "2", "3" or "4"'):
        engine.ask('which H : part_of(H, "7")')


@rule("A2.3")
def test_a2_3_setup_and_occupation(four: Board) -> None:
    def said(action: str, *given: str) -> str:
        (ruling,) = judge_actions(four, [action], given)
        return " ".join([ruling.verdict, *(each.number for each in ruling.rules)])

    on_seam = 'sets_up(squad, "1E1")'
    assert said(on_seam, 'may_use("1")') == "no A2.3"
    assert said(on_seam, 'may_use("1")', 'may_use("02")') == "yes A2.9"
    assert said('sets_up(squad, "1A1")', 'may_use("1")') == "yes A2.9", "butted against nothing"
    assert said('sets_up(squad, "3C1")', 'may_use("1")') == "no A2.3"
    assert said('occupies("1", "1C1")') == said('occupies("1", "1A1")') == "yes A2.3"
    assert said('occupies("1", "1E1")') == "no A2.3"
    with pytest.raises(BadInput, match=r'"9" is no Board; write "1", "2", "3" or "4"'):
        said('occupies("9", "1C1")')


def test_pieces_lie_where_either_name_says(four: Board) -> None:
    laid = Position(four, ('debris("3B0")',)).board
    assert [each.hex for each in laid.counters] == ["1B2"]


# --- configurations --------------------------------------------------------------------------------


def archive_file(folder: Path, name: str, columns: int = 5) -> None:
    width, height = (columns - 1) * 225 // 4, 129
    content = payload(
        (columns, 2, width, height),
        drawn=bytes(2 * width * height),
        stairways=bytes(2 * columns + columns // 2),
    )
    folder.joinpath(name).write_bytes(
        board_zip(content, f'<boardMetadata name="{name.removeprefix("bd")}" version="6"/>')
    )


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    for name in ("bd01", "bd02", "bd03", "bd1a"):
        archive_file(tmp_path, name)
    archive_file(tmp_path, "bd07", columns=9)
    archive_file(tmp_path, "bd08", columns=6)
    return tmp_path


def configured(folder: Path, text: str) -> Board:
    folder.joinpath("map.toml").write_text(text, "utf-8")
    return open_board(str(folder / "map.toml"))


def test_a_configuration_is_a_board(boards: Path) -> None:
    text = 'north = "left"\nrows = [["bd01", "bd02 reversed"], [" bd03  reversed ", "bd1a"]]'
    board = configured(boards, text)
    assert board.name == "map"
    assert board.sections is not None and board.sections.boards == ("1", "1a", "2", "3")
    assert "1 2 reversed / 3 reversed 1a" in board.source
    assert on_column_of(board, 4) == ["1E1", "1E2", "3A2", "3A1"]  # North left: the left board


def on_column_of(board: Board, column: int) -> list[str]:
    return [each.name for each in board.hexes if each.place[0] == column]


def test_a_configuration_at_the_shell(boards: Path) -> None:
    (boards / "map.toml").write_text('rows = [["bd01", "bd02"]]', "utf-8")
    result = CliRunner().invoke(main, ["los", str(boards / "map.toml"), "1C1", "2C1"])
    assert (result.exit_code, result.output.splitlines()) == (
        0, ["1C1 (level 0) to 2C1 (level 0), range 4: clear"]
    )  # fmt: skip


def test_a_hex_of_a_map_as_json(boards: Path) -> None:
    (boards / "map.toml").write_text('rows = [["bd01", "bd02"]]', "utf-8")
    shown = ["board", "show", str(boards / "map.toml"), "1E1"]
    printed = CliRunner().invoke(main, [*shown, "--json"]).output
    check_answer(printed)
    answer = json.loads(printed)
    (row,) = answer["rows"]
    assert (row["hex"], row["boards"], row["half_hex"]) == ("2A1", ["1", "2"], False)
    assert row["also_named"] == ["1E1"]
    assert "part of board 1 and 2, also named 1E1" in CliRunner().invoke(main, shown).output


WRONG = {
    'rows = [["bd01", "bd02"], ["bd03"]]': "row 2 with 1 board is 4 hexrows wide, and row 1 with",
    'rows = [["bd01", "bd09"]]': "row 1, place 2: there is no board 'bd09' beside the file; did you",
    'rows = [["xx", "bd01", "yy reversed"]]': "row 1, place 1: there is no board 'xx' or 'yy' beside",
    'rows = [["bd01", "bd02 turned"]]': "row 1, place 2: 'turned' after bd02 is unknown; write rev",
    'rows = [["bd01", "bd02"], ["bd01 reversed", "bd03"]]': "board 1 lies in row 1, ",
    'rows = [["bd01"], ["bd07"]]': "row 2 with 1 board is 8 hexrows wide, and row 1 with 1 board is 4",
    'rows = [["bd08", "bd01"]]': "board 1 (row 1, place 2): its hexes do not meet those of",
    'rows = [["bd01", "map.toml"]]': "row 1, place 2: 'map.toml' is no VASL board archive",
    'rows = [["bd01", 2]]': 'row 1, place 2 is 2; write a text such as "bd01"',
    'rows = [["bd01", "  "]]': "row 1, place 2 is '  '; write a text",
    "rows = []": "rows has 0 parts; give 1 to 48",
    "rows = [[]]": "row 1 has 0 parts; give 1 to 48",
    'rows = "bd01"': "rows is 'bd01'; write a list such as [[",
    'rows = ["bd01"]': "row 1 is 'bd01'; write a list such as [",
    "": "a configuration has no rows; write rows = [[",
    'north = "N"\nrows = [["bd01"]]': "north is 'N'; write up, right, down or left",
    "north = []\nrows = [['bd01']]": 'north is []; write a text such as "up"',
    'row = [["bd01"]]': "row is no key of a configuration; did you mean rows?",
    'rows = [["bd01"]': "cannot be read as TOML",
    'rows = [["bd\\u0000"]]': "there is no board",
    'rows = [[{bord = "bd01"}]]': "row 1, place 1: bord is no key of a board; did",
    "rows = [[{board = 1}]]": "row 1, place 1: board is 1; write a text such",
    'rows = [[{board = "bd01", reversed = "yes"}]]': "reversed is 'yes'; write true or false",
    'rows = [[{board = "bd01", version = 6.1}]]': "version is 6.1; write a text such as",
    'rows = [[{board = "bd01", crop = [0, 0]}]]': "crop has 2 parts; give 4, as in [928, 0,",
    'rows = [[{board = "bd01", crop = [-2, 0, 9, 9]}]]': "crop 1 is -2; write a whole number",
    'rows = [[{board = "bd01", crop = [0, 0, 0, -1]}]]': "crop is [0, 0, 0, -1]; write left, top",
    'rows = [[{board = "bd01", crop = [0, 0, 9, true]}]]': "crop 4 is True; write a whole",
    'rows = [[{board = "bd01", changes = "NoRoads"}]]': "row 1, place 1: changes is 'NoRoads'; wr",
    'changes = [3]\nrows = [["bd01"]]': "changes 1 is 3; write a text such as",
    f"changes = {['x'] * 1001}\nrows = [['bd01']]": "changes has 1001 parts; give 1000 at most",
    f"play = ['{'x' * 2001}']\nrows = [['bd01']]": "play 1 has 2001 characters; give 2000 at",
    f'rows = [["{"x" * 5000}"]]': "there is no board",
    f"rows = {'[' * 5000}": "nested too deep",
    f"rows = {[['x'] * 25] * 2}": "the map has 50 boards; give 1 to 48",
    f"rows = [[{', '.join(['bd01'] * 49)}]]".replace("bd01", '"bd01"'): "row 1 has 49 parts",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:40])
def test_a_wrong_configuration_is_refused_in_one_sentence(boards: Path, text: str) -> None:
    with pytest.raises(BadInput) as refusal:
        configured(boards, text)
    sentence = str(refusal.value)
    assert sentence.startswith(f"{boards / 'map.toml'}: ")
    assert WRONG[text] in sentence
    assert "\n" not in sentence and sentence.isprintable()


def test_a_file_that_is_no_text_is_no_configuration(boards: Path) -> None:
    (boards / "map.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match=r"is no text in UTF-8"):
        open_board(str(boards / "map.toml"))


def test_a_board_whose_name_no_coordinate_can_have(boards: Path) -> None:
    archive_file(boards, "bd!?")
    with pytest.raises(BadInput, match=r"calls its board '!\?', which no coordinate can name"):
        configured(boards, 'rows = [["bd!?"]]')


def test_a_damaged_archive_is_named(boards: Path) -> None:
    (boards / "bd02").write_bytes(zipped({"LOSData": packed(b"")}))
    with pytest.raises(BadInput, match=r"bd02: member BoardMetadata\.xml is missing"):
        configured(boards, 'rows = [["bd01", "bd02"]]')


def test_terrain_codes_are_what_the_tests_take_them_for() -> None:
    known = terrain_codes()
    assert [known[each].term for each in (OPEN, WOODS, ORCHARD, HOUSE)] == [
        "open", "woods", "orchard", "building(stone,2)"
    ]  # fmt: skip
