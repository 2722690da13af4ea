"""An examination of the rules that is stopped tells what it has found."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from hexcourt.solver.analysis import answers
from hexcourt.solver.analysis.answers import analyse_rules
from hexcourt.solver.analysis.findings import ExaminedFamily, examine_on
from hexcourt.solver.analysis.gathering import INTERRUPTED, NO_MEMORY, TIME_OVER, gather
from hexcourt.solver.sandbox.threads import NO_FORK

CHECKS = ("conflicts", "gaps", "dead")


def interrupted(*told: Any, **more: Any) -> Iterator[ExaminedFamily]:
    """Examine a family, and interrupt that after the first check."""
    yield next(examine_on(*told, **more))
    raise KeyboardInterrupt


def test_what_was_found_before_an_interruption_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NO_FORK, "1")
    monkeypatch.setattr(answers, "examine_on", interrupted)
    answer = analyse_rules("rules check", CHECKS, ["sight", "attacks"], 2)
    assert answer.verdict == "unknown"
    looked = {
        (row["worlds"], row["looked"]): row["complete"] for row in answer.rows if "looked" in row
    }
    assert looked == {
        ("sight", "conflicts"): True,
        ("sight", "gaps"): False,
        ("sight", "dead"): False,
        ("attacks", "conflicts"): False,
        ("attacks", "gaps"): False,
        ("attacks", "dead"): False,
    }
    text = "\n".join(answer.lines)
    assert "conflicts   0 findings (complete" in text
    assert "gaps        stopped, as it was interrupted: nothing is said of it" in text
    assert answer.exit_status == 3


def pieces(number: int) -> Iterator[str]:
    yield f"{number} begun"
    if number == 1:
        raise MemoryError
    yield f"{number} done"


def test_what_other_processes_found_is_told_where_one_has_no_memory_left() -> None:
    found = gather(pieces, [1], time.monotonic() + 1000)
    assert (found.found, found.done, found.stopped) == ({1: "1 begun"}, frozenset(), NO_MEMORY)
    found = gather(pieces, [2, 0], time.monotonic() + 1000)
    assert found.found == {0: "0 done", 2: "2 done"}
    assert (found.done, found.stopped) == (frozenset([0, 2]), "")


def endless(number: int) -> Iterator[str]:
    yield f"{number} begun"
    while True:
        time.sleep(1)


def test_a_time_that_is_over_stops_what_does_not_end() -> None:
    found = gather(endless, [0], time.monotonic() - 1000)
    assert (found.done, found.stopped) == (frozenset(), TIME_OVER)


def stopped(number: int) -> Iterator[str]:
    yield f"{number} begun"
    raise KeyboardInterrupt


def test_without_other_processes_what_was_found_is_told_too() -> None:
    found = gather(stopped, [0, 1], time.monotonic() + 1000, alone=True)
    assert (found.found, found.done, found.stopped) == ({0: "0 begun"}, frozenset(), INTERRUPTED)
    found = gather(pieces, [0, 2], time.monotonic() - 1000, alone=True)
    assert (found.found, found.stopped) == ({0: "0 done"}, TIME_OVER)
