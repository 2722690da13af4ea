"""Narrow Streets, entry, cover and turrets on the move: what the documents say, and what is cut off.

Costs are halves of an MF or MP, as in the rules.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import read_piece
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.movement.moves import explain
from hexcourt.solver.movement.routes import RouteQuery, find_route
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.position.board_state import mover_terms
from hexcourt.solver.position.read_actions import read_fact
from hexcourt.solver.position.states import State
from tests.effort import one_in
from tests.rulings import rule
from tests.tiny import tiny

FLOWER = "A2, A3, B1:B3, C2, C3"
"""Round B2 lie B1, C2, C3, B3, A3 and A2, from North clockwise."""


def engine(
    text: str,
    unit: str = "squad",
    *pieces: str,
    given: Sequence[str] = (),
    halves: int | None = None,
    rim: int = 300,
) -> MovementEngine:
    """Open the engine of a unit on a tiny board whose terrain leaves its hexsides free."""
    board, mover = tiny(text, rim=rim), unit_named(unit, halves)
    told = mover_terms(mover, (read_fact(board, "given", each) for each in given))
    return MovementEngine(board, mover, [read_piece(piece) for piece in pieces], told)


def answer(
    asked: MovementEngine, start: Sequence[State], goal: Sequence[State], turns: int = 1
) -> tuple[str, int | None]:
    """Ask for a way: yes, no or unknown, and what is spent in its last turn."""
    route = find_route(asked, start, goal, RouteQuery(turns=turns))
    return route.answer, route.way.spent if route.way else None


def facing(name: str) -> list[State]:
    """List the states of a vehicle in a hex."""
    return [State.heading(name, "ground", vertex) for vertex in range(6)]


def outside(name: str, side: int) -> State:
    return State.facing("outside", name, side)


def bypass(name: str, side: int, vertex: int) -> State:
    return State.along("bypass", name, side, vertex)


def vbm(name: str, side: int, vertex: int) -> State:
    return State.along("vbm", name, side, vertex)


def rules(asked: MovementEngine, source: State, target: State, what: str) -> set[str]:
    """List the rules of doubts, or bars, of a move into Bypass or out of it."""
    rules = asked.hex_facts.ground(pieces=asked.pieces)
    move = f"go({source},{target}"
    return {
        atom.symbol.arguments[1].string
        for atom in rules.symbolic_atoms.by_signature(what, 2)
        if str(atom.symbol.arguments[0]).startswith(move)
    }


# --- entry ----------------------------------------------------------------------------------------


@rule("A2.5")
@pytest.mark.parametrize("unit", ["squad", "truck", "tank"])
def test_a2_5_who_is_to_enter_may_not_wait(unit: str) -> None:
    asked = engine("A1, B1, C1, D1", unit, halves=2)
    resting = asked.world.search([outside("A1", 0)], turns=3).all_reached
    assert not [
        state for state, (turn, _) in resting.items() if turn > 1 and state.kind == "outside"
    ]
    goal = [State.at("C1")] if unit == "squad" else facing("C1")
    assert answer(asked, [outside("A1", 0)], goal, turns=1)[0] == "no"


@rule("A2.5", "A2.51")
def test_a2_5_along_the_edge_and_in_within_one_turn() -> None:
    asked = engine("A1, B1, C1")
    assert answer(asked, [outside("A1", 0)], [State.at("B1")]) == ("yes", 4)


@rule("A2.52", "D2.11")
@pytest.mark.parametrize(("unit", "open_ground"), [("truck", 8), ("tank", 2), ("halftrack", 2)])
def test_a2_52_vehicles_enter_in_motion(unit: str, open_ground: int) -> None:
    asked = engine("A1, A2, A3", unit)
    assert answer(asked, [outside("A1", 0)], facing("A1")) == ("yes", open_ground)
    here = [State.heading("A1", "ground", 3)]
    assert answer(asked, here, facing("A2")) == ("yes", open_ground + 2), "on the map it starts"


@rule("A2.52", "A2.6")
def test_a2_52_with_the_last_half_of_an_mp() -> None:
    board = tiny("A1, A2", 'feature("A1",road(dirt,"A0")).\nfeature("A1",map_edge).')
    asked = MovementEngine(board, unit_named("truck", 1))
    assert answer(asked, [outside("A1", 0)], facing("A1")) == ("yes", 1)
    assert answer(asked, [State.heading("A1", "ground", 0)], facing("A2"))[0] == "no"


@rule("D2.4")
def test_d2_4_a_vehicle_in_motion_starts_but_once() -> None:
    asked = engine("A1:A4", "truck", halves=10)
    there = State.heading("A1", "ground", 3)
    assert answer(asked, [there], facing("A2")) == ("yes", 10)
    assert answer(asked, [there], facing("A3"), turns=2) == ("yes", 8)


# --- cover ----------------------------------------------------------------------------------------

ROAD = "A1:A6, " + ", ".join(f"A{n}-A{n + 1} road(paved)" for n in range(1, 6))
TOOK = 'took_cover("A3",{})'


@rule("O.1", "B2.4", "B3.4")
@pytest.mark.parametrize(
    ("terrain", "cover", "spent", "as_far"),
    [
        ("shellholes", "", 4, 5),
        ("shellholes", "shellholes", 6, 3),
        ("orchard", "orchard", 4, 4),
        ("woods", "woods", 6, 3),
        ("shellholes", "woods", 4, 5),
    ],
)
def test_o_1_cover_loses_the_road_bonus(terrain: str, cover: str, spent: int, as_far: int) -> None:
    """Without cover 4 MF and the bonus reach A6; cover in A3 costs its MF, and the bonus anywhere."""
    told = [TOOK.format(cover)] if cover else []
    asked = engine(f"{ROAD}, A3 {terrain}", given=told, rim=0)
    reached = asked.world.search([State.at("A1")]).all_reached
    assert reached[State.at("A3")] == (1, spent)
    assert max(int(s.hex[1]) for s in reached if s.kind == "at") == as_far + 1


def test_what_is_given_bears_on_units_of_its_kind() -> None:
    board = tiny("A1")
    texts = ["turret_at(t,1)", 'took_cover("A1",woods)']
    said = [read_fact(board, "given", each) for each in texts]
    assert mover_terms(unit_named("squad"), said) == ('took_cover("A1",woods)',)
    assert mover_terms(unit_named("tank"), said) == ("turret_at(t,1)",)
    with pytest.raises(BadInput, match="took_cover"):
        read_fact(board, "given", 'took_cover("A1",hay)')


# --- Narrow Streets -------------------------------------------------------------------------------

STREET = f"{FLOWER}, B2 building(stone,0), B2-C2 narrow_street(paved)"


@rule("A4.3", "Q4.11")
@pytest.mark.parametrize(("enemy", "barred"), [("C2", True), ("B2", False), ("B3", False)])
def test_q4_11_an_enemy_in_the_lower_hex_bars_the_street(enemy: str, barred: bool) -> None:
    high = STREET.replace("building(stone,0)", "building(stone,0)@2")
    into = rules(
        engine(high, "squad", f'enemy("{enemy}")'), State.at("B1"), bypass("B2", 1, 2), "barred"
    )
    assert into == ({"A4.3"} if barred else set())


@rule("Q4.11")
@pytest.mark.parametrize(
    ("enemy", "level", "doubted"), [("B2", 2, True), ("B3", 2, False), ("B2", 0, False)]
)
def test_q4_11_whether_one_in_the_upper_hex_bars_it_is_a_doubt(
    enemy: str, level: int, doubted: bool
) -> None:
    board = STREET.replace("building(stone,0)", f"building(stone,0)@{level}")
    asked = engine(board, "squad", f'enemy("{enemy}")')
    said = rules(asked, State.at("B1"), bypass("B2", 1, 2), "doubtful")
    assert ("Q4.11" in said) == doubted


@rule("A4.3")
def test_a4_3_on_level_ground_an_enemy_beside_the_street_does_not() -> None:
    asked = engine(STREET, "squad", 'enemy("C2")')
    assert not rules(asked, State.at("B1"), bypass("B2", 1, 2), "barred")


@rule("Q4.15", "Q4.126")
@pytest.mark.parametrize(("rubble", "doubtful"), [("C2", True), ("C3", False)])
def test_q4_15_past_rubble_in_a_street_is_a_doubt(rubble: str, doubtful: bool) -> None:
    piece = f'rubble("{rubble}",stone)'
    asked = engine(STREET, "squad", piece)
    walked = rules(asked, State.at("B1"), bypass("B2", 1, 2), "doubtful")
    assert walked == ({"Q4.15"} if doubtful else set())
    driven = engine(STREET, "tank", piece)
    assert rules(driven, State.at("B1"), vbm("B2", 1, 2), "doubtful") == (
        {"Q4.15", "Q4.126"} if doubtful else set()
    )


LANE = (
    "A1, A2, B1:B3, C2:C5, B2 building(stone,0), A1-B1 road(paved), B1-B2 road(paved), "
    "B2-C2 narrow_street(paved), B2-C3 road(paved), C3-C4 road(paved), C4-C5 road(paved)"
)


@rule("Q4.11", "B3.4")
def test_q4_11_whether_infantry_keep_the_road_bonus_is_cut_off() -> None:
    """A road leads into the street and out of it: with the bonus C5 is 5 MF away."""
    asked = engine(LANE)
    assert answer(asked, [State.at("A1")], [State.at("C4")]) == ("yes", 8)
    assert answer(asked, [State.at("A1")], [State.at("C5")]) == ("unknown", 10)
    way = find_route(asked, [State.at("A1")], [State.at("C5")], RouteQuery()).way
    assert way is not None
    reasons = explain(asked.hex_facts, {step.edge.move for step in way.steps})
    assert {c.number for each in reasons.values() for c in each.bonus} == {"Q4.11"}


@rule("Q4.11", "B3.4")
@pytest.mark.parametrize(("unit", "by_road", "else_"), [("truck", 1, 8), ("tank", 1, 2)])
def test_q4_11_off_a_street_along_its_road(unit: str, by_road: int, else_: int) -> None:
    for text, cost in ((LANE, by_road), (LANE.replace("B2-C3 road(paved), ", ""), else_)):
        asked = engine(text, unit)
        # the vehicle goes on from B2's vertex 2, straight on into C3
        moves = asked.world.search([vbm("B2", 1, 2)]).all_reached
        least = min(spent for state, (_, spent) in moves.items() if state.hex == "C3")
        assert least == 2 + cost


# --- turrets, and what is towed -----------------------------------------------------------------------


@one_in(2)
@rule("Q4.121")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], set()),
        (["turret_at(t,0)", "main_armament(t,75,l)"], set()),
        (["turret_at(t,3)", "main_armament(t,75,l)"], set()),
        (["turret_at(t,1)", "main_armament(t,75,l)"], {"barred"}),
        (["turret_at(t,1)", "main_armament(t,75,star)"], set()),
        (["turret_at(t,1)", "main_armament(t,45,none)"], set()),
        (["turret_at(t,1)"], {"doubtful"}),
        (["turreted(t)", "main_armament(t,75,l)"], {"doubtful"}),
    ],
)
def test_q4_121_a_turret_turned_aside(given: list[str], said: set[str]) -> None:
    asked = engine(STREET, "tank", given=given)
    found = {
        what
        for what in ("barred", "doubtful")
        if "Q4.121" in rules(asked, State.at("B1"), vbm("B2", 1, 2), what)
    }
    assert found == said
    beside = engine(STREET, "tank", given=given)
    for what in ("barred", "doubtful"):
        assert "Q4.121" not in rules(beside, State.at("A2"), vbm("B2", 0, 1), what), "no street"


@rule("Q4.124", "C10.1")
@pytest.mark.parametrize("what", ["gun", "trailer"])
def test_q4_124_towing_along_a_street_and_elsewhere(what: str) -> None:
    asked = engine(STREET, "truck", given=[f"towing({what})"])
    assert not rules(asked, State.at("B1"), vbm("B2", 1, 2), "doubtful")
    assert rules(asked, State.at("A2"), vbm("B2", 0, 1), "doubtful") == {"C10.1"}


# --- a house on the railway ---------------------------------------------------------------------------


@rule("FB6.4", "B32.1")
@pytest.mark.parametrize("unit", ["squad", "tank"])
def test_fb6_4_a_house_on_the_railway_is_a_house(unit: str) -> None:
    for terrain, known in (("building(stone,0)", True), ("", unit == "squad")):
        asked = engine(f"A1:A3, A1-A2 rail(glrr), A2-A3 rail(glrr), A2 {terrain}", unit)
        into = [
            e for t in asked.world.tables for e in t.edges if e.target.hex == "A2" != e.source.hex
        ]
        assert into
        plain = [e for e in into if e.target.in_location]
        assert all((e.price == e.highest_price) == known for e in plain)


@rule("FB6.4", "FB6.22")
@pytest.mark.parametrize(
    ("terrain", "number"), [("building(stone,0)", "FB6.4"), ("rail_cars", "FB6.22")]
)
def test_fb6_4_vbm_along_the_railway_costs_more(terrain: str, number: str) -> None:
    asked = engine(f"{FLOWER}, B2 {terrain}, B2-C2 rail(glrr)", "tank")
    (edge,) = [
        e for t in asked.world.tables for e in t.edges
        if e.target == vbm("B2", 1, 2) and e.source.hex == "B1"
    ]  # fmt: skip
    assert edge.price == edge.highest_price == 8
    charges = explain(asked.hex_facts, [edge.move])[edge.move].charges
    assert {(each.what, each.citation.number) for each in charges} == {
        ("vbm", "D2.3"),
        ("railway", number),
    }
