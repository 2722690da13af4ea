"""Cases of cover: TEM by terrain, fortifications, Cellars, Rail Cars, depressions, roadblocks."""

from __future__ import annotations

import pytest

from tests.case_rows import ATTACK, attack, worked

FIRE = 'small_arms("A2")'
MAP = "barricades"
GULLY = "A1 gully@-2, A2"
CHURCH = "A1 building(stone,1) level(1) feature(dot(white_cross)), A2 building(stone,1), A3:A4"
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

ON_BANK = "A1:A6, A3 emrr@1"
FAR = 'small_arms("A4")'

LINES = [
    attack("wall", "B9.3", "A1:A4, A1-A2 wall", FAR, "A1", "tem(wall) 2 B9.3"),
    attack("hedge", "B9.3", "A1:A4, A1-A2 hedge", FAR, "A1", "tem(hedge) 1 B9.3"),
    attack(
        "hedge and woods", "B9.32", "A1 woods, A2:A4, A1-A2 hedge", FAR, "A1",
        "tem 1 B9.32 | tem(hedge) 1 B9.3 | tem(woods) 1 B13.3",
    ),
    attack("wall of the firer", "", "A1:A4, A3-A4 wall", FAR, "A1", ""),
    attack("wall between", "B9.2", "A1:A4, A2-A3 wall", FAR, "A1", "attack impossible B9.2"),
    attack("wall below", "", "A1:A3 @2, A4 @2, A1 @2, A2 @2, A1-A2 wall", "indirect", "A1", ""),
    attack(
        "ADJACENT over a wall", "B9.32", "A1, A2, A1-A2 wall", FIRE, "A1",
        "tem(wall) unknown B9.32",
    ),
    attack(
        "with Wall Advantage", "B9.32", "A1, A2, A1-A2 wall", FIRE, "A1", "tem(wall) 2 B9.32",
        'holds_advantage("A1")',
    ),
    attack(
        "against Wall Advantage", "B9.32", "A1, A2, A1-A2 wall", FIRE, "A1", "tem(wall) 0 B9.32",
        'holds_advantage("A2")',
    ),
    attack(
        "fire from a cupola over its wall", "O.7 B9.32", "A1:A2, A1-A2 wall", 'small_arms("A1")',
        "A2", "tem(wall) 0 B9.32", 'is_cupola("A1")',
    ),
    attack(
        "fire at a cupola behind its wall", "B9.32", "A1:A2, A1-A2 wall", 'small_arms("A1")', "A2",
        "tem(wall) 2 B9.32", 'is_cupola("A2")',
    ),
    attack(
        "fire at a cupola by who claims its wall", "B9.32", "A1:A2, A1-A2 wall",
        'small_arms("A1")', "A2", "tem(wall) 2 B9.32", 'is_cupola("A2")', 'holds_advantage("A1")',
    ),
    attack(
        "fire at a shocked cupola", "B9.32", "A1:A2, A1-A2 wall", 'small_arms("A1")', "A2",
        "tem(wall) unknown B9.32", 'is_cupola("A2")', "cupola_crew(shocked)",
    ),
    attack(
        "fire from a stunned cupola", "B9.32", "A1:A2, A1-A2 wall", 'small_arms("A1")', "A2",
        "tem(wall) unknown B9.32", 'is_cupola("A1")', "cupola_crew(stunned)",
    ),
    attack(
        "fire from cupola to cupola", "B9.32", "A1:A2, A1-A2 wall", 'small_arms("A1")', "A2",
        "tem(wall) unknown B9.32", 'is_cupola("A1")', 'is_cupola("A2")',
    ),
    attack(
        "from above over a wall", "B9.3", "A1:A2, A3 @4, A1-A2 wall", 'small_arms("A3")', "A1",
        "tem(wall) unknown B9.3",
    ),
    attack(
        "wall and woods", "B9.3 B9.32", "A1:A4, A1 woods, A1-A2 wall", FAR, "A1",
        "tem(wall) 2 B9.3 | tem(woods) 1 B13.3 | tem unknown B9.32",
    ),
    attack("no line", "A6.2", "A1:A4, A2 woods", FAR, "A1", "attack impossible A6.2"),
    attack("no line to a house", "A6.2", "A1:A4, A1 building(stone,0), A2 woods", FAR, "A1",
           "attack impossible A6.2"),
    attack("to a house without a line", "B23.3 A2.4", "A1:A4, A1 building(stone,0), A2 woods",
           "indirect", "A1", "tem(building(stone,0)) 3 B23.3 | tem 3 A2.4"),
    attack("hindered", "A6.7", "A1:A4, A2 brush, A3 grain", FAR, "A1", "hindrance 2 A6.7"),
    attack("given in Bypass", "A4.3", "A1 building(stone,1), A2:A4", FIRE, "A1", "", 'in_bypass("A1")'),
    attack("given in Bypass of Rail Cars", "A4.3", "A1 rail_cars, A2:A4", "indirect", "A1", "",
           'in_bypass("A1")'),
    attack("Height Advantage", "B10.31", "A1 @2, A2:A4", FIRE, "A1", "height_advantage 1 B10.31"),
    attack(
        "Height Advantage in woods", "", "A1 woods@2, A2:A4", FIRE, "A1",
        "tem(woods) 1 B13.3 | tem 1 A2.4",
    ),
    attack(
        "Height Advantage, or a hedge", "B10.31", "A1 @2, A2:A4, A1-A2 hedge", FIRE, "A1",
        "tem(hedge) unknown B9.32 | height_advantage unknown B10.31",
    ),
    attack(
        "Height Advantage against Wall Advantage", "B10.31 B9.32", "A1 @2, A2:A4, A1-A2 hedge",
        FIRE, "A1", "tem(hedge) 0 B9.32 | height_advantage 1 B10.31", 'holds_advantage("A2")',
    ),
    attack(
        "a wall on a hill", "B9.3", "A1 @2, A2:A4, A1-A2 wall", FAR, "A1", "tem(wall) 2 B9.3",
    ),
    attack(
        "Height Advantage at a vertex", "B10.31", "A1 @2, A2:A4, B1:B2", FAR, "A1-B1-A2",
        "height_advantage 1 B10.31",
    ),
    attack("to a vertex", "A6.7", "A1:A4, B1:B4, A3 brush", FAR, "A1-A2-B1", "hindrance 1 A6.7"),
    attack("from a vertex", "A6.7", "A1:A4, B1:B4, A3 brush", 'small_arms("A1-A2-B1")', "A4",
           "hindrance 1 A6.7"),
    attack("no line to a vertex", "A6.2", "A1:A4, B1:B4, A2 woods, A3 woods", FAR, "A1-A2-B1",
           "attack impossible A6.2"),
    attack("to a Steeple", "Q4.2", CHURCH, FAR, "A1/steeple",
           "tem(building(stone,1)) 3 B23.3 | tem 3 A2.4"),
    attack("no line beneath a Steeple", "A6.2", CHURCH, FAR, "A1", "attack impossible A6.2"),
    attack("into a sewer", "B8.2", "A1 feature(manhole), A2", FIRE, "A1/sewer",
           "attack impossible B8.2"),
    attack("over Rail Cars", "FB6.21", "A1 @2, A2 rail_cars, A3", 'small_arms("A1")', "A3",
           "attack impossible A6.2"),
    attack("over Wrecked Rail Cars", "FB6.291", "A1 @2, A2 rail_cars, A3", 'small_arms("A1")',
           "A3", "", 'wrecked("A2")'),
    attack("a wreck on an embankment", "FB6.12421", "A1, A2 emrr@1, A3:A4", FAR, "A2",
           "tem(wreck) 1 FB6.12421", 'wreck("A2")'),
    attack("a wreck in the open", "D9.3", "A1:A4", FAR, "A1", "tem(wreck) 1 D9.3", 'wreck("A1")'),
    attack("a vehicle in the open, both", "D9.3", "A1:A4", FAR, "A1",
           "tem(wreck) 1 D9.3 | tem(afv) 1 D9.3 | tem 1 D9.3", 'wreck("A1")', 'afv("A1")'),
    attack("a wreck in woods", "D9.3", "A1:A4, A1 woods", FAR, "A1",
           "tem(wreck) 1 D9.3 | tem(woods) 1 B13.3 | tem unknown D9.3", 'wreck("A1")'),
    attack("a wreck and Indirect Fire", "D9.3", "A1:A4", "indirect", "A1",
           "tem(wreck) unknown D9.3", 'wreck("A1")'),
    attack("a wreck beside a trench", "B27.3", "A1:A4", FAR, "A1/trench",
           "tem(entrenchment) 2 B27.3", 'wreck("A1")', 'trench("A1")'),
    attack("over a wreck on an embankment", "FB6.12421", "A1, A2 emrr@1, A3:A4", FAR, "A1",
           "hindrance 1 A6.7 | tem(emrr) 1 FB6.124 | hull_down possible FB6.124", 'wreck("A2")'),
    attack("past a wreck below", "FB6.12421", "A1 emrr@1, A2, A3 emrr@1", 'small_arms("A3")',
           "A1", "", 'wreck("A2")'),
    attack("up on the hill from it", "", "A1 @2, A2:A4", 'small_arms("A1")', "A2", ""),
    attack(
        "on an embankment", "FB6.1241", "A1:A2, A3 emrr@3", 'small_arms("A1")', "A3",
        "height_advantage 1 FB6.1241",
    ),
    attack("half a level up", "", ON_BANK, 'small_arms("A2")', "A3", ""),
    attack(
        "at the foot of an embankment", "FB6.124", ON_BANK, 'small_arms("A5")', "A2",
        "tem(emrr) 1 FB6.124 | hull_down possible FB6.124",
    ),
    attack(
        "at its foot, Indirect Fire", "FB6.124", ON_BANK, "indirect", "A2", "tem(emrr) 0 FB6.124"
    ),
    attack("away from it", "", ON_BANK, 'small_arms("A1")', "A2", ""),
    attack(
        "Emplaced behind it", "FB6.1233", ON_BANK, 'small_arms("A5")', "A2",
        "attack impossible FB6.1233", 'emplaced("A2")',
    ),
    attack(
        "Emplaced behind it, seen from its height", "C11.2", "A1:A2, A3:A5 emrr@1",
        'small_arms("A5")', "A2", "tem(emplacement) 2 C11.2", 'emplaced("A2")',
    ),
    attack("Emplaced in a house", "C11.2", "A1 building(stone,1), A2", "indirect", "A1",
           "tem(building(stone,1)) 3 B23.3 | tem(emplacement) unknown C11.2",
           'emplaced("A1")'),
    attack("given as entrenched", "B27.3", "A1:A4", FAR, "A1", "tem(entrenchment) 2 B27.3",
           'entrenched("A1")'),
    attack("entrenched elsewhere", "B27.3", "A1:A4", FAR, "A1", "", 'entrenched("A2")'),
    attack("foxhole", "B27.3", "A1:A4", FAR, "A1/foxhole", "tem(entrenchment) 2 B27.3",
           'foxhole("A1")'),
    attack("trench, Indirect Fire", "B27.3", "A1:A4", "indirect", "A1/trench",
           "tem(entrenchment) 4 B27.3", 'trench("A1")'),
    attack("foxhole, Residual FP", "B27.3", "A1:A4", "residual", "A1/foxhole",
           "tem(entrenchment) unknown B27.3", 'foxhole("A1")'),
    attack(
        "foxhole in woods", "B27.3 B13.3", "A1:A4, A1 woods", FAR, "A1/foxhole",
        "tem(entrenchment) 2 B27.3 | tem(woods) 1 B13.3 | tem unknown B27.3", 'foxhole("A1")',
    ),
    attack("foxhole behind a wall", "B9.21", "A1:A4, A1-A2 wall", FAR, "A1/foxhole",
           "attack impossible B9.21", 'foxhole("A1")'),
    attack("foxhole behind a wall, from above", "B27.3 B9.3", "A1:A3, A4 @2, A1-A2 wall", FAR,
           "A1/foxhole", "tem(entrenchment) 2 B27.3 | tem(wall) unknown B9.3", 'foxhole("A1")'),
]  # fmt: skip

