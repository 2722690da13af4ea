"""Rules that no claim of the worked examples needs: each has a board here that breaks without it.

The others are counted by ``bench/ablation.py`` (docs/embankment.md).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexcourt.facts.boards.board import Counter
from hexcourt.facts.boards.writing_boards import board_lines
from hexcourt.facts.errors import BadInput
from hexcourt.solver.placing.placing import with_counters
from hexcourt.solver.seeing.session import SightCourt
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.repeal import repealed

from .tiny import tiny


def hindrance(rows: str, a: str, b: str) -> str:
    board = tiny(rows)
    _, ruling = SightCourt(board).rule(board.location(a), board.location(b))
    return f"{ruling.verdict} +{ruling.hindrance}"


def effects(rows: str, a: str, b: str) -> set[str]:
    board = tiny(rows)
    ends = (board.location(a), board.location(b))
    _, ruling = SightCourt(board).rule(*ends, explain=True)
    return {reason.citation.number for reason in ruling.reasons}


def accepted(rows: str, counter: Counter) -> bool:
    try:
        with_counters(tiny(rows), [counter])
    except BadInput:
        return False
    return True


def beside_sight(rows: str, facts: str) -> set[str]:
    told = [line for line in board_lines(tiny(rows)) if not line.startswith(("outline", "corner"))]
    grounded = Law("railway").ground("\n".join([*told, facts]))
    names = ("no_penalty", "no_further_dr", "spares", "ignores")
    return {str(a.symbol) for a in grounded.symbolic_atoms if a.symbol.name in names}


NEEDED: dict[str, Callable[[], object]] = {
    "D9.4": lambda: hindrance("A1:A3, A2 +afv", "A1", "A3"),
    "FB6.1241": lambda: effects("A1 emrr@3, A2 @0", "A1", "A2"),
    "FB6.1242": lambda: accepted("A1 emrr@1", Counter("A1", "ground", "rubble(wood)")),
    "FB6.1211": lambda: beside_sight(
        "A1 emrr@1, A2", 'smoke_grenade(1,at("A2",ground),at("A1",ground)).'
    ),
    "FB6.122": lambda: beside_sight(
        "A1 emrr@1, A2", 'step(1,at("A2",ground),at("A1",ground),infantry). weather(rain).'
    ),
    "FB6.1243": lambda: beside_sight("A1 +debris", 'fire_lane(1,"A1",1). stands("U","A1",0).'),
}


@pytest.mark.parametrize("number", NEEDED)
def test_a_rule_that_no_claim_needs_decides_a_board_of_its_own(number: str) -> None:
    outcome = NEEDED[number]
    with_it = outcome()
    with repealed(number):
        without_it = outcome()
    assert without_it != with_it
    assert outcome() == with_it, "the law is whole again"


@pytest.mark.parametrize(
    ("cited", "nearest"),
    [
        ("FB6.99", "FB6.2"),
        ("Q4.1444", r"Q4\.14"),
        ("b09_walls_and_hedge.lp:12", r"b09_walls_and_hedges\.lp:"),
    ],
)
def test_what_is_not_cited_cannot_be_repealed(cited: str, nearest: str) -> None:
    with (
        pytest.raises(BadInput, match=f"{cited}: no rule .* did you mean .*{nearest}"),
        repealed(cited),
    ):
        pass


@pytest.mark.parametrize("number", ["FB6.1231", "FB6.12311", "FB6.1233", "A6.2", "B9.2"])
def test_every_profile_loads_without_a_rule(number: str) -> None:
    with repealed(number):
        for profile in ("features", "los", "placing"):
            Law(profile).ground("")
