"""Two drawings side by side in one document."""

from __future__ import annotations

from xml.etree import ElementTree

from hexcourt.cli.drawing.sheet.svg import Element, add, number_text

_SVG = "http://www.w3.org/2000/svg"
_GAP = 24.0


def beside(left: str, right: str) -> str:
    """Put two documents that ``draw_board`` gave into one; their definitions are kept apart."""
    root = Element("svg", {"xmlns": _SVG})
    add(root, "title", "two boards compared")
    x, deepest = 0.0, 0.0
    for number, text in enumerate((left, right)):
        drawn = ElementTree.fromstring(text)  # our own drawing
        for each in drawn.iter():
            each.tag = each.tag.rpartition("}")[2]
            for name, value in each.attrib.items():
                each.set(name, _apart(name, value, f"board{number}-"))
        drawn.set("x", number_text(x))
        x += float(drawn.get("width", 0)) + _GAP
        deepest = max(deepest, float(drawn.get("height", 0)))
        root.append(drawn)
    width, height = number_text(x - _GAP), number_text(deepest)
    root.attrib.update({"width": width, "height": height, "viewBox": f"0 0 {width} {height}"})
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _apart(name: str, value: str, mark: str) -> str:
    """Mark what names, or cites, a definition of one of the documents."""
    if name == "id":
        return mark + value
    if name.endswith("href") and value.startswith("#"):
        return f"#{mark}{value[1:]}"
    return value.replace("url(#", f"url(#{mark}")
