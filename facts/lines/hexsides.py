"""The hexsides of a board, numbered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board, hexside_key
from hexcourt.facts.boards.terrain_terms import kind_of


@dataclass(frozen=True, eq=False)
class Hexsides:
    """The hexsides of a board: hex numbers on both sides and beyond both vertices, -1 for none.

    ``sides`` has shape (hexsides, 4): the two hexes that share it, then those at its two ends.
    ``by_hex`` numbers the hexside of each hex and direction, shape (hexes, 6), -1 at the map's edge.
    ``terms`` lists the terrain of each.
    """

    sides: npt.NDArray[np.int32]
    by_hex: npt.NDArray[np.int32]
    terms: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, board: Board) -> Hexsides:
        """Number the hexsides of a board."""
        found = board.neighbours
        names = [record.name for record in board.hexes]
        by_hex = np.full((len(found), 6), -1, dtype=np.int32)
        here, direction = np.nonzero(found > np.arange(len(found))[:, None])
        there = found[here, direction]
        by_hex[here, direction] = by_hex[there, (direction + 3) % 6] = np.arange(len(here))
        before, after = found[here, direction - 1], found[here, (direction + 1) % 6]
        terms = (
            board.hexsides.get(hexside_key(names[one], names[other]), _NOTHING)
            for one, other in zip(here.tolist(), there.tolist(), strict=True)
        )
        sides = np.stack([here, there, before, after], axis=1).astype(np.int32)
        return cls(sides, by_hex, tuple(terms))

    def with_further(self, terms: Mapping[tuple[int, int], str]) -> Hexsides:
        """Give the hexsides with further terrain on some of them, named by the hexes on both sides."""
        found = [
            carried
            | ({terms[pair]} if (pair := (here, there)) in terms else set())
            | ({terms[pair[::-1]]} if pair[::-1] in terms else set())
            for (here, there), carried in zip(self.sides[:, :2].tolist(), self.terms, strict=True)
        ]
        return Hexsides(self.sides, self.by_hex, tuple(found))

    def carry(self, *wanted: str) -> npt.NDArray[np.bool_]:
        """Tell which hexsides carry one of some terms, or terrain of one of some classes."""
        return self._where(lambda term: term in wanted or kind_of(term) in wanted)

    @cached_property
    def standing(self) -> npt.NDArray[np.bool_]:
        """Tell which hexsides carry terrain that stands up: walls, hedges and the like."""
        return self._where(lambda term: kind_of(term) == "hexside" and term != "cliff")

    def _where(self, wanted: Callable[[str], bool]) -> npt.NDArray[np.bool_]:
        """Tell which hexsides carry a wanted term: few differ in what they carry."""
        told = {terms: any(map(wanted, terms)) for terms in set(self.terms)}
        return np.array([told[terms] for terms in self.terms], dtype=np.bool_)


_NOTHING: frozenset[str] = frozenset()
