"""Reads boards and edges of the map, and parts of edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from hexcourt.facts.areas.area import (
    Anywhere,
    Area,
    AtLevel,
    BesideGrain,
    BesideHexrow,
    Both,
    Buildings,
    Compass,
    Edge,
    EdgeBeside,
    EdgeBetween,
    EdgePart,
    Either,
    Except,
    Hexes,
    HexRun,
    NamedArea,
    Numbered,
    OffBoard,
    OfTerrain,
    OnBoards,
    RoadsOff,
    both,
    either,
)
from hexcourt.facts.areas.patterns import Reader, form
from hexcourt.facts.areas.tokens import EDGE_WORDS, INITIALS, SIDES, Cursor, lexicon
from hexcourt.facts.geometry.coordinates import board_number


class EdgeReader(Reader):
    """Reads boards and edges at a cursor."""

    def __init__(self, cursor: Cursor) -> None:
        self.at = cursor

    def on(self) -> bool:
        """Read ``on or``, as captions write it."""
        return self.has("(on|in) (or|/ or|/|and / or|and or)")

    def between(self) -> bool:
        """Read ``on or between``, also where ``on`` is left out."""
        if self.has("{_:on} between"):
            return True
        if not self.has("between"):
            return False
        self.at.note("'between' was read as 'on or between'")
        return True

    def _board_ids(self) -> tuple[str, ...] | None:
        """Read board numbers, ``2/5``, ``2 and board 5``."""
        found = self.listed(self._board_id, "(/|@or|and|,) [@boards] {_:_plain}")
        return tuple(dict.fromkeys(found)) if found else None

    def _plain(self) -> bool:
        return self.at.here is not None and self.at.here.kind in ("number", "row", "word")

    def _board_id(self) -> str | None:
        token = self.at.here
        if token is None or token.low in lexicon() or len(token.text) > 22:
            return None
        text = token.text
        if token.kind == "row" and text.endswith("]"):
            text = text[1:-1]
        elif token.kind not in ("word", "number", "hex") or not text.isalnum():
            return None
        self.at.at += 1
        return board_number(text) or None

    def on_boards(self) -> Area | None:
        """Read ``board 2``, ``any whole hex of boards 2/5``."""
        self.has("any|all")
        whole = self.has("whole @hexes")
        if whole and not (self.has("of|on") and self.has("?(@boards)")):
            return OnBoards((), whole=True) if not self.at.ahead("any") else None
        return self.form("@boards {ids:_board_ids}", lambda ids: OnBoards(ids, whole))

    off_board = form(("off board|offboard|off - board", OffBoard))
    anywhere = form(
        (
            "anywhere [on the map|on map|on the mapboard|on any board]|(any|all) @hexes"
            "|@hexes ?(not|but|except)",
            Anywhere,
        )
    )

    def side(self) -> Compass | None:
        """Read a side of the compass, also by its letter before ``edge`` and ``of``."""
        at, token = self.at, self.at.here
        found = at.word(*SIDES)
        if found is not None:
            return SIDES[found]
        if token is not None and token.low in INITIALS:
            after = at.tokens[at.at + 1 : at.at + 2]
            if any(each.low in (*EDGE_WORDS, "/", "of") for each in after):
                at.at += 1
                return INITIALS[token.low]
        return None

    def edge_of_board(self) -> Edge | None:
        """Read an edge, with the board that it is of."""
        every = self.has("any|all")
        self.has("the entire|the whole|the|a")
        joint = "(/|@or|and|, or|, and / or|,) [along the|the|along|on the]"
        sides = tuple(dict.fromkeys(self.listed(self.side, joint) or ()))
        of_map = self.has("(map|mapboard) ?(@hexes)")
        self.has("hex|@map|-")
        if not of_map and not self.has("@edges"):  # any southern mapboard hex
            return None
        self.has("@hexes !(<=|>=|<|>|numbered|number|numbers|with)")
        boards = self.value("(of|on) [the] (@boards|map|mapboard) [{ids:_board_ids}]")
        return Edge(sides, boards or ()) if sides or every or boards else None

    def edge(self) -> EdgePart | None:
        """Read an edge, or a part of it."""
        edge = self.edge_of_board()
        if edge is None:
            return None
        part = self.first_form(
            (
                "({_:on} between|between|from) [hexes|hex] {first:hex} (@to|and) {last:hex}",
                lambda _, first, last: EdgeBetween(edge, first, last),
            ),
            (
                "[,] [{on}] {side} [{of=of}] [@hexes] {name:hex}",
                lambda on, side, of, name: (
                    EdgeBeside(edge, side, name, bool(on)) if on or of else None
                ),
            ),
        )
        return part or edge

    def roads_off(self) -> Area | None:
        """Read ``road hexes on the north edge``, ``any single road hex on it``."""
        self.has("any one|any|all")
        single = self.has("single|one|a")
        before = self.at.attempt(self.edge_of_board)
        if not self.has("road @hexes") or (before is None and not self.has("on|along|of|at")):
            return None
        edge = before or self.edge()
        return None if edge is None else RoadsOff(edge, single)


# --- Combining parts ------------------------------------------------------------------------------
#
# In captions ``or`` and ``and/or`` give more to choose from, what follows without a joint narrows it,
# and ``and`` does either: between places it makes a list, between conditions of different kinds it asks
# for both. Where the words allow two readings that differ, none is taken.


class Joint(Enum):
    """How a part is joined to what stands before it."""

    NONE = "first, or without a word"
    IN = "in"
    AND = "and"
    OR = "or"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence about where; ``at`` is the token where it begins, ``is_separate`` says
    about a comma before it.
    """

    joint: Joint
    area: Area
    at: int
    is_separate: bool = False


