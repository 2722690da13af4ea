"""Two actions at once: what more than one place takes, whatever each is called."""

from __future__ import annotations

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.actions.judging import judge_actions
from hexcourt.solver.api.position import Position
from tests.rulings import rule
from tests.tiny import tiny

OPEN = "A1, A2"
STREET = "A1 building(stone,1), A2 building(stone,1), B1, A1-A2 narrow_street(unpaved)"
HOUSE = "A1 building(stone,1) level(1), A2"


def verdicts(rows: str, *actions: str, given: tuple[str, ...] = ()) -> list[str]:
    """Say what comes of some actions together."""
    return [
        " ".join([each.verdict, *(one.number for one in each.rules)])
        for each in judge_actions(tiny(rows), actions, given)
    ]


@rule("B28.1")
@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ('mines("A1",ap,8,revealed)', "no B28.1"),
        ('mines("A1",ap,6,hidden)', "no B28.1"),
        ('mines("A1",at,3,hidden)', "yes B28.1"),
        ('mines("A2",ap,8,hidden)', "yes B28.1"),
    ],
)
def test_a_hex_has_one_minefield_of_a_kind(other: str, expected: str) -> None:
    assert verdicts(OPEN, 'mines("A1",ap,6,hidden)', other) == [expected] * 2


@rule("B30.1", "B26.1", "B23.9")
def test_fortifications_are_counted_by_their_place_not_by_their_name() -> None:
    dug_in = 'fortify(wire,"A1")', 'fortify(wire,"A1/foxhole")'
    assert verdicts(OPEN, *dug_in, given=('foxhole("A1")',)) == ["no B26.1"] * 2
    levels = 'fortify(fortified,"A1")', 'fortify(fortified,"A1h1")'
    assert verdicts(HOUSE, *levels) == ["yes B23.9"] * 2
    assert verdicts(HOUSE, levels[0], levels[0]) == ["no B23.9"] * 2


@rule("B29.1")
def test_a_hexside_has_one_roadblock_whichever_way_it_lies() -> None:
    one, other = 'roadblock("A1","A2")', 'roadblock("A1","A2","B1")'
    assert verdicts(STREET, one) == verdicts(STREET, other) == ["yes Q4.141"]
    assert verdicts(STREET, one, other) == ["no B29.1"] * 2
    assert verdicts(STREET, one, one) == ["no B29.1"] * 2
    with pytest.raises(BadInput, match=r"B29\.1"):
        Position(tiny(STREET)).place(one, other)


@rule("B27.1", "B27.5")
@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ('gun("A1/foxhole",at,small,not_emplaced)', "no B27.1"),
        ('gun("A1/foxhole",mortar,small,not_emplaced)', "yes A2.9"),
        ('sets_up(tank,"A1/foxhole")', "no B27.1"),
        ('sets_up(squad,"A1/foxhole")', "yes A2.9"),
    ],
)
def test_a_foxhole_holds_infantry_and_mortars(action: str, expected: str) -> None:
    assert verdicts(OPEN, action, given=('foxhole("A1")',)) == [expected]
    plain = "no A2.8" if expected.startswith("yes") else "no A2.8 B27.1"
    assert verdicts(OPEN, action) == [plain]


@rule("B27.5")
@pytest.mark.parametrize(
    "action", ['gun("A1/trench",at,small,emplaced)', 'sets_up(tank,"A1/trench")']
)
def test_who_else_is_in_a_trench_is_not_told(action: str) -> None:
    assert verdicts(OPEN, action, given=('trench("A1")',)) == ["unknown B27.5"]


@rule("B28.1", "B23.9", "B30.1")
@pytest.mark.parametrize(
    ("action", "there", "expected"),
    [
        ('mines("A1",ap,8,hidden)', 'minefield("A1",ap,6,hidden)', "no B28.1"),
        ('mines("A1",ap,8,hidden)', 'minefield("A1",at,3,hidden)', "yes B28.1"),
        ('mines("A1",ap,8,hidden)', 'minefield("A2",ap,6,hidden)', "yes B28.1"),
        ('fortify(fortified,"A3")', 'fortified("A3")', "no B23.9"),
        ('fortify(fortified,"A3")', 'fortified("A3h1")', "yes B23.9"),
        ('fortify(pillbox,"A1")', 'in_pillbox("A1")', "no B30.1"),
        ('fortify(pillbox,"A1")', 'in_pillbox("A2")', "yes B30.1"),
    ],
)
def test_what_is_there_takes_the_place_of_what_is_asked(
    action: str, there: str, expected: str
) -> None:
    assert verdicts(f"{OPEN}, A3 building(stone,1) level(1)", action, given=(there,)) == [expected]


@rule("B27.1", "FB6.14")
def test_how_many_entrenchments_a_location_takes_is_not_told() -> None:
    trench, ditch, foxhole = (f'fortify({each},"A1")' for each in ("trench", "at_ditch", "foxhole"))
    assert verdicts(OPEN, trench, ditch) == ["unknown B27.1"] * 2
    assert verdicts(OPEN, foxhole, foxhole) == ["unknown B27.1"] * 2
    assert verdicts(OPEN, trench, given=('trench("A1")',)) == ["unknown B27.1"]
    assert verdicts(OPEN, 'trench("A1")', given=('trench("A1")',)) == ["unknown B27.1"]
    assert verdicts(OPEN, trench, given=('trench("A2")',)) == ["yes B27.1"]
    assert verdicts("A1 feature(turntable), A2", trench) == ["unknown B27.1"]


