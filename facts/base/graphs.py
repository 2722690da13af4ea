"""Strongly connected components of directed graphs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def components(nodes: Iterable[T], following: Callable[[T], Iterable[T]]) -> Iterator[list[T]]:
    """List the strongly connected components that nodes reach, each after those that it leads to.

    The method is Tarjan's (1972), without recursion; the order follows that of nodes and edges.
    """
    reached: dict[T, int] = {}
    low: dict[T, int] = {}
    closed: set[T] = set()
    stack: list[T] = []
    for root in nodes:
        if root in reached:
            continue
        reached[root] = low[root] = len(reached)
        stack.append(root)
        path = [(root, iter(following(root)))]
        while path:
            node, edges = path[-1]
            for other in edges:
                if other not in reached:
                    reached[other] = low[other] = len(reached)
                    stack.append(other)
                    path.append((other, iter(following(other))))
                    break
                if other not in closed:
                    low[node] = min(low[node], reached[other])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == reached[node]:
                    group = [stack.pop()]
                    while group[-1] != node:
                        group.append(stack.pop())
                    closed.update(group)
                    yield group[::-1]
