"""Cases at the edges: delayed entry, setup boards, exit, overlays, one rule a row."""

from __future__ import annotations

import pytest

from .case_rows import DEED, deed, ruled

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
    deed("A221 never voluntary", "A2.5", OPEN, 'delays_entry("A1")', "no A2.5"),
    deed("A221 blocked", "A2.5", OPEN, 'delays_entry("A1")', "yes A2.5", 'is_blocked("A1")'),
    deed("A221 an enemy", "A2.5", OPEN, 'delays_entry("A1")', "yes A2.5", 'enemy("A1")'),
    deed("A221 rubble", "A2.5", OPEN, 'delays_entry("A1")', "unknown A2.5", 'rubble("A1",stone)'),
    deed("another is held", "A2.5", OPEN, 'delays_entry("A1")', "no A2.5", 'enemy("A2")'),
    deed("another is blocked", "A2.5", OPEN, 'delays_entry("A1")', "no A2.5", 'is_blocked("A2")'),
    deed("held off the edge", "A2.5", INNER, 'delays_entry("B2")', "no A2.5", 'enemy("B2")'),
    deed(
        "not at the edge", "A2.5", "A1:A3, B1:B3, C1:C3", 'delays_entry("B2")', "no A2.5",
        'is_blocked("B2")',
    ),
    deed("fire", "A2.51", OPEN, "off_map(fire,squad1)", "no A2.51"),
    deed("spot", "A2.51", OPEN, "off_map(spot,squad1)", "no A2.51"),
    deed("half-hex", "A2.51", OPEN, "off_map(set_up_half_hex,squad1)", "no A2.51"),
    deed("overstack", "A2.51", OPEN, "off_map(overstack,squad1)", "no A2.51"),
    deed("whole hex", "A2.51", OPEN, "off_map(set_up_whole_hex,squad1)", "yes A2.51"),
    deed("move", "A2.51", OPEN, "off_map(move,squad1)", "yes A2.51"),
    deed(
        "move to its hex", "A2.51", OPEN, "off_map(move,squad1)", "no A2.51",
        "specified_hex(squad1)",
    ),
    deed("rally", "A2.52", OPEN, "off_map(rally,squad1)", "no A2.52"),
    deed("Deploy alone", "A2.52", OPEN, "off_map(deploy,squad1)", "no A2.52"),
    deed(
        "Deploy", "A2.52", OPEN, "off_map(deploy,squad1)", "yes A2.52",
        "with_leader(squad1)", "nationality(squad1,german)",
    ),
    deed(
        "Deploy Russians", "A2.52", OPEN, "off_map(deploy,squad1)", "no A2.52",
        "with_leader(squad1)", "nationality(squad1,russian)",
    ),
    deed("dismantled", "A2.52", OPEN, "off_map(dismantled,mortar1)", "yes A2.52"),
    deed("in Motion", "A2.52", OPEN, "off_map(motion,tank1)", "yes A2.52"),
    deed("A220 row Y", "A2.51", OPEN, 'off_map_road("Y",7,lengthwise)', "yes A2.51"),
    deed("A220 row X", "A2.51", OPEN, 'off_map_road("X",5,lengthwise)', "no A2.51"),
    deed("A220 number 5", "A2.51", OPEN, 'off_map_road("X",5,widthwise)', "yes A2.51"),
    deed("A220 number 7", "A2.51", OPEN, 'off_map_road("Y",7,widthwise)', "no A2.51"),
]  # fmt: skip

MARCHES = [
    deed("next to the map", "A2.51", OPEN, 'enters_from(1,open,"A1")', "yes A2.51"),
    deed("with all its MF", "A2.51", OPEN, 'enters_from(4,open,"A1")', "yes A2.51"),
    deed("too deep", "A2.51", OPEN, 'enters_from(5,open,"A1")', "no A2.51"),
    deed("with the road bonus", "B3.4", OPEN, 'enters_from(5,road,"A1")', "unknown B3.4"),
    deed("too deep on a road", "A2.51", OPEN, 'enters_from(6,road,"A1")', "no A2.51"),
    deed("into woods", "A2.51", WOODS, 'enters_from(3,open,"A1")', "yes A2.51"),
    deed("too deep for woods", "A2.51", WOODS, 'enters_from(4,open,"A1")', "no A2.51"),
    deed("on the map already", "A2.51", OPEN, 'enters_from(0,open,"A1")', "no A2.51"),
    deed(
        "not at the edge", "A2.51", "A1:A3, B1:B3, C1:C3", 'enters_from(1,open,"B2")', "no A2.51"
    ),
    deed(
        "in the rain", "A2.51", OPEN, 'enters_from(1,open,"A1")', "unknown A2.51",
        "weather(rain)",
    ),
]  # fmt: skip

