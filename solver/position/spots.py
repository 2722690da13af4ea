"""Where a unit on the move is: what a player writes for it, and the states of the law that it is.

=============================  ===================================================================
``L13``, ``L33h2``, ``L33/L2``   a Location: ground level, a level of a building
``G38/under``, ``C25/cellar``    another Location: ``PLACES`` lists what may follow the slash
``D24En``                      in the trench or foxhole there
``K13-L12``                    in Bypass in K13 along the hexside to L12, at either end of it
``K13-L12-K12``                in Bypass in K13 at that vertex
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
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from hexcourt.facts.boards.board import GROUND, UNDER, Board, Location, direction_between
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.grid.coordinates import (
    BoardHex,
    Coordinate,
    Shelter,
    Status,
    parse_coordinate,
)
from hexcourt.facts.pieces.laid_pieces import Piece, piece_text, read_piece
from hexcourt.solver.moving.adjacency import surroundings_of
from hexcourt.solver.moving.movement import MovementCourt
from hexcourt.solver.moving.moves import Edge, Unit, hexes_in
from hexcourt.solver.position.locations import hex_named
from hexcourt.solver.statutes.citations import cited_number

HEXSIDES = ("N", "NE", "SE", "S", "SW", "NW")
"""The hexsides of a hex by their direction."""

VERTICES = ("NW", "NE", "E", "SE", "SW", "W")
"""The vertices of a hex; vertex 0 is where hexside 0 begins, clockwise."""

OFF_MAP = ("off", "outside")
"""The states off the map: gone from it, and still to enter it."""

DUG = ("trench", "foxhole")
PLACES = (UNDER, "cellar", "sewer", "rooftop", "steeple", *DUG)
"""The places of a hex that are written after a slash."""

_ENDING = re.compile(
    rf"(?<!Bridge)(?<!Wire)/(?:(?P<place>{'|'.join(PLACES)})|L(?P<floor>[0-9]{{1,3}})|(?P<off>off|outside)(?:/(?P<side>[NS][EW]?))?)"
    r" *$"
)
_AT_AN_EDGE = re.compile(
    rf"(?P<hex>\S+), along its (?P<side>{'|'.join(HEXSIDES)}) hexside"
    rf"(?: to its (?P<vertex>{'|'.join(VERTICES)}) vertex)?"
)
_FACING_AN_EDGE = re.compile(rf"(?P<where>\S+), VCA at its (?P<vertex>{'|'.join(VERTICES)}) vertex")
_IN_PLACE = re.compile(r'(?:counter|enemy)\("(?P<hex>[^"]+)",(?P<place>\w+)')
_STATE = re.compile(r'(?P<kind>[a-z]+)\("(?P<hex>[^"]+)",(?P<rest>.+)\)')


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a unit is, as a user names it: the text, its hex, and the states of the law that it may
    be; ``any_vca`` where a vehicle may face any way.
    """

    text: str
    hex: str
    states: tuple[str, ...]
    any_vca: bool = False


# --- from states to words ---------------------------------------------------------------------------


def state_words(board: Board, state: str) -> str:
    """Write a state as a player does; ``read_spot`` reads it back."""
    kind, name, rest = _parts(state)
    if kind == "at":
        return Location(name, rest[0], 0).name
    if kind == "heading":
        return _heading_words(board, name, rest[0], int(rest[1]))
    if kind in OFF_MAP:
        sides = edge_sides(board, name)
        return f"{name}/{kind}" + f"/{HEXSIDES[int(rest[0])]}" * (len(sides) > 1)
    if kind == "crest":
        return f"{name}/CR{_beyond(board, name, int(rest[0]))}"
    return _bypass_words(board, name, int(rest[0]), int(rest[1]))


def place_words(board: Board, state: str) -> str:
    """Write a state as the Location it is in, no matter which way a vehicle faces there."""
    kind, name, rest = _parts(state)
    if kind in ("at", "heading"):
        return Location(name, rest[0], 0).name
    return f"{name}/{kind}" if kind in OFF_MAP else state_words(board, state)


