"""The court for one board: a warm session that answers questions about lines of sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hexcourt.facts.board import Board, Location
from hexcourt.facts.scene import Scene
from hexcourt.facts.sighting import Pairs, every_pair, line_up, states_of
from hexcourt.solver.bulk import Verdicts, judge


@dataclass(frozen=True, eq=False)
class Table:
    """Verdicts for pairs of Locations."""

    places: tuple[Location, ...]
    pairs: Pairs
    verdicts: Verdicts


class SightCourt:
    """Answers who sees whom on one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.scene = Scene(board)

    def table(
        self,
        places: Sequence[Location],
        pairs: Pairs,
        statuses: Mapping[str, str] | None = None,
    ) -> Table:
        """Judge pairs of Locations that lie in different hexes."""
        states = states_of(self.board, places, statuses)
        ends, lines = line_up(self.board, places, pairs, states)
        return Table(tuple(places), pairs, judge(self.scene, ends, self.scene.trace(ends), lines))


__all__ = ["SightCourt", "Table", "every_pair", "npt", "np"]
