"""Reads the members of a VASL board archive, trusting nothing in it.

The archive is a zip; ``LOSData`` in it is a gzipped Java object stream that holds only block data
(Java Object Serialization Specification, section 6.4): records 0x77 with a one-byte length and 0x7A
with a four-byte length, joined here into one payload.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from xml.etree.ElementTree import Element, ParseError

import defusedxml
import numpy as np
import numpy.typing as npt
from defusedxml.ElementTree import fromstring

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.files import member_names, opened_zip, read_bytes, table_rows, unpacked
from hexcourt.facts.boards.sizes import (
    LARGEST_ARCHIVE,
    LARGEST_LOSDATA,
    LARGEST_METADATA,
    LARGEST_PACKED,
    LARGEST_SIDE,
    MAX_HEXES,
    MAX_PIXELS,
)
from hexcourt.facts.formats.kinds import BOARD_ARCHIVE, ZIP, expect_kind

SLOPES, EMBANKMENTS = "slopes/slope", "rrembankments/rrembankment"
"""Where the metadata name hexsides with a slope, or along which a railroad embankment runs."""

_ENTRIES = (
    ("buildingTypes/buildingType", "hexName", "buildingTypeName"),
    (SLOPES, "hex", "hexsides"),
    (EMBANKMENTS, "hex", "hexsides"),
)
"""The entries about hexes: where they stand, and the attributes that name the hex and what is said."""


@dataclass(frozen=True, slots=True)
class MetadataEntry:
    """An entry of the metadata about one hex, as written: its tag, the hex, and what it says."""

    kind: str
    hex: str
    value: str


MARKS = ("off", "unread", "guessed(storeys)", "guessed(level)", "guessed(ground)")
"""What a draft says of a hex: that the map does not have it, that the picture could not be read there,
or what of it is guessed.
"""

DRAFT_MEMBER = "draft.tsv"
"""The member that marks an archive as a draft, which was read from a picture."""


@dataclass(frozen=True, slots=True)
class DraftNotes:
    """What a draft says about itself: a sentence on where it comes from, and marks of hexes by name."""

    sentence: str
    marks: Mapping[str, tuple[str, ...]]

    @property
    def off(self) -> frozenset[str]:
        """Return the hexes that the map does not have."""
        return frozenset(name for name, marks in self.marks.items() if "off" in marks)


@dataclass(frozen=True, eq=False)
class Archive:
    """What a board archive holds: sizes, pixels, stairway bytes and metadata.

    ``elevation`` is in whole levels; both arrays have shape (grid width, grid height). ``stairways``
    has one flag a hex, column by column. ``slopes`` maps hex names to directions 0 to 5. ``entries``
    are what the metadata says of single hexes, one by one as they stand there. ``pictured`` are the
    words for changes of terrain that the archive has pictures for, and no facts. ``drafted``
    says about a draft what is not sure of it.
    """

    path: str
    columns: int
    rows: int
    elevation: npt.NDArray[np.int8]
    terrain: npt.NDArray[np.uint8]
    stairways: npt.NDArray[np.bool_]
    attributes: Mapping[str, str]
    slopes: Mapping[str, frozenset[int]]
    embankments: Mapping[str, frozenset[int]]
    entries: tuple[MetadataEntry, ...] = ()
    pictured: frozenset[str] = frozenset()
    drafted: DraftNotes | None = None


def read_archive(path: Path, content: bytes | None = None) -> Archive:
    """Read a board archive, its file, or the ``content`` that was read of it; ``BadInput`` names what is
    wrong, where, and how to mend it.
    """
    if content is None:
        content = read_bytes(path, LARGEST_ARCHIVE, "an archive")
    expect_kind(path, content, "a board archive of VASL, such as bd01", BOARD_ARCHIVE, ZIP)
    with opened_zip(path, content, "fetch the board again") as opened:
        packed = _member(opened, path, "LOSData", LARGEST_PACKED)
        metadata = _member(opened, path, "BoardMetadata.xml", LARGEST_METADATA)
        marks = unpacked(opened, path, DRAFT_MEMBER, LARGEST_METADATA)
    root = metadata_root(path, metadata)
    columns, rows, elevation, terrain, stairways = _los_data(path, packed)
    return Archive(
        path=str(path),
        columns=columns,
        rows=rows,
        elevation=elevation,
        terrain=terrain,
        stairways=stairways,
        attributes=MappingProxyType(dict(root.attrib)),
        slopes=marked_hexsides(path, root, SLOPES),
        embankments=marked_hexsides(path, root, EMBANKMENTS),
        entries=tuple(_entries(root)),
        pictured=frozenset(
            name for each in root.iter("overlaySSRule") if (name := each.get("name")) is not None
        ),
        drafted=None if marks is None else _drafted(path, marks),
    )


def _drafted(path: Path, content: bytes) -> DraftNotes:
    """Read the marks of a draft."""
    lines = content.decode("utf-8", "replace").splitlines()
    first, *rows = [line.split("\t") for line in lines] or [[""]]
    if first[0] != "draft" or len(first) != 2:
        raise BadInput(
            f"{path}: {DRAFT_MEMBER} does not begin as of a draft; draft the board again"
        )
    marks: dict[str, tuple[str, ...]] = {}
    for row in rows:
        if len(row) != 2 or row[1] not in MARKS:
            text = shown(" ".join(row), 40)
            raise BadInput(
                f"{path}: {DRAFT_MEMBER} has the strange line {text!r}; draft the board again"
            )
        marks[row[0]] = (*marks.get(row[0], ()), row[1])
    return DraftNotes(shown(first[1], 300), MappingProxyType(marks))


def _member(opened: zipfile.ZipFile, path: Path, name: str, limit: int) -> bytes:
    """Unpack a member, in whichever folder of the archive it is, and however it is capitalised."""
    content = unpacked(opened, path, name, limit)
    if content is None and (other := member_names(opened).get(name.lower())) is not None:
        content = unpacked(opened, path, other, limit)
    if content is None:
        here, called = quote(shown(str(path), 400)), quote(shown(path.name))
        raise BadInput(
            f"{path}: member {name} is missing; give a VASL board archive that has LOSData, or draft "
            f"the board from its picture with hexcourt board draft {here} --out "
            f"{called}-draft, and where it asks for colours, list these first with hexcourt "
            f"board legend {here} --out legend.tsv"
        )
    return content


def metadata_root(path: Path, content: bytes) -> Element:
    """Read the root of an archive's BoardMetadata.xml."""
    where = f"{path}: BoardMetadata.xml"
    try:
        root: Element = fromstring(content, forbid_dtd=True)
    except defusedxml.DefusedXmlException:
        raise BadInput(
            f"{where} declares a DTD or entities; remove them, they are refused"
        ) from None
    except (ParseError, ValueError, LookupError) as error:
        raise BadInput(f"{where} is not well-formed XML ({error}); fetch the board again") from None
    if root.tag != "boardMetadata":
        raise BadInput(f"{where} has the root <{root.tag[:40]}> where <boardMetadata> belongs")
    return root