def move_words(board: Board, edge: Edge) -> str:
    """Say how a move is made, where it is no plain step from Location to Location."""
    target, name, rest = _parts(edge.target)
    if target == "bypass":
        passed = re.search(r"by\((\d),(\w+),(\d)\)", edge.move)
        sides = [int(rest[0])] if passed is None else _hexsides(passed)
        return f"Bypass along {listed(hexside_words(board, name, side) for side in sides)}"
    if target == "vbm":
        return f"VBM along {hexside_words(board, name, int(rest[0]))}"
    if edge.move.startswith("turn("):
        return "a change of VCA"
    if target == "off":
        return "off the map"
    if target == "outside":
        return "along the edge of the map"
    if edge.source.startswith("outside("):
        return "onto the map"
    return {"reverse)": "in reverse", "tunnel)": "by the tunnel"}.get(
        edge.move.rsplit(",", 1)[-1], ""
    )


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


def edge_sides(board: Board, name: str) -> list[int]:
    """List the hexsides of a hex beyond which the map ends."""
    return [side for side in range(6) if _beyond(board, name, side) is None]


def is_place(state: str) -> bool:
    """Tell whether a state is one of a Location, or gone from the map: not on a hexside passed along,
    nor still to enter.
    """
    return not state.startswith(("bypass(", "vbm(", "outside("))


def _parts(state: str) -> tuple[str, str, list[str]]:
    """Take a state apart: its kind, its hex, and what else it tells."""
    match = _STATE.fullmatch(state)
    if match is None:
        raise ValueError(f"{state} is no state of the law")
    return match["kind"], match["hex"], match["rest"].split(",")


def _hexsides(passed: re.Match[str]) -> list[int]:
    """List the hexsides that ``by(Vertex, Way, Count)`` passes along, in order."""
    vertex, count = int(passed[1]), int(passed[3])
    if passed[2] == "cw":
        return [(vertex + n) % 6 for n in range(count)]
    return [(vertex + 5 - n) % 6 for n in range(count)]


def _bypass_words(board: Board, name: str, side: int, vertex: int) -> str:
    other = (side + 5) % 6 if vertex == side else (side + 1) % 6
    hexes = [_beyond(board, name, each) for each in (side, other)]
    if all(hexes):
        return "-".join((name, *map(str, hexes)))
    return f"{name}, along its {HEXSIDES[side]} hexside to its {VERTICES[vertex]} vertex"


def _heading_words(board: Board, name: str, place: str, vertex: int) -> str:
    where = Location(name, place, 0).name
    ahead = [_beyond(board, name, each) for each in ((vertex + 5) % 6, vertex)]
    if all(ahead):
        return f"{where}{' ' * (place != GROUND)}ca{'/'.join(sorted(map(str, ahead)))}"
    return f"{where}, VCA at its {VERTICES[vertex]} vertex"


def _beyond(board: Board, name: str, side: int) -> str | None:
    other = int(board.neighbours[board.indices[name], side])
    return board.hexes[other].name if other >= 0 else None


# --- from words to states ---------------------------------------------------------------------------


def read_spot(board: Board, unit: Unit, text: str) -> Spot:
    """Read where a unit is; raises BadInput where the text says no such thing on this board.

    Whether the unit can be there is not asked: that is for the law to say.
    """
    reader = _SpotReader(board, unit, text)
    return reader.spot()


def locations_listed(name: str, places: Iterable[str]) -> str:
    """List the Locations of a hex."""
    order = {GROUND: 0, UNDER: 1}
    found = sorted(places, key=lambda each: (order.get(each, 2), each))
    return ", ".join(Location(name, each, 0).name for each in found)


