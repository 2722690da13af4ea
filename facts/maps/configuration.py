"""Reads the configuration of a map (A2.1): a small TOML file that says how boards lie edge to edge, and
what a scenario does to them.

    north = "up"                  # where North lies on the diagram; up where it is left out
    rows = [
        ["bd01", "bd02 reversed"],
        [{ board = "bd03", crop = [0, 0, 900, -1], changes = ["NoRoads"] }, "bd04 reversed"],
    ]
    overlays = [{ name = "o2", board = "1", hexes = ["K5", "K6"] }]
    changes = ["woods -> orchard"]           # of the whole map
    play = ["hexrows A-P"]                   # what is in play
    [areas]
    "north bank" = "hexrows A-K"             # docs/reference/areas.md

Rows run from the top, boards from the left. Here are the keys and what kind of thing each has; what the
parts mean is read by a module each, and ``laying`` lays the map.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.files import read_toml_text, toml_mend
from hexcourt.facts.boards.records import AREA_NAME
from hexcourt.facts.boards.sizes import (
    LARGEST_SIDE,
    LONGEST_MAP_LINE,
    MOST_AREAS,
    MOST_BOARDS,
    MOST_MAP_LINES,
    MOST_OVERLAYS,
)
from hexcourt.facts.formats.read_board import NORTHS
from hexcourt.facts.geometry.coordinates import board_number
from hexcourt.facts.maps.overlays.archives import NAME

# --- Shared checks --------------------------------------------------------------------------------


SUFFIX = ".toml"
"""How files of maps, and scenario cards, end."""


def refuse_unknown_keys(
    told: Iterable[str], known: Sequence[str], whose: str, where: str = ""
) -> None:
    """Raise BadInput for a key that ``whose`` table does not have, with the nearest that it has."""
    for key in told:
        if key not in known:
            near = get_close_matches(key, known, n=1, cutoff=0.5)
            mend = f"write {near[0]}" if near else f"it has {listed(known)} alone; leave this out"
            raise BadInput(f"{where}{shown_value(key)} is no key of {whose}; {mend}")


def texts(told: object, what: str) -> tuple[str, ...]:
    """Read a list of texts, empty lines left out."""
    if not isinstance(told, list):
        raise BadInput(f"{what} is {shown_value(told)}; write a list of texts in quotes")
    if len(told) > MOST_MAP_LINES:
        raise BadInput(f"{what} has {len(told)} texts; give {MOST_MAP_LINES} at most")
    for each in told:
        if not isinstance(each, str) or not each.strip():
            raise BadInput(f"{what} has {shown_value(each)}; write a text in quotes")
        if len(each) > LONGEST_MAP_LINE:
            raise BadInput(
                f"{what} has a text of {len(each)} characters; give {LONGEST_MAP_LINE} at most"
            )
    return tuple(each.strip() for each in told)


def shown_value(value: object) -> str:
    """Write a value so that it fits into a sentence; nothing is what was left out."""
    return "missing" if value is None else repr(value)[:60]


# --- Areas (``[areas]``) --------------------------------------------------------------------------
#
#     [areas]
#     "north bank" = "on or north of hexgrain A5-GG5"
#     "the entry" = ["east edge of board 3", "within 2 hexes of 3GG5"]     # any of these
#
# The sentences are read to see whether they are understood; their hexes are found as the board is
# opened.


Sentences = Mapping[str, tuple[str, ...]]
"""What each named area is said to be: any of some sentences."""


def read_areas(told: object, where: str = "areas") -> Sentences:
    """Read ``[areas]``, as TOML gives it; raises BadInput naming the area and the mend."""
    if not told and told in (None, {}):
        return MappingProxyType({})
    if not isinstance(told, Mapping):
        raise BadInput(
            f"{where} is {shown_value(told)}; write a table such as [areas] with "
            'north_bank = "hexrows A-K"'
        )
    return checked_areas({name: _sentences(name, each) for name, each in told.items()})


def checked_areas(told: Mapping[str, Sequence[str]], known: Sequence[str] = ()) -> Sentences:
    """Check names and sentences of areas, which may name each other and some that are ``known``."""
    if len(told) > MOST_AREAS:
        raise BadInput(f"there are {len(told)} areas; give {MOST_AREAS} at most")
    from hexcourt.facts.areas.read_sentences import read_area  # it takes some time to import

    names = (*told, *known)
    for name, sentences in told.items():
        check_name(name)
        for each in sentences:
            try:
                read_area(each, names)
            except BadInput as error:
                raise BadInput(f"area {name}: {error}") from None
    return MappingProxyType({name: tuple(sentences) for name, sentences in told.items()})


def check_name(name: str) -> None:
    """Refuse names that no sentence could be told apart from."""
    if not re.fullmatch(AREA_NAME, name):
        raise BadInput(
            f"area {shown_value(name)}: is no name; write up to 40 letters, digits, blanks, _ and -"
        )
    from hexcourt.facts.areas.tokens import lexicon, names_terrain

    words = re.findall("[a-z]+|[^a-z ]", name.lower())
    if (all(each in lexicon() for each in words) and not names_terrain(name)) or (
        name[-1].isdigit() and name.isupper()
    ):
        such = f"{words[0]}_area"
        raise BadInput(
            f"area {name}: its name may be read as part of a sentence; write such as {such}"
        )


def is_name(name: str) -> bool:
    """Return whether an area may have a name."""
    try:
        check_name(name)
    except BadInput:
        return False
    return True


def _sentences(name: str, told: object) -> tuple[str, ...]:
    """Read the sentence of an area, or a list of them."""
    found = [each for each in (told if isinstance(told, list) else [told]) if isinstance(each, str)]
    if not found or not all(map(str.strip, found)) or (isinstance(told, list) and found != told):
        raise BadInput(
            f"area {shown_value(name)} is {shown_value(told)}; write a sentence in quotes, or a "
            "list of them"
        )
    return tuple(each.strip() for each in found)


# --- Boards (``rows``) ----------------------------------------------------------------------------
#
# A board is a text, ``"bd02 reversed"``, or a table that says more of it::
#
#     { board = "bd03", reversed = true, crop = [928, 0, 872, -1], changes = ["NoRoads"], version =
# "6.1" }


REVERSED = "reversed"

_SUCH_AS = 'rows = [["bd01", "bd02 reversed"]]'
_KEYS_board_entries = ("board", REVERSED, "crop", "changes", "version")

Crop = tuple[int, int, int, int]
"""A rectangle of the board as it is printed, in pixels: left, top, width and height, -1 for the rest."""


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A board as a configuration tells it.

    ``text`` names it, and may end in ``reversed`` where it was told as a text; ``reversed`` is nothing
    then. ``where`` is its place in the configuration, as sentences call it.
    """

    text: str
    where: str
    reversed: bool | None = None
    crop: Crop | None = None
    changes: tuple[str, ...] = ()
    version: str | None = None


