"""Cases of Locations and their features: leaders, Wall Advantage, roadblocks, what is a building."""

from __future__ import annotations

import pytest

from tests.case_rows import ACTION, action, ruled

OPEN = "A1, A2"
WALL = "A1, A2, A1-A2 wall"
HOUSE = "A1 building(stone,1) level(1), A2, A1-A2 wall"
ROAD = "A1, A2, A1-A2 road(paved)"
ALLEY = "A1, A2, B1, A1-A2 narrow_street(paved)"
PLANT = "A1 factory(stone,1), A2"
CARS = "A1 rail_cars, A2"
BLOCK = 'roadblock("L12","K13","K12")'
SLOPED = "A1, A2 woods@2, B1 @2, A1-A2 narrow_street(paved)"
HERE = ('stands_in(hs1,"A1")', 'stands_in(hs2,"A1")')

SCREEN = "A1:A4, A2 woods, A4 brush, B1:B4"

LOCATIONS = [
    action("A123 seen", "A12.3", SCREEN, 'reveals("A1","B2")', "unknown A12.3"),
    action("A123 not seen", "A12.3 A6.2", SCREEN, 'reveals("A1","A4")', "no A6.2"),
    action("A123 in SMOKE", "A12.3", SCREEN, 'reveals("A1","B2")', "unknown A12.3", 'smoke("B1",3)'),
    action("A123 in FFE", "A12.3 C1.57", SCREEN, 'reveals("A1","B2")', "unknown A12.3", 'ffe("B1")'),
    action("A123 a pillbox", "A12.3 B30", SCREEN, 'reveals("B4","B2PicaB1/A2")', "no B30"),
    action("O7 a cupola seen", "O.7", SCREEN, 'reveals("A1","B2")', "no O.7", 'is_cupola("B2")'),
    action("A218", "A2.8", OPEN, "recombines(hs1,hs2)", "no A2.8", *HERE, "inside(hs1,entrenchment)"),
    action(
        "A218 the other", "A2.8", OPEN, "recombines(hs1,hs2)", "no A2.8", *HERE,
        "inside(hs2,entrenchment)",
    ),
    action(
        "A218 in a trench", "A2.8", OPEN, "recombines(hs1,hs2)", "no A2.8",
        'stands_in(hs1,"A1/trench")', 'stands_in(hs2,"A1")', 'trench("A1")',
    ),
    action(
        "both entrenched", "A2.8", OPEN, "recombines(hs1,hs2)", "yes A2.8", *HERE,
        "inside(hs1,entrenchment)", "inside(hs2,entrenchment)",
    ),
    action("together", "A2.8", OPEN, "recombines(hs1,hs2)", "yes A2.8", *HERE),
    action(
        "apart", "A2.8", OPEN, "recombines(hs1,hs2)", "no A2.8",
        'stands_in(hs1,"A1")', 'stands_in(hs2,"A2")',
    ),
    action("nowhere", "A2.8", OPEN, "recombines(hs1,hs2)", "unknown A2.8"),
    action(
        "A219", "A2.8", OPEN, "assists(leader,hs1)", "yes A2.8",
        'stands_in(leader,"A1")', 'stands_in(hs1,"A1")', "inside(leader,entrenchment)",
    ),
    action(
        "A219 in a foxhole", "A2.8", OPEN, "assists(leader,hs1)", "yes A2.8",
        'stands_in(leader,"A1/foxhole")', 'stands_in(hs1,"A1")', 'foxhole("A1")',
    ),
    action(
        "leader upstairs", "A2.8", HOUSE, "assists(leader,hs1)", "no A2.8",
        'stands_in(leader,"A1h1")', 'stands_in(hs1,"A1")',
    ),
    action(
        "leader at the Crest", "A2.8", "A1 gully@-2, A2", "assists(leader,hs1)", "no A2.8",
        'stands_in(leader,"A1/CRA2")', 'stands_in(hs1,"A1")',
    ),
    action("leader in a pillbox", "A2.8", OPEN, "assists(hs1,hs2)", "no A2.8", *HERE,
         "inside(hs1,pillbox)"),
    action("the other in it", "A2.8", OPEN, "assists(hs1,hs2)", "no A2.8", *HERE,
         "inside(hs2,pillbox)"),
    action("both in it", "A2.8", OPEN, "assists(hs1,hs2)", "yes A2.8", *HERE,
         "inside(hs1,pillbox)", "inside(hs2,pillbox)"),
    action("in one pillbox", "A2.8", OPEN, "recombines(hs1,hs2)", "yes A2.8", *HERE,
         "inside(hs1,pillbox)", "inside(hs2,pillbox)"),
    action("down in the street", "Q4.11", SLOPED, "assists(hs1,hs2)", "unknown Q4.11",
         'stands_in(hs1,"A2-A1-B1")', 'stands_in(hs2,"A2")'),
    action("both in the street", "A2.8", SLOPED, "assists(hs1,hs2)", "yes A2.8",
         'stands_in(hs1,"A2-A1-B1")', 'stands_in(hs2,"A2-A1-B1")'),
    action("in Bypass", "A2.8", "A1, A2 woods, B1", "assists(hs1,hs2)", "yes A2.8",
         'stands_in(hs1,"A2-A1-B1")', 'stands_in(hs2,"A2")'),
    action("leader nowhere", "A2.8", OPEN, "assists(leader,hs1)", "unknown A2.8"),
]  # fmt: skip

