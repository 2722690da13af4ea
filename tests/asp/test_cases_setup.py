"""Cases of setting up: fortifications, mines, Guns, stacks and units, one rule a row."""

from __future__ import annotations

import pytest

from hexcourt.solver.actions.judging import judge_actions
from tests.case_rows import ACTION, action, ruled
from tests.rulings import board_of, rule, written

OPEN = "A1, A2"
PAVED = "A1, A2, A1-A2 road(paved)"
STREET = "A1, A2, B1, A1-A2 road(paved), A1-B1 narrow_street(paved)"
ALLEY = "A1, A2, A1-A2 narrow_street(paved)"
LANE = "A1, A2, A1-A2 narrow_street(unpaved)"
ABOVE = "A1 @2, A2, A1-A2 narrow_street(paved)"
HOUSE = "A1 building(stone,1) level(1), A2"
HUTS = "A1 huts, A2"
PLANT = "A1 factory(stone,1) stairwell, A2"
SEALED = "A1 factory(stone,1), A2 factory(stone,1), A1-A2 building_side"
CARS = "A1 rail_cars, A2"
BANK = "A1 emrr@1, A2 emrr@1, A1-A2 rail(emrr)"
WIRE = 'fortify(wire,"A1")'
RAILS = "A1, A2, A1-A2 rail(glrr)"
GULLY = "A1 gully@-2, A2"

FORTIFICATIONS = [
    action("paving", "B27.1", PAVED, 'fortify(trench,"A1")', "no B27.1"),
    action("paved terrain", "B27.1", "A1 paved_road, A2", 'fortify(trench,"A1")', "no B27.1"),
    action("dirt", "B27.1", "A1, A2, A1-A2 road(dirt)", 'fortify(trench,"A1")', "yes B27.1"),
    action("wire on paving", "B26.1", PAVED, 'fortify(wire,"A1")', "yes B26.1"),
    action(
        "broken up",
        "B27.1",
        "A1 shellholes, A2, A1-A2 road(paved)",
        'fortify(trench,"A1")',
        "unknown B27.1",
    ),
    action("paved street", "Q4.14", STREET, 'fortify(at_ditch,"A1")', "yes Q4.14"),
    action(
        "unpaved street",
        "B27.1",
        "A1, A2, B1, A1-A2 road(paved), A1-B1 narrow_street(unpaved)",
        'fortify(foxhole,"A1")',
        "no B27.1",
    ),
    action(
        "other terrain forbids",
        "B27.1",
        "A1 building(stone,1), A2, B1, A1-A2 road(paved), A1-B1 narrow_street(paved)",
        'fortify(foxhole,"A1")',
        "no B27.1",
    ),
    action("marsh", "B27.1", "A1 marsh, A2", 'fortify(foxhole,"A1")', "no B27.1"),
    action("rubble", "B27.1", OPEN, 'fortify(trench,"A1")', "no B27.1", 'rubble("A1",stone)'),
    action("open", "B27.1", OPEN, 'fortify(foxhole,"A1")', "yes B27.1"),
    action("trench laid", "B27.1", OPEN, 'trench("A1")', "yes B27.1"),
    action("trench laid on paving", "B27.1", PAVED, 'trench("A1")', "no B27.1"),
    action("pillbox in a house", "B30.1", HOUSE, 'fortify(pillbox,"A1")', "no B30.1"),
    action("pillbox in a gully", "B30.1", GULLY, 'fortify(pillbox,"A1")', "no B30.1"),
    action("pillbox in woods", "B30.1", "A1 woods, A2", 'fortify(pillbox,"A1")', "yes B30.1"),
    action("Fortified woods", "B23.9", "A1 woods, A2", 'fortify(fortified,"A1")', "no B23.9"),
    action("Fortified roof", "B23.9", PLANT, 'fortify(fortified,"A1/rooftop")', "no B23.9"),
    action("Fortified house", "B23.9", HOUSE, 'fortify(fortified,"A1h1")', "yes B23.9"),
    action(
        "Fortified Cellar",
        "O6.11",
        "barricades",
        'fortify(fortified,"C25/cellar")',
        "yes O6.11",
    ),
    action("PB34 Fortified", "Q4.2", "pegasus", 'fortify(fortified,"II13/steeple")', "no Q4.2"),
    action("PB34 below it", "B23.9", "pegasus", 'fortify(fortified,"II13")', "yes B23.9"),
    action(
        "cupola in shellholes",
        "O.7",
        "A1 shellholes, A2",
        'fortify(cupola,"A1")',
        "yes O.7",
    ),
    action("cupola in debris", "O.7", OPEN, 'fortify(cupola,"A1")', "yes O.7", 'debris("A1")'),
    action("cupola elsewhere", "D9.5", "A1 woods, A2", 'fortify(cupola,"A1")', "unknown D9.5"),
    action("O14 foxhole", "O.8", OPEN, 'fortify(foxhole,"A1")', "no O.8", 'trench("A1")'),
    action("O14 ditch", "O.8", OPEN, 'fortify(at_ditch,"A1")', "no O.8", 'foxhole("A1")'),
    action("O14 beside", "B27.1", OPEN, 'fortify(foxhole,"A1")', "yes B27.1", 'trench("A2")'),
    action(
        "turntable",
        "FB6.14 O.8",
        "A1, A2 feature(turntable)",
        'fortify(foxhole,"A2")',
        "no O.8",
    ),
    action("Rail Cars", "FB6.25 B32.11", CARS, 'fortify(wire,"A1")', "unknown B32.11"),
    action("railway", "FB6.25 B32.11", RAILS, 'fortify(wire,"A1")', "unknown B32.11"),
    action(
        "the Station's railway", "FB6.11", "A1:A2 @2, A1-A2 rail(bridge)", WIRE, "unknown B32.11"
    ),
    action(
        "a railway on another Level", "B26.1", "A1:A2 @4, A1-A2 rail(bridge)", WIRE, "yes B26.1"
    ),
    action("a Ground Level RR", "FB6.12", "A1:A2, A1-A2 rail(glrr)", WIRE, "unknown B32.11"),
    action("a tram in Open Ground", "FB6.32", "A1:A2, A1-A2 rail(tram)", WIRE, "unknown B32.11"),
    action("a tram among trees", "B26.1", "A1 orchard, A2, A1-A2 rail(tram)", WIRE, "yes B26.1"),
    action("a tram in a road", "B26.1", "A1:A2, A1-A2 rail(tram) road(paved)", WIRE, "yes B26.1"),
]

