"""Measures how fast questions are answered: the median of several runs of each, and the memory used.

``python bench/speed.py [--runs N] [--one NAME]``. What runs inside one process is measured in a process
of its own, so that its peak memory is its own. What needs ``../shared/vasl`` is left out without it.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table

from hexcourt.facts.base.files import write_whole
from hexcourt.facts.boards.records import Location
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.tracing.sight_lines import Pairs
from hexcourt.solver.api.position import open_position
from hexcourt.solver.examples.abduction import ExampleSearch, fixed_counters
from hexcourt.solver.examples.conformance import open_example
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight.los_engine import LosEngine
from hexcourt.solver.sight.matrices import judge_pairs

BOARDS = Path(__file__).resolve().parents[2] / "shared" / "vasl" / "boards"
NORMAL, CITY, RAILWAY = "bd01", "bd51", "budapest"
EXAMPLE = "fb_6_123"


@dataclass(frozen=True, slots=True)
class Task:
    """Something to time: ``work`` returns how many pairs it judged (0: not counted)."""

    name: str
    title: str
    target: str
    work: Callable[[], int]
    archive: bool = True
    shell: bool = False


def matrix(path: str, locations: str) -> int:
    """Do all of ``hexcourt matrix``: read the board, judge every pair, write the table."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "matrix.csv"
        write_whole(out, judge_pairs(open_position(path), locations, workers=1).csv())
        with out.open("rb") as written:
            return sum(1 for _ in written) - 1


def embedded() -> str:
    """Name the largest embedded board."""
    return max(embedded_names(), key=lambda name: len(open_board(name).locations))


@cache
def first_hex(board: str) -> str:
    """Name the hex in the middle of a board's list."""
    hexes = open_board(board).hexes
    return hexes[len(hexes) // 2].name


def see(board: str) -> int:
    """Ask from the shell who sees a hex in the middle of the board."""
    command = [sys.executable, "-m", "hexcourt.cli.main", "see", board, first_hex(board)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"hexcourt see {board} failed: {done.stderr.strip()}")
    return 0


@cache
def warm_engine(board: str) -> tuple[LosEngine, list[Location], Pairs]:
    """Open a session and ask it some other questions first, so that its kernels are compiled."""
    engine = LosEngine(open_board(board))
    grounds = engine.board.ground_locations
    for target in (*grounds[1:14], grounds[0]):
        places = [target, *(place for place in engine.board.locations if place != target)]
        pairs = np.stack([np.arange(1, len(places)), np.zeros(len(places) - 1, int)], axis=1)
        engine.table(places, pairs)
    return engine, places, pairs


def see_warm(board: str) -> int:
    """Ask who sees a hex in a session that has answered before."""
    engine, places, pairs = warm_engine(board)
    return len(engine.table(places, pairs))


def tasks() -> list[Task]:
    """List what is measured."""
    small, normal, city = embedded(), str(BOARDS / NORMAL), str(BOARDS / CITY)
    return [
        Task(
            "matrix",
            f"matrix, {NORMAL}, ground",
            "60,000 pairs/s",
            lambda: matrix(normal, "ground"),
        ),
        Task("city", f"matrix, {CITY}, all Locations", "10 s", lambda: matrix(city, "all")),
        Task(
            "railway", f"matrix, {RAILWAY}, ground", "1 s", lambda: matrix(RAILWAY, "ground"), False
        ),
        Task("solve", f"examples solve, {EXAMPLE}", "600 s, 2 GB", solve, False),
        Task("see", f"see, {small}, from the shell", "0.6 s", lambda: see(small), False, True),
        Task(
            "see-archive",
            f"see, {NORMAL}, from the shell",
            "1.5 s",
            lambda: see(normal),
            True,
            True,
        ),
        Task("warm", f"see, {small}, warm", "0.02 s", lambda: see_warm(small), False),
        Task("warm-archive", f"see, {NORMAL}, warm", "0.02 s", lambda: see_warm(normal)),
    ]


def solve() -> int:
    """Search for the places of an example's units."""
    named = open_example(EXAMPLE)
    ExampleSearch(named.example, named.position(fixed_counters(named.example))).solve()
    return 0


def measured(task: Task, runs: int) -> dict[str, float]:
    """Time a task after one run that is not counted; seconds, pairs and peak MiB of this process."""
    pairs = task.work()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        task.work()
        seconds.append(time.perf_counter() - start)
    return {"seconds": statistics.median(seconds), "pairs": pairs, "peak": peak}


def measured_apart(task: Task, runs: int) -> dict[str, float]:
    """Measure in a process of its own."""
    command = [sys.executable, __file__, "--one", task.name, "--runs", str(runs)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{task.title} failed:\n{done.stderr.strip()}")
    found: dict[str, float] = json.loads(done.stdout)
    return found


def show(console: Console, rows: Sequence[tuple[Task, dict[str, float]]]) -> None:
    """Print what was measured beside what is aimed at."""
    sheet = Table(box=box.SIMPLE_HEAD)
    sheet.add_column("what", no_wrap=True)
    for head in ("seconds", "pairs", "pairs/s", "peak MiB", "aim"):
        sheet.add_column(head, justify="right", no_wrap=True)
    for task, found in rows:
        pairs, seconds = int(found["pairs"]), found["seconds"]
        counted = (f"{pairs:,}", f"{pairs / seconds:,.0f}") if pairs else ("", "")
        peak = "" if task.shell else f"{found['peak']:.0f}"
        sheet.add_row(task.title, f"{seconds:.3f}", *counted, peak, task.target)
    console.print(sheet)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description="measure how fast questions are answered")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--one", metavar="NAME", help="measure one task here, print JSON")
    options = parser.parse_args(arguments)
    known = tasks()
    if options.one:
        chosen = {task.name: task for task in known}[options.one]
        print(json.dumps(measured(chosen, options.runs)))
        return
    here = BOARDS.is_dir()
    if not here:
        print(f"{BOARDS} is not there: the lines that need board archives are left out")
    wanted = [task for task in known if here or not task.archive]
    rows = [(task, measured_apart(task, options.runs)) for task in wanted]
    show(Console(width=110, highlight=False), rows)


if __name__ == "__main__":
    main()
