"""Facts files of a rule set: what is known, and what is not known yet, in its own vocabulary.

A fact in braces, ``{ expired(ann) }.``, is undetermined: it may hold or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import clingo
from clingo import ast

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.language.question import choice_bounds
from hexcourt.solver.rulebase.declarations import INPUT_MARK, declarations
from hexcourt.solver.rulebase.program import grounded
from hexcourt.solver.rulebase.read_house_rules import unknown_name
from hexcourt.solver.rulebase.rulebase import ANSWERS, active_rules
from hexcourt.solver.rulebase.statement import Signature, has
from hexcourt.solver.rulebase.untrusted_program import FAMILY, RULES, checked_statements


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a file: those that hold, and those that are undetermined, each as a ground atom."""

    certain: tuple[str, ...]
    undetermined: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """Write them as a facts file."""
        return [*(f"{e}." for e in self.certain), *(f"{{ {e} }}." for e in self.undetermined)]

    @property
    def text(self) -> str:
        """Write them as a facts file."""
        return "".join(f"{line}\n" for line in self.lines)


@dataclass(frozen=True, slots=True)
class FactFamily:
    """Facts of which between ``least`` and ``most`` hold beside the others."""

    facts: tuple[str, ...]
    least: int
    most: int


def inputs() -> frozenset[Signature]:
    """Return the predicates that come from outside, as the active rules declare them."""
    return frozenset(each.signature for each in declarations(active_rules(), INPUT_MARK))


def read_facts(text: str, name: str) -> Facts:
    """Read a facts file; raises BadInput, with its line, for what is no fact of the vocabulary."""
    certain: list[str] = []
    undetermined: list[str] = []
    for statement in checked_statements(text, name, allowed=RULES):
        where = f"{name}, line {statement.location.begin.line}"
        head = statement.head
        is_open = head.ast_type is ast.ASTType.Aggregate
        if statement.body or (is_open and (head.left_guard or head.right_guard)):
            raise BadInput(f"{where}: is no fact; write one atom, in braces where it is not known")
        literals = [each.literal for each in head.elements] if is_open else [head]
        if is_open and any(each.condition for each in head.elements):
            raise BadInput(f"{where}: is no fact; leave the condition out")
        for literal in literals:
            (undetermined if is_open else certain).append(_ground_atom(literal, where))
    unlike = [each for each in dict.fromkeys(undetermined) if each not in certain]
    return Facts(tuple(dict.fromkeys(certain)), tuple(unlike))


def _ground_atom(literal: ast.AST, where: str) -> str:
    symbol = getattr(getattr(literal, "atom", None), "symbol", None)
    kinds = (ast.ASTType.Variable, ast.ASTType.Pool, ast.ASTType.Interval)
    if symbol is None or symbol.ast_type is not ast.ASTType.Function or has(symbol, *kinds):
        raise BadInput(f"{where}: {str(literal)[:60]} is no fact; write an atom without variables")
    _check_declared(symbol, where)
    return str(clingo.parse_term(str(symbol)))


def _check_declared(symbol: ast.AST, where: str) -> None:
    signature, known = Signature(symbol.name, len(symbol.arguments)), inputs()
    if signature not in known:
        wrong = unknown_name(signature, "is no fact of the vocabulary", known)
        raise BadInput(f"{where}: {wrong}")


def read_family(text: str, facts: Facts) -> FactFamily:
    """Read a family, such as ``{ trained(P,safety) : person(P) } <= 1``.

    What stands behind a colon is looked up in the facts and in what the rules derive of them; raises
    BadInput where that is undetermined, or the text is no family.
    """
    whole = " ".join(text.split()).removesuffix(".")
    shown = whole[:80]
    statements = checked_statements(f"{whole}.", "the family of worlds", allowed=FAMILY)
    head = statements[0].head if len(statements) == 1 else None
    if head is None or head.ast_type is not ast.ASTType.Aggregate or statements[0].body:
        raise BadInput(f"{shown}: is no choice between braces; write '{{ fact : condition }} <= 1'")
    least, most = choice_bounds(head, shown)
    found: list[str] = []
    for each in head.elements:
        symbol = getattr(each.literal.atom, "symbol", None)
        if symbol is None or symbol.ast_type is not ast.ASTType.Function or each.literal.sign:
            raise BadInput(f"{each.literal}: is no fact; write an atom of the vocabulary")
        _check_declared(symbol, shown)
        found += _instances(symbol, each.condition, facts, shown)
    some = tuple(sorted({*found} - {*facts.certain}))
    return FactFamily(some, least, len(some) if most is None else min(most, len(some)))


def _instances(
    symbol: ast.AST, condition: Sequence[ast.AST], facts: Facts, shown: str
) -> Iterator[str]:
    body = "; ".join(map(str, condition))
    rule = f"in_family__({symbol}){' :- ' * bool(body)}{body}."
    nodes = active_rules().profile(ANSWERS).nodes
    control = grounded(nodes, f"{facts.text}\n{rule}")
    for atom in control.symbolic_atoms.by_signature("in_family__", 1):
        if not atom.is_fact:
            raise BadInput(f"{shown}: {atom.symbol.arguments[0]} depends on what is undetermined")
        yield str(atom.symbol.arguments[0])
