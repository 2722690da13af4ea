"""Cases of setting up: fortifications, mines, Guns, stacks and units, one rule a row."""

from __future__ import annotations

import pytest

from hexcourt.solver.deeds.judging import judge_deeds

from .case_rows import DEED, deed, ruled
from .rulings import board_of, rule

OPEN = "A1, A2"
PAVED = "A1, A2, A1-A2 road(paved)"
STREET = "A1, A2, B1, A1-A2 road(paved), A1-B1 narrow_street(paved)"
ALLEY = "A1, A2, A1-A2 narrow_street(paved)"
LANE = "A1, A2, A1-A2 narrow_street(unpaved)"
ABOVE = "A1 @2, A2, A1-A2 narrow_street(paved)"
HOUSE = "A1 building(stone,1) level(1), A2"
PLANT = "A1 factory(stone,1), A2"
CARS = "A1 rail_cars, A2"
BANK = "A1 emrr@1, A2 emrr@1, A1-A2 rail(emrr)"
WIRE = 'fortify(wire,"A1")'
RAILS = "A1, A2, A1-A2 rail(glrr)"
GULLY = "A1 gully@-2, A2"

FORTIFICATIONS = [
    deed("paving", "B27.1", PAVED, 'fortify(trench,"A1")', "no B27.1"),
    deed("paved terrain", "B27.1", "A1 paved_road, A2", 'fortify(trench,"A1")', "no B27.1"),
    deed("dirt", "", "A1, A2, A1-A2 road(dirt)", 'fortify(trench,"A1")', "unknown"),
    deed("wire on paving", "", PAVED, 'fortify(wire,"A1")', "unknown"),
    deed(
        "broken up",
        "",
        "A1 shellholes, A2, A1-A2 road(paved)",
        'fortify(trench,"A1")',
        "unknown",
    ),
    deed("paved street", "Q4.14", STREET, 'fortify(at_ditch,"A1")', "yes Q4.14"),
    deed(
        "unpaved street",
        "B27.1",
        "A1, A2, B1, A1-A2 road(paved), A1-B1 narrow_street(unpaved)",
        'fortify(foxhole,"A1")',
        "no B27.1",
    ),
    deed(
        "other terrain forbids",
        "B27.1",
        "A1 building(stone,1), A2, B1, A1-A2 road(paved), A1-B1 narrow_street(paved)",
        'fortify(foxhole,"A1")',
        "no B27.1",
    ),
    deed("marsh", "B27.1", "A1 marsh, A2", 'fortify(foxhole,"A1")', "no B27.1"),
    deed("rubble", "B27.1", OPEN, 'fortify(trench,"A1")', "no B27.1", 'rubble("A1",stone)'),
    deed("open", "", OPEN, 'fortify(foxhole,"A1")', "unknown"),
    deed("trench laid", "", OPEN, 'trench("A1")', "unknown"),
    deed("trench laid on paving", "B27.1", PAVED, 'trench("A1")', "no B27.1"),
    deed("pillbox in a house", "B30.1", HOUSE, 'fortify(pillbox,"A1")', "no B30.1"),
    deed("pillbox in a gully", "B30.1", GULLY, 'fortify(pillbox,"A1")', "no B30.1"),
    deed("pillbox in woods", "", "A1 woods, A2", 'fortify(pillbox,"A1")', "unknown"),
    deed("Fortified woods", "B23.9", "A1 woods, A2", 'fortify(fortified,"A1")', "no B23.9"),
    deed("Fortified roof", "B23.9", PLANT, 'fortify(fortified,"A1/rooftop")', "no B23.9"),
    deed("Fortified house", "", HOUSE, 'fortify(fortified,"A1h1")', "unknown"),
    deed(
        "Fortified Cellar",
        "O6.11",
        "barricades",
        'fortify(fortified,"C25/cellar")',
        "yes O6.11",
    ),
    deed("PB34 Fortified", "Q4.2", "pegasus", 'fortify(fortified,"II13/steeple")', "no Q4.2"),
    deed("PB34 below it", "", "pegasus", 'fortify(fortified,"II13")', "unknown"),
    deed(
        "cupola in shellholes",
        "O.7",
        "A1 shellholes, A2",
        'fortify(cupola,"A1")',
        "yes O.7",
    ),
    deed("cupola in debris", "O.7", OPEN, 'fortify(cupola,"A1")', "yes O.7", 'debris("A1")'),
    deed("cupola elsewhere", "D9.5", "A1 woods, A2", 'fortify(cupola,"A1")', "unknown D9.5"),
    deed("O14", "O.8", OPEN, 'joins_trench("A1")', "no O.8"),
    deed("O14 foxhole", "O.8", OPEN, 'fortify(foxhole,"A1")', "no O.8", 'trench("A1")'),
    deed("O14 ditch", "O.8", OPEN, 'fortify(at_ditch,"A1")', "no O.8", 'foxhole("A1")'),
    deed("O14 beside", "", OPEN, 'fortify(foxhole,"A1")', "unknown", 'trench("A2")'),
    deed(
        "turntable",
        "FB6.14 O.8",
        "A1, A2 feature(turntable)",
        'fortify(foxhole,"A2")',
        "no O.8",
    ),
    deed("Rail Cars", "FB6.25 B32.11", CARS, 'fortify(wire,"A1")', "unknown B32.11"),
    deed("railway", "FB6.25 B32.11", RAILS, 'fortify(wire,"A1")', "unknown B32.11"),
    deed("the Station's railway", "FB6.11", "A1:A2 @2, A1-A2 rail(bridge)", WIRE, "unknown B32.11"),
    deed("a railway on another Level", "", "A1:A2 @4, A1-A2 rail(bridge)", WIRE, "unknown"),
    deed("a Ground Level RR", "FB6.12", "A1:A2, A1-A2 rail(glrr)", WIRE, "unknown B32.11"),
    deed("a tram in Open Ground", "FB6.32", "A1:A2, A1-A2 rail(tram)", WIRE, "unknown B32.11"),
    deed("a tram among trees", "", "A1 orchard, A2, A1-A2 rail(tram)", WIRE, "unknown"),
    deed("a tram in a road", "", "A1:A2, A1-A2 rail(tram) road(paved)", WIRE, "unknown"),
]

