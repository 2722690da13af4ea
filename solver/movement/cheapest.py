"""Cheapest ways through the moves that the rules allow: the fast path beside a04_spending.lp.

Costs are small whole numbers, so states are settled cost by cost (Dial, "Algorithm 360:
Shortest-path forest with topological ordering", 1969). A state is kept in two *layers*: reached
over road hexsides alone (layer 0), with the road bonus still to be had, or by any moves (layer 1).
The order of edges settles ties, so that a way is the same each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.kernels import Bools, Int8s, Int32s, suited
from hexcourt.solver.movement.moves import MoveEdge
from hexcourt.solver.position.states import State

FAR = 1 << 28
"""The cost of what cannot be reached."""

COMPILE_FROM = 500_000
"""From how many edges searched, all in all, the kernel is worth compiling."""


@dataclass(frozen=True, eq=False)
class EdgeTable:
    """Edges as parallel arrays: states by number, costs in halves of an MF or MP."""

    edges: tuple[MoveEdge, ...]
    source: Int32s
    target: Int32s
    price: Int32s
    highest_price: Int32s
    doubtful: Bools
    keeps_bonus: Bools
    may_keep_bonus: Bools

    @classmethod
    def of(cls, edges: Iterable[MoveEdge], states: dict[State, int]) -> EdgeTable:
        """Number the states of some edges, new ones behind those that have a number."""
        listed = tuple(edges)
        for edge in listed:
            for state in (edge.source, edge.target):
                states.setdefault(state, len(states))
        return cls(
            listed,
            _ints(states[edge.source] for edge in listed),
            _ints(states[edge.target] for edge in listed),
            _ints(edge.price for edge in listed),
            _ints(edge.highest_price for edge in listed),
            np.array([edge.doubtful for edge in listed], dtype=np.bool_),
            np.array([edge.keeps_bonus for edge in listed], dtype=np.bool_),
            np.array([edge.keeps_bonus or edge.may_keep_bonus for edge in listed], dtype=np.bool_),
        )

    @cached_property
    def chains(self) -> tuple[Int32s, Int32s]:
        """Chain the edges of each state: the first edge by state, the next one by edge, -1 at the
        end.
        """
        states = int(self.source.max(initial=-1)) + 1
        first = np.full(states, -1, dtype=np.int32)
        onward = np.full(len(self.edges), -1, dtype=np.int32)
        for number in range(len(self.edges) - 1, -1, -1):
            state = self.source[number]
            onward[number], first[state] = first[state], number
        return first, onward

    @cached_property
    def lengths(self) -> Int32s:
        """Measure each edge (``length_of``)."""
        return _ints(length_of(edge) for edge in self.edges)


def _ints(values: Iterable[int]) -> Int32s:
    return np.fromiter(values, dtype=np.int32)


@dataclass(frozen=True, eq=False)
class Network:
    """Some tables of edges as one, those of the first before those of the second; ``blocked_edges``
    marks the edges that may not be used.
    """

    tables: tuple[EdgeTable, ...]
    blocked_edges: Bools
    states: int

    @cached_property
    def chains(self) -> tuple[Int32s, Int32s]:
        """Chain the edges of each state, those of later tables first."""
        first, onward = self.tables[0].chains
        first = np.append(first, np.full(self.states - len(first), -1, dtype=np.int32))
        if len(self.tables) == 1:
            return first, onward
        onward = np.append(
            onward, np.full(len(self.blocked_edges) - len(onward), -1, dtype=np.int32)
        )
        number = len(self.tables[0].edges)
        for table in self.tables[1:]:
            for state in table.source.tolist():
                onward[number], first[state] = first[state], number
                number += 1
        return first, onward

    def column(self, name: str) -> Any:
        """Join one of the arrays of the tables."""
        return np.concatenate([getattr(table, name) for table in self.tables])

    @cached_property
    def source(self) -> Int32s:
        """Return the source of each edge."""
        found: Int32s = self.column("source")
        return found

    @cached_property
    def target(self) -> Int32s:
        """Return the target of each edge."""
        found: Int32s = self.column("target")
        return found

    @cached_property
    def lengths(self) -> Int32s:
        """Return the length of each edge (``length_of``)."""
        found: Int32s = self.column("lengths")
        return found

    @cached_property
    def edges(self) -> tuple[MoveEdge, ...]:
        """Return the edges of all tables."""
        return tuple(edge for table in self.tables for edge in table.edges)

    def in_layers(self, leads: Sequence[Int32s]) -> Network:
        """Keep each state once for each layer: ``leads[n]`` (edges,) is the layer to which each edge
        leads from layer n. What leads beyond the last one is blocked.
        """
        columns = (each.name for each in fields(EdgeTable)[1:])
        whole = EdgeTable(self.edges, *map(self.column, columns))
        last = len(leads) - 1
        tables = tuple(
            replace(
                whole,
                source=(whole.source + layer * self.states).astype(np.int32),
                target=(whole.target + np.minimum(to, last) * self.states).astype(np.int32),
            )
            for layer, to in enumerate(leads)
        )
        blocked = np.concatenate([self.blocked_edges | (to > last) for to in leads])
        return Network(tables, blocked, self.states * len(leads))

    def keeps_bonus(self, surely: bool) -> Bools:
        """Return which edges keep the road bonus, for certain or possibly."""
        return self._surely[1] if surely else self._possibly[1]

    def prices(self, surely: bool) -> Int32s:
        """Return the cost of each edge: to be sure the maximum, and ``FAR`` for a undetermined one."""
        return self._surely[0] if surely else self._possibly[0]

    @cached_property
    def _surely(self) -> tuple[Int32s, Bools]:
        prices = self.column("highest_price")
        prices[self.blocked_edges | self.column("doubtful")] = FAR
        return prices, self.column("keeps_bonus")

    @cached_property
    def _possibly(self) -> tuple[Int32s, Bools]:
        prices = self.column("price")
        prices[self.blocked_edges] = FAR
        return prices, self.column("may_keep_bonus")

    def edge(self, number: int) -> MoveEdge:
        """Find an edge by its number."""
        for table in self.tables:
            if number < len(table.edges):
                return table.edges[number]
            number -= len(table.edges)
        raise IndexError(number)


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms a way is sought: ``surely`` at the most expensive price and by no
    undetermined move; ``by_moves`` counts moves, not costs, and takes any move that one phase
    allows.

    In later turns the unit may spend ``later`` halves, if that is given. After each phase it may go on
    by one move where it ``advances``: surely by one that costs ``hard`` halves or more only if it has
    spent no more than ``later``. One that ``assaults`` makes one move at most, those within a Location
    left out.
    """

    allowance: int
    bonus: int = 0
    minimum_move: bool = False
    surely: bool = True
    by_moves: bool = False
    later: int | None = None
    advances: bool = False
    hard: int = FAR
    assaults: bool = False


