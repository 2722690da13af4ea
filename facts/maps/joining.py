"""Joins geomorphic boards edge to edge into one map (A2.1), which is a board like any other.

The edge of a geomorphic board runs through the middles of half-hexes, so boards laid edge to edge
neither overlap nor leave a gap: the pixels of each keep their places relative to its hexes, moved by
whole pixels. A board may lie as it is printed, or reversed (turned by 180 degrees).

What a board's own archive tells of its whole hexes stays as it is. ``half_hexes`` says what becomes of
two half-hexes; here the boards are laid, their drawings put together, and what lies on hexsides that no
board has to itself is read from the whole drawing.
"""

#! A2.1 high: boards are butted edge to edge, as they are or reversed, into one map
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import (
    Board,
    Hex,
    Hexsides,
    Location,
    Raster,
    Sections,
    hexside_key,
)
from hexcourt.facts.boards.terrain_terms import kind_of
from hexcourt.facts.formats.sampling import settled, touched
from hexcourt.facts.grid.coordinates import BoardHex, parse_hex
from hexcourt.facts.grid.geometry import STEPS, Layout, Position, neighbour
from hexcourt.facts.maps.fitting import check_fit, check_names
from hexcourt.facts.maps.half_hexes import Half, combined, combined_locations, naming_first

