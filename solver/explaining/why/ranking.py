"""Ranks atoms by the size of their smallest derivation, from facts forward, so that none is circular.

The method is Knuth's: A generalization of Dijkstra's algorithm, Information Processing Letters 6 (1977).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush

import clingo

from hexcourt.solver.explaining.why.supports import Instance, Supports


@dataclass(frozen=True)
class Ranks:
    """In which order atoms are reached from facts, and by which instance each is reached first."""

    order: Mapping[clingo.Symbol, int]
    reason: Mapping[clingo.Symbol, Instance]

    def pick(self, group: Iterable[clingo.Symbol]) -> clingo.Symbol:
        """Of a group pick the atom that is reached first."""
        return min(group, key=lambda atom: self.order.get(atom, len(self.order)))


@dataclass(eq=False, slots=True)
class _Waiting:
    """An instance with the groups that no reached atom belongs to yet, and its size so far."""

    instance: Instance
    open: set[int] = field(default_factory=set)
    size: int = 1


def rank(supports: Supports, leaves: Iterable[clingo.Symbol]) -> Ranks:
    """Rank the atoms that have a well-founded derivation; others are left out."""
    heap: list[tuple[int, int, clingo.Symbol, clingo.Symbol, Instance | None]] = []
    users: dict[clingo.Symbol, list[tuple[_Waiting, int]]] = {}
    for instances in supports.values():
        for instance in instances:
            waiting = _Waiting(instance)
            for number, group in enumerate(instance.groups):
                waiting.open.add(number)
                for atom in set(group):
                    users.setdefault(atom, []).append((waiting, number))
            if not waiting.open:
                heappush(heap, _entry(waiting))
    for leaf in leaves:
        heappush(heap, (1, -1, leaf, leaf, None))
    order: dict[clingo.Symbol, int] = {}
    reason: dict[clingo.Symbol, Instance] = {}
    while heap:
        size, _, _, atom, reached_by = heappop(heap)
        if atom in order:
            continue
        order[atom] = len(order)
        if reached_by is not None:
            reason[atom] = reached_by
        for waiting, number in users.get(atom, ()):
            if number in waiting.open:
                waiting.open.remove(number)
                waiting.size += size
                if not waiting.open:
                    heappush(heap, _entry(waiting))
    return Ranks(order, reason)


def _entry(
    waiting: _Waiting,
) -> tuple[int, int, clingo.Symbol, clingo.Symbol, Instance | None]:
    instance = waiting.instance
    return waiting.size, instance.order, instance.values, instance.head, instance


def acyclic_reasons(supports: Supports, ranks: Ranks) -> dict[clingo.Symbol, tuple[Instance, ...]]:
    """List for each atom the instances that can be shown side by side without any circle.

    The first is the one of its rank. Of others, what lies in a positive loop with the atom has to
    be reached before it.
    """
    loops = _loops(supports)

    def sound(atom: clingo.Symbol, instance: Instance) -> bool:
        picked = [ranks.pick(group) for group in instance.groups]
        return all(
            each in ranks.order
            and (loops[each] != loops[atom] or ranks.order[each] < ranks.order[atom])
            for each in picked
        )

    return {
        atom: (
            first,
            *(each for each in supports[atom] if each is not first and sound(atom, each)),
        )
        for atom, first in ranks.reason.items()
    }


def _loops(supports: Supports) -> dict[clingo.Symbol, int]:
    """Number the strongly connected components of what rests on what (Tarjan 1972)."""
    number: dict[clingo.Symbol, int] = {}
    low: dict[clingo.Symbol, int] = {}
    found: dict[clingo.Symbol, int] = {}
    stack: list[clingo.Symbol] = []
    for root in supports:
        if root in number:
            continue
        path = [(root, iter(_rests_on(supports, root)))]
        number[root] = low[root] = len(number)
        stack.append(root)
        while path:
            here, below = path[-1]
            step = next((each for each in below if each not in found), None)
            if step is None:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[here])
                if low[here] == number[here]:
                    _close(here, stack, found)
            elif step in number:
                low[here] = min(low[here], number[step])
            else:
                number[step] = low[step] = len(number)
                stack.append(step)
                path.append((step, iter(_rests_on(supports, step))))
    return found


def _close(
    root: clingo.Symbol, stack: list[clingo.Symbol], found: dict[clingo.Symbol, int]
) -> None:
    component = len(found)
    while root not in found:
        found[stack.pop()] = component


def _rests_on(supports: Supports, atom: clingo.Symbol) -> list[clingo.Symbol]:
    instances = supports.get(atom, ())
    atoms = (each for instance in instances for group in instance.groups for each in group)
    return list(dict.fromkeys(atoms))
