"""What fills the air of a hex and lines of sight: SMOKE, Blazes, FFE, dust (A24, B25, C1, F11)."""

from __future__ import annotations

from functools import cache

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board, board_text
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.solver.api.position import Position
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.placement.rule_locations import with_rule_locations
from tests.cli.test_commands import hexcourt
from tests.documents import examples_of, says
from tests.effort import is_tried, one_in, some_of
from tests.rulings import rule
from tests.tiny import pixelled, tiny

FIELD = "A1:A5, B1:B5"
HILLS = "A1 @6, A2:A6, A7 @6, B1:B7, A2 @-2"
HOUSE = "A1:A4, A2 building(stone,1) stairwell level(1), B1:B4"
TOWER = "A1 @8, A2 building(stone,1) stairwell level(1), A3 @8, B1:B3"
CELLARS = (
    "map_rule(cellars), A1 building(stone,1) stairwell level(1), A2 building(stone,1), A3, A4, A5, "
    "A1-A2 building_side, A4 building(stone,1) level(1)"
)
BRIDGE = "A1 @-2, A2 bridge(stone) bed@-2 under@-2, A3 @-2"
FLOWER = "A1:A4, B1:B4, C1:C4"
STREET = f"{FLOWER}, B2 building(stone,0), C2 building(stone,0), B2-C2 narrow_street(paved)"

LINES = [
    # rules, board, what lies there, ends, what is said of the line
    ("A24.2", FIELD, 'smoke("A2",white)', "A1 A3", "clear 3"),
    ("A24.2", FIELD, 'smoke("A2",dispersed)', "A1 A3", "clear 2"),
    ("A24.2", FIELD, 'smoke("A2",grenades)', "A1 A3", "clear 2"),
    ("A24.2", FIELD, 'smoke("A2",1)', "A1 A3", "clear 1"),
    ("A24.2", FIELD, 'smoke("A1",white)', "A1 A2", "clear 3"),
    ("A24.2", FIELD, 'smoke("A3",white)', "A1 A2", "clear 0"),
    ("A24.2 B.10", FIELD, 'smoke("A2",white) smoke("A3",white)', "A1 A4", "blocked B.10"),
    ("A24.2", FIELD, 'smoke("A2",white) blaze("A2")', "A1 A3", "clear 3"),
    ("A24.2 A6.7", FIELD, 'smoke("A3",white) smoke("B2",2)', "A2 B3", "clear 3"),
    ("A24.2 D9.4", FIELD, 'smoke("A2",2) afv("A2")', "A1 A4", "clear 3"),
    ("A24.2 A6.7", f"{FIELD}, A2 brush", 'smoke("A2",2)', "A1 A3", "clear 3"),
    ("A24.2 A6.2", f"{FIELD}, A2 woods", 'smoke("A2",2)', "A1 A3", "blocked A6.2"),
    ("A24.2", HOUSE, 'smoke("A2",white)', "A2 A2h1", "clear 3"),
    ("A24.2 FB6.1234", f"{FIELD}, A2 emrr@1", 'smoke("A2",2)', "A1 A3", "clear 2"),
    ("A24.2 B6.1", BRIDGE, 'smoke("A2",2)', "A1 A3", "clear 0"),
    ("A24.4", HILLS, 'smoke("A4",white)', "A1 A7", "clear 0"),
    ("A24.4", HILLS, 'smoke("A4",wp)', "A1 A7", "clear 2"),
    ("A24.4", HILLS, 'smoke("A3",white)', "A1 A5", "unknown A24.4"),
    ("A24.2", HILLS, 'smoke("A5",white)', "A1 A5", "clear 3"),
    ("A24.4", HOUSE, 'smoke("A2",white,level(1))', "A1 A2h1", "unknown A24.4"),
    ("A24.4 A6.2", HOUSE, 'smoke("A2",white,level(1))', "A1 A3", "blocked A6.2"),
    ("A24.4", HOUSE, 'smoke("A2",white,level(1))', "A3 A4", "clear 0"),
    ("A24.4", TOWER, 'smoke("A2",grenades,level(1))', "A1 A3", "clear 0"),
    ("A24.4", TOWER, 'smoke("A2",wp,level(1))', "A1 A3", "unknown A24.4"),
    ("B25.2", FIELD, 'blaze("A2")', "A1 A3", "clear 3"),
    ("B25.2", FIELD, 'blaze("B4")', "A1 A3", "clear 0"),
    ("B25.2", HILLS, 'blaze("A4")', "A1 A7", "unknown B25.2"),
    ("C1.57", FIELD, 'ffe("A2")', "A1 A3", "unknown C1.57"),
    ("C1.57", FIELD, 'ffe("B4")', "A1 A3", "clear 0"),
    ("C1.57 A6.2", f"{FIELD}, A3 woods", 'ffe("A2")', "A1 A4", "blocked A6.2"),
    ("F11.7", FIELD, 'dust("A2")', "A1 A3", "unknown F11.7"),
    ("F11.7", FIELD, 'dust("B4")', "A1 A3", "clear 0"),
    ("O6.8", CELLARS, 'smoke("A2",2)', "A2/cellar A3", "clear 2"),
    ("O6.8", CELLARS, 'smoke("A2",2)', "A2/cellar A1/cellar", "clear 0"),
    ("O6.8", CELLARS, 'smoke("A2",2)', "A2/cellar A4h1", "unknown O6.8"),
    ("O6.8 A24.2", CELLARS, 'smoke("A3",2)', "A2/cellar A4h1", "clear 2"),
    ("O6.8", CELLARS, 'smoke("A1",2)', "A1/cellar A1", "clear 2"),
    ("A24.2 A4.34", FLOWER, 'smoke("B2",2)', "B2-A3-A2 A1", "clear 2"),
    ("A24.2 A4.34", FLOWER, 'smoke("B2",2)', "A2-A3-B2 A1", "clear 0"),
    ("A24.2 A4.34", FLOWER, 'smoke("B2",2)', "B2-A3-A2 B2-C3-C2", "clear 2"),
    ("Q4.131", STREET, 'smoke("B2",2)', "B2-C2-B1 A1", "unknown Q4.131"),
    ("Q4.131", STREET, 'smoke("A1",2)', "B2-C2-B1 A1", "clear 2"),
]  # fmt: skip