MINES = [
    deed("A-P 7", "B28.1", OPEN, 'mines("A1",ap,7,hidden)', "no B28.1"),
    deed("A-P 12", "", OPEN, 'mines("A1",ap,12,hidden)', "unknown"),
    deed("A-T 0", "B28.1", OPEN, 'mines("A1",at,0,hidden)', "no B28.1"),
    deed("A-T 6", "B28.1", OPEN, 'mines("A1",at,6,hidden)', "no B28.1"),
    deed("A-T 5", "", OPEN, 'mines("A1",at,5,hidden)', "unknown"),
    deed("water", "B28.1", "A1 water, A2", 'mines("A1",at,5,hidden)', "no B28.1"),
    deed("hidden in paving", "B28.1", PAVED, 'mines("A1",at,5,hidden)', "no B28.1"),
    deed("on paving", "", PAVED, 'mines("A1",at,5,revealed)', "unknown"),
    deed("in a house", "B28.1", HOUSE, 'mines("A1",at,5,revealed)', "no B28.1"),
    deed(
        "street house",
        "",
        "A1 building(stone,1), A2, A1-A2 narrow_street(paved)",
        'mines("A1",ap,6,revealed)',
        "unknown",
    ),
    deed("PB26 K12", "Q4.142", "pegasus", 'mines("K12",ap,12,hidden)', "no Q4.142"),
    deed("PB26 K12 revealed", "", "pegasus", 'mines("K12",ap,12,revealed)', "unknown"),
    deed("PB26 L13", "Q4.142", "pegasus", 'mines("L13",ap,6,hidden)', "no Q4.142"),
    deed("PB32", "Q4.142", "pegasus", 'mines("DD11",ap,12,hidden)', "yes Q4.142"),
    deed("street", "Q4.142", ALLEY, 'mines("A1",ap,6,hidden)', "no Q4.142"),
    deed("street on a road", "Q4.142", STREET, 'mines("A1",ap,6,hidden)', "no Q4.142"),
    deed("above the street", "Q4.142", ABOVE, 'mines("A1",ap,6,hidden)', "yes Q4.142"),
    deed("below the slope", "Q4.142", ABOVE, 'mines("A2",ap,6,hidden)', "no Q4.142"),
    deed(
        "above one of two",
        "Q4.142",
        "A1 @2, A2, B1 @2, A1-A2 narrow_street(paved), A1-B1 narrow_street(unpaved)",
        'mines("A1",ap,6,hidden)',
        "no Q4.142",
    ),
    deed("unpaved street", "Q4.142", LANE, 'mines("A1",ap,6,hidden)', "yes Q4.142"),
    deed("removal", "Q4.142", ALLEY, 'removes_mines("A1")', "no Q4.142"),
    deed("removal above", "", ABOVE, 'removes_mines("A1")', "unknown"),
    deed("removal unpaved", "", LANE, 'removes_mines("A1")', "unknown"),
    deed("railway", "B32.11 FB6.25", RAILS, 'mines("A1",ap,6,hidden)', "yes B32.11"),
    deed("beside rails", "", RAILS + ", A3", 'mines("A3",ap,6,hidden)', "unknown"),
    deed("bank", "", BANK, 'mines("A1",ap,6,hidden)', "unknown"),
    deed(
        "debris on a bank",
        "FB6.12422",
        BANK,
        'mines("A1",ap,6,hidden)',
        "yes FB6.12422",
        'debris("A1")',
    ),
    deed(
        "rubble on a bank",
        "FB6.12423",
        BANK,
        'mines("A1",ap,6,revealed)',
        "no FB6.12423",
        'rubble("A1",stone)',
    ),
    deed(
        "Cleared",
        "FB6.12423",
        BANK,
        'mines("A1",ap,6,hidden)',
        "yes FB6.12423",
        'rubble("A1",stone)',
        'is_cleared("A1")',
    ),
    deed("rubble elsewhere", "", OPEN, 'mines("A1",ap,6,hidden)', "unknown", 'rubble("A1",stone)'),
]

