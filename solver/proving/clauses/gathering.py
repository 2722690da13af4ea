"""Clauses while they are gathered, with two constants that never reach the formula."""

from __future__ import annotations

from collections.abc import Iterable

from hexcourt.solver.proving.programs.program import ProgramError

TRUE = 1 << 60
"""The literal that holds; its negative never does."""

LARGEST = 10_000_000
"""The most clauses of a formula, about 2 GB of memory."""


class Clauses:
    """A growing list of clauses over variables 1 to ``variables``."""

    __slots__ = ("clauses", "nodes", "variables")

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.clauses: list[tuple[int, ...]] = []
        self.nodes: dict[tuple[int, int, int], int] = {}
        """Variables that stand for "if, then, else", by these three literals."""

    def fresh(self) -> int:
        """Give a variable that no clause mentions yet."""
        self.variables += 1
        return self.variables

    def add(self, literals: Iterable[int]) -> None:
        """Add a clause, each literal once; one that always holds is left out."""
        kept = dict.fromkeys(literals)
        if TRUE in kept or any(-each in kept for each in kept):
            return
        kept.pop(-TRUE, None)
        if len(self.clauses) >= LARGEST:
            raise ProgramError(f"the formula has more than {LARGEST} clauses; ask about less")
        self.clauses.append(tuple(kept))
