"""What sight lines touch: the common result of tracing pixels or outlines.

A *run* is a stretch of a line inside one hex over which what it touches stays the same. Runs lie in
parallel arrays, ordered by line and along each line from end A to end B.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board, hexside_key
from hexcourt.facts.boards.records import (
    OVERLAY_EDGE,
    Hex,
    Outline,
    Raster,
    amid,
    is_building,
    kind_of,
    known_inherent_terms,
)
from hexcourt.facts.geometry.hexes import Layout, Owners, Position

NEAR_A, NEAR_B, ALONG, OVER_RIM, TOUCHED = 1, 2, 4, 8, 16
"""Marks of a run: nearer to end A (B) than the centre of its hex, which adjoins that end's hex; on a
hexside along which the line runs; in a hex that the line enters or leaves over a depression's rim; in a
hex that the line only touches, at the vertex whose number stands above ``VERTEX_FROM`` bits."""

VERTEX_FROM = 5

Ends = npt.NDArray[np.int32]
"""The numbers of the points at the two ends of each line, shape (lines, 2): those of hexes are their
centre dots; for the numbers of vertices see ``Board.points``."""


@dataclass(frozen=True, eq=False)
class Runs:
    """Runs of many lines: line ``n`` has the runs ``starts[n]`` to ``starts[n + 1]``.

    ``hexes`` numbers the hex of each run, ``codes`` what it touches (an index into the scene's
    ``touchables``), ``marks`` combines the marks above. ``depths`` says how deep into what it touches
    the line goes, in whole units of the drawing, 255 at most. ``astray`` tells which lines leave the
    hexes of the board (none where it is not given), ``cut`` which were left off at what blocks them.
    """

    starts: npt.NDArray[np.int64]
    hexes: npt.NDArray[np.int16]
    codes: npt.NDArray[np.uint16]
    marks: npt.NDArray[np.uint8]
    depths: npt.NDArray[np.uint8]
    astray: npt.NDArray[np.bool_] | None = None
    cut: npt.NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        """Count the lines."""
        return len(self.starts) - 1

    def without(self, gone: npt.NDArray[np.bool_]) -> Runs:
        """Take some runs out."""
        if not gone.any():
            return self
        before = np.concatenate([[0], np.cumsum(gone)])
        return replace(
            self,
            starts=self.starts - before[self.starts],
            hexes=self.hexes[~gone],
            codes=self.codes[~gone],
            marks=self.marks[~gone],
            depths=self.depths[~gone],
        )

    def inserted(
        self,
        after: npt.NDArray[np.int64],
        codes: Sequence[int],
        marks: npt.NDArray[np.uint8],
        depths: npt.NDArray[np.uint8],
        hexes: npt.NDArray[np.int16] | None = None,
    ) -> Runs:
        """Return them with a further run behind each of some, in the same hex, or in some ``hexes``."""
        line = np.sort(np.repeat(np.arange(len(self)), np.diff(self.starts))[after])
        return replace(
            self,
            starts=self.starts + np.searchsorted(line, np.arange(len(self) + 1)),
            hexes=np.insert(self.hexes, after + 1, self.hexes[after] if hexes is None else hexes),
            codes=np.insert(self.codes, after + 1, np.array(codes, dtype=self.codes.dtype)),
            marks=np.insert(self.marks, after + 1, marks),
            depths=np.insert(self.depths, after + 1, depths),
        )


# --- Numbers of what a line can touch in a hex ----------------------------------------------------


INHERENT = 0
"""The touchable that stands for the inherent terrain of whatever hex is touched (B.6)."""


@dataclass(frozen=True, eq=False)
class Touchables:
    """Parallel arrays: terrain (an index into ``terms``, -1 for number 0, the inherent terrain of the
    hex), level of its ground in half levels, hexside it belongs to or -1, and whether the nearest
    hexside is a cliff. The last ``barriers`` of them are what roadblocks raise, and the ``counters``
    before these are counters on the map.
    """

    terms: tuple[str, ...]
    terrain: npt.NDArray[np.int32]
    level: npt.NDArray[np.int32]
    hexside: npt.NDArray[np.int32]
    cliff: npt.NDArray[np.bool_]
    counters: int = 0
    barriers: int = 0

    @cached_property
    def lies_on(self) -> npt.NDArray[np.bool_]:
        """Return what fills a hex beside all that is drawn in it: inherent terrain, counters,
        barriers.
        """
        numbers = np.arange(len(self.terrain))
        return (self.terrain < 0) | (numbers >= len(numbers) - self.counters - self.barriers)

    def with_terms(self, more: Iterable[str]) -> Touchables:
        """Return them with further terms, numbered anew."""
        terms = tuple(sorted({*self.terms, *more}))
        renumbered = np.array([terms.index(term) for term in self.terms] + [-1], dtype=np.int32)
        return replace(self, terms=terms, terrain=renumbered[self.terrain])

    def extended(self, rows: Sequence[tuple[str, int, int]]) -> Touchables:
        """Return them with further ones behind, given as (term, level, hexside)."""
        found = self.with_terms(term for term, _, _ in rows)
        terrain = [found.terms.index(term) for term, _, _ in rows]
        return replace(
            found,
            terrain=np.append(found.terrain, terrain).astype(np.int32),
            level=np.append(self.level, [level for _, level, _ in rows]).astype(np.int32),
            hexside=np.append(self.hexside, [side for _, _, side in rows]).astype(np.int32),
            cliff=np.append(self.cliff, np.zeros(len(rows), dtype=np.bool_)),
        )


def inherent_numbers(board: Board, terms: tuple[str, ...]) -> npt.NDArray[np.int32]:
    """Return each hex's inherent terrain as an index into ``terms``, -1 where it has none."""
    known = {term: number for number, term in enumerate(terms)}
    return np.array(
        [known.get(record.inherent or "", -1) for record in board.hexes], dtype=np.int32
    )


