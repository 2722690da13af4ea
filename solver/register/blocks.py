"""The cited rules of the law, one by one: a citation and the statements that stand below it."""

from __future__ import annotations

from hexcourt.solver.statutes.declarations import GIVEN_OUT, declarations
from hexcourt.solver.statutes.lawbook import in_force
from hexcourt.solver.statutes.statute import Block


def left_open() -> frozenset[str]:
    """List the predicates that say what is not known."""
    return _of_role("open")


def thrown() -> frozenset[str]:
    """List the predicates that say what dice decide."""
    return _of_role("dice")


def _of_role(role: str) -> frozenset[str]:
    found = declarations(in_force(), GIVEN_OUT)
    return frozenset(each.name for each in found if each.role == role)


def law_blocks() -> tuple[Block, ...]:
    """List the cited rules of all programs that have statements, in the order of their files."""
    return in_force().blocks


def needs_of(block: Block) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the predicates that the statements of a block read, and those that they derive."""
    return block.reads, () if block.geometry else block.heads
