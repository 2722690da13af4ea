"""Prints the CPU time that tests take, by folder, by file and by test, with all its cases.

Usage: python bench/test_cost.py                       all tests, in two processes
       python bench/test_cost.py ARGUMENT ...          some, by arguments of pytest

CPU time of child processes counts once they have ended. On a machine that others use, too, CPU time
grows by up to half; pytest's own durations are by the clock and grow much more.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
FOLDER = "HEXCOURT_TEST_COST"
"""The variable of the environment that names the folder for what is measured."""

MOST, MOST_OF_ONE = 8.0, 2.0
"""How many seconds a file, and a test with all its cases, may take before it is listed."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure a test with its fixtures; pytest calls this in each process that runs tests."""
    before = sum(os.times()[:4])
    result = yield
    test = item.nodeid.partition("[")[0].replace(" ", "")
    with (Path(os.environ[FOLDER]) / str(os.getpid())).open("a", encoding="utf-8") as out:
        out.write(f"{sum(os.times()[:4]) - before:.3f} {test}\n")
    return result


def main() -> int:
    """Run the tests with this module as a plugin, and print what they took."""
    with tempfile.TemporaryDirectory() as name:
        paths = [str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
        told = {**os.environ, FOLDER: name, "PYTHONPATH": os.pathsep.join(paths)}
        arguments = sys.argv[1:] or ["-n", "2", "--dist", "worksteal"]
        command = [sys.executable, "-m", "pytest", "-p", Path(__file__).stem, *arguments]
        before = sum(os.times()[:4])
        status = subprocess.run(command, cwd=HERE.parent, env=told, check=False).returncode
        whole = sum(os.times()[:4]) - before
        lines = [line.split() for each in Path(name).iterdir() for line in each.open("r")]
    files, folders, each_test = (defaultdict[str, float](float) for _ in range(3))
    tests = Counter[str]()
    for seconds, test in lines:
        file = test.partition("::")[0]
        files[file] += float(seconds)
        each_test[test] += float(seconds)
        tests[test] += 1
        folders["/".join(file.split("/")[:3][: file.count("/")])] += float(seconds)
        tests[file] += 1
    for folder, took in sorted(folders.items(), key=lambda each: -each[1]):
        print(f"{took:8.1f} s  {folder}")
    print()
    for file, took in sorted(files.items(), key=lambda each: -each[1]):
        if took >= MOST:
            print(f"{took:8.1f} s  {tests[file]:4d} tests  {file}")
    print()
    for test, took in sorted(each_test.items(), key=lambda each: -each[1]):
        if took >= MOST_OF_ONE:
            print(f"{took:8.1f} s  {tests[test]:4d} cases  {test}")
    beside = whole - sum(files.values())
    print(f"\n{whole:.0f} s of CPU in all, {beside:.0f} s of them to start, to collect and to end")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
