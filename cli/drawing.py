"""Draws a board as a schematic SVG: hexes, levels, depictions, hexsides, and a question's answer.

Outlines are drawn as they are. Pixels become outlines first: the corners of a region are paired
along its columns and along its rows, following the pairs alternately walks round each border
(even-odd filling makes holes of the inner ones), and the middles of the steps of a border give its
slant.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from hexcourt.facts.board import Board, Hex, Outline, direction_between
from hexcourt.facts.coordinates import column_index
from hexcourt.facts.geometry import STEPS, Owners, Position, neighbour
from hexcourt.facts.terrain_terms import kinds

Element = ElementTree.Element
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Marks:
    """What to show on top of a board.

    ``line`` are the hexes at a sight line's two ends and ``verdict`` (``clear``, ``blocked``,
    ``too_close`` or ``unknown``) how it is drawn; ``blocked_at`` are the hexes where it is blocked.
    ``target`` is the hex looked at and ``seen`` the verdict of each hex that looks. ``highlighted``
    hexes are outlined. ``caption`` is printed under the board's name.
    """

    line: tuple[str, str] | None = None
    verdict: str | None = None
    blocked_at: tuple[str, ...] = ()
    target: str | None = None
    seen: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    highlighted: tuple[str, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class _Ink:
    """How a kind of terrain is filled: colours, and the motif strewn over it."""

    label: str
    fill: str
    edge: str = "none"
    motif: str = ""
    motif_colour: str = ""
    opacity: str = "1"
    faint: bool = False


def _strewn(label: str, fill: str, edge: str, motif: str, motif_colour: str) -> _Ink:
    """Make an ink through which the level of the ground shows."""
    return _Ink(label, fill, edge, motif, motif_colour, "0.6")


@dataclass(frozen=True, slots=True)
class _Stroke:
    """How hexside terrain is drawn: layers of (colour, width, dash pattern), lowest first."""

    label: str
    layers: tuple[tuple[str, float, str], ...]


# Palette. Kinds differ by lightness or motif as well as by hue; verdicts use colours of Okabe and
# Ito (https://jfly.uni-koeln.de/color), which stay apart for every kind of colour vision.

_LEVEL_STOPS: tuple[tuple[int, tuple[int, int, int]], ...] = (
    (-8, (108, 135, 155)),
    (-2, (188, 205, 208)),
    (0, (238, 240, 222)),
    (2, (239, 222, 178)),
    (4, (224, 193, 139)),
    (6, (205, 163, 105)),
    (8, (183, 135, 81)),
    (12, (146, 101, 59)),
    (20, (104, 70, 42)),
)

_INKS: tuple[tuple[_Ink, tuple[str, ...]], ...] = (
    (_Ink("water", "#86b6d9", "#4a7fa6"), ("water", "river", "canal", "ocean")),
    (
        _Ink("shallow water", "#b3d3e8", "#6b9cc0", "dashes", "#6b9cc0"),
        ("shallow_water", "shallow_river", "shallow_ocean", "ford", "irrigation_ditch", "effluent"),
    ),
    (
        _Ink("stream", "#9dc1d6", "#4f7f96"),
        ("dry_stream", "shallow_stream", "deep_stream", "flooded_stream"),
    ),
    (_Ink("gully", "#a9a48f", "#6f6a55"), ("gully", "wadi", "deir", "deir_lip")),
    (
        _strewn("marsh", "#cfdcc8", "#7c9a96", "dashes", "#46808c"),
        ("marsh", "swamp", "mud", "mudflats", "irrigated_paddy", "paddy_in_season"),
    ),
    (_Ink("snow or ice", "#f6f9fc", "#b8c6d4"), ("snow", "deep_snow", "ice")),
    (
        _strewn("sand", "#f4e6bd", "#cdb883", "dots", "#cdb883"),
        ("sand", "soft_sand", "beach", "sand_dune", "reef"),
    ),
    (_strewn("plowed field", "#e3d3b4", "none", "rows", "#b39b70"), ("plowed", "drained_paddy")),
    (_strewn("grain", "#f0d868", "#c9ab36", "rows", "#b8962a"), ("grain", "kunai")),
    (
        _strewn("brush", "#c8d49a", "#8b9a52", "ticks", "#6a7a2c"),
        ("brush", "scrub", "broken_ground"),
    ),
    (
        _strewn("orchard", "#d5e2ba", "none", "rings", "#47792f"),
        ("orchard", "olive_grove", "palm_trees", "cactus_patch"),
    ),
    (
        _strewn("orchard out of season", "#e4dfc4", "none", "rings", "#8a6f45"),
        ("orchard_out_of_season",),
    ),
    (_strewn("vineyard", "#d9dcb4", "none", "columns", "#6d7f35"), ("vineyard",)),
    (_Ink("woods", "#5f9460", "#35653a"), ("woods", "forest", "dense_jungle", "bamboo")),
    (_strewn("pine woods", "#4f8474", "#2b5a4c", "ticks", "#2b5a4c"), ("pine_woods",)),
    (_Ink("light woods", "#94bb8a", "#4f7f4c"), ("light_woods", "light_jungle")),
    (_strewn("crag", "#d9d0c0", "#9a8d78", "ticks", "#5f5545"), ("crag", "hammada", "sangar")),
    (_strewn("graveyard", "#dadfd6", "#8d978c", "crosses", "#5b6660"), ("graveyard",)),
    (
        _strewn("shellholes", "#dfd3bf", "none", "rings", "#8c7a5c"),
        ("shellholes", "foxhole", "panji"),
    ),
    (_strewn("debris", "#d6c3b5", "#a18672", "ticks", "#7d5f4b"), ("debris", "collapsed_huts")),
    (_Ink("hillock", "#d8bd8c", "#a5854c"), ("hillock", "hillock_summit")),
    (_strewn("lumberyard", "#d7b98d", "#8a6a3c", "rows", "#8a6a3c"), ("lumberyard",)),
    (_Ink("trench", "#9a8466", "#5f4d36"), ("trench", "antitank_trench")),
    (_Ink("tennis courts", "#e6b9a6", "#b0745b"), ("tennis_courts",)),
    (_Ink("paved road", "#d4d5da", "#9fa1a9"), ("paved_road", "runway")),
    (_Ink("dirt road or path", "#ead6ca", "#a27b66"), ("dirt_road", "path", "track")),
    (_Ink("sunken road", "#b3a27c", "#7a6a45"), ("sunken_road",)),
    (_Ink("elevated road", "#f3e7c6", "#6f5b33"), ("elevated_road",)),
    (_Ink("railway", "#b7a5ae", "#7b6571"), ("railroad",)),
    (_Ink("embankment railway", "#cf9f6f", "#8b5a2b", "rows", "#8b5a2b"), ("emrr",)),
    (_Ink("rail cars", "#a8554e", "#5f2823"), ("rail_cars",)),
    (
        _Ink("bridge", "#8f93b8", "#4a4e78"),
        ("bridge", "rr_bridge", "pontoon_bridge", "foot_bridge"),
    ),
    (_Ink("stone rubble", "#c3c5ca", "#6b6f77", "crosses", "#4d5158"), ("rubble", "rubble_pile")),
)

_WOODEN_RUBBLE = _Ink("wooden rubble", "#d8bd9a", "#8a6233", "crosses", "#6d4a20")
_INNER_WALL = _Ink("", "#2e3036")
_UNKNOWN_FILL = ("#cbc9c4", "#77746e")

_BUILDINGS = frozenset({"building", "factory"})
_BUILDING_EDGES = {"stone": ("#6b7079", "#23262b"), "wood": ("#96683a", "#452a10")}
_BUILDING_FILLS = {
    "stone": ("#b4b8bf", "#9ba0a9", "#828893", "#6b717c", "#575d67"),
    "wood": ("#d6a871", "#c08b50", "#a67036", "#8a5824", "#704517"),
}
_TALL = 4
_BY_HEIGHT = _BUILDING_FILLS["stone"] + _BUILDING_FILLS["wood"]
_UNDRAWN = frozenset({"open", "ground", ""})

_STROKES: tuple[tuple[_Stroke, tuple[str, ...]], ...] = (
    (_Stroke("fence", (("#8b8b86", 1.2, "3 2"),)), ("fence",)),
    (_Stroke("narrow street", (("#6d6f78", 7, ""), ("#f4f4f2", 4.4, ""))), ("narrow_street",)),
    (
        _Stroke("railway embankment", (("#7a4a1e", 7, "2 3"), ("#7a4a1e", 2, ""))),
        ("railway_embankment",),
    ),
    (_Stroke("cliff", (("#3f2a14", 8, "1.5 3"), ("#3f2a14", 2.5, ""))), ("cliff",)),
    (_Stroke("dune crest", (("#b08d3c", 4, "6 3"),)), ("dune_crest_low", "dune_crest_high")),
    (_Stroke("hedge", (("#14592f", 5.5, "0.1 5"), ("#14592f", 2, ""))), ("hedge",)),
    (_Stroke("cactus hedge", (("#6f8f1a", 5.5, "0.1 5"),)), ("cactus_hedge",)),
    (_Stroke("bocage", (("#0c3b1d", 6, ""), ("#8fc07f", 2.6, "0.1 5"))), ("bocage",)),
    (_Stroke("wall", (("#45454a", 5, ""), ("#d9d9d9", 2, "4 2.5"))), ("wall",)),
    (_Stroke("rowhouse wall", (("#101114", 5, ""),)), ("rowhouse_wall",)),
    (
        _Stroke("factory wall", (("#101114", 5, ""), ("#ffffff", 1.6, "6 4"))),
        ("interior_factory_wall", "factory_wall"),
    ),
    (_Stroke("roadblock", (("#101114", 8, ""), ("#f0e442", 5, "5 4"))), ("roadblock",)),
)
_RAIL = _Stroke("railway line", (("#5a3550", 3.4, "1.2 4"), ("#5a3550", 1.2, "")))
_ROAD = _Stroke("road", (("#b9a36a", 9, ""), ("#efe6cb", 7, "")))
_ROAD_LIKE = frozenset({"rail", "road"})
_UNDRAWN_SIDES = frozenset({"building_side", "crest"})


@dataclass(frozen=True, slots=True)
class _Verdict:
    label: str
    colour: str
    dash: str
    tint: float
    hatch: str


_VERDICTS: Mapping[str, _Verdict] = MappingProxyType(
    {
        "clear": _Verdict("clear", "#0072b2", "", 0.3, ""),
        "blocked": _Verdict("blocked", "#d55e00", "10 6", 0.0, "hatch"),
        "too_close": _Verdict("too close to call", "#a0457c", "12 4 2 4", 0.3, "dots"),
        "unknown": _Verdict("unknown", "#333333", "2 5", 0.0, "questions"),
    }
)
_HATCH_COLOUR = "#4a4038"
_INK_TEXT = "#26241f"
_GRID = "#6f6a5c"
_FAINT = "0.35"
_CREST = "#8a6d3f"
_HIGHLIGHT = "#cc2f7b"
_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"

_HEX_HEIGHT = 72.0
_MARGIN = 14.0
_NARROWEST = 460.0
_WIDE = 1400.0
_LEGEND_ROW = 22.0
_SWATCH = 30.0
_LETTER = 6.9


def draw_board(
    board: Board, marks: Marks | None = None, only: Collection[str] | None = None
) -> str:
    """Draw a board, or ``only`` some of its hexes, as the text of an SVG document.

    Equal boards and marks give equal text. Raises BadInput for a hex that is not on the board.
    """
    return _Sheet(board, marks or Marks(), only).document()


def level_text(half_levels: int) -> str:
    """Write a level given in half levels as players do: 4 is ``2``, 5 is ``2½``."""
    whole, half = divmod(abs(half_levels), 2)
    digits = f"{whole}½" if whole and half else "½" if half else str(whole)
    return f"\N{MINUS SIGN}{digits}" if half_levels < 0 else digits


# Text and elements


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _clean(text: str) -> str:
    """Replace the characters that no XML document may hold."""
    return _NOT_XML.sub("\ufffd", text)


def _number(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _add(parent: Element, tag: str, text: str = "", **attributes: str | float) -> Element:
    """Add an element; ``class_`` stands for class, ``stroke_width`` for stroke-width and so on."""
    written = {
        name.rstrip("_").replace("_", "-"): _clean(value)
        if isinstance(value, str)
        else _number(value)
        for name, value in attributes.items()
    }
    child = ElementTree.SubElement(parent, tag, written)
    if text:
        child.text = _clean(text)
    return child


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in points) + "z"


def _split(term: str) -> tuple[str, tuple[str, ...]]:
    """Take a term apart: ``building(stone,1)`` is building of stone and 1."""
    head, _, inside = term.partition("(")
    return head, tuple(part.strip(' "') for part in inside.rstrip(")").split(",") if part)


def _words(term: str) -> str:
    """Write a term for a reader."""
    head, arguments = _split(term)
    words = head.replace("_", " ")
    return f"{words} ({', '.join(arguments)})" if arguments else words


_OUTER_HEXSIDE = re.compile(r'hexside\((.+),"([A-Z]{1,8})([0-9]{1,4})"\)')


def _usual_place(letters: str, row: int) -> Position:
    """Place a hex beyond the board, on maps that begin at A1 with column B half a hex lower."""
    column = column_index(letters)
    return column, 2 * (row - 1) + column % 2


# Choice of ink


@cache
def _inks() -> Mapping[str, _Ink]:
    return MappingProxyType({head: ink for ink, heads in _INKS for head in heads})


@cache
def _strokes() -> Mapping[str, _Stroke]:
    return MappingProxyType({head: stroke for stroke, heads in _STROKES for head in heads})


@cache
def _ink(term: str) -> _Ink | None:
    """Choose how to fill a terrain; nothing for open ground."""
    head, arguments = _split(term)
    if head in _UNDRAWN:
        return None
    if head in ("rubble", "rubble_pile") and "wood" in arguments:
        return _WOODEN_RUBBLE
    if head in _inks():
        return _inks()[head]
    if head in ("rowhouse_wall", "interior_factory_wall"):
        return _INNER_WALL
    if head in _strokes():
        return _Ink("", _strokes()[head].layers[0][0], faint=True)
    if kinds().get(term) in _BUILDINGS:
        return _building_ink(head, arguments)
    return _Ink(_words(term), *_UNKNOWN_FILL)


def _sort(term: str) -> str:
    """Tell terrain of different sorts apart: any building is one sort."""
    return "building" if kinds().get(term) in _BUILDINGS else term


def _building_ink(head: str, arguments: tuple[str, ...]) -> _Ink:
    """Choose how to fill a building: by what it is made of, the darker the higher."""
    made_of = "wood" if "wood" in arguments or head in ("huts", "bedouin_camp") else "stone"
    levels = next((int(part) for part in arguments if part.isdecimal()), None)
    step = min(levels or 0, _TALL)
    low, high = _BUILDING_EDGES[made_of]
    motif = "crosses" if "gutted" in head else "rows" if "factory" in head else ""
    return _Ink(
        _building_label(head, arguments, made_of, levels),
        _BUILDING_FILLS[made_of][step],
        high if step else low,
        "columns" if levels is None else motif,
        high,
    )


def _building_label(head: str, arguments: tuple[str, ...], made_of: str, levels: int | None) -> str:
    if head == "building_of_unknown_height":
        return f"{made_of} building, height unknown"
    words = head.replace("_", " ")
    if made_of in arguments:
        words = f"{'wooden' if made_of == 'wood' else made_of} {words}"
    if levels is None:
        return words
    if head == "building" and levels == 0:
        return f"{words}, ground level only"
    return (
        f"{words}, {levels} upper level{'s' * (levels != 1)}"
        if head == "building"
        else f"{words} {levels}"
    )


def _stroke(term: str) -> _Stroke | None:
    """Choose how to draw a hexside; nothing for what does not stand up on it."""
    head, _ = _split(term)
    if head in _strokes():
        return _strokes()[head]
    if head in _UNDRAWN_SIDES or head in _ROAD_LIKE or kinds().get(term, "hexside") != "hexside":
        return None
    return _Stroke(_words(term), (("#8a8780", 4, "4 3"),))


@cache
def _rank(ink: _Ink) -> tuple[int, int, str, str]:
    """Order inks from what lies lowest to what stands highest."""
    known = [each for each, _ in _INKS]
    height = _BY_HEIGHT.index(ink.fill) if ink.fill in _BY_HEIGHT else -1
    index = known.index(ink) if ink in known else len(known) + (not ink.label)
    return index, height, ink.label, ink.fill


def _level_fill(level: int) -> str:
    """Mix the colour of ground at a level."""
    stops = [stop for stop, _ in _LEVEL_STOPS]
    mixed = [np.interp(level, stops, [rgb[part] for _, rgb in _LEVEL_STOPS]) for part in range(3)]
    return "#" + "".join(f"{round(float(value)):02x}" for value in mixed)


# Outlines of pixels


def _region_path(region: npt.NDArray[np.bool_]) -> str:
    """Outline a region of pixels as an even-odd path, in half pixels."""
    xs, ys, steps = _borders(region)
    if not len(xs):
        return ""
    loops = _smoothed(xs, ys, steps)
    return "".join(_loop_text(loop) for loop in loops)


def _borders(
    region: npt.NDArray[np.bool_],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Walk round the borders of a region: the corners in order, and where each border starts."""
    padded = np.pad(region, 1)
    here, right, below, beyond = padded[:-1, :-1], padded[1:, :-1], padded[:-1, 1:], padded[1:, 1:]
    corners = (here ^ right ^ below ^ beyond).astype(np.int8)
    corners[(here == beyond) & (right == below) & (here != right)] = 2
    xs, ys = np.nonzero(corners)
    counts = corners[xs, ys]
    xs, ys = np.repeat(xs, counts), np.repeat(ys, counts)
    order, starts = _walk(len(xs), np.lexsort((xs, ys)))
    return xs[order], ys[order], starts