GUNS = [
    deed("PB35", "Q4.21", "pegasus", 'gun("II13/steeple",at,small,not_emplaced)', "no Q4.21"),
    deed("PB35 below", "", "pegasus", 'gun("II13",at,small,not_emplaced)', "unknown"),
    deed("Cellar", "O6.2", "barricades", 'gun("C25/cellar",at,small,not_emplaced)', "no O6.2"),
    deed("AA in cars", "FB6.23", CARS, 'gun("A1",aa,medium,not_emplaced)', "no FB6.23"),
    deed("small AA in cars", "", CARS, 'gun("A1",aa,small,not_emplaced)', "unknown"),
    deed("large AT in cars", "FB6.23", CARS, 'gun("A1",at,large,not_emplaced)', "no FB6.23"),
    deed("medium AT in cars", "", CARS, 'gun("A1",at,medium,not_emplaced)', "unknown"),
    deed("large mortar in cars", "", CARS, 'gun("A1",mortar,large,not_emplaced)', "unknown"),
    deed("Emplaced in cars", "FB6.23", CARS, 'gun("A1",inf,medium,emplaced)', "yes FB6.23"),
    deed("O.5", "O.5", PLANT, 'gun("A1/rooftop",at,small,emplaced)', "no O.5"),
    deed("O.5 not Emplaced", "", PLANT, 'gun("A1/rooftop",at,small,not_emplaced)', "unknown"),
    deed(
        "debris on a bank",
        "FB6.12422",
        BANK,
        'gun("A1",at,small,emplaced)',
        "yes FB6.12422",
        'debris("A1")',
    ),
    deed(
        "mortar on a bank",
        "FB6.12423",
        BANK,
        'gun("A1",mortar,small,emplaced)',
        "yes FB6.12423",
        'rubble("A1",stone)',
    ),
    deed(
        "Gun in rubble",
        "B23.423",
        BANK,
        'gun("A1",at,small,emplaced)',
        "unknown B23.423",
        'rubble("A1",stone)',
    ),
    deed(
        "mortar in rubble",
        "",
        OPEN,
        'gun("A1",mortar,small,not_emplaced)',
        "unknown",
        'rubble("A1",stone)',
    ),
    deed("Emplaced on paving", "C11.2", PAVED, 'gun("A1",at,small,emplaced)', "no C11.2"),
    deed("on paving", "", PAVED, 'gun("A1",at,small,not_emplaced)', "unknown"),
    deed("Emplaced in a house", "C11.2", HOUSE, 'gun("A1",at,small,emplaced)', "no C11.2"),
]

