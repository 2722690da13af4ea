"""Measures what the pixels of a raster show.

A pixel belongs to the hex that holds its middle. One whose middle lies on a hexside belongs to those of
its hexes where what it shows goes on inward: so what comes up to a hexside touches it, and is not shown
beyond it. The distance of a pixel to a hexside is that of the smallest box round the pixel that lies
along the hexside: never more than the true distance of the pixel's square, at most a fifth of a pixel
less. All this is the same when the drawing is turned by 180 degrees.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Raster, kind_of
from hexcourt.facts.geometry.hexes import Owners
from hexcourt.facts.tracing.clearance import (
    INNER,
    ROAD_INNER,
    Flags,
    Floats,
    HexsideFrame,
    HexsideList,
    Measures,
    TerrainInHex,
    is_measured,
    whole_share,
    whole_thousandths,
    with_neighbours,
)

ROADS = MappingProxyType(
    {
        "dirt_road": "road(dirt)",
        "elevated_road": "road(elevated)",
        "paved_road": "road(paved)",
    }
)
"""What a hexside carries where a road depiction runs over it."""

BUILDING_SIDE = "building_side"
RAILWAY = "rail(glrr)"

_TIE = 1e-9  # pixels
_PHASE = 0.125  # pixels, to which the centres of hexes are rounded
_DEPTH = 1.0  # pixels; less could stay within the pixels that lie on the hexside itself
_DEEP = 0.2  # hex heights; more than half the width of a road that runs along a hexside


def measure_raster(board: Board, raster: Raster, hexes: Collection[int] | None = None) -> Measures:
    """Measure the raster of a board: in the hexes of some numbers and those next to them, and what runs
    over the hexsides of the former.
    """
    shown = dict(_shown(board, raster, with_neighbours(board, hexes)))
    crossings = _Crossings(board, raster, shown, HexsideList.of(board, hexes))
    return Measures(MappingProxyType(shown), frozenset(crossings.found()))


# --- Distances and shares -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Footprint:
    """The pixels of a hex relative to the one that holds its centre, and their gaps, shape (6, pixels).

    ``rim`` numbers the pixels whose middle lies on a hexside, ``inward`` those next to them within.
    Gaps are in thousandths of the hex height.
    """

    pixels: npt.NDArray[np.int64]
    rim: npt.NDArray[np.int64]
    inward: npt.NDArray[np.int64]
    gaps: npt.NDArray[np.int16]

    @classmethod
    def of(cls, frame: HexsideFrame, centre: tuple[float, float], height: float) -> _Footprint:
        """Place a hex with its centre at a place inside pixel (0, 0)."""
        size = np.ceil(np.abs(frame.corners).max(axis=0)).astype(np.int64) + 1
        grid = np.mgrid[-size[0] : size[0] + 1, -size[1] : size[1] + 1].reshape(2, -1)
        depths = _depths(frame, grid, centre)
        inside = depths.min(axis=0) >= -_TIE
        pixels, depths = grid[:, inside], depths[:, inside]
        offsets = pixels + 0.5 - np.array(centre)[:, None]
        rim = np.flatnonzero(depths.min(axis=0) <= _TIE)
        steps = np.rint(offsets[:, rim] / np.hypot(*offsets[:, rim]))
        numbers = np.zeros(2 * size + 1, dtype=np.int64)
        numbers[tuple(pixels + size[:, None])] = np.arange(pixels.shape[1])
        inward = numbers[tuple(pixels[:, rim] - steps.astype(np.int64) + size[:, None])]
        return cls(pixels, rim, inward, _gaps(frame, offsets, depths, height))

    def terms(self, raster: Raster, x: int, y: int) -> npt.NDArray[np.uint8]:
        """Read the pixels of the hex whose centre pixel (x, y) holds.

        The number after the last term stands for what is off the drawing or beyond the hexside.
        """
        nothing = len(raster.terms)
        at = self.pixels + np.array([[x], [y]])
        limits = np.array(raster.terrain.shape)[:, None] - 1
        drawn = ((at >= 0) & (at <= limits)).all(axis=0)
        xs, ys = np.clip(at, 0, limits)
        found = np.where(drawn, raster.terrain[xs, ys], np.uint8(nothing))
        found[self.rim[found[self.rim] != found[self.inward]]] = nothing
        return found


def _depths(
    frame: HexsideFrame, pixels: npt.NDArray[np.int64], centre: tuple[float, float]
) -> Floats:
    """Measure how deep the middles of pixels lie inside each hexside, shape (6, pixels)."""
    depths: Floats = frame.reach[:, None] - frame.normals @ (
        pixels + 0.5 - np.array(centre)[:, None]
    )
    return depths


def _gaps(
    frame: HexsideFrame, offsets: Floats, depths: Floats, height: float
) -> npt.NDArray[np.int16]:
    """Measure how far pixels lie from each hexside, shape (6, pixels)."""
    middles = (frame.along * frame.middles).sum(axis=1)[:, None]
    beside = np.abs(frame.along @ offsets - middles) - frame.lengths[:, None] / 2
    box = np.abs(frame.normals).sum(axis=1)[:, None] / 2
    gaps = np.hypot(np.maximum(depths - box, 0), np.maximum(beside - box, 0))
    return whole_thousandths(gaps, height).astype(np.int16)


def _shown(
    board: Board, raster: Raster, hexes: Sequence[int]
) -> Iterator[tuple[tuple[int, str], TerrainInHex]]:
    """Measure each term in some hexes; the part of a hex that is off the drawing does not count."""
    frame = HexsideFrame.of(board.layout)
    height = float(board.layout.hex_height)
    measured = np.array([*map(is_measured, raster.terms), False])
    footprints: dict[tuple[float, float], _Footprint] = {}
    # places are whole quarters of a pixel on VASL's boards; on a draft each hex would have its own
    places = np.rint(board.centres[list(hexes)] / _PHASE) * _PHASE
    for number, (x, y) in zip(hexes, places.tolist(), strict=True):
        phase = (x - floor(x), y - floor(y))
        if phase not in footprints:
            footprints[phase] = _Footprint.of(frame, phase, height)
        terms = footprints[phase].terms(raster, floor(x), floor(y))
        counts = np.bincount(terms, minlength=len(measured))
        for term in np.flatnonzero(measured & (counts > 0)).tolist():
            nearest = footprints[phase].gaps[:, terms == term].min(axis=1)
            share = whole_share(int(counts[term]), int(counts[:-1].sum()))
            yield (number, raster.terms[term]), TerrainInHex(tuple(nearest.tolist()), share)


# --- Crossings of hexsides ------------------------------------------------------------------------


class _Crossings:
    """Finds what runs over hexsides."""

    def __init__(
        self,
        board: Board,
        raster: Raster,
        shown: Mapping[tuple[int, str], TerrainInHex],
        sides: HexsideList,
    ) -> None:
        self.terms = raster.terms
        self.shown = shown
        self.sides = sides
        self.pixels = self.read(board, raster, _DEPTH)
        self.deep_pixels = self.read(board, raster, _DEEP * float(board.layout.hex_height))

    def read(self, board: Board, raster: Raster, depth: float) -> npt.NDArray[np.uint8]:
        """Read the pixels at points of the hexsides, and at a depth to both sides of them."""
        centres = board.centres[self.sides.hexes]
        frame = HexsideFrame.of(board.layout)
        points = frame.samples(centres, self.sides.directions, 1.0, depth)
        return _touched(raster.terrain, points, len(raster.terms))

    def found(self) -> Iterator[tuple[int, int, str]]:
        """List what runs over hexsides, distinguished from both hexes."""
        yield from self.roads()
        for term in self.terms:
            if kind_of(term) == "depression":
                yield from self.crossed_hexsides(term, self.crossed({term}))
        yield from self.crossed_hexsides(RAILWAY, self.crossed({"railroad"}, ROAD_INNER))
        inland = (self.sides.beyond >= 0)[:, None]
        for members in self.buildings():
            yield from self.crossed_hexsides(BUILDING_SIDE, self.crossed(members) & inland)

    def buildings(self) -> list[set[str]]:
        """List the terms that make up one depiction of a building: a factory's walls belong to it,
        but buildings of other terms stand side by side.
        """
        factory = {term for term in self.terms if kind_of(term) == "factory"}
        return [factory, *({term} for term in self.terms if kind_of(term) == "building")]

    def roads(self) -> Iterator[tuple[int, int, str]]:
        """List the hexsides that a road runs over; a bridge's deck is part of its road."""
        decks = {term for term in self.terms if kind_of(term) == "bridge"}
        crossed = self.crossed({*ROADS, *decks}, ROAD_INNER) & ~self.followed({*ROADS, *decks})
        for number in np.flatnonzero(crossed.any(axis=1)).tolist():
            here = self.pixels[:, :, number][:, :, crossed[number]]
            counts = np.bincount(here.ravel(), minlength=len(self.terms)).tolist()
            yield from self.sides.both_ways(number, self.road_kind(number, counts))

    def followed(self, members: set[str]) -> Flags:
        """Return which hexsides a depiction of some terms runs along, shape (hexsides, 1).

        It covers all of the hexside that is drawn, and does not go on to both sides. At the short
        edges of a board, where half a hexside is drawn, roads leave the board so.
        """
        table = np.array([term in members for term in (*self.terms, "")])
        shown = np.any(table[self.pixels[:, 1]], axis=0)
        drawn = np.any(self.pixels[:, 1] < len(self.terms), axis=0)
        deep = np.any(table[self.deep_pixels], axis=0)
        covers = drawn.any(axis=1) & (shown | ~drawn).all(axis=1)
        goes_on = deep[0].any(axis=1) & deep[2].any(axis=1)
        followed: Flags = (covers & ~goes_on & (self.sides.beyond >= 0))[:, None]
        return followed

    def road_kind(self, number: int, counts: list[int]) -> str:
        """Name the kind of a road: that which most of the crossing shows, or else, where a deck runs
        over the hexside, most of the two hexes.
        """
        hexes = (int(self.sides.hexes[number]), int(self.sides.beyond[number]))

        def weight(term: str) -> tuple[int, int]:
            near = [self.shown[each, term].share for each in hexes if (each, term) in self.shown]
            return (counts[self.terms.index(term)] if term in self.terms else 0, sum(near))

        return ROADS[max(ROADS, key=weight)]

    def crossed(self, members: set[str], inner: float = INNER) -> Flags:
        """Return at which points of which hexsides a depiction of some terms runs over."""
        table = np.array([term in members for term in (*self.terms, "")])
        shown: Flags = np.any(table[self.pixels], axis=0)
        return self.sides.crossed(shown, inner)

    def crossed_hexsides(self, term: str, crossed: Flags) -> Iterator[tuple[int, int, str]]:
        """List from both hexes that something runs over hexsides."""
        for number in np.flatnonzero(crossed.any(axis=1)).tolist():
            yield from self.sides.both_ways(number, term)