# --- Numbers of the hexsides of a board -----------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Hexsides:
    """The hexsides of a board: hex numbers on both sides and beyond both vertices, -1 for none.

    ``sides`` has shape (hexsides, 4): the two hexes that share it, then those at its two ends.
    ``by_hex`` numbers the hexside of each hex and direction, shape (hexes, 6), -1 at the map's edge.
    ``terms`` lists the terrain of each.
    """

    sides: npt.NDArray[np.int32]
    by_hex: npt.NDArray[np.int32]
    terms: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, board: Board) -> Hexsides:
        """Number the hexsides of a board."""
        found = board.neighbours
        names = [record.name for record in board.hexes]
        by_hex = np.full((len(found), 6), -1, dtype=np.int32)
        here, direction = np.nonzero(found > np.arange(len(found))[:, None])
        there = found[here, direction]
        by_hex[here, direction] = by_hex[there, (direction + 3) % 6] = np.arange(len(here))
        before, after = found[here, direction - 1], found[here, (direction + 1) % 6]
        terms = (
            board.hexsides.get(hexside_key(names[one], names[other]), _NOTHING)
            for one, other in zip(here.tolist(), there.tolist(), strict=True)
        )
        sides = np.stack([here, there, before, after], axis=1).astype(np.int32)
        return cls(sides, by_hex, tuple(terms))

    def with_further(self, terms: Mapping[tuple[int, int], str]) -> Hexsides:
        """Return the hexsides with further terrain on some of them, named by the hexes on both sides."""
        found = [
            carried
            | ({terms[pair]} if (pair := (here, there)) in terms else set())
            | ({terms[pair[::-1]]} if pair[::-1] in terms else set())
            for (here, there), carried in zip(self.sides[:, :2].tolist(), self.terms, strict=True)
        ]
        return Hexsides(self.sides, self.by_hex, tuple(found))

    def carry(self, *wanted: str) -> npt.NDArray[np.bool_]:
        """Return which hexsides carry one of some terms, or terrain of one of some classes."""
        return self._where(lambda term: term in wanted or kind_of(term) in wanted)

    @cached_property
    def standing(self) -> npt.NDArray[np.bool_]:
        """Return which hexsides carry terrain that stands up: walls, hedges and the like."""
        return self._where(lambda term: kind_of(term) == "hexside" and term != "cliff")

    def _where(self, wanted: Callable[[str], bool]) -> npt.NDArray[np.bool_]:
        """Return which hexsides carry a wanted term: few differ in what they carry."""
        fields = {terms: any(map(wanted, terms)) for terms in set(self.terms)}
        return np.array([fields[terms] for terms in self.terms], dtype=np.bool_)


_NOTHING: frozenset[str] = frozenset()


# --- Columns of a scene ---------------------------------------------------------------------------


Marked = npt.NDArray[np.bool_]

TRAM = "rail(tram)"
"""What a hexside carries that a tram line runs over."""

ROADS = ("road(paved)", "road(dirt)")
"""What a hexside carries that a road runs over."""


