"""Entry onto the map: what obstructs a hex, and for whom; entry straight into Bypass.

Whatever is asked about one entry is answered alike: ``entry``, ``path`` from off the map, ``legal`` and
questions.
"""

from __future__ import annotations

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.api.position import Position
from tests.rulings import rule
from tests.tiny import tiny

COLUMN = "A1:A9"
"""Each of its hexes is at the edge of the map; A1 and A9 at its ends."""


def laid(text: str, *pieces: str, rim: int = 300) -> Position:
    return Position(tiny(text, rim=rim)).place(*pieces)


def hexes(answer: Answer, certain: bool = True) -> dict[str, int]:
    """Map the hexes by which units enter to how late they do."""
    return {row["hex"]: row["turns_late"] for row in answer.rows if row["certain"] == certain}


def cited(answer: Answer) -> str:
    return "\n".join(answer.lines)


@rule("A2.5", "A4.14")
def test_a_known_enemy_obstructs() -> None:
    assert hexes(laid(COLUMN).entry("A1")) == {"A1": 0}
    held = laid(COLUMN, 'enemy("A1")')
    assert hexes(held.entry("A1")) == {f"A{row}": 1 for row in range(2, 6)}
    assert "A1 obstructed: A2.5" in cited(held.entry("A1"))
    assert hexes(held.entry("A1", "A2")) == {"A2": 0}, "one hex is free"


@rule("A2.5")
def test_each_turn_widens_the_radius() -> None:
    held = laid(COLUMN, *(f'enemy("A{row}")' for row in range(1, 6)))
    assert hexes(held.entry("A1")) == {f"A{row}": 2 for row in range(6, 10)}
    every = laid(COLUMN, *(f'enemy("A{row}")' for row in range(1, 10)))
    assert every.entry("A1").verdict == "no"


@rule("A4.14")
def test_an_enemy_elsewhere_in_the_hex_does_not_obstruct() -> None:
    built = (
        "A1:A9, A1 building(stone,1) level(1) stairwell, map_rule(cellars), A2 building(stone,1), "
    )
    upstairs = laid(f"{built} A1-A2 building_side", 'enemy("A1",cellar)', rim=20)
    assert hexes(upstairs.entry("A1")) == {"A1": 0}


@rule("A4.14", "A2.5")
def test_whether_vehicles_are_obstructed_by_an_enemy_is_not_told() -> None:
    held = laid(COLUMN, 'enemy("A1")').entry("A1", unit="tank")
    assert held.verdict == "unknown"
    assert hexes(held, certain=False) == {"A1": 0} | {f"A{row}": 1 for row in range(2, 6)}
    assert "A4.14" in cited(held)


@rule("A2.5", "B24.4")
@pytest.mark.parametrize(("unit", "late"), [("squad", 0), ("tank", 0), ("truck", 1)])
def test_rubble_obstructs_those_whom_it_keeps_out(unit: str, late: int) -> None:
    rubbled = laid("A1:A9, A1 building(stone,1)", 'rubble("A1",stone)')
    assert set(hexes(rubbled.entry("A1", unit=unit)).values()) == {late}


@rule("A2.5")
def test_what_else_keeps_a_unit_out_delays_nobody() -> None:
    wet = laid("A1:A9, A1 water")
    answer = wet.entry("A1")
    assert (answer.verdict, hexes(answer)) == ("unknown", {})
    assert wet.path("A1/off", "A1", unit="squad").verdict == "no"


CUT_OFF = "A1 building(stone,1), A2, A3 building(stone,1), A4:A9"


@rule("A2.5")
@pytest.mark.parametrize(("unit", "verdict"), [("truck", "yes"), ("squad", "yes")])
def test_rubble_that_cuts_a_hex_off_obstructs_it(unit: str, verdict: str) -> None:
    between = laid(CUT_OFF, 'rubble("A1",stone)', 'rubble("A3",stone)')
    answer = between.entry("A2", unit=unit)
    late = 1 if unit == "truck" else 0
    assert (answer.verdict, set(hexes(answer).values())) == (verdict, {late})
    assert ("A2" in hexes(answer)) == (unit == "squad")


@rule("A2.5")
def test_whether_rubble_cuts_off_a_part_of_the_map_is_not_told() -> None:
    part = laid("A1:A2, A3 building(stone,1), A4:A9", 'rubble("A3",stone)')
    assert part.entry("A1", unit="truck").verdict == "unknown", "two hexes are left of nine"
    assert hexes(part.entry("A9", unit="truck")) == {"A9": 0}, "it is on the greater part"


