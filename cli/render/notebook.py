"""A drawing as a notebook shows it: an image in HTML, as small as can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from heapq import heapify, heappop, heappush
from html import escape
from xml.etree import ElementTree

import defusedxml
import numpy as np
from defusedxml.ElementTree import fromstring

from hexcourt.cli.render.marks import LINE
from hexcourt.cli.render.style import HREF, Element
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.patterns import pattern

WANTED = 28_000
"""How many characters a picture in a notebook should have at most, with the text and table beside it:
beyond, it is drawn coarser."""

LARGEST = 1_000_000
"""How many characters a picture may have that a notebook shows."""

_COARSER = (1.5, 2.5, 3.5, 5, 7, 10, 14, 20, 28, 40)
"""How coarse outlines become, step by step: the side of a square in units of the drawing. A corner stays
whose triangle is larger."""

_QUOTED = str.maketrans({"%": "%25", "#": "%23", "'": "%27", "&": "&amp;", "\n": " "})


def notebook_image(svg: str) -> str:
    """Write a drawing of ours as an image in HTML (``image_beside``); BadInput for what is no SVG."""
    return image_beside(svg, 0)


def image_beside(svg: str, beside: int) -> str:
    """Write a drawing of ours as an image in HTML; empty where it is too large for a page.

    The image is a document of its own, so that its definitions are no other picture's. No pointer
    reaches into it: what only shows on hover is left out, and neighbours that look alike become one.
    Of a large map outlines are drawn coarser, without centre dots, the names of most hexes, and what
    upper Locations cost, which the table has: the coarser, the more characters stand ``beside`` it.
    Raises BadInput for what is no SVG.
    """
    try:
        root = fromstring(svg) if isinstance(svg, str) else None
    except (ElementTree.ParseError, ValueError, defusedxml.DefusedXmlException):
        root = None
    if root is None:
        raise BadInput("svg: is no drawing of this program; give what answer.svg() gives")
    named = next((each.text or "" for each in root if each.tag.endswith("title")), "")
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]
        if HREF in each.attrib:
            each.set("href", each.attrib.pop(HREF))
    root.set("xmlns", "http://www.w3.org/2000/svg")
    text, wanted = _written(deepcopy(root)), WANTED - beside
    if len(text) > wanted:
        _leave_out_details(root)
        for tolerance in _COARSER:
            for each in root.iter("path"):
                each.set("d", _coarser(each.get("d", ""), tolerance))
            text = _written(_on_grid(deepcopy(root), max(1, int(tolerance / 2))))
            if len(text) <= wanted:
                break
    if len(text) > LARGEST:
        return ""
    source = f"data:image/svg+xml,{text.translate(_QUOTED)}"
    return f"<img style='max-width: 100%' alt='{escape(named)}' src='{source}'>"


def _written(root: Element) -> str:
    """Write a drawing without what an image does not show, and without what is not used."""
    for each in root.iter():
        for name in [*each.attrib]:
            if name == "class" or name.startswith("data-"):
                del each.attrib[name]
    _reduce(root, alike=True)
    text = ElementTree.tostring(root, encoding="unicode")
    used = set(re.findall(r"#([\w-]+)", text))
    for definitions in root.iter("defs"):
        for each in [*definitions]:
            if each.get("id") not in used:
                definitions.remove(each)
    return ElementTree.tostring(root, encoding="unicode").replace(" />", "/>")


def _leave_out_details(root: Element) -> None:
    """Take out what is too small to be read where a large map is shown whole; the names that stay are
    those of every fifth hex, larger, and of the rows of text in a hex the first, which is of the ground.
    """
    for parent in root.iter():
        rows: set[tuple[str, str]] = set()
        for each in [*parent]:
            kind = each.get("class")
            x, y = each.get("x", ""), each.get("y", "")
            if each.tag == "text" and y.isdigit():
                rows.add((x, y))
                if (x, str(int(y) - LINE)) in rows:
                    parent.remove(each)
            if kind in ("dots", "levels"):
                parent.remove(each)
            elif kind == "grid":
                _repeat_grid(parent, each)
            elif kind == "names":
                each.set("font-size", "18")
                for group in each.iter("g"):
                    for text in [*group]:
                        if text.tag == "text" and not _EVERY_FIFTH.search(text.text or ""):
                            group.remove(text)


def _repeat_grid(parent: Element, grid: Element) -> None:
    """Draw the lines between hexes by a pattern of two hexrows, one for all parts of a map."""
    x, y, column, row = map(float, grid.get("data-steps", "").split())
    ring = f"l{column / 3:.2f}-{row / 2}h{2 * column / 3:.2f}l{column / 3:.2f} {row / 2}"
    lines = "".join(
        f"M{across * column - 2 * column / 3:.2f} {down * row / 2}{ring}"
        for across, down in ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (1, -1), (1, 3))
    )
    size = {"x": f"{x}", "y": f"{y}", "width": f"{2 * column:.2f}", "height": f"{row}"}
    tile = Element("pattern", {"id": "repeated-grid", "patternUnits": "userSpaceOnUse", **size})
    look = {each: grid.get(each, "") for each in ("stroke", "stroke-width", "fill")}
    tile.append(Element("path", {"d": lines, **look}))
    clip = next(e.get("clip-path", "") for e in parent if e.get("class") == "land")
    everywhere = {"x": "-9999", "y": "-9999", "width": "19999", "height": "19999"}
    shape = Element("rect", {**everywhere, "fill": "url(#repeated-grid)", "clip-path": clip})
    at = list(parent).index(grid)
    parent[at : at + 1] = [tile, shape]


_EVERY_FIFTH = pattern(r"[ACEGIKMOQSUWY][05]$|[ACEGIKMOQSUWY]\d*[05]$")
_OUTLINE = pattern(r"(?:M-?\d+ -?\d+l[-\d ]+z)+")
_RING = pattern(r"M(-?\d+) (-?\d+)l([-\d ]+)z")
_NUMBER = pattern(r"-?\d+")

Points = np.ndarray[tuple[int, int], np.dtype[np.int64]]


def _coarser(outline: str, tolerance: float) -> str:
    """Draw the rings of an outline with fewer points; what is smaller than the tolerance is left out."""
    if not _OUTLINE.fullmatch(outline):
        return outline
    text = ""
    for ring in (_simplified(ring, tolerance) for ring in _rings(outline)):
        if len(ring) > 2:
            text += f"M{ring[0, 0]} {ring[0, 1]}l{_numbers(np.diff(ring, axis=0))}z"
    return text


def _rings(outline: str) -> Iterator[Points]:
    for found in _RING.finditer(outline):
        numbers = np.array(_NUMBER.findall(found[0]), dtype=np.int64)
        yield numbers.reshape(-1, 2).cumsum(axis=0)


def _numbers(steps: Points) -> str:
    return " ".join(map(str, steps.ravel().tolist())).replace(" -", "-")


def _simplified(ring: Points, tolerance: float) -> Points:
    """Take out of a ring, one after the other, the point whose triangle with its neighbours is smallest,
    up to the area of a square of the tolerance (Visvalingam and Whyatt).
    """
    points = [(x, y) for x, y in ring.tolist()]
    before, after = [*range(-1, len(points) - 1)], [*range(1, len(points)), 0]
    before[0] = len(points) - 1

    def area(at: int) -> int:
        (x, y), (x1, y1), (x2, y2) = points[at], points[before[at]], points[after[at]]
        return int(abs((x1 - x) * (y2 - y) - (x2 - x) * (y1 - y)))

    areas = [area(at) for at in range(len(points))]
    heap = [(each, at) for at, each in enumerate(areas)]
    heapify(heap)
    left = set(range(len(points)))
    while heap and len(left) > 2 and heap[0][0] <= 2 * tolerance**2:
        size, at = heappop(heap)
        if at in left and areas[at] == size:
            left.remove(at)
            after[before[at]], before[after[at]] = after[at], before[at]
            for each in (before[at], after[at]):
                areas[each] = max(area(each), size)
                heappush(heap, (areas[each], each))
    return ring[sorted(left)]


def _on_grid(root: Element, step: int) -> Element:
    """Move the points of plainly filled outlines onto a grid, and count in its steps from ring to ring:
    most numbers have one digit then.
    """
    for each in root.iter("path"):
        outline = each.get("d", "")
        if _OUTLINE.fullmatch(outline) and not each.get("fill", "").startswith("url"):
            text, last = "", np.zeros((1, 2), np.int64)
            for ring in _rings(outline):
                rounded = (ring + step // 2) // step
                steps = np.diff(np.vstack([last, rounded]), axis=0)
                text += f"m{_numbers(steps[steps.any(axis=1) | (np.arange(len(steps)) == 0)])}z"
                last = rounded[:1]
            each.set("d", text)
            each.set("transform", f"scale({step})")
            each.set("stroke-width", f"{float(each.get('stroke-width', 1)) / step:.2g}")
    return root


def _reduce(parent: Element, alike: bool) -> None:
    """Take out of an element what an image does not show; unite paths ``alike`` that stand together."""
    alike = alike and parent.get("fill-rule") is None and parent.tag != "defs"
    before: Element | None = None
    for each in [*parent]:
        _reduce(each, alike)
        if each.tag == "g" and not each.attrib:
            place = list(parent).index(each)
            parent[place : place + 1] = list(each)
            before = None
            continue
        hovered = each.tag in ("title", "desc") or each.get("pointer-events") == "all"
        if hovered or (each.tag == "g" and not len(each)):
            parent.remove(each)
        elif alike and before is not None and _look(before) == _look(each):
            before.set("d", before.get("d", "") + each.get("d", ""))
            parent.remove(each)
        else:
            before = each if each.tag == "path" else None


def _look(path: Element) -> dict[str, str] | None:
    return {name: text for name, text in path.attrib.items() if name != "d"}
