"""Weight bodies as clauses: a decision diagram over the weights that are still wanting.

After Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT" (2006). A node stands for "the
literals from here on come to what is still wanting"; equal nodes are made once, also between bodies, so
that the lower and the upper bound of one aggregate share them. For a bound on a count the nodes
number at most literals times bound; for weights they may grow with the sum of the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexcourt.solver.proving.clauses.gathering import TRUE, Clauses
from hexcourt.solver.proving.programs.program import ProgramError

LARGEST = 2_000_000
"""The most nodes for one weight body."""


def weight_literal(clauses: Clauses, terms: Iterable[tuple[int, int]], bound: int) -> int:
    """Give a literal that holds just where the weights of the true literals come to the bound.

    ``terms`` are pairs of literal and weight, no weight below 0. Raises ProgramError where the diagram
    would be too large.
    """
    ordered, wanting = _normal(terms, bound)
    levels, left = _levels(ordered, wanting)
    below: dict[int, int] = {}
    for at in range(len(ordered) - 1, -1, -1):
        literal, weight = ordered[at]
        rest, known = left[at + 1], below
        below = {
            still: _node(
                clauses, literal, _from(known, still - weight, rest), _from(known, still, rest)
            )
            for still in sorted(levels[at])
        }
    return _from(below, wanting, left[0])


def _from(nodes: dict[int, int], still: int, rest: int) -> int:
    """Give the literal "what is left comes to what is wanting still", of ``rest`` at most."""
    if still <= 0:
        return TRUE
    return nodes[still] if still <= rest else -TRUE


def _normal(terms: Iterable[tuple[int, int]], bound: int) -> tuple[list[tuple[int, int]], int]:
    """Name each literal once, without constants, the heaviest first."""
    weights: dict[int, int] = {}
    for literal, weight in terms:
        if literal == TRUE:
            bound -= weight
        elif literal != -TRUE and weight:
            weights[literal] = weights.get(literal, 0) + weight
    return sorted(weights.items(), key=lambda each: (-each[1], abs(each[0]), each[0])), bound


def _levels(ordered: Sequence[tuple[int, int]], wanting: int) -> tuple[list[set[int]], list[int]]:
    """For each literal what can be wanting before it and still hang on it; and what is left to come."""
    left = [0] * (len(ordered) + 1)
    for at in range(len(ordered) - 1, -1, -1):
        left[at] = left[at + 1] + ordered[at][1]
    levels: list[set[int]] = [{wanting} if 0 < wanting <= left[0] else set()]
    nodes = 0
    for at, (_, weight) in enumerate(ordered):
        rest = left[at + 1]
        then = {still for still in levels[at] if still <= rest}
        then |= {still - weight for still in levels[at] if 0 < still - weight <= rest}
        levels.append(then)
        nodes += len(then)
        if nodes > LARGEST:
            raise ProgramError(
                f"the weights of one body take more than {LARGEST} nodes; use smaller weights"
            )
    return levels, left


def _node(clauses: Clauses, literal: int, with_it: int, without: int) -> int:
    """Give "if the literal then ``with_it`` else ``without``", the second implying the first."""
    if with_it == without:
        return with_it
    if with_it == TRUE and without == -TRUE:
        return literal
    key = (literal, with_it, without)
    if key not in clauses.nodes:
        node = clauses.nodes[key] = clauses.fresh()
        clauses.add((-node, literal, without))
        clauses.add((-node, with_it))
        clauses.add((node, -without))
        clauses.add((node, -literal, -with_it))
    return clauses.nodes[key]
