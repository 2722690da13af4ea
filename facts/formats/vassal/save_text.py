"""Opens a save or log of VASSAL: a zip whose member ``savedGame`` is plain, packed or hidden from view.

How it is kept is given by its first bytes; the text is UTF-8, every byte combined with a key by
exclusive or where it is hidden:

- ``!VCSK``: two hex digits, the key, then two hex digits a byte; ``!VCSZ``: packed by zlib besides
- ``VOBS``, ``!VOBS``: one byte, the key, then bytes; ``!VOXZ``: packed as XZ besides (VASSAL 3.8)
- the first bytes of an XZ stream: packed, not hidden

The text may hold somebody's password, so no value and no sentence shows any of it.
"""

from __future__ import annotations

import lzma
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol

import defusedxml
from defusedxml.ElementTree import ParseError, fromstring

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.files import opened_zip, read_bytes, unpacked
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.sizes import (
    DEEPEST_COMMAND,
    LARGEST_ABOUT,
    LARGEST_SAVE,
    LARGEST_SAVED_GAME,
    LARGEST_SAVED_TEXT,
    MAX_COMMANDS,
    MAX_TRAITS,
)
from hexcourt.facts.formats.kinds import SAVE, ZIP, expect_kind

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
class OpenedSave:
    """A save as text: ``header`` tells how it was hidden, ``vasl`` and ``vassal`` the versions that
    wrote it, None where the save does not say.
    """

    header: str
    vasl: str | None
    vassal: str | None
    text: str = field(repr=False)


def open_save(path: Path) -> OpenedSave:
    """Read the text of a save; raises BadInput, naming file, member and mend."""
    content = read_bytes(path, LARGEST_SAVE, "a save")
    expect_kind(path, content, "a save of VASSAL (.vsav, .vlog)", SAVE, ZIP)
    with opened_zip(path, content, _NAME_ONE) as opened:
        game = unpacked(opened, path, "savedGame", LARGEST_SAVED_GAME)
        about = [unpacked(opened, path, name, LARGEST_ABOUT) for name in ("moduledata", "savedata")]
    if game is None:
        raise BadInput(f"{path}: member savedGame is missing; {_NAME_ONE}")
    header, text = _text(path, game)
    versions = [_version(each) for each in about]
    return OpenedSave(
        header, versions[0][0] or versions[1][0], versions[1][1] or versions[0][1], text
    )


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
    lines = [(root.findtext(name) or "").strip() for name in ("version", "VassalVersion")]
    return shown(lines[0]) or None, shown(lines[1]) or None


def _size(limit: int) -> str:
    return f"{limit >> 20} MiB"


# --- Commands and their fields --------------------------------------------------------------------
#
# VASSAL joins fields by a delimiter; one that a field holds itself has a backslash before it, once more
# for each sequence that the field is part of. A field in single quotes stands without them. Commands are
# sequences with ESC between: the command itself, then the commands that follow it, each a sequence.


ESCAPE = "\x1b"

RECORDED = "LOG\t"
"""How a command begins that a log has recorded; what it holds is not played."""


@cache
def _unescaped(delimiter: str) -> re.Pattern[str]:
    """Find a delimiter that no backslash stands before."""
    return re.compile(rf"(?<!\\){re.escape(delimiter)}")


def fields(text: str, delimiter: str, most: int = 0) -> list[str]:
    """Split a sequence at its delimiters, into ``most`` fields and a rest where that is not 0.

    The rest is what a sequence of the fields behind would be, itself still written as one.
    """
    found = _unescaped(delimiter).split(text, maxsplit=most)
    if most and len(found) > most:
        return [*(_field(each, delimiter) for each in found[:-1]), found[-1]]
    return [_field(each, delimiter) for each in found]


def _field(written: str, delimiter: str) -> str:
    plain = written.replace(f"\\{delimiter}", delimiter)
    quoted = len(plain) > 1 and plain[0] == plain[-1] == "'"
    return plain[1:-1] if quoted else plain


def commands(text: str) -> Iterator[tuple[int, str]]:
    """List the commands of a save in their order, each with how deep it is nested; those within a
    recorded one are left out.

    Raises BadInput where they are too many or too deep.
    """
    count = 1
    waiting = [(0, text)]
    while waiting:
        depth, written = waiting.pop()
        own, *parts = fields(written, ESCAPE, MAX_COMMANDS)
        count += len(parts)
        if count > MAX_COMMANDS:
            raise BadInput(f"holds more than {MAX_COMMANDS} commands; give a smaller save")
        if parts and depth >= DEEPEST_COMMAND:
            raise BadInput(
                f"has commands nested deeper than {DEEPEST_COMMAND}; save the game again"
            )
        yield depth, own
        if own.startswith(RECORDED):
            continue
        waiting.extend((depth + 1, each) for each in reversed(parts))


# --- Pieces and their traits ----------------------------------------------------------------------
#
# A trait's type and its state are written apart, each with the traits within it behind a tab. What
# holds a user id, a password or a player's name (``hide``, ``conceal``, ``concealment``, ``PROP``)
# gives here no more than yes or no: nothing else of it is kept.


_NUMBER = pattern(r"-?[0-9]{1,9}")

STACK = "stack"

LONGEST_NAME = 200
"""How many characters of the name of a counter or picture are read."""


