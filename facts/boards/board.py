"""The immutable board: hexes, hexsides, Locations and what is drawn on them; how it is written as facts,
which ``facts/formats/read_board.py`` reads.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.cache import digest_of
from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.records import (
    GROUND,
    OVERLAY_EDGE,
    Counter,
    Hex,
    Hexsides,
    Location,
    Outline,
    Raster,
    Sections,
    kind_of,
    locations_listed,
    span_lines,
)
from hexcourt.facts.geometry.coordinates import HEX_NAME, parse_board_hex
from hexcourt.facts.geometry.hexes import CORNERS, STEPS, Layout, Position, distance, neighbour

NEAR = 2
"""How many drawing units an edge may lie beside what it means."""

_WITH_BOARD = pattern(HEX_NAME)
_QUOTED_HEX = pattern(f'"({HEX_NAME})"')


def unknown_hex(name: str, where: str, mend: str) -> BadInput:
    """Return the error for a hex that a board or a map does not have: the same words everywhere."""
    return BadInput(f"hex {name} is not on {where}: {mend}")


@dataclass(frozen=True)
class Board:
    """A board: the world a question is asked about.

    ``hexsides`` maps pairs of hex names in sorted order to the hexside terrain they share. ``source``
    and ``notes`` say where the facts come from; a note is (subject, confidence, text). ``counters`` are
    terrain that lies on the map as counters, sorted; ``roadblocks`` name the two hexes of the hexside,
    and the third of the vertex at which the arrow points; ``breaches`` name the two hexes whose wall is
    Breached. ``sections`` says about boards that a map is joined of; on such a map hexes are named with
    their board (``1E4``). ``map_rules`` are what the rules say of this map alone. ``north`` is where
    North lies on the drawing: up, right, down or left, empty where that is not given. ``areas`` are
    named areas with their hexes, sorted; ``area_sentences`` what was said of these, which the rules are
    asked about as a board is opened. ``given`` is what a map gives beside its hexes, as
    ``fortified("L33h1")``, sorted; ``circumstances`` what is given that bears on every line of sight,
    ``night(3)``. ``assumptions`` are sentences about what was taken for granted as it
    was opened, which every answer about it repeats.
    """

    name: str
    source: str
    layout: Layout
    hexes: tuple[Hex, ...]
    locations: tuple[Location, ...]
    hexsides: Hexsides = field(default_factory=lambda: MappingProxyType({}))
    outlines: tuple[Outline, ...] = ()
    raster: Raster | None = None
    notes: tuple[tuple[str, str, str], ...] = ()
    counters: tuple[Counter, ...] = ()
    roadblocks: tuple[tuple[str, ...], ...] = ()
    breaches: tuple[tuple[str, ...], ...] = ()
    sections: Sections | None = None
    map_rules: tuple[str, ...] = ()
    north: str = ""
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    area_sentences: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    given: tuple[str, ...] = ()
    circumstances: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return the name as it is shown: visible, on one line and not too long."""
        return shown(self.name)

    @cached_property
    def by_name(self) -> Mapping[str, Hex]:
        """Find a hex by its printed name."""
        return MappingProxyType({record.name: record for record in self.hexes})

    @cached_property
    def by_place(self) -> Mapping[Position, Hex]:
        """Find a hex by its place."""
        return MappingProxyType({record.place: record for record in self.hexes})

    @cached_property
    def locations_by_name(self) -> Mapping[str, Location]:
        """Find a Location by either way of writing it, or a place that a question has named."""
        both = {place.table_name: place for place in self.locations}
        both.update((place.name, place) for place in self.locations)
        return ChainMap(both, self.read)

    @cached_property
    def indices(self) -> Mapping[str, int]:
        """Number the hexes in the order of ``hexes``."""
        return MappingProxyType({record.name: index for index, record in enumerate(self.hexes)})

    @cached_property
    def neighbours(self) -> npt.NDArray[np.int32]:
        """Number each hex's neighbours by direction, -1 off the board; shape (hexes, 6)."""
        return _neighbours([record.place for record in self.hexes])

    @cached_property
    def surroundings(
        self,
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64], npt.NDArray[np.int32]]:
        """Return places, centres and neighbours of the hexes and, behind them, of those that lie between
        and next to them but are not on the board.
        """
        known = [record.place for record in self.hexes]
        (left, top), (right, bottom) = self.places.min(axis=0), self.places.max(axis=0)
        around = {
            (column, half_row)
            for column in range(int(left) - 1, int(right) + 2)
            for half_row in range(int(top) - 2, int(bottom) + 3)
            if (column + half_row + sum(known[0])) % 2 == 0
        }
        every = [*known, *sorted(around - set(known))]
        return np.array(every, dtype=np.int32), self.layout.centres(every), _neighbours(every)

    @cached_property
    def embankments(self) -> npt.NDArray[np.int32]:
        """Number the embankments, hexes of embankment railway that hang together: -1 for other hexes."""
        railway = [kind_of(record.inherent or "open") == "embankment" for record in self.hexes]
        found = np.full(len(self.hexes), -1, dtype=np.int32)
        for start in np.flatnonzero(railway).tolist():
            waiting = [start] if found[start] < 0 else []
            while waiting:
                here = waiting.pop()
                found[here] = start
                beside = self.neighbours[here].tolist()
                waiting += [n for n in beside if n >= 0 and railway[n] and found[n] < 0]
        return found

    @cached_property
    def centres(self) -> npt.NDArray[np.float64]:
        """Return the hexes' centres, shape (hexes, 2)."""
        return self.layout.centres(record.place for record in self.hexes)

    @cached_property
    def outline_boxes(self) -> npt.NDArray[np.float64]:
        """Return the least and the greatest corner of the rectangle round each outline."""
        rings = [np.array(sum(each.rings, ())) for each in self.outlines]
        boxes = [(each.min(axis=0), each.max(axis=0)) for each in rings]
        return np.array(boxes, dtype=np.float64).reshape(-1, 2, 2)

    @property
    def half_hexes(self) -> tuple[str, ...]:
        """List the hexes of which there is only half, at an edge (A2.3): of a map as it is
        given, of one board those whose centre lies on the edge of its drawing. A cut-out slice
        does not tell.
        """
        if self.sections is not None:
            return tuple(sorted(self.sections.halves))
        if self.raster is None:
            return ()
        beside = np.minimum(np.abs(self.centres), np.abs(self.centres - self.layout.extent))
        return tuple(
            self.hexes[n].name for n in np.flatnonzero((beside <= NEAR).any(axis=1)).tolist()
        )

    @cached_property
    def read(self) -> dict[str, Location]:
        """Keep the places that only questions name, vertices and the like, by what was written."""
        return {}

    @cached_property
    def points(self) -> npt.NDArray[np.float64]:
        """Return the points that lines of sight run between, shape (7 * hexes, 2): the centres of the
        hexes, then the six vertices of each.
        """
        corners = self.centres[:, None, :] + self.layout.corner_offsets()[None, :, :]
        return np.concatenate([self.centres, corners.reshape(-1, 2)])

    @cached_property
    def grid_points(self) -> npt.NDArray[np.int64]:
        """Return the same points in thirds of a column and in half rows."""
        centres = self.places.astype(np.int64) * (3, 1)
        corners = centres[:, None, :] + np.array(CORNERS)[None, :, :]
        return np.concatenate([centres, corners.reshape(-1, 2)])

    @cached_property
    def owners(self) -> npt.NDArray[np.int32]:
        """Number the hex that a unit at each point is in."""
        numbers = np.arange(len(self.hexes), dtype=np.int32)
        return np.concatenate([numbers, np.repeat(numbers, 6)])

    def point_of(self, place: Location) -> int:
        """Number the point that lines of sight to a Location run to."""
        number = self.indices[place.hex]
        return number if place.vertex is None else len(self.hexes) + 6 * number + place.vertex

    @cached_property
    def places(self) -> npt.NDArray[np.int32]:
        """Return the hexes' columns and half rows, shape (hexes, 2)."""
        return np.array([record.place for record in self.hexes], dtype=np.int32).reshape(-1, 2)

    def with_counters(
        self, counters: tuple[Counter, ...], hexes: tuple[Hex, ...], locations: tuple[Location, ...]
    ) -> Board:
        """Return the board with other counters, and what they leave of its hexes and Locations; the
        hexes lie where they lay, so what was measured of that stays.
        """
        return self._with_measures(
            replace(self, counters=counters, hexes=hexes, locations=locations)
        )

    def blocked(self, roadblocks: tuple[tuple[str, ...], ...]) -> Board:
        """Return the board with other roadblocks."""
        return self._with_measures(replace(self, roadblocks=roadblocks))

    def breached(
        self, breaches: tuple[tuple[str, ...], ...], locations: tuple[Location, ...]
    ) -> Board:
        """Return the board with other Breaches, and Locations that open into each other by them."""
        return self._with_measures(replace(self, breaches=breaches, locations=locations))

    def _with_measures(self, changed: Board) -> Board:
        measured = ("indices", "neighbours", "embankments", "centres", "places", "surroundings")
        for name in (*measured, "points", "grid_points", "owners"):
            if name in self.__dict__:
                changed.__dict__[name] = self.__dict__[name]
        changed.__dict__["read"] = self.read
        return changed

    def hex(self, name: str) -> Hex:
        """Find a hex, or say in one sentence that the board has none of that name."""
        found = self.by_name.get(name)
        if found is None:
            raise unknown_hex(name, f"board {self.name}", self._nearest(name))
        return found

    def called(self, name: str) -> str:
        """Return the name that a map has for a hex which a user names otherwise: by the other one of two
        boards (A2.2), or without a board where only one has such a hex.

        Any other name comes back as it is.
        """
        if self.sections is None or name in self.by_name:
            return name
        possible = self._candidates(name)
        return possible[0] if len(possible) == 1 else name

    @cached_property
    def overlay_edges(self) -> frozenset[tuple[str, str]]:
        """List the hexsides where overlays end whose terrain reaches them (A2.72)."""
        return frozenset(key for key, terms in self.hexsides.items() if OVERLAY_EDGE in terms)

    @cached_property
    def overlaid(self) -> frozenset[str]:
        """List the hexes that overlays cover (A2.7)."""
        return frozenset(
            record.name
            for record in self.hexes
            if any(each.startswith("overlay(") for each in record.features)
        )

    def with_overlay_edges(self, pairs: Iterable[tuple[str, str]]) -> Board:
        """Return the board with further such hexsides."""
        sides = dict(self.hexsides)
        for one, other in pairs:
            if distance(self.hex(one).place, self.hex(other).place) != 1:
                raise BadInput(
                    f"overlay_edge: {one} and {other} do not adjoin; name two hexes that do"
                )
            key = hexside_key(one, other)
            sides[key] = sides.get(key, frozenset()) | {OVERLAY_EDGE}
        return self if sides == self.hexsides else replace(self, hexsides=MappingProxyType(sides))

    def renamed(self, text: str) -> str:
        """Write the hexes that a user's text quotes as the map calls them."""
        if self.sections is None:
            return text
        return _QUOTED_HEX.sub(lambda match: f'"{self.called(match[1])}"', text)

    def _candidates(self, name: str) -> tuple[str, ...]:
        try:
            return (
                self.sections.candidates(parse_board_hex(name)) if self.sections is not None else ()
            )
        except BadInput:
            return ()

    def location(self, name: str) -> Location:
        """Find a Location by its name (``L33``, ``L33h2``, ``L33/L2``)."""
        found = self.locations_by_name.get(name)
        if found is not None:
            return found
        written = self._hex_part(name)
        owner = self.hex(self.called(written))
        found = self.locations_by_name.get(owner.name + name[len(written) :])
        if found is not None:
            return found
        places = (place.place for place in self.locations_of(owner.name))
        raise self.no_location(name, owner.name, places)

    def no_location(self, name: str, owner: str, places: Iterable[str]) -> BadInput:
        """Make the error that says about a Location that its hex, ``owner``, does not have.

        Args:
            name: the Location as the user wrote it.
            owner: the name of its hex.
            places: what the hex has, as ``Location.place``.

        Returns:
            The error, to be raised.

        """
        known = locations_listed(owner, places)
        return BadInput(
            f"Location {name} does not exist on board {self.name}; {owner} has: {known}"
        )

    def locations_of(self, name: str) -> tuple[Location, ...]:
        """List the Locations of a hex, lowest first."""
        return self._locations_by_hex.get(name, ())

    @cached_property
    def _locations_by_hex(self) -> Mapping[str, tuple[Location, ...]]:
        gathered: dict[str, tuple[Location, ...]] = {}
        for place in sorted(self.locations, key=lambda each: (each.level, each.place)):
            gathered[place.hex] = (*gathered.get(place.hex, ()), place)
        return MappingProxyType(gathered)

    @cached_property
    def ground_locations(self) -> tuple[Location, ...]:
        """List the ground Location of every hex, in the order of ``hexes``."""
        grounds = {place.hex: place for place in self.locations if place.place == GROUND}
        return tuple(grounds[record.name] for record in self.hexes)

    def range(self, first: str, second: str) -> int:
        """Count the hexes between two named hexes."""
        return distance(self.hex(first).place, self.hex(second).place)

    @cached_property
    def digest(self) -> str:
        """Fingerprint the board, so that an answer can say what it was about."""
        return digest_of(board_lines(self))

    def _hex_part(self, name: str) -> str:
        """Cut the hex out of the name of a Location."""
        match = _WITH_BOARD.match(name) if self.sections is not None else None
        return match[0] if match is not None else name.split("/")[0].split("h")[0]

    def _nearest(self, name: str) -> str:
        if self.sections is not None:
            possible = self._candidates(name)
            if possible:
                return f"write {' or '.join(possible[:4])}"
            boards = ", ".join(self.sections.boards)
            return f"it is joined of boards {boards}; write such as {self.hexes[0].name}"
        column = name.rstrip("0123456789")
        rows = sorted(
            (record.place[1], record.name)
            for record in self.hexes
            if record.name.rstrip("0123456789") == column
        )
        if rows:
            return f"hexrow {column} has {rows[0][1]} to {rows[-1][1]}"
        names = [record.name for record in self.hexes]
        return f"its hexes run from {names[0]} to {names[-1]}"


