"""What a drawing shows in each hex, measured: how near to each hexside, how much of the hex, and what
runs over hexsides from one hex into the next.

Distances are in thousandths of the hex height, rounded down; shares in thousandths of the hex. What
a distance or a share means is for the rules to say.

Whether something runs over a hexside is tried at points along the inner part of the hexside: it does
where it is shown at such a point on the hexside and a little to both sides of it. So what only clips a
vertex, what ends at the hexside and what runs along it on one side does not count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Outline, kind_of
from hexcourt.facts.geometry.hexes import Layout, Position
from hexcourt.facts.tracing.scene import fillings

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

FARTHEST = 400
"""The largest distance that is told, in thousandths of the hex height."""

INNER = 0.8
"""The part of a hexside, round its middle, that something must run over somewhere: a tenth of the
hexside at each vertex does not count.
"""

ROAD_INNER = 0.4
"""The same for roads and railways. A road that runs through a vertex spills over the hexsides there by
half its width, on board archives by up to 29 hundredths of a hexside (FF5-GG5 and A5-B5, where the
road leaves at A5-A6); those that truly run over reach 36 hundredths at least from both vertices.
"""

NEGLIGIBLE = 1e-6
"""Less than this, in thousandths, is an error of calculation: equal drawings measure alike."""

_NO_OBSTACLE = ("open", "road", "hexside", "edge", "bridge", "ground", "counter")


@dataclass(frozen=True, slots=True)
class TerrainInHex:
    """A terrain as one hex shows it: its distance to each hexside, and its share of the hex."""

    gaps: tuple[int, ...]
    share: int


@dataclass(frozen=True, slots=True)
class Measures:
    """What a drawing shows: per hex number and term; ``over`` holds (hex number, direction, term)."""

    shown: Mapping[tuple[int, str], TerrainInHex]
    over: frozenset[tuple[int, int, str]]


def has_clearance(term: str) -> bool:
    """Return whether the distance of a term's depiction to the hexsides is measured."""
    return kind_of(term) not in _NO_OBSTACLE


def is_measured(term: str) -> bool:
    """Return whether anything of a term's depiction is measured."""
    return has_clearance(term) or kind_of(term) == "road"


@dataclass(frozen=True, slots=True)
class HexsideFrame:
    """A hex's hexsides relative to its centre: ``normals`` point outward, all of shape (6, 2) or (6,).

    Drawing units; ``reach`` is the distance of each hexside's line from the centre.
    """

    corners: Floats
    middles: Floats
    normals: Floats
    along: Floats
    lengths: Floats
    reach: Floats

    @classmethod
    def of(cls, layout: Layout) -> HexsideFrame:
        """Derive the frame from a layout."""
        corners = layout.corner_offsets()
        steps = np.roll(corners, -1, axis=0) - corners
        lengths = np.hypot(steps[:, 0], steps[:, 1])
        along = steps / lengths[:, None]
        normals = np.stack([along[:, 1], -along[:, 0]], axis=1)
        return cls(
            corners, corners + steps / 2, normals, along, lengths, (corners * normals).sum(axis=1)
        )

    def samples(
        self, centres: Floats, directions: npt.NDArray[np.int64], spacing: float, depth: float
    ) -> Floats:
        """Place points along the inner part of hexsides, at most ``spacing`` apart.

        Shape (3, hexsides, points, 2): at ``depth`` inside the hex, on the hexside, and outside.
        """
        count = ceil(INNER * float(self.lengths.max()) / spacing) + 1
        shares = _sample_shares(count)
        run = (self.lengths[:, None] * self.along)[directions]
        on = (centres + self.middles[directions])[:, None, :] + shares[:, None] * run[:, None, :]
        out = depth * self.normals[directions][:, None, :]
        return np.stack([on - out, on, on + out])