MINES = [
    action("A-P 7", "B28.1", OPEN, 'mines("A1",ap,7,hidden)', "no B28.1"),
    action("A-P 12", "B28.1", OPEN, 'mines("A1",ap,12,hidden)', "yes B28.1"),
    action("A-T 0", "B28.1", OPEN, 'mines("A1",at,0,hidden)', "no B28.1"),
    action("A-T 6", "B28.1", OPEN, 'mines("A1",at,6,hidden)', "no B28.1"),
    action("A-T 5", "B28.1", OPEN, 'mines("A1",at,5,hidden)', "yes B28.1"),
    action("water", "B28.1", "A1 water, A2", 'mines("A1",at,5,hidden)', "no B28.1"),
    action("hidden in paving", "B28.1", PAVED, 'mines("A1",at,5,hidden)', "no B28.1"),
    action("on paving", "B28.1", PAVED, 'mines("A1",at,5,revealed)', "yes B28.1"),
    action("in a house", "B28.1", HOUSE, 'mines("A1",at,5,revealed)', "no B28.1"),
    action(
        "street house",
        "Q4.142",
        "A1 building(stone,1), A2, A1-A2 narrow_street(paved)",
        'mines("A1",ap,6,revealed)',
        "yes Q4.142",
    ),
    action("PB26 K12", "Q4.142", "pegasus", 'mines("K12",ap,12,hidden)', "no Q4.142"),
    action("PB26 K12 revealed", "Q4.142", "pegasus", 'mines("K12",ap,12,revealed)', "yes Q4.142"),
    action("PB26 L13", "Q4.142", "pegasus", 'mines("L13",ap,6,hidden)', "no Q4.142"),
    action("PB32", "Q4.142", "pegasus", 'mines("DD11",ap,12,hidden)', "yes Q4.142"),
    action("street", "Q4.142", ALLEY, 'mines("A1",ap,6,hidden)', "no Q4.142"),
    action("street on a road", "Q4.142", STREET, 'mines("A1",ap,6,hidden)', "no Q4.142"),
    action("above the street", "Q4.142", ABOVE, 'mines("A1",ap,6,hidden)', "yes Q4.142"),
    action("below the slope", "Q4.142", ABOVE, 'mines("A2",ap,6,hidden)', "no Q4.142"),
    action(
        "above one of two",
        "Q4.142",
        "A1 @2, A2, B1 @2, A1-A2 narrow_street(paved), A1-B1 narrow_street(unpaved)",
        'mines("A1",ap,6,hidden)',
        "no Q4.142",
    ),
    action("unpaved street", "Q4.142", LANE, 'mines("A1",ap,6,hidden)', "yes Q4.142"),
    action("removal", "Q4.142", ALLEY, 'removes_mines("A1")', "no Q4.142"),
    action("removal above", "B28.53", ABOVE, 'removes_mines("A1")', "unknown B28.53"),
    action("removal unpaved", "B28.53", LANE, 'removes_mines("A1")', "unknown B28.53"),
    action("railway", "B32.11 FB6.25", RAILS, 'mines("A1",ap,6,hidden)', "yes B32.11"),
    action("beside rails", "B28.1", RAILS + ", A3", 'mines("A3",ap,6,hidden)', "yes B28.1"),
    action("bank", "B32.11", BANK, 'mines("A1",ap,6,hidden)', "unknown B32.11"),
    action(
        "debris on a bank",
        "FB6.12422",
        BANK,
        'mines("A1",ap,6,hidden)',
        "yes FB6.12422",
        'debris("A1")',
    ),
    action(
        "rubble on a bank",
        "FB6.12423",
        BANK,
        'mines("A1",ap,6,revealed)',
        "no FB6.12423",
        'rubble("A1",stone)',
    ),
    action(
        "Cleared",
        "FB6.12423",
        BANK,
        'mines("A1",ap,6,hidden)',
        "yes FB6.12423",
        'rubble("A1",stone)',
        'is_cleared("A1")',
    ),
    action(
        "rubble elsewhere",
        "B28.1",
        OPEN,
        'mines("A1",ap,6,hidden)',
        "unknown B28.1",
        'rubble("A1",stone)',
    ),
]

