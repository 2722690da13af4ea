r"""A small pattern language for sentences.

| pattern | what it matches |
| --- | --- |
| ``woods are`` | these words, one after the other; one typing error is forgiven |
| ``(a|b c)`` | the first alternative that fits |
| ``[a|b c]`` | the same, or nothing |
| ``{units}``, ``{area:place}`` | what that method of the reader returns, bound to the name |
| ``{noun=hex|hexes}`` | words, bound to the name as text |
| ``?(a|b)``, ``!(a|b)`` | nothing, where one of these words comes next, or none of them |
| ``@have`` | an entry of ``PHRASES`` |

Parts match greedily from left to right, as in a parsing expression grammar. A backslash makes the next
character a word: ``\(``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from hexcourt.facts.areas.tokens import Cursor
from hexcourt.facts.geometry.coordinates import BoardHex

PHRASES = {
    "hexes": "hex|hexes|hexs",
    "buildings": "building|buildings|bldg|bldgs|build",
    "boards": "board|boards|bd|bds",
    "locations": "location|locations",
    "edges": "edge|edges",
    "map": "map|mapboard|board",
    "hexrow": "(hexrow|hexrows|row|rows)|hex (row|rows)",
    "to": "-|to|through|thru",
    "counted": "hex|hexes|hexs|building|buildings|bldg|bldgs|build|location|locations",
    "or": "and / or|and or|or",
    "and": ", and|and|,|/",
    "joint": ", and / or|, or|, and|and / or|and or|or|and|,|/",
    "are": "are|is|become|becomes|was|were|be",
    "have": "have|has|having|with|had",
    "may": "may|can",
    "setup": "set up|setup|set - up|be set up|be setup",
    "at_setup": "at start|during setup|at setup",
    "sides": "north|northern|east|eastern|south|southern|west|western",
    "in": "in|on|within|inside|adjacent|anywhere|north|south|east|west",
    "player": "player|player's|players|side|forces|force|troops",
    "points": "exit victory points|exit vp|exit vps|exit points|victory points|vp|vps|evp|points",
    "los": "los|lines of sight|line of sight|sight",
    "control": "control|controls|controlling|controlled",
    "enter": "enter|enters|entering|entry",
    "exit": "exit|exits|exiting|exited",
    "amass": (
        "amass|amasses|amassing|amassed|score|scores|scoring|scored|earn|earns|earning|earned"
        "|accumulate|accumulated|accumulating"
    ),
    "eliminate": (
        "eliminate|eliminates|eliminating|eliminated|destroy|destroys|destroying|destroyed"
    ),
    "at_once": "at once|immediately|instantly|at any time during play|the moment|at any time",
    "at_end": (
        "at game end|at the end of the game|at the end of game|at game's end|at end of game"
        "|at end of play|at end of scenario|at end|at the game's end|at the end of play"
        "|at the end of the scenario|at scenario end|by game end|by the end of the game"
        "|by scenario end|when the game ends|by end|at the conclusion of play"
        "|at the end of the last game turn|at scenario's end"
    ),
    "if_": "if|provided that|provided|as soon as|whenever|when|once|by|upon|should|iff|only if",
    "win": "wins|win|is the winner|are the winners",
    "to_win": "to win|in order to win|for victory|for a victory",
    "least": "at least|>=|a total of",
    "exit_points": (
        "exit victory points|exit vp|exit vps|exit victory point values|exit points"
        "|exit vp values|exit values|evp"
    ),
    "otherwise": (
        "otherwise|any other result is|any other outcome is|any other result means"
        "|if neither side wins|if neither player wins|if no side wins|if not|if no one wins"
        "|if nobody wins|failing that|in all other cases|in any other case|if neither|else|avoid"
    ),
    "on_map": "on the map|on map|on board|onboard|in play|on the board|on the mapboard",
    "not": "may not|cannot|can not|must not|may never|may neither|shall not",
    "gone": (
        "(is|are) (not available|not allowed|na|n / a|unavailable|not in effect|not in play"
        "|prohibited|not permitted)|may not be used|cannot be used|do not exist|does not exist|na"
        "|is not used|are not used|is not applicable|do not apply|does not apply"
    ),
    "non_existent": (
        "do not exist|does not exist|(is|are) (not in play|not in effect|nonexistent"
        "|non - existent)"
    ),
    "replaced": "replaced by|replaced with|overlayed with|overlaid with|overlaid by|changed to",
    "considered": (
        "considered to be|considered as|considered|treated as if they were|treated as if"
        "|treated as|treated like|played as|counted as|to be treated as|to be considered"
        "|assumed to be|used as|now|instead|always|all|each"
    ),
    "no_obstacle": (
        "obstacle / hindrance|obstacles / hindrances|obstacle or hindrance|obstacle nor hindrance"
        "|obstacle nor a hindrance|obstacle or a hindrance|obstacles or hindrances"
        "|obstacles nor hindrances|hindrance or obstacle|hindrance nor obstacle"
    ),
    "impassable": (
        "(may not|cannot|can not|must not) be entered|(is|are) (impassable|not passable)"
    ),
    "single_terrain": (
        "containing the single terrain type of|containing the single terrain type"
        "|whose single terrain is|whose single terrain type is|whose only terrain is"
        "|whose sole terrain is|of single terrain|of the single terrain|containing only"
        "|that contain only|which contain only|with only|that hold only|holding only"
        "|whose only terrain type is|with the single terrain type of|that are only"
    ),
    "wind": "wind|winds|breeze|breezes",
    "force": "no|mild|heavy|light|gusty|gusts",
    "die": (
        "roll a die to|roll one die to|make a dr to|each side rolls a die to|a die roll|a dr"
        "|a die|die roll|dr|both players roll a die to|each player rolls a die to|randomly"
    ),
    "per_hex": "in the same hex|per hex|in each hex|in any hex|in any one hex|in a hex|in one hex",
    "fortified": (
        "as fortified building locations|as fortified locations|as fortified|to be fortified"
        "|as being fortified|fortified"
    ),
}
"""Alternatives that several patterns share."""

Matcher = Callable[["Reader", dict[str, Any]], bool]
Found = TypeVar("Found")

_PIECE = re.compile(r"\\.|\{\w+(?::\w+)?\}|\{\w+=|@\w+|[?!]\(|[()\[\]|}]|[^\s()\[\]|{}]+")


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
        return None if found is None else next(iter(found.values()))

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