def ways_along(board: Board, record: Hex) -> tuple[str, ...]:
    """Return what hexsides carry where a line may run along a way through the middle of a hex: a tram
    line (FB6.33), and a road over a bridge (B6.2), which boards of pixels draw.
    """
    bridged = board.raster is None and any(term.startswith("bridge(") for term in record.terrain)
    return (TRAM, *ROADS) if bridged else (TRAM,)


UNKNOWN_STOREYS, UNKNOWN_GROUND = 1, 2
"""What overlays and drafts may leave untold of a hex: the second leaves more in doubt than the first."""

UNKNOWN_FACTS = MappingProxyType(
    {
        "untold(storeys)": UNKNOWN_STOREYS,
        "untold(level)": UNKNOWN_GROUND,
        "untold(ground)": UNKNOWN_GROUND,
        "guessed(storeys)": UNKNOWN_STOREYS,
        "guessed(level)": UNKNOWN_GROUND,
        "guessed(ground)": UNKNOWN_GROUND,
        "unread": UNKNOWN_GROUND,
    }
)
"""The features of hexes that say so."""


@dataclass(frozen=True, eq=False)
class SceneColumns:
    """Of each hex its level, that of its ground beside a depression, which of ``HEX_FACTS`` hold (bits),
    whether it is overlaid, what is untold of it, its inherent terrain among ``terms``, and over which
    hexsides tram lines run, or roads of bridges, shape (hexes, 6). Of each term whether it is a
    building, and whether it fills hexes. Of each hexside, with a last one that is none, whether
    something stands on it, and whether it is a cliff or the edge of an overlay.
    """

    level: npt.NDArray[np.int32]
    ground: npt.NDArray[np.int32]
    hex_facts: npt.NDArray[np.int64]
    overlaid: Marked
    undetermined: npt.NDArray[np.int64]
    inherent: npt.NDArray[np.int32]
    tram: Marked
    building: Marked
    filling: Marked
    standing: Marked
    cliff: Marked
    overlay_edge: Marked

    @classmethod
    def of(cls, board: Board, sides: Hexsides, terms: tuple[str, ...]) -> SceneColumns:
        """Look all up."""
        inherent = known_inherent_terms()
        hexes = board.hexes
        bridged = np.array([len(ways_along(board, record)) > 1 for record in hexes], dtype=np.bool_)
        road = np.append(sides.carry(*ROADS), False)[sides.by_hex]
        return cls(
            level=np.array([record.level for record in hexes], dtype=np.int32),
            ground=ground_levels(board),
            hex_facts=np.array([_packed(record) for record in hexes], dtype=np.int64),
            overlaid=np.array([record.name in board.overlaid for record in hexes]),
            undetermined=np.array([undetermined_of(record) for record in hexes], dtype=np.int64),
            inherent=inherent_numbers(board, terms),
            tram=np.append(sides.carry(TRAM), False)[sides.by_hex] | bridged[:, None] & road,
            building=np.array([is_building(term) for term in terms]),
            filling=np.array([term in inherent for term in terms]),
            standing=np.append(sides.standing, False),
            cliff=np.append(sides.carry("cliff"), False),
            overlay_edge=np.append(sides.carry(OVERLAY_EDGE), False),
        )


def is_water(record: Hex) -> bool:
    """Return whether a hex holds water."""
    return any(kind_of(term) == "water" for term in record.terrain)


HEX_FACTS: Mapping[str, Callable[[Hex], bool]] = MappingProxyType(
    {"in_bed": lambda record: record.bed is not None, "in_water": is_water}
)
"""The facts of a feature that hold of its hex alone, lowest bit first, and of which hexes they hold. A
further one is a row here, and its declaration in ``asp/vocabulary/lines.lp``.
"""


def _packed(record: Hex) -> int:
    return sum(holds(record) << bit for bit, holds in enumerate(HEX_FACTS.values()))


def undetermined_of(record: Hex) -> int:
    """Number what an overlay or a draft leaves open of a hex: of all that the most, 0 for nothing."""
    return max(
        (UNKNOWN_FACTS[each] for each in record.features if each in UNKNOWN_FACTS), default=0
    )


# Looks at the pixels of single hexes: the ground beside a depression, and what grows at its sides.

_LOW = ("depression", "water", "bridge")
"""The kinds of terrain that lie lower or higher than the ground."""

MIN_SHARE = 20
"""What part of a hex is covered at least by what grows there: less is a neighbour's edge."""