GUNS = [
    action("PB35", "Q4.21", "pegasus", 'gun("II13/steeple",at,small,not_emplaced)', "no Q4.21"),
    action("PB35 below", "FB6.123", "pegasus", 'gun("II13",at,small,not_emplaced)', "yes FB6.123"),
    action("Cellar", "O6.2", "barricades", 'gun("C25/cellar",at,small,not_emplaced)', "no O6.2"),
    action("AA in cars", "FB6.23", CARS, 'gun("A1",aa,medium,not_emplaced)', "no FB6.23"),
    action("small AA in cars", "FB6.23", CARS, 'gun("A1",aa,small,not_emplaced)', "yes FB6.23"),
    action("large AT in cars", "FB6.23", CARS, 'gun("A1",at,large,not_emplaced)', "no FB6.23"),
    action("medium AT in cars", "FB6.23", CARS, 'gun("A1",at,medium,not_emplaced)', "yes FB6.23"),
    action(
        "large mortar in cars", "FB6.23", CARS, 'gun("A1",mortar,large,not_emplaced)', "yes FB6.23"
    ),
    action("Emplaced in cars", "FB6.23", CARS, 'gun("A1",inf,medium,emplaced)', "yes FB6.23"),
    action("O.5", "O.5", PLANT, 'gun("A1/rooftop",at,small,emplaced)', "no O.5"),
    action(
        "O.5 not Emplaced",
        "B23.423",
        PLANT,
        'gun("A1/rooftop",at,small,not_emplaced)',
        "unknown B23.423",
    ),
    action(
        "debris on a bank",
        "FB6.12422",
        BANK,
        'gun("A1",at,small,emplaced)',
        "yes FB6.12422",
        'debris("A1")',
    ),
    action(
        "mortar on a bank",
        "FB6.12423",
        BANK,
        'gun("A1",mortar,small,emplaced)',
        "yes FB6.12423",
        'rubble("A1",stone)',
    ),
    action(
        "Gun in rubble",
        "B23.423",
        BANK,
        'gun("A1",at,small,emplaced)',
        "unknown B23.423",
        'rubble("A1",stone)',
    ),
    action(
        "mortar in rubble",
        "B23.423",
        OPEN,
        'gun("A1",mortar,small,not_emplaced)',
        "yes B23.423",
        'rubble("A1",stone)',
    ),
    action("Emplaced on paving", "C11.2", PAVED, 'gun("A1",at,small,emplaced)', "no C11.2"),
    action("on paving", "A2.9", PAVED, 'gun("A1",at,small,not_emplaced)', "yes A2.9"),
    action("Emplaced in a house", "FB6.123", HOUSE, 'gun("A1",at,small,emplaced)', "yes FB6.123"),
    action("the example's", "FB6.123", "budapest", 'gun("F31",at,medium,emplaced)', "yes FB6.123"),
    action("AA in a house", "B23.423", HOUSE, 'gun("A1",aa,small,emplaced)', "unknown B23.423"),
    action("INF in a house", "B23.423", HOUSE, 'gun("A1",inf,small,emplaced)', "unknown B23.423"),
    action("any in a house", "B23.423", HOUSE, 'gun("A1",other,small,emplaced)', "unknown B23.423"),
    action("mortar within", "B23.423", HOUSE, 'gun("A1",mortar,small,emplaced)', "unknown B23.423"),
    action("and bare", "B23.423", HOUSE, 'gun("A1",mortar,small,not_emplaced)', "unknown B23.423"),
    action(
        "Emplaced in a house on paving",
        "C11.2",
        f"{HOUSE}, A1-A2 road(paved)",
        'gun("A1",at,small,emplaced)',
        "no C11.2",
    ),
    action(
        "Emplaced in a fallen house",
        "B23.423",
        HOUSE,
        'gun("A1",at,small,emplaced)',
        "unknown B23.423",
        'rubble("A1",stone)',
    ),
    action(
        "mortar in a fallen house",
        "C11.2",
        HOUSE,
        'gun("A1",mortar,small,emplaced)',
        "unknown C11.2",
        'rubble("A1",stone)',
    ),
    action("Emplaced in huts", "C11.2", HUTS, 'gun("A1",at,small,emplaced)', "unknown C11.2"),
    action(
        "not Emplaced in huts",
        "B23.423",
        HUTS,
        'gun("A1",at,small,not_emplaced)',
        "unknown B23.423",
    ),
]

