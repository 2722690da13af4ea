"""Reads which hexes of a map a change, or what is in play, is told of.

These texts are understood::

1I7                      a hex, with its board where there are several; or a list: 1I7 1I8
hexrow K, hexrows A-P    by the printed names of every board, or: of board 2
numbers 1-5              hexes whose printed number is one of these
board 2
hexrows A-P and numbers 1-5     those that both tell of

What is none of these may be a sentence about an area, or an area's name, where ``sentences`` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from hexcourt.facts.areas.refusing import NotUnderstood
from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import (
    HEX_NAME,
    CoordinateError,
    board_number,
    column_index,
    column_letters,
    parse_board_hex,
    parse_hex,
)
from hexcourt.facts.grid.geometry import Position
from hexcourt.facts.maps.told import shown_value

Printed = tuple[str, str]
"""A hex as a board has it: the board's id, and the name that is printed there."""

_LIST = re.compile(rf"{HEX_NAME}(?:[\s,]+{HEX_NAME})*")
_OF_BOARD = re.compile(r"(.+?) (?:of|on) board (\S+)")
_ROWS = re.compile(r"hexrows? (?:between )?(\w+?)(?:(?:-| and | to )(\w+))?")
_NUMBERS = re.compile(r"numbers? (\d+)(?:-(\d+))?")
_BOARD = re.compile(r"board (\S+)")
_AND = re.compile(r" and (?=hexrow|number|board|not )")


class _NoPlaceError(BadInput):
    """A text is none of those that tell of places."""


@dataclass(frozen=True)
class Places:
    """The hexes of a map by place, with what each of its boards calls them.

    ``own`` is the board that names without a board are of, where they are not of any. ``sentences``
    finds the places that a sentence tells of; it raises NotUnderstood for what is none.
    """

    names: Mapping[Position, tuple[Printed, ...]]
    own: str = ""
    sentences: Callable[[str], frozenset[Position]] | None = None

    def seen_from(self, board: str) -> Places:
        """Read names without a board as those of one board, if one is given."""
        return replace(self, own=board)

    @property
    def _meant(self) -> tuple[str, ...]:
        return (self.own,) if self.own else self.boards

    @cached_property
    def boards(self) -> tuple[str, ...]:
        """List the ids of the boards."""
        return tuple(sorted({board for found in self.names.values() for board, _ in found}))

    @cached_property
    def _by_name(self) -> Mapping[Printed, Position]:
        return {each: place for place, found in self.names.items() for each in found}

    def read(self, text: str) -> frozenset[Position]:
        """Find the places that a text tells of; raises BadInput for what it does not understand."""
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
        """Find what several texts tell to be in play; raises BadInput for one that tells of no hex."""
        found = {text: self.read(text) for text in texts}
        for text in (text for text, places in found.items() if not places):
            raise BadInput(
                f"play has {shown_value(text)}, which is no hex of the map; leave it out"
            )
        return frozenset().union(*found.values())

    def hex(self, written: str) -> Position:
        """Find the place of a hex, by any name that it has."""
        try:
            meant = parse_board_hex(written)
        except CoordinateError:
            raise BadInput(
                f"{shown_value(written)} is no hex; write such as {self._one()}"
            ) from None
        plain = str(meant.name)
        known = self._meant if meant.board is None else (str(meant.board),)
        found = {self._by_name[b, plain] for b in known if (b, plain) in self._by_name}
        if len(found) == 1:
            return found.pop()
        if found:
            several = " or ".join(f"{board}{plain}" for board in self.boards)
            raise BadInput(f"{written} may be on several boards; write {several}")
        raise BadInput(f"hex {written} is not on the map; write such as {self._one()}")

    def printed(self, places: Iterable[Position], board: str) -> list[str]:
        """List what a board calls those of some places that it has."""
        return [name for each in places for owner, name in self.names[each] if owner == board]

    def _part(self, text: str, whole: str) -> frozenset[Position]:
        boards = set(self._meant)
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
