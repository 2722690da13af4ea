"""The boards that a server offers, embedded or files of one folder; nothing is opened beside these."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any

from platformdirs import user_cache_path

from hexcourt.facts.base.cache import cache_folder
from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.files import opened
from hexcourt.facts.base.kernels import uses_numba
from hexcourt.facts.formats.embedded import embedded_names
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


# A map names the files of its boards itself, a card those of its map; no such name leads out.


_within_opening: list[Path | None] = []
_made: set[Path] = set()  # temporary files and folders of this process alone

_CODE = re.compile(r"\.(?:py|pyc|pyd|so|nbi|nbc)(?:\.tmp\.\w+|\.\d+)?$")
"""What files of code end with, those among them that numba keeps wherever it may write."""

_SIZE = re.compile(r"/proc/(?:self|\d+)/statm")
"""Where a system tells how much memory a process has."""

_MAKING = frozenset({"tempfile.mkdtemp", "tempfile.mkstemp"})
_REMOVING = frozenset({"os.remove", "os.rename", "os.rmdir"})


@contextmanager
def opening_within(folder: Path | None) -> Iterator[None]:
    """Refuse, while this lasts, to read files that lie neither in the folder nor in the program."""
    _program()
    _watch()
    _within_opening.append(None if folder is None else folder.resolve())
    try:
        yield
    finally:
        _within_opening.pop()


@cache
def _watch() -> None:
    if uses_numba():
        import_module("numba")  # it looks at the machine; refused that, it stays half loaded
    with suppress(FileNotFoundError):
        tempfile.gettempdir()  # it tries folders by writing in them
    sys.addaudithook(_look)


@cache
def _program() -> tuple[Path, ...]:
    """List the folders that the program itself is read from, and those of what it keeps."""
    import hexcourt

    home = Path(hexcourt.__file__)
    lent = map(Path, sysconfig.get_paths().values())
    machine_code = os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("numba", appauthor=False)
    kept = filter(None, (cache_folder(), Path(machine_code)))
    return tuple({path.resolve() for path in (home.parent, home.resolve().parent, *lent, *kept)})


def _look(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _MAKING:
        _made.add(Path(os.path.realpath(arguments[0])))
    elif event in _REMOVING and _made and not isinstance(arguments[0], int):
        _made.discard(Path(os.path.realpath(os.fsdecode(arguments[0]))))
    if not _within_opening or event not in ("open", "os.listdir", "os.scandir"):
        return
    named = arguments[0]
    if not isinstance(named, str | bytes | os.PathLike):
        return
    written = os.fsdecode(named)
    real = Path(os.path.realpath(written))
    folder = _within_opening[-1]
    mine = folder is not None and real.is_relative_to(folder)
    code = _CODE.search(real.name) if event == "open" else None
    listed = event != "open" and written in sys.path  # whatever is imported now
    system = written == os.devnull or _SIZE.fullmatch(written)
    nameless = event == "open" and written == tempfile.tempdir  # a temporary file without a name
    lent = mine or code or listed or system or nameless
    fine = lent or not _made.isdisjoint((real, *real.parents))
    if not (fine or any(map(real.is_relative_to, _program()))):
        raise BadInput(f"{shown(real.name)}: does not lie in the folder of --boards; move it there")
