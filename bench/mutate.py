"""Takes each cited rule out of the rules, one at a time, and runs the tests that hold it: some must
fail.

Usage: python bench/mutate.py [--again] [NUMBER or FILE ...]    all rules, or those of some of these
       python bench/mutate.py --without FILE:LINE TEST          say whether a test fails without a rule

What comes of it is kept in docs/mutants.csv: for each rule the test that fails without it, or the
reason why none can. A rule whose text is as it was is not tried again while its test is there, but with
--again; one whose text has changed is tried with the test that failed without it before, then with all
that are marked with its number. Rules that are new, and rows whose rule is gone, are counted.
"""

from __future__ import annotations

import csv
import io
import multiprocessing
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from rich.console import Console

from hexcourt.solver.register.marks import MarkedTest, marked_tests
from hexcourt.solver.register.register import rule_blocks
from hexcourt.solver.rulebase.statement import Block

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.amended_rules import repealed

PROJECT = Path(__file__).resolve().parent.parent
KEPT = PROJECT / "docs" / "mutants.csv"
FIELDS = ("file", "number", "sentence", "digest", "test", "reason")
JOBS = 2
"""How many rules are tried at a time."""

LONG = {
    "families",
    "asking",
    "questions",
    "explaining",
    "cli",
    "doc",
    "many",
    "movement",
    "joining",
}
"""What files of tests are about that take long: others are tried first."""

Row = dict[str, str]


class Watch:
    """Runs the cases that tell of a rule, all where none tells, and remembers the first that failed."""

    def __init__(self, number: str = "") -> None:
        """Watch for the rule of a ``number``, "" for any."""
        self.number = number
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out the rows of a table that are about other rules."""
        if self.number and any(map(self._tells, items)):
            items[:] = filter(self._tells, items)

    def _tells(self, item: pytest.Item) -> bool:
        marked = {
            number for mark in item.own_markers if mark.name == "rule" for number in mark.args
        }
        row = getattr(item, "callspec", None)
        return self.number in marked or (row is not None and self.number in str(row.params))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """See what came of a test."""
        if report.failed and not self.failed:
            self.failed = report.nodeid


def killer(key: str, number: str, tests: Sequence[MarkedTest], likely: str = "") -> str:
    """Run tests without the rule, a ``likely`` one first; give the first that fails, but passes with
    it, "" for none.
    """
    if likely and _is_missed(key, [str(PROJECT / likely)]):
        return likely
    for file in sorted({each.file for each in tests}, key=lambda each: (is_long(each), each)):
        chosen = " or ".join(sorted({each.name for each in tests if each.file == file}))
        if found := _is_missed(key, ["-k", chosen, str(PROJECT / file)], number):
            return found
    return ""


def is_long(file: str) -> bool:
    """Say whether the tests of a file take long: those that ask in every way, or the shell."""
    return Path(file).stem.split("_")[1] in LONG


def _is_missed(key: str, arguments: Sequence[str], number: str = "") -> str:
    found = first_failure(arguments, key, number)
    if found and first_failure([str(PROJECT / found)]):
        raise SystemExit(f"{found} fails with the whole rules too: mend it first")
    return found


def first_failure(arguments: Sequence[str], without: str = "", number: str = "") -> str:
    """Run tests in a process of its own, without a rule of a ``number``; give the first that fails,
    "" for none.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        watch = Watch(number)
        with (
            repealed(without) if without else nullcontext(),
            redirect_stdout(io.StringIO()),
            redirect_stderr(io.StringIO()),
        ):
            options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
            pytest.main([*options, *arguments], [watch])
        os.write(writing, watch.failed.encode()[:4000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        found = told.read().decode()
    os.waitpid(child, 0)
    return found


def kept() -> dict[str, dict[str, str]]:
    """Read what came of rules before, by the digests of their texts."""
    if not KEPT.exists():
        return {}
    with KEPT.open(encoding="utf-8", newline="") as opened:
        return {row["digest"]: row for row in csv.DictReader(opened)}


def write(rows: Iterable[dict[str, str]]) -> None:
    """Keep what came of rules."""
    with KEPT.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def tried(task: tuple[str, str, Sequence[MarkedTest], str]) -> str:
    """Try a rule, in a process of its own."""
    return killer(*task)


def main(arguments: Sequence[str]) -> int:
    """Try rules and print the survivors."""
    if arguments[:1] == ["--without"]:
        key, test = arguments[1:]
        return 0 if first_failure([str(PROJECT / test)], key) else 1
    again = "--again" in arguments
    wanted = {each for each in arguments if not each.startswith("--")}
    console = Console(highlight=False, soft_wrap=True)
    before, tests, blocks = kept(), marked_tests(PROJECT / "tests"), rule_blocks()
    names = {each.name for each in tests}
    rows = [_row(each, before.get(each.digest)) for each in blocks]
    open_rows = [
        number
        for number, (block, row) in enumerate(zip(blocks, rows, strict=True))
        if (not wanted or {block.number, block.file, Path(block.file).stem} & wanted)
        and (again or not _is_settled(row, names))
    ]
    new = sum(each.digest not in before for each in blocks)
    present = {each.digest for each in blocks}
    gone = [row for digest, row in before.items() if digest not in present]
    console.print(f"{len(blocks)} rules: {new} new, {len(gone)} gone, {len(open_rows)} to try")
    alike = {(row["number"], row["sentence"]): row for row in before.values()}
    tasks = [
        (
            blocks[number].key,
            blocks[number].number,
            [each for each in tests if blocks[number].number in each.numbers],
            alike.get((blocks[number].number, blocks[number].sentence), {}).get("test", ""),
        )
        for number in open_rows
    ]
    with multiprocessing.get_context("fork").Pool(JOBS) as pool:
        for done, (number, found) in enumerate(
            zip(open_rows, pool.imap(tried, tasks), strict=True)
        ):
            row, block = rows[number], blocks[number]
            row["test"] = found
            if not found and not row["reason"]:
                row["reason"] = alike.get((block.number, block.sentence), {}).get("reason", "")
            if not found and not row["reason"]:
                console.print(f"survives: {block.key} {block.number}: {block.sentence}")
            if done % 20 == 0:
                write([*_known(rows, before, open_rows[done + 1 :]), *gone])
    write([*_known(rows, before, ()), *(gone if wanted else ())])
    survivors = [
        row
        for row, block in zip(rows, blocks, strict=True)
        if not row["test"]
        and not row["reason"]
        and (not wanted or {block.number, block.file, Path(block.file).stem} & wanted)
    ]
    console.print(f"{len(survivors)} survive without a reason")
    return 1 if survivors else 0


def _row(block: Block, known: Row | None) -> Row:
    told = {"file": block.file, "number": block.number, "sentence": block.sentence}
    came = (
        {"test": known["test"], "reason": known["reason"]} if known else {"test": "", "reason": ""}
    )
    return {**told, "digest": block.digest, **came}


def _is_settled(row: Row, names: Iterable[str]) -> bool:
    return bool(row["reason"]) or row["test"].split("::")[-1].split("[")[0] in names


def _known(rows: Sequence[Row], before: dict[str, Row], untried: Iterable[int]) -> list[Row]:
    """List the rows that tell of a trial, or of a reason; others wait for theirs."""
    waiting = set(untried)
    told = (row for number, row in enumerate(rows) if number not in waiting)
    later = (
        row for number, row in enumerate(rows) if number in waiting and row["digest"] in before
    )
    return [row for row in (*told, *later) if row["test"] or row["reason"]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
