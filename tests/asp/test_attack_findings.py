"""What `rules check` found in worlds of attacks and was mended, held by a tiny board each."""

from __future__ import annotations

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.api.position import Position
from hexcourt.solver.position.opening import reopened
from tests.case_rows import ATTACK, attack
from tests.rulings import comes_to, rule
from tests.tiny import tiny

OPEN = "A1:A4"
FAR = 'small_arms("A4")'
FIRE = 'small_arms("A2")'
PLANT = "A1 factory(stone,1) feature(manhole), A2"
CARS = "A1 rail_cars, A2"
STREET = "A1, A2, A1-A2 narrow_street(paved)"
BANK = "A1:A3, A3 emrr@1, A4"
CUPOLA = 'is_cupola("A1")'

GAPS = [
    attack("open", "A2.4", OPEN, FAR, "A1", "tem 0 A2.4"),
    attack("Bypass", "A4.3", "A1:A4, B1:B4, A1 woods", FAR, "A1-A2-B1", "tem 0 A4.3"),
    attack("no table", "A2.4", "A1 bamboo, A2", FIRE, "A1", "tem(bamboo) unknown A2.4"),
    attack("in the trees", "B13.3", "A1 woods, A2", "indirect", "A1", "tem(woods) unknown B13.3"),
    attack("on a bridge", "B6.2", "A1 bridge(stone) bed@-2 under@-2, A2", "indirect", "A1",
           "tem unknown B6.2"),
    attack("beneath it", "B6.2", "A1 bridge(stone) bed@-2 under@-2, A2", "residual", "A1/under",
           "tem unknown B6.2"),
    attack("sewer", "B8.2", "A1 feature(manhole), A2", "indirect", "A1/sewer", "tem unknown B8.2"),
    attack("Residual FP in a Factory", "B23.741", PLANT, "residual", "A1", "tem unknown B23.741"),
    attack("HE", "FB6.29", CARS, "he", "A1", "wreck_dr unknown FB6.29"),
    attack("Sighting", "E7.3", OPEN, "aerial_sighting", "A1", "drm(sighting) unknown E7.3"),
    attack("rubble", "B24.1", OPEN, "falling_rubble(wood)", "A1", "becomes unknown B24.1"),
    attack("no cupola", "O.7", OPEN, "enters_cupola(aph)", "A1", "cupola unknown O.7"),
    attack("CC on a street", "A11.8", STREET, 'cc("A1")', "A2", "street_fighting unknown A11.8",
           'on_street("A1","A2")'),
]  # fmt: skip

CONFLICTS = [
    attack("sewer of a Factory", "B8.2 O.4A", PLANT, "indirect", "A1/sewer", "tem unknown B8.2"),
]

LANES = [
    attack("Fire Lane", "FB6.1243", "A1, A2 @2, A3", 'fire_lane("A1")', "A3",
           "attack impossible A6.2", 'lane_level("A3",1)', 'debris("A3")'),
    attack("rubble as a hedge", "FB6.12312", "A1 emrr@3, A2 @2, A3 emrr@1", 'small_arms("A1")',
           "A3", "tem(hedge) 1 FB6.12312 | tem(rubble(stone)) 3 B24.3 | tem(rubble(stone)) 3 FB6.12423"
           " | tem unknown B9.32", 'rubble("A2",stone)', 'rubble("A3",stone)'),
]  # fmt: skip

NOBODY = [
    attack("mines", "A2.8", OPEN, "mines", "A1/trench", "location none A2.8",
           'minefield("A1",ap,6,hidden)'),
    attack("CC", "A2.8", OPEN, 'cc("A1/under")', "A1", "location none A2.8", CUPOLA),
    attack("Indirect Fire", "A2.8", BANK, "indirect", "A2/foxhole", "location none A2.8"),
    attack("roadblock", "A2.8", STREET, "residual", "A1/foxhole", "location none A2.8",
           'roadblock("A1","A2")'),
    attack("grenade", "A2.8", OPEN, 'smoke_grenade("A1/under")', "A1", "location none A2.8"),
    attack("Sniper", "A2.8", PLANT, "sniper", "A1/under", "location none A2.8"),
    attack("no level", "O.4B", OPEN, "residual", 'quasi("A1",7)', "quasi_location none O.4B"),
    attack("the hex is hit", "FB6.21", CARS, "spreading_fire", "A1/under", "spreading_fire 9 FB6.21"),
    attack("elsewhere", "O.4B", "A1 factory(stone,1) stairwell, A2", 'level_change("A1/rooftop")',
           "A2", "level_change impossible O.4B"),
]  # fmt: skip