ROWS = [
    attack("open", "", "A1, A2", FIRE, "A1", ""),
    attack("mines", "B28.4", "A1 woods, A2", "mines", "A1", "minefield none B28.4"),
    attack("no Cellar", "A2.8", "A1, A2", FIRE, "A1/cellar", "location none A2.8"),
    attack("from no roof", "A2.8", "A1, A2", 'ordnance("A2/rooftop")', "A1", "location none A2.8"),
    attack("on a roof", "B23.8", "A1 building(stone,1), A2", FIRE, "A1/rooftop", "tem unknown B23.8"),
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
        "Wrecked Rail Cars", "FB6.291 B24.3 A2.4", "A1 rail_cars, A2", FIRE, "A1",
        "tem(rubble(wood)) 2 B24.3 | tem 2 A2.4", 'wrecked("A1")',
    ),
    attack(
        "Fortified", "B23.9 B23.3 A2.4", "A1 building(stone,1), A2", FIRE, "A1",
        "tem(building(stone,1)) 3 B23.3 | tem(fortified) 1 B23.9 | tem 4 A2.4", 'fortified("A1")',
    ),
    attack("O620", "O6.11", MAP, 'small_arms("D25")', "C25/cellar", "tem(cellar) 4 O6.11"),
    attack(
        "O620 wood", "O6.11",
        "map_rule(cellars), A1 building(wood,1), A2 building(wood,1), A3, A1-A2 building_side",
        'small_arms("A3")', "A2/cellar",
        "tem(cellar) 3 O6.11",
    ),
    attack(
        "O611", "O6.3", MAP, 'small_arms("C25/cellar")', "D25",
        "height_advantage 0 O6.3 | area_fire none O6.4 | tem(wall) unknown B9.32", "us_number(2)",
    ),
    attack(
        "from a Cellar at a higher hex", "O6.3 B10.31",
        "map_rule(cellars), A1:A2 building(stone,1), A3, A4 @2, A1-A2 building_side",
        'small_arms("A2/cellar")', "A4",
        "height_advantage 1 B10.31 | area_fire none O6.4", "us_number(2)",
    ),
    attack(
        "shellholes", "B2.4", "A1 shellholes, A2", FIRE, "A1", "tem(shellholes) 1 B2.4 | tem 1 A2.4",
        'took_cover("A1",shellholes)',
    ),
    attack(
        "shellholes not paid for", "A4.6", "A1 shellholes, A2", FIRE, "A1", "drm(ffmo) -1 A4.6",
        "moving",
    ),
    attack(
        "in shellholes, not moving", "B2.4", "A1 shellholes, A2", FIRE, "A1",
        "tem(shellholes) unknown B2.4",
    ),
    attack(
        "in a trench in shellholes", "B27.3", "A1 shellholes, A2", FIRE, "A1/trench",
        "tem(entrenchment) 2 B27.3", 'trench("A1")',
    ),
    attack(
        "moving over a road in woods", "O.1", "A1 woods, A2, A1-A2 road(dirt)", FIRE, "A1",
        "tem(woods) unknown O.1 | drm(ffmo) unknown A10.531", "moving",
    ),
    attack(
        "moving beside a road in woods", "B13.3", "A1 woods, A2, A1-A2 road(dirt)", FIRE, "A1",
        "tem(woods) 1 B13.3 | tem 1 A2.4 | drm(ffmo) 0 A4.6", "moving", 'took_cover("A1",woods)',
    ),
    attack(
        "waiting in woods with a road", "B13.3", "A1 woods, A2, A1-A2 road(dirt)", FIRE, "A1",
        "tem(woods) 1 B13.3 | tem 1 A2.4",
    ),
    attack("Snap Shot in woods", "A8.15", "A1 woods, A2", 'snap_shot("A2")', "A1",
           "tem(woods) unknown A8.15"),
    attack("Snap Shot in the open", "A2.4", "A1, A2", 'snap_shot("A2")', "A1", ""),
    attack("Snap Shot at a Fortified Building", "A8.15 A10.531", "A1 building(stone,0), A2",
           'snap_shot("A2")', "A1",
           "tem(building(stone,0)) unknown A8.15 | drm(ffmo) unknown A10.531", "moving",
           'fortified("A1")'),
    attack(
        "shellholes at the Crest", "O.3A", "A1 gully@-2 shellholes, A2", FIRE, "A1/CRA2",
        "tem(entrenchment) 2 B20.9 | tem(shellholes) 0 O.3A",
    ),
    attack("Crest", "B20.9", GULLY, FIRE, "A1/CRA2", "tem(entrenchment) 2 B20.9"),
    attack("Crest, from behind", "B20.9", "A1, A2 gully@-2, A3", 'small_arms("A1")', "A2/CRA3",
           "tem(entrenchment) unknown B20.9"),
    attack("Crest, Indirect Fire", "B20.9", GULLY, "indirect", "A1/CRA2",
           "tem(entrenchment) unknown B20.9"),
    attack("Crest, no line", "A6.2", "A1 gully@-2, A2:A3, A3 woods, A4", FAR, "A1/CRA2",
           "attack impossible A6.2"),
    attack(
        "Crest over rubble", "O.3", GULLY, FIRE, "A1/CRA2",
        "tem(entrenchment) 0 O.3 | tem(rubble(stone)) 3 O.3", 'rubble("A1",stone)',
    ),
]  # fmt: skip

