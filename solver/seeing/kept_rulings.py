"""Keeps on disk what the law has said of situations, for other boards, processes and days.

There is a file for each law, in the user's cache (``facts/keeping.py``). It is only a copy of what the
law says, and is never believed where it is not what was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hexcourt.facts.caching import PRECEDENTS, cache_folder
from hexcourt.facts.digests import digest_of
from hexcourt.facts.keeping import KeptFile, check_sum
from hexcourt.facts.lines import situations
from hexcourt.solver.statutes.lawbook import Lawbook

if TYPE_CHECKING:
    from sqlite3 import Connection

MOST_LAWS = 8
"""How many laws have a file; the one not used for longest goes first."""

MOST_BYTES = 48 << 20
"""How large a file grows: some 400,000 situations; a board of hills has some 10,000."""

_FORM = 1  # how the files are written
_AT_ONCE = 900
_TABLE = (
    "said (situation TEXT PRIMARY KEY, rule TEXT, doubt TEXT, hindrance INTEGER, layer INTEGER, "
    "ranged INTEGER, counted INTEGER, sum INTEGER) WITHOUT ROWID"
)


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

        def look_up(opened: Connection) -> dict[str, Ruling]:
            found: dict[str, Ruling] = {}
            for first in range(0, len(names), _AT_ONCE):
                some = names[first : first + _AT_ONCE]
                marks = ",".join("?" * len(some))
                rows = opened.execute(f"SELECT * FROM said WHERE situation IN ({marks})", some)
                found |= {
                    row[0]: Ruling(*row[1:-1]) for row in rows if row[-1] == check_sum(row[:-1])
                }
            return found

        return _file(self.path).use(look_up) or {}

    def keep(self, said: Mapping[str, Ruling]) -> None:
        """Keep rulings, where there is room."""
        if self.path is None or not said:
            return
        file = _file(self.path)
        file.make_room()
        rows = [(name, *each, check_sum((name, *each))) for name, each in said.items()]

        def write(opened: Connection) -> None:
            opened.executemany("INSERT OR REPLACE INTO said VALUES (?,?,?,?,?,?,?,?)", rows)
            opened.commit()

        file.use(write)


def _file(path: Path) -> KeptFile:
    return KeptFile(path, _TABLE, MOST_BYTES, MOST_LAWS)


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
