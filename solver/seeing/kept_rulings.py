"""Keeps on disk what the law has said of situations, for other boards, processes and days.

There is a file of SQLite for each law, in the user's cache. It is only a copy of what the law says: one
that is damaged, foreign, full or locked is done without, and made anew where it can be; every row
carries a check sum, and a row without it is not believed.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from hexcourt.facts.caching import PRECEDENTS, cache_folder
from hexcourt.facts.digests import digest_of
from hexcourt.facts.lines import situations
from hexcourt.solver.statutes.lawbook import Lawbook

T = TypeVar("T")


MOST_LAWS = 8
"""How many laws have a file; the one not used for longest goes first."""

MOST_BYTES = 48 << 20
"""How large a file grows: some 400,000 situations; a board of hills has some 10,000."""

_MARK, _FORM = 0x68657863, 1  # which files are ours, and how they are written
_AT_ONCE = 900
_SECONDS = 2.0


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


class KeptRulings:
    """The rulings that are kept in a file, or nowhere."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def find(self, names: Sequence[str]) -> dict[str, Ruling]:
        """Find the rulings of those situations that are kept."""
        if self.path is None or not names or not self.path.exists():
            return {}

        def look_up(opened: sqlite3.Connection) -> dict[str, Ruling]:
            found: dict[str, Ruling] = {}
            for first in range(0, len(names), _AT_ONCE):
                some = names[first : first + _AT_ONCE]
                marks = ",".join("?" * len(some))
                rows = opened.execute(f"SELECT * FROM said WHERE situation IN ({marks})", some)
                found |= {row[0]: Ruling(*row[1:-1]) for row in rows if row[-1] == _sum(row[:-1])}
            return found

        return _opened(self.path, look_up) or {}

    def keep(self, said: Mapping[str, Ruling]) -> None:
        """Keep rulings, where there is room."""
        if self.path is None or not said:
            return
        if not self.path.exists():
            with suppress(OSError):
                _make_room(self.path.parent)
        rows = [(name, *each, _sum((name, *each))) for name, each in said.items()]

        def write(opened: sqlite3.Connection) -> None:
            opened.executemany("INSERT OR REPLACE INTO said VALUES (?,?,?,?,?,?,?,?)", rows)
            opened.commit()

        _opened(self.path, write)


def kept_under(lawbook: Lawbook) -> KeptRulings:
    """Give what is kept under a law."""
    folder = cache_folder()
    if folder is None:
        return KeptRulings(None)
    return KeptRulings(folder / PRECEDENTS / f"{lawbook.digest[:32]}-{_telling()}.sqlite")


@cache
def _telling() -> str:
    """Fingerprint how situations are told to the law: one told otherwise has to be asked again."""
    return digest_of([Path(situations.__file__).read_text(encoding="utf-8"), str(_FORM)])[:16]


def _opened(path: Path, use: Callable[[sqlite3.Connection], T]) -> T | None:
    """Use the file; whatever goes wrong with it, what was asked is answered by the law instead."""
    try:
        with closing(sqlite3.connect(path, timeout=_SECONDS)) as opened:
            _prepare(opened)
            return use(opened)
    except sqlite3.OperationalError:
        return None  # locked, full, or not to be written: nothing is kept this time
    except (sqlite3.Error, UnicodeError, TypeError, ValueError):
        with suppress(OSError):
            path.unlink()
        return None


def _prepare(opened: sqlite3.Connection) -> None:
    """Make a new file ours; refuse one that is not."""
    mark = opened.execute("PRAGMA application_id").fetchone()[0]
    empty = opened.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if mark != _MARK and not empty:
        raise sqlite3.DatabaseError("not a file of ours")
    page = opened.execute("PRAGMA page_size").fetchone()[0]
    opened.execute(f"PRAGMA max_page_count = {MOST_BYTES // page}")
    opened.execute("PRAGMA synchronous = OFF")  # what a crash may spoil is found out by its sums
    if empty:
        opened.execute(f"PRAGMA application_id = {_MARK}")
        opened.execute(
            "CREATE TABLE IF NOT EXISTS said (situation TEXT PRIMARY KEY, rule TEXT, doubt TEXT, "
            "hindrance INTEGER, layer INTEGER, ranged INTEGER, counted INTEGER, sum INTEGER) "
            "WITHOUT ROWID"
        )


def _make_room(folder: Path) -> None:
    """Make the folder, and leave room in it for the file of one more law."""
    folder.mkdir(parents=True, exist_ok=True)
    files = sorted(folder.glob("*.sqlite"), key=lambda each: each.stat().st_mtime)
    for each in files[: max(0, len(files) - MOST_LAWS + 1)]:
        each.unlink()


def _sum(row: Sequence[str | int]) -> int:
    told = (each if isinstance(each, str) else int(each) for each in row)
    return zlib.crc32("|".join(map(str, told)).encode())
