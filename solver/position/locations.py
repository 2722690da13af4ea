"""Reads Locations as A2.2 writes them, and where a unit on the move is, as questions name them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_uppercase

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board, direction_between
from hexcourt.facts.boards.records import (
    GROUND,
    UNDER,
    Location,
    crest_place,
    pillbox_place,
    vertex_place,
)
from hexcourt.facts.geometry.coordinates import (
    BoardHex,
    Coordinate,
    Shelter,
    Status,
    board_number,
    in_capitals,
    parse_coordinate,
)
from hexcourt.solver.placement.hex_facts import Unit
from hexcourt.solver.placement.rule_locations import named_place
from hexcourt.solver.placement.statuses import check_status, why_no_pillbox
from hexcourt.solver.position.states import HEXSIDES, OFF_MAP, VERTICES, State, edge_hexsides

TURNTABLE = "turntable"
DUG_IN = ("trench", "foxhole", TURNTABLE)
"""Places in the ground-level Location of a hex, seen as one who is entrenched is (A2.8)."""

_ENDING = pattern(r"(?<!Bridge)(?<!Wire)/(under|L[0-9]+|[a-z]+)$")


def read_location(board: Board, text: str) -> tuple[Location, str | None]:
    """Read a Location and the status that its coordinate gives a unit (``En``: entrenched).

    Accepted are ``L33``, ``L33h2``, ``L33En``, also with the board's own number before (``1E4``); the
    names that tables use, ``L33/L2``, ``L33/under``, ``C25/cellar``; an entrenchment, ``D24/trench``; a
    vertex in Bypass, ``K13-L12-K12``; Crest status, ``BB3/CRBB2``; a pillbox with its Covered Arc,
    ``D24PicaE24/E25``. On a map of boards a combined hex
    may be named by either board.
    """
    text = in_capitals(text)
    if text in board.locations_by_name:
        return board.locations_by_name[text], None
    ending = _ENDING.search(text)
    written = text[: ending.start()] if ending is not None else text
    coordinate = parse_coordinate(written)
    _check(board, text, coordinate)
    items = (coordinate.inside, coordinate.half_levels, coordinate.bypass, coordinate.facing)
    if sum(map(bool, (*items, coordinate.beneath_bridge, ending))) > 1:
        raise BadInput(f"{text}: names two places at once; keep one of them")
    name = hex_named(board, text, coordinate.hex)
    if coordinate.inside is Shelter.PILLBOX or coordinate.bypass or coordinate.facing is not None:
        return _named_place(board, text, name, coordinate), None
    if ending is not None and ending[1] in DUG_IN:
        return _dug_in(board, text, name, ending[1]), "entrenched"
    if coordinate.beneath_bridge:
        return board.location(f"{name}/{UNDER}"), None
    if coordinate.half_levels and written == text:
        return _at_height(board, text, name, coordinate.half_levels), _status(coordinate)
    if written != text:
        return board.location(name + text[len(written) :]), _status(coordinate)
    return board.location(name), _status(coordinate)


def _at_height(board: Board, text: str, name: str, half_levels: int) -> Location:
    """Find the Location of a hex that lies so high above its ground level (A2.2)."""
    ground = board.location(name).level
    for place in board.locations_of(name):
        level = 2 * place.floor if place.floor is not None else place.level - ground
        if place.place not in (GROUND, UNDER) and level == half_levels:
            return place
    return board.location(f"{name}h{half_levels / 2:g}")


def _dug_in(board: Board, text: str, name: str, place: str) -> Location:
    """Return the Location of an entrenchment, which is none of its own (A2.8)."""
    if place == TURNTABLE and TURNTABLE not in board.hex(name).features:
        raise BadInput(f"{text}: {name} has no RR Turntable; name another place")
    return board.location(name)


def _named_place(board: Board, text: str, name: str, coordinate: Coordinate) -> Location:
    """Return a vertex or Crest status as an end of lines."""
    others = coordinate.bypass
    if coordinate.inside is Shelter.PILLBOX:
        place = pillbox_place(_arc_of_pillbox(board, text, name, coordinate.covered_arc))
    elif len(others) == 1:
        ends = _vertices(board, name, direction_to(board, text, name, others[0]))
        raise BadInput(
            f"{text}: lines of sight to a unit in Bypass run to a vertex; name the vertex by its three "
            f"hexes, such as {' or '.join(ends) or 'K13-L12-K12'}"
        )
    elif others:
        place = vertex_place(vertex_at(board, text, name, (others[0], others[1])))
    else:
        assert coordinate.facing is not None
        place = crest_place(direction_to(board, text, name, coordinate.facing.toward))
    found = named_place(board, name, place, text)
    if found is None:
        raise BadInput(f"{text}: {no_crest()}")
    board.read[text] = found
    return found


def _arc_of_pillbox(
    board: Board, text: str, name: str, arc: tuple[BoardHex, BoardHex] | None
) -> int:
    """Return the vertex that the Covered Arc of a pillbox is centred on; raises BadInput, with the rule,
    where no pillbox may stand there.
    """
    if why := why_no_pillbox(board, name):
        raise BadInput(f"{text}: {why}; name another hex")
    if arc is None:
        here = board.neighbours[board.indices[name]].tolist()
        two = next((pair for pair in pairwise((*here, here[0])) if min(pair) >= 0), ())
        example = "/".join(board.hexes[each].name for each in two)
        raise BadInput(
            f"{text}: the Covered Arc of the pillbox is missing; name the two hexes that it begins "
            f"with, such as {name}Pica{example or 'D3/D4'}"
        )
    return vertex_at(board, text, name, arc, "that the Covered Arc begins with")


def no_crest() -> str:
    """Describe why there is no Crest status behind a hexside."""
    return (
        "there is no Crest status (B20.9); name a hexside that the depression of the hex does not run "
        "through"
    )


def possible_ends(board: Board, text: str) -> tuple[str, ...]:
    """List what an end of a line may be: of a hexside passed in Bypass both its vertices (A4.34)."""
    text = in_capitals(text)
    if text in board.locations_by_name or _ENDING.search(text) is not None:
        return (text,)
    coordinate = parse_coordinate(text)
    if len(coordinate.bypass) != 1:
        return (text,)
    name = hex_named(board, text, coordinate.hex)
    found = _vertices(board, name, direction_to(board, text, name, coordinate.bypass[0]))
    return found if len(found) == 2 else (text,)


def _vertices(board: Board, name: str, side: int) -> tuple[str, ...]:
    """Name the ends of a hexside by their three hexes, those that are on the board."""
    here = board.neighbours[board.indices[name]].tolist()
    pairs = ((here[side], here[(side + turn) % 6]) for turn in (5, 1))
    return tuple(
        "-".join((name, *(board.hexes[n].name for n in two))) for two in pairs if min(two) >= 0
    )


def direction_to(board: Board, text: str, name: str, other: BoardHex) -> int:
    """Return the direction of a neighbour of a hex; ``text`` is what a user wrote."""
    there = hex_named(board, text, other)
    found = direction_between(*(board.hex(each).place for each in (name, there)))
    if found is None:
        raise BadInput(f"{text}: {there} does not adjoin {name}; name hexes that adjoin")
    return found


def vertex_at(
    board: Board,
    text: str,
    name: str,
    hexes: tuple[BoardHex, BoardHex],
    what: str = "at the vertex",
) -> int:
    """Find the vertex at which two neighbours of a hex meet it."""
    first, second = (direction_to(board, text, name, each) for each in hexes)
    if (second - first) % 6 == 1:
        return second
    if (first - second) % 6 == 1:
        return first
    raise BadInput(
        f"{text}: {hexes[0]} and {hexes[1]} do not meet at a vertex of {name}; name the two hexes "
        f"{what}, which adjoin each other"
    )


def read_unit_at(board: Board, text: str, status: str | None) -> tuple[Location, str | None]:
    """Read a Location and the status of a unit there, given beside it or by its coordinate.

    Raises BadInput, with the rule, where no unit can have that status.
    """
    place, written = read_location(board, text)
    known = status or written
    if known is not None:
        check_status(board, place, known)
    return place, known


def quoted_in_capitals(text: str) -> str:
    """Write the hexes that a text quotes in capitals: ``sees(H,"f31")``; names of areas stay."""
    return _QUOTED.sub(lambda match: match[0] if match[1] else f'"{in_capitals(match[2])}"', text)


def with_quotes(text: str, board: Board) -> str:
    """Write quotation marks round the Locations of a board that stand without: ``sees(H,F31)``.

    Nothing else can be meant: no variable may be named like a hex, and what begins with a number, or
    joins three hexes, is none. What names no hex of the board stays, and is refused where it is read.
    """
    parts = re.split(r'("(?:[^"\\]|\\.)*")', text)
    return "".join(
        part if part.startswith('"') else _BARE.sub(lambda found: _quoted_on(board, found[0]), part)
        for part in parts
    )


def _quoted_on(board: Board, name: str) -> str:
    try:
        for each in name.split("-"):
            hex_named(board, each, parse_coordinate(each).hex)
    except BadInput:
        return name
    return f'"{name}"'


_LETTERS = "|".join(letter * times for times in (2, 1) for letter in ascii_uppercase)
_HEX = rf"(?:[0-9]{{1,2}})?(?:{_LETTERS})[0-9]{{1,2}}"
_BARE = pattern(
    r"(?<![\w'.\"/-])"
    rf"(?:{_HEX}-{_HEX}-{_HEX}|{_HEX}(?:h[0-9])?)"
    r"(?![\w'\"/(]|\.[0-9]|-[A-Z0-9])"
)
_QUOTED = pattern(r'(\barea\s*\(\s*)?"([^"\\]*)"')


def hex_named(board: Board, text: str, written: BoardHex) -> str:
    """Find a hex on a board, or on a map by either of its names; ``text`` is what a user wrote."""
    check_map(board, text, written)
    if board.sections is None:
        return board.hex(str(written.name)).name
    return board.hex(board.called(str(written))).name


def check_map(board: Board, text: str, written: BoardHex) -> None:
    """Refuse a hex of another board, or of an overlay."""
    prefix = written.board
    alone = board.sections is None
    if alone and prefix not in (None, board.name, board_number(board.name)):
        raise BadInput(
            f"{text}: names board {prefix}, but the board is {board.title}; leave it out"
        )
    if written.overlay is not None:
        raise BadInput(f"{text}: names an overlay, and board {board.title} has none; leave it out")


def _status(coordinate: Coordinate) -> str | None:
    return "entrenched" if coordinate.inside is Shelter.ENTRENCHMENT else None


def _check(board: Board, text: str, coordinate: Coordinate) -> None:
    """Refuse what a coordinate can say but a line of sight cannot use yet."""
    check_map(board, text, coordinate.hex)
    for given, what in (
        (coordinate.facing and coordinate.facing.status is Status.HULL_DOWN, "HD status"),
        (coordinate.conveyed, "a Passenger or Rider"),
        (
            coordinate.covered_arc and coordinate.inside is not Shelter.PILLBOX,
            "a Covered Arc without a pillbox",
        ),
        (coordinate.beneath_wire, "a Wire counter"),
    ):
        if given:
            raise BadInput(
                f"{text}: names {what}, which lines of sight do not know; name a Location"
            )


# --- where a unit on the move is ---


MAX_TURNS = 99
"""The most turns that a search for a path goes on for."""

DUG = ("trench", "foxhole")
PLACES = (UNDER, "cellar", "sewer", "rooftop", "steeple", *DUG)
"""The places of a hex that are written after a slash."""

_AFTER_SLASH = pattern(
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
        ending = _AFTER_SLASH.search(where)
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
