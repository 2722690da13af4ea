"""Keeps on disk what the rules have said of situations, for other boards, processes and days.

There is a file for each rule set, in the user's cache (``facts/base/cache.py``). It is only a copy of
what the rules say, and is never believed where it is not what was written. What was
decided together is one row: the marks of the situations (``situation_marks``), and by number which of a
few rulings is that of each.
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

from hexcourt.facts.base.cache import SITUATIONS, CacheFile, cache_folder
from hexcourt.facts.base.digests import digest_of
from hexcourt.facts.tracing import situation_facts
from hexcourt.facts.tracing.situation_facts import FACT_NAMES, Marks
from hexcourt.facts.tracing.situations import ZERO_LEVEL
from hexcourt.solver.rulebase.rulebase import RuleBase, kept_reading
from hexcourt.solver.rulebase.slicing import firing

if TYPE_CHECKING:
    from sqlite3 import Connection


_MARK, _NUMBER = np.dtype("<u8"), np.dtype("<u2")


class FeatureVerdict(NamedTuple):
    """What the rules say of a feature: the rule that blocks and the one that leaves it unknown ("" for
    none), the hindrance and the layer it is counted in, whether it depends on ranges, or on the
    line.
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
class MarkedVerdicts:
    """The rulings on situations, by their marks, which are sorted."""

    marks: Marks
    numbers: Numbers
    rulings: tuple[FeatureVerdict, ...]

    @classmethod
    def of(cls, marks: Marks, feature_verdicts: Sequence[FeatureVerdict]) -> MarkedVerdicts:
        """Sort rulings by the marks of their situations."""
        distinct = tuple(dict.fromkeys(feature_verdicts))
        number = {each: place for place, each in enumerate(distinct)}
        numbers = np.array([number[each] for each in feature_verdicts], dtype=np.int64)
        return cls(marks, numbers, distinct).sorted

    @property
    def sorted(self) -> MarkedVerdicts:
        """Sort them; of one situation the first is left."""
        marks, first = np.unique(self.marks, return_index=True)
        return MarkedVerdicts(marks, self.numbers[first], self.rulings)

    def joined(self, more: MarkedVerdicts) -> MarkedVerdicts:
        """Add further rulings."""
        rulings = tuple(dict.fromkeys((*self.rulings, *more.rulings)))
        known = {each: place for place, each in enumerate(rulings)}
        numbers = np.array([known[each] for each in more.rulings], dtype=np.int64)
        numbers = np.append(self.numbers, numbers[more.numbers])
        return MarkedVerdicts(np.append(self.marks, more.marks), numbers, rulings).sorted

    def of_marks(self, marks: Marks) -> Numbers:
        """Return the numbers of the rulings on situations."""
        if not len(self.marks):
            return np.full(len(marks), -1, dtype=np.int64)
        at = places_of(marks, self.marks)
        return np.where(at >= 0, self.numbers[at], -1)

    @property
    def row(self) -> tuple[bytes, bytes, str, int]:
        """Write them down, with a check sum."""
        result = json.dumps(self.rulings, separators=(",", ":"))
        row = self.marks.astype(_MARK).tobytes(), self.numbers.astype(_NUMBER).tobytes(), result
        return *row, _sum(*row)

    @classmethod
    def of_row(cls, marks: bytes, numbers: bytes, text: str, check_sum: int) -> MarkedVerdicts:
        """Read what was written; of what has not its check sum nothing."""
        if _sum(marks, numbers, text) != check_sum:
            return NONE
        return cls(
            np.frombuffer(marks, _MARK).astype(np.uint64),
            np.frombuffer(numbers, _NUMBER).astype(np.int64),
            tuple(FeatureVerdict(*each) for each in json.loads(text)),
        )


def places_of(marks: Marks, among: Marks) -> npt.NDArray[np.int64]:
    """Find marks among sorted ones, of which there are some: -1 where they are not there."""
    at = np.minimum(np.searchsorted(among, marks), len(among) - 1)
    return np.where(among[at] == marks, at, -1)


NONE = MarkedVerdicts(np.zeros(0, np.uint64), np.zeros(0, np.int64), ())


def _sum(marks: bytes, numbers: bytes, text: str) -> int:
    return zlib.crc32(text.encode(), zlib.crc32(numbers, zlib.crc32(marks)))