ADVANTAGE = [
    action("wall", "B9.32", WALL, 'wall_advantage("A1","A2")', "yes B9.32"),
    action("nothing", "B9.32", OPEN, 'wall_advantage("A1","A2")', "no B9.32"),
    action("PB11", "Q4.141", "pegasus", 'wall_advantage("L12","K13")', "no Q4.141", BLOCK),
    action(
        "street roadblock", "Q4.141", ALLEY, 'wall_advantage("A2","A1")', "no Q4.141",
        'roadblock("A1","A2")',
    ),
    action(
        "roadblock on a road", "B29.2", ROAD, 'wall_advantage("A1","A2")', "unknown B29.2",
        'roadblock("A1","A2")',
    ),
    action("Cellar", "O6.3", "barricades", 'wall_advantage("C24/cellar","D24")', "no O6.3"),
    action("above the Cellar", "B9.32", "barricades", 'wall_advantage("C24","D24")', "yes B9.32"),
    action(
        "held by the enemy", "B9.32", WALL, 'wall_advantage("A1","A2")', "no B9.32",
        'holds_advantage("A2")',
    ),
    action("upstairs", "B9.32", HOUSE, 'wall_advantage("A1h1","A2")', "unknown B9.32"),
    action(
        "in a foxhole", "B9.32", WALL, 'wall_advantage("A1/foxhole","A2")', "unknown B9.32",
        'foxhole("A1")',
    ),
    action(
        "below the wall", "B9.6", "A1, A2 @2, A1-A2 wall", 'wall_advantage("A1","A2")', "no B9.6"
    ),
    action(
        "above the wall", "B9.32", "A1, A2 @2, A1-A2 wall", 'wall_advantage("A2","A1")',
        "yes B9.32",
    ),
    action(
        "a Gun in a Cellar with a wall", "O6.3 O.2B", "barricades",
        'wall_advantage("C24/cellar","D24")', "no O.2B O6.3",
        'manning("C24/cellar")', 'fortified("C24/cellar")',
    ),
    action(
        "cupola against the enemy's", "O.7", WALL, 'wall_advantage("A1","A2")', "yes B9.32 O.7",
        'is_cupola("A1")', 'holds_advantage("A2")',
    ),
    action(
        "O09", "O.2B", HOUSE, 'wall_advantage("A1","A2")', "no O.2B",
        'fortified("A1")', 'manning("A1")',
    ),
    action(
        "O09 pillbox", "O.2B", WALL, 'wall_advantage("A1","A2")', "no O.2B",
        'in_pillbox("A1")', 'manning("A1")',
    ),
    action(
        "O09 Gun dropped", "O.2B", HOUSE, 'wall_advantage("A1","A2")', "yes B9.32 O.2B",
        'fortified("A1")',
    ),
    action("not Fortified", "B9.32", HOUSE, 'wall_advantage("A1","A2")', "yes B9.32", 'manning("A1")'),
    action("against a cupola", "O.7", WALL, 'wall_advantage("A2","A1")', "no O.7", 'is_cupola("A1")'),
    action(
        "against an Abandoned cupola", "B9.32", WALL, 'wall_advantage("A2","A1")', "yes B9.32",
        'is_cupola("A1")', "cupola_crew(abandoned)",
    ),
    action(
        "above a cupola", "B9.32", f"{WALL}, A2 @2", 'wall_advantage("A2","A1")', "yes B9.32",
        'is_cupola("A1")',
    ),
    action(
        "entrenched", "B9.32", WALL, 'wall_advantage("A1","A2")', "unknown B9.32", 'entrenched("A1")'
    ),
    action(
        "against the entrenched", "B9.32", WALL, 'wall_advantage("A2","A1")', "yes B9.32",
        'entrenched("A1")',
    ),
    action(
        "two cupolas", "O.7", WALL, 'wall_advantage("A2","A1")', "unknown O.7",
        'is_cupola("A1")', 'is_cupola("A2")',
    ),
    action("cupola", "O.7", WALL, 'wall_advantage("A1","A2")', "yes B9.32 O.7", 'is_cupola("A1")'),
    action(
        "cupola in the open", "B9.32", OPEN, 'wall_advantage("A1","A2")', "no B9.32",
        'is_cupola("A1")',
    ),
    action(
        "cupola stunned", "O.7", WALL, 'wall_advantage("A1","A2")', "no O.7",
        'is_cupola("A1")', "cupola_crew(stunned)",
    ),
    action(
        "cupola Abandoned", "O.7", WALL, 'wall_advantage("A1","A2")', "no O.7",
        'is_cupola("A1")', "cupola_crew(abandoned)",
    ),
]  # fmt: skip

