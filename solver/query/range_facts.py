"""Measures what hangs on the board alone: ranges, and embankments along a line."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.position.board_facts import KnownFacts, NeededFacts, unquoted
from hexcourt.solver.sight.los_engine import LosEngine


class RangeFacts:
    """Measures lines between Locations of one board."""

    names = frozenset({"range", "embankments"})

    def __init__(self, board: Board) -> None:
        self.board = board

    def tell(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Tell what is demanded; what lies on the board makes no difference."""
        found = set()
        for arguments in demand.get(("range", 3), ()):
            first, second = self._hexes(arguments)
            found.add(f"range({','.join(arguments)},{self.board.range(first, second)})")
        lines = sorted(demand.get(("embankments", 3), ()))
        for arguments, number in zip(lines, self._embankments(lines), strict=True):
            found.add(f"embankments({','.join(arguments)},{number})")
        return KnownFacts(frozenset(found))

    def _hexes(self, arguments: tuple[str, ...]) -> tuple[str, str]:
        places = self.board.locations_by_name
        first, second = (places[unquoted(each)].hex for each in arguments)
        return first, second

    def _embankments(self, lines: list[tuple[str, ...]]) -> list[int]:
        """Count for each line the embankments that it touches between its ends, but for theirs."""
        numbers = self.board.indices
        ends = [tuple(numbers[name] for name in self._hexes(each)) for each in lines]
        distinct = sorted({pair for pair in ends if pair[0] != pair[1]})
        if not distinct or (self.board.embankments < 0).all():
            return [0] * len(lines)
        runs = LosEngine(self.board).scene.trace(np.array(distinct, dtype=np.int32))
        counted = {}
        for row, pair in enumerate(distinct):
            touched = runs.hexes[runs.starts[row] : runs.starts[row + 1]]
            met = set(self.board.embankments[np.unique(touched)].tolist())
            counted[pair] = len(met - set(self.board.embankments[list(pair)].tolist()) - {-1})
        return [counted.get((first, second), 0) for first, second in ends]
