"""Statements of the rules as values, and clingo's syntax trees that they are read from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

import clingo
from clingo import ast


class Signature(NamedTuple):
    """A predicate: name and number of arguments."""

    name: str
    arity: int

    def __str__(self) -> str:
        """Write it as clingo does: ``blocks/2``."""
        return f"{self.name}/{self.arity}"


class Use(NamedTuple):
    """A predicate in a statement: whether it is derived there, and the term of the atom."""

    signature: Signature
    derived: bool
    node: ast.AST


def children(node: ast.AST) -> Iterator[ast.AST]:
    """List the nodes directly inside a node, in their order."""
    for value in node.values():
        if isinstance(value, ast.AST):
            yield value
        elif isinstance(value, ast.ASTSequence):
            yield from (each for each in value if isinstance(each, ast.AST))


def nodes_in(root: ast.AST) -> Iterator[ast.AST]:
    """List a tree's nodes, each before what it holds."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(children(node))))


def has(root: ast.AST, *kinds: ast.ASTType) -> bool:
    """Return whether a tree holds a node of some kinds."""
    return any(each.ast_type in kinds for each in nodes_in(root))


def variables_of(*roots: ast.AST) -> tuple[str, ...]:
    """List the named variables of trees, each once, in the order of their first occurrence."""
    found = (
        each.name
        for root in roots
        for each in nodes_in(root)
        if each.ast_type is ast.ASTType.Variable and each.name != "_"
    )
    return tuple(dict.fromkeys(found))


def is_anonymous(root: ast.AST) -> bool:
    """Return whether a tree holds an anonymous variable."""
    return any(
        each.ast_type is ast.ASTType.Variable and each.name == "_" for each in nodes_in(root)
    )


def strings_in(root: ast.AST) -> Iterator[str]:
    """List the quoted strings of a tree."""
    terms = (n.symbol for n in nodes_in(root) if n.ast_type is ast.ASTType.SymbolicTerm)
    return (term.string for term in terms if term.type is clingo.SymbolType.String)


def alternatives(symbol: ast.AST) -> Iterator[ast.AST]:
    """List what a pool stands for; a term alone stands for itself."""
    if symbol.ast_type is ast.ASTType.Pool:
        for each in symbol.arguments:
            yield from alternatives(each)
    else:
        yield symbol


def is_plain(literal: ast.AST) -> bool:
    """Return whether a literal is neither denied nor under a condition."""
    return literal.ast_type is ast.ASTType.Literal and literal.sign == ast.Sign.NoSign


def atom_of(literal: ast.AST) -> ast.AST | None:
    """Return the atom that a literal is; None where it is denied, or is no atom."""
    if not is_plain(literal) or literal.atom.ast_type is not ast.ASTType.SymbolicAtom:
        return None
    symbol: ast.AST = literal.atom.symbol
    return symbol


def function_of(literal: ast.AST) -> ast.AST | None:
    """Return the atom that a literal is, where it is one without pool and classical negation."""
    symbol = atom_of(literal)
    is_function = symbol is not None and symbol.ast_type is ast.ASTType.Function
    return symbol if is_function else None


def uses(node: ast.AST, in_head: bool = False) -> Iterator[Use]:
    """List the predicates of a statement, or of a part of it; a classical negation has a minus."""
    kind = node.ast_type
    if kind is ast.ASTType.SymbolicAtom:
        yield from _uses_of(node.symbol, "", in_head)
    elif kind is ast.ASTType.Rule:
        yield from uses(node.head, True)
        for literal in node.body:
            yield from uses(literal)
    elif kind is ast.ASTType.ConditionalLiteral:
        yield from uses(node.literal, in_head)
        for literal in node.condition:
            yield from uses(literal)
    else:
        for each in children(node):
            yield from uses(each, in_head)


def _uses_of(symbol: ast.AST, sign: str, derived: bool) -> Iterator[Use]:
    """List the predicates of an atom: several where it is a pool."""
    if symbol.ast_type is ast.ASTType.UnaryOperation:
        yield from _uses_of(symbol.argument, "-", derived)
    elif symbol.ast_type is ast.ASTType.Pool:
        for each in symbol.arguments:
            yield from _uses_of(each, sign, derived)
    elif symbol.ast_type is ast.ASTType.Function:
        yield Use(Signature(sign + symbol.name, len(symbol.arguments)), derived, symbol)
    else:
        yield Use(Signature(sign + str(symbol), 0), derived, symbol)


class _Filler(ast.Transformer):
    def __init__(self, values: Mapping[str, ast.AST]) -> None:
        self.values = values

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
        return self.values.get(node.name, node)


class FreshNames:
    """Makes variable names that a rule does not use."""

    def __init__(self, taken: Iterable[str], stem: str) -> None:
        self._taken = set(taken)
        self._stem = stem
        self._last = 0

    def fresh(self) -> str:
        """Return the next name."""
        self._last += 1
        name = f"{self._stem}{self._last}"
        return self.fresh() if name in self._taken else name


class _Namer(ast.Transformer):
    def __init__(self, names: FreshNames) -> None:
        self.names = names

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
        return node.update(name=self.names.fresh()) if node.name == "_" else node


def filled(node: ast.AST, values: Mapping[str, ast.AST]) -> ast.AST:
    """Put terms for variables."""
    return _Filler(values).visit(node) if values else node


def named(node: ast.AST, names: FreshNames) -> ast.AST:
    """Put fresh variables for the anonymous ones."""
    return _Namer(names).visit(node)


def parsed(text: str) -> list[ast.AST]:
    """Parse a text without messages; raises RuntimeError where clingo cannot read it."""
    found: list[ast.AST] = []
    ast.parse_string(text, found.append, logger=lambda code, message: None)
    return found


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
    """Computes the statements of a program what its text says of them."""

    def text(self, statement: RuleStatement) -> str:
        """Return the text of a statement as it is written."""

    def citation(self, statement: RuleStatement) -> Citation | None:
        """Return what is cited for a statement."""

    def heading(self, statement: RuleStatement) -> Citation | None:
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
    statements: tuple[RuleStatement, ...]
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
        return tuple(dict.fromkeys(each.name for s in self.statements for each in s.heads))

    @property
    def reads(self) -> tuple[str, ...]:
        """List, sorted, the names of those that they read besides."""
        read = {each.name for statement in self.statements for each in statement.reads}
        return tuple(sorted(read - set(self.heads)))

    @property
    def digest(self) -> str:
        """Fingerprint citation and statements, wherever in their file they stand."""
        text = f"{self.file}\0{self.number}\0{self.sentence}\0{self.text}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]


_KINDS = {
    ast.ASTType.Definition: "constant",
    ast.ASTType.Defined: "declaration",
    ast.ASTType.ShowSignature: "show",
    ast.ASTType.ShowTerm: "show",
    ast.ASTType.Minimize: "minimize",
}
