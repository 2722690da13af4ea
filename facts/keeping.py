"""Small files of SQLite in the user's cache, which hold what can be worked out again.

One that is damaged, foreign, full or locked is done without, and made anew where it can be; every row
ends with a check sum, and a row without it is not believed. Several programs may use one at once.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sqlite3 import Connection

T = TypeVar("T")

MARK = 0x68657863  # which files are ours

_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file with one table, which grows to so many bytes at most.

    Of its folder's files so many are left; the one not used for longest goes first.
    """

    path: Path
    table: str
    most_bytes: int
    most_files: int

    def use(self, use: Callable[[Connection], T]) -> T | None:
        """Use the file; None where something is wrong with it."""
        import sqlite3

        try:
            with closing(sqlite3.connect(self.path, timeout=_SECONDS)) as opened:
                self._prepare(opened)
                return use(opened)
        except sqlite3.OperationalError:
            return None  # locked, full, or not to be written: nothing is kept this time
        except (sqlite3.Error, UnicodeError, TypeError, ValueError):
            with suppress(OSError):
                self.path.unlink()
            return None

    def make_room(self) -> None:
        """Before there is such a file: make its folder, and leave room in it for one more."""
        if self.path.exists():
            return
        with suppress(OSError):
            folder = self.path.parent
            folder.mkdir(parents=True, exist_ok=True)
            files = sorted(folder.glob("*.sqlite"), key=lambda each: each.stat().st_mtime)
            for each in files[: max(0, len(files) - self.most_files + 1)]:
                each.unlink()

    def _prepare(self, opened: Connection) -> None:
        """Make a new file ours; refuse one that is not."""
        import sqlite3

        mark = opened.execute("PRAGMA application_id").fetchone()[0]
        empty = opened.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if mark != MARK and not empty:
            raise sqlite3.DatabaseError("not a file of ours")
        page = opened.execute("PRAGMA page_size").fetchone()[0]
        opened.execute(f"PRAGMA max_page_count = {self.most_bytes // page}")
        opened.execute(
            "PRAGMA synchronous = OFF"
        )  # what a crash may spoil is found out by its sums
        if empty:
            opened.execute(f"PRAGMA application_id = {MARK}")
            opened.execute(f"PRAGMA user_version = {int.from_bytes(os.urandom(3), 'big')}")
            opened.execute(f"CREATE TABLE IF NOT EXISTS {self.table}")


def check_sum(row: Sequence[str | int]) -> int:
    """Give the check sum of a row."""
    told = (each if isinstance(each, str) else int(each) for each in row)
    return zlib.crc32("|".join(map(str, told)).encode())
