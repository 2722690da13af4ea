"""What a drawing shows beside the points that are read first: the middle of a hexside, a centre dot."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.import_archive import board_of, import_board
from hexcourt.facts.linting.codes import CODES
from hexcourt.facts.linting.lint import lint_archive
from hexcourt.facts.maps.differences import read_turned
from hexcourt.solver.position.opening import open_board
from tests.cli.test_commands import hexcourt
from tests.effort import some_of, tries
from tests.rulings import rule
from tests.sheets import CLIFF, GULLY, HEDGE, OPEN, ROAD, WALL, WOOD, WOODS, Sheet

VASL = Path(__file__).parent.parent.parent.parent.parent / "shared" / "vasl"
SUNKEN, ELEVATED, PATH, GRAIN = 68, 67, 70, 24


def at_hand(name: str) -> Path:
    path = next(
        (VASL / each / name for each in ("boards", "boards_more") if (VASL / each / name).exists()),
        None,
    )
    if path is None:
        pytest.skip(f"{name} is not at hand")
    return path


def board(sheet: Sheet) -> Board:
    return board_of(sheet.archive())


def side(sheet: Sheet, one: str, other: str) -> frozenset[str]:
    return board(sheet).hexsides.get((one, other), frozenset())


# --- hexside terrain -----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [CLIFF, WALL, HEDGE])
def test_a_hexside_has_what_is_drawn_along_most_of_it(code: int) -> None:
    """Its middle may show none of it: a gap in the drawing, or a line that runs beside it."""
    term = {CLIFF: "cliff", WALL: "wall", HEDGE: "hedge"}[code]
    gap, beside, little = Sheet(), Sheet(), Sheet()
    for span in ((0, 0.43), (0.57, 1)):
        gap.along("C2", 0, code, span)
    beside.along("C2", 0, code, inward=3)
    for span in ((0, 0.15), (0.85, 1)):
        little.along("C2", 0, code, span)
    assert side(gap, "C1", "C2") == side(beside, "C1", "C2") == {term}
    assert side(little, "C1", "C2") == frozenset()


@pytest.mark.parametrize("passing", [ROAD, PATH, GULLY, 8])
def test_a_gap_for_what_passes_is_a_gap(passing: int) -> None:
    """Hedges end at a road through the hexside, and are none there (B9.1)."""
    sheet = Sheet()
    for span in ((0, 0.4), (0.6, 1)):
        sheet.along("C2", 0, HEDGE, span)
    x, y = sheet.centre("C2")
    sheet.terrain[x - 3 : x + 4, y - 60 : y] = passing
    assert "hedge" not in side(sheet, "C1", "C2")


@rule("B11.4")
def test_a_cliff_with_a_gap_in_its_drawing_is_climbed_not_crossed(tmp_path: Path) -> None:
    for spans in (((0, 1),), ((0, 0.43), (0.57, 1))):
        sheet = Sheet()
        for each in range(6):
            for span in spans:
                sheet.along("C2", each, CLIFF, span)
        place = sheet.write(tmp_path, "bdsheet")
        assert hexcourt("path", place, "C1", "C2", "--unit", "squad").exit_code == 1
        assert "C2 " not in hexcourt("reach", place, "C1", "--unit", "squad").stdout
    bare = Sheet().write(tmp_path, "bdbare")
    assert hexcourt("path", bare, "C1", "C2", "--unit", "squad").exit_code == 0


@tries(6)
@given(st.integers(0, 2**32 - 1), st.sampled_from([2, 7, 15]))
def test_one_program_says_what_hexsides_have(seed: int, grain: int) -> None:
    """What the check of board data finds missing in the middle is what the board has nevertheless; and
    a drawing that is turned by 180 degrees has the same.
    """
    dice, sheet = np.random.default_rng(seed), Sheet()
    sizes = [-(-each // grain) for each in sheet.terrain.shape]
    codes = np.array([OPEN, OPEN, CLIFF, WALL, HEDGE, ROAD], dtype=np.uint8)
    drawn = np.kron(dice.choice(codes, sizes), np.ones((grain, grain), dtype=np.uint8))
    sheet.terrain[:] = drawn[: sheet.terrain.shape[0], : sheet.terrain.shape[1]]
    made = board(sheet)
    for finding in lint_archive(sheet.archive(), CODES)[1]:
        if finding.code == "B303":
            first, other = sorted(finding.hexes)
            assert finding.sentence.split()[0] in made.hexsides[first, other]
    turned = read_turned(sheet.archive(), made)
    assert turned is not None
    assert turned.hexsides == made.hexsides


def test_a_seam_of_two_boards_is_read_as_hexsides_within_them_are(tmp_path: Path) -> None:
    for name, spans in (("1", ((0, 0.43), (0.57, 1))), ("2", ())):
        sheet = Sheet(name)
        for span in spans:
            sheet.along("C4", 3, HEDGE, span)
        sheet.write(tmp_path, f"bd0{name}")
    (tmp_path / "map.toml").write_text('rows = [["bd01"], ["bd02"]]\n')
    laid = open_board(str(tmp_path / "map.toml"))
    assert laid.hexsides["1C4", "2C1"] == {"hedge"}
    assert [pair for pair, terms in laid.hexsides.items() if "hedge" in terms] == [("1C4", "2C1")]


def test_the_cliff_of_board_24() -> None:
    """B11.1: the cliff along E8-E9 has holes, one of them in the middle."""
    place = at_hand("bd24")
    assert "cliff" in import_board(place).hexsides["E8", "E9"]
    reached = hexcourt("reach", place, "E8", "--unit", "squad", "--mf", "2").stdout
    assert re.search(r"^ *F8 ", reached, re.MULTILINE)
    assert not re.search(r"^ *E9 ", reached, re.MULTILINE)


# --- terrain that the dot does not show ---------------------------------------------------------------


def sunken_road(sheet: Sheet, *, banks: int = SUNKEN, level: int = -1, sides: int = 2) -> Sheet:
    """Draw a road down from C1 to C4, through C2 and C3 between banks, on plain ground."""
    x, y = sheet.centre("C2")
    for code, lower, west, east in (
        (banks, level, x - 14, x + 14 if sides == 2 else x),
        (ROAD, level, x - 5, x + 6),
    ):
        sheet.terrain[west:east, y - 32 : y + 96] = code
        sheet.level[west:east, y - 32 : y + 96] = lower
    sheet.terrain[x - 5 : x + 6, y - 90 : y - 32] = ROAD
    sheet.terrain[x - 5 : x + 6, y + 96 :] = ROAD
    return sheet


@rule("B4.4", "A6.3")
def test_a_sunken_road_is_a_depression_where_its_dot_shows_the_road(tmp_path: Path) -> None:
    sheet = sunken_road(Sheet())
    for name in ("C2", "C3"):
        record = board(sheet).by_name[name]
        assert set(record.terrain) == {"dirt_road", "sunken_road"}
        assert (record.level, record.bed) == (-2, -2)
    assert board(sheet).by_name["C1"].bed is None
    deep = sheet.write(tmp_path, "bddeep")
    plain = sunken_road(Sheet(), banks=OPEN, level=0).write(tmp_path, "bdplain")
    for place, spent, blocked in ((deep, 2, 1), (plain, 1, 0)):
        told = hexcourt("path", place, "B2", "C2", "--unit", "squad").stdout
        assert f"B2 to C2: {spent} MF" in told
        assert hexcourt("los", place, "A2", "C2").exit_code == blocked
        assert hexcourt("los", place, "C2", "A2").exit_code == blocked
        assert hexcourt("ask", place, 'always : sees("A2", "C2")').exit_code == blocked
    sheet.level[:40, 190:] = 1  # A4, a hill of level 1
    hill = sheet.write(tmp_path, "bdhill")
    assert "blocked by A6.3" in hexcourt("los", hill, "A4", "C2").stdout
    assert "blocked by A6.3" in hexcourt("los", hill, "C2", "A4").stdout
    for one, other in (("C2", "C3"), ("C3", "C2"), ("C1", "C2")):
        assert "1 MF (1 spent)" in hexcourt("path", deep, one, other, "--unit", "squad").stdout
    assert hexcourt("los", deep, "C2", "C3").exit_code == 0


def test_banks_on_one_side_or_a_bridge_make_no_depression() -> None:
    assert board(sunken_road(Sheet(), sides=1)).by_name["C2"].bed is None
    bridged = Sheet()
    bridged.bridge()
    record = board(bridged).by_name["B3"]
    assert (record.level, record.bed) == (0, -2)
    over = Sheet()  # a road that crosses a gully on a dam: it is drawn on the level of the ground
    x, y = over.centre("C2")
    over.terrain[x - 8 : x + 8, y - 60 : y + 60] = GULLY
    over.level[x - 8 : x + 8, y - 60 : y + 60] = -1
    over.terrain[x - 30 : x + 30, y - 5 : y + 5] = ROAD
    over.level[x - 30 : x + 30, y - 5 : y + 5] = 0
    assert board(over).by_name["C2"].bed is None


@pytest.mark.parametrize("shown", [OPEN, WOODS, ROAD, PATH])
@pytest.mark.parametrize("name", ["C2", "A2"])
def test_a_dot_at_the_bottom_of_a_gully_is_in_it_whatever_it_shows(shown: int, name: str) -> None:
    """A2 lies half beyond the edge of the drawing."""
    sheet = Sheet()
    x, y = sheet.centre(name)
    west = max(0, x - 10)
    sheet.terrain[west : x + 10, y - 60 : y + 60] = GULLY
    sheet.level[west : x + 10, y - 60 : y + 60] = -1
    sheet.terrain[max(0, x - 3) : x + 3, y - 3 : y + 3] = shown
    record = board(sheet).by_name[name]
    assert "gully" in record.terrain
    assert record.bed == record.level == -2
    sheet.level[max(0, x - 3) : x + 3, y - 3 : y + 3] = 0  # an islet, on the level of the ground
    assert board(sheet).by_name[name].bed is None


@rule("B27.1")
def test_an_elevated_road_is_one_where_its_dot_shows_the_road(tmp_path: Path) -> None:
    sheet = sunken_road(Sheet(), banks=ELEVATED, level=1)
    record = board(sheet).by_name["C2"]
    assert "elevated_road" in record.terrain
    assert record.bed is None
    place = sheet.write(tmp_path, "bdelevated")
    assert hexcourt("legal", place, 'foxhole("C2")').exit_code == 1


@pytest.mark.parametrize(
    ("name", "hexes", "term"),
    [
        ("bd24", ("A9",), "gully"),
        ("bd39", ("D8", "E9"), "sunken_road"),
        ("bd40", ("Y1", "Z1", "AA2", "BB1"), "elevated_road"),
        ("bd41", ("W7", "AA5"), "sunken_road"),
    ],
)
def test_on_published_boards(name: str, hexes: tuple[str, ...], term: str) -> None:
    made = import_board(at_hand(name))
    assert [each for each in hexes if term in made.by_name[each].terrain] == list(hexes)
    sunk = term != "elevated_road"
    assert all((made.by_name[each].bed is not None) == sunk for each in hexes)


# --- buildings beside the dot ------------------------------------------------------------------


@rule("B.1")
def test_a_building_beside_the_dot_makes_a_building_hex(tmp_path: Path) -> None:
    """Told in each way in which buildings are asked for; some pixels of one make none."""
    sheet = Sheet()
    x, y = sheet.centre("C2")
    sheet.terrain[x - 16 : x - 3, y - 12 : y + 12] = WOOD
    sheet.terrain[x + 5 : x + 12, y + 4 : y + 12] = WOOD
    sheet.dots("A2", WOOD, 9, (6, 0))
    assert board(sheet).by_name["C2"].terrain == ("building(wood,0)",)
    place = sheet.write(tmp_path, "bdfarm")
    for sentence in ("any building hex", "building C2", "any wooden building"):
        told = hexcourt("map", "areas", place, sentence)
        assert told.exit_code == 0
        assert told.stdout.split()[-1] == "C2"
        assert "1 hex:" in told.stdout
    assert hexcourt("ask", place, 'always : building("C2")').exit_code == 0
    assert hexcourt("ask", place, 'always : building("A2")').exit_code == 1
    refused = hexcourt("map", "areas", place, "building A2")
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)


def test_a_building_beside_the_dot_does_not_hide_a_gully() -> None:
    sheet = Sheet()
    x, y = sheet.centre("C2")
    sheet.terrain[x - 4 : x + 5, y - 60 : y + 60] = GULLY
    sheet.level[x - 4 : x + 5, y - 60 : y + 60] = -1
    sheet.terrain[x + 6 : x + 16, y - 8 : y + 8] = WOOD
    assert board(sheet).by_name["C2"].terrain == ("gully",)


def test_the_farms_of_board_12() -> None:
    place = at_hand("bd12")
    found = hexcourt("map", "areas", place, "any building hex").stdout.split()
    assert {"F2", "M2", "P9"} <= set(found)
    assert hexcourt("map", "areas", place, "building P9").stdout.split()[-1] == "P9"


# --- every archive at hand ---------------------------------------------------------------------


@pytest.mark.skipif(not VASL.is_dir(), reason="no archives at hand")
def test_every_archive_is_read_or_refused_in_one_sentence() -> None:
    folders = ("boards", "boards_more", "pictures")
    paths = [path for each in folders for path in sorted((VASL / each).glob("bd*"))]
    assert len(paths) > 45
    for path in some_of(paths, 12):
        try:
            made = import_board(path)
        except BadInput as error:
            assert (
                "member LOSData is missing; give a VASL board archive that has LOSData, or draft the "
                f"board from its picture with hexcourt board draft {path} --out" in str(error)
            )
            assert path.parent.name == "pictures"
            assert "\n" not in str(error)
        else:
            assert len(made.hexes) == len(made.ground_locations)


@pytest.mark.parametrize("name", ["00", "bd00", "0"])
def test_board_00_is_board_0_on_a_map(tmp_path: Path, name: str) -> None:
    """Without the zeros before its number nothing would be left of it (A2.2)."""
    Sheet(name).write(tmp_path, "bd00")
    one = tmp_path / "map.toml"
    one.write_text('rows = [["bd00"]]\n[areas]\nhere = "hexrow A of board 00"\n')
    assert hexcourt("los", one, "0A1", "00A3").exit_code == 0
    assert "0A1" in hexcourt("map", "areas", one, "on board 00").stdout
    assert "0A2" in hexcourt("map", "areas", one).stdout


@rule("A2.4")
def test_woods_over_a_good_part_of_a_hex_make_a_woods_hex(tmp_path: Path) -> None:
    """Sentences ask the rules what hexes hold; crops and the like count at the dot alone."""
    sheet = Sheet()
    x, y = sheet.centre("C2")
    sheet.terrain[x - 30 : x - 8, y - 8 : y + 8] = WOODS
    sheet.terrain[x + 8 : x + 30, y - 8 : y + 8] = GRAIN
    sheet.disc("A2", WOODS, 12)
    sheet.dots("D3", WOODS, 5, (6, 0))
    place = sheet.write(tmp_path, "bdwoods")
    assert hexcourt("map", "areas", place, "any woods hex").stdout.split()[-2:] == ["A2", "C2"]
    assert "0 hexes" in hexcourt("map", "areas", place, "any grain hex").stdout


@rule("B6.1")
def test_a_bridge_hex_is_one_where_its_dot_shows_the_road(tmp_path: Path) -> None:
    sheet = Sheet()
    sheet.bridge()
    place = sheet.write(tmp_path, "bdbridge")
    assert board(sheet).by_name["B3"].terrain == ("bridge(stone)", "dirt_road")
    assert hexcourt("map", "areas", place, "any bridge hex").stdout.split()[-1] == "B3"
    assert hexcourt("ask", place, 'always : bridge("B3")').exit_code == 0
