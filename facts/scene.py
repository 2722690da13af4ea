"""A board made ready for tracing: what can be touched, numbered.

A *touchable* is what a line can run over inside a hex: a terrain on ground of some level, for hexside
terrain with the hexside it belongs to. Tracing a line yields runs of touchables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hexcourt.facts.board import Board, hexside_key
from hexcourt.facts.geometry import Owners
from hexcourt.facts.hex_walk import walk_hexes
from hexcourt.facts.raster_tracing import alike_around, trace_raster
from hexcourt.facts.runs import Ends, Runs
from hexcourt.facts.vasl_terrain import terrain_kinds

INHERENT = 0
"""The touchable that stands for the inherent terrain of whatever hex is touched (B.6)."""

LEAP_FROM = 40
"""Lines for which measuring the leaps of a drawing repays itself."""


@dataclass(frozen=True, eq=False)
class Hexsides:
    """The hexsides of a board: hex numbers on both sides and beyond both vertices, -1 for none.

    ``sides`` has shape (hexsides, 4): the two hexes that share it, then those at its two ends.
    ``by_hex`` numbers the hexside of each hex and direction, shape (hexes, 6), -1 at the map's edge.
    """

    sides: npt.NDArray[np.int32]
    by_hex: npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Touchables:
    """Parallel arrays: terrain (an index into ``terms``), level in half levels, hexside or -1, and
    whether the nearest hexside is a cliff.
    """

    terms: tuple[str, ...]
    terrain: npt.NDArray[np.int32]
    level: npt.NDArray[np.int32]
    hexside: npt.NDArray[np.int32]
    cliff: npt.NDArray[np.bool_]


class Scene:
    """Traces sight lines over one board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    @cached_property
    def hexsides(self) -> Hexsides:
        """Number the hexsides."""
        found = self.board.neighbours
        by_hex = np.full((len(found), 6), -1, dtype=np.int32)
        sides: list[tuple[int, int, int, int]] = []
        for here in range(len(found)):
            for direction in range(6):
                there = found[here, direction]
                if there < 0 or by_hex[here, direction] >= 0:
                    continue
                by_hex[here, direction] = by_hex[there, (direction + 3) % 6] = len(sides)
                before, after = found[here, direction - 1], found[here, (direction + 1) % 6]
                sides.append((here, int(there), int(before), int(after)))
        return Hexsides(np.array(sides, dtype=np.int32).reshape(-1, 4), by_hex)

    @cached_property
    def hexside_terms(self) -> npt.NDArray[np.object_]:
        """List the terrain of each hexside: a frozenset of terms."""
        names = [record.name for record in self.board.hexes]
        empty: frozenset[str] = frozenset()
        found = np.empty(len(self.hexsides.sides), dtype=object)
        for number, (first, second, _, _) in enumerate(self.hexsides.sides):
            found[number] = self.board.hexsides.get(hexside_key(names[first], names[second]), empty)
        return found

    def carries(self, *kinds: str) -> npt.NDArray[np.bool_]:
        """Tell which hexsides carry terrain of the given classes, or the given terms."""
        known = terrain_kinds()
        return np.array(
            [
                any(known.get(term) in kinds or term in kinds for term in terms)
                for terms in self.hexside_terms
            ],
            dtype=np.bool_,
        ).reshape(len(self.hexside_terms))

    @cached_property
    def walled(self) -> npt.NDArray[np.bool_]:
        """Tell which hexsides carry terrain that stands up: walls, hedges and the like."""
        standing = [
            any(terrain_kinds().get(term) == "hexside" and term != "cliff" for term in terms)
            for terms in self.hexside_terms
        ]
        return np.array(standing, dtype=np.bool_).reshape(len(self.hexside_terms))

    @cached_property
    def _drawn(self) -> tuple[npt.NDArray[np.uint16], Touchables]:
        return _Drawing(self).numbered()

    @property
    def touchables(self) -> Touchables:
        """List what can be touched on this board."""
        return self._drawn[1]

    @cached_property
    def _leaps(self) -> npt.NDArray[np.uint8]:
        return alike_around(self._drawn[0])

    @cached_property
    def _rims(self) -> npt.NDArray[np.uint8]:
        flagged = np.append(self.carries("depression"), False)
        return flagged[self.hexsides.by_hex].astype(np.uint8)

    def trace(self, ends: Ends, shift: tuple[float, float] = (0.0, 0.0)) -> Runs:
        """Trace lines between hex centres given by hex numbers, the thread moved by ``shift``."""
        board = self.board
        codes, _ = self._drawn
        leaps = self._leaps if len(ends) >= LEAP_FROM else np.ones(codes.shape, np.uint8)
        filled = np.array([record.inherent is not None for record in board.hexes])
        stretches = walk_hexes(board, self._rims, ends, grace=1.0)
        return trace_raster(
            codes, leaps, ends, board.centres, stretches, (INHERENT, filled), shift
        )


