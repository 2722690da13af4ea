"""Writes files whole or not at all, and never over one that was read."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.text_files import was_read

LEFT_OVER = ".tmp"
"""How the names of temporary files end; only a process that was killed leaves one."""


def write_whole(path: Path, texts: str | Iterable[str]) -> None:
    """Write a text file; raises BadInput, naming it, where that cannot be."""
    with whole_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as stream:
        stream.writelines([texts] if isinstance(texts, str) else texts)


def place_of(path: Path) -> str:
    """Give where a file lies so that two names of one file are equal, also where case makes none."""
    return str(path.resolve()).casefold()


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a temporary file to write to, which gets its name when all of it is on the disk.

    Raises BadInput where the file cannot be written, or was read for this answer, by whichever name.
    """
    path = _writable(path)
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=LEFT_OVER, dir=path.parent)
        os.close(handle)
        temporary = Path(name)
        yield temporary
        temporary.chmod(0o666 & ~umask())
        put_on_disk(temporary)
        temporary.replace(path)
        _folder_on_disk(path.parent)
    except OSError as error:
        _forget(temporary)
        raise BadInput(
            f"{path}: cannot be written ({error.strerror or error}); choose another place"
        ) from None
    except BaseException:
        _forget(temporary)
        raise


def _writable(path: Path) -> Path:
    if not path.name:
        raise BadInput("the file to write has no name; give one")
    path = path.resolve() if path.is_symlink() else path
    if path.exists() and not path.is_file():
        raise BadInput(f"{path}: is no regular file; choose another place")
    if was_read(path):
        raise BadInput(f"{path}: was read for this answer; choose another file to write")
    if not path.parent.is_dir():
        raise BadInput(f"{path}: folder {path.parent} does not exist; make it first")
    return path


def put_on_disk(path: Path) -> None:
    """Wait until a file's content is on the disk."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


def _folder_on_disk(folder: Path) -> None:
    with suppress(OSError):  # not every system lets a folder be opened
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _forget(temporary: Path | None) -> None:
    if temporary is not None:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def umask() -> int:
    """Give the permissions that new files lack."""
    current = os.umask(0)
    os.umask(current)
    return current
