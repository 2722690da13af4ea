"""Reads changes of terrain, in words of our own.

These are::

    [WHERE :] SOURCE -> TARGET

    woods -> orchard                         every pixel of woods, on the board or map that it is
    about level 2 -> level 1                       all ground of level 2, with what stands on it
    woods -> level 1                         bare ground of that level
    level 1 -> woods                         bare ground of level 1 becomes woods, and all of it level 0
    grain at level 0 -> brush at level 1     of one level, or to another
    1I7: building(stone,1) -> rubble(stone)  in a hex, or several: 1I7 1I8: ...
    hexrows A-P of board 2: woods -> brush   in hexrows; also ``numbers 1-5`` and ``board 2``
    hedge I35-J34 -> wall                    on a hexside; so does I35-J34: hedge -> wall

A source may be all that a word stands for: ``building``, ``building(stone)``, ``stream``, ``road``,
``all``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, cached_property
from types import MappingProxyType

from hexcourt.facts.areas.tokens import NotUnderstood
from hexcourt.facts.base.errors import BadInput, shown_value
from hexcourt.facts.base.files import table_rows
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import unknown_hex
from hexcourt.facts.boards.records import known_terms
from hexcourt.facts.geometry.coordinates import (
    HEX_NAME,
    CoordinateError,
    board_number,
    column_index,
    column_letters,
    parse_board_hex,
    parse_hex,
)
from hexcourt.facts.geometry.hexes import Position

BARE = "open"
ALL = "all"

LEVELS = range(-15, 16)

_GROUPS = {
    "road": ("dirt_road", "paved_road"),
    "stream": ("shallow_stream", "deep_stream", "flooded_stream"),
    "open_ground": ("open",),
    "crags": ("crag",),
    "plowed_field": ("plowed",),
}
_HEXSIDE = pattern(rf"({HEX_NAME})-({HEX_NAME})")
_ON_HEXSIDE = pattern(rf"(.+?)\s+({HEX_NAME}-{HEX_NAME})")
_LEVEL = pattern(r"level\s+([+-]?\d{1,2})")
_AT_LEVEL = pattern(r"(.+?)\s+at\s+level\s+([+-]?\d{1,2})")


@dataclass(frozen=True, slots=True)
class TerrainChange:
    """A change of terrain: what it is about, what it finds there, and what comes of that.

    ``where`` is a text that ``places`` reads, nothing for all, or a hexside ``I35-J34``. Of ``source``
    terms at ``at_level`` (whole levels; nothing for any) comes ``target`` (nothing: the same) at
    ``to_level`` (nothing: the same). A ``source`` of nothing is all terrain; then, with a target and
    levels, only bare ground takes the target.
    """

    text: str
    where: str | None
    source: tuple[str, ...] | None
    at_level: int | None
    target: str | None
    to_level: int | None

    @property
    def hexside(self) -> tuple[str, str] | None:
        """Return the two hexes of the hexside that it is about."""
        match = _HEXSIDE.fullmatch(self.where or "")
        return (match[1], match[2]) if match else None

    @property
    def ground(self) -> bool:
        """Return whether it is about the ground of a level, whatever stands there."""
        return self.source is None and self.at_level is not None


def read_change(text: str) -> TerrainChange:
    """Read a change; raises BadInput, naming what is wrong in it and the mend."""
    where, rest = _where(text)
    parts = rest.split("->")
    if len(parts) != 2 or not all(each.strip() for each in parts):
        raise BadInput(f"{shown_value(text)} is no change; write such as 'woods -> orchard'")
    left, right = (" ".join(each.split()) for each in parts)
    if (match := _ON_HEXSIDE.fullmatch(left)) is not None:
        if where is not None:
            raise BadInput(f"{shown_value(text)} names two places; leave one out")
        left, where = match[1], match[2]
    source, at_level = _source(left, text)
    target, to_level = _target(right, text)
    if target is None and source is not None:
        target = BARE  # woods -> level 1
    if source is None and at_level is not None and target is not None and to_level is None:
        to_level = 0  # level 1 -> woods
    if (target is None or source == (target,)) and to_level in (None, at_level):
        raise BadInput(f"{shown_value(text)} leaves all as it is; write what comes of it")
    return TerrainChange(text, where, source, at_level, target, to_level)


def terms_of(word: str) -> tuple[str, ...]:
    """List the terms that a word stands for; raises BadInput with the nearest for one that none has."""
    word = _joined(word)
    known = known_terms()
    if word in _GROUPS:
        return _GROUPS[word]
    if word in known:
        return (word,)
    stem = word.removesuffix(")")
    found = tuple(sorted(each for each in known if each.startswith((f"{stem}(", f"{stem},"))))
    if found:
        return found
    near = get_close_matches(word[:60], sorted({*known, *_GROUPS, *_stems(known)}), n=1, cutoff=0.5)
    mend = f"write {near[0]}" if near else "write open or another known term"
    raise BadInput(f"terrain {shown_value(word)} is not known; {mend}")


def _where(text: str) -> tuple[str | None, str]:
    where, colon, rest = text.partition(":")
    return (" ".join(where.split()), rest) if colon else (None, text)


def _source(text: str, words: str) -> tuple[tuple[str, ...] | None, int | None]:
    if text == ALL:
        return None, None
    if (match := _LEVEL.fullmatch(text)) is not None:
        return None, _level(match[1], words)
    if (match := _AT_LEVEL.fullmatch(text)) is not None:
        return terms_of(match[1]), _level(match[2], words)
    return terms_of(text), None


def _target(text: str, words: str) -> tuple[str | None, int | None]:
    if (match := _LEVEL.fullmatch(text)) is not None:
        return None, _level(match[1], words)
    level = None
    if (match := _AT_LEVEL.fullmatch(text)) is not None:
        text, level = match[1], _level(match[2], words)
    terms = terms_of(text) if _joined(text) != "none" else (BARE,)
    if len(terms) > 1:
        raise BadInput(
            f"{shown_value(words)} makes {text} of it, which may be {', '.join(terms[:4])}; write one"
        )
    return terms[0], level


def _level(text: str, words: str) -> int:
    level = int(text)
    if level not in LEVELS:
        raise BadInput(f"{shown_value(words)}: level {level} is too far; write -15 to 15")
    return level


def _joined(word: str) -> str:
    return re.sub(r"\s*([(),])\s*", r"\1", word.strip()).replace(" ", "_").lower()


def _stems(known: Iterable[str]) -> set[str]:
    return {each.partition("(")[0] for each in known}


# --- Words of players' tools ----------------------------------------------------------------------
#
# ``words.tsv`` lists them: word, kind, meaning, where the word and the rule stand. Kinds:
# ``change`` (the meaning is one or several changes), ``nothing`` (nothing that rules look at),
# ``weather`` (which is given beside the map), ``unsure`` (the meaning says what is not known).


@dataclass(frozen=True, slots=True)
class ChangeWord:
    """A word for a change: its kind, its meaning, and where both are given."""

    name: str
    kind: str
    meaning: str
    cited: str

    @property
    def changes(self) -> tuple[str, ...]:
        """List the changes that it means, in words of our own."""
        return tuple(self.meaning.split("; ")) if self.kind == "change" else ()


@cache
def change_words() -> Mapping[str, ChangeWord]:
    """Read the table of words."""
    rows = table_rows("hexcourt.facts.maps.changes", "words.tsv")
    return MappingProxyType({row[0]: ChangeWord(*row) for row in rows})


def nearest_word(word: str) -> str | None:
    """Return the word most like one that is not in the table."""
    alike = {each.lower(): each for each in change_words()}
    within = [each for each in alike if each in word.lower()[:60]]
    if within:
        return alike[max(within, key=lambda each: (len(each), each))]
    near = get_close_matches(word.lower()[:60], alike, n=1, cutoff=0.6)
    return alike[near[0]] if near else None


# --- Places of a map ------------------------------------------------------------------------------
#
# These texts are understood::
#
# 1I7                      a hex, with its board where there are several; or a list: 1I7 1I8
# hexrow K, hexrows A-P    by the printed names of every board, or: of board 2
# numbers 1-5              hexes whose printed number is one of these
# board 2
# hexrows A-P and numbers 1-5     those that both tell of
#
# What is none of these may be a sentence about an area, or an area's name, where ``sentences``
# reads them.


Printed = tuple[str, str]
"""A hex as a board has it: the board's id, and the name that is printed there."""

