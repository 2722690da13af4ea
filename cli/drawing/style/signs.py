"""Signs that the map and the legend have in common."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexcourt.cli.drawing.board.faces import Face
from hexcourt.cli.drawing.sheet.svg import Element, add, number_text
from hexcourt.cli.drawing.style.palette import CROSS, INK_TEXT, Stroke, Verdict

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


def hex_sign(group: Element, name: str, x: float, y: float) -> None:
    """Draw one of the signs in hexes round a point, but the level, which is a number."""
    ink = {"stroke": INK_TEXT}
    if name == "square":
        add(group, "rect", x=x - 3.5, y=y - 3.5, width=7, height=7, fill="#ffffff", **ink)
    elif name == "manhole":
        add(group, "circle", cx=x, cy=y, r=7.5, fill="none", **ink)
    else:
        rim = {"stroke": "#ffffff", "stroke_width": "0.6"}
        add(group, "circle", cx=x, cy=y, r=1.8, fill=INK_TEXT, **rim)


def level_sign(group: Element, text: str, x: float, y: float, kind: str = "level") -> None:
    """Write the level of a hex."""
    look = {"font_weight": "bold", "font_size": "12", "font_style": "italic"}
    haloed(group, text, x, y, kind, **look)


def stroke_sign(group: Element, way: str, stroke: Stroke) -> None:
    """Draw the layers of a stroke along a path."""
    for colour, width, dash in stroke.layers:
        layer = add(group, "path", d=way, stroke=colour, stroke_width=width)
        if dash:
            layer.set("stroke-dasharray", dash)
        if dash.startswith("0.1") or not dash:
            layer.set("stroke-linecap", "round")


def line_sign(group: Element, way: str, style: Verdict) -> None:
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


def cross_sign(group: Element, x: float, y: float, colour: str = CROSS) -> None:
    """Draw the cross where a line is blocked."""
    left, right, top = number_text(x - 6), number_text(x + 6), number_text(y - 6)
    arms = f"M{left} {top}l12 12M{right} {top}l-12 12"
    add(group, "path", d=arms, fill="none", stroke="#ffffff", stroke_width=7)
    add(group, "path", class_="cross", d=arms, fill="none", stroke=colour, stroke_width=3.5)


def counter_sign(group: Element, x: float, y: float, size: float, face: Face) -> None:
    """Draw a counter round a point: its shadow, its square and its face."""
    place = f"translate({number_text(x)} {number_text(y)}) scale({size / 24:.3f})"
    drawn = add(group, "g", transform=place, stroke_linecap="round", stroke_linejoin="round")
    shadow = {"fill": INK_TEXT, "fill_opacity": "0.35"}
    add(drawn, "rect", x=-10.6, y=-10.6, width=24, height=24, rx=3, **shadow)
    square = {"fill": face.colour, "stroke": INK_TEXT}
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
    edge = {"stroke": INK_TEXT, "stroke_width": "1.2"}
    width = max(16.0, 6.6 * len(text) + 5)
    add(group, "rect", x=x - width / 2, y=y - 8, width=width, height=16, rx=3, fill=colour, **edge)
    look = {"text_anchor": "middle", "font_weight": "bold", "fill": INK_TEXT}
    add(group, "text", text, x=x, y=y + 3.4, font_size=9, **look)


def haloed(
    group: Element, text: str, x: float, y: float, kind: str, **look: str | float
) -> Element:
    """Write a text on a pale ground of its own: twice, as not every program knows ``paint-order``.

    The group tells that texts stand in the middle, and that strokes have round joins.
    """
    ground = {"stroke": "#fff", "stroke_width": "2.4", "stroke_opacity": ".8"}
    place = {"x": x, "y": y, **look}
    add(group, "text", text, class_="halo", **ground, **place)
    return add(group, "text", text, class_=kind, **place)


def box_sign(colour: str) -> Element:
    """Give the box that stands in the legend for an outlined hex."""
    return Element(
        "rect",
        {"x": "2", "y": "1", "width": "26", "height": "14", "fill": "none"}
        | {"stroke": colour, "stroke-width": "3.5"},
    )
