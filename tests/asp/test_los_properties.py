"""What holds for every line of sight on every board, tried on random small boards and on real ones.

Both drawings are tried: outlines, and the same board as pixels.
"""

from __future__ import annotations

import csv
import gzip
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location, Outline
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.tracing.sight_lines import Pairs, every_pair
from hexcourt.solver.sight.batch_los import VERDICTS
from hexcourt.solver.sight.los_engine import LosEngine, VerdictTable
from tests import effort
from tests.effort import tries
from tests.rulings import rule
from tests.tiny import pixelled, tiny

VASL = Path(__file__).parent.parent.parent.parent / "shared" / "vasl"

# --- random boards --------------------------------------------------------------------------------

NAMES = [f"{column}{row}" for column in "ABCD" for row in range(1, 5)]
SIDES = [f"{c}{r}-{c}{r + 1}" for c in "ABCD" for r in range(1, 4)] + [
    f"{one}{r}-{two}{r}" for one, two in ("AB", "BC", "CD") for r in range(1, 5)
]

TERRAIN = [
    "woods", "forest", "brush", "orchard", "orchard_out_of_season", "light_woods", "crag",
    "rubble(stone)", "hillock", "building(wood,0)", "building(stone,1)", "factory(stone,1)",
]  # fmt: skip
HEXES = [
    *TERRAIN, *[f"{terrain}@2" for terrain in TERRAIN], "@2", "@2", "@4", "@-2", "@6",
    "+smoke(2)", "@4 +smoke(wp)", "+blaze", "+ffe",
    "building(stone,2) stairwell level(1) level(2)", "gully@-2", "gully@-2", "wadi@-4",
    "river@-2", "bridge(stone) bed@-2 under@-2", "@2 slope(0) slope(1)", "@2 slope(3)",
    "emrr@1", "building_of_unknown_height(stone)",
]  # fmt: skip
HEXSIDES = ["wall", "hedge", "cliff", "gully", "bocage", "rowhouse_wall(0)", "rowhouse_wall(1)"]

PLAIN = [name for name in NAMES if name[0] != "D"]


def board_texts(
    hexes: Sequence[str], hexsides: Sequence[str], names: Sequence[str] = tuple(NAMES)
) -> st.SearchStrategy[str]:
    """Draw the text of a tiny board of open hexes and a few others."""
    told = st.dictionaries(st.sampled_from(names), st.sampled_from(hexes), max_size=10)
    sides = st.dictionaries(st.sampled_from(SIDES), st.sampled_from(hexsides or [""]), max_size=6)
    return st.builds(
        lambda hexes, sides: ", ".join(
            [*names, *(f"{where} {what}" for where, what in [*hexes.items(), *sides.items()])]
        ),
        told,
        sides if hexsides else st.just({}),
    )


BOARDS = board_texts(HEXES, HEXSIDES)
DRAWINGS: dict[str, Callable[[Board], Board]] = {
    "outlines": lambda board: board,
    "pixels": pixelled,
}
drawings = pytest.mark.parametrize("drawing", DRAWINGS)


def told(table: VerdictTable) -> list[tuple[str, int]]:
    """List verdict and hindrance of each pair."""
    return [
        (VERDICTS[verdict], int(hindrance))
        for verdict, hindrance in zip(table.verdicts.verdict, table.verdicts.hindrance, strict=True)
    ]


def differences(
    places: Sequence[Location],
    pairs: Pairs,
    one: list[tuple[str, int]],
    two: list[tuple[str, int]],
) -> list[tuple[str, str, tuple[str, int], tuple[str, int]]]:
    """List the pairs that two tables judge otherwise."""
    return [
        (places[a].name, places[b].name, first, second)
        for (a, b), first, second in zip(pairs.tolist(), one, two, strict=True)
        if first != second
    ]


# --- A6.5 and symmetry ----------------------------------------------------------------------------


