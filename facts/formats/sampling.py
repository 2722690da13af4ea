"""Reads pixels at points so that a drawing is treated alike when it is turned by 180 degrees: a point on
the border of pixels counts for all the pixels that it touches.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def touched(
    grid: npt.NDArray[np.generic], points: npt.NDArray[np.float64]
) -> npt.NDArray[np.int16]:
    """Read the (up to four different) pixels that each point touches, shape (points, 4)."""
    low = np.ceil(points - 1e-9).astype(np.int64) - 1
    high = np.floor(points + 1e-9).astype(np.int64)
    limits = np.array(grid.shape) - 1
    low, high = np.clip(low, 0, limits), np.clip(high, 0, limits)
    corners = [(low, low), (low, high), (high, low), (high, high)]
    return np.stack([grid[xs[:, 0], ys[:, 1]] for xs, ys in corners], axis=1).astype(np.int16)


def settled(values: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    """Take the value met most often in each row, the smallest where several are."""
    ordered = np.sort(values, axis=1)
    votes = (ordered[:, :, None] == ordered[:, None, :]).sum(axis=2)
    best: npt.NDArray[np.int16] = ordered[np.arange(len(ordered)), votes.argmax(axis=1)]
    return best
