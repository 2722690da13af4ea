"""What `rules check` found and was mended, held by a tiny board each."""

from __future__ import annotations

import pytest

from hexcourt.solver.analysis.board_answers import adjacent
from tests.case_rows import ACTION, action, ruled
from tests.rulings import rule
from tests.tiny import tiny

OPEN = "A1, A2"
FORD = "A1 ford, A2"
BRIDGE = "A1 bridge(stone) bed@-2 under@-2, A2"
WALL = "A1, A2, A1-A2 wall"
RUINS = (
    "map_rule(cellars), A1 building(stone,1) level(1), A2 building(stone,1), A1-A2 building_side"
)
BANK = "A1 emrr@1, A2"

GAPS = [
    action("dig", "B27.1", FORD, 'fortify(foxhole,"A1")', "unknown B27.1"),
    action("dig below", "B27.1", BRIDGE, 'fortify(trench,"A1/under")', "unknown B27.1"),
    action("Wire", "B26.1", FORD, 'fortify(wire,"A1")', "unknown B26.1"),
    action("pillbox", "B30.1", FORD, 'fortify(pillbox,"A1")', "unknown B30.1"),
    action(
        "deep pillbox", "B30.1", "A1 feature(manhole), A2", 'fortify(pillbox,"A1/sewer")', "no B30.1"
    ),
    action("cupola", "D9.5", BRIDGE, 'fortify(cupola,"A1/under")', "unknown D9.5", 'debris("A1")'),
    action("Gun", "A2.9", FORD, 'gun("A1",at,small,not_emplaced)', "unknown A2.9"),
    action("Gun below", "A2.9", BRIDGE, 'gun("A1/under",at,small,not_emplaced)', "unknown A2.9"),
    action(
        "mortar", "C11.2", RUINS, 'gun("A1",mortar,small,emplaced)', "unknown C11.2",
        'rubble("A1",stone)',
    ),
    action("mines", "B28.1", FORD, 'mines("A1",ap,6,hidden)', "unknown B28.1"),
    action("on a bank", "B32.11", BANK, 'mines("A1",ap,6,revealed)', "unknown B32.11", 'debris("A1")'),
    action("sets up", "A2.9", "A1 flooded_stream, A2", 'sets_up(squad,"A1")', "unknown A2.9"),
    action("stacks", "A5.1", "A1 flooded_stream, A2", 'stack("A1",6)', "unknown A5.1"),
    action("looks", "A2.9", OPEN, "inspects(own)", "unknown A2.9"),
    action("of no board", "A2.3", OPEN, 'occupies("01","A1")', "unknown A2.3"),
    action("turns", "D2.33", "A1 river, A2", 'turns_vca("A1")', "unknown D2.33"),
    action("in Bypass", "A4.3", "A1, A2, B1", 'ambush("A1-A2-B1")', "unknown A4.3"),
    action("in Crest", "B20.9", "A1 gully@-2, A2", 'routs_to("A1/CRA2")', "unknown B20.9"),
]  # fmt: skip

CONFLICTS = [
    action(
        "Cellar",
        "B23.9",
        RUINS,
        'fortify(fortified,"A1/cellar")',
        "yes O6.11",
        'rubble("A1",stone)',
    ),
    action("cupola", "O.7", OPEN, 'wall_advantage("A1","A2")', "no B9.32", 'is_cupola("A1")'),
    action("behind", "O.7", WALL, 'wall_advantage("A1","A2")', "yes B9.32 O.7", 'is_cupola("A1")'),
    action("pillbox", "O.2B", OPEN, 'wall_advantage("A1","A2")', "no B9.32", 'in_pillbox("A1")'),
    action("no Cellar", "B8.6", OPEN, 'uses_tunnel(us,"A1/cellar")', "no B8.6", "builder(us)"),
]

PROPERTIES = [
    action(
        "cupola", "A2.8", OPEN, 'burns("A1/steeple")', "no A2.8", "dug_in_tank",
        'is_cupola("A1/steeple")',
    ),
    action(
        "below", "A2.8", OPEN, 'weather_penalty("A1/cellar","A2",infantry)', "no A2.8",
        "weather(rain)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(ACTION, [*GAPS, *CONFLICTS, *PROPERTIES])
def test_findings_are_mended(
    board: str, action: str, given: tuple[str, ...], expected: str
) -> None:
    assert ruled(board, action, given) == expected


@rule("A.8", "B23.71")
@pytest.mark.parametrize("wall", ["interior_factory_wall(1)", "rowhouse_wall(1)"])
def test_a_wall_within_a_building_parts_what_is_not_seen_over_it(wall: str) -> None:
    houses = "factory(stone,1)" if "factory" in wall else "building(stone,1)"
    rows = f"A1 {houses}, A2 {houses}, A1-A2 {{}}"
    walled, open_inside = tiny(rows.format(wall)), tiny(rows.format("building_side"))
    assert adjacent(walled, "A1 and A2") is None
    assert adjacent(open_inside, "A1 and A2") == "see each other"
