"""The law without some of its rules: what would be, if a rule were not there.

A rule is what stands below a ``%! NUMBER ...`` comment, up to the next such comment or an empty line.
"""

from __future__ import annotations

import atexit
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import as_file, files
from os.path import normpath
from pathlib import Path
from typing import NamedTuple

from clingo import ast

_REPEALED: ContextVar[frozenset[str]] = ContextVar("repealed", default=frozenset())
_CITED = re.compile(r"%!\s+(\S+)\s")
_KEEP = ExitStack()
atexit.register(_KEEP.close)
"""Folders of copies live as long as the program."""


class LawError(RuntimeError):
    """A program of the law, or facts given to it, cannot be read or grounded."""


@contextmanager
def repealed(*numbers: str) -> Iterator[None]:
    """Do without the rules of these numbers, and of those repealed round about.

    ``b09_walls.lp:12`` does without what stands below the citation in that line alone. Courts opened
    before keep what they have decided.
    """
    token = _REPEALED.set(_REPEALED.get() | frozenset(numbers))
    try:
        yield
    finally:
        _REPEALED.reset(token)


def repealed_now() -> frozenset[str]:
    """Give the numbers that are repealed now."""
    return _REPEALED.get()


@contextmanager
def law_folder() -> Iterator[Path]:
    """Give the folder of the programs that are in force."""
    with as_file(files("hexcourt.asp")) as folder:
        numbers = _REPEALED.get()
        yield _copy(folder, numbers) if numbers else folder


class Program(NamedTuple):
    """A file of the law, and its text without the includes, if it ``includes`` others."""

    file: Path
    text: str
    includes: bool


@cache
def programs_of(folder: Path, profile: str) -> tuple[Program, ...]:
    """List the files of a profile, each once.

    clingo would look for included files also in the folder where it is run.
    """
    found: dict[Path, Program] = {}
    waiting = [folder / "profiles" / f"{profile}.lp"]
    while waiting:
        file = waiting.pop()
        if file not in found:
            if not file.is_file():
                raise LawError(f"{file.name} is not among the programs of the law")
            text = file.read_text("utf-8")
            inside = _INCLUDE.findall(text)
            found[file] = Program(file, _INCLUDE.sub("", text), bool(inside))
            waiting += [Path(normpath(file.parent / name)) for name in reversed(inside)]
    return tuple(found.values())


@cache
def _copy(folder: Path, numbers: frozenset[str]) -> Path:
    copy = Path(_KEEP.enter_context(tempfile.TemporaryDirectory(prefix="hexcourt-law-")))
    gone: set[tuple[str, int]] = set()
    for program in sorted(folder.rglob("*.lp")):
        text, heads = _without(program.read_text("utf-8"), numbers, program.name)
        gone |= heads
        target = copy / program.relative_to(folder)
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, "utf-8")
    # what nothing derives any more is false, not misspelt
    with (copy / "vocabulary" / "vocabulary.lp").open("a", encoding="utf-8") as vocabulary:
        vocabulary.writelines(f"#defined {name}/{arity}.\n" for name, arity in sorted(gone))
    return copy


def _without(text: str, numbers: frozenset[str], file: str) -> tuple[str, set[tuple[str, int]]]:
    """Leave out the rules of some numbers, or below some citations; their heads come too."""
    lines = text.splitlines(keepends=True)
    cited = _cited_lines(lines, file)
    heads: set[tuple[str, int]] = set()
    dropped: set[int] = set()

    def visit(node: ast.AST) -> None:
        begin, end = node.location.begin.line, node.location.end.line
        if node.ast_type is ast.ASTType.Rule and not numbers.isdisjoint(cited[begin - 1]):
            dropped.update(range(begin - 1, end))
            heads.update(_head(node))

    ast.parse_string(_INCLUDE.sub("", text), visit)
    return "".join(line for n, line in enumerate(lines) if n not in dropped), heads


_INCLUDE = re.compile(r'^#include "([^"]+)"\.[ \t]*$', re.MULTILINE)


def _cited_lines(lines: list[str], file: str) -> list[tuple[str, ...]]:
    """Tell for each line the number that it stands under, and where that is cited."""
    found: list[tuple[str, ...]] = []
    cited: tuple[str, ...] = ()
    for place, line in enumerate(lines, start=1):
        match = _CITED.match(line)
        if match is not None:
            cited = (match[1], f"{file}:{place}")
        elif not line.strip():
            cited = ()
        found.append(cited)
    return found


def _head(node: ast.AST) -> Iterator[tuple[str, int]]:
    symbol = getattr(getattr(node.head, "atom", None), "symbol", None)
    if symbol is not None and symbol.ast_type is ast.ASTType.Function:
        yield symbol.name, len(symbol.arguments)
