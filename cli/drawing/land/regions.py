"""Turns regions of pixels into outlines.

The corners of a region are paired along its columns and along its rows; following the pairs
alternately walks round each border (even-odd filling makes holes of the inner ones), and the middles
of the steps of a border give its slant.

Own, not contourpy, whose import costs what it saves (docs/architecture.md).
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

_INSET = 3  # half pixels


def region_path(region: npt.NDArray[np.bool_]) -> str:
    """Outline a region of pixels as an even-odd path, in half pixels."""
    xs, ys, steps = _borders(region)
    if not len(xs):
        return ""
    loops = _smoothed(xs, ys, steps)
    return "".join(_loop_text(loop) for loop in loops)


def _borders(
    region: npt.NDArray[np.bool_],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Walk round the borders of a region: the corners in order, and where each border starts."""
    padded = np.pad(region, 1)
    here, right, below, beyond = padded[:-1, :-1], padded[1:, :-1], padded[:-1, 1:], padded[1:, 1:]
    corners = (here ^ right ^ below ^ beyond).astype(np.int8)
    corners[(here == beyond) & (right == below) & (here != right)] = 2
    xs, ys = np.nonzero(corners)
    counts = corners[xs, ys]
    xs, ys = np.repeat(xs, counts), np.repeat(ys, counts)
    order, starts = _walk(len(xs), np.lexsort((xs, ys)))
    return xs[order], ys[order], starts


def _walk(
    count: int, by_row: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Follow column pairs (neighbours in the given order) and row pairs alternately."""
    across_array = np.empty(count, dtype=np.int64)
    across_array[by_row[0::2]], across_array[by_row[1::2]] = by_row[1::2], by_row[0::2]
    across: list[int] = across_array.tolist()
    visited = bytearray(count)
    order: list[int] = []
    starts: list[int] = []
    for start in range(count):
        if not visited[start]:
            starts.append(len(order))
        at = start
        while not visited[at]:
            visited[at] = visited[at ^ 1] = 1
            order += (at, at ^ 1)
            at = across[at ^ 1]
    return np.array(order, dtype=np.int64), np.array(starts, dtype=np.int64)


def _smoothed(
    xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64], starts: npt.NDArray[np.int64]
) -> list[npt.NDArray[np.int64]]:
    """Draw borders through the middles of short edges and near the ends of long ones."""
    corners = 2 * np.stack([xs, ys], axis=1)
    edges = corners[_following(len(corners), starts)] - corners
    lengths = np.abs(edges).sum(axis=1)
    inset = np.minimum(lengths // 2, _INSET)
    ahead = np.sign(edges) * inset[:, None]
    points = np.stack([corners + ahead, corners + edges - ahead], axis=1)
    keep = np.stack([np.ones(len(edges), dtype=bool), 2 * inset < lengths], axis=1)
    before = np.concatenate([[0], np.cumsum(keep.sum(axis=1))])
    return _without_straight(points[keep], before[starts])


def _following(count: int, starts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Find the number of the point after each point of closed borders."""
    following = np.arange(1, count + 1)
    following[np.append(starts[1:], count) - 1] = starts
    return following


def _without_straight(
    points: npt.NDArray[np.int64], starts: npt.NDArray[np.int64]
) -> list[npt.NDArray[np.int64]]:
    """Leave out the points at which a border does not turn."""
    following = _following(len(points), starts)
    after = points[following] - points
    before = np.empty_like(after)
    before[following] = after
    turns = before[:, 0] * after[:, 1] != before[:, 1] * after[:, 0]
    kept = np.concatenate([[0], np.cumsum(turns)])[np.append(starts, len(points))]
    turning = points[turns]
    return [turning[first:last] for first, last in pairwise(kept.tolist()) if last - first > 2]


def _loop_text(loop: npt.NDArray[np.int64]) -> str:
    first = f"M{loop[0, 0]} {loop[0, 1]}l"
    return first + " ".join(f"{x} {y}" for x, y in np.diff(loop, axis=0).tolist()) + "z"
