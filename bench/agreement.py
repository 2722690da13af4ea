"""Compares verdicts with the reference engine's tables, board by board.

``python bench/agreement.py [BOARD ...] [--all] [--examples N]``: the boards named (``bd01 bdBFPC``), or
all; with ``--all`` the tables with upper Locations too. It needs ``../shared/vasl`` beside the project.
Rows that the reference marks fragile are left out. Disagreements are grouped by what either side says;
``close`` counts those whose verdict here changes when the thread moves by one pixel.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich import box
from rich.console import Console
from rich.table import Table as Sheet

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.solver.sight.batch_los import BLOCKED, CLEAR
from hexcourt.solver.sight.los_engine import LosEngine, VerdictTable, judge_on_cores

VASL = Path(__file__).resolve().parents[2] / "shared" / "vasl"

Group = tuple[str, str]
"""What we say and what the reference says: a rule, ``clear``, ``hindrance 2``, ..."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a reference table; ``hindrance`` is -1 for a blocked line."""

    a: str
    b: str
    blocked: bool
    hindrance: int
    where: str
    reason: str
    fragile: bool
    measured: bool


@dataclass(slots=True)
class Tally:
    """Counts over one table, or over several."""

    rows: int = 0
    fragile: int = 0
    unmeasured: int = 0
    missing: int = 0
    same: int = 0
    unknown: int = 0
    both_clear: int = 0
    same_hindrance: int = 0
    groups: Counter[Group] = field(default_factory=Counter)
    close: Counter[Group] = field(default_factory=Counter)
    examples: dict[Group, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, other: Tally) -> None:
        """Count another table in."""
        for name in ("rows", "fragile", "unmeasured", "missing", "same", "unknown"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.both_clear += other.both_clear
        self.same_hindrance += other.same_hindrance
        self.groups.update(other.groups)
        self.close.update(other.close)
        for group, pairs in other.examples.items():
            self.examples[group] += pairs


def read_rows(path: Path) -> list[Row]:
    """Read a reference table."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as opened:
        return [
            Row(
                a=row["from"],
                b=row["to"],
                blocked=row["blocked"] == "1",
                hindrance=int(row["hindrance"] or -1),
                where=row["blocked_hex"],
                reason=row["reason"],
                fragile=row["fragile"] == "1",
                measured=row["fragile"] != "",
            )
            for row in csv.DictReader(opened)
        ]


def compare(name: str, board: Board, rows: Sequence[Row], examples: int) -> Tally:
    """Judge the pairs of a reference table and compare."""
    tally = Tally()
    places = board.locations
    numbers = {place.table_name: number for number, place in enumerate(places)}
    known = [row for row in rows if row.a in numbers and row.b in numbers]
    tally.missing = len(rows) - len(known)
    tally.fragile = sum(row.fragile for row in known)
    firm = [row for row in known if not row.fragile]
    pairs = np.array([(numbers[row.a], numbers[row.b]) for row in firm], dtype=np.int64)
    judged = judged_table(board, places, pairs.reshape(-1, 2))
    for index, row in enumerate(firm):
        _count(tally, row, judged, index)
        _file(tally, row, judged, index, f"{name} {row.a} {row.b}", examples)
    return tally


def judged_table(
    board: Board, places: Sequence[Location], pairs: npt.NDArray[np.int64]
) -> VerdictTable:
    """Judge pairs of Locations, on all cores, with no allowance for close calls."""
    return judge_on_cores(LosEngine(board), places, pairs)


def _count(tally: Tally, row: Row, judged: VerdictTable, index: int) -> None:
    verdict = judged.verdicts.verdict[index]
    tally.rows += 1
    tally.unmeasured += not row.measured
    if verdict not in (CLEAR, BLOCKED):
        tally.unknown += 1
    elif (verdict == BLOCKED) == row.blocked:
        tally.same += 1
    if verdict == CLEAR and not row.blocked:
        tally.both_clear += 1
        tally.same_hindrance += int(judged.verdicts.hindrance[index]) == row.hindrance


def _file(
    tally: Tally, row: Row, judged: VerdictTable, index: int, pair: str, examples: int
) -> None:
    """File a row under its group if the two sides differ."""
    verdict, hindrance = judged.verdicts.verdict[index], int(judged.verdicts.hindrance[index])
    ours = "clear" if verdict == CLEAR else judged.rules[judged.verdicts.rule[index]]
    theirs = row.reason if row.blocked else "clear"
    if verdict == CLEAR and not row.blocked:
        if hindrance == row.hindrance:
            return
        ours, theirs = f"hindrance {hindrance}", f"hindrance {row.hindrance}"
    elif (verdict == BLOCKED) == row.blocked:
        return
    group = (ours, theirs)
    tally.groups[group] += 1
    tally.close[group] += judged.margin[index] == 0
    if len(tally.examples[group]) < examples:
        tally.examples[group].append(pair + (f" ({row.where})" if row.where else ""))


def percent(part: int, whole: int) -> str:
    """Write a share, rounded down so that 100.000 means all."""
    return f"{np.floor(1e5 * part / whole) / 1e3:.3f}" if whole else "-"


def show_boards(console: Console, title: str, tallies: dict[str, Tally]) -> Tally:
    """Print one line for each table and their total."""
    sheet = Sheet(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    sheet.add_column("board")
    for head in ("rows", "left out", "verdict %", "differ", "unknown", "both clear", "hindrance %"):
        sheet.add_column(head, justify="right", no_wrap=True)
    total = Tally()
    for name, tally in tallies.items():
        total.add(tally)
        sheet.add_row(*_cells(name, tally))
    if len(tallies) > 1:
        sheet.add_section()
        sheet.add_row(*_cells("total", total))
    console.print(sheet)
    if total.missing:
        console.print(f"{total.missing} rows name Locations that the boards here do not have")
    return total


def _cells(name: str, tally: Tally) -> list[str]:
    mark = "*" if tally.unmeasured else ""
    return [
        name + mark,
        str(tally.rows),
        str(tally.fragile),
        percent(tally.same, tally.rows),
        str(tally.rows - tally.same - tally.unknown),
        str(tally.unknown),
        str(tally.both_clear),
        percent(tally.same_hindrance, tally.both_clear),
    ]


def show_groups(console: Console, total: Tally) -> None:
    """Print the disagreements, the largest group first."""
    sheet = Sheet(title="Disagreements", box=box.SIMPLE_HEAD, title_justify="left")
    for head, justify in (
        ("rows", "right"),
        ("close", "right"),
        ("ours", "left"),
        ("reference", "left"),
    ):
        sheet.add_column(head, justify=justify, no_wrap=head != "reference")  # type: ignore[arg-type]
    if any(total.examples.values()):
        sheet.add_column("examples (where the reference blocks)")
    for group, count in sorted(total.groups.items(), key=lambda each: (-each[1], each[0])):
        pairs = [", ".join(total.examples[group])] if any(total.examples.values()) else []
        sheet.add_row(str(count), str(total.close[group]), group[0], short(group[1]), *pairs)
    console.print(sheet if total.groups else "no disagreements")


def short(reason: str) -> str:
    """Shorten a reason to its rule where it names one."""
    found = re.search(r"\(([A-Z]+[\d.]+[^)]*)\)\s*$", reason)
    return f"{reason[: found.start()][:34].strip()}… {found.group(1)}" if found else reason


def chosen_boards(names: Iterable[str]) -> list[Path]:
    """Find the archives of the boards named, or all."""
    boards = {path.name: path for path in sorted((VASL / "boards").iterdir())}
    wanted = [name if name in boards else f"bd{name}" for name in names] or list(boards)
    unknown = [name for name in wanted if name not in boards]
    if unknown:
        sys.exit(f"{unknown[0]} is not in {VASL / 'boards'}: it holds {', '.join(boards)}")
    return [boards[name] for name in wanted]


def run(paths: Sequence[Path], kind: str, examples: int) -> dict[str, Tally]:
    """Compare the boards that have a table of this kind (``ground`` or ``all``)."""
    tallies = {}
    for path in paths:
        table = VASL / "truth" / f"{path.name}.{kind}.csv.gz"
        if table.is_file():
            rows = read_rows(table)
            tallies[path.name] = compare(path.name, import_board(path), rows, examples)
    return tallies


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description="compare verdicts with the reference engine's")
    parser.add_argument("boards", nargs="*", metavar="BOARD", help="bd01, bdBFPC, ... (all)")
    parser.add_argument("--all", action="store_true", help="tables with upper Locations too")
    parser.add_argument(
        "--examples", type=int, default=0, metavar="N", help="pairs a board and group"
    )
    options = parser.parse_args(arguments)
    if not (VASL / "boards").is_dir():
        sys.exit(
            f"{VASL} is not there: put the boards and the reference engine's tables beside the project"
        )
    console = Console(width=None if sys.stdout.isatty() else 150, highlight=False)
    paths = chosen_boards(options.boards)
    for kind in ("ground", "all") if options.all else ("ground",):
        tallies = run(paths, kind, options.examples)
        if tallies:
            total = show_boards(console, f"Agreement, {kind} Locations", tallies)
            show_groups(console, total)
    console.print("* boards whose table does not measure fragile pairs")


if __name__ == "__main__":
    main()
