"""Rules that no claim of the worked examples needs: each has a board here that breaks without it.

The others are counted by ``bench/ablation.py`` (docs/explanation/embankment.md).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.records import Counter
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.sight.los_engine import LosEngine
from tests.amended_rules import repealed
from tests.effort import one_in
from tests.rulings import comes_to, said
from tests.tiny import tiny


def hindrance(rows: str, a: str, b: str) -> str:
    board = tiny(rows)
    _, ruling = LosEngine(board).rule(board.location(a), board.location(b))
    return f"{ruling.verdict} +{ruling.hindrance}"


def effects(rows: str, a: str, b: str) -> set[str]:
    board = tiny(rows)
    ends = (board.location(a), board.location(b))
    _, ruling = LosEngine(board).rule(*ends, explain=True)
    return {reason.citation.number for reason in ruling.reasons}


def accepted(rows: str, counter: Counter) -> bool:
    try:
        with_counters(tiny(rows), [counter])
    except BadInput:
        return False
    return True


NEEDED: dict[str, Callable[[], object]] = {
    "D9.4": lambda: hindrance("A1:A3, A2 +afv", "A1", "A3"),
    "FB6.1241": lambda: effects("A1 emrr@3, A2 @0", "A1", "A2"),
    "FB6.1242": lambda: accepted("A1 emrr@1", Counter("A1", "ground", "rubble(wood)")),
    "FB6.1211": lambda: comes_to("A1 emrr@1, A2", 'smoke_grenade("A2")', "A1"),
    "FB6.122": lambda: said(
        "A1 emrr@1, A2", 'weather_penalty("A2","A1",infantry)', "weather(rain)"
    ),
    "FB6.1243": lambda: comes_to("A1, A2", 'fire_lane("A2")', "A1", 'lane_level("A1",1)'),
}


@one_in(3)
@pytest.mark.parametrize("number", NEEDED)
def test_a_rule_that_no_claim_needs_decides_a_board_of_its_own(number: str) -> None:
    outcome = NEEDED[number]
    with_it = outcome()
    with repealed(number):
        without_it = outcome()
    assert without_it != with_it
    assert outcome() == with_it, "the rules are whole again"


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


@one_in(2)
@pytest.mark.parametrize("number", ["FB6.1231", "FB6.12311", "FB6.1233", "A6.2", "B9.2"])
def test_every_profile_loads_without_a_rule(number: str) -> None:
    with repealed(number):
        for profile in ("features", "los", "placing"):
            ActiveRules(profile).ground_whole()
