"""Vehicles on the move, on boards of a few hexes, one rule a test. Costs are in halves of an MP."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

import clingo
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.pieces.pieces import read_piece
from hexcourt.facts.tracing.movement_facts import movement_facts
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import known_units, unit_named
from hexcourt.solver.rulebase.ground import ActiveRules
from tests.effort import one_in, tries
from tests.rulings import rule
from tests.tiny import hexagon, outline, tiny

# --- asking ---------------------------------------------------------------------------------------


MOVES = {
    **dict.fromkeys(("move", "possible"), 1),
    **dict.fromkeys(("barred", "price", "max_price", "doubtful"), 2),
    **dict.fromkeys(("leads", "risky"), 3),
    **dict.fromkeys(("charged", "perhaps"), 4),
}
"""What most tests read: the rules and rows of tables on which none of it hangs are left out for them."""

Ground = Callable[[tuple[tuple[str, int], ...]], clingo.Control]


class Said:
    """What the rules say: the arguments of its atoms, by predicate, ground when they are asked for."""

    def __init__(self, ground: Ground) -> None:
        """Ask by a function that grounds the rules for some predicates, or all of them for ()."""
        self._ground = ground
        self._controls: dict[tuple[tuple[str, int], ...], clingo.Control] = {}
        self._read: dict[str, frozenset[tuple[str, ...]]] = {}

    def __getitem__(self, predicate: str) -> frozenset[tuple[str, ...]]:
        if predicate not in self._read:
            wanted = tuple(MOVES.items()) if predicate in MOVES else ()
            if wanted not in self._controls:
                self._controls[wanted] = self._ground(wanted)
            symbols = self._controls[wanted].symbolic_atoms
            self._read[predicate] = frozenset(
                tuple(map(str, atom.symbol.arguments))
                for name, arity, _ in symbols.signatures
                if name == predicate
                for atom in symbols.by_signature(name, arity)
            )
        return self._read[predicate]

    def of(self, predicate: str, move: str) -> set[tuple[str, ...]]:
        """List what it says of a move."""
        return {told[1:] for told in self[predicate] if told[0] == move}

    def rules(self, predicate: str, move: str) -> set[str]:
        """List the rules that it names of a move."""
        return {rest[-1].strip('"') for rest in self.of(predicate, move)}

    def parts(self, move: str) -> dict[str, int]:
        """Map what a move pays for to what it pays."""
        return {what: int(cost) for what, cost, _ in self.of("charged", move)}

    def price(self, move: str) -> int | set[str]:
        """Give what a move surely costs, or the rules that bar it."""
        assert (move,) in self["move"], move
        return self.rules("barred", move) or int(self.of("price", move).pop()[0])

    def dearest(self, move: str) -> int:
        return int(self.of("max_price", move).pop()[0])

    def leads(self, move: str) -> set[tuple[str, str]]:
        """List the states that a move leads from and to."""
        return {(one, two) for one, two in self.of("leads", move)}

    def reach(self, state: str) -> set[str]:
        """List the states that moves lead to from one."""
        return {target for _, source, target in self["leads"] if source == state}


def board_facts(board: Board) -> list[str]:
    """List a board's facts, without where its hexes lie: that matters outside the map alone."""
    told = [fact for facts in movement_facts(board).values() for fact in facts]
    return [fact for fact in told if not fact.startswith("place(")]


def asked(facts: Iterable[str], unit: str = "tank", gap: int = 0) -> Said:
    """Ask of a board's facts."""
    allowance = known_units()[unit].allowance
    about = f"unit({unit}). allowance({allowance})."
    constants = {"vbm_gap": gap} if gap else {}
    text = "\n".join([about, *facts])
    return Said(lambda wanted: ActiveRules("moving_vehicle").ground(text, constants, wanted=wanted))


@lru_cache(32)
def said_of(text: str, unit: str = "tank", more: str = "", rim: int = 300, gap: int = 0) -> Said:
    """Ask of a tiny board and further facts; its terrain leaves room to pass by."""
    return asked([*board_facts(tiny(text, rim=rim)), more], unit, gap)


def at(name: str, place: str = "ground") -> str:
    return f'at("{name}",{place})'


def heading(name: str, vertex: int, place: str = "ground") -> str:
    return f'heading("{name}",{place},{vertex})'


def vbm(name: str, side: int, vertex: int) -> str:
    return f'vbm("{name}",{side},{vertex})'


def off(name: str, side: int) -> str:
    return f'off("{name}",{side})'


def go(source: str, target: str, how: str = "") -> str:
    return f"go({source},{target}{',' + how if how else ''})"


DOWN = go(at("A1"), at("A2"))
"""From A1 to the hex South of it."""

# --- what each class pays: tables -----------------------------------------------------------------

UNITS = ("truck", "halftrack", "tank")
X = None


def crossed(said: Said, rule: str, price: int | None, risk: bool) -> None:
    """Check what going DOWN costs."""
    if price is None:
        assert said.price(DOWN) == {rule}
        assert not said.leads(DOWN)
        return
    assert said.price(DOWN) == price
    assert said.dearest(DOWN) == price
    assert not said.of("doubtful", DOWN)
    assert said.rules("risky", DOWN) == ({rule} if risk else set())
    if rule not in ("", "B2.4"):
        assert rule in said.rules("charged", DOWN)


@rule(
    "B1.4",
    "B12.4",
    "B13.41",
    "B15.4",
    "B16.4",
    "B17.4",
    "B18.4",
    "B21.4",
    "B23.4",
    "B24.4",
    "FB6.22",
    "O1.4",
)
@pytest.mark.parametrize("unit", range(3), ids=UNITS)
@pytest.mark.parametrize(
    ("terrain", "rule", "prices", "risks"),
    [
        ("", "B1.4", (8, 2, 2), ""),
        ("orchard", "B1.4", (8, 2, 2), ""),
        ("tennis_courts", "B1.4", (8, 2, 2), ""),
        ("railroad", "B1.4", (8, 2, 2), ""),
        ("shellholes", "", (16, 2, 2), ""),
        ("brush", "B12.4", (12, 4, 4), ""),
        ("vineyard", "B12.4", (12, 4, 4), ""),
        ("grain", "B15.4", (10, 2, 2), ""),
        ("plowed", "B15.4", (10, 2, 2), ""),
        ("woods", "B13.41", (54, 30, 13), "wht"),
        ("forest", "B13.41", (54, 30, 13), "wht"),
        ("building(wood,0)", "B23.4", (X, X, 13), "t"),
        ("building(stone,2)", "B23.4", (X, X, 13), "t"),
        ("factory(stone,1)", "B23.4", (X, X, 13), "t"),
        ("rubble(stone)", "B24.4", (X, X, 13), "t"),
        ("+rubble(wood)", "B24.4", (X, X, 13), "t"),
        ("building(stone,1) +rubble(stone)", "B24.4", (X, X, 13), "t"),
        ("graveyard", "B18.4", (X, X, 13), "t"),
        ("+debris", "O1.4", (X, 2, 2), "ht"),
        ("crag", "B17.4", (X, X, X), ""),
        ("marsh", "B16.4", (X, X, X), ""),
        ("river@-2", "B21.4", (X, X, X), ""),
        ("rail_cars", "FB6.22", (X, X, X), ""),
    ],
)
def test_terrain(
    terrain: str, rule: str, prices: Sequence[int | None], risks: str, unit: int
) -> None:
    said = said_of(f"A1, A2 {terrain}", UNITS[unit])
    crossed(said, rule, prices[unit], "wht"[unit] in risks)


@rule("B11.4", "B23.71", "B9.4", "B9.54")
@pytest.mark.parametrize("unit", range(3), ids=UNITS)
@pytest.mark.parametrize(
    ("terrain", "rule", "prices", "risks"),
    [
        ("wall", "B9.4", (X, X, 4), ""),
        ("hedge", "B9.4", (X, 6, 4), "ht"),
        ("cactus_hedge", "B9.4", (X, 6, 4), "ht"),
        ("bocage", "B9.54", (X, X, 15), "t"),
        ("cliff", "B11.4", (X, X, X), ""),
        ("rowhouse_wall(1)", "B23.71", (X, X, X), ""),
    ],
)
def test_hexsides(
    terrain: str, rule: str, prices: Sequence[int | None], risks: str, unit: int
) -> None:
    said = said_of(f"A1, A2, A1-A2 {terrain}", UNITS[unit])
    crossed(said, rule, prices[unit], "wht"[unit] in risks)
    back = go(at("A2"), at("A1"))
    assert said.price(back) == said.price(DOWN), "a hexside is the same from both hexes"


