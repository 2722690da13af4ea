"""Measures how `matrix` grows with the size of the map, on one core and on two.

Usage: python bench/growth.py [ARCHIVE...] [--range N] [--whole BOARDS] [--svg FILE]

Of archives of one size (nine of ``../shared/vasl``) the first 1, 2, 4 and 9 are joined; ground level,
margins and CSV included, nothing kept of other runs. Each map is measured in a process of its own, which
has judged some lines before. All pairs are judged of up to 4 boards, those within a range of all. Of two
cores the CPU seconds of the longer way are told: those of one thread while there is one, and half of
those that two use side by side; so it does not matter what else the machine does. The plot has a line
for all pairs and one for those within the range; where cost is linear in pairs, it is along the dashed
one.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from rich.console import Console
from rich.table import Table

from hexcourt.cli.render.style import Element, add
from hexcourt.facts.base.cache import VARIABLE
from hexcourt.facts.base.files import write_whole
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.maps.joining import Section, join
from hexcourt.solver.api.position import Position
from hexcourt.solver.sandbox.threads import run_in_threads
from hexcourt.solver.sight import los_engine, matrices
from hexcourt.solver.sight.matrices import judge_pairs

BOARDS = Path(__file__).resolve().parents[2] / "shared" / "vasl" / "boards"
USUAL = ("bd09", "bd01", "bd39", "bd12", "bd02", "bd15", "bd51", "bd06", "bd50")
COUNTS = (1, 2, 4, 9)


class Measured(NamedTuple):
    """What was measured of a map; ``seconds`` and ``memory`` on one core, and on two."""

    boards: int
    within: int | None
    pairs: int
    seconds: tuple[float, float]
    memory: tuple[int, int]


def joined(archives: Sequence[str], count: int) -> Board:
    """Lay so many boards in a block as square as can be."""
    sections = [Section(import_board(Path(path)), str(n)) for n, path in enumerate(archives, 1)]
    if count == 1:
        return sections[0].board
    columns = math.isqrt(count)
    return join([sections[n : n + columns] for n in range(0, count, columns)])


def measure(
    archives: Sequence[str], count: int, within: int | None, workers: int
) -> tuple[int, float, int]:
    """Measure one map in this process: pairs, CPU seconds, the most memory held."""
    judge_pairs(Position(import_board(Path(archives[0]))), within=6, workers=1).csv()
    position = Position(joined(archives, count))
    shared = 0.0
    side_by_side = run_in_threads

    def watched(*told: Any) -> None:
        nonlocal shared
        begun = time.process_time()
        side_by_side(*told)
        shared += time.process_time() - begun

    for module in (los_engine, matrices):
        setattr(module, "run_in_threads", watched)  # noqa: B010 - no name that it exports
    begun = time.process_time()
    parts = judge_pairs(position, within=within, workers=workers).csv_parts()
    rows = sum(part.count("\n") for part in parts)
    taken = time.process_time() - begun
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    return rows - 1, taken - shared + shared / workers, most


def measured_apart(archives: Sequence[str], count: int, within: int | None) -> Measured:
    """Measure one map in processes of their own, on one core and on two."""
    found = [_apart([*archives, "--one", json.dumps([count, within, n])]) for n in (1, 2)]
    (pairs, *_), _ = found
    one, two = ((seconds, memory) for _, seconds, memory in found)
    return Measured(count, within, pairs, (one[0], two[0]), (one[1], two[1]))


def _apart(told: Sequence[str]) -> tuple[int, float, int]:
    environment = {**os.environ, VARIABLE: "off"}
    command = [sys.executable, __file__, *told]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    pairs, seconds, memory = json.loads(done.stdout)
    return pairs, seconds, memory


def show(found: Sequence[Measured]) -> None:
    """Print a table."""
    table = Table(
        "boards", "range", "pairs", "CPU", "pairs a second", "MiB", "two cores", "", "MiB"
    )
    for each in found:
        one, two = each.seconds
        table.add_row(
            str(each.boards),
            "all" if each.within is None else str(each.within),
            f"{each.pairs:,}",
            f"{one:.2f} s",
            f"{each.pairs / one:,.0f}",
            str(each.memory[0] >> 20),
            f"{two:.2f} s",
            f"{one / two:.2f} times",
            str(each.memory[1] >> 20),
        )
    Console().print(table)


# --- the plot -------------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, TOP = 560, 340, 64, 24
PAIRS, SECONDS = (4, 6.4), (-1, 2)  # powers of ten at the ends of the axes
COLOURS = ("#2a6496", "#b0460f")
STYLE = """
.paper { fill: #ffffff } .axis { stroke: #8a8780 } .grid { stroke: #e3e2dd }
.even { stroke: #8a8780; stroke-dasharray: 5 4 }
text { fill: #1d1d1b; font: 12px Helvetica, Arial, sans-serif }
@media (prefers-color-scheme: dark) {
.paper { fill: #1b1c1e } .grid { stroke: #3a3b3e } text { fill: #f0efec }
}
"""


def drawn(found: Sequence[Measured]) -> str:
    """Draw CPU seconds over pairs, both by powers of ten."""
    size = {"width": str(WIDTH), "height": str(HEIGHT), "viewBox": f"0 0 {WIDTH} {HEIGHT}"}
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", **size})
    add(root, "title", "CPU seconds of matrix by pairs")
    add(root, "style", STYLE)
    add(root, "rect", class_="paper", width=WIDTH, height=HEIGHT)
    _draw_axes(root)
    _draw_even(root, found[0].seconds[0] / found[0].pairs)
    ranges = sorted({each.within for each in found}, key=lambda each: each is not None)
    for number, within in enumerate(ranges):
        some = [each for each in found if each.within == within]
        _draw_line(root, some, COLOURS[number % 2])
        said = "all pairs" if within is None else f"within {within} hexes"
        y = TOP + 18 + 18 * number
        add(root, "circle", cx=LEFT + 16, cy=y - 4, r=4, fill=COLOURS[number % 2])
        add(
            root,
            "text",
            f"{said}: {', '.join(str(each.boards) for each in some)} boards",
            x=LEFT + 26,
            y=y,
        )
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _at(pairs: float, seconds: float) -> tuple[float, float]:
    across = (math.log10(pairs) - PAIRS[0]) / (PAIRS[1] - PAIRS[0])
    up = (math.log10(seconds) - SECONDS[0]) / (SECONDS[1] - SECONDS[0])
    x, y = LEFT + across * (WIDTH - LEFT - 20), HEIGHT - 40 - up * (HEIGHT - 40 - TOP)
    return round(x, 1), round(y, 1)


def _draw_axes(root: Element) -> None:
    least, most = 10.0 ** SECONDS[0], 10.0 ** PAIRS[0]
    for power in range(math.ceil(PAIRS[0]), math.floor(PAIRS[1]) + 1):
        x, bottom = _at(10.0**power, least)
        add(root, "line", class_="grid", x1=x, x2=x, y1=TOP, y2=bottom)
        add(root, "text", f"{10**power:,}", x=x, y=bottom + 16, text_anchor="middle")
    for power in range(SECONDS[0], SECONDS[1] + 1):
        x, y = _at(most, 10.0**power)
        add(root, "line", class_="grid", x1=x, x2=WIDTH - 20, y1=y, y2=y)
        add(root, "text", f"{10.0**power:g} s", x=x - 8, y=y + 4, text_anchor="end")
    x, y = _at(most, least)
    add(root, "line", class_="axis", x1=x, x2=WIDTH - 20, y1=y, y2=y)
    add(root, "line", class_="axis", x1=x, x2=x, y1=TOP, y2=y)
    add(root, "text", "pairs", x=WIDTH - 20, y=y + 32, text_anchor="end")


def _draw_even(root: Element, each: float) -> None:
    """Draw what would cost so much a pair throughout."""
    ends = [10 ** (PAIRS[0] + 0.2), 10 ** PAIRS[1]]
    (x1, y1), (x2, y2) = (_at(pairs, pairs * each) for pairs in ends)
    add(root, "line", class_="even", x1=x1, y1=y1, x2=x2, y2=y2)


def _draw_line(root: Element, found: Sequence[Measured], colour: str) -> None:
    points = [_at(each.pairs, each.seconds[0]) for each in found]
    told = " ".join(f"{x},{y}" for x, y in points)
    add(root, "polyline", points=told, fill="none", stroke=colour, stroke_width=2)
    for (x, y), each in zip(points, found, strict=True):
        spot = add(root, "circle", cx=x, cy=y, r=4, fill=colour)
        add(spot, "title", f"{each.boards} boards, {each.pairs:,} pairs: {each.seconds[0]:.1f} s")


def main() -> None:
    """Print the table, and draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archives", nargs="*", default=[str(BOARDS / name) for name in USUAL])
    parser.add_argument("--range", type=int, default=16, dest="within")
    parser.add_argument("--whole", type=int, default=4, help="judge all pairs of so many boards")
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--one", type=json.loads, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.one:
        print(json.dumps(measure(told.archives, *told.one)))
        return
    counts = [each for each in COUNTS if each <= len(told.archives)]
    wanted: list[tuple[int, int | None]] = [(each, None) for each in counts if each <= told.whole]
    wanted += [(each, told.within) for each in counts]
    found = [measured_apart(told.archives, *each) for each in wanted]
    show(found)
    if told.svg:
        write_whole(told.svg, drawn(found))


if __name__ == "__main__":
    main()