_LIST = pattern(rf"{HEX_NAME}(?:[\s,]+{HEX_NAME})*")
_OF_BOARD = pattern(r"(.+?) (?:of|on) board (\S+)")
_ROWS = pattern(r"hexrows? (?:between )?(\w+?)(?:(?:-| and | to )(\w+))?")
_NUMBERS = pattern(r"numbers? (\d+)(?:-(\d+))?")
_BOARD = pattern(r"board (\S+)")
_AND = pattern(r" and (?=hexrow|number|board|not )")


class _NoPlaceError(BadInput):
    """A text is none of those that tell of places."""


@dataclass(frozen=True)
class HexesByPlace:
    """The hexes of a map by place, with what each of its boards calls them.

    ``own`` is the board that names without a board are of, where they are not of any. ``sentences``
    finds the places that a sentence names; it raises NotUnderstood for what is none.
    """

    names: Mapping[Position, tuple[Printed, ...]]
    own: str = ""
    sentences: Callable[[str], frozenset[Position]] | None = None

    def seen_from(self, board: str) -> HexesByPlace:
        """Read names without a board as those of one board, if one is given."""
        return replace(self, own=board)

    @property
    def _resolved(self) -> tuple[str, ...]:
        return (self.own,) if self.own else self.boards

    @cached_property
    def boards(self) -> tuple[str, ...]:
        """List the ids of the boards."""
        return tuple(sorted({board for found in self.names.values() for board, _ in found}))

    @cached_property
    def _by_name(self) -> Mapping[Printed, Position]:
        return {each: place for place, found in self.names.items() for each in found}

    def read(self, text: str) -> frozenset[Position]:
        """Find the places that a text says about; raises BadInput for what it does not understand."""
        try:
            found = [self._part(part.strip(), text) for part in _AND.split(text)]
        except _NoPlaceError as error:
            if self.sentences is None:
                raise
            try:
                return self.sentences(text)
            except NotUnderstood:
                raise error from None
        return frozenset.intersection(*found)

    def played(self, texts: Iterable[str]) -> frozenset[Position]:
        """Find what several texts tell to be in play; raises BadInput for one that says about no hex."""
        found = {text: self.read(text) for text in texts}
        for text in (text for text, places in found.items() if not places):
            raise BadInput(
                f"play has {shown_value(text)}, which is no hex of the map; leave it out"
            )
        return frozenset().union(*found.values())

    def hex(self, written: str) -> Position:
        """Find the place of a hex, by any name that it has."""
        try:
            parsed = parse_board_hex(written)
        except CoordinateError:
            raise BadInput(
                f"{shown_value(written)} is no hex; write such as {self._one()}"
            ) from None
        plain = str(parsed.name)
        known = self._resolved if parsed.board is None else (str(parsed.board),)
        found = {self._by_name[b, plain] for b in known if (b, plain) in self._by_name}
        if len(found) == 1:
            return found.pop()
        if found:
            several = " or ".join(f"{board}{plain}" for board in self.boards)
            raise BadInput(f"{written} may be on several boards; write {several}")
        raise unknown_hex(written, "the map", f"write such as {self._one()}")

    def printed(self, places: Iterable[Position], board: str) -> list[str]:
        """List what a board calls those of some places that it has."""
        return [name for each in places for owner, name in self.names[each] if owner == board]

    def _part(self, text: str, whole: str) -> frozenset[Position]:
        boards = set(self._resolved)
        if (match := _OF_BOARD.fullmatch(text)) is not None:
            text, boards = match[1], {self._board(match[2])}
        if (match := _BOARD.fullmatch(text)) is not None:
            boards = {self._board(match[1])}
            return self._where(boards, lambda name: True)
        if (match := _NUMBERS.fullmatch(text)) is not None:
            low, high = sorted((int(match[1]), int(match[2] or match[1])))
            return self._where(boards, lambda name: low <= parse_hex(name).row <= high)
        if (match := _ROWS.fullmatch(text)) is not None:
            (one, first), (two, last) = map(self._row, (match[1], match[2] or match[1]))
            owners = {each for each in (one, two) if each} or boards
            low, high = sorted((first, last))
            columns = self._columns(owners)
            for column in sorted({first, last} - columns):
                least, most = map(column_letters, (min(columns), max(columns)))
                raise BadInput(
                    f"hexrow {column_letters(column)} is not on the map; it has {least} to {most}"
                )
            return self._where(owners, lambda name: low <= parse_hex(name).column <= high)
        if _LIST.fullmatch(text) is not None:
            return frozenset(self.hex(each) for each in re.split(r"[\s,]+", text))
        raise _NoPlaceError(
            f"{shown_value(whole)} is not understood; write hexes such as {self._one()}, or "
            "'hexrows A-P', 'numbers 1-5', 'board 2', each with 'of board 2' where it is one board's, "
            "or a sentence about an area such as 'within 3 hexes of " + self._one() + "'"
        )

    def _where(self, boards: set[str], wanted: object) -> frozenset[Position]:
        assert callable(wanted)
        return frozenset(
            place
            for place, found in self.names.items()
            if any(board in boards and wanted(name) for board, name in found)
        )

    def _columns(self, boards: set[str]) -> set[int]:
        every = (each for found in self.names.values() for each in found)
        return {parse_hex(name).column for board, name in every if board in boards}

    def _board(self, text: str) -> str:
        found = board_number(text)
        if found not in self.boards:
            raise BadInput(f"board {text[:20]} is not on the map; it has {', '.join(self.boards)}")
        return found

    def _row(self, text: str) -> tuple[str, int]:
        """Read a hexrow, ``P`` or ``1P``: the board or nothing, and the column."""
        letters = re.fullmatch(r"(.*?)(([A-Z])\3*)", text)
        if letters is None:
            raise BadInput(f"{shown_value(text)} is no hexrow; write letters such as A or GG")
        return (self._board(letters[1]) if letters[1] else "", column_index(letters[2]))

    def _one(self) -> str:
        (board, name), *_ = next(iter(self.names.values()))
        return f"{board}{name}" if board and len(self.boards) > 1 else name
