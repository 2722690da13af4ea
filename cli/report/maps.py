"""The map of a report: drawn once, lit for each finding, and cut out round what shows one.

A cut-out draws nothing anew: it uses once more what the map has drawn there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
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
from hexcourt.facts.base.patterns import pattern
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


# The motifs of terrain on paper: signs drawn one by one and clipped, where a screen shows a pattern.
#
# Browsers that print turn a pattern into pixels, which are coarse and make a PDF large. They keep paths
# and markers as they are. So each area with a motif has a group that only paper shows: rows of points,
# with the motif as marker at each, clipped by the area. Cut-outs of a map use its areas once more, with
# a plain ground, since they are small (``--motif`` is set for the whole map alone, and inherited).

_FILL = pattern(r"url\(#(.+)\)")
_STEP = pattern(r"([MLlhvz])([-\d. ]*)")
_NUMBER = pattern(r"-?[\d.]+")
_SCALE = pattern(r"scale\((.+)\)")


def draw_motifs(root: Element) -> str:
    """Draw the motifs of a map for paper; return the style that shows them there, and nowhere else."""
    patterns = {each.get("id", ""): each for each in root.iter("pattern")}
    definitions = add(root, "defs")
    for name, motif in patterns.items():
        marker = add(definitions, "marker", id=f"sign-{name}", overflow="visible")
        marker.set("markerUnits", "userSpaceOnUse")
        marker.extend(deepcopy(each) for each in motif if each.tag == "path")
    for number, (area, rule) in enumerate(_areas(root, "nonzero")):
        found = _FILL.fullmatch(area.get("fill", ""))
        if found is not None and found[1] in patterns:
            _draw(definitions, area, rule, patterns[found[1]], number)
    grounds = {name: each.find("rect") for name, each in patterns.items()}
    plain = "".join(
        f'[fill="url(#{name})"] {{ fill: {"none" if ground is None else ground.get("fill")}; }}\n'
        for name, ground in grounds.items()
    )
    shown = ".whole { --motif: inline; }\n.motif { display: var(--motif, none); }\n"
    return f".motif {{ display: none; }}\n@media print {{\n{shown}{plain}}}\n"


def _areas(parent: Element, rule: str) -> Iterator[tuple[Element, str]]:
    """List the groups and paths that are filled, each with its fill rule."""
    for each in [*parent]:
        if each.tag in ("g", "path"):
            inner = each.get("fill-rule", rule)
            if "fill" in each.attrib:
                yield each, inner
            yield from _areas(each, inner)


def _draw(definitions: Element, area: Element, rule: str, motif: Element, number: int) -> None:
    """Draw a motif over the paths of a group, or over one path, which becomes a group."""
    if area.tag == "path":
        path = deepcopy(area)
        area.tag, area.attrib = "g", {"fill": area.get("fill", "")}
        path.attrib.pop("fill")
        area.append(path)
    paths = [each for each in area if each.tag == "path"]
    clip = add(definitions, "clipPath", id=f"area-{number}")
    for count, path in enumerate(paths):
        path.set("id", f"area-{number}-{count}")
        add(clip, "use", href=f"#area-{number}-{count}", clip_rule=rule)
    zoom = _SCALE.search(motif.get("patternTransform", ""))
    size = float(motif.get("width", "")) * (1 if zoom is None else float(zoom[1]))
    boxes = [_box(path.get("d", "")) for path in paths]
    left, top = (int(min(each[axis] for each in boxes) // size) for axis in (0, 1))
    right, bottom = (int(max(each[axis] for each in boxes) // size) + 1 for axis in (2, 3))
    clipped = add(area, "g", class_="motif", clip_path=f"url(#area-{number})")
    signs = add(
        clipped, "g", fill="none", stroke="none", marker_mid=f"url(#sign-{motif.get('id')})"
    )
    if zoom is not None:
        signs.set("transform", motif.get("patternTransform", ""))
    step = float(motif.get("width", ""))
    row = f"M{number_text((left - 1) * step)} 0" + f"h{number_text(step)}" * (right - left + 1)
    add(definitions, "path", id=f"row-{number}", d=row)
    for down in range(top, bottom):
        add(signs, "use", href=f"#row-{number}", y=number_text(down * step))


def _box(outline: str) -> tuple[float, float, float, float]:
    """Return how far an outline reaches to the left, up, to the right and down."""
    x = y = 0.0
    points = []
    for command, text in _STEP.findall(outline):
        numbers = [float(each) for each in _NUMBER.findall(text)]
        xs = numbers if command == "h" else numbers[::2] if command != "v" else [0.0] * len(numbers)
        ys = (
            numbers if command == "v" else numbers[1::2] if command != "h" else [0.0] * len(numbers)
        )
        for dx, dy in zip(xs, ys, strict=True):
            x, y = (dx, dy) if command in "ML" else (x + dx, y + dy)
            points.append((x, y))
    lefts, tops = zip(*points, strict=True)
    return min(lefts), min(tops), max(lefts), max(tops)