ROADBLOCKS = [
    action("PB07", "Q4.141", "pegasus", BLOCK, "yes Q4.141"),
    action("PB07 no vertex", "Q4.141", "pegasus", 'roadblock("L12","K13","K11")', "no Q4.141"),
    *(
        action(
            f"PB24 {name}",
            "Q4.1411",
            "pegasus",
            f'clears("{name}","L12","K13")',
            "yes Q4.1411",
            BLOCK,
        )
        for name in ("L12", "K12", "L13", "K13")
    ),
    action(
        "out of a foxhole", "Q4.1411 A2.8", ALLEY, 'clears("B1/foxhole","A1","A2")',
        "yes Q4.1411", 'roadblock("A1","A2")', 'foxhole("B1")',
    ),
    action(
        "of two roadblocks the other", "Q4.1411", "pegasus", 'clears("L13","K12","L12")',
        "no Q4.1411", BLOCK, 'roadblock("K12","L12","K13")',
    ),
    action("PB24 L11", "Q4.1411", "pegasus", 'clears("L11","K13","L12")', "no Q4.1411", BLOCK),
    action("nothing to clear", "B29.1", ALLEY, 'clears("A1","A1","A2")', "no B29.1"),
    action("no roadblock for a DC", "B29.1", ALLEY, 'places_dc("A1","A1","A2","B1")', "no B29.1"),
    action(
        "on a road", "B24.7", ROAD, 'clears("A1","A1","A2")', "unknown B24.7",
        'roadblock("A1","A2")',
    ),
    *(
        action(
            f"PB25 {name}", "Q4.1411", "pegasus", f'places_dc("{name}","L12","K13","K12")',
            "unknown Q4.1411", BLOCK,
        )
        for name in ("L12", "K13", "K12")
    ),
    action(
        "PB25 L13", "Q4.1411", "pegasus", 'places_dc("L13","L12","K13","K12")', "no Q4.1411",
        BLOCK,
    ),
    action(
        "PB25 no vertex", "Q4.1411", "pegasus", 'places_dc("L12","L12","K13","K11")',
        "no Q4.1411", BLOCK,
    ),
]  # fmt: skip

