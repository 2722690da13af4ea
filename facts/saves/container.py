"""Opens a save or log of VASSAL: a zip whose member ``savedGame`` is plain or hidden from view.

``!VCSK`` and two hex digits, the key, are followed by two hex digits a byte; ``!VCSZ`` is the same, and
packed by zlib besides; ``VOBS`` and one byte, the key, are followed by bytes. Every byte is combined
with the key by exclusive or; the text is UTF-8. The text may hold somebody's password, so no value and
no sentence shows any of it.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path

import defusedxml
from defusedxml.ElementTree import ParseError, fromstring

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.text_files import read_bytes
from hexcourt.facts.showing import shown
from hexcourt.facts.sizes import (
    LARGEST_ABOUT,
    LARGEST_SAVE,
    LARGEST_SAVED_GAME,
    LARGEST_SAVED_TEXT,
    MOST_MEMBERS,
)

HIDDEN, PACKED, RAW = b"!VCSK", b"!VCSZ", b"VOBS"
PLAIN = "plain"

_DIRECTORY_ENTRY = b"PK\x01\x02"

DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OSError,
)
"""What reading a damaged or unusual zip archive can raise."""

_NAME_ONE = "name a save of VASSAL (.vsav, .vlog)"
_AGAIN = "save the game again, or fetch the file again"


@dataclass(frozen=True, slots=True)
class Opened:
    """A save as text: ``header`` tells how it was hidden, ``vasl`` and ``vassal`` the versions that
    wrote it, None where the save does not say.
    """

    header: str
    vasl: str | None
    vassal: str | None
    text: str = field(repr=False)


def open_save(path: Path) -> Opened:
    """Read the text of a save; raises BadInput, naming file, member and mend."""
    content = read_bytes(path, LARGEST_SAVE, "a save")
    if content.count(_DIRECTORY_ENTRY) > MOST_MEMBERS:
        raise BadInput(f"{path}: has more than {MOST_MEMBERS} members; name a save of VASSAL")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as opened:
            game = member(opened, path, "savedGame", LARGEST_SAVED_GAME)
            about = [
                member(opened, path, name, LARGEST_ABOUT) for name in ("moduledata", "savedata")
            ]
    except BadInput:
        raise
    except DAMAGE:
        raise BadInput(f"{path}: is no whole zip archive; {_NAME_ONE}") from None
    if game is None:
        raise BadInput(f"{path}: member savedGame is missing; {_NAME_ONE}")
    header, text = _text(path, game)
    versions = [_version(each) for each in about]
    return Opened(header, versions[0][0] or versions[1][0], versions[1][1] or versions[0][1], text)


def member(opened: zipfile.ZipFile, path: Path, name: str, limit: int) -> bytes | None:
    """Unpack a member of an archive; None where it is not there."""
    try:
        with opened.open(name) as member:
            content = member.read(limit + 1)
    except KeyError:
        return None
    if len(content) > limit:
        raise BadInput(
            f"{path}: member {name} unpacks to more than {_size(limit)}; give another file"
        )
    return content


def _text(path: Path, game: bytes) -> tuple[str, str]:
    """Uncover what was hidden; give how it was, and the text."""
    where = f"{path}: member savedGame"
    if game[:5] in (HIDDEN, PACKED):
        header = game[:5].decode()
        try:
            if not game[5:].isalnum():  # fromhex would skip spaces
                raise ValueError
            key = int(game[5:7], 16)
            content = _combined(bytes.fromhex(game[7:].decode("ascii")), key)
        except ValueError:
            raise BadInput(f"{where} is no row of hex digits behind {header}; {_AGAIN}") from None
        if game[:5] == PACKED:
            content = _unpacked(where, content)
    elif game[:4] == RAW:
        header = RAW.decode()
        if len(game) < 5:
            raise BadInput(f"{where} ends behind {header}; {_AGAIN}")
        content = _combined(game[5:], game[4])
    else:
        header, content = PLAIN, game
    if len(content) > LARGEST_SAVED_TEXT:
        raise BadInput(
            f"{where} holds more than {_size(LARGEST_SAVED_TEXT)} of text; give a smaller save"
        )
    try:
        return header, content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{where} is no text in UTF-8 behind {header}; {_AGAIN}") from None


def _combined(content: bytes, key: int) -> bytes:
    return content.translate(bytes(value ^ key for value in range(256)))


def _unpacked(where: str, content: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(content, LARGEST_SAVED_TEXT + 1)
    except zlib.error:
        raise BadInput(f"{where} is not whole; {_AGAIN}") from None
    if not unpacking.eof and len(found) <= LARGEST_SAVED_TEXT:
        raise BadInput(f"{where} is cut off; {_AGAIN}")
    return found


def _version(about: bytes | None) -> tuple[str | None, str | None]:
    """Read the versions of VASL and VASSAL in a member about the save; nothing where it is none."""
    if about is None:
        return None, None
    try:
        root = fromstring(about, forbid_dtd=True)
    except (ParseError, ValueError, LookupError, defusedxml.DefusedXmlException):
        return None, None
    told = [(root.findtext(name) or "").strip() for name in ("version", "VassalVersion")]
    return shown(told[0]) or None, shown(told[1]) or None


def _size(limit: int) -> str:
    return f"{limit >> 20} MiB"
