"""Measures the CPU time of looking for errors in board data: ``hexcourt board lint``.

``python bench/linting.py [ARCHIVE ...]``: the archives named, or those of ``../shared``. *read*:
unpacking; *lint*: all findings without pairs; *pairs*: all lines at ground level from both ends and
turned, in a warm process.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from time import process_time

from rich import box
from rich.console import Console
from rich.table import Table as Sheet

from hexcourt.facts.formats.vasl_archive import read_archive
from hexcourt.facts.linting.codes import CODES
from hexcourt.facts.linting.lint import lint_archive
from hexcourt.facts.maps.differences import read_turned
from hexcourt.solver.boards.line_differences import disagreements

SHARED = Path(__file__).resolve().parents[2] / "shared"


def measured(path: Path) -> tuple[list[float], int, int]:
    """Measure one archive: times of reading, looking and judging; findings; disagreeing pairs."""
    times = [process_time()]
    archive = read_archive(path)
    times.append(process_time())
    drawing, found = lint_archive(archive, CODES)
    times.append(process_time())
    apart = disagreements(drawing.board, read_turned(archive, drawing.board), CODES, workers=1)
    count = sum(1 for _ in apart)
    times.append(process_time())
    return [b - a for a, b in pairwise(times)], len(found), count


def main() -> None:
    """Print the times."""
    folders = [SHARED / "vasl" / "boards", SHARED / "scenarios" / "boards"]
    every = [each for folder in folders if folder.is_dir() for each in sorted(folder.iterdir())]
    paths = [Path(each) for each in sys.argv[1:]] or every
    if not paths:
        sys.exit(f"no archives in {SHARED}; name some")
    measured(paths[0])  # warm
    sheet = Sheet(box=box.SIMPLE_HEAD, caption="seconds of CPU time")
    for head in ("board", "read", "lint", "pairs", "findings", "pairs apart"):
        sheet.add_column(head, justify="left" if head == "board" else "right")
    for path in paths:
        times, found, apart = measured(path)
        sheet.add_row(path.name, *(f"{each:.2f}" for each in times), str(found), str(apart))
    Console(width=None if sys.stdout.isatty() else 100, highlight=False).print(sheet)


if __name__ == "__main__":
    main()