class _SpotReader:
    """Reads one spot for one unit."""

    def __init__(self, board: Board, unit: Unit, text: str) -> None:
        self.board = board
        self.text = text.strip()
        self.on_foot = unit.profile.endswith("infantry")

    def spot(self) -> Spot:
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
        if (match := _FACING_AN_EDGE.fullmatch(self.text)) is not None:
            return self.plain(match["where"], VERTICES.index(match["vertex"]))
        return self.plain(self.text)

    def plain(self, text: str, vertex: int | None = None) -> Spot:
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

    def at(self, name: str, places: list[str], vertex: int | None) -> Spot:
        """Give a Location as the states of a unit there."""
        if self.on_foot:
            if vertex is not None:
                raise self.refusal("Infantry have no Covered Arc", "leave it out")
            return Spot(self.text, name, tuple(f'at("{name}",{place})' for place in places))
        facing = range(6) if vertex is None else (vertex,)
        states = tuple(f'heading("{name}",{place},{v})' for place in places for v in facing)
        return Spot(self.text, name, states, any_vca=vertex is None)

    def off(self, name: str, kind: str, side: str | None, coordinate: Coordinate) -> Spot:
        """Give the states off the map."""
        if coordinate.covered_arc or coordinate.bypass:
            raise self.refusal("off the map there is neither VCA nor Bypass", f"write {name}/off")
        sides = edge_sides(self.board, name)
        if not sides:
            raise self.refusal(
                f"{name} does not lie at the edge of the map", "name a hex that does"
            )
        if side is not None and (side not in HEXSIDES or HEXSIDES.index(side) not in sides):
            known = listed((HEXSIDES[each] for each in sides), "or")
            raise self.refusal(f"the map does not end there; {name} has its edge", known)
        chosen = sides if side is None else [HEXSIDES.index(side)]
        kinds = OFF_MAP if kind == "off" else (kind,)
        states = tuple(f'{each}("{name}",{n})' for each in kinds for n in chosen)
        return Spot(self.text, name, states)

    def crest(self, name: str, toward: BoardHex) -> Spot:
        """Give the state in Crest status."""
        if not self.on_foot:
            raise self.refusal("Crest status is for Infantry", "name a Location")
        return Spot(self.text, name, (f'crest("{name}",{self.direction(name, toward)})',))

    def bypass(self, name: str, others: tuple[BoardHex, ...]) -> Spot:
        """Give the states in Bypass of a hexside, or at a vertex."""
        sides = [self.direction(name, other) for other in others]
        if len(sides) == 1:
            (side,) = sides
            return self.bypass_at(name, [(side, side), (side, (side + 1) % 6)])
        vertex = self.vertex(name, (others[0], others[1]), "at the vertex")
        return self.bypass_at(name, [(side, vertex) for side in sorted(sides)])

    def bypass_at(self, name: str, ends: list[tuple[int, int]]) -> Spot:
        """Give the states of Bypass, or VBM, from hexsides and vertices."""
        kind = "bypass" if self.on_foot else "vbm"
        return Spot(self.text, name, tuple(f'{kind}("{name}",{d},{v})' for d, v in ends))

    def vertex(self, name: str, hexes: tuple[BoardHex, BoardHex], what: str) -> int:
        """Find the vertex at which two neighbours of a hex meet it."""
        first, second = (self.direction(name, each) for each in hexes)
        if (second - first) % 6 == 1:
            return second
        if (first - second) % 6 == 1:
            return first
        raise self.refusal(
            f"{hexes[0]} and {hexes[1]} do not meet at a vertex of {name}",
            f"name the two hexes {what}, which adjoin each other",
        )

    def direction(self, name: str, other: BoardHex) -> int:
        """Give the direction of a neighbour."""
        there = self.hex(other)
        places = (self.board.hex(each).place for each in (name, there))
        found = direction_between(*places)
        if found is None:
            raise self.refusal(f"{there} does not adjoin {name}", "name hexes that adjoin")
        return found

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
        told = (
            has_ending,
            coordinate.inside,
            coordinate.half_levels,
            coordinate.bypass,
            facing,
            coordinate.beneath_bridge,
        )
        if sum(map(bool, told)) > 1:
            raise self.refusal("names two places at once", "keep one of them")
        if coordinate.covered_arc and (coordinate.bypass or facing):
            raise self.refusal("a VCA is told of a vehicle in a Location", "leave it out")

    def refusal(self, problem: str, mend: str) -> BadInput:
        return BadInput(f"{self.text}: {problem}; {mend}")