@cache
def opened(text: str) -> Board:
    """Open a tiny board with its Locations."""
    return with_counters(with_rule_locations(tiny(text)), ())


def said(row: dict[str, object]) -> str:
    """Write the verdict on a line, with its hindrance or its rule."""
    return f"{row['verdict']} {row['hindrance'] if row['verdict'] == 'clear' else row['rule']}"


@one_in(3)
@pytest.mark.parametrize(
    ("text", "laid", "ends", "expected"),
    [
        pytest.param(
            text, laid.split(), ends.split(), expected, id=f"{laid} {ends}", marks=rule(*r.split())
        )
        for r, text, laid, ends, expected in LINES
    ],
)
def test_lines_with_clouds_are_alike_both_ways_and_through_every_entry_point(
    text: str, laid: list[str], ends: list[str], expected: str
) -> None:
    bare = Position(opened(text))
    position = bare.place(*laid)
    assert said(position.los(*ends).rows[0]) == expected
    assert said(position.los(*reversed(ends)).rows[0]) == expected
    if not is_tried((text, laid, ends), 3):
        return
    (seen,) = [e for e in position.see(ends[1]).rows if e["from"] == ends[0]] or [None]
    if seen is not None:  # `see` lists no vertices
        assert said(seen) == expected
    word = {"clear": "yes", "blocked": "no", "unknown": "unknown"}[expected.split()[0]]
    asked = f'sees("{ends[0]}","{ends[1]}")'
    assert position.ask(f"exists : {asked}").verdict == word
    assert position.legal(asked).verdict == word
    together = [f"{{ {each} }} = 1" for each in laid]
    assert bare.ask(f"exists : {asked}", vary=together).counts[f"worlds_{word}"] == 1
    if word == "yes":
        number = int(expected.split()[1])
        assert (
            position.ask(f'exists : hindrance("{ends[0]}","{ends[1]}") = {number}').verdict == "yes"
        )


MOVES = [
    # rule, unit, what lies there, answer, MF or MP
    ("A24.7", "squad", 'smoke("A2",white)', "yes", 2),
    ("A24.7", "squad", 'smoke("B4",white)', "yes", 1),
    ("A24.7", "tank", 'smoke("A2",2)', "yes", 3),
    ("A24.7 B15.4", "squad", 'smoke("A3",2)', "yes", 2.5),
    ("B25.4", "squad", 'blaze("A2")', "unknown", 1),
    ("C1.5", "squad", 'ffe("A2")', "unknown", 1),
    ("F11.7", "tank", 'dust("A2")', "unknown", 2),
]


@pytest.mark.parametrize(
    ("unit", "laid", "verdict", "spent"),
    [pytest.param(*each, id=f"{each[1]} {each[0]}", marks=rule(*r.split())) for r, *each in MOVES],
)
def test_moves_into_clouds(unit: str, laid: str, verdict: str, spent: float) -> None:
    ends = ("A4", "A3") if "A3" in laid else ("A1", "A2")
    answer = Position(opened(f"{FIELD}, A3 grain")).place(laid).path(*ends, unit=unit)
    assert (answer.verdict, answer.rows[0]["spent"]) == (verdict, spent)


def test_what_may_be_laid_is_left_open_and_what_is_misspelt_refused() -> None:
    position = Position(opened(FIELD))
    assert position.legal('smoke("A2",white)').verdict == "unknown"
    with pytest.raises(BadInput, match="smoke has grey as its Kind; write white, dispersed"):
        position.place('smoke("A2",grey)')


