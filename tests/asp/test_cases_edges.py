"""Cases at the edges: delayed entry, setup boards, exit, overlays, one rule a row."""

from __future__ import annotations

import pytest

from tests.case_rows import ACTION, action, ruled

INNER = "A1:A3, B1:B3, C1:C3"
OPEN = "A1, A2"
WOODS = "A1 woods, A2"
WALL = "A1, A2, A1-A2 wall"
EDGE = 'overlay_edge("A1","A2")'
ROUND = "A1:A3, B1:B3, C1:C3"
FILLED = f"{ROUND}, B1 bamboo"
HEAP = f"{ROUND}, B1 rubble(stone)"
HILL = f"{ROUND}, B1 open@2, B2 open@2"
SIDE = 'overlay_edge("B1","B2")'

AWAITING = [
    action("A221 never voluntary", "A2.5", OPEN, 'delays_entry("A1")', "no A2.5"),
    action("A221 blocked", "A2.5", OPEN, 'delays_entry("A1")', "yes A2.5", 'is_blocked("A1")'),
    action("A221 an enemy", "A2.5", OPEN, 'delays_entry("A1")', "yes A2.5", 'enemy("A1")'),
    action("A221 rubble", "A2.5", OPEN, 'delays_entry("A1")', "unknown A2.5", 'rubble("A1",stone)'),
    action("another is held", "A2.5", OPEN, 'delays_entry("A1")', "no A2.5", 'enemy("A2")'),
    action("another is blocked", "A2.5", OPEN, 'delays_entry("A1")', "no A2.5", 'is_blocked("A2")'),
    action("held off the edge", "A2.5", INNER, 'delays_entry("B2")', "no A2.5", 'enemy("B2")'),
    action(
        "not at the edge", "A2.5", "A1:A3, B1:B3, C1:C3", 'delays_entry("B2")', "no A2.5",
        'is_blocked("B2")',
    ),
    action("fire", "A2.51", OPEN, "off_map(fire,squad1)", "no A2.51"),
    action("spot", "A2.51", OPEN, "off_map(spot,squad1)", "no A2.51"),
    action("half-hex", "A2.51", OPEN, "off_map(set_up_half_hex,squad1)", "no A2.51"),
    action("overstack", "A2.51", OPEN, "off_map(overstack,squad1)", "no A2.51"),
    action("whole hex", "A2.51", OPEN, "off_map(set_up_whole_hex,squad1)", "yes A2.51"),
    action("move", "A2.51", OPEN, "off_map(move,squad1)", "yes A2.51"),
    action(
        "move to its hex", "A2.51", OPEN, "off_map(move,squad1)", "no A2.51",
        "specified_hex(squad1)",
    ),
    action("rally", "A2.52", OPEN, "off_map(rally,squad1)", "no A2.52"),
    action("Deploy alone", "A2.52", OPEN, "off_map(deploy,squad1)", "no A2.52"),
    action(
        "Deploy", "A2.52", OPEN, "off_map(deploy,squad1)", "yes A2.52",
        "with_leader(squad1)", "nationality(squad1,german)",
    ),
    action(
        "Deploy Russians", "A2.52", OPEN, "off_map(deploy,squad1)", "no A2.52",
        "with_leader(squad1)", "nationality(squad1,russian)",
    ),
    action("dismantled", "A2.52", OPEN, "off_map(dismantled,mortar1)", "yes A2.52"),
    action("in Motion", "A2.52", OPEN, "off_map(motion,tank1)", "yes A2.52"),
    action("A220 row Y", "A2.51", OPEN, 'off_map_road("Y",7,lengthwise)', "yes A2.51"),
    action("A220 row X", "A2.51", OPEN, 'off_map_road("X",5,lengthwise)', "no A2.51"),
    action("A220 number 5", "A2.51", OPEN, 'off_map_road("X",5,widthwise)', "yes A2.51"),
    action("A220 number 7", "A2.51", OPEN, 'off_map_road("Y",7,widthwise)', "no A2.51"),
]  # fmt: skip

