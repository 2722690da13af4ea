"""Reads rules, with what is cited for them, from the files of a profile or from a text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import PurePath

import clingo
from clingo import ast

from hexcourt.solver.explaining.programs.rules import Rule, Variant
from hexcourt.solver.explaining.programs.terms import Signature, descendants
from hexcourt.solver.statutes.lawbook import Lawbook, in_force
from hexcourt.solver.statutes.program import LawError, Program
from hexcourt.solver.statutes.statute import Statute

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
    return _profile_rules(in_force(), profile)


@cache
def _profile_rules(lawbook: Lawbook, profile: str) -> Rules:
    return _rules(lawbook.profile(profile).statutes)


def text_rules(program: str) -> Rules:
    """Read the rules of a text; raises TheoryError for what is no rule, or is no clingo."""
    read = Program("", program)
    if read.includes:
        raise TheoryError(f"only rules are explained, not: #include {read.includes[0][:60]}")
    try:
        statutes = read.statutes
    except LawError as error:
        raise TheoryError(str(error)) from None
    for each in statutes:
        node = each.node
        if node.ast_type in _UNHEARD or node.location.begin.filename != _TEXT:
            raise TheoryError(f"only rules are explained, not: {str(node)[:60]}")
    return _rules(statutes)


def _rules(statutes: Iterable[Statute]) -> Rules:
    rules: list[Rule] = []
    constants: list[str] = []
    for each in statutes:
        if each.kind == "constant":
            constants.append(str(each.node))
        elif each.node.ast_type is ast.ASTType.Rule:
            file = PurePath(each.file).name if each.file else ""
            rules.append(Rule(each.node, each.citation, file, each.line))
    return Rules(rules, constants)
