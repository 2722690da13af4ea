"""The table of pieces, ``asp/vocabulary/pieces.lp``: each kind with its arguments, sign and so on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

from hexcourt.facts.base.files import package_text
from hexcourt.facts.base.patterns import pattern

COUNTER, HEXSIDE = "counter", "hexside"
"""Where a piece lies: as a counter that makes terrain of its hex, on a hexside (else hex or hexes)."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument of a piece: a hex, or one of some ``choices``."""

    name: str
    choices: tuple[str, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A row of the table: ``lies`` is where, ``further`` maps each further word to its value."""

    name: str
    parameters: tuple[Parameter, ...]
    sign: str
    lies: str
    example: str
    further: Mapping[str, str]

    @property
    def is_counter(self) -> bool:
        """Return whether it is a counter, which makes terrain of its hex."""
        return self.lies == COUNTER

    @property
    def words(self) -> str:
        """Return how answers name it, with ``{0}`` and ``{1}`` for its hexes."""
        return self.further.get("words", f"{self.name.replace('_', ' ')} in {{0}}")

    @property
    def terms(self) -> tuple[str, ...]:
        """List the terms of a counter: ``rubble(stone)``, ``rubble(wood)``."""
        if not self.materials:
            return (self.name,)
        return tuple(f"{self.name}({','.join(each)})" for each in product(*self.materials))

    @property
    def materials(self) -> tuple[tuple[str, ...], ...]:
        """List the choices that must be given of it: stone or wood."""
        return tuple(e.choices for e in self.parameters if e.choices and not e.optional)

    @property
    def hexes(self) -> tuple[Parameter, ...]:
        """List the hexes that must be given of it."""
        return tuple(e for e in self.parameters if not e.choices and not e.optional)

    @property
    def signatures(self) -> tuple[tuple[str, int], ...]:
        """List name and arity of the predicates that tell the rules of it."""
        if self.is_counter:
            return ((COUNTER, 3),)
        most = len(self.parameters)
        least = sum(not each.optional or bool(each.choices) for each in self.parameters)
        return tuple((self.name, arity) for arity in range(least, most + 1))

    @property
    def saved(self) -> tuple[str, str]:
        """Return the kind of its counters in saves, and a pattern of their names; both may be empty."""
        kind, _, name = self.further.get("save", "").partition(" ")
        return kind, name


_ROW = pattern(r"^%\+ (\w+)\((.*)\) \| (\S+) \| (\w+) \| (.+)\n((?:%    .*\n)*)", re.MULTILINE)


def _parameter(written: str) -> Parameter:
    kind, name = written.removesuffix("]").rsplit(" ", 1)
    words = kind.strip("[]")
    return Parameter(name, () if words == "hex" else tuple(words.split("|")), kind[0] == "[")


def _piece_kind(row: re.Match[str]) -> PieceKind:
    name, parameters, sign, lies, example, rest = row.groups()
    items = " ".join(line[1:].strip() for line in rest.splitlines()).split("; ")
    return PieceKind(
        name,
        tuple(map(_parameter, parameters.split(", "))),
        sign,
        lies,
        example,
        MappingProxyType(
            {word: value for word, _, value in (each.partition(" ") for each in items)}
        ),
    )


PIECE_KINDS: Mapping[str, PieceKind] = MappingProxyType(
    {
        row[1]: _piece_kind(row)
        for row in _ROW.finditer(package_text("hexcourt.asp.vocabulary", "pieces.lp"))
    }
)
"""The kinds of pieces by name, in the order of the table."""

COUNTERS = tuple(term for kind in PIECE_KINDS.values() if kind.is_counter for term in kind.terms)
"""The terrain that counters make of the place where they lie (B.9)."""

IN_THE_AIR = frozenset(
    where.format(term)
    for kind in PIECE_KINDS.values()
    if "air" in kind.further
    for term in kind.terms
    for where in ("{}", "raised({})")
)
"""Those that fill the air of their hex, from its ground or from an upper Level on."""

PIECE_SIGNATURES = tuple(
    dict.fromkeys(each for kind in PIECE_KINDS.values() for each in kind.signatures)
)
"""Name and arity of all predicates that tell the rules of pieces."""


def pieces_with(word: str) -> Mapping[str, str]:
    """Map the pieces of which the table tells something further, such as ``cut``, to what it tells."""
    return {name: kind.further[word] for name, kind in PIECE_KINDS.items() if word in kind.further}
