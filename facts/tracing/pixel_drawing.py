"""Numbers what the pixels of a raster show, so that tracing meets numbers only."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.kernels import (
    Bools,
    Floats,
    Int32s,
    Int64s,
    suited,
)
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Raster, kind_of
from hexcourt.facts.geometry.hexes import Owners, blocks
from hexcourt.facts.tracing.touched import Hexsides, Touchables

_IN_BUILDINGS = ("rowhouse_wall", "interior_factory_wall")
"""Hexside terrain that is part of a building, beside which no open ground lies."""


BAND = 128
"""How many rows of pixels are reckoned with at once, so that a large drawing takes no more memory."""

COMPILE_FROM = 2_000
"""Pixels for which the compiled search for hexsides repays its loading."""


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Pixels by the number, from 1 on, of what they show: terrain, level, hexside and cliff, combined in
    ``values``, which are sorted. ``counts`` tells how many pixels show each; ``built`` where in the flat
    picture those of buildings lie.
    """

    terms: tuple[str, ...]
    levels: int
    lowest: int
    width: int
    codes: npt.NDArray[np.uint16]
    values: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    built: npt.NDArray[np.int64]

    def cleared(self, gone: npt.NDArray[np.int64]) -> _Drawn:
        """Make open ground of some pixels, on the same level and by the same cliff."""
        before = self.codes.ravel()[gone].astype(np.int64) - 1
        shown = self.values[before]
        each = self.levels * self.width * 2  # from one terrain to the next one
        shown += (self.terms.index("open") - shown // each) * each
        counts = self.counts - np.bincount(before, minlength=len(self.values))
        values = _merged(self.values[counts > 0], shown)
        codes = np.append(0, _numbers_of(values, self.values)).astype(np.uint16)[self.codes]
        codes.ravel()[gone] = _numbers_of(values, shown)
        return replace(self, codes=codes, values=values)

    @property
    def touchables(self) -> Touchables:
        """List what the numbers mean."""
        rest, cliff = np.divmod(self.values, 2)
        rest, side = np.divmod(rest, self.width)
        kind, height = np.divmod(rest, self.levels)
        return Touchables(
            terms=self.terms,
            terrain=np.concatenate([[-1], kind]).astype(np.int32),
            level=np.concatenate([[0], height + self.lowest]).astype(np.int32),
            hexside=np.concatenate([[-1], side - 1]).astype(np.int32),
            cliff=np.concatenate([[False], cliff == 1]),
        )


class RasterDrawing:
    """Numbers the pixels of a raster by what they show."""

    def __init__(
        self, board: Board, raster: Raster, hexsides: Hexsides, swept: Collection[str] = ()
    ) -> None:
        self.board = board
        self.swept = swept
        self.raster = raster
        self.hexsides = hexsides
        self.owners = Owners(self.board.layout, self.board.places.astype(np.int64))
        self._kept: dict[frozenset[str], _Drawn] = {}
        self._kept_owners: dict[frozenset[str], npt.NDArray[np.int64]] = {}

    def numbered(
        self, bare: Collection[str] = (), cleared: Collection[str] = ()
    ) -> tuple[npt.NDArray[np.uint16], Touchables]:
        """Number the pixels, shape (height, width), and list what the numbers mean.

        Terrain in ``bare`` is not distinguished from open ground, nor is in ``cleared`` hexes
        what is swept away.
        """
        known = frozenset(bare)
        if known not in self._kept:
            self._kept[known] = self._drawn(known)
        drawn = self._kept[known]
        if cleared:
            hexes = [self.board.indices[name] for name in cleared]
            drawn = drawn.cleared(drawn.built[np.isin(self._owners_of_built(known), hexes)])
        return drawn.codes, drawn.touchables

    def _owners_of_built(self, bare: frozenset[str]) -> npt.NDArray[np.int64]:
        """Return the hexes of the pixels of buildings; kept for further hexes that are cleared."""
        if bare not in self._kept_owners:
            down, across = np.divmod(self._kept[bare].built, len(self.raster.terrain))
            self._kept_owners[bare] = self.owners.at(across + 0.5, down + 0.5)
        return self._kept_owners[bare]

    def _drawn(self, bare: frozenset[str]) -> _Drawn:
        """Number what each pixel shows, before any building is cleared away."""
        plain = ["open" if term in bare else term for term in self.raster.terms]
        terms = tuple(sorted({"open", *plain}))
        term_of = np.array([terms.index(term) for term in plain], dtype=np.int64)
        lowest = int(self.raster.level.min())
        levels = int(self.raster.level.max()) - lowest + 1
        step = 2 * (len(self.hexsides.sides) + 1)
        stands = [kind_of(term) == "hexside" and term != "cliff" for term in terms]
        swept = [term in self.swept for term in terms]
        roles = np.where(stands, np.arange(len(terms)) + 1, np.where(swept, -1, 0))
        codes, counts, marked = self._grounds(term_of, levels, lowest, roles[term_of])
        # of few pixels anything counts beside terrain and level
        at: list[npt.NDArray[np.int64]] = []
        further: list[npt.NDArray[np.int64]] = []
        for number in np.flatnonzero(stands).tolist():
            here = marked[number + 1]
            down, across = np.divmod(here, codes.shape[1])
            side, past = self._hexsides_of(terms[number], across, down)
            standing = 2 * (1 + side)
            if not terms[number].startswith(_IN_BUILDINGS):
                # B9.1: a wall or hedge is its hexside, both vertices included, and ends there
                standing[past] = (terms.index("open") - number) * levels * step
            at.append(here)
            further.append(standing)
        ys, xs = self._by_cliffs()
        at.append(ys * codes.shape[1] + xs)
        further.append(np.ones(len(ys), dtype=np.int64))
        special, which = np.unique(np.concatenate(at), return_inverse=True)
        grounds = codes.ravel()[special].astype(np.int64)
        shown = grounds * step
        np.add.at(shown, which, np.concatenate(further))

        counts -= np.bincount(grounds, minlength=len(counts))
        values = _merged(np.flatnonzero(counts) * step, shown)
        numbers = _numbers_of(values, np.arange(len(counts)) * step)
        for band in _bands(codes):
            codes[band] = numbers[codes[band]]
        codes.ravel()[special] = _numbers_of(values, shown)
        total = np.bincount(_numbers_of(values, shown), minlength=len(values) + 1)
        met = np.flatnonzero(counts)
        total[numbers[met]] += counts[met]
        return _Drawn(terms, levels, lowest, step // 2, codes, values, total[1:], marked[-1])

    def _grounds(
        self,
        term_of: npt.NDArray[np.int64],
        levels: int,
        lowest: int,
        roles: npt.NDArray[np.int64],
    ) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64], dict[int, npt.NDArray[np.int64]]]:
        """Combine terrain and level of each pixel, count the pixels of each sort, and list where in the
        flat picture those of each role are (0: none).
        """
        grounds: npt.NDArray[np.uint16] = np.empty(self.raster.terrain.T.shape, dtype=np.uint16)
        counts = np.zeros((int(term_of.max()) + 1) * levels, dtype=np.int64)
        # counted modulo 65,536, as what comes out is less
        first, role_of = (term_of * levels - lowest).astype(np.uint16), roles.astype(np.int16)
        at, marked = [np.zeros(0, np.int64)], [np.zeros(0, np.int16)]
        for band in _bands(grounds):
            term = self.raster.terrain[:, band].T
            grounds[band] = first[term] + self.raster.level[:, band].T.astype(np.uint16)
            counts += np.bincount(grounds[band].ravel(), minlength=len(counts))
            mark = role_of[term].ravel()
            here = np.flatnonzero(mark)
            at.append(here + band.start * grounds.shape[1])
            marked.append(mark[here])
        where, mark = np.concatenate(at), np.concatenate(marked)
        return grounds, counts, {role: where[mark == role] for role in {-1, *roles.tolist()}}

    def _hexsides_of(
        self, term: str, xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Find the hexside that each pixel of some hexside terrain belongs to: the nearest that carries
        the same terrain, or else the nearest that carries any, -1 where none does; and whether all of
        the pixel lies past its vertices.
        """
        found = np.empty(len(xs), dtype=np.int64)
        past = np.empty(len(xs), dtype=np.bool_)
        carry = self.hexsides.carry(term)
        for block in blocks(len(xs)):
            here, beyond = self._nearest_hexside(carry, xs[block], ys[block])
            lost = here < 0
            standing = self.hexsides.standing
            elsewhere = self._nearest_hexside(standing, xs[block][lost], ys[block][lost])
            here[lost], beyond[lost] = elsewhere
            found[block], past[block] = here, beyond
        return found, past

    def _nearest_hexside(
        self, wanted: npt.NDArray[np.bool_], xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Find the nearest wanted hexside or hexspine of each pixel's hex, -1 where there is none, and
        whether all of the pixel lies past its ends.

        Of two as near, the one of lower orientation counts.
        """
        found = np.full(len(xs), -1, dtype=np.int64)
        past = np.zeros(len(xs), dtype=np.bool_)
        # a pixel on a hexside belongs to the hexes on both sides of it
        owners = [
            self.owners.at(xs + 0.5 + nudge, ys + 0.5 + 0.7 * nudge) for nudge in (1e-6, -1e-6)
        ]
        suited(_nearest, len(xs), COMPILE_FROM)(
            xs, ys, *owners, self.board.centres, self.board.neighbours, self.hexsides.by_hex, wanted,
            *_hexsides_around(self.board.layout.corner_offsets()), found, past,
        )  # fmt: skip
        return found, past

    def _by_cliffs(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Find the pixels that lie nearer to the middle of a cliff hexside of their hex than to the
        centre or the middle of another hexside (B11).
        """
        cliffs = np.append(self.hexsides.carry("cliff"), False)[self.hexsides.by_hex]
        layout, beside = self.board.layout, np.flatnonzero(cliffs.any(axis=1))
        width, height = self.raster.terrain.shape
        reach = np.array([float(layout.column_step) * 2 / 3, float(layout.hex_height) / 2])
        anchors = np.concatenate([layout.hexside_middles(), [[0.0, 0.0]]])
        room = len(beside) * int(np.prod(2 * reach + 2))
        found: list[npt.NDArray[np.int64]] = [np.empty(room, dtype=np.int64) for _ in range(3)]
        near = suited(_near_cliffs, room, COMPILE_FROM)
        count = near(beside, cliffs, self.board.centres, anchors, reach, width, height, *found)
        ys, xs, numbers = (each[:count] for each in found)
        own = self.owners.at(xs + 0.5, ys + 0.5) == numbers
        return ys[own], xs[own]


def _bands(pixels: npt.NDArray[np.uint16]) -> Iterator[slice]:
    return (slice(top, top + BAND) for top in range(0, len(pixels), BAND))


def _merged(one: npt.NDArray[np.int64], other: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Sort the different values of two arrays; ``np.union1d`` would import masked arrays, 12 ms."""
    values = np.sort(np.concatenate([one, other]))
    first: npt.NDArray[np.bool_] = np.append(True, values[1:] != values[:-1])[: len(values)]
    found: npt.NDArray[np.int64] = values[first]
    return found


def _numbers_of(
    values: npt.NDArray[np.int64], shown: npt.NDArray[np.int64]
) -> npt.NDArray[np.uint16]:
    return (np.searchsorted(values, shown) + 1).astype(np.uint16)


def _hexsides_around(
    corners: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """List a hex's hexsides and hexspines: neighbour to take (-1: the hex itself), its hexside,
    orientation (0 to 2); and both ends relative to the centre.
    """
    sides = [((-1, s, s % 3), (corners[s], corners[(s + 1) % 6])) for s in range(6)]
    spines = [
        (((v - 1) % 6, (v + 1) % 6, (v + 1) % 3), (corners[v], 2 * corners[v])) for v in range(6)
    ]
    which, ends = zip(*sides, *spines, strict=True)
    return np.array(which, dtype=np.int64), np.array(ends)


def _nearest(
    xs: Int64s, ys: Int64s, owners: Int64s, other_owners: Int64s, centres: Floats,
    neighbours: Int32s, by_hex: Int32s, wanted: Bools, around: Int64s, ends: Floats,
    found: Int64s, past: Bools,
) -> None:  # fmt: skip
    """Find for each pixel the nearest wanted hexside, and whether the pixel lies past its ends.
    A kernel.
    """
    for pixel in range(len(xs)):
        least = np.inf
        for turn in range(2):
            owner = owners[pixel] if turn == 0 else other_owners[pixel]
            if owner < 0:
                continue
            x = xs[pixel] + 0.5 - centres[owner, 0]
            y = ys[pixel] + 0.5 - centres[owner, 1]
            for each in range(len(around)):
                hex_at = owner if around[each, 0] < 0 else neighbours[owner, around[each, 0]]
                if hex_at < 0:
                    continue
                number = by_hex[hex_at, around[each, 1]]
                if number < 0 or not wanted[number]:
                    continue
                from_x = x - ends[each, 0, 0]
                from_y = y - ends[each, 0, 1]
                along_x = ends[each, 1, 0] - ends[each, 0, 0]
                along_y = ends[each, 1, 1] - ends[each, 0, 1]
                squared = along_x * along_x + along_y * along_y
                share = min(max((from_x * along_x + from_y * along_y) / squared, 0.0), 1.0)
                off_x = from_x - share * along_x
                off_y = from_y - share * along_y
                gap = np.sqrt(off_x * off_x + off_y * off_y) + 1e-6 * around[each, 2]
                if gap < least - 1e-9:
                    least = gap
                    found[pixel] = number
                    length = np.sqrt(squared)
                    course_x = along_x / length
                    course_y = along_y / length
                    along = from_x * course_x + from_y * course_y
                    beyond = max(-along, along - length)
                    past[pixel] = beyond > (abs(course_x) + abs(course_y)) / 2


def _near_cliffs(
    beside: Int64s, cliffs: Bools, centres: Floats, anchors: Floats, reach: Floats,
    width: int, height: int, ys: Int64s, xs: Int64s, numbers: Int64s,
) -> int:  # fmt: skip
    """List the pixels near the middles of cliffs, with the hexes that these belong to; return how many.
    A kernel.
    """
    count = 0
    for number in beside:
        x = centres[number, 0]
        y = centres[number, 1]
        for row in range(max(0, int(y - reach[1])), min(height, int(y + reach[1]) + 1)):
            for column in range(max(0, int(x - reach[0])), min(width, int(x + reach[0]) + 1)):
                least = np.inf
                cliff = np.inf
                for anchor in range(7):
                    off_x = column + 0.5 - x - anchors[anchor, 0]
                    off_y = row + 0.5 - y - anchors[anchor, 1]
                    gap = off_x * off_x + off_y * off_y
                    least = min(least, gap)
                    if anchor < 6 and cliffs[number, anchor]:
                        cliff = min(cliff, gap)
                if cliff <= least + 1e-9:
                    ys[count] = row
                    xs[count] = column
                    numbers[count] = number
                    count += 1
    return count
