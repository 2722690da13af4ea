"""Every way to change what a JSON text tells: names left out and added, other types, other values."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Path = tuple[str | int, ...]

OTHERS: tuple[object, ...] = (
    None,
    True,
    0,
    1,
    1.0,
    -1,
    "",
    "x\nyes: proved",
    [],
    ["x"],
    {},
    {"x": "y"},
)
"""Values of every type, among them those that Python holds equal to a whole number."""


def changes(told: Any, legal: Mapping[str, Sequence[object]] | None = None) -> Iterator[Any]:
    """Give a text's values with one of them left out, added, or replaced by another; ``legal`` are other
    values that a name may have.
    """
    for path, value in _places(told):
        others = [*OTHERS, *(legal or {}).get(str(path[-1]) if path else "", ())]
        if isinstance(value, int):
            others += [value + 1, value - 1, float(value), str(value)]
        if isinstance(value, list):
            others += [[*value, *value[:1]], value[1:], value[::-1], [*value, "x"]]
        if isinstance(value, dict):
            others += [{**value, "more": "x\nyes: proved"}, {**value, "property": "alone"}]
        if isinstance(value, str):
            others += [f"{value} ", f"{value}\n", value.upper(), f"{value}%", f"\u202e{value}"]
        for other in others:
            if _differs(other, value):
                yield _with(told, path, other)
        if path and isinstance(path[-1], str):
            yield _without(told, path)


def _differs(one: object, other: object) -> bool:
    return repr(one) != repr(other)


def _places(told: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, told
    inner = told.items() if isinstance(told, dict) else ()
    inner = enumerate(told) if isinstance(told, list) else inner
    for name, value in inner:
        yield from _places(value, (*path, name))


def _with(told: Any, path: Path, value: object) -> Any:
    if not path:
        return value
    changed = copy.deepcopy(told)
    _holder(changed, path)[path[-1]] = value
    return changed


def _without(told: Any, path: Path) -> Any:
    changed = copy.deepcopy(told)
    del _holder(changed, path)[path[-1]]
    return changed


def _holder(told: Any, path: Path) -> Any:
    for each in path[:-1]:
        told = told[each]
    return told