STACKS = [
    deed("full", "A5.1", OPEN, 'stack("A1",6)', "yes A5.1"),
    deed("overstacked", "A5.1", OPEN, 'stack("A1",7)', "no A5.1"),
    deed("overstacked upstairs", "A5.1", HOUSE, 'stack("A1h1",7)', "no A5.1"),
    deed("PB35 HS", "Q4.21", "pegasus", 'stack("II13/steeple",1)', "yes Q4.21"),
    deed("PB35 squad", "Q4.21", "pegasus", 'stack("II13/steeple",2)', "no Q4.21"),
    deed("O07 sewer", "O.2", "A1 feature(manhole), A2", 'stack("A1/sewer",7)', "no O.2"),
    deed("O07 full", "A5.1", "A1 feature(manhole), A2", 'stack("A1/sewer",6)', "yes A5.1"),
    deed("no manhole", "B8.2", OPEN, 'stack("A1/sewer",6)', "unknown B8.2"),
    deed("no Cellar", "A2.8", OPEN, 'stack("A1/cellar",1)', "no A2.8"),
    deed("Cellar", "A5.1", "barricades", 'stack("C25/cellar",6)', "yes A5.1"),
    deed(
        "O613",
        "A2.8",
        "barricades",
        'stack("M6/cellar",1)',
        "no A2.8",
        'rubble("M6",stone,cellar)',
    ),
    deed("no roof told", "B23.8", HOUSE, 'stack("A1/rooftop",1)', "unknown B23.8"),
    deed("no roof", "A2.8", OPEN, 'sets_up(squad,"A1/rooftop")', "no A2.8"),
    deed("Factory roof", "A5.1", PLANT, 'stack("A1/rooftop",6)', "yes A5.1"),
    deed("PB36", "Q4.3 A2.8", "pegasus", 'stack("Z13/rooftop",2)', "no A2.8 Q4.3"),
    deed("PB36 first level", "A5.1", "pegasus", 'stack("Z13h1",2)', "yes A5.1"),
    deed(
        "single-story",
        "B23.21 A2.8",
        "A1 building(stone,0), A2",
        'stack("A1/rooftop",2)',
        "no A2.8 B23.21",
    ),
    deed("PB34", "Q4.2 A2.8", "pegasus", 'stack("II13/rooftop",2)', "no A2.8 Q4.2"),
]

