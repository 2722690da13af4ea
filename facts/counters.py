"""Counters that change terrain, laid on what a line touches (B.9).

A counter fills its hex and the hexsides round it, as inherent terrain does (B.6). One on a bridge, or in
a depression, is touched only where the line touches the depiction of that bridge or depression (the
example of FB6.1242 counts neither for a line along the hexside of G38).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from hexcourt.facts.board import UNDER, Board, Counter
from hexcourt.facts.runs import Runs
from hexcourt.facts.terrain_terms import ON_RAILWAY, SUNKEN, VEHICLES, kind_of
from hexcourt.facts.touchables import Touchables

_DECK, _BED = ("bridge",), ("bridge", "depression")


@dataclass(frozen=True, slots=True)
class Laid:
    """A counter as it is touched: its hex by number, its term and the level of its ground.

    ``upon`` are the classes of terrain that it lies on; none means the whole hex.
    """

    hex: int
    term: str
    level: int
    upon: tuple[str, ...]


def laid(board: Board) -> tuple[Laid, ...]:
    """Lay the counters of a board."""
    return tuple(_laid(board, counter) for counter in board.counters)


def _laid(board: Board, counter: Counter) -> Laid:
    owner, number = board.by_name[counter.hex], board.indices[counter.hex]
    places = {each.place: each.level for each in board.locations_of(counter.hex)}
    level = places[counter.place]
    if level == owner.bed and counter.terrain in VEHICLES:
        return Laid(number, counter.terrain, level, _BED)
    if level == owner.bed:
        rim = max(owner.level // 2 * 2, level + 2)
        return Laid(number, SUNKEN.format(counter.terrain), rim, _BED)
    railway = any(kind_of(term) == "embankment" or term == "rr_bridge" for term in owner.terrain)
    term = ON_RAILWAY.format(counter.terrain) if railway else counter.terrain
    return Laid(number, term, level, _DECK if UNDER in places else ())


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


def touch_counters(runs: Runs, touched: Touchables, counters: tuple[Laid, ...]) -> Runs:
    """Put counters into the runs of lines: once for each line, where it first touches their ground."""
    line = np.repeat(np.arange(len(runs)), np.diff(runs.starts))
    first_code = len(touched.terrain) - touched.counters
    kinds = np.array([kind_of(term) for term in touched.terms])[touched.terrain]
    solid = touched.hexside[runs.codes] < 0
    found: list[npt.NDArray[np.int64]] = []
    codes: list[int] = []
    for number, each in enumerate(counters):
        here = (runs.hexes == each.hex) & solid
        if each.upon:
            here &= np.isin(kinds[runs.codes], each.upon) & (touched.terrain[runs.codes] >= 0)
        at = np.flatnonzero(here)
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