@rule("A2.5")
@pytest.mark.parametrize(
    ("pieces", "given", "late", "action"),
    [
        ((), (), 0, "no"),
        (('enemy("A1")',), (), 1, "yes"),
        ((), ('is_blocked("A1")',), 1, "yes"),
        (('enemy("A2")',), ('is_blocked("A3")',), 0, "no"),
    ],
)
def test_every_entry_point_tells_of_one_entry(
    pieces: tuple[str, ...], given: tuple[str, ...], late: int, action: str
) -> None:
    position = laid("A1:A9", *pieces).give(*given)
    assert set(hexes(position.entry("A1")).values()) == {late}
    assert position.legal('delays_entry("A1")').verdict == action
    entered = "no" if late else "yes"
    assert position.path("A1/off", "A1", unit="squad", allowance=1).verdict == entered
    assert position.ask('exists : path("A1/off", "A1")', allowance=1).verdict == entered
    reached = {row["location"] for row in position.reach("A1/off", unit="squad", allowance=1).rows}
    assert ("A1" in reached) == (not late)


@rule("A2.1", "A2.5")
@pytest.mark.parametrize(
    ("pieces", "actions"),
    [
        ((), {"A1": "unknown", "A5": "no"}),
        (('enemy("A1")', 'enemy("A5")'), {"A1": "yes", "A5": "yes"}),
    ],
)
def test_every_entry_point_leaves_in_doubt_what_lies_beyond_a_cut(
    pieces: tuple[str, ...], actions: dict[str, str]
) -> None:
    cut = 'feature("A5",map_edge).feature("A1",road(paved,"B1")).'
    position = Position(tiny(COLUMN, cut)).place(*pieces)
    for name, action in actions.items():
        assert position.legal(f'delays_entry("{name}")').verdict == action
        entered = {"unknown": "unknown", "no": "yes", "yes": "no"}[action]
        assert position.path(f"{name}/off", name, unit="squad", allowance=1).verdict == entered
        asked = position.ask(f'exists : path("{name}/off", "{name}")', allowance=1)
        assert asked.verdict == entered
        told = position.entry(name)
        assert (hexes(told).get(name) == 0) == (action == "no")
        assert (hexes(told, certain=False).get(name) == 0) == (action == "unknown")


@rule("A2.5")
def test_what_is_told_of_a_hex_is_as_good_as_given() -> None:
    board = laid(COLUMN)
    told, given = board.entry("A1", obstructed=["A1"]), board.give('is_blocked("A1")').entry("A1")
    assert told.rows == given.rows
    with pytest.raises(BadInput, match="hex Z9 is not on board tiny"):
        board.entry("A1", obstructed=["Z9"])


# --- straight into Bypass --------------------------------------------------------------------------

RING = "A2 water, A3 water, B3 water, C2 water, C3 water, B2"
"""Round B2, but for B1, nobody enters."""


@rule("A2.5", "A4.3")
def test_entry_into_bypass_is_not_told_of() -> None:
    """Into the woods it costs 2 MF; whether 1 MF of Bypass will do is left open."""
    board = laid(f"B1 woods, {RING}")
    assert board.path("B1/off", "B1", unit="squad").verdict == "yes"
    past = board.path("B1/off", "B2", unit="squad", allowance=2)
    assert past.verdict == "unknown"
    assert "A2.5" in cited(past)
    assert board.path("B1/off", "B2", unit="squad", allowance=3).verdict == "yes"
    assert laid(f"B1, {RING}").path("B1/off", "B2", unit="squad", allowance=2).verdict == "yes"


@rule("A4.3")
def test_nobody_enters_into_bypass_where_an_enemy_is() -> None:
    for given in ([], ['is_blocked("B1")']):
        board = laid(f"B1 woods, {RING}", *([] if given else ['enemy("B1")'])).give(*given)
        assert board.path("B1/off", "B2", unit="squad").verdict == "no"
        assert board.path("B1/off", "B1", unit="squad").verdict == "no"


@rule("A2.5", "D2.3")
def test_entry_into_vbm_is_not_told_of_either() -> None:
    board = laid(f"B1 building(stone,1), {RING}")
    past = board.path("B1/off", "B2", unit="truck")
    assert past.verdict == "unknown"
    assert "A2.5" in cited(past)
    narrow = laid(f"B1 building(stone,1), {RING}", rim=20)
    assert narrow.path("B1/off", "B2", unit="truck").verdict == "no", "no clearance"
    blocked = board.give('is_blocked("B1")')
    assert blocked.path("B1/off", "B2", unit="truck").verdict == "no"
