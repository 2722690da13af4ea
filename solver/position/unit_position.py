"""Where a unit on the move is: what a player writes for it, and the states of the rules that it is.

=============================  ===================================================================
``L13``, ``L33h2``, ``L33/L2``   a Location: ground level, a level of a building
``G38/under``, ``C25/cellar``    another Location: ``PLACES`` lists what may follow the slash
``D24En``                      in the trench or foxhole there
``K13-L12``                    in Bypass in K13 along the hexside to L12, at either end of it
``K13-L12-K12``                in Bypass in K13 at that vertex, by either hexside there
``K13-L12-K12, Bypass along K13-L12``  the same by that hexside, as steps of paths are written
``BB3/CRBB2``                  in Crest status in BB3, facing BB2
``E4caD3/D4``                  a vehicle in E4, its VCA on the hexspine between D3 and D4
``Y1/off``, ``Y1/off/N``         off the map, beyond hex Y1, or beyond that hexside of it; a unit
                               that has left it, or one that is still to enter
``Y1/outside``                 the latter alone
=============================  ===================================================================

Where a neighbour that a name needs is not on the board, hexside and vertex are named by their
direction: ``X0, along its SW hexside to its W vertex``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND, UNDER
from hexcourt.facts.geometry.coordinates import (
    BoardHex,
    Coordinate,
    Shelter,
    Status,
    in_capitals,
    parse_coordinate,
)
from hexcourt.solver.placement.hex_facts import Unit
from hexcourt.solver.position.locations import direction_to, hex_named, vertex_at
from hexcourt.solver.position.states import HEXSIDES, OFF_MAP, VERTICES, State, edge_hexsides

MAX_TURNS = 99
"""The most turns that a search for a path goes on for."""

DUG = ("trench", "foxhole")
PLACES = (UNDER, "cellar", "sewer", "rooftop", "steeple", *DUG)
"""The places of a hex that are written after a slash."""

_ENDING = pattern(
    rf"(?<!Bridge)(?<!Wire)/(?:(?P<place>{'|'.join(PLACES)})|L(?P<floor>[0-9]{{1,3}})|(?P<off>off|outside)(?:/(?P<side>[NS][EW]?))?)"
    r" *$"
)
_AT_AN_EDGE = pattern(
    rf"(?P<hex>\S+), along its (?P<side>{'|'.join(HEXSIDES)}) hexside"
    rf"(?: to its (?P<vertex>{'|'.join(VERTICES)}) vertex)?"
)
_ALONG = pattern(r"(?P<vertex>\S+), (?:Bypass|VBM) along (?:.*[ ,])?(?P<side>\S+)")
_FACING_AN_EDGE = pattern(rf"(?P<where>\S+), VCA at its (?P<vertex>{'|'.join(VERTICES)}) vertex")


@dataclass(frozen=True, slots=True)
class MovingUnit:
    """The unit that a question is about: where it starts, if that is given, how many turns it
    has, and what is ``given`` of it, as terms of the rules.
    """

    unit: Unit
    start: str | None = None
    turns: int = 1
    given: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse turns that there are not."""
        if not 1 <= self.turns <= MAX_TURNS:
            raise BadInput(f"{self.turns} turns are none; give from 1 to {MAX_TURNS}")


@dataclass(frozen=True, slots=True)
class UnitPosition:
    """Where a unit is, as a user names it: the text, its hex, and the states of the rules that it may
    be; ``any_vca`` where a vehicle may face any way.
    """

    text: str
    hex: str
    states: tuple[State, ...]
    any_vca: bool = False


def read_unit_position(board: Board, unit: Unit, text: str) -> UnitPosition:
    """Read where a unit is; raises BadInput where the text says no such thing on this board.

    Whether the unit can be there is not asked: that is for the rules to say.
    """
    reader = _Reader(board, unit, text)
    return reader.unit_position()