def _walk(
    count: int, by_row: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Follow column pairs (neighbours in the given order) and row pairs alternately."""
    across_array = np.empty(count, dtype=np.int64)
    across_array[by_row[0::2]], across_array[by_row[1::2]] = by_row[1::2], by_row[0::2]
    across: list[int] = across_array.tolist()
    visited = bytearray(count)
    order: list[int] = []
    starts: list[int] = []
    for start in range(count):
        if not visited[start]:
            starts.append(len(order))
        at = start
        while not visited[at]:
            visited[at] = visited[at ^ 1] = 1
            order += (at, at ^ 1)
            at = across[at ^ 1]
    return np.array(order, dtype=np.int64), np.array(starts, dtype=np.int64)


_INSET = 3  # half pixels


def _smoothed(
    xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64], starts: npt.NDArray[np.int64]
) -> list[npt.NDArray[np.int64]]:
    """Draw borders through the middles of short edges and near the ends of long ones."""
    corners = 2 * np.stack([xs, ys], axis=1)
    edges = corners[_following(len(corners), starts)] - corners
    lengths = np.abs(edges).sum(axis=1)
    inset = np.minimum(lengths // 2, _INSET)
    ahead = np.sign(edges) * inset[:, None]
    points = np.stack([corners + ahead, corners + edges - ahead], axis=1)
    keep = np.stack([np.ones(len(edges), dtype=bool), 2 * inset < lengths], axis=1)
    before = np.concatenate([[0], np.cumsum(keep.sum(axis=1))])
    return _without_straight(points[keep], before[starts])


def _following(count: int, starts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Find the number of the point after each point of closed borders."""
    following = np.arange(1, count + 1)
    following[np.append(starts[1:], count) - 1] = starts
    return following


def _without_straight(
    points: npt.NDArray[np.int64], starts: npt.NDArray[np.int64]
) -> list[npt.NDArray[np.int64]]:
    """Leave out the points at which a border does not turn."""
    following = _following(len(points), starts)
    after = points[following] - points
    before = np.empty_like(after)
    before[following] = after
    turns = before[:, 0] * after[:, 1] != before[:, 1] * after[:, 0]
    kept = np.concatenate([[0], np.cumsum(turns)])[np.append(starts, len(points))]
    turning = points[turns]
    return [turning[first:last] for first, last in pairwise(kept.tolist()) if last - first > 2]


def _loop_text(loop: npt.NDArray[np.int64]) -> str:
    first = f"M{loop[0, 0]} {loop[0, 1]}l"
    return first + " ".join(f"{x} {y}" for x, y in np.diff(loop, axis=0).tolist()) + "z"


def _inside(point: Point, ring: Iterable[tuple[int, int]]) -> bool:
    """Tell whether a point lies inside a closed outline (even-odd)."""
    corners = np.array(list(ring), dtype=np.float64)
    after = np.roll(corners, -1, axis=0)
    crossing = (corners[:, 1] > point[1]) != (after[:, 1] > point[1])
    rise = np.where(crossing, after[:, 1] - corners[:, 1], 1.0)
    meets = corners[:, 0] + (point[1] - corners[:, 1]) / rise * (after[:, 0] - corners[:, 0])
    return bool(np.count_nonzero(crossing & (meets > point[0])) % 2)


def _corners(outline: Outline) -> npt.NDArray[np.float64]:
    return np.array([point for ring in outline.rings for point in ring], dtype=np.float64)


def _along(outline: Outline) -> npt.NDArray[np.float64]:
    """Give points along an outline, eight on each edge."""
    rings = [np.array(ring, dtype=np.float64) for ring in outline.rings]
    edges = [np.stack([ring, np.roll(ring, -1, axis=0)]) for ring in rings]
    first, second = np.concatenate(edges, axis=1)
    shares = np.arange(0, 1, 1 / 8)[:, None, None]
    points: npt.NDArray[np.float64] = (first + shares * (second - first)).reshape(-1, 2)
    return points


def _holds(outline: Outline, point: Point) -> bool:
    return sum(_inside(point, ring) for ring in outline.rings) % 2 == 1


# Motifs

_MOTIF_SIZE = 10
_MOTIFS: Mapping[str, str] = MappingProxyType(
    {
        "dots": "M2.4 2.5h.2M7.4 7.5h.2",
        "rings": "M1 3a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M6 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0",
        "ticks": "M1 4l2 -3M6 9l2 -3M3.5 4.5l-.6 -2.6M8.5 9.5l-.6 -2.6",
        "crosses": "M1 1l3 3M4 1l-3 3M6 6l3 3M9 6l-3 3",
        "dashes": "M0 2.5h4M5 7.5h4",
        "rows": "M0 2.5h10M0 7.5h10",
        "columns": "M2.5 0v10M7.5 0v10",
        "hatch": "M-1 6l7 -7M-1 11l12 -12M4 11l7 -7",
        "questions": "M2.5 3.2a2.4 2.4 0 1 1 3.4 2.2q-1 .4 -1 1.4M4.9 9h.1",
    }
)


class _Motifs:
    """Defines each motif when it is first used."""

    def __init__(self, definitions: Element) -> None:
        self.definitions = definitions
        self.known: set[str] = set()

    def fill(self, ink: _Ink, zoom: float = 1.0) -> str:
        """Give the fill of an ink, for drawing under a magnification."""
        return self._use(ink, zoom) if ink.motif else ink.fill

    def hatch(self, motif: str, colour: str) -> str:
        """Give a fill that leaves most of the ground in sight."""
        return self._use(_Ink("", "none", "none", motif, colour), 1.0)

    def _use(self, ink: _Ink, zoom: float) -> str:
        parts = (ink.motif, ink.motif_colour[1:], ink.fill.lstrip("#"))
        name = "-".join(parts if zoom == 1.0 else (*parts, "zoomed"))
        if name not in self.known:
            self.known.add(name)
            self._define(name, ink, zoom)
        return f"url(#{name})"

    def _define(self, name: str, ink: _Ink, zoom: float) -> None:
        size = _MOTIF_SIZE
        pattern = _add(
            self.definitions,
            "pattern",
            id=name,
            width=size,
            height=size,
            patternUnits="userSpaceOnUse",
        )
        if zoom != 1.0:
            pattern.set("patternTransform", f"scale({1 / zoom:.5f})")
        if ink.fill != "none":
            ground = _add(pattern, "rect", width=size, height=size, fill=ink.fill)
            ground.set("fill-opacity", ink.opacity)
        _add(
            pattern,
            "path",
            d=_MOTIFS[ink.motif],
            fill="none",
            stroke=ink.motif_colour,
            stroke_width=2 if ink.motif == "dots" else 1,
            stroke_linecap="round",
        )


# The sheet: name, caption, map and legend


class _Sheet:
    """One document in the making, and what its legend has to explain."""

    def __init__(self, board: Board, marks: Marks, only: Collection[str] | None) -> None:
        self.board = board
        self.marks = marks
        wanted = None if only is None else {board.hex(name).name for name in only}
        self.hexes = [each for each in board.hexes if wanted is None or each.name in wanted]
        self.names = {each.name for each in self.hexes}
        ends, target = marks.line or (), () if marks.target is None else (marks.target,)
        for name in (*ends, *target, *marks.blocked_at, *marks.highlighted, *marks.seen):
            board.hex(name)
        counts = Counter(each.level for each in board.hexes)
        self.usual = min(counts, key=lambda level: (-counts[level], abs(level), level), default=0)
        self.levels: set[int] = set()
        self.inks: set[_Ink] = set()
        self.strokes: set[_Stroke] = set()
        self.root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
        _add(self.root, "title", board.name)
        _add(self.root, "desc", board.source)
        self.definitions = _add(self.root, "defs")
        self.motifs = _Motifs(self.definitions)

    def document(self) -> str:
        """Draw everything."""
        pieces = [_Piece(self, number, hexes) for number, hexes in enumerate(self._groups())]
        paper = _add(self.root, "rect", class_="paper", fill="#ffffff")
        places = _in_rows([(piece.width, piece.height) for piece in pieces])
        right = max(
            (x + piece.width for piece, (x, _) in zip(pieces, places, strict=True)), default=0.0
        )
        self.width = max(_NARROWEST, right + _MARGIN)
        top = bottom = self._heading()
        for piece, (x, y) in zip(pieces, places, strict=True):
            piece.draw(x, top + y)
            bottom = max(bottom, top + y + piece.height + _MARGIN)
        self._size(paper, self._legend(bottom))
        return ElementTree.tostring(self.root, encoding="unicode") + "\n"

    def _groups(self) -> list[list[Hex]]:
        """Part the hexes into those that hang together, unless a line runs between them."""
        waiting = {each.place: each for each in self.hexes}
        groups = []
        while waiting:
            reached = [waiting.pop(next(iter(waiting)))]
            for record in reached:
                around = (neighbour(record.place, direction) for direction in range(len(STEPS)))
                reached += [waiting.pop(place) for place in around if place in waiting]
            groups.append(sorted(reached, key=lambda each: self.board.indices[each.name]))
        ends = set(self.marks.line or ())
        split = not any(ends <= {each.name for each in group} for group in groups)
        return [self.hexes] if ends and split else groups

    def _size(self, paper: Element, height: float) -> None:
        size = {"width": _number(self.width), "height": _number(height)}
        paper.attrib.update(size)
        self.root.attrib.update(size)
        self.root.set("viewBox", f"0 0 {size['width']} {size['height']}")
        self.root.set("font-family", _FONT)
        self.root.set("fill", _INK_TEXT)
        self.root.set("role", "img")

    def _heading(self) -> float:
        _add(self.root, "text", self.board.name, x=_MARGIN, y=26, font_size=17, font_weight="bold")
        y = 26.0
        columns = max(20, int((self.width - 2 * _MARGIN) / 6.6))
        for line in self.marks.caption.splitlines():
            for piece in textwrap.wrap(line, columns) or [""]:
                y += 18
                _add(self.root, "text", piece, class_="caption", x=_MARGIN, y=y, font_size=13)
        return y + 14

    # Legend

    def _legend(self, top: float) -> float:
        """List what is drawn, and give the height that the drawing needs."""
        group = _add(self.root, "g", class_="legend", font_size=12)
        y = top
        for title, entries in (
            ("Ground", list(self._level_entries())),
            ("Terrain", list(self._terrain_entries())),
            ("Hexsides", list(self._stroke_entries())),
            ("Sight", list(self._mark_entries())),
        ):
            if entries:
                y = self._entries(group, title, entries, y)
        return y + _MARGIN

    def _entries(
        self, group: Element, title: str, entries: list[tuple[str, Element]], top: float
    ) -> float:
        indent = _MARGIN + 72
        x, y = indent, top + 4
        _add(group, "text", title, x=_MARGIN, y=y + 12, font_weight="bold")
        for label, sign in entries:
            needed = _SWATCH + 8 + _LETTER * len(label) + 16
            if x > indent and x + needed > self.width:
                x, y = indent, y + _LEGEND_ROW
            entry = _add(
                group, "g", class_="entry", transform=f"translate({_number(x)} {_number(y)})"
            )
            entry.append(sign)
            _add(entry, "text", label, x=_SWATCH + 8, y=12)
            x += needed
        return y + _LEGEND_ROW

    def _swatch(self, fill: str, edge: str) -> Element:
        edge = _GRID if edge == "none" else edge
        size = {"width": _number(_SWATCH), "height": "16"}
        return Element("rect", {**size, "fill": fill, "stroke": edge, "stroke-width": "0.8"})

    def _level_entries(self) -> Iterator[tuple[str, Element]]:
        for level in sorted(self.levels):
            yield f"level {level_text(level)}", self._swatch(_level_fill(level), "none")

    def _terrain_entries(self) -> Iterator[tuple[str, Element]]:
        for ink in sorted(self.inks, key=_rank):
            if ink.label:
                yield ink.label, self._swatch(self.motifs.fill(ink), ink.edge)

    def _stroke_entries(self) -> Iterator[tuple[str, Element]]:
        for stroke in sorted(self.strokes, key=lambda each: each.label):
            sign = Element("g", {"fill": "none"})
            _stroke_layers(sign, "M0 8H30", stroke)
            yield stroke.label, sign

    def _mark_entries(self) -> Iterator[tuple[str, Element]]:
        marks = self.marks
        if marks.line is not None:
            style = _verdict(marks.verdict)
            sign = Element("g", {"fill": "none"})
            _line_sign(sign, "M0 8H30", style)
            yield f"sight line {marks.line[0]} to {marks.line[1]}: {style.label}", sign
        if marks.blocked_at:
            sign = Element("g", {"fill": "none"})
            _cross(sign, 15, 8)
            yield "blocks it", sign
        if marks.target is not None:
            sign = Element("g", {"fill": "none"})
            _target_sign(sign, 15, 8, 8)
            yield f"{marks.target}, looked at", sign
        yield from self._seen_entries()
        if marks.highlighted:
            yield "asked about", _box_sign(_HIGHLIGHT)

    def _seen_entries(self) -> Iterator[tuple[str, Element]]:
        shown = {name: verdict for name, verdict in self.marks.seen.items() if name in self.names}
        counts = Counter(_key(verdict) for verdict in shown.values())
        for key, style in _VERDICTS.items():
            if not counts[key]:
                continue
            fill = self.motifs.hatch(style.hatch, _HATCH_COLOUR) if style.hatch else style.colour
            sign = self._swatch(fill, style.colour if style.tint else _GRID)
            sign.set("fill-opacity", "0.6" if style.hatch else str(style.tint))
            yield f"{style.label}: {counts[key]} hex{'es' * (counts[key] != 1)}", sign


def _in_rows(sizes: list[tuple[float, float]]) -> list[Point]:
    """Place rectangles side by side, in as many rows as a sheet of ordinary width needs."""
    limit = max([_WIDE, *(width for width, _ in sizes)])
    places: list[Point] = []
    x, y, deepest = _MARGIN, 0.0, 0.0
    for width, height in sizes:
        if x > _MARGIN and x + width > limit:
            x, y, deepest = _MARGIN, y + deepest + 2 * _MARGIN, 0.0
        places.append((x, y))
        x, deepest = x + width + 3 * _MARGIN, max(deepest, height)
    return places


# The map


class _Piece:
    """A piece of the map. Coordinates of the board are scaled so that all hexes are alike."""

    def __init__(self, sheet: _Sheet, number: int, hexes: list[Hex]) -> None:
        self.sheet = sheet
        self.board = sheet.board
        self.marks = sheet.marks
        self.motifs = sheet.motifs
        self.number = number
        self.hexes = hexes
        self.names = {each.name for each in hexes}
        self.scale = _HEX_HEIGHT / float(self.board.layout.hex_height)
        self.corners = self.board.layout.corner_offsets() * self.scale
        self.box = self._box()
        self.width, self.height = self.box[2] - self.box[0], self.box[3] - self.box[1]

    def draw(self, x: float, y: float) -> None:
        """Draw the piece with its upper left corner at a point of the sheet."""
        place = f"translate({_number(x - self.box[0])} {_number(y - self.box[1])})"
        edge, hexes = self._clips()
        drawn = _add(self.sheet.root, "g", class_="map", transform=place, clip_path=edge)
        land = _add(drawn, "g", class_="land", clip_path=hexes)
        if self.board.raster is not None:
            self._raster(land)
        else:
            self._ground(land)
        self._fillings(land)
        self._outlines(land)
        self._seen(drawn)
        self._hexes(drawn)
        self._hexsides(_add(drawn, "g", class_="hexsides", fill="none"))
        self._marks(drawn)

    # Places

    def _centre(self, place: Position) -> Point:
        x, y = self.board.layout.centre(place)
        return x * self.scale, y * self.scale

    def _around(self, record: Hex, share: float = 1.0) -> list[Point]:
        x, y = self._centre(record.place)
        return [(x + share * float(dx), y + share * float(dy)) for dx, dy in self.corners]

    def _box(self) -> tuple[float, float, float, float]:
        """Bound the hexes drawn, within the map where its edges cut hexes."""
        points = np.array([point for each in self.hexes for point in self._around(each)])
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        extent = np.array(self.board.layout.extent, dtype=np.float64)
        centres = self.board.centres
        if (centres >= 0).all() and (centres <= extent).all():
            right, bottom = min(right, extent[0] * self.scale), min(bottom, extent[1] * self.scale)
            left, top = max(left, 0.0), max(top, 0.0)
        return float(left), float(top), float(right), float(bottom)

    def _clips(self) -> tuple[str, str]:
        """Define the edge of the piece and the hexes in it as clips."""
        left, top, _, _ = self.box
        definitions, number = self.sheet.definitions, self.number
        edge = _add(definitions, "clipPath", id=f"edge-{number}")
        # half a line more, so that the grid along the edge keeps its width
        _add(edge, "rect", x=left - 1, y=top - 1, width=self.width + 2, height=self.height + 2)
        clip = _add(definitions, "clipPath", id=f"hexes-{number}")
        _add(clip, "path", d="".join(_path(self._around(each)) for each in self.hexes))
        return f"url(#edge-{number})", f"url(#hexes-{number})"

    # Ground and depictions

    def _ground(self, land: Element) -> None:
        """Tint the ground hex by hex, or by outline where the ground has one."""
        grounds = [each for each in self.board.outlines if each.terrain == "ground"]
        outlined = {(number, each.base) for each in grounds for number in self._held(each)}
        group = _add(land, "g", class_="ground")
        for record in self.hexes:
            by_outline = (self.board.indices[record.name], record.level) in outlined
            fill = _level_fill(self.sheet.usual if by_outline else record.level)
            self.sheet.levels.add(record.level)
            _add(group, "path", d=_path(self._around(record)), fill=fill, stroke=fill)
        for outline in sorted(grounds, key=lambda each: (each.base or 0, each.name)):
            if self._reaches(outline):
                self.sheet.levels.add(outline.base or 0)
                self._outline(group, outline, _level_fill(outline.base or 0), _CREST)

    def _reaches(self, outline: Outline) -> bool:
        points = _corners(outline) * self.scale
        left, top, right, bottom = self.box
        low, high = points.min(axis=0), points.max(axis=0)
        return bool(low[0] < right and high[0] > left and low[1] < bottom and high[1] > top)

    def _outline(self, group: Element, outline: Outline, fill: str, edge: str) -> Element:
        scaled = [[(x * self.scale, y * self.scale) for x, y in ring] for ring in outline.rings]
        shape = _add(
            group,
            "path",
            class_="outline",
            d="".join(_path(ring) for ring in scaled),
            fill=fill,
            fill_rule="evenodd",
            stroke=edge,
            stroke_width=0.8,
        )
        _add(shape, "title", f"{outline.name}: {_words(outline.terrain)}")
        return shape

    def _outlines(self, land: Element) -> None:
        group = _add(land, "g", class_="outlines")
        chosen = [(_ink(each.terrain), each) for each in self.board.outlines if self._reaches(each)]
        shown = [(ink, outline) for ink, outline in chosen if ink is not None]
        for ink, outline in sorted(shown, key=lambda pair: (_rank(pair[0]), pair[1].name)):
            self.sheet.inks.add(ink)
            shape = self._outline(group, outline, self.motifs.fill(ink), ink.edge)
            if ink.faint:
                shape.set("opacity", _FAINT)

    def _fillings(self, land: Element) -> None:
        """Fill the hexes whose terrain no depiction shows, or shows in a part of what it fills."""
        group = _add(land, "g", class_="fillings", opacity="0.6")
        drawn = self._drawn_in()
        for record in self.hexes:
            for term in sorted({*record.terrain, record.inherent or ""}):
                ink = _ink(term)
                if ink is None or not self._unseen(record, term, ink, drawn):
                    continue
                self.sheet.inks.add(ink)
                title = f"{record.name}: {_words(term)}"
                fill = self.motifs.fill(ink)
                filling = _add(
                    group, "path", class_="filling", d=_path(self._around(record)), fill=fill
                )
                _add(filling, "title", title)

    def _unseen(
        self, record: Hex, term: str, ink: _Ink, drawn: Mapping[str, Collection[str]]
    ) -> bool:
        if term != record.inherent:
            return self.board.raster is None and _sort(term) not in drawn.get(record.name, ())
        return self.board.raster is None or self._pixels_like(record, ink) < 4

    def _pixels_like(self, record: Hex, ink: _Ink) -> int:
        """Count the hexspines half way along which the pixels show a terrain."""
        raster = self.board.raster
        if raster is None:
            return 0
        points = np.array(self._around(record, 0.5)) / self.scale
        xs, ys = np.clip(points.T.astype(np.int64), 0, np.array(raster.terrain.shape)[:, None] - 1)
        return sum(_ink(raster.terms[number]) == ink for number in raster.terrain[xs, ys].tolist())

    def _drawn_in(self) -> dict[str, set[str]]:
        """Find the sorts of terrain whose outlines run through each hex or hold its centre."""
        found: dict[str, set[str]] = {}
        owners = Owners(self.board.layout, self.board.places.astype(np.int64))
        for outline in self.board.outlines:
            points = _along(outline)
            held = {int(number) for number in owners.at(points[:, 0], points[:, 1])} - {-1}
            for number in sorted(held | set(self._held(outline))):
                found.setdefault(self.board.hexes[number].name, set()).add(_sort(outline.terrain))
        return found

    def _held(self, outline: Outline) -> list[int]:
        """Find the numbers of the hexes whose centre lies in an outline."""
        points, centres = _corners(outline), self.board.centres
        near = (centres > points.min(axis=0)).all(axis=1) & (centres < points.max(axis=0)).all(
            axis=1
        )
        numbers: list[int] = np.flatnonzero(near).tolist()
        return [number for number in numbers if _holds(outline, tuple(centres[number].tolist()))]

    # Pixels

    def _raster(self, land: Element) -> None:
        raster = self.board.raster
        if raster is None:
            return
        left, top, right, bottom = (side / self.scale for side in self.box)
        limits = raster.terrain.shape
        x, y = max(0, int(left)), max(0, int(top))
        window = np.s_[x : min(limits[0], int(right) + 2), y : min(limits[1], int(bottom) + 2)]
        zoom = self.scale / 2
        place = f"scale({zoom:.5f}) translate({2 * x} {2 * y})"
        group = _add(land, "g", class_="pixels", transform=place, fill_rule="evenodd")
        if raster.terrain[window].size:
            self._pixel_ground(group, raster.level[window])
            self._pixel_terrain(group, raster.terms, raster.terrain[window], zoom)

    def _pixel_ground(self, group: Element, level: npt.NDArray[np.int8]) -> None:
        found = np.unique(level).tolist()
        width, height = level.shape
        fill = _level_fill(found[0])
        _add(group, "rect", class_="ground", width=2 * width, height=2 * height, fill=fill)
        for above in found[1:]:
            path = _region_path(level >= above)
            _add(group, "path", class_="ground", d=path, fill=_level_fill(above))
        self.sheet.levels.update(found)

    def _pixel_terrain(
        self,
        group: Element,
        terms: tuple[str, ...],
        terrain: npt.NDArray[np.uint8],
        zoom: float,
    ) -> None:
        by_ink: dict[_Ink, list[int]] = {}
        for number in np.flatnonzero(np.bincount(terrain.ravel(), minlength=len(terms))).tolist():
            ink = _ink(terms[number])
            if ink is not None:
                by_ink.setdefault(ink, []).append(number)
        for ink in sorted(by_ink, key=_rank):
            members = np.zeros(256, dtype=np.bool_)
            members[by_ink[ink]] = True
            self.sheet.inks.add(ink)
            shape = _add(
                group,
                "path",
                class_="terrain",
                d=_region_path(members[terrain]),
                fill=self.motifs.fill(ink, zoom),
                stroke=ink.edge,
                stroke_width=0.8 / zoom,
            )
            if ink.faint:
                shape.set("opacity", _FAINT)

    # Hexes and hexsides

    def _hexes(self, drawn: Element) -> None:
        layer = _add(drawn, "g", class_="hexes", text_anchor="middle", font_size=10)
        layer.set("stroke-linejoin", "round")
        for record in self.hexes:
            self._hex(layer, record)

    def _hex(self, layer: Element, record: Hex) -> None:
        group = _add(layer, "g", class_="hex", data_hex=record.name)
        _add(group, "title", self._describe(record))
        _add(
            group,
            "path",
            d=_path(self._around(record)),
            fill="none",
            stroke=_GRID,
            stroke_width=0.8,
            pointer_events="all",
        )
        self._dot(group, record)
        x, y = self._centre(record.place)
        self._label(group, record.name, x, self._within(y - 25, 9), "normal")
        if record.level not in (0, self.sheet.usual):
            self._label(
                group, level_text(record.level), x, self._within(y + 32, 9), "bold", "level"
            )

    def _within(self, y: float, size: float) -> float:
        """Move text that the map's edge would cut."""
        return min(max(y, self.box[1] + size + 1), self.box[3] - 2)

    def _label(
        self, group: Element, text: str, x: float, y: float, weight: str, kind: str = "name"
    ) -> None:
        left, right = self.box[0] + 12, self.box[2] - 12
        label = _add(group, "text", text, class_=kind, x=min(max(x, left), right), y=y)
        label.set("font-weight", weight)
        if kind == "level":
            label.set("font-size", "12")
            label.set("font-style", "italic")
        label.attrib.update({"paint-order": "stroke", "stroke": "#ffffff", "stroke-width": "2.4"})
        label.set("stroke-opacity", "0.8")

    def _dot(self, group: Element, record: Hex) -> None:
        """Draw the centre dot: a square where there is a stairwell, a ring round a manhole."""
        x, y = self._centre(record.place)
        if record.stairwell or "dot(square)" in record.features:
            square = {"fill": "#ffffff", "stroke": _INK_TEXT}
            _add(group, "rect", x=x - 3.5, y=y - 3.5, width=7, height=7, **square)
        else:
            _add(
                group,
                "circle",
                cx=x,
                cy=y,
                r=1.8,
                fill=_INK_TEXT,
                stroke="#ffffff",
                stroke_width=0.6,
            )
        if "manhole" in record.features:
            _add(group, "circle", cx=x, cy=y, r=7.5, fill="none", stroke=_INK_TEXT)

    def _describe(self, record: Hex) -> str:
        parts = [
            f"level {level_text(record.level)}",
            ", ".join(map(_words, sorted(record.terrain))),
        ]
        if record.inherent:
            parts.append(f"inherent {_words(record.inherent)}")
        if record.bed is not None:
            parts.append(f"bottom at level {level_text(record.bed)}")
        if record.stairwell:
            parts.append("stairwell")
        places = self.board.locations_of(record.name)
        if len(places) > 1:
            parts.append("Locations " + " ".join(place.name for place in places))
        if record.name in self.marks.seen:
            parts.append(_verdict(self.marks.seen[record.name]).label)
        return f"{record.name}: {'; '.join(parts)}"

    def _hexsides(self, group: Element) -> None:
        order = [stroke for stroke, _ in _STROKES]
        shown: list[tuple[int, str, str, _Stroke, tuple[Point, Point]]] = []
        for first, second, place, terms in self._sides():
            ends = self._shared(first, place)
            if ends is None:
                continue
            self._ways(group, first, second, terms)
            for stroke in {_stroke(term) for term in terms}:
                if stroke is not None:
                    rank = order.index(stroke) if stroke in order else len(order)
                    shown.append((rank, first.name, second, stroke, ends))
        for _, name, second, stroke, ends in sorted(
            shown, key=lambda each: (*each[:3], each[3].label)
        ):
            self._draw(group, ends, stroke, f"{name}-{second}", "hexside")

    def _sides(self) -> Iterator[tuple[Hex, str, Position, frozenset[str]]]:
        """List hexsides: a hex, the name and place beyond, and the terrain between."""
        known = self.board.by_name
        for (first, second), terms in sorted(self.board.hexsides.items()):
            if first in known and second in known and {first, second} & self.names:
                yield known[first], second, known[second].place, terms
        for record in self.hexes:
            for feature in record.features:
                match = _OUTER_HEXSIDE.fullmatch(feature)
                if match is not None and match[2] + match[3] not in known:
                    place = _usual_place(match[2], int(match[3]))
                    yield record, match[2] + match[3], place, frozenset({match[1]})

    def _shared(self, record: Hex, place: Position) -> tuple[Point, Point] | None:
        """Find the vertices that a hex shares with the place next to it."""
        direction = direction_between(record.place, place)
        if direction is None:
            return None
        around = self._around(record)
        return around[direction], around[(direction + 1) % 6]

    def _ways(self, group: Element, first: Hex, second: str, terms: frozenset[str]) -> None:
        """Draw railways from centre to centre, and roads where no depiction shows them."""
        heads = {_split(term)[0] for term in terms}
        depicted = self.board.raster is not None or bool(self.board.outlines)
        if second not in self.board.by_name:
            return
        ends = self._centre(first.place), self._centre(self.board.by_name[second].place)
        for head, stroke in (("road", _ROAD), ("rail", _RAIL)):
            if head in heads and not (head == "road" and depicted):
                self._draw(group, ends, stroke, f"{first.name}-{second}", "way")

    def _draw(
        self, group: Element, ends: tuple[Point, Point], stroke: _Stroke, name: str, kind: str
    ) -> None:
        self.sheet.strokes.add(stroke)
        (x1, y1), (x2, y2) = ends
        drawn = _add(group, "g", class_=kind, data_hexside=name)
        _add(drawn, "title", f"{name}: {stroke.label}")
        _stroke_layers(drawn, f"M{_number(x1)} {_number(y1)}L{_number(x2)} {_number(y2)}", stroke)

    # What the question found

    def _seen(self, drawn: Element) -> None:
        group = _add(drawn, "g", class_="answers")
        for name, verdict in sorted(self.marks.seen.items()):
            if name not in self.names:
                continue
            record = self.board.hex(name)
            style = _verdict(verdict)
            shape = _path(self._around(record, 0.93))
            tint = {"fill": style.colour, "fill-opacity": str(style.tint)}
            if style.hatch:
                tint = {
                    "fill": self.motifs.hatch(style.hatch, _HATCH_COLOUR),
                    "fill-opacity": "0.6",
                }
            found = _add(group, "path", class_=f"seen {_key(verdict)}", data_hex=name, d=shape)
            found.attrib.update(tint)
            if not style.hatch or style.tint:
                found.set("stroke", style.colour)
                found.set("stroke-width", "2")

    def _marks(self, drawn: Element) -> None:
        group = _add(drawn, "g", class_="marks", fill="none", pointer_events="none")
        marks = self.marks
        for name in marks.highlighted:
            self._ring(group, name, "highlighted", _HIGHLIGHT, 0.95)
        for name in marks.blocked_at:
            self._ring(group, name, "blocked-at", _VERDICTS["blocked"].colour, 0.9)
        if marks.target in self.names:
            self._target(group, self.board.hex(marks.target))
        if marks.line and (self.names.issuperset(marks.line) or self.names == self.sheet.names):
            self._line(group, marks.line, _verdict(marks.verdict))

    def _ring(self, group: Element, name: str, kind: str, colour: str, share: float) -> None:
        if name in self.names:
            shape = _path(self._around(self.board.hex(name), share))
            ring = _add(group, "path", class_=kind, data_hex=name, d=shape, stroke=colour)
            ring.set("stroke-width", "3.5")

    def _target(self, group: Element, record: Hex) -> None:
        x, y = self._centre(record.place)
        mark = _add(group, "g", class_="target", data_hex=record.name)
        _target_sign(mark, x, y, 13)

    def _line(self, group: Element, line: tuple[str, str], style: _Verdict) -> None:
        first, second = (self._centre(self.board.hex(name).place) for name in line)
        mark = _add(group, "g", class_=f"line {_key(self.marks.verdict)}")
        way = f"M{_number(first[0])} {_number(first[1])}L{_number(second[0])} {_number(second[1])}"
        _line_sign(mark, way, style)
        for x, y in (first, second):
            _add(
                mark, "circle", cx=x, cy=y, r=5, fill="#ffffff", stroke=style.colour, stroke_width=3
            )
        for name in self.marks.blocked_at:
            _cross(mark, *_nearest(self._centre(self.board.hex(name).place), first, second))


# Signs


def _key(verdict: str | None) -> str:
    return verdict if verdict is not None and verdict in _VERDICTS else "unknown"


def _verdict(verdict: str | None) -> _Verdict:
    return _VERDICTS[_key(verdict)]


def _stroke_layers(group: Element, way: str, stroke: _Stroke) -> None:
    for colour, width, dash in stroke.layers:
        layer = _add(group, "path", d=way, stroke=colour, stroke_width=width)
        if dash:
            layer.set("stroke-dasharray", dash)
        if dash.startswith("0.1") or not dash:
            layer.set("stroke-linecap", "round")


def _line_sign(group: Element, way: str, style: _Verdict) -> None:
    _add(group, "path", d=way, stroke="#ffffff", stroke_width=6.5, stroke_opacity="0.85")
    line = _add(group, "path", d=way, stroke=style.colour, stroke_width=3.5)
    if style.dash:
        line.set("stroke-dasharray", style.dash)


def _target_sign(group: Element, x: float, y: float, radius: float) -> None:
    for colour, width in (("#ffffff", 5.5), ("#000000", 2.5)):
        _add(group, "circle", cx=x, cy=y, r=radius, stroke=colour, stroke_width=width)
        _add(group, "circle", cx=x, cy=y, r=radius / 2.4, stroke=colour, stroke_width=width)


def _cross(group: Element, x: float, y: float) -> None:
    arms = f"M{_number(x - 6)} {_number(y - 6)}l12 12M{_number(x + 6)} {_number(y - 6)}l-12 12"
    _add(group, "path", d=arms, stroke="#ffffff", stroke_width=7)
    _add(group, "path", class_="cross", d=arms, stroke="#b02a00", stroke_width=3.5)


def _box_sign(colour: str) -> Element:
    return Element(
        "rect",
        {"x": "2", "y": "1", "width": "26", "height": "14", "fill": "none"}
        | {"stroke": colour, "stroke-width": "3.5"},
    )


def _nearest(point: Point, first: Point, second: Point) -> Point:
    """Find the point of a line that is nearest to a point."""
    across, down = second[0] - first[0], second[1] - first[1]
    length = across**2 + down**2
    share = (
        ((point[0] - first[0]) * across + (point[1] - first[1]) * down) / length if length else 0.0
    )
    share = min(1.0, max(0.0, share))
    return first[0] + share * across, first[1] + share * down