@rule("B19.4")
@pytest.mark.parametrize("unit", range(3), ids=UNITS)
def test_b19_4_gullies(unit: int) -> None:
    said = said_of("A1, A2 gully@-2, A3 brush gully@-2, A4 gully@-2", UNITS[unit])
    crossed(said, "B19.4", (12 + 8, 6 + 2, 4 + 2)[unit], False)
    along = go(at("A4"), at("A3"))
    assert said.price(along) == (12 + 12, 6 + 4, 4 + 4)[unit], "or that of what lies in it"


@rule("B20.4")
@pytest.mark.parametrize("terrain", ["dry_stream", "shallow_stream", "deep_stream"])
def test_b20_4_no_wheels_in_streams(terrain: str) -> None:
    assert said_of(f"A1, A2 {terrain}@-2", "truck").price(DOWN) == {"B20.4"}


@rule("B9.1", "O5.31")
@pytest.mark.parametrize(
    ("terrain", "rule"), [("fence", "B9.1"), ("interior_factory_wall(1)", "O5.31")]
)
@pytest.mark.parametrize("unit", UNITS)
def test_hexsides_that_are_not_known(terrain: str, rule: str, unit: str) -> None:
    assert said_of(f"A1, A2, A1-A2 {terrain}", unit).rules("doubtful", DOWN) == {rule}
    assert not said_of("A1, A2", unit).of("doubtful", DOWN)


@rule("D15.4")
@pytest.mark.parametrize(
    ("unit", "like"), [("motorcycle", "truck"), ("wagon", "truck"), ("jeep", "truck")]
)
@pytest.mark.parametrize(
    "what", ["A2", "A2 brush", "A2 building(wood,0)", "A2, A1-A2 hedge", "A2 grain"]
)
def test_d15_4_motorcycles_and_wagons_pay_what_wheels_pay(unit: str, like: str, what: str) -> None:
    text = f"A1, {what}"
    assert said_of(text, unit).price(DOWN) == said_of(text, like).price(DOWN)


@rule("B13.41")
@pytest.mark.parametrize(
    ("unit", "price"), [("motorcycle", 62), ("wagon", 22), ("assault_gun", 13)]
)
def test_b13_41_woods_cost_all_or_half_of_what_each_has(unit: str, price: int) -> None:
    assert said_of("A1, A2 woods", unit).price(DOWN) == price


@rule("D2.11")
@pytest.mark.parametrize("unit", [*UNITS, "motorcycle", "wagon", "armoured_car"])
def test_d2_11_a_vehicle_starts_for_one_mp(unit: str) -> None:
    said = said_of("A1", unit)
    assert said["start_price"] == {("2", '"D2.11"')}
    assert said.price(f"turn({at('A1')[3:-1]})") == 2


# --- roads ----------------------------------------------------------------------------------------


@rule("B3.4")
@pytest.mark.parametrize("unit", [*UNITS, "motorcycle"])
@pytest.mark.parametrize("terrain", ["", "woods", "brush", "crag", "@2"])
def test_b3_4_road_rate(unit: str, terrain: str) -> None:
    said = said_of(f"A1, A2 {terrain}, A1-A2 road(paved)", unit)
    assert said.parts(DOWN)["road"] == 1
    assert said.price(DOWN) == (3 if terrain == "@2" else 1)
    assert not said.of("risky", DOWN)
    assert said.parts(go(at("A2"), at("A1")))["road"] == 1


@rule("B3.4")
@pytest.mark.parametrize(
    ("text", "more", "price"),
    [
        ("A2 building(stone,1)", "", 13),  # the building covers the middle of the hex
        ("A2 factory(stone,1)", "", 1),  # a Vehicular-Sized Entrance
        ("A2 building(wood,0)", 'feature("A2",building_tram_line).', 1),  # FB6.5
        ("A2 +debris", "", 2),
        ("A2 +debris", 'trail_break("A2").', 1),
        ("A2 +rubble(stone)", "", 13),
        ("A2 +rubble(stone)", 'trail_break("A2").', 1),
        ("A2, A1 +debris", "", 2),  # out of debris, which has no road
    ],
)
def test_b3_4_where_no_road_helps(text: str, more: str, price: int) -> None:
    assert said_of(f"A1, {text}, A1-A2 road(dirt)", more=more).price(DOWN) == price


# --- turning, forward, in reverse -----------------------------------------------------------------


@rule("D2.11", "O.4")
@pytest.mark.parametrize(
    ("terrain", "price", "risk"),
    [
        ("", 2, set()),
        ("brush", 2, set()),
        ("orchard", 2, set()),
        ("woods", 4, set()),
        ("building(stone,1)", 4, set()),
        ("+rubble(wood)", 4, set()),
        ("factory(stone,1)", 4, {"O.4"}),
    ],
)
def test_d2_11_a_hexspine_at_a_time(terrain: str, price: int, risk: set[str]) -> None:
    said = said_of(f"A1 {terrain}")
    turn = 'turn("A1",ground)'
    assert said.price(turn) == price
    assert said.rules("risky", turn) == risk
    assert said.leads(turn) == {
        (heading("A1", one), heading("A1", (one + step) % 6))
        for one in range(6)
        for step in (1, -1)
    }


FLOWER = "B1:B3, A2:A3, C2:C3"
"""B2 and the hexes around it."""
AROUND = ("B1", "C2", "C3", "B3", "A3", "A2")
"""The hexes around B2, clockwise from North."""


@rule("D2.1")
@pytest.mark.parametrize("vertex", range(6))
def test_d2_1_only_into_the_two_hexes_in_front(vertex: int) -> None:
    said = said_of(FLOWER)
    forward = {heading(AROUND[side % 6], vertex) for side in (vertex - 1, vertex)}
    back = {heading(AROUND[side % 6], vertex) for side in (vertex + 2, vertex + 3)}
    turned = {heading("B2", (vertex + step) % 6) for step in (1, -1)}
    assert said.reach(heading("B2", vertex)) == forward | back | turned
    for side in (vertex - 1, vertex):
        move = go(at("B2"), at(AROUND[side % 6]))
        assert (heading("B2", vertex), heading(AROUND[side % 6], vertex)) in said.leads(move)


@rule("D2.2")
@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("A1, A2", "tank"),
        ("A1, A2 brush", "truck"),
        ("A1, A2 woods", "halftrack"),
        ("A1, A2, A1-A2 hedge", "tank"),
        ("A1, A2, A1-A2 road(paved)", "truck"),
        ("A1, A2 building(stone,1)", "truck"),
        ("A1, A2 @2", "tank"),
        ("A1, A2, A1-A2 fence", "tank"),
    ],
)
def test_d2_2_reverse_is_four_times_as_dear_and_else_the_same(text: str, unit: str) -> None:
    said = said_of(text, unit)
    back = go(at("A1"), at("A2"), "reverse")
    price = said.price(DOWN)
    assert said.price(back) == (4 * price if isinstance(price, int) else price)
    if isinstance(price, int):
        assert said.dearest(back) == 4 * said.dearest(DOWN)
        assert said.leads(back) == {(heading("A1", v), heading("A2", v)) for v in (0, 1)}
    for predicate in ("risky", "doubtful"):
        assert said.of(predicate, back) == said.of(predicate, DOWN)


# --- up and down ----------------------------------------------------------------------------------


@rule("B10.4")
@pytest.mark.parametrize("unit", range(3), ids=UNITS)
@pytest.mark.parametrize(
    ("levels", "least", "most"),
    [((0, 2), 2, 6), ((0, 1), 2, 6), ((2, 0), 0, 0), ((1, 0), 0, 0), ((2, 2), 0, 0)],
)
def test_b10_4_uphill_is_dearer_by_what_is_not_known(
    levels: tuple[int, int], least: int, most: int, unit: int
) -> None:
    said = said_of(f"A1 @{levels[0]}, A2 @{levels[1]}", UNITS[unit])
    open_ground = (8, 2, 2)[unit]
    assert said.price(DOWN) == open_ground + least
    assert said.dearest(DOWN) == open_ground + least + most
    assert said.rules("perhaps", DOWN) == ({"B10.4"} if most else set())


@rule("B10.4")
@pytest.mark.parametrize("levels", [(0, 4), (4, 0), (-2, 2), (6, 0)])
@pytest.mark.parametrize("unit", UNITS)
def test_b10_4_no_vehicle_takes_an_abrupt_change_of_level(
    levels: tuple[int, int], unit: str
) -> None:
    text = f"A1 @{levels[0]}, A2 @{levels[1]}"
    assert said_of(text, unit).price(DOWN) == {"B10.4"}
    assert said_of(f"{text}, A1-A2 road(paved)", unit).price(DOWN) != {"B10.4"}