def read_rows(told: object) -> tuple[tuple[BoardEntry, ...], ...]:
    """Read ``rows``, as TOML gives them."""
    if told is None:
        raise BadInput(f"rows are missing; write such as {_SUCH_AS}")
    if not isinstance(told, list) or not all(isinstance(each, list) for each in told):
        raise BadInput(f"rows is no list of lists; write such as {_SUCH_AS}")
    for number, row in enumerate(told, 1):
        if not row:
            raise BadInput(f"row {number} has 0 boards; give every row one at least")
    boards = sum(map(len, told))
    if not 0 < boards <= MOST_BOARDS:
        raise BadInput(f"the map has {boards} boards; give 1 to {MOST_BOARDS}")
    return tuple(
        tuple(_entry(each, number, place) for place, each in enumerate(row, 1))
        for number, row in enumerate(told, 1)
    )


def _entry(told: object, row: int, place: int) -> BoardEntry:
    where = f"row {row}, place {place}"
    if isinstance(told, str) and told.strip():
        return BoardEntry(told.strip(), where)
    if isinstance(told, Mapping):
        return _from_table(told, where)
    raise BadInput(
        f"row {row} has {shown_value(told)} for a board; write its path in quotes, or a table "
        '{ board = "bd01" }'
    )


def _from_table(told: Mapping[str, object], where: str) -> BoardEntry:
    refuse_unknown_keys(told, _KEYS_board_entries, "a board", f"{where}: ")
    board = told.get("board")
    if not isinstance(board, str) or not board.strip():
        raise BadInput(f'{where}: board is {shown_value(board)}; write board = "bd01"')
    turned = told.get(REVERSED, False)
    if not isinstance(turned, bool):
        raise BadInput(f"{where}: {REVERSED} is {shown_value(turned)}; write true or false")
    version = told.get("version")
    if version is not None and not isinstance(version, str):
        raise BadInput(f'{where}: version is {shown_value(version)}; write such as "6.1"')
    return BoardEntry(
        text=board.strip(),
        where=where,
        reversed=turned,
        crop=_crop(told.get("crop"), where),
        changes=texts(told.get("changes", []), f"{where}: changes"),
        version=version,
    )


