"""Reads boards and edges of the map, and parts of edges."""

from __future__ import annotations

from hexcourt.facts.areas.area import (
    Anywhere,
    Area,
    Compass,
    Edge,
    EdgeBeside,
    EdgeBetween,
    EdgePart,
    OffBoard,
    OnBoards,
    RoadsOff,
)
from hexcourt.facts.areas.cursor import Cursor
from hexcourt.facts.areas.words import (
    BOARD_WORDS,
    EDGE_WORDS,
    HEX_WORDS,
    INITIALS,
    MAP_WORDS,
    OR_WORDS,
    SIDES,
    TO_WORDS,
    lexicon,
)
from hexcourt.facts.grid.coordinates import board_number


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
