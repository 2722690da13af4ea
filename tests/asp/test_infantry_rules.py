"""The rules of Infantry movement on tiny boards, one rule a test, and on the embedded boards.

Costs are halves of an MF, as in the rules. Round hex B2 lie B1, C2, C3, B3, A3 and A2, from North
clockwise; its vertex 0 is the one between A2 and B1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

import clingo
import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.pieces.pieces import read_piece
from hexcourt.solver.api.position import Position
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.placement import check_pieces
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.rulebase import printed_rules, use_rules
from tests.asp.test_los_properties import turned
from tests.effort import is_tried
from tests.rulings import rule
from tests.tiny import outline, tiny

FLOWER = "A2, A3, B1:B3, C2, C3"
RB = "map_rule(cellars)."
"""Tells the rules that a tiny board is part of the Red Barricades map."""


Ground = Callable[[tuple[tuple[str, int], ...]], clingo.Control]
MOVES = (
    *((name, 1) for name in ("move", "possible")),
    *((name, 2) for name in ("barred", "doubtful", "price", "max_price")),
    *((name, 4) for name in ("charged", "perhaps")),
)
"""What most tests read: the rules and rows of tables on which none of it hangs are left out for them."""


class Asked:
    """What the rules say of Infantry on a board with pieces, ground when it is asked for."""

    def __init__(self, ground: Ground) -> None:
        """Ask by a function that grounds the rules for some predicates, or all of them for ()."""
        self._ground = ground
        self._controls: dict[tuple[tuple[str, int], ...], clingo.Control] = {}
        self.read: dict[str, list[tuple[str, ...]]] = {}

    def all(self, predicate: str) -> list[tuple[str, ...]]:
        """List the arguments of all atoms of a predicate."""
        if predicate not in self.read:
            name, arity = predicate.split("/")
            key = name, int(arity)
            wanted = MOVES if key in MOVES else ()
            if wanted not in self._controls:
                self._controls[wanted] = self._ground(wanted)
            symbols = self._controls[wanted].symbolic_atoms
            if is_tried(len(symbols), 4):
                undecided = [str(atom.symbol) for atom in symbols if not atom.is_fact]
                assert not undecided, f"not decided without solving: {undecided[:5]}"
            atoms = symbols.by_signature(*key)
            self.read[predicate] = [tuple(map(_text, atom.symbol.arguments)) for atom in atoms]
        return self.read[predicate]

    def of(self, predicate: str, move: str) -> list[list[str]]:
        """List what else a predicate says of a move."""
        return [rest for first, *rest in map(list, self.all(predicate)) if first == move]

    def allows(self, move: str) -> bool:
        """Tell whether a move is possible."""
        return (move,) in self.all("possible/1")

    def knows(self, move: str) -> bool:
        """Tell whether there is such a move at all, be it barred."""
        return (move,) in self.all("move/1")

    def price(self, move: str) -> int:
        """Give what a possible move surely costs."""
        ((price,),) = self.of("price/2", move)
        return int(price)

    def dearest(self, move: str) -> int:
        """Give what a possible move costs at most."""
        ((price,),) = self.of("max_price/2", move)
        return int(price)

    def charges(self, move: str) -> dict[str, int]:
        """Map rules to what they charge a possible move."""
        assert self.allows(move), f"{move} is not possible"
        return _by_rule(self.of("charged/4", move))

    def chances(self, move: str) -> dict[str, int]:
        """Map rules to what they perhaps charge a possible move."""
        assert self.allows(move), f"{move} is not possible"
        return _by_rule(self.of("perhaps/4", move))

    def bars(self, move: str) -> set[str]:
        """List the rules that bar a move."""
        assert self.knows(move), f"there is no {move}"
        return {rule for (rule,) in self.of("barred/2", move)}

    def doubts(self, move: str) -> set[str]:
        """List the rules in doubt for a move."""
        assert self.knows(move), f"there is no {move}"
        return {rule for (rule,) in self.of("doubtful/2", move)}


def _text(symbol: clingo.Symbol) -> str:
    return symbol.string if symbol.type is clingo.SymbolType.String else str(symbol)


def _by_rule(charged: Iterable[list[str]]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for _, cost, number in charged:
        found[number] += int(cost)
    return dict(found)


def ask(board: Board | str, *pieces: str, unit: str = "squad", further: str = "") -> Asked:
    """Ask the rules about a board, or the text of a tiny one, and pieces on it."""
    known = tiny(board) if isinstance(board, str) else board
    hex_facts = HexFacts(known, unit_named(unit), [further])
    laid = [read_piece(piece) for piece in pieces]
    return Asked(lambda wanted: hex_facts.ground(pieces=laid, wanted=wanted))


@cache
def embedded(name: str) -> Asked:
    """Ask about an embedded board without pieces."""
    return ask(embedded_board(name))


def state(text: str) -> str:
    """Write a state: ``A1`` on the ground, ``A1/cellar``, or a term as it is."""
    if re.match(r"[a-z]+\(", text):
        return text
    name, _, place = text.partition("/")
    return f'at("{name}",{place or "ground"})'


def go(source: str, target: str, how: str = "") -> str:
    """Write a move."""
    return f"go({state(source)},{state(target)}{',' if how else ''}{how})"


def bypass(name: str, side: int, vertex: int) -> str:
    """Write a state of Bypass."""
    return f'bypass("{name}",{side},{vertex})'


def round_b2(source: str, vertex: int, way: str, sides: int) -> str:
    """Write the move into Bypass of B2 from another state, along so many hexsides from a vertex."""
    if way == "cw":
        last, end = (vertex + sides - 1) % 6, (vertex + sides) % 6
    else:
        last = end = (vertex - sides) % 6
    return go(source, bypass("B2", last, end), f"by({vertex},{way},{sides})")


def leads(terrain: str, level: str = "") -> Asked:
    """Ask about a move from open ground in A1 to some terrain in A2."""
    return ask(f"A1, A2 {terrain}{level}")


A1_A2 = go("A1", "A2")
A2_A1 = go("A2", "A1")

# --- A2.4 and the table of terrain ----------------------------------------------------------------


@rule(
    "B1.4", "B12.4", "B13.4", "B13.7", "B15.4", "B16.4", "B17.4", "B23.4", "B24.4", "FB6.22", "O1.4"
)
@pytest.mark.parametrize(
    ("terrain", "halves", "rule"),
    [
        ("open", 2, "B1.4"),
        ("shellholes", 2, "B1.4"),
        ("orchard", 2, "B1.4"),
        ("orchard_out_of_season", 2, "B1.4"),
        ("graveyard", 2, "B1.4"),
        ("tennis_courts", 2, "B1.4"),
        ("brush", 4, "B12.4"),
        ("vineyard", 4, "B12.4"),
        ("grain", 3, "B15.4"),
        ("plowed", 3, "B15.4"),
        ("woods", 4, "B13.4"),
        ("light_woods", 4, "B13.4"),
        ("forest", 4, "B13.7"),
        ("pine_woods", 3, "B13.7"),
        ("crag", 4, "B17.4"),
        ("marsh", 8, "B16.4"),
        ("debris", 4, "O1.4"),
        ("rubble(stone)", 6, "B24.4"),
        ("rubble(wood)", 6, "B24.4"),
        ("+debris", 4, "O1.4"),
        ("+rubble(stone)", 6, "B24.4"),
        ("rail_cars", 4, "FB6.22"),
        ("building(stone,0)", 4, "B23.4"),
        ("building(wood,3)", 4, "B23.4"),
        ("building_of_unknown_height(stone)", 4, "B23.4"),
        ("factory(stone,1)", 4, "B23.4"),
        ("roofless_factory(2)", 4, "B23.4"),
    ],
)
def test_what_each_terrain_costs(terrain: str, halves: int, rule: str) -> None:
    found = leads(terrain)
    assert found.charges(A1_A2) == {rule: halves}
    assert found.price(A1_A2) == found.dearest(A1_A2) == halves
    assert found.charges(A2_A1) == {"B1.4": 2}, "what is left costs nothing"
    assert not found.doubts(A1_A2)


@rule("A4.11", "B16.4")
def test_a4_11_marsh_takes_all_that_a_unit_has() -> None:
    assert ask("A1, A2 marsh", unit="leader").charges(A1_A2) == {"B16.4": 12}
    assert ask("A1, A2 marsh woods", unit="leader").charges(A1_A2) == {"B16.4": 12}


@rule("A2.4")
@pytest.mark.parametrize("terrain", ["light_jungle", "tower(2)", "lumberyard"])
def test_a2_4_terrain_without_a_known_cost_is_in_doubt(terrain: str) -> None:
    assert leads(terrain).doubts(A1_A2) == {"A2.4"}


@rule("B21.4")
@pytest.mark.parametrize("water", ["water", "river", "canal"])
def test_b21_4_water_is_not_entered(water: str) -> None:
    assert leads(water).bars(A1_A2) == {"B21.4"}


@rule("A2.4", "B12.4", "B13.4", "B23.4", "B24.4", "O1.4")
@pytest.mark.parametrize(
    ("terrain", "charges"),
    [
        ("building(wood,0) woods", {"B23.4": 4, "B13.4": 4}),  # as 2I9
        ("woods brush", {"B13.4": 4, "B12.4": 4}),
        ("woods orchard", {"B13.4": 4}),  # an orchard adds nothing
        ("woods shellholes", {"B13.4": 4}),
        ("building(stone,1) +debris", {"B23.4": 4, "O1.4": 4}),
        ("building(stone,1) building(stone,0)", {"B23.4": 4}),  # two houses are paid for once
        ("rubble(wood) +rubble(stone)", {"B24.4": 6}),
    ],
)
def test_a2_4_costs_add_up(terrain: str, charges: dict[str, int]) -> None:
    assert leads(terrain).charges(A1_A2) == charges


@rule("A2.4", "B13.4", "B23.4")
def test_a2_4_an_obstacle_beside_the_centre_counts_where_it_covers_enough() -> None:
    def with_woods(size: int) -> dict[str, int]:
        drawn = outline("w", "woods", 0, box(0, 1000 - 400, size, size))
        return ask(tiny("A1, A2 building(stone,0)", "\n".join(drawn))).charges(A1_A2)

    assert with_woods(350) == {"B23.4": 4, "B13.4": 4}
    assert with_woods(150) == {"B23.4": 4}


@rule("B13.4", "B24.1", "B24.4")
@pytest.mark.parametrize(
    ("terrain", "charges"),
    [
        ("building(stone,1) +rubble(stone)", {"B24.4": 6}),
        ("building(stone,1) woods +rubble(stone)", {"B24.4": 6, "B13.4": 4}),
        ("rail_cars +rubble(wood)", {"B24.4": 6}),  # FB6.291: wrecked cars are wooden rubble
    ],
)
def test_b24_1_rubble_takes_the_place_of_what_stood_there(
    terrain: str, charges: dict[str, int]
) -> None:
    assert leads(terrain).charges(A1_A2) == charges


@rule("B24.4", "FB6.2", "FB6.22")
def test_fb6_2_the_least_of_rail_cars_makes_a_rail_car_hex() -> None:
    drawn = "\n".join(outline("cars", "rail_cars", 0, box(200, 1200, 60, 60)))
    assert ask(tiny("A1, A2", drawn)).charges(A1_A2) == {"FB6.22": 4}
    assert ask(tiny("A1, A2 +rubble(stone)", drawn)).charges(A1_A2) == {"B24.4": 6}


# --- roads ----------------------------------------------------------------------------------------


@rule("B23.4", "B24.4", "B3.4", "O1.4")
@pytest.mark.parametrize(
    ("terrain", "charges", "keeps"),
    [
        ("", {"B3.4": 2}, True),
        ("woods", {"B3.4": 2}, True),  # a woods-road hex
        ("marsh", {"B3.4": 2}, True),
        ("building(wood,0)", {"B23.4": 4}, False),  # the building covers the middle
        ("+debris", {"O1.4": 4}, False),
        ("+rubble(stone)", {"B24.4": 6}, False),
        ("debris", {"O1.4": 4}, False),
        ("factory(stone,1)", {"B3.4": 2}, True),  # O.4: a Vehicular-Sized Entrance
        ("roofless_factory(1)", {"B23.4": 4}, False),
    ],
)
def test_b3_4_the_road_rate(terrain: str, charges: dict[str, int], keeps: bool) -> None:
    found = ask(f"A1, A2 {terrain}, A1-A2 road(paved)")
    assert found.charges(A1_A2) == charges
    assert ((A1_A2,) in found.all("keeps_bonus/1")) == keeps


@rule("B13.4", "B3.4")
def test_b3_4_the_road_rate_is_for_the_hexside_of_the_road() -> None:
    found = ask("A1, A2 woods, A3, A1-A2 road(dirt)")
    assert found.charges(go("A3", "A2")) == {"B13.4": 4}
    assert (go("A3", "A2"),) not in found.all("keeps_bonus/1")


@rule("B23.4", "O.4")
def test_o_4_from_hex_to_hex_of_a_factory_there_is_no_road() -> None:
    found = ask("A1 factory(stone,1), A2 factory(stone,1), A1-A2 road(paved)")
    assert found.charges(A1_A2) == {"B23.4": 4}


@rule("B24.4", "B3.4", "O.1")
def test_o_1_a_trail_break_gives_the_road_back() -> None:
    board = "A1, A2 +rubble(stone), A1-A2 road(paved)"
    assert ask(board).charges(A1_A2) == {"B24.4": 6}
    assert ask(board, 'trail_break("A2")').charges(A1_A2) == {"B3.4": 2}


@rule("B3.4", "FB6.5")
def test_fb6_5_the_small_house_of_r10_leaves_its_road_free() -> None:
    board = tiny("A1, A2 building(stone,0), A1-A2 road(paved)", 'feature("A2",building_tram_line).')
    assert ask(board).charges(A1_A2) == {"B3.4": 2}


@rule("B3.4")
@pytest.mark.parametrize(("roads", "farthest"), [(6, 5), (5, 5), (4, 4)])
def test_b3_4_the_road_bonus_is_for_those_who_never_leave_the_road(
    roads: int, farthest: int
) -> None:
    road = "".join(f", A{n}-A{n + 1} road(paved)" for n in range(1, roads + 1))
    engine = MovementEngine(tiny(f"A1:A7{road}"), unit_named("squad"))
    reached = engine.world.search([state("A1")])
    assert reached.reached(state(f"A{1 + farthest}")) is not None
    assert reached.reached(state(f"A{2 + farthest}")) is None


@rule("A4.1", "D2.4")
@pytest.mark.parametrize(
    ("number", "unit", "turns", "answer"),
    [
        ("A4.1", "squad", 1, "no"),
        ("D2.4", "squad", 1, "yes"),
        ("D2.4", "truck", 1, "yes"),
        ("D2.4", "truck", 3, "no"),
    ],
)
def test_where_no_rule_tells_what_setting_out_costs_no_unit_does(
    number: str, unit: str, turns: int, answer: str
) -> None:
    """As the specification has it, asp/moving/a04_spending.lp: in the first turn, and in later ones."""
    goal = f"A{1 + 3 * turns}"
    for rules, expected in ((printed_rules(), "yes"), (printed_rules().without([number]), answer)):
        with use_rules(rules):
            found = Position(tiny("A1:A10")).path("A1", goal, unit=unit, turns=turns)
            assert found.verdict == expected


# --- hills ----------------------------------------------------------------------------------------


@rule("B1.4", "B10.4", "B13.4", "B15.4")
@pytest.mark.parametrize(
    ("terrain", "level", "charges"),
    [
        ("", 2, {"B1.4": 2, "B10.4": 2}),
        ("woods", 2, {"B13.4": 4, "B10.4": 4}),
        ("grain", 2, {"B15.4": 3, "B10.4": 3}),
        ("", 4, {"B1.4": 2, "B10.4": 6}),
        ("woods", 4, {"B13.4": 4, "B10.4": 12}),
        ("", 6, {"B1.4": 2, "B10.4": 10}),
        ("", -2, {"B1.4": 2}),
        ("woods", -2, {"B13.4": 4}),
        ("", -4, {"B1.4": 2, "B10.4": 2}),
        ("", -6, {"B1.4": 2, "B10.4": 4}),
    ],
)
def test_b10_4_up_and_down(terrain: str, level: int, charges: dict[str, int]) -> None:
    assert leads(terrain, f"@{level}" if terrain else f" @{level}").charges(A1_A2) == charges


@rule("B10.4", "B3.4")
def test_b10_4_a_road_uphill_is_doubled_too() -> None:
    found = ask("A1, A2 woods@2, A1-A2 road(dirt)")
    assert found.charges(A1_A2) == {"B3.4": 2, "B10.4": 2}
    assert found.charges(A2_A1) == {"B3.4": 2}


@rule("B10.4", "B13.4", "B9.4")
def test_b10_4_hexsides_are_not_doubled() -> None:
    assert ask("A1, A2 woods@2, A1-A2 wall").charges(A1_A2) == {"B13.4": 4, "B10.4": 4, "B9.4": 2}


@rule("B10.4", "B32.1")
@pytest.mark.parametrize(("level", "charged", "perhaps"), [(1, 0, 2), (3, 2, 2), (-1, 0, 0)])
def test_b32_1_half_a_level_up_is_not_known(level: int, charged: int, perhaps: int) -> None:
    found = ask(f"A1, A2 emrr@{level}")
    assert found.charges(A1_A2).get("B10.4", 0) == charged
    assert found.chances(A1_A2).get("B32.1", 0) == perhaps
    assert found.dearest(A1_A2) == found.price(A1_A2) + perhaps


# --- hexsides -------------------------------------------------------------------------------------


@rule("B1.4", "B3.4", "B9.4", "B9.54")
@pytest.mark.parametrize(
    ("side", "charges"),
    [
        ("wall", {"B1.4": 2, "B9.4": 2}),
        ("hedge", {"B1.4": 2, "B9.4": 2}),
        ("cactus_hedge", {"B1.4": 2, "B9.4": 2}),
        ("bocage", {"B1.4": 2, "B9.54": 4}),
        ("wall road(dirt)", {"B3.4": 2}),  # a road leads through
        ("building_side", {"B1.4": 2}),
        ("interior_factory_wall(2)", {"B1.4": 2}),
        ("fence", {"B1.4": 2}),
    ],
)
def test_b9_4_hexsides(side: str, charges: dict[str, int]) -> None:
    found = ask(f"A1, A2, A1-A2 {side}")
    assert found.charges(A1_A2) == found.charges(A2_A1) == charges


@rule("B9.1", "O5.31")
@pytest.mark.parametrize(
    ("side", "rules"),
    [
        ("fence", {"B9.1"}),
        ("interior_factory_wall(1)", {"O5.31"}),
        ("dune_crest_low", {"B9.1"}),
        ("fence road(dirt)", set()),
        ("wall", set()),
    ],
)
def test_hexsides_that_the_documents_do_not_price(side: str, rules: set[str]) -> None:
    found = ask(f"A1, A2, A1-A2 {side}")
    assert found.doubts(A1_A2) == found.doubts(A2_A1) == rules


@rule("O2.1")
def test_o2_1_a_railway_embankment_perhaps_costs_a_wall() -> None:
    assert ask("A1, A2, A1-A2 railway_embankment").chances(A1_A2) == {"O2.1": 2}
    assert ask("A1, A2, A1-A2 railway_embankment road(dirt)").chances(A1_A2) == {}


@rule("B11.4", "B23.71")
@pytest.mark.parametrize(("side", "rule"), [("cliff", "B11.4"), ("rowhouse_wall(1)", "B23.71")])
def test_hexsides_that_are_not_crossed(side: str, rule: str) -> None:
    found = ask(f"A1, A2, A1-A2 {side}")
    assert found.bars(A1_A2) == found.bars(A2_A1) == {rule}


@rule("B23.4", "B23.71")
def test_b23_71_a_breach_opens_a_rowhouse() -> None:
    found = ask(
        "A1 building(stone,1), A2 building(stone,1), A1-A2 rowhouse_wall(1)", 'breach("A2","A1")'
    )
    assert found.charges(A1_A2) == found.charges(A2_A1) == {"B23.4": 4}


# --- Bypass ---------------------------------------------------------------------------------------


def box(left: int, top: int, width: int, height: int) -> list[tuple[int, int]]:
    return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]


_CORNERS = ((-291, -500), (291, -500), (581, 0), (291, 500), (-291, 500), (-581, 0))
_CENTRES = {"B2": (872, 1500), "C3": (1744, 2000), "B1": (872, 500)}


def touching(name: str, terrain: str, *sides: int) -> str:
    """Draw terrain round a hex's middle that reaches over the middles of some of its hexsides."""
    x, y = _CENTRES[name]
    corners = []
    for side in range(6):
        (a, b), (c, d) = _CORNERS[side], _CORNERS[(side + 1) % 6]
        share = 1.1 if side in sides else 0.4
        corners.append((x + round(0.4 * a), y + round(0.4 * b)))
        corners.append((x + round(share * (a + c) / 2), y + round(share * (b + d) / 2)))
    return "\n".join(
        [f'terrain("{name}",{terrain}).', *outline(name + terrain, terrain, 0, corners)]
    )