STACKS = [
    action("full", "A5.1", OPEN, 'stack("A1",6)', "yes A5.1"),
    action("overstacked", "A5.1", OPEN, 'stack("A1",7)', "no A5.1"),
    action("overstacked upstairs", "A5.1", HOUSE, 'stack("A1h1",7)', "no A5.1"),
    action("PB35 HS", "Q4.21", "pegasus", 'stack("II13/steeple",1)', "yes Q4.21"),
    action("PB35 squad", "Q4.21", "pegasus", 'stack("II13/steeple",2)', "no Q4.21"),
    action("O07 sewer", "O.2", "A1 feature(manhole), A2", 'stack("A1/sewer",7)', "no O.2"),
    action("O07 full", "A5.1", "A1 feature(manhole), A2", 'stack("A1/sewer",6)', "yes A5.1"),
    action("no manhole", "B8.2", OPEN, 'stack("A1/sewer",6)', "unknown B8.2"),
    action("no Cellar", "A2.8", OPEN, 'stack("A1/cellar",1)', "no A2.8"),
    action("Cellar", "A5.1", "barricades", 'stack("C25/cellar",6)', "yes A5.1"),
    action(
        "O613",
        "A2.8",
        "barricades",
        'stack("M6/cellar",1)',
        "no A2.8",
        'rubble("M6",stone,cellar)',
    ),
    action("no roof told", "B23.8", HOUSE, 'stack("A1/rooftop",1)', "unknown B23.8"),
    action("no roof", "A2.8", OPEN, 'sets_up(squad,"A1/rooftop")', "no A2.8"),
    action("Factory roof", "A5.1", PLANT, 'stack("A1/rooftop",6)', "yes A5.1"),
    action("Factory roof that nobody comes to", "O.4B", SEALED, 'stack("A1/rooftop",6)', "no O.4B"),
    action(
        "from beyond a rowhouse bar",
        "B23.71",
        f"{SEALED}, A2 stairwell, A1-A2 rowhouse_wall(1)",
        'stack("A1/rooftop",6)',
        "no O.4B",
    ),
    action(
        "which a Breach opens below",
        "B23.71",
        f"{SEALED}, A2 stairwell, A1-A2 rowhouse_wall(1)",
        'stack("A1/rooftop",6)',
        "no O.4B",
        'breach("A1","A2")',
    ),
    action("by a Special Rule", "O.4B", SEALED, 'stack("A1/rooftop",6)', "yes A5.1", "ssr(other)"),
    action(
        "by the next hex",
        "O.4B B23.71",
        f"{SEALED}, A2 stairwell",
        'stack("A1/rooftop",6)',
        "yes A5.1",
    ),
    action("Roofless", "O5.4", PLANT, 'stack("A1/rooftop",6)', "no A2.8 O5.4", 'roofless("A1")'),
    action("PB36", "Q4.3 A2.8", "pegasus", 'stack("Z13/rooftop",2)', "no A2.8 Q4.3"),
    action("PB36 first level", "A5.1", "pegasus", 'stack("Z13h1",2)', "yes A5.1"),
    action(
        "single-story",
        "B23.21 A2.8",
        "A1 building(stone,0), A2",
        'stack("A1/rooftop",2)',
        "no A2.8 B23.21",
    ),
    action("PB34", "Q4.2 A2.8", "pegasus", 'stack("II13/rooftop",2)', "no A2.8 Q4.2"),
]

