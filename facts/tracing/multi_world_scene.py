"""A raster board made ready for tracing in many worlds at once: each line meets counters of its own.

Counters may clear a hex of its buildings. So the pixels of buildings are numbered hex by hex, and while
a line is traced, those in the hexes that are cleared in its world are read as open ground.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import counter_terms
from hexcourt.facts.tracing.pixel_tracing import trace_raster
from hexcourt.facts.tracing.scene import Scene
from hexcourt.facts.tracing.touched import INHERENT, Ends, Runs, Touchables
from hexcourt.facts.tracing.touched_counters import TouchedCounter


class CounterEffects(NamedTuple):
    """What counters do in one world: the hexes that they clear of buildings, and how they lie."""

    cleared: frozenset[str]
    placed: tuple[TouchedCounter, ...]


class _Split(NamedTuple):
    """The pixels, those of buildings numbered by their hex as well: number ``first + n`` stands for
    ``built[n]`` in hex ``owner[n]``, and for ``plain[n]`` once that is cleared.
    """

    pixels: npt.NDArray[np.uint16]
    touchables: Touchables
    first: int
    owner: npt.NDArray[np.int64]
    built: npt.NDArray[np.int64]
    plain: npt.NDArray[np.int64]


class MultiWorldScene(Scene):
    """Traces lines over a raster board, each in one of some worlds (``among``)."""

    def __init__(
        self,
        board: Board,
        bare: Collection[str] = (),
        swept: Collection[str] = (),
        grown: Collection[tuple[str, str]] = (),
    ) -> None:
        super().__init__(board, bare, swept=swept, grown=grown)
        self._worlds: tuple[CounterEffects, ...] = ()

    def among(self, worlds: Sequence[CounterEffects]) -> MultiWorldScene:
        """Return the scene of some worlds; it shares all that is the same in each."""
        # made once, for all copies
        _ = (
            self.leaping.towards(range(8)),
            self._rims,
            self._filled,
            self._map_edge,
            self.vertex_levels,
        )
        other = copy(self)
        other._worlds = tuple(worlds)
        other.counters = tuple(sorted({each for world in worlds for each in world.placed}))
        return other

    @cached_property
    def _split(self) -> _Split:
        drawing = self._drawing
        pixels, touched = drawing.numbered(self.bare)
        touched = touched.with_terms(counter_terms())
        built = np.array([term in self.swept for term in touched.terms])[touched.terrain]
        built[INHERENT] = False
        plain_of, touched = _with_plain(touched, built)
        ys, xs = np.nonzero(built[pixels])
        owners = drawing.owners.at(xs + 0.5, ys + 0.5)
        ys, xs, owners = ys[owners >= 0], xs[owners >= 0], owners[owners >= 0]
        codes = pixels[ys, xs].astype(np.int64)
        pairs, which = np.unique(owners * len(touched.terrain) + codes, return_inverse=True)
        owner, code = np.divmod(pairs, len(touched.terrain))
        first = len(touched.terrain)
        if first + len(pairs) > np.iinfo(np.uint16).max:
            raise ValueError(f"board {self.board.title} has too many buildings to tell apart")
        pixels = pixels.copy()
        pixels[ys, xs] = first + which
        return _Split(pixels, touched, first, owner, code, plain_of[code])

    @cached_property
    def _pixels(self) -> tuple[npt.NDArray[np.uint16], Touchables]:
        return self._split.pixels, self._split.touchables

    @cached_property
    def _renumbered(self) -> npt.NDArray[np.uint16]:
        """Return what each number of a pixel means in each world, shape (worlds, numbers)."""
        split = self._split
        owner_of = np.arange(split.first + len(split.owner), dtype=np.uint16)
        owner_of[split.first :] = split.built
        found = np.tile(owner_of, (len(self._worlds), 1))
        for number, world in enumerate(self._worlds):
            if world.cleared:
                gone = np.isin(split.owner, [self.board.indices[name] for name in world.cleared])
                found[number, split.first :][gone] = split.plain[gone]
        return found

    @cached_property
    def _lies(self) -> npt.NDArray[np.bool_]:
        """Return which counters lie in each world, shape (worlds, counters)."""
        numbers = {each: number for number, each in enumerate(self.counters)}
        found = np.zeros((len(self._worlds), len(numbers)), dtype=np.bool_)
        for row, world in enumerate(self._worlds):
            found[row, [numbers[each] for each in world.placed]] = True
        return found

    def trace_among(self, ends: Ends, world_of: npt.NDArray[np.int64]) -> Runs:
        """Trace lines between points given by their numbers, each in the world of its number."""
        stretches = self._walked(ends, grace=1.0)
        inherent = (INHERENT, self._met)
        runs = trace_raster(
            self.leaping.towards(range(8)),
            ends,
            self.board.points,
            stretches,
            inherent,
            np.zeros(ends.shape),
            (self._renumbered, world_of),
        )
        runs = replace(runs, astray=self._astray(stretches))
        if not self.counters:
            return runs
        return self._with_counters(runs, ends, self._lies[world_of])


def _with_plain(
    touched: Touchables, built: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.int64], Touchables]:
    """Number what is left of each building that is cleared away: open ground at its level."""
    plain = touched.terms.index("open")
    rows = list(zip(touched.terrain, touched.level, touched.hexside, touched.cliff, strict=True))
    numbers = {tuple(map(int, row)): number for number, row in reversed(list(enumerate(rows)))}
    found = np.zeros(len(rows), dtype=np.int64)
    for code in np.flatnonzero(built).tolist():
        left = (plain, *map(int, rows[code][1:]))
        found[code] = numbers.setdefault(left, len(numbers))
    listed = sorted(numbers, key=lambda row: numbers[row])
    terrain, level, hexside, cliff = (list(column) for column in zip(*listed, strict=True))
    return found, Touchables(
        touched.terms,
        np.array(terrain, dtype=np.int32),
        np.array(level, dtype=np.int32),
        np.array(hexside, dtype=np.int32),
        np.array(cliff, dtype=np.bool_),
    )
