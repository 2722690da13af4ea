"""Chooses from the palette how to draw a terrain, a hexside, a level and a verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from xml.etree import ElementTree

import numpy as np

from hexcourt.cli.render import palette
from hexcourt.cli.render.palette import Ink, Stroke, VerdictStyle
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.records import UNDER, Counter, kinds


def term_parts(term: str) -> tuple[str, tuple[str, ...]]:
    """Take a term apart: ``building(stone,1)`` is building of stone and 1."""
    head, _, inside = term.partition("(")
    return head, tuple(part.strip(' "') for part in inside.rstrip(")").split(",") if part)


def term_text(term: str) -> str:
    """Write a term for a reader."""
    head, arguments = term_parts(term)
    words = head.replace("_", " ")
    return f"{words} ({', '.join(arguments)})" if arguments else words


_TALL = 4
_BY_HEIGHT = palette.BUILDING_FILLS["stone"] + palette.BUILDING_FILLS["wood"]


@cache
def _inks() -> Mapping[str, Ink]:
    return MappingProxyType({head: ink for ink, heads in palette.INKS for head in heads})


@cache
def _strokes() -> Mapping[str, Stroke]:
    return MappingProxyType({head: stroke for stroke, heads in palette.STROKES for head in heads})


@cache
def ink_of(term: str) -> Ink | None:
    """Choose how to fill a terrain; nothing for open ground."""
    head, arguments = term_parts(term)
    if head in palette.UNDRAWN:
        return None
    if head in ("rubble", "rubble_pile") and "wood" in arguments:
        return palette.WOODEN_RUBBLE
    if head in _inks():
        return _inks()[head]
    if head in ("rowhouse_wall", "interior_factory_wall"):
        return Ink(_strokes()[head].label, palette.INNER_WALL)
    if head in _strokes():
        stroke = _strokes()[head]
        return Ink(stroke.label, stroke.layers[0][0], faint=True)
    if kinds().get(term) in palette.BUILDINGS:
        return _building_ink(head, arguments)
    return Ink(term_text(term), *palette.UNKNOWN_FILL)


def gone_ink(ink: Ink) -> Ink:
    """Choose how to fill what counters have done away with."""
    return replace(ink, label="", faint=True)


def sort_of(term: str) -> str:
    """Return the sort of a terrain: any building is one sort."""
    return "building" if kinds().get(term) in palette.BUILDINGS else term


def _building_ink(head: str, arguments: tuple[str, ...]) -> Ink:
    """Choose how to fill a building: by what it is made of, the darker the higher."""
    made_of = "wood" if "wood" in arguments or head in ("huts", "bedouin_camp") else "stone"
    levels = next((int(part) for part in arguments if part.isdecimal()), None)
    step = min(levels or 0, _TALL)
    low, high = palette.BUILDING_EDGES[made_of]
    motif = "crosses" if "gutted" in head else "rows" if "factory" in head else ""
    return Ink(
        _building_label(head, arguments, made_of, levels),
        palette.BUILDING_FILLS[made_of][step],
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


def stroke_of(term: str) -> Stroke | None:
    """Choose how to draw a hexside; nothing for what does not stand up on it."""
    head, _ = term_parts(term)
    if head in _strokes():
        return _strokes()[head]
    if (
        head in palette.UNDRAWN_SIDES
        or head in palette.ROAD_LIKE
        or kinds().get(term, "hexside") != "hexside"
    ):
        return None
    return Stroke(term_text(term), (("#8a8780", 4, "4 3"),))


@cache
def rank_of(ink: Ink) -> tuple[int, int, str, str]:
    """Order inks from what lies lowest to what stands highest."""
    known = [each for each, _ in palette.INKS]
    height = _BY_HEIGHT.index(ink.fill) if ink.fill in _BY_HEIGHT else -1
    index = known.index(ink) if ink in known else len(known) + (not ink.label)
    return index, height, ink.label, ink.fill


def level_fill(level: int) -> str:
    """Mix the colour of ground at a level."""
    stops = [stop for stop, _ in palette.LEVEL_STOPS]
    mixed = [
        np.interp(level, stops, [rgb[part] for _, rgb in palette.LEVEL_STOPS]) for part in range(3)
    ]
    return "#" + "".join(f"{round(float(value)):02x}" for value in mixed)


def verdict_key(verdict: str | None) -> str:
    """Name a verdict; what nobody has evaluated of counts as unknown."""
    return verdict if verdict is not None and verdict in palette.VERDICTS else "unknown"


def verdict_style(verdict: str | None) -> VerdictStyle:
    """Choose how to draw a verdict."""
    return palette.VERDICTS[verdict_key(verdict)]


Element = ElementTree.Element
Point = tuple[float, float]


_NOT_XML = pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _clean(text: str) -> str:
    """Replace the characters that no XML document may hold."""
    return _NOT_XML.sub("\ufffd", text)


def number_text(value: float) -> str:
    """Write a number to a tenth of a pixel."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def add(parent: Element, tag: str, text: str = "", **attributes: str | float) -> Element:
    """Add an element; ``class_`` stands for class, ``stroke_width`` for stroke-width and so on."""
    written = {
        name.rstrip("_").replace("_", "-"): _clean(value)
        if isinstance(value, str)
        else number_text(value)
        for name, value in attributes.items()
    }
    child = ElementTree.SubElement(parent, tag, written)
    if text:
        child.text = _clean(text)
    return child


