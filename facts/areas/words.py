"""The words of the grammar, and a sentence cut into tokens.

A word that the grammar has not, and that is one typing error (a letter too much, too few, another, or
two in the wrong order) from exactly one of those that may stand there, is read as that; a note says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from hexcourt.facts.areas.area import Compass
from hexcourt.facts.boards.terrain_terms import EDGE, kinds
from hexcourt.facts.grid.coordinates import BoardHex, CoordinateError, HexName, parse_board_hex

NUMBERS = MappingProxyType(
    {
        word: number
        for number, word in enumerate(
            ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
        )
    }
)
RANKS = MappingProxyType(
    {
        **{each: each for each in ("first", "second", "third", "fourth", "last")},
        **{"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth"},
    }
)
SIDES = MappingProxyType(
    {**{each.value: each for each in Compass}, **{f"{each.value}ern": each for each in Compass}}
)
INITIALS = MappingProxyType({each.value[0]: each for each in Compass})

COLOURS = (
    *(
        "black",
        "blue",
        "brown",
        "fuchsia",
        "gray",
        "green",
        "grey",
        "lime",
        "orange",
        "pink",
        "purple",
    ),
    *("red", "white", "yellow"),
)
"""What captions call the markers that are laid on the map beside them."""

_SAME = (
    ("hex", "hexes", "hexs"),
    ("hexrow", "hexrows", "row", "rows"),
    ("hexgrain", "hexgrains"),
    ("building", "buildings", "bldg", "bldgs", "build"),
    ("board", "boards", "bd", "bds"),
    ("edge", "edges"),
    ("turn", "turns"),
    ("numbered", "number", "numbers"),
    ("enter", "enters", "entering", "entry"),
    ("exit", "exits", "exiting"),
    ("set", "sets", "setting"),
    ("setup", "setups"),
    ("spent", "spend", "used", "use"),
    ("expended", "expend"),
    ("squad", "squads"),
    ("except", "excluding"),
    ("level", "levels"),
)
"""Words that mean the same."""

_FURTHER = (
    "above adjacent after allotment allowance along already and any anywhere are at away "
    "below between both but by closer coordinate coordinates enter entire fewer following force forces "
    "from game greater group half having higher hip in inclusive inside later least less "
    "location lower map mapboard more most must not of off offboard on only onto or other over per "
    "placed road same see single than that the their then thereafter through thru time to up "
    "which whole with within"
)

HEX_WORDS = ("hex", "hexes", "hexs")
BUILDING_WORDS = ("building", "buildings", "bldg", "bldgs", "build")
BOARD_WORDS = ("board", "boards", "bd", "bds")
MAP_WORDS = ("map", "mapboard", "board")
EDGE_WORDS = ("edge", "edges")
TO_WORDS = ("-", "to", "through", "thru", "and")
OR_WORDS = ("and / or", "and or", "or")
"""Words that stand for one thing, or for one joint."""

_TOKEN = re.compile(
    r"""
    (?P<quoted>"[^"]*"|\u201c[^\u201d]*\u201d)
    |(?P<sign><\s?=|>\s?=|=<|=>|[\u2264\u2265<>])
    |(?P<hex>(?:\[[A-Za-z0-9_.-]{1,20}\])?[A-Za-z0-9]*[A-Za-z][0-9]{1,4}(?![A-Za-z0-9]))
    |(?P<row>\[[A-Za-z0-9_.-]{1,20}\][A-Z]*)
    |(?P<number>[0-9]+(?:\.[0-9]+)?\u00bd?|\u00bd)(?![A-Za-z])
    |(?P<word>[0-9]*[A-Za-z]+(?:'[A-Za-z]+)?)
    |(?P<mark>[-\u2013\u2014]|[^\s\w]|.)
    """,
    re.VERBOSE,
)
_SIGNS = MappingProxyType({"=<": "<=", "=>": ">=", "\u2264": "<=", "\u2265": ">="})
_BOARD = "(?P<board>[0-9]{1,6}[ab]?|[a-np-z])"
_SMALL_HEX = re.compile(rf"{_BOARD}??(?P<column>([a-z])\3*)(?P<row>[0-9]{{1,4}})")
_HEXROW = re.compile(
    rf"(?:\[(?P<id>[^]]+)\]|{_BOARD})??(?P<letters>([A-Z])\4{{0,2}}|([a-z])\5{{0,2}})"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a sentence: ``kind`` is quoted, sign, hex, number, word or mark; ``at`` and ``end``
    are where it stands in the text.
    """

    kind: str
    text: str
    at: int
    end: int

    @property
    def low(self) -> str:
        """Give it in small letters."""
        return self.text.lower()


@cache
def terrain_words() -> frozenset[str]:
    """List the words for terrain, as the terms for terrain begin: building, woods, road."""
    standing = (
        term for term, kind in kinds().items() if kind not in ("counter", "hexside", EDGE, "ground")
    )
    return frozenset({"road", *(term.split("(")[0] for term in standing)})


def names_terrain(name: str) -> bool:
    """Tell whether a name is a word for terrain that sentences do not use alone: ``bridge``, ``water``;
    with a noun behind it, as in ``bridge hexes``, it stays the terrain.
    """
    return name.lower() in terrain_words() - {"road", *BUILDING_WORDS}


@cache
def lexicon() -> Mapping[str, str]:
    """Map every word of the grammar to the first of those that mean the same."""
    found = {word: word for word in (*_FURTHER.split(), *NUMBERS, *COLOURS)}
    found.update((word, said) for word, said in RANKS.items())
    found.update((word, side.value) for word, side in SIDES.items())
    found.update((term, term) for term in terrain_words() if term.isalpha())
    for alike in _SAME:
        found.update((word, alike[0]) for word in alike)
    return MappingProxyType(found)


def meant(word: str, among: Iterable[str]) -> str | None:
    """Give the one of some words that is a typing error away from a word that the grammar has not."""
    if len(word) < 4 or not word.isalpha() or word in lexicon():
        return None
    near = {
        lexicon().get(each, each): each
        for each in among
        if len(each) > 3 and _one_error(word, each)
    }
    return next(iter(near.values())) if len(near) == 1 else None


def _one_error(word: str, known: str) -> bool:
    """Tell whether two different words are one insertion, deletion, exchange or swap apart."""
    if abs(len(word) - len(known)) > 1:
        return False
    if len(word) == len(known):
        wrong = [at for at, pair in enumerate(zip(word, known, strict=True)) if pair[0] != pair[1]]
        if len(wrong) == 1:
            return True
        at = wrong[0]
        return wrong[1:] == [at + 1] and word[at : at + 2] == known[at + 1] + known[at]
    longer, shorter = sorted((word, known), key=len, reverse=True)
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))


