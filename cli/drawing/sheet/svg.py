"""Elements of an SVG document."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree

Element = ElementTree.Element
Point = tuple[float, float]


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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
    return "M" + "L".join(f"{number_text(x)} {number_text(y)}" for x, y in points) + "z"


def line_path(first: Point, second: Point) -> str:
    """Write a path from a point straight to another."""
    (x1, y1), (x2, y2) = first, second
    return f"M{number_text(x1)} {number_text(y1)}L{number_text(x2)} {number_text(y2)}"