@dataclass(frozen=True, eq=False)
class Tree:
    """What was reached: cost by (layer, state), ``FAR`` where not; the edge that each was reached
    by, -1 at the start, and the layer that it left.
    """

    network: Network
    cost: Int32s
    via: Int32s
    came: npt.NDArray[np.int8]
    _steps: dict[int, list[tuple[int, int]]] = field(init=False, default_factory=dict)

    @cached_property
    def least(self) -> Int32s:
        """Return the least cost of each state."""
        least: Int32s = self.cost.min(axis=0)
        return least

    def way(self, state: int) -> list[tuple[MoveEdge, int]]:
        """List the edges to a state in order, each with what has been spent after it."""
        return [(self.network.edge(number), spent) for number, spent in self.steps(state)]

    def steps(self, state: int) -> list[tuple[int, int]]:
        """List the numbers of these edges, each with what has been spent after it."""
        if state not in self._steps:
            self._steps[state] = self._steps_to(state)
        return self._steps[state]

    def _steps_to(self, state: int) -> list[tuple[int, int]]:
        layer = int(self.cost[:, state].argmin())
        found: list[tuple[int, int]] = []
        while (number := int(self.via[layer, state])) >= 0:
            found.append((number, int(self.cost[layer, state])))
            before = int(self.came[layer, state])
            state, layer = int(self.network.source[number]), before
        return found[::-1]