class _Drawing:
    """Numbers the pixels of a raster by what they show."""

    def __init__(self, scene: Scene) -> None:
        assert scene.board.raster is not None
        self.scene = scene
        self.board = scene.board
        self.raster = scene.board.raster
        self.owners = Owners(self.board.layout, self.board.places.astype(np.int64))

    def numbered(self) -> tuple[npt.NDArray[np.uint16], Touchables]:
        """Number the pixels, shape (height, width), and list what the numbers mean."""
        terrain = self.raster.terrain.T.astype(np.int32)
        level = self.raster.level.T.astype(np.int32)
        lowest, levels = int(level.min()), int(np.ptp(level)) + 1
        width = len(self.scene.hexsides.sides) + 1
        combined = terrain * levels + (level - lowest)
        combined *= 2 * width
        terms = self.raster.terms
        hexside = [
            n for n, t in enumerate(terms) if terrain_kinds()[t] == "hexside" and t != "cliff"
        ]
        ys, xs = np.nonzero(np.isin(terrain, hexside)) if hexside else (np.array([]), np.array([]))
        if len(ys):
            combined[ys, xs] += 2 * (1 + self._nearest_hexside(xs, ys))
        ys, xs = self._by_cliffs()
        combined[ys, xs] += 1
        counts = np.bincount(combined.ravel())
        used = np.flatnonzero(counts)
        numbers = np.zeros(len(counts), dtype=np.uint16)
        numbers[used] = np.arange(1, len(used) + 1)
        rest, cliff = np.divmod(used, 2)
        rest, side = np.divmod(rest, width)
        kind, height = np.divmod(rest, levels)
        touchables = Touchables(
            terms=terms,
            terrain=np.concatenate([[-1], kind]).astype(np.int32),
            level=np.concatenate([[0], height + lowest]).astype(np.int32),
            hexside=np.concatenate([[-1], side - 1]).astype(np.int32),
            cliff=np.concatenate([[False], cliff == 1]),
        )
        return np.ascontiguousarray(numbers[combined]), touchables

    def _nearest_hexside(
        self, xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Find the hexside that each pixel of hexside terrain belongs to: of the hexsides and hexspines
        of its hex the nearest that carries any, -1 where none does. Of two as near, the one of lower
        orientation counts.
        """
        best = np.full(len(xs), -1, dtype=np.int64)
        least = np.full(len(xs), np.inf)
        walled = np.append(self.scene.walled, False)
        candidates = _hexsides_around(self.board.layout.corner_offsets())
        for nudge in (1e-6, -1e-6):  # a pixel on a hexside belongs to the hexes on both sides of it
            owners = self.owners.at(xs + 0.5 + nudge, ys + 0.5 + 0.7 * nudge)
            offsets = np.stack([xs + 0.5, ys + 0.5], axis=1) - self.board.centres[owners]
            for direction, side, orientation, start, end in candidates:
                hexes = owners
                if direction is not None:
                    hexes = np.append(self.board.neighbours, [[-1] * 6], axis=0)[owners, direction]
                number = np.append(self.scene.hexsides.by_hex, [[-1] * 6], axis=0)[hexes, side]
                gaps = _distance_to_segment(offsets, start, end) + 1e-6 * orientation
                nearer = (owners >= 0) & walled[number] & (gaps < least - 1e-9)
                best[nearer], least[nearer] = number[nearer], gaps[nearer]
        return best

    def _by_cliffs(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Find the pixels that lie nearer to the middle of a cliff hexside of their hex than to the
        centre or the middle of another hexside (B11).
        """
        cliffs = np.append(self.scene.carries("cliff"), False)[self.scene.hexsides.by_hex]
        height, width = self.raster.terrain.T.shape
        flagged = np.zeros((height, width), dtype=np.bool_)
        middles = self.board.layout.hexside_middles()
        anchors = np.concatenate([middles, [[0.0, 0.0]]])
        across = float(self.board.layout.column_step) * 2 / 3
        down = float(self.board.layout.hex_height) / 2
        for number in np.flatnonzero(cliffs.any(axis=1)):
            x, y = self.board.centres[number]
            columns = np.arange(max(0, int(x - across)), min(width, int(x + across) + 1))
            rows = np.arange(max(0, int(y - down)), min(height, int(y + down) + 1))
            grid_x, grid_y = np.meshgrid(columns, rows)
            owners = self.owners.at(grid_x.ravel() + 0.5, grid_y.ravel() + 0.5)
            offsets = np.stack([grid_x.ravel() + 0.5 - x, grid_y.ravel() + 0.5 - y], axis=1)
            gaps = ((offsets[:, None, :] - anchors[None]) ** 2).sum(axis=2)
            cliff_gap = np.where(np.append(cliffs[number], False), gaps, np.inf).min(axis=1)
            chosen = (owners == number) & (cliff_gap <= gaps.min(axis=1) + 1e-9)
            flagged[grid_y.ravel()[chosen], grid_x.ravel()[chosen]] = True
        ys, xs = np.nonzero(flagged)
        return ys, xs


def _hexsides_around(
    corners: npt.NDArray[np.float64],
) -> list[tuple[int | None, int, int, npt.NDArray[np.float64], npt.NDArray[np.float64]]]:
    """List a hex's hexsides and hexspines: neighbour to take (none: the hex itself), its hexside,
    orientation (0 to 2), and both ends relative to the centre.
    """
    sides = [(None, s, s % 3, corners[s], corners[(s + 1) % 6]) for s in range(6)]
    spines = [((v - 1) % 6, (v + 1) % 6, (v + 1) % 3, corners[v], 2 * corners[v]) for v in range(6)]
    return [*sides, *spines]


def _distance_to_segment(
    points: npt.NDArray[np.float64],
    start: npt.NDArray[np.float64],
    end: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    along = end - start
    share = np.clip(((points - start) @ along) / (along @ along), 0, 1)
    gaps: npt.NDArray[np.float64] = np.linalg.norm(
        points - start - share[:, None] * along, axis=1
    )
    return gaps


def inherent_numbers(board: Board, terms: tuple[str, ...]) -> npt.NDArray[np.int32]:
    """Give each hex's inherent terrain as an index into ``terms``, -1 where it has none."""
    known = {term: number for number, term in enumerate(terms)}
    return np.array(
        [known.get(record.inherent or "", -1) for record in board.hexes], dtype=np.int32
    )


