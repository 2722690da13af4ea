"""Where the tracing of a line may be left off: at what is known to block all sight lines along it.

Nothing behind what blocks a line changes what is said of it: neither verdict nor the rule named, which
is that of the first run from end A that blocks. So a line need be walked no farther than the end of that
run. What blocks is told by the law, of runs that are *plainly apart* from both ends (``situations``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

NOWHERE = -1


@dataclass(frozen=True, eq=False)
class Stops:
    """What blocks which sight lines.

    ``blocks`` tells, for a kind of ends, a level above the lower end (128 more) and a terrain, whether
    touching it blocks. ``sight`` and ``low`` are kind of ends and lower level of each sight line, in the
    order of the traced lines, of which line ``n`` has those from ``sights_from[n]`` on. ``stop_at``
    tells of each touchable its level (128 more) and terrain packed, ``NOWHERE`` where lines go on;
    ``built`` which are of buildings, ``plain_hex`` in which hexes nothing else has a say; ``places`` are
    those of the hexes, ``end_hexes`` the hexes at the ends of the traced lines.
    """

    blocks: npt.NDArray[np.bool_]
    low: npt.NDArray[np.int64]
    sight: npt.NDArray[np.int64]
    sights_from: npt.NDArray[np.int64]
    stop_at: npt.NDArray[np.int64]
    built: npt.NDArray[np.bool_]
    plain_hex: npt.NDArray[np.bool_]
    places: npt.NDArray[np.int64]
    end_hexes: npt.NDArray[np.int64]

    @property
    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """List the arrays in the order in which the walk takes them."""
        return (
            self.blocks, self.low, self.sight, self.sights_from,
            self.stop_at, self.built, self.plain_hex, self.places, self.end_hexes,
        )  # fmt: skip

    @classmethod
    def none(cls, lines: int) -> Stops:
        """Stop none of some traced lines."""
        no_number, nothing = np.zeros(0, np.int64), np.zeros(0, np.bool_)
        return cls(
            np.zeros((0, 0, 0), np.bool_), no_number, no_number, np.zeros(lines + 1, np.int64),
            no_number, nothing, nothing, np.zeros((0, 2), np.int64), np.zeros((0, 2), np.int64),
        )  # fmt: skip
