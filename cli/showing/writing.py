"""Writes files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.text_files import was_read


def write_whole(path: Path, text: str) -> None:
    """Write a text file by way of a temporary one beside it, so that no half file is ever left."""
    if not path.name:
        raise BadInput("the file to write has no name; give one")
    path = path.resolve() if path.is_symlink() else path
    if path.exists() and not path.is_file():
        raise BadInput(f"{path}: is no regular file; choose another place")
    if was_read(path):
        raise BadInput(f"{path}: was read for this answer; choose another file to write")
    folder = path.parent
    if not folder.is_dir():
        raise BadInput(f"{path}: folder {folder} does not exist; make it first")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)
    except OSError as error:
        raise BadInput(
            f"{path}: cannot be written ({error.strerror}); choose another place"
        ) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise BadInput(
            f"{path}: cannot be written ({error.strerror}); choose another place"
        ) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