def starts_in(spent: Mapping[int, int]) -> Int32s:
    """Write what is spent in states, by their numbers, as a search takes it: rows of both, sorted."""
    return np.array(sorted(spent.items()), dtype=np.int32).reshape(-1, 2)


def cheapest(network: Network, starts: Int32s, resting: Bools, terms: Terms) -> Tree:
    """Find the least costs of all states that can be reached from ``starts``: rows of the number of a
    state and what is spent in it, sorted.

    Where the terms have a minimum move, one that costs more than the allowance may be made as the
    only one, for all of it, to where the phase may end.
    """
    prices = network.prices(terms.surely)
    allowance, bonus, minimum = terms.allowance, terms.bonus, terms.minimum_move
    if terms.by_moves:
        fits = (prices <= allowance) | ((prices < FAR) & minimum & resting[network.target])
        prices = np.where(fits, 1, FAR).astype(np.int32)
        allowance, bonus, minimum = network.states, 0, False
    cost = np.full((2, network.states), FAR, dtype=np.int32)
    via = np.full((2, network.states), -1, dtype=np.int32)
    came = np.full((2, network.states), -1, dtype=np.int8)
    first, onward = network.chains
    room, span = 2 * len(prices) + len(starts), allowance + bonus + 1
    suited(_settle, len(prices), COMPILE_FROM)(
        first, onward, network.target, prices, network.keeps_bonus(terms.surely), resting, starts,
        allowance, bonus, minimum,
        np.full(span, -1, dtype=np.int32), np.full(span, -1, dtype=np.int32),
        np.empty(room, dtype=np.int32), np.full(room, -1, dtype=np.int32),
        cost, via, came,
    )  # fmt: skip
    return Tree(network, cost, via, came)


def _settle(
    first: Int32s, onward: Int32s, target: Int32s, price: Int32s, keeps: Bools, rests: Bools,
    begin: Int32s, allowance: int, bonus: int, minimum: bool,
    bucket: Int32s, last: Int32s, node: Int32s, after: Int32s,
    cost: Int32s, via: Int32s, came: Int8s,
) -> None:  # fmt: skip
    """Settle states in the order of their cost. A kernel.

    ``bucket`` and ``last`` are, by cost, the first and the last of the entries ``node``, each with the
    one ``after`` it; they begin as -1.
    """
    used = 0
    states = cost.shape[1]
    layer = 0 if bonus > 0 else 1
    for number in range(len(begin)):
        state, spent = begin[number, 0], begin[number, 1]
        if spent <= allowance + bonus:
            cost[layer, state] = spent
            node[used] = layer * states + state
            if bucket[spent] < 0:
                bucket[spent] = used
            else:
                after[last[spent]] = used
            last[spent] = used
            used += 1
    for level in range(allowance + bonus + 1):
        entry = bucket[level]
        while entry >= 0:
            layer = node[entry] // states
            state = node[entry] - layer * states
            edge = first[state] if cost[layer, state] == level else -1
            while edge >= 0:
                there = target[edge]
                total = level + price[edge]
                onto = layer if keeps[edge] else 1
                limit = allowance + bonus if onto == 0 else allowance
                if minimum and via[layer, state] < 0 and limit < total < FAR and rests[there]:
                    total = limit = allowance
                    onto = 1
                if total <= limit and total < cost[onto, there]:
                    cost[onto, there] = total
                    via[onto, there] = edge
                    came[onto, there] = layer
                    node[used] = onto * states + there
                    if bucket[total] < 0:
                        bucket[total] = used
                    else:
                        after[last[total]] = used
                    last[total] = used
                    used += 1
                edge = onward[edge]
            entry = after[entry]


# A turn is a Movement Phase, and where the unit advances an Advance Phase after it. The next turn begins
# wherever it can be by then.


@dataclass(frozen=True, eq=False)
class Phase:
    """What is reached in a phase of a turn: by moving, or by one move that advances."""

    tree: Tree
    turn: int
    advance: bool = False


def phases_of_turn(
    network: Network, starts: Int32s, resting: Bools, terms: Terms, turn: int
) -> list[Phase]:
    """Search one turn from ``starts``, as for ``cheapest``."""
    if turn > 1 and terms.later is not None:
        terms = replace(terms, allowance=terms.later)
    ways = _assaulting(network, starts, resting) if terms.assaults else network
    found = [Phase(cheapest(ways, starts, resting, terms), turn)]
    if terms.advances:
        found.append(Phase(_advancing(network, found[0].tree, starts, resting, terms), turn, True))
    return found


