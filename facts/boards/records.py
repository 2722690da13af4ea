"""What boards are made of: Locations, hexes, outlines, counters, drawings, sections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache, cached_property
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import (
    Argument,
    ArgumentForm,
    Fact,
    SourceText,
    Term,
    choices,
    matching,
    written,
)
from hexcourt.facts.base.files import table_rows
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.piece_table import COUNTERS, IN_THE_AIR
from hexcourt.facts.boards.sizes import MAX_PIXELS
from hexcourt.facts.geometry.coordinates import BoardHex
from hexcourt.facts.geometry.hexes import Position

GROUND = "ground"
UNDER = "under"
_FLOORS = tuple(f"level({number})" for number in range(1, 10))
COUNTER_PLACE = choices("ground or under, of SMOKE level(N)", GROUND, UNDER, *_FLOORS)
BOARD_ID = matching('a quoted board number such as "1" or "2a"', "[A-Za-z0-9_.-]{1,20}")
AREA_NAME = "[A-Za-z][A-Za-z0-9_ -]{0,39}"
"""A regular expression for the name of an area."""

AREA = matching('a quoted name of an area such as "east bank"', AREA_NAME)

CELLAR, SEWER, STEEPLE, ROOFTOP = "cellar", "sewer", "steeple", "rooftop"
"""Places that the rules tell of, beside those printed."""


OVERLAY_EDGE = "overlay_edge"
DATA_FEATURE = pattern(
    r"overlay\(([a-z0-9_]+)\)|(?:untold|guessed)\((?:level|ground|storeys)\)|unread"
)
"""What the data of a hex come from, or lack: the overlay on it, what is not known or guessed of it."""

CREST, VERTEX, PILLBOX = "crest", "vertex", "pillbox"


def crest_place(hexside: int) -> str:
    """Name the place of a unit in Crest status that faces a hexside of its hex."""
    return f"{CREST}({hexside})"


def vertex_place(vertex: int) -> str:
    """Name the place of a unit in Bypass at a vertex of its hex."""
    return f"{VERTEX}({vertex})"


def pillbox_place(vertex: int) -> str:
    """Name the place of a unit in a pillbox whose Covered Arc is centred on a vertex of its hex."""
    return f"{PILLBOX}({vertex})"


def _number(place: str, kind: str) -> int | None:
    return int(place[len(kind) + 1 : -1]) if place.startswith(f"{kind}(") else None


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place where units can be (A2.8): ``ground``, ``level(N)`` of a building, ``under`` a bridge; and
    what the rules say there is beside what is printed: ``cellar``, ``steeple``, ``rooftop``, ``sewer``.

    ``level`` is the elevation above the board's level 0, in half levels; ``unsure`` is the rule for want
    of which that is not known, ``perhaps`` the levels that it may be then. ``seen_at`` is the level that
    lines of sight are traced from where that is another. ``indoors`` are the directions of a Cellar's
    building hexsides; ``opens`` names the Locations that a Cellar or a Rooftop opens into, by whatever
    is no stairwell.
    """

    hex: str
    place: str
    level: int
    unsure: str = field(default="", compare=False)
    perhaps: tuple[int, ...] = field(default=(), compare=False)
    seen_at: int | None = field(default=None, compare=False)
    indoors: tuple[int, ...] = field(default=(), compare=False)
    opens: tuple[str, ...] = field(default=(), compare=False)
    text: str = field(default="", compare=False)

    @property
    def vertex(self) -> int | None:
        """Return N of ``vertex(N)``, where a unit in Bypass is, or nothing for another place."""
        return _number(self.place, VERTEX)

    @property
    def crest(self) -> int | None:
        """Return D of ``crest(D)``, the hexside that Crest status faces, or nothing for another
        place.
        """
        return _number(self.place, CREST)

    @property
    def arc(self) -> int | None:
        """Return N of ``pillbox(N)``, the vertex that its Covered Arc is centred on, or nothing for
        another place.
        """
        return _number(self.place, PILLBOX)

    @property
    def printed(self) -> bool:
        """Return whether boards record it: all else follows from these by rules."""
        return self.place in (GROUND, UNDER) or self.floor is not None

    @property
    def is_upstairs(self) -> bool:
        """Return whether it lies above the ground of its hex, in or on a building."""
        return self.floor is not None or self.place in (ROOFTOP, STEEPLE)

    @property
    def sight_level(self) -> int:
        """Return the level that lines of sight are traced from."""
        return self.level if self.seen_at is None else self.seen_at

    @property
    def floor(self) -> int | None:
        """Return N of ``level(N)``, or nothing for another kind of Location."""
        return int(self.place[6:-1]) if self.place.startswith("level(") else None

    @property
    def name(self) -> str:
        """Write the Location as in A2.2: ``L33``, ``L33h2``."""
        if self.place == GROUND or self.text:
            return self.text or self.hex
        return f"{self.hex}h{self.floor}" if self.floor is not None else f"{self.hex}/{self.place}"

    @property
    def table_name(self) -> str:
        """Write the Location as matrix tables do: ``L33``, ``L33/L2``, ``L33/under``."""
        return f"{self.hex}/L{self.floor}" if self.floor is not None else self.name


