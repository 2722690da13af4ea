"""Measures what users wait for: CPU seconds and peak memory of whole commands, beside what is aimed at.

Usage: python bench/table.py [--runs N] [--only NAME ...] [--against CHECKOUT] [--boards FOLDER] [--json]

Each command runs in a process of its own and in a cache of its own: *cold* with an empty one, *warm*
with what the run before has kept. Seconds are those of the processor (user and system) of the process
and of all that it starts; memory is the most that one process held. What two cores gain is by the clock,
which tells nothing on a machine with other work. Medians of N runs. ``--against`` measures a second
checkout in turn with this one, by its own ``.venv/bin/python``, compares what both print, and says which
commands print something else. Rows that need VASL's archives (``--boards``; otherwise
``../shared/vasl/boards``) are left out without them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parents[1]
SHARED = HERE.parent / "shared"
JOINED = (
    ("bd01",),
    ("bd01", "bd02"),
    ("bd01", "bd02", "bd03", "bd05"),
    ("bd01", "bd02", "bd03", "bd05", "bd06", "bd08", "bd09", "bd12", "bd18"),
)
"""Boards of the maps of 1, 2, 4 and 9 boards, three in a row at most."""

MEASURE = """
import json, os, subprocess, sys, time
begun = time.monotonic()
with open(sys.argv[1], "wb") as out:
    child = subprocess.Popen(sys.argv[2:], stdout=out, stderr=subprocess.STDOUT)
    _, status, used = os.wait4(child.pid, 0)
clock = time.monotonic() - begun
status = os.waitstatus_to_exitcode(status)
print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss, status, clock]))
"""
"""Runs a command in a process that has loaded nothing: the peak of a child begins with its parent's."""


WORLDS = r"(\d[\d,]*) worlds"


@dataclass(frozen=True)
class Row:
    """One line of the table: ``arguments`` of hexcourt, in which {boards} and {work} are folders.

    ``aim`` is in CPU seconds, or a factor and the name of the row that it is of; for a row that counts
    ``worlds`` (a pattern that finds their number in what is printed) it is worlds a CPU second, and for
    one that is to be faster than another by the clock (``slower``, its name) how many times as fast.
    """

    name: str
    arguments: tuple[str, ...]
    aim: float | tuple[float, str] | None = None
    cold: bool = False
    worlds: str = ""
    plus: float = 0.0
    slower: str = ""

    @property
    def is_rate(self) -> bool:
        """Tell whether more is better."""
        return bool(self.worlds or self.slower)

    @property
    def needs_boards(self) -> bool:
        """Tell whether archives are read."""
        return any("{boards}" in each or "{work}/" in each for each in self.arguments)


def _both(name: str, arguments: Sequence[str], aim: float) -> Iterator[Row]:
    yield Row(name, tuple(arguments), aim)
    yield Row(f"{name}-cold", tuple(arguments), (1.0, name), cold=True, plus=0.15)


def rows() -> list[Row]:
    """List what is measured."""
    sees = "count A, B : hex(A), hex(B), sees(A,B), A < B"
    farthest = "max R : hex(A), hex(B), sees(A,B), R=range(A,B)"
    everything = ("--limit-seconds", "600", "--limit-memory", "8192")
    matrix = ("matrix", "--workers", "1", "--out", "{work}/rows.csv")
    return [
        Row("version", ("--version",), 0.15),
        Row("los-archive", ("los", "{boards}/bd01", "A1", "K5"), 0.25),
        *_both("los", ("los", "budapest", "F31", "K30"), 0.2),
        *_both("path", ("path", "pegasus", "L13", "K12", "--unit", "squad"), 0.4),
        *_both("legal", ("legal", "pegasus", 'mines("K12",ap,12,hidden)'), 0.3),
        *_both(
            "effect",
            ("effect", "pegasus", "--attack", 'snap_shot("K12")', "--target", "K13-L12-L13"),
            0.3,
        ),
        Row("card-cold", ("scenario", "check", f"{HERE}/examples/cards/outpost.toml"), 0.8, True),
        Row("card", ("scenario", "check", f"{HERE}/examples/cards/outpost.toml"), 0.4),
        Row("first-line", ("los", "budapest", "L33h2", "E31"), 0.5, cold=True),
        Row("see", ("see", "budapest", "F31")),
        Row("matrix-1", (*matrix, "{boards}/bd51")),
        Row("sees-1", ("ask", "{boards}/bd51", sees), (2.0, "matrix-1")),
        Row("matrix-2", (*matrix, "{work}/map2.toml")),
        Row("sees-2", ("ask", "{work}/map2.toml", sees, *everything), (2.0, "matrix-2")),
        Row("farthest-1", ("ask", "{boards}/bd51", farthest, *everything), 2.0),
        Row("matrix-hills-cold", (*matrix, "{boards}/bdBFPC"), cold=True),
        Row("matrix-39", (*matrix, "{boards}/bd39")),
        Row("matrix-two", _TWO, 1.8, slower="matrix-39"),
        *(
            Row(
                f"reach-{len(boards)}",
                ("reach", f"{{work}}/map{len(boards)}.toml", _hex(boards), "--unit", "squad"),
                0.6,
            )
            for boards in JOINED
        ),
        Row("sweep-reach", _study("reach"), 1000.0, worlds=WORLDS),
        Row("sweep-arrives", _study("arrives"), 500.0, worlds=WORLDS),
        Row(
            "check-3",
            ("scenario", "check", "{work}/card3.toml", "--boards", "{boards}", *everything),
            15.0,
            cold=True,
        ),
    ]