def _assaulting(network: Network, starts: Int32s, resting: Bools) -> Network:
    """Leave the moves by which a unit leaves the Location that it starts in, and those within one."""
    within = np.array([edge.within for edge in network.edges], dtype=np.bool_)
    begins = np.zeros(network.states, dtype=np.bool_)
    begins[starts[:, 0]] = True
    fresh = True
    while fresh:
        added = network.target[within & begins[network.source] & ~network.blocked_edges]
        fresh = not bool(begins[added].all())
        begins[added] = True
    leaves = begins[network.source] & resting[network.target]
    return Network(network.tables, network.blocked_edges | ~(within | leaves), network.states)


def _advancing(network: Network, moved: Tree, starts: Int32s, resting: Bools, terms: Terms) -> Tree:
    """Make one move more from where a phase may have ended, or the unit has stayed; it costs nothing."""
    prices = network.prices(terms.surely)
    spent = moved.least.copy()
    spent[~resting] = FAR
    spent[starts[:, 0]] = np.minimum(spent[starts[:, 0]], starts[:, 1])
    before = spent[network.source]
    may = (before < FAR) & resting[network.target] & (prices < FAR)
    if terms.surely and terms.later is not None:
        may &= (prices < terms.hard) | (before <= terms.later)
    cost = np.full((2, network.states), FAR, dtype=np.int32)
    via = np.full((2, network.states), -1, dtype=np.int32)
    cost[0] = spent  # who stays; layer 1 is who has advanced
    edges = np.flatnonzero(may)
    edges = edges[np.argsort(before[edges], kind="stable")][::-1]  # the cheapest is written last
    cost[1, network.target[edges]], via[1, network.target[edges]] = before[edges], edges
    return Tree(network, cost, via, np.zeros_like(cost, dtype=np.int8))


# An edge is *tight* where it leads from one least cost to another. The cheapest ways are those of tight
# edges alone, so the shortest among them is found by going over these once more, by their length.


def length_of(edge: MoveEdge) -> int:
    """Measure a move: each hexside that it passes along counts besides."""
    return 1 + edge.hexsides


def simplest(tree: Tree, surely: bool) -> Tree:
    """Return a tree with the plainest of the cheapest ways to each state; the costs stay."""
    network = tree.network
    first, onward = network.chains
    via, came = tree.via.copy(), tree.came.copy()
    nearest = np.where((tree.via < 0) & (tree.cost < FAR), 0, FAR).astype(np.int32)
    suited(_shorten, len(network.target), COMPILE_FROM)(
        first, onward, network.target, network.prices(surely), network.keeps_bonus(surely),
        network.lengths, tree.cost, tree.via, tree.came, nearest, via, came,
    )  # fmt: skip
    return replace(tree, via=via, came=came)


def _shorten(
    first: Int32s, onward: Int32s, target: Int32s, price: Int32s, keeps: Bools, length: Int32s,
    cost: Int32s, old_via: Int32s, old_came: Int8s,
    nearest: Int32s, via: Int32s, came: Int8s,
) -> None:  # fmt: skip
    """Go over the tight edges, and those of the ways found before, in the order of the length so far
    (``nearest``, which begins as 0 at the starts), of layers and states. A kernel.
    """
    states = cost.shape[1]
    passed = 0
    farthest = 0
    while passed <= farthest:
        for layer in range(2):
            for state in range(states):
                edge = first[state] if nearest[layer, state] == passed else -1
                while edge >= 0:
                    there = target[edge]
                    onto = layer if keeps[edge] else 1
                    tight = cost[layer, state] + price[edge] == cost[onto, there]
                    taken = old_via[onto, there] == edge and old_came[onto, there] == layer
                    further = passed + length[edge]
                    if (tight or taken) and further < nearest[onto, there]:
                        nearest[onto, there] = further
                        via[onto, there] = edge
                        came[onto, there] = layer
                        farthest = max(farthest, further)
                    edge = onward[edge]
        passed += 1