def _touched(grid: npt.NDArray[np.uint8], points: Floats, outside: int) -> npt.NDArray[np.uint8]:
    """Read the (up to four different) pixels that each point touches, shape (4, ...)."""
    framed = np.full(np.array(grid.shape) + 2, outside, dtype=np.uint8)
    framed[1:-1, 1:-1] = grid
    low = np.ceil(points - 1e-9).astype(np.int64)
    high = np.floor(points + 1e-9).astype(np.int64) + 1
    limits = np.array(framed.shape) - 1
    low, high = np.clip(low, 0, limits), np.clip(high, 0, limits)
    corners = ((low, low), (low, high), (high, low), (high, high))
    return np.stack([framed[xs[..., 0], ys[..., 1]] for xs, ys in corners])


# --- Facts about the edges of a map ---------------------------------------------------------------
#
#     drawn_at_edge(Hex, Side, T, Share)   of a stretch of road at this side of the drawing (up, right,
#                                          down or left), so much lies in the hex, in thousandths
#
# Where the edge cuts hexes in two, a road leaves the map between two half-hexes, over no hexside
# of them.


Line = npt.NDArray[np.uint8]


def edge_facts(board: Board) -> Iterator[str]:
    """List the facts of a board that is drawn by pixels."""
    if board.raster is None:
        return
    owners = Owners(board.layout, board.places.astype(np.int64))
    width, height = board.raster.terrain.shape
    across, down = np.arange(width) + 0.5, np.arange(height) + 0.5
    inside = 0.5  # pixels: no more than rounding may move an edge
    sides = {
        "up": (board.raster.terrain[:, 0], across, np.full(width, inside)),
        "right": (board.raster.terrain[-1], np.full(height, width - inside), down),
        "down": (board.raster.terrain[:, -1], across, np.full(width, height - inside)),
        "left": (board.raster.terrain[0], np.full(height, inside), down),
    }
    terms = _roads(board.raster)
    for side, (line, xs, ys) in sides.items():
        hexes = owners.at(xs, ys)
        for first, last in _stretches(np.isin(line, list(terms))):
            held = hexes[first:last][hexes[first:last] >= 0]
            numbers, counts = np.unique(held, return_counts=True)
            most = int(np.bincount(line[first:last]).argmax())
            for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
                name = string_term(board.hexes[number].name)
                yield f"drawn_at_edge({name},{side},{terms[most]},{1000 * count // len(held)})."


def _roads(raster: Raster) -> Mapping[int, str]:
    """Map the numbers of terrain that is a road to what hexsides call it; a deck is part of its road."""
    return {
        number: ROADS.get(term, "road(dirt)")
        for number, term in enumerate(raster.terms)
        if term in ROADS or kind_of(term) == "bridge"
    }


def _stretches(held: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """List where a line holds something: first, and behind the last."""
    turns = np.flatnonzero(np.diff(np.pad(held.astype(np.int8), 1)))
    return zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True)