@cache
def flower(terrain: str = "woods", *sides: int, text: str = "") -> Board:
    """Draw seven hexes with an obstacle in the middle one that touches some hexsides."""
    return tiny(f"{FLOWER}, {text}" if text else FLOWER, touching("B2", terrain, *sides))


@rule("A4.3", "A4.31")
@pytest.mark.parametrize("terrain", ["woods", "building(stone,1)", "forest", "rail_cars"])
@pytest.mark.parametrize(
    ("sides", "charges"),
    [
        (1, {"A4.3": 2}),
        (2, {"A4.3": 2}),
        (3, {"A4.3": 2, "A4.31": 2}),
        (5, {"A4.3": 2, "A4.31": 2}),
    ],
)
def test_a4_3_bypass_along_hexsides(terrain: str, sides: int, charges: dict[str, int]) -> None:
    found = ask(flower(terrain))
    assert found.charges(round_b2("B1", 1, "cw", sides)) == charges
    assert found.charges(round_b2("B1", 0, "ccw", sides)) == charges
    assert not found.knows(round_b2("B1", 1, "cw", 6))


@rule("A4.3")
def test_a4_3_bypass_begins_at_a_vertex_of_the_hexside_crossed() -> None:
    found = ask(flower())
    assert not found.knows(round_b2("B1", 2, "cw", 1))
    assert not found.knows(round_b2("B1", 0, "cw", 1)), "not along the hexside it crosses"
    assert found.allows(round_b2("A2", 0, "cw", 1))


