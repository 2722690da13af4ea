"""What a question is told of lines and moves that the law has judged."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.pieces.laid_pieces import Piece

NeededFacts = Mapping[tuple[str, int], frozenset[tuple[str, ...]]]
"""What is asked: for each predicate the values of its arguments that are given (``INPUTS``)."""

INPUTS: Mapping[tuple[str, int], tuple[int, ...]] = {
    ("range", 3): (0, 1),
    ("sees", 2): (0, 1),
    ("sees", 3): (0, 1, 2),
    ("sees", 4): (0, 1, 2, 3),
    ("hindrance", 3): (0, 1),
    ("blocked", 3): (0, 1),
    ("embankments", 3): (0, 1),
    ("reach", 2): (0,),
    ("reach", 3): (0, 1),
    ("arrives", 2): (0,),
    ("arrives", 3): (0, 1),
    ("path", 3): (0, 1, 2),
    ("bypass_path", 3): (0, 1, 2),
    ("adjacent", 2): (0,),
    ("connected", 2): (0,),
}
"""Which arguments of a told predicate must be known before it is told."""


@dataclass(frozen=True, slots=True, order=True)
class Doubt:
    """Atoms of which the law cannot say which hold, for want of some rules: one of them at most, or
    ``one`` for certain.
    """

    atoms: tuple[str, ...]
    rules: tuple[str, ...]
    one: bool = False

    @property
    def choice(self) -> str:
        """Write it as a choice of the solver's."""
        return f"{'1 ' * self.one}{{ {'; '.join(self.atoms)} }} 1."


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """What the law says in one world: the atoms that hold, and what is in doubt."""

    certain: frozenset[str] = frozenset()
    doubts: frozenset[Doubt] = frozenset()

    def __or__(self, other: KnownFacts) -> KnownFacts:
        """Tell both."""
        return KnownFacts(self.certain | other.certain, self.doubts | other.doubts)

    @property
    def choices(self) -> str:
        """Write what is in doubt as choices."""
        return "\n".join(each.choice for each in sorted(self.doubts))


class FactSource(Protocol):
    """Tells of some predicates, world by world."""

    names: frozenset[str]

    def tell(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Tell what is demanded where some pieces lie; raises BadInput where they may not."""


def atom(name: str, *arguments: str | int) -> str:
    """Write an atom: texts are quoted, numbers written as they are."""
    told = (str(each) if isinstance(each, int) else quoted(each) for each in arguments)
    return f"{name}({','.join(told)})"


def unquoted(argument: str) -> str:
    """Read a quoted argument."""
    return argument[1:-1].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")
