"""Where lines run inside outlines, held against deciding it point by point in fractions."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from hexcourt.facts.boards.records import Outline
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.tracing.outline_tracing import Insides, OutlineEdges, find_insides
from hexcourt.facts.tracing.scene import Scene
from hexcourt.facts.tracing.touched import Runs
from tests.rulings import rule

Corner = tuple[int, int]
Ring = tuple[Corner, ...]

SQUARE: Ring = ((2, 2), (10, 2), (10, 10), (2, 10))
HOLE: Ring = ((4, 4), (8, 4), (8, 8), (4, 8))
ARROW: Ring = ((0, 0), (12, 6), (0, 12), (4, 6))
STEPS: Ring = ((1, 1), (5, 1), (5, 5), (9, 5), (9, 9), (1, 9))

SHAPES: list[tuple[Ring, ...]] = [(SQUARE,), (SQUARE, HOLE), (ARROW,), (STEPS,)]


def outlines(shapes: list[tuple[Ring, ...]]) -> tuple[Outline, ...]:
    """Draw shapes as outlines."""
    return tuple(Outline(str(n), "woods", None, rings) for n, rings in enumerate(shapes))


def found(shapes: list[tuple[Ring, ...]], lines: list[tuple[Corner, Corner]]) -> Insides:
    """Find where lines run inside shapes."""
    drawn = outlines(shapes)
    rings = [np.array(sum(each.rings, ())) for each in drawn]
    boxes = np.array([(each.min(axis=0), each.max(axis=0)) for each in rings], dtype=np.float64)
    ends = np.array(lines, dtype=np.float64)
    return find_insides(OutlineEdges.of(drawn, boxes), ends[:, 0], ends[:, 1] - ends[:, 0], 1)


def inside(rings: tuple[Ring, ...], x: Fraction, y: Fraction) -> bool:
    """Tell whether a point that lies on no edge is inside, by the edges to its right."""
    count = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * Fraction(bx - ax) / (by - ay):
                count += 1
    return count % 2 == 1


HAIR = Fraction(1, 10**6)


def runs_inside(rings: tuple[Ring, ...], line: tuple[Corner, Corner], at: Fraction) -> bool:
    """Tell whether a shape is seen on both sides of a line at some point of it (A6.1)."""
    (ax, ay), (bx, by) = line
    x, y = ax + at * (bx - ax), ay + at * (by - ay)
    return all(
        inside(rings, x - side * HAIR * (by - ay), y + side * HAIR * (bx - ax)) for side in (1, -1)
    )


@rule("A6.1")
def test_lines_are_inside_where_points_beside_them_are() -> None:
    source = random.Random(18)
    corners = [(x, y) for x in range(-1, 14) for y in range(-1, 14)]
    lines = [(source.choice(corners), source.choice(corners)) for _ in range(150)]
    lines = [each for each in lines if each[0] != each[1]]
    crossed = found(SHAPES, lines)
    parts = set(zip(crossed.line.tolist(), crossed.outline.tolist(), strict=True))
    assert len(parts) > 200
    for number, line in enumerate(lines):
        for shape, rings in enumerate(SHAPES):
            here = (crossed.line == number) & (crossed.outline == shape)
            begins, ends = crossed.begin[here], crossed.end[here]
            for step in range(1, 32):
                at = Fraction(step, 32) + Fraction(1, 997)
                told = bool(((begins < float(at)) & (float(at) < ends)).any())
                assert told == runs_inside(rings, line, at), (line, shape, at)


@rule("A6.1")
def test_along_an_edge_is_not_inside() -> None:
    along, across = ((0, 2), (12, 2)), ((0, 6), (12, 6))
    assert len(found([(SQUARE,)], [along]).line) == 0
    crossed = found([(SQUARE, HOLE)], [across])
    assert np.allclose(crossed.begin * 12, [2, 8]) and np.allclose(crossed.end * 12, [4, 10])


def test_of_no_outlines_nothing_is_found() -> None:
    edges = OutlineEdges.of((), np.zeros((0, 2, 2)))
    assert len(find_insides(edges, np.zeros((3, 2)), np.ones((3, 2)), 1).line) == 0


def told(runs: Runs, line: int) -> list[tuple[int, int, int]]:
    """List what one line touches."""
    part = slice(runs.starts[line], runs.starts[line + 1])
    columns = (runs.hexes[part], runs.codes[part], runs.marks[part])
    return list(zip(*(each.tolist() for each in columns), strict=True))


@pytest.mark.parametrize("name", embedded_names())
def test_lines_traced_together_touch_what_each_touches_alone(name: str) -> None:
    board = embedded_board(name)
    scene = Scene(board)
    source = np.random.default_rng(18)
    ends = source.integers(0, len(board.hexes), (12, 2)).astype(np.int32)
    ends = ends[ends[:, 0] != ends[:, 1]]
    for shifted in (0.0, 1.0):
        together = scene.trace(ends, shifted * scene.sideways(ends))
        for line in range(len(ends)):
            one = ends[line : line + 1]
            alone = scene.trace(one, shifted * scene.sideways(one))
            assert told(together, line) == told(alone, 0)
