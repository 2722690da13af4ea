"""Answers are computed before they are shown, and states are read in one place."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.project.test_plain_english import nodes_of

PROJECT = Path(__file__).parent.parent.parent
ROOMS = ("facts", "solver", "cli")
MODULES = sorted(path for room in ROOMS for path in (PROJECT / room).rglob("*.py"))


def named(path: Path) -> str:
    return str(path.relative_to(PROJECT))


def test_nothing_is_printed_where_it_is_computed() -> None:
    computing = [each for each in MODULES if "cli" not in each.parts]
    assert not [named(each) for each in computing if prints(each)]


def prints(module: Path) -> bool:
    for node in nodes_of(module):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        called = node.func if isinstance(node, ast.Call) else None
        printing = isinstance(called, ast.Name) and called.id == "print"
        if printing or {name.split(".")[0] for name in names} & {"click", "rich"}:
            return True
    return False


KIND = r"(at|heading|bypass|vbm|crest|off|outside)\\?\("
TAKEN_APART = re.compile(rf"""startswith\(\(?["']{KIND}|f?["']{KIND}\\?["{{]""")


READING = ("states.py", "abduction.py", "conformance.py")
"""Modules that take states apart, for all others."""


def test_states_are_taken_apart_in_one_place() -> None:
    assert not [named(each) for each in MODULES if each.name not in READING and takes_apart(each)]


def takes_apart(module: Path) -> bool:
    found = [line for line in module.read_text("utf-8").splitlines() if TAKEN_APART.search(line)]
    return any(not line.lstrip().startswith(("#", '"""', "``")) for line in found)
