"""Opens files from outside: regular files alone, of a bounded size."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from hexcourt.facts.errors import BadInput
from hexcourt.facts.sizes import LARGEST_FACTS_FILE, LARGEST_TOML

_GUARDS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe would block for ever."""
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


class IrregularError(ValueError):
    """What was named is a folder, a pipe or a device, and no file."""


_read: set[str] = set()  # the files that this process has read, by their whole paths


def was_read(path: Path) -> bool:
    """Tell whether this process has read a file, by this name or another.

    What was read is told by its path, and compared by identity now: the number of a file that is gone
    may be another one's.
    """
    try:
        about = path.stat()
    except OSError:
        return False
    return any(_is(each, about) for each in _read)


def _is(name: str, about: os.stat_result) -> bool:
    try:
        return os.path.samestat(Path(name).stat(), about)
    except OSError:
        return False


@contextmanager
def opened(path: Path, links: bool = True) -> Iterator[tuple[BinaryIO, int]]:
    """Open a regular file to read it, once: what is read of it is what was checked.

    Gives its stream and its size; raises OSError or ValueError where it cannot be opened, without
    ``links`` also where it is one, and IrregularError for pipes, devices and the like.
    """
    handle = os.open(path, os.O_RDONLY | _GUARDS | (0 if links else _NO_LINKS))
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode):
        os.close(handle)
        raise IrregularError("is no regular file")
    with os.fdopen(handle, "rb") as stream:
        yield stream, about.st_size


def read_bytes(path: Path, largest: int, what: str = "a facts file") -> bytes:
    """Read a file; raises BadInput where it is too large for what it should be, or unreadable."""
    try:
        with opened(path) as (stream, size):
            _read.add(str(path.absolute()))
            content = stream.read(largest + 1) if size <= largest else b""
    except IrregularError:
        raise BadInput(f"{path}: is no regular file; name {what}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise BadInput(f"{path}: cannot be read ({reason}); name {what}") from None
    if max(size, len(content)) > largest:
        most = f"{largest >> 20} MiB" if largest >> 20 else f"{largest} bytes"
        raise BadInput(
            f"{path}: {max(size, len(content))} bytes are too many for {what}; give {most} at most"
        )
    return content


def read_text(path: Path) -> str:
    """Read the text of a facts file; raises BadInput where it is too large, unreadable or not UTF-8."""
    content = read_bytes(path, LARGEST_FACTS_FILE)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{path}, line {line}: not UTF-8 text; save the file as UTF-8") from None


def read_toml_text(path: Path, what: str) -> str:
    """Read the text of a TOML file; raises UnicodeDecodeError where it is not UTF-8."""
    return read_bytes(path, LARGEST_TOML, what).decode("utf-8-sig")


def toml_mend(error: object) -> str:
    """Say how to mend what is no TOML: paths of Windows are the usual trap."""
    told = str(error)
    if "\\" in told or "hex value" in told:
        return "write / for \\ in paths, or put them between single quotation marks"
    return "mend it there"
