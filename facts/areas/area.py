"""The values that sentences about areas come to; ``str`` writes each so that it reads back equal.

No value knows a board: hexes, hexrows and boards are names as written, sides are those of the compass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from hexcourt.facts.areas.wording import Wording
from hexcourt.facts.geometry.coordinates import BoardHex

Name = TypeVar("Name")


class Compass(StrEnum):
    """A side of the compass."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


@dataclass(frozen=True, slots=True)
class Hexrow:
    """A hexrow by its letters, of a board where one was named."""

    letters: str
    board: str | None = None

    def __str__(self) -> str:
        plain = self.board is None or self.board.isdigit() or len(self.board) == 1
        return f"{self.board or ''}{self.letters}" if plain else f"[{self.board}]{self.letters}"


class Area(Wording):
    """Whatever a sentence may say of where."""

    def __format__(self, how: str) -> str:
        """Write it by itself, or as one place, an edge or a place, a part of another area, an aim."""
        return _FORMATS[how](self)


class Anywhere(Area):
    """All of the map."""

    wording = "anywhere"


class OffBoard(Area):
    """Not on the map."""

    wording = "off board"


class OnBoards(Area):
    """The hexes of some boards, or the whole hexes alone (A2.3); whole hexes of any board where none
    is named.
    """

    boards: tuple[str, ...]
    whole: bool = False

    def __str__(self) -> str:
        named = f"board {_boards(self.boards)}"
        if not self.whole:
            return named
        return f"whole hexes of {named}" if self.boards else "whole hexes"


class Numbered(Area):
    """Hexes whose number in their hexrow lies between two bounds, either of which may be missing."""

    least: int | None
    most: int | None

    def __str__(self) -> str:
        bounds = ((">=", self.least), ("<=", self.most))
        return "hexes " + " and ".join(f"{sign} {n}" for sign, n in bounds if n is not None)


class Hexrows(Area):
    """The hexrows from one to another, both included."""

    first: Hexrow
    last: Hexrow

    def __str__(self) -> str:
        if self.first == self.last:
            return f"hexrow {self.first}"
        return f"on or between hexrows {self.first} and {self.last}"


class BesideHexrow(Area):
    """What lies to one side of a hexrow, with the hexrow itself where ``on``."""

    wording = "{on:on or |}{side} of hexrow {hexrow}"
    side: Compass
    hexrow: Hexrow
    on: bool


class Hexes(Area):
    """Hexes by name; ``noun`` is what the sentence calls them, such as road, which is not asked here."""

    hexes: tuple[BoardHex, ...]
    noun: str = ""

    def __str__(self) -> str:
        noun = "hex" if len(self.hexes) == 1 else "hexes"
        return f"{self.noun + ' ' * bool(self.noun)}{noun} {_listed(self.hexes)}"


class HexRun(Area):
    """The hexes from one to another: next to each other, of one hexrow, or along an edge of the map."""

    wording = "hexes {first}-{last}"
    first: BoardHex
    last: BoardHex


class Buildings(Area):
    """Whole buildings, each by one of its hexes."""

    hexes: tuple[BoardHex, ...]

    def __str__(self) -> str:
        return f"building{'s' * (len(self.hexes) > 1)} {_listed(self.hexes)}"