# --- VBM: how it is begun, carried on and ended ---------------------------------------------------

PAST = FLOWER + ", B2 woods"
"""Woods that may be passed on all sides, in the middle."""
BEGUN = go(at("A3"), vbm("B2", 5, 0))
"""From A3 past its upper right vertex, along the hexside between A2 and B2, to the vertex B1-A2-B2."""


@rule("D2.3")
def test_d2_3_vbm_is_begun_past_the_vertex_that_the_vca_faces() -> None:
    said = said_of(PAST)
    assert said.leads(BEGUN) == {(heading("A3", 1), vbm("B2", 5, 0))}
    begun = {target for v in range(6) for target in said.reach(heading("A3", v)) if "vbm" in target}
    assert begun == {vbm("B2", 5, 0), vbm("B2", 3, 3)}, (
        "past the two vertices of its hexside with B2"
    )


@rule("D2.3")
def test_d2_3_only_along_the_hexsides_of_a_hex_with_an_obstacle() -> None:
    assert not any("vbm" in each for move in said_of(FLOWER)["move"] for each in move)
    passed = {
        re.findall(r'vbm\("(\w+)"', move)[0] for (move,) in said_of(PAST)["move"] if "vbm" in move
    }
    assert passed == {"B2"}


@rule("D2.3")
@pytest.mark.parametrize(
    "terrain",
    ["woods", "building(stone,1)", "factory(stone,1)", "rail_cars", "lumberyard", "pine_woods"],
)
def test_d2_3_the_obstacles_that_are_passed(terrain: str) -> None:
    for unit in UNITS:
        assert isinstance(said_of(f"{FLOWER}, B2 {terrain}", unit).price(BEGUN), int)


@rule("D2.3")
@pytest.mark.parametrize(
    "terrain",
    [
        "brush", "orchard", "crag", "marsh", "rubble(stone)", "woods +rubble(stone)",
        "building(stone,1) +rubble(wood)", "vineyard woods", "woods bed@-2", "rail_cars +rubble(wood)",
    ],
)  # fmt: skip
def test_d2_3_what_is_not_passed(terrain: str) -> None:
    place = "bed@-2" if "bed" in terrain else ""
    text = f"{FLOWER}, B2 {terrain.replace('bed@-2', '')} {'@-2 ' + place if place else ''}"
    assert not any("vbm" in each for move in said_of(text)["move"] for each in move)


@rule("D2.3")
@pytest.mark.parametrize(("rim", "free"), [(200, False), (246, False), (250, True), (300, True)])
def test_d2_3_clearance_is_a_quarter_of_a_hex(rim: int, free: bool) -> None:
    assert ((BEGUN,) in said_of(PAST, rim=rim)["move"]) == free
    said = said_of(PAST, rim=rim)
    assert said.of("remark", BEGUN) == ({('"D2.3"',)} if free else set())


@rule("D2.3")
@pytest.mark.parametrize(("gap", "free"), [(190, True), (210, False)])
def test_d2_3_the_gauge_may_be_another(gap: int, free: bool) -> None:
    assert ((BEGUN,) in said_of(PAST, rim=200, gap=gap)["move"]) == free


@rule("D2.3")
def test_d2_3_the_hexside_is_free_where_the_obstacle_is_far() -> None:
    """Woods in the upper half alone: the three lower hexsides are free."""
    corners = [(100, 600), (1640, 600), (1640, 1300), (100, 1300)]
    inside = [f'corner("W",0,{n},{872 + (x - 872) // 3},{y}).' for n, (x, y) in enumerate(corners)]
    more = "".join(['outline("W",woods,0).', *inside])
    board = tiny(FLOWER, more)
    said = asked(board_facts(board))
    runs = {(h, d) for h, _, d, _, _ in said["run"]}
    free = {int(d) for h, d in runs if h == '"B2"'}
    gaps = {
        int(fact.split(",")[1]): int(fact.split(",")[3][:-2])
        for fact in movement_facts(board)["B2"]
        if fact.startswith("clearance")
    }
    assert free == {d for d in range(6) if gaps.get(d, 999) >= 248}
    assert 3 in free and 0 not in free


@rule("D2.3")
@pytest.mark.parametrize("unit", range(3), ids=UNITS)
@pytest.mark.parametrize(
    ("other", "prices"),
    [
        ("", (8, 2, 2)),
        ("brush", (12, 4, 4)),
        ("grain", (10, 2, 2)),
        ("shellholes", (16, 2, 2)),
    ],
)
def test_d2_3_vbm_costs_twice_the_other_terrain(
    other: str, prices: Sequence[int], unit: int
) -> None:
    price = prices[unit]
    said = said_of(f"{FLOWER}, B2 woods {other}", UNITS[unit])
    assert said.price(BEGUN) == 2 * price
    assert said.parts(BEGUN) == {"vbm": 2 * price}
    assert not said.of("risky", BEGUN), "it does not enter the woods"


@rule("D2.3", "D2.33")
@pytest.mark.parametrize("unit", range(3), ids=UNITS)
def test_d2_3_carried_on_along_the_next_hexside_after_a_turn(unit: int) -> None:
    said = said_of(PAST, UNITS[unit])
    move = go(vbm("B2", 5, 0), vbm("B2", 0, 1))
    assert said.parts(move) == {"vbm": (16, 4, 4)[unit], "vca": 2}
    assert said.rules("charged", move) == {"D2.3", "D2.33"}
    assert said.leads(move) == {(vbm("B2", 5, 0), vbm("B2", 0, 1))}


@rule("D2.3")
@pytest.mark.parametrize("unit", range(3), ids=UNITS)
def test_d2_3_out_of_it_straight_on_or_aside(unit: int) -> None:
    said = said_of(PAST, UNITS[unit])
    ahead, aside = go(vbm("B2", 5, 0), at("B1")), go(vbm("B2", 5, 0), at("A2"), "facing(0)")
    assert said.parts(ahead) == {"terrain(open)": (8, 2, 2)[unit]}
    assert said.leads(ahead) == {(vbm("B2", 5, 0), heading("B1", 1))}
    assert said.parts(aside) == {"terrain(open)": (8, 2, 2)[unit], "vca": 2}
    assert said.leads(aside) == {(vbm("B2", 5, 0), heading("A2", 0))}


@rule("B27.4")
def test_b27_4_wheels_may_bog_at_an_entrenchment_beside_a_road() -> None:
    for unit, road, expected in (
        ("truck", "", {"B27.4"}),
        ("tank", "", set()),
        ("halftrack", "", set()),
        ("truck", ", A1-A2 road(dirt)", set()),
    ):
        dug = f"A1, A2{road}"
        assert said_of(dug, unit, 'trench("A2").').rules("risky", DOWN) == expected, (unit, road)
    assert said_of("A1, A2", "truck", 'trench("A1").').rules("risky", DOWN) == set()


@rule("B13.41", "B23.4", "D2.3")
@pytest.mark.parametrize("unit", UNITS)
def test_d2_3_into_the_obstacle_that_is_passed_is_not_known(unit: str) -> None:
    said = said_of(PAST, unit)
    move = go(vbm("B2", 5, 0), at("B2"), "facing(2)")
    assert said.rules("doubtful", move) == {"D2.3"}
    allowance = known_units()[unit].allowance
    woods = allowance // 2 if unit == "tank" else allowance - 2
    assert said.parts(move) == {"terrain(woods)": woods, "vca": 2}
    assert said.rules("risky", move) == {"B13.41"}
    assert said_of(f"{FLOWER}, B2 building(wood,0)", "truck").price(move) == {"B23.4"}


@rule("B9.4")
def test_vbm_over_hexsides_pays_for_and_minds_what_lies_on_them() -> None:
    text = PAST + ", A3-B2 hedge"
    assert said_of(text).parts(BEGUN) == {"vbm": 4, "hexside(hedge)": 2}
    assert said_of(text).rules("risky", BEGUN) == {"B9.4"}
    assert said_of(text, "truck").price(BEGUN) == {"B9.4"}
    assert said_of(PAST + ", A2-B2 hedge").parts(BEGUN) == {"vbm": 4}, "it goes along this one"
    out = go(vbm("B2", 5, 0), at("B1"))
    assert said_of(PAST + ", B1-B2 wall").parts(out) == {"terrain(open)": 2, "hexside(wall)": 2}
    assert said_of(PAST + ", B1-B2 wall", "halftrack").price(out) == {"B9.4"}
    onward = go(vbm("B2", 5, 0), vbm("B2", 0, 1))
    assert said_of(PAST + ", B1-B2 wall", "halftrack").price(onward) == 6


