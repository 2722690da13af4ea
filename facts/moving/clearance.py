"""What a drawing shows in each hex, measured: how near to each hexside, how much of the hex, and what
runs over hexsides from one hex into the next.

Distances are in thousandths of the hex height, rounded down; shares in thousandths of the hex. What
a distance or a share means is for the law to say.

Whether something runs over a hexside is tried at points along the inner part of the hexside: it does
where it is shown at such a point on the hexside and a little to both sides of it. So what only clips a
vertex, what ends at the hexside and what runs along it on one side does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.terrain_terms import kind_of
from hexcourt.facts.grid.geometry import Layout

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
class Shown:
    """A terrain as one hex shows it: its distance to each hexside, and its share of the hex."""

    gaps: tuple[int, ...]
    share: int


@dataclass(frozen=True, slots=True)
class Measures:
    """What a drawing shows: per hex number and term; ``over`` holds (hex number, direction, term)."""

    shown: Mapping[tuple[int, str], Shown]
    over: frozenset[tuple[int, int, str]]


def has_clearance(term: str) -> bool:
    """Tell whether the distance of a term's depiction to the hexsides is measured."""
    return kind_of(term) not in _NO_OBSTACLE


def is_measured(term: str) -> bool:
    """Tell whether anything of a term's depiction is measured."""
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
    """Hexsides, each told once: by hex number and direction, with the hex beyond or -1."""

    hexes: npt.NDArray[np.int64]
    directions: npt.NDArray[np.int64]
    beyond: npt.NDArray[np.int64]

    @classmethod
    def of(cls, board: Board) -> HexsideList:
        """List the hexsides of a board."""
        beyond = board.neighbours.astype(np.int64)
        hexes, directions = np.nonzero((np.arange(6) < 3) | (beyond < 0))
        return cls(hexes, directions, beyond[hexes, directions])

    def chosen(self, wanted: Flags) -> HexsideList:
        """Keep some of the hexsides."""
        return HexsideList(self.hexes[wanted], self.directions[wanted], self.beyond[wanted])

    def crossed(self, shown: Flags, inner: float = INNER) -> Flags:
        """Tell at which points something runs over, from where ``samples`` show it.

        Shapes (hexsides, points) from (3, hexsides, points). Where no hex lies beyond, nothing is
        drawn there either: what comes up to the hexside runs over it.
        """
        within = np.abs(_sample_shares(shown.shape[2])) <= inner / 2 + 1e-9
        over: Flags = shown[0] & ((shown[1] & shown[2]) | (self.beyond < 0)[:, None]) & within
        return over

    def both_ways(self, number: int, term: str) -> Iterator[tuple[int, int, str]]:
        """Tell from both hexes that a hexside is run over."""
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
