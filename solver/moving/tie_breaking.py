"""Of all the cheapest ways to a state, the plainest: that of the fewest moves and hexsides.

An edge is *tight* where it leads from one least cost to another. The cheapest ways are those of tight
edges alone, so the shortest among them is found by going over these once more, by their length.
"""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush

from hexcourt.solver.moving.cheapest import FAR, Tree
from hexcourt.solver.moving.moves import Edge


def length_of(edge: Edge) -> int:
    """Measure a move: each hexside that it passes along counts besides."""
    return 1 + edge.hexsides


def plainest(tree: Tree, surely: bool) -> Tree:
    """Give a tree with the plainest of the cheapest ways to each state; the costs stay."""
    network = tree.network
    prices, kept = network.prices(surely), network.keeps_bonus(surely)
    first, onward = (each.tolist() for each in network.chains)
    target, price, keeps = (each.tolist() for each in (network.target, prices, kept))
    length = [length_of(edge) for table in network.tables for edge in table.edges]
    cost, old_via, old_came = (each.tolist() for each in (tree.cost, tree.via, tree.came))
    via, came = tree.via.copy(), tree.came.copy()
    nearest: dict[tuple[int, int], int] = {}
    waiting = [
        (0, layer, state)
        for layer, edges in enumerate(old_via)
        for state, edge in enumerate(edges)
        if edge < 0 and cost[layer][state] < FAR
    ]
    nearest.update({(layer, state): 0 for _, layer, state in waiting})
    while waiting:
        passed, layer, state = heappop(waiting)
        if passed > nearest[layer, state]:
            continue
        edge = first[state]
        while edge >= 0:
            there = target[edge]
            onto = layer if keeps[edge] else 1
            tight = cost[layer][state] + price[edge] == cost[onto][there]
            taken = old_via[onto][there] == edge and old_came[onto][there] == layer
            further = passed + length[edge]
            if (tight or taken) and further < nearest.get((onto, there), further + 1):
                nearest[onto, there] = further
                via[onto, there], came[onto, there] = edge, layer
                heappush(waiting, (further, onto, there))
            edge = onward[edge]
    return replace(tree, via=via, came=came)