def directions(board: Board, pairs: Pairs) -> list[object]:
    """List the pairs that are judged otherwise in the other direction."""
    engine = LosEngine(board)
    there = told(engine.table(board.locations, pairs))
    back = told(engine.table(board.locations, pairs[:, ::-1].copy()))
    return [*differences(board.locations, pairs, there, back)]


@drawings
@tries(10)
@given(text=BOARDS)
def test_a6_5_both_directions_agree(drawing: str, text: str) -> None:
    board = DRAWINGS[drawing](tiny(text))
    assert not directions(board, every_pair(len(board.locations)))


def turned(board: Board) -> Board:
    """Turn a board by 180 degrees; the hexes keep their names."""
    columns, half_rows = board.places.max(axis=0).tolist()
    half_rows += (columns + half_rows) % 2
    layout, width, height = board.layout, *board.layout.extent
    step, tall = layout.column_step, layout.hex_height
    across, down = step * columns, tall * half_rows / 2
    x, y = (2 * layout.origin[0] + across, 2 * layout.origin[1] + down)
    if board.raster is not None:
        layout = replace(
            layout,
            origin=(width - layout.origin[0] - across, height - layout.origin[1] - down),
        )
    hexes = tuple(
        replace(
            record,
            place=(columns - record.place[0], half_rows - record.place[1]),
            slopes=frozenset((side + 3) % 6 for side in record.slopes),
        )
        for record in reversed(board.hexes)
    )
    outlines = tuple(
        Outline(
            each.name,
            each.terrain,
            each.base,
            tuple(tuple((int(x) - a, int(y) - b) for a, b in ring) for ring in each.rings),
            each.confidence,
        )
        for each in board.outlines
    )
    raster = board.raster and replace(
        board.raster,
        terrain=np.ascontiguousarray(board.raster.terrain[::-1, ::-1]),
        level=np.ascontiguousarray(board.raster.level[::-1, ::-1]),
    )
    return replace(board, layout=layout, hexes=hexes, outlines=outlines, raster=raster)


@drawings
@tries(8)
@given(text=BOARDS)
def test_turned_by_180_degrees(drawing: str, text: str) -> None:
    board = DRAWINGS[drawing](tiny(text))
    pairs = every_pair(len(board.locations))
    here = told(LosEngine(board).table(board.locations, pairs))
    there = told(LosEngine(turned(board)).table(board.locations, pairs))
    assert not differences(board.locations, pairs, here, there)


def test_turned_twice_is_the_same_board() -> None:
    for board in (tiny("A1 woods, B1, C1 @2"), pixelled(tiny("A1 woods, B1, C1 @2"))):
        assert turned(turned(board)) == board


# --- the direct way is the fast way ---------------------------------------------------------------


def hold_equal(board: Board, pairs: Pairs, statuses: dict[str, str] | None = None) -> None:
    """Hear pairs of Locations the direct way and judge them the fast way."""
    places = board.locations
    engine = LosEngine(board)
    table = engine.table(places, pairs, statuses)
    for number, ((a, b), (verdict, hindrance)) in enumerate(
        zip(pairs.tolist(), told(table), strict=True)
    ):
        line_result = engine.explain_line(places[a], places[b], statuses, explain=True)
        ruling = line_result.line_verdict
        line = f"{places[a].name} to {places[b].name}: {ruling}"
        assert verdict == ruling.verdict, line
        assert line_result.margin == table.margin[number], line
        assert (line_result.close_hindrance is None) == (table.hindrance_margin[number] > 0), line
        rule = table.rules[table.verdicts.rule[number]]
        if verdict == "clear":
            assert (rule, hindrance) == ("", ruling.hindrance), line
        else:
            assert rule == ruling.rule, line


def some_pairs(board: Board, count: int, seed: int) -> Pairs:
    """Choose pairs of Locations, the same ones every time."""
    chosen = random.Random(seed)
    numbers = range(len(board.locations))
    return np.array([chosen.sample(numbers, 2) for _ in range(count)])


@drawings
@tries(8)
@given(
    text=BOARDS,
    seed=st.integers(0, 999),
    statuses=st.dictionaries(
        st.sampled_from(NAMES), st.sampled_from(["entrenched", "emplaced"]), max_size=3
    ),
)
def test_direct_way_is_fast_way(
    drawing: str, text: str, seed: int, statuses: dict[str, str]
) -> None:
    board = DRAWINGS[drawing](tiny(text))
    hold_equal(board, some_pairs(board, 4, seed), statuses)


@effort.one_in(6)
@pytest.mark.parametrize("name", embedded_names())
def test_direct_way_is_fast_way_on_embedded_boards(name: str) -> None:
    board = embedded_board(name)
    hold_equal(board, some_pairs(board, effort.sample(4, 40), 1))


@effort.one_in(2)
@drawings
@tries(4)
@given(text=BOARDS, seed=st.integers(0, 999))
def test_a_warm_engine_says_what_a_new_one_says(drawing: str, text: str, seed: int) -> None:
    board = DRAWINGS[drawing](tiny(text))
    engine = LosEngine(board)
    engine.table(board.locations, some_pairs(board, 20, seed))
    engine.table(board.ground_locations, every_pair(len(board.ground_locations)))
    pairs = some_pairs(board, 40, seed + 1)
    warm = told(engine.table(board.locations, pairs, chunk=7))
    fresh = told(LosEngine(board).table(board.locations, pairs))
    assert not differences(board.locations, pairs, warm, fresh)


# --- monotony -------------------------------------------------------------------------------------


@drawings
@tries(6)
@given(
    text=board_texts([*TERRAIN, *[f"{each}@2" for each in TERRAIN], "@2", "@4"], ["wall", "cliff"])
)
def test_removing_terrain_blocks_nothing(drawing: str, text: str) -> None:
    board = tiny(text)
    standing = [record.name for record in board.hexes if record.terrain != ("open",)]
    assume(standing)
    bare = tiny(text)
    gone = standing[0]
    bare = replace(
        bare,
        hexes=tuple(
            replace(record, terrain=("open",), inherent=None) if record.name == gone else record
            for record in bare.hexes
        ),
        outlines=tuple(each for each in bare.outlines if not each.name.startswith(gone)),
    )
    places, pairs = board.ground_locations, every_pair(len(board.ground_locations))
    before = told(LosEngine(DRAWINGS[drawing](board)).table(places, pairs))
    after = told(LosEngine(DRAWINGS[drawing](bare)).table(places, pairs))
    for _, _, (old, more), (new, less) in differences(places, pairs, before, after):
        assert (old, new) != ("clear", "blocked")
        assert not (old == new == "clear" and less > more)


FULL = ["woods", "forest", "lumberyard", "rail_cars", "dense_jungle"]
"""Not buildings: a line between unequal levels leaves those in the end's own hex (A6.8)."""


@drawings
@tries(6)
@given(text=board_texts(FULL, ()), name=st.sampled_from(NAMES))
def test_raising_an_end_above_full_obstacles_blocks_nothing(
    drawing: str, text: str, name: str
) -> None:
    board = DRAWINGS[drawing](tiny(text))
    others = [place for place in board.ground_locations if place.hex != name]
    raised = [Location(name, "ground", level) for level in (0, 2, 4, 6, 8, 10)]
    places = [*raised, *others]
    engine = LosEngine(board)
    pairs = np.array([[a, len(raised) + b] for b in range(len(others)) for a in range(len(raised))])
    clear = engine.table(places, pairs).verdicts.verdict.reshape(len(others), -1) == 0
    assert (clear == np.maximum.accumulate(clear, axis=1)).all()


@drawings
@tries(10)
@given(text=BOARDS)
def test_adjacent_open_hexes_of_one_level_see_each_other(drawing: str, text: str) -> None:
    board = DRAWINGS[drawing](tiny(text))
    places = board.ground_locations
    walls = {key for key, terms in board.hexsides.items() if any("rowhouse" in t for t in terms)}
    pairs = [
        (a, b)
        for a, b in every_pair(len(places)).tolist()
        if board.range(places[a].hex, places[b].hex) == 1
        and all(board.hex(places[end].hex).terrain == ("open",) for end in (a, b))
        and places[a].level == places[b].level
        and (min(places[a].hex, places[b].hex), max(places[a].hex, places[b].hex)) not in walls
    ]
    assume(pairs)
    assert set(told(LosEngine(board).table(places, np.array(pairs)))) == {("clear", 0)}


@rule("A6.1")
@tries(5)
@given(text=board_texts(HEXES, HEXSIDES, PLAIN))
def test_what_lies_far_from_a_line_does_not_matter(text: str) -> None:
    """A6.1: a line hangs on the hexes it touches, so a hexrow more changes nothing that is decided."""
    sides = ", ".join(each for each in text.split(", ") if "-D" not in each and each[0] != "D")
    small = tiny(sides)
    large = tiny(f"{sides}, D1 woods, D2 forest, D3 @6, D4 gully@-2, D1-D2 wall")
    names = [place.name for place in small.locations]
    pairs = every_pair(len(names))
    one = told(LosEngine(small).table(small.locations, pairs))
    two = told(LosEngine(large).table([large.location(name) for name in names], pairs))
    for a, b, first, _ in differences(small.locations, pairs, one, two):
        assert first[0] == "unknown", f"{a} to {b}"


# --- real boards ----------------------------------------------------------------------------------


@cache
def archived(name: str) -> Board:
    if not (VASL / "boards" / name).is_file():
        pytest.skip("no board archives in ../shared/vasl/boards")
    return import_board(VASL / "boards" / name)


@pytest.mark.parametrize("name", effort.one_of(["bd09", "bd12"], 2))
def test_direct_way_is_fast_way_on_archives(name: str) -> None:
    board = archived(name)
    hold_equal(board, some_pairs(board, effort.of(10), 2))


@pytest.mark.parametrize("name", effort.some_of(["bd09", "bd12"], 2))
def test_agreement_with_the_reference_engine(name: str) -> None:
    board = archived(name)
    with gzip.open(VASL / "truth" / f"{name}.ground.csv.gz", "rt") as opened:
        rows = [row for row in csv.DictReader(opened) if row["fragile"] == "0"]
    numbers = {place.table_name: n for n, place in enumerate(board.locations)}
    pairs = np.array([[numbers[row["from"]], numbers[row["to"]]] for row in rows])
    table = LosEngine(board).table(board.locations, pairs)
    blocked = np.array([row["blocked"] != "0" for row in rows])
    agreed = (table.verdicts.verdict == VERDICTS.index("blocked")) == blocked
    assert agreed.mean() >= 0.99
    both = agreed & ~blocked
    hindrance = np.array([int(row["hindrance"] or 0) for row in rows])
    assert (table.verdicts.hindrance == hindrance)[both].mean() >= 0.99


@effort.one_in(6)
@pytest.mark.parametrize("name", embedded_names())
def test_a6_5_on_embedded_boards(name: str) -> None:
    board = embedded_board(name)
    assert not directions(board, some_pairs(board, effort.of(750), 3))


@effort.one_in(6)
@pytest.mark.parametrize("name", embedded_names())
def test_embedded_boards_turned(name: str) -> None:
    board = embedded_board(name)
    pairs = some_pairs(board, effort.of(750), 4)
    here = told(LosEngine(board).table(board.locations, pairs))
    there = told(LosEngine(turned(board)).table(board.locations, pairs))
    assert not differences(board.locations, pairs, here, there)


def test_hexsides_of_a_board_cannot_be_changed() -> None:
    assert isinstance(tiny("A1, A2, A1-A2 wall").hexsides, MappingProxyType)