def _entries(root: Element) -> Iterator[MetadataEntry]:
    for tag, name, value in _ENTRIES:
        for element in root.findall(tag):
            yield MetadataEntry(tag.split("/")[1], element.get(name, ""), element.get(value, ""))


def marked_hexsides(path: Path, root: Element, tag: str) -> Mapping[str, frozenset[int]]:
    """Read which hexsides, as directions 0 to 5 by hex name, the metadata name as ``SLOPES`` or
    ``EMBANKMENTS``. Raises BadInput where an entry has another direction.
    """
    found = {}
    for element in root.findall(tag):
        name, sides = element.get("hex", ""), element.get("hexsides", "")
        if not name or not set(sides) <= set("012345"):
            raise BadInput(
                f"{path}: BoardMetadata.xml has a <{tag.split('/')[1]}> of hex {name!r} with hexsides "
                f"{sides[:20]!r}; write a hex and digits 0 to 5"
            )
        found[name] = frozenset(map(int, sides))
    return MappingProxyType(found)


def _los_data(
    path: Path, packed: bytes
) -> tuple[int, int, npt.NDArray[np.int8], npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    payload = _payload(path, _unzipped(path, packed))
    if len(payload) < 16:
        raise BadInput(f"{path}: LOSData ends before its four sizes; fetch the board again")
    columns, rows, width, height = struct.unpack_from(">4i", payload)
    if not (0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        raise BadInput(
            f"{path}: LOSData gives a drawing of {width} by {height} pixels; give another file"
        )
    if width * height > MAX_PIXELS:
        raise BadInput(
            f"{path}: LOSData gives a drawing of {width} by {height} pixels; give {MAX_PIXELS} pixels "
            "at most"
        )
    if not (columns > 0 and rows > 0 and columns * (rows + 1) <= MAX_HEXES):
        raise BadInput(
            f"{path}: LOSData gives a board of {columns} by {rows} hexes; give another file"
        )
    hexes = columns * rows + columns // 2
    expected = 16 + 2 * width * height + hexes
    if len(payload) != expected:
        raise BadInput(
            f"{path}: LOSData holds {len(payload)} bytes where its sizes ({columns} by {rows} hexes, "
            f"{width} by {height} pixels) need {expected}; fetch the board again"
        )
    pixels = np.frombuffer(payload, np.uint8, 2 * width * height, 16).reshape(width, height, 2)
    stairways = np.frombuffer(payload, np.uint8, hexes, 16 + 2 * width * height) == 1
    elevation = np.ascontiguousarray(pixels[:, :, 0]).view(np.int8)
    return columns, rows, elevation, np.ascontiguousarray(pixels[:, :, 1]), stairways


def _unzipped(path: Path, packed: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(packed)) as stream:
            content = stream.read(LARGEST_LOSDATA + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"{path}: LOSData is damaged ({error}); fetch the board again") from None
    if len(content) > LARGEST_LOSDATA:
        raise BadInput(
            f"{path}: LOSData unpacks to more than {LARGEST_LOSDATA >> 20} MiB; give another file"
        )
    return content


def _payload(path: Path, stream: bytes) -> bytes:
    if stream[:4] != b"\xac\xed\x00\x05":
        raise BadInput(f"{path}: LOSData is no Java object stream; fetch the board again")
    blocks, at = [], 4
    while at < len(stream):
        if stream[at] == 0x77 and at + 2 <= len(stream):
            start, length = at + 2, stream[at + 1]
        elif stream[at] == 0x7A and at + 5 <= len(stream):
            start, length = at + 5, int.from_bytes(stream[at + 1 : at + 5], "big")
        else:
            raise BadInput(
                f"{path}: LOSData has no block record at byte {at}; fetch the board again"
            )
        if start + length > len(stream):
            raise BadInput(f"{path}: LOSData is cut off inside the block at byte {at}")
        blocks.append(stream[start : start + length])
        at = start + length
    return b"".join(blocks)


@cache
def vasl_codes() -> Mapping[str, int]:
    """Map what VASL calls each terrain, as metadata write it, to its code."""
    rows = table_rows("hexcourt.facts.formats", "vasl_names.tsv")
    return MappingProxyType({name: int(code) for code, name in rows})