def _crop(told: object, where: str) -> Crop | None:
    if told is None:
        return None
    numbers = told if isinstance(told, list) else []
    if len(numbers) != 4 or not all(type(each) is int for each in numbers):
        raise BadInput(
            f"{where}: crop is {shown_value(told)}; write left, top, width and height in pixels "
            "such as [928, 0, 872, -1], -1 for all that is left"
        )
    left, top, width, height = numbers
    if not (0 <= left <= LARGEST_SIDE and 0 <= top <= LARGEST_SIDE):
        raise BadInput(
            f"{where}: crop begins at {left}, {top}; write pixels from 0 to {LARGEST_SIDE}"
        )
    for what, size in (("width", width), ("height", height)):
        if size != -1 and not 0 < size <= LARGEST_SIDE:
            raise BadInput(
                f"{where}: crop has the {what} {size}; write 1 to {LARGEST_SIDE}, or -1 for all that "
                "is left"
            )
    return left, top, width, height


# --- Overlays (A2.7) ------------------------------------------------------------------------------
#
# ``overlays`` is a list of tables::
#
#     overlays = [
#         { name = "o2", board = "1", hexes = ["K5", "K6"] },
#         { name = "x11", board = "2a", hexes = ["C3", "D3"], archive = "more/ovrX", upper_levels = 1 },
#     ]
#
# ``hexes`` are those on which the overlay's hexes 1 and 2 lie, as the board by itself calls them;
# they may
# be left out of overlays that bear the coordinates of their place.


_KEYS_overlay_entries = ("name", "board", "hexes", "archive", "upper_levels")
_SUCH_AS_overlay_entries = '{ name = "o2", board = "1", hexes = ["K5", "K6"] }'

MOST_UPPER_LEVELS = 4
"""The most upper levels of a building."""


@dataclass(frozen=True, slots=True)
class OverlayEntry:
    """An overlay as a configuration tells it: where its hexes 1 and 2 lie on which board.

    ``hexes`` are nothing where its own place is meant, ``archive`` where it lies by the overlay's name;
    ``upper_levels`` are those of its buildings, if they are told. ``where`` is what sentences call it.
    """

    name: str
    board: str
    hexes: tuple[str, str] | None
    archive: str | None
    upper_levels: int | None
    where: str


def read_overlays(told: object) -> tuple[OverlayEntry, ...]:
    """Read ``overlays``, as TOML gives them."""
    if told is None:
        return ()
    if not isinstance(told, list):
        raise BadInput(
            f"overlays is {shown_value(told)}; write a list of such as {_SUCH_AS_overlay_entries}"
        )
    if len(told) > MOST_OVERLAYS:
        raise BadInput(f"the map has {len(told)} overlays; give {MOST_OVERLAYS} at most")
    return tuple(_entry_overlay_entries(each, number) for number, each in enumerate(told, 1))