UNITS = [
    deed("A222 water", "A2.9", "A1 water, A2", 'sets_up(squad,"A1")', "no A2.9"),
    deed("A222 truck in a house", "A2.9", HOUSE, 'sets_up(truck,"A1")', "no A2.9"),
    deed(
        "truck on a road through debris",
        "",
        "A1 woods, A2, A1-A2 road(dirt)",
        'sets_up(truck,"A1")',
        "yes A2.9",
    ),
    deed("tank upstairs", "A2.9", HOUSE, 'sets_up(tank,"A1h1")', "no A2.9"),
    deed("squad upstairs", "", HOUSE, 'sets_up(squad,"A1h1")', "unknown"),
    deed("A222 free of Bog", "A2.9", HOUSE, 'sets_up(tank,"A1")', "yes A2.9"),
    deed("tank in the open", "", OPEN, 'sets_up(tank,"A1")', "unknown"),
    deed("tank in a Cellar", "O6.2", "barricades", 'sets_up(tank,"C25/cellar")', "no O6.2"),
    deed("squad in a Cellar", "", "barricades", 'sets_up(squad,"C25/cellar")', "unknown"),
    deed("squad in no Cellar", "A2.8", HOUSE, 'sets_up(squad,"A1/cellar")', "no A2.8"),
    deed("Crest", "A2.9", GULLY, 'sets_up(squad,"A1/CRA2")', "yes A2.9"),
    deed("tank in Crest", "A2.9", GULLY, 'sets_up(tank,"A1/CRA2")', "no A2.9"),
    deed("Crest of nothing", "B20.9", OPEN, 'sets_up(squad,"A1/CRA2")', "no B20.9"),
    deed("A222 a tenth", "A2.9", OPEN, "deploys_free(1,10)", "yes A2.9"),
    deed("A222 too many", "A2.9", OPEN, "deploys_free(2,10)", "no A2.9"),
    deed("A222 rounded up", "A2.9", OPEN, "deploys_free(2,11)", "yes A2.9"),
    deed("enemy stack", "A2.9", OPEN, "inspects(enemy)", "no A2.9"),
    deed("own stack", "", OPEN, "inspects(own)", "unknown"),
    deed("Motion", "A2.52", OPEN, "in_motion(tank1)", "no A2.52"),
    deed("Motion by SSR", "", OPEN, "in_motion(tank1)", "unknown", "ssr(motion)"),
    deed(
        "seam",
        "A2.3",
        OPEN,
        'sets_up(squad,"A1")',
        "no A2.3",
        'may_use("01")',
        'part_of("A1","01")',
        'part_of("A1","02")',
    ),
    deed(
        "seam of both",
        "",
        OPEN,
        'sets_up(squad,"A1")',
        "unknown",
        'may_use("01")',
        'may_use("02")',
        'part_of("A1","01")',
        'part_of("A1","02")',
    ),
    deed(
        "no seam", "", OPEN, 'sets_up(squad,"A1")', "unknown", 'may_use("01")', 'part_of("A1","01")'
    ),
    deed(
        "seam for Victory",
        "A2.3",
        OPEN,
        'occupies("01","A1")',
        "no A2.3",
        'part_of("A1","01")',
        'part_of("A1","02")',
    ),
    deed("one board", "", OPEN, 'occupies("01","A1")', "unknown", 'part_of("A1","01")'),
    deed("roof at setup", "O.5", PLANT, 'sets_up_concealed("A1/rooftop")', "yes O.5"),
    deed(
        "roof later",
        "O.5",
        PLANT,
        'sets_up_concealed("A1/rooftop")',
        "no O.5",
        "after_first_rally",
    ),
    deed("Rail Cars", "FB6.21", CARS, 'sets_up_concealed("A1")', "yes FB6.21"),
    deed("woods", "A12.12", "A1 woods, A2", 'sets_up_concealed("A1")', "unknown A12.12"),
]


@pytest.mark.parametrize(DEED, FORTIFICATIONS)
def test_fortifications(board: str, deed: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, deed, given) == expected


@pytest.mark.parametrize(DEED, MINES)
def test_mines(board: str, deed: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, deed, given) == expected


@pytest.mark.parametrize(DEED, GUNS)
def test_guns(board: str, deed: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, deed, given) == expected


@pytest.mark.parametrize(DEED, STACKS)
def test_stacks(board: str, deed: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, deed, given) == expected


@pytest.mark.parametrize(DEED, UNITS)
def test_units(board: str, deed: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, deed, given) == expected


@rule("A2.9")
def test_nobody_sets_up_overstacked() -> None:
    _, unit = judge_deeds(board_of(OPEN), ['stack("A1",7)', 'sets_up(squad,"A1")'])
    assert (unit.verdict, [each.number for each in unit.rules]) == ("no", ["A2.9"])
    stack, unit = judge_deeds(board_of(OPEN), ['stack("A1",6)', 'sets_up(squad,"A1")'])
    assert (stack.verdict, unit.verdict) == ("yes", "unknown")
