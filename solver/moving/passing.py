"""Ways that pass what they are asked to pass: through a hex, over a hexside.

A way is sought through a network in which each state is kept once for each set of the things that it
may have passed so far: the product of the moves with what is still to be passed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from hexcourt.facts.errors import BadInput
from hexcourt.solver.moving.cheapest import FAR, EdgeTable, Network
from hexcourt.solver.moving.movement import World, in_turns
from hexcourt.solver.moving.moves import Edge
from hexcourt.solver.position.states import State

Pass = Callable[[Edge], bool]
"""Tells whether a move passes something."""

MOST_PASSES = 6
"""How much a way may be asked to pass: each doubles the work."""


def has_way(
    world: World,
    ends: tuple[Collection[State], Collection[State]],
    turns: int,
    surely: bool,
    wanted: Pass | None = None,
    needed: Sequence[Pass] = (),
) -> bool:
    """Tell whether there is a way from one of some states to one of others by wanted moves alone that
    passes all that is needed.
    """
    if len(needed) > MOST_PASSES:
        raise BadInput(f"a path may be asked to pass {MOST_PASSES} things at most; ask for fewer")
    starts, goals = ends
    if not needed:
        search = world.search(starts, turns, surely, wanted)
        return any(search.reached(state) is not None for state in goals)
    states = len(world.resting)
    network, passed = _product(world.network(wanted), needed)
    resting = np.tile(world.resting, passed + 1)
    begin = world.set_out(starts)
    price = world.court.later_price
    trees = in_turns(network, begin, resting, world.terms(surely), turns, price)
    at = [passed * states + number for number in world.numbers(goals)]
    return any((tree.least[at] < FAR).any() for tree in trees)


def _product(network: Network, needed: Sequence[Pass]) -> tuple[Network, int]:
    """Keep each state once for each set of things passed, as bits; all of them come too."""
    edges = tuple(edge for table in network.tables for edge in table.edges)
    bits = np.array(
        [sum(each(edge) << n for n, each in enumerate(needed)) for edge in edges], dtype=np.int32
    )
    every = (1 << len(needed)) - 1

    def joined(name: str) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        return np.concatenate([getattr(table, name) for table in network.tables])

    source, target = joined("source"), joined("target")
    price, dearest = joined("price"), joined("dearest")
    doubtful, keeps, may_keep = (
        joined(name).astype(np.bool_) for name in ("doubtful", "keeps_bonus", "may_keep_bonus")
    )
    tables = tuple(
        EdgeTable(
            edges,
            (source + passed * network.states).astype(np.int32),
            (target + (bits | passed) * network.states).astype(np.int32),
            price,
            dearest,
            doubtful,
            keeps,
            may_keep,
        )
        for passed in range(every + 1)
    )
    shut = np.tile(network.shut, every + 1)
    return Network(tables, shut, network.states * (every + 1)), every
