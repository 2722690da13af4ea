"""What a counter is: its kind and nation, where it faces, its states.

``nations.tsv`` lists nations. Two tables tell kinds: ``counter_kinds.tsv`` by what a counter shows of
itself, the first row that fits deciding; ``palette_kinds.tsv`` by where its number stands in the palette
of a module, which a user may name. ``{pieces}`` in the first stands for the names that the table of
pieces has for counters of a kind. What neither tells is of the kind ``unknown``.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from xml.etree.ElementTree import Element

import defusedxml
from defusedxml.ElementTree import ParseError, iterparse

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import opened_zip, read_bytes, table_rows, unpacked
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.piece_table import PIECE_KINDS
from hexcourt.facts.boards.sizes import LARGEST_BUILD_FILE, LARGEST_MODULE
from hexcourt.facts.formats.kinds import MODULE, ZIP, expect_kind
from hexcourt.facts.formats.vassal.save_text import SavedPiece

UNKNOWN = "unknown"

_PACKAGE = "hexcourt.facts.formats.vassal"

_NATIONS = tuple(table_rows(_PACKAGE, "nations.tsv"))

NATION_OF_CODE = {code: row[0] for row in _NATIONS for code in row[1].split(", ") if code != "-"}
"""The nations by the codes of their counters."""

NATION_OF_WORD = {word: row[0] for row in _NATIONS for word in row[3].split(", ") if word != "-"}
"""The nations by the words that captions have for them."""

AXIS = tuple(row[0] for row in _NATIONS if row[2] == "axis")
"""The sides that VASL counts as Axis."""

_NAMED_BY_COUNTER = frozenset({"squad", "half-squad", "smc", "infantry", "marker", "wreck"})
"""Kinds of a palette that the counter itself tells closer: a crew, a leader, a "?", a vehicle."""

_STATES = pattern(r"( (?:(?:vca|tca|ca)[1-6]|BU|CE))+$")
_STATUS = pattern(r"(broken|malf|dm|Wnd|Berserk|Fanatic) ", re.IGNORECASE)
_FACING = pattern(r" (vca|tca|ca)([1-6])\b")


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a counter's number stands in the palette of a module: ``path`` is ``Info > Fortify``."""

    path: str

    @property
    def nation(self) -> str | None:
        """Return the nation whose counters these are."""
        parts = self.path.split(" > ")
        return parts[1].lower() if len(parts) > 2 and parts[0].endswith(" O/B") else None


@dataclass(frozen=True, slots=True)
class _Row:
    """What a counter has to have, None where that does not matter, and the kind that it then is."""

    trait: str | None
    base: re.Pattern[str] | None
    shown: re.Pattern[str] | None
    image: re.Pattern[str] | None
    kind: str

    def fits(self, piece: SavedPiece, name: str) -> bool:
        return (
            (self.trait is None or self.trait in piece.traits)
            and (self.base is None or self.base.fullmatch(piece.base.strip()) is not None)
            and (self.shown is None or self.shown.fullmatch(name) is not None)
            and (self.image is None or any(map(self.image.fullmatch, piece.images)))
        )


def kind_of(piece: SavedPiece, slot: Slot | None = None) -> str:
    """Return the kind of a counter by itself, and by its place in a palette where that is known."""
    by_palette = palette_kind(slot.path) if slot else UNKNOWN
    if by_palette != UNKNOWN and by_palette not in _NAMED_BY_COUNTER:
        return by_palette
    name = name_of(piece)
    by_itself = next((row.kind for row in _rows() if row.fits(piece, name)), UNKNOWN)
    return by_palette if by_itself == UNKNOWN else by_itself


@cache
def palette_kind(path: str) -> str:
    """Return the kind of the counters in a part of the palette."""
    return next((kind for each, kind in _palette_rows() if each.fullmatch(path)), UNKNOWN)


def nation_of(piece: SavedPiece, slot: Slot | None = None) -> str | None:
    """Return whose counter it is: by its conceal trait, its pictures or its place in a palette."""
    folders = (each.partition("/")[0] for each in piece.images if "/" in each)
    for code in (piece.nationality, *folders):
        if code is not None and code in NATION_OF_CODE:
            return NATION_OF_CODE[code]
    return slot.nation if slot else None


