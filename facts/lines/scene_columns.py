"""What runs are sorted by, of hexes, hexsides and terrain: looked up once for all lines of a scene."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.hex_pixels import ground_levels
from hexcourt.facts.boards.records import OVERLAY_EDGE, Hex
from hexcourt.facts.boards.terrain_terms import is_building, kind_of, known_inherent_terms
from hexcourt.facts.lines.hexsides import Hexsides
from hexcourt.facts.lines.touchables import inherent_numbers

Marked = npt.NDArray[np.bool_]

TRAM = "rail(tram)"
"""What a hexside carries that a tram line runs over."""

UNTOLD_STOREYS, UNTOLD_GROUND = 1, 2
"""What overlays may leave untold of a hex: the second leaves more in doubt than the first."""

UNTOLD = MappingProxyType(
    {
        "untold(storeys)": UNTOLD_STOREYS,
        "untold(level)": UNTOLD_GROUND,
        "untold(ground)": UNTOLD_GROUND,
    }
)
"""The features of hexes that say so."""


@dataclass(frozen=True, eq=False)
class SceneColumns:
    """Of each hex its level, that of its ground beside a depression, whether it has a bed, holds water,
    and is overlaid, what is untold of it, its inherent terrain among ``terms``, and over which hexsides
    tram lines run, shape (hexes, 6). Of each term whether it is a building, and whether it fills hexes.
    Of each hexside, with a last one that is none, whether something stands on it, and whether it is a
    cliff or the edge of an overlay.
    """

    level: npt.NDArray[np.int32]
    ground: npt.NDArray[np.int32]
    bedded: Marked
    watery: Marked
    overlaid: Marked
    untold: npt.NDArray[np.int64]
    inherent: npt.NDArray[np.int32]
    tram: Marked
    building: Marked
    filling: Marked
    standing: Marked
    cliff: Marked
    overlay_edge: Marked

    @classmethod
    def of(cls, board: Board, sides: Hexsides, terms: tuple[str, ...]) -> SceneColumns:
        """Look all up."""
        inherent = known_inherent_terms()
        hexes = board.hexes
        return cls(
            level=np.array([record.level for record in hexes], dtype=np.int32),
            ground=ground_levels(board),
            bedded=np.array([record.bed is not None for record in hexes]),
            watery=np.array([is_water(record) for record in hexes]),
            overlaid=np.array([record.name in board.overlaid for record in hexes]),
            untold=np.array([untold_of(record) for record in hexes], dtype=np.int64),
            inherent=inherent_numbers(board, terms),
            tram=np.append(sides.carry(TRAM), False)[sides.by_hex],
            building=np.array([is_building(term) for term in terms]),
            filling=np.array([term in inherent for term in terms]),
            standing=np.append(sides.standing, False),
            cliff=np.append(sides.carry("cliff"), False),
            overlay_edge=np.append(sides.carry(OVERLAY_EDGE), False),
        )


def is_water(record: Hex) -> bool:
    """Tell whether a hex holds water."""
    return any(kind_of(term) == "water" for term in record.terrain)


def untold_of(record: Hex) -> int:
    """Number what the overlay on a hex leaves untold of it: of all that the most, 0 for nothing."""
    return max((UNTOLD[each] for each in record.features if each in UNTOLD), default=0)
