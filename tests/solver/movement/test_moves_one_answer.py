"""Questions of movement that can be asked in several ways: one rule decides them all."""

from __future__ import annotations

import pytest

from hexcourt import open_board
from hexcourt.solver.api.position import Position
from tests.effort import one_in, one_of, some_of
from tests.rulings import rule
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

CELLARS = (
    "map_rule(cellars), A1 building(stone,1) stairwell, A2 building(stone,1), A1-A2 building_side, "
    "A3, A4 building(stone,1), A5 building(stone,1) stairwell, A4-A5 building_side, A6"
)


@pytest.fixture(scope="module")
def budapest() -> Position:
    return open_board("budapest")


@rule("FB6.122")
@pytest.mark.parametrize("bank", some_of(["F37", "H38"], 2))
def test_the_bank_is_next_to_the_sunken_road_beneath_the_bridge(
    budapest: Position, bank: str
) -> None:
    beneath = "G38/under"
    for one, two in ((beneath, bank), (bank, beneath)):
        assert two in {row["location"] for row in budapest.adjacent(one).rows if row["adjacent"]}
        path = budapest.path(one, two, unit="squad")
        assert (str(path.verdict), len(path.rows[0]["steps"])) == ("yes", 1)
        assert two in {row["location"] for row in budapest.reach(one, unit="squad").rows}
        assert str(budapest.ask(f'exists : adjacent("{one}","{two}")').verdict) == "yes"
        penalty = f'weather_penalty("{one}","{two}",infantry)'
        assert str(budapest.give("weather(rain)").legal(penalty).verdict) == "yes"
    tank = budapest.path(beneath, bank, unit="tank")
    assert len(tank.rows[0]["steps"]) > 1


@rule("FB6.122")
def test_the_bank_is_next_to_no_other_sunken_road(budapest: Position) -> None:
    raining = budapest.give("weather(rain)")
    assert str(raining.legal('weather_penalty("G38/under","F36",infantry)').verdict) == "no"


BANK = "A1 emrr@1, A2, A3 emrr@1, B1 sunken_road@-2, A4"
PENALTY_OF_MOVE = {"no": "yes", "yes": "unknown", "unknown": "unknown"}
"""What a move comes to, by whether it costs more: how much more is not known."""


@rule("FB6.122", "E3.54", "E3.723")
@pytest.mark.parametrize(
    ("weather", "unit", "who"),
    [
        (("rain",), "squad", "infantry"),
        (("ground_snow",), "squad", "infantry"),
        *one_of([(("ground_snow",), "truck", "vehicle"), (("rain",), "truck", "vehicle")], 2),
        *one_of([(("rain", "mist"), "squad", "infantry"), (("mist",), "truck", "vehicle")], 2),
    ],
)
def test_moves_cost_what_the_weather_lets_them(
    weather: tuple[str, ...], unit: str, who: str
) -> None:
    wet = Position(tiny(BANK)).give(*(f"weather({each})" for each in weather))
    for one, two in (("A2", "A1"), ("A1", "A2"), ("B1", "A1"), ("A1", "B1")):
        more = str(wet.legal(f'weather_penalty("{one}","{two}",{who})').verdict)
        way = wet.path(one, two, unit=unit, turns=1)
        assert str(way.verdict) == PENALTY_OF_MOVE[more]
        assert not any("speaks of it" in each for each in way.assumed)
        asked = wet.ask(f'exists : reach("{one}","{two}",C)', unit=unit)
        assert asked.verdict == way.verdict


@rule("E3.54")
def test_in_rain_a_way_that_is_too_long_stays_too_long() -> None:
    wet = Position(tiny("A1:A8")).give("weather(rain)")
    assert str(wet.path("A1", "A8", unit="squad", turns=1).verdict) == "no"
    assert str(wet.path("A1", "A4", unit="squad", turns=1).verdict) == "unknown"


