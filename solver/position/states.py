"""Where a unit is, and how it moves, as the law has it: terms whose parts have names.

A ``State`` *is* its term in the law, such as ``at("L13",ground)``: it is compared, sorted, hashed and
told to the law as that text, and nobody else takes the text apart.

==============================  ====================================================================
``at(Hex,Place)``               in a Location: ``ground``, ``level(2)``, ``cellar``, ``trench`` ...
``heading(Hex,Place,Vertex)``   a vehicle in a Location, its VCA on the hexspine at that vertex
``bypass(Hex,Hexside,Vertex)``  Infantry in Bypass of a hexside, at one of its two vertices
``vbm(Hex,Hexside,Vertex)``     the same for a vehicle
``crest(Hex,Hexside)``          in Crest status, facing that hexside
``off(Hex,Hexside)``            gone from the map over a hexside at its edge
``outside(Hex,Hexside)``        still to enter the map over it
==============================  ====================================================================

Hexsides and vertices are numbered clockwise from 0 to 5, the N hexside and its NW vertex being 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from hexcourt.facts.boards.records import GROUND
from hexcourt.facts.formats.fact_text import quoted

LOCATION = ("at", "heading")
"""The kinds of states in a Location."""

IN_BYPASS = ("bypass", "vbm")
"""The kinds of states of Bypass."""

OFF_MAP = ("off", "outside")
"""The kinds of states off the map: gone from it, and still to enter it."""

_STATE = re.compile(
    r'(?P<kind>at|heading|bypass|vbm|crest|off|outside)\("(?P<hex>[^"]+)"'
    r"(?:,(?P<place>[a-z_]+(?:\([0-9]+\))?))?(?:,(?P<first>[0-9]))?(?:,(?P<second>[0-9]))?\)"
)
_PARTS = {
    "at": (True, 0),
    "heading": (True, 1),
    "bypass": (False, 2),
    "vbm": (False, 2),
    "crest": (False, 1),
    "off": (False, 1),
    "outside": (False, 1),
}
"""Of each kind of state: whether it names a place, and how many numbers."""

_HEX = re.compile(r'"([^"]+)"')
_PASSED = re.compile(r"by\((\d),(\w+),(\d)\)")
_ENOUGH = 1 << 17


@dataclass(frozen=True, slots=True)
class _Parts:
    kind: str
    hex: str
    place: str | None
    hexside: int | None
    vertex: int | None


class State(str):
    """Where a unit is: a term of the law with named parts; make one by ``parse`` or by its kind."""

    __slots__ = ()

    @classmethod
    def parse(cls, term: object) -> State:
        """Read a term of the law; raises ValueError where it is no state."""
        return _state(str(term))

    @classmethod
    def read(cls, term: object) -> State | None:
        """Read a term of the law that may be a state."""
        try:
            return cls.parse(term)
        except ValueError:
            return None

    @classmethod
    def at(cls, name: str, place: str = GROUND) -> State:
        """Give the state of a unit in a Location."""
        return cls(f"at({quoted(name)},{place})")

    @classmethod
    def heading(cls, name: str, place: str, vertex: int) -> State:
        """Give the state of a vehicle in a Location, its VCA at a vertex."""
        return cls(f"heading({quoted(name)},{place},{vertex})")

    @classmethod
    def along(cls, kind: str, name: str, hexside: int, vertex: int) -> State:
        """Give the state in Bypass (``bypass``, ``vbm``) of a hexside at one of its vertices."""
        return cls(f"{kind}({quoted(name)},{hexside},{vertex})")

    @classmethod
    def facing(cls, kind: str, name: str, hexside: int) -> State:
        """Give the state at a hexside: in Crest status (``crest``), or off the map."""
        return cls(f"{kind}({quoted(name)},{hexside})")

    @property
    def kind(self) -> str:
        """Give the kind of state: the name of the term."""
        return _parts(self).kind

    @property
    def hex(self) -> str:
        """Give the hex."""
        return _parts(self).hex

    @property
    def place(self) -> str:
        """Give the place in the hex, of a state in a Location."""
        return str(_known(self, _parts(self).place))

    @property
    def hexside(self) -> int:
        """Give the hexside: passed along, faced in Crest status, or left and entered the map by."""
        return int(_known(self, _parts(self).hexside))

    @property
    def vertex(self) -> int:
        """Give the vertex: the end of a hexside in Bypass, or the middle of a VCA."""
        return int(_known(self, _parts(self).vertex))

    @property
    def in_location(self) -> bool:
        """Tell whether it is the state of a unit in a Location."""
        return self.kind in LOCATION

    @property
    def in_bypass(self) -> bool:
        """Tell whether it is one of Bypass or VBM."""
        return self.kind in IN_BYPASS

    @property
    def off_map(self) -> bool:
        """Tell whether it is one off the map."""
        return self.kind in OFF_MAP

    @property
    def is_reached(self) -> bool:
        """Tell whether a unit can be said to have come there: not on a hexside that it passes along,
        nor where it is still to enter.
        """
        return not self.in_bypass and self.kind != "outside"

    @property
    def without_arc(self) -> State:
        """Give the state no matter which way a vehicle faces: in the Location, as moves name it."""
        return State.at(self.hex, self.place) if self.kind == "heading" else self


class Move(str):
    """A move as the law names it: ``go(From,To)``, ``go(From,To,How)`` or ``turn(Hex,Place)``."""

    __slots__ = ()

    @property
    def hexes(self) -> tuple[str, ...]:
        """List the hexes that it names, one as often as it is named."""
        return _hexes(self)

    @property
    def states(self) -> tuple[State, ...]:
        """List the states that it names: from where, and where to."""
        return tuple(_state(each[0]) for each in _STATE.finditer(self))

    @property
    def is_turn(self) -> bool:
        """Tell whether it is a change of VCA."""
        return self.startswith("turn(")

    @property
    def in_reverse(self) -> bool:
        """Tell whether a vehicle makes it backwards."""
        return self.endswith(",reverse)")

    @property
    def by_tunnel(self) -> bool:
        """Tell whether it leads through a tunnel."""
        return self.endswith(",tunnel)")

    @property
    def hexsides(self) -> tuple[int, ...]:
        """List the hexsides that a move in Bypass passes along, in order; none if it does not say."""
        passed = _PASSED.search(self)
        if passed is None:
            return ()
        vertex, count = int(passed[1]), int(passed[3])
        if passed[2] == "cw":
            return tuple((vertex + n) % 6 for n in range(count))
        return tuple((vertex + 5 - n) % 6 for n in range(count))


def hexes_of(states: Iterable[str]) -> set[str]:
    """Give the hexes of some states."""
    return {State.parse(state).hex for state in states}


@lru_cache(maxsize=_ENOUGH)
def _state(text: str) -> State:
    _parts(text)
    return State(text)


@lru_cache(maxsize=_ENOUGH)
def _parts(text: str) -> _Parts:
    match = _STATE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is no state of the law")
    kind, place = match["kind"], match["place"]
    numbers = [int(each) for each in (match["first"], match["second"]) if each is not None]
    if (place is not None, len(numbers)) != _PARTS[kind]:
        raise ValueError(f"{text} is no state of the law")
    vertex = numbers[-1] if kind in ("heading", *IN_BYPASS) else None
    hexside = numbers[0] if numbers and kind != "heading" else None
    return _Parts(kind, match["hex"], place, hexside, vertex)


def _known(state: str, part: str | int | None) -> str | int:
    if part is None:
        raise ValueError(f"{state} has no such part")
    return part


@lru_cache(maxsize=_ENOUGH)
def _hexes(text: str) -> tuple[str, ...]:
    return tuple(_HEX.findall(text))
