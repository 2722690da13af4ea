"""Finds the archives of boards in folders: ``01``, ``bd01``, ``bd01 reversed``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from hexcourt.facts.boards.embedded import embedded_names
from hexcourt.facts.errors import BadInput
from hexcourt.facts.maps.board_entries import REVERSED, BoardEntry
from hexcourt.facts.maps.configuration import Configuration
from hexcourt.facts.showing import shown


def checked_folders(folders: Sequence[str | Path]) -> tuple[Path, ...]:
    """Give folders of archives as paths; raises BadInput where one is not there."""
    for each in folders:
        if not _is(Path.is_dir, Path(each)):
            name = shown(str(each))
            raise BadInput(f"{name}: there is no such folder; name that of your board archives")
    return tuple(map(Path, folders))


def found_boards(told: Configuration, folders: Sequence[Path]) -> Configuration:
    """Give a map with the paths of its boards, looked for in some folders, the first first. What is
    found nowhere stays as it was written.
    """
    rows = tuple(tuple(_found(each, folders) for each in row) for row in told.rows)
    return replace(told, rows=rows)


def archive_in(folders: Sequence[Path], name: str) -> Path | None:
    """Find the archive of a board in some folders; None where it lies in none of them."""
    calls = dict.fromkeys((name, f"bd{name}", f"bd{name.zfill(2)}"))
    paths = (folder / each for folder in folders for each in calls if each)
    return next((each.absolute() for each in paths if _is(Path.is_file, each)), None)


def _found(entry: BoardEntry, folders: Sequence[Path]) -> BoardEntry:
    name, turned = entry.text, entry.reversed
    words = name.rsplit(maxsplit=1)
    if turned is None and len(words) == 2 and words[1] == REVERSED:
        name, turned = words[0], True
    path = None if name in embedded_names() else archive_in(folders, name)
    return entry if path is None else replace(entry, text=str(path), reversed=bool(turned))


def _is(what: Callable[[Path], bool], path: Path) -> bool:
    try:
        return what(path)
    except (OSError, ValueError):  # a name that no file can have
        return False
