"""The boards that a server gives: the embedded ones, and the files of one folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from hexcourt.facts.boards.embedded import embedded_names
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.text_files import opened
from hexcourt.solver.position.opening import shown_name

MOST_FILES = 1_000
"""The most files of a folder that are listed."""

DEEPEST = 4
"""How many folders within one another are looked into."""

_DIRECTORY = 1 << 20  # within how many bytes of the end of a zip archive its members are named


@dataclass(frozen=True, slots=True)
class Shelved:
    """A board by its name: where it is opened from, and what tells that its file was changed."""

    name: str
    opened_as: str
    stamp: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The embedded boards, and those of a folder, if there is one, by their paths from there."""

    folder: Path | None = None

    def find(self, name: str) -> Shelved:
        """Find a board; raises BadInput where there is none of that name."""
        if name in embedded_names():
            return Shelved(name, name)
        path = None if self.folder is None else _within(self.folder.resolve(), name)
        if path is None:
            raise BadInput(f"{shown_name(name)}: no such board here; name one that `boards` lists")
        about = path.stat()
        return Shelved(name, str(path), (about.st_mtime_ns, about.st_size))

    def name_of(self, path: Path) -> str:
        """Name a file of the folder as the server does; raises BadInput for another."""
        root = None if self.folder is None else self.folder.resolve()
        real = path.resolve()
        if root is None or not real.is_relative_to(root):
            raise BadInput(
                f"{shown_name(str(path))}: is not in the folder of --boards; name one that is"
            )
        return real.relative_to(root).as_posix()

    def names(self) -> tuple[str, ...]:
        """List the names of all boards."""
        return (*embedded_names(), *self.files())

    def files(self) -> dict[str, Path]:
        """Map the names of files that may be boards to their real paths, all within the folder."""
        if self.folder is None:
            return {}
        root = self.folder.resolve()
        found: dict[str, Path] = {}
        for path in _walk(root):
            if len(found) == MOST_FILES:
                break
            name = path.relative_to(root).as_posix()
            real = _within(root, name)
            if real is not None:
                found[name] = real
        return found

    def folders(self) -> tuple[Path, ...]:
        """List the folders that boards lie in, the outer ones first."""
        found = {each.parent for each in self.files().values()}
        return tuple(sorted(found, key=lambda each: (len(each.parts), each)))


def _within(root: Path, name: str) -> Path | None:
    """Find the real file of a name, if it may be a board and lies within a folder."""
    written = PurePosixPath(name)
    plain = not written.is_absolute() and str(written) == name and not set(name) & {"\\", ":", "\0"}
    if not plain or any(part.startswith(".") for part in written.parts):
        return None
    try:
        real = (root / written).resolve(strict=True)
        return real if real.is_relative_to(root) and _may_be_board(real) else None
    except (OSError, RuntimeError, ValueError):  # no such file, a circle of links, no such name
        return None


def _walk(root: Path) -> Iterator[Path]:
    """List the files of a folder and of those in it; no link to a folder is followed."""
    for here, folders, names in os.walk(root):
        deep = len(Path(here).relative_to(root).parts) + 1 >= DEEPEST
        folders[:] = [] if deep else sorted(each for each in folders if not each.startswith("."))
        yield from (Path(here, each) for each in sorted(names))


def _may_be_board(path: Path) -> bool:
    if not path.is_file():
        return False
    if path.suffix.lower() in (".lp", ".toml"):
        return True
    with opened(path) as (stream, size):
        if stream.read(4) != b"PK\x03\x04":
            return False
        stream.seek(max(0, size - _DIRECTORY))
        return b"LOSData" in stream.read(_DIRECTORY)