@dataclass(frozen=True, slots=True)
class HexsideList:
    """Hexsides, each given once: by hex number and direction, with the hex beyond or -1."""

    hexes: npt.NDArray[np.int64]
    directions: npt.NDArray[np.int64]
    beyond: npt.NDArray[np.int64]

    @classmethod
    def of(cls, board: Board, hexes: Collection[int] | None = None) -> HexsideList:
        """List the hexsides of a board, or those of some hexes alone."""
        beyond = board.neighbours.astype(np.int64)
        numbers, directions = np.nonzero((np.arange(6) < 3) | (beyond < 0))
        found = cls(numbers, directions, beyond[numbers, directions])
        if hexes is None:
            return found
        wanted = np.zeros(len(beyond) + 1, dtype=np.bool_)  # the last is for what is off the board
        wanted[list(hexes)] = True
        return found.chosen(wanted[found.hexes] | wanted[found.beyond])

    def chosen(self, wanted: Flags) -> HexsideList:
        """Keep some of the hexsides."""
        return HexsideList(self.hexes[wanted], self.directions[wanted], self.beyond[wanted])

    def crossed(self, shown: Flags, inner: float = INNER) -> Flags:
        """Return at which points something runs over, from where ``samples`` show it.

        Shapes (hexsides, points) from (3, hexsides, points). Where no hex lies beyond, nothing is
        drawn there either: what comes up to the hexside runs over it.
        """
        within = np.abs(_sample_shares(shown.shape[2])) <= inner / 2 + 1e-9
        over: Flags = shown[0] & ((shown[1] & shown[2]) | (self.beyond < 0)[:, None]) & within
        return over

    def both_ways(self, number: int, term: str) -> Iterator[tuple[int, int, str]]:
        """List from both hexes that a hexside is run over."""
        direction, beyond = int(self.directions[number]), int(self.beyond[number])
        yield int(self.hexes[number]), direction, term
        if beyond >= 0:
            yield beyond, (direction + 3) % 6, term


def _sample_shares(count: int) -> Floats:
    """Place sample points from the middle of a hexside, in hexsides."""
    return np.linspace(-INNER / 2, INNER / 2, count)


def whole_thousandths(values: Floats, unit: float) -> npt.NDArray[np.int64]:
    """Round drawing units down to whole thousandths of ``unit``."""
    found: npt.NDArray[np.int64] = np.floor(values * (1000 / unit) + NEGLIGIBLE).astype(np.int64)
    return found


def whole_share(part: float, whole: float) -> int:
    """Round a share down to thousandths, but to 1 at least."""
    return min(1000, max(1, int(1000 * part / whole + NEGLIGIBLE)))


# --- Outlines -------------------------------------------------------------------------------------
#
# Corners are whole numbers, so an outline may spill over a hexside by as much as they are rounded: what
# reaches less than a thousandth of the hex height into a hex is not shown there.


_SPACING, _DEPTH = 0.01, 0.005  # hex heights
_ROUNDING = 0.001  # hex heights
_DRAWINGS = 8  # measured drawings that are kept
_POINTS = 0.00987  # hex heights; no round number, so that no edge of an outline runs along points


def measure_outlines(board: Board, hexes: Collection[int] | None = None) -> Measures:
    """Measure the outlines of a board, and the terrain that fills a hex without being drawn: in the
    hexes of some numbers and those next to them, and what runs over the hexsides of the former.
    """
    places = tuple(record.place for record in board.hexes)
    numbers = with_neighbours(board, hexes)
    shown = _outlines(board.outlines, board.layout, places).shown(numbers)
    filled = {outline.name for outline in fillings(board, ())}
    for number in numbers:
        record = board.hexes[number]
        for term in record.terrain:
            if f"{record.name} {term}" in filled and is_measured(term):
                shown.setdefault((number, term), TerrainInHex((0,) * 6, 1000))
    sides = HexsideList.of(board, hexes)
    return Measures(MappingProxyType(shown), frozenset(_crossings(board, shown, sides)))


def with_neighbours(board: Board, hexes: Collection[int] | None) -> list[int]:
    """List the numbers of some hexes and of those next to them, or of all hexes."""
    if hexes is None:
        return list(range(len(board.hexes)))
    beside = board.neighbours[sorted(hexes)]
    return sorted({*hexes, *beside[beside >= 0].tolist()})


@lru_cache(_DRAWINGS)
def _outlines(
    outlines: tuple[Outline, ...], layout: Layout, places: tuple[Position, ...]
) -> _Outlines:
    """Keep what was measured of a drawing; what lies on the board changes nothing of it."""
    return _Outlines(outlines, layout, places)


