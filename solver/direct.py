"""Judges one sight line by giving the law the whole line: the specification of what bulk judging does."""

from __future__ import annotations

from dataclasses import dataclass

import clingo

from hexcourt.facts.line_facts import SightLine
from hexcourt.solver.law import Law


@dataclass(frozen=True)
class Ruling:
    """What the law says of a line.

    ``blocked`` and ``unknown`` list rules; ``blocks``, ``doubts`` and ``hinders`` say which features
    do it, by feature number: (feature, rule) and (feature, value, rule).
    """

    blocked: tuple[str, ...]
    unknown: tuple[str, ...]
    hindrance: int
    blocks: tuple[tuple[int, str], ...]
    doubts: tuple[tuple[int, str], ...]
    hinders: tuple[tuple[int, int, str], ...]

    @property
    def verdict(self) -> str:
        """Say clear, blocked or unknown."""
        if self.unknown:
            return "unknown"
        return "blocked" if self.blocked else "clear"


def rule_on(line: SightLine) -> Ruling:
    """Ask the law about a whole line."""
    grounded = Law("los").ground("\n".join(line.facts))
    atoms = grounded.symbolic_atoms

    def rows(predicate: str, arity: int) -> list[list[str | int]]:
        found = [
            [_value(argument) for argument in atom.symbol.arguments]
            for atom in atoms.by_signature(predicate, arity)
        ]
        return sorted(found, key=str)

    return Ruling(
        blocked=tuple(sorted({str(row[1]) for row in rows("blocked", 2)})),
        unknown=tuple(sorted({str(row[1]) for row in rows("unknown", 2)})),
        hindrance=max((int(row[1]) for row in rows("total", 2)), default=0),
        blocks=tuple(sorted((int(row[0]), str(row[1])) for row in rows("blocks", 2))),
        doubts=tuple(sorted((int(row[0]), str(row[1])) for row in rows("doubtful", 2))),
        hinders=tuple(
            sorted((int(row[0]), int(row[1]), str(row[2])) for row in rows("hinders", 3))
        ),
    )


def _value(symbol: clingo.Symbol) -> str | int:
    if symbol.type == clingo.SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type == clingo.SymbolType.String else str(symbol)
