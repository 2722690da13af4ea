"""Terms as plain values: numbers, names and strings as they are written, functions as tuples.

``#inf``, numbers, names, strings, functions, ``#sup``: that is their order (ASP-Core-2, and clingo).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from typing import Any

Value = Any
"""An ``int``; a ``str`` as it is written, quotation marks and all; a tuple of a name and arguments."""

INF, SUP = "#inf", "#sup"
LARGEST = 2**31 - 1


def text_of(value: Value) -> str:
    """Write a term."""
    if isinstance(value, tuple):
        name, *arguments = value
        last = "," if not name and len(arguments) == 1 else ""
        return f"{name}({','.join(map(text_of, arguments))}{last})"
    return str(value)


def compare(one: Value, other: Value) -> int:
    """Tell which of two terms comes first: below 0, 0 or above."""
    ranks = _rank(one), _rank(other)
    if ranks[0] != ranks[1]:
        return ranks[0] - ranks[1]
    if isinstance(one, int) and isinstance(other, int):
        return (one > other) - (one < other)
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) > 1:
        mine, yours = (len(one), one[0].encode()), (len(other), other[0].encode())
        if mine != yours:
            return 1 if mine > yours else -1
        pairs = zip(one[1:], other[1:], strict=True)
        return next((found for a, b in pairs if (found := compare(a, b))), 0)
    left, right = _plain(one), _plain(other)
    return (left > right) - (left < right)


ORDER = cmp_to_key(compare)


def _rank(value: Value) -> int:
    if isinstance(value, int):
        return 1
    if isinstance(value, tuple):
        return 4 if len(value) > 1 else 2
    if value in (INF, SUP):
        return 0 if value == INF else 5
    return 3 if value.startswith('"') else 2


def _plain(text: Value) -> bytes:
    if isinstance(text, tuple):  # the empty one, a name without letters
        return b""
    if text.startswith('"'):
        text = text[1:-1].replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")
    return str(text).encode()


def calculated(operator: str, one: Value, other: Value) -> Value | None:
    """Calculate; nothing where it is not defined. Raises OverflowError beyond 32 bits."""
    if not isinstance(one, int) or not isinstance(other, int):
        return None
    if operator in ("/", "\\") and other == 0:
        return None
    if operator == "**" and (other < 0 or (abs(one) > 1 and other > 31)):
        raise OverflowError("a power is out of range")
    found = _OPERATIONS[operator](one, other)
    if abs(found) > LARGEST:
        raise OverflowError("a number is out of range")
    return found


def _divided(one: int, other: int) -> int:
    found = abs(one) // abs(other)
    return found if (one < 0) == (other < 0) else -found


_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divided,
    "\\": lambda a, b: a - b * _divided(a, b),
    "**": lambda a, b: int(a**b),
    "&": lambda a, b: a & b,
    "?": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}