class _Outlines:
    """Measures outlines in the frame of each hex that they may reach."""

    def __init__(
        self, outlines: tuple[Outline, ...], layout: Layout, places: tuple[Position, ...]
    ) -> None:
        self.outlines = [
            (each.terrain, [np.array(ring, dtype=np.float64) for ring in each.rings])
            for each in outlines
            if is_measured(each.terrain)
        ]
        self.centres = layout.centres(places)
        self.frame = HexsideFrame.of(layout)
        self.height = float(layout.hex_height)
        self.area = _area(self.frame.corners)
        self._measured: dict[int, dict[str, TerrainInHex]] = {}

    def shown(self, hexes: Collection[int]) -> dict[tuple[int, str], TerrainInHex]:
        """Measure each term in some hexes; each hex is measured once."""
        fresh = np.array([number for number in hexes if number not in self._measured], dtype=int)
        pieces: dict[int, dict[str, list[list[Floats]]]] = {n: {} for n in fresh.tolist()}
        for term, rings in self.outlines if len(fresh) else ():
            for number, moved in self.reached(rings, fresh):
                pieces[number].setdefault(term, []).append(moved)
        self._measured |= {
            number: {term: self.together(term, found) for term, found in here.items()}
            for number, here in pieces.items()
        }
        return {
            (number, term): shown
            for number in hexes
            for term, shown in self._measured[number].items()
        }

    def together(self, term: str, pieces: list[list[Floats]]) -> TerrainInHex:
        """Measure the outlines of one term in one hex; the nearest counts for each hexside."""
        gaps = np.zeros(6)
        if has_clearance(term):
            gaps = np.min([self.gaps(rings) for rings in pieces], axis=0)
        share = whole_share(self.part(pieces[0]), self.area)
        if len(pieces) > 1:
            share = self.joint_share(pieces)
        return TerrainInHex(tuple(whole_thousandths(gaps, self.height).tolist()), share)

    def joint_share(self, pieces: list[list[Floats]]) -> int:
        """Measure the share of a hex that several outlines cover, which may overlap, by points."""
        inside = np.zeros(len(self.points), dtype=np.bool_)
        for rings in pieces:
            inside |= covered(self.points, rings)
        return whole_share(float(inside.sum()), float(len(inside)))

    @cached_property
    def points(self) -> Floats:
        """Place points evenly in a hex, alike on all sides of its centre."""
        counts = np.ceil(np.abs(self.frame.corners).max(axis=0) / (_POINTS * self.height))
        across, down = (np.arange(-count, count) + 0.5 for count in counts)
        grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2) * _POINTS * self.height
        inside: Floats = grid[(grid @ self.frame.normals.T <= self.frame.reach).all(axis=1)]
        return inside

    def reached(
        self, rings: list[Floats], hexes: npt.NDArray[np.int64]
    ) -> Iterator[tuple[int, list[Floats]]]:
        """List those of some hexes that an outline reaches into, with its rings relative to their
        centres.
        """
        size = np.abs(self.frame.corners).max(axis=0)
        near = (self.centres[hexes] + size >= rings[0].min(axis=0)).all(axis=1)
        near &= (self.centres[hexes] - size <= rings[0].max(axis=0)).all(axis=1)
        for number in hexes[near].tolist():
            moved = [ring - self.centres[number] for ring in rings]
            if self.part(moved, _ROUNDING * self.height) > 0:
                yield number, moved

    def part(self, rings: list[Floats], margin: float = 0.0) -> float:
        """Measure the area of an outline inside a hex that is drawn in by a margin."""
        areas = [_area(self.clipped(ring, margin)) for ring in rings]
        return areas[0] - sum(areas[1:])

    def clipped(self, ring: Floats, margin: float) -> Floats:
        """Cut off a ring at the hexsides (Sutherland and Hodgman 1974, doi:10.1145/360767.360802).

        Pieces stay joined along the hexsides: the area is right, the border is not.
        """
        reaches = self.frame.reach - margin
        crossed = (ring @ self.frame.normals.T > reaches).any(axis=0)
        for side in np.flatnonzero(crossed).tolist():  # what lies within the others stays within
            depth = ring @ self.frame.normals[side] - reaches[side]
            after, next_depth = _shifted(ring), _shifted(depth)
            cuts = (depth <= 0) != (next_depth <= 0)
            share = np.divide(depth, depth - next_depth, out=np.zeros_like(depth), where=cuts)
            both = np.stack([ring, ring + share[:, None] * (after - ring)], axis=1)
            ring = both[np.stack([depth <= 0, cuts], axis=1)]
        return ring

    def gaps(self, rings: list[Floats]) -> Floats:
        """Measure how far what an outline covers of a hex lies from each hexside, shape (6,).

        Exact up to the largest distance that is given: what is nearest to a hexside is then a point
        of the outline itself, not one of its other hexsides.
        """
        corners = self.frame.corners
        starts, ends = self.within(
            np.concatenate(rings), np.concatenate([_shifted(ring) for ring in rings])
        )
        others = np.roll(corners, -1, axis=0)
        vertices = _distances(corners, starts, ends).min(axis=1, initial=np.inf)
        vertices[covered(corners, rings)] = 0
        points = np.concatenate([starts, ends])
        sides = _distances(points, corners, others).min(axis=0, initial=np.inf)
        gaps: Floats = np.minimum(sides, np.minimum(vertices, np.roll(vertices, -1)))
        return gaps

    def within(self, starts: Floats, ends: Floats) -> tuple[Floats, Floats]:
        """Cut off segments at the hexsides (Cyrus and Beck 1978, doi:10.1016/0097-8493(78)90021-3)."""
        before = starts @ self.frame.normals.T - self.frame.reach
        after = ends @ self.frame.normals.T - self.frame.reach
        cuts = (before <= 0) != (after <= 0)
        share = np.divide(before, before - after, out=np.zeros_like(before), where=cuts)
        first = np.where(cuts & (before > 0), share, 0.0).max(axis=1)
        last = np.where(cuts & (after > 0), share, 1.0).min(axis=1)
        mask = (first <= last) & ~((before > 0) & (after > 0)).any(axis=1)
        steps = (ends - starts)[mask]
        return (
            starts[mask] + first[mask, None] * steps,
            starts[mask] + last[mask, None] * steps,
        )


