"""Where a unit is, and how it moves, as the rules have it: terms whose parts have names.

A ``State`` *is* its term in the rules, such as ``at("L13",ground)``: it is compared, sorted, hashed and
given to the rules as that text, and nobody else takes the text apart.

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

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from hexcourt.facts.base.errors import listed
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND, Location

LOCATION = ("at", "heading")
"""The kinds of states in a Location."""

IN_BYPASS = ("bypass", "vbm")
"""The kinds of states of Bypass."""

OFF_MAP = ("off", "outside")
"""The kinds of states off the map: gone from it, and still to enter it."""

_STATE = pattern(
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

_HEX = pattern(r'"([^"]+)"')
_PASSED = pattern(r"by\((\d),(\w+),(\d)\)")
_ENOUGH = 1 << 17


@dataclass(frozen=True, slots=True)
class _Parts:
    kind: str
    hex: str
    place: str | None
    hexside: int | None
    vertex: int | None


class State(str):
    """Where a unit is: a term of the rules with named parts; make one by ``parse`` or by its kind."""

    __slots__ = ()

    @classmethod
    def parse(cls, term: object) -> State:
        """Read a term of the rules; raises ValueError where it is no state."""
        return _state(str(term))

    @classmethod
    def read(cls, term: object) -> State | None:
        """Read a term of the rules that may be a state."""
        try:
            return cls.parse(term)
        except ValueError:
            return None

    @classmethod
    def at(cls, name: str, place: str = GROUND) -> State:
        """Return the state of a unit in a Location."""
        return cls(f"at({string_term(name)},{place})")

    @classmethod
    def heading(cls, name: str, place: str, vertex: int) -> State:
        """Return the state of a vehicle in a Location, its VCA at a vertex."""
        return cls(f"heading({string_term(name)},{place},{vertex})")

    @classmethod
    def along(cls, kind: str, name: str, hexside: int, vertex: int) -> State:
        """Return the state in Bypass (``bypass``, ``vbm``) of a hexside at one of its vertices."""
        return cls(f"{kind}({string_term(name)},{hexside},{vertex})")

    @classmethod
    def facing(cls, kind: str, name: str, hexside: int) -> State:
        """Return the state at a hexside: in Crest status (``crest``), or off the map."""
        return cls(f"{kind}({string_term(name)},{hexside})")

    @property
    def kind(self) -> str:
        """Return the kind of state: the name of the term."""
        return _parts(self).kind

    @property
    def hex(self) -> str:
        """Return the hex."""
        return _parts(self).hex

    @property
    def place(self) -> str:
        """Return the place in the hex, of a state in a Location."""
        return str(_known(self, _parts(self).place))

    @property
    def hexside(self) -> int:
        """Return the hexside: passed along, faced in Crest status, or left and entered the map by."""
        return int(_known(self, _parts(self).hexside))

    @property
    def vertex(self) -> int:
        """Return the vertex: the end of a hexside in Bypass, or the middle of a VCA."""
        return int(_known(self, _parts(self).vertex))

    @property
    def in_location(self) -> bool:
        """Return whether it is the state of a unit in a Location."""
        return self.kind in LOCATION

    @property
    def in_bypass(self) -> bool:
        """Return whether it is one of Bypass or VBM."""
        return self.kind in IN_BYPASS

    @property
    def off_map(self) -> bool:
        """Return whether it is one off the map."""
        return self.kind in OFF_MAP

    @property
    def is_reached(self) -> bool:
        """Return whether a unit can be said to have come there: not on a hexside that it passes along,
        nor where it is still to enter.
        """
        return not self.in_bypass and self.kind != "outside"

    @property
    def without_arc(self) -> State:
        """Return the state no matter which way a vehicle faces: in the Location, as moves name it."""
        return State.at(self.hex, self.place) if self.kind == "heading" else self


class Move(str):
    """A move as the rules name it: ``go(From,To)``, ``go(From,To,How)`` or ``turn(Hex,Place)``."""

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
        """Return whether it is a change of VCA."""
        return self.startswith("turn(")

    @property
    def in_reverse(self) -> bool:
        """Return whether a vehicle makes it backwards."""
        return self.endswith(",reverse)")

    @property
    def by_tunnel(self) -> bool:
        """Return whether it leads through a tunnel."""
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
    """Return the hexes of some states."""
    return {State.parse(state).hex for state in states}


@lru_cache(maxsize=_ENOUGH)
def _state(text: str) -> State:
    _parts(text)
    return State(text)


@lru_cache(maxsize=_ENOUGH)
def _parts(text: str) -> _Parts:
    match = _STATE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is no state of the rules")
    kind, place = match["kind"], match["place"]
    numbers = [int(each) for each in (match["first"], match["second"]) if each is not None]
    if (place is not None, len(numbers)) != _PARTS[kind]:
        raise ValueError(f"{text} is no state of the rules")
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


# Where a neighbour that a name needs is not on the board, hexside and vertex are named by their
# direction: ``X0, along its SW hexside to its W vertex``.


HEXSIDES = ("N", "NE", "SE", "S", "SW", "NW")
"""The hexsides of a hex by their direction."""

VERTICES = ("NW", "NE", "E", "SE", "SW", "W")
"""The vertices of a hex; vertex 0 is where hexside 0 begins, clockwise."""


def state_words(board: Board, state: State) -> str:
    """Write a state as a player does; ``read_unit_position`` reads it back."""
    name = state.hex
    if state.kind == "at":
        return _location_words(board, state)
    if state.kind == "heading":
        where, vertex = Location(state.hex, state.place, 0).name, state.vertex
        if ahead := _ahead(board, name, vertex):
            return f"{where}{' ' * (state.place != GROUND)}{ahead}"
        return f"{where}, VCA at its {VERTICES[vertex]} vertex"
    if state.off_map:
        sides = edge_hexsides(board, name)
        return f"{name}/{state.kind}" + f"/{HEXSIDES[state.hexside]}" * (len(sides) > 1)
    if state.kind == "crest":
        return f"{name}/CR{_beyond(board, name, state.hexside)}"
    return _bypass_words(board, state)


def _location_words(board: Board, state: State) -> str:
    place = Location(state.hex, state.place, 0)
    return (
        place.name if place.arc is None else f"{state.hex}Pi{_ahead(board, state.hex, place.arc)}"
    )


def _ahead(board: Board, name: str, vertex: int) -> str:
    """Write a Covered Arc by the two hexes at its vertex; "" where one of them is not on the board."""
    ahead = [_beyond(board, name, each) for each in ((vertex + 5) % 6, vertex)]
    return f"ca{'/'.join(sorted(map(str, ahead)))}" if all(ahead) else ""


def place_words(board: Board, state: State) -> str:
    """Write a state as the Location it is in, no matter which way a vehicle faces there."""
    if state.in_location:
        return _location_words(board, state)
    return f"{state.hex}/{state.kind}" if state.off_map else state_words(board, state)


def move_words(board: Board, source: State, target: State, move: Move) -> str:
    """Describe how a move is made, where it is no plain step from Location to Location."""
    name = target.hex
    if target.kind == "bypass":
        sides = move.hexsides or (target.hexside,)
        return f"Bypass along {listed(hexside_words(board, name, side) for side in sides)}"
    if target.kind == "vbm":
        return f"VBM along {hexside_words(board, name, target.hexside)}"
    if move.is_turn:
        return "a change of VCA"
    if target.kind == "off":
        return "off the map"
    if target.kind == "outside":
        return "along the edge of the map"
    if source.kind == "outside":
        return "onto the map"
    return "in reverse" * move.in_reverse + "by the tunnel" * move.by_tunnel


def hexside_words(board: Board, name: str, side: int) -> str:
    """Name a hexside of a hex."""
    other = _beyond(board, name, side)
    return f"{name}-{other}" if other else f"the {HEXSIDES[side]} hexside of {name}"


def vertex_words(board: Board, name: str, vertex: int) -> str:
    """Name a vertex of a hex."""
    others = [_beyond(board, name, side) for side in ((vertex + 5) % 6, vertex)]
    if all(others):
        return "-".join((name, *map(str, others)))
    return f"the {VERTICES[vertex]} vertex of {name}"


def edge_hexsides(board: Board, name: str) -> list[int]:
    """List the hexsides of a hex beyond which the map ends."""
    return [side for side in range(6) if _beyond(board, name, side) is None]


def _bypass_words(board: Board, state: State) -> str:
    name, side, vertex = state.hex, state.hexside, state.vertex
    other = (side + 5) % 6 if vertex == side else (side + 1) % 6
    hexes = [_beyond(board, name, each) for each in (side, other)]
    if all(hexes):
        return "-".join((name, *map(str, hexes)))
    return f"{name}, along its {HEXSIDES[side]} hexside to its {VERTICES[vertex]} vertex"


def _beyond(board: Board, name: str, side: int) -> str | None:
    other = int(board.neighbours[board.indices[name], side])
    return board.hexes[other].name if other >= 0 else None