WEATHER = [
    # rules, board, ends, what is given, what lies there, what is said of the line
    ("E3.1", FIELD, "A1 A4", "low_visibility(2)", "", "clear 2"),
    ("E3.1", HOUSE, "A2 A2h1", "low_visibility(2)", "", "clear 0"),
    ("E3.1 A24.2", FIELD, "A1 A4", "low_visibility(1)", 'smoke("A2",3)', "clear 4"),
    ("E3.1 B.10", FIELD, "A1 A4", "low_visibility(3)", 'smoke("A2",3)', "blocked B.10"),
    ("E3.51", FIELD, "A1 A4", "weather(rain)", "", "unknown E3.51"),
    ("E3.51", HOUSE, "A2 A2h1", "weather(rain)", "", "clear 0"),
    ("E3.51 E3.1", FIELD, "A1 A4", "weather(rain) low_visibility(1)", "", "clear 1"),
    ("E3.32", FIELD, "A1 A4", "weather(mist)", "", "unknown E3.32"),
    ("E3.32 E3.1", FIELD, "A1 A4", "weather(mist) low_visibility(0)", "", "clear 0"),
    ("E3.51 A6.2", f"{FIELD}, A2 woods", "A1 A4", "weather(rain)", "", "blocked A6.2"),
    ("", FIELD, "A1 A4", "weather(ground_snow)", "", "clear 0"),
    ("E1.1", FIELD, "A1 A4", "night(3)", "", "clear 0"),
    ("E1.1", FIELD, "A1 A5", "night(3)", "", "unknown E1.1"),
    ("E1.1 A6.2", f"{FIELD}, A2 woods", "A1 A5", "night(3)", "", "blocked A6.2"),
    ("E1.9", FIELD, "A1 A5", 'night(3) illuminated("A5")', "", "unknown E1.9"),
    ("E1.9", FIELD, "A1 A5", 'night(4) illuminated("A5")', "", "clear 0"),
    ("E1.1 A24.4", HILLS, "A1 A5", "night(3)", 'smoke("A3",white)', "unknown E1.1"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "ends", "given", "laid", "expected"),
    [
        pytest.param(
            text, *(each.split() for each in some), expected,
            id=f"{given} {ends} {k}", marks=rule(*rules.split()) if rules else (),
        )
        for k, (rules, text, *some, expected) in enumerate(WEATHER)
        for ends, given, _ in [some]
    ],
)  # fmt: skip
def test_night_and_weather_bear_on_every_line_through_every_entry_point(
    text: str, ends: list[str], given: list[str], laid: list[str], expected: str
) -> None:
    position = Position(opened(text)).place(*laid).give(*given)
    first, second = ends
    assert said(position.los(first, second).rows[0]) == expected
    assert said(position.los(second, first).rows[0]) == expected
    if not is_tried((text, given, ends), 3):
        return
    (seen,) = (row for row in position.see(second).rows if row["from"] == first.replace("h", "/L"))
    assert said(seen) == expected
    word = {"clear": "yes", "blocked": "no"}.get(expected.split()[0], "unknown")
    asked = f'sees("{first}","{second}")'
    assert position.ask(f"exists : {asked}").verdict == word
    assert position.legal(asked).verdict == word
    family = position.ask(f"exists : {asked}", vary=['{ debris("B4") } <= 1'])
    assert family.counts[f"worlds_{word}"] == 2


def test_night_and_weather_are_alike_line_by_line_and_for_many_lines() -> None:
    text = f"{HILLS}, B3 woods, B5 brush, A5 orchard, B2-B3 wall"
    for drawn, given in (
        (opened(text), ("low_visibility(2)",)),
        (pixelled(opened(text)), ("night(2)", 'illuminated("B4")', "weather(rain)")),
    ):
        position = Position(drawn).place('smoke("A3",wp)', 'smoke("B4",2)').give(*given)
        for row in some_of(position.matrix().rows, 30):
            line = position.los(row["from"], row["to"]).rows[0]
            assert said(line) == said(row), (row["from"], row["to"])


def test_the_page_shows_what_is_printed() -> None:
    blocks = examples_of("on_lines.md")
    assert len(blocks) == 3
    for shown in (shown for block in blocks for shown in block):
        assert says(hexcourt(*shown.arguments).stdout, shown.lines), shown.arguments


@rule("A24.7")
def test_smoke_along_which_a_vehicle_passes_is_left_open() -> None:
    for laid, verdict in (('smoke("B2",2)', "unknown"), ('smoke("A4",2)', "yes")):
        answer = Position(opened(STREET)).place(laid).path("B1", "B2-C2", unit="tank")
        assert answer.verdict == verdict


@rule("A24.4")
def test_smoke_on_a_named_level_comes_back_from_facts() -> None:
    position = Position(tiny(HOUSE)).place('smoke("A2",white,level(1))')
    text = board_text(position.board)
    again = parse_board(text, "x")
    assert again.counters == position.board.counters
    for wrong in ('counter("A2",level(1),debris).', 'counter("A1",level(1),smoke(white)).'):
        with pytest.raises(BadInput):
            parse_board(f"{board_text(tiny(HOUSE))}\n{wrong}", "x")
    for line in (("A2", "A2h1"), ("A1", "A2h1")):
        assert Position(again).los(*line).rows[0]["rule"] == "A24.4"