MAX_ROWS = 64
"""So many rows are made one."""

PROFILE = "features"

_FORM = 3  # how the files are written
_TABLE = "said (part INTEGER PRIMARY KEY, marks BLOB, numbers BLOB, rulings TEXT, sum INTEGER)"


@dataclass(eq=False)
class SituationStore:
    """The rulings that are kept in a file, or nowhere; ``digest`` is the digest of what decided them."""

    path: Path | None
    digest: str = ""
    _read: MarkedVerdicts = field(default=NONE, init=False)
    _until: tuple[int, int] = field(default=(0, 0), init=False)  # of which file, and of its rows
    _as_of: tuple[int, int, int] | None = field(default=None, init=False)

    def find(self, marks: Marks) -> tuple[Sequence[FeatureVerdict], Numbers]:
        """Return rulings, and for each situation, by its mark, the number of its ruling, or -1."""
        if self.path is None or not len(marks):
            return (), np.full(len(marks), -1, dtype=np.int64)
        found = self._kept()
        return found.rulings, found.of_marks(marks)

    def keep(self, marks: Marks, feature_verdicts: Sequence[FeatureVerdict]) -> None:
        """Keep rulings, where there is room."""
        if self.path is None or not len(marks):
            return
        row = MarkedVerdicts.of(marks, feature_verdicts).row

        def write(opened: Connection) -> None:
            opened.execute("BEGIN IMMEDIATE")
            last = opened.execute("SELECT max(part) FROM said").fetchone()[0] or 0
            _insert(opened, last + 1, row)
            if opened.execute("SELECT count(*) FROM said").fetchone()[0] > MAX_ROWS:
                whole = _rows(opened, 0)[0].row
                opened.execute("DELETE FROM said")
                _insert(opened, last + 2, whole)  # by its number readers know that it is new
            opened.commit()

        file = self._file()
        file.make_room()
        file.use(write)

    def _kept(self) -> MarkedVerdicts:
        """Read what was written since it was read."""
        written = self._written()
        if written is None:
            return NONE
        if written == self._as_of:
            return self._read

        def look_up(opened: Connection) -> MarkedVerdicts:
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
        """Return by what the file is known to be as it was; None where there is none."""
        assert self.path is not None
        try:
            result = self.path.stat()
        except OSError:
            return None
        return result.st_ino, result.st_size, result.st_mtime_ns

    def _file(self) -> CacheFile:
        assert self.path is not None
        return CacheFile(self.path, _TABLE, SITUATIONS)


def _insert(opened: Connection, part: int, row: tuple[bytes, bytes, str, int]) -> None:
    opened.execute("INSERT INTO said VALUES (?,?,?,?,?)", (part, *row))


def _rows(opened: Connection, after: int) -> tuple[MarkedVerdicts, int]:
    """Read the rows after one, and give the number of the last."""
    found, last = NONE, after
    rows = opened.execute("SELECT * FROM said WHERE part > ? ORDER BY part", [after])
    for part, *row in rows:
        found, last = found.joined(MarkedVerdicts.of_row(*row)), part
    return found, last


def store_for(rule_base: RuleBase) -> SituationStore:
    """Return what is kept under a rule set."""
    folder = cache_folder()
    if folder is None:
        return SituationStore(None)
    digest = rules_digest(rule_base)
    return _kept_in(folder / SITUATIONS.name / f"{digest}.sqlite", digest)


@lru_cache(8)
def _kept_in(path: Path, digest: str) -> SituationStore:
    return SituationStore(path, digest)


@cache
def rules_digest(rule_base: RuleBase) -> str:
    """Fingerprint the rules that situations are decided by, and how these are given and written."""

    def read() -> str:
        nodes = map(str, firing(rule_base, PROFILE).nodes)
        return digest_of(each for each in nodes if not each.startswith("#defined"))

    read_by = (Path(situation_facts.__file__), Path(__file__).with_name("situation_cache.py"))
    code = [each.read_text(encoding="utf-8") for each in read_by]
    rules = kept_reading(rule_base, f"digest {PROFILE}", read)
    return digest_of([rules, *code, *FACT_NAMES, str(ZERO_LEVEL), str(_FORM)])