@rule("B10.4")
def test_b10_4_vbm_up_and_down_hill() -> None:
    up = said_of(FLOWER + ", B2 woods@2")
    assert up.parts(BEGUN) == {"vbm": 4, "uphill": 2}
    assert up.dearest(BEGUN) == 12
    assert said_of(FLOWER + ", B2 woods@4").price(BEGUN) == {"B10.4"}
    assert said_of(PAST + ", B1 @2").parts(go(vbm("B2", 5, 0), at("B1"))) == {
        "terrain(open)": 2, "uphill": 2,
    }  # fmt: skip
    assert said_of(PAST + ", B1 @4").price(go(vbm("B2", 5, 0), at("B1"))) == {"B10.4"}
    assert said_of(PAST + ", A2 @4").price(go(vbm("B2", 5, 0), at("A2"), "facing(0)")) == {"B10.4"}


@rule("B10.4", "B9.4")
def test_vbm_carried_on_in_another_hex_crosses_into_it() -> None:
    """Along B1-B2 within B1, over the hexside between the two at its end."""
    move = go(vbm("B2", 5, 0), vbm("B1", 3, 3))
    text = PAST + ", B1 woods"
    assert said_of(text).parts(move) == {"vbm": 4, "vca": 2}
    assert said_of(text + ", B1-B2 wall").parts(move) == {"vbm": 4, "vca": 2, "hexside(wall)": 2}
    assert said_of(text + ", B1-B2 wall", "truck").price(move) == {"B9.4"}
    assert said_of(text + "@2").parts(move) == {"vbm": 4, "vca": 2, "uphill": 2}
    assert said_of(text + "@4").price(move) == {"B10.4"}


@rule("B17.4", "B23.4")
def test_vbm_ends_in_no_hex_that_may_not_be_entered() -> None:
    ahead, aside = go(vbm("B2", 5, 0), at("B1")), go(vbm("B2", 5, 0), at("A2"), "facing(0)")
    said = said_of(PAST + ", B1 crag, A2 building(stone,1)", "truck")
    assert said.price(ahead) == {"B17.4"}
    assert said.price(aside) == {"B23.4"}


def test_where_vehicles_may_rest() -> None:
    said = said_of(PAST)
    for state in (vbm("B2", 5, 0), heading("A3", 1), off("A2", 5)):
        assert (state,) in said["rests"]


# --- VBM: is its geometry right? ------------------------------------------------------------------

Point = tuple[float, float]
STATE = re.compile(r'(heading|vbm|off|outside)\("(\w+)",(\w+)(?:,(\d))?\)')


def unit_vector(start: Point, end: Point) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    step = np.subtract(end, start)
    return step / np.hypot(*step)


class Drawn:
    """Where states are on the drawing, and which way they head."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.corners = board.layout.corner_offsets()
        self.sides = board.layout.hexside_middles()

    def centre(self, name: str) -> Point:
        return self.board.layout.centre(self.board.by_name[name].place)

    def corner(self, name: str, vertex: int) -> Point:
        x, y = np.add(self.centre(name), self.corners[vertex % 6])
        return float(x), float(y)

    def beyond(self, name: str, side: int) -> Point:
        """Give the centre of what adjoins a hex."""
        x, y = np.add(self.centre(name), 2 * self.sides[side])
        return float(x), float(y)

    def held(
        self, state: str
    ) -> tuple[str, Point, np.ndarray[tuple[int], np.dtype[np.float64]] | None]:
        """Give kind, place and heading of a state."""
        kind, name, second, third = STATE.fullmatch(state).groups()  # type: ignore[union-attr]
        if kind == "heading":
            return kind, self.centre(name), unit_vector((0, 0), tuple(self.corners[int(third)]))
        if kind in ("off", "outside"):
            return kind, self.beyond(name, int(second)), None
        side, vertex = int(second), int(third)
        behind = self.start_of(name, side, vertex)
        return kind, self.corner(name, vertex), unit_vector(behind, self.corner(name, vertex))

    def start_of(self, name: str, side: int, vertex: int) -> Point:
        """Give the other end of a hexside."""
        assert vertex in (side, (side + 1) % 6), "the vertex is an end of the hexside"
        return self.corner(name, side + 1 if vertex == side else side)


def angle(
    one: np.ndarray[tuple[int], np.dtype[np.float64]],
    two: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> float:
    """Measure between headings, in degrees."""
    return float(np.degrees(np.arccos(np.clip(one @ two, -1, 1))))


def near(found: float, *wanted: float) -> bool:
    """Tell whether an angle is one of some: hexes are drawn a little higher than wide."""
    return min(abs(found - each) for each in wanted) < 1


def strange(board: Board, said: Said) -> list[str]:
    """List the moves whose geometry is wrong."""
    drawn = Drawn(board)
    return [
        f"{move}: {source} to {target}"
        for move, source, target in said["leads"]
        if not _sound(drawn, move, source, target)
    ]


def _sound(drawn: Drawn, move: str, source: str, target: str) -> bool:
    kind, place, course = drawn.held(source)
    kind_, place_, course_ = drawn.held(target)
    if kind == "outside":
        assert course_ is not None
        if kind_ == "vbm":
            return (source, target) in entries_passing(drawn, source)
        return near(angle(course_, unit_vector(place, place_)), 30)
    assert course is not None
    turned = 0.0 if course_ is None else angle(course, course_)
    if move.startswith("turn"):
        return place == place_ and near(turned, 60)
    if kind_ == "vbm":
        name, side, vertex = STATE.fullmatch(target).groups()[1:]  # type: ignore[union-attr]
        begin = drawn.start_of(name, int(side), int(vertex))
        if kind == "heading":
            met = near(angle(course, unit_vector(place, begin)), 0)
            return met and near(turned, 0) and touches(drawn, source, begin)
        met = bool(np.allclose(place, begin, atol=2))
        return met and near(turned, 60) and touches(drawn, source, begin)
    way = unit_vector(place, place_)
    if kind == "heading":
        return near(turned, 0) and near(angle(course, way), 150 if "reverse" in move else 30)
    facing = re.search(r"facing\((\d)\)", move)
    if not facing:
        return near(turned, 0) and near(angle(course, way), 0)
    ahead = unit_vector((0, 0), tuple(drawn.corners[int(facing[1])]))
    return near(angle(course, ahead), 60) and near(angle(ahead, way), 60) and near(turned, 0, 60)


def entries_passing(drawn: Drawn, source: str) -> set[tuple[str, str]]:
    """List where one comes from outside straight into VBM, were there room along every hexside.

    From the middle of the hex outside past an end of the hexside that is crossed, and straight on.
    """
    name, crossed = STATE.fullmatch(source).group(2, 3)  # type: ignore[union-attr]
    ends = (int(crossed), (int(crossed) + 1) % 6)
    found = set()
    for begin, step in itertools.product(ends, (1, 5)):
        end = (begin + step) % 6
        start = drawn.corner(name, begin)
        onward = unit_vector(start, drawn.corner(name, end))
        if near(angle(onward, unit_vector(drawn.beyond(name, int(crossed)), start)), 0):
            found.add((source, vbm(name, begin if step == 1 else end, end)))
    return found


def touches(drawn: Drawn, state: str, point: Point) -> bool:
    """Tell whether a point is a vertex of the hex of a state."""
    name = STATE.fullmatch(state).group(2)  # type: ignore[union-attr]
    return any(np.allclose(drawn.corner(name, vertex), point, atol=2) for vertex in range(6))


WIDE = "A1:A4, B1:B4, C1:C4, D1:D4"


@rule("D2.3")
def test_d2_3_geometry_where_all_hexsides_may_be_passed_along() -> None:
    text = WIDE + ", " + ", ".join(f"{c}{r} woods" for c in "ABCD" for r in range(1, 5))
    board = tiny(text, rim=300)
    said = asked(board_facts(board))
    assert not strange(board, said)
    # at a vertex: along two hexsides, each in two hexes, straight on, aside, into the woods passed
    assert said.reach(vbm("B2", 5, 0)) == {
        vbm("B2", 0, 1), vbm("B1", 3, 3), vbm("A2", 1, 1), vbm("B1", 4, 5),
        heading("B1", 1), heading("A2", 0), heading("B2", 2),
    }  # fmt: skip
    # from outside: past either end of the hexside that is crossed, and always in doubt (A2.5)
    drawn = Drawn(board)
    edges = [f"outside({name},{side})" for name, side, _ in said["edge"]]
    wanted = {each for source in edges for each in entries_passing(drawn, source)}
    assert len(wanted) == 2 * len(edges)
    found = [told for told in said["leads"] if "outside" in told[1] and "vbm" in told[2]]
    assert {(source, target) for _, source, target in found} == wanted
    assert all("A2.5" in said.rules("doubtful", move) for move, _, _ in found)


@rule("D2.3")
def test_d2_3_geometry_where_one_hex_may_be_passed() -> None:
    board = tiny(PAST, rim=300)
    said = said_of(PAST)
    assert not strange(board, said)
    along = {target for _, _, target in said["leads"] if "vbm" in target}
    assert along == {vbm("B2", d, v % 6) for d in range(6) for v in (d, d + 1)}


@one_in(3)
@pytest.mark.parametrize("name", embedded_names())
def test_geometry_on_real_boards(name: str) -> None:
    board = embedded_board(name)
    said = asked(board_facts(board))
    assert said["leads"]
    assert not strange(board, said)


@rule("Q4.11")
def test_q4_11_every_narrow_street_may_be_driven_along() -> None:
    said = asked(board_facts(embedded_board("pegasus")))
    sides = {
        frozenset((a, b))
        for a, d, _ in said["narrow"]
        for c, b, e in said["adjoins"]
        if (c, e) == (a, d)
    }
    driven = {
        frozenset((a, b))
        for a, _, d, _, _ in said["run"]
        for c, b, e in said["adjoins"]
        if (c, e) == (a, d)
    }
    assert len(sides) == 13
    assert sides <= driven


# --- the board turned, and in the mirror ----------------------------------------------------------

TERMS = (
    "price",
    "max_price",
    "leads",
    "barred",
    "doubtful",
    "risky",
    "charged",
    "perhaps",
    "rests",
)
TOLD = re.compile(r"(adjoins|edge|over|clearance|slope)\((.*)\)\.")


def turned_facts(facts: Iterable[str], steps: int, mirror: bool) -> list[str]:
    """Turn the directions of facts by steps of 60 degrees, and mirror them left to right."""

    def turn(direction: str) -> str:
        number = (int(direction) + steps) % 6
        return str(-number % 6 if mirror else number)

    found = []
    for fact in facts:
        match = TOLD.fullmatch(fact)
        if match is None:
            found.append(fact)
            continue
        name, rest = match.groups()
        if name == "adjoins":
            hexes, _, direction = rest.rpartition(",")
            found.append(f"adjoins({hexes},{turn(direction)}).")
        else:
            first, direction, *more = rest.split(",", 2)
            found.append(f"{name}({','.join([first, turn(direction), *more])}).")
    return found


def turned_term(term: str, steps: int, mirror: bool) -> str:
    """Turn directions and vertices in a term."""

    def side(number: str) -> int:
        found = (int(number) + steps) % 6
        return -found % 6 if mirror else found

    def vertex(number: str) -> int:
        found = (int(number) + steps) % 6
        return (1 - found) % 6 if mirror else found

    term = re.sub(
        r'vbm\(("\w+"),(\d),(\d)\)', lambda m: f"vbm({m[1]},{side(m[2])},{vertex(m[3])})", term
    )
    term = re.sub(r'(off|outside)\(("\w+"),(\d)\)', lambda m: f"{m[1]}({m[2]},{side(m[3])})", term)
    term = re.sub(r"facing\((\d)\)", lambda m: f"facing({vertex(m[1])})", term)
    return re.sub(
        r'heading\(("\w+"),(\w+),(\d)\)', lambda m: f"heading({m[1]},{m[2]},{vertex(m[3])})", term
    )


def moved(said: Said, steps: int = 0, mirror: bool = False) -> dict[str, set[tuple[str, ...]]]:
    return {
        name: {tuple(turned_term(each, steps, mirror) for each in row) for row in said[name]}
        for name in TERMS
    }


HEXES = [f"{column}{row}" for column in "ABC" for row in range(1, 4)]
SIDES = [f"{c}{r}-{c}{r + 1}" for c in "ABC" for r in (1, 2)] + [
    f"{one}{r}-{two}{r}" for one, two in ("AB", "BC") for r in (1, 2, 3)
]
ON_HEXES = [
    "woods", "woods", "building(stone,1)", "building(wood,0) brush", "brush", "grain", "crag", "@2",
    "woods@2", "gully@-2", "+rubble(stone)", "+debris", "building(stone,1) +rubble(wood)", "rail_cars",
    "factory(stone,1)", "marsh", "bridge(stone) bed@-2 under@-2", "@4", "orchard",
]  # fmt: skip
ON_SIDES = [
    "wall", "hedge", "bocage", "cliff", "road(paved)", "rail(glrr)", "narrow_street(paved)", "fence",
    "narrow_street(unpaved)", "rowhouse_wall(1)",
]  # fmt: skip


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a board of nine hexes and pieces on it."""
    hexes = draw(st.dictionaries(st.sampled_from(HEXES), st.sampled_from(ON_HEXES), max_size=7))
    sides = draw(st.dictionaries(st.sampled_from(SIDES), st.sampled_from(ON_SIDES), max_size=6))
    blocked = draw(st.lists(st.sampled_from(SIDES), max_size=2, unique=True))
    text = ", ".join([*HEXES, *(f"{w} {t}" for w, t in [*hexes.items(), *sides.items()])])
    pieces = ['roadblock("{}","{}").'.format(*side.split("-")) for side in blocked]
    if sides and draw(st.booleans()):
        pieces.append('street_vehicle("{}","{}").'.format(*sorted(sides)[0].split("-")))
    if draw(st.booleans()):
        pieces.append("towing(gun).")
    return text, "".join(pieces)