def _neighbours(places: Sequence[Position]) -> npt.NDArray[np.int32]:
    """Number the neighbours of some places by direction, -1 for none; shape (places, 6)."""
    numbers = {place: number for number, place in enumerate(places)}
    around = product(places, range(6))
    found = [numbers.get(neighbour(place, direction), -1) for place, direction in around]
    return np.array(found, dtype=np.int32).reshape(-1, 6)


def direction_between(first: Position, second: Position) -> int | None:
    """Return in which direction the second hex adjoins the first, if it does."""
    step = (second[0] - first[0], second[1] - first[1])
    return STEPS.index(step) if step in STEPS else None


def hexside_key(first: str, second: str) -> tuple[str, str]:
    """Name a hexside by its two hexes, in sorted order."""
    return (first, second) if first < second else (second, first)


# --- A board as facts -----------------------------------------------------------------------------


HEADER = """\
% A board as facts, one a line, for clingo and for hexcourt. Levels are whole numbers of half levels
% above the board's level 0; the file vocabulary/board.lp of the rules says what each fact means.
"""

_HEX = pattern(r"(\[[^]]*\]|[0-9]+[ab]?|[a-z])?([A-Z]+)[0-9]+")
_DIGITS = pattern("([0-9]+)")

Key = tuple[Any, ...]


