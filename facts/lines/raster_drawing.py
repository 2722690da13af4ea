"""Numbers what the pixels of a raster show, so that tracing meets numbers only."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board, Raster
from hexcourt.facts.boards.terrain_terms import kind_of
from hexcourt.facts.grid.geometry import Owners, blocks
from hexcourt.facts.lines.hexsides import Hexsides
from hexcourt.facts.lines.touchables import Touchables

_IN_BUILDINGS = ("rowhouse_wall", "interior_factory_wall")
"""Hexside terrain that is part of a building, beside which no open ground lies."""


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Pixels combined from terrain, level, hexside and cliff; ``owners`` are the hexes of the pixels of
    buildings, which lie at ``places`` of the flat picture, and ``shift`` what makes them open ground.
    """

    terms: tuple[str, ...]
    levels: int
    lowest: int
    width: int
    combined: npt.NDArray[np.int32]
    owners: npt.NDArray[np.int32]
    places: npt.NDArray[np.int64]
    shift: npt.NDArray[np.int32]

    def cleared(self, hexes: Sequence[int]) -> npt.NDArray[np.int32]:
        """Make open ground of the buildings in some hexes."""
        if not hexes:
            return self.combined
        changed = self.combined.copy()
        here = np.isin(self.owners, hexes)
        changed.ravel()[self.places[here]] += self.shift[here]
        return changed


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

    def numbered(
        self, bare: Collection[str] = (), cleared: Collection[str] = ()
    ) -> tuple[npt.NDArray[np.uint16], Touchables]:
        """Number the pixels, shape (height, width), and list what the numbers mean.

        Terrain in ``bare`` is not told from open ground, nor is in ``cleared`` hexes what is swept away.
        """
        drawn = self._drawn(frozenset(bare))
        combined = drawn.cleared(sorted(self.board.indices[name] for name in cleared))
        counts = np.bincount(combined.ravel())
        used = np.flatnonzero(counts)
        numbers = np.zeros(len(counts), dtype=np.uint16)
        numbers[used] = np.arange(1, len(used) + 1)
        rest, cliff = np.divmod(used, 2)
        rest, side = np.divmod(rest, drawn.width)
        kind, height = np.divmod(rest, drawn.levels)
        touchables = Touchables(
            terms=drawn.terms,
            terrain=np.concatenate([[-1], kind]).astype(np.int32),
            level=np.concatenate([[0], height + drawn.lowest]).astype(np.int32),
            hexside=np.concatenate([[-1], side - 1]).astype(np.int32),
            cliff=np.concatenate([[False], cliff == 1]),
        )
        return np.ascontiguousarray(numbers[combined]), touchables

    def _drawn(self, bare: frozenset[str]) -> _Drawn:
        """Combine what each pixel shows, before any building is cleared away; kept for further hexes."""
        if bare in self._kept:
            return self._kept[bare]
        plain = ["open" if term in bare else term for term in self.raster.terms]
        terms = tuple(sorted({"open", *plain}))
        lookup = np.array([terms.index(term) for term in plain], dtype=np.int32)
        terrain = lookup[self.raster.terrain.T]
        level = self.raster.level.T.astype(np.int32)
        lowest, levels = int(level.min()), int(np.ptp(level)) + 1
        width = len(self.hexsides.sides) + 1
        combined = terrain * levels + (level - lowest)
        combined *= 2 * width
        for number, term in enumerate(terms):
            if kind_of(term) == "hexside" and term != "cliff":
                ys, xs = np.nonzero(terrain == number)
                side, past = self._hexsides_of(term, xs, ys)
                standing = 2 * (1 + side)
                if not term.startswith(_IN_BUILDINGS):
                    # B9.1: a wall or hedge is its hexside, both vertices included, and ends there
                    standing[past] = (terms.index("open") - number) * levels * 2 * width
                combined[ys, xs] += standing.astype(np.int32)
        ys, xs = self._by_cliffs()
        combined[ys, xs] += 1
        built = np.array([term in self.swept for term in terms])
        places = np.flatnonzero(built[terrain])
        owners = np.empty(len(places), dtype=np.int32)
        for block in blocks(len(places)):
            down, across = np.divmod(places[block], terrain.shape[1])
            owners[block] = self.owners.at(across + 0.5, down + 0.5)
        # open ground in the place of a building, on the same level and by the same cliff
        shift = (np.int32(terms.index("open")) - terrain.ravel()[places]) * np.int32(
            levels * 2 * width
        )
        self._kept[bare] = _Drawn(terms, levels, lowest, width, combined, owners, places, shift)
        return self._kept[bare]

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
        best = np.full(len(xs), -1, dtype=np.int64)
        least = np.full(len(xs), np.inf)
        past = np.zeros(len(xs), dtype=np.bool_)
        walled = np.append(wanted, False)
        candidates = _hexsides_around(self.board.layout.corner_offsets())
        for nudge in (1e-6, -1e-6):  # a pixel on a hexside belongs to the hexes on both sides of it
            owners = self.owners.at(xs + 0.5 + nudge, ys + 0.5 + 0.7 * nudge)
            offsets = np.stack([xs + 0.5, ys + 0.5], axis=1) - self.board.centres[owners]
            for direction, side, orientation, start, end in candidates:
                hexes = owners
                if direction is not None:
                    hexes = np.append(self.board.neighbours, [[-1] * 6], axis=0)[owners, direction]
                number = np.append(self.hexsides.by_hex, [[-1] * 6], axis=0)[hexes, side]
                gaps = _distance_to_segment(offsets, start, end) + 1e-6 * orientation
                nearer = (owners >= 0) & walled[number] & (gaps < least - 1e-9)
                best[nearer], least[nearer] = number[nearer], gaps[nearer]
                past[nearer] = _past_ends(offsets[nearer], start, end)
        return best, past

    def _by_cliffs(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Find the pixels that lie nearer to the middle of a cliff hexside of their hex than to the
        centre or the middle of another hexside (B11).
        """
        cliffs = np.append(self.hexsides.carry("cliff"), False)[self.hexsides.by_hex]
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
    gaps: npt.NDArray[np.float64] = np.linalg.norm(points - start - share[:, None] * along, axis=1)
    return gaps


def _past_ends(
    middles: npt.NDArray[np.float64],
    start: npt.NDArray[np.float64],
    end: npt.NDArray[np.float64],
) -> npt.NDArray[np.bool_]:
    """Tell which pixels, given by their middles, have no part beside a segment."""
    length = float(np.linalg.norm(end - start))
    course = (end - start) / length
    along = (middles - start) @ course
    told: npt.NDArray[np.bool_] = np.maximum(-along, along - length) > np.abs(course).sum() / 2
    return told
