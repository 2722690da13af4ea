"""Cases of what attacks do besides cover: mines, Close Combat, Area Fire, SMOKE, Rail Cars hit."""

from __future__ import annotations

import pytest

from tests.case_rows import ATTACK, attack, worked

PB = "pegasus"
MAP = "barricades"
CARS = "A1 rail_cars, A2"
WRECKED = 'wrecked("A1")'
ALLEY = "A1, A2, B1, A1-A2 narrow_street(paved)"
SLOPE = "A1, A2 @2, A1-A2 narrow_street(paved)"
FLOWER = "A1:A4, B1:B4, C1:C4"
HOUSES = (
    "map_rule(cellars), A1 building(stone,1), A2 building(stone,1), A1-A2 building_side, A3, "
    "A4 building(stone,1) level(1)"
)
ROW = "map_rule(cellars), A1:A3 building(stone,1), A1-A2 building_side, A2-A3 building_side"
ON_STREET = 'on_street("A1","A2")'
DUG = 'small_arms("C25/cellar")'
SIX, EIGHT, TWELVE = (
    f'minefield("{name}",ap,{strength},revealed)'
    for name, strength in (("L12", 6), ("K13", 8), ("K12", 12))
)
ALL = (SIX, EIGHT, TWELVE)
BOTH = ('minefield("A1",ap,6,hidden)', 'minefield("A2",ap,8,hidden)')
LEVEL = "height_advantage 0 O6.3"
ELSEWHERE = "street_fighting unknown A11.8"
SIDE = "tem(wall) unknown B9.32"
"""D25 is ADJACENT to C25 over a wall."""

MINES = [
    attack("PB29 L12-K13", "Q4.142", PB, "mines", "L12-K13", "minefield(ap) 8 Q4.142", *ALL),
    attack("PB29 K13-L12", "Q4.142", PB, "mines", "K13-L12", "minefield(ap) 8 Q4.142", *ALL),
    attack("PB28", "Q4.142", PB, "mines", "K12-K13", "minefield(ap) 12 Q4.142", *ALL),
    attack("PB29 K12-L12", "Q4.142", PB, "mines", "K12-L12", "minefield(ap) 12 Q4.142", *ALL),
    attack("PB30", "Q4.142", PB, "mines", "L12-K13", "minefield(ap) 6 Q4.142",
           SIX, 'minefield("L13",ap,8,revealed)', TWELVE),
    attack(
        "PB31", "Q4.142", PB, "mines", "K12-K13", "minefield(ap) 12 Q4.142 | minefield(at) 5 Q4.142",
        TWELVE, 'minefield("K13",at,5,revealed)',
    ),
    attack("lower hex", "Q4.142", SLOPE, "mines", "A1-A2", "minefield(ap) 6 Q4.142", *BOTH),
    attack("from the upper hex", "Q4.142", SLOPE, "mines", "A2-A1", "minefield(ap) 6 Q4.142", *BOTH),
    attack("Bypass", "B28.4", "A1 woods, A2", "mines", "A1-A2", "minefield(ap) 6 B28.4", *BOTH),
    attack("entering", "B28.4", "A1, A2", "mines", "A2", "minefield(ap) 8 B28.4", *BOTH),
    attack("mines below", "B28.4", "A1 building(stone,1) level(1), A2", "mines", "A1h1",
           "minefield(ap) none B28.4", BOTH[0]),
    attack("two minefields", "B28.4", "A1, A2", "mines", "A1", "minefield(ap) 12 B28.4",
           BOTH[0], 'minefield("A1",ap,12,hidden)'),
    attack("a vertex of two streets", "Q4.142", PB, "mines", "L12-K13-K12",
           "minefield(ap) unknown Q4.142", *ALL),
    attack("by the one of them", "Q4.142", PB, "mines", "L12-K13-K12, Bypass along L12-K13",
           "minefield(ap) 8 Q4.142", *ALL),
    attack("by the other", "Q4.142", PB, "mines", "L12-K13-K12, Bypass along L12-L13 and L12-K12",
           "minefield(ap) 12 Q4.142", *ALL),
    attack("by either the same", "Q4.142", PB, "mines", "K12-L12-K13",
           "minefield(ap) 12 Q4.142", *ALL),
    attack("a vertex of a street", "Q4.142", f"{ALLEY}, B1", "mines", "A1-A2-B1",
           "minefield(ap) unknown Q4.142", *BOTH),
    attack("past the street", "B28.4", f"{ALLEY}, B1", "mines", "A1-A2-B1, Bypass along A1-B1",
           "minefield(ap) 6 B28.4", *BOTH),
    attack("a vertex of a street, its own the stronger", "Q4.142", ALLEY, "mines", "A2-A1-B1",
           "minefield(ap) 8 Q4.142", *BOTH),
    attack("a vertex of a street at a crest", "Q4.142", f"{SLOPE}, B1 @2", "mines",
           "A2-A1-B1, Bypass along A2-A1", "minefield(ap) 6 Q4.142", *BOTH),
    attack("a vertex of both kinds", "Q4.142", ALLEY, "mines", "A1-A2-B1",
           "minefield(ap) 6 Q4.142 | minefield(at) unknown Q4.142", BOTH[0],
           'minefield("A2",at,3,revealed)'),
    attack("a vertex of no street", "B28.4", "A1 woods, A2, B1", "mines", "A1-A2-B1",
           "minefield(ap) 6 B28.4", *BOTH),
    attack("no mines", "B28.4", "A1, A2", "mines", "A1", "minefield none B28.4"),
]  # fmt: skip