@rule("A4.3")
@pytest.mark.parametrize("terrain", ["woods", "building(stone,1)", "rail_cars"])
def test_a4_3_the_depiction_must_leave_the_hexside_free(terrain: str) -> None:
    found = ask(flower(terrain, 2))
    assert found.allows(round_b2("B1", 1, "cw", 1))
    assert not found.knows(round_b2("B1", 1, "cw", 2))
    assert found.allows(round_b2("B1", 0, "ccw", 3))
    assert not found.knows(round_b2("B1", 0, "ccw", 4))
    assert {d for h, d in found.all("free/2") if h == "B2"} == {"0", "1", "3", "4", "5"}


@rule("A4.3")
def test_a4_3_terrain_that_may_be_entered_freely_does_not_fill_a_hexside() -> None:
    brush = "\n".join(outline("b", "brush", 0, box(872 - 300, 1000, 600, 1000)))
    board = tiny(FLOWER, touching("B2", "woods") + "\n" + brush)
    assert ask(board).charges(round_b2("A2", 0, "cw", 1)) == {"A4.3": 2}


@rule("A4.3")
@pytest.mark.parametrize("terrain", ["open", "brush", "graveyard", "crag"])
def test_a4_3_there_is_bypass_only_of_obstacles(terrain: str) -> None:
    assert not ask(f"{FLOWER}, B2 {terrain}").all("bypassable/1")


@rule("A4.3")
@pytest.mark.parametrize(
    ("text", "bypassed"),
    [
        ("B2 graveyard", True),  # a graveyard costs as Open Ground
        ("B2 orchard", True),
        ("B2 crag", False),
        ("B2 vineyard", False),
        ("B2 debris", False),
        ("B2 +rubble(stone)", False),
        ("B2 shellholes", True),
    ],
)
def test_a4_3_not_in_inherent_terrain_nor_in_rubble(text: str, bypassed: bool) -> None:
    found = ask(flower("woods", text=text))
    assert found.knows(round_b2("B1", 1, "cw", 1)) == bypassed


@rule("A4.3")
@pytest.mark.parametrize(
    ("other", "one", "three"), [("brush", 4, 8), ("grain", 3, 6), ("marsh", 8, 16), ("open", 2, 4)]
)
def test_a4_3_bypass_costs_what_the_other_terrain_does(other: str, one: int, three: int) -> None:
    found = ask(flower("building(wood,0)", text=f"B2 {other}"))
    assert found.price(round_b2("B1", 1, "cw", 2)) == one
    assert found.price(round_b2("B1", 1, "cw", 3)) == three


@rule("A4.3", "B13.4", "B23.4")
def test_a4_3_woods_beside_a_building_are_passed_by_together() -> None:
    found = ask(
        tiny(FLOWER, touching("B2", "woods", 1) + "\n" + touching("B2", "building(stone,0)", 4))
    )
    assert found.charges(round_b2("A2", 0, "cw", 1)) == {"A4.3": 2}
    assert {d for h, d in found.all("free/2") if h == "B2"} == {"0", "2", "3", "5"}
    assert found.charges(go("A2", "B2")) == {"B13.4": 4, "B23.4": 4}


@rule("A4.3", "B1.4", "B10.4", "B12.4", "B23.4")
def test_a4_3_out_of_bypass() -> None:
    found = ask(flower("building(stone,1)", text="C2 brush, C3 @2"))
    here = bypass("B2", 1, 2)
    assert found.charges(go(here, "C2")) == {"B12.4": 4}
    assert found.charges(go(here, "C3")) == {"B1.4": 2, "B10.4": 2}
    assert found.charges(go(here, "B2")) == {"B23.4": 4}, "the obstacle costs in full"
    assert not found.knows(go(here, "B3")), "B3 does not touch that vertex"


@rule("A4.3")
def test_a4_3_a_phase_does_not_end_in_bypass() -> None:
    found = ask(flower())
    resting = {each for (each,) in found.all("rests/1")}
    assert not [each for each in resting if each.startswith("bypass")]
    assert state("B2") in resting


@rule("A4.3")
@pytest.mark.parametrize(
    ("enemy", "barred"),
    [('enemy("B2")', True), ('enemy("B2",cellar)', True), ('enemy("B3")', False)],
)
def test_a4_3_not_past_an_enemy_in_the_obstacle(enemy: str, barred: bool) -> None:
    assert ask(flower(), enemy).bars(round_b2("B1", 1, "cw", 1)) == ({"A4.3"} if barred else set())


