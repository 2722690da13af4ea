"""Finds where lines run inside outlines, of all lines and outlines at once.

Corners and centres are whole numbers, those of what fills hexes in thirds, so on which side of a line a
corner lies is decided exactly. A line that only grazes an edge or a corner is inside nothing (A6.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.records import Outline

TINY = 1e-9
"""Stretches of a line shorter than this share of it are points."""

_AT_ONCE = 1 << 16
"""Of how many lines and outlines all pairs are looked at at once, which bounds the memory."""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class OutlineEdges:
    """The edges of outlines: outline ``n`` has those from ``starts[n]`` to ``starts[n + 1]``.

    Each leads from its corner to that of the edge ``onward`` of it. ``boxes`` are the least and the
    greatest corner of the rectangle round each outline, shape (outlines, 2, 2).
    """

    corners: Floats
    onward: Integers
    starts: Integers
    boxes: Floats

    @cached_property
    def whole(self) -> bool:
        """Tell whether all corners are whole numbers: they are at least whole numbers of thirds."""
        return bool((self.corners == np.rint(self.corners)).all())

    @classmethod
    def of(cls, outlines: Sequence[Outline], boxes: Floats) -> OutlineEdges:
        """List the edges of outlines."""
        rings = [ring for each in outlines for ring in each.rings]
        lengths = np.array([len(ring) for ring in rings], dtype=np.int64)
        closing = np.cumsum(lengths) - 1
        onward = np.arange(1, lengths.sum() + 1, dtype=np.int64)
        onward[closing] -= lengths
        corners = np.array([corner for ring in rings for corner in ring], dtype=np.float64)
        counts = [sum(len(ring) for ring in each.rings) for each in outlines]
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return cls(corners.reshape(-1, 2), onward, starts, boxes)


@dataclass(frozen=True, eq=False)
class Insides:
    """Where lines run inside outlines: from and to which parameter."""

    line: Integers
    outline: Integers
    begin: Floats
    end: Floats

    def chosen(self, kept: npt.NDArray[np.bool_] | Integers) -> Insides:
        """Take some of them."""
        return Insides(*(getattr(self, each.name)[kept] for each in fields(self)))

    @classmethod
    def joined(cls, parts: Sequence[Insides]) -> Insides:
        """Put some together."""
        names = [each.name for each in fields(cls)]
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def find_insides(edges: OutlineEdges, starts: Floats, courses: Floats, scale: int) -> Insides:
    """Find where lines run inside outlines; starts and courses are told in a ``scale`` of their own."""
    none, nothing = np.zeros(0, dtype=np.int64), np.zeros(0)
    found = [Insides(none, none, nothing, nothing)]
    block = max(1, _AT_ONCE // max(1, len(edges.boxes)))
    for at in range(0, len(starts), block):
        here = slice(at, at + block)
        line, outline = np.nonzero(_near(scale * edges.boxes, starts[here], courses[here]))
        found.append(_insides(edges, line + at, outline, (starts, courses), scale))
    return Insides.joined(found)


def _near(boxes: Floats, starts: Floats, courses: Floats) -> npt.NDArray[np.bool_]:
    """Tell which lines may meet the rectangles round which outlines, shape (lines, outlines)."""
    middle, half = boxes.mean(axis=1), (boxes[:, 1] - boxes[:, 0]) / 2
    from_x, from_y = (middle[:, n] - starts[:, n, None] for n in (0, 1))
    across, down = courses[:, 0, None], courses[:, 1, None]
    reach = np.abs(across) * half[:, 1] + np.abs(down) * half[:, 0]
    near: npt.NDArray[np.bool_] = np.abs(across * from_y - down * from_x) <= reach + 1
    near &= np.abs(2 * from_x - across) <= np.abs(across) + 2 * half[:, 0] + 1
    near &= np.abs(2 * from_y - down) <= np.abs(down) + 2 * half[:, 1] + 1
    return near


def _insides(
    edges: OutlineEdges,
    line: Integers,
    outline: Integers,
    threads: tuple[Floats, Floats],
    scale: int,
) -> Insides:
    """Find the same for some pairs of line and outline."""
    counts = np.diff(edges.starts)[outline]
    pair = np.repeat(np.arange(len(line)), counts)
    numbers = np.arange(len(pair))
    edge = numbers + np.repeat(edges.starts[outline] - (np.cumsum(counts) - counts), counts)
    onward = edges.onward[edge] + (numbers - edge)
    corner_x, corner_y = (np.rint(scale * axis[edge]) for axis in edges.corners.T)
    start_x, start_y, course_x, course_y = (
        np.repeat(axis[line], counts) for each in threads for axis in each.T
    )
    offset_x, offset_y = corner_x - start_x, corner_y - start_y
    # on which side of its line each corner lies (sign)
    sides = course_x * offset_y - course_y * offset_x

    def crossed(left: npt.NDArray[np.bool_]) -> Insides:
        which = np.flatnonzero(left != left[onward])
        along_x, along_y = (axis[onward[which]] - axis[which] for axis in (corner_x, corner_y))
        over = offset_x[which] * along_y - offset_y[which] * along_x
        under = course_x[which] * along_y - course_y[which] * along_x
        parameter = over / under
        # a line crosses a closed outline an even number of times: in and out by turns
        order = np.lexsort((parameter, pair[which]))
        begin = np.clip(parameter[order][0::2], 0, 1)
        end = np.clip(parameter[order][1::2], 0, 1)
        inside = end - begin > TINY
        within = pair[which][order][0::2][inside]
        return Insides(within, outline[within], begin[inside], end[inside])

    found = crossed(sides >= 0)
    onto = np.zeros(len(line), dtype=np.bool_)
    onto[pair[sides == 0]] = True
    if onto.any():
        # a line through a corner or along an edge: inside only where it is so on either side of it
        doubted = onto[found.line]
        other = crossed(sides > 0)
        found = Insides.joined([found.chosen(~doubted), _both(found.chosen(doubted), other)])
    return replace(found, line=line[found.line])


def _both(found: Insides, other: Insides) -> Insides:
    """Keep of ``found`` only what ``other`` has too; ``line`` numbers the pairs of line and outline."""
    first = np.searchsorted(other.line, found.line)
    counts = np.searchsorted(other.line, found.line, side="right") - first
    one = np.repeat(np.arange(len(found.line)), counts)
    two = np.arange(len(one)) + np.repeat(first - (np.cumsum(counts) - counts), counts)
    begin = np.maximum(found.begin[one], other.begin[two])
    end = np.minimum(found.end[one], other.end[two])
    kept = end - begin > TINY
    return replace(found.chosen(one[kept]), begin=begin[kept], end=end[kept])
