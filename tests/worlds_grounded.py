"""Worlds of a family, or of a part of it, grounded, and one of them by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import clingo

from hexcourt.solver.analysis.core.programs import (
    BoundedPositions,
    PositionFamily,
    Scope,
    worlds_of,
)
from hexcourt.solver.analysis.generators.witnesses import terrain_scope
from hexcourt.solver.rulebase.program import grounded
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules
from hexcourt.solver.rulebase.statement import RuleStatement
from tests.effort import sample

Assumed = Sequence[tuple[clingo.Symbol, bool]]


_CHOSEN = ("scope_terrain(", "scope_over(", "scope_asks(")


def part_of(family: PositionFamily, seed: int, *kept: str) -> PositionFamily:
    """Leave a family some terrain and actions by chance, all in `make thorough`: it is grounded sooner.

    What has words that are ``kept`` stays.
    """

    def scoped(whole: PositionFamily, rule_base: RuleBase, rules: Sequence[RuleStatement]) -> Scope:
        told, chance, left = family.scoped(whole, rule_base, rules), Random(seed), set[str]()
        for kind in _CHOSEN:
            some = [
                e for e in told.facts if e.startswith(kind) and not any(word in e for word in kept)
            ]
            left.update(chance.sample(some, max(0, len(some) - sample(8, len(some)))))
        return terrain_scope(
            tuple(each for each in told.facts if each not in left),
            tuple(
                each for each in told.things["terrains"] if f"scope_terrain({each})." not in left
            ),
            tuple(
                each
                for each in told.things["hexside terrains"]
                if f"scope_over({each})." not in left
            ),
            told.shapes,
        )

    return replace(family, scoped=scoped)


def ground_worlds(worlds: BoundedPositions, more: str = "", *options: str) -> clingo.Control:
    """Ground worlds with further statements."""
    return grounded(worlds.nodes, f"{worlds.text}\n{more}\n", *options)


def some_world(family: PositionFamily, seed: int, more: str = "") -> list[str]:
    """Choose a world of a family by chance."""
    worlds = worlds_of(part_of(family, seed), active_rules())
    found = world_of(ground_worlds(worlds, more, "--rand-freq=1", f"--seed={seed}"))
    assert found is not None
    return found


def world_of(control: clingo.Control, assumed: Assumed = ()) -> list[str] | None:
    """List the atoms of a world in which something holds; none where there is no such world."""
    with control.solve(yield_=True, assumptions=assumed) as handle:
        model = handle.model()
        return None if model is None else sorted(map(str, model.symbols(atoms=True)))
