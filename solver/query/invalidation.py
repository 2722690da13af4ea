"""What an answer about ways rests on, and so which further pieces can change it.

A way that was found is there as long as none of its moves is gone. That none is cheaper or earlier rests
on the least costs of all states: they are bounds as long as no new move leads to a state for less. What
does away with moves only raises costs, so with both kept the answer is the same, and so is the plainest
of the cheapest ways, where no new move leads anywhere for as little. So most worlds of a family need no
search of their own (``test_invalidation.py`` holds this equal to searching in each world).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.kernels import Bools, Int32s
from hexcourt.solver.movement.cheapest import FAR, EdgeTable, Terms, Tree
from hexcourt.solver.movement.engine import (
    Group,
    MoveChange,
    MoveGraph,
    MovementEngine,
    ReachSearch,
    Wanted,
)


@dataclass(frozen=True, eq=False)
class CostBound:
    """Least costs that no new move may lower, turn by turn, or with ``ties`` may not even reach."""

    world: MoveGraph
    trees: tuple[Tree, ...]
    terms: Terms
    wanted: Wanted | None
    ties: bool
    _known: dict[MoveChange, bool] = field(default_factory=dict)

    def is_broken_by(self, change: MoveChange) -> bool:
        """Return whether one of the new moves leads to a state for less."""
        if change not in self._known:
            paced = self.terms.advances or self.terms.assaults  # any new move may count there
            self._known[change] = bool(change.table.edges) and (
                paced or self._is_broken(change.table)
            )
        return self._known[change]

    def _is_broken(self, table: EdgeTable) -> bool:
        prices = self._prices(table)
        keeps = table.keeps_bonus if self.terms.surely else table.may_keep_bonus
        rests = _within(self.world.engine.resting, table.target, False)
        return any(
            self._is_lower(tree, layer, table, (prices, keeps, rests))
            for tree in self.trees
            for layer in (0, 1)
        )

    def _prices(self, table: EdgeTable) -> Int32s:
        prices = (table.highest_price if self.terms.surely else table.price).copy()
        if self.terms.surely:
            prices[table.doubtful] = FAR
        if self.wanted is not None:
            prices[[not self.wanted(edge) for edge in table.edges]] = FAR
        return prices

    def _is_lower(
        self, tree: Tree, layer: int, table: EdgeTable, about: tuple[Int32s, Bools, Bools]
    ) -> bool:
        """Compute as ``cheapest`` does what each move comes to from what its source costs."""
        prices, keeps, rests = about
        allowance, bonus = self.terms.allowance, self.terms.bonus
        spent = _within(tree.cost[layer], table.source, FAR)
        total = spent + prices
        onto = np.where(keeps, layer, 1)
        limit = np.where(onto == 0, allowance + bonus, allowance)
        if self.terms.minimum_move:
            first = _within(tree.via[layer], table.source, 0) < 0
            alone = first & (limit < total) & (total < FAR) & rests
            total[alone], onto[alone], limit[alone] = allowance, 1, allowance
        known = np.where(
            onto == 0,
            _within(tree.cost[0], table.target, FAR),
            _within(tree.cost[1], table.target, FAR),
        )
        lower = total <= known if self.ties else total < known
        return bool((lower & (spent < FAR) & (prices < FAR) & (total <= limit)).any())

    @cached_property
    def hexes(self) -> frozenset[str]:
        """List the hexes of the states that are reached: new moves matter from there alone."""
        engine = self.world.engine
        reached = np.logical_or.reduce([tree.least < FAR for tree in self.trees])
        return engine.hexes_of(reached)


@dataclass(frozen=True, eq=False)
class Support:
    """What an answer rests on: moves of the board as it is, by number, and bounds; whatever touches one
    of some ``hexes`` bears on it too.
    """

    engine: MovementEngine
    moves: frozenset[int] = frozenset()
    bounds: tuple[CostBound, ...] = ()
    hexes: frozenset[str] = frozenset()

    def hangs_on(self, pieces: Group) -> bool | None:
        """Return whether a further group of pieces may change the answer: nothing where the rules
        have to be asked first what they change.
        """
        core, near = self.engine.core(pieces), self.engine.leading_into(pieces)
        if not self.hexes.isdisjoint(core):
            return True
        bounds = [bound for bound in self.bounds if not bound.hexes.isdisjoint(near)]
        if not bounds and self.named.isdisjoint(core):
            return False
        change = self.engine.asked(pieces)
        if change is None:
            return None
        gone = not self.moves.isdisjoint(change.gone.tolist())
        return gone or any(bound.is_broken_by(change) for bound in bounds)

    @cached_property
    def named(self) -> frozenset[str]:
        """List the hexes that its moves name."""
        moves = (self.engine.edge(number).move for number in self.moves)
        return frozenset(name for move in moves for name in move.hexes)


def bound_of(search: ReachSearch, turns: int | None, ties: bool) -> CostBound:
    """Return what holds as long as nothing is reached for less in the first turns of a search."""
    phases = (each for each in search.phases if turns is None or each.turn <= turns)
    trees = tuple(each.tree for each in phases)
    return CostBound(search.world, trees, search.world.terms(search.surely), search.wanted, ties)


_Kind = TypeVar("_Kind", bound=np.generic)


def _within(values: npt.NDArray[_Kind], numbers: Int32s, otherwise: object) -> npt.NDArray[_Kind]:
    """Look values up by the numbers of states, some of which may be newer than the values."""
    known = numbers < len(values)
    found = np.full(len(numbers), otherwise, dtype=values.dtype)
    found[known] = values[numbers[known]]
    return found
