"""Opens zip archives that come from outside: damage, too many members and bombs are bad input."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hexcourt.facts.errors import BadInput
from hexcourt.facts.showing import shown
from hexcourt.facts.sizes import MOST_MEMBERS

_DIRECTORY_ENTRY = b"PK\x01\x02"

_DAMAGE = (
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


def is_zip(content: bytes) -> bool:
    """Tell whether the content of a file looks like a zip archive."""
    return zipfile.is_zipfile(io.BytesIO(content))


@contextmanager
def opened_zip(path: Path | str, content: bytes, mend: str) -> Iterator[zipfile.ZipFile]:
    """Open the content of a file as a zip; raises BadInput, naming file and mend, for damage met then or
    while members are unpacked.
    """
    members = content.count(_DIRECTORY_ENTRY)
    if members > MOST_MEMBERS:
        raise BadInput(f"{path}: has {members} members; give an archive of {MOST_MEMBERS} at most")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as opened:
            yield opened
    except BadInput:
        raise
    except _DAMAGE as error:
        raise BadInput(f"{path}: not a whole zip archive ({shown(str(error))}); {mend}") from None


def unpacked(opened: zipfile.ZipFile, path: Path | str, name: str, limit: int) -> bytes | None:
    """Unpack a member of at most ``limit`` bytes, whole MiB; None where it is not there."""
    try:
        with opened.open(name) as member:
            content = member.read(limit + 1)
    except KeyError:
        return None
    if len(content) > limit:
        raise BadInput(
            f"{path}: member {shown(name)} unpacks to more than {limit >> 20} MiB; give another file"
        )
    return content
