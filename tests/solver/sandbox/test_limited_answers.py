"""What is found in time is told."""

from __future__ import annotations

import os
from itertools import combinations
from pathlib import Path

import pytest

from hexcourt.solver.api.position import Position
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import Settling, _minimal, _Parts
from hexcourt.solver.sandbox.children import send_early
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, run_limited
from tests.effort import PATIENCE
from tests.tiny import tiny

MANY = "{ rubble(H,stone) : hex(H) }"


def test_what_was_said_early_stands_whatever_ends_the_work() -> None:
    def work() -> str:
        send_early("first")
        send_early("second")
        os._exit(1)

    limits = Limits(seconds=PATIENCE)
    assert run_limited(work, limits) == "second"
    assert isinstance(run_limited(lambda: os._exit(1), limits), OutOfBudget)
    assert run_limited(lambda: send_early("first") or "last", limits) == "last"


def test_a_world_that_settles_the_answer_is_told_before_all_are_decided() -> None:
    session = QuerySession(tiny("A1:A4"))
    told = []
    found = session.ask('exists : sees("A1","A2")', vary=[MANY], tell=told.append)
    assert found.answer == "yes" and found.over is None
    assert [each.answer for each in told] == ["yes"]
    assert told[0].worlds.total == found.worlds.total and told[0].over is not None


@pytest.mark.parametrize("question", ['never : sees("A1","A4")', 'exists : sees("A1","A2")'])
def test_a_settled_answer_is_told_where_the_search_is_ended(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Settling, "_ends", lambda search: search._settled and os._exit(1))
    position, limits = Position(tiny("A1:A4")), Limits(seconds=PATIENCE)
    answer = position.ask(question, vary=(MANY,), limits=limits)
    assert answer.verdict.value == ("no" if question.startswith("never") else "yes")
    assert any("limit" in row for row in answer.rows)


GAME = {"choose": ('{ rubble("A2",stone) } <= 1',), "against": ("clear(1)",)}
BEST = {"best": ('max N : N = #count { A : hex(A), sees(A,"A4") }, hex("A1")',), "vary": (MANY,)}


@pytest.mark.parametrize(
    "more", [{}, {"vary": (MANY,)}, GAME, BEST], ids=["", "family", "game", "best"]
)
def test_an_answer_is_told_where_its_certificate_takes_too_long(
    more: dict[str, tuple[str, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("certify_answer", "certify_statement"):
        monkeypatch.setattr(f"hexcourt.solver.query.certifying.{name}", lambda *_: os._exit(1))
    answer = Position(tiny("A1:A4")).ask(
        'exists : sees("A1","A2")', **more, certify=tmp_path / "c", limits=Limits(seconds=PATIENCE)
    )
    assert answer.verdict.value == "yes"
    assert any("limit" in row for row in answer.rows)


def test_minimal_worlds_are_those_without_a_smaller_one_in_them() -> None:
    every = [w for size in range(5) for w in combinations("abcdefg", size)]
    some = [w for w in every if len(set(w) & set("abc")) >= 2 or "g" in w]
    plain = tuple(w for w in some if not any(set(o) < set(w) for o in some))
    assert _minimal(some) == plain  # type: ignore[arg-type]


def test_looking_for_minimal_worlds_takes_few_steps() -> None:
    parts = _Parts()
    small = list(combinations(range(24), 3))
    for world in small:
        parts.add(world)
    large = list(combinations(range(24, 44), 4))
    for world in large:
        assert not parts.has_part_of(frozenset(world))
    assert parts.steps == len(large)  # not one for each of the 2,024 small ones
    assert parts.has_part_of(frozenset(range(0, 24, 2)))


@pytest.mark.parametrize("start", ["A2", "B2"])
def test_what_is_reached_is_the_same_whoever_asks(start: str) -> None:
    position = Position(tiny("A1:A4, B1:B4"))
    reached = {
        row["location"]: row["spent"]
        for row in position.reach(start, unit="squad").rows
        if row["location"] in position.board.by_name
    }
    asked = QuerySession(position.opened, start=start).ask("which H, C : hex(H), reach(H, C)")
    assert {str(hex_name): int(cost) / 2 for hex_name, cost in asked.rows} == reached
    assert start not in reached
    assert (
        QuerySession(position.opened).ask(f'exists : reach("{start}","{start}",C)').answer == "no"
    )