def read_overlay_folder(told: object) -> str | None:
    """Read ``overlay_folder``: where archives of overlays lie, seen from the folder of the map."""
    if told is None or (isinstance(told, str) and told.strip()):
        return told
    raise BadInput(f"overlay_folder is {shown_value(told)}; write the path of a folder in quotes")


def _entry_overlay_entries(told: object, number: int) -> OverlayEntry:
    where = f"overlay {number}"
    if not isinstance(told, Mapping):
        raise BadInput(
            f"{where} is {shown_value(told)}; write a table such as {_SUCH_AS_overlay_entries}"
        )
    refuse_unknown_keys(told, _KEYS_overlay_entries, "an overlay", f"{where}: ")
    name = told.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name.strip().lower()):
        raise BadInput(f'{where}: name is {shown_value(name)}; write such as "o2"')
    where = f"{where}, {name.strip().lower()}"
    board = told.get("board")
    if not isinstance(board, str) or not board.strip():
        raise BadInput(f'{where}: board is {shown_value(board)}; write the board\'s number as "1"')
    archive = told.get("archive")
    if archive is not None and (not isinstance(archive, str) or not archive.strip()):
        raise BadInput(f"{where}: archive is {shown_value(archive)}; write its path in quotes")
    levels = told.get("upper_levels")
    if levels is not None and (type(levels) is not int or not 0 <= levels <= MOST_UPPER_LEVELS):
        raise BadInput(
            f"{where}: upper_levels is {shown_value(levels)}; write 0 to {MOST_UPPER_LEVELS}, the "
            "levels above ground of its buildings"
        )
    return OverlayEntry(
        name=name.strip().lower(),
        board=board_number(board.strip()),
        hexes=_hexes(told.get("hexes"), where),
        archive=archive,
        upper_levels=levels,
        where=where,
    )


def _hexes(told: object, where: str) -> tuple[str, str] | None:
    if told is None:
        return None
    names = told if isinstance(told, list) else []
    if not 1 <= len(names) <= 2 or not all(isinstance(each, str) for each in names):
        raise BadInput(
            f"{where}: hexes is {shown_value(told)}; write the two on which its hexes 1 and 2 lie, such "
            'as ["K5", "K6"]'
        )
    return names[0].strip(), names[-1].strip()


_KEYS = ("north", "rows", "overlays", "overlay_folder", "changes", "play", "areas")


@dataclass(frozen=True)
class Configuration:
    """A map as a file tells it: nothing opened yet, nothing changed. ``north`` may be untold."""

    north: str
    rows: tuple[tuple[BoardEntry, ...], ...]
    overlays: tuple[OverlayEntry, ...]
    overlay_folder: str | None
    changes: tuple[str, ...]
    play: tuple[str, ...]
    areas: Mapping[str, tuple[str, ...]]


def read_configuration(path: Path) -> Configuration:
    """Read a configuration; raises BadInput, naming file, part and mend."""
    try:
        return configuration_of(_parsed(path))
    except BadInput as error:
        if str(error).startswith(f"{path}: "):
            raise
        raise BadInput(f"{path}: {error}") from None


def configuration_of(told: Mapping[str, Any]) -> Configuration:
    """Read what TOML gives of a configuration."""
    refuse_unknown_keys(told, _KEYS, "a configuration")
    north = told.get("north", "")
    if "north" in told and north not in NORTHS:
        raise BadInput(f"north is {shown_value(north)}; write {listed(NORTHS, 'or')}")
    return Configuration(
        north=north,
        rows=read_rows(told.get("rows")),
        overlays=read_overlays(told.get("overlays")),
        overlay_folder=read_overlay_folder(told.get("overlay_folder")),
        changes=texts(told.get("changes", []), "changes"),
        play=texts(told.get("play", []), "play"),
        areas=read_areas(told.get("areas")),
    )


def _parsed(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(read_toml_text(path, "a configuration of boards"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: cannot be read as TOML: {error}; {toml_mend(error)}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is no text in UTF-8; write the configuration as TOML") from None
    except RecursionError:
        raise BadInput(
            f'{path}: is nested too deep; write such as rows = [["bd01", "bd02 reversed"]]'
        ) from None
