"""Two boards compared: what differs of hexes, hexsides and drawing, and which lines, due to what."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from hexcourt.cli.main import main
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.import_archive import board_of
from hexcourt.facts.maps.differences import board_changes, change_places, patched
from hexcourt.solver.answer.schema import read_document
from hexcourt.solver.boards.map_answers import ComparedBoards, compare_boards
from tests.sheets import HEDGE, OPEN, WOODS, Sheet, plain
from tests.tiny import tiny, tiny_facts

GRAIN = 24
DIFF = ["board", "diff"]


def imported(*plants: str) -> Board:
    """Give the plain sheet with woods at some hexes."""
    sheet = plain()
    for name in plants:
        sheet.disc(name, WOODS, 15)
    return board_of(sheet.archive())


def changes(old: Board, new: Board) -> set[tuple[str, tuple[str, ...], str, str]]:
    return {(each.what, each.hexes, each.old, each.new) for each in board_changes(old, new)}


def lines(found: ComparedBoards) -> dict[tuple[str, str], tuple[str, str]]:
    assert found.pairs is not None
    return {(each.a, each.b): (each.old, each.new) for each in found.pairs.changed}


# --- what differs ---------------------------------------------------------------------------------


def test_nothing_differs_between_a_board_and_itself() -> None:
    assert changes(imported(), imported()) == set()
    found = compare_boards(imported(), imported())
    assert found.places == ()
    assert lines(found) == {}


def test_terrain_and_its_pixels_differ() -> None:
    old, new = imported(), imported("C3")
    assert changes(old, new) == {
        ("terrain", ("C3",), "open", "woods"),
        ("drawing", ("C3",), "open 716", "woods 716"),
    }
    assert {each.pixels for each in board_changes(old, new)} == {None, 716}


def test_hexsides_differ() -> None:
    sheet = plain()
    sheet.along("B2", 0, OPEN)
    sheet.along("C4", 0, HEDGE)
    new = board_of(sheet.archive())
    found = {each for each in changes(imported(), new) if each[0] == "hexside"}
    assert found == {
        ("hexside", ("B1", "B2"), "hedge", "none"),
        ("hexside", ("C3", "C4"), "none", "hedge"),
    }


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("A1:A3, A2 @2", ("level", ("A2",), "0", "1")),
        ("A1:A3, A2 orchard", ("inherent terrain", ("A2",), "none", "orchard")),
        ("A1:A3, A2 slope(3)", ("slopes", ("A2",), "none", "3")),
        ("A1:A3, A2 feature(manhole)", ("printed", ("A2",), "none", "manhole")),
        ("A1:A3, A2 +debris", ("counters", ("A2",), "none", "debris ground")),
        ("A1:A3, A1-A2 wall", ("hexside", ("A1", "A2"), "none", "wall")),
        ("A1:A4", ("hex", ("A4",), "none", "there")),
    ],
)
def test_each_aspect_of_a_hex_is_told(
    text: str, change: tuple[str, tuple[str, ...], str, str]
) -> None:
    found = changes(tiny("A1:A3"), tiny(text))
    assert change in found
    assert changes(tiny(text), tiny("A1:A3")) == {(w, h, new, old) for w, h, old, new in found}


def test_a_building_differs_in_its_locations() -> None:
    old = tiny("A1:A3, A2 building(stone,1) stairwell level(1)")
    new = tiny("A1:A3, A2 building(stone,2) level(1) level(2)")
    told = {each[0]: each[2:] for each in changes(old, new)}
    assert told["Locations"] == ("ground 0, level(1) 1", "ground 0, level(1) 1, level(2) 2")
    assert told["stairwell"] == ("there", "none")


def test_changes_next_to_each_other_hang_together() -> None:
    old, new = tiny("A1:A9"), tiny("A1:A9, A2 woods, A3 woods, A8 woods")
    assert change_places(old, new, board_changes(old, new)) == (("A2", "A3"), ("A8",))


# --- lines ----------------------------------------------------------------------------------------


def test_a_wood_blocks_what_it_lies_between() -> None:
    found = compare_boards(tiny("A1:A4"), tiny("A1:A4, A2 woods"))
    assert lines(found) == dict.fromkeys((("A1", "A3"), ("A1", "A4")), ("clear", "blocked by A6.2"))


def test_lines_beside_a_change_are_as_they_were() -> None:
    """Every line that differs passes a hex that does, or ends in one."""
    found = compare_boards(imported(), imported("C3", "A2"))
    assert found.pairs is not None
    assert found.pairs.changed
    assert all(each.places for each in found.pairs.changed)


def test_hindrance_differs() -> None:
    found = compare_boards(tiny("A1:A4, A2 grain"), tiny("A1:A4, A2 grain, A3 grain"))
    assert lines(found) == {
        ("A1", "A4"): ("clear+1", "clear+2"),
        ("A2", "A4"): ("clear", "clear+1"),
    }


def causes(old: Board, new: Board) -> dict[tuple[str, str], tuple[tuple[int, ...], bool]]:
    found = compare_boards(old, new).pairs
    assert found is not None
    return {(each.a, each.b): (each.places, each.together) for each in found.changed}


def drawn(terrain: int, *names: str) -> Board:
    """Draw some terrain, by pixels, in hexes of a bare sheet: A1, B1, C2, D2 and E3 lie in a row."""
    sheet = Sheet()
    for name in names:
        sheet.disc(name, terrain, 15)
    return board_of(sheet.archive())


def test_a_line_is_due_to_the_change_that_turns_it_alone() -> None:
    """The new grain at D2 has no say where woods block before it."""
    grown = Sheet()
    grown.disc("B1", WOODS, 15)
    grown.disc("D2", GRAIN, 15)
    found = causes(drawn(WOODS), board_of(grown.archive()))
    assert found["A1", "C2"] == ((0,), False)
    assert found["A1", "E3"] == ((0,), False)
    assert found["C2", "E3"] == ((1,), False)


def test_a_line_that_each_of_two_changes_turns_is_due_to_either() -> None:
    assert causes(drawn(WOODS), drawn(WOODS, "B1", "D2"))["A1", "E3"] == ((0, 1), False)


def test_a_line_that_neither_of_two_changes_turns_is_due_to_both_together() -> None:
    """Each stretch of grain hinders by one, both by two."""
    found = causes(drawn(GRAIN), drawn(GRAIN, "B1", "D2"))
    assert found["A1", "E3"] == ((0, 1), True)
    assert found["A1", "C2"] == ((0,), False)


def test_of_outlines_no_part_can_be_changed_alone() -> None:
    old, new = tiny("A1:A5"), tiny("A1:A5, A2 woods, A4 woods")
    assert causes(old, new)["A1", "A5"] == ((0, 1), True)


def test_a_patched_board_is_the_new_one_there_and_the_old_one_elsewhere() -> None:
    old, new = imported(), imported("C3", "A2")
    half = patched(old, new, {"C3"})
    assert {each.hexes for each in board_changes(old, half)} == {("C3",)}
    assert {each.hexes for each in board_changes(half, new)} == {("A2",)}
    assert changes(patched(half, new, {"A2"}), new) == set()


# --- the command ----------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, [*DIFF, *arguments])
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("boards")
    other = plain("other")
    other.disc("C3", WOODS, 15)
    paths = [plain("one").write(folder, "one"), other.write(folder, "other")]
    for name, text in (("a.lp", "A1:A4"), ("b.lp", "A1:A4, A2 woods")):
        (folder / name).write_text(tiny_facts(text))
        paths.append(folder / name)
    (folder / "named.lp").write_text('board("another").\n' + tiny_facts("A1:A4"))
    return {path.name: str(path) for path in [*paths, folder / "named.lp"]}


def test_equal_boards_end_with_0_whatever_they_are_called(boards: dict[str, str]) -> None:
    assert run("pegasus", "pegasus") == (0, "no change\n")
    status, said = run(boards["a.lp"], boards["named.lp"])
    assert status == 0
    assert "name: " in said
    assert said.endswith("no change\n")


def test_boards_that_differ_end_with_1(boards: dict[str, str]) -> None:
    status, said = run(boards["a.lp"], boards["b.lp"])
    assert status == 1
    assert "A2: terrain open -> woods" in said
    assert "2 of 6 pairs of Locations are judged otherwise" in said
    assert "due to place 1 (A2): 2 clear -> blocked" in said
    assert "  A1 to A3: clear -> blocked by A6.2" in said


def test_without_pairs_no_line_is_judged(boards: dict[str, str]) -> None:
    status, said = run(boards["one"], boards["other"], "--no-pairs")
    assert status == 1
    assert "C3: terrain open -> woods" in said
    assert said.endswith("2 changes in 1 place\n")


def test_boards_of_different_sizes_are_compared_by_what_they_share(boards: dict[str, str]) -> None:
    status, said = run(boards["a.lp"], boards["one"])
    assert status == 1
    assert "size: 4 hexes" in said
    assert "Locations on the new board alone: " in said


def test_json_tells_all_of_it(boards: dict[str, str]) -> None:
    _, said = run(boards["one"], boards["other"], "--json")
    answer = read_document(said)
    (cause,) = (row for row in answer.rows if "cause" in row)
    told = [row for row in answer.rows if "from" in row]
    assert cause["lines"] == len(told) == answer.counts["lines"] > 0
    assert cause["hexes"] == ["C3"]
    assert answer.answer == "no"


def test_the_picture_shows_both_boards_beside_each_other(
    boards: dict[str, str], tmp_path: Path
) -> None:
    picture = tmp_path / "diff.svg"
    assert run(boards["one"], boards["other"], "--no-pairs", "--svg", str(picture))[0] == 1
    root = ElementTree.parse(picture).getroot()
    kind = "{http://www.w3.org/2000/svg}"
    left, right = root.findall(f"{kind}svg")
    assert float(right.get("x", 0)) > float(left.get("width", 0))
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    rings = [e.get("data-hex") for e in root.iter() if e.get("class") == "highlighted"]
    assert rings == ["C3", "C3"]
    cited = {
        value[5:-1]
        for each in root.iter()
        for value in each.attrib.values()
        if value[:5] == "url(#"
    }
    assert cited <= set(ids)
    fills = {each.get("fill", "") for each in root.iter()}
    assert not any("board" in fill for fill in fills if fill.startswith("#"))


def test_neither_board_is_drawn_over(boards: dict[str, str]) -> None:
    before = Path(boards["other"]).read_bytes()
    status, said = run(boards["one"], boards["other"], "--svg", boards["other"])
    assert status == 2
    assert "is the board itself" in said
    assert Path(boards["other"]).read_bytes() == before