COMBAT = [
    attack(
        "PB41", "Q4.132", "A1 building(stone,1), A2, A1-A2 narrow_street(paved)", 'cc("A1")', "A2",
        "street_fighting applies Q4.132", ON_STREET,
    ),
    attack("PB41 in the street", "A11.8", ALLEY, 'cc("A1")', "A2", ELSEWHERE, ON_STREET),
    attack(
        "PB41 upstairs", "A11.8", "A1 building(stone,1) level(1), A2, A1-A2 narrow_street(paved)",
        'cc("A1h1")', "A2", ELSEWHERE, ON_STREET,
    ),
    attack(
        "Rail Cars", "FB6.27", f"{CARS}, A1-A2 narrow_street(paved)", 'cc("A1")', "A2",
        "street_fighting applies FB6.27", ON_STREET,
    ),
    attack(
        "Wrecked", "A11.8", f"{CARS}, A1-A2 narrow_street(paved)", 'cc("A1")', "A2", ELSEWHERE,
        ON_STREET, WRECKED,
    ),
    attack("PB41 CMG", "Q4.132", ALLEY, "cmg", "A1", "drm(cmg) 1 Q4.132", ON_STREET),
    attack("CMG elsewhere", "Q4.132", ALLEY, "cmg", "A1", "cmg unknown Q4.132"),
    attack(
        "SMOKE in the street", "Q4.131", ALLEY, 'small_arms("B1")', "A1-A2-B1",
        "line unknown Q4.131 | smoke unknown Q4.131", 'smoke("A1",2)',
    ),
    attack("no SMOKE there", "", ALLEY, 'small_arms("B1")', "A1-A2-B1", ""),
]  # fmt: skip

