"""Keeps on disk what was read in the law, which takes long to parse.

There is a file for each law, by its digest, in the user's cache (``facts/keeping.py``). It is only a
copy of what can be read again, and is never believed where it is not what was written.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexcourt.facts.caching import LAW, cache_folder
from hexcourt.facts.digests import digest_of
from hexcourt.facts.keeping import KeptFile, check_sum
from hexcourt.solver.statutes.lawbook import Lawbook

if TYPE_CHECKING:
    from sqlite3 import Connection

MOST_LAWS = 16
"""How many laws have a file; the one not used for longest goes first."""

MOST_BYTES = 8 << 20
"""How large a file grows: some 300 KiB for each profile."""

_READ_BY = (
    "declarations.py",
    "firing.py",
    "kinds.py",
    "program.py",
    "reasons.py",
    "sorts.py",
    "statute.py",
)
_TABLE = "read (name TEXT PRIMARY KEY, told TEXT, sum INTEGER)"


def kept_reading(lawbook: Lawbook, name: str, read: Callable[[], Any]) -> Any:
    """Give what was read in a law before, by a name; else read it now, and keep it.

    It is of lists, texts and numbers.
    """
    folder = cache_folder()
    if folder is None:
        return read()
    file = KeptFile(
        folder / LAW / f"{lawbook.digest[:32]}-{_readers()}.sqlite", _TABLE, MOST_BYTES, MOST_LAWS
    )

    def look_up(opened: Connection) -> Any:
        row = opened.execute("SELECT * FROM read WHERE name = ?", [name]).fetchone()
        return json.loads(row[1]) if row and check_sum(row[:-1]) == row[-1] else None

    found = file.use(look_up) if file.path.exists() else None
    if found is not None:
        return found
    found = read()
    told = json.dumps(found, separators=(",", ":"))

    def keep(opened: Connection) -> None:
        row = (name, told, check_sum((name, told)))
        opened.execute("INSERT OR REPLACE INTO read VALUES (?,?,?)", row)
        opened.commit()

    file.make_room()
    file.use(keep)
    return found


@cache
def _readers() -> str:
    """Fingerprint what reads the law: what was read otherwise has to be read again."""
    here = Path(__file__).parent
    return digest_of((here / each).read_text(encoding="utf-8") for each in _READ_BY)[:16]