def locations_listed(name: str, places: Iterable[str]) -> str:
    """List the Locations of a hex: the ground, what is under it, then the others by name."""
    order = {GROUND: 0, UNDER: 1}
    found = sorted(places, key=lambda each: (order.get(each, 2), each))
    return ", ".join(Location(name, each, 0).name for each in found)


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex: its place, the level of its centre dot in half levels, and its terrain.

    ``terrain`` is what lies at the centre dot or fills the hex; ``inherent`` the inherent terrain
    (B.6), which fills the hex and its hexsides. ``bed`` is the level of the bottom of the hex's
    depression (B19, B20, B4). ``slopes`` are the directions of its slope hexsides. ``features`` are
    whatever else is printed in it, as terms: ``manhole``, ``dot(square)``, ``road(paved,"C28")``.
    """

    name: str
    place: Position
    level: int
    terrain: tuple[str, ...] = ("open",)
    inherent: str | None = None
    bed: int | None = None
    stairwell: bool = False
    slopes: frozenset[int] = frozenset()
    features: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """A depiction drawn as a polygon.

    ``base`` is the level it stands on in half levels, or nothing where it stands on the ground of
    each hex; terrain ``ground`` is the ground itself at that level. ``rings`` are simple closed
    outlines, the first one outside, further ones holes in it.
    """

    name: str
    terrain: str
    base: int | None
    rings: tuple[tuple[tuple[float, float], ...], ...]
    confidence: str = "high"


@dataclass(frozen=True, slots=True, order=True)
class Counter:
    """A counter that changes the terrain of a Location.

    ``terrain`` is one of ``piece_table.COUNTERS``; ``place`` that of the Location: ``ground``,
    ``level(1)``, or ``under`` a bridge.
    """

    hex: str
    place: str
    terrain: str


@dataclass(frozen=True, eq=False)
class Raster:
    """A depiction drawn as pixels: ``terrain`` indexes ``terms``, ``level`` is in half levels.

    Both arrays have shape (width, height) of the drawing.
    """

    terms: tuple[str, ...]
    terrain: npt.NDArray[np.uint8]
    level: npt.NDArray[np.int8]

    def numbered(self, terms: Sequence[str]) -> npt.NDArray[np.uint8]:
        """Return the terrain of each pixel as an index into other terms, which hold all of its own."""
        number = {term: at for at, term in enumerate(terms)}
        lookup = np.array([number[term] for term in self.terms], dtype=np.uint8)
        found: npt.NDArray[np.uint8] = lookup[self.terrain]
        return found

    def __eq__(self, other: object) -> bool:
        """Compare what the pixels mean."""
        return (
            isinstance(other, Raster)
            and self.terms == other.terms
            and np.array_equal(self.terrain, other.terrain)
            and np.array_equal(self.level, other.level)
        )


Hexsides = Mapping[tuple[str, str], frozenset[str]]


@dataclass(frozen=True)
class Sections:
    """The boards that a map is joined of (A2.1).

    ``parts`` maps each hex to the ids of the boards that it is part of, sorted: two where half-hexes
    combine (A2.2). ``halves`` are the hexes of which the map has only half, at its edge. ``aliases``
    maps what a combined hex is called on the board that does not name it to its name.
    """

    parts: Mapping[str, tuple[str, ...]]
    halves: frozenset[str]
    aliases: Mapping[str, str]

    @cached_property
    def boards(self) -> tuple[str, ...]:
        """List the ids of the boards."""
        return tuple(sorted({each for ids in self.parts.values() for each in ids}))

    def candidates(self, written: BoardHex) -> tuple[str, ...]:
        """List the hexes that a coordinate may mean: several where it leaves the board out (A2.2)."""
        boards = self.boards if written.board is None else (written.board,)
        names = [str(replace(written, board=each)) for each in boards]
        found = (self.aliases.get(name, name) for name in names)
        return tuple(sorted({name for name in found if name in self.parts}))


# --- Pixels as facts: ``span(Row, First, Last, Terrain, Level)`` ----------------------------------


def span_lines(raster: Raster) -> list[str]:
    """Write a drawing as facts: row by row the longest stretches of equal terrain and level."""
    width, height = raster.terrain.shape
    if not width or not height:
        return []
    pixels = raster.terrain.T.astype(np.int32) * 256 + (raster.level.T.astype(np.int32) + 128)
    begins = np.ones((height, width), dtype=np.bool_)
    begins[:, 1:] = pixels[:, 1:] != pixels[:, :-1]
    starts = np.flatnonzero(begins)
    ends = np.append(starts[1:], height * width) - 1
    values, kinds = np.unique(pixels.ravel()[starts], return_inverse=True)
    tails = [f"{raster.terms[value // 256]},{value % 256 - 128})." for value in values.tolist()]
    parts = zip(
        (starts // width).tolist(),
        (starts % width).tolist(),
        (ends % width).tolist(),
        kinds.tolist(),
        strict=True,
    )
    return [f"span({row},{first},{last},{tails[kind]}" for row, first, last, kind in parts]


def raster_of(source: SourceText, facts: Sequence[Fact], width: int, height: int) -> Raster:
    """Read a drawing of ``width`` by ``height`` pixels from facts that cover each pixel once.

    Raises BadInput for stretches outside the drawing, stretches that overlap and pixels left over.
    """
    if width * height > MAX_PIXELS:
        sentence = (
            f"a drawing of {width} by {height} pixels is too large; give {MAX_PIXELS} at most"
        )
        raise source.refusal(facts[0].at, sentence)
    columns = list(zip(*(fact.arguments for fact in facts), strict=True))
    row, first, last, level = (np.array(columns[at], dtype=np.int64) for at in (0, 1, 2, 4))
    outside = np.flatnonzero((row >= height) | (last >= width) | (first > last))
    _refuse_first(source, facts, outside, "leaves the drawing; mend it, or layout width and height")
    order = np.lexsort((first, row))
    begin = (row * width + first)[order]
    end = (row * width + last)[order] + 1
    twice = order[1:][begin[1:] < end[:-1]]
    _refuse_first(source, facts, twice, "overlaps another; cover each pixel once")
    _refuse_gap(source, begin, end, width, height)
    names = list(map(str, columns[3]))
    terms = tuple(sorted(set(names)))
    numbers = dict(zip(terms, range(len(terms)), strict=True))
    kinds = np.fromiter(map(numbers.__getitem__, names), dtype=np.uint8, count=len(names))
    lengths = end - begin
    shape = (height, width)
    return Raster(
        terms=terms,
        terrain=np.ascontiguousarray(np.repeat(kinds[order], lengths).reshape(shape).T),
        level=np.ascontiguousarray(
            np.repeat(level[order].astype(np.int8), lengths).reshape(shape).T
        ),
    )


def _refuse_first(
    source: SourceText, facts: Sequence[Fact], wrong: npt.NDArray[np.int64], why: str
) -> None:
    for number in wrong[:1]:
        row, first, last = facts[number].arguments[:3]
        sentence = f"the stretch of row {row} from {first} to {last} {why}"
        raise source.refusal(facts[number].at, sentence)


def _refuse_gap(
    source: SourceText,
    begin: npt.NDArray[np.int64],
    end: npt.NDArray[np.int64],
    width: int,
    height: int,
) -> None:
    before = np.concatenate([[0], end])
    after = np.concatenate([begin, [width * height]])
    for gap in np.flatnonzero(before < after)[:1]:
        y, x = divmod(int(before[gap]), width)
        sentence = f"no span covers the pixel in row {y}, column {x}; cover each pixel once"
        raise source.refusal(len(source.text), sentence)


# Every term for terrain that a board may use, in one place.
#
# Most terms come from board archives (``vasl_terrain.tsv``). The rest (``further_terrain.tsv``) describe
# maps that no archive exists for, or what an archive does not tell.

EDGE = "edge"
"""The class of what runs across or along a hexside without standing up there."""


_COUNTER_KINDS = {
    where.format(term): "counter"
    for term in dict.fromkeys((*COUNTERS, *sorted(IN_THE_AIR)))
    for where in (
        "{}",
        *(() if term in IN_THE_AIR else ("sunken({})", "on_railway({})", "on_bridge({})")),
    )
}
"""Also of counters that fill a depression, or lie on an embankment railway or a bridge (FB6.1242)."""

CREST_LINE = "crest"
"""Hexside terrain that follows from the levels of the hexes: no other fact tells it (B10.1)."""

BARRIERS = ("roadblock_across_street", "roadblock_on_crest", "roadblock_extension")
"""What roadblocks raise that belongs to no hexside; its ``end_of`` is touched at a centre dot, and it
is ``screening`` to lines to or from a vertex of the hexside that it straddles.
"""

_BARRIER_KINDS = {
    where.format(term): "counter"
    for term in BARRIERS
    for where in ("{}", "end_of({})", "screening({})", "screening(end_of({}))")
}

_FURTHER_INHERENT = frozenset({"emrr"})  # FB6.121


@dataclass(frozen=True, slots=True)
class TerrainCode:
    """One code: our term for it, its class, building levels above ground, and inherence (B.6)."""

    term: str
    kind: str
    upper: int
    inherent: bool


@cache
def terrain_codes() -> Mapping[int, TerrainCode]:
    """Read the table of terrain codes."""
    rows = table_rows("hexcourt.facts.boards", "vasl_terrain.tsv")
    return MappingProxyType(
        {
            int(code): TerrainCode(term, kind, int(upper), inherent == "1")
            for code, term, kind, upper, inherent in rows
        }
    )


@cache
def terrain_kinds() -> Mapping[str, str]:
    """Map each term to its class: open, road, water, building, hexside, depression, ..."""
    return MappingProxyType({code.term: code.kind for code in terrain_codes().values()})


@cache
def inherent_terms() -> frozenset[str]:
    """List the terms of inherent terrain (B.6)."""
    return frozenset(code.term for code in terrain_codes().values() if code.inherent)


@cache
def kinds() -> Mapping[str, str]:
    """Map every term to its class: open, building, hexside, embankment, edge, counter, ..."""
    further = {row[0]: row[1] for row in table_rows("hexcourt.facts.boards", "further_terrain.tsv")}
    drawn = {**terrain_kinds(), **further}
    sides = {kind: [term for term, of in drawn.items() if of == kind] for kind in drawn.values()}
    growing = {amid(low, up): "counter" for low in sides["depression"] for up in sides["other"]}
    return MappingProxyType({**_COUNTER_KINDS, **_BARRIER_KINDS, **growing, **drawn})


def counter_terms() -> frozenset[str]:
    """List the terms of counters, however they lie."""
    return frozenset(_COUNTER_KINDS)


def amid(low: str, up: str) -> str:
    """Write what a line meets of a depression at whose sides something grows: ``amid(gully,woods)``."""
    return f"amid({low},{up})"


def is_screening(term: str) -> bool:
    """Return whether a term is what a roadblock raises beside an end of the line that touches it."""
    return term.startswith("screening(")


_STOREYS = pattern(r"(?:building|gutted_building)\((?:\w+,)?([0-9])\)")


def storeys(term: str) -> int:
    """Return how many upper levels a term for a building has: 0 of all other terrain."""
    return max((int(each) for each in _STOREYS.findall(term)), default=0)


def is_building(term: str) -> bool:
    """Return whether a term is that of a building."""
    return kind_of(term) in ("building", "factory")


@cache
def known_terms() -> frozenset[str]:
    """List every term for terrain that a board may be printed with."""
    return frozenset(term for term, kind in kinds().items() if kind != "counter")


@cache
def known_inherent_terms() -> frozenset[str]:
    """List the terms of inherent terrain (B.6), those of archives and the further ones."""
    return inherent_terms() | _FURTHER_INHERENT


def inherent_in(terms: Iterable[str]) -> str | None:
    """Find the inherent terrain among a hex's terrain: it fills the hex without being given so (B.6)."""
    return next((term for term in sorted(terms) if term in known_inherent_terms()), None)


def kind_of(term: str) -> str:
    """Return the class of a term; raises BadInput for an unknown one."""
    found = kinds().get(term)
    if found is None:
        raise BadInput(f"terrain {term[:60]} is not known{nearest_term(term)}")
    return found


def nearest_term(term: str) -> str:
    """Offer the known term most like an unknown one, as the end of a sentence."""
    near = get_close_matches(term[:60], sorted(known_terms()), n=1, cutoff=0.5)
    return f"; write {near[0]}" if near else "; write open or another known term"


def _why_unknown(term: Argument) -> str:
    known = term in known_terms()
    return "" if known else f"terrain {written(term)[:60]} is not known{nearest_term(str(term))}"


TERRAIN = ArgumentForm(
    "a terrain term such as woods", lambda value: isinstance(value, Term), False, _why_unknown
)
"""The argument of a fact that names terrain that a board may be printed with."""