@tries(6)
@given(board=boards(), steps=st.integers(0, 5), mirror=st.booleans(), unit=st.sampled_from(UNITS))
def test_a_board_turned_or_mirrored_has_the_same_moves(
    board: tuple[str, str], steps: int, mirror: bool, unit: str
) -> None:
    facts = [*board_facts(tiny(board[0], rim=250)), board[1]]
    turned = asked(turned_facts(facts, steps, mirror), unit)
    assert moved(asked(facts, unit), steps, mirror) == moved(turned)


@tries(4)
@given(board=boards(), unit=st.sampled_from(UNITS))
def test_geometry_on_random_boards(board: tuple[str, str], unit: str) -> None:
    drawn = tiny(board[0], rim=250)
    said = asked([*board_facts(drawn), board[1]], unit)
    assert said["leads"]
    assert not strange(drawn, said)


@tries(6)
@given(board=boards(), unit=st.sampled_from([*UNITS, "motorcycle"]))
def test_every_move_has_a_price_or_a_rule_that_bars_it(board: tuple[str, str], unit: str) -> None:
    said = asked([*board_facts(tiny(board[0], rim=250)), board[1]], unit)
    prices = {move: int(cost) for move, cost in said["price"]}
    dearest = {move: int(cost) for move, cost in said["max_price"]}
    barred = {move for move, _ in said["barred"]}
    unknown = {move for move, _ in said["doubtful"]}
    moves = {move for (move,) in said["move"]}
    assert prices.keys() == dearest.keys() == moves - barred
    assert all(prices[move] <= dearest[move] for move in prices)
    assert all(prices[move] > 0 for move in prices.keys() - unknown)
    assert {move for move, _, _ in said["leads"]} <= prices.keys()


# --- Narrow Streets -------------------------------------------------------------------------------

STREET = FLOWER + ", B2 building(stone,1), A2-B2 narrow_street(paved)"


@rule("Q4.11")
@pytest.mark.parametrize("unit", range(3), ids=UNITS)
@pytest.mark.parametrize("kind", ["paved", "unpaved"])
@pytest.mark.parametrize("rim", [20, 300])
def test_q4_11_along_a_narrow_street_at_half_cost_whatever_the_clearance(
    unit: int, kind: str, rim: int
) -> None:
    said = said_of(STREET.replace("paved", kind), UNITS[unit], rim=rim)
    assert said.parts(BEGUN) == {"vbm": (8, 2, 2)[unit]}
    assert said.rules("charged", BEGUN) == {"Q4.11"}
    assert not said.of("remark", BEGUN), "no gauge is needed"
    onward = go(vbm("B2", 5, 0), vbm("B2", 0, 1))
    assert ((onward,) in said["move"]) == (rim == 300), "the next hexside is no Narrow Street"


@rule("Q4.11")
def test_q4_11_a_turn_is_not_halved() -> None:
    text = STREET + ", B1-B2 narrow_street(paved)"
    for unit, price in zip(UNITS, (8, 2, 2), strict=True):
        said = said_of(text, unit, rim=20)
        assert said.parts(go(vbm("B2", 5, 0), vbm("B2", 0, 1))) == {"vbm": price, "vca": 2}