@rule("A4.3", "A4.31", "B1.4", "B10.4", "B9.4")
def test_a4_3_bypass_uphill_and_over_hexsides() -> None:
    found = ask(flower(text="B2 @2, B1-B2 wall"))
    assert found.charges(round_b2("B1", 1, "cw", 1)) == {"A4.3": 2, "B10.4": 2, "B9.4": 2}
    assert found.charges(round_b2("B1", 1, "cw", 3)) == {
        "A4.3": 2,
        "A4.31": 2,
        "B10.4": 4,
        "B9.4": 2,
    }
    assert found.charges(round_b2("A2", 0, "cw", 1)) == {"A4.3": 2, "B10.4": 2}, (
        "along, not over the wall"
    )
    assert found.charges(go(bypass("B2", 1, 2), "C3")) == {"B1.4": 2}


@rule("A4.3", "B11.4")
def test_a4_3_bypass_does_not_begin_over_a_cliff() -> None:
    found = ask(flower(text="B1-B2 cliff"))
    assert found.bars(round_b2("B1", 1, "cw", 1)) == {"B11.4"}
    assert found.allows(round_b2("A2", 0, "cw", 1))


@rule("A4.3")
def test_a4_3_from_bypass_to_bypass_over_a_vertex() -> None:
    found = ask(tiny(FLOWER, touching("B2", "woods") + "\n" + touching("C3", "building(stone,0)")))
    here, further = bypass("B2", 1, 2), bypass("B2", 2, 3)
    # vertex 2 of B2 is vertex 0 of C3, whose hexside 5 is hexside 2 of B2
    assert found.charges(go(here, bypass("C3", 0, 1), "by(0,cw,1)")) == {"A4.3": 2}
    assert found.charges(go(here, bypass("C3", 5, 5), "by(0,ccw,1)")) == {"A4.3": 2}
    # vertex 3 of B2 is vertex 5 of C3: who came along hexside 2 does not go back along it
    assert found.charges(go(further, bypass("C3", 4, 4), "by(5,ccw,1)")) == {"A4.3": 2}
    assert not found.knows(go(further, bypass("C3", 5, 0), "by(5,cw,1)"))


# --- Narrow Streets and roadblocks ----------------------------------------------------------------

STREET = flower("building(stone,0)", text="B2-C2 narrow_street(paved), B2-C3 narrow_street(paved)")
BLOCK = 'roadblock("B2","C2","C3")'


@rule("A4.3", "Q4.141")
def test_q4_141_bypass_along_the_straddled_hexside() -> None:
    along, past = round_b2("B1", 1, "cw", 1), round_b2("B1", 0, "ccw", 1)
    assert ask(STREET).charges(along) == {"A4.3": 2}
    found = ask(STREET, BLOCK)
    assert found.charges(along) == {"A4.3": 2, "Q4.141": 2}
    assert found.chances(along) == {}
    assert found.charges(past) == {"A4.3": 2}
    assert (along, "B2", "1") in found.all("meets_roadblock/3")


@rule("Q4.141")
def test_q4_141_from_centre_to_centre() -> None:
    found = ask(STREET, BLOCK)
    for move, vertices in ((go("B2", "C2"), {"1", "2"}), (go("C2", "B2"), {"4", "5"})):
        assert found.chances(move) == {"Q4.141": 2}
        assert {vertex for (vertex,) in found.of("chooses/2", move)} == vertices
    assert found.chances(go("B2", "C3")) == {}
    assert not found.of("chooses/2", go("B2", "C3"))


@rule("Q4.141")
def test_q4_141_who_stands_at_a_vertex_is_beside_it() -> None:
    found = ask(STREET, BLOCK)
    for move in (go(bypass("B2", 2, 2), "C2"), go(bypass("B2", 1, 2), "B2")):
        assert not {"Q4.141"} & {*found.charges(move), *found.chances(move)}


@rule("Q4.141", "Q4.15")
@pytest.mark.parametrize(("rubbled", "stands"), [("B2", False), ("C2", False), ("C3", True)])
def test_q4_15_rubble_does_away_with_the_roadblock(rubbled: str, stands: bool) -> None:
    found = ask(STREET, BLOCK, f'rubble("{rubbled}",stone)')
    assert found.chances(go("C2", "B2")) == ({"Q4.141": 2} if stands else {})


@rule("A4.3", "B1.4", "B10.4", "B13.4", "Q4.11")
def test_q4_11_along_a_narrow_street_at_a_crest_line_one_is_below() -> None:
    lower = ask(flower("woods", text="B2 @2, B2-C2 narrow_street(paved)"))
    along = round_b2("C3", 2, "ccw", 1)
    here = bypass("B2", 1, 1)
    assert lower.charges(along) == {"A4.3": 2}, "C3 and the street lie below"
    assert lower.charges(go(here, "C2")) == {"B1.4": 2}
    assert lower.charges(go(here, "B2")) == {"B13.4": 4, "B10.4": 4}
    other = ask(flower("woods", text="B2 @2"))
    assert other.charges(along) == {"A4.3": 2, "B10.4": 2}
    assert other.charges(go(here, "B2")) == {"B13.4": 4}
    upper = ask(flower("woods", text="C2 @2, B2-C2 narrow_street(paved)"))
    assert upper.charges(along) == {"A4.3": 2}
    assert upper.charges(go(here, "C2")) == {"B1.4": 2, "B10.4": 2}


@rule("B29.4", "B3.4")
def test_b29_4_crossing_a_roadblock() -> None:
    board = tiny("A1, A2, A3, A1-A2 road(paved), A2-A3 road(paved)")
    found = ask(board, 'roadblock("A1","A2")')
    assert found.charges(A1_A2) == found.charges(A2_A1) == {"B3.4": 2, "B29.4": 2}
    assert found.charges(go("A2", "A3")) == {"B3.4": 2}


@rule("A4.3", "A4.31", "B29.2")
def test_b29_2_passing_a_roadblock_that_runs_on_to_an_obstacle() -> None:
    # the roadblock between A2 and A3 runs on from vertex 5 of B2 to its centre dot
    board = flower(text="A2-A3 road(dirt)")
    found = ask(board, 'roadblock("A2","A3")')
    assert found.charges(round_b2("B1", 0, "ccw", 2)) == {"A4.3": 2, "B29.2": 2}
    assert found.charges(round_b2("B1", 0, "ccw", 1)) == {"A4.3": 2}, "it only comes there"
    assert found.charges(round_b2("B1", 1, "cw", 3)) == {"A4.3": 2, "A4.31": 2}
    open_ground = ask(f"{FLOWER}, A2-A3 road(dirt)", 'roadblock("A2","A3")')
    assert not open_ground.all("extension/2")


# --- depressions ----------------------------------------------------------------------------------

GULLY = tiny("A1, A2 gully@-2, A3 gully shellholes@-2, A4, A2-A3 gully")
CREST = 'crest("A2",0)'


@rule("B1.4", "B10.4", "B19.4", "O.3A")
def test_b19_4_into_a_gully_along_it_and_out() -> None:
    found = ask(GULLY)
    assert found.charges(A1_A2) == {"B19.4": 4}
    assert found.charges(go("A2", "A3")) == {"B19.4": 4}, "O.3A: shellholes IN it add nothing"
    assert found.charges(go("A3", "A4")) == {"B1.4": 2, "B10.4": 2}


@rule("B12.4", "B13.4", "B19.4", "B20.4", "B24.4", "B4.4")
@pytest.mark.parametrize(
    ("terrain", "charges"),
    [
        ("gully woods", {"B19.4": 4, "B13.4": 4}),
        ("gully brush", {"B19.4": 4, "B12.4": 4}),
        ("gully orchard", {"B19.4": 4}),
        ("gully +rubble(stone)", {"B19.4": 4, "B24.4": 6}),
        ("dry_stream", {"B19.4": 4}),
        ("shallow_stream", {"B20.4": 6}),
        ("deep_stream", {"B20.4": 8}),
        ("sunken_road", {"B4.4": 4}),
    ],
)
def test_b19_4_what_lies_in_a_depression_adds(terrain: str, charges: dict[str, int]) -> None:
    first, *rest = terrain.split()
    assert ask(f"A1, A2 {first}@-2 {' '.join(rest)}").charges(A1_A2) == charges


@rule("B3.4", "B4.4")
def test_b4_4_a_sunken_road_along_its_road() -> None:
    found = ask("A1, A2 sunken_road@-2, A1-A2 road(dirt)")
    assert found.charges(A1_A2) == {"B3.4": 2}
    assert found.charges(A2_A1) == {"B3.4": 2}
    assert found.chances(A2_A1) == {"B4.4": 2}


@rule("B19.4", "O.3A")
def test_o_3a_the_printed_example() -> None:
    found = embedded("barricades")
    assert found.charges(go("CC3", "BB3")) == {"B19.4": 4}
    assert found.price(go("BB3", "AA3")) == 4