Pixel = TypeVar("Pixel", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Section:
    """A board of a configuration: ``id`` is its number as coordinates write it (``1``, ``2a``)."""

    board: Board
    id: str
    reversed: bool = False


def join(rows: Sequence[Sequence[Section]], north: str = "up", name: str = "map") -> Board:
    """Join boards, told row by row from the top and from the left, into one map.

    ``north`` is where North lies: up, right, down or left. Raises BadInput, naming board and place,
    for boards that do not fit together, and for one that lies there twice.
    """
    check_fit([[(each.id, each.board) for each in row] for row in rows])
    check_names([[each.id for each in row] for row in rows])
    return _Join(rows, north).map(name)


@dataclass(frozen=True)
class _Laid:
    """A section in its place: ``row`` and ``column`` count from 0 at the upper left."""

    section: Section
    row: int
    column: int

    @cached_property
    def last(self) -> Position:
        """Give the last column and the last half row, those of a half-hex, of the board by itself."""
        column, half_row = self.section.board.places.max(axis=0).tolist()
        return column, half_row

    def place(self, place: Position) -> Position:
        """Tell where a hex of the board lies on the map."""
        column, half_row = place
        if self.section.reversed:
            column, half_row = self.last[0] - column, self.last[1] - 1 - half_row
        return column + self.column * self.last[0], half_row + self.row * (self.last[1] + 1)

    def name(self, printed: str) -> str:
        """Name a hex of the board with the board (A2.2)."""
        return str(BoardHex(parse_hex(printed), self.section.id))

    def hex(self, record: Hex) -> Hex:
        """Give a hex of the board as it lies on the map."""
        turn = 3 if self.section.reversed else 0
        return replace(
            record,
            name=self.name(record.name),
            place=self.place(record.place),
            slopes=frozenset((side + turn) % 6 for side in record.slopes),
            features=(
                *record.features,
                *(f"map_rule({rule})" for rule in self.section.board.map_rules),
            ),
        )

    def half(self, record: Hex) -> Half:
        """Give a hex of the board with what it takes to combine half-hexes."""
        column, half_row = record.place
        return Half(
            record=self.hex(record),
            locations=self.section.board.locations_of(record.name),
            board=self.section.id,
            at=(self.row, self.column),
            printed=half_row >= 0,
            halved=column in (0, self.last[0]) or half_row in (-1, self.last[1]),
        )

    def pixels(self, grid: npt.NDArray[Pixel]) -> npt.NDArray[Pixel]:
        """Turn pixels, shape (width, height), as the board lies."""
        return grid[::-1, ::-1] if self.section.reversed else grid


class _Join:
    """The boards of a configuration on their way to one map."""

    def __init__(self, rows: Sequence[Sequence[Section]], north: str) -> None:
        self.rows = [
            [_Laid(each, row, column) for column, each in enumerate(line)]
            for row, line in enumerate(rows)
        ]
        self.laid = [each for line in self.rows for each in line]
        self.halves = self._halves(north)

    def _halves(self, north: str) -> Mapping[Position, tuple[Half, ...]]:
        """Gather by place what the boards have there, of two half-hexes the naming one first."""
        gathered: dict[Position, tuple[Half, ...]] = {}
        for laid in self.laid:
            for record in laid.section.board.hexes:
                half = laid.half(record)
                place = half.record.place
                gathered[place] = naming_first((*gathered.get(place, ()), half), north)
        return MappingProxyType(dict(sorted(gathered.items())))

    @cached_property
    def names(self) -> Mapping[Position, str]:
        """Name the hexes of the map."""
        return MappingProxyType({place: each[0].record.name for place, each in self.halves.items()})

    def map(self, name: str) -> Board:
        """Put the map together."""
        layout, raster = self._layout(), self._raster()
        locations: list[Location] = []
        for each in self.halves.values():
            locations += combined_locations(each)
        return Board(
            name=name,
            source=self._source(),
            layout=layout,
            hexes=tuple(combined(each) for each in self.halves.values()),
            locations=tuple(locations),
            hexsides=self._hexsides(layout, raster),
            raster=raster,
            sections=self._sections(),
        )

    def _layout(self) -> Layout:
        layout = self.laid[0].section.board.layout
        width, height = layout.extent
        return replace(layout, extent=(width * len(self.rows[0]), height * len(self.rows)))

    def _source(self) -> str:
        lines = (
            " ".join(each.section.id + " reversed" * each.section.reversed for each in line)
            for line in self.rows
        )
        told = "; ".join(dict.fromkeys(each.section.board.source for each in self.laid))
        return f"boards joined (A2.1), row by row: {' / '.join(lines)}. {told}"

    def _raster(self) -> Raster:
        terms = tuple(sorted({t for each in self.laid for t in _raster_of(each).terms}))
        terrain = [
            np.concatenate([each.pixels(_numbered(_raster_of(each), terms)) for each in line])
            for line in self.rows
        ]
        level = [
            np.concatenate([each.pixels(_raster_of(each).level) for each in line])
            for line in self.rows
        ]
        return Raster(terms, np.concatenate(terrain, axis=1), np.concatenate(level, axis=1))

    def _hexsides(self, layout: Layout, raster: Raster) -> Hexsides:
        found: dict[tuple[str, str], frozenset[str]] = {}
        for laid in self.laid:
            known = laid.section.board.by_name
            for pair, terms in laid.section.board.hexsides.items():
                first, second = (self.names[laid.place(known[name].place)] for name in pair)
                key = hexside_key(first, second)
                found[key] = found.get(key, frozenset()) | terms
        for key, term in seam_terrain(layout, raster, self.names, list(self._seam())):
            found[key] = found.get(key, frozenset()) | {term}
        return MappingProxyType(found)

    def _seam(self) -> Iterator[tuple[Position, int]]:
        """List the hexsides between hexes that no board has both, told from each hex."""
        for place, here in self.halves.items():
            boards = {each.board for each in here}
            for direction in range(6):
                there = self.halves.get(neighbour(place, direction), ())
                if there and boards.isdisjoint(each.board for each in there):
                    yield place, direction

    def _sections(self) -> Sections:
        named = [(each[0].record.name, each) for each in self.halves.values()]
        return Sections(
            parts=MappingProxyType(
                {name: tuple(sorted(half.board for half in each)) for name, each in named}
            ),
            halves=frozenset(name for name, each in named if len(each) == 1 and each[0].halved),
            aliases=MappingProxyType(
                {half.record.name: name for name, each in named for half in each[1:]}
            ),
        )


def _raster_of(laid: _Laid) -> Raster:
    raster = laid.section.board.raster
    assert raster is not None  # check_fit has seen to it
    return raster


def _numbered(raster: Raster, terms: Sequence[str]) -> npt.NDArray[np.uint8]:
    """Number the terrain of a drawing by other terms."""
    number = {term: at for at, term in enumerate(terms)}
    lookup = np.array([number[term] for term in raster.terms], dtype=np.uint8)
    return lookup[raster.terrain]


def seam_terrain(
    layout: Layout,
    raster: Raster,
    names: Mapping[Position, str],
    sides: Sequence[tuple[Position, int]],
) -> Iterator[tuple[tuple[str, str], str]]:
    """Read hexside terrain just inside some hexsides, as ``importing`` reads it on one board."""
    if not sides:
        return
    middles = layout.hexside_middles()
    inward = middles * (1 - 1 / np.linalg.norm(middles, axis=1))[:, None]
    points = layout.centres(place for place, _ in sides) + inward[[side for _, side in sides]]
    terms = settled(touched(raster.terrain, points))
    for (place, direction), number in zip(sides, terms.tolist(), strict=True):
        term = raster.terms[number]
        if kind_of(term) in ("hexside", "depression"):
            columns, half_rows = STEPS[direction]
            other = names[place[0] + columns, place[1] + half_rows]
            yield hexside_key(names[place], other), term