LEAVING = [
    deed("RtPh", "A2.6", OPEN, "leaves_map(rtph)", "no A2.6"),
    deed("APh", "A2.6", OPEN, "leaves_map(aph)", "yes A2.6"),
    deed("back", "A2.6", OPEN, "returns(squad1)", "no A2.6"),
    deed("parachutists", "A2.6", OPEN, "returns(plane1)", "yes A2.6", "drops(plane1)"),
]

OVERLAYS = [
    deed("own hex", "A2.7", OPEN, 'puts_overlay("A1","A1")', "yes A2.7"),
    deed("other hex", "A2.7", OPEN, 'puts_overlay("A1","A2")', "no A2.7"),
    deed("other hex by SSR", "A2.71", OPEN, 'puts_overlay("A1","A2")', "yes A2.71", "ssr(other)"),
    deed("A224 woods", "A2.72", FILLED, 'sees_along("B1","B2")', "yes A2.72", SIDE),
    deed("A224 other way", "A2.72", FILLED, 'sees_along("B2","B1")', "yes A2.72", SIDE),
    deed("woods to the hexside", "A6.2", FILLED, 'sees_along("B1","B2")', "no A6.2"),
    deed("woods short of it", "A6.1", f"{ROUND}, B1 woods", 'sees_along("B1","B2")', "yes A6.1"),
    deed("rubble", "A2.72", HEAP, 'sees_along("B1","B2")', "unknown A2.72", SIDE),
    deed("rubble alone", "A6.2", HEAP, 'sees_along("B1","B2")', "no A6.2"),
    deed("A224 wall", "A2.72", f"{ROUND}, B1-B2 wall", 'sees_along("B1","B2")', "unknown A2.72", SIDE),
    deed("wall", "A2.72", f"{ROUND}, B1-B2 wall", 'sees_along("B1","B2")', "unknown A2.72"),
    deed("hill", "A6.2", HILL, 'sees_along("B1","B2")', "no A6.2", SIDE),
    deed("open", "A6.1", ROUND, 'sees_along("B1","B2")', "yes A6.1"),
    deed("no hexside", "A2.2", "A1:A3", 'sees_along("A1","A3")', "no A2.2"),
    deed("graves", "A6.1", f"{ROUND}, B1 graveyard", 'sees_along("B1","B2")', "yes A6.1"),
    deed("at the edge of the map", "A2.72", "A1:A2", 'sees_along("A1","A2")', "unknown A2.72", EDGE),
    deed(
        "roadblock", "A2.72", f"{ROUND}, B1-B2 road(paved)", 'sees_along("B1","B2")',
        "unknown A2.72", 'roadblock("B1","B2")',
    ),
    deed("A224 Bypass", "A2.72", WOODS, 'passes_in_bypass("A1","A2")', "no A2.72", EDGE),
    deed("no room", "A4.3", "pegasus", 'passes_in_bypass("AA16","Z16")', "no A4.3"),
    deed("Bypass", "A4.3", WOODS, 'passes_in_bypass("A1","A2")', "yes A4.3"),
    deed(
        "Bypass of the enemy", "A4.3", WOODS, 'passes_in_bypass("A1","A2")', "no A4.3",
        'enemy("A1")',
    ),
    deed(
        "Bypass of rubble", "A4.3", "A1 building(stone,1), A2", 'passes_in_bypass("A1","A2")',
        "no A4.3", 'rubble("A1",stone)',
    ),
    deed("Bypass of nothing", "A4.3", OPEN, 'passes_in_bypass("A1","A2")', "no A4.3"),
]  # fmt: skip


@pytest.mark.parametrize(DEED, [*AWAITING, *MARCHES, *LEAVING, *OVERLAYS])
def test_edges(board: str, deed: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, deed, given) == expected