TWO_STREETS = f"{ALLEY}, A2-B1 narrow_street(paved)"
TWO_BLOCKS = ('roadblock("A1","A2")', 'roadblock("A2","B1")')
YES, NO = "tem(roadblock) 2 Q4.141", "tem(roadblock) 0 Q4.141"
STONE = "tem(building(stone,0)) 3 B23.3 | tem 3 A2.4"

STREET = "B1:B6, C1:C6, D1:D6, C3-C4 narrow_street(paved), C3-D3 narrow_street(paved)"
STREET_BLOCKS = ('roadblock("C3","C4","B3")', 'roadblock("C3","D3")')
ROAD, ROAD_BLOCK = "A1:A4, A1-A2 road(paved)", 'roadblock("A1","A2")'

ROADBLOCKS = [
    attack("PB10", "Q4.141", PB, 'small_arms("K12")', "L12", f"{NO} | {STONE}", BLOCK),
    attack("PB17", "Q4.141", PB, 'snap_shot("K12")', "L12-K13-L13", YES, BLOCK),
    attack("PB18", "Q4.141", PB, 'snap_shot("L12-K13-K12")', "L12-K13-L13", YES, BLOCK),
    attack("PB19", "Q4.141", PB, 'snap_shot("L13")', "L12-K13-L13", NO, BLOCK),
    attack("PB20", "Q4.141", PB, 'snap_shot("K12")', "L12-K13-K12", NO, BLOCK),
    attack("PB21 L13", "Q4.141", PB, 'small_arms("L13")', "L12-K12-K13", YES, BLOCK),
    attack("PB21 M13", "Q4.141 A4.34", PB, 'ordnance("M13")', "L12-K12-K13",
           f"{YES} | line unknown A4.34", BLOCK),
    attack("PB21 K12", "Q4.141", PB, 'small_arms("K12")', "L12-K12-K13", NO, BLOCK),
    attack("PB22", "Q4.141", PB, "indirect", "L12-K12-K13", NO, BLOCK),
    attack("PB22 Residual FP", "Q4.141", PB, "residual", "L12-K12-K13", NO, BLOCK),
    attack("beyond", "Q4.141", PB, 'small_arms("L13")', "K12", "attack impossible Q4.141", BLOCK),
    attack(
        "of two the nearer", "Q4.141", TWO_STREETS, 'small_arms("A2-A1-B1")', "A1-A2-B1", NO,
        *TWO_BLOCKS,
    ),
    attack(
        "of two one protects", "Q4.141", PB, 'small_arms("L13")', "L12-K12-K13", YES, BLOCK,
        'roadblock("K12","L12","K13")',
    ),
    attack(
        "against Indirect Fire neither", "Q4.141", PB, "indirect", "L12-K12-K13", NO, BLOCK,
        'roadblock("K12","L12","K13")',
    ),
    attack("no line to the vertex", "A6.2", f"{STREET}, A1:A6, B3 woods", 'small_arms("A3")', "C3-C4-D3",
           "attack impossible A6.2", STREET_BLOCKS[0]),
    attack("through its end alone", "Q4.141", STREET, 'small_arms("B1")', "C3-C4-D3",
           "tem(roadblock) unknown Q4.141", *STREET_BLOCKS),
    attack("the first of two", "Q4.141", STREET, 'small_arms("B3")', "C3-C4-D3", YES,
           *STREET_BLOCKS),
    attack("the second of two", "Q4.141", STREET, 'small_arms("D2")', "C3-C4-D3", YES,
           *STREET_BLOCKS),
    attack("neither of two", "Q4.141", STREET, 'small_arms("C5")', "C3-C4-D3", NO,
           *STREET_BLOCKS),
    attack("from vertex to vertex of one hex", "Q4.141", STREET, 'small_arms("C3-C4-B3")',
           "C3-C4-D3", YES, STREET_BLOCKS[0]),
    attack("the same vertex of both hexes", "Q4.141", STREET, 'small_arms("C3-C4-D3")',
           "C4-C3-D3", NO, STREET_BLOCKS[0]),
    attack("from a level above", "Q4.141", f"{STREET}, B3 @2", 'small_arms("B3")', "C3-C4-D3",
           "tem(roadblock) unknown Q4.141", STREET_BLOCKS[0]),
    attack("at another vertex of its hex", "Q4.141", STREET, 'small_arms("B3")', "C3-D2-D3",
           "line unknown Q4.141 | tem(roadblock) unknown Q4.141", STREET_BLOCKS[0]),
    attack("at a crest line", "Q4.141", f"{STREET}, C3 @2", 'small_arms("B3")', "C3-C4-D3",
           "tem(roadblock) 2 Q4.141", STREET_BLOCKS[0]),
    attack("on a hexside", "B29.2 B9.3", ROAD, FAR, "A1", "tem(roadblock) 2 B9.3", ROAD_BLOCK),
    attack("on a hexside, ADJACENT", "B29.2 B9.32", ROAD, FIRE, "A1",
           "tem(roadblock) unknown B9.32", ROAD_BLOCK),
    attack("on a hexside, beside the line", "", ROAD, FAR, "A2", "", ROAD_BLOCK),
    attack("CC", "A11.1", PB, 'cc("L13")', "L12-K12-K13", "cc unknown A11.1", BLOCK),
    attack(
        "no vertex told", "Q4.141", ALLEY, 'small_arms("B1")', "A1", NO, 'roadblock("A2","A1")'
    ),
    attack(
        "on a road", "", "A1, A2, B1, A1-A2 road(paved)", 'small_arms("B1")', "A1", "",
        'roadblock("A1","A2")',
    ),
]  # fmt: skip


@pytest.mark.parametrize(ATTACK, [*TERRAIN, *LINES, *ROWS, *ROADBLOCKS])
def test_cover(
    board: str, attack: str, target: str, given: tuple[str, ...], expected: list[str]
) -> None:
    assert worked(board, attack, target, given) == expected