@rule("Q4.11")
@pytest.mark.parametrize(("here", "there", "free"), [(2, 0, False), (0, 2, True), (2, 2, True)])
def test_q4_11_on_a_crest_line_it_is_in_the_lower_hex(here: int, there: int, free: bool) -> None:
    text = f"{FLOWER}, B2 building(stone,1)@{here}, A3 @{here}"
    text += f", A2 building(stone,1)@{there}, A2-B2 narrow_street(paved)"
    said = said_of(text, rim=20)
    assert ((BEGUN,) in said["move"]) == free
    assert ((go(at("A3"), vbm("A2", 2, 2)),) in said["move"]) == (not free or here == there)


@rule("B6.431")
def test_b6_431_nobody_passes_a_vehicle_in_the_street() -> None:
    text = STREET + ", A2 building(stone,1), B1-B2 narrow_street(paved)"
    ways = [
        go(at("A3"), vbm("B2", 5, 0)),
        go(at("A3"), vbm("A2", 2, 2)),
        go(at("B1"), vbm("B2", 5, 5)),
        go(at("B1"), vbm("A2", 2, 3)),
        go(vbm("B2", 0, 0), vbm("B2", 5, 5)),
    ]
    for piece in ('street_vehicle("A2","B2").', 'street_vehicle("B2","A2").'):
        said = said_of(text, more=piece, rim=20)
        assert {each: said.price(each) for each in ways} == {each: {"B6.431"} for each in ways}
        assert isinstance(said.price(go(at("C2"), vbm("B2", 0, 0))), int), "elsewhere it may"
    assert {said_of(text, rim=20).price(each) for each in ways} == {2, 4}


@rule("B6.431")
def test_b6_431_but_beside_the_street_it_stays_free() -> None:
    """It is in nobody's way on another hexside, or from hex to hex."""
    said = said_of(STREET, more='street_vehicle("A2","B2").')
    assert isinstance(said.price(go(at("A2"), at("B2"))), int)
    assert isinstance(said.price(go(at("C3"), vbm("B2", 1, 1))), int)


@rule("C10.1", "Q4.124")
def test_q4_124_what_tows_may_use_vbm_along_a_narrow_street() -> None:
    for what in ("gun", "trailer"):
        said = said_of(STREET + ", B3 woods", more=f"towing({what}).")
        assert not said.of("doubtful", BEGUN)
        elsewhere = go(vbm("B2", 5, 0), vbm("B2", 0, 1))
        assert said.rules("doubtful", elsewhere) == {"C10.1"}
    assert not said_of(STREET).of("doubtful", go(vbm("B2", 5, 0), vbm("B2", 0, 1)))


@rule("Q4.123")
def test_q4_123_a_motorcycles_turn_on_a_narrow_street_is_not_known() -> None:
    both = STREET + ", B1-B2 narrow_street(paved)"
    onto, off_it = go(vbm("B2", 5, 0), vbm("B2", 0, 1)), go(vbm("B2", 0, 1), vbm("B2", 1, 2))
    aside = go(vbm("B2", 0, 1), at("B1"), "facing(1)")
    said = said_of(both, "motorcycle")
    for move in (onto, off_it, aside):
        assert said.rules("doubtful", move) == {"Q4.123"}
    assert said.rules("doubtful", go(vbm("B2", 1, 1), vbm("B2", 0, 0))) == {"Q4.123"}
    assert not said.of("doubtful", BEGUN)
    assert not said.of("doubtful", go(vbm("B2", 1, 2), vbm("B2", 2, 3)))
    assert not said_of(both, "truck").of("doubtful", onto)


# --- roadblocks -----------------------------------------------------------------------------------


@rule("Q4.141")
@pytest.mark.parametrize("piece", ['roadblock("A2","B2").', 'roadblock("B2","A2","B1").'])
def test_q4_141_a_narrow_street_roadblock_bars_vbm_along_it(piece: str) -> None:
    text = STREET + ", A2 building(stone,1)"
    said = said_of(text, more=piece)
    for move in (BEGUN, go(at("A3"), vbm("A2", 2, 2)), go(at("B1"), vbm("B2", 5, 5))):
        assert said.price(move) == {"Q4.141"}
        assert isinstance(said_of(text).price(move), int)
    assert isinstance(said.price(go(vbm("B2", 1, 1), vbm("B2", 0, 0))), int), (
        "up to it one may come"
    )


@rule("Q4.141")
def test_q4_141_from_centre_to_centre_beside_it_is_not_known() -> None:
    said = said_of(STREET, more='roadblock("A2","B2").')
    across = go(at("A2"), at("B2"))
    assert said.rules("doubtful", across) == {"Q4.141"}
    assert not said_of(STREET).of("doubtful", across)


@rule("Q4.15")
def test_q4_15_rubble_eliminates_the_roadblock_of_a_narrow_street() -> None:
    text = STREET + ", A2 building(stone,1)"
    said = said_of(text + " +rubble(stone)", more='roadblock("A2","B2").')
    assert said.price(BEGUN) == 2


@rule("B29.4")
@pytest.mark.parametrize("unit", UNITS)
def test_b29_4_no_vehicle_crosses_a_roadblock(unit: str) -> None:
    for road in ("crest", "road(paved)"):
        text = f"A1:A3, A1-A2 {road}, A2-A3 road(paved)"
        said = said_of(text, unit, 'roadblock("A2","A1").')
        assert said.price(DOWN) == {"B29.4"}
        assert said.price(go(at("A1"), at("A2"), "reverse")) == {"B29.4"}
        assert isinstance(said.price(go(at("A2"), at("A3"))), int)


@rule("D2.37")
def test_d2_37_vbm_comes_to_the_vertices_of_a_roadblock_but_not_through() -> None:
    """The roadblock on A2-B1 ends at the vertex where VBM along A2-B2 arrives."""
    said = said_of(PAST, more='roadblock("A2","B1").')
    assert said.price(BEGUN) == 4
    for move in (go(vbm("B2", 5, 0), vbm("B2", 0, 1)), go(vbm("B2", 5, 0), at("B1"))):
        assert said.price(move) == {"D2.37"}
        assert isinstance(said_of(PAST).price(move), int)
    assert isinstance(said.price(go(vbm("B2", 5, 0), at("A2"), "facing(0)")), int), "it turns away"
    begun = said_of(PAST, more='roadblock("A2","A3").')
    assert begun.price(BEGUN) == {"D2.37"}, "it would start at a vertex of the roadblock"


@rule("B29.4", "D2.37")
def test_b29_4_vbm_does_not_cross_a_roadblock_either() -> None:
    said = said_of(PAST, more='roadblock("A3","B2").')
    assert said.price(BEGUN) == {"B29.4", "D2.37"}
    out = said_of(PAST, more='roadblock("A2","B2").')
    assert "B29.4" in out.rules("barred", go(vbm("B2", 5, 0), at("A2"), "facing(0)"))


def test_a_roadblock_far_away_changes_nothing() -> None:
    assert said_of(PAST, more='roadblock("B3","C3").').price(BEGUN) == 4


# --- enemies --------------------------------------------------------------------------------------


@rule("A4.3")
def test_a4_3_past_an_obstacle_that_an_enemy_holds_is_not_known() -> None:
    said = said_of(PAST, more='enemy("B2",ground).')
    assert said.rules("doubtful", BEGUN) == {"A4.3"}
    assert not said_of(PAST, more='enemy("A2",ground).').of("doubtful", BEGUN)


@rule("A4.14")
@pytest.mark.parametrize("move", [DOWN, go(at("A1"), at("A2"), "reverse")])
def test_a4_14_not_surely_into_a_location_that_an_enemy_holds(move: str) -> None:
    said = said_of("A1:A2", more='enemy("A2",ground).')
    assert "A4.14" in said.rules("barred", move) | said.rules("doubtful", move)


@rule("A4.14")
@pytest.mark.parametrize(
    "move", [go(vbm("B2", 5, 0), at("B1")), go(vbm("B2", 5, 0), at("A2"), "facing(0)")]
)
def test_a4_14_nor_from_vbm(move: str) -> None:
    said = said_of(PAST, more='enemy("A2",ground). enemy("B1",ground).')
    assert "A4.14" in said.rules("barred", move) | said.rules("doubtful", move)


# --- railways -------------------------------------------------------------------------------------

CARS = FLOWER + ", B2 rail_cars"


@rule("FB6.22")
def test_fb6_22_rail_cars_are_passed_by_vbm_alone() -> None:
    for unit in UNITS:
        said = said_of(CARS, unit)
        assert said.price(go(at("A2"), at("B2"))) == {"FB6.22"}
        assert isinstance(said.price(BEGUN), int)
        assert said.price(go(vbm("B2", 5, 0), at("B2"), "facing(2)")) == {"FB6.22"}


