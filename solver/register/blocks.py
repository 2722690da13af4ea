"""The cited rules of the law, one by one: a citation and the statements that stand below it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clingo import ast

from hexcourt.solver.statutes.citations import citations, statements_below
from hexcourt.solver.statutes.repeal import law_folder

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
    lines = program.read_text("utf-8").splitlines()
    found = []
    for each in citations(str(program)):
        text = "\n".join(statements_below(lines, each.line))
        told = (each.line, each.number, each.confidence, each.sentence)
        found.append(Block(name, *told, text, _heads(text)))
    return found


def _heads(text: str) -> tuple[str, ...]:
    """List the predicates that statements derive."""
    found: dict[str, None] = {}

    def visit(node: ast.AST) -> None:
        if node.ast_type is ast.ASTType.Rule:
            symbol = getattr(getattr(node.head, "atom", None), "symbol", None)
            found[getattr(symbol, "name", "") or str(node.head).split("(")[0]] = None

    ast.parse_string(text, visit)
    return tuple(found)
