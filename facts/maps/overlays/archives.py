"""Reads overlay archives: zips of pictures, with a member ``data`` that says how they are placed.

``data`` has a line for each overlay, ``o2 b2;b1;c1;d1;d2;c3``: for each orientation, a to f, the hex
that the overlay's hex 1 would be on a board whose upper left corner is that of the picture.
``placeAt K5 K6`` tells of overlays that bear the coordinates of one place (A2.7).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.text_files import read_bytes
from hexcourt.facts.formats.zip_files import opened_zip, unpacked
from hexcourt.facts.maps.overlays.colours import Colours, own_colours, shared_colours
from hexcourt.facts.sizes import LARGEST_METADATA, LARGEST_OVERLAYS, LARGEST_PICTURE

ORIENTATIONS = "abcdef"
"""Where hex 2 lies as seen from hex 1, by direction from 0 (North) clockwise."""

NAME = re.compile("[a-z][a-z0-9_]{1,19}|[0-9]{1,3}")
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
        """Tell what the colours of its pictures show."""
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
        """Tell whether there is a picture of an overlay."""
        return any(self._has(name, each) for each in ORIENTATIONS)

    def is_single(self, name: str) -> bool:
        """Tell whether an overlay covers one hex alone, so that it lies one way."""
        return not self._has(name, "d")

    def origin(self, name: str, orientation: str) -> str | None:
        """Give the hex of which hex 1 is the picture, nothing where the orientation does not exist."""
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