@rule("FB6.22", "FB6.4")
@pytest.mark.parametrize("terrain", ["rail_cars", "building(wood,0)"])
@pytest.mark.parametrize(("unit", "plain"), [("tank", 4), ("halftrack", 4), ("truck", 16)])
def test_fb6_22_and_fb6_4_a_railway_on_the_hexside(unit: str, plain: int, terrain: str) -> None:
    """A tracked AFV pays 4 MP along a hexside that a railway crosses, 2 MP along another."""
    text = f"{FLOWER}, B2 {terrain}"
    assert said_of(text, unit).price(BEGUN) == plain
    said = said_of(text + ", A2-B2 rail(glrr)", unit)
    assert said.price(BEGUN) == plain + 4
    assert said.parts(BEGUN)["railway"] == 4


@rule("FB6.22")
def test_fb6_22_along_a_narrow_street_half_of_that() -> None:
    assert said_of(STREET + " rail(tram)").parts(BEGUN) == {"vbm": 2, "railway": 2}


@rule("FB6.22")
def test_fb6_22_wrecked_rail_cars_are_rubble() -> None:
    said = said_of(CARS + " +rubble(wood)")
    assert said.parts(go(at("A2"), at("B2"))) == {"terrain(rubble(wood))": 13}
    assert (BEGUN,) not in said["move"]


@rule("B32.1")
@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("A1:A3, A1-A2 rail(glrr), A2-A3 rail(glrr)", "railway_along"),
        ("A1:A3, A2-A3 rail(glrr)", "railway_across"),
        ("A1:A3", None),
        ("A1:A3, A1-A2 rail(tram) road(paved), A2-A3 rail(tram) road(paved)", None),  # FB6.31
        ("A1:A3, A2-A3 rail(tram) road(paved)", None),
    ],
)
def test_b32_1_what_railways_cost_is_not_known(text: str, what: str | None) -> None:
    said = said_of(text)
    assert said.of("perhaps", DOWN) == ({(what, "2", '"B32.1"')} if what else set())
    assert said.dearest(DOWN) == int(str(said.price(DOWN))) + (2 if what else 0)


@rule("FB6.13", "FB6.6")
@pytest.mark.parametrize("feature", ["roundhouse_entrance", "tram_terminal", "manhole"])
def test_fb6_13_and_fb6_6_always_across_the_rails(feature: str) -> None:
    said = said_of(f"A1, A2 feature({feature}), A1-A2 rail(tram)")
    what = {each[0] for each in said.of("perhaps", go(at("A1"), at("A2")))}
    assert what == {"railway_along" if feature == "manhole" else "railway_across"}
    back = {each[0] for each in said.of("perhaps", go(at("A2"), at("A1")))}
    assert back == {"railway_along"}


@rule("B27.56", "FB6.14")
@pytest.mark.parametrize("unit", UNITS)
def test_fb6_14_the_turntable_is_an_anti_tank_ditch(unit: str) -> None:
    into, out = go(at("A1"), at("A2")), go(at("A2"), at("A1"))
    said = said_of("A1, A2 feature(turntable)", unit)
    assert said.price(into) == {"B27.56"}
    assert said.price(go(at("A1"), at("A2"), "reverse")) == {"B27.56"}
    assert isinstance(said.price(out), int)
    assert isinstance(said_of("A1, A2", unit).price(into), int)


@rule("FB6.5")
def test_fb6_5_the_small_building_beside_the_road() -> None:
    """All its hexsides may be passed along, and its road is a road."""
    text = f"{FLOWER}, B2 building(stone,1), B1-B2 road(paved)"
    said = said_of(text, more='feature("B2",building_tram_line).', rim=20)
    assert {int(d) for h, _, d, _, _ in said["run"] if h == '"B2"'} == set(range(6))
    assert said.price(go(at("B1"), at("B2"))) == 1
    assert said.price(go(at("A2"), at("B2"))) == 13
    assert not said_of(text, rim=20)["run"]


# --- leaving the map ------------------------------------------------------------------------------


@rule("A2.6", "B23.4")
@pytest.mark.parametrize(
    ("text", "unit", "price"),
    [
        ("A1, A2", "tank", 2),
        ("A1, A2", "truck", 8),
        ("A1 woods, A2", "tank", 13),  # it pays again
        ("A1 building(stone,1), A2", "truck", {"B23.4"}),
        ("A1 brush, A2", "truck", 12),
    ],
)
def test_a2_6_into_the_mirror_image_of_the_hex(text: str, unit: str, price: int | set[str]) -> None:
    said = said_of(text, unit)
    for side in (5, 0, 1):
        assert said.price(go(at("A1"), off("A1", side))) == price
    assert (go(at("A1"), off("A1", 3)),) not in said["move"]


@rule("A2.6")
def test_a2_6_only_in_front() -> None:
    said = said_of("A1, A2")
    there = off("A1", 0)
    assert said.leads(go(at("A1"), there)) == {(heading("A1", v), there) for v in (0, 1)}
    assert (go(there, at("A1")),) not in said["move"], "who has left does not come back"
    outside = 'outside("A1",0)'
    assert said.leads(go(outside, at("A1"))) == {(outside, heading("A1", v)) for v in (3, 4)}


@rule("A2.6")
def test_a2_6_along_the_road_at_the_road_rate() -> None:
    board = tiny("A1 woods, A2", 'feature("A1",road(dirt,"A0")).')
    said = asked(board_facts(board))
    assert said.price(go(at("A1"), off("A1", 0))) == 1
    assert said.price(go(at("A1"), off("A1", 1))) == 13


EDGE = "A1:A2, B1:B2, C1:C2"
"""A1, B1 and C1 lie at the upper edge of the map, B1 lower than the others."""


@rule("A2.6", "B17.4", "B18.4")
@pytest.mark.parametrize(
    ("mirror", "price"), [("", 2), ("brush", 4), ("crag", {"B17.4"}), ("graveyard", 13)]
)
def test_a2_6_from_vbm_into_the_mirror_image_of_the_next_hex(
    mirror: str, price: int | set[str]
) -> None:
    """VBM along A1-B1 in the woods of A1 comes to the edge, and leaves past B1, which has no woods."""
    text = f"{EDGE}, A1 woods, B1 {mirror}"
    said = said_of(text)
    ahead = go(vbm("A1", 2, 2), off("B1", 0))
    assert said.price(ahead) == price
    if isinstance(price, int):
        assert said.leads(ahead) == {(vbm("A1", 2, 2), off("B1", 0))}
    assert said.rules("risky", ahead) == ({"B18.4"} if mirror == "graveyard" else set())
    assert (go(vbm("A1", 2, 2), off("A1", 1)),) not in said["move"], "not into that of the woods"
    assert not {
        t for t in said_of(f"{text}, B1 woods").reach(vbm("A1", 2, 2)) if t.startswith("off")
    }


@rule("A2.6", "B10.4")
def test_a2_6_and_b10_4_from_vbm_uphill_into_a_mirror_image() -> None:
    ahead = go(vbm("A1", 2, 2), off("B1", 0))
    assert said_of(f"{EDGE}, A1 woods, B1 @2").parts(ahead) == {"terrain(open)": 2, "uphill": 2}
    assert said_of(f"{EDGE}, A1 woods, B1 @4").price(ahead) == {"B10.4"}


@rule("A2.4")
def test_a2_4_from_vbm_into_terrain_without_a_known_cost() -> None:
    ahead = go(vbm("A1", 2, 2), off("B1", 0))
    assert said_of(f"{EDGE}, A1 woods, B1 swamp").rules("doubtful", ahead) == {"A2.4"}


@rule("A2.6")
def test_a2_6_along_the_edge_it_must_turn_first() -> None:
    """VBM along the upper right hexside of A1, which is the edge, comes to the vertex of B1."""
    said = said_of(f"{EDGE}, A1 woods")
    assert (go(vbm("A1", 1, 2), off("B1", 0)),) not in said["move"]
    aside = [m for (m,) in said["move"] if m.startswith(f"go({vbm('A1', 1, 2)},off(")]
    assert aside == [go(vbm("A1", 1, 2), off("B1", 0), "facing(2)")]
    assert said.parts(aside[0]) == {"terrain(open)": 2, "vca": 2}