_TWO = ("matrix", "{boards}/bd39", "--workers", "2", "--out", "{work}/rows.csv")


def _hex(boards: Sequence[str]) -> str:
    return "K5" if len(boards) == 1 else "1K5"


def _study(name: str) -> tuple[str, ...]:
    return (
        "sweep",
        f"{{work}}/{name}.toml",
        "--jobs",
        "1",
        "--out",
        "{work}/results",
        "--no-progress",
    )


STUDIES = {
    "reach": """
question = 'count H : reach("K5", H, C)'
board = "{boards}/bd01"
unit = "squad"
vary = ['{{ roadblock(A,B) : road(A,B) }} = 2']
""",
    "arrives": """
question = 'min T : arrives("A1", "GG10", T)'
board = "{boards}/bd09"
unit = "tank"
vary = ['{{ rubble(H,stone) : building(H,stone) ; roadblock(A,B) : road(A,B) }} = 2']
""",
}
CARD = """
format = "hexcourt-card/1"
id = "three"
title = "Three boards"
[map]
north = "top"
boards = [
    {{ board = "01", at = [0, 0] }},
    {{ board = "02", at = [0, 1] }},
    {{ board = "05", at = [0, 2] }},
]
[turns]
count = 6
moves_first = "russian"
[[side]]
name = "german"
friendly_edge = "south"
[[side]]
name = "russian"
friendly_edge = "north"
[[group]]
id = "g1"
side = "german"
setup = "on board 2"
units = ["9 squad 4-6-7", "leader 9-1", "2 LMG", "MMG"]
fortifications = ["4 foxhole 1S", "2 wire", "roadblock"]
[[group]]
id = "g2"
side = "german"
setup = "on board 5"
units = ["6 squad 4-6-7", "leader 8-1", "HMG"]
[[group]]
id = "r1"
side = "russian"
setup = "on board 1"
units = ["12 squad 4-4-7", "leader 9-1", "commissar 9-0"]
[[group]]
id = "r2"
side = "russian"
entry = {{ turn = 2, where = "the north edge" }}
units = ["5 tank T-34 M41"]
[victory]
otherwise = "german"
[[victory.condition]]
winner = "russian"
when = "end"
say = ["Exit 9 VP off the south edge"]
"""


def prepare(work: Path, boards: Path) -> None:
    """Write maps, studies and a card into a folder."""
    for joined in JOINED:
        paths = [f'"{boards / name}"' for name in joined]
        size = 3 if len(paths) == 9 else 2
        lines = [f"[{', '.join(paths[n : n + size])}]" for n in range(0, len(paths), size)]
        (work / f"map{len(paths)}.toml").write_text(f"rows = [{', '.join(lines)}]\n")
    for name, text in {**STUDIES, "card3": CARD}.items():
        (work / f"{name}.toml").write_text(text.format(boards=boards))


@dataclass
class Measured:
    """What runs of a row by one checkout took, and the digest of what they printed."""

    seconds: list[float] = field(default_factory=list)
    mebibytes: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    worlds: int = 0
    times: float = 0.0
    printed: str = ""

    @property
    def median(self) -> float:
        """Return the CPU seconds, or the worlds a CPU second where worlds are counted, or how many times
        as fast as another row it is where that is known.
        """
        seconds = statistics.median(self.seconds)
        if self.times:
            return self.times
        return self.worlds / seconds if self.worlds else seconds

    @property
    def peak(self) -> float:
        """Return the most memory in MiB."""
        return max(self.mebibytes)


