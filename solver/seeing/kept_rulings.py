"""Keeps on disk what the law has said of situations, for other boards, processes and days.

There is a file for each law, in the user's cache (``facts/keeping.py``). It is only a copy of what the
law says, and is never believed where it is not what was written. What was decided together is one row:
the marks of the situations (``situation_marks``), and by number which of a few rulings is that of each.
The commonest situations are shipped with the program, by the same marks (``bench/commonest.py``).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from hexcourt.facts.caching import PRECEDENTS, cache_folder
from hexcourt.facts.digests import digest_of
from hexcourt.facts.keeping import KeptFile
from hexcourt.facts.lines import situations
from hexcourt.facts.lines.situations import Marks
from hexcourt.solver.statutes.firing import firing
from hexcourt.solver.statutes.kept_readings import kept_reading
from hexcourt.solver.statutes.lawbook import Lawbook

if TYPE_CHECKING:
    from sqlite3 import Connection

MOST_LAWS = 8
"""How many laws have a file; the one not used for longest goes first."""

MOST_BYTES = 48 << 20
"""How large a file grows: some four million situations; a board of hills has some 10,000."""

MOST_ROWS = 64
"""So many rows are made one."""

SHIPPED = Path(__file__).parent / "commonest.rulings"

PROFILE = "features"

_SHIPPED_FOR = 50  # so many unknown situations repay reading what is shipped
_FORM = 2  # how the files are written
_TABLE = "said (part INTEGER PRIMARY KEY, marks BLOB, numbers BLOB, rulings TEXT, sum INTEGER)"

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
        at = np.minimum(np.searchsorted(self.marks, marks), len(self.marks) - 1)
        return np.where(self.marks[at] == marks, self.numbers[at], -1)

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


NONE = Rulings(np.zeros(0, np.uint64), np.zeros(0, np.int64), ())


@dataclass(eq=False)
class KeptRulings:
    """The rulings that are kept in a file, or nowhere; ``law`` is the digest of what decided them."""

    path: Path | None
    law: str = ""
    _read: Rulings = field(default=NONE, init=False)
    _until: tuple[int, int] = field(default=(0, 0), init=False)  # of which file, and of its rows
    _as_of: tuple[int, int, int] | None = field(default=None, init=False)
    _missed: int = field(default=0, init=False)  # how many situations were not kept

    def find(self, marks: Marks) -> tuple[Sequence[Ruling], Numbers]:
        """Give rulings, and which of them are those of situations that are kept."""
        if self.path is None or not len(marks):
            return (), np.full(len(marks), -1, dtype=np.int64)
        found = self._kept()
        numbers = found.of_marks(marks)
        self._missed += int(np.count_nonzero(numbers < 0))
        if self._missed < _SHIPPED_FOR:
            return found.rulings, numbers
        more = shipped(self.law)
        others = more.of_marks(marks)
        others[others >= 0] += len(found.rulings)
        return (*found.rulings, *more.rulings), np.where(numbers < 0, others, numbers)

    def keep(self, marks: Marks, said: Sequence[Ruling]) -> None:
        """Keep rulings, where there is room."""
        if self.path is None or not len(marks):
            return
        row = Rulings.of(marks, said).row

        def write(opened: Connection) -> None:
            opened.execute("BEGIN IMMEDIATE")
            last = opened.execute("SELECT max(part) FROM said").fetchone()[0] or 0
            _insert(opened, last + 1, row)
            if opened.execute("SELECT count(*) FROM said").fetchone()[0] > MOST_ROWS:
                whole = _rows(opened, 0)[0].row
                opened.execute("DELETE FROM said")
                _insert(opened, last + 2, whole)  # by its number readers know that it is new
            opened.commit()

        file = self._file()
        file.make_room()
        file.use(write)

    def _kept(self) -> Rulings:
        """Read what was written since it was read."""
        written = self._written()
        if written is None:
            return NONE
        if written == self._as_of:
            return self._read

        def look_up(opened: Connection) -> Rulings:
            made = opened.execute("PRAGMA user_version").fetchone()[0]
            first = opened.execute("SELECT min(part) FROM said").fetchone()[0] or 0
            known, until = self._read, self._until[1]
            if self._until[0] != made or first > until:
                known, until = NONE, 0
            found, last = _rows(opened, until)
            if last > until:
                self._read, self._until = known.joined(found), (made, last)
            return self._read

        found = self._file().use(look_up)
        self._as_of = None if found is None else written
        return found or NONE

    def _written(self) -> tuple[int, int, int] | None:
        """Tell by what the file is known to be as it was; None where there is none."""
        assert self.path is not None
        try:
            told = self.path.stat()
        except OSError:
            return None
        return told.st_ino, told.st_size, told.st_mtime_ns

    def _file(self) -> KeptFile:
        assert self.path is not None
        return KeptFile(self.path, _TABLE, MOST_BYTES, MOST_LAWS)


def _insert(opened: Connection, part: int, row: tuple[bytes, bytes, str, int]) -> None:
    opened.execute("INSERT INTO said VALUES (?,?,?,?,?)", (part, *row))


def _rows(opened: Connection, after: int) -> tuple[Rulings, int]:
    """Read the rows after one, and give the number of the last."""
    found, last = NONE, after
    rows = opened.execute("SELECT * FROM said WHERE part > ? ORDER BY part", [after])
    for part, *row in rows:
        found, last = found.joined(Rulings.of_row(*row)), part
    return found, last


def kept_under(lawbook: Lawbook) -> KeptRulings:
    """Give what is kept under a law."""
    folder = cache_folder()
    if folder is None:
        return KeptRulings(None)
    law = law_digest(lawbook)
    return _kept_in(folder / PRECEDENTS / f"{law}.sqlite", law)


@lru_cache(8)
def _kept_in(path: Path, law: str) -> KeptRulings:
    return KeptRulings(path, law)


@cache
def law_digest(lawbook: Lawbook) -> str:
    """Fingerprint the rules that situations are decided by, and how these are told and written."""

    def read() -> str:
        nodes = map(str, firing(lawbook, PROFILE).nodes)
        return digest_of(each for each in nodes if not each.startswith("#defined"))

    told_by = (Path(situations.__file__), Path(__file__).with_name("counted_features.py"))
    code = [each.read_text(encoding="utf-8") for each in told_by]
    return digest_of([kept_reading(lawbook, f"digest {PROFILE}", read), *code, str(_FORM)])


@lru_cache(2)
def shipped(law: str) -> Rulings:
    """Give the rulings that are shipped; none where they are those of another law."""
    try:
        head, _, packed = SHIPPED.read_bytes().partition(b"\n")
        if head.decode() != law:
            return NONE
        lengths, rest = zlib.decompress(packed).split(b"\n", 1)
        marks, numbers, check_sum = map(int, lengths.split())
        parts = rest[:marks], rest[marks : marks + numbers], rest[marks + numbers :].decode()
        return Rulings.of_row(*parts, check_sum)
    except (OSError, ValueError, TypeError, zlib.error):
        return NONE


def ship(path: Path, law: str, rulings: Rulings) -> None:
    """Write rulings to be shipped."""
    marks, numbers, told, check_sum = rulings.row
    lengths = f"{len(marks)} {len(numbers)} {check_sum}\n".encode()
    packed = zlib.compress(lengths + marks + numbers + told.encode(), 9)
    path.write_bytes(law.encode() + b"\n" + packed)


def _sum(marks: bytes, numbers: bytes, told: str) -> int:
    return zlib.crc32(told.encode(), zlib.crc32(numbers, zlib.crc32(marks)))
