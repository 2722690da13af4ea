"""What is measured of boards for moving units: on tiny boards drawn both ways, and on real ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Raster
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.geometry.hexes import STEPS, neighbour
from hexcourt.facts.tracing.movement_facts import movement_facts
from tests.asp.test_los_properties import BOARDS, turned
from tests.effort import tries
from tests.tiny import outline, pixelled, strip, tiny

VASL = Path(__file__).parent.parent.parent.parent.parent / "shared" / "vasl"
DRAWINGS: dict[str, Callable[[Board], Board]] = {
    "outlines": lambda board: board,
    "pixels": pixelled,
}
drawings = pytest.mark.parametrize("drawing", DRAWINGS)


def facts(board: Board, predicate: str, name: str | None = None) -> set[str]:
    """List the facts of one predicate, of one hex or all, without the full stop."""
    told = movement_facts(board)
    return {
        fact[:-1]
        for fact in told.about([name] if name else told)
        if fact.startswith(f"{predicate}(")
    }


# --- tiny boards ----------------------------------------------------------------------------------


@drawings
def test_neighbours_and_edges(drawing: str) -> None:
    board = DRAWINGS[drawing](tiny("A1, A2, B1"))
    assert facts(board, "adjoins", "A1") == {'adjoins("A1","A2",3)', 'adjoins("A1","B1",2)'}
    assert facts(board, "edge", "A1") == {f'edge("A1",{side},map)' for side in (0, 1, 4, 5)}


def test_a_board_that_names_hexes_beyond_it_is_cut_out() -> None:
    cut = tiny("A1, A2", 'feature("A2",map_edge).feature("A1",road(paved,"B1")).')
    whole = tiny("A1, A2, B1", 'feature("A2",map_edge).feature("A1",road(paved,"B1")).')
    assert facts(cut, "edge", "A1") == {f'edge("A1",{side},cut)' for side in (0, 1, 2, 4, 5)}
    assert facts(cut, "edge", "A2") == {f'edge("A2",{side},map)' for side in (1, 2, 3, 4, 5)}
    assert not {fact for fact in facts(whole, "edge") if "cut" in fact}


@pytest.mark.parametrize(
    ("feature", "told"),
    [
        ('road(dirt,"B1")', 'over("A1",2,road(dirt))'),
        ('rail(emrr,"A0")', 'over("A1",0,rail(emrr))'),
        ('hexside(interior_factory_wall(2),"B0")', 'over("A1",1,interior_factory_wall(2))'),
        ('hexside(crest,"B1")', None),
        ('road(dirt,"C1")', None),
        ('road(dirt,"over there")', None),
        ('road(dirt,"A2")', None),
    ],
)
def test_what_leaves_a_board(feature: str, told: str | None) -> None:
    board = tiny("A1, A2", f'feature("A1",{feature}).')
    assert facts(board, "over") == ({told} if told else set())


@drawings
def test_hexside_terrain_is_told_from_both_hexes(drawing: str) -> None:
    board = DRAWINGS[drawing](tiny("A1, A2, A1-A2 wall crest narrow_street(paved)"))
    assert facts(board, "over") == {
        *(f'over("A1",3,{term})' for term in ("wall", "narrow_street(paved)")),
        *(f'over("A2",0,{term})' for term in ("wall", "narrow_street(paved)")),
    }


@drawings
def test_what_facts_files_say_of_a_hex(drawing: str) -> None:
    text = "A1, A2 building(stone,2)@2 stairwell level(1) slope(3) +rubble(stone)"
    board = DRAWINGS[drawing](tiny(text, 'feature("A2",manhole).bed("A2",-2).'))
    plain = ("hex", "elevation", "terrain", "bed", "stairwell", "slope", "location", "feature")
    told = {fact for predicate in (*plain, "counter") for fact in facts(board, predicate, "A2")}
    assert told == {
        'hex("A2")', 'elevation("A2",2)', 'terrain("A2",building(stone,2))', 'bed("A2",-2)',
        'stairwell("A2")', 'slope("A2",3)', 'location("A2",ground,2)', 'location("A2",level(1),4)',
        'feature("A2",manhole)', 'counter("A2",ground,rubble(stone))',
    }  # fmt: skip


@drawings
def test_facts_are_sorted_and_end_in_a_full_stop(drawing: str) -> None:
    for told in movement_facts(DRAWINGS[drawing](tiny("A1 woods, A2, B1, A1-A2 wall"))).values():
        assert told == tuple(sorted(set(told)))
        assert all(fact.endswith(").") for fact in told)


@drawings
def test_terrain_that_fills_a_hex(drawing: str) -> None:
    board = DRAWINGS[drawing](tiny("A1 woods, A2, B1", rim=0))
    assert facts(board, "clearance") == {f'clearance("A1",{side},woods,0)' for side in range(6)}
    share = 1000 if board.raster else 999  # the corners of an outline are whole numbers
    assert facts(board, "depicted") == {f'depicted("A1",woods,{share})'}


def test_terrain_that_is_not_drawn_fills_its_hex() -> None:
    board = parse_board('hex("A1").hex("A2").terrain("A1",woods).', "test.lp")
    assert facts(board, "clearance") == {f'clearance("A1",{side},woods,0)' for side in range(6)}
    assert facts(board, "depicted") == {'depicted("A1",woods,1000)'}


@drawings
def test_inherent_terrain_has_no_clearance(drawing: str) -> None:
    board = DRAWINGS[drawing](tiny("A1 orchard, A2, B1"))
    assert not facts(board, "clearance")
    assert facts(pixelled(board), "depicted") == {'depicted("A1",orchard,1000)'}


@drawings
@pytest.mark.parametrize("term", ["shellholes", "paved_road", "wall", "bridge(stone)"])
def test_open_ground_and_roads_have_no_clearance(drawing: str, term: str) -> None:
    text = "A1, A2, A1-A2 wall" if term == "wall" else f"A1 {term}, A2"
    board = DRAWINGS[drawing](tiny(text))
    assert not facts(board, "clearance")
    assert bool(facts(board, "depicted", "A1")) == (term == "paved_road")


# --- outlines -------------------------------------------------------------------------------------


def drawn(terrain: str, *rings: list[tuple[int, int]], name: str = "x") -> str:
    """Write an outline with holes as facts."""
    lines = outline(name, terrain, 0, rings[0])
    for number, ring in enumerate(rings[1:], 1):
        lines += [f'corner("{name}",{number},{n},{x},{y}).' for n, (x, y) in enumerate(ring)]
    return "\n".join(lines)


def box(left: int, top: int, right: int, bottom: int) -> list[tuple[int, int]]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def gaps(board: Board, name: str, term: str) -> dict[int, int]:
    """Map directions to the distances told of a term in a hex."""
    pattern = re.compile(rf'clearance\("{name}",(\d),{re.escape(term)},(\d+)\)')
    found = map(pattern.fullmatch, facts(board, "clearance", name))
    return {int(match[1]): int(match[2]) for match in found if match}


def test_distance_of_an_outline() -> None:
    board = tiny("A1, A2", drawn("brush", box(-100, -350, 100, -99)))
    assert gaps(board, "A1", "brush") == {0: 150, 1: 240, 5: 240}
    assert facts(board, "depicted") == {'depicted("A1",brush,57)'}


def test_distance_is_to_the_hexside_with_its_vertices() -> None:
    board = tiny("A1", drawn("brush", [(-900, -400), (-500, -100), (-540, 0), (-900, 0)]))
    near = gaps(board, "A1", "brush")
    assert (near[4], near[5]) == (0, 0)
    assert set(near) == {4, 5}


def test_an_outline_that_crosses_a_hex_without_a_corner_in_it() -> None:
    board = tiny("A1, A2", drawn("brush", box(-2000, -100, 2000, 100)))
    assert gaps(board, "A1", "brush") == {0: 400, 1: 0, 2: 0, 3: 400, 4: 0, 5: 0}


def test_an_outline_that_passes_round_a_hex_is_not_near_its_other_hexsides() -> None:
    around = [
        (-100, -450), (100, -450), (100, -900), (900, -900), (900, 900), (100, 900), (100, 450),
        (-100, 450), (-100, 1100), (1200, 1100), (1200, -1100), (-100, -1100),
    ]  # fmt: skip
    assert gaps(tiny("A1", drawn("brush", around)), "A1", "brush") == {
        0: 0, 1: 190, 2: 190, 3: 0, 4: 190, 5: 190
    }  # fmt: skip


def test_a_hole_is_not_covered() -> None:
    board = tiny("A1", drawn("brush", box(-2000, -2000, 2000, 2000), box(-700, -700, 700, 700)))
    assert not facts(board, "depicted")
    board = tiny("A1", drawn("brush", box(-2000, -2000, 2000, 2000), box(-100, -100, 100, 100)))
    assert facts(board, "depicted") == {'depicted("A1",brush,954)'}
    assert gaps(board, "A1", "brush") == dict.fromkeys(range(6), 0)


def test_the_nearest_of_several_outlines_counts() -> None:
    more = drawn("brush", box(-50, -100, 50, 0)) + drawn(
        "brush", box(-50, -300, 50, -200), name="y"
    )
    board = tiny("A1", more)
    assert gaps(board, "A1", "brush")[0] == 200
    assert facts(board, "depicted") == {'depicted("A1",brush,22)'}


@pytest.mark.parametrize(
    ("more", "over"),
    [
        (strip("gully", -2, 0, 1000), True),
        (strip("gully", -2, 0, 500), False),
        (strip("gully", -2, 0, 500) + strip("gully", -2, 500, 1000), True),
        (strip("woods", -2, 0, 1000), False),
        (drawn("gully", box(250, 300, 400, 700)), False),  # only clips the vertex
        (drawn("gully", box(200, 300, 400, 700)), True),
    ],
)
def test_depressions_over_hexsides(more: str, over: bool) -> None:
    told = {'over("A1",3,gully)', 'over("A2",0,gully)'}
    assert facts(tiny("A1, A2", more), "over") & told == (told if over else set())


def test_a_depression_that_leaves_the_map() -> None:
    board = tiny("A1, A2", strip("gully", -2, -500, 0))
    assert facts(board, "over") == {'over("A1",0,gully)'}


# --- pixels ---------------------------------------------------------------------------------------

Patch = tuple[str, int, int, int, int]
"""Term, first and last column, first and last row."""


def painted(*patches: Patch) -> Board:
    """Draw A1, round (12, 20), and A2, round (12, 40); their hexside runs at 30 from 6 to 18."""
    board = pixelled(tiny("A1, A2"))
    assert board.raster is not None
    terms = tuple(sorted({"open", *(patch[0] for patch in patches)}))
    terrain = np.full(board.raster.terrain.shape, terms.index("open"), dtype=np.uint8)
    for term, left, right, top, bottom in patches:
        terrain[left : right + 1, top : bottom + 1] = terms.index(term)
    return replace(board, raster=Raster(terms, terrain, np.zeros_like(board.raster.level)))


def test_distance_of_pixels() -> None:
    board = painted(("brush", 11, 12, 14, 23))
    assert gaps(board, "A1", "brush") == {0: 200, 1: 317, 2: 368, 3: 300, 4: 368, 5: 317}
    assert gaps(board, "A2", "brush") == {}
    assert facts(board, "depicted") == {'depicted("A1",brush,54)'}  # 20 of 366


def test_a_pixel_on_a_hexside_belongs_where_its_depiction_goes_on() -> None:
    board = painted(("brush", 11, 12, 20, 25))
    moved = replace(board, layout=replace(board.layout, origin=(Fraction(12), Fraction(31, 2))))
    assert gaps(moved, "A1", "brush")[3] == 0
    assert facts(moved, "depicted", "A2") == set()


@pytest.mark.parametrize(
    ("patches", "over"),
    [
        ([("paved_road", 11, 13, 25, 35)], True),
        ([("paved_road", 17, 20, 25, 35)], False),  # only clips the vertex
        ([("paved_road", 11, 13, 25, 29)], False),  # ends at the hexside
        ([("paved_road", 11, 13, 25, 28), ("paved_road", 11, 13, 31, 35)], False),  # interrupted
        ([("path", 11, 13, 25, 35)], False),
        ([("runway", 11, 13, 25, 35)], False),
        ([("dirt_road", 11, 13, 25, 29), ("paved_road", 11, 13, 29, 35)], True),
        ([("paved_road", 11, 13, 25, 29), ("bridge_road", 11, 13, 29, 35)], True),
        ([("bridge(stone)", 11, 13, 25, 35), ("paved_road", 11, 13, 37, 38)], True),
    ],
)
def test_roads_over_hexsides(patches: list[Patch], over: bool) -> None:
    told = {'over("A1",3,road(paved))', 'over("A2",0,road(paved))'}
    assert facts(painted(*patches), "over") & told == (told if over else set())


@pytest.mark.parametrize(
    ("patches", "over"),
    [
        ([("paved_road", 0, 23, 28, 32)], False),
        (
            [("paved_road", 0, 23, 28, 32), ("paved_road", 11, 13, 20, 28)],
            False,
        ),  # into one of them
        ([("paved_road", 0, 23, 28, 32), ("paved_road", 11, 13, 20, 40)], True),  # a crossroads
        ([("paved_road", 0, 23, 20, 40)], True),  # a square
    ],
)
def test_a_road_that_covers_a_hexside_runs_along_it(patches: list[Patch], over: bool) -> None:
    assert (
        bool({f for f in facts(painted(*patches), "over") if f.startswith('over("A1",3')}) == over
    )


def test_a_road_along_half_a_hexside() -> None:
    """At a short edge of the board, which runs through the hexes' centre dots."""
    board = painted(("paved_road", 0, 23, 28, 32))
    assert board.raster is not None
    terrain, level = board.raster.terrain[12:], board.raster.level[12:]
    half = replace(
        board,
        layout=replace(board.layout, origin=(Fraction(0), Fraction(20))),
        raster=Raster(board.raster.terms, terrain, level),
    )
    assert facts(half, "over") == set()


