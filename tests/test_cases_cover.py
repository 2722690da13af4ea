"""Cases of cover: TEM by terrain, fortifications, Cellars, Rail Cars, depressions, roadblocks."""

from __future__ import annotations

import pytest

from .case_rows import ATTACK, attack, worked

FIRE = 'small_arms("A2")'
MAP = "barricades"
GULLY = "A1 gully@-2, A2"
BLOCK = 'roadblock("L12","K13","K12")'
PB = "pegasus"
ALLEY = "A1, A2, B1, A1-A2 narrow_street(paved)"

TERRAIN = [
    attack(name, f"{number} A2.4", f"A1 {term}, A2", FIRE, "A1",
           f"tem({term}) {tem} {number} | tem {tem} A2.4")
    for name, number, term, tem in (
        ("woods", "B13.3", "woods", 1),
        ("pine woods", "B13.3", "pine_woods", 1),
        ("crag", "B17.3", "crag", 1),
        ("graveyard", "B18.3", "graveyard", 1),
        ("debris", "O1.3", "debris", 1),
        ("stone", "B23.3", "building(stone,2)", 3),
        ("wood", "B23.3", "building(wood,0)", 2),
        ("church", "B23.3", "building_of_unknown_height(stone)", 3),
        ("wooden church", "B23.3", "building_of_unknown_height(wood)", 2),
        ("pile", "B24.3", "rubble_pile(stone,1)", 3),
        ("wooden pile", "B24.3", "rubble_pile(wood,2)", 2),
        ("Rail Cars", "FB6.21", "rail_cars", 2),
    )
]  # fmt: skip

ROWS = [
    attack("open", "", "A1, A2", FIRE, "A1", ""),
    attack("mines", "", "A1 woods, A2", "mines", "A1", ""),
    attack("no Cellar", "A2.8", "A1, A2", FIRE, "A1/cellar", "location none A2.8"),
    attack("from no roof", "A2.8", "A1, A2", 'ordnance("A2/rooftop")', "A1", "location none A2.8"),
    attack("on a roof", "", "A1 building(stone,1), A2", FIRE, "A1/rooftop", ""),
    attack(
        "upstairs", "B23.3 A2.4", "A1 building(wood,1) level(1), A2", FIRE, "A1h1",
        "tem(building(wood,1)) 2 B23.3 | tem 2 A2.4",
    ),
    attack(
        "A208", "A2.4 B13.3 B23.3", "A1 building(wood,1) woods, A2", FIRE, "A1",
        "tem(building(wood,1)) 2 B23.3 | tem(woods) 1 B13.3 | tem 3 A2.4",
    ),
    attack(
        "two buildings", "A2.4 B23.3", "A1 building(wood,1) building(stone,1), A2", FIRE, "A1",
        "tem(building(stone,1)) 3 B23.3 | tem 3 A2.4",
    ),
    attack(
        "debris counter", "O1.3 A2.4", "A1, A2", FIRE, "A1", "tem(debris) 1 O1.3 | tem 1 A2.4",
        'debris("A1")',
    ),
    attack(
        "stone rubble", "B24.3 A2.4", "A1, A2", FIRE, "A1",
        "tem(rubble(stone)) 3 B24.3 | tem 3 A2.4", 'rubble("A1",stone)',
    ),
    attack(
        "wooden rubble", "B24.3 A2.4", "A1, A2", FIRE, "A1",
        "tem(rubble(wood)) 2 B24.3 | tem 2 A2.4", 'rubble("A1",wood)',
    ),
    attack(
        "Wrecked Rail Cars", "FB6.291 A2.4", "A1 rail_cars, A2", FIRE, "A1",
        "tem(rubble(wood)) 2 FB6.291 | tem 2 A2.4", 'wrecked("A1")',
    ),
    attack(
        "Fortified", "B23.9 B23.3 A2.4", "A1 building(stone,1), A2", FIRE, "A1",
        "tem(building(stone,1)) 3 B23.3 | tem(fortified) 1 B23.9 | tem 4 A2.4", 'fortified("A1")',
    ),
    attack("O620", "O6.11", MAP, 'small_arms("D25")', "C25/cellar", "tem(cellar) 4 O6.11"),
    attack(
        "O620 wood", "O6.11",
        "map_rule(cellars), A1 building(wood,1), A2 building(wood,1), A3, A1-A2 building_side",
        'small_arms("A3")', "A1/cellar", "tem(cellar) 3 O6.11",
    ),
    attack(
        "O611", "O6.3", MAP, 'small_arms("C25/cellar")', "D25",
        "height_advantage 0 O6.3 | area_fire none O6.4", "us_number(2)",
    ),
    attack(
        "shellholes", "B2.4", "A1 shellholes, A2", FIRE, "A1", "tem(shellholes) 1 B2.4",
        'took_cover("A1",shellholes)',
    ),
    attack("shellholes not paid for", "", "A1 shellholes, A2", FIRE, "A1", ""),
    attack(
        "shellholes at the Crest", "O.3A", "A1 gully@-2 shellholes, A2", FIRE, "A1/CRA2",
        "tem(entrenchment) 2 B20.9 | tem(shellholes) 0 O.3A",
    ),
    attack("Crest", "B20.9", GULLY, FIRE, "A1/CRA2", "tem(entrenchment) 2 B20.9"),
    attack(
        "Crest over rubble", "O.3", GULLY, FIRE, "A1/CRA2",
        "tem(entrenchment) 0 O.3 | tem(rubble(stone)) 3 O.3", 'rubble("A1",stone)',
    ),
]  # fmt: skip

YES, NO = "tem(roadblock) 2 Q4.141", "tem(roadblock) 0 Q4.141"
STONE = "tem(building(stone,0)) 3 B23.3 | tem 3 A2.4"

ROADBLOCKS = [
    attack("PB10", "Q4.141", PB, 'small_arms("K12")', "L12", f"{NO} | {STONE}", BLOCK),
    attack("PB17", "Q4.141", PB, 'snap_shot("K12")', "L12-K13-L13", YES, BLOCK),
    attack("PB18", "Q4.141", PB, 'snap_shot("L12-K13-K12")', "L12-K13-L13", YES, BLOCK),
    attack("PB19", "Q4.141", PB, 'snap_shot("L13")', "L12-K13-L13", NO, BLOCK),
    attack("PB20", "Q4.141", PB, 'snap_shot("K12")', "L12-K13-K12", NO, BLOCK),
    attack("PB21 L13", "Q4.141", PB, 'small_arms("L13")', "L12-K12-K13", YES, BLOCK),
    attack("PB21 M13", "Q4.141", PB, 'ordnance("M13")', "L12-K12-K13", YES, BLOCK),
    attack("PB21 K12", "Q4.141", PB, 'small_arms("K12")', "L12-K12-K13", NO, BLOCK),
    attack("PB22", "Q4.141", PB, "indirect", "L12-K12-K13", NO, BLOCK),
    attack("PB22 Residual FP", "Q4.141", PB, "residual", "L12-K12-K13", NO, BLOCK),
    attack("beyond", "", PB, 'small_arms("L13")', "K12", STONE, BLOCK),
    attack("CC", "", PB, 'cc("L13")', "L12-K12-K13", "", BLOCK),
    attack(
        "no vertex told", "Q4.141", ALLEY, 'small_arms("B1")', "A1", NO, 'roadblock("A2","A1")'
    ),
    attack(
        "on a road", "", "A1, A2, B1, A1-A2 road(paved)", 'small_arms("B1")', "A1", "",
        'roadblock("A1","A2")',
    ),
]  # fmt: skip


@pytest.mark.parametrize(ATTACK, [*TERRAIN, *ROWS, *ROADBLOCKS])
def test_cover(
    board: str, attack: str, target: str, given: tuple[str, ...], expected: list[str]
) -> None:
    assert worked(board, attack, target, given) == expected