def _crossings(
    board: Board, shown: dict[tuple[int, str], TerrainInHex], every: HexsideList
) -> Iterator[tuple[int, int, str]]:
    """Find the hexsides that a depression runs over; outlines of one term may join at a hexside."""
    height = float(board.layout.hex_height)
    frame = HexsideFrame.of(board.layout)
    for term in sorted({term for _, term in shown if kind_of(term) == "depression"}):
        rings = [
            [np.array(ring, dtype=np.float64) for ring in outline.rings]
            for outline in board.outlines
            if outline.terrain == term
        ]
        reached = [
            (number, term) in shown and shown[number, term].gaps[direction] == 0
            for number, direction in zip(every.hexes, every.directions, strict=True)
        ]
        sides = every.chosen(np.array(reached, dtype=np.bool_))
        points = frame.samples(
            board.centres[sides.hexes], sides.directions, _SPACING * height, _DEPTH * height
        )
        inside = np.zeros(points.shape[:-1], dtype=np.bool_)
        for each in rings:
            inside |= covered(points.reshape(-1, 2), each).reshape(inside.shape)
        inside[1] = True  # the border of two outlines that join belongs to neither
        for number in np.flatnonzero(sides.crossed(inside).any(axis=1)).tolist():
            yield from sides.both_ways(number, term)


def covered(points: Floats, rings: list[Floats]) -> Flags:
    """Return which points an outline covers: those that a ray leaves by an odd number of edges."""
    starts = np.concatenate(rings)
    ends = np.concatenate([_shifted(ring) for ring in rings])
    if not len(points):
        return np.zeros(0, dtype=np.bool_)
    (left, low), (_, high) = points.min(axis=0), points.max(axis=0)
    beside = np.maximum(starts[:, 1], ends[:, 1]) > low
    beside &= np.minimum(starts[:, 1], ends[:, 1]) <= high
    beside &= np.maximum(starts[:, 0], ends[:, 0]) > left - 1  # no ray meets the other edges
    starts, ends = starts[beside], ends[beside]
    x, y = points[:, 0, None], points[:, 1, None]
    astride = (starts[:, 1] > y) != (ends[:, 1] > y)
    rise = np.where(starts[:, 1] == ends[:, 1], 1.0, ends[:, 1] - starts[:, 1])
    at = starts[:, 0] + (ends[:, 0] - starts[:, 0]) * (y - starts[:, 1]) / rise
    inside: Flags = (astride & (x < at)).sum(axis=1) % 2 == 1
    return inside


def _distances(points: Floats, starts: Floats, ends: Floats) -> Floats:
    """Measure from points to segments, shape (points, segments)."""
    steps = ends - starts
    squares = (steps**2).sum(axis=1)
    offsets = points[:, None, :] - starts[None]
    along = (offsets * steps).sum(axis=2)
    share = np.clip(
        np.divide(along, squares, out=np.zeros_like(along), where=squares > 0), 0.0, 1.0
    )
    gaps = offsets - share[:, :, None] * steps
    found: Floats = np.hypot(gaps[..., 0], gaps[..., 1])
    return found


def _area(ring: Floats) -> float:
    after = _shifted(ring)
    return abs(float((ring[:, 0] * after[:, 1] - ring[:, 1] * after[:, 0]).sum())) / 2


def _shifted(ring: Floats) -> Floats:
    """Begin a ring with its second point; ``np.roll`` takes five times as long for so few."""
    return np.concatenate((ring[1:], ring[:1]))
