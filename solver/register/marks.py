"""The tests that hold rules: those marked ``@rule("Q4.142")``, found without running them.

``setup.py`` runs this module by itself, so it imports nothing of the program.
"""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_NUMBER = r"[A-Z]{1,2}[0-9]*\.[0-9][0-9.]*[A-C]?"
_NUMBERS = re.compile(f"{_NUMBER}(?: {_NUMBER})*")


@dataclass(frozen=True, slots=True)
class MarkedTest:
    """A test function of a file, and the numbers of the rules that it, or a case of it, decides."""

    file: str
    name: str
    numbers: frozenset[str]


LISTED = ("docs", "held_by.csv")
"""Where an installation, which has no tests, lists those that are marked: written when it is built."""


@cache
def tests_of(project: Path) -> tuple[MarkedTest, ...]:
    """List the marked tests of the sources, or of those that an installation was built from."""
    listed = project.joinpath(*LISTED)
    if not listed.is_file():
        return marked_tests(project / "tests")
    with listed.open(encoding="utf-8", newline="") as opened:
        rows = tuple(csv.reader(opened))
    return tuple(MarkedTest(file, name, frozenset(numbers)) for file, name, *numbers in rows)


def as_rows(folder: Path) -> list[list[str]]:
    """List the marked tests of a folder as rows: file, name, numbers of rules (for ``setup.py``)."""
    return [[each.file, each.name, *sorted(each.numbers)] for each in marked_tests(folder)]


@cache
def marked_tests(folder: Path) -> tuple[MarkedTest, ...]:
    """List the marked tests of a folder, in the order of its files."""
    return tuple(
        test
        for file in sorted(folder.rglob("test_*.py"))
        for test in _marked(file, file.relative_to(folder.parent).as_posix())
    )


def _marked(file: Path, name: str) -> Iterator[MarkedTest]:
    body = ast.parse(file.read_text("utf-8")).body
    assigned = dict(_assigned(body))
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            decorator_list = [
                each for decorator in node.decorator_list for each in ast.walk(decorator)
            ]
            tables = [
                assigned[each.id]
                for each in decorator_list
                if isinstance(each, ast.Name) and each.id in assigned
            ]
            rows = [each for table in tables for each in ast.walk(table)]
            numbers = frozenset(
                number
                for each in (*decorator_list, *rows)
                for number in (*_numbers(each), *_column(each))
            )
            if numbers:
                yield MarkedTest(name, node.name, numbers)


def _assigned(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """List what a module assigns to names: tables of cases stand there."""
    for node in body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


def _numbers(node: ast.AST) -> Iterator[str]:
    """Return the arguments of a call of ``rule``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule":
        for each in node.args:
            if isinstance(each, ast.Constant) and isinstance(each.value, str):
                yield each.value


def _column(node: ast.AST) -> Iterator[str]:
    """Return the numbers of a column of rules in a table of cases: ``"FB6.25 B32.11"``."""
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, str) and _NUMBERS.fullmatch(value):
        yield from value.split()