def _floor(number: int) -> str:
    return f"level({number})" if number else GROUND


def known_spot(spot: Spot, states: Iterable[str]) -> tuple[str, ...]:
    """List those states of a spot that a unit can be in."""
    known = set(states)
    return tuple(state for state in spot.states if state in known)


def hex_of(state: str) -> str:
    """Give the hex of a state."""
    return hexes_in(state)[0]


# --- what a question lays, starts from and goes to --------------------------------------------


def read_pieces(board: Board, placed: Iterable[str]) -> tuple[Piece, ...]:
    """Read the pieces to lay; refuse one in a Location that its hex does not have.

    Whether they may lie there is for the law to say.
    """
    pieces = tuple(sorted({read_piece(board.renamed(text)) for text in placed}))
    check_places(board, pieces)
    return pieces


def check_places(board: Board, pieces: Iterable[Piece]) -> None:
    """Refuse a piece in a Location that its hex does not have, not even by the other pieces."""
    laid = tuple(pieces)
    for piece in laid:
        match = _IN_PLACE.match(piece.fact)
        if match is not None and match["place"] != GROUND:
            others = (each for each in laid if each != piece)
            here = surroundings_of(board, match["hex"], others).places
            if match["place"] not in here:
                known = locations_listed(match["hex"], here)
                raise BadInput(
                    f"{piece_text(piece)}: there is no such Location; {match['hex']} has: {known}"
                )


def starts_of(court: MovementCourt, spot: Spot) -> tuple[str, ...]:
    """Give the states that a unit may start in; refuse, with the rule, where it may not be."""
    rule = court.unfit.get(spot.hex)
    if rule is not None and place_words(court.board, spot.states[0]) == spot.hex:
        about = (court.unit.kind, "no_entry", "unfit")
        rule_cited = cited_number(court.unit.profile, rule, about)
        who = court.unit.said
        raise BadInput(f"{spot.text}: {who} cannot be there ({rule_cited}); start somewhere else")
    known = known_spot(spot, court.states)
    if not known:
        _refuse_no_place(court, spot)
        who = court.unit.said
        raise BadInput(f"{spot.text}: no move of {who} begins there; start somewhere else")
    return _without(known, "off")


def goals_of(court: MovementCourt, spot: Spot, starts: Collection[str]) -> tuple[str, ...]:
    """Give the states that a unit is to come to; there may be none that any move leads to."""
    known = known_spot(spot, court.states)
    if not known:
        _refuse_no_place(court, spot)
    if not set(starts).isdisjoint(spot.states):
        raise BadInput(f"{spot.text}: the unit is there from the start; name another place")
    return _without(known or spot.states, "outside")


def _without(states: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Leave the states of one kind out where there are others."""
    return tuple(each for each in states if not each.startswith(f"{kind}(")) or states


def _refuse_no_place(court: MovementCourt, spot: Spot) -> None:
    """Refuse a Location that the hex, or the unit, does not have."""
    kind = spot.states[0].split("(")[0]
    if kind == "crest":
        raise BadInput(
            f"{spot.text}: there is no Crest status (B20.9); name a hexside that the depression of the "
            "hex does not run through"
        )
    if kind not in ("at", "heading"):
        return
    here = surroundings_of(court.board, spot.hex, court.pieces).places
    wanted = {place_of(state) for state in spot.states}
    if set(here).isdisjoint(wanted):
        known = locations_listed(spot.hex, here)
        raise BadInput(f"{spot.text}: there is no such Location; {spot.hex} has: {known}")
    if kind == "heading" and set(wanted).isdisjoint(("ground", "under")):
        raise BadInput(f"{spot.text}: vehicles are only on the ground; name a ground Location")


def place_of(state: str) -> str:
    """Give the place of a state in a Location."""
    place = state[:-1].split(",", 1)[1]
    return place.rsplit(",", 1)[0] if state.startswith("heading(") else place
