"""Areas as hexes of a board: edges, hexrows, numbers, distances, buildings, roads, names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.areas.area import Area, both, either
from hexcourt.facts.areas.read_sentences import read_sentence
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board, board_text
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.solver.api.position import Position
from hexcourt.solver.placement.rule_locations import with_rule_locations
from hexcourt.solver.position.areas import Areas, read_named, with_areas
from hexcourt.solver.query.session import QuerySession
from tests.effort import tries
from tests.facts.maps.test_joining import DIRT, HOUSE, WOODS, archived, mapped
from tests.rulings import rule
from tests.tiny import strip, tiny

DRAWN = (
    (slice(0, 20), slice(120, 135), DIRT, 0),  # leaves between A2 and A3
    (slice(106, 119), slice(0, 60), DIRT, 0),  # leaves by C1
    (slice(137, 143), slice(0, 9), DIRT, 0),  # touches C1, and leaves by D0
    (slice(143, 160), slice(0, 9), DIRT, 0),
    (slice(160, 215), slice(115, 135), HOUSE, 0),  # a building in D2
    (slice(215, 240), slice(90, 115), HOUSE, 0),  # which touches another part, in E2, at a corner
    (slice(330, 345), slice(30, 45), HOUSE, 0),
    (slice(40, 70), slice(180, 220), WOODS, 1),
)


@cache
def board(name: str = "1") -> Board:
    return archived(name, 9, 4, DRAWN)


@cache
def on(board_: str = "") -> Areas:
    """Give the areas of a map: of board 1 alone, or of some told as ``1 2r`` with a side for North."""
    if not board_:
        return Areas(board())
    told, _, north = board_.partition(" north ")
    rows = told.split(" / ")
    boards = {each: board(each) for each in "123"}
    return Areas(mapped(rows, boards, north or "up"))


def hexes(sentence: str, map_: str = "") -> str:
    return " ".join(sorted(on(map_).of([sentence])))


def test_edges_are_the_ends_of_hexrows_and_the_last_hexrows() -> None:
    assert hexes("north edge") == "A1 B0 C1 D0 E1 F0 G1 H0 I1"
    assert hexes("south edge") == "A4 B4 C4 D4 E4 F4 G4 H4 I4"
    assert hexes("west edge") == "A1 A2 A3 A4"
    assert on().of(["any edge"]) == on().of(["north, east, south or west edge"])
    assert on().of(["any edge"]) == {
        each for each in board().by_name if each in on().asked("edge(H)")
    }


@pytest.mark.parametrize(
    ("north", "west"), [("up", "1A"), ("right", "1"), ("down", "1I"), ("left", "4")]
)
def test_north_may_be_any_side(north: str, west: str) -> None:
    found = on(f"1 north {north}").of(["west edge"])
    assert all(each.startswith(west) or each.endswith(west) or west == "1" for each in found)
    assert len(found) == (4 if north in ("up", "down") else 9)


def test_edges_of_boards_are_edges_of_the_map() -> None:
    assert hexes("west edge of board 1", "1 2") == "1A1 1A2 1A3 1A4"
    assert "2A1" in on("1 2").of(["north edge of board 1"])  # of both boards
    assert "2B0" not in on("1 2").of(["north edge of board 1"])
    with pytest.raises(BadInput, match="east edge of board 1: lies against another board"):
        hexes("east edge of board 1", "1 2")
    with pytest.raises(BadInput, match="board 7 is not on map map; write 1 or 2"):
        hexes("north edge of board 7", "1 2")


def test_parts_of_edges() -> None:
    assert hexes("north edge between B0 and D0") == "B0 C1 D0"
    assert hexes("north edge on or west of C1") == "A1 B0 C1"
    assert hexes("north edge west of C1") == "A1 B0"
    assert hexes("A2-A4") == "A2 A3 A4"
    assert hexes("B0-D0") == "B0 C1 D0"  # along the edge
    assert hexes("B1-B2") == "B1 B2"
    # round the corner where two edges meet
    assert hexes("west and south edge between A3 and C4") == "A3 A4 B4 C4"
    assert hexes("any edge between C4 and A3") == "A3 A4 B4 C4"
    assert hexes("H0-I2") == "H0 I1 I2"
    with pytest.raises(BadInput, match="A2 and I2 do not lie on one edge, nor on two that meet"):
        hexes("any edge between A2 and I2")
    with pytest.raises(BadInput, match="B0 does not lie on the west edge"):
        hexes("west edge between B0 and A3")
    for wrong in ("west edge between B0 and D0", "north edge on or south of C1", "B1-D2"):
        with pytest.raises(BadInput):
            hexes(wrong)


@rule("A2.6")
def test_roads_leave_by_hexes_and_between_half_hexes() -> None:
    assert hexes("road hexes on the west edge") == "A2 A3"
    assert hexes("road hexes on the north edge") == "C1 D0"
    assert hexes("any single road hex on the east edge") == ""
    assert QuerySession(board()).ask('exists : road_off("C1", north)').answer == "yes"
    assert QuerySession(board()).ask('exists : road_off("A1", west)').answer == "no"


@rule("A2.3")
def test_whole_hexes_are_no_half_hexes() -> None:
    assert "B0" not in on().of(["whole hexes"]) and "A2" not in on().of(["whole hexes"])
    assert len(on().of(["whole hexes"])) == 7 * 4 - 4 + 0
    seam = on("1 2").of(["board 1"]) & on("1 2").of(["board 2"])
    assert len(seam) == 4
    assert not seam & on("1 2").of(["whole hexes of board 1"])
    assert on("1 2").of(["whole hexes of board 1"]) < on("1 2").asked('wholly_of(H,"1")')


def test_hexrows_have_sides_across_the_map_alone() -> None:
    assert hexes("on or west of hexrow B") == "A1 A2 A3 A4 B0 B1 B2 B3 B4"
    assert hexes("west of hexrow B") == "A1 A2 A3 A4"
    assert on().of(["on or between hexrows F and D"]) == on().of(["hexrows D-F"])
    with pytest.raises(BadInput, match="north of hexrow B: hexrows of map 1 run from north"):
        hexes("north of hexrow B")
    assert "1A1" in on("1 north right").of(["south of hexrow B"])


def test_seam_hexes_have_two_names() -> None:
    two = on("1 / 2")
    (seam,) = two.of(["1B4"])
    assert two.of(["2B0"]) == {seam}
    assert seam in two.of(["board 1, hexes >= 4"]) and seam in two.of(["board 2, hexes <= 0"])
    assert seam not in two.of(["board 2, hexes >= 4"])
    assert two.of(["hexrow C"]) == two.of(["hexrow 1C"])
    with pytest.raises(BadInput, match="A2 names 2 hexes of map map; write 1A2 or 2A2"):
        two.of(["A2"])
    assert two.of(["board 2, A2"]) == {"2A2"}
    with pytest.raises(BadInput, match="there are 2 hexrows C on map map; write 1C or 2C"):
        hexes("hexrow C", "1 2")
    with pytest.raises(BadInput, match="hexrow Q is not on map map: hexrows A to I are in play"):
        hexes("hexrow Q", "1 2")
    with pytest.raises(BadInput, match="hex 2A9 is not on map map: hexrows A to I of board 2"):
        hexes("2A9", "1 2")


def test_distances_count_from_the_nearest() -> None:
    assert hexes("within 1 hex of C2") == "B1 B2 C1 C2 C3 D1 D2"
    assert hexes("adjacent to C2") == "B1 B2 C1 C3 D1 D2"
    assert on().of(["at least 2 hexes from C2"]) == on().ground.all - on().of(
        ["within 1 hex of C2"]
    )
    assert on().of(["> 1 hex from west edge"]) == on().of(["on or east of hexrow C"])
    assert on().of(["within 1 hex of E2 or G2"]) == on().of(
        ["within 1 hex of E2", "within 1 hex of G2"]
    )
    assert on().of(["at least 2 hexes from any marsh hex"]) == on().ground.all  # there is none


def test_hexgrains_have_sides() -> None:
    assert hexes("on or north of hexgrain A2-C1") == "A1 A2 B0 B1 C1 D0"
    assert hexes("west of hexgrain C1-C3") == hexes("west of hexrow C")
    for wrong in ("north of hexgrain C1-C3", "north of hexgrain A1-C3", "north of hexgrain A1-A1"):
        with pytest.raises(BadInput):
            hexes(wrong)


def test_a_building_is_all_that_hangs_together() -> None:
    assert hexes("building D2") == "D2 E2"
    assert on().of(["building E2"]) == on().of(["building D2"])
    assert hexes("building G1") == "G1"
    assert on().of(["any building hex"]) == on().of(["buildings D2, G1"])
    with pytest.raises(BadInput, match="building A1: no building lies in A1"):
        hexes("building A1")


def test_buildings_of_outlines_hang_together_over_hexsides() -> None:
    house, other = "building(stone,1)", "building(wood,1)"
    drawn = tiny(f"A1:A4, A1 {house}, A2 {house}, A3 {house}, A4 {other}, A1-A2 building_side")
    areas = Areas(with_rule_locations(drawn))
    assert areas.of(["building A1"]) == {"A1", "A2"}
    assert areas.of(["building A4"]) == {"A4"}


def test_terrain_and_levels_are_those_of_the_rules() -> None:
    assert hexes("any woods hex") == "B3" == hexes("hexes on level 1 or higher")
    assert on().of(["hexes on level 0"]) == on().ground.all - {"B3"}
    assert on().of(["any road hex"]) == on().asked("road(H)")


@rule("A2.5")
def test_units_enter_by_hexes_at_an_edge() -> None:
    areas = on()
    assert areas.ground.of_sentence(read_sentence("Enter on Turn 1 within 1 hex of B1").value) == {
        "A1",
        "A2",
        "B0",
        "C1",
    }
    assert areas.ground.of_sentence(read_sentence("Placed in C2").value) == {"C2"}


# --- names -----------------------------------------------------------------------------------------


def named(**told: str) -> Board:
    return with_areas(board(), {name: (sentence,) for name, sentence in told.items()})


def test_areas_use_areas_and_lists_of_sentences_are_unions() -> None:
    areas = with_areas(
        board(), read_named(["a1=hexrow A", "a1=C1", "far=a1 but not north edge"])
    ).areas
    assert areas["a1"] == ("A1", "A2", "A3", "A4", "C1")
    assert areas["far"] == ("A2", "A3", "A4")


def test_circles_are_refused_with_their_names() -> None:
    with pytest.raises(
        BadInput, match=r"^area a1: is defined by itself: a1 by b1 by a1; break the circle$"
    ):
        named(a1="b1 or C1", b1="a1")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            {"west": "hexrow A"},
            "area west: its name may be read as part of a sentence; .*west_area",
        ),
        ({"A1": "hexrow A"}, "area A1: its name may be read"),
        ({"x;": "hexrow A"}, "is no name; write up to 40 letters"),
        ({"x": "hexrows per SSR 2"}, "area x: 'hexrows per SSR 2': not understood"),
        ({"x": '"y1"'}, "area x: area y1: there is none; write x"),
        ({"x": "Z9"}, "area x: hex Z9 is not on map 1: hexrows A to I are in play"),
    ],
)
def test_wrong_areas_are_refused_by_name(told: Mapping[str, str], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        named(**told)


def test_areas_are_asked_by_name_alone_and_in_families() -> None:
    session = QuerySession(named(g1="building D2", bank="on or west of hexrow B"))
    assert session.ask('which H : area("g1",H)').rows == (("D2",), ("E2",))
    assert session.ask('count H : area("bank",H), edge(H,west)').value == (4, 4)
    found = session.ask('exists : sees("C2","F2")', vary=['{ rubble(H,wood) : area("g1",H) } = 1'])
    assert sum(found.worlds.counts.values()) == 2
    with pytest.raises(
        BadInput, match=r'area\("g2",H\): area g2: there is none; did you mean g1\?'
    ):
        session.ask('which H : area("g2",H)')
    with pytest.raises(BadInput, match="write north, east, south or west"):
        session.ask("which H : edge(H,up)")


def test_facts_files_keep_areas_and_where_north_is() -> None:
    told = with_areas(on("1 north left").board, {"g1": ("south edge",), "none": ("off board",)})
    back = parse_board(board_text(told), "b.lp")
    assert (back.north, back.area_sentences) == ("left", told.area_sentences)
    assert {name: set(each) for name, each in back.areas.items()} == {
        name: set(each) for name, each in told.areas.items()
    }
    assert Areas(back).named("g1") == set(told.areas["g1"]) == {f"1I{n}" for n in range(1, 5)}
    assert back.digest == told.digest


def test_a_map_tells_its_areas(tmp_path: Path) -> None:
    from hexcourt.facts.maps.configuration import read_areas

    told = read_areas({"a b": ["hexrow A", "C1"], "c": "a b or C2"})
    assert told == {"a b": ("hexrow A", "C1"), "c": ("a b or C2",)}
    for wrong in (7, {"x": 7}, {"x": []}, {"x": ["hexrow A", 7]}, {"x": " "}):
        with pytest.raises(BadInput):
            read_areas(wrong)


def test_positions_name_areas() -> None:
    position = Position(board()).name_areas({"g1": "building D2", "g2": ["g1", "C1"]})
    assert position.area("g2 but not C1").rows[0]["hexes"] == ["D2", "E2"]
    assert position.ask('count H : area("g2",H)').rows[0]["value"] == 3
    assert position.place("rubble(D2,stone)").area("any building hex").counts["hexes"] == 3


# --- properties ------------------------------------------------------------------------------------

_SENTENCES = (
    *(
        "north edge",
        "east edge on or north of I2",
        "hexes >= 2 and <= 3",
        "hexrows C-F",
        "B2, D3 and F0",
    ),
    *(
        "building D2",
        "any building hex",
        "within 2 hexes of D2",
        "at least 3 hexes from north edge",
    ),
    *("road hexes on any edge", "whole hexes", "adjacent to any road hex", "hexes on level 1"),
    *(
        "on or west of hexrow D",
        "south of hexgrain A2-C1",
        "east edge or hexrow B",
        "A2-A4",
        "C1-E1",
    ),
    *("any woods hex", "whole hexes but not within 1 hex of C2", "north edge between B0 and E1"),
)
_some = st.lists(st.sampled_from(_SENTENCES), min_size=1, max_size=3)


def of(parts: list[str], together: object = either) -> frozenset[str]:
    areas: list[Area] = [on().read([each]) for each in parts]
    return on().ground.hexes(either(areas) if together is either else both(areas))


@tries(60)
@given(_some, _some)
def test_union_and_intersection_are_monotone(some: list[str], more: list[str]) -> None:
    assert of(some) <= of([*some, *more])
    assert of([*some, *more], both) <= of(some, both) <= of(some)
    assert of([*some, *more]) == of(some) | of(more)


@pytest.mark.parametrize("sentence", _SENTENCES)
def test_turning_the_map_with_north_changes_nothing(sentence: str) -> None:
    assert on("1 north up").of([sentence]) == on("1r north down").of([sentence])


@rule("B6.4")
def test_a_gully_beneath_a_bridge_makes_a_gully_hex() -> None:
    board = tiny("A1 gully@-2, A2 bridge(stone) bed@-2 under@-2, A3 bridge(stone)")
    assert Areas(board).of(["any gully hex"]) == {"A1", "A2"}


@rule("A2.4")
def test_a_building_beside_the_dot_makes_a_building_hex() -> None:
    """Areas name the hexes that the rules take for building hexes."""
    board = tiny("A1, A2, A3", strip("building(stone,0)", 0, 820, 1450))
    for sentence in ("any building hex", "any stone building hex", "building A2"):
        assert Areas(board).of([sentence]) == {"A2"}
    assert not Areas(board).of(["any wooden building hex"])
    with pytest.raises(BadInput, match="no building lies in A1"):
        Areas(board).of(["building A1"])
