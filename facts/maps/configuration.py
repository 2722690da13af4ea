"""Reads board configurations (A2.1): small TOML files that say how boards lie edge to edge.

    north = "up"                  # where North lies on the diagram; up where it is left out
    rows = [
        ["bd01", "bd02 reversed"],
        ["bd03", "bd04"],
    ]

Rows run from the top, boards from the left. A board is the path of a VASL board archive, seen from the
folder of the file; ``reversed`` after it turns it by 180 degrees.
"""

from __future__ import annotations

import re
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Any

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.formats.importing import import_board
from hexcourt.facts.formats.text_files import read_toml_text
from hexcourt.facts.grid.coordinates import CoordinateError, parse_board_hex
from hexcourt.facts.maps.half_hexes import NORTHS
from hexcourt.facts.maps.joining import Section, join
from hexcourt.facts.maps.named_places import with_named_places
from hexcourt.facts.sizes import MOST_BOARDS, MOST_MAP_PIXELS

SUFFIX = ".toml"

REVERSED = "reversed"

_KEYS = ("north", "rows")
_SUCH_AS = 'rows = [["bd01", "bd02 reversed"]]'
_ID = re.compile("[A-Za-z0-9_.-]{1,20}")


def read_map(path: Path) -> Board:
    """Join the boards of a configuration; raises BadInput, naming file, board and mend."""
    told = _parsed(path)
    try:
        return _joined(path, told)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def _parsed(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(read_toml_text(path, "a configuration of boards"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: cannot be read as TOML: {error}; mend it there") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is no text in UTF-8; write the configuration as TOML") from None
    except RecursionError:
        raise BadInput(f"{path}: is nested too deep; write {_SUCH_AS}") from None


def _joined(path: Path, told: Mapping[str, Any]) -> Board:
    for key in told:
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, n=1, cutoff=0.5)
            mend = f"write {near[0]}" if near else f"it has {listed(_KEYS)} alone; leave this out"
            raise BadInput(f"{_shown(key)} is no key of a configuration; {mend}")
    north = told.get("north", NORTHS[0])
    if north not in NORTHS:
        raise BadInput(f"north is {_shown(north)}; write {listed(NORTHS, 'or')}")
    rows = _rows(told.get("rows"))
    sections: list[list[Section]] = []
    pixels = 0
    for row, line in enumerate(rows, 1):
        sections.append([])
        for at, text in enumerate(line, 1):
            section = _section(path.parent, text, f"row {row}, place {at}")
            pixels += section.board.raster.terrain.size if section.board.raster else 0
            if pixels > MOST_MAP_PIXELS:
                raise BadInput(
                    f"row {row}, place {at}: the drawings have more than {MOST_MAP_PIXELS} pixels in "
                    "all; join fewer boards"
                )
            sections[-1].append(section)
    return join(sections, north, path.stem)


def _section(folder: Path, text: str, where: str) -> Section:
    """Open a board as the configuration names it."""
    name, turned = text.strip(), False
    words = name.rsplit(maxsplit=1)
    if len(words) == 2 and not _is_file(folder / name):
        name, last = words
        turned = last == REVERSED
        if not turned and _is_file(folder / name):
            raise BadInput(
                f"{where}: {_shown(last)} after {name} is unknown; write {REVERSED} or nothing"
            )
        name = name if turned else text.strip()
    board = _archive(folder, name, where)
    return Section(board, _board_id(board, where), turned)


def _archive(folder: Path, name: str, where: str) -> Board:
    path = folder / name
    if not _is_file(path):
        near = get_close_matches(path.name, _files(path.parent), n=1, cutoff=0.6)
        mend = f"did you mean {near[0]}?" if near else "give the path of a VASL board archive"
        raise BadInput(f"{where}: there is no board {_shown(name)} beside the file; {mend}")
    if not zipfile.is_zipfile(path):
        raise BadInput(f"{where}: {_shown(name)} is no VASL board archive (a zip); name one")
    return with_named_places(import_board(path))


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


def _board_id(board: Board, where: str) -> str:
    """Give the board's number as A2.2 writes it: without the zeros before it."""
    found = board.name.removeprefix("bd").lstrip("0") or board.name
    try:
        if str(parse_board_hex(f"[{found}]A1").board) == found and _ID.fullmatch(found):
            return found
    except CoordinateError:
        pass
    raise BadInput(
        f"{where}: the archive calls its board {_shown(board.name)}, which no coordinate can name; "
        "mend the name in its BoardMetadata.xml"
    )


def _rows(told: object) -> Sequence[Sequence[str]]:
    if told is None:
        raise BadInput(f"rows are missing; write such as {_SUCH_AS}")
    if not isinstance(told, list) or not all(isinstance(each, list) for each in told):
        raise BadInput(f"rows is no list of lists; write such as {_SUCH_AS}")
    for number, row in enumerate(told, 1):
        for each in row:
            if not isinstance(each, str) or not each.strip():
                raise BadInput(
                    f"row {number} has {_shown(each)} for a board; write its path in quotes"
                )
        if len(row) != len(told[0]) or not row:
            raise BadInput(
                f"row {number} has {len(row)} boards and row 1 has {len(told[0])}; give every row as "
                "many, one at least"
            )
    boards = sum(map(len, told))
    if not 0 < boards <= MOST_BOARDS:
        raise BadInput(f"the map has {boards} boards; give 1 to {MOST_BOARDS}")
    return told


def _shown(value: object) -> str:
    return repr(value)[:60]
