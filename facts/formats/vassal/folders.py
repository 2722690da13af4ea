"""Where boards and saves lie that nobody gave a path for: VASL's own folders on this machine."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import is_file, member_names, opened, opened_zip, read_bytes
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.sizes import LARGEST_ARCHIVE
from hexcourt.facts.formats.kinds import SEVEN_ZIP

_VASSAL_FOLDERS = {
    "darwin": ("~/Library/Application Support", "VASSAL"),
    "win32": (os.environ.get("APPDATA", "~"), "VASSAL"),
}
_LARGEST_PREFERENCES = 1 << 20
_NAMED = pattern(r"^boardURL=(.+)$", re.MULTILINE)
_USUAL = ("VASL", "vasl", "Documents/VASL", "Documents/vasl")
_BOARDS, _SAVES = "VASL boards", "VASL saves"


def vasl_folders() -> tuple[tuple[str, Path], ...]:
    """Find the folders where VASL keeps boards and saves: the one of boards that its preferences name,
    and usual ones of the user's home; each with a name.
    """
    found: dict[Path, str] = {}
    # no home, it cannot be read, or the server may not read there
    with suppress(OSError, RuntimeError, BadInput):
        home = Path.home()
        text = Path(*_VASSAL_FOLDERS.get(sys.platform, ("~", ".VASSAL"))).expanduser() / "prefs"
        wanted = [(_BOARDS, each) for file in text.glob("VASL*") for each in _named(file)]
        wanted += [
            (name, home / each / name.split()[1]) for name in (_BOARDS, _SAVES) for each in _USUAL
        ]
        for name, path in wanted:
            if path.is_dir() and not any(path.samefile(each) for each in found):
                found[path.resolve()] = name
    names = list(found.values())
    distinct = (
        f"{name} {names[:number].count(name) + 1}" if name in names[:number] else name
        for number, name in enumerate(names)
    )
    return tuple(zip(distinct, found, strict=True))


def _named(preferences: Path) -> Iterator[Path]:
    """Read which folder of boards preferences of VASSAL name, which are properties of Java."""
    if preferences.is_file():
        with opened(preferences) as (stream, _):
            text = stream.read(_LARGEST_PREFERENCES).decode("latin-1")
        for value in _NAMED.findall(text):
            yield Path(re.sub(r"\\(u[0-9a-fA-F]{4}|.)", _unescaped, value.strip()))


def _unescaped(found: re.Match[str]) -> str:
    entry = found[1]
    return chr(int(entry[1:], 16)) if len(entry) == 5 else entry


def vasl_board_folders() -> tuple[Path, ...]:
    """List the folders in which VASL keeps boards."""
    return tuple(path for name, path in vasl_folders() if name.startswith(_BOARDS))


def archive_in(folders: Sequence[Path], name: str, beside: Path = Path()) -> Path | None:
    """Find the archive of a board, ``bd01`` or ``01``, in some folders, the first first, then ``beside``
    what names it, then where VASL keeps boards. None where it lies nowhere, or beside under that name.

    Where there is none, or one without LOSData, its draft is found: in the same folders, beside it or
    where one is, the file ``bd01-draft``, or ``bd01-draft-`` and more; of several the one written last.
    """
    calls = [each for each in dict.fromkeys((name, f"bd{name}", f"bd{name.zfill(2)}")) if each]

    def found_in(searched: Sequence[Path]) -> Path | None:
        paths = (folder / each for folder in searched for each in calls)
        return next((each.absolute() for each in paths if is_file(each)), None)

    found = found_in(folders)
    if found is None and name and not is_file(beside / name):
        found = found_in((beside, *vasl_board_folders()))
    here = found or beside / name
    if name and (not is_file(here) or _lacks_los_data(here)):
        stems = "|".join(re.escape(Path(each).name.partition(".")[0]) for each in calls)
        draft = re.compile(rf"(?:{stems})-draft(?:-[^.]*)?")
        searched = dict.fromkeys((*folders, here.parent, beside, Path(), *vasl_board_folders()))
        drafts = [
            each for folder in searched for each in _files(folder) if draft.fullmatch(each.name)
        ]
        found = max(drafts, key=lambda each: each.stat().st_mtime_ns, default=found)
    return found and found.absolute()


def _files(folder: Path) -> list[Path]:
    with suppress(OSError, ValueError, BadInput):  # there is none, or the server may not read there
        return [each for each in sorted(folder.iterdir()) if is_file(each)]
    return []


def lacks_los_data(content: bytes) -> bool:
    """Return whether a file is an archive without LOSData, as those of maps with a picture alone."""
    if content.startswith(b"PK"):
        with suppress(ValueError), opened_zip(Path(), content, "fetch the board again") as archive:
            return "losdata" not in member_names(archive)
    return content.startswith(SEVEN_ZIP)


def _lacks_los_data(path: Path) -> bool:
    with suppress(OSError, ValueError):  # whoever reads it says why it cannot be read
        return lacks_los_data(read_bytes(path, LARGEST_ARCHIVE, "a board"))
    return False
