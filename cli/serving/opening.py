"""Opens files of one folder alone, whatever they name.

A map names the files of its boards itself, a card those of its map; no such name leads out.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from hexcourt.facts.caching import cache_folder
from hexcourt.facts.errors import BadInput
from hexcourt.facts.showing import shown

_within: list[Path | None] = []
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
    _within.append(None if folder is None else folder.resolve())
    try:
        yield
    finally:
        _within.pop()


@cache
def _watch() -> None:
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
    if not _within or event not in ("open", "os.listdir", "os.scandir"):
        return
    named = arguments[0]
    if not isinstance(named, str | bytes | os.PathLike):
        return
    written = os.fsdecode(named)
    real = Path(os.path.realpath(written))
    folder = _within[-1]
    mine = folder is not None and real.is_relative_to(folder)
    code = _CODE.search(real.name) if event == "open" else None
    listed = event != "open" and written in sys.path  # whatever is imported now
    system = written == os.devnull or _SIZE.fullmatch(written)
    nameless = event == "open" and written == tempfile.tempdir  # a temporary file without a name
    lent = mine or code or listed or system or nameless
    fine = lent or not _made.isdisjoint((real, *real.parents))
    if not (fine or any(map(real.is_relative_to, _program()))):
        raise BadInput(f"{shown(real.name)}: does not lie in the folder of --boards; move it there")
