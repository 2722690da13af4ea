"""What is shipped with the program of what the law says of situations (``bench/commonest.py``).

It tells for the *cores* of many situations, their terrain, levels and ends of lines, what else the law
looks at (``told_apart``): what is left of a situation then stands for many. For these it has rulings,
and where they hang on ranges a grid of them. Nothing of it is used where the law is another.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.lines.told_situations import LEVELS, Bits, Marks, Ranges, Told
from hexcourt.solver.seeing.rulings.marked_rulings import Numbers, Ruling, Rulings, places_of

SHIPPED = Path(__file__).parent / "commonest.rulings"

MOST_RANGE = 35
"""The longest range that there are rulings for."""

_KINDS = ("<u8", "<u2", "<i8", "<u8", "<u2", "<u8", "<u2", "<u2")


@dataclass(frozen=True, eq=False)
class Shipped:
    """The marks of cores, sorted, and of each by number which of some ``masks`` leaves what the law
    looks at; the rulings; the marks of situations that hang on ranges, sorted, and of each by number
    which of the ``grids`` has its rulings, by the ranges to the upper and to the lower end.
    """

    cores: Marks
    mask_of: Numbers
    masks: Bits
    said: Rulings
    ranged: Marks
    grid_of: Numbers
    grids: Numbers
    alike: Mapping[str, str]
    """For terms of terrain the one that stands for all that the law takes for the same."""

    def looked_at(self, told: Told) -> Told:
        """Leave of situations what the law looks at, all where that is not known."""
        if not len(self.masks):
            return told
        told = replace(told, terms=[self.alike.get(each, each) for each in told.terms])
        at = places_of(told.only(LEVELS).marks(), self.cores)
        return told.only(np.where(at < 0, -1, self.masks[self.mask_of[at]]))

    def find(self, told: Told, ranges: Ranges | None) -> Numbers:
        """Give the rulings on situations by their numbers, -1 for none; of each what the law looks at is
        told.
        """
        if ranges is None:
            return self.said.of_marks(told.marks())
        if not len(self.grids):
            return np.full(len(told), -1, dtype=np.int64)
        at = places_of(told.marks(), self.ranged)
        upper, lower = (np.minimum(each, MOST_RANGE) for each in ranges)
        known = (at >= 0) & (upper == ranges[0]) & (lower == ranges[1])
        return np.where(known, self.grids[self.grid_of[at], upper, lower], -1)

    def written(self, law: str) -> bytes:
        """Write it down, with what law it is of, and a check sum."""
        arrays = [
            each.astype(kind).tobytes() for each, kind in zip(self._arrays, _KINDS, strict=True)
        ]
        told = b"".join([*arrays, json.dumps([self.said.rulings, dict(self.alike)]).encode()])
        lengths = " ".join(map(str, [*map(len, arrays), zlib.crc32(told)]))
        return law.encode() + b"\n" + zlib.compress(lengths.encode() + b"\n" + told, 9)

    @classmethod
    def read(cls, written: bytes, law: str) -> Shipped:
        """Read what was written; it is empty where it was under another law, or is damaged."""
        try:
            head, _, packed = written.partition(b"\n")
            if head.decode() != law:
                return NOTHING
            lengths, told = zlib.decompress(packed).split(b"\n", 1)
            *each_length, check_sum = map(int, lengths.split())
            if zlib.crc32(told) != check_sum:
                return NOTHING
            arrays: list[npt.NDArray[Any]] = []
            for length, kind in zip(each_length, _KINDS, strict=True):
                wide = kind.replace("<u2", "<i8")
                arrays.append(np.frombuffer(told[:length], kind).astype(wide))
                told = told[length:]
            cores, mask_of, masks, marks, numbers, ranged, grid_of, grids = arrays
            rulings, alike = json.loads(told)
            said = Rulings(marks, numbers, tuple(Ruling(*each) for each in rulings))
            grids = grids.reshape(-1, MOST_RANGE + 1, MOST_RANGE + 1)
            return cls(cores, mask_of, masks, said, ranged, grid_of, grids, alike)
        except (ValueError, TypeError, zlib.error):
            return NOTHING

    @property
    def _arrays(self) -> tuple[npt.NDArray[Any], ...]:
        said = self.said.marks, self.said.numbers
        return self.cores, self.mask_of, self.masks, *said, self.ranged, self.grid_of, self.grids


_NO_MARKS, _NO_NUMBERS = np.zeros(0, np.uint64), np.zeros(0, np.int64)

NOTHING = Shipped(
    *(_NO_MARKS, _NO_NUMBERS, _NO_NUMBERS),
    Rulings(_NO_MARKS, _NO_NUMBERS, ()),
    *(_NO_MARKS, _NO_NUMBERS, _NO_NUMBERS),
    {},
)


@lru_cache(2)
def shipped(law: str) -> Shipped:
    """Read what is shipped; nothing where it is of another law."""
    try:
        return Shipped.read(SHIPPED.read_bytes(), law)
    except OSError:
        return NOTHING
