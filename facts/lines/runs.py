"""What sight lines touch: the common result of tracing pixels or outlines.

A *run* is a stretch of a line inside one hex over which what it touches stays the same. Runs lie in
parallel arrays, ordered by line and along each line from end A to end B.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

NEAR_A, NEAR_B, ALONG, OVER_RIM, TOUCHED = 1, 2, 4, 8, 16
"""Marks of a run: nearer to end A (B) than the centre of its hex, which adjoins that end's hex; on a
hexside along which the line runs; in a hex that the line enters or leaves over a depression's rim; in a
hex that the line only touches, at the vertex whose number stands above ``VERTEX_FROM`` bits."""

VERTEX_FROM = 5

Ends = npt.NDArray[np.int32]
"""The numbers of the points at the two ends of each line, shape (lines, 2): those of hexes are their
centre dots; for the numbers of vertices see ``Board.points``."""


@dataclass(frozen=True, eq=False)
class Runs:
    """Runs of many lines: line ``n`` has the runs ``starts[n]`` to ``starts[n + 1]``.

    ``hexes`` numbers the hex of each run, ``codes`` what it touches (an index into the scene's
    ``touchables``), ``marks`` combines the marks above. ``depths`` says how deep into what it touches
    the line goes, in whole units of the drawing, 255 at most. ``astray`` tells which lines leave the
    hexes of the board (none where it is not given), ``cut`` which were left off at what blocks them.
    """

    starts: npt.NDArray[np.int64]
    hexes: npt.NDArray[np.int16]
    codes: npt.NDArray[np.uint16]
    marks: npt.NDArray[np.uint8]
    depths: npt.NDArray[np.uint8]
    astray: npt.NDArray[np.bool_] | None = None
    cut: npt.NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        """Count the lines."""
        return len(self.starts) - 1

    def without(self, gone: npt.NDArray[np.bool_]) -> Runs:
        """Take some runs out."""
        if not gone.any():
            return self
        before = np.concatenate([[0], np.cumsum(gone)])
        return replace(
            self,
            starts=self.starts - before[self.starts],
            hexes=self.hexes[~gone],
            codes=self.codes[~gone],
            marks=self.marks[~gone],
            depths=self.depths[~gone],
        )