def natural(text: str) -> Key:
    """Return a key that sorts numbers in a text by their size: ``a2`` before ``a10``."""
    parts: list[Any] = _DIGITS.split(text)
    for at in range(1, len(parts), 2):
        number = parts[at].lstrip("0")
        parts[at] = (len(number), number)
    return (tuple(parts), text)


def hex_order(name: str) -> Key:
    """Return a key that sorts hexes as they are named (A2.2): by board, A2 before A10, Z1 before AA1."""
    match = _HEX.fullmatch(name)
    board, letters = (match[1] or "", match[2]) if match else ("", name.rstrip("0123456789"))
    return (natural(board), len(letters), letters, natural(name))


def board_text(board: Board) -> str:
    """Write a board as the text of a facts file."""
    return "\n".join([HEADER, *board_lines(board), ""])


def board_lines(board: Board) -> list[str]:
    """Write a board as sorted facts, by predicate in the order of the vocabulary."""
    hexes = sorted(board.hexes, key=lambda each: hex_order(each.name))
    names = [(record, string_term(record.name)) for record in hexes]
    return [
        f"board({string_term(board.name)}).",
        f"source({string_term(board.source)}).",
        *(f"map_rule({rule})." for rule in board.map_rules),
        *_layout_lines(board),
        *(f"hex({name})." for _, name in names),
        *(f"place({name},{record.place[0]},{record.place[1]})." for record, name in names),
        *(f"elevation({name},{record.level})." for record, name in names),
        *(line for record, name in names for line in _terrain_lines(record, name)),
        *(f"inherent({name},{record.inherent})." for record, name in names if record.inherent),
        *(f"bed({name},{record.bed})." for record, name in names if record.bed is not None),
        *(f"stairwell({name})." for record, name in names if record.stairwell),
        *(f"slope({name},{side})." for record, name in names for side in sorted(record.slopes)),
        *_hexside_lines(board),
        *_location_lines(board, hexes),
        *_outline_lines(board),
        *(
            f"feature({name},{term})."
            for record, name in names
            for term in sorted(record.features, key=natural)
        ),
        *(span_lines(board.raster) if board.raster is not None else ()),
        *(
            f"counter({string_term(each.hex)},{each.place},{each.terrain})."
            for each in sorted(board.counters, key=lambda each: (hex_order(each.hex), each))
        ),
        *(_section_lines(board.sections, hexes) if board.sections is not None else ()),
        *_area_lines(board),
        *(
            f"note({string_term(subject)},{confidence},{string_term(text)})."
            for subject, confidence, text in sorted(board.notes, key=note_order)
        ),
    ]


