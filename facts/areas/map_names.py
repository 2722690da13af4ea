"""Names on a map: boards, hexes and hexrows as sentences call them.

A name without a board means the hex of that name that there is; where several boards have one, the
``scope``, boards that the area names besides, settles it, or the name is refused. A hex that boards
share has two names (A2.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from hexcourt.facts.areas.area import Hexrow
from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.board import Board, unknown_hex
from hexcourt.facts.geometry.coordinates import (
    BoardHex,
    CoordinateError,
    board_number,
    parse_board_hex,
)

Names = frozenset[str]

Scope = tuple[str, ...]
"""The boards that names without one are of; all where none is named."""


@dataclass(frozen=True)
class MapNames:
    """The names of the hexes of a board or map."""

    board: Board

    @cached_property
    def own_id(self) -> str:
        """Return the number that a board alone goes by: bd01 is board 1."""
        return board_number(self.board.name)

    @cached_property
    def boards(self) -> Scope:
        """List the ids of the boards."""
        sections = self.board.sections
        return sections.boards if sections is not None else (self.own_id,)

    @cached_property
    def hexes(self) -> Mapping[BoardHex, str]:
        """Map each name, with its board, to its hex."""
        sections = self.board.sections
        found = {self._parsed(record.name): record.name for record in self.board.hexes}
        for other, name in sections.aliases.items() if sections is not None else ():
            found[self._parsed(other)] = name
        return found

    def _parsed(self, name: str) -> BoardHex:
        try:
            read = parse_board_hex(name)
        except CoordinateError:
            raise BadInput(f"hex {name}: has no coordinate; areas need such as A5") from None
        return read if read.board is not None else replace(read, board=self.own_id)

    def board_called(self, text: str) -> str:
        """Find a board by its id, in whichever letters; raises BadInput where there is none."""
        wanted = board_number(text.lower())
        found = [each for each in self.boards if each == text]
        found = found or [each for each in self.boards if each.lower() in (wanted, text.lower())]
        if len(found) != 1:
            known = listed(self.boards, "or")
            raise BadInput(f"board {text} is not on map {self.board.title}; write {known}")
        return found[0]

    def of_boards(self, boards: Iterable[str]) -> Names:
        """Return the hexes of some boards."""
        known = {self.board_called(each) for each in boards}
        return frozenset(name for entry, name in self.hexes.items() if entry.board in known)

    def hex(self, board_hex: BoardHex, scope: Scope = ()) -> str:
        """Find a hex by a name as written; raises BadInput where there is none, or more than one."""
        boards = self._resolved(board_hex.board, scope)
        known = [
            each for board in boards if (each := replace(board_hex, board=board)) in self.hexes
        ]
        found = {self.hexes[each] for each in known}
        if not found:
            raise unknown_hex(str(board_hex), f"map {self.board.title}", self._in_play(boards))
        if len(found) > 1:
            such = listed(map(str, known), "or")
            raise BadInput(
                f"{board_hex} names {len(found)} hexes of map {self.board.title}; write {such}"
            )
        return found.pop()

    def column(self, row: Hexrow, scope: Scope = ()) -> int:
        """Find the column of a hexrow; raises BadInput where there is none, or more than one."""
        boards = self._resolved(row.board, scope)
        found: dict[int, str] = {}
        for entry, name in self.hexes.items():
            if entry.name.letters == row.letters and entry.board in boards:
                found.setdefault(self.board.by_name[name].place[0], entry.board or "")
        if not found:
            raise BadInput(
                f"hexrow {row} is not on map {self.board.title}: {self._in_play(boards)}"
            )
        if len(found) > 1:
            such = listed((str(Hexrow(row.letters, each)) for each in sorted(found.values())), "or")
            raise BadInput(
                f"there are {len(found)} hexrows {row} on map {self.board.title}; write {such}"
            )
        return next(iter(found))

    def _resolved(self, board: str | None, scope: Scope) -> Scope:
        return scope or self.boards if board is None else (self.board_called(board),)

    def _in_play(self, boards: Scope) -> str:
        rows = sorted(
            {(t.name.column, t.name.letters) for t in self.hexes if t.board in boards},
        )
        if not rows:
            return "name one that is"
        of = f" of board {boards[0]}" if len(boards) == 1 and len(self.boards) > 1 else ""
        return f"hexrows {rows[0][1]} to {rows[-1][1]}{of} are in play"
