"""Prints what commands cost from the shell, all in: seconds of the processor, medians of five.

    python bench/starting.py [BOARD ...]

Each command is run first with an empty cache, then with what the first run has kept. Of each board
archive that is named the whole matrix is judged, by one process, and one hex is looked at.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

RUNS = 3


def main() -> None:
    """Measure the commands."""
    with tempfile.TemporaryDirectory() as folder:
        rows = str(Path(folder, "rows.csv"))
        commands = [["--version"], ["los", "budapest", "F31", "K30"], ["see", "budapest", "F31"]]
        for board in sys.argv[1:]:
            commands.append(["matrix", board, "--workers", "1", "--out", rows])
            commands.append(["see", board, "N5"])
        _seconds(["boards"], folder)  # what the system reads of the program is read before
        for command in commands:
            first, later = [], []
            for run in range(RUNS):
                kept = str(Path(folder, f"{run}"))
                first.append(_seconds(command, kept))
                later.append(_seconds(command, kept))
                _cleared(kept)
            told = " ".join(Path(each).name for each in command)
            print(
                f"{told}: {statistics.median(first):.2f}, {statistics.median(later):.2f}",
                flush=True,
            )


def _cleared(kept: str) -> None:
    for path in sorted(Path(kept).rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()


def _seconds(command: Sequence[str], kept: str) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "hexcourt", *command],
        env={**os.environ, "HEXCOURT_CACHE": kept},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    main()