def _layout_lines(board: Board) -> Iterator[str]:
    layout = board.layout
    for item, value in (
        ("column_step", layout.column_step),
        ("hex_height", layout.hex_height),
        ("origin_x", layout.origin[0]),
        ("origin_y", layout.origin[1]),
        ("width", layout.extent[0]),
        ("height", layout.extent[1]),
    ):
        yield f"layout({item},{value.numerator},{value.denominator})."


def _terrain_lines(record: Hex, name: str) -> Iterator[str]:
    for term in sorted(record.terrain):
        yield f"terrain({name},{term})."


def _hexside_lines(board: Board) -> Iterator[str]:
    pairs = sorted(board.hexsides, key=lambda pair: (hex_order(pair[0]), hex_order(pair[1])))
    for first, second in pairs:
        for term in sorted(board.hexsides[first, second]):
            yield f"hexside({string_term(first)},{string_term(second)},{term})."


def _location_lines(board: Board, hexes: list[Hex]) -> Iterator[str]:
    for record in hexes:
        places = (each for each in board.locations_of(record.name) if each.printed)
        for place in sorted(places, key=lambda each: location_order(each.place)):
            yield f"location({string_term(place.hex)},{place.place},{place.level})."


def location_order(place: str) -> tuple[int, str]:
    """Return a key that sorts the Locations of a hex: ground, upper levels, then the rest."""
    return (0 if place == "ground" else 1 if place.startswith("level(") else 2, place)


