"""The cited rules of the law, one by one: a citation and the statements that stand below it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clingo import ast

from hexcourt.solver.citations import citations
from hexcourt.solver.repeal import law_folder, without_includes

LEFT_OPEN = ("doubtful", "unsettled", "unsure", "perhaps")
"""The predicates that say what is not known."""

THROWN = ("outcome", "chance", "succeeds", "risk")
"""The predicates that say what dice decide."""


@dataclass(frozen=True, slots=True)
class Block:
    """A citation with the statements below it; ``heads`` are the predicates that they derive."""

    file: str
    line: int
    number: str
    confidence: str
    sentence: str
    text: str
    heads: tuple[str, ...]

    @property
    def key(self) -> str:
        """Name the place as ``repealed`` takes it."""
        return f"{Path(self.file).name}:{self.line}"

    @property
    def digest(self) -> str:
        """Fingerprint citation and statements, wherever in their file they stand."""
        told = f"{self.file}\0{self.number}\0{self.sentence}\0{self.text}"
        return hashlib.sha256(told.encode()).hexdigest()[:12]


@cache
def law_blocks() -> tuple[Block, ...]:
    """List the cited rules of all programs that have statements, in the order of their files."""
    with law_folder() as folder:
        programs = sorted(folder.rglob("*.lp"))
        return tuple(
            block
            for program in programs
            for block in _blocks(program, str(program.relative_to(folder)))
            if block.heads
        )


@cache
def needs_of(block: Block) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the predicates that the statements of a block read, and those that they derive."""
    gives = tuple(each for each in block.heads if each != "geometry")
    read: set[str] = set()

    def visit(node: ast.AST) -> None:
        if node.ast_type is ast.ASTType.Rule:
            told = " ".join(str(each) for each in node.body)
            read.update(re.findall(r"\b([a-z]\w*)\(", re.sub(r'"[^"]*"', "", told)))

    ast.parse_string(block.text, visit)
    return tuple(sorted(read - set(gives))), gives


def _blocks(program: Path, name: str) -> list[Block]:
    text = program.read_text("utf-8")
    lines = text.splitlines()
    heads = _heads(without_includes(text))
    cited = citations(str(program))
    ends = [*(each.line - 1 for each in cited[1:]), len(lines)][: len(cited)]
    found = []
    for citation, end in zip(cited, ends, strict=True):
        last = next((n for n in range(citation.line, end) if not lines[n].strip()), end)
        told = [line for line in lines[citation.line : last] if not line.startswith("%")]
        below = [head for line, head in heads if citation.line < line <= last]
        found.append(
            Block(
                name,
                citation.line,
                citation.number,
                citation.confidence,
                citation.sentence,
                "\n".join(told),
                tuple(dict.fromkeys(below)),
            )
        )
    return found


def _heads(text: str) -> list[tuple[int, str]]:
    """List the predicates that statements derive, with the lines that these begin in."""
    found: list[tuple[int, str]] = []

    def visit(node: ast.AST) -> None:
        if node.ast_type is ast.ASTType.Rule:
            symbol = getattr(getattr(node.head, "atom", None), "symbol", None)
            name = getattr(symbol, "name", "") or str(node.head).split("(")[0]
            found.append((node.location.begin.line, name))

    ast.parse_string(text, visit)
    return found
