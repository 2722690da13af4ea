"""Copies rules with names of their own, so that a law stands twice in one program."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from clingo import ast

from hexcourt.solver.statutes.statute import Statute


def hanging_on(names: Iterable[str], rules: Sequence[Statute]) -> set[str]:
    """List some predicates, and all that rules derive of them."""
    found, grown = set(names), True
    while grown:
        grown = False
        for each in rules:
            if not found.isdisjoint(read.name for read in each.reads) and not found.issuperset(
                each.names
            ):
                found.update(each.names)
                grown = True
    return found


def copies(rules: Sequence[Statute], told: Collection[str], prefix: str) -> list[Statute]:
    """Copy what rules derive of some predicates that are ``told`` otherwise: all that hangs on these
    gets a name that begins with ``prefix``. Copies are of no file.
    """
    affected = frozenset(hanging_on(told, rules))
    rename = Renamed(affected, prefix)
    return [
        replace(each, node=rename(each.node), file="")
        for each in rules
        if not affected.isdisjoint(each.names) and set(told).isdisjoint(each.names)
    ]


class Renamed(ast.Transformer):
    """Gives some predicates names that begin with a prefix."""

    def __init__(self, affected: frozenset[str], prefix: str) -> None:
        self._affected = affected
        self._prefix = prefix

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo calls it so
        """Give an atom its name."""
        symbol = node.symbol
        if symbol.ast_type is ast.ASTType.Function and symbol.name in self._affected:
            return node.update(symbol=symbol.update(name=f"{self._prefix}{symbol.name}"))
        return node
