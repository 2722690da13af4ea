"""Every place that a unit can be in is an end of lines: Cellars, Steeples, vertices and the like."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.geometry.coordinates import parse_coordinate
from hexcourt.facts.tracing.hex_lines import Stretches, walk_hexes, walk_points
from hexcourt.facts.tracing.sight_lines import every_pair
from hexcourt.solver.actions.judging import judge_actions
from hexcourt.solver.api.position import Position, open_position
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.placement.rule_locations import with_rule_locations
from hexcourt.solver.position.locations import PLACES, read_location
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight.los_engine import LosEngine
from tests.asp.test_los_properties import (
    BOARDS,
    DRAWINGS,
    differences,
    drawings,
    told,
    tries,
    turned,
)
from tests.effort import is_tried, one_in, one_of, sample, some_of
from tests.rulings import rule
from tests.tiny import RIM, tiny, tiny_facts

HOUSES = (
    "map_rule(cellars), A1:A6, B1:B6, A1 building(stone,1) level(1) stairwell, "
    "A2 building(stone,1) level(1), A1-A2 building_side"
)
"""A building of two hexes, each with a Cellar, the one with a stairwell."""
ROW = "map_rule(cellars), A1:A4, A1 building(stone,1), A2 building(stone,1), A1-A2 rowhouse_wall(1)"
CHURCH = "A1:A5, A1 building(stone,1) level(1) feature(dot(white_cross)), A3 building(stone,1)"
UNDERMINED = f"map_rule(cellars), {CHURCH}, A2 building(stone,1), A1-A2 building_side"
UNMEASURED = "A1:A4, A1 building_of_unknown_height(stone) feature(dot(white_cross))"
HIGH_GROUND = f"{UNMEASURED.replace('A1:A4, ', 'A1:A2, A3 open@14, A4, ')}"
"""The same, and a hill higher than any church."""
WORKS = "A1:A3, A1 factory(stone,1), A2 building(stone,2), A3 factory(stone,1)"
PLANT = "A1:A6, A1 factory(stone,1) stairwell, A2 factory(stone,1), A1-A2 building_side"
MANHOLE = "A1:A4, A1 feature(manhole), A3 feature(manhole)"
FLOWER = "A1:A4, B1:B4, C1:C4"
GULLY = "A1:A4, B1:B4, A2 gully@-2, A3 gully@-2, A2-A3 gully"

LINES = [
    ("O6.3", HOUSES, "A1/cellar", "A2/cellar", "clear", ""),
    ("O6.3", ROW, "A1/cellar", "A2/cellar", "blocked", "B23.71"),
    ("B23.25", HOUSES, "A1/cellar", "A1", "clear", ""),
    ("B23.25", HOUSES, "A2/cellar", "A2", "blocked", "B23.25"),
    ("B23.25", HOUSES, "A1/cellar", "A1h1", "blocked", "B23.25"),
    ("A6.8", HOUSES, "A1/cellar", "A2", "blocked", "A6.8"),
    ("O6.3", HOUSES, "A2/cellar", "A3", "clear", ""),
    ("O6.3 O6.1", f"{HOUSES}, A2-A3 wall", "A2/cellar", "A4", "blocked", "B9.21"),
    ("O6.3", f"{HOUSES}, A2-A3 wall", "A2", "A4", "clear", ""),
    ("O6.3", f"{HOUSES}, A2-A3 wall", "A2/cellar", "A3", "clear", ""),
    ("O6.6", f"{HOUSES}, A2 +rubble(stone)", "A2/cellar", "A3", "blocked", "O6.6"),
    ("O6.6", f"{HOUSES}, A2 +rubble(stone)", "A2/cellar", "A1/cellar", "clear", ""),
    ("O6.6", f"{HOUSES}, A2 +rubble(stone)", "A2/cellar", "A1", "unknown", "O6.6"),
    ("O6.1", "A1:A3, A1 building(stone,1), A2 building(stone,1)", "A1/cellar", "A3", "no such", ""),
    ("Q4.2", CHURCH, "A1/steeple", "A5", "clear", ""),
    ("Q4.2", CHURCH, "A1", "A5", "blocked", "A6.2"),
    ("Q4.2", CHURCH, "A1/steeple", "A1h1", "clear", ""),
    ("Q4.2 B23.25", CHURCH, "A1/steeple", "A1", "blocked", "B23.25"),
    ("Q4.2", f"{CHURCH}, A1 +rubble(stone)", "A1/steeple", "A5", "no such", ""),
    ("Q4.2", UNMEASURED, "A1/steeple", "A4", "clear", ""),
    ("Q4.2", f"{UNMEASURED}, A2 building(stone,1)", "A1/steeple", "A4", "unknown", "Q4.2"),
    ("Q4.2", f"{UNMEASURED}, A3 building(stone,1)", "A1/steeple", "A4", "blocked", "Q4.2"),
    ("Q4.2", f"{UNMEASURED}, A3 +debris, A2 brush", "A1/steeple", "A4", "clear", ""),
    ("Q4.2", HIGH_GROUND, "A1/steeple", "A4", "blocked", "Q4.2"),
    ("Q4.2", UNMEASURED, "A1/steeple", "A1", "unknown", "Q4.2"),
    ("Q4.2", UNMEASURED, "A1", "A4", "clear", ""),
    ("O.4B", PLANT, "A1/rooftop", "A1", "clear", ""),
    ("O.4B", PLANT, "A2/rooftop", "A2", "blocked", "O.4B"),
    ("B23.8", PLANT, "A1/rooftop", "A2/rooftop", "clear", ""),
    ("B23.8", f"{PLANT}, A4 building(stone,1)", "A2/rooftop", "A5", "blocked", "A6.2"),
    ("B23.8", PLANT, "A2/rooftop", "A5", "clear", ""),
    ("B8.2", MANHOLE, "A1/sewer", "A2", "blocked", "B8.2"),
    ("B8.2", MANHOLE, "A1/sewer", "A1", "unknown", "B8.2"),
    ("B8.2", MANHOLE, "A1/sewer", "A3/sewer", "unknown", "B8.2"),
    ("A2.8", FLOWER, "A1/trench", "A3", "clear", ""),
    ("A2.8 B9.21", f"{FLOWER}, A1-A2 wall", "A1/trench", "A3", "blocked", "B9.21"),
    ("B9.21", f"{FLOWER}, A1-A2 bocage", "A1/trench", "A3", "blocked", "B9.21"),
    ("B9.21", f"{FLOWER}, A1-A2 bocage, A3 @2", "A1/trench", "A3", "clear", ""),
    ("B9.21", f"{FLOWER}, A1-A2 bocage", "A1/trench", "A2", "clear", ""),
    ("Q4.2", UNDERMINED, "A1/cellar", "A1", "blocked", "Q4.2"),
    ("Q4.2", f"{UNDERMINED}, A1 stairwell", "A1/cellar", "A1", "clear", ""),
    ("FB6.14", f"{FLOWER}, A1-A2 wall, A1 feature(turntable)", "A1/turntable", "A3", "blocked", "B9.21"),
    ("A4.34", FLOWER, "B2-A3-A2", "A1", "clear", ""),
    ("A4.34", f"{FLOWER}, B2 building(stone,1)", "B2-A3-A2", "A1", "clear", ""),
    ("A4.34", f"{FLOWER}, B2 building(stone,1)", "B2-A3-A2", "C2", "unknown", "A4.34"),
    ("A6.1", f"{FLOWER}, A2 woods", "B2-A3-A2", "A1", "blocked", "A6.2"),
    ("A6.1", f"{FLOWER}, A2 woods", "B2-A3-A2", "A3", "clear", ""),
    ("A4.34", f"{FLOWER}, B2 building(stone,1)", "B2-A3-A2", "B2", "clear", ""),
    ("A6.8", f"{FLOWER}, A2 building(stone,1)@2", "B2-A3-A2", "A2", "clear", ""),
    ("A4.34", f"{FLOWER}, B2 building(stone,1) level(1)", "B2-A3-A2", "B2h1", "unknown", "A4.34"),
    ("B20.9", GULLY, "A2/CRA1", "A1", "clear", ""),
    ("B20.9", GULLY, "A2/CRA1", "A4", "clear", ""),
    ("B20.9", GULLY, "A2/CRA1", "A3", "clear", ""),
    ("B20.9 A6.2", f"{GULLY}, A4 woods, A5", "A2/CRA1", "A5", "blocked", "A6.2"),
    ("B20.9", f"{GULLY}, A1-A2 wall", "A2/CRA1", "A1", "unknown", "B20.9"),
    ("B20.9", GULLY, "A2/CRA1", "A2", "unknown", "B20.9"),
    ("A4.34", FLOWER, "B2-A3-A2", "B2-C3-C2", "clear", ""),
    ("A4.34", f"{FLOWER}, B2 building(stone,0)", "B2-A3-A2", "B2-C3-C2", "unknown", "A4.34"),
    ("A4.34", f"{FLOWER}, B2 building(stone,0)", "B2-A3-A2", "B2-A2-B1", "clear", ""),
    ("A6.1", f"{FLOWER}, B2 building(stone,0)", "A2-A3-B2", "C2-B2-C3", "blocked", "A6.2"),
    ("B23.8", f"{PLANT}, A3 factory(stone,1)", "A1/rooftop", "A3/rooftop", "clear", ""),
    ("B23.8 A6.2", WORKS, "A1/rooftop", "A3/rooftop", "blocked", "A6.2"),
    ("B20.9", GULLY, "A2/CRA3", "A4", "no such", ""),
    ("B30", FLOWER, "B2PicaB1/C2", "B4", "blocked", "B30"),
    ("B30", FLOWER, "B4PicaB3/C4", "B1", "clear", ""),
    ("B30", FLOWER, "B4PicaC4/B3", "B2PicaB3/A3", "clear", ""),
    ("B30", FLOWER, "B4PicaC4/B3", "B2PicaB1/A2", "blocked", "B30"),
    ("B30", FLOWER, "B2PicaB1/C2", "B3", "clear", ""),
    ("B30 A6.2", f"{FLOWER}, B3 woods", "B4PicaB3/C4", "B1", "blocked", "A6.2"),
    ("B30", FLOWER, "B2PicaB1/C2", "B2", "unknown", "B30"),
    ("B30", FLOWER, "B4PicaB3/C4", "B1-A1-A2", "unknown", "B30"),
    ("B30", FLOWER, "B4PicaB3/C4", "A1-A2-B1", "blocked", "B30"),
    ("B30", FLOWER, "B4PicaB3/C4", "C1-C2-B1", "clear", ""),
    ("B30 O.2B", f"{FLOWER}, B3-B4 wall", "B4PicaB3/C4", "B1", "unknown", "O.2B"),
    ("B30 O.2B", f"{FLOWER}, B3-B4 wall", "B4PicaB3/C4", "B3", "clear", ""),
    ("B30 O.2B", f"{FLOWER}, B3-B4 wall, B1 @2", "B4PicaB3/C4", "B1", "clear", ""),
    ("B30 O.2B", f"{FLOWER}, B3-B4 wall", "B4PicaB5/C5", "B1", "no such", ""),
    ("B30.1", f"{FLOWER}, B2 building(stone,1)", "B2PicaB1/C2", "B4", "no such", ""),
    ("B30.1", GULLY, "A2PicaA1/B1", "A4", "no such", ""),
]  # fmt: skip
"""Rule, board, both ends, and what is said of the line: verdict and rule."""


def opened(text: str, rim: int = RIM) -> Board:
    """Open a tiny board with its Locations, its counters on it."""
    return with_counters(with_rule_locations(tiny(text, rim=rim)), ())


@pytest.mark.parametrize(
    ("text", "ends", "verdict", "number"),
    [
        pytest.param(text, (a, b), verdict, number, id=f"{a} {b} {k}", marks=rule(*rules.split()))
        for k, (rules, text, a, b, verdict, number) in enumerate(LINES)
    ],
)
def test_ends(text: str, ends: tuple[str, str], verdict: str, number: str) -> None:
    board = opened(text, rim=0 if number == "A6.8" else RIM)
    if verdict == "no such":
        with pytest.raises(BadInput):
            [read_location(board, each) for each in ends]
        return
    read = [read_location(board, each) for each in ends]
    places, statuses = [each for each, _ in read], [status for _, status in read]
    engine = LosEngine(board)
    for order in ((0, 1), (1, 0))[: 2 if is_tried((text, ends), 3) else 1]:
        pair = [places[n] for n in order]
        ruling = engine.rule(pair[0], pair[1], [statuses[n] for n in order])[1]
        assert ruling.verdict == verdict
        assert {"blocked": ruling.blocked, "unknown": ruling.unknown}.get(verdict, ("",))[
            0
        ] == number
        table = engine.table(pair, np.array([[0, 1]]), [statuses[n] for n in order])
        assert told(table) == [(verdict, ruling.hindrance if verdict == "clear" else 0)]


def vertices(board: Board, count: int, seed: int) -> list[Location]:
    """Choose some vertices."""
    chosen = random.Random(seed)
    hexes = [chosen.choice(board.hexes) for _ in range(count)]
    return [Location(each.name, f"vertex({chosen.randrange(6)})", each.level) for each in hexes]


@drawings
@tries(2)
@given(text=BOARDS, seed=st.integers(0, 99))
def test_a6_5_lines_to_vertices_are_alike_both_ways_on_a_turned_board_and_told_whole(
    drawing: str, text: str, seed: int
) -> None:
    board = DRAWINGS[drawing](tiny(text))
    places = [*board.ground_locations, *vertices(board, 4, seed)]
    pairs = every_pair(len(places))
    pairs = pairs[(pairs[:, 1] >= len(board.hexes))]
    engine = LosEngine(board)
    here = told(engine.table(places, pairs))
    back = told(engine.table(places, pairs[:, ::-1].copy()))
    assert not differences(places, pairs, here, back)
    some, said = some_of(pairs.tolist(), 4), some_of(here, 4)
    whole = [engine.rule(places[a], places[b])[1] for a, b in some]
    assert [verdict for verdict, _ in said] == [each.verdict for each in whole]
    assert [n for v, n in said if v == "clear"] == [
        each.hindrance for each in whole if each.verdict == "clear"
    ]
    around = [
        each if each.vertex is None else replace(each, place=f"vertex({(each.vertex + 3) % 6})")
        for each in places
    ]
    there = told(LosEngine(turned(board)).table(around, pairs))
    assert not differences(places, pairs, here, there)


def stretches(walked: Stretches, line: int) -> list[tuple[float, frozenset[int]]]:
    """List the hexes along a line, and where it leaves them."""
    part = slice(walked.starts[line], walked.starts[line + 1])
    found = list(
        zip(
            np.round(walked.ends[part], 9).tolist(),
            map(
                frozenset,
                zip(walked.hexes[part].tolist(), walked.twins[part].tolist(), strict=True),
            ),
            strict=True,
        )
    )
    return [one for one, two in pairwise([*found, (2.0, frozenset({-2}))]) if one[1] != two[1]]


def test_lines_between_centre_dots_are_walked_alike_by_way_of_points() -> None:
    board = open_board("budapest")
    chosen, count = random.Random(5), len(board.hexes)
    ends = np.array([chosen.sample(range(count), 2) for _ in range(300)], dtype=np.int32)
    rims = np.zeros((count, 6), np.uint8)
    one, two = (walk(board, rims, ends, 0.0) for walk in (walk_hexes, walk_points))
    for line in range(len(ends)):
        assert stretches(one, line) == stretches(two, line), board.hexes[ends[line, 0]].name


@pytest.mark.parametrize("text", [HOUSES, CHURCH, PLANT, MANHOLE, UNMEASURED, FLOWER])
def test_only_hexes_that_may_have_locations_are_told_of(text: str) -> None:
    board = tiny(text)
    everywhere = replace(
        board,
        hexes=tuple(replace(e, features=(*e.features, "dot(white_cross)")) for e in board.hexes),
    )
    added = {e.name for e in with_rule_locations(board).locations if not e.printed}
    every = {e.name for e in with_rule_locations(everywhere).locations if not e.printed}
    crosses = {e.name for e in board.hexes if "dot(white_cross)" not in e.features}
    assert added == every - {f"{name}/steeple" for name in crosses}


def test_what_the_boards_have_is_what_moving_knows() -> None:
    for name in ("barricades", "pegasus"):
        board = open_board(name)
        for place in board.locations:
            if not place.printed:
                assert place.place in PLACES
                assert read_location(board, place.name) == (place, None)


@rule("A2.2", "B30")
@pytest.mark.parametrize("drawing", sorted(DRAWINGS))
def test_b30_a_covered_arc_widens_by_a_hex_at_each_range(drawing: str) -> None:
    board = DRAWINGS[drawing](tiny(", ".join(f"{column}1:{column}7" for column in "ABCDEFG")))
    position = Position(board)
    around = [board.hexes[n].name for n in board.neighbours[board.indices["D4"]].tolist()]
    in_an_arc: set[str] = set()
    for vertex in range(6):
        pillbox = f"D4Pica{around[vertex]}/{around[vertex - 1]}"
        seen = {row["from"] for row in position.see(pillbox).rows if row["verdict"] == "clear"}
        at = {n: [name for name in seen if board.range("D4", name) == n] for n in (1, 2, 3)}
        assert {n: len(names) for n, names in at.items()} == {1: 6, 2: 3, 3: 4}, (
            "those that adjoin are all seen"
        )
        in_an_arc |= seen
        if vertex not in sample((1, 4), range(6)):  # line by line those of two vertices
            continue
        for name in (*at[3], around[vertex - 4], "D1", "D7"):
            said = "clear" if name in seen else "blocked"
            for ends in ((pillbox, name), (name, pillbox)):
                assert position.los(*ends).rows[0]["verdict"] == said
                (row,) = position.legal('sees("{}","{}")'.format(*ends)).rows
                assert row["verdict"] == {"clear": "yes", "blocked": "no"}[said]
        count = position.ask(f'count H : hex(H), sees("{pillbox}",H)').rows[0]
        assert (count["value"], count["value_most"]) == (len(seen), len(seen) + 1), "its own hex"
    assert len(in_an_arc) == len(board.hexes) - 1


@rule("B30")
def test_b30_a_vertex_of_which_its_hex_alone_is_in_the_covered_arc() -> None:
    position = Position(tiny(", ".join(f"{column}1:{column}7" for column in "ABCDEFG")))
    pillbox = "D4PicaD3/E4"
    said = {}
    for end in ("D2-D1-E2", "D2-D1-C2", "F3-E3-F2", "D1-C1-C2"):
        rows = [position.los(*ends).rows[0] for ends in ((pillbox, end), (end, pillbox))]
        said[end] = {(row["verdict"], row["rule"]) for row in rows}
    assert said == {
        "D2-D1-E2": {("clear", None)},
        "D2-D1-C2": {("unknown", "B30")},
        "F3-E3-F2": {("clear", None)},
        "D1-C1-C2": {("unknown", "B30")},
    }


@rule("B30")
def test_b30_fire_on_a_pillbox() -> None:
    position = Position(tiny(f"{FLOWER}, B2 brush"))
    said = {}
    for arc in ("B3/C4", "B3/A4"):
        rows = position.effect('small_arms("C1")', f"B4Pica{arc}").rows
        said[arc] = {(row["effect"], row["value"], row["rule"]) for row in rows}
    assert said == {
        "B3/C4": {("hindrance", 1, "A6.7"), ("tem(pillbox)", None, "B30")},
        "B3/A4": {("attack", "impossible", "B30")},
    }
    vary = ['{ smoke(H,3) : H = ("B2";"B3") } = 2', '{ wreck("A1") } = 1']
    question = 'exists : sees("B4PicaB3/C4","B1")'
    assert position.ask(question).verdict.value == "yes"
    assert position.ask(question, vary=vary).verdict.value == "no", "B.10"


QUESTIONS = [
    ('exists : sees("K13-L12-K12", "L14")', "pegasus"),
    ('exists : sees("C25/cellar", "D23")', "barricades"),
    ('exists : sees("C25/cellar", "B25/cellar")', "barricades"),
    ('which L : in_hex(L, "C25"), sees(L, "B25")', "barricades"),
]


@one_in(2)
@pytest.mark.parametrize(("question", "name"), QUESTIONS)
def test_families_are_as_each_world_by_itself(question: str, name: str) -> None:
    engine = QuerySession(name)
    near = "K14" if name == "pegasus" else "C25"
    family = engine.ask(question, vary=[f'{{ rubble("{near}",stone) }} <= 1'])
    alone = [
        QuerySession(open_position(name, pieces)).ask(question).answer
        for pieces in ([], [f'rubble("{near}",stone)'])
    ]
    counts = family.worlds.counts
    assert {each: n for each, n in counts.items() if n} == {e: alone.count(e) for e in set(alone)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("D24En/trench", "names two places at once"),
        ("A1/steeple", "does not exist"),
        ("A1-A2", "name the vertex by its three hexes, such as A1-A2-B1"),
        ("A1-A2-A4", "does not adjoin A1"),
        ("A1/turntable", "A1 has no RR Turntable"),
    ],
)
def test_refusals(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_location(opened(f"{FLOWER}, D24"), text)


APART = (
    *("1E4caD3/F3", "F3-E5", "F3-E3-E5", "BB3/CRBB5", "F3-F5", "1E4/CRE7", "1E4-E6", "1E4-E5-E6"),
    *("1E4caE5/E6", "E4/HDG4", "E4-D5-D3", "E4/CRD5caD3/D4", "E4-D3-D5", "14oAE4/CR14oAE6"),
    *("[PB]K13-K15", "E4-E5-D3", "1E4-1E5-E7"),
)


@pytest.mark.parametrize("text", APART)
def test_a2_2_hexes_that_adjoin_on_no_board_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="they do not adjoin; name hexes that share a hexside"):
        parse_coordinate(text).check_neighbours()


@pytest.mark.parametrize(
    "text",
    [
        *("1E4caD3/D4", "F3-E3", "K13-L12-K12", "BB3/CRBB2", "1E10-2A1", "1E4/CRE5"),
        *("1E4-E5-1F4", "E4-D5"),
    ],
)
def test_a2_2_those_that_may_adjoin_are_not(text: str) -> None:
    parse_coordinate(text).check_neighbours()


@rule("A2.3")
def test_a2_3_a_board_by_itself_has_half_hexes_at_its_edges() -> None:
    drawn = DRAWINGS["pixels"](tiny("A1:A3, B1:B3"))
    width, height = 24, 60
    layout = replace(drawn.layout, origin=(Fraction(0), Fraction(10)), extent=(width, height))
    board = replace(drawn, layout=layout)
    assert board.half_hexes == ("A1", "A2", "A3", "B3")
    assert tiny("A1:A3, B1:B3").half_hexes == (), "a slice does not tell"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ('"K13-L12-K12","L14"', "yes"),
        ('"K13-L12-K12","J13"', "unknown"),
        ('"K13-L12-L13","J14"', "no"),
        ('"II13/steeple","L14"', "unknown"),
    ],
)
def test_legal_sees_what_lines_of_sight_do(line: str, answer: str) -> None:
    board = open_board("pegasus")
    (ruling,) = judge_actions(board, [f"sees({line})"])
    one, other = (read_location(board, each.strip('"'))[0] for each in line.split(","))
    said = LosEngine(board).rule(one, other)[1].verdict
    assert ruling.verdict == answer == {"clear": "yes", "blocked": "no"}.get(said, said)


@pytest.mark.parametrize("target", some_of(["M12", "K14", "J13", "L14", "K11", "N12"], 3))
def test_a_hexside_is_what_both_its_vertices_are(target: str) -> None:
    position = open_position("pegasus")
    vertices = ("K13-L12-K12", "K13-L12-L13")
    alone = [position.los(target, each).rows[0] for each in vertices]
    if len({(row["verdict"], row["hindrance"]) for row in alone}) > 1:
        with pytest.raises(
            BadInput, match="they differ; name the vertex, " + " or ".join(vertices)
        ):
            position.los(target, "K13-L12")
        return
    for answer in (position.los(target, "K13-L12"), position.los("K13-L12", target)):
        assert answer.rows[0]["verdict"] == alone[0]["verdict"]
        assert answer.lines[-1] == "K13-L12: the same at " + " and ".join(vertices)
        assert answer.assumed[-1] == answer.lines[-1]


TOLD_LEVELS = (
    # what is asked, of a church whose Steeple lies at level 2, and of one whose height is not recorded
    ('exists : level("A1/steeple",2)', "yes", "unknown"),
    ('exists : level("A1/steeple",3)', "no", "unknown"),
    ('exists : level("A1/steeple") >= 1', "yes", "yes"),
    ('exists : level("A1/steeple") <= 0', "no", "no"),
    ('all L : in_hex(L,"A1") -> level(L) <= 2', "yes", "unknown"),
    ('exists : location("A1/steeple"), level("A1") = 0', "yes", "yes"),
    ('exists : sees("A1/steeple","A2"), level("A1/steeple") >= 3', "no", "unknown"),
)


@rule("Q4.2")
@pytest.mark.parametrize(("question", "measured", "unmeasured"), TOLD_LEVELS)
def test_how_high_a_steeple_lies_is_known_where_its_church_is(
    question: str, measured: str, unmeasured: str
) -> None:
    for board, said in ((CHURCH, measured), (UNMEASURED, unmeasured)):
        answer = Position(opened(board)).ask(question)
        assert answer.verdict == said, board
        assert ("Q4.2" in answer.undecided) == (said == "unknown")


@rule("Q4.2")
@pytest.mark.parametrize("lying", one_of([(), ('debris("A3")',), ('rubble("A2",stone)',)], 3))
def test_lines_of_a_steeple_of_unknown_height_are_one_through_every_entry_point(
    lying: tuple[str, ...],
) -> None:
    bare = Position(opened(f"{UNMEASURED}, A5, A2 building(stone,1)"))
    position = bare.place(*lying)
    said = {name: position.los("A1/steeple", name).rows[0] for name in ("A2", "A3", "A4", "A5")}
    seen = {row["from"]: row for row in position.see("A1/steeple").rows}
    for name, row in said.items():
        assert (row["verdict"], row["hindrance"]) == (
            seen[name]["verdict"],
            seen[name]["hindrance"],
        )
        verdict = {"clear": "yes", "blocked": "no"}.get(row["verdict"], "unknown")
        asked = f'sees("A1/steeple","{name}")'
        assert position.legal(asked).verdict == verdict
        assert position.ask(f"exists : {asked}").verdict == verdict
        for piece in lying:
            counts = bare.ask(f"exists : {asked}", vary=[f"{{ {piece} }} = 1"]).counts
            assert counts[f"worlds_{verdict}"] == 1


@rule("Q4.2", "B10.31")
def test_height_advantage_of_a_steeple_of_unknown_height_is_not_told() -> None:
    engine = LosEngine(opened(UNMEASURED))
    ends = [engine.board.location(name) for name in ("A1/steeple", "A3")]
    effects = {each.effect for each in engine.rule(*ends, explain=True)[1].reasons}
    assert "advantage" not in effects


MILE = "A1:A6, B1:B6"
LANE = f"{FLOWER}, B2 building(stone,0), C2 building(stone,0), B2-C2 narrow_street(paved)"
BANK = "A1:A7, B1:B7, A3 emrr@1, B3 emrr@1, A3-B3 rail(emrr)"
COMBINED = [
    ("O6.3 B9.21", f"{HOUSES}, A2-A3 wall", "A2/cellar", "B3", [], "no"),
    ("O6.3 D9.4", HOUSES, "A2/cellar", "A4", ['afv("A3")'], "yes"),
    ("O6.6", HOUSES, "A1/cellar", "A2/cellar", ['rubble("A2",stone)'], "yes"),
    ("Q4.2", f"{UNMEASURED}, A2 vineyard", "A1/steeple", "A3", ['afv("A2")'], "yes"),
    ("Q4.2 A6.4", f"{UNMEASURED}, A2 woods", "A1/steeple", "A3", [], "no"),
    ("B20.9", GULLY, "A2/CRA1", "A4", [], "yes"),
    ("B20.9 D9.4", GULLY, "A2/CRA1", "A4", ['afv("A3")'], "yes"),
    ("B20.9", f"{GULLY}, A1-A2 hedge", "A2/CRA1", "A1", [], "unknown"),
    ("FB6.12423", BANK, "A2", "A4", ['rubble("A3",stone)'], "no"),
    ("FB6.12422", BANK, "A2", "A5", ['debris("A3")'], "yes"),
    ("Q4.141 A4.34", LANE, "B2-C2-B1", "B3", ['roadblock("B2","C2")'], "unknown"),
    ("Q4.141 D9.4", LANE, "B1", "C3", ['roadblock("B2","C2")', 'afv("C2")'], "no"),
    ("B9.2", f"{MILE}, A2-A3 road(paved)", "A1", "A4", ['roadblock("A2","A3")'], "no"),
]


@one_in(2)
@pytest.mark.parametrize(
    ("text", "ends", "laid", "verdict"),
    [
        pytest.param(text, (a, b), laid, verdict, id=f"{a} {b} {k}", marks=rule(*rules.split()))
        for k, (rules, text, a, b, laid, verdict) in enumerate(COMBINED)
    ],
)
def test_ends_and_pieces_together_through_every_entry_point(
    text: str, ends: tuple[str, str], laid: list[str], verdict: str
) -> None:
    position = Position(opened(text)).place(*laid)
    asked = f'sees("{ends[0]}","{ends[1]}")'
    assert position.los(*ends).verdict == verdict
    assert position.los(*reversed(ends)).verdict == verdict
    assert position.legal(asked).verdict == verdict
    assert position.ask(f"exists : {asked}").verdict == verdict


@rule("Q4.3")
@pytest.mark.parametrize(
    ("drawn", "upstairs"), [("feature(dot(large_round))", True), ("feature(manhole)", False)]
)
def test_a_large_round_dot_is_a_stairwell_for_moves_and_lines(drawn: str, upstairs: bool) -> None:
    text = tiny_facts(f"A1 building(stone,1) level(1) {drawn}, A2")
    house = Position(parse_board(text, "house.lp"))
    assert (house.path("A1", "A1h1", unit="squad").verdict == "yes") is upstairs
    assert (house.los("A1", "A1h1").rows[0]["verdict"] == "clear") is upstairs
    assert (
        "A1h1" in {r["location"] for r in house.adjacent("A1").rows if r["adjacent"]}
    ) is upstairs
