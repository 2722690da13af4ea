"""Two pieces or hexsides, or more, that meet in one move: every way to ask tells the same.

The positions are small boards by chance (meeting.py), full of pieces round one hex. What each move costs
there is held against the independent checker too.
"""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from hexcourt.solver.moving.cutting import candidates, cut
from hexcourt.solver.moving.movement import MovementCourt
from hexcourt.solver.moving.moves import unit_named

from . import effort
from .meeting import meeting

UNITS = ("squad", "tank", "truck", "motorcycle")
KINDS = (("rubble", "roadblock"), ("rubble", "wreck"), ("roadblock", "wreck"), ("rubble",))


def least_cut(court: MovementCourt, starts, goals, kinds, turns, surely) -> int | None:
    """Try all sets of two pieces at most; give the size of a smallest that bars every way."""
    begun = {each.hex for each in starts}
    pieces = [
        each
        for each in candidates(court.law, kinds)
        if begun.isdisjoint(each.hexes) or court.suppose([each]).unfit.isdisjoint(begun)
    ]
    for size in range(3):
        for chosen in combinations(pieces, size):
            world = court.suppose(chosen)
            search = world.search(starts, turns, surely) if turns else world.explore(starts, surely)
            if all(search.reached(goal) is None for goal in goals):
                return size
    return None


@pytest.mark.parametrize("number", range(effort.sample(4, 150)))
def test_the_smallest_cut_is_what_trying_all_sets_finds(number: int) -> None:
    """Where pieces open moves too, as rubble on Rail Cars does, and where cost counts."""
    chance = random.Random(f"cut {number}")
    unit, kinds = chance.choice(UNITS[:3]), KINDS[number % len(KINDS)]
    turns, surely = chance.choice((None, 1, 2)), chance.random() < 0.7
    position = meeting(number)
    court = MovementCourt(position.board, unit_named(unit), position.pieces)
    inside = [each for each in sorted(court.states) if each.kind in ("at", "heading")]
    names = sorted({each.hex for each in inside} - court.world.unfit)
    first, last = chance.sample(names, 2)
    starts = [each for each in inside if each.hex == first]
    goals = [each for each in inside if each.hex == last]
    found = cut(court, starts, goals, kinds, 2, turns, surely)
    size = None if found.pieces is None else len(found.pieces)
    assert size == least_cut(court, starts, goals, kinds, turns, surely)