class Checkout:
    """A checkout whose commands are measured in a folder of its own."""

    def __init__(self, root: Path, work: Path, boards: Path) -> None:
        self.root, self.work, self.boards = root, work, boards
        self.python = root / ".venv" / "bin" / "python"
        if not self.python.exists():
            sys.exit(f"{self.python} is not there; run `make .venv/.installed` in {root}")
        work.mkdir()
        prepare(work, boards)

    def run(self, row: Row, into: Measured) -> None:
        """Run a row's command once."""
        cache = self.work / "cache"
        if row.cold:
            cache = self.work / "empty"
            shutil.rmtree(cache, ignore_errors=True)
        for results in (self.work / "results", self.work / "rows.csv"):
            shutil.rmtree(results) if results.is_dir() else results.unlink(missing_ok=True)
        told = [each.format(boards=self.boards, work=self.work) for each in row.arguments]
        printed = self.work / "printed"
        command = [sys.executable, "-c", MEASURE, printed, self.python, "-m", "hexcourt", *told]
        done = subprocess.run(
            command,
            cwd=self.work,
            env={**os.environ, "HEXCOURT_CACHE": str(cache)},
            capture_output=True,
            check=True,
        )
        seconds, kibibytes, status, clock = json.loads(done.stdout)
        said = printed.read_text("utf-8", "replace")
        if status == 2 or "Traceback" in said or "out of budget" in said:
            sys.exit(f"{row.name}: {self.root}: status {status}: {said.strip()[-300:]}")
        into.seconds.append(seconds)
        into.clock.append(clock)
        into.mebibytes.append(kibibytes / 1024)
        if row.worlds and (found := re.search(row.worlds, said)):
            into.worlds = int(found[1].replace(",", ""))
        made = self.work / "rows.csv"
        content = made.read_bytes() if made.exists() else b""
        said = said.replace(str(self.work), "") if not row.worlds else ""
        into.printed = hashlib.sha256(said.encode() + content).hexdigest()


def measure(row: Row, checkouts: Sequence[Checkout], runs: int) -> list[Measured]:
    """Measure a row by each checkout in turn; a warm one after one run that is not counted, but for
    those of many worlds, which take long.
    """
    found = [Measured() for _ in checkouts]
    if not row.cold and not row.worlds:
        for checkout in checkouts:
            checkout.run(row, Measured())
    for _ in range(runs):
        for checkout, each in zip(checkouts, found, strict=True):
            checkout.run(row, each)
    return found


def aim_of(row: Row, known: Mapping[str, Measured]) -> float | None:
    """Return what is aimed at, in the unit of the row; nothing where that hangs on a row left out."""
    if not isinstance(row.aim, tuple):
        return row.aim if not row.slower or row.slower in known else None
    factor, other = row.aim
    return factor * known[other].median + row.plus if other in known else None


def show(console: Console, found: Mapping[str, tuple[Row, list[Measured]]]) -> None:
    """Print the table."""
    several = any(len(each) > 1 for _, each in found.values())
    sheet = Table(box=box.SIMPLE_HEAD)
    sheet.add_column("row", no_wrap=True)
    heads = (
        "measured",
        "MiB",
        "aim",
        "",
        *(("before", "MiB", "times", "prints") if several else ()),
    )
    for head in heads:
        sheet.add_column(head, justify="right", no_wrap=True)
    known = {name: each[0] for name, (_, each) in found.items()}
    for name, (row, (here, *other)) in found.items():
        aim = aim_of(row, known)
        met = aim is not None and (here.median >= aim if row.is_rate else here.median <= aim)
        cells = [_number(row, here), f"{here.peak:.0f}"]
        cells += ["", ""] if aim is None else [_written(row, aim), "met" if met else "missed"]
        for each in other:
            gain = here.median / each.median if row.is_rate else each.median / here.median
            same = "same" if each.printed == here.printed else "otherwise"
            cells += [_number(row, each), f"{each.peak:.0f}", f"{gain:.2f}", same]
        sheet.add_row(name, *cells)
    console.print(sheet)


def _number(row: Row, measured: Measured) -> str:
    if row.slower and not measured.times:
        return f"{measured.median:.2f} s"
    return _written(row, measured.median)


def _written(row: Row, value: float) -> str:
    if row.slower:
        return f"{value:.2f} times"
    return f"{value:,.0f} worlds/s" if row.worlds else f"{value:.2f} s"


def main() -> None:
    """Measure, and print the table."""
    known = rows()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Plain)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=[row.name for row in known], metavar="NAME")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT")
    parser.add_argument("--boards", type=Path, default=SHARED / "vasl" / "boards")
    parser.add_argument("--json", action="store_true", help="print JSON as well")
    told = parser.parse_args()
    console = Console(width=120, highlight=False)
    if not told.boards.is_dir():
        print(f"{told.boards} is not there: the rows that need board archives are left out")
        known = [row for row in known if not row.needs_boards]
    found: dict[str, tuple[Row, list[Measured]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        roots = [HERE, *([told.against.resolve()] if told.against else [])]
        checkouts = [
            Checkout(root, Path(folder, f"{number}"), told.boards.resolve())
            for number, root in enumerate(roots)
        ]
        for row in known:
            if told.only and row.name not in told.only:
                continue
            found[row.name] = row, measure(row, checkouts, told.runs)
            if row.slower in found:
                for slow, fast in zip(found[row.slower][1], found[row.name][1], strict=True):
                    fast.times = statistics.median(slow.clock) / statistics.median(fast.clock)
            print(f"{row.name} ...", file=sys.stderr, flush=True)
    show(console, found)
    if told.json:
        plain = {name: [vars(each) for each in runs] for name, (_, runs) in found.items()}
        print(json.dumps(plain))


class _Plain(argparse.RawDescriptionHelpFormatter):
    """Keeps the paragraphs of the description."""


if __name__ == "__main__":
    main()
