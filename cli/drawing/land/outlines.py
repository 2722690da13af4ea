"""What lies in an outline and along it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from hexcourt.cli.drawing.sheet.svg import Point
from hexcourt.facts.boards.records import Outline


def outline_points(outline: Outline) -> npt.NDArray[np.float64]:
    """Give the points of all rings of an outline."""
    return np.array([point for ring in outline.rings for point in ring], dtype=np.float64)


def along(outline: Outline) -> npt.NDArray[np.float64]:
    """Give points along an outline, eight on each edge."""
    rings = [np.array(ring, dtype=np.float64) for ring in outline.rings]
    edges = [np.stack([ring, np.roll(ring, -1, axis=0)]) for ring in rings]
    first, second = np.concatenate(edges, axis=1)
    shares = np.arange(0, 1, 1 / 8)[:, None, None]
    points: npt.NDArray[np.float64] = (first + shares * (second - first)).reshape(-1, 2)
    return points


def holds(outline: Outline, point: Point) -> bool:
    """Tell whether a point lies in an outline and in none of its holes."""
    return sum(_inside(point, ring) for ring in outline.rings) % 2 == 1


def _inside(point: Point, ring: Iterable[tuple[float, float]]) -> bool:
    """Tell whether a point lies inside a closed outline (even-odd)."""
    corners = np.array(list(ring), dtype=np.float64)
    after = np.roll(corners, -1, axis=0)
    crossing = (corners[:, 1] > point[1]) != (after[:, 1] > point[1])
    rise = np.where(crossing, after[:, 1] - corners[:, 1], 1.0)
    meets = corners[:, 0] + (point[1] - corners[:, 1]) / rise * (after[:, 0] - corners[:, 0])
    return bool(np.count_nonzero(crossing & (meets > point[0])) % 2)