UNITS = [
    action("A222 water", "A2.9", "A1 water, A2", 'sets_up(squad,"A1")', "no A2.9"),
    action("A222 truck in a house", "A2.9", HOUSE, 'sets_up(truck,"A1")', "no A2.9"),
    action(
        "truck on a road through debris",
        "",
        "A1 woods, A2, A1-A2 road(dirt)",
        'sets_up(truck,"A1")',
        "yes A2.9",
    ),
    action("tank upstairs", "A2.9", HOUSE, 'sets_up(tank,"A1h1")', "no A2.9"),
    action("squad upstairs", "A2.9", HOUSE, 'sets_up(squad,"A1h1")', "yes A2.9"),
    action("A222 free of Bog", "A2.9", HOUSE, 'sets_up(tank,"A1")', "yes A2.9"),
    action("tank in the open", "A2.9", OPEN, 'sets_up(tank,"A1")', "yes A2.9"),
    action("tank in a Cellar", "O6.2", "barricades", 'sets_up(tank,"C25/cellar")', "no O6.2"),
    action("truck IN a gully", "B19.4", GULLY, 'sets_up(truck,"A1")', "yes A2.9"),
    action("tank IN a gully", "B19.4", GULLY, 'sets_up(tank,"A1")', "yes A2.9"),
    action(
        "tank IN a sunken road", "", "A1 sunken_road@-2, A2", 'sets_up(tank,"A1")', "unknown A2.9"
    ),
    action("squad in a Cellar", "A2.9", "barricades", 'sets_up(squad,"C25/cellar")', "yes A2.9"),
    action("squad in no Cellar", "A2.8", HOUSE, 'sets_up(squad,"A1/cellar")', "no A2.8"),
    action("Crest", "A2.9", GULLY, 'sets_up(squad,"A1/CRA2")', "yes A2.9"),
    action("tank in Crest", "A2.9", GULLY, 'sets_up(tank,"A1/CRA2")', "no A2.9"),
    action("Crest of nothing", "B20.9", OPEN, 'sets_up(squad,"A1/CRA2")', "no B20.9"),
    action("A222 a tenth", "A2.9", OPEN, "deploys_free(1,10)", "yes A2.9"),
    action("A222 too many", "A2.9", OPEN, "deploys_free(2,10)", "no A2.9"),
    action("A222 rounded up", "A2.9", OPEN, "deploys_free(2,11)", "yes A2.9"),
    action("enemy stack", "A2.9", OPEN, "inspects(enemy)", "no A2.9"),
    action("own stack", "A2.9", OPEN, "inspects(own)", "unknown A2.9"),
    action("Motion", "A2.52", OPEN, "in_motion(tank1)", "no A2.52"),
    action("Motion by SSR", "A2.52", OPEN, "in_motion(tank1)", "yes A2.52", "ssr(motion)"),
    action(
        "seam",
        "A2.3",
        OPEN,
        'sets_up(squad,"A1")',
        "no A2.3",
        'may_use("01")',
        'part_of("A1","01")',
        'part_of("A1","02")',
    ),
    action(
        "seam of both",
        "A2.9",
        OPEN,
        'sets_up(squad,"A1")',
        "yes A2.9",
        'may_use("01")',
        'may_use("02")',
        'part_of("A1","01")',
        'part_of("A1","02")',
    ),
    action(
        "no seam",
        "A2.9",
        OPEN,
        'sets_up(squad,"A1")',
        "yes A2.9",
        'may_use("01")',
        'part_of("A1","01")',
    ),
    action(
        "seam for Victory",
        "A2.3",
        OPEN,
        'occupies("01","A1")',
        "no A2.3",
        'part_of("A1","01")',
        'part_of("A1","02")',
    ),
    action("one board", "A2.3", OPEN, 'occupies("01","A1")', "yes A2.3", 'part_of("A1","01")'),
    action("roof at setup", "O.5", PLANT, 'sets_up_concealed("A1/rooftop")', "yes O.5"),
    action(
        "roof later",
        "O.5",
        PLANT,
        'sets_up_concealed("A1/rooftop")',
        "no O.5",
        "after_first_rally",
    ),
    action("Rail Cars", "FB6.21", CARS, 'sets_up_concealed("A1")', "yes FB6.21"),
    action("woods", "A12.12", "A1 woods, A2", 'sets_up_concealed("A1")', "unknown A12.12"),
]


