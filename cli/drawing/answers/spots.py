"""Where on the map places lie that answers write: ``K12``, ``L33h2``, ``K13-L12``, ``K13-L12-K12``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexcourt.cli.drawing.sheet.marks import Spot
from hexcourt.facts.boards.board import Board, direction_between
from hexcourt.facts.grid.coordinates import HEX_NAME, in_capitals
from hexcourt.solver.position.state_words import VERTICES

_HEXES = re.compile(
    rf"({HEX_NAME})(?:-({HEX_NAME}))?(?:-({HEX_NAME}))?(?=$|[,/ ]|h-?[0-9]|ca|En|Pi)"
)
_AT_VERTEX = re.compile("to its ([NSEW]{1,2}) vertex")
_ALONG = re.compile(rf"({HEX_NAME})-({HEX_NAME})")
_SAID = re.compile(r'"([^"]{1,80})"|(?<![\w.])(\[?[A-Za-z0-9][\w\[\].½/-]{1,40})')


def spot_of(board: Board, text: object) -> Spot | None:
    """Find where a written place lies; nothing where the text is no place on the board."""
    match = _HEXES.match(in_capitals(text)) if isinstance(text, str) else None
    if match is None:
        return None
    names = [board.called(name) for name in match.groups() if name]
    if any(name not in board.by_name for name in names):
        return None
    at_vertex = _AT_VERTEX.search(match.string)
    if at_vertex is not None and at_vertex[1] in VERTICES:
        return Spot(names[0], vertex=VERTICES.index(at_vertex[1]))
    sides = [hexside_of(board, names[0], other) for other in names[1:]]
    if None in sides:
        return Spot(names[0])
    return _between(names[0], [side for side in sides if side is not None])


def _between(name: str, sides: list[int]) -> Spot:
    if len(sides) == 2 and (sides[1] - sides[0]) % 6 in (1, 5):
        first, second = sides
        return Spot(name, vertex=second if (second - first) % 6 == 1 else first)
    return Spot(name, hexside=sides[0]) if sides else Spot(name)


def hexside_of(board: Board, name: str, other: str) -> int | None:
    """Number the hexside of a hex that it shares with another one."""
    return direction_between(board.by_name[name].place, board.by_name[other].place)


def said_spots(board: Board, text: str) -> tuple[Spot, ...]:
    """Find the places that a text names, in quotation marks or not: a question, a deed, a piece."""
    found = (spot_of(board, match[1] or match[2]) for match in _SAID.finditer(text))
    return tuple(dict.fromkeys(spot for spot in found if spot is not None))


def piece_spot(board: Board, spots: Iterable[Spot]) -> Spot | None:
    """Give the spot of what lies in a hex, or on the hexside of two."""
    hexes = [spot.hex for spot in spots]
    side = hexside_of(board, hexes[0], hexes[1]) if len(hexes) > 1 else None
    return Spot(hexes[0], hexside=side) if hexes else None


def within(text: str) -> str:
    """Give what a Location says beyond its hex: ``h2`` of ``L33h2``, ``cellar`` of ``C25/cellar``."""
    match = re.match(HEX_NAME, text)
    more = text[match.end() :] if match else ""
    return "" if more.startswith(("-", ",", " ", "ca")) else more.lstrip("/")


def way_round(board: Board, how: str, end: Spot) -> list[Spot]:
    """List the vertices that Bypass passes along hexsides, up to the one where it ends."""
    sides = [
        side
        for first, other in _ALONG.findall(how)
        if first == end.hex
        and other in board.by_name
        and (side := hexside_of(board, first, other)) is not None
    ]
    spots: list[Spot] = [end]
    for side in reversed(sides):
        here = spots[-1].vertex
        if here not in (side, (side + 1) % 6):
            break
        other_end = (side + 1) % 6 if here == side else side
        spots.append(Spot(end.hex, vertex=other_end))
    return spots[::-1]
