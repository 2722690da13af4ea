"""Where hexes, hexsides and vertices lie.

A hex is placed by its column and its *half row*: neighbours in one column differ by two half rows,
neighbours in adjoining columns by one, and column plus half row is even (doubled coordinates,
https://www.redblobgames.com/grids/hexagons). So one arithmetic serves maps whose odd columns sit half a
hex higher and maps where they sit lower.

Directions run clockwise from North: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW. Hexside ``i`` faces direction
``i`` and runs from vertex ``i`` to vertex ``i + 1``; vertex 0 is the upper left one. Hexspine ``i`` runs
outward from vertex ``i``, between the neighbours in directions ``i - 1`` and ``i``.
"""

#! A2.1 high: ranges are counted in hexes, and lines of sight run from centre dot to centre dot
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Position = tuple[int, int]
"""A hex's place: (column, half row)."""

STEPS: tuple[Position, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The step to the neighbour in each direction."""

CORNERS: tuple[Position, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""The vertices of a hex from its centre, in thirds of a column and in half rows."""

SPINES: tuple[Position, ...] = ((-1, -3), (1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0))
"""The step, of range 2, along the hexspine through each vertex."""


def neighbour(place: Position, direction: int) -> Position:
    """Return the place next to ``place`` in a direction (0 to 5)."""
    column, half_row = STEPS[direction]
    return place[0] + column, place[1] + half_row


def distance(first: Position, second: Position) -> int:
    """Count the hexes from one place to another (A6.1 range)."""
    columns = abs(first[0] - second[0])
    half_rows = abs(first[1] - second[1])
    return columns + max(0, (half_rows - columns) // 2)


def hexspine(first: Position, second: Position) -> tuple[int, int] | None:
    """Return whether the centre line runs along hexspines: (vertex it leaves by, steps of range 2)."""
    columns, half_rows = second[0] - first[0], second[1] - first[1]
    for vertex, (step_columns, step_half_rows) in enumerate(SPINES):
        steps = columns // step_columns
        if steps > 0 and (columns, half_rows) == (steps * step_columns, steps * step_half_rows):
            return vertex, steps
    return None


def spine_along(course: Position) -> int | None:
    """Return along which hexspine, by its vertex, a course runs that is given in thirds of a column and
    in half rows; lines between centres or vertices with such a course run along hexspines.
    """
    across, down = course
    if down == 0 and across != 0:
        return 2 if across > 0 else 5
    if down != 0 and abs(across) == abs(down):
        return (3 if across > 0 else 4) if down > 0 else (1 if across > 0 else 0)
    return None


@dataclass(frozen=True, slots=True)
class Layout:
    """The grid of a map in drawing units (pixels of a board archive, thousandths of a hex else).

    ``origin`` is the centre of column 0, half row 0; ``column_step`` the distance between columns;
    ``hex_height`` the distance between hexes of one column; ``extent`` the drawing's width and height.
    """

    column_step: Fraction
    hex_height: Fraction
    origin: tuple[Fraction, Fraction]
    extent: tuple[int, int]

    def centre(self, place: Position) -> tuple[float, float]:
        """Return the centre of a hex in drawing units."""
        x = self.origin[0] + self.column_step * place[0]
        y = self.origin[1] + self.hex_height * place[1] / 2
        return float(x), float(y)

    def centres(self, places: Iterable[Position]) -> npt.NDArray[np.float64]:
        """Return the centres of many hexes, shape (hexes, 2)."""
        found = np.array(list(places), dtype=np.int64).reshape(-1, 2)
        steps = (self.column_step, self.hex_height / 2)
        along = []
        for origin, step, counts in zip(self.origin, steps, found.T, strict=True):
            each, which = np.unique(counts, return_inverse=True)  # exactly, once for each count
            along.append(np.array([float(origin + step * n) for n in each.tolist()])[which])
        return np.stack(along, axis=1)

    def corner_offsets(self) -> npt.NDArray[np.float64]:
        """Return the six vertices relative to a hex's centre, shape (6, 2)."""
        side, half = float(self.column_step * 2 / 3), float(self.hex_height / 2)
        return np.array(
            [
                (-side / 2, -half),
                (side / 2, -half),
                (side, 0.0),
                (side / 2, half),
                (-side / 2, half),
                (-side, 0.0),
            ]
        )

    def hexside_middles(self) -> npt.NDArray[np.float64]:
        """Return the middles of the six hexsides relative to a hex's centre, shape (6, 2)."""
        corners = self.corner_offsets()
        middles: npt.NDArray[np.float64] = (corners + np.roll(corners, -1, axis=0)) / 2
        return middles

    def hexside_points(self) -> npt.NDArray[np.float64]:
        """Return the points a unit inside the middles of the hexsides, where their terrain is read."""
        middles = self.hexside_middles()
        points: npt.NDArray[np.float64] = (
            middles * (1 - 1 / np.linalg.norm(middles, axis=1))[:, None]
        )
        return points

    def places_at(self, xs: npt.NDArray[Any], ys: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Find the hex that holds each point, shape (points, 2) of column and half row.

        The grid is an affine picture of a regular one, so rounding in cube coordinates is exact.
        """
        q = (xs - float(self.origin[0])) / float(self.column_step)
        r = (ys - float(self.origin[1])) / float(self.hex_height) - q / 2
        s = -q - r
        rounded = np.rint(np.stack([q, r, s]))
        gaps = np.abs(rounded - np.stack([q, r, s]))
        worst_q = (gaps[0] > gaps[1]) & (gaps[0] > gaps[2])
        worst_r = ~worst_q & (gaps[1] > gaps[2])
        columns = np.where(worst_q, -rounded[1] - rounded[2], rounded[0])
        rows = np.where(worst_r, -rounded[0] - rounded[2], rounded[1])
        return np.stack([columns, 2 * rows + columns], axis=1).astype(np.int64)


BLOCK = 1 << 18
"""How many points are reckoned with at once, so that a large drawing takes no more memory by it."""


def blocks(count: int) -> Iterator[slice]:
    """Split so many points into blocks."""
    return (slice(first, first + BLOCK) for first in range(0, count, BLOCK))


class Owners:
    """Finds which of a board's hexes holds a point."""

    def __init__(self, layout: Layout, places: npt.NDArray[np.int64]) -> None:
        self.layout = layout
        self.first = places.min(axis=0) - 1
        self.table = np.full(places.max(axis=0) - self.first + 2, -1, dtype=np.int64)
        self.table[tuple((places - self.first).T)] = np.arange(len(places))

    def at(self, xs: npt.NDArray[Any], ys: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Number the hex of each point by the order of ``places``, -1 off the board."""
        owners = np.empty(len(xs), dtype=np.int64)
        for block in blocks(len(xs)):
            found = self.layout.places_at(xs[block], ys[block]) - self.first
            found = np.clip(found, 0, np.array(self.table.shape) - 1)  # the table's rim is empty
            owners[block] = self.table[found[:, 0], found[:, 1]]
        return owners
