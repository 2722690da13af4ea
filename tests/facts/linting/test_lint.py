"""Board data checked: each kind of error planted in a sheet is found, alone, and nothing without it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.cli.main import main
from hexcourt.facts.formats.import_archive import board_of
from hexcourt.facts.linting.codes import CODES, LintFinding
from hexcourt.facts.linting.lint import lint_archive, lint_map
from hexcourt.facts.maps.differences import read_turned
from hexcourt.facts.maps.joining import Section, join
from hexcourt.solver.answer.schema import read_document
from hexcourt.solver.boards.line_differences import disagreements
from hexcourt.solver.rulebase.rulebase import active_rules
from tests.effort import tries
from tests.sheets import (
    BRIDGE,
    CLIFF,
    COLUMN_START,
    GULLY,
    HEDGE,
    OPEN,
    ORCHARD,
    STONE,
    STONE_1,
    STONE_2,
    WALL,
    WOOD,
    WOODS,
    Sheet,
    plain,
)

ONE, TWO = "Stone Building, 1 Level", "Stone Building, 2 Level"


def found(sheet: Sheet) -> list[LintFinding]:
    return lint_archive(sheet.archive(), CODES)[1]


def test_nothing_is_found_on_a_plain_sheet() -> None:
    assert found(plain()) == []


def twice(sheet: Sheet) -> None:
    sheet.list("buildingType", "C2", ONE)


def twice_for_another(sheet: Sheet) -> None:
    """Write C2 where C3, the other half of the house, is meant, as was done on board 10."""
    sheet.disc("C3", STONE, 16)
    sheet.list("buildingType", "C2", ONE)


def off_the_board(sheet: Sheet) -> None:
    sheet.list("buildingType", "H9", ONE)


def no_type(sheet: Sheet) -> None:
    sheet.list("buildingType", "C4", "Stone Bulding")
    sheet.disc("C4", STONE, 12)


def no_building(sheet: Sheet) -> None:
    sheet.list("buildingType", "A2", ONE)


def stale(sheet: Sheet) -> None:
    sheet.disc("A2", WOOD, 12)
    sheet.list("buildingType", "A2", ONE)


def forgotten(sheet: Sheet) -> None:
    sheet.disc("A2", STONE_1, 12)


def denied(sheet: Sheet) -> None:
    sheet.attributes["hasHills"] = "FALSE"


def no_hills(sheet: Sheet) -> None:
    sheet.level[sheet.level > 0] = 0


def size(sheet: Sheet) -> None:
    sheet.attributes["width"] = "33"


def slope_off(sheet: Sheet) -> None:
    sheet.list("slope", "A1", "5")


def slope_both(sheet: Sheet) -> None:
    sheet.list("slope", "C3", "0")
    sheet.list("slope", "C2", "3")


def unknown_code(sheet: Sheet) -> None:
    sheet.dots("A2", 250, 4, (5, 5))


def two_heights(sheet: Sheet) -> None:
    sheet.disc("A2", STONE_1, 14)
    sheet.disc("A2", STONE_2, 14, (14, 8))
    sheet.list("buildingType", "A2", ONE)


def stray_height(sheet: Sheet) -> None:
    sheet.dots("C2", STONE, 3, (-1, -16))


def no_stairwell(sheet: Sheet) -> None:
    sheet.disc("A2", STONE_2, 14)
    sheet.list("buildingType", "A2", TWO)


def stairwell_to_nowhere(sheet: Sheet) -> None:
    sheet.stairways[COLUMN_START["A"] + 1] = True


def full_of_building(sheet: Sheet) -> None:
    sheet.fill("C3", STONE_1)
    sheet.list("buildingType", "C3", ONE)
    sheet.disc("C2", OPEN, 17)
    sheet.entries = [each for each in sheet.entries if each.hex == "C3"]
    sheet.stairways[COLUMN_START["C"] + 1] = False


def jump(sheet: Sheet) -> None:
    sheet.level[196:, 160:] = 2


def far_patch(sheet: Sheet) -> None:
    sheet.level[100:103, 20] = 3


def lone_patch(sheet: Sheet) -> None:
    sheet.level[100:103, 20] = 1


def lone_dot(sheet: Sheet) -> None:
    x, y = sheet.centre("B1")
    sheet.level[x - 4 : x + 4, y - 4 : y + 4] = 1  # larger than a patch


def at_no_hexside(sheet: Sheet) -> None:
    sheet.terrain[10:30, 20:24] = HEDGE


def stray_hedge(sheet: Sheet) -> None:
    sheet.dots("A1", HEDGE, 4, (8, 4))


def missed(sheet: Sheet) -> None:
    sheet.along("C3", 5, WALL, inward=3)


def short(sheet: Sheet) -> None:
    sheet.along("C4", 0, WALL, (0.4, 0.6))


def two_terrains(sheet: Sheet) -> None:
    sheet.along("B2", 0, WALL, inward=2)


def level_cliff(sheet: Sheet) -> None:
    sheet.along("B1", 3, CLIFF)
    sheet.along("B1", 3, CLIFF)


def half_bridge(sheet: Sheet) -> None:
    x, y = sheet.centre("C3")
    sheet.terrain[x + 14 : x + 22, y - 4 : y + 8] = BRIDGE


def half_in_its_gully(sheet: Sheet) -> None:
    x, y = sheet.centre("B3")
    across = np.s_[x - 36 : x + 36, y - 10 : y + 10]
    sheet.terrain[across], sheet.level[across] = OPEN, 0
    gully = np.s_[x - 6 : x + 6, y - 10 : y + 10]
    sheet.terrain[gully], sheet.level[gully] = GULLY, -1
    sheet.terrain[x - 14 : x - 2, y - 10 : y + 10] = BRIDGE


def one_side(sheet: Sheet) -> None:
    x, y = sheet.centre("B3")
    sheet.terrain[x - 14 : x + 10, y + 5 : y + 10] = OPEN


def over_nothing(sheet: Sheet) -> None:
    gully = sheet.terrain == GULLY
    sheet.terrain[gully], sheet.level[gully] = OPEN, 0


def too_deep(sheet: Sheet) -> None:
    sheet.disc("E4", GULLY, 14)
    gully = sheet.terrain == GULLY
    gully[:150] = False
    sheet.level[gully] = -1


def speck(sheet: Sheet) -> None:
    sheet.dots("A2", WOODS, 2, (4, 0))


def some_orchard(sheet: Sheet) -> None:
    sheet.disc("C4", ORCHARD, 3)


PLANTED: list[tuple[str, Callable[[Sheet], None], str, str]] = [
    ("B001", twice, "C2", "certain"),
    ("B002", off_the_board, "H9", "certain"),
    ("B003", no_type, "C4", "certain"),
    ("B004", no_building, "A2", "certain"),
    ("B005", stale, "A2", "certain"),
    ("B006", forgotten, "A2", "certain"),
    ("B007", denied, "E4", "certain"),
    ("B008", no_hills, "", "odd"),
    ("B009", size, "", "certain"),
    ("B010", slope_off, "A1", "likely"),
    ("B010", slope_both, "C2", "certain"),
    ("B011", unknown_code, "A2", "certain"),
    ("B101", two_heights, "A2", "odd"),
    ("B102", stray_height, "C2", "certain"),
    ("B103", no_stairwell, "A2", "odd"),
    ("B104", stairwell_to_nowhere, "A2", "likely"),
    ("B105", full_of_building, "C3", "certain"),
    ("B201", jump, "E3", "odd"),
    ("B202", far_patch, "C1", "certain"),
    ("B203", lone_patch, "C1", "likely"),
    ("B204", lone_dot, "B1", "likely"),
    ("B205", too_deep, "E4", "likely"),
    ("B301", at_no_hexside, "A1", "likely"),
    ("B302", stray_hedge, "A1", "likely"),
    ("B303", missed, "C3", "likely"),
    ("B304", short, "C4", "odd"),
    ("B305", two_terrains, "B2", "odd"),
    ("B306", level_cliff, "B2", "odd"),
    ("B401", half_bridge, "C3", "likely"),
    ("B401", half_in_its_gully, "B3", "likely"),
    ("B402", one_side, "B3", "likely"),
    ("B403", over_nothing, "B3", "likely"),
    ("B501", speck, "A2", "certain"),
    ("B502", some_orchard, "C4", "likely"),
]


@pytest.mark.parametrize(
    ("code", "plant", "name", "sure"), PLANTED, ids=[p[1].__name__ for p in PLANTED]
)
def test_a_planted_error_is_found_alone(
    code: str, plant: Callable[[Sheet], None], name: str, sure: str
) -> None:
    sheet = plain()
    plant(sheet)
    all_found = found(sheet)
    assert {each.code for each in all_found} == {code}, all_found
    assert any(name in each.hexes or not name for each in all_found), all_found
    assert {str(each.confidence) for each in all_found} == {sure}


def test_the_hex_that_is_meant_is_named() -> None:
    """A hex listed twice whose neighbour holds the other half of the house, listed nowhere."""
    sheet = plain()
    twice_for_another(sheet)
    (double,) = (each for each in found(sheet) if each.code == "B001")
    assert double.hexes == ("C2", "C3")
    assert "perhaps C3 is meant" in double.sentence


def test_the_ground_round_a_patch_is_none() -> None:
    sheet = Sheet()
    sheet.level[100:103, 20] = 3
    assert [each.code for each in found(sheet)] == ["B007", "B202"]


DRAWN = st.sampled_from([0, 8, 30, 40, 41, 42, 50, 60, 63, 65, 72, 75, 78, 84, 105, 152, 200])


@tries(6)
@given(
    st.lists(DRAWN, min_size=2, max_size=5),
    st.integers(0, 2**32 - 1),
    st.sampled_from([1, 2, 7, 40]),
    st.integers(0, 3),
)
def test_whatever_is_drawn_can_be_looked_at(
    codes: list[int], seed: int, grain: int, highest: int
) -> None:
    """Noise, coarse or fine, is looked at without a fault, and the same way each time."""
    dice, sheet = np.random.default_rng(seed), plain()
    sizes = (-(-sheet.terrain.shape[0] // grain), -(-sheet.terrain.shape[1] // grain))
    for grid, some in ((sheet.terrain, codes), (sheet.level, range(-1, highest))):
        coarse = dice.choice(np.array([*some], dtype=grid.dtype), sizes)
        fine = np.kron(coarse, np.ones((grain, grain), dtype=grid.dtype))
        grid[:] = fine[: grid.shape[0], : grid.shape[1]]
    assert found(sheet) == found(sheet)


def test_a_gate_in_a_wall_is_no_gap() -> None:
    sheet = plain()
    sheet.along("C4", 0, WALL)
    x, y = sheet.centre("C4")
    sheet.terrain[x - 5 : x + 5, y - 50 : y - 10] = 66  # a road
    assert found(sheet) == []


def test_a_cliff_takes_the_jump_away() -> None:
    sheet = plain()
    jump(sheet)
    x, y = 196, 160
    for band in (np.s_[x - 3 : x + 3, y - 3 : 193], np.s_[x - 3 :, y - 3 : y + 3]):
        sheet.terrain[band] = CLIFF
    assert not [each for each in found(sheet) if each.code == "B201"]


def test_an_islet_is_no_patch() -> None:
    sheet = plain()
    x, y = sheet.centre("B3")
    sheet.terrain[x - 1 : x + 1, y + 30 : y + 33] = OPEN
    sheet.level[x - 1 : x + 1, y + 30 : y + 33] = 0
    assert found(sheet) == []


# --- seams ----------------------------------------------------------------------------------------


def on_a_map(left: Sheet, right: Sheet) -> list[tuple[str, str]]:
    boards = [Section(board_of(each.archive()), each.attributes["name"]) for each in (left, right)]
    return [(each.code, str(each.confidence)) for each in lint_map(join([boards]), CODES)]


def test_nothing_is_found_where_boards_go_on() -> None:
    assert on_a_map(Sheet("1"), Sheet("2")) == []


def test_ground_that_parts_at_a_seam_is_found() -> None:
    left = Sheet("1")
    left.level[200:, 60:100] = 1
    assert on_a_map(left, Sheet("2")) == [("B601", "likely")]
    right = Sheet("2")
    right.level[:20, 60:100] = 1
    assert on_a_map(left, right) == []


def test_a_road_that_ends_at_a_seam_is_found() -> None:
    left, right = Sheet("1"), Sheet("2")
    left.terrain[150:, 60:72] = 65
    assert on_a_map(left, right) == [("B602", "odd")]
    right.terrain[:40, 63:75] = 65
    assert on_a_map(left, right) == []


# --- pairs ----------------------------------------------------------------------------------------


def test_lines_are_judged_both_ways_and_turned() -> None:
    board = board_of(plain().archive())
    again = read_turned(plain().archive(), board)
    assert again is not None
    assert list(disagreements(board, again, CODES)) == []


def test_a_board_that_differs_when_turned_is_found() -> None:
    """The other board has a wood more: each pair that it blocks is told with both verdicts."""
    board, sheet = board_of(plain().archive()), plain()
    sheet.disc("C3", WOODS, 15)
    again = read_turned(sheet.archive(), board)
    told = list(disagreements(board, again, {"B702"}))
    assert ("C2", "C4", "clear", "blocked by A6.2") in {
        (*e.hexes, e.sentence, e.other) for e in told
    }
    assert {each.code for each in told} == {"B702"}


# --- the command ----------------------------------------------------------------------------------


def lint(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["board", "lint", *arguments])
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("sheets")
    bad = plain("bad")
    speck(bad)
    twice(bad)
    (folder / "cut").write_bytes(b"PK")
    paths = {"clean": plain("clean").write(folder, "clean"), "bad": bad.write(folder, "bad")}
    return {name: str(path) for name, path in paths.items()} | {"cut": str(folder / "cut")}


def test_a_bridge_may_be_drawn_over_its_road() -> None:
    sheet = plain()
    x, y = sheet.centre("B3")
    sheet.terrain[x - 14 : x + 14, y - 5 : y + 5] = BRIDGE
    assert found(sheet) == []


def test_what_the_metadata_write_is_shown_once() -> None:
    sheet = plain()
    sheet.list("buildingType", "", "\x85")
    said = {each.code: each.sentence for each in found(sheet)}
    assert said["B002"].startswith("buildingType lists an empty name, and")
    assert said["B003"].startswith("the type '\\u0085' of")


def test_exit_status_tells_of_findings_and_of_what_cannot_be_read(archives: dict[str, str]) -> None:
    clean, bad, cut = archives["clean"], archives["bad"], archives["cut"]
    assert lint(clean) == (0, "no findings on 1 board\n")
    status, said = lint(clean, bad)
    assert status == 1
    assert "2 findings on 1 board of 2: 2 certain" in said
    status, said = lint(cut, bad)
    assert status == 2
    assert "not a whole zip archive" in said
    assert "on 1 board of 2: 2 certain; 1 not read" in said
    assert "no findings on 0 boards; 1 not read" in lint(cut)[1]
    assert f"{bad} A2: B501 certain" in said


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        (["--select", "B0"], {"B001"}),
        (["--select", "b5,B001"], {"B001", "B501"}),
        (["--ignore", "B001"], {"B501"}),
        (["--select", "B", "--ignore", "B0", "--ignore", "B5"], set()),
    ],
)
def test_codes_are_selected_and_ignored(
    archives: dict[str, str], options: list[str], codes: set[str]
) -> None:
    status, said = lint(archives["bad"], "--json", *options)
    answer = read_document(said)
    assert {row["code"] for row in answer.rows} == codes == set(answer.counts)
    assert status == (1 if codes else 0)


@pytest.mark.parametrize("option", ["--select", "--ignore", "--explain"])
def test_codes_that_are_none_are_refused(archives: dict[str, str], option: str) -> None:
    status, said = lint(archives["clean"], option, "B099")
    assert status == 2
    assert "B099" in said
    assert "write B009" in said


def test_without_an_archive_there_is_nothing_to_look_at() -> None:
    assert lint()[0] == 2


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code: str) -> None:
    status, said = lint("--explain", code)
    assert status == 0
    assert said.startswith(f"{code}: {CODES[code].title}\n")


def test_a_map_is_looked_at_along_its_seams(archives: dict[str, str], tmp_path: Path) -> None:
    left, right = Sheet("1"), Sheet("2")
    left.terrain[150:, 60:72] = 65
    left.write(tmp_path, "left")
    right.write(tmp_path, "right")
    (tmp_path / "map.toml").write_text('rows = [["left", "right"]]\n')
    status, said = lint(str(tmp_path / "map.toml"), "--pairs")
    assert status == 1
    assert "B602 odd: boards 1 and 2: a road runs to the seam, and does not go on" in said


# --- the page -------------------------------------------------------------------------------------


def test_the_page_tells_of_every_code_with_an_example() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "lint.md").read_text("utf-8")
    rows = re.findall(r"^\| (B\d{3}) \| (.+?) \| (.+?) \| (.+?) \|$", page, re.MULTILINE)
    assert [row[0] for row in rows] == list(CODES)
    for code, title, meaning, example in rows:
        assert title == CODES[code].title
        assert meaning == CODES[code].meaning
        assert len(example) > 20


def test_every_code_that_rests_on_a_rule_names_one_of_the_rules() -> None:
    numbers = {
        each.citation.number for each in active_rules().statements if each.citation is not None
    }
    numbers |= {"A6.5", "B.6"}  # sight is mutual, inherent terrain fills its hex: held by facts/
    assert {each.rule for each in CODES.values() if each.rule is not None} <= numbers