MARCHES = [
    action("next to the map", "A2.51", OPEN, 'enters_from(1,open,"A1")', "yes A2.51"),
    action("with all its MF", "A2.51", OPEN, 'enters_from(4,open,"A1")', "yes A2.51"),
    action("too deep", "A2.51", OPEN, 'enters_from(5,open,"A1")', "no A2.51"),
    action("with the road bonus", "B3.4", OPEN, 'enters_from(5,road,"A1")', "unknown B3.4"),
    action("too deep on a road", "A2.51", OPEN, 'enters_from(6,road,"A1")', "no A2.51"),
    action("into woods", "A2.51", WOODS, 'enters_from(3,open,"A1")', "yes A2.51"),
    action("too deep for woods", "A2.51", WOODS, 'enters_from(4,open,"A1")', "no A2.51"),
    action("on the map already", "A2.51", OPEN, 'enters_from(0,open,"A1")', "no A2.51"),
    action(
        "not at the edge", "A2.51", "A1:A3, B1:B3, C1:C3", 'enters_from(1,open,"B2")', "no A2.51"
    ),
    action(
        "in the rain", "A2.51", OPEN, 'enters_from(1,open,"A1")', "unknown A2.51",
        "weather(rain)",
    ),
]  # fmt: skip

LEAVING = [
    action("RtPh", "A2.6", OPEN, "leaves_map(rtph)", "no A2.6"),
    action("APh", "A2.6", OPEN, "leaves_map(aph)", "yes A2.6"),
    action("back", "A2.6", OPEN, "returns(squad1)", "no A2.6"),
    action("parachutists", "A2.6", OPEN, "returns(plane1)", "yes A2.6", "drops(plane1)"),
]

OVERLAYS = [
    action("own hex", "A2.7", OPEN, 'puts_overlay("A1","A1")', "yes A2.7"),
    action("other hex", "A2.7", OPEN, 'puts_overlay("A1","A2")', "no A2.7"),
    action("other hex by SSR", "A2.71", OPEN, 'puts_overlay("A1","A2")', "yes A2.71", "ssr(other)"),
    action("A224 woods", "A2.72", FILLED, 'sees_along("B1","B2")', "yes A2.72", SIDE),
    action("A224 other way", "A2.72", FILLED, 'sees_along("B2","B1")', "yes A2.72", SIDE),
    action("woods to the hexside", "A6.2", FILLED, 'sees_along("B1","B2")', "no A6.2"),
    action("woods short of it", "A6.1", f"{ROUND}, B1 woods", 'sees_along("B1","B2")', "yes A6.1"),
    action("rubble", "A2.72", HEAP, 'sees_along("B1","B2")', "unknown A2.72", SIDE),
    action("rubble alone", "A6.2", HEAP, 'sees_along("B1","B2")', "no A6.2"),
    action("A224 wall", "A2.72", f"{ROUND}, B1-B2 wall", 'sees_along("B1","B2")', "unknown A2.72", SIDE),
    action("wall", "A2.72", f"{ROUND}, B1-B2 wall", 'sees_along("B1","B2")', "unknown A2.72"),
    action("hill", "A6.2", HILL, 'sees_along("B1","B2")', "no A6.2", SIDE),
    action("open", "A6.1", ROUND, 'sees_along("B1","B2")', "yes A6.1"),
    action("no hexside", "A2.2", "A1:A3", 'sees_along("A1","A3")', "no A2.2"),
    action("graves", "A6.1", f"{ROUND}, B1 graveyard", 'sees_along("B1","B2")', "yes A6.1"),
    action("at the edge of the map", "A2.72", "A1:A2", 'sees_along("A1","A2")', "unknown A2.72", EDGE),
    action(
        "roadblock", "A2.72", f"{ROUND}, B1-B2 road(paved)", 'sees_along("B1","B2")',
        "unknown A2.72", 'roadblock("B1","B2")',
    ),
    action("A224 Bypass", "A2.72", WOODS, 'passes_in_bypass("A1","A2")', "no A2.72", EDGE),
    action("no room", "A4.3", "pegasus", 'passes_in_bypass("AA16","Z16")', "no A4.3"),
    action("Bypass", "A4.3", WOODS, 'passes_in_bypass("A1","A2")', "yes A4.3"),
    action(
        "Bypass of the enemy", "A4.3", WOODS, 'passes_in_bypass("A1","A2")', "no A4.3",
        'enemy("A1")',
    ),
    action(
        "Bypass of rubble", "A4.3", "A1 building(stone,1), A2", 'passes_in_bypass("A1","A2")',
        "no A4.3", 'rubble("A1",stone)',
    ),
    action("Bypass of nothing", "A4.3", OPEN, 'passes_in_bypass("A1","A2")', "no A4.3"),
]  # fmt: skip


@pytest.mark.parametrize(ACTION, [*AWAITING, *MARCHES, *LEAVING, *OVERLAYS])
def test_edges(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected
