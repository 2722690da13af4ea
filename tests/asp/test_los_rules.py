"""Every rule of ordinary line of sight on a tiny board of its own, with both outcomes.

Each board is judged the direct way; one in three, or all of them, also in the other direction and by the
fast way, and all must agree.
Levels are half levels. A hex of column A lies 1000 units below the one before it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.solver.sight.batch_los import VERDICTS
from hexcourt.solver.sight.los_engine import LineResult, LosEngine
from tests.effort import is_tried
from tests.rulings import rule
from tests.tiny import pixelled, strip, tiny

Statuses = dict[str, str]
Case = tuple[str, Board, str, str, str]


def outcome(line_result: LineResult) -> str:
    """Write what was ruled: ``clear``, ``clear+1``, ``blocked RULE RULE`` or ``unknown RULE``."""
    ruling = line_result.line_verdict
    if line_result.verdict == "clear":
        return f"clear+{ruling.hindrance}" if ruling.hindrance else "clear"
    return " ".join(
        [
            line_result.verdict,
            *(ruling.unknown if line_result.verdict == "unknown" else ruling.blocked),
        ]
    )


def outcome_of(board: Board, a: str, b: str, statuses: Statuses | None = None) -> str:
    """Hear a line; where the other direction and the fast way are tried, they must say the same."""
    engine = LosEngine(board)
    ends = [board.location(a), board.location(b)]
    there = engine.explain_line(ends[0], ends[1], statuses, may_be_close=False)
    if not is_tried((a, b, statuses, outcome(there)), 3):
        return outcome(there)
    back = engine.explain_line(ends[1], ends[0], statuses, may_be_close=False)
    assert outcome(there) == outcome(back), "A6.5: another answer in the other direction"
    judged = engine.table(ends, np.array([[0, 1]]), statuses)
    assert VERDICTS[judged.verdicts.verdict[0]] == there.verdict
    if there.verdict == "clear":
        assert judged.verdicts.hindrance[0] == there.line_verdict.hindrance
    else:
        assert judged.rules[judged.verdicts.rule[0]] in outcome(there).split()
    return outcome(there)


def named(case: Case) -> str:
    """Name a test by its rule."""
    return f"{case[0]}: {case[-1]}"


def ruled(case: Case) -> None:
    """Hold one case against the rules."""
    _, board, a, b, expected = case
    assert outcome_of(board, a, b) == expected


# --- A6.1, A6.2: what lies between the ends -------------------------------------------------------

OBSTACLES: list[Case] = [
    ("A6.1 own hexes", tiny("A1 woods, A2, A3 woods"), "A1", "A3", "clear"),
    ("A6.1 between", tiny("A1, A2 woods, A3"), "A1", "A3", "blocked A6.2"),
    ("A6.1 one edge only", tiny("A1:A3", strip("woods", 0, 900, 1100).replace("-200", "0")),
     "A1", "A3", "clear"),
    ("A6.1 adjacent", tiny("A1 woods, A2 woods"), "A1", "A2", "clear"),
    ("A6.2 obstacle as high as both ends", tiny("A1 @2, A2 woods, A3 @2"), "A1", "A3", "clear"),
    ("A6.2 half level above both ends",
     tiny("A1 @2, A2 building(stone,1), A3 @2"), "A1", "A3", "blocked A6.2"),
    ("A6.2 obstacle as high as the upper end",
     tiny("A1 @2, A2 woods, A3"), "A1", "A3", "blocked A6.2"),
    ("FB6.21 Rail Cars as high as the upper end",
     tiny("A1 @2, A2 rail_cars, A3"), "A1", "A3", "blocked A6.2"),
    ("FB6.26 rubble takes the place of Rail Cars",
     tiny("A1 @2, A2 rail_cars +rubble(wood), A3"), "A1", "A3", "clear"),
    ("FB6.26 rubble takes the place of Rail Cars, pixels",
     pixelled(tiny("A1 @2, A2 rail_cars +rubble(wood), A3")), "A1", "A3", "clear"),
    ("A6.2 obstacle as high as the lower end",
     tiny("A1 @4, A2 woods, A3 @2"), "A1", "A3", "clear"),
    ("A6.2 above the upper of unequal ends",
     tiny("A1 @2, A2 forest, A3"), "A1", "A3", "blocked A6.2"),
    ("A6.2 half-level obstacle, one level up", tiny("A1 @2, A2 rubble(wood), A3"),
     "A1", "A3", "clear"),
    ("A6.2 from a half level", tiny("A1 ground@1, A2 rubble(wood), A3 ground@1"),
     "A1", "A3", "clear"),
    ("A6.2 woods from a half level", tiny("A1 ground@1, A2 woods, A3"), "A1", "A3", "blocked A6.2"),
    ("A6.2 upper Location", tiny("A1 building(stone,2) level(2), A2 woods, A3, A4"),
     "A1h2", "A4", "clear"),
    ("A6.2 obstacle on a hill", tiny("A1 @2, A2 woods@2, A3 @2"), "A1", "A3", "blocked A6.2"),
    ("A6.2 ground above both ends", tiny("A1, A2 @2, A3"), "A1", "A3", "blocked A6.2"),
    ("A6.2 ground as high as both ends", tiny("A1 @2, A2 @2, A3 @2"), "A1", "A3", "clear"),
    ("A6.2 ground as high as the upper end", tiny("A1 @2, A2 @2, A3"), "A1", "A3", "blocked A6.2"),
    ("B10.21 a valley between", tiny("A1 @2, A2, A3 @2"), "A1", "A3", "clear"),
    ("B.6 inherent terrain by its hexside", tiny("A1, B0 dense_jungle, B1, C1"),
     "A1", "C1", "blocked A6.2"),
    ("B.6 other terrain off its hexside", tiny("A1, B0 woods, B1, C1"), "A1", "C1", "clear"),
]  # fmt: skip


@rule("A6.1", "A6.2")
@pytest.mark.parametrize("case", OBSTACLES, ids=named)
def test_obstacles(case: Case) -> None:
    ruled(case)


# --- A6.4, B10.23: blind hexes --------------------------------------------------------------------

# upper end, obstacle, lower ends (all in half levels), range to the obstacle, blind hexes by hand:
# one, one more for each level of the obstacle above the lower end beyond the first and for each
# five hexes of range, one less for each level of advantage beyond the first, one at the least
BLIND = [
    (4, "woods", 0, 1, 1),
    (4, "woods", 0, 3, 1),
    (4, "woods", 0, 4, 1),
    (4, "woods", 0, 5, 2),
    (4, "woods", 0, 9, 2),
    (4, "woods", 0, 10, 3),
    (4, "woods", 0, 15, 4),
    (4, "building(stone,1)", 0, 3, 1),  # 1 1/2 levels count as 1
    (4, "building(stone,1)", 0, 5, 2),
    (4, "dense_jungle", 2, 3, "A6.2"),  # as high as the upper end and above: no blind hexes
    (6, "woods", 0, 3, 1),  # 1 + 0 - 1 = 0: one at the least
    (6, "woods", 0, 5, 1),
    (6, "woods", 0, 10, 2),
    (6, "woods@2", 2, 3, 1),
    (6, "woods@2", 2, 5, 2),
    (6, "forest", 0, 2, 2),
    (6, "forest", 0, 5, 3),
    (8, "forest", 0, 2, 1),
    (8, "forest", 0, 5, 2),
    (8, "forest", 0, 10, 3),
    (8, "woods@4", 0, 2, 3),
    (10, "forest", 0, 4, 1),  # 2 + 0 - 2 = 0
    (10, "forest", 0, 10, 2),
]


def blind_hexes(board: Board, first: int, rule: str) -> int | str:
    """Count the hexes behind row ``first`` that A1 does not see, all blocked by one rule."""
    engine = LosEngine(board)
    places = board.ground_locations
    pairs = np.array([[0, row] for row in range(first, len(places))])
    judged = engine.table(places, pairs)
    clear = (judged.verdicts.verdict == VERDICTS.index("clear")).tolist()
    count = clear.index(True) if True in clear else len(clear)
    assert all(clear[count:]), "blind hexes lie right behind what casts them"
    rules = {judged.rules[rule] for rule in judged.verdicts.rule[:count]}
    for row in (first, first + count):
        if row < len(places):
            there = outcome(engine.explain_line(places[0], places[row], may_be_close=False))
            assert there.split()[0] == ("blocked" if row < first + count else "clear")
    return count if rules <= {rule} else " ".join(rules)


@rule("A6.2", "A6.4")
@pytest.mark.parametrize(("upper", "obstacle", "lower", "far", "expected"), BLIND)
def test_a6_4_blind_hexes(
    upper: int, obstacle: str, lower: int, far: int, expected: int | str
) -> None:
    board = tiny(f"A1:A{far + 8} @{lower}, A1 @{upper}, A{far + 1} {obstacle}")
    assert blind_hexes(board, far + 1, "A6.4") == expected


@rule("B10.23")
@pytest.mark.parametrize(
    ("upper", "plateau", "far", "expected"),
    [
        (4, 2, 1, 0),  # 1 + 0 - 1 = 0, and none is the least
        (4, 2, 4, 0),
        (4, 2, 5, 1),
        (4, 2, 9, 1),
        (4, 2, 10, 2),
        (6, 2, 5, 0),  # 1 + 1 - 2
        (6, 2, 10, 1),
        (6, 4, 1, 1),  # 2 + 0 - 1
        (6, 4, 5, 2),
        (8, 4, 4, 0),  # 2 + 0 - 2
        (8, 4, 5, 1),
    ],
)
def test_b10_23_crest_line(upper: int, plateau: int, far: int, expected: int) -> None:
    board = tiny(f"A1:A{far + 8}, A2:A{far + 1} @{plateau}, A1 @{upper}")
    assert blind_hexes(board, far + 1, "B10.23") == expected


@rule("B10.23", "B11.32")
@pytest.mark.parametrize(
    ("upper", "far", "expected"), [(4, 4, 1), (4, 5, 2), (4, 10, 3), (6, 4, 1), (6, 10, 2)]
)
def test_b11_32_cliff_casts_one_more(upper: int, far: int, expected: int) -> None:
    rows = f"A1:A{far + 8}, A2:A{far + 1} @2, A1 @{upper}, A{far + 1}-A{far + 2} cliff"
    assert blind_hexes(pixelled(tiny(rows)), far + 1, "B10.23") == expected


@rule("B10.23", "B11.32")
def test_b11_32_cliff_on_a_board_of_outlines() -> None:
    board = tiny("A1:A12, A2:A5 @2, A1 @4, A5-A6 cliff")
    assert blind_hexes(board, 5, "B10.23") == 1


CLIFFS: list[Case] = [
    ("B11.32 away from the upper end",
     pixelled(tiny("A1 @4, A2 @2, A3, A2-A3 cliff")), "A1", "A3", "blocked B10.23"),
    ("B11.32 toward the upper end, next to it",
     pixelled(tiny("A1 @4, A2 @2, A3, A1-A2 cliff")), "A1", "A3", "clear"),
    ("B11.32 away from the lower end, next to it",
     pixelled(tiny("A1 @6, A2, A3 @2, A4, A2-A3 cliff")), "A1", "A4", "clear"),
    ("B11.32 toward the lower end, next to it",
     pixelled(tiny("A1 @6, A2, A3 @2, A4, A3-A4 cliff")), "A1", "A4", "blocked B10.23"),
    ("B11.33 along no cliff", tiny("A1, B0 @2, B1, C1"), "A1", "C1", "blocked A6.2"),
    ("B11.33 along a cliff", tiny("A1, B0 @2, B1, C1, B0-B1 cliff"), "A1", "C1", "clear"),
    ("B11.33 along no cliff, pixels",
     pixelled(tiny("A1, B0 @2, B1, C1")), "A1", "C1", "blocked A6.2"),
    ("B11.33 along a cliff, pixels",
     pixelled(tiny("A1, B0 @2, B1, C1, B0-B1 cliff")), "A1", "C1", "clear"),
]  # fmt: skip


@rule("A6.2", "B10.23", "B11.32", "B11.33")
@pytest.mark.parametrize("case", CLIFFS, ids=named)
def test_cliffs(case: Case) -> None:
    ruled(case)


# --- B10.2, B10.211, B.5: own slopes and slope hexsides -------------------------------------------

SLOPES: list[Case] = [
    ("B10.2 own slope", tiny("A1 @2, A2:A3", strip("ground", 2, -500, 800)),
     "A1", "A3", "clear"),
    ("B10.2 beyond the centre dot", tiny("A1 @2, A2:A3", strip("ground", 2, 1050, 1300)),
     "A1", "A3", "blocked A6.2"),
    ("B10.2 not two hexes on", tiny("A1 @2, A2:A4", strip("ground", 2, 1600, 1800)),
     "A1", "A4", "blocked A6.2"),
    ("B10.2 dot as high as the end", tiny("A1 @2, A2 @2, A3", strip("ground", 2, -500, 1500)),
     "A1", "A3", "blocked A6.2"),
    ("B10.211 over level ground", tiny("A1 @2 slope(3), A2 @2, A3"), "A1", "A3", "clear"),
    ("B10.211 slope on another side", tiny("A1 @2 slope(0), A2 @2, A3"),
     "A1", "A3", "blocked A6.2"),
    ("B10.211 slope of the lower end", tiny("A1 @2, A2 @2, A3 slope(0)"),
     "A1", "A3", "blocked A6.2"),
    ("B10.211 over an obstacle as high", tiny("A1 @2 slope(3), A2 woods, A3"),
     "A1", "A3", "clear"),
    ("B10.211 not over what is higher", tiny("A1 @2 slope(3), A2 building(stone,1), A3"),
     "A1", "A3", "blocked A6.2"),
    ("B10.211 over brush", tiny("A1 @2 slope(3), A2 brush@2, A3 @2"), "A1", "A3", "clear"),
    ("B10.211 over rubble", tiny("A1 @2 slope(3), A2 rubble(stone)@2, A3 @2"),
     "A1", "A3", "clear"),
    ("B10.211 rubble without a slope", tiny("A1 @2, A2 rubble(stone)@2, A3 @2"),
     "A1", "A3", "blocked A6.2"),
    ("B10.211 brush without a slope", tiny("A1 @2, A2 brush@2, A3 @2"), "A1", "A3", "clear+1"),
    ("B10.211 over a wall", tiny("A1 @2 slope(3), A2:A4 @2, A2-A3 wall"), "A1", "A4", "clear"),
    ("B10.211 a wall without a slope", tiny("A1:A4 @2, A2-A3 wall"), "A1", "A4", "blocked B9.2"),
    ("B10.211 over a hindrance as high",
     tiny("A1 @2 slope(3), A2 orchard_out_of_season, A3"), "A1", "A3", "clear"),
]  # fmt: skip


@rule("A6.2", "B10.2", "B10.211", "B9.2")
@pytest.mark.parametrize("case", SLOPES, ids=named)
def test_slopes(case: Case) -> None:
    ruled(case)


# --- A6.3, B19, B20, B21: depressions -------------------------------------------------------------

RIM = strip("ground", 0, 450, 550)
"""Ground of level 0 across the hexside between A1 and A2."""

DEPRESSIONS: list[Case] = [
    ("A6.3 within the gully", tiny("A1:A3 gully@-2"), "A1", "A3", "clear"),
    ("A6.3 leaves the gully and comes back", tiny("A1 gully@-2, A2, A3 gully@-2"),
     "A1", "A3", "blocked A6.2 A6.3"),
    ("A6.3 advantage as great as the range left", tiny("A1 gully@-2, A2:A4, A5 @4"),
     "A1", "A5", "clear"),
    ("A6.3 advantage less than the range left", tiny("A1 gully@-2, A2:A5, A6 @4"),
     "A1", "A6", "blocked A6.3"),
    ("A6.3 range left counts from the rim",
     tiny("A1:A2 gully@-2, A3:A5, A6 @4"), "A1", "A6", "clear"),
    ("A6.3 to the ground beside", tiny("A1 gully@-2, A2"), "A1", "A2", "clear"),
    ("A6.3 to the ground beyond", tiny("A1 gully@-2, A2:A3"), "A1", "A3", "blocked A6.2"),
    ("A6.3 from the ground into the ground", tiny("A1, A2 gully@-2, A3"), "A1", "A3", "clear"),
    ("A6.3 not IN a depression", tiny("A1 @-2, A2:A5, A6 @4"), "A1", "A6", "clear"),
    ("B19.5 neighbours over the rim", tiny("A1:A2 gully@-2, A1-A2 gully", RIM),
     "A1", "A2", "clear"),
    ("B19.5 no common depression", tiny("A1:A2 gully@-2", RIM), "A1", "A2", "blocked A6.3"),
    ("B10.2 rim in the near half of a gully hex",
     tiny("A1:A2 gully@-2, A3", strip("ground", 0, 1200, 1500)), "A1", "A3", "clear"),
    ("A6.3 rim in the far half of a gully hex",
     tiny("A1:A2 gully@-2, A3", strip("ground", 0, 700, 900)), "A1", "A3", "blocked A6.3"),
    ("A6.3 rim in the far half, from above",
     tiny("A1:A2 gully@-2, A3 @4", strip("ground", 0, 700, 900)), "A1", "A3", "clear"),
    ("A6.3 within depression hexes height advantage is by range",
     tiny("A1:A3 wadi@-4, A4", strip("ground", 0, 700, 900)), "A1", "A4", "clear"),
    ("A6.2 outside depression hexes it is not", tiny("A1 wadi@-4, A2, A3 wadi@-4, A4"),
     "A1", "A4", "blocked A6.2"),
    ("B10.23 a crest above the gully", tiny("A1 gully@-2, A2:A3 @2, A4 @4"),
     "A1", "A4", "blocked B10.23"),
    ("B21.1 rim of the water next to the shore",
     tiny("A1:A2 river@-2, A3", strip("ground", 0, 700, 900)), "A1", "A3", "clear"),
    ("B21.1 not afloat", tiny("A1 @-2, A2 river@-2, A3", strip("ground", 0, 700, 900)),
     "A1", "A3", "blocked A6.2"),
    ("B21.1 not in a water hex", tiny("A1 river@-2, A2 @-2, A3", strip("ground", 0, 700, 900)),
     "A1", "A3", "blocked A6.2"),
]  # fmt: skip


@rule("A6.2", "A6.3", "B10.2", "B10.23", "B19.5", "B21.1")
@pytest.mark.parametrize("case", DEPRESSIONS, ids=named)
def test_depressions(case: Case) -> None:
    ruled(case)


BRIDGE = "A2 bridge(stone) bed@-2 under@-2"
DECK = "A1-A2 road(paved), A2-A3 road(paved)"
BRIDGES: list[Case] = [
    ("B6.2 across", tiny(f"A1, {BRIDGE}, A3"), "A1", "A3", "clear+1"),
    ("B6.2 along its road", tiny(f"A1, {BRIDGE}, A3:A4, A1-A2 road(paved), A2-A3 road(dirt)"),
     "A1", "A4", "clear"),
    ("B6.2 along its road, past a vehicle", tiny(f"A1, {BRIDGE} +afv, A3, {DECK}"),
     "A1", "A3", "clear+1"),
    ("B6.2 where its road ends", tiny(f"A1, {BRIDGE}, A3, A1-A2 road(paved)"), "A1", "A3", "clear+1"),
    ("B6.2 across its road", tiny(f"A1, {BRIDGE}, A3, B1, B2, A2-B1 road(paved), A2-B2 road(paved)"),
     "A1", "A3", "clear+1"),
    ("B6.2 from above", tiny(f"A1 @2, {BRIDGE}, A3"), "A1", "A3", "clear"),
    ("B6.2 beneath", tiny(f"A1 gully@-2, {BRIDGE}, A3 gully@-2"), "A1", "A3", "clear"),
    ("B6.1 a bridge is not ground", tiny(f"A1 gully@-2, {BRIDGE}, A3 gully@-2, A4"),
     "A1", "A4", "clear+1"),
    ("A6.2 ground in its place", tiny("A1 gully@-2, A2, A3 gully@-2"),
     "A1", "A3", "blocked A6.2 A6.3"),
    ("B6.1 through the bridge", tiny(BRIDGE), "A2", "A2/under", "blocked B6.1"),
    ("B6.2 beneath a vehicle", tiny(f"A1 gully@-2, {BRIDGE} +afv, A3 gully@-2"), "A1", "A3", "clear"),
    ("D9.4 past a vehicle", tiny(f"A1, {BRIDGE} +afv, A3"), "A1", "A3", "clear+2"),
    ("D9.4 beside a vehicle beneath", tiny(f"A1 gully@-2, {BRIDGE} +afv@under, A3 gully@-2"),
     "A1", "A3", "clear+1"),
    ("B6.331 beneath rubble", tiny(f"A1 gully@-2, {BRIDGE} +rubble(stone), A3 gully@-2"),
     "A1", "A3", "unknown B6.331"),
    ("A6.2 past rubble", tiny(f"A1, {BRIDGE} +rubble(stone), A3"), "A1", "A3", "blocked A6.2"),
    ("B6.1 from beneath along the bed", tiny(f"A1 gully@-2, {BRIDGE}"), "A1", "A2/under", "clear"),
]  # fmt: skip


@rule("A6.2", "A6.3", "B6.1", "B6.2", "B6.331", "D9.4")
@pytest.mark.parametrize("case", BRIDGES, ids=named)
def test_bridges(case: Case) -> None:
    ruled(case)


# --- B9: walls, hedges, bocage --------------------------------------------------------------------

SPINES = "A1, B0:B1, C1, D0:D1, E1, F0:F1, G1, C0"
"""A line along hexspines: A1, the hexside B0-B1, C1, D0-D1, E1, F0-F1, G1."""

PAST_VERTEX = slice(8, 24), slice(39, 41)
"""Pixels past that vertex of B1-B2 which lies at A2, across the hexes of column A."""


def drawn_on(board: Board, pixels: tuple[slice, slice], term: str) -> Board:
    """Draw some pixels of a tiny board as other terrain."""
    assert board.raster is not None
    terms = (*board.raster.terms, term)
    terrain = board.raster.terrain.copy()
    terrain[pixels] = len(board.raster.terms)
    return replace(board, raster=replace(board.raster, terms=terms, terrain=terrain))


WALLS: list[Case] = [
    ("B9.2 between", tiny("A1:A4, A2-A3 wall"), "A1", "A4", "blocked B9.2"),
    ("B9.2 own hexside", tiny("A1:A4, A1-A2 wall"), "A1", "A4", "clear"),
    ("B9.2 the target's own hexside", tiny("A1:A4, A3-A4 hedge"), "A1", "A4", "clear"),
    ("B9.2 adjacent", tiny("A1:A2, A1-A2 wall"), "A1", "A2", "clear"),
    ("A6.1 a wall drawn beside the hexside that carries it",
     tiny("A1:A2, A1-A2 railway_embankment", strip("railway_embankment", 0, 400, 600)),
     "A1", "A2", "clear"),
    ("B9.2 own hexside, drawn beside it",
     tiny("A1:A3, A1-A2 railway_embankment", strip("railway_embankment", 0, 400, 600)),
     "A1", "A3", "clear"),
    ("B9.2 elsewhere, drawn beside it",
     tiny("A1:A4, A2-A3 railway_embankment", strip("railway_embankment", 0, 1400, 1600)),
     "A1", "A4", "blocked B9.2"),
    ("B9.2 drawn in an end's own hex alone",
     tiny("A1:A3", strip("railway_embankment", 0, 300, 400)), "A1", "A3", "clear"),
    ("B9.6 the foot of an own wall is no crest line of the next hex",
     tiny("A1 building(stone,1)@4 level(1), A2, A3, A1-A2 wall"), "A1h1", "A3", "clear"),
    ("B9.6 nor is that of another wall",
     tiny("A1 @4, A2:A6 @2, A7:A8, A6-A7 wall"), "A1", "A8", "clear"),
    ("B9.2 from above", tiny("A1 @2, A2:A4, A2-A3 wall"), "A1", "A4", "clear"),
    ("B9.2 from above both", tiny("A1 @2, A2:A3, A4 @2, A2-A3 wall"), "A1", "A4", "clear"),
    ("B9.2 on the ends' hill", tiny("A1:A4 @2, A2-A3 wall"), "A1", "A4", "blocked B9.2"),
    ("B9.6 at the higher level of a slope", tiny("A1 @2, A2, A3:A4 @2, A2-A3 wall"),
     "A1", "A4", "blocked B9.2"),
    ("B9.2 hexspine of both", tiny(f"{SPINES}, B0-B1 wall"), "A1", "C1", "clear"),
    ("B9.2 hexspine of one", tiny(f"{SPINES}, B0-B1 wall"), "A1", "E1", "clear"),
    ("B9.2 hexspine of neither", tiny(f"{SPINES}, D0-D1 wall"), "A1", "G1", "blocked B9.2"),
    ("B9.2 far end of a bare hexspine", tiny(f"{SPINES}, B0-C1 wall"),
     "A1", "E1", "blocked B9.2"),
    ("B9.2 far end, two of three", tiny(f"{SPINES}, B0-B1 wall, B0-C1 wall"), "A1", "E1", "clear"),
    ("B9.2 far end, all three", tiny(f"{SPINES}, B0-B1 wall, B0-C1 wall, B1-C1 hedge"),
     "A1", "E1", "blocked B9.2"),
    ("B9.1 at a vertex", tiny(f"{SPINES}, D0-E1 wall"), "A1", "G1", "blocked B9.2"),
    ("B9.1 by no vertex", tiny(f"{SPINES}, C0-D0 wall"), "A1", "G1", "clear"),
    ("B9.1 at a vertex, pixels", pixelled(tiny(f"{SPINES}, D0-E1 wall")),
     "A1", "G1", "blocked B9.2"),
    ("B9.1 past a vertex, pixels",
     drawn_on(pixelled(tiny("A1:A3, B0:B3, B1-B2 hedge")), PAST_VERTEX, "hedge"), "A1", "A3", "clear"),
    ("B9.1 drawn by no hexside, pixels",
     drawn_on(pixelled(tiny("A1:A3, B0:B3")), PAST_VERTEX, "hedge"), "A1", "A3", "blocked B9.2"),
    ("B9.2 between, pixels", pixelled(tiny("A1:A4, A2-A3 wall")), "A1", "A4", "blocked B9.2"),
    ("B9.2 own hexside, pixels", pixelled(tiny("A1:A4, A1-A2 wall")), "A1", "A4", "clear"),
    ("B9.2 hexspine of one, pixels", pixelled(tiny(f"{SPINES}, B0-B1 wall")), "A1", "E1", "clear"),
    ("B9.2 hexspine of neither, pixels", pixelled(tiny(f"{SPINES}, D0-D1 wall")),
     "A1", "G1", "blocked B9.2"),
    ("B9.52 between", tiny("A1:A4, A2-A3 bocage"), "A1", "A4", "blocked B9.52"),
    ("B9.52 own hexside", tiny("A1:A4, A1-A2 bocage"), "A1", "A4", "clear"),
    ("B9.52 along its own hexspine", tiny(f"{SPINES}, B0-B1 bocage"), "A1", "C1", "blocked B9.52"),
    ("B9.52 as high as the upper end", tiny("A1 @2, A2:A4, A2-A3 bocage"),
     "A1", "A4", "blocked B9.52"),
    ("B9.52 as high as both ends", tiny("A1 @2, A2:A3, A4 @2, A2-A3 bocage"), "A1", "A4", "clear"),
    ("B9.52 as high as the upper end beyond its slope",
     tiny("A1 @2 slope(3), A2:A4, A2-A3 bocage"), "A1", "A4", "clear"),
    ("B9.52 own hexside of the blind hex", pixelled(tiny("A1 @4, A2:A4, A2-A3 bocage")),
     "A1", "A3", "clear"),
    ("B9.52 blind hex", pixelled(tiny("A1 @4, A2:A4, A2-A3 bocage")),
     "A1", "A4", "blocked B9.52"),
    ("B9.52 the hex behind", pixelled(tiny("A1 @4, A2:A6, A2-A3 bocage")), "A1", "A5", "clear"),
]  # fmt: skip


@rule("B9.1", "B9.2", "B9.52")
@pytest.mark.parametrize("case", WALLS, ids=named)
def test_walls_and_bocage(case: Case) -> None:
    ruled(case)


@rule("B23.71", "B9.52")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("A1 @4, A2:A4, A2-A3 bocage", "blocked B9.52"),
        ("A1 @6, A2:A4, A2-A3 rowhouse_wall(2)", "blocked B23.71"),
    ],
)
def test_a6_5_blind_hexes_behind_a_hexside(rows: str, expected: str) -> None:
    assert outcome_of(pixelled(tiny(rows)), "A1", "A4") == expected
    assert outcome_of(tiny(rows), "A1", "A4") == expected


@rule("A6.4")
@pytest.mark.parametrize(
    ("board", "a", "b", "expected"),
    [
        (tiny("A1 @4, A2 orchard, B1:B4, A3:A4, A1-A2 wall, A2-B1 wall"), "A1", "B4", "clear"),
        (tiny("A1 @4, A2 orchard, A3, A1-A2 wall"), "A1", "A3", "blocked A6.4"),
        (tiny("A1 @2, A2 orchard, A3 @2", strip("ground", 2, 500, 1000)), "A1", "A3", "clear+1"),
    ],
)
def test_a6_5_ground_of_inherent_terrain(board: Board, a: str, b: str, expected: str) -> None:
    assert outcome_of(board, a, b) == expected


@rule("A6.8")
@pytest.mark.parametrize("rows", ["A1 building(wood,0)@2, A2", "A1, A2 building(wood,0)@2"])
def test_a6_8_building_up_to_the_hexside_between_neighbours(rows: str) -> None:
    assert outcome_of(pixelled(tiny(rows)), "A1", "A2") == "clear"


@rule("B9.21")
@pytest.mark.parametrize(
    ("rows", "statuses", "expected"),
    [
        ("A1:A3", {"A1": "entrenched"}, "blocked B9.21"),
        ("A1:A3", {"A1": "emplaced"}, "blocked B9.21"),
        ("A1:A3", {}, "clear"),
        ("A1:A3", {"A3": "entrenched"}, "clear"),  # the wall is not of its hex
        ("A1:A2, A3 @2", {"A1": "entrenched"}, "clear"),  # a higher Location
        ("A1 @2, A2:A3", {"A1": "entrenched"}, "blocked B9.21"),  # a lower one
        ("A1 @2, A2:A3", {"A3": "entrenched"}, "clear"),
    ],
)
def test_b9_21_dug_in_behind_its_own_wall(rows: str, statuses: Statuses, expected: str) -> None:
    assert outcome_of(tiny(f"{rows}, A1-A2 wall"), "A1", "A3", statuses) == expected


@rule("B9.21")
def test_b9_21_sees_adjacent_locations() -> None:
    board = tiny("A1:A2, A1-A2 hedge")
    assert outcome_of(board, "A1", "A2", {"A1": "entrenched", "A2": "emplaced"}) == "clear"


@rule("B9.21")
def test_b9_21_needs_a_wall() -> None:
    assert outcome_of(tiny("A1:A3"), "A1", "A3", {"A1": "entrenched"}) == "clear"


# --- A6.8, B23: buildings -------------------------------------------------------------------------

HOUSE = "building(stone,2) stairwell level(1) level(2)"
BUILDINGS: list[Case] = [
    ("A6.8 leaves the building in the next hex",
     tiny("A1 building(stone,1) level(1), A2 building(stone,1), A3", rim=0),
     "A1h1", "A3", "blocked A6.2 A6.8"),
    ("A6.8 leaves the building in its own hex",
     tiny("A1 building(stone,1) level(1), A2 building(stone,1), A3"), "A1h1", "A3", "blocked A6.2"),
    ("B23.74 within a Factory", tiny("A1:A3 factory(stone,1)", rim=0), "A1", "A3", "clear+1"),
    ("B23.74 out of one", tiny("A1:A2 factory(stone,1), A3", rim=0), "A2", "A3", "clear"),
    ("B23.74 past its outermost hex", tiny("A1:A2 factory(stone,1), A3", rim=0),
     "A1", "A3", "blocked A6.2"),
    ("B23.74 right through", tiny("A1, A2:A3 factory(stone,1), A4", rim=0),
     "A1", "A4", "blocked A6.2"),
    ("B23.74 into another", tiny("A1 factory(stone,1), A2, A3 factory(stone,1)"), "A1", "A3", "clear"),
    ("A6.8 on one level", tiny("A1:A2 building(stone,1), A3", rim=0),
     "A1", "A3", "blocked A6.2"),
    ("A6.8 from the street up into the building",
     tiny("A1 building(stone,1) level(1), A2 building(stone,1), A3", rim=0),
     "A3", "A1h1", "blocked A6.2 A6.8"),
    ("A6.8 to the next hex of the building",
     tiny("A1:A2 building(stone,1) level(1)", rim=0), "A1", "A2h1", "blocked A6.8"),
    ("A6.8 to the next hex on one floor",
     tiny("A1:A2 building(stone,1) level(1)", rim=0), "A1h1", "A2h1", "clear"),
    ("B23.71 rowhouse wall", tiny("A1:A2 building(stone,1), A1-A2 rowhouse_wall(1)", rim=0),
     "A1", "A2", "blocked B23.71"),
    ("B23.71 no rowhouse wall", tiny("A1:A2 building(stone,1)", rim=0), "A1", "A2", "clear"),
    ("B23.71 from above the wall", tiny("A1 @4, A2 @2, A2-A1 rowhouse_wall(0)"),
     "A1", "A2", "blocked B23.71"),
    ("B23.71 wall below both ends", tiny("A1 @4, A2:A3, A4 @4, A2-A3 rowhouse_wall(1)"),
     "A1", "A4", "clear"),
    ("B23.71 first blind hex", pixelled(tiny("A1 @4, A2:A5, A2-A3 rowhouse_wall(1)")),
     "A1", "A3", "blocked B23.71"),
    ("B23.71 behind the blind hexes", pixelled(tiny("A1 @4, A2:A6, A2-A3 rowhouse_wall(1)")),
     "A1", "A5", "clear"),
    ("B23.25 next floor", tiny(f"A1 {HOUSE}"), "A1", "A1h1", "clear"),
    ("B23.25 next floor but one", tiny(f"A1 {HOUSE}"), "A1", "A1h2", "blocked B23.25"),
    ("B23.25 upper floors", tiny(f"A1 {HOUSE}"), "A1h1", "A1h2", "clear"),
    ("B23.25 no stairwell", tiny(f"A1 {HOUSE.replace('stairwell', '')}"), "A1", "A1h1",
     "blocked B23.25"),
]  # fmt: skip


@rule("A6.2", "A6.8", "B23.25", "B23.71")
@pytest.mark.parametrize("case", BUILDINGS, ids=named)
def test_buildings(case: Case) -> None:
    ruled(case)


@rule("A6.2", "B23.71")
def test_b23_71_wall_as_high_as_the_upper_end() -> None:
    houses = tiny("A1 @2, A2:A3 building(stone,0), A4")
    assert outcome_of(houses, "A1", "A4") == "blocked A6.2"
    walls = tiny("A1 @2, A2:A4, A2-A3 rowhouse_wall(0)")
    assert outcome_of(walls, "A1", "A4") == "blocked B23.71"


# --- A6.7, B.10: hindrances -----------------------------------------------------------------------

FLANKS = "A1, B0, B1, C1"
VERTEX = "A1:A5, B1:B5"
"""A1 to B5 runs through a vertex of A4, and one of B2."""

LIGHT_WOODS = strip("light_woods", 0, -100, 100).replace("-200", "700").replace("200", "1000")
"""Light woods across the hexside between B0 and B1."""

BEYOND = slice(0, 24), slice(69, 73)
"""Pixels across the hexside of A3 and A4, where hexes are a quarter of a pixel higher than 20."""

HINDRANCES: list[Case] = [
    ("A6.7 between", tiny("A1, A2 brush, A3"), "A1", "A3", "clear+1"),
    ("A6.7 own hexes", tiny("A1 brush, A2, A3 grain"), "A1", "A3", "clear"),
    ("A6.7 from above", tiny("A1 @2, A2 brush, A3"), "A1", "A3", "clear"),
    ("A6.7 on the ends' hill", tiny("A1 @2, A2 brush@2, A3 @2"), "A1", "A3", "clear+1"),
    ("A6.7 below both ends", tiny("A1 @2, A2 orchard_out_of_season, A3 @2"), "A1", "A3", "clear"),
    ("A6.7 as high as the upper end", tiny("A1 @2, A2 orchard_out_of_season, A3"),
     "A1", "A3", "clear+1"),
    ("A6.7 adds up", tiny("A1, A2 brush, A3 grain, A4"), "A1", "A4", "clear+2"),
    ("A6.7 once a hex", tiny("A1, A2 brush grain, A3"), "A1", "A3", "clear+1"),
    ("A6.7 the greatest of a hex", tiny("A1, A2 brush light_woods, A3"), "A1", "A3", "clear+2"),
    ("A6.7 same ranges count once", tiny("A1, B0 orchard, B1 orchard, C1"), "A1", "C1", "clear+1"),
    ("A6.7 the greatest of the same ranges",
     tiny("A1, B0 orchard, B1, C1", LIGHT_WOODS), "A1", "C1", "clear+2"),
    ("B.6 inherent terrain by its hexside", tiny("A1, B0 orchard, B1, C1"), "A1", "C1", "clear+1"),
    ("B.6 other terrain off the hexside", tiny("A1, B0 brush, B1, C1"), "A1", "C1", "clear"),
    ("B.6 inherent terrain by its hexside, pixels",
     pixelled(tiny("A1, B0 orchard, B1, C1")), "A1", "C1", "clear+1"),
    ("A6.7 once, where pixels lie across both hexsides",
     pixelled(tiny("A1:A5, A3 brush"), Fraction(81, 4)), "A1", "A5", "clear+1"),
    ("A6.7 once, where pixels lie half in either hex",
     pixelled(tiny("A1:A5, A3 brush"), Fraction(21)), "A1", "A5", "clear+1"),
    ("A6.7 twice, where it goes on beyond the hexside",
     drawn_on(pixelled(tiny("A1:A5, A3 brush"), Fraction(81, 4)), BEYOND, "brush"),
     "A1", "A5", "clear+2"),
    ("B.6 inherent terrain by its vertex", tiny(f"{VERTEX}, A4 orchard"), "A1", "B5", "clear+1"),
    ("B.6 inherent terrain by its vertex, back", tiny(f"{VERTEX}, B2 orchard"), "B5", "A1", "clear+1"),
    ("B.6 inherent terrain by its vertex, pixels",
     pixelled(tiny(f"{VERTEX}, A4 orchard")), "A1", "B5", "clear+1"),
    ("B.6 inherent terrain off its vertex", tiny(f"{VERTEX}, A5 orchard"), "A1", "B5", "clear"),
    ("B.6 inherent terrain off its vertex, pixels",
     pixelled(tiny(f"{VERTEX}, A5 orchard")), "A1", "B5", "clear"),
    ("B.6 other terrain by its vertex", tiny(f"{VERTEX}, A4 brush"), "A1", "B5", "clear"),
    ("B.6 inherent terrain by its vertex, as high as an end",
     pixelled(tiny(f"{VERTEX}, A4 orchard @2")), "A1", "B5", "blocked A6.2"),
    ("B.6 inherent terrain by its vertex, from above",
     tiny(f"{VERTEX}, A1 @2, A4 orchard"), "A1", "B5", "blocked A6.2"),
    ("A6.4 no blind hexes behind a vertex", tiny(f"{VERTEX}, A1 @4, A4 orchard"), "A1", "B5", "clear"),
    ("B.9 a counter by its vertex", tiny(f"{VERTEX}, A4 +debris"), "A1", "B5", "clear+1"),
    ("B.9 a counter by its vertex, pixels",
     pixelled(tiny(f"{VERTEX}, B2 +debris")), "A1", "B5", "clear+1"),
    ("B.9 a counter off its vertex", tiny(f"{VERTEX}, A5 +debris"), "A1", "B5", "clear"),
    ("FB6.121 an embankment railway by its vertex, on the ground about it",
     tiny(f"{VERTEX}, A3 emrr @1, A4 emrr @1"), "A1", "B5", "blocked FB6.121"),
    ("B14.2 orchard on one level", tiny("A1, A2 orchard, A3"), "A1", "A3", "clear+1"),
    ("B14.2 orchard from above", tiny("A1 @2, A2 orchard, A3"), "A1", "A3", "blocked A6.2"),
    ("B14.2 orchard below both", tiny("A1 @2, A2 orchard, A3 @2"), "A1", "A3", "clear"),
    ("B14.2 orchard casts blind hexes", tiny("A1 @4, A2 orchard, A3"), "A1", "A3", "blocked A6.4"),
    ("B14.2 out of season none", tiny("A1 @4, A2 orchard_out_of_season, A3"), "A1", "A3", "clear"),
    ("B.10 five", tiny("A1, A2:A6 brush, A7"), "A1", "A7", "clear+5"),
    ("B.10 six", tiny("A1, A2:A7 brush, A8"), "A1", "A8", "blocked B.10"),
    ("B.10 three of two", tiny("A1, A2:A4 light_woods, A5"), "A1", "A5", "blocked B.10"),
]  # fmt: skip


@rule("A6.2", "A6.4", "A6.7", "B.10", "B14.2")
@pytest.mark.parametrize("case", HINDRANCES, ids=named)
def test_hindrances(case: Case) -> None:
    ruled(case)


def test_b_6_inherent_terrain_beyond_its_own_hex_counts_for_nothing() -> None:
    board = tiny("A1:A3", strip("crag", 0, 900, 1100))
    assert outcome_of(board, "A1", "A3") == "clear"


# --- asp/tables: each terrain on one level, from one level up, from one level up on both sides ----

SEEN_BY_ALL = ("clear", "clear", "clear")
WOODS = ("blocked A6.2", "blocked A6.2", "clear")
TALL = ("blocked A6.2", "blocked A6.2", "blocked A6.2")
LOW_OBSTACLE = ("blocked A6.2", "clear", "clear")
LOW_HINDRANCE = ("clear+1", "clear", "clear")
ORCHARD = ("clear+1", "blocked A6.2", "clear")
HALL = ("clear+1", "blocked A6.2", "blocked A6.2")

TERRAIN = {
    "open": SEEN_BY_ALL, "shellholes": SEEN_BY_ALL, "water": SEEN_BY_ALL,  # stands no higher
    "woods": WOODS, "lumberyard": WOODS, "bamboo": WOODS,  # B13.2, B23.211, G3
    "forest": TALL, "pine_woods": TALL, "light_jungle": TALL, "swamp": TALL,  # B13.7
    "dense_jungle": TALL,  # G2.2
    "orchard": ORCHARD, "olive_grove": ORCHARD, "palm_trees": ORCHARD,  # B14.2
    "light_woods": ("clear+2", "blocked A6.2", "clear"),  # B13.31
    "orchard_out_of_season": ("clear+1", "clear+1", "clear"),  # B14.2
    "brush": LOW_HINDRANCE, "grain": LOW_HINDRANCE, "marsh": LOW_HINDRANCE,  # B12.2
    "vineyard": LOW_HINDRANCE, "kunai": LOW_HINDRANCE,
    "crag": LOW_HINDRANCE, "graveyard": LOW_HINDRANCE, "debris": LOW_HINDRANCE,  # B17.2, O1.1
    "rubble(stone)": LOW_OBSTACLE, "rubble(wood)": LOW_OBSTACLE,  # B24.2
    "rubble_pile(stone,1)": WOODS, "rubble_pile(wood,2)": TALL,  # B24.3
    "sand_dune": LOW_OBSTACLE, "cactus_patch": LOW_OBSTACLE,  # F6.4, F7.2
    "bridge(stone)": LOW_HINDRANCE, "bridge(wood)": LOW_HINDRANCE,  # B6.2
    "building(stone,0)": WOODS, "building(wood,0)": WOODS,  # B23.21
    "building(stone,1)": TALL, "building(wood,4)": TALL,  # B23.22
    "gutted_building(0)": WOODS, "gutted_building(2)": TALL,
    "mausoleum": WOODS, "temple": WOODS, "building_cluster": WOODS,
    "market_place(stone)": ("clear", "blocked A6.2", "blocked A6.2"),  # B23.73
    "factory(stone,1)": TALL, "factory(wood,2)": TALL, "bfp_tower(1)": HALL,  # B23.74
    "factory_wall(stone,1)": TALL,
    "roofless_factory(1)": ("clear+2", "clear", "clear"),  # O5.4
    "gutted_factory(2)": ("clear+2", "clear", "clear"),
    "tower(1)": TALL, "storage_tank(2)": TALL,  # B23.21
    "tower_hindrance(1)": ("clear+1", "clear+1", "clear+1"),
    "bedouin_camp": LOW_HINDRANCE,
    "huts": ("clear+1", "clear+1", "clear"), "collapsed_huts": ("clear+1", "clear+1", "clear"),
    "emrr": SEEN_BY_ALL,  # FB6.1234: both ends are adjacent to it
    "rr_bridge": LOW_HINDRANCE,  # B6.2
    "rail_cars": WOODS,  # FB6.21
    "building_of_unknown_height(stone)": ("unknown Q4.2",) * 3,
}  # fmt: skip


@rule("A6.2", "Q4.2")
@pytest.mark.parametrize(("terrain", "outcomes"), TERRAIN.items())
def test_terrain_between(terrain: str, outcomes: tuple[str, str, str]) -> None:
    for ends, expected in zip((("", ""), ("@2", ""), ("@2", "@2")), outcomes, strict=True):
        assert outcome_of(tiny(f"A1 {ends[0]}, A2 {terrain}, A3 {ends[1]}"), "A1", "A3") == expected


LOW_WALL = ("blocked B9.2", "clear", "clear")

HEXSIDES = {
    "wall": LOW_WALL, "hedge": LOW_WALL, "cactus_hedge": LOW_WALL, "roadblock": LOW_WALL,  # B9.2
    "dune_crest_low": LOW_WALL, "dune_crest_high": LOW_WALL, "railway_embankment": LOW_WALL,  # O2.1
    "bocage": ("blocked B9.52", "blocked B9.52", "clear"),  # B9.5
    "cliff": SEEN_BY_ALL, "fence": SEEN_BY_ALL, "crest": SEEN_BY_ALL,  # B11.1
    "rowhouse_wall(1)": ("blocked B23.71",) * 3,  # B23.71
    "rowhouse_wall(4)": ("blocked B23.71",) * 3,
    "interior_factory_wall(1)": ("blocked B23.71",) * 3,  # O5.31
}  # fmt: skip


@rule("B23.71", "B9.52")
@pytest.mark.parametrize(("terrain", "outcomes"), HEXSIDES.items())
def test_hexside_between(terrain: str, outcomes: tuple[str, str, str]) -> None:
    for ends, expected in zip((("", ""), ("@2", ""), ("@2", "@2")), outcomes, strict=True):
        rows = f"A1 {ends[0]}, A2:A3, A4 {ends[1]}, A2-A3 {terrain}"
        assert outcome_of(tiny(rows), "A1", "A4") == expected


@rule("A6.2", "B23.22")
@pytest.mark.parametrize(
    ("floors", "levels"), [(0, 2), (1, 3), (2, 5), (3, 7), (4, 9)], ids=lambda each: str(each)
)
def test_b23_22_height_of_buildings(floors: int, levels: int) -> None:
    for ends in (levels - 1, levels):
        board = tiny(f"A1 ground@{ends}, A2 building(wood,{floors}), A3 ground@{ends}")
        assert outcome_of(board, "A1", "A3") == ("blocked A6.2" if ends < levels else "clear")


HILLOCKS: list[Case] = [
    ("F6.4 beside an end", tiny("A1, A2 hillock, A3:A5"), "A1", "A5", "clear"),
    ("F6.4 beside neither end", tiny("A1:A5, A3 hillock"), "A1", "A5", "blocked A6.2"),
    ("F6.4 from above", tiny("A1 @2, A2:A5, A3 hillock"), "A1", "A5", "clear"),
    ("F6.4 from hillock to hillock over rubble",
     tiny("A1 hillock, A2, A3 rubble(wood), A4, A5 hillock"), "A1", "A5", "clear"),
    ("F6.4 from hillock to hillock over a wall",
     tiny("A1 hillock, A2:A3, A4 hillock, A2-A3 wall"), "A1", "A4", "clear"),
    ("F6.4 from hillock to hillock over brush",
     tiny("A1 hillock, A2 brush, A3 hillock"), "A1", "A3", "clear"),
    ("F6.4 from hillock to hillock not over woods",
     tiny("A1 hillock, A2 woods, A3 hillock"), "A1", "A3", "blocked A6.2"),
    ("F6.4 from a hillock over rubble", tiny("A1 hillock, A2 rubble(wood), A3"),
     "A1", "A3", "unknown F6.4"),
    ("F6.4 from a hillock over nothing", tiny("A1 hillock, A2:A3"), "A1", "A3", "clear"),
]  # fmt: skip


@rule("A6.2", "F6.4")
@pytest.mark.parametrize("case", HILLOCKS, ids=named)
def test_hillocks(case: Case) -> None:
    ruled(case)


@rule("A6.2", "F6.4")
def test_f6_4_dug_in_beside_a_hillock() -> None:
    board = tiny("A1, A2 hillock, A3:A5")
    assert outcome_of(board, "A1", "A5", {"A1": "entrenched"}) == "blocked A6.2"
    assert outcome_of(board, "A1", "A5", {"A5": "entrenched"}) == "clear"


# --- FB6.12311, A2.1, Q4.2: what is left unknown --------------------------------------------------

UNKNOWN: list[Case] = [
    ("FB6.12311 a wall half a level below no embankment",
     tiny("A1 ground@1, A2:A4, A2-A3 wall"), "A1", "A4", "unknown FB6.12311"),
    ("FB6.12311 a hillock half a level below an embankment",
     tiny("A1 emrr@1, A2 hillock, A3:A4"), "A1", "A4", "unknown FB6.12311"),
    ("FB6.12311 its own wall", tiny("A1 ground@1, A2:A3, A1-A2 wall"), "A1", "A3", "clear"),
    ("A2.1 a gap in the board", tiny("A1, A3"), "A1", "A3", "unknown A2.1"),
    ("A2.1 along the rim", tiny("A1, B1, C1"), "A1", "C1", "unknown A2.1"),
    ("A2.1 within the board", tiny("A1, B0, B1, C1"), "A1", "C1", "clear"),
    ("A2.1 an obstacle before a gap", tiny("A1, A2 woods, A4"), "A1", "A4", "blocked A6.2"),
    ("A2.1 an obstacle behind it", tiny("A1, A3 woods, A4"), "A1", "A4", "blocked A6.2"),
    ("Q4.2 in an end's own hex",
     tiny("A1 building_of_unknown_height(stone), A2"), "A1", "A2", "clear"),
    ("Q4.2 a lower church is an obstacle still",
     tiny("A1, A2 building_of_unknown_height(wood), A3"), "A1", "A3", "unknown Q4.2"),
]  # fmt: skip


@rule("A2.1", "FB6.12311", "Q4.2")
@pytest.mark.parametrize("case", UNKNOWN, ids=named)
def test_unknown(case: Case) -> None:
    ruled(case)


@rule("A6.1")
@pytest.mark.parametrize(
    ("rows", "a", "b"),
    [
        ("A1:A2 emrr@1", "A1", "A2"),
        ("A1 emrr@1, A2, A3 emrr@1", "A1", "A3"),
        ("A1 emrr@1, A2 rubble(wood)", "A1", "A2"),
        ("A1 emrr@1, A2, A3 rubble(wood)", "A1", "A3"),
    ],
)
def test_a6_1_own_hex_seen_from_an_embankment(rows: str, a: str, b: str) -> None:
    assert outcome_of(tiny(rows), a, b) == "clear"


# --- a line hangs on what it touches alone --------------------------------------------------------


@rule("A6.2", "B9.2")
def test_every_rule_that_blocks_is_reported() -> None:
    board = tiny("A1, A2 woods, A3:A5, A4-A5 wall, A6")
    assert outcome_of(board, "A1", "A6") == "blocked A6.2 B9.2"
    judged = LosEngine(board).table(board.ground_locations, np.array([[0, 5]]))
    assert judged.rules[judged.verdicts.rule[0]] == "A6.2", "the nearest to the first end"


def test_statuses_of_other_locations_do_not_matter() -> None:
    board = tiny("A1:A4, A1-A2 wall")
    assert outcome_of(board, "A1", "A3", {"A4": "entrenched"}) == "clear"


# --- what the documents may also mean -------------------------------------------------------------

READINGS: list[tuple[str, str, str, str, bool]] = [
    ("O.3", "A1, A2 gully@-2 +rubble(stone), A3", "A1", "A3", True),
    ("O.3", "A1, A2 +rubble(stone), A3", "A1", "A3", False),
    ("FB6.1231", "A1 emrr@1, A2, A3 emrr@1, A4, A5 emrr@1, A6, A7 emrr@1, A8, A9 emrr@1",
     "A1", "A9", True),
    ("FB6.1231", "A1 emrr@1, A2, A3 emrr@1, A4, A5 emrr@1, A6, A7 emrr@1", "A1", "A7", False),
]  # fmt: skip


@rule("O.3", "FB6.1231")
@pytest.mark.parametrize(("number", "board", "a", "b", "told"), READINGS)
def test_another_reading_is_told(number: str, board: str, a: str, b: str, told: bool) -> None:
    laid = tiny(board)
    _, ruling = LosEngine(laid).rule(laid.location(a), laid.location(b), explain=True)
    read = {each.citation.number for each in ruling.reasons if each.effect == "otherwise"}
    assert (number in read) == told
    confidences = {
        each.citation.confidence for each in ruling.reasons if each.effect == "otherwise"
    }
    assert confidences <= {"low"}
