"""Folders of files that belong together: read with care, written whole or not at all."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.text_files import IrregularError, opened, was_read
from hexcourt.facts.formats.whole_files import put_on_disk, umask

LARGEST_FILE = 512 << 20
"""The largest file that is read, in bytes."""
LARGEST_JSON = 16 << 20
"""The largest of those that are JSON, which take many times as much when they are read."""
MANIFEST = "manifest.json"


class UnreadableError(BadInput):
    """A file is there and cannot be read: nothing is known of it."""


def digest(content: bytes) -> str:
    """Give the SHA-256 of a file's content."""
    return hashlib.sha256(content).hexdigest()


def read_file(folder: Path, name: str, largest: int = LARGEST_FILE) -> bytes:
    """Read a file of a folder; raises BadInput, also for links and what is larger than ``largest``."""
    path = folder / name
    try:
        with opened(path, links=False) as (stream, size):
            content = stream.read(largest + 1) if size <= largest else b""
    except IrregularError:
        raise BadInput(f"{path}: is no regular file; restore the file") from None
    except OSError as error:
        if path.is_symlink():
            raise BadInput(f"{path}: is a link; put the file itself there") from None
        if name == MANIFEST and folder.is_dir() and all(map(Path.is_dir, folder.iterdir())):
            inside = sorted(each.parent for each in folder.glob(f"*/{MANIFEST}"))
            mend = (
                f"one of those in it, such as {inside[0]}"
                if inside
                else "a folder that --certify wrote"
            )
            raise BadInput(
                f"{folder}: is no certificate, it has no {MANIFEST}; name {mend}"
            ) from None
        reason = error.strerror or type(error).__name__
        kind = BadInput if isinstance(error, FileNotFoundError) else UnreadableError
        raise kind(f"{path}: cannot be read ({reason}); restore the file") from None
    if max(size, len(content)) > largest:
        raise BadInput(f"{path}: more than {largest >> 20} MiB; certify a smaller question")
    return content


class Opened:
    """The files of a folder, each opened once: what is checked of one is what is used of it."""

    def __init__(self, folder: Path, largest: int = LARGEST_FILE) -> None:
        """Keep in mind that files of ``largest`` bytes are read at the most."""
        self.folder, self._largest = folder, largest
        self._read: dict[str, bytes | BadInput] = {}

    def content(self, name: str) -> bytes:
        """Give the content of a file, as it was when it was first asked for; raises BadInput."""
        if name not in self._read:
            most = min(self._largest, LARGEST_JSON) if name.endswith(".json") else self._largest
            try:
                self._read[name] = read_file(self.folder, name, most)
            except BadInput as error:
                self._read[name] = error
        found = self._read[name]
        if isinstance(found, BadInput):
            raise found
        return found

    def text(self, name: str) -> str:
        """Decode the content of a file; raises BadInput with the line that is not UTF-8."""
        return as_text(self.folder, name, self.content(name))


def as_text(folder: Path, name: str, content: bytes) -> str:
    """Decode a file's content; raises BadInput with the line that is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{folder / name}, line {line}: not UTF-8 text; restore the file") from None


def write_folder(folder: Path, files: Mapping[str, str], known: frozenset[str]) -> None:
    """Write a folder of text files by way of a temporary one beside it.

    An older folder is replaced if it is empty or holds a manifest and none but ``known`` files; any
    other is left alone: BadInput.
    """
    target = check_target(folder, known)
    try:
        made = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as error:
        raise _unwritable(target, error) from None
    try:
        for name, text in files.items():
            (made / name).parent.mkdir(exist_ok=True)
            (made / name).write_bytes(text.encode())
            put_on_disk(made / name)
        made.chmod(0o777 & ~umask())
        _swap(made, target)
    except OSError as error:
        raise _unwritable(target, error) from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


def check_target(folder: Path, known: frozenset[str]) -> Path:
    """Give the place that a folder may be written to; raises BadInput."""
    target = folder.resolve()
    if not target.name or not target.parent.is_dir():
        raise BadInput(f"{folder}: the folder to put it in does not exist; make it first")
    if target.exists() and not target.is_dir():
        raise BadInput(f"{folder}: is no folder; choose another place")
    names = files_in(target) if target.exists() else set()
    if names and (MANIFEST not in names or not names <= known):
        raise BadInput(f"{folder}: is no certificate and not empty; choose another place")
    for name in sorted(names):
        if was_read(target / name):
            raise BadInput(f"{folder / name}: was read for this answer; choose another folder")
    return target


def files_in(folder: Path) -> set[str]:
    """List what is in a folder, and in the folders in it, with ``/`` between."""
    found: set[str] = set()
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink():
            found |= {f"{each.name}/{inner.name}" for inner in each.iterdir()} or {f"{each.name}/"}
        else:
            found.add(each.name)
    return found


def _swap(made: Path, target: Path) -> None:
    """Put a new folder in the place of an old one, which comes back if that fails."""
    if not target.exists():
        made.rename(target)
        return
    aside = made.with_name(f"{made.name}.old")
    target.rename(aside)
    try:
        made.rename(target)
    except OSError:
        aside.rename(target)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _unwritable(folder: Path, error: OSError) -> BadInput:
    return BadInput(f"{folder}: cannot be written ({error.strerror}); choose another place")
