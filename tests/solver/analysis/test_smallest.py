"""Smallest worlds are smallest: a search of its own finds none that is smaller, and one of that size."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import clingo
import pytest
from clingo.symbol import parse_term

from hexcourt.solver.analysis.core.programs import BoundedPositions, worlds_of
from hexcourt.solver.analysis.core.search import Search
from hexcourt.solver.analysis.generators.families import FAMILIES, family_of
from hexcourt.solver.rulebase.rulebase import active_rules
from tests.effort import sample
from tests.worlds_grounded import ground_worlds

LONG = 10_000.0
NAMES = [name for name, each in FAMILIES.items() if each.examined]
"""The families that hold the rules itself to account, not only what is added to it."""


@pytest.mark.parametrize("name", sample(["statuses"], sorted(NAMES)))
def test_no_smaller_world_shows_a_finding(name: str) -> None:
    plain = worlds_of(family_of(name, 1), active_rules())
    chosen = random.Random(name).sample(sorted(plain.accounted), min(40, len(plain.accounted)))
    shown = "".join(f"class(gap,own({each})) :- fired({each}).\n" for each in chosen)
    worlds = replace(plain, generated=f"{plain.generated}\n{shown}")
    search = Search(worlds)
    found = [each for each in search.every("gap", far_off()).classes if each.name == "own"]
    assert found
    for said in found[: sample(1, 40)]:
        atoms = search.smallest("gap", said, far_off())
        size = sum(e.arguments[1].number for e in map(parse_term, atoms) if e.name == "world_thing")
        assert [is_shown_within(worlds, said, most) for most in (size - 1, size)] == [False, True]


def far_off() -> float:
    return time.monotonic() + LONG


def is_shown_within(worlds: BoundedPositions, said: clingo.Symbol, most: int) -> bool:
    """Look for a world up to a size, without the search that is tested."""
    bound = f":- #sum {{ N,X : world_thing(X,N) }} > {most}. :- not class(gap,{said})."
    return bool(ground_worlds(worlds, bound).solve().satisfiable)
