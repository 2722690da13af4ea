"""Reads JSON from outside: each name of an object is told once, so that no two readers differ on it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any


def read_json(text: str | bytes) -> Any:
    """Read a JSON text; raises ValueError, or RecursionError where it is nested too deep."""
    return json.loads(text, object_pairs_hook=told_once, parse_constant=_no_number)


def told_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object; ValueError where it tells a name twice."""
    told = dict(pairs)
    if len(told) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(each for each in names if names.count(each) > 1)
        raise ValueError(f'"{twice}" is told twice')
    return told


def _no_number(told: str) -> float:
    raise ValueError(f"{told} is no number")