@rule("B1.4", "B20.9", "B20.91")
def test_b20_9_crest_status() -> None:
    found = ask(GULLY)
    assert found.charges(go("A1", CREST)) == {"B20.91": 2}
    assert found.charges(go(CREST, "A1")) == {"B1.4": 2}
    assert found.charges(go("A2", CREST)) == {"B20.91": 4}
    assert found.charges(go(CREST, "A2")) == {"B20.91": 2}
    assert found.chances(go(CREST, "A2")) == {"B20.91": 2}
    assert {(h, d) for h, d in found.all("crest/2")} == {("A2", "0"), ("A3", "3")}, (
        "not where the gully runs through"
    )
    assert CREST in {each for (each,) in found.all("rests/1")}


@rule("B19.4", "A2.4")
def test_b19_4_from_crest_status_into_what_lies_in_the_depression() -> None:
    """What it costs to be among them is not certainly saved by coming down from the edge."""
    down = go(CREST, "A2")
    assert ask("A1, A2 gully@-2 woods").chances(down) == {"B19.4": 4, "B20.91": 2}
    assert "B19.4" not in ask("A1, A2 gully@-2").chances(down)
    assert ask("A1, A2 gully@-2 bamboo").doubts(down) == {"A2.4"}


@rule("B1.4", "B20.9", "B20.91", "B9.4")
def test_b20_9_crest_status_behind_a_wall() -> None:
    board = tiny("A1, A2 gully@-2, A1-A2 wall")
    assert ask(board).charges(go("A1", CREST)) == {"B20.91": 2, "B9.4": 2}
    assert ask(board).charges(go(CREST, "A1")) == {"B1.4": 2, "B9.4": 2}


@rule("B20.91", "O.3")
def test_o_3_out_of_a_gully_with_rubble() -> None:
    found = ask("A1, A2 gully@-2 +rubble(stone)")
    assert found.charges(go("A2", CREST)) == {"O.3": 8}
    assert found.charges(go("A1", CREST)) == {"B20.91": 2}
    assert found.chances(go("A1", CREST)) == {"O.3": 4}
    assert ask("A1, A2 gully@-2 +debris").chances(go("A1", CREST)) == {"O.3": 2}
    assert ask("A1, A2 gully@-2").chances(go("A1", CREST)) == {}


@rule("B20.9")
def test_b20_9_from_gully_to_gully_over_the_ground_between() -> None:
    assert ask(GULLY).doubts(go("A2", "A3")) == set()
    assert ask("A1, A2 gully@-2, A3 gully@-2").doubts(go("A2", "A3")) == {"B20.9"}


@rule("B19.4")
def test_b19_4_up_a_gully_is_not_known() -> None:
    found = ask("A1 gully@-2, A2 gully@0, A1-A2 gully")
    assert found.charges(A1_A2) == {"B19.4": 4}
    assert found.chances(A1_A2) == {"B19.4": 4}
    assert found.chances(A2_A1) == {}


# --- bridges --------------------------------------------------------------------------------------

BRIDGE = tiny(
    "B2 bridge(stone) bed@-2 under@-2, A2, A3 gully@-2, B1, B3, C2 gully@-2, C3, "
    "B1-B2 road(paved), B2-B3 road(paved), A3-B2 gully, C2-B2 gully"
)


@rule("B1.4", "B10.4", "B19.4", "B3.4", "B6.4")
def test_b6_4_over_a_bridge_and_beneath_it() -> None:
    found = ask(BRIDGE)
    assert found.charges(go("B1", "B2")) == found.charges(go("B2", "B3")) == {"B3.4": 2}
    assert not found.knows(go("B1", "B2/under"))
    assert not found.knows(go("A2", "B2"))
    assert found.charges(go("A2", "B2/under")) == {"B19.4": 4}
    assert found.charges(go("A3", "B2/under")) == {"B19.4": 4}
    assert found.charges(go("B2/under", "A3")) == {"B19.4": 4}
    assert found.charges(go("B2/under", "C3")) == {"B1.4": 2, "B10.4": 2}
    assert not found.knows(go("B2", "B2/under"))


@rule("B19.4", "B3.4", "B6.4", "O1.4")
def test_b6_4_a_counter_lies_on_the_bridge_or_beneath_it() -> None:
    above = ask(BRIDGE, 'debris("B2")')
    assert above.charges(go("B1", "B2")) == {"O1.4": 4}
    assert above.charges(go("A3", "B2/under")) == {"B19.4": 4}
    below = ask(BRIDGE, 'debris("B2",under)')
    assert below.charges(go("B1", "B2")) == {"B3.4": 2}
    assert below.charges(go("A3", "B2/under")) == {"B19.4": 4, "O1.4": 4}


@rule("B1.4", "B21.4", "B6.4")
def test_b6_4_a_railway_bridge_over_water() -> None:
    found = ask("A1, A2 canal rr_bridge bed@-2 under@-2, A3, A1-A2 rail(bridge)")
    assert found.charges(A1_A2) == {"B1.4": 2}
    assert found.bars(go("A3", "A2/under")) == {"B21.4"}


@rule("B6.4")
def test_b6_4_where_nothing_is_recorded_beneath_a_bridge() -> None:
    found = ask("A1, A2 bridge(stone), A3, A1-A2 road(paved)")
    assert found.doubts(A1_A2) == set()
    assert found.doubts(go("A3", "A2")) == found.doubts(go("A2", "A3")) == {"B6.4"}


@rule("B1.4", "B3.4", "B4.4")
def test_fb6_12_the_railway_bridge_over_the_sunken_road() -> None:
    found = embedded("budapest")
    assert found.charges(go("F37", "G38")) == found.charges(go("G38", "H38")) == {"B1.4": 2}
    for name in ("H37", "F38"):
        assert not found.knows(go(name, "G38"))
        assert found.charges(go(name, "G38/under")) == {"B3.4": 2}
        assert found.charges(go("G38/under", name))["B3.4"] == 2
    assert found.charges(go("G39", "G38/under")) == {"B4.4": 4}


# --- inside buildings -----------------------------------------------------------------------------


@rule("B23.22")
def test_b23_22_stairwells() -> None:
    found = ask("A1 building(stone,2) stairwell level(1) level(2)")
    for one, two in (("A1", "A1/level(1)"), ("A1/level(1)", "A1/level(2)")):
        assert found.charges(go(one, two)) == found.charges(go(two, one)) == {"B23.22": 2}
    assert not found.knows(go("A1", "A1/level(2)"))
    assert not ask("A1 building(stone,1) level(1)").knows(go("A1", "A1/level(1)"))


@rule("B24.1")
def test_b24_1_rubble_takes_levels_and_stairwell() -> None:
    found = ask("A1 building(stone,1) stairwell level(1) +rubble(stone)")
    assert not found.knows(go("A1", "A1/level(1)"))


HOUSES = "A1 building(stone,1) level(1), A2 building(stone,1) level(1)"
UPSTAIRS = go("A1/level(1)", "A2/level(1)")


@rule("B23.4")
def test_b23_4_upper_levels_over_a_building_hexside() -> None:
    assert ask(f"{HOUSES}, A1-A2 building_side").charges(UPSTAIRS) == {"B23.4": 4}
    assert not ask(HOUSES).knows(UPSTAIRS)
    walls = f"{HOUSES}, A1-A2 building_side rowhouse_wall(1)"
    assert not ask(walls).knows(UPSTAIRS)
    assert ask(walls, 'breach("A1","A2")').charges(UPSTAIRS) == {"B23.4": 4}
    rubbled = ask(f"{HOUSES}, A1-A2 building_side", 'rubble("A2",stone)')
    assert not rubbled.knows(UPSTAIRS)


@rule("B23.22", "Q4.2")
def test_q4_2_a_steeple() -> None:
    white_cross = 'feature("A1",dot(white_cross)).'
    found = ask(tiny("A1 building(stone,1) level(1), A2", white_cross))
    for one, two in (("A1", "A1/level(1)"), ("A1/level(1)", "A1/steeple")):
        assert found.charges(go(one, two)) == found.charges(go(two, one)) == {"B23.22": 2}
        assert found.doubts(go(one, two)) == set()
    assert not found.knows(go("A1", "A1/steeple"))
    assert not ask(tiny("A1 building(stone,1) level(1)")).knows(go("A1/level(1)", "A1/steeple"))
    assert ("A1", "steeple") not in ask(
        tiny("A1 building(stone,1) level(1) +rubble(stone)", white_cross)
    ).all("spot/2")
    low = ask(tiny("A1 building(stone,0)", white_cross))
    assert low.charges(go("A1", "A1/steeple")) == {"B23.22": 2}


@rule("B23.22", "Q4.2")
def test_q4_2_the_church_of_pegasus_is_of_unknown_height() -> None:
    found = embedded("pegasus")
    steeples = [hex_name for hex_name, place in found.all("spot/2") if place == "steeple"]
    assert len(steeples) == 1
    up = go(steeples[0], f"{steeples[0]}/steeple")
    assert found.charges(up) == {"B23.22": 2}
    assert found.doubts(up) == {"Q4.2"}


@rule("B23.22", "Q4.3")
def test_q4_3_the_two_story_house_of_pegasus() -> None:
    found = embedded("pegasus")
    assert {place for name, place in found.all("spot/2") if name == "Z13"} == {"ground", "level(1)"}
    assert found.charges(go("Z13", "Z13/level(1)")) == {"B23.22": 2}


