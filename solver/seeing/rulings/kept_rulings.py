"""Keeps on disk what the law has said of situations, for other boards, processes and days.

There is a file for each law, in the user's cache (``facts/keeping.py``). It is only a copy of what the
law says, and is never believed where it is not what was written. What was decided together is one row:
the marks of the situations (``situation_marks``), and by number which of a few rulings is that of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hexcourt.facts.caching import PRECEDENTS, cache_folder
from hexcourt.facts.digests import digest_of
from hexcourt.facts.keeping import KeptFile
from hexcourt.facts.lines import told_situations
from hexcourt.facts.lines.situations import ZERO_LEVEL
from hexcourt.facts.lines.told_situations import TOLD, Marks
from hexcourt.solver.seeing.rulings.marked_rulings import NONE, Numbers, Ruling, Rulings
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

PROFILE = "features"

_FORM = 3  # how the files are written
_TABLE = "said (part INTEGER PRIMARY KEY, marks BLOB, numbers BLOB, rulings TEXT, sum INTEGER)"


@dataclass(eq=False)
class KeptRulings:
    """The rulings that are kept in a file, or nowhere; ``law`` is the digest of what decided them."""

    path: Path | None
    law: str = ""
    _read: Rulings = field(default=NONE, init=False)
    _until: tuple[int, int] = field(default=(0, 0), init=False)  # of which file, and of its rows
    _as_of: tuple[int, int, int] | None = field(default=None, init=False)

    def find(self, marks: Marks) -> tuple[Sequence[Ruling], Numbers]:
        """Return rulings, and for each situation, by its mark, the number of its ruling, or -1."""
        if self.path is None or not len(marks):
            return (), np.full(len(marks), -1, dtype=np.int64)
        found = self._kept()
        return found.rulings, found.of_marks(marks)

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

    told_by = (Path(told_situations.__file__), Path(__file__).with_name("counted_features.py"))
    code = [each.read_text(encoding="utf-8") for each in told_by]
    rules = kept_reading(lawbook, f"digest {PROFILE}", read)
    return digest_of([rules, *code, *TOLD, str(ZERO_LEVEL), str(_FORM)])