@pytest.mark.parametrize("term", ["dirt", "paved", "elevated"])
def test_kinds_of_roads(term: str) -> None:
    board = painted((f"{term}_road", 11, 13, 25, 35))
    assert f'over("A1",3,road({term}))' in facts(board, "over")


def test_a_road_that_leaves_the_map() -> None:
    board = painted(("dirt_road", 11, 13, 8, 15), ("dirt_road", 11, 13, 45, 47))
    assert facts(board, "over") == {'over("A1",0,road(dirt))'}


def test_railways_and_depressions_over_hexsides() -> None:
    board = painted(("railroad", 11, 12, 25, 35), ("gully", 7, 9, 25, 35))
    assert facts(board, "over", "A1") == {'over("A1",3,rail(glrr))', 'over("A1",3,gully)'}


@pytest.mark.parametrize(
    ("patches", "over"),
    [
        ([("building(stone,1)", 7, 8, 25, 35)], True),
        ([("building(stone,1)", 5, 6, 25, 35)], False),  # only clips the vertex
        ([("building(stone,1)", 7, 8, 25, 29)], False),
        ([("building(stone,1)", 7, 8, 25, 29), ("building(wood,1)", 7, 8, 30, 35)], False),
        ([("factory(stone,1)", 7, 8, 25, 29), ("factory_wall(stone,1)", 7, 8, 30, 35)], True),
        ([("woods", 7, 8, 25, 35)], False),
    ],
)
def test_buildings_over_hexsides(patches: list[Patch], over: bool) -> None:
    told = {'over("A1",3,building_side)', 'over("A2",0,building_side)'}
    assert facts(painted(*patches), "over") == (told if over else set())