class _Reader:
    """Reads where one unit is."""

    def __init__(self, board: Board, unit: Unit, text: str) -> None:
        self.board = board
        self.text = in_capitals(text)
        self.on_foot = unit.profile.endswith("infantry")

    def unit_position(self) -> UnitPosition:
        """Read the text, in whichever of its forms it is written."""
        if (match := _AT_AN_EDGE.fullmatch(self.text)) is not None:
            name = self.hex(parse_coordinate(match["hex"]).hex)
            side = HEXSIDES.index(match["side"])
            vertices = [side, (side + 1) % 6]
            if match["vertex"] is not None:
                wanted = VERTICES.index(match["vertex"])
                if wanted not in vertices:
                    known = " and ".join(VERTICES[each] for each in vertices)
                    raise self.refusal(
                        f"the {match['side']} hexside does not end there", f"it ends {known}"
                    )
                vertices = [wanted]
            return self.bypass_at(name, [(side, vertex) for vertex in vertices])
        if (match := _ALONG.fullmatch(self.text)) is not None:
            return self.along(match["vertex"], match["side"])
        if (match := _FACING_AN_EDGE.fullmatch(self.text)) is not None:
            return self.plain(match["where"], VERTICES.index(match["vertex"]))
        return self.plain(self.text)

    def plain(self, text: str, vertex: int | None = None) -> UnitPosition:
        """Read the notation of A2.2, with what may follow a slash."""
        where, arc, ahead = text.partition("ca")
        ending = _ENDING.search(where)
        if ending is not None:
            text = where[: ending.start()] + arc + ahead
        coordinate = parse_coordinate(text)
        name = self.hex(coordinate.hex)
        self.check(coordinate, ending is not None)
        if ending is not None and ending["off"]:
            return self.off(name, ending["off"], ending["side"], coordinate)
        if coordinate.bypass:
            return self.bypass(name, coordinate.bypass)
        if coordinate.facing is not None:
            return self.crest(name, coordinate.facing.toward)
        if coordinate.covered_arc is not None:
            vertex = self.vertex(name, coordinate.covered_arc, "in front of the vehicle")
        return self.at(name, self.places(name, coordinate, ending), vertex)

    def places(self, name: str, coordinate: Coordinate, ending: re.Match[str] | None) -> list[str]:
        """List the places that are meant."""
        if coordinate.inside is Shelter.ENTRENCHMENT:
            return list(DUG)
        if coordinate.beneath_bridge:
            return [UNDER]
        if ending is not None:
            return [ending["place"] or _floor(int(ending["floor"]))]
        if coordinate.half_levels:
            return [self.board.location(f"{name}h{coordinate.half_levels / 2:g}").place]
        return [GROUND]

    def at(self, name: str, places: list[str], vertex: int | None) -> UnitPosition:
        """Return a Location as the states of a unit there."""
        if self.on_foot:
            if vertex is not None:
                raise self.refusal("Infantry have no Covered Arc", "leave it out")
            return UnitPosition(self.text, name, tuple(State.at(name, place) for place in places))
        facing = range(6) if vertex is None else (vertex,)
        states = tuple(State.heading(name, place, v) for place in places for v in facing)
        return UnitPosition(self.text, name, states, any_vca=vertex is None)

    def off(self, name: str, kind: str, side: str | None, coordinate: Coordinate) -> UnitPosition:
        """Return the states off the map."""
        if coordinate.covered_arc or coordinate.bypass:
            raise self.refusal("off the map there is neither VCA nor Bypass", f"write {name}/off")
        sides = edge_hexsides(self.board, name)
        if not sides:
            raise self.refusal(
                f"{name} does not lie at the edge of the map", "name a hex that does"
            )
        if side is not None and (side not in HEXSIDES or HEXSIDES.index(side) not in sides):
            known = listed((HEXSIDES[each] for each in sides), "or")
            raise self.refusal(f"the map does not end there; {name} has its edge", known)
        chosen = sides if side is None else [HEXSIDES.index(side)]
        kinds = OFF_MAP if kind == "off" else (kind,)
        states = tuple(State.facing(each, name, n) for each in kinds for n in chosen)
        return UnitPosition(self.text, name, states)

    def crest(self, name: str, toward: BoardHex) -> UnitPosition:
        """Return the state in Crest status."""
        if not self.on_foot:
            raise self.refusal("Crest status is for Infantry", "name a Location")
        return UnitPosition(
            self.text, name, (State.facing("crest", name, self.direction(name, toward)),)
        )

    def bypass(self, name: str, others: tuple[BoardHex, ...]) -> UnitPosition:
        """Return the states in Bypass of a hexside, or at a vertex."""
        sides = [self.direction(name, other) for other in others]
        if len(sides) == 1:
            (side,) = sides
            return self.bypass_at(name, [(side, side), (side, (side + 1) % 6)])
        vertex = self.vertex(name, (others[0], others[1]), "at the vertex")
        return self.bypass_at(name, [(side, vertex) for side in sorted(sides)])

    def along(self, vertex: str, side: str) -> UnitPosition:
        """Return the state in Bypass at a vertex, by the hexside that is passed last."""
        found, passed = self.plain(vertex), self.plain(side)
        states = tuple(each for each in found.states if each.in_bypass and each in passed.states)
        if len(states) != 1:
            raise self.refusal(f"{side} is no hexside that ends at {vertex}", "name one that does")
        return UnitPosition(self.text, found.hex, states)

    def bypass_at(self, name: str, ends: list[tuple[int, int]]) -> UnitPosition:
        """Return the states of Bypass, or VBM, from hexsides and vertices."""
        kind = "bypass" if self.on_foot else "vbm"
        return UnitPosition(self.text, name, tuple(State.along(kind, name, d, v) for d, v in ends))

    def vertex(self, name: str, hexes: tuple[BoardHex, BoardHex], what: str) -> int:
        """Find the vertex at which two neighbours of a hex meet it."""
        return vertex_at(self.board, self.text, name, hexes, what)

    def direction(self, name: str, other: BoardHex) -> int:
        """Return the direction of a neighbour."""
        return direction_to(self.board, self.text, name, other)

    def hex(self, written: BoardHex) -> str:
        """Find a hex on the board."""
        return hex_named(self.board, self.text, written)

    def check(self, coordinate: Coordinate, has_ending: bool) -> None:
        """Refuse what a coordinate can say but a question of movement cannot use."""
        facing = coordinate.facing
        for given, what in (
            (facing is not None and facing.status is Status.HULL_DOWN, "HD status"),
            (coordinate.conveyed, "a Passenger or Rider"),
            (coordinate.inside is Shelter.PILLBOX, "a pillbox"),
            (coordinate.beneath_wire, "a Wire counter"),
        ):
            if given:
                raise self.refusal(f"names {what}, which movement does not know", "leave it out")
        items = (
            has_ending,
            coordinate.inside,
            coordinate.half_levels,
            coordinate.bypass,
            facing,
            coordinate.beneath_bridge,
        )
        if sum(map(bool, items)) > 1:
            raise self.refusal("names two places at once", "keep one of them")
        if coordinate.covered_arc and (coordinate.bypass or facing):
            raise self.refusal("a VCA is given to a vehicle in a Location", "leave it out")

    def refusal(self, problem: str, mend: str) -> BadInput:
        return BadInput(f"{self.text}: {problem}; {mend}")


def _floor(number: int) -> str:
    return f"level({number})" if number else GROUND


def possible_states(where: UnitPosition, states: Iterable[str]) -> tuple[State, ...]:
    """List those states of a unit's position that a unit can be in."""
    known = set(states)
    return tuple(state for state in where.states if state in known)
