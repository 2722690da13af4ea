"""How hard the tests try: `make test` a sample, `make thorough` all, and four times as many cases."""

from __future__ import annotations

import os
import random
import zlib
from collections.abc import Sequence
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

T = TypeVar("T")

PATIENCE = 900
"""How many seconds to wait for what must end: so long that no test hangs on how busy a machine is."""

FACTOR = int(os.environ.get("HEXCOURT_EFFORT", "1"))


long = pytest.mark.skipif(FACTOR == 1, reason="takes long: make thorough")
"""Marks a test that ``make test`` leaves out."""


def one_in(many: int) -> pytest.MarkDecorator:
    """Mark a test of which ``make test`` runs one in so many cases, the first one among them.

    It is for cases that try one thing on other boards or worlds, not for cases of different rules.
    """
    return pytest.mark.one_in(many)


def of(count: int) -> int:
    """Give how many cases to try where `make test` tries ``count``."""
    return count * FACTOR


def sample(few: T, many: T) -> T:
    """Give what of a long row ``make test`` tries, or how much, and what ``make thorough``."""
    return few if FACTOR == 1 else many


def some_of(cases: Sequence[T], one_in: int) -> Sequence[T]:
    """Give every so many-th case to ``make test``, and all to ``make thorough``."""
    return cases[::one_in] if FACTOR == 1 else cases


def one_of(cases: Sequence[T], many: int) -> Sequence[T]:
    """Give ``make test`` one of each so many cases, by chance, and ``make thorough`` all."""
    if FACTOR > 1:
        return cases
    chance = random.Random(len(cases))
    return [chance.choice(cases[n : n + many]) for n in range(0, len(cases), many)]


def is_tried(case: object, one_in: int) -> bool:
    """Say whether a case is one of the few that ``make test`` tries twice: one in so many."""
    return FACTOR > 1 or zlib.crc32(repr(case).encode()) % one_in == 0


def tries(count: int) -> settings:
    """Let hypothesis try cases, the same ones each time; `make test` a third of them.

    It tries two at least: the first one is the simplest that there is.
    """
    return settings(
        max_examples=sample(max(2, count // 3), of(count)),
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