BUILDINGS = [
    action("cars Ambush", "FB6.27", CARS, 'ambush("A1")', "yes FB6.27"),
    action("Wrecked Ambush", "A11.4", CARS, 'ambush("A1")', "unknown A11.4", 'wrecked("A1")'),
    action("rubble Ambush", "A11.4", OPEN, 'ambush("A1")', "unknown A11.4", 'rubble("A1",stone)'),
    action("house Ambush", "A11.4", HOUSE, 'ambush("A1")', "yes A11.4"),
    action("woods Ambush", "A11.4", "A1 woods, A2", 'ambush("A1")', "yes A11.4"),
    action("open Ambush", "A11.4", OPEN, 'ambush("A1")', "no A11.4"),
    action("rout to a roof", "O.5", PLANT, 'routs_to("A1/rooftop")', "no O.5"),
    action("rout below it", "B23.1", PLANT, 'routs_to("A1")', "yes B23.1"),
    action("rout to the open", "B23.1", OPEN, 'routs_to("A1")', "no B23.1"),
    action("roof", "O.5", PLANT, 'counts_as_building("A1/rooftop")', "no O.5"),
    action(
        "Cellar as a building", "O6.1", "barricades", 'counts_as_building("C25/cellar")',
        "yes B23.1 O6.1",
    ),
    action(
        "Cellar beneath rubble", "O6.1 O6.6", "barricades", 'counts_as_building("C25/cellar")',
        "yes B23.1 O6.1", 'rubble("C25",stone)',
    ),
    action(
        "rubble above a Cellar", "B23.1", "barricades", 'counts_as_building("C25")', "no B23.1",
        'rubble("C25",stone)',
    ),
    action(
        "Cellar that is no more", "B23.1", "barricades", 'routs_to("C25/cellar")', "no B23.1",
        'rubble("C25",stone,cellar)',
    ),
    action("sewer", "B23.1", "barricades", 'counts_as_building("C25/sewer")', "no B23.1"),
    action("PB34", "Q4.2", "pegasus", 'counts_as_building("II13/steeple")', "yes B23.1 Q4.2"),
    action("no Steeple", "B23.1", HOUSE, 'counts_as_building("A1/steeple")', "no B23.1"),
    action(
        "railway", "FB6.4", "A1 building(stone,0), A2, A1-A2 rail(glrr)",
        'counts_as_building("A1")', "yes B23.1 FB6.4",
    ),
    action(
        "railway alone", "B23.1", "A1, A2, A1-A2 rail(glrr)", 'counts_as_building("A1")',
        "no B23.1",
    ),
    action(
        "tram house", "FB6.5", "A1 feature(building_tram_line), A2", 'counts_as_building("A1")',
        "yes B23.1 FB6.5",
    ),
    action("house", "B23.1", HOUSE, 'counts_as_building("A1h1")', "yes B23.1"),
    action("open", "B23.1", OPEN, 'counts_as_building("A1")', "no B23.1"),
    action("attached", "B25.62", OPEN, 'directly_attached("A1","A2")', "unknown B25.62"),
    action(
        "one building", "B25.62",
        "A1 building(stone,1), A2 building(stone,1), A1-A2 building_side",
        'directly_attached("A1","A2")', "yes B25.62",
    ),
    action(
        "car over the hexside", "FB6.21", "A1 rail_cars, A2 rail_cars, A1-A2 rail_cars",
        'directly_attached("A1","A2")', "yes FB6.21",
    ),
    action(
        "car over the hexside, Wrecked", "FB6.291 B25.62",
        "A1 rail_cars, A2 rail_cars, A1-A2 rail_cars", 'directly_attached("A1","A2")',
        "unknown B25.62", 'wrecked("A2")',
    ),
    action(
        "cars side by side", "B25.62", "A1 rail_cars, A2 rail_cars",
        'directly_attached("A1","A2")', "unknown B25.62",
    ),
]  # fmt: skip


SIGHTS = [
    action("PB09", "Q4.141", "pegasus", 'sees("K12","L13")', "no Q4.141", BLOCK),
    action("PB09 beside it", "A6.1", "pegasus", 'sees("K12","L12")', "yes A6.1", BLOCK),
    action("PB09 without it", "A6.1", "pegasus", 'sees("K12","L13")', "yes A6.1"),
    action("another roadblock, on the own hexside", "B9.2", f"{ROAD}, A3", 'sees("A1","A3")',
         "yes A6.1", 'roadblock("A1","A2")'),
    action("another roadblock between", "B29.2", f"{ROAD}, A3, A0", 'sees("A0","A3")',
         "no B9.2", 'roadblock("A1","A2")'),
]  # fmt: skip


@pytest.mark.parametrize(ACTION, [*LOCATIONS, *ADVANTAGE, *ROADBLOCKS, *BUILDINGS, *SIGHTS])
def test_features(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected
