"""What hangs on each other in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

T = TypeVar("T", bound=Any)


def circles(needs: Mapping[T, set[T]]) -> Iterator[list[T]]:
    """List strongly connected components, what is needed first (Tarjan, 1972)."""
    index: dict[T, int] = {}
    low: dict[T, int] = {}
    path: list[T] = []
    on_path: set[T] = set()
    for start in sorted(needs):
        if start in index:
            continue
        work = [(start, iter(sorted(needs[start])))]
        index[start] = low[start] = len(index)
        path.append(start)
        on_path.add(start)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    path.append(other)
                    on_path.add(other)
                    work.append((other, iter(sorted(needs[other]))))
                    break
                if other in on_path:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = path.index(node)
                    group = path[at:]
                    del path[at:]
                    on_path -= set(group)
                    yield group
