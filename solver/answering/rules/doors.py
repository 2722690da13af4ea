"""Answers about doors: what is told in two ways, held against each other in random worlds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.examining.doors import DoorsTried, try_doors
from hexcourt.solver.examining.families import FAMILIES, family_of

DOORS = ("sight", "sight_at_angles", "sight_in_bypass")
"""The families whose lines are judged in two ways."""


def compare_doors(
    named: Sequence[str],
    worlds: int,
    hexes: int | None,
    seconds: float,
    tell: Callable[[str], None] = lambda _: None,
) -> Answer:
    """Judge lines of random worlds as a whole and by situations: no where one differs, else unknown, as
    samples prove nothing.
    """
    for each in named:
        if each not in DOORS:
            raise BadInput(
                f"{each[:40]}: no doors are compared there; name one of {', '.join(DOORS)}"
            )
    until = time.monotonic() + seconds
    wanted = [
        FAMILIES[each] if hexes is None else family_of(each, hexes) for each in named or DOORS
    ]
    tried = [
        try_doors(each, worlds, time.monotonic() + (until - time.monotonic()) / left, tell)
        for left, each in zip(range(len(wanted), 0, -1), wanted, strict=True)
    ]
    differ = sum(len(each.differing) for each in tried)
    return Answer(
        "law doors",
        None,
        "no" if differ else "unknown",
        {"rules": list(named)},
        [
            {
                "looked": "doors",
                "worlds": each.family.name,
                "scope": dict(each.family.scope),
                "complete": False,
                "classes": len(each.differing),
                "empty": False,
                "solves": each.worlds,
                "not_looked_at": [],
                "never_fired": None,
            }
            for each in tried
        ],
        {"findings": differ, "open": differ, "stale": 0},
        profile="los",
        lines=tuple(_lines(tried)),
    )


def _lines(tried: Sequence[DoorsTried]) -> Iterator[str]:
    for each in tried:
        yield f"in worlds of {each.family.name} by chance: {each.family.scope_words}"
        told = "told alike" if not each.differing else f"{len(each.differing)} told otherwise"
        short = "" if each.worlds == each.wanted else f", as time was over before all {each.wanted}"
        sampled = f"sampled: {each.worlds} worlds{short}"
        yield f"  a line as a whole, and by its situations: {told} ({sampled})"
        for ways in each.differing:
            yield f"  {ways.line.command}: {ways.whole} as a whole, {ways.fast} by situations"
            yield from (f"    {fact}" for fact in ways.line.facts.splitlines())
    yield "in all worlds, properties hold what else is told in two ways: entry, deeds and steps"