@one_in(2)
@rule("O.2A")
@pytest.mark.parametrize("laid", [(), ('enemy("A4",cellar)',)])
@pytest.mark.parametrize(
    ("told", "allowed", "way"),
    [("builder(squad)", "yes", "unknown B8.6"), ("builder(other)", "no", "no O.2A")],
)
def test_only_its_maker_uses_a_tunnel_into_a_cellar(
    laid: tuple[str, ...], told: str, allowed: str, way: str
) -> None:
    """An enemy there is no bar to him: what is not known is what the tunnel costs."""
    position = Position(tiny(CELLARS)).place('tunnel("A2","A4")', *laid).give(told)
    assert str(position.legal('uses_tunnel(squad,"A4/cellar")').verdict) == allowed
    verdict, number = way.split()
    found = position.path("A2/cellar", "A4/cellar", unit="squad", turns=2)
    assert str(found.verdict) == verdict
    asked = position.ask('exists : path("A2/cellar","A4/cellar")')
    assert str(asked.verdict) == verdict
    reached = {row["location"] for row in position.reach("A2/cellar", unit="squad").rows}
    assert ("A4/cellar" in reached) == (verdict == "unknown")
    if laid:
        never = position.path("A2/cellar", "A4/cellar", unit="squad", turns=99)
        assert number in "\n".join(never.lines)


@rule("O.2A")
def test_whose_tunnel_it_is_has_to_be_given() -> None:
    position = Position(tiny(CELLARS)).place('tunnel("A2","A4")', 'enemy("A4",cellar)')
    found = position.path("A2/cellar", "A4/cellar", unit="squad")
    assert str(found.verdict) == "unknown"
    assert "O.2A" in "\n".join(found.lines)
    used = position.legal('uses_tunnel(squad,"A4/cellar")')
    assert str(used.verdict) == "unknown"
    assert "O.2A" in "\n".join(used.lines)


@rule("A4.14")
def test_a_tunnel_into_the_open_does_not_lead_to_the_enemy() -> None:
    position = Position(tiny(CELLARS)).place('tunnel("A2","A6")', 'enemy("A6")')
    found = position.give("builder(squad)").path("A2/cellar", "A6", unit="squad", turns=9)
    assert str(found.verdict) == "no"


@rule("O6.6")
def test_a_tunnel_into_a_rubbled_cellar_is_told_with_its_rule() -> None:
    position = Position(tiny(f"{CELLARS}, A2-A3 cliff, A3-A4 cliff")).place(
        'tunnel("A2","A4")', 'rubble("A4",stone,cellar)', 'enemy("A1")'
    )
    assert str(position.legal('uses_tunnel(squad,"A4")').verdict) == "no"
    found = position.path("A2/cellar", "A4", unit="squad")
    assert str(found.verdict) == "no"
    assert "O6.6" in "\n".join(found.lines)


@rule("O.6")
def test_a_manhole_beneath_rubble_is_shut_from_below_too() -> None:
    """Nothing leads out of the sewer then: a unit may be there all the same."""
    position = Position(tiny("A1 building(stone,1) feature(manhole), A2")).place(
        'rubble("A1",stone)'
    )
    assert str(position.legal('uses_manhole("A1")').verdict) == "no"
    for ends in (("A1", "A1/sewer"), ("A1/sewer", "A1")):
        found = position.path(*ends, unit="squad")
        assert str(found.verdict) == "no"
        assert "O.6:" in "\n".join(found.lines)
        asked = position.ask('exists : path("{}","{}")'.format(*ends))
        assert str(asked.verdict) == "no"
    assert position.reach("A1/sewer", unit="squad").rows == []
    assert str(position.cut("A1/sewer", "A1", unit="squad", kinds=["enemy"]).verdict) == "yes"


def test_a_unit_may_stand_where_nothing_leads_out() -> None:
    island = Position(tiny("A1, A2 river"))
    assert str(island.path("A1", "A2", unit="squad").verdict) == "no"


# --- Narrow Streets -------------------------------------------------------------------------------

RING = "A2, A3, B1:B3, C2, C3"
UPHILL = f"{RING}, B2 building(stone,0)@2"
NARROW = "narrow_street(paved)"


