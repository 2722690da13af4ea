"""Which atoms of a ground program hang on each other in circles.

The circles are the strongly connected components of the positive dependency graph, by Tarjan's
algorithm ("Depth-first search and linear graph algorithms", 1972), without recursion. Rules are nodes
of their own, so that many heads and long bodies do not multiply.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexcourt.solver.proving.programs.program import GroundProgram, Rule, WeightRule


def positive_body(rule: Rule | WeightRule) -> list[int]:
    """List the atoms that a rule's body needs or counts, without "not"."""
    if isinstance(rule, WeightRule):
        return [literal for literal, _ in rule.body if literal > 0]
    return [literal for literal in rule.body if literal > 0]


def circles(program: GroundProgram) -> list[int]:
    """Number for each atom (index) the circle it is in; 0 where it is in none. Index 0 is no atom."""
    following: list[Sequence[int]] = [()] * (program.atoms + 1)
    for rule in program.rules:
        needed = positive_body(rule)
        if not needed or not rule.head:
            continue
        node = len(following)
        following.append(rule.head)
        for atom in needed:
            if not following[atom]:
                following[atom] = []
            following[atom].append(node)  # type: ignore[attr-defined]
    component, sizes = _components(following)
    return [
        component[atom] if atom and sizes[component[atom]] > 1 else 0
        for atom in range(program.atoms + 1)
    ]


def _components(following: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Number the component of every node, from 1, and count each component's nodes."""
    component, reached, low = [0] * len(following), [0] * len(following), [0] * len(following)
    sizes, stack, clock = [0], [], 0
    for root in range(len(following)):
        if reached[root]:
            continue
        path: list[tuple[int, int]] = [(root, 0)]
        while path:
            node, at = path.pop()
            if at == 0:
                clock += 1
                reached[node] = low[node] = clock
                stack.append(node)
            else:
                low[node] = min(low[node], low[following[node][at - 1]])
            descended = False
            for place in range(at, len(following[node])):
                then = following[node][place]
                if not reached[then]:
                    path += ((node, place + 1), (then, 0))
                    descended = True
                    break
                if not component[then]:
                    low[node] = min(low[node], reached[then])
            if not descended and low[node] == reached[node]:
                sizes.append(_close(stack, node, component, len(sizes)))
    return component, sizes


def _close(stack: list[int], root: int, component: list[int], number: int) -> int:
    """Take a component off the stack; tells its size."""
    size = 0
    while True:
        node = stack.pop()
        component[node] = number
        size += 1
        if node == root:
            return size
