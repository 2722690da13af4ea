"""Reads the two lists that a user writes for a draft: a legend of colours, and the buildings of hexes.

Both are plain text, a row a line, with tabs between its columns; lines that begin with ``//`` say
nothing. A legend: ``#73994D<tab>open<tab>0``, with terrain in VASL's words or in ours; a hex in place
of the colour (``F31<tab>stone building<tab>2``) says what it shows. Buildings: ``E4<tab>stone<tab>2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, quoted
from hexcourt.facts.base.files import package_text, read_text
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.records import terrain_codes
from hexcourt.facts.drafting.palette import (
    AROUND,
    NO_LEVEL,
    SAME,
    UNKNOWN,
    Colour,
    ColourMeaning,
    Key,
    Palette,
)
from hexcourt.facts.formats.kinds import expecting
from hexcourt.facts.formats.vasl_archive import vasl_codes

MAX_ROWS = 4_000
"""The most rows of a legend or a list of buildings."""

SHIPPED = ("FB_NW", "HB", "PB", "RB")
"""The boards whose legends are shipped."""

_PRINTED = ("-", "printed", "printed over")
_NOTHING = ("", "?", "unknown")
_STAIRWELLS = {"stone stairwell": ("StoneStairwell", 40), "wood stairwell": ("WoodStairwell", 50)}
_COLOUR = pattern(r"#?([0-9A-Fa-f]{6})|(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})")
_HEX = pattern(r"([A-Z])\1{0,3}[0-9]{1,3}")
_BUILDING = pattern(r"(stone|wood(?:en)?)[\s,]*(?:building)?[\s,]*([0-4])?(?:\s*levels?)?")


_LEGEND = expecting("a legend, as `hexcourt board legend` writes it")


def read_legend(path: Path) -> Palette:
    """Read a legend; BadInput names the line that cannot be read."""
    return legend_of(read_text(path, _LEGEND), str(path))


def shipped_text(board: str) -> str:
    """Return the text of the legend that is shipped for a board such as ``PB``; "" without one."""
    name = {each.lower(): each for each in SHIPPED}.get(board.lower())
    return "" if name is None else package_text("hexcourt.facts.drafting.legends", f"{name}.tsv")


@cache
def shipped_legend(board: str) -> Palette | None:
    """Read the legend that is shipped for a board such as ``PB``, if there is one."""
    text = shipped_text(board)
    return legend_of(text, f"{board}.tsv") if text else None


def legend_of(text: str, origin: str) -> Palette:
    """Read the text of a legend, which comes from ``origin``; BadInput names the line."""
    found: dict[Key, ColourMeaning] = {}
    for line, columns in _rows(text):
        where = f"{origin}, line {line}"
        if columns[0].strip().lower() in ("colour", "hex"):
            continue
        key = key_of(columns[0], where)
        columns += [""] * 5
        terrain, name = _terrain(columns[1], where)
        level = _level(columns[2], where)
        thin, dense = (
            SAME if text.strip().lower() in (*_NOTHING, "-") else _terrain(text, where)[0]
            for text in columns[3:5]
        )
        if key in found:
            raise BadInput(f"{where}: {quoted(columns[0])} has two rows; leave one of them out")
        found[key] = ColourMeaning(terrain, level, name, thin, dense)
    return MappingProxyType(found)


def key_of(text: str, where: str) -> Key:
    """Read what a row of a legend is about: a colour, or a hex; BadInput begins with ``where``."""
    text = text.strip()
    is_hex = _COLOUR.fullmatch(text) is None and _HEX.fullmatch(text.upper()) is not None
    return text.upper() if is_hex else colour_of(text, where)


def colour_of(text: str, where: str) -> Colour:
    """Read a colour, ``#73994D`` or ``115,153,77``; BadInput begins with ``where``."""
    match = _COLOUR.fullmatch(text.strip())
    if match is None:
        raise BadInput(
            f"{where}: {quoted(text)} is no colour; write one such as #73994D or 115,153,77"
        )
    if match[1]:
        number = int(match[1], 16)
        return number >> 16, number >> 8 & 255, number & 255
    colour = int(match[2]), int(match[3]), int(match[4])
    if max(colour) > 255:
        raise BadInput(f"{where}: {quoted(text)} is no colour; write numbers up to 255")
    return colour