def ring_path(points: Iterable[Point]) -> str:
    """Write a closed path through points."""
    return way_path(points) + "z"


def line_path(first: Point, second: Point) -> str:
    """Write a path from a point straight to another."""
    return way_path((first, second))


def way_path(points: Iterable[Point]) -> str:
    """Write a path through points as short as can be: in whole units, each step from where the last
    one ended.
    """
    corners = [(round(x + _EVEN), round(y + _EVEN)) for x, y in points]
    parts = [f"M{_pair(*corners[0])}"] if corners else []
    before = ""
    for (x1, y1), (x2, y2) in pairwise(corners):
        across, down = x2 - x1, y2 - y1
        if across and down:
            step = _pair(across, down)
            parts.append(f"l{step}" if before != "l" else step if step[0] == "-" else f" {step}")
            before = "l"
        elif across or down:
            before = "h" if across else "v"
            parts.append(f"{before}{across or down}")
    return "".join(parts)


_EVEN = 1e-6
"""Keeps two hexes from rounding the vertex that they share apart."""


def _pair(x: int, y: int) -> str:
    return f"{x}{y}" if y < 0 else f"{x} {y}"


@dataclass(frozen=True, slots=True)
class Face:
    """What a counter looks like: its colour, and layers of (path, fill, stroke, width), lowest first.

    Paths lie in a square of 24 units round the origin.
    """

    label: str
    colour: str
    layers: tuple[tuple[str, str, str, float], ...]


