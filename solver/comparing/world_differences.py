"""What two laws say otherwise in bounded worlds: each class of differences with a smallest position."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import clingo

from hexcourt.facts.errors import BadInput
from hexcourt.solver.comparing.differences import MOST_TRIED, NOTHING
from hexcourt.solver.comparing.rules_compared import Comparison
from hexcourt.solver.comparing.two_laws import both_of, worlds_of_both
from hexcourt.solver.examining.search import Search
from hexcourt.solver.examining.worlds import Family, Position
from hexcourt.solver.statutes.lawbook import Lawbook, enacted

SHARE = 0.4
"""The share of the time that is kept for making positions small."""


@dataclass(frozen=True)
class WorldDifference:
    """One way in which two laws differ: its class, the rules that cause it, none where that takes
    several together, what each law answers in a smallest position; no position where time was over,
    or where the program answers alike (``alike``), so that the generator errs.
    """

    family: str
    what: str
    causes: tuple[str, ...]
    old: str
    new: str
    position: Position | None
    alike: bool = False


@dataclass(frozen=True)
class Compared:
    """A family in which two laws were compared: what differs, and whether that is complete."""

    family: Family
    found: tuple[WorldDifference, ...]
    complete: bool
    asked: bool


def differences_in_worlds(
    comparison: Comparison,
    families: Iterable[Family],
    seconds: float,
    tell: Callable[[str], None] = lambda _: None,
    most: int | None = None,
) -> tuple[Compared, ...]:
    """Compare two laws in the worlds of some families; until so many kinds of differences are
    found in each, where that is said.
    """
    until = time.monotonic() + seconds
    return tuple(_compared(comparison, each, until, tell, most) for each in families)


def _compared(
    comparison: Comparison,
    family: Family,
    until: float,
    tell: Callable[[str], None],
    most: int | None,
) -> Compared:
    both = both_of(family, comparison.old, comparison.new)
    if not both.affected:
        return Compared(family, (), complete=True, asked=False)
    tell(f"{family.name}: grounding both laws")
    search = Search(worlds_of_both(family, comparison.old, comparison.new, both))
    searched = search.every("differs", until - SHARE * max(0.0, until - time.monotonic()), most)
    found = []
    for said in searched.classes[:most]:
        tell(f"{family.name}: {said}")
        atoms = search.smallest("differs", said, until)
        position = family.read(atoms) if atoms else None
        found.append(_told(comparison, family, said, position))
    return Compared(family, tuple(found), searched.complete, asked=True)


def _told(
    comparison: Comparison, family: Family, said: clingo.Symbol, position: Position | None
) -> WorldDifference:
    what = str(said)
    if position is None:
        return WorldDifference(family.name, what, (), "", "", None)
    old, new = (_answer(law, position) for law in (comparison.old, comparison.new))
    causes = _causes(comparison, position, old)
    return WorldDifference(family.name, what, causes, old, new, position, old == new)


def _causes(comparison: Comparison, position: Position, old: str) -> tuple[str, ...]:
    """Find the changes without which the position is answered as before."""
    changes = comparison.changes
    if len(changes) == 1:
        return (changes[0].number,)
    return tuple(
        each.number
        for each in changes[:MOST_TRIED]
        if _answer(comparison.without(each), position) == old
    )


def _answer(law: Lawbook, position: Position) -> str:
    with enacted(law):
        try:
            return position.answered()
        except BadInput as error:
            return f"{NOTHING}: {error}"
