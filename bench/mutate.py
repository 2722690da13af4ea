"""Takes each cited rule out of the law, one at a time, and runs the tests that hold it: some must fail.

Usage: python bench/mutate.py [--again] [NUMBER or FILE ...]    all rules, or those of some of these

What comes of it is kept in docs/mutants.csv: for each rule the test that fails without it, or the
reason why none can. A rule whose text is as it was is not tried again while its test is there, but with
--again.
"""

from __future__ import annotations

import csv
import io
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from rich.console import Console

from hexcourt.solver.register.blocks import law_blocks
from hexcourt.solver.register.marks import Marked, marked_tests
from hexcourt.solver.statutes.repeal import repealed
from hexcourt.solver.statutes.statute import Block

PROJECT = Path(__file__).resolve().parent.parent
KEPT = PROJECT / "docs" / "mutants.csv"
FIELDS = ("file", "number", "sentence", "digest", "test", "reason")


class Watch:
    """Remembers the first test that failed."""

    def __init__(self) -> None:
        """Watch nothing yet."""
        self.failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """See what came of a test."""
        if report.failed and not self.failed:
            self.failed = report.nodeid


def killer(block: Block, tests: Sequence[Marked]) -> str:
    """Run tests without the rule; give the first that fails, but passes with it, "" for none."""
    if not tests:
        return ""
    chosen = " or ".join(sorted({each.name for each in tests}))
    files = sorted({str(PROJECT / each.file) for each in tests})
    found = first_failure(["-k", chosen, *files], block.key)
    if found and first_failure([str(PROJECT / found)]):
        raise SystemExit(f"{found} fails with the whole law too: mend it first")
    return found


def first_failure(arguments: Sequence[str], without: str = "") -> str:
    """Run tests in a process of its own, without a rule; give the first that fails, "" for none."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        watch = Watch()
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


def main(arguments: Sequence[str]) -> int:
    """Try rules and print the survivors."""
    again = "--again" in arguments
    wanted = {each for each in arguments if not each.startswith("--")}
    console = Console()
    before, tests = kept(), marked_tests(PROJECT / "tests")
    names = {each.name for each in tests}
    rows: list[dict[str, str]] = []
    blocks = law_blocks()
    for number, block in enumerate(blocks, start=1):
        known = before.get(block.digest)
        told = {"file": block.file, "number": block.number, "sentence": block.sentence}
        row = {**told, "digest": block.digest, "test": "", "reason": ""} | (
            {"test": known["test"], "reason": known["reason"]} if known else {}
        )
        asked = not wanted or {block.number, block.file, Path(block.file).stem} & wanted
        settled = row["test"].split("::")[-1].split("[")[0] in names or row["reason"]
        if asked and (again or not settled):
            row["test"] = killer(block, [each for each in tests if block.number in each.numbers])
            if not row["test"] and not row["reason"]:
                console.print(
                    f"{number}/{len(blocks)} survives: {block.key} {block.number}: {block.sentence}",
                    highlight=False,
                )
        rows.append(row)
        if number % 20 == 0 or number == len(blocks):
            write([*rows, *_untried(blocks[number:], before)])
    survivors = [row for row in rows if not row["test"] and not row["reason"]]
    console.print(
        f"{len(rows)} rules, {len(survivors)} survive without a reason",
        highlight=False,
        soft_wrap=True,
    )
    return 1 if survivors else 0


def _untried(blocks: Iterable[Block], before: dict[str, dict[str, str]]) -> list[dict[str, str]]:
    return [before[each.digest] for each in blocks if each.digest in before]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