# --- turned by 180 degrees ------------------------------------------------------------------------

_WITH_DIRECTION = re.compile(r'((?:over|clearance|edge|slope)\("[A-Z0-9]+",|adjoins\(.*,)(\d)')


def turned_fact(fact: str) -> str:
    return _WITH_DIRECTION.sub(lambda match: f"{match[1]}{(int(match[2]) + 3) % 6}", fact)


def spotted(board: Board, seed: int) -> Board:
    """Draw patches of terrain at random places of a board of pixels."""
    assert board.raster is not None
    terms = tuple(sorted({*board.raster.terms, "dirt_road", "paved_road", "gully", "brush"}))
    drawing = np.array([terms.index(term) for term in board.raster.terms], dtype=np.uint8)
    terrain = drawing[board.raster.terrain]
    chance = np.random.default_rng(seed)
    for _ in range(60):
        x, y = chance.integers(0, terrain.shape)
        across, down = chance.integers(1, 12, 2)
        terrain[x : x + across, y : y + down] = chance.integers(len(terms))
    return replace(board, raster=replace(board.raster, terms=terms, terrain=terrain))


@drawings
@tries(10)
@given(text=BOARDS, seed=st.integers(0, 999))
def test_hexes_measured_by_themselves_show_what_they_show_together(
    drawing: str, text: str, seed: int
) -> None:
    board = DRAWINGS[drawing](tiny(text))
    board = spotted(board, seed) if board.raster is not None else board
    together, alone = dict(movement_facts(board).items()), movement_facts(board)
    assert {name: alone[name] for name in sorted(together)} == together


