"""Reads overlay archives: zips of pictures, with a member ``data`` that says how they are placed.

``data`` has a line for each overlay, ``o2 b2;b1;c1;d1;d2;c3``: for each orientation, a to f, the hex
that the overlay's hex 1 would be on a board whose upper left corner is that of the picture.
``placeAt K5 K6`` says about overlays that bear the coordinates of one place (A2.7).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import opened_zip, read_bytes, table_rows, unpacked
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.records import terrain_codes
from hexcourt.facts.boards.sizes import (
    LARGEST_METADATA,
    LARGEST_OVERLAYS,
    LARGEST_PICTURE,
)
from hexcourt.facts.formats.import_archive import settled
from hexcourt.facts.formats.pictures import decoded_pixels

# --- Colours of overlays --------------------------------------------------------------------------


Colour = tuple[int, int, int]
"""Red, green and blue."""

UNNAMED_COLOUR = -2
"""The terrain of a colour that no table names, or of which one says two things."""

AROUND = -1
"""The terrain of what is printed over the drawing: hex lines, dots, numbers."""

_SEASON = pattern("Winter|Mud")
_OWN = pattern(r"([A-Za-z]\w*)\s+(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")


@dataclass(frozen=True, slots=True)
class OverlayColour:
    """What a colour shows: a terrain code, ``AROUND`` or ``UNNAMED_COLOUR``, and its level, if any."""

    terrain: int
    level: int | None


Colours = Mapping[Colour, OverlayColour]


@cache
def shared_colours() -> Colours:
    """Read the shared table by colour."""
    return _by_colour((name, colour, shown) for name, colour, shown in _rows())


def own_colours(text: str) -> Colours:
    """Read what an archive's ``colors`` says: names of the shared table for colours of its own.

    Before ``v4`` names had other colours; they mean the same.
    """
    known = {name: shown for name, _, shown in reversed(_rows())}
    named: list[tuple[str, Colour, OverlayColour]] = []
    for line in text.splitlines():
        match = _OWN.fullmatch(line.split("//")[0].strip())
        if match is None:
            continue
        name = match[1] if match[1] in known else match[1].removeprefix("v4")
        if name in known:
            named.append((name, (int(match[2]), int(match[3]), int(match[4])), known[name]))
    return _by_colour(named)


def _by_colour(named: Iterable[tuple[str, Colour, OverlayColour]]) -> Colours:
    """Settle by colour what it shows: of names for one colour those of winter and mud give way, and
    others must say the same.
    """
    gathered: dict[Colour, list[tuple[str, OverlayColour]]] = {}
    for name, colour, what in named:
        gathered.setdefault(colour, []).append((name, what))
    return MappingProxyType({colour: _agreed(each) for colour, each in gathered.items()})


def _agreed(named: list[tuple[str, OverlayColour]]) -> OverlayColour:
    plain = [shown for name, shown in named if not _SEASON.search(name)]
    result = plain or [shown for _, shown in named]
    terrains, levels = {each.terrain for each in result}, {each.level for each in result}
    return OverlayColour(
        terrain=terrains.pop() if len(terrains) == 1 else UNNAMED_COLOUR,
        level=levels.pop() if len(levels) == 1 else None,
    )


@cache
def _rows() -> tuple[tuple[str, Colour, OverlayColour], ...]:
    rows = table_rows("hexcourt.facts.maps.overlays", "colours.tsv")
    return tuple(
        (
            name,
            (int(red), int(green), int(blue)),
            OverlayColour(
                terrain=AROUND if terrain == "-" else int(terrain),
                level=None if level == "-" else int(level),
            ),
        )
        for name, red, green, blue, terrain, level in rows
    )


ORIENTATIONS = "abcdef"
"""Where hex 2 lies as seen from hex 1, by direction from 0 (North) clockwise."""

NAME = pattern("[a-z][a-z0-9_]{1,19}|[0-9]{1,3}")
"""The name of an overlay, mostly letters and a number: ``o2``, ``be7``, ``1``, ``xp_b1``, ``rttra``."""

_MEND = "fetch the overlays again"

_DRAWN_AS = MappingProxyType(
    {"be2": "be1", "be3": "be1", "be5": "be4", "be6": "be4", "oc2": "oc1", "oc4": "oc3"}
)
"""Overlays that have the pictures of another."""

_USUAL_ORIGINS = ("b2", "b1", "c1", "d1", "d2", "c3")
"""The origins of overlays that ``data`` leaves out, if their names begin with one of these."""

_OF_USUAL_ORIGINS = ("wd", "g", "m", "p", "x", "b", "rp", "rr", "hd", "o")


def drawn_as(name: str) -> str:
    """Name the overlay whose pictures an overlay has."""
    return _DRAWN_AS.get(name, name)


def archive_name(name: str) -> str:
    """Name the archive that an overlay lies in: ``ovrO`` for ``o2``, ``ovr1`` for ``1``."""
    letters = drawn_as(name).rstrip("0123456789")
    return f"ovr{(letters or name).upper()}"


@dataclass(frozen=True)
class OverlayArchive:
    """An archive of overlays: ``content`` is the zip, ``members`` its members by lower-case name.

    ``origins`` map overlays to a hex for each orientation, empty where it does not exist; ``place`` is
    where all of them lie whose coordinates are printed, as hexes 1 and 2.
    """

    path: str
    content: bytes
    members: Mapping[str, str]
    origins: Mapping[str, tuple[str, ...]]
    place: tuple[str, str] | None

    @cached_property
    def colours(self) -> Colours:
        """Return what the colours of its pictures show."""
        if "colors" not in self.members:
            return shared_colours()
        own = own_colours(self._text("colors"))
        return MappingProxyType({**shared_colours(), **own})

    @cached_property
    def overlays(self) -> tuple[str, ...]:
        """List the overlays that have pictures, in the order of their numbers."""
        found = {
            match[1]
            for each in self.members
            if (match := re.fullmatch(rf"ovr((?:{NAME.pattern}))[a-f]\.gif", each))
            and (match[1][-1].isdigit() or match[1] in self.origins)
        }
        return tuple(sorted(found, key=lambda each: (len(each), each)))

    def has(self, name: str) -> bool:
        """Return whether there is a picture of an overlay."""
        return any(self._has(name, each) for each in ORIENTATIONS)

    def is_single(self, name: str) -> bool:
        """Return whether an overlay covers one hex alone, so that it lies one way."""
        return not self._has(name, "d")

    def origin(self, name: str, orientation: str) -> str | None:
        """Return the hex of which hex 1 is the picture, nothing where the orientation does not exist."""
        usual = _USUAL_ORIGINS if name.startswith(_OF_USUAL_ORIGINS) else ()
        hexes = self.origins.get(name) or self.origins.get(drawn_as(name)) or usual
        at = ORIENTATIONS.index(orientation)
        known = at < len(hexes) and bool(hexes[at])
        return hexes[at] if known and self._has(name, orientation) else None

    def picture(self, name: str, orientation: str) -> bytes:
        """Read the picture of an overlay."""
        member = self.members[_picture_name(name, orientation)]
        with opened_zip(self.path, self.content, _MEND) as opened:
            return unpacked(opened, self.path, member, LARGEST_PICTURE) or b""

    def _has(self, name: str, orientation: str) -> bool:
        return _picture_name(name, orientation) in self.members

    def _text(self, member: str) -> str:
        with opened_zip(self.path, self.content, _MEND) as opened:
            read = unpacked(opened, self.path, self.members[member], LARGEST_METADATA) or b""
        return read.decode("utf-8", "replace")


def read_overlay_archive(path: Path) -> OverlayArchive:
    """Read an archive of overlays; ``BadInput`` names what is wrong, where, and how to mend it."""
    content = read_bytes(path, LARGEST_OVERLAYS, "an archive of overlays")
    with opened_zip(path, content, _MEND) as opened:
        members = {each.lower(): each for each in opened.namelist()}
        if "data" not in members:
            raise BadInput(f"{path}: member data is missing; give a VASL archive of overlays")
        data = unpacked(opened, path, members["data"], LARGEST_METADATA) or b""
    origins, place = _placed(data.decode("utf-8", "replace"))
    return OverlayArchive(str(path), content, MappingProxyType(members), origins, place)


def _origin(text: str) -> str:
    """Read an origin; some archives write before it what the names begin with: ``xp_b2``."""
    return text.strip().lower().rpartition("_")[2]


def _picture_name(name: str, orientation: str) -> str:
    return f"ovr{drawn_as(name)}{orientation}.gif"


def _placed(data: str) -> tuple[Mapping[str, tuple[str, ...]], tuple[str, str] | None]:
    """Read the lines of ``data``; what is neither of the known ones tells nothing."""
    origins: dict[str, tuple[str, ...]] = {}
    place = None
    for line in data.splitlines():
        name, _, rest = line.strip().partition(" ")
        words = rest.split()
        if name.lower() == "placeat" and len(words) == 2:
            place = words[0].upper(), words[1].upper()
        elif NAME.fullmatch(name.lower()):
            origins[name.lower()] = tuple(map(_origin, rest.split(";")))
    return MappingProxyType(origins), place


# --- The picture of an overlay --------------------------------------------------------------------
#
# What is printed over the drawing (hex lines, dots, numbers) shows what lies around it, and so do the
# levels beneath what is drawn without one (buildings, woods, rails): what most of the pixels next to it
# show, from the rim of the unknown inward. All of it is read from the picture alone, so that an overlay
# is the same wherever it lies.


Codes = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]

_NO_LEVEL = 1_000
"""The level of a pixel that no colour tells."""

_SINGLE_STOREY = (40, 50, 76)
"""The codes of Stone Building, Wooden Building and Rowhouse Wall; those with N levels are N more."""


@dataclass(frozen=True, eq=False)
class OverlayPicture:
    """What an overlay shows, in arrays of shape (width, height).

    ``opaque`` tells where it shows anything; ``terrain`` is the terrain code there, -1 where not even
    its surroundings tell; ``level`` the whole level, ``levelled`` whether any is given.
    ``unknown_colours`` are the pixels of colours that no table names, ``pixels`` red, green, blue and
    opacity of each.
    """

    opaque: Flags
    terrain: Codes
    level: Codes
    levelled: Flags
    unknown_colours: Flags
    pixels: npt.NDArray[np.uint8]

    def turned(self) -> OverlayPicture:
        """Turn the picture by 180 degrees."""
        return OverlayPicture(*(getattr(self, each.name)[::-1, ::-1] for each in fields(self)))

    def with_upper_levels(self, count: int) -> OverlayPicture:
        """Return its buildings, and the walls between rowhouses, so many upper levels."""
        terrain = self.terrain.copy()
        for lowest in _SINGLE_STOREY:
            terrain[(terrain >= lowest) & (terrain <= lowest + 4)] = lowest + count
        return replace(self, terrain=terrain)


def read_picture(content: bytes, colours: Colours, where: str) -> OverlayPicture:
    """Read a picture; ``where`` names it in the sentence of ``BadInput``."""
    pixels = decoded_pixels(content, where, ["GIF"], "fetch the overlays again")
    opaque = pixels[:, :, 3] > 0
    if not opaque.any():
        raise BadInput(f"{where} shows nothing: all of it is transparent; fetch the overlays again")
    terrain, level = _decoded(pixels, opaque, colours)
    unnamed = opaque & (terrain == UNNAMED_COLOUR)
    terrain, _ = _filled(terrain, opaque & (terrain >= 0), opaque)
    deep = np.isin(terrain, _depressions())
    level, levelled = _filled(level, opaque & (level != _NO_LEVEL), opaque)
    #! B19.1 high: the bottom of a depression lies a level beneath the ground that it is drawn on
    return OverlayPicture(
        opaque, terrain, np.where(deep, level - 1, level), levelled, unnamed, pixels
    )


def _decoded(pixels: npt.NDArray[np.uint8], opaque: Flags, colours: Colours) -> tuple[Codes, Codes]:
    """Return terrain and level of each pixel by its colour."""
    packed = pixels[:, :, :3].astype(np.int32) @ np.array([65_536, 256, 1], dtype=np.int32)
    values, places = np.unique(packed[opaque], return_inverse=True)
    unknown = OverlayColour(UNNAMED_COLOUR, None)
    candidates = [
        colours.get((value >> 16, value >> 8 & 255, value & 255), unknown)
        for value in values.tolist()
    ]
    terrain = np.full(opaque.shape, AROUND, dtype=np.int16)
    level = np.full(opaque.shape, _NO_LEVEL, dtype=np.int16)
    terrain[opaque] = np.array([each.terrain for each in candidates], dtype=np.int16)[places]
    items = [_NO_LEVEL if each.level is None else each.level for each in candidates]
    level[opaque] = np.array(items, dtype=np.int16)[places]
    return terrain, level


def _filled(values: Codes, known: Flags, within: Flags) -> tuple[Codes, Flags]:
    """Fill the unknown pixels ``within`` with what most of their known neighbours have, ring by ring;
    tell also which are known then.
    """
    width, height = values.shape
    found = np.full((width + 2, height + 2), AROUND, dtype=np.int16)
    found[1:-1, 1:-1] = np.where(known, values, AROUND)
    settled_yet = np.zeros((width + 2, height + 2), dtype=np.bool_)
    settled_yet[1:-1, 1:-1] = known
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    xs, ys = (each + 1 for each in np.nonzero(within & ~known))
    while len(xs):
        beside = np.stack([settled_yet[xs + dx, ys + dy] for dx, dy in steps], axis=1)
        ready = beside.any(axis=1)
        if not ready.any():
            break
        x, y = xs[ready], ys[ready]
        votes = np.stack([found[x + dx, y + dy] for dx, dy in steps], axis=1)
        # whoever does not know votes for something of his own, that loses against all that is known
        nobody = np.arange(len(steps), dtype=np.int16) + 10_000
        found[x, y] = settled(np.where(beside[ready], votes, nobody))
        settled_yet[x, y] = True
        xs, ys = xs[~ready], ys[~ready]
    return found[1:-1, 1:-1], settled_yet[1:-1, 1:-1]


def _depressions() -> list[int]:
    return [code for code, each in terrain_codes().items() if each.kind == "depression"]