_STONES = (
    "M-10.4 8.4l1.4 -5.2l4.6 -.8l2 6zM-1.8 8.4l-1.8 -5.6l3.4 -2.2l3.4 2l-.4 5.8z"
    "M3.4 8.4l.6 -5.6l3.8 -.6l2.6 6.2zM-7.4 2.2l2.2 -5.2l4 .2l.6 2.6l-3.2 2.2z"
    "M.6 -.4l-.8 -4.2l4.2 -.2l3.4 6.4l-3.4 .2zM-3.8 -3.8l2.2 -4.4l3.4 .6l1.2 2.4l-3.2 .2z"
)
_BEAMS = (
    "M-9.6 5l17.4 .8l1.8 1.2l-1.6 1.4l-17.2 -.6zM-8.4 3.2l12.2 -9l2.4 -.4l-.6 2.2l-12.4 9.2z"
    "M8.8 4l-1.8 .6l-11.4 -8.4l-.6 -2.6l2.4 .4l11.6 8.4zM-1.2 -8.8l2.4 -.4l1.6 10.4l-2.4 .6z"
)
_BITS = (
    "M-9 -5.6l2.8 -2l1.2 2.6zM-.8 -8.6l2.2 .4l-.8 2.4zM5.2 -7l3.4 1.2l-2.6 2.2z"
    "M-8.6 1.2l2 -1.4l1.8 1.4l-1.6 1.8zM-2.6 -2.6l3.4 -.6l.4 2.4l-2.6 .8zM4.6 .6l2.2 -1l1.8 1.6l-2.4 1z"
    "M-7.6 7l2.2 -2l1.8 2.2zM-1.2 4l2.4 .6l-1 2.2zM3.8 8.4l.8 -3l3.2 1.6z"
)
_TANK = (
    "M-9 1.2h18a1.6 1.6 0 0 1 1.4 2.4l-1.8 3.2a2 2 0 0 1 -1.6 1h-14a2 2 0 0 1 -1.6 -1l-1.8 -3.2"
    "a1.6 1.6 0 0 1 1.4 -2.4zM-9.4 .4l1.4 -3h15.4l2 3zM-6 -3.4l1 -4.2h6.6l1.2 1h8v1.6h-7.2l.4 1.6z"
)
_CLOUD = (
    "M-8.4 6.4a4 4 0 0 1 -.4 -8a5 5 0 0 1 9 -3.4a4.4 4.4 0 0 1 7 3.4a4.2 4.2 0 0 1 .6 8"
    "q-2 1.6 -4.2 .2q-2.2 1.8 -4.4 0q-2.4 1.6 -4 0q-1.8 1.2 -3.6 -.2z"
)
_FLAME = (
    "M0 8.6a6.6 6.6 0 0 1 -6 -7.2q.6 -3.8 3.6 -6.2q-.4 3 1.6 3.8q-.6 -5.2 3 -8q.2 4 2.6 6.2"
    "a7 7 0 0 1 1.2 4.6a6.6 6.6 0 0 1 -6 6.8z"
)
_BURST = (
    "M0 -9l2 5.4l5.6 -2.6l-2.8 5.2l5.2 2l-5.6 1.6l1.8 5.6l-4.6 -3.6l-3.6 4.4l-.4 -5.6l-5.6 1l3.6 -4.4"
    "l-4.6 -3.2l5.6 -.4z"
)
_WHEELS = "M-6 4.5h.1M-2 4.5h.1M2 4.5h.1M6 4.5h.1"
_CROSSED = "M-9 -9L9 9M9 -9L-9 9"

_FACES: Mapping[str, Face] = MappingProxyType(
    {
        "rubble(stone)": Face("stone rubble", "#e6e7ea", ((_STONES, "#555a63", "#e6e7ea", 0.6),)),
        "rubble(wood)": Face("wooden rubble", "#f2e3c8", ((_BEAMS, "#a5713a", "#452a10", 0.9),)),
        "debris": Face("debris", "#efe2d8", ((_BITS, "#8a6a54", "#4f3828", 0.6),)),
        "wreck": Face(
            "wreck",
            "#f4f2ee",
            (
                (_TANK, "#8f8a81", "none", 0),
                (_WHEELS, "none", "#f4f2ee", 2.2),
                (_CROSSED, "none", palette.INK_TEXT, 1.8),
            ),
        ),
        "afv": Face(
            "AFV",
            "#c9d2a8",
            ((_TANK, "#343b25", "none", 0), (_WHEELS, "none", "#c9d2a8", 2.2)),
        ),
        "blaze": Face("Blaze", "#fbe3c4", ((_FLAME, "#d9541e", "#8a2c08", 0.8),)),
        "ffe": Face("FFE", "#f3ded9", ((_BURST, "#b5402a", "#6e2113", 0.7),)),
        "dust": Face("dust", "#efe3c8", ((_CLOUD, "#d8bf8a", "#9c8350", 0.8),)),
    }
)
_SMOKES = {
    f"smoke({kind})": Face(f"SMOKE, {said}", fill, ((_CLOUD, "#ffffff", "#8b9097", 0.8),))
    for kind, said, fill in (
        *(("white", "white", "#c3c8ce"), ("dispersed", "dispersed", "#dde0e4")),
        *(("grenades", "of grenades", "#d0d4d9"), ("wp", "WP", "#b4c3d0")),
        *(("drifting", "drifting", "#e4e6e9"), ("upstairs", "on an upper Level", "#cfd6de")),
        *((str(number), f"+{number}", "#cfd3d8") for number in (1, 2, 3)),
    )
}
_QUESTION = (
    ("M-3 -3.4a3.2 3.2 0 1 1 4.6 3q-1.6 .8 -1.6 2.8M0 6.4h.1", "none", palette.INK_TEXT, 2.0),
)
BLANK = Face("", "#f4f2ee", ())