@drawings
@tries(10)
@given(text=BOARDS, seed=st.integers(0, 999))
def test_turning_a_board_turns_its_facts(drawing: str, text: str, seed: int) -> None:
    board = DRAWINGS[drawing](tiny(text))
    board = spotted(board, seed) if board.raster is not None else board
    here, there = movement_facts(board), movement_facts(turned(board))
    assert {name: set(map(turned_fact, told)) for name, told in without_places(here).items()} == {
        name: set(told) for name, told in without_places(there).items()
    }


def without_places(told: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {
        name: [fact for fact in facts if not fact.startswith("place(")]
        for name, facts in told.items()
    }


# --- embedded boards ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", embedded_names())
def test_what_a_hexside_carries_is_told_from_both_hexes(name: str) -> None:
    both_ways(embedded_board(name))


def both_ways(board: Board) -> None:
    over = facts(board, "over")
    for fact in over:
        match = re.fullmatch(r'over\("([A-Z]+\d+)",(\d),(.+)\)', fact)
        assert match is not None
        beyond = board.by_place.get(neighbour(board.hex(match[1]).place, int(match[2])))
        back = (int(match[2]) + 3) % 6
        assert beyond is None or f'over("{beyond.name}",{back},{match[3]})' in over


@pytest.mark.parametrize("name", embedded_names())
def test_measures_are_sane(name: str) -> None:
    board = embedded_board(name)
    told = dict(movement_facts(board).items())
    for record in board.hexes:
        text = "\n".join(told[record.name])
        shares = dict(re.findall(r'depicted\("\w+",(.+),(\d+)\)', text))
        near = re.findall(r'clearance\("\w+",[0-5],(.+),(\d+)\)', text)
        assert all(1 <= int(share) <= 1000 for share in shares.values())
        assert all(0 <= int(gap) <= 400 for _, gap in near)
        assert {term for term, _ in near} <= set(shares) - {record.inherent}
        built = {term for term in record.terrain if "building(" in term}
        assert built <= set(shares)


def test_narrow_street_of_pegasus() -> None:
    board = embedded_board("pegasus")
    assert 'over("K13",1,narrow_street(paved))' in facts(board, "over", "K13")
    assert 'over("L12",4,narrow_street(paved))' in facts(board, "over", "L12")


def test_building_of_barricades() -> None:
    board = embedded_board("barricades")
    names = {"C24", "C23", "B23", "B24", "B25", "C25"}
    sides = set()
    for name in names:
        for fact in facts(board, "over", name):
            if fact.endswith(",building_side)"):
                place = neighbour(board.hex(name).place, int(fact.split(",")[1]))
                sides.add(frozenset({name, board.by_place[place].name}))
    assert sides == {
        frozenset(pair.split("-"))
        for pair in ("C24-C23", "C23-B23", "B23-B24", "B24-B25", "B25-C25")
    }
    # the wing's upper edge begins 5 below the vertex of B24, B25 and C25
    assert gaps(board, "C25", "building(stone,1)")[5] == 5
    assert gaps(board, "C25", "building(stone,1)")[4] == 0


def test_budapest() -> None:
    board = embedded_board("budapest")
    assert 'edge("E39",3,map)' in facts(board, "edge", "E39")
    assert 'edge("C29",0,cut)' in facts(board, "edge", "C29")
    assert 'over("C29",0,road(paved))' in facts(board, "over", "C29")
    assert 'over("G38",1,sunken_road)' in facts(board, "over", "G38")
    assert gaps(board, "I38", "building(stone,0)") == {0: 208, 1: 72, 2: 192, 3: 236, 4: 53, 5: 176}


# --- board archives -------------------------------------------------------------------------------


@cache
def archived(name: str) -> Board:
    if not (VASL / "boards" / name).is_file():
        pytest.skip("no board archives in ../shared/vasl/boards")
    return import_board(VASL / "boards" / name)


def roads(name: str, hex_name: str) -> set[int]:
    """List the hexsides of a hex that a road runs over."""
    told = facts(archived(name), "over", hex_name)
    return {int(fact.split(",")[1]) for fact in told if ",road(" in fact}


@pytest.mark.parametrize("name", ["bd01", "bd02", "bd12", "bd51"])
def test_archives_are_told_from_both_hexes(name: str) -> None:
    both_ways(archived(name))


@pytest.mark.parametrize(
    ("name", "hex_name", "directions"),
    [
        ("bd02", "Y1", {0, 3}),
        ("bd02", "W1", {2, 4}),
        ("bd02", "AA1", set()),
        ("bd02", "A5", set()),  # the road leaves along A5-A6, and only clips A5-B5
        ("bd51", "E2", set()),  # streets run along its hexsides
        ("bd01", "Q2", {0, 2, 4, 5}),
        ("bd01", "L4", {0, 3}),
        ("bd01", "EE5", {2, 4, 5}),
    ],
)
def test_roads_of_archives(name: str, hex_name: str, directions: set[int]) -> None:
    assert roads(name, hex_name) == directions


def test_roads_leave_the_long_sides_of_an_archive() -> None:
    board = archived("bd02")
    ends = {
        fact.replace("over", "edge").replace("road(dirt)", "map")
        for fact in facts(board, "over")
        if fact.endswith(",road(dirt))")
    }
    assert ends & facts(board, "edge") == {
        f'edge("{column}{row}",{side},map)' for column in "IQY" for row, side in ((1, 0), (10, 3))
    }


def test_a_hex_with_woods_and_a_building() -> None:
    board = archived("bd02")
    shares = dict(
        match.groups()
        for fact in facts(board, "depicted", "I9")
        if (match := re.fullmatch(r'depicted\("I9",(.+),(\d+)\)', fact))
    )
    assert set(shares) == {"woods", "building(wood,0)"}
    assert all(100 < int(share) < 600 for share in shares.values())


def test_directions_are_those_of_the_grid() -> None:
    board = archived("bd01")
    for fact in facts(board, "adjoins"):
        match = re.fullmatch(r'adjoins\("(\w+)","(\w+)",(\d)\)', fact)
        assert match is not None
        one, two = board.hex(match[1]).place, board.hex(match[2]).place
        assert (two[0] - one[0], two[1] - one[1]) == STEPS[int(match[3])]