def name_of(piece: SavedPiece) -> str:
    """Return the name that a counter shows, without where it faces and whether it is buttoned up."""
    return _STATES.sub("", piece.shown)


def facing_of(piece: SavedPiece) -> dict[str, int]:
    """Return what a counter's name says of its arcs: ``{"vca": 3, "tca": 4}``, or ``ca`` of a gun."""
    return {name: int(number) for name, number in _FACING.findall(piece.shown)}


def states_of(piece: SavedPiece) -> tuple[str, ...]:
    """List the states that a counter's name tells: ``broken``, ``dm``, ``BU``."""
    behind = _STATES.search(piece.shown)
    hatch = [each for each in (behind[0].split() if behind else ()) if each in ("BU", "CE")]
    before = [each[1].lower() for each in _STATUS.finditer(piece.shown)]
    return (*before, *hatch)


@cache
def _rows() -> tuple[_Row, ...]:
    saved: dict[str, list[str]] = {}
    for each in PIECE_KINDS.values():
        saved.setdefault(each.saved[0], []).append(each.saved[1])
    return tuple(
        _Row(
            trait or None,
            _pattern(base.replace("{pieces}", "|".join(saved.get(kind, ())))),
            _pattern(shown),
            _pattern(image),
            kind,
        )
        for trait, base, shown, image, kind in table_rows(_PACKAGE, "counter_kinds.tsv")
    )


@cache
def _palette_rows() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(path), kind) for path, kind in table_rows(_PACKAGE, "palette_kinds.tsv")
    )


def _pattern(written: str) -> re.Pattern[str] | None:
    return re.compile(written) if written else None


# --- The palette of a module ----------------------------------------------------------------------


_MEMBERS = ("buildFile.xml", "buildFile")
_PALETTE = "VASSAL.build.module.PieceWindow"
_SLOT = "VASSAL.build.widget.PieceSlot"
_MENUS = "?"  # the window of counters that are put by menus, not from the palette
_AGAIN = "name a module of VASL (.vmod)"


def read_palette(path: Path) -> Mapping[str, Slot]:
    """Map the numbers of counters (gpid) to their places in the palette of a module; raises BadInput.

    A place is given by the names of the palette's parts around it: ``Axis O/B > German > SQ``.
    """
    content = read_bytes(path, LARGEST_MODULE, "a module of VASSAL")
    expect_kind(path, content, "a module of VASL (.vmod)", MODULE, ZIP)
    with opened_zip(path, content, _AGAIN) as opened:
        found = (unpacked(opened, path, name, LARGEST_BUILD_FILE) for name in _MEMBERS)
        result = next((each for each in found if each is not None), None)
    if result is None:
        raise BadInput(f"{path}: member {_MEMBERS[0]} is missing; {_AGAIN}")
    try:
        return MappingProxyType(_slots(result))
    except defusedxml.DefusedXmlException:
        raise BadInput(f"{path}: its buildFile declares a DTD or entities; {_AGAIN}") from None
    except (ParseError, ValueError, LookupError):
        raise BadInput(f"{path}: its buildFile is no well-formed XML; {_AGAIN}") from None


def _slots(data: bytes) -> dict[str, Slot]:
    slots: dict[str, Slot] = {}
    names: list[str] = []
    for event, element in iterparse(io.BytesIO(data), ("start", "end"), forbid_dtd=True):
        if event == "start":
            names.append(_name(element))
            if element.tag == _SLOT and element.get("gpid"):
                path = " > ".join(filter(None, names[:-1]))
                slots.setdefault(element.get("gpid"), Slot(path))
        else:
            names.pop()
            element.clear()
    return slots


def _name(element: Element) -> str:
    """Name a part of the palette; the window that holds all of it has no say."""
    name = (element.get("entryName") or element.get("name") or "").strip()
    return name if element.tag != _PALETTE or name == _MENUS else ""
