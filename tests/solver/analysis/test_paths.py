"""Whole paths in worlds of moves: the search tells what the rules defines; paying more reaches no less.

A unit starts in every state that a world has: in a trench, a Cellar, Crest status, Bypass, off the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from hexcourt.solver.analysis.generators.families import FAMILIES
from hexcourt.solver.analysis.generators.move_positions import MovePosition
from hexcourt.solver.api.position import Position
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.position.board_state import mover_terms
from hexcourt.solver.position.opening import reopened
from hexcourt.solver.position.states import State
from tests.effort import sample, some_of
from tests.solver.analysis.test_moves import random_world

NAMES = ("bypass_on_foot", "moves_on_foot", "bypass_of_vehicles", "moves_of_vehicles")
MORE = 2
"""By how many halves of an MF or MP units are given more."""

WORLDS = [(name, seed) for name in some_of(NAMES, 4) for seed in range(100, 100 + sample(1, 20))]


@cache
def world(name: str, seed: int) -> MovePosition:
    """Make a world once: what a solver gives next hangs on what it gave before."""
    made = FAMILIES[name].read(random_world(name, seed))
    assert isinstance(made, MovePosition)
    return made


@cache
def engine(name: str, seed: int, more: int = 0) -> MovementEngine:
    """Open the engine of a world's unit, with more to spend."""
    made = world(name, seed)
    position = Position(reopened(made.board), made.placed, made.given)
    unit = unit_named(made.unit)
    unit = unit_named(made.unit, unit.allowance + more)
    return MovementEngine(
        position.board, unit, position.pieces, mover_terms(unit, position.parsed_facts)
    )


def least(moving: MovementEngine, start: State, surely: bool = True) -> Mapping[State, int]:
    """Ask the search for the least that it costs to come to each state in a phase."""
    searched = moving.world.search([start], 1, surely)
    return {state: spent for state, (_, spent) in searched.all_reached.items()}


def defined(moving: MovementEngine, start: State, given: tuple[str, ...]) -> Mapping[State, int]:
    """Ask the rules itself (asp/moving/a04_spending.lp)."""
    hex_facts = HexFacts(moving.board, moving.unit, [f"start({start}).", *given])
    profile = f"cheapest_{'infantry' if moving.on_foot else 'vehicle'}"
    grounded = hex_facts.ground(pieces=moving.world.pieces, profile=profile)  # atoms live no longer
    atoms = (each.symbol.arguments for each in grounded.symbolic_atoms.by_signature("least", 2))
    return {State.parse(state): cost.number for state, cost in atoms}


@pytest.mark.parametrize(("name", "seed"), WORLDS)
def test_the_search_tells_what_the_rules_define(name: str, seed: int) -> None:
    moving = engine(name, seed)
    given = tuple(f"given({each})." for each in world(name, seed).given)
    for start in sorted(moving.states)[seed % 7 :: sample(1800, 23)]:
        assert least(moving, start) == defined(moving, start, given), start


@pytest.mark.parametrize(("name", "seed"), WORLDS)
def test_paying_more_reaches_no_less(name: str, seed: int) -> None:
    few, many = engine(name, seed), engine(name, seed, MORE)
    for start in sorted(few.states):
        for surely in (True, False):
            lost = set(least(few, start, surely)) - set(least(many, start, surely))
            assert not lost, (start, surely)
