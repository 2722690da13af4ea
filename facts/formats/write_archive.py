"""Writes a board as an archive that VASL and this program read: LOSData, metadata, and marks of a draft.

The same archive always comes out as the same bytes.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from collections.abc import Iterator, Mapping
from xml.sax.saxutils import quoteattr

import numpy as np

from hexcourt.facts.formats.vasl_archive import DRAFT_MEMBER, Archive, DraftNotes

_BLOCK = 1024
"""The size of the blocks of a Java object stream."""


def archive_bytes(archive: Archive, picture: tuple[str, bytes] | None = None) -> bytes:
    """Write an archive as a zip; ``picture`` is a name and the content of a picture."""
    members = {
        "LOSData": gzip.compress(_java_stream(los_payload(archive)), 6, mtime=0),
        "BoardMetadata.xml": metadata_text(archive).encode(),
        "data": b"",
    }
    if archive.drafted is not None:
        members[DRAFT_MEMBER] = draft_text(archive.drafted).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as opened:
        for name, content in members.items():
            opened.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
        if picture is not None:
            opened.writestr(zipfile.ZipInfo(picture[0]), picture[1])
    return buffer.getvalue()


def los_payload(archive: Archive) -> bytes:
    """Write sizes, pixels and stairways as LOSData has them."""
    width, height = archive.terrain.shape
    pixels = np.stack([archive.elevation.view(np.uint8), archive.terrain], axis=2)
    sizes = struct.pack(">4i", archive.columns, archive.rows, width, height)
    return sizes + pixels.tobytes() + archive.stairways.astype(np.uint8).tobytes()


def _java_stream(payload: bytes) -> bytes:
    return b"\xac\xed\x00\x05" + b"".join(_blocks(payload))


def _blocks(payload: bytes) -> Iterator[bytes]:
    for at in range(0, len(payload), _BLOCK):
        block = payload[at : at + _BLOCK]
        if len(block) < 256:
            yield b"\x77" + bytes([len(block)]) + block
        else:
            yield b"\x7a" + struct.pack(">I", len(block)) + block


def metadata_text(archive: Archive) -> str:
    """Write the metadata: the attributes, and what is said of slopes and embankments."""
    text = " ".join(f"{name}={quoteattr(value)}" for name, value in archive.attributes.items())
    tables = {
        ("slopes", "slope"): archive.slopes,
        ("rrembankments", "rrembankment"): archive.embankments,
    }
    rows = "".join(
        f"<{outer}>{''.join(_rows(inner, table))}</{outer}>"
        for (outer, inner), table in tables.items()
        if table
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<boardMetadata {text}>{rows}</boardMetadata>\n'


def _rows(tag: str, table: Mapping[str, frozenset[int]]) -> Iterator[str]:
    for name, sides in table.items():
        written = "".join(map(str, sorted(sides)))
        yield f'<{tag} hex={quoteattr(name)} hexsides="{written}"/>'


def draft_text(drafted: DraftNotes) -> str:
    """Write what is not sure of a draft: the sentence that says about it, then a hex and a mark
    a line.
    """
    rows = [f"{name}\t{mark}" for name, marks in drafted.marks.items() for mark in marks]
    return "\n".join([f"draft\t{drafted.sentence}", *rows, ""])
