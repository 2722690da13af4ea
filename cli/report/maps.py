"""The map of a report: drawn once, lit for each finding, and cut out round what shows one.

A cut-out draws nothing anew: it uses once more what the map has drawn there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hexcourt.cli.render.answers import scenario_marks
from hexcourt.cli.render.board import DrawnPiece
from hexcourt.cli.render.movement import spot_of
from hexcourt.cli.render.sheet import Sheet, UndrawnMap
from hexcourt.cli.render.style import (
    LEVEL_LOOK,
    Element,
    Point,
    add,
    line_path,
    number_text,
    ring_path,
    way_path,
)
from hexcourt.cli.report.motifs import draw_motifs
from hexcourt.facts.boards.board import Board
from hexcourt.solver.answer.answer import Answer

# All hexes of a finding are one line with a hexagon at each of its points, so that many cost little.


HEXAGON = "lit-hex"

_SHARE = 0.97  # of a hex: outside its name

MAX_LINES = 60
"""How many lines of one finding are drawn."""


class Lights:
    """Draws what shows findings where the hexes of a board lie on its sheet."""

    def __init__(self, board: Board, sheet: Sheet) -> None:
        self.board = board
        self.sheet = sheet

    def hexes_of(self, witness: Mapping[str, Any]) -> tuple[str, ...]:
        """List the hexes of the map that a witness names, in any of its parts."""
        lines = (place for line in witness["lines"][:MAX_LINES] for place in line)
        placed = (place for _, place in witness["placement"])
        return self._hexes([*witness["hexes"], *witness["path"], *lines, *placed])

    def draw(self, witness: Mapping[str, Any], kind: str) -> Element:
        """Draw a witness; ``kind`` is the class of the group."""
        group = Element("g", {"class": kind})
        if hexes := self.hexes_of(witness):
            add(group, "polyline", class_="lit", points=" ".join(_pair(self._points(hexes))))
        for first, second in witness["lines"][:MAX_LINES]:
            ends = self._points(self._hexes((first, second)))
            if len(ends) == 2:
                _double(group, "lit-line", line_path(ends[0], ends[1]))
        way = self._points(self._each_hex(witness["path"]))
        if len(way) > 1:
            _double(group, "lit-way", way_path(way))
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


def _pair(points: Iterable[Point]) -> Iterator[str]:
    for x, y in points:
        yield f"{number_text(x)},{number_text(y)}"


MAX_PICTURES = 200
"""How many pictures a report has."""

MAX_COPIES = 12_000
"""How many parts of the map all pictures together show once more."""

_SMALLEST = 0.55  # of its size, below which the map is scrolled rather than made smaller
_ROUND = 110.0  # of the map round what is shown
_EDGE = 45.0  # a hex whose centre lies so near is seen


class ReportMap:
    """The map of a scenario with its areas, and what findings show on it."""

    def __init__(self, board: Board, shown: Answer) -> None:
        bare = UndrawnMap(board, scenario_marks(shown, board))
        self.sheet = bare.sheet
        self.lights = Lights(board, self.sheet)
        self.root = bare.drawn()
        self.print_style = draw_motifs(self.root)
        self.root.set("class", "whole")
        self.root.set("style", f"min-width: {number_text(_SMALLEST * self.sheet.width)}px")
        self._parts = [
            _Part(*each) for each in zip(bare.pieces, _of_class(self.root, "map"), strict=True)
        ]
        self.lights.define(self.root)
        self._pictures, self._copies = 0, 0

    def light(self, witness: Mapping[str, Any], name: str) -> bool:
        """Draw what shows a finding, seen when it is called for; False where it names no hex."""
        if not self.lights.hexes_of(witness):
            return False
        drawn = self.lights.draw(witness, "witness")
        drawn.set("id", name)
        self.root.append(drawn)
        return True

    def picture(self, witness: Mapping[str, Any], words: str) -> Element | None:
        """Draw a cut-out for a witness with a line, a path or a placement, while there is room."""
        hexes = self.lights.hexes_of(witness)
        wanted = any(witness[each] for each in ("lines", "path", "placement"))
        if not hexes or not wanted or self._pictures >= MAX_PICTURES:
            return None
        left, top, right, bottom = self._box(hexes)
        seen = frozenset(
            name
            for name, spot in self.sheet.spots.items()
            if left - _EDGE < spot.centre[0] < right + _EDGE
            and top - _EDGE < spot.centre[1] < bottom + _EDGE
        )
        copies = [part.copy(seen) for part in self._parts if part.names & seen]
        size = sum(len(each) + sum(map(len, each)) for each in copies)
        if self._copies + size > MAX_COPIES:
            return None
        self._pictures, self._copies = self._pictures + 1, self._copies + size
        picture = Element("svg", {"class": "picture", "role": "img", "aria-label": words})
        box = (left, top, right - left, bottom - top)
        picture.set("viewBox", " ".join(map(number_text, box)))
        picture.set("width", number_text(0.6 * (right - left)))
        picture.extend(copies)
        picture.append(self.lights.draw(witness, "shown"))
        return picture

    def _box(self, hexes: tuple[str, ...]) -> tuple[float, float, float, float]:
        points = [self.sheet.spots[name].centre for name in hexes]
        xs, ys = zip(*points, strict=True)
        return (
            max(0.0, min(xs) - _ROUND),
            max(0.0, min(ys) - _ROUND),
            min(self.sheet.width, max(xs) + _ROUND),
            min(self.sheet.height, max(ys) + _ROUND),
        )


class _Part:
    """A piece of the map that hangs together, its layers given names by which they are used again."""

    def __init__(self, piece: DrawnPiece, drawn: Element) -> None:
        self._piece = piece
        self._place = drawn.get("transform", "")
        self._layers: list[str] = []
        for each in drawn:
            if each.get("class") in ("land", "grid", "dots", "ways", "hexsides"):
                each.set("id", f"m{piece.number}-{each.get('class')}")
                self._layers.append(each.get("id", ""))
        self.names = frozenset(piece.names)

    def copy(self, seen: frozenset[str]) -> Element:
        """Use its layers once more, and write the names and levels of some hexes."""
        group = Element("g", {"transform": self._place})
        for name in self._layers:
            add(group, "use", href=f"#{name}")
        here = [each for each in self._piece.hexes if each.name in seen]
        for texts, look in (
            (self._piece.names_written(here), {"font_size": "10"}),
            (self._piece.levels_written(here), LEVEL_LOOK),
        ):
            ground = {"stroke": "#fff", "stroke_width": "2.4", "stroke_opacity": ".8"}
            written = add(group, "g", text_anchor="middle", paint_order="stroke", **ground, **look)
            for text, x, y in texts:
                add(written, "text", text, x=round(x), y=round(y))
        return group


def _of_class(root: Element, kind: str) -> list[Element]:
    return [each for each in root.iter("g") if each.get("class") == kind]
