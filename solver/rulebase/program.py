"""Reads a program of the rules with clingo's own parser: its statements and what is cited above them."""

from __future__ import annotations

import atexit
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath
from posixpath import dirname, normpath
from threading import Lock

import clingo
from clingo import ast

from hexcourt.facts.base.errors import RuleError
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.rulebase.statement import Block, Citation, RuleStatement
from hexcourt.solver.sandbox.threads import at_work, free_in_children

# at exit clingo is taken down in any order: statements that are still known must not call it then
atexit.register(setattr, ast.AST, "__del__", lambda _: None)

_INCLUDE = pattern(r'^#include "([^"]+)"\.[ \t]*$', re.MULTILINE)
"""clingo would look for included files also in the folder where it is run."""

_CITED = pattern(r"%!\s+(SSR \S+|\S+)\s+(high|medium|low):\s*(.*)")
_FURTHER = pattern(r"%\s{2,}\S")
_NO_RULES = (ast.ASTType.Program, ast.ASTType.Comment)

IN_CLINGO = free_in_children(Lock())
"""Held while clingo parses and grounds, which breaks where two threads do, and for nothing else: what is
computed once has locks of its own, which must not be waited for meanwhile.
"""


@contextmanager
def in_clingo() -> Iterator[None]:
    """Parse or ground while no other thread does, and none forks."""
    with at_work(), IN_CLINGO:
        yield


def ground_into(control: clingo.Control, nodes: Iterable[ast.AST], *texts: str) -> None:
    """Ground parsed statements and texts."""
    with in_clingo():
        with ast.ProgramBuilder(control) as builder:
            for node in nodes:
                builder.add(node)
        for text in texts:
            control.add("base", [], text)
        control.ground([("base", [])])


def grounded(nodes: Iterable[ast.AST], text: str, *options: str) -> clingo.Control:
    """Ground parsed statements with a text; raises RuleError with what clingo says where it cannot."""
    texts: list[str] = []
    control = clingo.Control(
        ["--warn=none", *options], logger=lambda code, result: texts.append(result)
    )
    try:
        ground_into(control, nodes, text)
    except RuntimeError as error:
        raise RuleError("; ".join(texts) or str(error)) from None
    return control


@dataclass(frozen=True, eq=False)
class Program:
    """A program: its name in ``asp/``, its text, and the file that holds just this text, if one does.

    It is parsed when it is first looked into; that raises RuleError where clingo cannot read it.
    """

    name: str
    text: str
    path: Path | None = None

    @property
    def file(self) -> str:
        """Return the name without its folder."""
        return PurePath(self.name).name

    @property
    def own_text(self) -> str:
        """Return the text without the includes."""
        return _INCLUDE.sub("", self.text)

    @cached_property
    def includes(self) -> tuple[str, ...]:
        """List the names of the programs that it includes."""
        here = dirname(self.name)
        return tuple(normpath(f"{here}/{each}") for each in _INCLUDE.findall(self.text))

    @cached_property
    def statements(self) -> tuple[RuleStatement, ...]:
        """List its statements."""
        finder = _Finder(self)
        return tuple(
            RuleStatement(each, self.name, position, finder)
            for position, each in enumerate(
                node for node in self.nodes if node.ast_type not in _NO_RULES
            )
        )

    @cached_property
    def comments(self) -> Mapping[int, str]:
        """Map lines, counted from 1, to the comments that fill them."""
        nodes = (each for each in self.nodes if each.ast_type is ast.ASTType.Comment)
        places = ((each.location.begin, each.value) for each in nodes)
        return {begin.line: text for begin, text in places if begin.column == 1}

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return the lines of its text."""
        return tuple(self.text.splitlines())

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """List what is cited, in order."""
        return tuple(_citations(self.comments, self.file))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """List each citation with the statements that it heads."""
        below: dict[Citation, list[RuleStatement]] = {each: [] for each in self.citations}
        for statement in self.statements:
            if statement.heading is not None:
                below[statement.heading].append(statement)
        return tuple(
            Block(each, self.name, "\n".join(self._lines_below(each.line)), tuple(statements))
            for each, statements in below.items()
        )

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Return all that clingo's parser finds in it."""
        found: list[ast.AST] = []
        texts: list[str] = []

        def log(code: clingo.MessageCode, message: str) -> None:
            texts.append(message)

        try:
            with in_clingo():
                if self.path is not None and not self.includes:
                    ast.parse_files([str(self.path)], found.append, logger=log)  # messages name it
                else:
                    ast.parse_string(self.own_text, found.append, logger=log)
        except RuntimeError as error:
            message = "; ".join(texts) or str(error)
            named = message.replace("<string>", self.name) if self.name else message
            raise RuleError(named) from None
        return tuple(found)

    def marked_comments(self, mark: str) -> Iterator[tuple[int, str]]:
        """Return what comments with a mark, such as ``%?``, say, each with its first line."""
        for line, comment in sorted(self.comments.items()):
            if comment.startswith(f"{mark} "):
                yield line, " ".join([comment[len(mark) :].strip(), *_further(self.comments, line)])

    def without(self, gone: Iterable[RuleStatement]) -> Program:
        """Return the program without some statements; other lines keep their numbers."""
        lines = self.text.splitlines(keepends=True)
        for each in gone:
            for place in range(each.line - 1, each.end):
                lines[place] = "\n"
        return Program(self.name, "".join(lines))

    def only(self, remaining: Collection[RuleStatement], name: str) -> Program:
        """Return some of its statements by another name, with their comments and on their lines."""
        lines = self.text.splitlines(keepends=True)
        headings = {each.heading for each in remaining}
        numbers = {place for each in remaining for place in range(each.line, each.end + 1)}
        for each in self.citations:
            if each in headings:
                numbers.add(each.line)
                numbers.update(_further_lines(self.comments, each.line))
        places = {each.position for each in remaining}
        for other in self.statements:  # another one on a line of one that remains
            if other.line == other.end and other.line in numbers and other.position not in places:
                lines[other.line - 1] = lines[other.line - 1].replace(other.text, "", 1)
        text = "".join(
            line if place in numbers or not line.strip() else "%\n"
            for place, line in enumerate(lines, start=1)
        )
        return Program(name, text)

    def _lines_below(self, line: int) -> Iterator[str]:
        for each in self.lines[line:]:
            if not each.strip() or each.startswith("%!"):
                return
            if not each.startswith("%"):
                yield each


