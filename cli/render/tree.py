"""Draws an explanation as an SVG: an indented tree of boxes, the reasons of each beneath it.

It takes what ``hexcourt.solver.explain.rendering.as_json`` gives.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from hexcourt.cli.render.sheet import size_root
from hexcourt.cli.render.style import Element, add, number_text

_MARGIN = 16.0
_INDENT = 26.0
_GAP = 8.0
_ROW = 16.0
_PAD = 7.0
_LETTER = 6.7
_COLUMNS = 84
_ROWS = 4
_BADGE_LETTER = 7.2

_STYLE = """
.paper { fill: #ffffff }
.box { fill: #f7f7f4; stroke: #8a8780 }
.fails .box { fill: #fbe9dd; stroke: #b0460f }
.goal .box, .root .box { fill: #e6eff7; stroke: #2a6496 }
.given .box, .stated .box { fill: #eaf4ea; stroke: #4d7d4d }
.open .box, .again .box { stroke-dasharray: 4 3 }
.link { fill: none; stroke: #8a8780 }
.text { fill: #1d1d1b }
.note { fill: #55534e }
.badge { fill: #2a6496 }
.low .badge { fill: #a1440b }
.number { fill: #ffffff }
@media (prefers-color-scheme: dark) {
.paper { fill: #1b1c1e }
.box { fill: #2a2b2e; stroke: #8f8d87 }
.fails .box { fill: #45291b; stroke: #e08a55 }
.goal .box, .root .box { fill: #22364a; stroke: #7fb2dc }
.given .box, .stated .box { fill: #24362a; stroke: #86b586 }
.link { stroke: #8f8d87 }
.text { fill: #f0efec }
.note { fill: #b9b7b0 }
.badge { fill: #7fb2dc }
.low .badge { fill: #e08a55 }
.number { fill: #1b1c1e }
}
"""


@dataclass(frozen=True, slots=True)
class _Box:
    """A line of the explanation, placed out: its rows of text, the first ones of them not notes."""

    line: Mapping[str, Any]
    number: str
    texts: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def badge_width(self) -> float:
        """Return how wide the badge with the rule's number is."""
        return _BADGE_LETTER * len(self.number) + 12 if self.number else 0.0

    @property
    def width(self) -> float:
        """Return how wide the box is."""
        first = _LETTER * len(self.texts[0]) + (self.badge_width + 8 if self.number else 0)
        others = [_LETTER * len(row) for row in (*self.texts[1:], *self.notes)]
        return max([first, *others]) + 2 * _PAD

    @property
    def height(self) -> float:
        """Return how high the box is."""
        return _ROW * (len(self.texts) + len(self.notes)) + _PAD


def draw_tree(explanation: Mapping[str, Any]) -> str:
    """Draw an explanation as the text of an SVG document; equal explanations give equal text."""
    boxes = [_box(line) for line in explanation["lines"]]
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
    add(root, "title", f"{explanation['question']}: {explanation['goal']}")
    add(root, "style", _STYLE)
    paper = add(root, "rect", class_="paper")
    links = add(root, "g", class_="links")
    tops: list[float] = []
    y = _MARGIN
    for box in boxes:
        tops.append(y)
        y += box.height + _GAP
    for place, box in enumerate(boxes):
        _draw_box(root, box, tops[place], place == 0)
        parent = box.line["parent"]
        if parent is not None:
            _draw_link(links, boxes[parent], tops[parent], box, tops[place])
    left_out = explanation["left_out"]
    if left_out:
        words = f"{left_out} more line{'s' * (left_out != 1)}"
        add(root, "text", words, class_="note", x=_MARGIN, y=y + _ROW - 4, font_size=12)
        y += _ROW + _GAP
    width = max((_left(box) + box.width for box in boxes), default=0.0) + _MARGIN
    paper.attrib.update(size_root(root, width, y + _MARGIN - _GAP))
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _box(line: Mapping[str, Any]) -> _Box:
    rule = line["rule"] or {}
    notes = [line["note"]] if line["note"] else []
    if rule.get("sentence"):
        notes.insert(0, rule["sentence"])
    if line["left_out"]:
        notes.append(f"{line['left_out']} more beneath")
    rows = [row for note in notes for row in _wrapped(note)]
    return _Box(line, rule.get("number") or "", _wrapped(line["text"]), tuple(rows))


def _wrapped(text: str) -> tuple[str, ...]:
    rows = textwrap.wrap(text, _COLUMNS, max_lines=_ROWS, placeholder=" ...")
    return tuple(rows) or ("",)


def _left(box: _Box) -> float:
    return _MARGIN + _INDENT * float(box.line["depth"])


def _draw_box(parent: Element, box: _Box, top: float, first: bool) -> None:
    rule = box.line["rule"] or {}
    classes = [box.line["kind"], *(["root"] if first else [])]
    if rule.get("confidence") == "low":
        classes.append("low")
    group = add(parent, "g", class_=" ".join(classes))
    if box.line["because"]:
        add(group, "title", box.line["because"])
    left = _left(box)
    add(group, "rect", class_="box", x=left, y=top, width=box.width, height=box.height, rx=4)
    x = left + _PAD
    if box.number:
        _draw_badge(group, box, x, top)
        x += box.badge_width + 8
    _write(group, "text", box.texts[:1], x, top)
    _write(group, "text", box.texts[1:], left + _PAD, top + _ROW)
    _write(group, "note", box.notes, left + _PAD, top + _ROW * len(box.texts))


def _draw_badge(parent: Element, box: _Box, x: float, top: float) -> None:
    width = box.badge_width
    add(parent, "rect", class_="badge", x=x, y=top + 3, width=width, height=_ROW - 1, rx=7)
    middle = {"x": x + width / 2, "y": top + _ROW - 1.5, "font_size": 11.0}
    add(parent, "text", box.number, class_="number", text_anchor="middle", **middle)


def _write(parent: Element, kind: str, rows: Sequence[str], x: float, top: float) -> None:
    for number, row in enumerate(rows, 1):
        y = top + _ROW * number
        add(parent, "text", row, class_=kind, x=x, y=y - 1, font_size=12)


def _draw_link(parent: Element, above: _Box, top: float, below: _Box, place: float) -> None:
    """Draw an elbow from the left edge of a box down to the box beneath."""
    x, y = _left(above) + _INDENT / 2, place + (_ROW + _PAD) / 2
    path = (
        f"M{number_text(x)} {number_text(top + above.height)}"
        f"V{number_text(y)}H{number_text(_left(below))}"
    )
    add(parent, "path", class_="link", d=path)