@dataclass(frozen=True, eq=False)
class HexPixels:
    """The pixels of a board's hexes."""

    board: Board
    raster: Raster

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self.board.layout, self.board.places.astype(np.int64))

    def owners_of(
        self, xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Number the hexes in which pixels lie, -1 for none."""
        return self._owners.at(xs + 0.5, ys + 0.5)

    def of(self, number: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the columns and rows of the pixels of a hex."""
        reach = np.abs(self.board.layout.corner_offsets()).max(axis=0)
        centre, extent = self.board.centres[number], self.raster.terrain.shape
        begin = np.maximum(np.floor(centre - reach), 0).astype(np.int64)
        end = np.minimum(np.ceil(centre + reach) + 1, extent).astype(np.int64)
        xs, ys = np.meshgrid(*(np.arange(a, b) for a, b in zip(begin, end, strict=True)))
        xs, ys = xs.ravel(), ys.ravel()
        ours = self.owners_of(xs, ys) == number
        return xs[ours], ys[ours]


def ground_levels(board: Board) -> npt.NDArray[np.int32]:
    """Return the level of each hex: that of its centre dot, but where this lies IN a depression the one
    that most of the ground drawn in the hex has (B19.2).
    """
    found = np.array([record.level for record in board.hexes], dtype=np.int32)
    if board.raster is None:
        return found
    raster, pixels = board.raster, HexPixels(board, board.raster)
    low = np.array([kind_of(term) in _LOW for term in raster.terms])
    for number, record in enumerate(board.hexes):
        if record.bed != record.level:
            continue
        at = pixels.of(number)
        drawn = raster.level[at][~low[raster.terrain[at]]]
        if len(drawn):
            levels, counts = np.unique(drawn, return_counts=True)
            found[number] = levels[counts == counts.max()].max()
    return found


def overgrown(board: Board, raster: Raster, grown: Collection[tuple[str, str]]) -> Raster:
    """Return a drawing in which depressions hold what grows at their sides; ``grown`` are pairs of a
    depression and what may grow there (B19.21).
    """
    places = {term: number for number, term in enumerate(raster.terms)}
    pairs = [(low, up) for low, up in sorted(grown) if low in places and up in places]
    if not pairs:
        return raster
    lows, ups = (sorted({pair[side] for pair in pairs}) for side in (0, 1))
    drawn = np.isin(raster.terrain, [places[each] for each in lows])
    xs, ys = np.nonzero(drawn)
    pixels, terms, terrain = HexPixels(board, raster), list(raster.terms), raster.terrain.copy()
    for number in np.unique(pixels.owners_of(xs, ys)).tolist():
        if number < 0:
            continue
        at = pixels.of(number)
        shown = np.bincount(raster.terrain[at], minlength=len(raster.terms))
        up = max(ups, key=lambda term: (shown[places[term]], term))
        if MIN_SHARE * shown[places[up]] < len(at[0]):
            continue
        for low in lows:
            if (low, up) not in pairs:
                continue
            if (term := amid(low, up)) not in terms:
                terms.append(term)
            here = raster.terrain[at] == places[low]
            terrain[at[0][here], at[1][here]] = terms.index(term)
    return Raster(tuple(terms), terrain, raster.level)


# --- which hexes an outline reaches ---

_OUTLINES = 4096
"""Outlines of which it is kept which hexes they reach."""


def hexes_of(board: Board, outline: Outline) -> set[str]:
    """List the hexes that an outline reaches with a corner, or whose centre dot it covers."""
    places = tuple(record.place for record in board.hexes)
    return {board.hexes[number].name for number in _reached(outline, board.layout, places)}


@lru_cache(_OUTLINES)
def _reached(outline: Outline, layout: Layout, places: tuple[Position, ...]) -> frozenset[int]:
    owners, centres = _grid(layout, places)
    corners = np.array(outline.rings[0], dtype=np.float64)
    reached = set(owners.at(corners[:, 0], corners[:, 1]).tolist()) - {-1}
    return frozenset(reached | set(np.flatnonzero(covers(corners, centres)).tolist()))


@lru_cache(16)
def _grid(layout: Layout, places: tuple[Position, ...]) -> tuple[Owners, npt.NDArray[np.float64]]:
    return Owners(layout, np.array(places, dtype=np.int64)), layout.centres(places)


def covers(ring: npt.NDArray[np.float64], points: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Return which points lie inside a ring."""
    after = np.roll(ring, -1, axis=0)
    x, y = points[:, 0, None], points[:, 1, None]
    astride = (ring[:, 1] > y) != (after[:, 1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = (after[:, 0] - ring[:, 0]) / (after[:, 1] - ring[:, 1])
        right = x < ring[:, 0] + (y - ring[:, 1]) * slope
    covered: npt.NDArray[np.bool_] = (astride & right).sum(axis=1) % 2 == 1
    return covered
