"""Worlds are told of by the pieces that bear on what is asked, and rules are named once for each cause.

Random small boards: what is told of a world is what is told where everything is taken to bear on it, and
the rules of what is in doubt are those that the rules name of that world as a whole.
"""

from __future__ import annotations

import random
from collections.abc import Collection

import pytest

from hexcourt.solver.movement.engine import Group, MoveGraph, MovementEngine
from hexcourt.solver.movement.moves import explain
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.position.locations import MovingUnit
from hexcourt.solver.position.states import Move
from hexcourt.solver.query.invalidation import Support
from hexcourt.solver.query.path_facts import PathFacts
from tests import effort
from tests.solver.movement.test_local_answers import (
    HEXES,
    random_board,
    random_pieces,
    those_that_fit,
)

KINDS = ("rubble", "roadblock", "debris", "enemy", "breach", "street_vehicle")
GROUND = [f'"{name}"' for name in HEXES]


class InEachWorld(PathFacts):
    """Names the rules of every world anew, its pieces being told whole."""

    def _undecided(self, moves: Collection[Move], world: MoveGraph) -> tuple[str, ...]:
        reasons = explain(self.session.hex_facts, moves, world.pieces) if moves else {}
        return tuple(sorted({cited.number for r in reasons.values() for cited in r.in_doubt}))


def all_bears(support: Support, pieces: Group) -> bool:
    return True


@pytest.mark.parametrize("seed", range(effort.sample(1, 6)))
@pytest.mark.parametrize(
    ("unit", "turns"), effort.sample([("squad", 1)], [("squad", 1), ("tank", 2)])
)
def test_what_does_not_bear_on_it_is_left_out(
    unit: str, turns: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(f"{unit} {seed} of {turns}")
    board, mover = random_board(chance), MovingUnit(unit_named(unit), turns=turns)
    texts = sorted(text for text in set(random_pieces(board, chance)) if text.startswith(KINDS))
    pieces = those_that_fit(MovementEngine(board, mover.unit), texts, 7, chance)
    starts, goals = chance.sample(GROUND, 2), chance.sample(GROUND, 4)
    pairs = [(here, there) for here in starts for there in goals if here != there]
    demand = {
        ("reach", 3): frozenset(pairs),
        ("arrives", 3): frozenset(pairs[:3]),
        ("path", 3): frozenset((*pair, '""') for pair in pairs[2:5]),
    }
    worlds = [
        tuple(chance.sample(pieces, chance.randrange(4))) for _ in range(effort.sample(4, 32))
    ]
    facts, whole = PathFacts(board, mover), InEachWorld(board, mover)
    facts.may_lie = whole.may_lie = frozenset(pieces)
    facts.prepare(demand, worlds)
    found = [facts.known_facts(demand, world) for world in worlds]
    monkeypatch.setattr(Support, "hangs_on", all_bears)
    for world, told in zip(worlds, found, strict=True):
        assert told == whole.known_facts(demand, world), world
    assert any(told.doubts for told in found)