@pytest.mark.parametrize(ACTION, FORTIFICATIONS)
def test_fortifications(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected


@pytest.mark.parametrize(ACTION, MINES)
def test_mines(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected


@pytest.mark.parametrize(ACTION, GUNS)
def test_guns(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected


@pytest.mark.parametrize(ACTION, STACKS)
def test_stacks(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected


@pytest.mark.parametrize(ACTION, UNITS)
def test_units(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected


HOLE, TRENCH = 'fortify(foxhole,"A1")', 'fortify(trench,"A1")'
SQUAD, STEEPLE = (
    'sets_up(squad,"A1")',
    "A1 building(stone,1) level(1) feature(dot(white_cross)), A2",
)

TOGETHER = [
    pytest.param(OPEN, ['stack("A1",7)', SQUAD], "no A5.1 | no A2.9", id="overstacked"),
    pytest.param(OPEN, ['stack("A1",6)', SQUAD], "no A5.1 | no A2.9", id="stack and unit"),
    pytest.param(OPEN, ['stack("A1",4)', SQUAD], "yes A5.1 | yes A2.9", id="stack and unit fit"),
    pytest.param(OPEN, ['stack("A1",4)', 'stack("A1",3)'], "no A5.1 | no A5.1", id="two stacks"),
    pytest.param(OPEN, ['stack("A1",7)', 'stack("A1",1)'], "no A5.1 | no A5.1", id="a large stack"),
    pytest.param(
        OPEN, ['stack("A1",7)', 'stack("A2",1)'], "no A5.1 | yes A5.1", id="and elsewhere"
    ),
    pytest.param(OPEN, ['stack("A1",4)', 'stack("A2",3)'], "yes A5.1 | yes A5.1", id="two hexes"),
    pytest.param(OPEN, [SQUAD] * 4, "no A2.9 | no A2.9 | no A2.9 | no A2.9", id="four squads"),
    pytest.param(OPEN, [SQUAD] * 3, "yes A2.9 | yes A2.9 | yes A2.9", id="three squads"),
    pytest.param(
        OPEN,
        [SQUAD, *['sets_up(leader,"A1")'] * 5],
        " | ".join(["yes A2.9", *["no A5.1"] * 5]),
        id="five leaders",
    ),
    pytest.param(OPEN, [HOLE, TRENCH], "no O.8 | no O.8", id="foxhole and trench"),
    pytest.param(OPEN, ['foxhole("A1")', 'trench("A1")'], "no O.8 | no O.8", id="laid together"),
    pytest.param(OPEN, ['foxhole("A1")', TRENCH], "no O.8 | no O.8", id="laid and set up"),
    pytest.param(OPEN, [HOLE, 'trench("A2")'], "yes B27.1 | yes B27.1", id="side by side"),
    pytest.param(
        OPEN, ['fortify(pillbox,"A1")', HOLE], "yes B30.1 | yes B27.1", id="pillbox and foxhole"
    ),
    pytest.param(OPEN, ['fortify(pillbox,"A1")'] * 2, "no B30.1 | no B30.1", id="two pillboxes"),
    pytest.param(
        STEEPLE,
        ['sets_up(half_squad,"A1/steeple")', 'stack("A1/steeple",1)'],
        "no Q4.21 | no Q4.21",
        id="a half-squad and one more in a Steeple",
    ),
    pytest.param(STEEPLE, ['sets_up(squad,"A1/steeple")'], "no Q4.21", id="a squad in a Steeple"),
    pytest.param(
        STEEPLE, ['sets_up(half_squad,"A1/steeple")'], "yes A2.9", id="a half-squad in a Steeple"
    ),
    pytest.param(
        OPEN,
        ['sets_up(tank,"A1")', 'sets_up(truck,"A1")'],
        "unknown A5.1 | unknown A5.1",
        id="two vehicles",
    ),
]


@rule("A2.9", "A5.1", "O.8", "Q4.21", "B30.1")
@pytest.mark.parametrize(("board", "actions", "expected"), TOGETHER)
def test_what_is_set_up_together(board: str, actions: list[str], expected: str) -> None:
    assert " | ".join(written(each) for each in judge_actions(board_of(board), actions)) == expected


NOT_ALLOWED = [
    ("A1 water, A2", 'gun("A1",at,small,not_emplaced)', "no A2.9"),
    ("A1 water, A2", 'fortify(wire,"A1")', "no B26.1"),
    ("A1 water, A2", 'stack("A1",4)', "no A2.9"),
    ("A1 shallow_water, A2", 'fortify(wire,"A1")', "unknown B26.1"),
    ("A1 shallow_water, A2", 'stack("A1",4)', "unknown A5.1"),
    ("A1 shallow_water, A2", 'foxhole("A1")', "unknown B27.1"),
    ("A1 bamboo, A2", 'sets_up(tank,"A1")', "unknown A2.9"),
    ("A1 huts, A2", 'foxhole("A1")', "no B27.1"),
    ("A1 crag, A2", 'fortify(wire,"A1")', "yes B26.1"),
    ("A1 crag, A2", 'fortify(pillbox,"A1")', "no B26.1"),
    ("A1 crag, A2", 'mines("A1",ap,6,revealed)', "no B26.1"),
    (OPEN, 'stack("A1/trench",6)', "no A2.8"),
    (OPEN, 'tunnel("A1","A2")', "unknown B8.6"),
    (OPEN, 'rubble("A1",stone)', "unknown B24.12"),
    (HOUSE, 'rubble("A1",wood)', "unknown B24.12"),
    ("A1 building(wood,1), A2", 'rubble("A1",wood)', "yes B24.1"),
    ("A1 building(wood,1), A2", 'rubble("A1",stone)', "unknown B24.12"),
    ("A1 factory(stone,1), A2", 'rubble("A1",wood)', "unknown B24.12"),
    ("A1 gutted_building(1), A2", 'rubble("A1",wood)', "unknown B24.1"),
    ("A1 huts, A2", 'rubble("A1",wood)', "unknown B24.1"),
    (HOUSE, 'debris("A1")', "unknown O1.1"),
    (HOUSE, 'rubble("A1",stone)', "yes B24.1"),
    (OPEN, 'roadblock("A1","A2")', "no B29.1"),
]


@rule("A2.9", "B26.1", "A2.8", "B24.1", "B29.1", "B27.1")
@pytest.mark.parametrize(("board", "asked", "expected"), NOT_ALLOWED)
def test_silence_is_no_leave(board: str, asked: str, expected: str) -> None:
    (ruling,) = judge_actions(board_of(board), [asked])
    assert written(ruling) == expected


BRIDGE = "A1 bridge(stone) bed@-2 under@-2, A2"
RUBBLE, DEBRIS = 'rubble("A1",stone)', 'debris("A1")'
STREETS = "A1 woods, A2, B1, A1-A2 road(paved), A1-B1 narrow_street(paved)"

LEAVE = [
    action("vehicle in a street", "Q4.11", ALLEY, 'street_vehicle("A1","A2")', "yes Q4.11"),
    action("vehicle in none", "Q4.11", OPEN, 'street_vehicle("A1","A2")', "no Q4.11"),
    action(
        "Breach", "B23.9221", "A1:A2, A1-A2 rowhouse_wall(1)", 'breach("A1","A2")', "yes B23.9221"
    ),
    action("Trail Break", "B24.71", "A1:A2, A1-A2 road(dirt)", 'trail_break("A1")', "yes B24.71"),
    action("Trail Break off a road", "", OPEN, 'trail_break("A1")', "unknown"),
    action("debris on a bank", "FB6.1242", BANK, DEBRIS, "yes FB6.1242"),
    action("wood on a bank", "FB6.1242", BANK, 'rubble("A1",wood)', "no FB6.1242"),
    action("rubble on Rail Cars", "FB6.26", CARS, RUBBLE, "yes FB6.26"),
    action("Wrecked Rail Cars", "FB6.291", CARS, 'rubble("A1",wood)', "yes FB6.291"),
    action("two heaps", "B24.1", HOUSE, RUBBLE, "no B24.1", DEBRIS),
    action("enemy", "A4.14", OPEN, 'enemy("A1")', "yes A4.14"),
    action("enemy in water", "", "A1 water, A2", 'enemy("A1")', "unknown"),
    action("digging on a bridge", "B27.1", BRIDGE, 'trench("A1")', "no B27.1"),
    action("digging upstairs", "B27.1", HOUSE, 'fortify(foxhole,"A1h1")', "no B27.1"),
    action("digging in a stream", "B27.1", "A1 deep_stream@-2, A2", 'trench("A1")', "no B27.1"),
    action("digging on a runway", "B27.1", "A1 runway, A2", 'trench("A1")', "no B27.1"),
    action("digging by rails", "B32.11", RAILS, 'foxhole("A1")', "unknown B32.11"),
    action("digging on a bank", "B32.11", BANK, 'foxhole("A1")', "unknown B32.11"),
    action("Wire on a bridge", "B26.1", BRIDGE, 'fortify(wire,"A1")', "unknown B26.1"),
    action("Wire in a house", "B26.1", HOUSE, 'fortify(wire,"A1")', "unknown B26.1"),
    action("Wire upstairs", "B26.1", HOUSE, 'fortify(wire,"A1h1")', "unknown B26.1"),
    action("Wire in rubble", "B26.1", OPEN, 'fortify(wire,"A1")', "unknown B26.1", RUBBLE),
    action("pillbox on paving", "B30.1", PAVED, 'fortify(pillbox,"A1")', "unknown B30.1"),
    action("pillbox by a street", "Q4.14", STREETS, 'fortify(pillbox,"A1")', "yes B30.1 Q4.14"),
    action("pillbox on a bridge", "B30.1", BRIDGE, 'fortify(pillbox,"A1")', "no B30.1"),
    action("mines on a bridge", "B28.1", BRIDGE, 'mines("A1",ap,6,revealed)', "no B28.1"),
    action("mines in a marsh", "B28.1", "A1 marsh, A2", 'mines("A1",ap,6,hidden)', "unknown B28.1"),
    action("revealed by rails", "B32.11", RAILS, 'mines("A1",ap,6,revealed)', "unknown B32.11"),
    action("Gun in the open", "A2.9", OPEN, 'gun("A1",at,large,not_emplaced)', "yes A2.9"),
    action(
        "Emplaced in woods", "C11.2", "A1 woods, A2", 'gun("A1",at,small,emplaced)', "yes C11.2"
    ),
    action("Emplaced on a bridge", "C11.2", BRIDGE, 'gun("A1",at,small,emplaced)', "no C11.2"),
    action("Emplaced upstairs", "C11.2", HOUSE, 'gun("A1h1",at,small,emplaced)', "no C11.2"),
    action("Emplaced on a bank", "FB6.12422", BANK, 'gun("A1",at,small,emplaced)', "no FB6.12422"),
    action("vehicle in the open", "D9.4", OPEN, 'afv("A1")', "yes D9.4"),
    action("wreck in woods", "D9.4", "A1 woods, A2", 'wreck("A1")', "yes D9.4"),
    action("vehicle in a house", "D9.4", HOUSE, 'afv("A1")', "unknown D9.4"),
    action("vehicle on an embankment", "FB6.1242", BANK, 'wreck("A1")', "yes FB6.1242"),
    action("debris in the open", "O1.1", OPEN, 'debris("A1")', "unknown O1.1"),
    action("debris on an embankment", "FB6.1242", BANK, 'debris("A1")', "yes FB6.1242"),
    action("debris of Rail Cars", "FB6.291", CARS, 'debris("A1")', "yes FB6.291"),
    action(
        "debris on a railway bridge",
        "FB6.1242",
        "A1 rr_bridge bed@-2 under@-2, A2",
        'debris("A1")',
        "yes FB6.1242",
    ),
    action("AA in a house", "B23.423", HOUSE, 'gun("A1",aa,small,not_emplaced)', "unknown B23.423"),
    action("AT in a house", "FB6.123", HOUSE, 'gun("A1",at,small,not_emplaced)', "yes FB6.123"),
    action("in Bypass", "A4.3", "A1 woods, A2, B1", 'sets_up(squad,"A1-A2-B1")', "unknown A4.3"),
    action("squad in a gully", "A2.9", GULLY, 'sets_up(squad,"A1")', "yes A2.9"),
    action("squad on a bridge", "A2.9", BRIDGE, 'sets_up(squad,"A1")', "yes A2.9"),
]


@pytest.mark.parametrize(ACTION, LEAVE)
def test_leave(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected


@rule("A2.8", "A5.1")
def test_an_entrenchment_is_no_location_of_its_own() -> None:
    actions = ['stack("A1/trench",4)', 'stack("A1",3)']
    found = judge_actions(board_of(OPEN), actions, ['trench("A1")'])
    assert [written(each) for each in found] == ["no A5.1", "no A5.1"]