STAIRS = "tem(building(stone,1)) 3 B23.3 | tem 3 A2.4"
CELLARS = [
    attack("O618", "O6.4", MAP, DUG, "D25", f"area_fire halved O6.4 | {LEVEL} | {SIDE}",
           "us_number(3)"),
    attack("O618 less", "O6.4", MAP, DUG, "D25", f"area_fire none O6.4 | {LEVEL} | {SIDE}",
           "us_number(2)"),
    attack(
        "O618 Cellar", "O6.4", MAP, DUG, "B25/cellar",
        f"area_fire none O6.4 | {LEVEL} | tem(cellar) 4 O6.11", "us_number(3)",
    ),
    attack(
        "O618 up the stairs", "O6.4", MAP, DUG, "C25", f"area_fire none O6.4 | {LEVEL} | {STAIRS}",
        "us_number(3)",
    ),
    attack(
        "O618 one building", "O6.4", ROW, 'small_arms("A1/cellar")', "A3/cellar",
        f"area_fire unknown O6.4 | {LEVEL} | line unknown O6.3 | tem(cellar) 4 O6.11",
        "us_number(3)",
    ),
    attack(
        "O618 no line within one building", "A6.8 A6.2", MAP, DUG, "C23",
        "attack impossible A6.2 | attack impossible A6.8", "us_number(3)",
    ),
    attack("O618 not told", "O6.4", MAP, DUG, "D25", f"area_fire unknown O6.4 | {LEVEL} | {SIDE}"),
    attack(
        "SMOKE above", "O6.8", MAP, DUG, "D25",
        f"area_fire none O6.4 | {LEVEL} | hindrance(smoke) 2 O6.8 | out_of_smoke 0 O6.8"
        f" | {SIDE}",
        "us_number(2)", 'smoke("C25",2)',
    ),
    attack(
        "SMOKE, to a Cellar", "O6.8", MAP, DUG, "B25/cellar",
        f"area_fire none O6.4 | {LEVEL} | out_of_smoke 0 O6.8 | tem(cellar) 4 O6.11",
        "us_number(2)", 'smoke("C25",2)',
    ),
    attack(
        "SMOKE, to an upper level", "O6.8", HOUSES, 'small_arms("A2/cellar")', "A4h1",
        f"area_fire none O6.4 | {LEVEL} | out_of_smoke 0 O6.8 | hindrance(smoke) unknown O6.8"
        f" | line unknown O6.8 | {STAIRS}",
        "us_number(2)", 'smoke("A2",2)',
    ),
    attack(
        "SMOKE before a Cellar", "O6.8", HOUSES, 'small_arms("A3")', "A2/cellar",
        "hindrance(smoke) 2 O6.8 | tem(cellar) 4 O6.11", 'smoke("A2",2)',
    ),
    attack(
        "SMOKE on the way", "A24.2", "A1:A4", 'small_arms("A4")', "A1",
        "hindrance(smoke) 2 A24.2", 'smoke("A2",2)',
    ),
    attack(
        "SMOKE on the way and before the firer", "A24.2 A24.8", "A1:A4", 'small_arms("A4")', "A1",
        "hindrance(smoke) 4 A24.2 | hindrance(smoke) 4 A24.8 | out_of_smoke 1 A24.8",
        'smoke("A2",2)', 'smoke("A4",2)',
    ),
    attack(
        "SMOKE and its way out, six in all", "B.10 A24.8", "A1:A4", 'small_arms("A4")', "A1",
        "attack impossible B.10", 'smoke("A2",2)', 'smoke("A4",3)',
    ),
    attack(
        "SMOKE, five in all", "B.10", "A1:A4, A2 brush", 'small_arms("A4")', "A1",
        "hindrance 1 A6.7 | hindrance(smoke) 4 A24.2", 'smoke("A2",2)', 'smoke("A3",2)',
    ),
    attack(
        "SMOKE and brush, six in all", "B.10", "A1:A4, A2 brush", 'small_arms("A4")', "A1",
        "attack impossible B.10", 'smoke("A2",2)', 'smoke("A3",3)',
    ),
    attack(
        "SMOKE on both sides of a hexside", "A6.7", FLOWER, 'small_arms("A2")', "C2",
        "hindrance(smoke) 3 A24.2", 'smoke("B1",2)', 'smoke("B2",3)',
    ),
    attack(
        "SMOKE before a vertex", "A24.2", FLOWER, 'small_arms("A4")', "B2-A2-A3",
        "hindrance(smoke) 2 A24.2", 'smoke("A3",2)',
    ),
    attack(
        "SMOKE behind a vertex", "", FLOWER, 'small_arms("A4")', "B2-A2-A3", "", 'smoke("B1",2)',
    ),
    attack(
        "out of SMOKE at a vertex", "A24.8", FLOWER, 'small_arms("B2-A2-A3")', "A4",
        "hindrance(smoke) 2 A24.8 | out_of_smoke 1 A24.8", 'smoke("B2",2)',
    ),
    attack("SMOKE beside", "", "A1:A4, B1", 'small_arms("A4")', "A1", "", 'smoke("B1",2)'),
    attack(
        "SMOKE far below", "", "A1 @6, A2, A3 @6", 'small_arms("A3")', "A1", "", 'smoke("A2",2)',
    ),
    attack(
        "SMOKE elsewhere", "A24.8", "A1, A2", 'small_arms("A2")', "A1",
        "hindrance(smoke) 2 A24.8 | out_of_smoke 1 A24.8", 'smoke("A2",2)',
    ),
]  # fmt: skip