def face_of(terrain: str) -> Face:
    """Choose the face of a counter."""
    known = _FACES.get(terrain) or _SMOKES.get(terrain)
    return known or Face(term_text(terrain), palette.UNKNOWN_FILL[0], _QUESTION)


def counter_text(counter: Counter) -> str:
    """Name a counter for a reader."""
    label = face_of(counter.terrain).label
    return f"{label} (under the bridge)" if counter.place == UNDER else label


def face_rank(terrain: str) -> tuple[int, str]:
    """Order counters from what lies lowest to what stands on it."""
    order = list(_FACES)
    return order.index(terrain) if terrain in order else len(order), terrain


HEX_SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "dot": "centre dot",
        "square": "stairwell",
        "manhole": "manhole",
        "level": "level of the hex",
        "faint": "faint: gone, by counters",
        "crest": "edge of higher ground",
    }
)
"""What is printed in hexes, and what it stands for."""


def hex_signs(
    group: Element, name: str, places: Iterable[Point], shape: Callable[[str], str]
) -> None:
    """Draw one of the signs in hexes, but the level, round some points; ``shape`` as for strokes."""
    starts = [(round(x), round(y)) for x, y in places]
    if name == "square":
        way = "".join(f"M{x - 3} {y - 3}h7v7h-7z" for x, y in starts)
        add(group, "path", d=way, fill="#ffffff", stroke=palette.INK_TEXT)
    elif name == "manhole":
        way = "".join(f"M{x - 7} {y}a7 7 0 1 0 14 0a7 7 0 1 0-14 0" for x, y in starts)
        add(group, "path", d=way, fill="none", stroke=palette.INK_TEXT)
    else:
        dots = shape("".join(f"M{x} {y}h.1" for x, y in starts))
        for colour, width in (("#ffffff", 4.2), (palette.INK_TEXT, 3.0)):
            use(group, dots, stroke=colour, stroke_width=width, stroke_linecap="round")


LEVEL_LOOK = {"font_weight": "bold", "font_size": "12", "font_style": "italic"}
"""How the level of a hex is written."""


def stroke_sign(
    group: Element, way: str, stroke: Stroke, shape: Callable[[str], str] | None = None
) -> None:
    """Draw the layers of a stroke along a path; ``shape`` defines one that is drawn more than once."""
    name = shape(way) if shape is not None and len(stroke.layers) > 1 else None
    for colour, width, dash in stroke.layers:
        look: dict[str, str | float] = {"stroke": colour, "stroke_width": width}
        layer = add(group, "path", "", d=way, **look) if name is None else use(group, name, **look)
        if dash:
            layer.set("stroke-dasharray", dash)
        if dash.startswith("0.1") or not dash:
            layer.set("stroke-linecap", "round")


def line_sign(group: Element, way: str, style: VerdictStyle) -> None:
    """Draw a sight line along a path."""
    add(group, "path", d=way, stroke="#ffffff", stroke_width=6.5, stroke_opacity="0.85")
    line = add(group, "path", d=way, stroke=style.colour, stroke_width=3.5)
    if style.dash:
        line.set("stroke-dasharray", style.dash)


def target_sign(group: Element, x: float, y: float, radius: float) -> None:
    """Draw the two rings of what is looked at."""
    for colour, width in (("#ffffff", 5.5), ("#000000", 2.5)):
        add(group, "circle", cx=x, cy=y, r=radius, stroke=colour, stroke_width=width)
        add(group, "circle", cx=x, cy=y, r=radius / 2.4, stroke=colour, stroke_width=width)