@dataclass(frozen=True, slots=True)
class SavedPiece:
    """A piece as it is saved.

    ``ident`` is its number in the save, ``base`` the name of its innermost trait, ``shown`` what its
    layers make of it; ``images`` are the names of the pictures that it shows. ``x`` and ``y`` are pixels
    of the map called ``chart``. ``turned`` is (steps, of how many) clockwise, where it can be turned.
    ``labels`` are what is written on it, as it stands there (often HTML). ``gpid`` is its number in the
    module's palette, None where it carries none; ``nationality`` the code of its conceal trait (``ru``),
    ``traits`` their names.
    """

    ident: str
    base: str
    shown: str
    images: tuple[str, ...]
    chart: str
    x: int
    y: int
    gpid: str | None
    nationality: str | None
    hidden: bool
    concealed: bool
    turned: tuple[int, int] | None
    labels: tuple[str, ...]
    traits: frozenset[str]


def read_stack(written: str) -> tuple[str, ...] | None:
    """Read the command ``+/id/stack/map;x;y;id;id...``: what lies in a stack, from below.

    None where it is no stack.
    """
    parts = fields(written, "/", 3)
    return tuple(fields(parts[3], ";")[3:]) if parts[2:3] == [STACK] and len(parts) > 3 else None


def read_piece(written: str) -> SavedPiece | None:
    """Read the command ``+/id/type/state``; None where it cannot be read."""
    parts = fields(written, "/")
    traits = _traits(*parts[2:4]) if len(parts) >= 4 else None
    if traits is None:
        return None
    kind = fields(traits[-1][0], ";")
    state = fields(traits[-1][1], ";")
    if kind[0] != "piece" or len(state) < 3:
        return None
    x, y = map(number_in, state[1:3])
    if x is None or y is None:
        return None
    base = kind[4][:LONGEST_NAME] if len(kind) > 4 else ""
    shown, images = _layers(traits, base, kind[3] if len(kind) > 3 else "")
    return SavedPiece(
        ident=parts[1],
        base=base,
        shown=shown,
        images=images,
        chart=state[0],
        x=x,
        y=y,
        gpid=(state[3].strip() if len(state) > 3 else "") or None,
        nationality=_nationality(traits),
        hidden=any(_is_owned(entry) for kind, entry in traits if _is(kind, "hide")),
        concealed=any(
            _is_owned(entry) for kind, entry in traits if _is(kind, "conceal") or _is(kind, "obs")
        ),
        turned=_turned(traits),
        labels=tuple(entry for kind, entry in traits if _is(kind, "label") and entry.strip()),
        traits=frozenset(kind.partition(";")[0] for kind, _ in traits),
    )


def number_in(written: str) -> int | None:
    """Read a whole number; None where it is none."""
    stripped = written.strip()
    return int(stripped) if _NUMBER.fullmatch(stripped) else None


def _traits(kind: str, state: str) -> list[tuple[str, str]] | None:
    """List type and state of each trait, the outermost first; None where there are not as many states as
    types, so that the password in one might pass for the label in another.
    """
    found = []
    for _ in range(MAX_TRAITS):
        kinds, states = fields(kind, "\t"), fields(state, "\t")
        found.append((kinds[0], states[0]))
        if len(kinds) < 2 or len(states) < 2:
            return found if len(kinds) < 2 and len(states) < 2 else None
        kind, state = kinds[1], states[1]
    raise BadInput(f"has a counter of more than {MAX_TRAITS} traits; give another save")


def _is(kind: str, name: str) -> bool:
    return kind.partition(";")[0] == name


def _is_owned(state: str) -> bool:
    """Return whether a trait that hides has an owner, and so does hide."""
    return fields(state, ";")[0].partition("|")[0] not in ("", "null")


def _nationality(traits: Sequence[tuple[str, str]]) -> str | None:
    """Read the code in ``conceal;C;image;NAT`` or ``concealment;owner;NAT``."""
    for kind, _ in traits:
        items = fields(kind, ";")
        at = {"conceal": 3, "concealment": 2}.get(items[0])
        if at is not None and len(items) > at and items[at]:
            return items[at]
    return None


def _turned(traits: Sequence[tuple[str, str]]) -> tuple[int, int] | None:
    for kind, state in traits:
        if _is(kind, "rotate"):
            of, steps = number_in(fields(kind, ";")[1]) if ";" in kind else None, number_in(state)
            if of is not None and of > 1:
                return (steps or 0) % of, of
    return None


def _layers(
    traits: Sequence[tuple[str, str]], base: str, image: str
) -> tuple[str, tuple[str, ...]]:
    """Name a counter by the layers that it shows, from inside out, and list their pictures."""
    name, images = base, [image]
    for kind, state in reversed(traits):
        if not _is(kind, "emb2"):
            continue
        items = fields(kind, ";")
        at = number_in(fields(state, ";")[0])
        if at is None or at < 1 or len(items) < 18:
            continue
        pictures, names = fields(items[16], ","), fields(items[17], ",")
        images += pictures[at - 1 : at]
        name = _renamed(name, "".join(names[at - 1 : at]))
    return name.strip(), tuple(each.strip()[:LONGEST_NAME] for each in images if each.strip())


def _renamed(name: str, layer: str) -> str:
    """Apply a layer's name: replace what is below it, go before it (``x +``) or behind it (``+ x``)."""
    if not layer.strip():
        return name
    parts = fields(layer, "+")
    if len(parts) == 1:
        return parts[0][:LONGEST_NAME]
    return (parts[0] + name if parts[0] else name + parts[1])[:LONGEST_NAME]
