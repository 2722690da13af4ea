"""Opens the boards that a configuration names."""

from __future__ import annotations

import re
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.embedded import embedded_board, embedded_names
from hexcourt.facts.boards.reading_boards import read_board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.archive import Archive, read_archive
from hexcourt.facts.formats.importing import title_of
from hexcourt.facts.formats.text_files import read_bytes
from hexcourt.facts.formats.zip_files import is_zip
from hexcourt.facts.grid.coordinates import CoordinateError, board_number, parse_board_hex
from hexcourt.facts.maps.board_entries import REVERSED, BoardEntry
from hexcourt.facts.maps.told import shown_value
from hexcourt.facts.sizes import LARGEST_ARCHIVE

_ID = re.compile("[A-Za-z0-9_.-]{1,20}")


def open_archive(folder: Path, entry: BoardEntry) -> tuple[Archive, bool]:
    """Open the archive of an entry, and tell whether it lies reversed."""
    name, turned = _name_and_turn(folder, entry)
    path = folder / name
    if not _is_file(path):
        near = get_close_matches(path.name, _files(path.parent), n=1, cutoff=0.6)
        mend = (
            f"did you mean {near[0]}?"
            if near
            else ("give the path of a VASL board archive, or its folder by --boards")
        )
        raise BadInput(
            f"{entry.where}: there is no board {shown_value(name)} beside the file; {mend}"
        )
    content = read_bytes(path, LARGEST_ARCHIVE, "a VASL board archive")
    if not is_zip(content):
        raise BadInput(
            f"{entry.where}: {shown_value(name)} is no VASL board archive (a zip); name one"
        )
    return read_archive(path, content), turned


def open_facts(folder: Path, entry: BoardEntry) -> Board | None:
    """Open the board of an entry that names an embedded board or a facts file, nothing for another."""
    name, turned = _name_and_turn(folder, entry)
    path = folder / name
    is_file = _is_file(path)
    if not is_file and name in embedded_names():
        found = embedded_board(name)
    elif is_file and path.suffix.lower() == ".lp":
        found = read_board(path)
    else:
        return None
    if turned:
        raise BadInput(
            f"{entry.where}: {name} is told by facts, and cannot be reversed; leave that out"
        )
    if found.raster is not None:
        raise BadInput(f"{entry.where}: {name} is drawn as pixels; give the archive that it is of")
    return found


def board_id(archive: Archive, where: str) -> str:
    """Give the board's number as A2.2 writes it: without the zeros before it."""
    title = title_of(archive)
    found = board_number(title)
    try:
        if str(parse_board_hex(f"[{found}]A1").board) == found and _ID.fullmatch(found):
            return found
    except CoordinateError:
        pass
    raise BadInput(
        f"{where}: the archive calls its board {shown_value(title)}, which no coordinate can name; "
        "mend the name in its BoardMetadata.xml"
    )


def _name_and_turn(folder: Path, entry: BoardEntry) -> tuple[str, bool]:
    """Part ``bd02 reversed``, unless there is a file of that very name."""
    name, words = entry.text, entry.text.rsplit(maxsplit=1)
    if entry.reversed is not None:
        return name, entry.reversed
    if len(words) < 2 or _is_file(folder / name):
        return name, False
    first, last = words
    if last == REVERSED:
        return first, True
    if _is_file(folder / first):
        raise BadInput(
            f"{entry.where}: {shown_value(last)} after {first} is unknown; write {REVERSED} or nothing"
        )
    return name, False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _files(folder: Path) -> list[str]:
    """List some files that a misspelt name may mean."""
    try:
        return sorted(each.name for each in islice(folder.iterdir(), 500))
    except (OSError, ValueError):
        return []
