"""What a drawing shows on top of a board, and the document in the making that its parts add to."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hexcourt.cli.render.palette import Ink, Stroke
from hexcourt.cli.render.signs import Sign
from hexcourt.cli.render.style import Element, add
from hexcourt.facts.base.errors import visible
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Counter
from hexcourt.solver.placement.placement import cleared


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place on the map: the middle of a hex, of one of its hexsides, or one of its vertices.

    Hexsides and vertices are numbered clockwise; vertex N is where hexside N begins.
    """

    hex: str
    hexside: int | None = None
    vertex: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """One sign on the map: at one spot, or along several.

    ``text`` is written in it, ``note`` beside it in lines; ``description`` is what it says on hover.
    """

    sign: Sign
    at: tuple[Spot, ...]
    text: str = ""
    note: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class SmallMap:
    """The part of the map round some marks drawn once more, small, under a heading."""

    heading: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Marks:
    """What to show on top of a board.

    ``line`` are the hexes at a sight line's two ends and ``verdict`` (``clear``, ``blocked``,
    ``too_close`` or ``unknown``) how it is drawn; ``blocked_at`` are the hexes where it is blocked.
    ``target`` is the hex looked at and ``seen`` the verdict of each hex that looks. ``highlighted``
    hexes are outlined, and ``highlight`` says what they are. ``signs`` are drawn as they are, and
    ``small_maps`` below the map. ``caption`` is printed under the name of the board.
    """

    line: tuple[str, str] | None = None
    verdict: str | None = None
    blocked_at: tuple[str, ...] = ()
    target: str | None = None
    seen: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    highlighted: tuple[str, ...] = ()
    highlight: str = "asked about"
    signs: tuple[Mark, ...] = ()
    small_maps: tuple[SmallMap, ...] = ()
    caption: str = ""

    @property
    def hexes(self) -> frozenset[str]:
        """List the hexes that anything is shown in, but for those that do not see the target."""
        ends = (*(self.line or ()), *(() if self.target is None else (self.target,)))
        marks = (*self.signs, *(mark for each in self.small_maps for mark in each.marks))
        spots = (spot.hex for mark in marks for spot in mark.at)
        seeing = (name for name, verdict in self.seen.items() if verdict != "blocked")
        return frozenset((*ends, *self.blocked_at, *seeing, *self.highlighted, *spots))


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture looks, whatever it shows: ``PictureOptions`` with their defaults."""

    title: str | None = None
    legend: str | None = None
    grey: bool = False
    size: int | None = None
    north: bool = False


_MOTIF_SIZE = 10
_MOTIFS: Mapping[str, str] = MappingProxyType(
    {
        "dots": "M2.4 2.5h.2M7.4 7.5h.2",
        "rings": "M1 3a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M6 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0",
        "ticks": "M1 4l2 -3M6 9l2 -3M3.5 4.5l-.6 -2.6M8.5 9.5l-.6 -2.6",
        "crosses": "M1 1l3 3M4 1l-3 3M6 6l3 3M9 6l-3 3",
        "dashes": "M0 2.5h4M5 7.5h4",
        "rows": "M0 2.5h10M0 7.5h10",
        "columns": "M2.5 0v10M7.5 0v10",
        "hatch": "M-1 6l7 -7M-1 11l12 -12M4 11l7 -7",
        "questions": "M2.5 3.2a2.4 2.4 0 1 1 3.4 2.2q-1 .4 -1 1.4M4.9 9h.1",
    }
)


class Motifs:
    """Defines each motif when it is first used."""

    def __init__(self, definitions: Element) -> None:
        self.definitions = definitions
        self.known: set[str] = set()

    def fill(self, ink: Ink, zoom: float = 1.0) -> str:
        """Return the fill of an ink, for drawing under a magnification."""
        return self._use(ink, zoom) if ink.motif else ink.fill

    def hatch(self, motif: str, colour: str) -> str:
        """Return a fill that leaves most of the ground in sight."""
        return self._use(Ink("", "none", "none", motif, colour), 1.0)

    def _use(self, ink: Ink, zoom: float) -> str:
        parts = (ink.motif, ink.motif_colour[1:], ink.fill.lstrip("#"))
        name = "-".join(parts if zoom == 1.0 else (*parts, "zoomed"))
        if name not in self.known:
            self.known.add(name)
            self._define(name, ink, zoom)
        return f"url(#{name})"

    def _define(self, name: str, ink: Ink, zoom: float) -> None:
        size = _MOTIF_SIZE
        pattern = add(
            self.definitions,
            "pattern",
            id=name,
            width=size,
            height=size,
            patternUnits="userSpaceOnUse",
        )
        if zoom != 1.0:
            pattern.set("patternTransform", f"scale({1 / zoom:.5f})")
        if ink.fill != "none":
            ground = add(pattern, "rect", width=size, height=size, fill=ink.fill)
            ground.set("fill-opacity", ink.opacity)
        add(
            pattern,
            "path",
            d=_MOTIFS[ink.motif],
            fill="none",
            stroke=ink.motif_colour,
            stroke_width=2 if ink.motif == "dots" else 1,
            stroke_linecap="round",
        )


MARGIN = 14.0


class Canvas:
    """One document in the making, and what its legend has to explain."""

    def __init__(
        self,
        board: Board,
        marks: Marks,
        only: Collection[str] | None,
        look: Look = Look(),  # which never changes
    ) -> None:
        self.board = board
        self.marks = marks
        self.look = look
        self.title = board.title if look.title is None else visible(look.title)
        wanted = None if only is None else {board.hex(name).name for name in only}
        self.hexes = [each for each in board.hexes if wanted is None or each.name in wanted]
        self.names = {each.name for each in self.hexes}
        for name in sorted(marks.hexes):
            board.hex(name)
        counts = Tally(each.level for each in board.hexes)
        self.usual = min(counts, key=lambda level: (-counts[level], abs(level), level), default=0)
        self.cleared = cleared(board)
        self.levels: set[int] = set()
        self.inks: set[Ink] = set()
        self.strokes: set[Stroke] = set()
        self.counters: set[Counter] = set()
        self.hex_signs: set[str] = set()
        self.signs: dict[Sign, None] = {}
        self.root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
        add(self.root, "title", self.title)
        add(self.root, "desc", board.source)
        self.definitions = add(self.root, "defs")
        self.motifs = Motifs(self.definitions)
        self._shapes: dict[str, str] = {}
        self._written = 0

    def shape(self, way: str) -> str:
        """Define a path that is drawn more than once; return its name."""
        if way not in self._shapes:
            self._shapes[way] = f"s{len(self._shapes)}"
            add(self.definitions, "path", id=self._shapes[way], d=way)
        return self._shapes[way]

    def text_name(self) -> str:
        """Return a new name for a group of texts."""
        self._written += 1
        return f"t{self._written}"