@rule("A5.1", "O.7")
@pytest.mark.parametrize("there", ['afv("A1")', 'immobile_vehicle("A1")', 'on_street("A1","A2")'])
@pytest.mark.parametrize("action", ['sets_up(tank,"A1")', 'gun("A1",at,small,not_emplaced)'])
def test_whether_more_vehicles_fit_is_not_told(action: str, there: str) -> None:
    street = f"{OPEN}, A1-A2 narrow_street(unpaved)"
    assert verdicts(street, action) == ["yes A2.9"]
    assert verdicts(street, action, given=(there,)) == ["unknown A5.1"]


@rule("O.7", "A5.1")
def test_an_armored_cupola_counts_as_a_tank() -> None:
    holes, cupola = "A1 shellholes, A2", 'fortify(cupola,"A1")'
    assert verdicts(holes, cupola) == ["yes O.7"]
    assert verdicts(holes, cupola, cupola) == ["unknown A5.1"] * 2
    tank = 'sets_up(tank,"{}")'
    assert verdicts(holes, cupola, tank.format("A1")) == ["unknown A5.1"] * 2
    assert verdicts(holes, cupola, tank.format("A2")) == ["yes O.7", "yes A2.9"]


@rule("A2.9", "FB6.14", "B27.56")
def test_no_vehicle_sets_up_in_an_anti_tank_ditch() -> None:
    ditch, tank = 'fortify(at_ditch,"A1")', 'sets_up(tank,"A1")'
    assert verdicts(OPEN, ditch, tank) == ["no A2.9"] * 2
    assert verdicts(OPEN, ditch, 'sets_up(squad,"A1")') == ["yes B27.1", "yes A2.9"]
    assert verdicts(OPEN, ditch, 'sets_up(tank,"A2")') == ["yes B27.1", "yes A2.9"]
    turntable = "A1 feature(turntable), A2"
    assert verdicts(turntable, tank) == ["no A2.9"]
    assert verdicts(turntable, 'sets_up(squad,"A1")') == ["yes A2.9"]


@rule("A4.14")
@pytest.mark.parametrize("there", ['enemy("A1")', 'held("A1")'])
@pytest.mark.parametrize(
    ("action", "alone"),
    [
        ('sets_up(squad,"{}")', "A2.9"),
        ('stack("{}",2)', "A5.1"),
        ('gun("{}",at,small,not_emplaced)', "A2.9"),
    ],
)
def test_who_sets_up_where_the_enemy_is_is_in_doubt(action: str, alone: str, there: str) -> None:
    assert verdicts(OPEN, action.format("A1"), given=(there,)) == ["unknown A4.14"]
    assert verdicts(OPEN, action.format("A2"), given=(there,)) == [f"yes {alone}"]


@rule("B23.9221")
def test_a_breach_beside_rubble_is_in_doubt() -> None:
    breach, rubble = 'breach("A1","A2")', 'rubble("{}",stone)'
    houses = "A1 building(stone,1), A2 building(stone,1), A3 building(stone,1), A1-A2 building_side"
    for fallen in ("A1", "A2"):
        there = rubble.format(fallen)
        assert verdicts(houses, breach, there) == ["unknown B23.9221", "yes B24.1"]
    assert verdicts(houses, breach, rubble.format("A3")) == ["yes B23.9221", "yes B24.1"]


@rule("Q4.15", "Q4.126", "Q4.141", "B6.431", "B29.1")
@pytest.mark.parametrize(
    ("action", "there", "expected"),
    [
        ('roadblock("A1","A2")', 'rubble("A2",stone)', "no Q4.15"),
        ('roadblock("A1","A2","B1")', 'rubble("A1",stone)', "no Q4.15"),
        ('roadblock("A1","A2")', 'wreck("A1")', "yes Q4.141"),
        ('roadblock("A1","A2")', 'roadblock("A1","A2")', "no B29.1"),
        ('roadblock("A1","A2")', 'street_vehicle("A1","A2")', "unknown Q4.141"),
        ('street_vehicle("A1","A2")', 'roadblock("A1","A2","B1")', "unknown Q4.141"),
        ('street_vehicle("A1","A2")', 'street_vehicle("A1","A2")', "no B6.431"),
        ('street_vehicle("A1","A2")', 'street_vehicle("A2","A1")', "no B6.431"),
        ('street_vehicle("A1","A2")', 'wreck("A1")', "yes Q4.11"),
        ('street_vehicle("A1","A2")', 'rubble("A2",stone)', "unknown Q4.126"),
    ],
)
def test_what_lies_in_a_narrow_street_bears_on_what_is_laid_there(
    action: str, there: str, expected: str
) -> None:
    assert verdicts(STREET, action, given=(there,)) == [expected]