@rule("Q4.11")
def test_whether_infantry_pass_where_the_house_reaches_the_street_is_cut_off() -> None:
    """A board without outlines has the house fill its hex; vehicles pass whatever the clearance."""
    position = Position(tiny(f"{RING}, B2 building(stone,0), B2-C2 {NARROW}", rim=0))
    for told in (
        position.path("C3", "B1", unit="squad", only="bypass"),
        position.path("B1", "B2-C2-C3", unit="squad"),
        position.legal('passes_in_bypass("B2","C2")'),
        position.ask('exists : path("B1","B2-C2-C3")'),
    ):
        assert str(told.verdict) == "unknown"
    assert "Q4.11" in "\n".join(position.path("B1", "B2-C2-C3", unit="squad").lines)
    assert str(position.path("C3", "B1", unit="truck", only="bypass").verdict) == "yes"
    for told in (
        position.path("B1", "B2-A2-A3", unit="squad"),
        position.legal('passes_in_bypass("B2","A2")'),
    ):
        assert str(told.verdict) == "no"
        assert "A4.3" in "\n".join(told.lines)


@rule("Q4.11")
@pytest.mark.parametrize(
    ("board", "level"),
    [
        (f"{UPHILL}, B2-C2 {NARROW}, B2-C3 {NARROW}", "level 0"),
        (f"{UPHILL}, B2-C2 {NARROW}", "level unknown: Q4.11"),
        (f"{UPHILL}, C2 @-2, B2-C2 {NARROW}, B2-C3 {NARROW}", "level unknown: Q4.11"),
        (f"{RING}, B2 building(stone,0), B2-C2 {NARROW}, B2-C3 {NARROW}", "level 0"),
    ],
)
def test_the_level_at_a_vertex_is_known_where_both_hexsides_give_one(
    board: str, level: str
) -> None:
    told = Position(tiny(board, rim=300)).los("B2-C2-C3", "B1").lines[0]
    assert f"B2-C2-C3 ({level})" in told


@rule("A4.3")
def test_one_hexside_that_an_enemy_holds_is_not_opened_by_another() -> None:
    """In Bypass of B2 along its crest line one is in C2, where the enemy is."""
    position = Position(tiny(f"{UPHILL}, B2-C2 {NARROW}", rim=300)).place('enemy("C2")')
    assert str(position.legal('passes_in_bypass("B2","C2")').verdict) == "no"
    assert str(position.legal('passes_in_bypass("B2","A2")').verdict) == "yes"
    assert str(position.path("B1", "B2-C2", unit="squad").verdict) == "no"
    assert str(position.path("B1", "B2-A2", unit="squad").verdict) == "yes"


@rule("Q4.15")
def test_rubble_in_a_street_is_in_doubt_in_actions_too() -> None:
    position = Position(tiny(f"{UPHILL}, B2-C2 {NARROW}", rim=300)).place('rubble("C2",stone)')
    assert str(position.legal('passes_in_bypass("B2","C2")').verdict) == "unknown"
    assert str(position.path("B1", "B2-C2", unit="squad").verdict) == "unknown"


# --- why not --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "unit", "goal", "number"),
    [
        ('roadblock("B2","C2","B1")', "tank", "B2-C2", "Q4.141"),
        ('street_vehicle("B2","C2")', "tank", "B2-C2", "B6.431"),
        ('street_vehicle("B2","C2")', "truck", "B2-C2", "B6.431"),
        ('wreck("A2")', "tank", "B2-A2", "D2.3"),
        ('wreck("A2")', "squad", "C3-C2", "A4.3"),
    ],
)
def test_a_no_names_the_rule_that_bars(laid: str, unit: str, goal: str, number: str) -> None:
    board = f"{RING}, B2 building(stone,0), B2-C2 {NARROW}, C3 woods"
    found = Position(tiny(board, rim=0)).place(laid).path("B1", goal, unit=unit)
    assert str(found.verdict) == "no"
    assert "no rule bars" not in "\n".join(found.lines)
    assert number in {row["rule"] for row in found.rows if "blocks" in row}
