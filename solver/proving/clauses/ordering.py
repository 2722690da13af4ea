"""Clauses that keep a set of arrows free of circles.

Two ways. *Eliminating* the nodes one by one joins what led to a node with what it led on to, so that
each circle shrinks to two arrows that face each other (Rankooh and Rintanen, "Propositional encodings
of acyclicity and reachability by using vertex elimination", 2022); it propagates well, but takes many
clauses where the arrows are dense. *Ranks* number the nodes in binary and let every arrow rise
(Janhunen, "Representing normal programs with clauses", 2004). Nodes are eliminated where that stays
within a few times the clauses of ranks.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from hexcourt.solver.proving.clauses.gathering import Clauses

GENEROSITY = 4
"""How many times the clauses of ranks eliminating may take."""
ALWAYS = 10_000
"""As many clauses as eliminating may take in any case."""

Arrows = Mapping[tuple[int, int], int]
"""The variable of each arrow, by the nodes that it leads from and to."""


def forbid_circles(clauses: Clauses, arrows: Arrows) -> None:
    """Add clauses that hold just where the arrows whose variables are true make no circle."""
    nodes = sorted({node for arrow in arrows for node in arrow})
    bits = (len(nodes) - 1).bit_length()
    most = ALWAYS + GENEROSITY * 3 * bits * len(arrows)
    before = clauses.variables
    found = _eliminated(clauses, nodes, arrows, most)
    if found is None:
        clauses.variables = before
        _rank(clauses, nodes, arrows, bits)
    else:
        for clause in found:
            clauses.add(clause)


def _eliminated(
    clauses: Clauses, nodes: list[int], arrows: Arrows, most: int
) -> list[tuple[int, ...]] | None:
    """Eliminate the nodes, those with fewest ways through them first; nothing if it takes too much."""
    into: dict[int, dict[int, int]] = {node: {} for node in nodes}
    out: dict[int, dict[int, int]] = {node: {} for node in nodes}
    for (start, end), variable in arrows.items():
        out[start][end] = into[end][start] = variable
    found: list[tuple[int, ...]] = []
    heap = [(len(into[node]) * len(out[node]), node) for node in nodes]
    heapq.heapify(heap)
    while heap:
        ways, node = heapq.heappop(heap)
        if node not in into or ways != len(into[node]) * len(out[node]):
            continue
        sources, targets = into.pop(node), out.pop(node)
        if len(found) + len(sources) * len(targets) > most:
            return None
        for source in sources:
            del out[source][node]
        for target in targets:
            del into[target][node]
        for source, first in sources.items():
            for target, second in targets.items():
                if source == target:
                    found.append((-first, -second))
                    continue
                if target not in out[source]:
                    out[source][target] = into[target][source] = clauses.fresh()
                found.append((-first, -second, out[source][target]))
        for near in sorted(sources.keys() | targets.keys()):
            heapq.heappush(heap, (len(into[near]) * len(out[near]), near))
    return found


def _rank(clauses: Clauses, nodes: list[int], arrows: Arrows, bits: int) -> None:
    """Number the nodes in binary, lowest bit first; an arrow leads from a lower rank to a higher."""
    rank = {node: [clauses.fresh() for _ in range(bits)] for node in nodes}
    for (start, end), variable in arrows.items():
        if start == end:
            clauses.add((-variable,))
            continue
        less = 0  # "the lower bits of the start's rank are less": of no bits they never are
        for at, (low, high) in enumerate(zip(rank[start], rank[end], strict=True)):
            below = (less,) if less else ()
            less = variable if at == bits - 1 else clauses.fresh()
            clauses.add((-less, -low, high))
            clauses.add((-less, -low, *below))
            clauses.add((-less, high, *below))