# --- Factories ------------------------------------------------------------------------------------


@rule("O.4B")
@pytest.mark.parametrize(("storeys", "halves"), [(1, 4), (2, 6)])
@pytest.mark.parametrize("access", ["stairwell", "road"])
def test_o_4b_to_the_roof_of_a_factory(storeys: int, halves: int, access: str) -> None:
    stairs, road = ("stairwell", "") if access == "stairwell" else ("", ", A1-A2 road(paved)")
    found = ask(f"A1 factory(stone,{storeys}) {stairs}, A2{road}")
    up, down = go("A1", "A1/rooftop"), go("A1/rooftop", "A1")
    assert found.charges(up) == found.charges(down) == {"O.4B": halves}


@rule("O.4B")
@pytest.mark.parametrize(
    "text",
    [
        "A1 factory(stone,1)",
        "A1 factory(stone,1) stairwell +rubble(stone)",
        "A1 roofless_factory(1) stairwell",
        "A1 building(stone,1) stairwell",
    ],
)
def test_o_4b_no_way_to_the_roof(text: str) -> None:
    assert not ask(text).knows(go("A1", "A1/rooftop"))


@rule("B23.8")
def test_b23_8_over_the_roof() -> None:
    found = ask("A1 factory(stone,1), A2 factory(stone,1), A3 building(stone,1), A1-A2 building_side, "
                "A2-A3 building_side")  # fmt: skip
    over = go("A1/rooftop", "A2/rooftop")
    assert (found.charges(over), found.chances(over)) == ({"B23.8": 2}, {"B23.8": 2})
    assert not found.knows(go("A2/rooftop", "A3/rooftop"))


# --- Cellars --------------------------------------------------------------------------------------

BLOCKS = """A1 building(stone,1) stairwell level(1), A2 building(stone,1) level(1), A3
A1-A2 building_side"""
BELOW = go("A1/cellar", "A2/cellar")


def cellars(board: Board | str, *pieces: str, further: str = RB) -> Asked:
    """Ask about a board of the Red Barricades map."""
    return ask(board, *pieces, further=further)


@rule("O6.1")
def test_o6_1_where_there_are_cellars() -> None:
    def found(text: str, further: str = RB) -> set[str]:
        return {
            name
            for name, place in cellars(text, further=further).all("spot/2")
            if place == "cellar"
        }

    assert found(BLOCKS) == {"A1", "A2"}
    assert found(BLOCKS, "") == set(), "elsewhere there are none"
    assert found("A1 building(stone,1), A2") == set(), "nor beneath a house in one hex"
    assert found("A1 factory(stone,1), A2 factory(stone,1), A1-A2 building_side") == set()
    assert found("A1, A2, A1-A2 building_side") == set()


@rule("O6.2")
def test_o6_2_only_infantry() -> None:
    tank, squad = (ask(BLOCKS, unit=unit, further=RB) for unit in ("tank", "squad"))
    assert any("cellar" in move for (move,) in squad.all("move/1"))
    assert not any("cellar" in move for (move,) in tank.all("move/1"))


@rule("B23.22", "O6.2")
def test_o6_2_by_the_stairwell() -> None:
    found = cellars(BLOCKS)
    assert found.charges(go("A1", "A1/cellar")) == {"B23.22": 2}
    assert found.charges(go("A1/cellar", "A1")) == {"B23.22": 2}
    assert not found.knows(go("A2", "A2/cellar")), "A2 has no stairwell"
    assert not found.knows(go("A1/level(1)", "A1/cellar"))
    assert not found.knows(go("A3", "A2/cellar"))


@rule("O6.1", "O6.2")
def test_o6_2_from_cellar_to_cellar() -> None:
    assert cellars(BLOCKS).charges(BELOW) == {"O6.1": 4}
    apart = f"{BLOCKS}, B1 building(stone,1), B2 building(stone,1), B1-B2 building_side"
    found = cellars(apart)
    assert found.allows(go("B1/cellar", "B2/cellar"))
    assert not found.knows(go("A2/cellar", "B1/cellar")), "no building hexside between"


@rule("O6.1", "O6.2")
def test_o6_2_rowhouses() -> None:
    walls = f"{BLOCKS}, A1-A2 rowhouse_wall(1)"
    assert not cellars(walls).knows(BELOW)
    assert cellars(walls, 'breach("A1","A2")').charges(BELOW) == {"O6.1": 4}


@rule("O6.21")
@pytest.mark.parametrize("side", ["wall", "cliff", "hedge"])
def test_o6_21_a_trench_opens_into_the_cellar(side: str) -> None:
    found = cellars(f"{BLOCKS}, A2-A3 {side}", 'trench("A3")')
    assert found.charges(go("A3/trench", "A2/cellar")) == {"O6.21": 4}
    assert found.charges(go("A2/cellar", "A3/trench")) == {"O6.21": 4}
    assert not found.knows(go("A3/trench", "A2")), "not onto the ground"
    assert not found.knows(go("A3", "A2/cellar")), "only from IN the trench"
    assert not found.knows(go("A3/trench", "A1/cellar")), "which is not next to it"


@rule("B24.4", "O6.1", "O6.6", "O6.61")
def test_o6_6_rubble_above_a_cellar() -> None:
    found = cellars(BLOCKS, 'rubble("A1",stone)', 'rubble("A2",stone)', 'trench("A3")')
    assert found.charges(BELOW) == {"O6.1": 4}
    assert not found.knows(go("A1", "A1/cellar")), "O6.61: no stairwell"
    assert not found.knows(go("A3/trench", "A2/cellar"))
    assert found.charges(A1_A2) == {"B24.4": 6}


@rule("B24.4", "O6.6")
def test_o6_6_a_cellar_that_is_rubbled_itself() -> None:
    found = cellars(BLOCKS, further=RB + 'counter("A1",cellar,rubble(stone)).')
    assert not found.knows(BELOW)
    assert {place for name, place in found.all("spot/2") if name == "A1"} == {"ground"}
    assert found.charges(A2_A1) == {"B24.4": 6}
    assert ("A2", "cellar") in found.all("spot/2")


@rule("B8.4", "O6.21")
def test_b8_4_manholes_are_in_doubt() -> None:
    manhole = 'feature("A2",manhole).feature("A3",manhole).'
    board = tiny(f"{BLOCKS}, A2-A3 road(paved)", manhole)
    found = cellars(board)
    for one, two in (("A2/cellar", "A2/sewer"), ("A3", "A3/sewer")):
        assert found.doubts(go(one, two)) == found.doubts(go(two, one)) == {"B8.4"}
    assert not found.knows(go("A2", "A2/sewer")), "O6.21: it opens into the cellar"
    assert cellars(board, 'rubble("A2",stone)').bars(go("A2/cellar", "A2/sewer")) == set()


@rule("O.6")
@pytest.mark.parametrize(
    ("road", "pieces", "barred"),
    [
        ("road(paved)", ['rubble("A2",stone)'], True),
        ("road(paved)", ['rubble("A2",stone)', 'trail_break("A2")'], False),
        ("building_side", ['rubble("A2",stone)', 'trail_break("A2")'], True),
        ("road(paved)", [], False),
    ],
)
def test_o_6_a_rubbled_manhole(road: str, pieces: list[str], barred: bool) -> None:
    found = ask(tiny(f"A1, A2, A1-A2 {road}", 'feature("A2",manhole).'), *pieces)
    assert found.bars(go("A2", "A2/sewer")) == ({"O.6"} if barred else set())


@rule("A4.14", "B8.6")
def test_b8_6_tunnels_are_in_doubt() -> None:
    found = cellars(BLOCKS, 'tunnel("A2","A3")')
    assert found.doubts(go("A2/cellar", "A3", "tunnel")) == {"B8.6"}
    assert found.doubts(go("A3", "A2/cellar", "tunnel")) == {"B8.6", "O.2A"}
    assert not found.knows(go("A2", "A3", "tunnel"))
    enemy = cellars(BLOCKS, 'tunnel("A2","A3")', 'enemy("A3")')
    assert enemy.bars(go("A2/cellar", "A3", "tunnel")) == {"A4.14"}


# --- entrenchments --------------------------------------------------------------------------------


@rule("B27.4")
@pytest.mark.parametrize("kind", ["trench", "foxhole"])
def test_b27_4_in_and_out(kind: str) -> None:
    found = ask("A1, A2", f'{kind}("A1")')
    assert found.charges(go("A1", f"A1/{kind}")) == {"B27.4": 2}
    assert found.charges(go(f"A1/{kind}", "A1")) == {"B27.4": 2}
    assert not found.knows(go("A2", f"A1/{kind}"))