def _citations(comments: Mapping[int, str], file: str) -> Iterator[Citation]:
    for line, comment in sorted(comments.items()):
        match = _CITED.match(comment)
        if match is not None:
            sentence = " ".join([match[3], *_further(comments, line)])
            yield Citation(match[1], match[2], sentence, file, line)


def _further(comments: Mapping[int, str], line: int) -> Iterator[str]:
    """Return the lines in which a comment goes on: they stand further in."""
    return (comments[place].lstrip("% ") for place in _further_lines(comments, line))


def _further_lines(comments: Mapping[int, str], line: int) -> Iterator[int]:
    while _FURTHER.match(comments.get(line := line + 1, "")):
        yield line


class _Finder:
    """Finds in a program what is cited for its statements, and how these are written."""

    def __init__(self, program: Program) -> None:
        self._program = program

    @cached_property
    def _headings(self) -> Sequence[Citation | None]:
        cited = {each.line: each for each in self._program.citations}
        return tuple(_headings(self._program.lines, cited))

    @cached_property
    def _cited(self) -> Sequence[Citation | None]:
        found: list[Citation | None] = []
        for each in self._program.statements:
            last = self._program.statements[len(found) - 1] if found else None
            numbered = self._numbered(each)
            if numbered is None and each.node.ast_type is ast.ASTType.Rule:
                numbered = self._standing_above(each, last, found[-1] if found else None)
            found.append(numbered)
        return tuple(found)

    def heading(self, statement: RuleStatement) -> Citation | None:
        """Return the citation that the block of a statement begins with."""
        return self._headings[statement.line - 1]

    def citation(self, statement: RuleStatement) -> Citation | None:
        """Return what is cited for a statement."""
        return self._cited[statement.position]

    def text(self, statement: RuleStatement) -> str:
        """Cut a statement out of its text; clingo counts columns in bytes."""
        begin, end = statement.node.location.begin, statement.node.location.end
        here = [line.encode() for line in self._program.lines[begin.line - 1 : end.line]]
        here[-1] = here[-1][: end.column - 1]
        here[0] = here[0][begin.column - 1 :]
        return b"\n".join(here).decode()

    def _numbered(self, statement: RuleStatement) -> Citation | None:
        """Find the nearest citation above of a number that stands in the head."""
        numbers = set(statement.strings)
        if not numbers:
            return None
        above = (c for c in self._program.citations if c.line < statement.line)
        return next((c for c in reversed([*above]) if c.number in numbers), None)

    def _standing_above(
        self, statement: RuleStatement, before: RuleStatement | None, cited: Citation | None
    ) -> Citation | None:
        """Find what stands directly above, or above statements just above that have the same head."""
        lines, first = self._program.lines, before.end if before else 0
        near = [c for c in self._program.citations if first < c.line < statement.line]
        if near:
            between = lines[near[-1].line : statement.line - 1]
            return near[-1] if all(each.startswith("%") for each in between) else None
        between = lines[first : statement.line - 1]
        alike = before is not None and set(before.names) == set(statement.names)
        return cited if alike and all(each.startswith("%") for each in between) else None


def _headings(lines: Sequence[str], cited: Mapping[int, Citation]) -> Iterator[Citation | None]:
    heading: Citation | None = None
    for place, line in enumerate(lines, start=1):
        heading = cited.get(place, heading) if line.strip() else None
        yield heading