class OfTerrain(Area):
    """Hexes of one of some kinds of terrain, by the words for them: building, woods, road."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"any {' or '.join(self.words)} hex"


class AtLevel(Area):
    """Hexes whose ground lies at a level, or between two: whole levels."""

    least: int | None
    most: int | None

    def __str__(self) -> str:
        if self.least == self.most:
            return f"hexes on level {self.least}"
        number, way = (self.most, "lower") if self.least is None else (self.least, "higher")
        return f"hexes on level {number} or {way}"


class Within(Area):
    """Hexes at most so many hexes from one of an area, those of the area included."""

    most: int
    of: Area

    def __str__(self) -> str:
        return f"within {_hexes(self.most)} of {self.of:aim}"


class Beyond(Area):
    """Hexes at least so many hexes from all of an area."""

    least: int
    of: Area

    def __str__(self) -> str:
        return f"at least {_hexes(self.least)} from {self.of:aim}"


class NextTo(Area):
    """Hexes that adjoin one of an area, with those of the area where ``on``."""

    wording = "{on:on or |}adjacent to {of:aim}"
    of: Area
    on: bool


class EdgePart(Area):
    """An edge of the map, or a part of one."""


class Edge(EdgePart):
    """Edges of the map: of some sides, of all where none is named, of some boards where any is."""

    sides: tuple[Compass, ...] = ()
    boards: tuple[str, ...] = ()

    def __str__(self) -> str:
        which = " or ".join(self.sides) if self.sides else "any"
        return f"{which} edge" + (f" of board {_boards(self.boards)}" if self.boards else "")


class EdgeBetween(EdgePart):
    """The part of an edge from one hex to another, both included."""

    wording = "{edge} between {first} and {last}"
    edge: Edge
    first: BoardHex
    last: BoardHex


class EdgeBeside(EdgePart):
    """The part of an edge to one side of a hex, with that hex where ``on``."""

    wording = "{edge} {on:on or |}{side} of {hex}"
    edge: Edge
    side: Compass
    hex: BoardHex
    on: bool


class RoadsOff(Area):
    """The hexes of an edge by which a road leaves the map; ``single``: one of them is chosen."""

    wording = "{single:any single road hex|road hexes} on {edge}"
    edge: EdgePart
    single: bool = False


class BesideGrain(Area):
    """What lies to one side of a straight line of adjoining hexes, with these where ``on``."""

    side: Compass
    grain: tuple[BoardHex, ...]
    on: bool

    def __str__(self) -> str:
        return f"{'on or ' * self.on}{self.side} of hexgrain {'-'.join(map(str, self.grain))}"


class NamedArea(Area):
    """An area that has a name."""

    wording = '"{name}"'
    name: str


class Except(Area):
    """What is not in an area."""

    wording = "not {of:part}"
    of: Area


class Either(Area):
    """What is in one of some areas."""

    parts: tuple[Area, ...]

    def __str__(self) -> str:
        return " or ".join(map(_part, self.parts))


class Both(Area):
    """What is in all of some areas; where one names boards, the others speak of these boards."""

    parts: tuple[Area, ...]

    def __str__(self) -> str:
        result, kinds = _part(self.parts[0]), [type(self.parts[0])]
        for each in self.parts[1:]:
            joint = " but" if isinstance(each, Except) else " in" if type(each) in kinds else ","
            result += f"{joint} {each if isinstance(each, Except) else _part(each)}"
            kinds.append(type(each))
        return result


def either(parts: Iterable[Area]) -> Area:
    """Return what is in one of some areas, lists of one kind put together."""
    found: list[Area] = []
    for part in parts:
        for each in part.parts if isinstance(part, Either) else (part,):
            joined = _joined(found[-1], each) if found else None
            if joined is None:
                found.append(each)
            else:
                found[-1] = joined
    return found[0] if len(found) == 1 else Either(tuple(found))


def both(parts: Iterable[Area]) -> Area:
    """Return what is in all of some areas; what they are not comes last."""
    items = list(parts)
    held = [each for each in items if not isinstance(each, Except)]
    found: list[Area] = [each for each in held if each != Anywhere()] or [Anywhere()]
    found += [each for each in items if isinstance(each, Except)]
    return found[0] if len(found) == 1 else Both(tuple(found))


def parts_of(area: Area) -> tuple[Area, ...]:
    """List the areas that an area is put together of."""
    if isinstance(area, Either | Both):
        return area.parts
    if isinstance(area, Within | Beyond | NextTo | Except):
        return (area.of,)
    return (area.edge,) if isinstance(area, EdgeBetween | EdgeBeside | RoadsOff) else ()


def all_of(area: Area) -> Iterable[Area]:
    """List an area and all that it is put together of."""
    yield area
    for each in parts_of(area):
        yield from all_of(each)


def placed(area: Area, preposition: str) -> str:
    """Write an area behind a preposition, or without one where it begins with one."""
    text = str(area)
    sides = (f"{side} of " for side in Compass)
    bare = ("anywhere", "on or ", "within ", "at least ", "adjacent ", *sides)
    return text if text.startswith(bare) else f"{preposition} {text}"


def _joined(one: Area, other: Area) -> Area | None:
    """Put two lists of one kind together; nothing where they are none."""
    if isinstance(one, Hexes) and isinstance(other, Hexes) and one.noun == other.noun:
        return Hexes(_added(one.hexes, other.hexes), one.noun)
    if isinstance(one, Buildings) and isinstance(other, Buildings):
        return Buildings(_added(one.hexes, other.hexes))
    if isinstance(one, OnBoards) and isinstance(other, OnBoards) and one.whole == other.whole:
        return OnBoards(_added(one.boards, other.boards), one.whole)
    if isinstance(one, OfTerrain) and isinstance(other, OfTerrain):
        return OfTerrain(_added(one.words, other.words))
    if isinstance(one, Edge) and isinstance(other, Edge) and one.boards == other.boards:
        sides = _added(one.sides, other.sides) if one.sides and other.sides else ()
        return Edge(sides, one.boards)
    return None


def _added(some: tuple[Name, ...], more: tuple[Name, ...]) -> tuple[Name, ...]:
    return tuple(dict.fromkeys((*some, *more)))


def _boards(boards: Iterable[str]) -> str:
    return "/".join(each if each.isalnum() else f"[{each}]" for each in boards)


def _listed(hexes: Iterable[BoardHex]) -> str:
    return ", ".join(map(str, hexes))


def _hexes(number: int) -> str:
    return f"{number} hex{'es' * (number != 1)}"


def _part(area: Area) -> str:
    """Write an area as part of another."""
    return f"({area})" if isinstance(area, Either | Both | Except) else str(area)


def _aim(area: Area) -> str:
    """Write what distances are counted from."""
    plain = isinstance(area, Buildings | OfTerrain | NamedArea)
    plain = plain or (isinstance(area, Hexes) and not area.noun)
    plain = plain or (isinstance(area, Edge) and len(area.sides) < 2)
    return str(area) if plain else f"({area})"


def _one_place(area: Area) -> str:
    """Write an area so that it is read as one place."""
    single = isinstance(area, Hexes | Buildings) and len(area.hexes) == 1
    plain = isinstance(area, NamedArea) or (single and not getattr(area, "noun", ""))
    return str(area) if plain else f"({area})"


def _edge_or_place(area: Area) -> str:
    """Write where units leave or enter the map."""
    return str(area) if isinstance(area, EdgePart) else _one_place(area)


_FORMATS: Mapping[str, Callable[[Area], str]] = {
    "": str,
    "place": _one_place,
    "edge": _edge_or_place,
    "part": _part,
    "aim": _aim,
}
