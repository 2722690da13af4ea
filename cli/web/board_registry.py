"""The boards that a server offers, embedded or files of its folders; nothing is opened beside these."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any

from platformdirs import user_cache_path

from hexcourt.facts.base.cache import cache_folder
from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.files import opened
from hexcourt.facts.base.kernels import uses_numba
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.formats.vassal import SAVES
from hexcourt.solver.position.opening import shown_name

MAX_FILES = 1_000
"""The most files of a folder that are listed."""

DEEPEST = 4
"""How many folders within one another are looked into."""

_DIRECTORY = 1 << 20  # within how many bytes of the end of a zip archive its members are named
_MAP = pattern(r"bd[^.]*(\.zip)?", re.IGNORECASE)
_PICTURE = pattern(rb"\.(gif|png|jpe?g|bmp)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RegisteredBoard:
    """A board by its name: where it is opened from, and what tells that its file was changed."""

    name: str
    opened_as: str
    stamp: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class BoardRegistry:
    """The embedded boards, and those of a folder, if there is one, by their paths from there.

    ``more`` are further folders by a name each, with which the names of their boards begin.
    """

    folder: Path | None = None
    more: tuple[tuple[str, Path], ...] = ()

    @property
    def roots(self) -> tuple[tuple[str, Path], ...]:
        """List the folders, each with what the names of its boards begin with."""
        first = () if self.folder is None else (("", self.folder.resolve()),)
        return (*first, *((f"{name}/", path.resolve()) for name, path in self.more))

    def find(self, name: str) -> RegisteredBoard:
        """Find a board; raises BadInput where there is none of that name."""
        if name in embedded_names():
            return RegisteredBoard(name, name)
        paths = (
            _within(root, name.removeprefix(begin))
            for begin, root in self.roots
            if name.startswith(begin)
        )
        path = next(filter(None, paths), None)
        if path is None:
            raise BadInput(f"{shown_name(name)}: no such board here; name one that `boards` lists")
        about = path.stat()
        times = [about.st_mtime_ns]
        if path.suffix.lower() in (".toml", *SAVES):  # it may find a draft that was made since
            times += [each.stat().st_mtime_ns for begin, each in self.more if begin == DROPPED]
        return RegisteredBoard(name, str(path), (max(times), about.st_size))

    def name_of(self, path: Path) -> str:
        """Name a file of the folder as the server does; raises BadInput for another."""
        root = None if self.folder is None else self.folder.resolve()
        real = path.resolve()
        if root is None or not real.is_relative_to(root):
            raise BadInput(
                f"{shown_name(str(path))}: is not in the folder of --boards; name one that is"
            )
        return real.relative_to(root).as_posix()

    @property
    def dropped(self) -> Path:
        """Return the folder of files that were sent; raises BadInput where there is none."""
        found = dict(self.more).get(DROPPED)
        if found is None:
            raise BadInput("this server keeps no files; start it on your own machine")
        return found

    def names(self) -> tuple[str, ...]:
        """List the names of all boards."""
        return (*embedded_names(), *self.files())

    def files(self) -> dict[str, Path]:
        """Map the names of files that may be boards to their real paths, all within the folder."""
        found: dict[str, Path] = {}
        for begin, root in self.roots:
            for path in _walk(root):
                if len(found) == MAX_FILES:
                    break
                name = path.relative_to(root).as_posix()
                real = _within(root, name)
                if real is not None:
                    found.setdefault(begin + name, real)
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
    about = path.stat()
    return _zip_kind(path, about.st_mtime_ns, about.st_size) != ""


def is_picture_alone(path: Path) -> bool:
    """Return whether a file is an archive of a map that has a picture and no LOSData."""
    about = path.stat()
    return _zip_kind(path, about.st_mtime_ns, about.st_size) == "picture"


@lru_cache(4 * MAX_FILES)
def _zip_kind(path: Path, changed: int, size: int) -> str:
    """Return what a zip archive is: ``board``, ``save`` by its name too, ``picture`` alone, or ""."""
    with opened(path) as (stream, _):
        if stream.read(4) != b"PK\x03\x04":
            return ""
        stream.seek(max(0, size - _DIRECTORY))
        names = stream.read(_DIRECTORY)
    if path.suffix.lower() in SAVES:
        return "save" if b"savedGame" in names else ""
    if b"LOSData" in names:
        return "board"
    return "picture" if _MAP.fullmatch(path.name) and _PICTURE.search(names) else ""


# --- Files that are sent to be opened -------------------------------------------------------------

DROPPED = "dropped"
"""What the names of files that were sent begin with."""

MAX_DROPPED = 100
"""The most files that are kept of those that were sent."""

_FILE_NAME = pattern(r"[\w(][\w .,()+&'\[\]-]{0,79}")


def keep_dropped(folder: Path, name: str, content: bytes) -> str:
    """Keep a file that was sent in a folder of the server's own, and return the name of its board.

    Raises BadInput if it is of no kind that can be asked about.
    """
    if not _FILE_NAME.fullmatch(name) or name.endswith((".", " ")):
        raise BadInput(f"{shown(name)}: no name for a file here; use letters, digits, . and -")
    if len(list(folder.iterdir())) >= MAX_DROPPED and not (folder / name).exists():
        raise BadInput(f"{MAX_DROPPED} files were opened already; start hexcourt serve again")
    with tempfile.TemporaryDirectory() as elsewhere:
        tried = Path(elsewhere, name)
        tried.write_bytes(content)
        if not _may_be_board(tried):
            raise BadInput(
                f"{shown(name)}: is no board archive of VASL, no save (.vsav, .vlog), no map or card "
                "(.toml) and no facts file (.lp); choose one of these"
            )
    (folder / name).write_bytes(content)
    return f"{DROPPED}/{name}"


# A map names the files of its boards itself, a card those of its map; no such name leads out.


_within_opening: list[tuple[Path, ...]] = []
_made: set[Path] = set()  # temporary files and folders of this process alone

_CODE = pattern(r"\.(?:py|pyc|pyd|so|nbi|nbc)(?:\.tmp\.\w+|\.\d+)?$")
"""What files of code end with, those among them that numba keeps wherever it may write."""

_SIZE = pattern(r"/proc/(?:self|\d+)/(?:statm|smaps_rollup|task(?:/\d+(?:/children)?)?)")
"""Where a system tells how much memory, and which threads, a process has."""

_MAKING = frozenset({"tempfile.mkdtemp", "tempfile.mkstemp"})
_REMOVING = frozenset({"os.remove", "os.rename", "os.rmdir"})


@contextmanager
def opening_within(*folders: Path) -> Iterator[None]:
    """Refuse, while this lasts, to read files that lie neither in the folders nor in the program."""
    _program()
    _watch()
    _within_opening.append(tuple(each.resolve() for each in folders))
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
    # a program in one file (bench/single_file.py) loads its modules from itself
    frozen = Path(sys.executable) if getattr(sys, "frozen", False) else None
    remaining = filter(None, (cache_folder(), Path(machine_code), frozen))
    return tuple(
        {path.resolve() for path in (home.parent, home.resolve().parent, *lent, *remaining)}
    )


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
    mine = any(map(real.is_relative_to, _within_opening[-1]))
    code = _CODE.search(real.name) if event == "open" else None
    listed = event != "open" and written in sys.path  # whatever is imported now
    system = written == os.devnull or _SIZE.fullmatch(written)
    nameless = event == "open" and written == tempfile.tempdir  # a temporary file without a name
    lent = mine or code or listed or system or nameless
    fine = lent or not _made.isdisjoint((real, *real.parents))
    if not (fine or any(map(real.is_relative_to, _program()))):
        raise BadInput(f"{shown(real.name)}: does not lie in the folder of --boards; move it there")
