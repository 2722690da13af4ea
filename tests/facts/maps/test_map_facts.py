"""The printed examples about maps and notation: each answer is asked of a board or of the parser.

The rows come from the shared list of examples; one small adapter a row asks the question.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from hexcourt.facts.boards.board import Board, direction_between, hexside_key
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.geometry.coordinates import (
    ConveyedUnit,
    Facing,
    Role,
    Shelter,
    Status,
    parse_coordinate,
    parse_hex,
)
from hexcourt.facts.geometry.hexes import neighbour
from hexcourt.facts.maps.joining import Section, join

SHARED = Path(__file__).parent.parent.parent.parent.parent / "shared"
EXAMPLES = SHARED / "examples" / "examples.csv"
KINDS = ("terrain", "notation parse", "geometry", "locations")

Row = dict[str, str]
PROBABLE = r"([A-Z]{1,2}[0-9]+)-([A-Z]{1,2}[0-9]+)\(probable"
SIDE = re.compile(r"\b([A-Z]{1,2}[0-9]+)-([A-Z]{1,2}[0-9]+)")


def rows() -> list[Row]:
    if not EXAMPLES.is_file():
        return []
    with EXAMPLES.open(encoding="utf-8", newline="") as opened:
        return [row for row in csv.DictReader(opened) if row["query_kind"] in KINDS]


def named(pattern: str, text: str) -> str:
    """Find what a pattern catches in the text of a row."""
    found = re.search(pattern, text)
    assert found is not None, f"{text!r} does not hold {pattern}"
    return found[1]


def yes(text: str) -> bool:
    """Read a yes or no at the start of an expectation."""
    return named("^(yes|no)", text) == "yes"


def pegasus() -> Board:
    return embedded_board("pegasus")


def hexside_terms(first: str, second: str) -> frozenset[str]:
    return pegasus().hexsides.get(hexside_key(first, second), frozenset())


# --- maps -----------------------------------------------------------------------------------------


def narrow_street_between(row: Row) -> None:
    first, second = SIDE.search(row["query"]).groups()  # type: ignore[union-attr]
    kind = named(r"\((\w+)\)", row["expected"])
    assert (f"narrow_street({kind})" in hexside_terms(first, second)) is yes(row["expected"])


def narrow_streets_of(row: Row) -> None:
    name = named("of ([A-Z]+[0-9]+)", row["query"])
    told = {hexside_key(*side) for side in SIDE.findall(row["expected"])}
    found = {
        side
        for side, terms in pegasus().hexsides.items()
        if name in side and any(term.startswith("narrow_street") for term in terms)
    }
    assert found == told
    probable = {hexside_key(*side) for side in re.findall(PROBABLE, row["expected"])}
    doubts = {subject for subject, confidence, _ in pegasus().notes if confidence != "high"}
    assert {"-".join(side) for side in probable} <= doubts


def steeple(row: Row) -> None:
    name = named(r"\((\w+)\)", row["query"])
    assert ("steeple" in pegasus().hex(name).features) is yes(row["expected"])


def two_story_house(row: Row) -> None:
    name = named(r"\((\w+)\)", row["query"])
    house = pegasus().hex(name)
    assert yes(row["expected"])
    floors = [place.floor for place in pegasus().locations_of(name)]
    assert floors == [None, 1], "ground and first Location, no Rooftop"
    assert house.stairwell is ("inherent stairwell" in row["expected"])
    height = float(named(r"([0-9.]+)-level obstacle", row["expected"]))
    term = f"building(stone,{int(height)})"
    assert height == int(height) + 0.5
    assert term in house.terrain
    others = re.findall(r"\b([A-Z]+[0-9]+)\b", named("same dot also at (.*)", row["map_check"]))
    dots = {record.name for record in pegasus().hexes if "dot(large_round)" in record.features}
    assert {name, *others} <= dots


def roadblock_extent(row: Row) -> None:
    first, second = re.findall(r"centre\(([A-Z]+[0-9]+)\)", row["expected"])
    one, two = pegasus().hex(first), pegasus().hex(second)
    assert pegasus().range(first, second) == 1
    start, end = pegasus().layout.centre(one.place), pegasus().layout.centre(two.place)
    direction = direction_between(one.place, two.place)
    assert direction is not None
    middle = pegasus().layout.hexside_middles()[direction]
    assert ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2) == pytest.approx(
        (start[0] + middle[0], start[1] + middle[1])
    ), "the segment meets the middle of the hexside"


# --- notation -------------------------------------------------------------------------------------


def bypass(row: Row) -> None:
    written, wrong = SIDE.findall(row["expected"])
    passed = named(r"hex ([A-Z]+[0-9]+)", row["query"])
    read = parse_coordinate("-".join(written))
    assert str(read.hex.name) == passed
    assert [str(each.name) for each in read.bypass] == [written[1]]
    assert str(parse_coordinate("-".join(wrong)).hex.name) != passed
    assert str(read) == "-".join(written)


def height(row: Row) -> None:
    read = parse_coordinate(row["query"])
    assert read.hex.board == named(r"board (\w+)", row["expected"])
    assert str(read.hex.name) == named(r"hex ([A-Z]+[0-9]+)", row["expected"])
    level = int(named(r"(?:height |level \()([+-][0-9]+)", row["expected"]))
    assert read.half_levels == 2 * level


def covered_arc(row: Row) -> None:
    read = parse_coordinate(row["query"])
    place = parse_coordinate(named(r"level of (\w+)", row["expected"]))
    assert read.hex == place.hex
    assert read.half_levels == 0
    first, second = SIDE.search(row["expected"]).groups()  # type: ignore[union-attr]
    assert read.covered_arc is not None
    assert {str(each.name) for each in read.covered_arc} == {first, second}
    assert direction_between(printed(first), printed(second)) is not None
    directions = {
        direction_between(printed(str(read.hex.name)), printed(n)) for n in (first, second)
    }
    assert None not in directions


def printed(name: str) -> tuple[int, int]:
    """Place a hex of a geomorphic board: every second column lies half a hex higher."""
    read = parse_hex(name)
    return read.column, 2 * (read.row - 1) + read.column % 2


def prefixes_and_suffixes(row: Row) -> None:
    e5 = parse_coordinate("E5").hex
    read: dict[str, Callable[[], bool]] = {
        "Wire/": lambda: parse_coordinate("Wire/E4").beneath_wire,
        "Bridge/": lambda: parse_coordinate("Bridge/E4").beneath_bridge,
        "En": lambda: parse_coordinate("E4En").inside is Shelter.ENTRENCHMENT,
        "Pi": lambda: parse_coordinate("E4Pi").inside is Shelter.PILLBOX,
        "P": lambda: (
            parse_coordinate("E4P T-34 B").conveyed == ConveyedUnit(Role.PASSENGER, "T-34 B")
        ),
        "R": lambda: parse_coordinate("E4R T-34 B").conveyed == ConveyedUnit(Role.RIDER, "T-34 B"),
        "/CR": lambda: parse_coordinate("E4/CRE5").facing == Facing(Status.CREST, e5),
        "/HD": lambda: parse_coordinate("E4/HDE5").facing == Facing(Status.HULL_DOWN, e5),
    }
    listed = re.findall(r"/?\b[A-Z][A-Za-z]*\b/?", row["query"])
    assert set(listed) == set(read)
    assert all(asked() for asked in read.values())


def overlay(row: Row) -> None:
    read = parse_coordinate(row["query"])
    assert read.hex.overlay == named(r"overlay (\w+)", row["expected"])
    assert read.hex.board == named(r"board (\w+)", row["expected"])
    assert str(read.hex.name) == named(r"hex ([A-Z]+[0-9]+)", row["expected"])
    assert str(read) == row["query"]


def archives(*names: str) -> tuple[Board, ...]:
    paths = [SHARED / "vasl" / "boards" / name for name in names]
    if not all(path.is_file() for path in paths):
        pytest.skip("no board archives in ../shared/vasl/boards")
    return tuple(map(import_board, paths))


def both_printed(row: Row) -> None:
    """Board 1 above and to the left of others; the edges of rows 10, of A and of GG are printed."""
    assert named("^(north[a-z-]+) board", row["expected"]) == "northeastern-most"
    rows_told = {int(each) for each in re.findall(r"\b[0-9]+\b", row["expected"])}
    one, two = archives("bd01", "bd02")
    above = join([[Section(one, "1")], [Section(two, "2", reversed=True)]])
    assert above.by_place[1, 19].name == "1B10"
    neither = join([[Section(one, "1", reversed=True)], [Section(two, "2")]])
    assert neither.by_place[1, 19].name == "1FF0"
    assert rows_told == {0, 10}
    beside = join([[Section(one, "1"), Section(two, "2")]])
    assert beside.by_place[32, 8].name == "2A5"


def butted(row: Row) -> None:
    """Wherever Open Ground half-hexes of boards 1 and 3 meet other terrain, that terrain counts."""
    assert row["expected"] == "the non-Open-Ground terrain"
    one, three = archives("bd01", "bd03")
    board = join([[Section(one, "1", reversed=True)], [Section(three, "3")]])
    assert board.sections is not None
    met = set()
    for other, name in board.sections.aliases.items():
        halves = [{"1": one, "3": three}[each[0]].hex(each[1:]).terrain for each in (name, other)]
        if ("open",) in halves:
            (terrain,) = {*halves} - {("open",)} or {("open",)}
            assert board.hex(name).terrain == terrain
            met.add(terrain)
    assert len(met) > 1


# --- one test a row -------------------------------------------------------------------------------

ADAPTERS: dict[str, Callable[[Row], None]] = {
    "PB01": narrow_street_between,
    "PB02": narrow_streets_of,
    "PB08": roadblock_extent,
    "PB33": steeple,
    "PB36": two_story_house,
    "A201": bypass,
    "A202": height,
    "A203": height,
    "A204": covered_arc,
    "A205": prefixes_and_suffixes,
    "A206": both_printed,
    "A217": overlay,
    "A223": butted,
}

NOT_BUILT = {
    "PB34": "Q4.2: the Steeple Location needs the church's height, which was not read",
    "A220": "A2.51: offboard hexes need map configurations",
    "O06": "O.1: what rubble does to a road is a rule of movement",
}


def examples() -> list[object]:
    if not EXAMPLES.is_file():
        reason = "no examples in ../shared/examples"
        return [pytest.param({}, id="examples", marks=pytest.mark.skip(reason=reason))]
    return [
        pytest.param(
            row,
            id=f"{row['id']} {row['rule']}",
            marks=[pytest.mark.xfail(strict=True, raises=KeyError, reason=NOT_BUILT[row["id"]])]
            if row["id"] in NOT_BUILT
            else [],
        )
        for row in rows()
    ]


@pytest.mark.parametrize("row", examples())
def test_printed_example(row: Row) -> None:
    ADAPTERS[row["id"]](row)


def test_no_adapter_without_its_row() -> None:
    if not EXAMPLES.is_file():
        pytest.skip("no examples in ../shared/examples")
    assert {*ADAPTERS, *NOT_BUILT} == {row["id"] for row in rows()}


# --- what the examples say of board 1 -------------------------------------------------------------


def board_1() -> Board:
    archive = SHARED / "vasl" / "boards" / "bd01"
    if not (archive.is_file() and EXAMPLES.is_file()):
        pytest.skip("no board archives in ../shared/vasl/boards")
    return import_board(archive)


def test_building_of_the_coordinate_examples() -> None:
    board = board_1()
    names = [
        named("^([A-Z]+[0-9]+)", row["map_check"])
        for row in rows()
        if row["map_check"].endswith("stone building")
    ]
    assert names
    for name in names:
        assert any(term.startswith("building(stone") for term in board.hex(name).terrain)


COMPASS = ("N", "NE", "SE", "S", "SW", "NW")


def test_neighbours_of_the_coordinate_examples() -> None:
    board = board_1()
    told = [
        (name, side, other)
        for row in rows()
        for name in re.findall("^([A-Z]+[0-9]+) [NS]", row["map_check"])
        for side, other in re.findall(r"\b([NS][EW]?)=([A-Z]+[0-9]+)", row["map_check"])
    ]
    told += [
        (name, side, other)
        for row in rows()
        for name, other, side in re.findall(
            r"^(\w+)-(\w+) adjacent \(\1 ([NS][EW]?) side\)", row["map_check"]
        )
    ]
    assert len(told) >= 3
    for name, side, other in told:
        place = neighbour(board.hex(name).place, COMPASS.index(side))
        assert board.by_place[place].name == other


def test_half_hexes_of_the_far_edge_of_board_2() -> None:
    archive = SHARED / "vasl" / "boards" / "bd02"
    if not (archive.is_file() and EXAMPLES.is_file()):
        pytest.skip("no board archives in ../shared/vasl/boards")
    board = import_board(archive)
    with EXAMPLES.open(encoding="utf-8", newline="") as opened:
        checks = [row["map_check"] for row in csv.DictReader(opened)]
    told = [
        (name, terrain)
        for check in checks
        for name, terrain in re.findall(r"bd02 ([A-Z]+0)\b.*?(woods|open)", check)
    ]
    assert told
    for name, terrain in told:
        assert terrain in board.hex(name).terrain
