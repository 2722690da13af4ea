"""Folders are small, answers are computed before they are shown, and states are read in one place."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
ROOMS = ("facts", "solver", "cli")
FOLDERS = sorted({path.parent for room in ROOMS for path in (PROJECT / room).rglob("*.py")})
MODULES = sorted(path for room in ROOMS for path in (PROJECT / room).rglob("*.py"))
DOZEN = 12


def named(path: Path) -> str:
    return str(path.relative_to(PROJECT))


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_a_folder_has_a_dozen_modules_at_most(folder: Path) -> None:
    assert len([each for each in folder.glob("*.py") if each.stem != "__init__"]) <= DOZEN


@pytest.mark.parametrize("module", [each for each in MODULES if "cli" not in each.parts], ids=named)
def test_nothing_is_printed_where_it_is_computed(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not {name.split(".")[0] for name in names} & {"click", "rich"}
        called = node.func if isinstance(node, ast.Call) else None
        assert not (isinstance(called, ast.Name) and called.id == "print")


KIND = r"(at|heading|bypass|vbm|crest|off|outside)\\?\("
TAKEN_APART = re.compile(rf"""startswith\(\(?["']{KIND}|f?["']{KIND}\\?["{{]""")


@pytest.mark.parametrize(
    "module",
    [each for each in MODULES if each.name not in ("states.py", "abduction.py", "unit_places.py")],
    ids=named,
)
def test_states_are_taken_apart_in_one_place(module: Path) -> None:
    found = [line for line in module.read_text("utf-8").splitlines() if TAKEN_APART.search(line)]
    code = [line for line in found if not line.lstrip().startswith(("#", '"""', "``"))]
    assert not code
