"""What the law has said of situations, by marks that know no board."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hexcourt.facts.lines.told_situations import Marks

_MARK, _NUMBER = np.dtype("<u8"), np.dtype("<u2")


class Ruling(NamedTuple):
    """What the law says of a feature: the rule that blocks and the one that leaves it unknown ("" for
    none), the hindrance and the layer it is counted in, whether it hangs on ranges, or on the line.
    """

    rule: str
    doubt: str
    hindrance: int
    layer: int
    ranged: bool
    counted: bool


Numbers = npt.NDArray[np.int64]
"""Rulings by their numbers, -1 for none."""


@dataclass(frozen=True, eq=False)
class Rulings:
    """The rulings on situations, by their marks, which are sorted."""

    marks: Marks
    numbers: Numbers
    rulings: tuple[Ruling, ...]

    @classmethod
    def of(cls, marks: Marks, said: Sequence[Ruling]) -> Rulings:
        """Sort rulings by the marks of their situations."""
        distinct = tuple(dict.fromkeys(said))
        number = {each: place for place, each in enumerate(distinct)}
        numbers = np.array([number[each] for each in said], dtype=np.int64)
        return cls(marks, numbers, distinct).sorted

    @property
    def sorted(self) -> Rulings:
        """Sort them; of one situation the first is left."""
        marks, first = np.unique(self.marks, return_index=True)
        return Rulings(marks, self.numbers[first], self.rulings)

    def joined(self, more: Rulings) -> Rulings:
        """Add further rulings."""
        rulings = tuple(dict.fromkeys((*self.rulings, *more.rulings)))
        known = {each: place for place, each in enumerate(rulings)}
        numbers = np.array([known[each] for each in more.rulings], dtype=np.int64)
        numbers = np.append(self.numbers, numbers[more.numbers])
        return Rulings(np.append(self.marks, more.marks), numbers, rulings).sorted

    def of_marks(self, marks: Marks) -> Numbers:
        """Give the numbers of the rulings on situations."""
        if not len(self.marks):
            return np.full(len(marks), -1, dtype=np.int64)
        at = places_of(marks, self.marks)
        return np.where(at >= 0, self.numbers[at], -1)

    @property
    def row(self) -> tuple[bytes, bytes, str, int]:
        """Write them down, with a check sum."""
        told = json.dumps(self.rulings, separators=(",", ":"))
        row = self.marks.astype(_MARK).tobytes(), self.numbers.astype(_NUMBER).tobytes(), told
        return *row, _sum(*row)

    @classmethod
    def of_row(cls, marks: bytes, numbers: bytes, told: str, check_sum: int) -> Rulings:
        """Read what was written; of what has not its check sum nothing."""
        if _sum(marks, numbers, told) != check_sum:
            return NONE
        return cls(
            np.frombuffer(marks, _MARK).astype(np.uint64),
            np.frombuffer(numbers, _NUMBER).astype(np.int64),
            tuple(Ruling(*each) for each in json.loads(told)),
        )


def places_of(marks: Marks, among: Marks) -> npt.NDArray[np.int64]:
    """Find marks among sorted ones, of which there are some: -1 where they are not there."""
    at = np.minimum(np.searchsorted(among, marks), len(among) - 1)
    return np.where(among[at] == marks, at, -1)


NONE = Rulings(np.zeros(0, np.uint64), np.zeros(0, np.int64), ())


def _sum(marks: bytes, numbers: bytes, told: str) -> int:
    return zlib.crc32(told.encode(), zlib.crc32(numbers, zlib.crc32(marks)))