def _terrain(text: str, where: str) -> tuple[int, str]:
    """Read a terrain: its code, and the name of the colour, which tells stairwells and ponds."""
    word = " ".join(text.split()).lower()
    if word in _NOTHING:
        return UNKNOWN, ""
    if word in _PRINTED:
        return AROUND, ""
    if word in _STAIRWELLS:
        name, code = _STAIRWELLS[word]
        return code, name
    if word == "pond":
        return vasl_codes()["Water"], "PondWater"
    if word in _words():
        return _words()[word], ""
    near = get_close_matches(word[:60], _words(), n=1, cutoff=0.5)
    mend = f"write {near[0]}" if near else "write a terrain such as open, woods or stone building"
    raise BadInput(f"{where}: {quoted(text.strip())} is no terrain; {mend}")


def legend_words() -> list[str]:
    """List our words for terrain that a legend may name, and ``-`` for what is printed over the map."""
    own = (each.term.replace("_", " ") for each in terrain_codes().values())
    return ["-", *sorted({*own, "pond", *_STAIRWELLS})]


@cache
def _words() -> Mapping[str, int]:
    """Map words for terrain to codes: those of VASL, ours, and short ones."""
    words: dict[str, int] = {}
    for name, code in vasl_codes().items():
        if code in terrain_codes():
            words.setdefault(name.lower(), code)
    for code, each in terrain_codes().items():
        words.setdefault(each.term, code)
        words.setdefault(each.term.replace("_", " "), code)
    words["wood building"] = words["wooden building"]
    return MappingProxyType(words)


def _level(text: str, where: str) -> int:
    word = text.strip()
    if word in ("", "-", "?"):
        return NO_LEVEL
    if re.fullmatch(r"[-−]?\d{1,2}", word) is None or abs(int(word.replace("−", "-"))) > 10:
        raise BadInput(f"{where}: {quoted(word)} is no level; write a whole number from -10 to 10")
    return int(word.replace("−", "-"))


_BUILDINGS = expecting("a list of buildings, in rows such as E4 stone 2")


def read_buildings(path: Path) -> Mapping[str, int]:
    """Read a list of buildings: hexes and the terrain codes of what stands there."""
    return buildings_of(read_text(path, _BUILDINGS), str(path))


def buildings_of(text: str, origin: str) -> Mapping[str, int]:
    """Read the text of a list of buildings, which comes from ``origin``; BadInput names the line."""
    found: dict[str, int] = {}
    for line, columns in _rows(text):
        where = f"{origin}, line {line}"
        name = columns[0].strip().upper()
        if name == "HEX":
            continue
        if _HEX.fullmatch(name) is None:
            raise BadInput(
                f"{where}: {quoted(columns[0])} is no hex; write a row such as E4 stone 2"
            )
        if name in found:
            raise BadInput(f"{where}: {name} has two rows; leave one of them out")
        found[name] = _building(" ".join(" ".join(columns[1:]).split()), where)
    return MappingProxyType(found)


def _building(text: str, where: str) -> int:
    """Read a building: ``stone 2``, or a type in VASL's words."""
    match = _BUILDING.fullmatch(text.lower())
    if match is not None:
        return (40 if match[1] == "stone" else 50) + int(match[2] or 0)
    code = _words().get(text.lower())
    if code is not None and terrain_codes()[code].kind in ("building", "factory"):
        return code
    built = [
        word for word, n in _words().items() if terrain_codes()[n].kind in ("building", "factory")
    ]
    near = get_close_matches(text.lower()[:60], built, n=1, cutoff=0.5)
    mend = f"write {near[0]}, or" if near else "write"
    raise BadInput(
        f"{where}: {quoted(text)} is no building; {mend} the material and the upper levels, such as "
        "stone 2"
    )


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """List the rows that say something, with the numbers of their lines."""
    lines = text.splitlines()
    if len(lines) > MAX_ROWS:
        raise BadInput(f"a list of {len(lines)} lines is too long; give {MAX_ROWS} at most")
    for number, line in enumerate(lines, 1):
        words = line.strip()
        if not words or words.startswith("//"):
            continue
        columns = line.split("\t") if "\t" in line else words.split(None, 1)
        yield number, columns
