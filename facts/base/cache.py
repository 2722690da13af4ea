"""The cache on disk: a folder of the user, which may be cleared at any time.

The environment variable ``HEXCOURT_CACHE`` names another folder, or is ``off``. The table
below says how many files each folder of it holds, and of which size.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from sqlite3 import Connection


VARIABLE = "HEXCOURT_CACHE"
OFF = "off"


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """A folder of the cache: how many files it holds at most, and how many bytes each of them has."""

    name: str
    most_files: int
    most_bytes: int


SITUATIONS = CacheFolder("situations", 8, 48 << 20)
"""Evaluated situations of lines, a file for each rule set."""
RULES = CacheFolder("rules", 16, 8 << 20)
"""Parsed rules, a file for each rule set."""
CHECKS = CacheFolder("checks", 1, 64 << 20)
"""Results of checks of scenario cards."""
SEARCHES = CacheFolder("searches", 100, 4 << 20)
"""Results of searches in bounded positions, a file for each family of them."""

_FOLDERS = (SITUATIONS, RULES, CHECKS, SEARCHES)


@dataclass(frozen=True, slots=True)
class FolderUsage:
    """The number of files in one folder of the cache, and their size in bytes together."""

    folder: str
    files: int
    bytes: int


def cache_folder() -> Path | None:
    """Return the folder of the cache, which need not exist yet; None where the cache is off."""
    result = os.environ.get(VARIABLE, "")
    if result.lower() == OFF:
        return None
    if result:
        return Path(result)
    from platformdirs import user_cache_path  # it takes some time to import

    return user_cache_path("hexcourt", appauthor=False)


def disable_cache() -> None:
    """Turn the cache off for this process and those that it starts."""
    os.environ[VARIABLE] = OFF


def cache_usage() -> list[FolderUsage]:
    """Count the files and bytes of each folder of the cache."""
    found = []
    for folder in _FOLDERS:
        sizes = [each.stat().st_size for each in _files(folder)]
        found.append(FolderUsage(folder.name, len(sizes), sum(sizes)))
    return found


def clear() -> None:
    """Remove the files of the folders of the cache, and no others."""
    for folder in _FOLDERS:
        for each in _files(folder):
            with suppress(FileNotFoundError):  # another program may have cleared it
                each.unlink()


def _files(folder: CacheFolder) -> list[Path]:
    parent = cache_folder()
    if parent is None or not (parent / folder.name).is_dir():
        return []
    return sorted(each for each in (parent / folder.name).iterdir() if each.is_file())


# --- SQLite files ---------------------------------------------------------------------------------
#
# A file that is damaged, foreign, full or locked is ignored, and replaced where possible. Every row ends
# with a check sum; a row that fails it is ignored. Several programs may use one file at once.


T = TypeVar("T")

MARK = 0x68657863  # which files are ours

_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class CacheFile:
    """A SQLite file with one table in a folder of the cache, from which the least recently used file
    is removed first.
    """

    path: Path
    table: str
    folder: CacheFolder

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
            for each in files[: max(0, len(files) - self.folder.most_files + 1)]:
                each.unlink()

    def _prepare(self, opened: Connection) -> None:
        """Make a new file ours; refuse one that is not."""
        import sqlite3

        mark = opened.execute("PRAGMA application_id").fetchone()[0]
        empty = opened.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        if mark != MARK and not empty:
            raise sqlite3.DatabaseError("not a file of ours")
        page = opened.execute("PRAGMA page_size").fetchone()[0]
        opened.execute(f"PRAGMA max_page_count = {self.folder.most_bytes // page}")
        opened.execute(
            "PRAGMA synchronous = OFF"
        )  # what a crash may spoil is found out by its sums
        if empty:
            opened.execute(f"PRAGMA application_id = {MARK}")
            opened.execute(f"PRAGMA user_version = {int.from_bytes(os.urandom(3), 'big')}")
            opened.execute(f"CREATE TABLE IF NOT EXISTS {self.table}")


def check_sum(row: Sequence[str | int]) -> int:
    """Return the check sum of a row."""
    return zlib.crc32("|".join(map(str, row)).encode())


class CachedValues:
    """Values that JSON can hold, by name, in one file of the cache; nothing where the cache is off."""

    def __init__(self, folder: CacheFolder, name: str) -> None:
        place = cache_folder()
        self._file: CacheFile | None = None
        if place is not None:
            path = place / folder.name / f"{name}.sqlite"
            self._file = CacheFile(path, VALUES_TABLE, folder)

    def find(self, name: str) -> Any:
        """Return the value of a name; None where there is none, or it is not what was written."""
        there = self._file is not None and self._file.path.exists()
        if self._file is None or not there:
            return None
        return self._file.use(partial(_value, name=name))

    def keep(self, name: str, value: Any) -> None:
        """Write the value of a name."""
        if self._file is None:
            return
        text = json.dumps(value, separators=(",", ":"))

        def write(opened: Connection) -> None:
            with opened:
                row = (name, text, check_sum((name, text)))
                opened.execute("INSERT OR REPLACE INTO kept VALUES (?,?,?)", row)

        self._file.make_room()
        self._file.use(write)


def shipped_value(path: Path, name: str) -> Any:
    """Return the value of a name in a file of such values that is part of the program; else None."""
    if not path.is_file():
        return None
    import sqlite3

    with suppress(sqlite3.Error, ValueError):
        uri = f"{path.resolve().as_uri()}?immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as opened:
            return _value(opened, name)
    return None


def _value(opened: Connection, name: str) -> Any:
    row = opened.execute("SELECT * FROM kept WHERE name = ?", [name]).fetchone()
    return json.loads(row[1]) if row and check_sum(row[:-1]) == row[-1] else None


VALUES_TABLE = "kept (name TEXT PRIMARY KEY, value TEXT, sum INTEGER)"


# SHA-256 digests that identify input and rule sets.

DIGITS = 32
"""How many digits: two things of one digest, both of somebody's own making, take 2^64 tries to find."""


def digest_of(parts: Iterable[str]) -> str:
    """Digest some texts, each by itself: none runs into the next."""
    gathered = hashlib.sha256()
    for each in parts:
        gathered.update(each.encode("utf-8", "surrogatepass") + b"\0")
    return gathered.hexdigest()[:DIGITS]
