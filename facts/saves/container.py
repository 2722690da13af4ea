"""Opens a save or log of VASSAL: a zip whose member ``savedGame`` is plain, packed or hidden from view.

How it is kept is told by its first bytes; the text is UTF-8, every byte combined with a key by
exclusive or where it is hidden:

- ``!VCSK``: two hex digits, the key, then two hex digits a byte; ``!VCSZ``: packed by zlib besides
- ``VOBS``, ``!VOBS``: one byte, the key, then bytes; ``!VOXZ``: packed as XZ besides (VASSAL 3.8)
- the first bytes of an XZ stream: packed, not hidden

The text may hold somebody's password, so no value and no sentence shows any of it.
"""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import defusedxml
from defusedxml.ElementTree import ParseError, fromstring

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.text_files import read_bytes
from hexcourt.facts.formats.zip_files import opened_zip, unpacked
from hexcourt.facts.showing import shown
from hexcourt.facts.sizes import (
    LARGEST_ABOUT,
    LARGEST_SAVE,
    LARGEST_SAVED_GAME,
    LARGEST_SAVED_TEXT,
)

PLAIN = "plain"

UNPACKING_MEMORY = 64 << 20
"""How much memory unpacking XZ may take, in bytes; VASSAL's takes 4 MiB."""


class _Unpacking(Protocol):
    """Unpacks bytes, so many at most."""

    @property
    def eof(self) -> bool: ...

    def decompress(self, packed: bytes, most: int, /) -> bytes: ...


def _unpacking_xz() -> _Unpacking:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, UNPACKING_MEMORY)


_IN_HEX = (b"!VCSK", b"!VCSZ")
_IN_BYTES = (b"!VOBS", b"!VOXZ", b"VOBS")
_XZ = b"\xfd7zXZ\x00"
_PACKED: Mapping[bytes, Callable[[], _Unpacking]] = {
    b"!VCSZ": zlib.decompressobj,
    b"!VOXZ": _unpacking_xz,
    _XZ: _unpacking_xz,
}

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
    with opened_zip(path, content, _NAME_ONE) as opened:
        game = unpacked(opened, path, "savedGame", LARGEST_SAVED_GAME)
        about = [unpacked(opened, path, name, LARGEST_ABOUT) for name in ("moduledata", "savedata")]
    if game is None:
        raise BadInput(f"{path}: member savedGame is missing; {_NAME_ONE}")
    header, text = _text(path, game)
    versions = [_version(each) for each in about]
    return Opened(header, versions[0][0] or versions[1][0], versions[1][1] or versions[0][1], text)


def _text(path: Path, game: bytes) -> tuple[str, str]:
    """Uncover and unpack what is kept; give how it was, and the text."""
    where = f"{path}: member savedGame"
    mark = next((each for each in (*_IN_HEX, *_IN_BYTES, _XZ) if game.startswith(each)), b"")
    header = "xz" if mark == _XZ else mark.decode("ascii") or PLAIN
    content = game if mark in (_XZ, b"") else _uncovered(where, mark, game[len(mark) :])
    if mark in _PACKED:
        content = _unpacked(where, content, _PACKED[mark]())
    if len(content) > LARGEST_SAVED_TEXT:
        raise BadInput(
            f"{where} holds more than {_size(LARGEST_SAVED_TEXT)} of text; give a smaller save"
        )
    try:
        return header, content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{where} is no text in UTF-8 ({header}); {_AGAIN}") from None


def _uncovered(where: str, mark: bytes, covered: bytes) -> bytes:
    """Combine what stands behind a mark with the key that it begins with."""
    if mark in _IN_HEX:
        try:
            if not covered.isalnum():  # fromhex would skip spaces
                raise ValueError
            covered = bytes.fromhex(covered.decode("ascii"))
        except ValueError:
            raise BadInput(
                f"{where} is no row of hex digits behind {mark.decode()}; {_AGAIN}"
            ) from None
    if not covered:
        raise BadInput(f"{where} ends behind {mark.decode()}; {_AGAIN}")
    key = covered[0]
    return covered[1:].translate(bytes(value ^ key for value in range(256)))


def _unpacked(where: str, packed: bytes, unpacking: _Unpacking) -> bytes:
    try:
        found = unpacking.decompress(packed, LARGEST_SAVED_TEXT + 1)
    except (zlib.error, lzma.LZMAError):
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
