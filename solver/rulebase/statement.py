"""Statements of the rules as values: what each derives and reads, and what is cited for it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from clingo import ast

from hexcourt.solver.rulebase.syntax import Signature, is_plain, strings_in, uses


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule of the documents: its number, how sure we are, our sentence, and where that stands."""

    number: str
    confidence: str
    sentence: str
    file: str
    line: int

    def __str__(self) -> str:
        """Return number and sentence."""
        return f"{self.number}: {self.sentence}"

    @property
    def key(self) -> str:
        """Name the place as ``repealed`` takes it."""
        return f"{self.file}:{self.line}"


class Source(Protocol):
    """Tells of the statements of a program what its text says of them."""

    def text(self, statute: RuleStatement) -> str:
        """Return the text of a statement as it is written."""

    def citation(self, statute: RuleStatement) -> Citation | None:
        """Return what is cited for a statement."""

    def heading(self, statute: RuleStatement) -> Citation | None:
        """Return the citation that the block of a statement begins with."""


@dataclass(frozen=True, eq=False)
class RuleStatement:
    """A statement of the rules; ``file`` is the program's name in ``asp/``, "" for a text that is
    none.
    """

    node: ast.AST
    file: str
    position: int
    source: Source

    @cached_property
    def line(self) -> int:
        """Return the line in which it begins."""
        return int(self.node.location.begin.line)

    @cached_property
    def end(self) -> int:
        """Return the line in which it ends."""
        return int(self.node.location.end.line)

    @property
    def place(self) -> str:
        """Name file and line."""
        return f"{self.file}:{self.line}"

    @cached_property
    def text(self) -> str:
        """Return it as it is written."""
        return self.source.text(self)

    @property
    def citation(self) -> Citation | None:
        """Return what is cited for it.

        That is what names a number that stands in its head; else what stands directly above it, or
        above the statements just above it that have the same head.
        """
        return self.source.citation(self)

    @property
    def heading(self) -> Citation | None:
        """Return the citation that its block begins with, up to an empty line: so it is repealed."""
        return self.source.heading(self)

    @cached_property
    def kind(self) -> str:
        """Describe what it is: a fact, rule, choice, constraint, constant, declaration, or other."""
        if self.node.ast_type is not ast.ASTType.Rule:
            return _KINDS.get(self.node.ast_type, "other")
        head = self.node.head
        if head.ast_type is not ast.ASTType.Literal:
            return "choice"
        if head.atom.ast_type is ast.ASTType.BooleanConstant:
            return "constraint"
        return "rule" if self.node.body else "fact"

    @cached_property
    def heads(self) -> tuple[Signature, ...]:
        """List the predicates that it derives, or allows."""
        if self.node.ast_type is not ast.ASTType.Rule:
            return ()
        return tuple(dict.fromkeys(e.signature for e in uses(self.node.head, True) if e.derived))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """List the names of the predicates that it derives."""
        return tuple(dict.fromkeys(each.name for each in self.heads))

    @cached_property
    def reads(self) -> tuple[Signature, ...]:
        """List the predicates that it asks for."""
        return tuple(dict.fromkeys(e.signature for e in uses(self.node) if not e.derived))

    @cached_property
    def needs(self) -> tuple[Signature, ...]:
        """List the predicates that must hold for it to fire: none denied, or in a condition."""
        if self.node.ast_type is not ast.ASTType.Rule:
            return ()
        plain = filter(is_plain, self.node.body)
        return tuple(dict.fromkeys(e.signature for each in plain for e in uses(each)))

    @cached_property
    def strings(self) -> tuple[str, ...]:
        """List the quoted strings in its head: rule numbers, where it decides something."""
        if self.node.ast_type is not ast.ASTType.Rule or '"' not in str(self.node.head):
            return ()
        return tuple(strings_in(self.node.head))


@dataclass(frozen=True, eq=False)
class Block:
    """A citation with the statements below it, up to the next citation or an empty line."""

    citation: Citation
    file: str
    text: str
    statutes: tuple[RuleStatement, ...]
    geometry: bool = field(default=False)
    """What is cited in the programs of geometry and notation has no statements."""

    @property
    def number(self) -> str:
        """Return the number of its rule."""
        return self.citation.number

    @property
    def confidence(self) -> str:
        """Describe how sure we are of it."""
        return self.citation.confidence

    @property
    def sentence(self) -> str:
        """Return our sentence."""
        return self.citation.sentence

    @property
    def line(self) -> int:
        """Return the line in which the citation begins."""
        return self.citation.line

    @property
    def key(self) -> str:
        """Name the place as ``repealed`` takes it."""
        return self.citation.key

    @property
    def heads(self) -> tuple[str, ...]:
        """List the names of the predicates that its statements derive."""
        if self.geometry:
            return ("geometry",)
        return tuple(dict.fromkeys(each.name for s in self.statutes for each in s.heads))

    @property
    def reads(self) -> tuple[str, ...]:
        """List, sorted, the names of those that they read besides."""
        read = {each.name for statute in self.statutes for each in statute.reads}
        return tuple(sorted(read - set(self.heads)))

    @property
    def digest(self) -> str:
        """Fingerprint citation and statements, wherever in their file they stand."""
        told = f"{self.file}\0{self.number}\0{self.sentence}\0{self.text}"
        return hashlib.sha256(told.encode()).hexdigest()[:12]


_KINDS = {
    ast.ASTType.Definition: "constant",
    ast.ASTType.Defined: "declaration",
    ast.ASTType.ShowSignature: "show",
    ast.ASTType.ShowTerm: "show",
    ast.ASTType.Minimize: "minimize",
}