def _outline_lines(board: Board) -> Iterator[str]:
    outlines = sorted(board.outlines, key=lambda each: natural(each.name))
    for outline in outlines:
        base = "ground" if outline.base is None else outline.base
        yield f"outline({string_term(outline.name)},{outline.terrain},{base})."
    for outline in outlines:
        name = string_term(outline.name)
        for ring, corners in enumerate(outline.rings):
            for number, (x, y) in enumerate(corners):
                yield f"corner({name},{ring},{number},{x},{y})."
    for outline in outlines:
        yield f"confidence({string_term(outline.name)},{outline.confidence})."


def _section_lines(sections: Sections, hexes: list[Hex]) -> Iterator[str]:
    names = [record.name for record in hexes]
    others = {name: other for other, name in sections.aliases.items()}
    for name in names:
        for board in sections.parts[name]:
            yield f"part_of({string_term(name)},{string_term(board)})."
    for name in names:
        if name in sections.halves:
            yield f"half_hex({string_term(name)})."
    for name in names:
        if name in others:
            yield f"also_named({string_term(name)},{string_term(others[name])})."


def _area_lines(board: Board) -> Iterator[str]:
    if board.north:
        yield f"north({board.north})."
    for name in sorted(board.area_sentences):
        for sentence in board.area_sentences[name]:
            yield f"area_means({string_term(name)},{string_term(sentence)})."
    for name in sorted(board.areas):
        for each in sorted(board.areas[name], key=hex_order):
            yield f"area({string_term(name)},{string_term(each)})."
    for each in board.given:
        yield f"given({each})."


def note_order(note: tuple[str, str, str]) -> Key:
    """Return a key that sorts notes by subject, then by what they say."""
    return (natural(note[0]), note[1:])
