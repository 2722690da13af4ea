"""What the colours of a map's picture show: the shared table, an archive's own, and a user's legend.

A colour is matched exactly, never by the nearest: levels differ by one unit of one channel. Where two
names have one colour, the first one counts; a legend comes before the archive's own colours, and these
before the shared table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from xml.etree.ElementTree import Element

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.files import table_rows
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.records import terrain_codes
from hexcourt.facts.formats.vasl_archive import vasl_codes

UNKNOWN = -2
"""The terrain of a colour that nothing names."""

AROUND = -1
"""The terrain of what is printed over the map: hex lines, dots, numbers, names."""

SAME = -3
"""What a colour shows in thin strokes, or all over a hex, that shows the same there as elsewhere."""

NO_LEVEL = -100
"""The level of a colour that tells none."""

_OWN = pattern(r"([A-Za-z]\w*)\s+(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


@dataclass(frozen=True, slots=True)
class ColourMeaning:
    """What a colour shows: a terrain code, ``AROUND`` or ``UNKNOWN``; a whole level, or ``NO_LEVEL``;
    and the name of the colour, which tells stairwells and ponds. ``thin`` is the terrain that it shows
    in thin strokes, where that is another, and ``dense`` what a hex is that much of it covers.
    """

    terrain: int
    level: int
    name: str
    thin: int = SAME
    dense: int = SAME


Key = Colour | str
"""A colour, or the name of a hex: what looks like it shows the same (``textures.py``)."""

Palette = Mapping[Key, ColourMeaning]


@cache
def shared_palette() -> Palette:
    """Read the shared table of colours; of names for one colour the first counts."""
    return _first((colour, shown) for colour, shown in _rows())


@cache
def named_colours() -> Mapping[str, ColourMeaning]:
    """Map the names of the shared table to what they show."""
    return MappingProxyType({shown.name: shown for _, shown in reversed(_rows())})


@cache
def _rows() -> tuple[tuple[Colour, ColourMeaning], ...]:
    rows = table_rows("hexcourt.facts.maps.overlays", "colours.tsv")
    return tuple(
        (
            (int(red), int(green), int(blue)),
            ColourMeaning(
                AROUND if terrain == "-" else int(terrain),
                NO_LEVEL if level == "-" or _misleads(name) else int(level),
                name,
            ),
        )
        for name, red, green, blue, terrain, level in rows
    )


def _misleads(name: str) -> bool:
    """Return whether a colour is listed with a level that drawings do not keep to: the beds of gullies
    are drawn in one set of colours at all levels, and hexside terrain in that of the level it was drawn
    for.
    """
    return re.match("Gully(Green|Brown|Black)|MudGully|Bocage", name) is not None


def _first(found: Iterable[tuple[Colour, ColourMeaning]]) -> Palette:
    gathered: dict[Key, ColourMeaning] = {}
    for colour, shown in found:
        gathered.setdefault(colour, shown)
    return MappingProxyType(gathered)


def own_palette(text: str) -> Palette:
    """Read what an archive's ``colors`` says: names of the shared table for colours of its own."""
    known = named_colours()

    def found() -> Iterator[tuple[Colour, ColourMeaning]]:
        for line in text.splitlines():
            match = _OWN.fullmatch(line.split("//")[0].strip())
            if match is None:
                continue
            name = match[1] if match[1] in known else match[1].removeprefix("v4")
            colour = int(match[2]), int(match[3]), int(match[4])
            if name in known and max(colour) < 256:
                yield colour, known[name]

    return _first(found())


def metadata_palette(root: Element | None) -> Palette:
    """Read the colours that BoardMetadata.xml tells."""
    codes = vasl_codes()

    def found() -> Iterator[tuple[Colour, ColourMeaning]]:
        for each in () if root is None else root.iter("color"):
            items = [each.get(name, "") for name in ("red", "green", "blue")]
            if not all(re.fullmatch(r"\d{1,3}", value) and int(value) < 256 for value in items):
                continue
            red, green, blue = map(int, items)
            level, name = each.get("elevation", ""), each.get("name", "")
            terrain = codes.get(each.get("terrain", ""), AROUND)
            is_level = re.fullmatch(r"-?\d", level) is not None and not _misleads(name)
            yield (
                (red, green, blue),
                ColourMeaning(terrain, int(level) if is_level else NO_LEVEL, name),
            )

    return _first(found())


def joined(*palettes: Palette) -> Palette:
    """Join palettes, the first ones first."""
    gathered: dict[Key, ColourMeaning] = {}
    for palette in reversed(palettes):
        gathered.update(palette)
    return MappingProxyType(gathered)


@dataclass(frozen=True, eq=False)
class Meaning:
    """What each pixel of a picture shows by its colour, in arrays of shape (width, height).

    ``terrain`` holds terrain codes, ``AROUND`` and ``UNKNOWN``; ``level`` whole levels and ``NO_LEVEL``;
    ``stairs`` are the pixels of stairwell squares, ``ponds`` those of ponds; ``thin`` and
    ``dense`` are what they show in thin strokes and where they cover much of a hex, else ``SAME``.
    """

    terrain: npt.NDArray[np.int16]
    level: npt.NDArray[np.int16]
    stairs: npt.NDArray[np.bool_]
    ponds: npt.NDArray[np.bool_]
    thin: npt.NDArray[np.int16]
    dense: npt.NDArray[np.int16]


def meaning_of(packed: npt.NDArray[np.int32], palette: Palette) -> Meaning:
    """Look up all pixels, each packed as red, green and blue in one number."""
    values, places = np.unique(packed, return_inverse=True)
    nothing = ColourMeaning(UNKNOWN, NO_LEVEL, "")
    items = [palette.get((v >> 16, v >> 8 & 255, v & 255), nothing) for v in values.tolist()]
    places = places.reshape(packed.shape)
    return Meaning(
        terrain=np.array([each.terrain for each in items], dtype=np.int16)[places],
        level=np.array([each.level for each in items], dtype=np.int16)[places],
        stairs=np.array(["Stairwell" in each.name for each in items])[places],
        ponds=np.array([each.name.startswith("Pond") for each in items])[places],
        thin=np.array([each.thin for each in items], dtype=np.int16)[places],
        dense=np.array([each.dense for each in items], dtype=np.int16)[places],
    )


def codes_of(*kinds: str) -> list[int]:
    """List the terrain codes of some classes."""
    return [code for code, each in terrain_codes().items() if each.kind in kinds]