@rule("B10.4", "B27.5")
def test_b27_5_trenches_lead_on() -> None:
    text = "A1, A2 brush@2, A3 building(stone,0)@2, A1-A2 wall"
    found = ask(text, 'trench("A1")', 'trench("A2")')
    assert found.charges(go("A1/trench", "A2/trench")) == {"B27.5": 4, "B10.4": 4}
    assert found.charges(go("A2/trench", "A1/trench")) == {"B27.5": 2}
    assert found.charges(go("A2/trench", "A3")) == {"B27.5": 4}
    assert found.charges(go("A3", "A2/trench")) == {"B27.5": 4}
    assert not found.knows(go("A2/trench", "A1"))
    cliff = ask(text.replace("wall", "cliff"), 'trench("A1")', 'trench("A2")')
    assert not cliff.knows(go("A1/trench", "A2/trench"))


# --- enemies --------------------------------------------------------------------------------------


@rule("A4.14")
@pytest.mark.parametrize(
    ("enemy", "target", "barred"),
    [
        ('enemy("A2")', "A2", True),
        ('enemy("A3")', "A2", False),
        ('enemy("A2",trench)', "A2", True),  # an entrenchment is no Location of its own
        ('enemy("A2",rooftop)', "A2", False),
        ('enemy("A2",under)', "A2", False),
    ],
)
def test_a4_14_no_entry_where_an_enemy_is(enemy: str, target: str, barred: bool) -> None:
    assert ask("A1, A2, A3", enemy).bars(go("A1", target)) == ({"A4.14"} if barred else set())


@rule("A4.14")
def test_a4_14_an_enemy_in_a_gully_holds_its_crest_too() -> None:
    assert ask(GULLY, 'enemy("A2")').bars(go("A1", CREST)) == {"A4.14"}
    assert ask(GULLY, 'enemy("A1")').bars(go("A2", CREST)) == set()


@rule("A4.14")
def test_a4_14_an_enemy_holds_one_cellar() -> None:
    found = cellars(BLOCKS, 'enemy("A2",cellar)')
    assert found.bars(BELOW) == {"A4.14"}
    assert found.bars(A1_A2) == set()


# --- off the map ----------------------------------------------------------------------------------


def off(name: str, side: int) -> str:
    return f'off("{name}",{side})'


@rule("A2.6")
@pytest.mark.parametrize(
    ("terrain", "charges"),
    [
        ("", {"A2.6": 2}),
        ("woods", {"A2.6": 4}),
        ("building(stone,0) woods", {"A2.6": 8}),
        ("+rubble(stone)", {"A2.6": 6}),
        ("gully@-2", {"A2.6": 4}),
        ("gully@-2 brush", {"A2.6": 8}),
    ],
)
def test_a2_6_leaving_costs_the_terrain_left(terrain: str, charges: dict[str, int]) -> None:
    found = ask(f"A1 {terrain}, A2")
    assert found.charges(go("A1", off("A1", 0))) == charges
    assert found.charges(go('outside("A1",0)', "A1")) == charges
    assert not found.doubts(go("A1", off("A1", 0)))
    assert not found.knows(go("A1", off("A1", 3))), "A2 lies there"
    assert off("A1", 0) in {each for (each,) in found.all("rests/1")}


@rule("A2.6", "B3.4")
def test_a2_6_leaving_by_road() -> None:
    board = tiny("A1 woods, A2", 'feature("A1",road(dirt,"A0")).feature("A1",map_edge).')
    found = ask(board)
    assert found.charges(go("A1", off("A1", 0))) == {"B3.4": 2}
    assert found.charges(go("A1", off("A1", 1))) == {"A2.6": 4}
    assert (go("A1", off("A1", 0)),) in found.all("keeps_bonus/1")
    assert found.doubts(go("A1", off("A1", 0))) == set()
    covered = ask(board, 'debris("A1")')
    assert covered.charges(go("A1", off("A1", 0))) == {"A2.6": 8}


@rule("A2.1")
def test_a2_1_the_edge_of_what_is_cut_out_is_in_doubt() -> None:
    found = ask(tiny("A1, A2", 'feature("A1",road(dirt,"B1")).'))
    assert found.doubts(go("A1", off("A1", 0))) == {"A2.1"}


@rule("A2.6", "A4.3")
def test_a2_6_from_bypass_one_leaves_at_a_vertex() -> None:
    # B1 and C2 have no hexes north of them; vertex 1 of B1 is shared with C1's place, off the map
    board = tiny("A1, A2, B1, C1, C2, B2", touching("B1", "woods"))
    found = ask(board)
    # from A2 along hexside 5 of B1 to its vertex 0, at the edge, between A1 and what is off the map
    assert found.charges(go("A2", bypass("B1", 5, 0), "by(5,cw,1)")) == {"A4.3": 2}
    here = bypass("B1", 5, 0)
    assert found.charges(go(here, off("A1", 1))) == {"A2.6": 2}
    assert found.charges(go(here, off("B1", 0))) == {"A2.6": 4}, "the mirror image of the woods"
    assert not found.knows(go(here, off("C1", 0)))


@rule("B21.4")
def test_b21_4_water_is_not_left_over_the_edge() -> None:
    assert ask("A1 water, A2").bars(go("A1", off("A1", 0))) == {"B21.4"}


# --- least costs ----------------------------------------------------------------------------------


def least(board: Board, start: str, *pieces: str, unit: str = "squad") -> dict[str, int]:
    """Ask the rules for the least cost of every state."""
    hex_facts = HexFacts(board, unit_named(unit))
    laid = [f"{read_piece(piece).fact}." for piece in pieces]
    about = f"unit({unit}). allowance({unit_named(unit).allowance}). start({state(start)})."
    told = hex_facts.facts_of([record.name for record in board.hexes])
    grounded = ActiveRules("cheapest_infantry").ground("\n".join([about, *told, *laid]))
    atoms = grounded.symbolic_atoms.by_signature("least", 2)
    return {str(atom.symbol.arguments[0]): atom.symbol.arguments[1].number for atom in atoms}


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("A1:A7, A3 woods", []),
        ("A1, A2 marsh@2, A3", []),
        (", ".join(["A1:A7", *(f"A{n}-A{n + 1} road(dirt)" for n in range(1, 6))]), []),
        (f"{FLOWER}, B2 woods", []),
        (f"{FLOWER}, B2 woods, A2-B2 narrow_street(paved)", ['roadblock("A2","B2","B1")']),
        ("A1, A2 gully@-2, A3 gully@-2, A4, A2-A3 gully", []),
    ],
)  # fmt: skip
def test_the_search_finds_what_the_rules_say(text: str, pieces: list[str]) -> None:
    board = tiny(text)
    start = "A2" if "B2" in text else "A1"
    engine = MovementEngine(board, unit_named("squad"), [read_piece(piece) for piece in pieces])
    found = engine.world.search([state(start)]).all_reached
    assert {each: cost for each, (_, cost) in found.items()} == least(board, start, *pieces)


@rule("A4.134")
def test_a4_134_one_move_for_all_that_a_unit_has() -> None:
    board = tiny("A1, A2 woods@4, A3")
    assert ask(board).price(A1_A2) == 16
    reached = least(board, "A1")
    assert reached[state("A2")] == 8
    assert state("A3") not in reached
    assert state("A2") not in least(board, "A3", 'enemy("A2")')


@rule("A4.134")
def test_a4_134_the_minimum_move_comes_first() -> None:
    board = tiny("A1, A2, A3 woods@4")
    assert state("A3") not in least(board, "A1")
    assert least(board, "A2")[state("A3")] == 8


# --- which pieces may lie where -------------------------------------------------------------------


def refused(board: Board | str, *pieces: str) -> str:
    """Give the rule that refuses pieces, or nothing."""
    known = tiny(board) if isinstance(board, str) else board
    hex_facts = HexFacts(known, unit_named("squad"))
    try:
        check_pieces(hex_facts, [read_piece(piece) for piece in pieces])
    except BadInput as error:
        match = re.search(r"\b(O\.\d+|[A-Z]+\d+\.\d+)", str(error).partition(": ")[2])
        assert match is not None, str(error)
        return match[1]
    return ""