class Ambiguous(Exception):
    """The words have two readings that differ; ``at`` is where the second part begins."""

    def __init__(self, at: int, mend: str) -> None:
        super().__init__(mend)
        self.at, self.mend = at, mend


_PLACES = (Hexes, HexRun, Buildings)
_EDGES = (EdgePart, RoadsOff)
_SIDES = (BesideHexrow, BesideGrain)
_TOGETHER = "put what belongs together between parentheses"


def combined(parts: Sequence[Part]) -> Area:
    """Combine parts; raises Ambiguous where there are two ways."""
    groups: list[list[Part]] = []
    for part in parts:
        if not groups or part.joint is Joint.OR or _begins_list(groups[-1], part):
            groups.append([part])
        else:
            _check_narrowing(groups[-1], part)
            groups[-1].append(part)
    return _chosen(groups)


def _begins_list(before: Sequence[Part], part: Part) -> bool:
    """Return whether ``and`` goes on with a list of places, or begins with another board."""
    if part.joint is not Joint.AND or isinstance(part.area, Except):
        return False
    last = before[-1].area
    if isinstance(part.area, OnBoards | Anywhere) and any(_on_boards(each) for each in before):
        return True
    alike = (_PLACES, _EDGES, (OnBoards,))
    return len(before) == 1 and any(
        isinstance(last, kinds) and isinstance(part.area, kinds) for kinds in alike
    )


def _check_narrowing(before: Sequence[Part], part: Part) -> None:
    """Refuse a part that may narrow what stands before it, or add to it."""
    if isinstance(part.area, Except):
        return
    if isinstance(before[-1].area, Except) and not part.is_separate:
        raise Ambiguous(part.at, f"{_TOGETHER}, or a comma before what narrows the rest")
    areas = [each.area for each in (*before, part)]
    if any(isinstance(each, AtLevel) for each in areas) and any(map(_is_built, areas)):
        raise Ambiguous(part.at, "levels of buildings are no hexes; say which level of the ground")
    for each in before:
        alike = _kind(each.area) is _kind(part.area) and part.joint is not Joint.IN
        if alike and not _narrows(each.area, part.area):
            raise Ambiguous(part.at, "write 'or' where either will do, 'in' for what is in both")
    if part.joint is Joint.AND and any(
        isinstance(each, (*_PLACES, NamedArea)) for each in (before[-1].area, part.area)
    ):
        raise Ambiguous(part.at, "write 'or' for all of both, 'in' for what is in both")


def _is_built(area: Area) -> bool:
    """Return whether hexes may be meant that hold buildings, with levels of their own."""
    return isinstance(area, _PLACES) or (isinstance(area, OfTerrain) and "building" in area.words)


def _narrows(one: Area, other: Area) -> bool:
    """Return whether of two conditions of one kind the other narrows the first."""
    if isinstance(one, Numbered) and isinstance(other, Numbered):
        low = max((each.least for each in (one, other) if each.least is not None), default=0)
        tops = [each.most for each in (one, other) if each.most is not None]
        return len(tops) == 1 and low <= tops[0]
    return isinstance(one, Both | Either | NamedArea)


def _kind(area: Area) -> object:
    """Return what kind of condition an area is."""
    kinds = (_PLACES, _EDGES, _SIDES)
    return next((each for each in kinds if isinstance(area, each)), type(area))


def _on_boards(part: Part) -> bool:
    return isinstance(part.area, OnBoards)


def _chosen(groups: Sequence[Sequence[Part]]) -> Area:
    """Put groups together of which any will do."""
    areas = [[part.area for part in group] for group in groups]
    first, *others = areas
    if all(len(each) == 1 for each in areas) or not others or _are_separate(areas):
        return either(both(each) for each in areas)
    at = groups[1][0].at
    if all(len(each) == 1 for each in others) and len(first) > 1:
        alike = all(_kind(each[0]) is _kind(first[-1]) for each in others)
        if alike and not isinstance(first[-1], Except):
            # board y hexes <= 2 or >= 9
            return both([*first[:-1], either([first[-1], *(each[0] for each in others)])])
    raise Ambiguous(at, _TOGETHER)


def _are_separate(areas: Sequence[Sequence[Area]]) -> bool:
    """Return whether each group stands by itself: it begins with a board, or all are built alike."""
    if all(isinstance(each[0], OnBoards | Anywhere) for each in areas[1:]):
        return True
    kinds = [[_kind(area) for area in each] for each in areas]
    return all(each == kinds[0] for each in kinds) or all(
        any(isinstance(area, OnBoards) for area in each) for each in areas
    )
