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
    Named,
    Numbered,
    OffBoard,
    OfTerrain,
    OnBoards,
    RoadsOff,
    both,
    either,
)
from hexcourt.facts.areas.tokens import (
    BOARD_WORDS,
    EDGE_WORDS,
    HEX_WORDS,
    INITIALS,
    MAP_WORDS,
    OR_WORDS,
    SIDES,
    TO_WORDS,
    Cursor,
    lexicon,
)
from hexcourt.facts.geometry.coordinates import board_number


class EdgeReader:
    """Reads boards and edges at a cursor."""

    def __init__(self, cursor: Cursor) -> None:
        self.at = cursor

    def on(self) -> bool:
        """Read ``on or``, as captions write it."""
        at = self.at
        return bool(at.word("on", "in")) and at.any_words("or", "/ or", "/", "and / or", "and or")

    def between(self) -> bool:
        """Read ``on or between``, also where ``on`` is left out."""
        at = self.at
        if at.attempt(lambda: self.on() and at.word("between")):
            return True
        if at.word("between") is None:
            return False
        at.note("'between' was read as 'on or between'")
        return True

    def _board_ids(self) -> tuple[str, ...]:
        """Read board numbers, ``2/5``, ``2 and board 5``."""
        at = self.at
        found = [self._board_id()]
        while found[-1]:
            more = at.attempt(self._further_id)
            if more is None:
                return tuple(dict.fromkeys(found))
            found.append(more)
        return ()

    def _further_id(self) -> str | None:
        at = self.at
        if not (at.any_words("/", *OR_WORDS, "and", ",") and (at.word(*BOARD_WORDS) or True)):
            return None
        plain = at.here is not None and at.here.kind in ("number", "row", "word")
        return (self._board_id() or None) if plain else None

    def _board_id(self) -> str:
        token = self.at.here
        if token is None or token.low in lexicon() or len(token.text) > 22:
            return ""
        text = token.text
        if token.kind == "row" and text.endswith("]"):
            text = text[1:-1]
        elif token.kind not in ("word", "number", "hex") or not text.isalnum():
            return ""
        self.at.at += 1
        return board_number(text)

    def on_boards(self) -> Area | None:
        """Read ``board 2``, ``any whole hex of boards 2/5``."""
        at = self.at
        at.word("any", "all")
        whole = at.words("whole", HEX_WORDS)
        if whole and not (at.any_words("of", "on") and at.ahead(*BOARD_WORDS)):
            return OnBoards((), whole=True) if not at.ahead("any") else None
        if not at.word(*BOARD_WORDS):
            return None
        boards = self._board_ids()
        return OnBoards(boards, whole) if boards else None

    def off_board(self) -> Area | None:
        """Read ``off board``."""
        return OffBoard() if self.at.any_words("off board", "offboard", "off - board") else None

    def anywhere(self) -> Area | None:
        """Read ``anywhere``, ``any hex``."""
        at = self.at
        if at.word("anywhere"):
            at.any_words("on the map", "on map", "on the mapboard", "on any board")
            return Anywhere()
        if at.words(("any", "all"), HEX_WORDS) or (
            at.word(*HEX_WORDS) and at.ahead("not", "but", "except")
        ):
            return Anywhere()
        return None

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

    def _sides(self) -> tuple[Compass, ...]:
        """Read ``north``, ``north or west``, ``north/west``, all that share one noun."""
        at = self.at
        found = [self.side()]
        while found[-1] is not None:
            more = at.attempt(self._further_side)
            if more is None:
                return tuple(dict.fromkeys(each for each in found if each is not None))
            found.append(more)
        return ()

    def _further_side(self) -> Compass | None:
        at = self.at
        if not at.any_words("/", *OR_WORDS, "and", ", or", ", and / or", ","):
            return None
        at.any_words("along the", "the", "along", "on the")
        return self.side()

    def bare_edge(self) -> Edge | None:
        """Read an edge, with the board that it is of."""
        at = self.at
        every = at.word("any", "all")
        at.any_words("the entire", "the whole", "the", "a")
        sides = self._sides()
        of_map = at.attempt(lambda: at.word(*MAP_WORDS[:2]) and at.ahead(*HEX_WORDS))
        at.any_words("hex", *MAP_WORDS, "-")
        if not of_map and not at.word(*EDGE_WORDS):  # any southern mapboard hex
            return None
        at.attempt(lambda: bool(at.word(*HEX_WORDS)) and not self._bound_follows())
        boards = at.attempt(self._of_boards)
        return Edge(sides, boards or ()) if sides or every or boards else None

    def _bound_follows(self) -> bool:
        return self.at.ahead("<=", ">=", "<", ">", "numbered", "number", "numbers", "with")

    def _of_boards(self) -> tuple[str, ...] | None:
        at = self.at
        if not at.word("of", "on"):
            return None
        at.word("the")
        if not at.word(*BOARD_WORDS, "map", "mapboard"):
            return None
        found = at.attempt(lambda: self._board_ids() or None)
        return found or ()

    def edge(self) -> EdgePart | None:
        """Read an edge, or a part of it."""
        edge = self.bare_edge()
        if edge is None:
            return None
        return (
            self.at.first_of(lambda: self._part_between(edge), lambda: self._part_beside(edge))
            or edge
        )

    def _part_between(self, edge: Edge) -> EdgeBetween | None:
        at = self.at
        between = bool(at.attempt(lambda: self.on() and at.word("between"))) or at.word(
            "between", "from"
        )
        at.any_words("hexes", "hex")
        first = at.hex() if between else None
        last = at.hex() if first is not None and at.word(*TO_WORDS) else None
        return EdgeBetween(edge, first, last) if first is not None and last is not None else None

    def _part_beside(self, edge: Edge) -> EdgeBeside | None:
        at = self.at
        at.word(",")
        on = bool(at.attempt(self.on))
        side = self.side()
        if side is None or not (at.word("of") or on):
            return None
        at.word(*HEX_WORDS)
        name = at.hex()
        return None if name is None else EdgeBeside(edge, side, name, on)

    def roads_off(self) -> Area | None:
        """Read ``road hexes on the north edge``, ``any single road hex on it``."""
        at = self.at
        at.any_words("any one", "any", "all")
        single = bool(at.word("single", "one", "a"))
        before = at.attempt(self.bare_edge)
        if not (at.word("road") and at.word(*HEX_WORDS)):
            return None
        if before is None and not at.word("on", "along", "of", "at"):
            return None
        edge = before or self.edge()
        return None if edge is None else RoadsOff(edge, single)


