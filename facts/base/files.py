"""Opens files from outside: regular files alone, of bounded size, texts as UTF-8; writes files whole."""

from __future__ import annotations

import errno
import io
import json
import lzma
import os
import stat
import tempfile
import tomllib
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import IO, Any, BinaryIO

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.sizes import LARGEST_FACTS_FILE, LARGEST_TOML, MAX_MEMBERS

_GUARDS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe would block for ever."""
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


class IrregularError(ValueError):
    """What was named is a folder, a pipe or a device, and no file."""


_read: set[str] = set()  # the files that this process has read, by their whole paths


def was_read(path: Path) -> bool:
    """Return whether this process has read a file, by this name or another.

    What was read is given by its path, and compared by identity now: the number of a file that
    is gone may be another one's.
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
        folder = stat.S_ISDIR(about.st_mode)
        raise IrregularError("is a folder" if folder else "is no regular file")
    with os.fdopen(handle, "rb") as stream:
        yield stream, about.st_size


def read_bytes(path: Path, largest: int, what: str) -> bytes:
    """Read a file; raises BadInput where it is too large for what it should be, or unreadable."""
    try:
        with opened(path) as (stream, size):
            _read.add(str(path.absolute()))
            content = stream.read(largest + 1) if size <= largest else b""
    except IrregularError as error:
        raise BadInput(f"{path}: {error}; give the path of {what}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise BadInput(f"{path}: cannot be read ({reason}); name {what}") from None
    if max(size, len(content)) > largest:
        most = f"{largest >> 20} MiB" if largest >> 20 else f"{largest} bytes"
        raise BadInput(
            f"{path}: {max(size, len(content))} bytes are too many for {what}; give {most} at most"
        )
    return content


@dataclass(frozen=True, slots=True)
class ContentCheck:
    """What looks at the content of a file before it is read, and raises BadInput for one that is no
    ``such`` file, in words.
    """

    such: str
    look: Callable[[Path, bytes], None]


def read_text(path: Path, check: ContentCheck) -> str:
    """Read a text; raises BadInput where it is too large, unreadable, not UTF-8, or fails the check."""
    content = read_bytes(path, LARGEST_FACTS_FILE, check.such)
    check.look(path, content)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{path}, line {line}: not UTF-8 text; save the file as UTF-8") from None


def read_toml_text(path: Path, what: str, check: ContentCheck | None = None) -> str:
    """Read the text of a TOML file; raises UnicodeDecodeError where it is not UTF-8, and BadInput where
    it fails the check.
    """
    content = read_bytes(path, LARGEST_TOML, what)
    if check is not None:
        check.look(path, content)
    return content.decode("utf-8-sig")


def read_toml(
    path: Path,
    what: str,
    check: ContentCheck | None = None,
    name: str = "",
    text: str | None = None,
) -> dict[str, Any]:
    """Read a TOML file, which messages call by its path or ``name``; raises BadInput where there is
    none, or it is no TOML or fails the check. Where its ``text`` was read before, that is taken.
    """
    name = name or str(path)
    try:
        return tomllib.loads(read_toml_text(path, what, check) if text is None else text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{name}: cannot be read as TOML: {error}; {toml_mend(error)}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{name}: is no text in UTF-8; write {what} as TOML") from None
    except RecursionError:
        raise BadInput(f"{name}: is nested too deep; write it flatter") from None


def toml_mend(error: object) -> str:
    """Describe how to mend what is no TOML: paths of Windows are the usual trap."""
    text = str(error)
    if "\\" in text or "hex value" in text:
        return "write / for \\ in paths, or put them between single quotation marks"
    return "mend it there"


# --- Atomic writing, never over an input ----------------------------------------------------------


LEFT_OVER = ".tmp"
"""How the names of temporary files end; only a process that was killed leaves one."""


def write_whole(path: Path, texts: str | Iterable[str]) -> None:
    """Write a text file; raises BadInput, naming it, where that cannot be."""
    with whole_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as stream:
        stream.writelines([texts] if isinstance(texts, str) else texts)


def is_file(path: Path) -> bool:
    """Return whether a path names a file; false for a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Return whether a path names a folder; false for a name that none can have."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def relative_path(path: Path, folder: Path) -> str:
    """Write a path as seen from a folder; as a whole path where it is on another drive."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:
        return path.absolute().as_posix()


def place_of(path: Path) -> str:
    """Return where a file lies so that two names of one file are equal, also where case makes none."""
    return str(path.resolve()).casefold()


def make_new_folder(folder: Path) -> None:
    """Make a folder, or take one that is empty; raises BadInput where neither can be."""
    try:
        folder.mkdir(exist_ok=True)
        is_empty = not any(folder.iterdir())
    except OSError as error:
        raise BadInput(
            f"{folder}: cannot be made ({error.strerror}); choose another place"
        ) from None
    if not is_empty:
        raise BadInput(f"{folder}: is not empty; name a new folder")


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Return a temporary file to write to, which gets its name when all of it is on the disk.

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
    """Return the permissions that new files lack."""
    current = os.umask(0)
    os.umask(current)
    return current


# --- Zip archives ---------------------------------------------------------------------------------


_DIRECTORY_ENTRY = b"PK\x01\x02"

DAMAGE = (
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
    """Return whether the content of a file looks like a zip archive."""
    return zipfile.is_zipfile(io.BytesIO(content))


@contextmanager
def opened_zip(path: Path | str, content: bytes, mend: str) -> Iterator[zipfile.ZipFile]:
    """Open the content of a file as a zip; raises BadInput, naming file and mend, for damage met then or
    while members are unpacked.
    """
    members = content.count(_DIRECTORY_ENTRY)
    if members > MAX_MEMBERS:
        raise BadInput(f"{path}: has {members} members; give an archive of {MAX_MEMBERS} at most")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as opened:
            yield opened
    except BadInput:
        raise
    except DAMAGE as error:
        if not content.startswith(b"PK"):
            empty = "the file is empty" if not content else "is no zip archive"
            raise BadInput(f"{path}: {empty}; {mend}") from None
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


def member_names(opened: zipfile.ZipFile) -> Mapping[str, str]:
    """Map members' names without folders, in lower case, to their whole names."""
    found: dict[str, str] = {}
    for each in opened.namelist():
        path = PurePosixPath(each.replace("\\", "/"))
        if not each.endswith("/") and "__MACOSX" not in path.parts:
            found.setdefault(path.name.lower(), each)
    return found


# --- Temporary files ------------------------------------------------------------------------------


_NO_ROOM = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})


class NoRoomError(BadInput):
    """Report that the folder for temporary files cannot be written, or is full."""

    def __init__(self) -> None:
        super().__init__(
            "the folder for temporary files is full or cannot be written; "
            "make room there, or name another one in TMPDIR"
        )


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Return a folder that goes when this ends; raises NoRoomError."""
    with _roomy():
        folder = tempfile.TemporaryDirectory(prefix="hexcourt-")
    with folder as name, _roomy(*_NO_ROOM):
        yield Path(name)


@contextmanager
def temporary_file() -> Iterator[IO[bytes]]:
    """Return a file that goes when this ends; raises NoRoomError."""
    with _roomy():
        file = tempfile.TemporaryFile()  # noqa: SIM115
    with file, _roomy(*_NO_ROOM):
        yield file


@contextmanager
def _roomy(*numbers: int) -> Iterator[None]:
    """Raise NoRoomError for errors of the system: of these numbers alone, where any are given."""
    try:
        yield
    except OSError as error:
        if numbers and error.errno not in numbers:
            raise
        raise NoRoomError from None


# --- Files of the package -------------------------------------------------------------------------


def package_text(package: str, name: str) -> str:
    """Read a text file that comes with the package."""
    return files(package).joinpath(name).read_text("utf-8")


def table_rows(package: str, name: str) -> list[list[str]]:
    """Read the rows of a tab-separated table of the package, without its heading."""
    return [line.split("\t") for line in package_text(package, name).splitlines()[1:]]


# --- JSON without repeated names ------------------------------------------------------------------


def read_json(text: str | bytes) -> Any:
    """Read a JSON text; raises ValueError, or RecursionError where it is nested too deep."""
    return json.loads(text, object_pairs_hook=unique_names, parse_constant=_no_number)


def unique_names(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object; ValueError where it tells a name twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(each for each in names if names.count(each) > 1)
        raise ValueError(f'"{twice}" is given twice')
    return fields


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")
