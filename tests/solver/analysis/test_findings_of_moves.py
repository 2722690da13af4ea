"""What worlds of moves and of entry found and was mended, held by a tiny board each."""

from __future__ import annotations

import pytest

from hexcourt.solver.api.position import Position
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.scenario.setup.asking import rulings
from tests.rulings import rule
from tests.tiny import tiny


def hexes(position: Position, unit: str) -> dict[str, int]:
    """Map the hexes by which a unit enters, or perhaps does, to the turns that it is late."""
    rows = position.entry("A1", unit=unit).rows
    return {row["hex"]: row["turns_late"] for row in rows}


def entering(position: Position, unit: str) -> str:
    """Ask what a scenario asks: whether the unit can come in by A1."""
    told = ['scheduled("A1"). asked(enters("A1")).']
    hex_facts = HexFacts(position.board, unit_named(unit), told)
    kind = unit_named(unit).profile.replace("moving", "entering")
    found = rulings(hex_facts.ground(pieces=position.pieces, profile=kind))  # atoms live no longer
    return found['enters("A1")'].verdict


@rule("A2.5", "A2.4")
@pytest.mark.parametrize(
    ("board", "unit", "verdict"),
    [
        ("A1 huts, A2:A9", "squad", "unknown"),
        ("A1 brush, A2:A9", "squad", "yes"),
        ("A1 building(stone,0), A2:A9", "truck", "unknown"),
        ("A1, A2:A9", "truck", "yes"),
    ],
)
def test_entry_is_in_doubt_where_each_way_in_is(board: str, unit: str, verdict: str) -> None:
    """`hexcourt entry` told a sure yes, and so did the check of scenarios."""
    position = Position(tiny(board, rim=300))
    assert entering(position, unit) == verdict
    assert position.entry("A1", unit=unit).verdict == verdict


@rule("A2.5", "B21.4")
def test_nobody_perhaps_enters_where_terrain_keeps_him_out() -> None:
    """Whether deep water obstructs entry is not told; that nobody comes in there is."""
    position = Position(tiny("A1 water, A2:A9"))
    assert position.entry("A1").verdict == "unknown"
    assert "A1" not in hexes(position, "squad")
    assert entering(position, "squad") == "no"


UNTOLD = "A1, A2 feature(untold(ground))"


@rule("A2.7")
@pytest.mark.parametrize("piece", [(), ("trench",)])
def test_what_an_overlay_does_not_tell_is_in_doubt_beneath_the_ground_too(
    piece: tuple[str, ...],
) -> None:
    """From trench to trench one comes over no hexside, and was told a sure yes."""
    laid = [f'{each}("{name}")' for each in piece for name in ("A1", "A2")]
    position = Position(tiny(UNTOLD), tuple(laid))
    start, goal = ("A1/trench", "A2/trench") if piece else ("A1", "A2")
    answer = position.path(start, goal, unit="squad")
    assert answer.verdict == "unknown"
    told = Position(tiny("A1, A2"), tuple(laid)).path(start, goal, unit="squad")
    assert told.verdict == "yes"
