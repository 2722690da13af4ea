"""The words of the grammar, and a sentence cut into tokens.

A word that the grammar has not, and that is one typing error (a letter too much, too few, another, or
two in the wrong order) from exactly one of those that may stand there, is read as that; a note says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import zip_longest
from types import MappingProxyType
from typing import TypeVar

from hexcourt.facts.areas.area import Compass
from hexcourt.facts.base.errors import BadInput, quoted, shown
from hexcourt.facts.base.files import table_rows
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.records import EDGE, kinds
from hexcourt.facts.boards.sizes import LONGEST_AREA
from hexcourt.facts.geometry.coordinates import BoardHex, CoordinateError, HexName, parse_board_hex

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

COLOURS: tuple[str, ...] = (
    *("black", "blue", "brown", "fuchsia", "gray", "green", "grey", "lime", "orange"),
    *("pink", "purple", "red", "white", "yellow"),
)
"""What captions call the markers that are laid on the map beside them."""

HEX_WORDS = ("hex", "hexes", "hexs")
BUILDING_WORDS = ("building", "buildings", "bldg", "bldgs", "build")
EDGE_WORDS = ("edge", "edges")
"""Words that mean one thing."""

_TOKEN = pattern(
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
_SMALL_HEX = pattern(rf"{_BOARD}??(?P<column>([a-z])\3*)(?P<row>[0-9]{{1,4}})")
_HEXROW = pattern(
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
        """Return it in small letters."""
        return self.text.lower()


@cache
def terrain_words() -> frozenset[str]:
    """List the words for terrain, as the terms for terrain begin: building, woods, road."""
    standing = (
        term for term, kind in kinds().items() if kind not in ("counter", "hexside", EDGE, "ground")
    )
    return frozenset({"road", *(term.split("(")[0] for term in standing)})


def names_terrain(name: str) -> bool:
    """Return whether a name is a word for terrain that sentences do not use alone: ``bridge``,
    ``water``; with a noun behind it, as in ``bridge hexes``, it stays the terrain.
    """
    return name.lower() in terrain_words() - {"road", *BUILDING_WORDS}


@cache
def lexicon() -> Mapping[str, str]:
    """Map every word of the grammar to the first of those that mean the same."""
    found = {word: word for word in (*NUMBERS, *COLOURS)}
    found.update((word, entry) for word, entry in RANKS.items())
    found.update((word, side.value) for word, side in SIDES.items())
    found.update((term, term) for term in terrain_words() if term.isalpha())
    for word, same in table_rows("hexcourt.facts.areas", "words.tsv"):
        found.update((each, word) for each in (word, *same.split(", ")) if each != "-")
    return MappingProxyType(found)


def nearest_word(word: str, among: Iterable[str]) -> str | None:
    """Return the one of some words that is a typing error away from a word that the grammar has not."""
    if len(word) < 4 or not word.isalpha() or word in lexicon():
        return None
    near = {
        lexicon().get(each, each): each
        for each in among
        if len(each) > 3 and _one_error(word, each)
    }
    return next(iter(near.values())) if len(near) == 1 else None


def _one_error(word: str, known: str) -> bool:
    """Return whether two different words are one insertion, deletion, exchange or swap apart."""
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


# --- Error messages: the words not understood, and the nearest form -------------------------------


def forms_of(kind: str) -> tuple[str, ...]:
    """Return an example of each form of areas, setup sentences, victory conditions or rules."""
    rows = table_rows("hexcourt.facts.areas", "forms.tsv")
    return tuple(form for of, form in rows if of == kind)


FORMS = forms_of("area")
SENTENCE_FORMS = forms_of("sentence")

LONGEST_WORDS = 100

_MENDS = (
    (r"\bssr\b|\bdr\b|\bdie\b|\broll", "say it as an area, as it is to be played"),
    (
        r"\b(north|south)\s*-?(east|west)(ern)?\b",
        "name an edge or a side by itself, or give the hexes",
    ),
    (r"\broad\b.*[A-Z]+[0-9]|[A-Z]+[0-9]+.*\broad\b", "give the hexes that are meant, not a road"),
    (r"\beach other\b|\bother\b", "distances between units are no area; leave them out"),
    (r"\bforces\b|\bset-?up area\b", "give the other group's area a name, and write this"),
    (rf"\b({'|'.join(sorted(COLOURS))})\b", "markers are not known; give the hexes"),
)


class NotUnderstood(BadInput):
    """A sentence that is not understood; ``words`` are those that are not, ``form`` the nearest one."""

    def __init__(self, text: str, words: str, form: str, mend: str = "") -> None:
        self.words, self.form = words, form
        result = mend or f"write such as '{form}'"
        part = "" if words == shown(text.strip(), LONGEST_WORDS) else f": {words!r}"
        why = f"not understood{part}" if words else "it ends too early"
        super().__init__(f"{quoted(text, LONGEST_WORDS)}: {why}; {result}")


def not_understood(
    text: str, words: str, forms: tuple[str, ...] = FORMS, mend: str = ""
) -> NotUnderstood:
    """Word the refusal of a sentence."""
    clipped = shown(words.strip(), LONGEST_WORDS)
    usual = next((entry for pattern, entry in _MENDS if re.search(pattern, clipped, re.I)), "")
    form = nearest_form(clipped, forms) if words else nearest_form(text, (*SENTENCE_FORMS, *forms))
    return NotUnderstood(text, clipped, form, mend or usual)


def nearest_form(words: str, forms: tuple[str, ...]) -> str:
    """Return the form most like some words."""
    text = words.lower()
    return max(forms, key=lambda form: SequenceMatcher(None, text, form.lower()).ratio())


# --- The cursor -----------------------------------------------------------------------------------


Found = TypeVar("Found")


class Cursor:
    """Where a reader is in a sentence; ``names`` are the areas that the sentence may name,
    ``known`` words beside those of the grammar that are no typing errors.
    """

    def __init__(
        self, text: str, names: Iterable[str] = (), known: frozenset[str] = frozenset()
    ) -> None:
        if len(text) > LONGEST_AREA:
            raise BadInput(
                f"a sentence of {len(text)} characters is too long; write {LONGEST_AREA} at most"
            )
        self.text = text
        self.names = tuple(names)
        self.known = known
        self.at = 0
        self.deep = 0
        self._corrected: list[tuple[int, str]] = []
        self.tokens: Sequence[Token] = tuple(self._without_strays(tokens_of(text)))

    def _without_strays(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """Leave out signs that stand right before a word, as in ``>west``."""
        for token, after in zip_longest(tokens, tokens[1:]):
            if token.kind == "sign" and after and after.kind == "word" and after.at == token.end:
                self.note(f"'{token.text}{after.text}' was read as '{after.text}'")
            else:
                yield token

    # --- where it is -----------------------------------------------------------------------------

    @property
    def here(self) -> Token | None:
        """Return the next token, nothing at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    @property
    def notes(self) -> tuple[str, ...]:
        """Describe which words were read as others."""
        return tuple(dict.fromkeys(note for _, note in self._corrected))

    def rest(self, start: int | None = None) -> str:
        """Return the text from a token on."""
        at = self.at if start is None else start
        return self.text[self.tokens[at].at :].strip() if at < len(self.tokens) else ""

    def between(self, start: int, end: int) -> str:
        """Return the text of some tokens."""
        return self.text[self.tokens[start].at : self.tokens[end - 1].end] if start < end else ""

    def note(self, note: str) -> None:
        """Keep a note, as long as the form that gave it fits."""
        self._corrected.append((self.at, note))

    # --- steps -----------------------------------------------------------------------------------

    def attempt(self, form: Callable[[], Found | None]) -> Found | None:
        """Read a form; where it does not fit, step back to where it began."""
        at, corrected, deep = self.at, len(self._corrected), self.deep
        found = form()
        if found is None or found is False:
            self.at, self.deep = at, deep
            del self._corrected[corrected:]
        return found

    def first_of(self, *forms: Callable[[], Found | None]) -> Found | None:
        """Read the first form that fits."""
        for form in forms:
            found = self.attempt(form)
            if found is not None:
                return found
        return None

    def word(self, *words: str) -> str | None:
        """Step over one of some words, and give it as the grammar has it."""
        token = self.here
        if token is None or token.kind not in ("word", "mark", "sign"):
            return None
        if token.low in words:
            self.at += 1
            return token.low
        mistyped = token.kind == "word" and token.low not in self.known
        found = nearest_word(token.low, words) if mistyped else None
        if found is not None:
            self.note(f"{token.text!r} was read as {found!r}")
            self.at += 1
        return found

    def words(self, *sequence: str) -> bool:
        """Step over words that follow one another; or stay."""
        return bool(self.attempt(lambda: all(map(self.word, sequence))))

    def number(self) -> int | None:
        """Step over a whole number, in digits or as a word."""
        token = self.here
        if token is None or (token.kind == "number" and not token.text.isdigit()):
            return None
        if token.kind == "number" and len(token.text) < 5:
            self.at += 1
            return int(token.text)
        if token.kind == "word" and token.low in NUMBERS:
            self.at += 1
            return NUMBERS[token.low]
        return None

    def hex(self) -> BoardHex | None:
        """Step over the name of a hex."""
        token = self.here
        found = hex_of(token.text) if token is not None and token.kind == "hex" else None
        if found is not None:
            self.at += 1
        return found

    def hexrow(self) -> tuple[str, str | None] | None:
        """Step over the letters of a hexrow."""
        token = self.here
        if token is None or token.kind not in ("word", "row"):
            return None
        found = hexrow_of(token.text)
        if found is not None:
            self.at += 1
        return found

    def ahead(self, *words: str) -> bool:
        """Return whether one of some words comes next."""
        return self.here is not None and self.here.low in words

    def knows_next(self) -> bool:
        """Return whether the next word is one of the grammar."""
        return self.here is not None and self.here.low in lexicon()

    def refusal(
        self, start: int | None = None, mend: str = "", **more: tuple[str, ...]
    ) -> BadInput:
        """Refuse what stands from a token on."""
        return not_understood(self.text, self.rest(start), mend=mend, **more)
