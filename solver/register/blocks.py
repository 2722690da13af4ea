"""The cited rules of the law, one by one: a citation and the statements that stand below it."""

from __future__ import annotations

from hexcourt.solver.statutes.lawbook import in_force
from hexcourt.solver.statutes.statute import Block

LEFT_OPEN = ("doubtful", "unsettled", "unsure", "perhaps")
"""The predicates that say what is not known."""

THROWN = ("outcome", "chance", "succeeds", "risk")
"""The predicates that say what dice decide."""


def law_blocks() -> tuple[Block, ...]:
    """List the cited rules of all programs that have statements, in the order of their files."""
    return in_force().blocks


def needs_of(block: Block) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the predicates that the statements of a block read, and those that they derive."""
    return block.reads, () if block.geometry else block.heads
