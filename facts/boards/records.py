"""What boards are made of: Locations, hexes, outlines, counters, drawings, sections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hexcourt.facts.grid.coordinates import BoardHex
from hexcourt.facts.grid.geometry import Position

GROUND = "ground"
UNDER = "under"
CELLAR, SEWER, STEEPLE, ROOFTOP = "cellar", "sewer", "steeple", "rooftop"
"""Places that the law tells of, beside those printed."""


OVERLAY_EDGE = "overlay_edge"
CREST, VERTEX = "crest", "vertex"


def crest_place(hexside: int) -> str:
    """Name the place of a unit in Crest status that faces a hexside of its hex."""
    return f"{CREST}({hexside})"


def vertex_place(vertex: int) -> str:
    """Name the place of a unit in Bypass at a vertex of its hex."""
    return f"{VERTEX}({vertex})"


def _number(place: str, kind: str) -> int | None:
    return int(place[len(kind) + 1 : -1]) if place.startswith(f"{kind}(") else None


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place where units can be (A2.8): ``ground``, ``level(N)`` of a building, ``under`` a bridge; and
    what the law says there is beside what is printed: ``cellar``, ``steeple``, ``rooftop``, ``sewer``.

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
    said: str = field(default="", compare=False)

    @property
    def vertex(self) -> int | None:
        """Give N of ``vertex(N)``, where a unit in Bypass is, or nothing for another place."""
        return _number(self.place, VERTEX)

    @property
    def crest(self) -> int | None:
        """Give D of ``crest(D)``, the hexside that Crest status faces, or nothing for another place."""
        return _number(self.place, CREST)

    @property
    def printed(self) -> bool:
        """Tell whether boards record it: all else follows from these by law."""
        return self.place in (GROUND, UNDER) or self.floor is not None

    @property
    def sight_level(self) -> int:
        """Give the level that lines of sight are traced from."""
        return self.level if self.seen_at is None else self.seen_at

    @property
    def floor(self) -> int | None:
        """Give N of ``level(N)``, or nothing for another kind of Location."""
        return int(self.place[6:-1]) if self.place.startswith("level(") else None

    @property
    def name(self) -> str:
        """Write the Location as in A2.2: ``L33``, ``L33h2``."""
        if self.place == GROUND or self.said:
            return self.said or self.hex
        return f"{self.hex}h{self.floor}" if self.floor is not None else f"{self.hex}/{self.place}"

    @property
    def table_name(self) -> str:
        """Write the Location as matrix tables do: ``L33``, ``L33/L2``, ``L33/under``."""
        return f"{self.hex}/L{self.floor}" if self.floor is not None else self.name


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

    ``terrain`` is one of ``terrain_terms.COUNTERS``; ``place`` that of the Location: ``ground``, or
    ``under`` a bridge.
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

    def meant(self, written: BoardHex) -> tuple[str, ...]:
        """List the hexes that a coordinate may mean: several where it leaves the board out (A2.2)."""
        boards = self.boards if written.board is None else (written.board,)
        names = [str(replace(written, board=each)) for each in boards]
        found = (self.aliases.get(name, name) for name in names)
        return tuple(sorted({name for name in found if name in self.parts}))
