"""Measures whole-board line of sight against the bare walk over the same pixels, in one run.

Usage: python bench/bare_walk.py [ARCHIVE...] [--runs N]

The bare walk goes along the same lines, compiled, reads the number of each pixel and does nothing else.
What is compared is all of `hexcourt matrix` in a warm process, ground level: tracing, margins, rules,
CSV; first with an empty situation cache, then with what the first run has kept. CPU seconds, medians.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from rich.console import Console
from rich.table import Table

from hexcourt.facts.base.cache import VARIABLE
from hexcourt.facts.tracing.scene import Scene
from hexcourt.solver.api.position import open_position
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight.matrices import judge_pairs

BOARDS = Path(__file__).resolve().parents[2] / "shared" / "vasl" / "boards"
FLAT = ("bd01", "bd02", "bd51")
HILLS = ("bd06", "bd09", "bd12", "bd15", "bd36", "bd39", "bd50", "bdBFPC")


@numba.njit(cache=False)
def _bare(codes: Any, centres: Any, ends: Any) -> int:
    """Walk from pixel to pixel along lines (Amanatides and Woo) and read each; give a sum of them."""
    height, width = codes.shape
    total = 0
    for line in range(ends.shape[0]):
        x, y = centres[ends[line, 0]]
        to_x, to_y = centres[ends[line, 1]]
        d_x, d_y = to_x - x, to_y - y
        column, row = int(x), int(y)
        last_column, last_row = int(to_x), int(to_y)
        step_x, step_y = (1 if d_x > 0 else -1), (1 if d_y > 0 else -1)
        per_x = abs(1 / d_x) if d_x != 0 else 1e30
        per_y = abs(1 / d_y) if d_y != 0 else 1e30
        next_x = per_x * ((column + 1 - x) if step_x > 0 else (x - column)) if d_x != 0 else 1e30
        next_y = per_y * ((row + 1 - y) if step_y > 0 else (y - row)) if d_y != 0 else 1e30
        for _ in range(abs(last_column - column) + abs(last_row - row) + 1):
            if 0 <= column < width and 0 <= row < height:
                total += codes[row, column]
            if next_x < next_y:
                next_x += per_x
                column += step_x
            else:
                next_y += per_y
                row += step_y
    return total


def cpu_seconds(work: Callable[[], object]) -> float:
    """Tell how much CPU something takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def bare_walk(path: str) -> Callable[[], object]:
    """Prepare the bare walk along all lines between hexes of a board."""
    board = open_board(path)
    codes = Scene(board)._pixels[0]
    count = len(board.hexes)
    ends = np.array([(a, b) for a in range(count) for b in range(a + 1, count)], dtype=np.int32)
    centres = np.ascontiguousarray(board.points[:count])
    _bare(codes, centres, ends[:1])
    return lambda: _bare(codes, centres, ends)


def measure(path: str, runs: int) -> tuple[int, list[float]]:
    """Give the pairs of a board, and medians: the bare walk, reading the board, the first run, later."""
    walk = bare_walk(path)
    pairs = 0
    taken: list[list[float]] = [[], [], [], []]
    for _ in range(runs):
        taken[0].append(cpu_seconds(walk))
        with tempfile.TemporaryDirectory() as folder:
            os.environ[VARIABLE] = folder
            for kept in taken[2:]:
                begun = time.process_time()
                position = open_position(path)
                read = time.process_time()
                text = judge_pairs(position, workers=1).csv()
                kept.append(time.process_time() - read)
                pairs = text.count("\n") - 1
            taken[1].append(read - begun)
    return pairs, [statistics.median(each) for each in taken]


def main() -> None:
    """Print a table of shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archives", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    told = parser.parse_args()
    archives = told.archives or [str(BOARDS / name) for name in FLAT + HILLS]
    with tempfile.TemporaryDirectory() as folder:  # compile what is to be compiled
        os.environ[VARIABLE] = folder
        judge_pairs(open_position(archives[0]), workers=1).csv()
    table = Table("board", "pairs", "bare walk", "reading", "first run", "share", "later", "share")
    for path in archives:
        pairs, (bare, reading, first, later) = measure(path, told.runs)
        shares = [f"{bare / each:.2f}" for each in (first, later)]
        seconds = [f"{each:.2f} s" for each in (bare, reading, first, later)]
        row = (*seconds[:3], shares[0], seconds[3], shares[1])
        table.add_row(Path(path).name, f"{pairs:,}", *row)
    Console().print(table)


if __name__ == "__main__":
    main()
