"""The map of a position: where its hexes lie on the drawing, and what is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexcourt.cli.drawing.sheet.bare import BareMap, Sheet, Spot
from hexcourt.cli.drawing.sheet.svg import Point
from hexcourt.facts.boards.board import Board, direction_between, hexside_key
from hexcourt.facts.boards.records import Hex, Location
from hexcourt.solver.answering.words import terrain_words
from hexcourt.solver.position.board_state import BoardState


def map_of(name: str, position: BoardState, sheet: Sheet) -> dict[str, Any]:
    """Tell the map of a position in the units of its drawing."""
    board = position.board_of_lines
    return {
        "board": name,
        "title": board.title,
        "digest": position.digest,
        "width": _tenths(sheet.width),
        "height": _tenths(sheet.height),
        "north": board.north,
        "hexes": [_hex(board, each, sheet.spots[each.name]) for each in board.hexes],
        "edges": list(_edges(board, sheet)),
        "areas": {area: list(hexes) for area, hexes in sorted(board.areas.items())},
    }


def draw_map(position: BoardState) -> str:
    """Draw the map of a position."""
    return BareMap(position.board_of_lines).draw()


def sheet_of(position: BoardState) -> Sheet:
    """Tell where the hexes of a position lie on its drawing; what lies on it moves none."""
    return BareMap(position.opened).sheet


def _hex(board: Board, record: Hex, spot: Spot) -> dict[str, Any]:
    places = board.locations_of(record.name)
    x, y = _point(spot.centre)
    return {
        "name": record.name,
        "x": x,
        "y": y,
        "corners": [_point(each) for each in spot.corners],
        "level": record.level / 2,
        "terrain": list(record.terrain),
        "words": [terrain_words(each) for each in record.terrain],
        "inherent": record.inherent,
        "features": list(record.features),
        "stairwell": record.stairwell,
        "locations": [each.name for each in places],
        "places": [_place(each) for each in places],
        "counters": [
            {"terrain": each.terrain, "place": each.place}
            for each in board.counters
            if each.hex == record.name
        ],
    }


def _place(place: Location) -> dict[str, Any]:
    level = None if place.unsure else place.level / 2
    return {"name": place.name, "place": place.place, "level": level}


def _edges(board: Board, sheet: Sheet) -> Iterator[Mapping[str, Any]]:
    """List the hexsides between two hexes that hold terrain, with their ends."""
    blocked = {hexside_key(*each[:2]): each for each in board.roadblocks}
    for one, other in sorted({*board.hexsides, *blocked}):
        direction = direction_between(board.hex(one).place, board.hex(other).place)
        if direction is None:
            continue
        terms = sorted(board.hexsides.get((one, other), ()))
        near = sorted(
            sheet.spots[one].corners,
            key=lambda corner: _apart(corner, sheet.spots[other].centre),
        )[:2]
        yield {
            "hexes": [one, other],
            "ends": [_point(each) for each in near],
            "terrain": terms,
            "roadblock": (one, other) in blocked,
        }


def _apart(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _point(point: Point) -> list[float]:
    return [_tenths(point[0]), _tenths(point[1])]


def _tenths(value: float) -> float:
    return round(value, 1)