def wrecking(most: int) -> str:
    """Write that Rail Cars are Wrecked on a dr of ``most`` or less."""
    drs = [f"wreck_dr {n}: {'wrecked' if n <= most else 'nothing'} FB6.29" for n in range(1, 7)]
    return " | ".join([*drs, "if_wrecked(occupants) eliminated FB6.29"])


RAIL_CARS = [
    attack("Case A", "FB6.24", CARS, 'ca_change("A1")', "A2", "case_a doubled FB6.24"),
    attack("Case A elsewhere", "C5.1", "A1, A2", 'ca_change("A1")', "A2", "case_a unknown C5.1"),
    attack("Blaze", "FB6.21", CARS, "spreading_fire", "A1", "spreading_fire 9 FB6.21"),
    attack(
        "Blaze in a wreck", "FB6.291", CARS, "spreading_fire", "A1", "burnt_out debris FB6.291",
        WRECKED,
    ),
    attack("Blaze elsewhere", "B25.6", "A1, A2", "spreading_fire", "A1",
           "spreading_fire unknown B25.6"),
    attack(
        "stone falls", "FB6.26", CARS, "falling_rubble(stone)", "A1", "becomes rubble(stone) FB6.26"
    ),
    attack("wood falls", "FB6.26", CARS, "falling_rubble(wood)", "A1", "becomes unknown FB6.26"),
    attack("Sighting TC", "FB6.28", CARS, "aerial_sighting", "A1", "drm(sighting) 2 FB6.28"),
    attack(
        "Sighting TC in Bypass", "FB6.28", CARS, "aerial_sighting", "A1", "drm(sighting) 0 FB6.28",
        'in_bypass("A1")',
    ),
    attack(
        "Sighting TC at a hexside", "FB6.28", CARS, "aerial_sighting", "A1-A2",
        "drm(sighting) 0 FB6.28",
    ),
    attack(
        "Sighting TC, Wrecked", "FB6.28", CARS, "aerial_sighting", "A1", "drm(sighting) 0 FB6.28",
        WRECKED,
    ),
    attack("HE", "FB6.29", CARS, "he", "A1", wrecking(2), "calibre(70)", "kia(2)"),
    attack(
        "HE on an AFV", "FB6.29", CARS, "he", "A1",
        f"{wrecking(1)} | if_wrecked(afv(tank1)) bog_check FB6.29",
        "calibre(76)", "kia(1)", "in_its_mph(tank1)",
    ),
    attack(
        "small HE", "FB6.29", CARS, "he", "A1", "rail_cars safe FB6.29", "calibre(69)", "kia(2)"
    ),
    attack("HE without a KIA", "FB6.29", CARS, "he", "A1", "wreck_dr unknown FB6.29", "calibre(76)"),
    attack("HE on a wreck", "B24.11", CARS, "he", "A1", "rubble unknown B24.11", "calibre(76)", "kia(2)",
           WRECKED),
    attack("Bombardment", "FB6.29", CARS, "bombardment", "A1", "morale 9 FB6.29"),
    attack("Bombardment elsewhere", "C1.8", "A1, A2", "bombardment", "A1", "morale unknown C1.8"),
]  # fmt: skip


@pytest.mark.parametrize(ATTACK, [*MINES, *COMBAT, *CELLARS, *RAIL_CARS])
def test_attacks(
    board: str, attack: str, target: str, given: tuple[str, ...], expected: list[str]
) -> None:
    assert worked(board, attack, target, given) == expected