def cross_sign(group: Element, x: float, y: float, colour: str = palette.CROSS) -> None:
    """Draw the cross where a line is blocked."""
    left, right, top = number_text(x - 6), number_text(x + 6), number_text(y - 6)
    arms = f"M{left} {top}l12 12M{right} {top}l-12 12"
    add(group, "path", d=arms, fill="none", stroke="#ffffff", stroke_width=7)
    add(group, "path", class_="cross", d=arms, fill="none", stroke=colour, stroke_width=3.5)


def counter_sign(group: Element, x: float, y: float, size: float, face: Face) -> None:
    """Draw a counter round a point: its shadow, its square and its face."""
    place = f"translate({number_text(x)} {number_text(y)}) scale({size / 24:.3f})"
    drawn = add(group, "g", transform=place, stroke_linecap="round", stroke_linejoin="round")
    shadow = {"fill": palette.INK_TEXT, "fill_opacity": "0.35"}
    add(drawn, "rect", x=-10.6, y=-10.6, width=24, height=24, rx=3, **shadow)
    square = {"fill": face.colour, "stroke": palette.INK_TEXT}
    add(drawn, "rect", x=-12, y=-12, width=24, height=24, rx=3, **square)
    for way, fill, stroke, width in face.layers:
        layer = add(drawn, "path", d=way, fill=fill)
        if width:
            layer.set("stroke", stroke)
            layer.set("stroke-width", number_text(width))


def dot_sign(group: Element, x: float, y: float, colour: str, text: str) -> None:
    """Draw a dot with a number in it."""
    rim = {"stroke": "#ffffff", "stroke_width": "1.5"}
    add(group, "circle", cx=x, cy=y, r=8.5 if text else 5, fill=colour, **rim)
    if text:
        look = {"text_anchor": "middle", "font_weight": "bold", "fill": "#ffffff"}
        size = 10 if len(text) < 3 else 8
        add(group, "text", text, x=x, y=y + 0.36 * size, font_size=size, **look)


def chip_sign(group: Element, x: float, y: float, colour: str, text: str) -> None:
    """Draw a small counter with letters on it."""
    edge = {"stroke": palette.INK_TEXT, "stroke_width": "1.2"}
    width = max(16.0, 6.6 * len(text) + 5)
    add(group, "rect", x=x - width / 2, y=y - 8, width=width, height=16, rx=3, fill=colour, **edge)
    look = {"text_anchor": "middle", "font_weight": "bold", "fill": palette.INK_TEXT}
    add(group, "text", text, x=x, y=y + 3.4, font_size=9, **look)


HREF = "{http://www.w3.org/1999/xlink}href"
"""The attribute by which something is drawn once more, which older programs know as well."""

ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")


def use(parent: Element, name: str, **attributes: str | float) -> Element:
    """Draw once more what has a name."""
    used = add(parent, "use", "", **attributes)
    used.set(HREF, f"#{name}")
    return used


Written = tuple[str, float, float]
"""A text, the middle of it across, and its base line down."""


def haloed(parent: Element, name: str, kind: str, texts: Iterable[Written], **look: str) -> None:
    """Write texts on a pale ground: drawn twice, as not every program knows ``paint-order``.

    ``kind`` is the class of their group, ``name`` what they are drawn once more by.
    """
    group = Element("g", {"id": name})
    for text, x, y in texts:
        add(group, "text", text, x=round(x), y=round(y))
    if len(group):
        both = add(parent, "g", class_=kind, text_anchor="middle", stroke_linejoin="round", **look)
        use(both, name, stroke="#fff", stroke_width="2.4", stroke_opacity=".8")
        both.append(group)


def box_sign(colour: str) -> Element:
    """Return the box that stands in the legend for an outlined hex."""
    return Element(
        "rect",
        {"x": "2", "y": "1", "width": "26", "height": "14", "fill": "none"}
        | {"stroke": colour, "stroke-width": "3.5"},
    )