def tokens_of(text: str) -> tuple[Token, ...]:
    """Cut a sentence into tokens."""
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        kind, found = match.lastgroup or "mark", match[0]
        if kind == "mark" and found.isspace():
            continue
        if kind == "sign":
            found = "".join(found.split())
            found = _SIGNS.get(found, found)
        elif kind == "mark" and found in "\u2013\u2014":
            found = "-"
        elif found == "&":
            kind, found = "word", "and"
        yield Token(kind, found, match.start(), match.end())


def hex_of(text: str) -> BoardHex | None:
    """Read a hex, also one in small letters (``up2`` is P2 of board u); nothing where it is none."""
    try:
        return parse_board_hex(text)
    except CoordinateError:
        pass
    match = _SMALL_HEX.fullmatch(text)
    if match is None:
        return None
    letters = match["column"]
    name = HexName(26 * (len(letters) - 1) + ord(letters[0]) - ord("a"), int(match["row"]))
    return BoardHex(name, match["board"])


def hexrow_of(text: str) -> tuple[str, str | None] | None:
    """Read a hexrow's letters and board (``BB``, ``uBB``, ``k``); nothing where it is none."""
    match = _HEXROW.fullmatch(text)
    return (match["letters"].upper(), match["id"] or match["board"]) if match else None
