"""Where the program keeps what it has worked out already, for later runs: a folder of the user's own.

What is kept there is only ever a copy of what can be worked out again, so it may be cleared at any time.
The variable of the environment ``HEXCOURT_CACHE`` names another folder, or says ``off``.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "HEXCOURT_CACHE"
OFF = "off"

PRECEDENTS, LAW, CHECKS, EXAMINED = "precedents", "law", "checks", "examined"
"""The folders in it: what the law has said of situations, the law as it was read, how checks of
scenario cards came out, and what searches of bounded worlds found.
"""

_FOLDERS = (PRECEDENTS, LAW, CHECKS, EXAMINED)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept in one folder of the cache: so many files, of so many bytes together."""

    folder: str
    files: int
    bytes: int


def cache_folder() -> Path | None:
    """Give the folder to keep things in, which need not be there yet; None where nothing is kept."""
    told = os.environ.get(VARIABLE, "")
    if told.lower() == OFF:
        return None
    if told:
        return Path(told)
    from platformdirs import user_cache_path  # it takes some time to import

    return user_cache_path("hexcourt", appauthor=False)


def keep_nothing() -> None:
    """Have this process, and those that it starts, keep nothing and look nothing up."""
    os.environ[VARIABLE] = OFF


def all_kept() -> list[Kept]:
    """Tell what each folder of the cache holds."""
    found = []
    for folder in _FOLDERS:
        sizes = [each.stat().st_size for each in _files(folder)]
        found.append(Kept(folder, len(sizes), sum(sizes)))
    return found


def clear() -> None:
    """Remove the files of the folders of the cache, and no others."""
    for folder in _FOLDERS:
        for each in _files(folder):
            with suppress(FileNotFoundError):  # another program may have cleared it
                each.unlink()


def _files(folder: str) -> list[Path]:
    parent = cache_folder()
    if parent is None or not (parent / folder).is_dir():
        return []
    return sorted(each for each in (parent / folder).iterdir() if each.is_file())
