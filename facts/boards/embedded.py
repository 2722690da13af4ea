"""The boards and worked examples that come with the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.read_board import parse_board

if TYPE_CHECKING:
    from hexcourt.facts.examples.worked_example import Example

_SUFFIX = ".lp"
_BOARDS, _EXAMPLES = "hexcourt.facts.boards", "hexcourt.examples"


def embedded_names() -> tuple[str, ...]:
    """List the names of the embedded boards, sorted."""
    return _names(_BOARDS)


def example_names() -> tuple[str, ...]:
    """List the names of the embedded examples, sorted."""
    return _names(_EXAMPLES)


@cache
def embedded_board(name: str) -> Board:
    """Read an embedded board; raises BadInput for a name that none has."""
    return parse_board(_text(_BOARDS, name, "board"), name + _SUFFIX)


@cache
def embedded_example(name: str) -> Example:
    """Read an embedded example; raises BadInput for a name that none has."""
    from hexcourt.facts.examples.worked_example import parse_example

    return parse_example(_text(_EXAMPLES, name, "example"), name + _SUFFIX)


@cache
def _names(package: str) -> tuple[str, ...]:
    found = (each.name for each in files(package).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


def _text(package: str, name: str, what: str) -> str:
    known = _names(package)
    if name not in known:
        from difflib import get_close_matches

        near = get_close_matches(name, known, n=1, cutoff=0.5)
        mend = f"write {near[0]}" if near else f"write one of {', '.join(known)}"
        raise BadInput(f"no embedded {what} is called {name[:60]}; {mend}")
    return files(package).joinpath(name + _SUFFIX).read_text("utf-8")
