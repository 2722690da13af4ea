"""What shows a finding, drawn: its hexes, lines, path and placement, on the sheet of a map.

All hexes of a finding are one line with a hexagon at each of its points, so that many cost little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hexcourt.cli.drawing.answers.spots import spot_of
from hexcourt.cli.drawing.sheet.bare import Sheet
from hexcourt.cli.drawing.sheet.svg import Element, Point, add, line_path, number_text, ring_path
from hexcourt.facts.boards.board import Board

HEXAGON = "lit-hex"

_SHARE = 0.97  # of a hex: outside its name

MOST_LINES = 60
"""How many lines of one finding are drawn."""


class Lights:
    """Draws what shows findings where the hexes of a board lie on its sheet."""

    def __init__(self, board: Board, sheet: Sheet) -> None:
        self.board = board
        self.sheet = sheet

    def hexes_of(self, witness: Mapping[str, Any]) -> tuple[str, ...]:
        """List the hexes of the map that a witness names, in any of its parts."""
        lines = (place for line in witness["lines"][:MOST_LINES] for place in line)
        placed = (place for _, place in witness["placement"])
        return self._hexes([*witness["hexes"], *witness["path"], *lines, *placed])

    def draw(self, witness: Mapping[str, Any], kind: str) -> Element:
        """Draw a witness; ``kind`` is the class of the group."""
        group = Element("g", {"class": kind})
        if hexes := self.hexes_of(witness):
            add(group, "polyline", class_="lit", points=_written(self._points(hexes)))
        for first, second in witness["lines"][:MOST_LINES]:
            ends = self._points(self._hexes((first, second)))
            if len(ends) == 2:
                _double(group, "lit-line", line_path(ends[0], ends[1]))
        way = self._points(self._each_hex(witness["path"]))
        if len(way) > 1:
            _double(group, "lit-way", ring_path(way).removesuffix("z"))
            add(group, "circle", class_="lit-start", cx=way[0][0], cy=way[0][1], r=7)
        placed = Counter(self._each_hex(place for _, place in witness["placement"]))
        for name, count in placed.items():
            x, y = self.sheet.spots[name].centre
            add(group, "circle", class_="lit-placed", cx=x, cy=y, r=12)
            add(group, "text", str(count), class_="lit-placed", x=x, y=y + 5)
        return group

    def define(self, root: Element) -> None:
        """Define the hexagon that is drawn round a hex."""
        spot = next(iter(self.sheet.spots.values()))
        (x, y), ring = spot.centre, spot.corners
        marker = add(add(root, "defs"), "marker", id=HEXAGON, overflow="visible")
        marker.set("markerUnits", "userSpaceOnUse")
        around = [(_SHARE * (a - x), _SHARE * (b - y)) for a, b in ring]
        add(marker, "path", class_="lit-hexagon", d=ring_path(around))

    def _each_hex(self, places: Iterable[str]) -> list[str]:
        found = (spot_of(self.board, place) for place in places)
        return [each.hex for each in found if each is not None and each.hex in self.sheet.spots]

    def _hexes(self, places: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._each_hex(places)))

    def _points(self, hexes: Sequence[str]) -> list[Point]:
        return [self.sheet.spots[name].centre for name in hexes]


def _double(group: Element, kind: str, way: str) -> None:
    """Draw a line on a pale ground of its own."""
    add(group, "path", class_="lit-under", d=way)
    add(group, "path", class_=kind, d=way)


def _written(points: Iterable[Point]) -> str:
    return " ".join(_pair(points))


def _pair(points: Iterable[Point]) -> Iterator[str]:
    for x, y in points:
        yield f"{number_text(x)},{number_text(y)}"