@rule("A2.1")
def test_a2_1_what_lies_beyond_a_cut_is_not_known() -> None:
    more = 'feature("B1",road(paved,"B0")).'
    board = tiny(f"{EDGE}, A1 woods", more, rim=300)
    said = asked(board_facts(board))
    assert "A2.1" in said.rules("doubtful", go(at("B1"), off("B1", 0)))
    assert "A2.1" in said.rules("doubtful", go(vbm("A1", 2, 2), off("B1", 0)))
    assert "A2.1" in said.rules("doubtful", go(vbm("A1", 1, 2), off("B1", 0), "facing(2)"))
    assert not said_of(f"{EDGE}, A1 woods").of("doubtful", go(vbm("A1", 2, 2), off("B1", 0)))


# --- least costs: the rules and the engine agree -----------------------------------------------------


@tries(4)
@given(
    board=boards(),
    unit=st.sampled_from([*UNITS, "motorcycle"]),
    allowance=st.integers(6, 20),
    start=st.sampled_from(HEXES),
    vertex=st.integers(0, 5),
)
def test_the_engine_finds_the_least_costs_that_the_rules_define(
    board: tuple[str, str], unit: str, allowance: int, start: str, vertex: int
) -> None:
    drawn = tiny(board[0], rim=250)
    mover = replace(unit_named(unit), allowance=allowance)
    streets = {tuple(re.findall(r"\w+", s)[:2]) for s in board[0].split(", ") if "narrow" in s}
    pieces = [
        read_piece(f'{kind}("{one}","{two}")')
        for kind, one, two in re.findall(r'(\w+)\("(\w+)","(\w+)"\)', board[1])
        if (one, two) in streets
    ]
    facts = [f"unit({unit}). allowance({allowance}).", 'board("tiny").', *board_facts(drawn)]
    facts += [f"{piece.fact}." for piece in pieces]
    facts += [f"start({heading(start, vertex)})."]
    said = Said(lambda _: ActiveRules("cheapest_vehicle").ground("\n".join(facts)))
    wanted = {state: int(cost) for state, cost in said["least"]}
    engine = MovementEngine(drawn, mover, pieces)
    found = engine.world.search([heading(start, vertex)]).all_reached
    found_ = {state: cost for state, (_, cost) in found.items()}
    if heading(start, vertex) in engine.states:
        assert found_ == wanted
    else:
        assert wanted == {heading(start, vertex): 2}


# --- turrets and towing on a Narrow Street --------------------------------------------------------


def turrets(facts: str) -> Said:
    return Said(lambda _: ActiveRules("turrets").ground(facts))


def gun(calibre: int = 75, barrel: str = "", at_: int | None = 0, more: str = "") -> Said:
    """Ask of a tank on a Narrow Street."""
    turned_to = f"turret_at(v,{at_})." if at_ is not None else ""
    return turrets(
        f'vehicle_on_street(v). turreted(v). main_armament(v,{calibre},"{barrel}"). {turned_to} {more}'
    )


NON_STOPPED = ("non_stopped(v)", '"Q4.121"')


@rule("Q4.121")
@pytest.mark.parametrize("spines", range(6))
@pytest.mark.parametrize(
    ("calibre", "barrel", "bound"),
    [
        (75, "L", True),
        (50, "", True),
        (49, "L", False),
        (37, "LL", False),
        (75, "*", False),
        (88, "LL", True),
    ],
)
def test_q4_121_where_the_turret_must_point(
    calibre: int, barrel: str, bound: bool, spines: int
) -> None:
    """PB39: a 75L whose TCA is neither its VCA nor the rear one may not be Non-Stopped."""
    said = gun(calibre, barrel, spines)
    assert (NON_STOPPED in said["refused"]) == (bound and spines not in (0, 3))
    assert NON_STOPPED not in said["doubtful"]


@rule("Q4.121")
@pytest.mark.parametrize(
    "facts",
    [
        'turreted(v). main_armament(v,75,"L"). turret_at(v,1).',  # on no Narrow Street
        'vehicle_on_street(v). turretless(v). main_armament(v,75,"L"). turret_at(v,1).',
    ],
)
def test_q4_121_whom_it_does_not_bind(facts: str) -> None:
    said = turrets(facts)
    assert NON_STOPPED not in said["refused"] | said["doubtful"]
    assert not said["chance"]


@rule("Q4.121", "Q4.122")
def test_q4_121_what_is_not_told_is_not_known() -> None:
    assert NON_STOPPED in gun(at_=None)["doubtful"]
    assert NON_STOPPED not in gun(37, at_=None)["doubtful"]
    bare = "vehicle_on_street(v). turreted(v)."
    assert NON_STOPPED in turrets(f"{bare} turret_at(v,1).")["doubtful"]
    assert NON_STOPPED not in turrets(f"{bare} turret_at(v,3).")["doubtful"]
    assert ("tca_change(v)", '"Q4.122"') in turrets(bare)["doubtful"]
    assert ("tca_change(v)", '"Q4.122"') not in gun()["doubtful"]


BARRELS = {"": 0, "L": 1, "LL": 2, "*": -1}


@rule("Q4.122")
@pytest.mark.parametrize("leader", [None, -1, -2, 1])
@pytest.mark.parametrize("buttoned", [False, True])
@pytest.mark.parametrize("barrel", BARRELS)
def test_q4_122_the_dice_that_turn_it(barrel: str, buttoned: bool, leader: int | None) -> None:
    more = "buttoned_up(v)." if buttoned else ""
    more += f"armour_leader(v,{leader})." if leader is not None else ""
    said = gun(50, barrel, more=more)
    drm = BARRELS[barrel] + buttoned + (leader or 0)
    good = {dr for dr in range(1, 7) if dr + drm <= 3}
    assert {int(dr) for _, dr in said["succeeds"]} == good
    both = sum(one in good or two in good for one, two in itertools.product(range(1, 7), repeat=2))
    assert said["chance"] == {("v", "1", str(len(good)), "6"), ("v", "2", str(both), "36")}


@rule("Q4.122")
@pytest.mark.parametrize(
    ("barrel", "more", "dice"),
    [
        ("L", "buttoned_up(v).", {"1"}),
        ("LL", "buttoned_up(v).", set()),
        ("*", "", {"1", "2", "3", "4"}),
        ("", "", {"1", "2", "3"}),
    ],
)
def test_q4_122_pb37(barrel: str, more: str, dice: set[str]) -> None:
    assert {dr for _, dr in gun(75, barrel, more=more)["succeeds"]} == dice


@rule("Q4.122")
def test_q4_122_pb38_two_tries_and_two_mp_for_each_failure() -> None:
    said = gun()
    assert said["tries"] == {("v", "2")}
    assert said["lost"] == {("v", "0", "0"), ("v", "1", "4"), ("v", "2", "8")}
    small = gun(49, "LL", more="buttoned_up(v).")
    assert not small["tries"] | small["lost"] | small["chance"]


@rule("Q4.124")
@pytest.mark.parametrize(
    ("what", "who", "refused"),
    [
        ("gun", "own_crew", True),
        ("gun", "others", True),
        ("trailer", "own_crew", False),
        ("trailer", "others", True),
    ],
)
def test_q4_124_unhooking(what: str, who: str, refused: bool) -> None:
    wish = f"unhooking(v,{what},{who})"
    said = turrets(f"vehicle_on_street(v). {wish}.")
    assert ((wish, '"Q4.124"') in said["refused"]) == refused
    assert said["eliminated"] == (set() if refused else {("v", "trailer", '"Q4.124"')})
    elsewhere = turrets(f"{wish}.")
    assert not elsewhere["refused"] | elsewhere["eliminated"]


@rule("Q4.123", "Q4.125", "Q4.126")
def test_q4_123_to_q4_126_what_is_cut_off_is_unknown() -> None:
    told = "vehicle_on_street(v). motorcycle(v). vehicle_on_street(w). motorcycle(x)."
    said = turrets(f"{told} turretless(v). turretless(w).")
    assert said["doubtful"] == {
        ("vca_change(v)", '"Q4.123"'),
        *((f"{what}({each})", f'"{rule}"') for each in "vw"
          for what, rule in (("loading", "Q4.125"), ("rubble", "Q4.126"))),
    }  # fmt: skip


@rule("A4.3")
@pytest.mark.parametrize(("inherent", "passed"), [("vineyard", False), ("orchard", True)])
def test_woods_that_take_all_mp_open_no_bypass_through_inherent_terrain(
    inherent: str, passed: bool
) -> None:
    """Of a truck woods ask all its MP, beside which no other cost of the hex counts (A2.4)."""
    woods = outline("B2woods", "woods", 0, hexagon("B2", 300))
    board = tiny(f"A1:A3, B1, B2 {inherent}, B3", 'terrain("B2",woods).\n' + "\n".join(woods))
    states = MovementEngine(board, unit_named("truck")).states
    assert any(state.startswith('vbm("B2"') for state in states) == passed
