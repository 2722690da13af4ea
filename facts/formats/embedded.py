"""The boards and other facts files that come with the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import package_text
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.read_board import parse_board

SUFFIX = ".lp"
_BOARDS = "hexcourt.facts.boards"


def embedded_names() -> tuple[str, ...]:
    """List the names of the embedded boards, sorted."""
    return names_in(_BOARDS)


@cache
def embedded_board(name: str) -> Board:
    """Read an embedded board; raises BadInput for a name that none has."""
    return parse_board(embedded_text(_BOARDS, name, "board"), name + SUFFIX)


@cache
def names_in(package: str) -> tuple[str, ...]:
    """List the names of the facts files of a package, sorted, without their suffix."""
    found = (each.name for each in files(package).iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX)))


def embedded_text(package: str, name: str, what: str) -> str:
    """Read a facts file of a package; raises BadInput for a name that none has."""
    known = names_in(package)
    if name not in known:
        from difflib import get_close_matches

        near = get_close_matches(name, known, n=1, cutoff=0.5)
        mend = f"write {near[0]}" if near else f"write one of {', '.join(known)}"
        raise BadInput(f"no embedded {what} is called {name[:60]}; {mend}")
    return package_text(package, name + SUFFIX)
