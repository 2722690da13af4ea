r"""A small pattern language for sentences.

| pattern | what it matches |
| --- | --- |
| ``woods are`` | these words, one after the other; one typing error is forgiven |
| ``(a|b c)`` | the first alternative that fits |
| ``[a|b c]`` | the same, or nothing |
| ``{units}``, ``{area:place}`` | what that method of the reader returns, bound to the name |
| ``{noun=hex|hexes}`` | words, bound to the name as text |
| ``?(a|b)``, ``!(a|b)`` | nothing, where one of these words comes next, or none of them |
| ``@have`` | the phrase of that name in ``phrases.tsv`` |

Parts match greedily from left to right, as in a parsing expression grammar. A backslash makes the next
character a word: ``\(``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType
from typing import Any, TypeVar

from hexcourt.facts.areas.tokens import Cursor
from hexcourt.facts.base.files import table_rows
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.geometry.coordinates import BoardHex

PHRASES = MappingProxyType(dict(table_rows("hexcourt.facts.areas", "phrases.tsv")))
"""Alternatives that several patterns share, by name."""

Matcher = Callable[["Reader", dict[str, Any]], bool]
Found = TypeVar("Found")

_PIECE = pattern(r"\\.|\{\w+(?::\w+)?\}|\{\w+=|@\w+|[?!]\(|[()\[\]|}]|[^\s()\[\]|{}]+")


class Reader:
    """Reads forms at a cursor; the methods that patterns name return None where they do not fit."""

    at: Cursor

    def has(self, pattern: str) -> bool:
        """Step over words that a pattern matches, or stay."""
        return self._matched(pattern) is not None

    def form(self, pattern: str, build: Callable[..., Found | None]) -> Found | None:
        """Read what a pattern matches; ``build`` takes what was bound, None where a part is missing."""

        def read() -> Found | None:
            found = self._matched(pattern)
            return None if found is None else build(**found)

        return self.at.attempt(read)

    def value(self, pattern: str) -> Any:
        """Read what a pattern matches; return the one value that it binds, or nothing."""
        found = self._matched(pattern)
        return None if found is None else _only_value(**found)

    def first_form(self, *forms: tuple[str, Callable[..., Found | None]]) -> Found | None:
        """Read the first form that fits: each is a pattern and what to build of it."""
        return self.at.first_of(*(partial(self.form, *each) for each in forms))

    def number(self) -> int | None:
        """Read a whole number."""
        return self.at.number()

    def hex(self) -> BoardHex | None:
        """Read the name of a hex."""
        return self.at.hex()

    def _matched(self, pattern: str) -> dict[str, Any] | None:
        matcher, names = _compiled(pattern)
        found: dict[str, Any] = dict.fromkeys(names)
        return found if self.at.attempt(lambda: matcher(self, found)) else None

    def listed(
        self, item: Callable[[], Found | None], joint: str = "@joint"
    ) -> tuple[Found, ...] | None:
        """Read items that words join; nothing where there is none."""
        found: list[Found] = []
        more = item()
        while more is not None:
            found.append(more)
            more = self.at.attempt(lambda: item() if self.has(joint) else None)
        return tuple(found) or None


Form = str | tuple[str, Callable[..., Any]]
"""A pattern, and what to build of what it binds; a pattern alone gives the one value that it binds."""


def form(*forms: Form) -> Callable[[Reader], Any]:
    """Return a method of a reader: it reads the first of some forms that fits."""
    pairs = [(each, _only_value) if isinstance(each, str) else each for each in forms]
    return lambda reader: reader.first_form(*pairs)


_CONSTANTS = {"yes": True, "no": False, "1": 1, "2": 2}


def forms_in(
    package: str, name: str, builders: Mapping[str, Callable[..., Any]]
) -> tuple[Form, ...]:
    """Read a table of forms, the first that fits first.

    A row names the builder, what it is given beside what the pattern binds, and the pattern; what is
    bound to ``_`` is not given to it.
    """

    def builder(name: str, given: str) -> Callable[..., Any]:
        pairs = (each.split("=") for each in given.split(", ") if each != "-")
        constants = {name: _CONSTANTS.get(value, value) for name, value in pairs}
        return lambda _=None, **bound: builders[name](**bound, **constants)

    return tuple(
        (pattern, builder(built, given)) for built, given, pattern in table_rows(package, name)
    )


def _only_value(**found: Any) -> Any:
    return next(iter(found.values()))


@cache
def _compiled(pattern: str) -> tuple[Matcher, tuple[str, ...]]:
    names: list[str] = []
    return _choice(_pieces(pattern), names, ""), tuple(names)


def _pieces(pattern: str) -> Iterator[str]:
    """Cut a pattern into pieces, its entries of the table filled in."""
    pieces = _PIECE.findall(pattern)
    for before, piece, after in zip(["(", *pieces], pieces, [*pieces[1:], ")"], strict=False):
        if piece[0] != "@":
            yield piece
            continue
        bare = (before[-1] in "([=|") and after in (")", "]", "|", "}")
        yield from _pieces(PHRASES[piece[1:]] if bare else f"({PHRASES[piece[1:]]})")


def _choice(pieces: Iterator[str], names: list[str], end: str) -> Matcher:
    """Compile alternatives up to a closing piece."""
    words, alternatives = _alternatives(pieces, names, end)
    if words is not None and all(len(each) == 1 for each in words):
        single = tuple(each[0] for each in words)
        return lambda reader, found: reader.at.word(*single) is not None

    def match(reader: Reader, found: dict[str, Any]) -> bool:
        for alternative in alternatives:
            trial: dict[str, Any] = {}
            if reader.at.attempt(lambda: alternative(reader, trial)):  # noqa: B023
                found.update(trial)
                return True
        return False

    return alternatives[0] if len(alternatives) == 1 else match


def _alternatives(
    pieces: Iterator[str], names: list[str], end: str
) -> tuple[list[list[str]] | None, list[Matcher]]:
    """Compile each alternative; first come their words, where they are nothing but words."""
    plain: list[list[str]] | None = [[]]
    parts: list[list[Matcher]] = [[]]
    for piece in pieces:
        if piece == end:
            break
        if piece == "|":
            parts.append([])
            if plain is not None:
                plain.append([])
            continue
        part = _special(piece, pieces, names)
        if part is not None:
            plain = None
        else:
            word = piece.removeprefix("\\")
            part = _word(word)
            if plain is not None:
                plain[-1].append(word)
        parts[-1].append(part)
    return plain, [_sequence(each) for each in parts]


def _special(piece: str, pieces: Iterator[str], names: list[str]) -> Matcher | None:
    """Compile a part that begins with this piece; nothing for a word."""
    if piece == "(":
        return _choice(pieces, names, ")")
    if piece == "[":
        inner = _choice(pieces, names, "]")
        return lambda reader, found: _tried(inner, reader, found) or True
    if piece in ("?(", "!("):
        words, _ = _alternatives(pieces, names, ")")
        assert words is not None, "a lookahead has words alone"
        ahead = tuple(" ".join(each) for each in words)
        return lambda reader, _: reader.at.ahead(*ahead) is (piece == "?(")
    if piece[0] == "{":
        name, _, method = piece.strip("{}=").partition(":")
        names.append(name)
        return _bound(name, pieces) if piece.endswith("=") else _slot(name, method or name)
    return None


def _tried(inner: Matcher, reader: Reader, found: dict[str, Any]) -> bool:
    trial: dict[str, Any] = {}
    fits = bool(reader.at.attempt(lambda: inner(reader, trial)))
    found.update(trial if fits else {})
    return fits


def _slot(name: str, method: str) -> Matcher:
    def match(reader: Reader, found: dict[str, Any]) -> bool:
        found[name] = getattr(reader, method)()
        return found[name] is not None and found[name] is not False

    return match


def _bound(name: str, pieces: Iterator[str]) -> Matcher:
    """Compile words that are bound to a name."""
    phrases = _alternatives(pieces, [], "}")[0] or []
    single = tuple(each[0] for each in phrases if len(each) == 1)

    def match(reader: Reader, found: dict[str, Any]) -> bool:
        longer = (" ".join(each) for each in phrases if len(each) > 1 and reader.at.words(*each))
        found[name] = next(longer, None) or reader.at.word(*single)
        return found[name] is not None

    return match


def _word(word: str) -> Matcher:
    return lambda reader, _: reader.at.word(word) is not None


def _sequence(parts: Sequence[Matcher]) -> Matcher:
    return lambda reader, found: all(part(reader, found) for part in parts)