@rule("B23.9221", "B27.1", "B29.1", "Q4.11", "Q4.141")
@pytest.mark.parametrize(
    ("text", "piece", "rule"),
    [
        ("A1, A2, A1-A2 road(dirt)", 'roadblock("A1","A2")', ""),
        ("A1, A2", 'roadblock("A1","A2")', "B29.1"),
        ("A1:A3, A1-A2 road(dirt)", 'roadblock("A1","A3")', "B29.1"),
        (f"{FLOWER}, A2-B2 narrow_street(paved)", 'roadblock("A2","B2")', ""),
        (f"{FLOWER}, A2-B2 narrow_street(paved)", 'roadblock("A2","B2","B1")', ""),
        (f"{FLOWER}, A2-B2 narrow_street(paved)", 'roadblock("B2","A2","A3")', ""),
        (f"{FLOWER}, A2-B2 narrow_street(paved)", 'roadblock("A2","B2","C2")', "Q4.141"),
        (f"{FLOWER}, A2-B2 narrow_street(paved)", 'roadblock("A2","B2","B2")', "Q4.141"),
        (f"{FLOWER}, A2-B2 road(paved)", 'roadblock("A2","B2","B1")', "Q4.141"),
        ("A1, A2, A1-A2 narrow_street(paved)", 'street_vehicle("A1","A2")', ""),
        ("A1, A2, A1-A2 road(paved)", 'street_vehicle("A1","A2")', "Q4.11"),
        ("A1, A2", 'trench("A1")', ""),
        ("A1 brush, A2", 'foxhole("A1")', ""),
        ("A1 gully@-2, A2", 'foxhole("A1")', ""),
        ("A1 building(stone,0), A2", 'trench("A1")', "B27.1"),
        ("A1 rubble(wood), A2", 'foxhole("A1")', "B27.1"),
        ("A1 marsh, A2", 'foxhole("A1")', "B27.1"),
        ("A1 crag, A2", 'trench("A1")', "B27.1"),
        ("A1 sunken_road@-2, A2", 'foxhole("A1")', "B27.1"),
        ("A1 dry_stream@-2, A2", 'foxhole("A1")', "B27.1"),
        ("A1 bridge(wood) bed@-2 under@-2, A2", 'foxhole("A1")', "B27.1"),
        ("A1, A2, A1-A2 road(paved)", 'trench("A1")', "B27.1"),
        (
            "A1 shellholes, A2, A1-A2 road(paved)",
            'trench("A1")',
            "",
        ),  # as D24 in the example of O6.21
        ("A1 shellholes, A2, A1-A2 road(paved)", 'trench("A1")', ""),  # as D24 in the EX of O6.21
        ("A1, A2, A1-A2 road(dirt)", 'trench("A1")', ""),
        ("A1, A2, B1, A1-A2 road(paved), A1-B1 narrow_street(paved)", 'trench("A1")', ""),
        ("A1, A2, B1, A1-A2 road(paved), A1-B1 narrow_street(unpaved)", 'trench("A1")', "B27.1"),
        ("A1, A2, A1-A2 building_side", 'breach("A1","A2")', ""),
        ("A1, A2, A1-A2 rowhouse_wall(1)", 'breach("A1","A2")', ""),
        ("A1, A2, A1-A2 wall", 'breach("A1","A2")', "B23.9221"),
    ],
)
def test_where_a_piece_may_lie(text: str, piece: str, rule: str) -> None:
    assert refused(text, piece) == rule


@rule("B27.1")
def test_b27_1_a_paved_road_that_leaves_the_map() -> None:
    board = tiny("A1, A2", 'feature("A1",road(paved,"A0")).')
    assert refused(board, 'trench("A1")') == "B27.1"


@rule("O.8")
def test_o_8_trench_and_foxhole() -> None:
    assert refused("A1, A2", 'trench("A1")', 'foxhole("A1")') == "O.8"
    assert refused("A1, A2", 'trench("A1")', 'foxhole("A2")') == ""


# --- whole boards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", embedded_names())
def test_every_possible_move_has_one_price(name: str) -> None:
    found = embedded(name)
    possible = {move for (move,) in found.all("possible/1")}
    for predicate in ("price/2", "max_price/2"):
        priced = Counter(move for move, _ in found.all(predicate))
        assert set(priced) == possible
        assert set(priced.values()) == {1}
        assert min(int(price) for _, price in found.all(predicate)) >= 1
    dearest = {move: int(price) for move, price in found.all("max_price/2")}
    assert all(int(price) <= dearest[move] for move, price in found.all("price/2"))


@pytest.mark.parametrize("name", embedded_names())
def test_no_move_is_charged_twice_by_one_rule_for_one_thing(name: str) -> None:
    found = embedded(name)
    for predicate in ("charged/4", "perhaps/4"):
        counted = Counter((move, what, rule) for move, what, _, rule in found.all(predicate))
        assert not [key for key, count in counted.items() if count > 1]


@rule("B23.22", "B29.4", "B8.4", "B9.4", "B9.54", "O.4B", "O6.1")
@pytest.mark.parametrize("name", embedded_names())
def test_what_leads_in_leads_out(name: str) -> None:
    """Moves between Locations go both ways; what hexsides and stairs charge is the same."""
    found = embedded(name)
    both = re.compile(r"go\((at\([^()]*(?:\([^()]*\))?\)),(at\([^()]*(?:\([^()]*\))?\))\)")
    same = {"B9.4", "B9.54", "B29.4", "B23.22", "O.4B", "O6.1", "B8.4"}
    moves = {
        match[0]: match for (move,) in found.all("possible/1") if (match := both.fullmatch(move))
    }
    charged: dict[str, Counter[str]] = {}
    for move, _, cost, number in found.all("charged/4"):
        charged.setdefault(move, Counter())[number] += int(cost)
    for move, match in moves.items():
        back = f"go({match[2]},{match[1]})"
        assert back in moves
        for number in same:
            assert charged[move][number] == charged[back][number], (move, number)


_DIRECTED = re.compile(r'((?:bypass|crest|off|outside)\("[A-Z0-9]+"),(\d)(?:,(\d))?|by\((\d)')


def turned_state(term: str) -> str:
    """Write a state or move as it is on the board turned by 180 degrees."""

    def turn(match: re.Match[str]) -> str:
        if match[4] is not None:
            return f"by({(int(match[4]) + 3) % 6}"
        sides = [str((int(each) + 3) % 6) for each in (match[2], match[3]) if each is not None]
        return ",".join([match[1], *sides])

    return _DIRECTED.sub(turn, term)


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        (flower("building(stone,0)", 2, text="C2 @2, A3 woods, B2-B3 wall"), []),
        (STREET, [BLOCK]),
        (flower(text="A2-A3 road(dirt)"), ['roadblock("A2","A3")']),
        (GULLY, ['foxhole("A1")']),
        (BRIDGE, []),
        (tiny("A1, A2 emrr@1, A3 emrr@1, B1, B2, A2-B1 hedge, A2-A3 rail(emrr)"), ['enemy("B2")']),
        (tiny(f"{BLOCKS}, A2-A3 wall"), ['trench("A3")']),
    ],
)
def test_turning_a_board_changes_no_price(board: Board, pieces: list[str]) -> None:
    here, there = ask(board, *pieces, further=RB), ask(turned(board), *pieces, further=RB)
    for predicate in ("price/2", "max_price/2", "barred/2", "doubtful/2"):
        assert {(turned_state(move), rest) for move, rest in here.all(predicate)} == set(
            there.all(predicate)
        )


# --- Cellars of the Red Barricades map ------------------------------------------------------------


def cellar_pairs(found: Asked) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in found.all("cellar_way/2")}


def pairs(*names: str) -> set[frozenset[str]]:
    return {frozenset(name.split("-")) for name in names}


@rule("O6.2")
def test_o6_2_the_cellars_of_the_printed_example() -> None:
    found = embedded("barricades")
    block = {"C24", "C23", "B23", "B24", "B25", "C25"}
    joined = {pair for pair in cellar_pairs(found) if pair & block}
    assert joined == pairs("C24-C23", "C23-B23", "B23-B24", "B24-B25", "B25-C25")


@rule("O6.2", "O6.21")
def test_o6_2_all_ways_into_the_cellar_at_c25() -> None:
    def ways(*pieces: str) -> dict[str, int]:
        found = ask(embedded_board("barricades"), *pieces)
        return {
            source: found.price(move)
            for move, source, target in found.all("leads/3")
            if target == state("C25/cellar")
        }

    ways_without = {state("B25/cellar"): 4, state("C25"): 2, state("C25/sewer"): 2}
    assert ways() == ways_without
    assert refused(embedded_board("barricades"), 'trench("D24")') == ""
    assert ways('trench("D24")') == {**ways_without, state("D24/trench"): 4}
    found = ask(embedded_board("barricades"), 'trench("D24")')
    assert found.charges(go("D24/trench", "C24/cellar")) == {"O6.21": 4}


@rule("B23.22", "B24.4", "O6.1", "O6.6")
def test_o6_6_the_printed_example_at_m6() -> None:
    whole = embedded("barricades")
    assert {pair for pair in cellar_pairs(whole) if "M6" in pair} == pairs("L5-M6", "M6-N5")
    above = ask(embedded_board("barricades"), 'rubble("M6",stone)')
    assert above.charges(go("L5/cellar", "M6/cellar")) == {"O6.1": 4}
    assert above.charges(go("M6/cellar", "L5/cellar")) == {"O6.1": 4}
    assert not above.knows(go("M6", "M6/cellar"))
    assert not above.knows(go("M6", "M6/level(1)"))
    assert above.charges(go("L6", "M6")) == {"B24.4": 6}
    hex_facts = HexFacts(
        embedded_board("barricades"), unit_named("squad"), ['counter("M6",cellar,rubble(stone)).']
    )
    below = Asked(lambda wanted: hex_facts.ground(wanted=wanted))
    assert ("M6", "cellar") not in below.all("spot/2")
    assert not [pair for pair in cellar_pairs(below) if "M6" in pair]
    assert below.charges(go("L5/cellar", "L5")) == {"B23.22": 2}
    assert below.charges(go("L6", "M6")) == {"B24.4": 6}


@rule("B23.4")
def test_a_building_hex_costs_once_however_it_is_drawn() -> None:
    assert embedded("barricades").charges(go("L6", "L5"))["B23.4"] == 4