TOTALS = [
    attack("wall", "B9.3", f"{OPEN}, A1-A2 wall", FAR, "A1", "tem 2 B9.3 | tem(wall) 2 B9.3"),
    attack("wall and woods", "B9.32", f"{OPEN}, A1 woods, A1-A2 wall", FAR, "A1",
           "tem(wall) 2 B9.3 | tem(woods) 1 B13.3 | tem unknown B9.32"),
    attack("Wall Advantage and woods", "B9.32", "A1 woods, A2, A1-A2 wall", FIRE, "A1",
           "tem 2 B9.32 | tem(wall) 2 B9.32 | tem(woods) 1 B13.3", 'holds_advantage("A1")'),
    attack("Wall Advantage against woods", "A2.4", "A1 woods, A2, A1-A2 wall", FIRE, "A1",
           "tem 1 A2.4 | tem(wall) 0 B9.32 | tem(woods) 1 B13.3", 'holds_advantage("A2")'),
    attack("an embankment alone", "FB6.124", BANK, FAR, "A2",
           "tem 1 FB6.124 | tem(emrr) 1 FB6.124 | hull_down possible FB6.124"),
    attack("an embankment and woods", "A2.4", f"{BANK}, A2 crag", FAR, "A2",
           "tem 1 A2.4 | tem(emrr) 1 FB6.124 | tem(crag) 1 B17.3 | hull_down possible FB6.124"),
    attack("dug in, in woods", "B27.3", "A1 crag, A2", FIRE, "A1",
           "tem(entrenchment) 2 B27.3 | tem(crag) 1 B17.3 | tem unknown B27.3", 'entrenched("A1")'),
    attack("Emplaced, in a graveyard", "C11.2", "A1 graveyard, A2", FIRE, "A1",
           "tem(emplacement) 2 C11.2 | tem(graveyard) 1 B18.3 | tem unknown C11.2",
           'emplaced("A1")'),
    attack("a doubtful part", "C11.2", "A1 building(stone,1), A2", FIRE, "A1",
           "tem(emplacement) unknown C11.2 | tem(building(stone,1)) 3 B23.3", 'emplaced("A1")'),
]  # fmt: skip


@pytest.mark.parametrize(ATTACK, [*GAPS, *CONFLICTS, *LANES, *NOBODY, *TOTALS])
def test_findings_are_mended(
    board: str, attack: str, target: str, given: tuple[str, ...], expected: list[str]
) -> None:
    assert comes_to(board, attack, target, *given) == expected


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (("kia(1)", "kia(2)"), "FB6.29"),
        (("calibre(50)", "calibre(76)"), "FB6.29"),
        (("us_number(2)", "us_number(3)"), "O6.4"),
        (('lane_level("A1",0)', 'lane_level("A1",2)'), "FB6.1243"),
        (("turreted(v)", "turretless(v)"), "Q4.121"),
        (("turret_at(v,0)", "turret_at(v,1)"), "Q4.121"),
        (("main_armament(v,75,l)", "main_armament(v,50,l)"), "Q4.121"),
    ],
)
def test_what_is_one_thing_is_given_once(given: tuple[str, str], number: str) -> None:
    with pytest.raises(BadInput, match=rf"{number}: .*leave it out"):
        verdict_with(given)
    assert verdict_with(given[:1]) == "done"


def verdict_with(given: tuple[str, ...]) -> str:
    return Position(reopened(tiny("A1, A2")), given=given).effect("residual", "A1").verdict


SMOKY = (
    "map_rule(cellars), A1 building(stone,1), A2 building(stone,1) level(1), A1-A2 building_side, "
    "A3, A4"
)
INTO = "hindrance(smoke) unknown O6.8"


@rule("O6.8", "A24.2", "A24.8")
@pytest.mark.parametrize(
    ("firer", "target", "smoke", "expected"),
    [
        ("A4", "A2/cellar", ("A3",), "hindrance(smoke) 2 A24.2"),
        ("A4", "A2/cellar", ("A3", "A2"), "hindrance(smoke) 4 O6.8"),
        ("A3", "A2/cellar", ("A3",), "hindrance(smoke) 2 A24.8"),
        (
            "A3",
            "A2/cellar",
            ("A3", "A2"),
            "hindrance(smoke) 4 A24.8 | hindrance(smoke) 4 O6.8",
        ),
        (
            "A3, along its N hexside to its NE vertex",
            "A2/cellar",
            ("A2",),
            "hindrance(smoke) 2 O6.8",
        ),
        ("A1/cellar", "A2h1", ("A2",), "hindrance(smoke) 2 A24.2"),
        ("A1/cellar", "A2h1", ("A1", "A2"), INTO),
    ],
)
def test_what_hinders_for_sure_is_no_sum_where_other_smoke_is_in_doubt(
    firer: str, target: str, smoke: tuple[str, ...], expected: str
) -> None:
    there = [f'smoke("{each}",2)' for each in smoke]
    told = comes_to(SMOKY, f'small_arms("{firer}")', target, *there)
    assert [e for e in told if e.startswith("hindrance(smoke)")] == expected.split(" | ")


@rule("FB6.12312", "B9.32")
def test_rubble_that_counts_as_a_hedge_is_cover_whoever_has_the_hedge_beside_it() -> None:
    fire = ("B3 emrr@1, C3, B2, C2, B2-C3 hedge", 'small_arms("B3")', "C3-C2-B2")
    holds, rubble = 'holds_advantage("B3")', 'rubble("B2",stone)'
    assert comes_to(*fire, holds) == ["tem 0 A4.3", "tem(hedge) 0 B9.32"]
    assert comes_to(*fire, holds, rubble) == ["tem 1 FB6.12312", "tem(hedge) 1 FB6.12312"]
