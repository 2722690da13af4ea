"""The boards that come with the package."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from hexcourt.facts.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.reading import parse_board

_SUFFIX = ".lp"


@cache
def embedded_names() -> tuple[str, ...]:
    """List the names of the embedded boards, sorted."""
    found = (each.name for each in files("hexcourt.facts.boards").iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


@cache
def embedded_board(name: str) -> Board:
    """Read an embedded board; raises BadInput for a name that none has."""
    if name not in embedded_names():
        near = get_close_matches(name, embedded_names(), n=1, cutoff=0.5)
        mend = f"write {near[0]}" if near else f"write one of {', '.join(embedded_names())}"
        raise BadInput(f"no embedded board is called {name[:60]}; {mend}")
    text = files("hexcourt.facts.boards").joinpath(name + _SUFFIX).read_text("utf-8")
    return parse_board(text, name + _SUFFIX)
