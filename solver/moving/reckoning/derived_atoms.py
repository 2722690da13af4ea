"""What the law derives, read as clingo writes it: asking for symbols takes ten times as long."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import clingo

from hexcourt.facts.formats.temporary_files import NoRoomError, temporary_folder
from hexcourt.solver.statutes.law import Law

Atom = tuple[str, tuple[str, ...]]
"""An atom: its name and its arguments, as they are written."""

_BEGIN = b"asp 1 0 0 incremental"
_SHOWN = b"\n4 "
_END = b"\n0\n"

_STRING = r'"(?:[^"\\]|\\.)*"'
_WITHIN = rf'\((?:[^()"]+|{_STRING})*\)'
for _ in range(3):  # so deep are terms nested in places, states and moves
    _WITHIN = rf'\((?:[^()"]+|{_STRING}|{_WITHIN})*\)'
_TERMS = re.compile(rf'(?:[^(),"]+|{_STRING}|{_WITHIN})+')


def derive(
    profile: str,
    facts: str,
    shown: Iterable[tuple[str, int]],
    look: Callable[[clingo.Control], None] | None = None,
) -> tuple[bytes, Iterator[tuple[bytes, int]]]:
    """Ground the law over facts: give the rules, and the atoms of the predicates that are shown, each
    with its number in the rules, 0 for a fact. ``look`` may ask for symbols meanwhile.
    """
    show = "\n".join(["#show.", *(f"#show {name}/{arity}." for name, arity in shown)])
    with temporary_folder() as folder:
        file = folder / "ground.aspif"
        grounded = Law(profile).ground_to(file, facts, show)  # symbols live no longer than this
        if look is not None:
            look(grounded)
        text = file.read_bytes()
    if not (
        text.startswith(_BEGIN) and text.endswith(_END)
    ):  # clingo does not say that a disk is full
        raise NoRoomError
    rules, *lines = text.removeprefix(_BEGIN).removesuffix(_END).split(_SHOWN)
    return rules, map(_shown, lines)


def _shown(line: bytes) -> tuple[bytes, int]:
    """Read what stands between the length of an atom and the literals that it hangs on."""
    told, _, number = line.partition(b" ")[2].rpartition(b" ")
    return (told, 0) if number == b"0" else (told[:-2], int(number))


def read_atom(told: bytes) -> Atom:
    """Take an atom apart."""
    name, _, within = told.decode().partition("(")
    return name, tuple(_TERMS.findall(within[:-1]))


@lru_cache(maxsize=1 << 12)
def string_of(term: str) -> str:
    """Read a string that is written in quotes."""
    return clingo.parse_term(term).string