# --- Puts together what a sentence says of where, part by part: which parts belong together, and how
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
    """A part of a sentence about where; ``at`` is the token where it begins, ``parted`` tells of a comma
    before it.
    """

    joint: Joint
    area: Area
    at: int
    parted: bool = False


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
    """Tell whether ``and`` goes on with a list of places, or begins with another board."""
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
    if isinstance(before[-1].area, Except) and not part.parted:
        raise Ambiguous(part.at, f"{_TOGETHER}, or a comma before what narrows the rest")
    areas = [each.area for each in (*before, part)]
    if any(isinstance(each, AtLevel) for each in areas) and any(map(_is_built, areas)):
        raise Ambiguous(part.at, "levels of buildings are no hexes; say which level of the ground")
    for each in before:
        alike = _kind(each.area) is _kind(part.area) and part.joint is not Joint.IN
        if alike and not _narrows(each.area, part.area):
            raise Ambiguous(part.at, "write 'or' where either will do, 'in' for what is in both")
    if part.joint is Joint.AND and any(
        isinstance(each, (*_PLACES, Named)) for each in (before[-1].area, part.area)
    ):
        raise Ambiguous(part.at, "write 'or' for all of both, 'in' for what is in both")


def _is_built(area: Area) -> bool:
    """Tell whether hexes may be meant that hold buildings, with levels of their own."""
    return isinstance(area, _PLACES) or (isinstance(area, OfTerrain) and "building" in area.words)


def _narrows(one: Area, other: Area) -> bool:
    """Tell whether of two conditions of one kind the other narrows the first."""
    if isinstance(one, Numbered) and isinstance(other, Numbered):
        low = max((each.least for each in (one, other) if each.least is not None), default=0)
        tops = [each.most for each in (one, other) if each.most is not None]
        return len(tops) == 1 and low <= tops[0]
    return isinstance(one, Both | Either | Named)


def _kind(area: Area) -> object:
    """Give what kind of condition an area is."""
    kinds = (_PLACES, _EDGES, _SIDES)
    return next((each for each in kinds if isinstance(area, each)), type(area))


def _on_boards(part: Part) -> bool:
    return isinstance(part.area, OnBoards)


def _chosen(groups: Sequence[Sequence[Part]]) -> Area:
    """Put groups together of which any will do."""
    areas = [[part.area for part in group] for group in groups]
    first, *others = areas
    if all(len(each) == 1 for each in areas) or not others or _is_parted(areas):
        return either(both(each) for each in areas)
    at = groups[1][0].at
    if all(len(each) == 1 for each in others) and len(first) > 1:
        alike = all(_kind(each[0]) is _kind(first[-1]) for each in others)
        if alike and not isinstance(first[-1], Except):
            # board y hexes <= 2 or >= 9
            return both([*first[:-1], either([first[-1], *(each[0] for each in others)])])
    raise Ambiguous(at, _TOGETHER)


def _is_parted(areas: Sequence[Sequence[Area]]) -> bool:
    """Tell whether each group stands by itself: it begins with a board, or all are built alike."""
    if all(isinstance(each[0], OnBoards | Anywhere) for each in areas[1:]):
        return True
    kinds = [[_kind(area) for area in each] for each in areas]
    return all(each == kinds[0] for each in kinds) or all(
        any(isinstance(area, OnBoards) for area in each) for each in areas
    )
