"""FB6.12 beside lines of sight: weather, SMOKE grenades and Fire Lanes, one rule a test."""

from __future__ import annotations

import pytest

from hexcourt.facts.boards.embedded import embedded_board
from hexcourt.facts.boards.writing_boards import board_lines
from hexcourt.solver.statutes.law import Law

from .rulings import rule
from .tiny import tiny

BOARD = tiny("A1 emrr@1 +debris, A2, A3 emrr@1, B1 sunken_road@-2, C1 bridge(wood) bed@-2 under@-2")


def says(predicate: str, facts: str) -> list[list[str]]:
    """List the arguments of what the law says of the board and further facts."""
    told = [line for line in board_lines(BOARD) if not line.startswith(("outline", "corner"))]
    grounded = Law("railway").ground("\n".join([*told, facts]))
    atoms = grounded.symbolic_atoms
    return sorted(
        [str(each) for each in atom.symbol.arguments]
        for atom in atoms
        if atom.symbol.name == predicate
    )


@rule("FB6.122")
@pytest.mark.parametrize("weather", ["rain", "ground_snow"])
@pytest.mark.parametrize(
    ("way", "free"),
    [
        ('at("A2",ground),at("A1",ground),infantry', True),
        ('at("A2",ground),at("A1",ground),vehicle', True),
        ('at("B1",ground),at("A1",ground),infantry', False),  # out of the Sunken Road
        ('at("B1",ground),at("A1",ground),vehicle', True),
        ('at("A1",ground),at("A2",ground),infantry', False),  # no embankment railway hex
    ],
)
def test_fb6_122_weather(weather: str, way: str, free: bool) -> None:
    found = says("no_penalty", f"step(1,{way}). weather({weather}).")
    assert found == ([["1", weather, '"FB6.122"']] if free else [])


@rule("FB6.1211")
@pytest.mark.parametrize(
    ("ends", "free"),
    [
        ('at("A2",ground),at("A1",ground)', True),
        ('at("A1",ground),at("A2",ground)', False),  # downwards, onto no embankment
        ('at("A3",ground),at("A1",ground)', False),  # from no lower Location
    ],
)
def test_fb6_1211_smoke_grenades(ends: str, free: bool) -> None:
    found = says("no_further_dr", f"smoke_grenade(1,{ends}).")
    assert found == ([["1", '"FB6.1211"']] if free else [])


@rule("FB6.1243")
@pytest.mark.parametrize(("level", "spared"), [(0, True), (1, False), (2, False)])
def test_fb6_1243_units_below_a_fire_lane(level: int, spared: bool) -> None:
    found = says("spares", f'fire_lane(1,"A2",1). stands("U","A2",{level}). stands("V","A3",0).')
    assert found == ([["1", '"U"', '"FB6.1243"']] if spared else [])


@rule("FB6.1243")
@pytest.mark.parametrize(("level", "ignored"), [(1, False), (2, True)])
def test_fb6_1243_hindrances_below_a_fire_lane(level: int, ignored: bool) -> None:
    found = says("ignores", f'fire_lane(1,"A1",{level}).')
    assert found == ([["1", 'counter("A1",ground,debris)', '"FB6.1243"']] if ignored else [])


def test_fb6_12_the_hexes_of_the_cogwheel_railway() -> None:
    board = embedded_board("budapest")
    embankment = [each.name for each in board.hexes if each.inherent == "emrr"]
    assert embankment == ["F32", "F33", "F34", "F35", "F36", "F37", "H38", "H39"]
    levels = {name: board.location(name).level for name in (*embankment, "G38", "G38/under")}
    assert levels == {**dict.fromkeys([*embankment, "G38"], 5), "G38/under": 2}
    ground_level = {
        each.name for each in board.hexes if any(f.startswith("rail(glrr") for f in each.features)
    }
    assert ground_level >= {"G32", "H30", "H31"}
    numbers = {int(board.embankments[board.indices[name]]) for name in embankment}
    assert len(numbers) == 2, "the bridge parts two embankments"
