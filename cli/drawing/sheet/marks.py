"""What a drawing shows on top of a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hexcourt.cli.drawing.style.answers import Sign


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

    ``text`` is written in it, ``note`` beside it in lines; ``told`` is what it says on hover.
    """

    sign: Sign
    at: tuple[Spot, ...]
    text: str = ""
    note: str = ""
    told: str = ""


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
        """List the hexes that anything is shown in."""
        ends = (*(self.line or ()), *(() if self.target is None else (self.target,)))
        marks = (*self.signs, *(mark for each in self.small_maps for mark in each.marks))
        spots = (spot.hex for mark in marks for spot in mark.at)
        return frozenset((*ends, *self.blocked_at, *self.seen, *self.highlighted, *spots))
