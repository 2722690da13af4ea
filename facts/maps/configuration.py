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

Rows run from the top, boards from the left. ``map_schema.json`` lists the keys and what each may hold;
what the parts mean is read by a module each, and ``compose_map`` puts the map together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hexcourt.facts.base.errors import BadInput, shown_value
from hexcourt.facts.base.files import package_text, read_toml
from hexcourt.facts.base.json_schema import Place, Schema, check, named, read_schema
from hexcourt.facts.boards.records import AREA_NAME
from hexcourt.facts.boards.sizes import MAX_AREAS, MAX_BOARDS
from hexcourt.facts.formats.kinds import MAP, expecting
from hexcourt.facts.geometry.coordinates import board_number

_CHECK = expecting("a configuration of boards (.toml)", MAP)

SUFFIX = ".toml"
"""How files of maps, and scenario cards, end."""

REVERSED = "reversed"

Crop = tuple[int, int, int, int]
"""A rectangle of the board as it is printed, in pixels: left, top, width and height, -1 for the rest."""

Sentences = Mapping[str, tuple[str, ...]]
"""What each named area is said to be: any of some sentences."""

Table = Mapping[str, Any]
"""A table of TOML whose shape is checked."""


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A board as a configuration tells it.

    ``text`` names it, and may end in ``reversed`` where it was given as a text; ``reversed`` is
    nothing then. ``where`` is its place in the configuration, as sentences call it.
    """

    text: str
    where: str
    reversed: bool | None = None
    crop: Crop | None = None
    changes: tuple[str, ...] = ()
    version: str | None = None


@dataclass(frozen=True, slots=True)
class OverlayEntry:
    """An overlay as a configuration tells it: where its hexes 1 and 2 lie on which board (A2.7).

    ``hexes`` are those of the board by itself, or None where the overlay bears the coordinates of its
    place. ``archive`` is None where it lies by the overlay's name; ``upper_levels`` are those of its
    buildings, if they are given. ``where`` is what sentences call it.
    """

    name: str
    board: str
    hexes: tuple[str, str] | None
    archive: str | None
    upper_levels: int | None
    where: str


@dataclass(frozen=True)
class Configuration:
    """A map as a file tells it: nothing opened yet, nothing changed. ``north`` may be untold."""

    north: str
    rows: tuple[tuple[BoardEntry, ...], ...]
    overlays: tuple[OverlayEntry, ...]
    overlay_folder: str | None
    changes: tuple[str, ...]
    play: tuple[str, ...]
    areas: Sentences


def read_configuration(path: Path, text: str | None = None) -> Configuration:
    """Read a configuration, or its ``text`` if that was read before; raises BadInput, naming file, part
    and mend.
    """
    try:
        if text is not None:
            _CHECK.look(path, text.encode())
        return configuration_of(read_toml(path, "a configuration of boards", _CHECK, text=text))
    except BadInput as error:
        if str(error).startswith(f"{path}: "):
            raise
        raise BadInput(f"{path}: {error}") from None


def configuration_of(document: Table) -> Configuration:
    """Check and read what TOML gives of a configuration."""
    check(_schema(), document, (), _refusal)
    areas = document.get("areas", {})
    return Configuration(
        north=document.get("north", ""),
        rows=read_rows(document["rows"]),
        overlays=read_overlays(document.get("overlays", ())),
        overlay_folder=document.get("overlay_folder"),
        changes=texts(document.get("changes", ())),
        play=texts(document.get("play", ())),
        areas=checked_areas({name: texts(each) for name, each in areas.items()}),
    )


@cache
def _schema() -> Schema:
    return read_schema(package_text("hexcourt.facts.maps", "map_schema.json"))


def _refusal(place: Place, sentence: str) -> BadInput:
    """Return the error about a place of a configuration."""
    match place:
        case ("rows", int(row), int(number), *inner):
            where = f"row {row + 1}, place {number + 1}"
        case ("rows", int(row)):
            where, inner = f"row {row + 1}", []
        case ("overlays", int(number), *inner):
            where = f"overlay {number + 1}"
        case ("areas", str(name), *inner):
            where = f"area {shown_value(name)}"
        case _:
            return BadInput(sentence)
    if not inner and sentence.startswith(f"{named(place)} "):
        return BadInput(where + sentence.removeprefix(named(place)))
    return BadInput(f"{where}: {sentence}")


def texts(some: str | Sequence[str]) -> tuple[str, ...]:
    """Return a text, or several, without blanks round them."""
    return tuple(each.strip() for each in ([some] if isinstance(some, str) else some))


# --- Boards and overlays --------------------------------------------------------------------------


def read_rows(rows: Sequence[Sequence[str | Table]]) -> tuple[tuple[BoardEntry, ...], ...]:
    """Read the boards of a map whose shape is checked, by rows from the top."""
    boards = sum(map(len, rows))
    if not 0 < boards <= MAX_BOARDS:
        raise BadInput(f"the map has {boards} boards; give 1 to {MAX_BOARDS}")
    return tuple(
        tuple(_board(each, f"row {row}, place {place}") for place, each in enumerate(boards, 1))
        for row, boards in enumerate(rows, 1)
    )


def _board(entry: str | Table, where: str) -> BoardEntry:
    if isinstance(entry, str):
        return BoardEntry(entry.strip(), where)
    left, top, width, height = crop = tuple(entry.get("crop", (0, 0, -1, -1)))
    if min(left, top) < 0 or 0 in (width, height):
        raise BadInput(
            f"{where}: crop is {list(crop)}; write left, top, width and height in pixels such as "
            "[928, 0, 872, -1], -1 for all that is left"
        )
    return BoardEntry(
        text=entry["board"].strip(),
        where=where,
        reversed=entry.get(REVERSED, False),
        crop=(left, top, width, height) if "crop" in entry else None,
        changes=texts(entry.get("changes", ())),
        version=entry.get("version"),
    )


def read_overlays(overlays: Sequence[Table]) -> tuple[OverlayEntry, ...]:
    """Read the overlays of a map whose shape is checked, in the order in which they are placed."""
    return tuple(_overlay(each, number) for number, each in enumerate(overlays, 1))


def _overlay(entry: Table, number: int) -> OverlayEntry:
    hexes = texts(entry.get("hexes", ()))
    name = re.sub("^ovr(?=.)", "", entry["name"].strip().lower())  # as files of players are called
    return OverlayEntry(
        name=name,
        board=board_number(entry["board"].strip()),
        hexes=(hexes[0], hexes[-1]) if hexes else None,
        archive=entry.get("archive"),
        upper_levels=entry.get("upper_levels"),
        where=f"overlay {number}, {name}",
    )


# --- Areas ----------------------------------------------------------------------------------------
#
# Their sentences are read to see whether they are understood; their hexes are found as the board is
# opened.


def read_areas(areas: object) -> Sentences:
    """Read a table ``[areas]`` of TOML; raises BadInput naming the area and the mend."""
    check(_schema()["properties"]["areas"], areas, ("areas",), _refusal)
    assert isinstance(areas, Mapping)
    return checked_areas({name: texts(each) for name, each in areas.items()})


def checked_areas(areas: Mapping[str, Sequence[str]], known: Sequence[str] = ()) -> Sentences:
    """Check names and sentences of areas, which may name each other and some that are ``known``."""
    if len(areas) > MAX_AREAS:
        raise BadInput(f"there are {len(areas)} areas; give {MAX_AREAS} at most")
    from hexcourt.facts.areas.read_sentences import read_area  # it takes some time to import

    for name, sentences in areas.items():
        check_name(name)
        for each in sentences:
            try:
                read_area(each, (*areas, *known))
            except BadInput as error:
                raise BadInput(f"area {name}: {error}") from None
    return MappingProxyType({name: tuple(sentences) for name, sentences in areas.items()})


def check_name(name: str) -> None:
    """Refuse names that no sentence could be distinguished from."""
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
