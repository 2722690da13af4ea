"""Counters that change terrain, laid on what a line touches (B.9).

A counter is met like inherent terrain (B.6) wherever the line touches its hex, or only where the line
touches the depiction of a bridge or depression; which, the law says (``lies`` in placing_counters.lp).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.terrain_terms import kind_of
from hexcourt.facts.lines.runs import Runs
from hexcourt.facts.lines.touchables import Touchables

UPON: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"hex": (), "bridge": ("bridge",), "bed": ("bridge", "depression")}
)
"""The classes of depictions that a counter lies on: none for the whole hex, a bridge, a depression."""


@dataclass(frozen=True, slots=True, order=True)
class Laid:
    """A counter as it is touched: its hex by number, its term, the level of its ground, and what it
    lies upon (a key of ``UPON``).
    """

    hex: int
    term: str
    level: int
    upon: str


def add_touchables(touched: Touchables, counters: tuple[Laid, ...]) -> Touchables:
    """Number counters behind all else that can be touched, in their order."""
    terms = tuple(sorted({*touched.terms, *(each.term for each in counters)}))
    renumbered = np.array([terms.index(term) for term in touched.terms] + [-1], dtype=np.int32)
    more = len(counters)
    return Touchables(
        terms=terms,
        terrain=np.append(
            renumbered[touched.terrain], [terms.index(each.term) for each in counters]
        ).astype(np.int32),
        level=np.append(touched.level, [each.level for each in counters]).astype(np.int32),
        hexside=np.append(touched.hexside, np.full(more, -1)).astype(np.int32),
        cliff=np.append(touched.cliff, np.zeros(more, dtype=np.bool_)),
        counters=more,
    )


def touch_counters(
    runs: Runs,
    touched: Touchables,
    counters: tuple[Laid, ...],
    lies: npt.NDArray[np.bool_] | None = None,
) -> Runs:
    """Put counters into the runs of lines: once for each line, where it first touches their ground.

    ``lies`` tells which of them lie there for each line, shape (lines, counters): without it, all do.
    """
    line = np.repeat(np.arange(len(runs)), np.diff(runs.starts))
    first_code = len(touched.terrain) - touched.counters - touched.barriers
    kinds = np.array([kind_of(term) for term in touched.terms])[touched.terrain]
    solid = touched.hexside[runs.codes] < 0
    by_hex = np.argsort(runs.hexes, kind="stable")
    hexes = runs.hexes[by_hex]
    found: list[npt.NDArray[np.int64]] = []
    codes: list[int] = []
    for number, each in enumerate(counters):
        at = by_hex[slice(*np.searchsorted(hexes, [each.hex, each.hex + 1]))]
        here = solid[at]
        if UPON[each.upon]:
            here &= np.isin(kinds[runs.codes[at]], UPON[each.upon])
            here &= touched.terrain[runs.codes[at]] >= 0
        if lies is not None:
            here &= lies[line[at], number]
        at = at[here]
        at = at[np.unique(line[at], return_index=True)[1]]
        found.append(at)
        codes += [first_code + number] * len(at)
    at = np.concatenate(found)
    where = at + 1
    return replace(
        runs,
        starts=runs.starts + np.searchsorted(np.sort(line[at]), np.arange(len(runs) + 1)),
        hexes=np.insert(runs.hexes, where, runs.hexes[at]),
        codes=np.insert(runs.codes, where, np.array(codes, dtype=runs.codes.dtype)),
        marks=np.insert(runs.marks, where, runs.marks[at]),
        depths=np.insert(runs.depths, where, runs.depths[at]),
    )
