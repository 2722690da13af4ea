"""Reads rules, with what is cited for them, from the files of a profile or from a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

import clingo
from clingo import ast

from hexcourt.solver.explaining.programs.rules import Rule, Variant
from hexcourt.solver.explaining.programs.terms import Signature, descendants
from hexcourt.solver.statutes.citations import Citation
from hexcourt.solver.statutes.repeal import law_folder, programs_of, repealed_now

_CITED = re.compile(r"%!\s+(\S+)\s+(high|medium|low):\s*(.*)")
_FURTHER = re.compile(r"%\s{2,}\S")
_UNHEARD = (
    ast.ASTType.Script,
    ast.ASTType.External,
    ast.ASTType.TheoryDefinition,
)
_TEXT = "<string>"


class TheoryError(ValueError):
    """A program, facts or a model cannot be explained from: a sentence that says why."""


class Rules:
    """Rules in the order of their files, found by what they derive."""

    def __init__(self, rules: Sequence[Rule], constants: Sequence[str]) -> None:
        self.rules = tuple(rules)
        self.constants = tuple(constants)
        """The ``#const`` statements."""
        self.constant_names = frozenset(each.split()[1] for each in constants)
        self.stated: dict[clingo.Symbol, Rule] = {}
        """Facts that stand in the program, each with the rule that states it."""
        self._by_head: dict[Signature, list[Rule]] = {}
        self._variants: dict[Signature, tuple[Variant, ...]] = {}
        for rule in self.rules:
            self._sort_in(rule)

    def _sort_in(self, rule: Rule) -> None:
        stated = _stated(rule.statement, self.constant_names)
        for symbol in stated or ():
            self.stated.setdefault(symbol, rule)
        if stated is None:
            for signature in rule.signatures:
                self._by_head.setdefault(signature, []).append(rule)

    def variants(self, signature: Signature) -> tuple[Variant, ...]:
        """List the variants of the rules that could derive atoms of a predicate."""
        if signature not in self._variants:
            self._variants[signature] = tuple(
                variant
                for rule in self._by_head.get(signature, ())
                for variant in rule.variants
                if variant.signature == signature
            )
        return self._variants[signature]


def _stated(statement: ast.AST, constants: frozenset[str]) -> list[clingo.Symbol] | None:
    """List the facts that a statement is; none for any other rule."""
    head = statement.head
    if statement.body or head.ast_type is not ast.ASTType.Literal or head.sign:
        return None
    if head.atom.ast_type is not ast.ASTType.SymbolicAtom:
        return None
    for node in descendants(head):
        if node.ast_type in (ast.ASTType.Variable, ast.ASTType.Interval):
            return None
        if node.ast_type is ast.ASTType.SymbolicTerm and str(node.symbol) in constants:
            return None
    try:
        return [clingo.parse_term(str(each.head)) for each in statement.unpool()]
    except RuntimeError:
        return None  # arithmetic without a value: clingo derives nothing from it


def profile_rules(profile: str) -> Rules:
    """Read the rules of a profile that are in force."""
    return _profile_rules(profile, repealed_now())


@cache
def _profile_rules(profile: str, repealed: frozenset[str]) -> Rules:
    found: list[tuple[ast.AST, _Source]] = []
    with law_folder() as folder:
        for program in programs_of(folder, profile):
            statements: list[ast.AST] = []
            ast.parse_string(program.text, statements.append)
            source = _Source(program.file.name, program.text)
            found += [(each, source) for each in statements]
    return _rules(found)


def text_rules(program: str) -> Rules:
    """Read the rules of a text; raises TheoryError for what is no rule, or is no clingo."""
    statements: list[ast.AST] = []
    told: list[str] = []
    try:
        ast.parse_string(program, statements.append, logger=lambda code, text: told.append(text))
    except RuntimeError as error:
        raise TheoryError("; ".join(told) or str(error)) from None
    for each in statements:
        if each.ast_type in _UNHEARD or each.location.begin.filename != _TEXT:
            raise TheoryError(f"only rules are explained, not: {str(each)[:60]}")
    source = _Source("", program)
    return _rules((each, source) for each in statements)


class _Source:
    """A program's text, and what is cited in it for the rules beneath.

    Cited for a rule is what names a number that stands in its head; else what stands directly above
    it, or above the rules just above it that have the same head.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        lines = text.splitlines()
        self._cited = [
            Citation(match[1], match[2], _sentence(match[3], lines[number + 1 :]), name, number + 1)
            for number, line in enumerate(lines)
            if (match := _CITED.match(line))
        ]
        self._lines = lines
        self._last: tuple[int, frozenset[str], Citation | None] = (0, frozenset(), None)

    def citation(self, statement: ast.AST) -> Citation | None:
        """Find what is cited for a rule; rules are asked about in the order in which they stand."""
        begin, end = statement.location.begin.line, statement.location.end.line
        head = str(statement.head)
        numbers = set(re.findall(r'"([^"]+)"', head))
        above = [each for each in self._cited if each.line < begin and each.number in numbers]
        found = above[-1] if above else self._standing_above(begin, _names(head))
        self._last = (end, _names(head), found)
        return found

    def _standing_above(self, line: int, names: frozenset[str]) -> Citation | None:
        last_line, last_names, last = self._last
        between = self._lines[last_line : line - 1]
        if not all(each.startswith("%") for each in between):
            last = None
        near = [each for each in self._cited if last_line < each.line < line]
        if near and all(each.startswith("%") for each in self._lines[near[-1].line : line - 1]):
            return near[-1]
        return last if names == last_names and not near else None


def _names(head: str) -> frozenset[str]:
    """List the names that a head's atoms begin with."""
    return frozenset(re.findall(r"(?:^|[;{] *)(-?\w+)", head))


def _sentence(first: str, below: Sequence[str]) -> str:
    parts = [first]
    for line in below:
        if not _FURTHER.match(line):
            break
        parts.append(line.lstrip("% "))
    return " ".join(parts)


def _rules(statements: Iterable[tuple[ast.AST, _Source]]) -> Rules:
    rules: list[Rule] = []
    constants: list[str] = []
    for each, source in statements:
        if each.ast_type is ast.ASTType.Definition:
            constants.append(str(each))
        if each.ast_type is ast.ASTType.Rule:
            line = each.location.begin.line
            rules.append(Rule(each, source.citation(each), source.name, line))
    return Rules(rules, constants)
