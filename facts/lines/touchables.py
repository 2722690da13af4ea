"""What a line can touch inside a hex, numbered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board

INHERENT = 0
"""The touchable that stands for the inherent terrain of whatever hex is touched (B.6)."""


@dataclass(frozen=True, eq=False)
class Touchables:
    """Parallel arrays: terrain (an index into ``terms``, -1 for number 0, the inherent terrain of the
    hex), level of its ground in half levels, hexside it belongs to or -1, and whether the nearest
    hexside is a cliff. The last ``barriers`` of them are what roadblocks raise, and the ``counters``
    before these are counters on the map.
    """

    terms: tuple[str, ...]
    terrain: npt.NDArray[np.int32]
    level: npt.NDArray[np.int32]
    hexside: npt.NDArray[np.int32]
    cliff: npt.NDArray[np.bool_]
    counters: int = 0
    barriers: int = 0

    @cached_property
    def lies_on(self) -> npt.NDArray[np.bool_]:
        """Tell what fills a hex beside all that is drawn in it: inherent terrain, counters, barriers."""
        numbers = np.arange(len(self.terrain))
        return (self.terrain < 0) | (numbers >= len(numbers) - self.counters - self.barriers)


def inherent_numbers(board: Board, terms: tuple[str, ...]) -> npt.NDArray[np.int32]:
    """Give each hex's inherent terrain as an index into ``terms``, -1 where it has none."""
    known = {term: number for number, term in enumerate(terms)}
    return np.array(
        [known.get(record.inherent or "", -1) for record in board.hexes], dtype=np.int32
    )
