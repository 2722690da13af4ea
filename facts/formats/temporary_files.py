"""Gives files and folders for what is written and read again at once; a disk that is full is told."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from hexcourt.facts.errors import BadInput

_NO_ROOM = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})


class NoRoomError(BadInput):
    """Say that the folder for temporary files cannot be written, or is full."""

    def __init__(self) -> None:
        super().__init__(
            "the folder for temporary files is full or cannot be written; "
            "make room there, or name another one in TMPDIR"
        )


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Give a folder that goes when this ends; raises NoRoomError."""
    with _roomy():
        folder = tempfile.TemporaryDirectory(prefix="hexcourt-")
    with folder as name, _roomy(*_NO_ROOM):
        yield Path(name)


@contextmanager
def temporary_file() -> Iterator[IO[bytes]]:
    """Give a file that goes when this ends; raises NoRoomError."""
    with _roomy():
        file = tempfile.TemporaryFile()  # noqa: SIM115
    with file, _roomy(*_NO_ROOM):
        yield file


@contextmanager
def _roomy(*numbers: int) -> Iterator[None]:
    """Raise NoRoomError for errors of the system: of these numbers alone, where any are told."""
    try:
        yield
    except OSError as error:
        if numbers and error.errno not in numbers:
            raise
        raise NoRoomError from None
