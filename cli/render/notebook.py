"""A drawing as a notebook shows it: an image in HTML, as small as can be."""

from __future__ import annotations

import re
from html import escape
from xml.etree import ElementTree

import defusedxml
from defusedxml.ElementTree import fromstring

from hexcourt.cli.render.style import HREF, Element
from hexcourt.facts.base.errors import BadInput

LARGEST = 1_000_000
"""How many characters a picture may have that a notebook shows."""

_QUOTED = str.maketrans({"%": "%25", "#": "%23", "'": "%27", "&": "&amp;", "\n": " "})


def notebook_image(svg: str) -> str:
    """Write a drawing of ours as an image in HTML; empty where it is too large for a page.

    The image is a document of its own, so that its definitions are no other picture's. No pointer
    reaches into it: what only shows on hover is left out, and neighbours that look alike become one.
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
        for name in [*each.attrib]:
            if name == "class" or name.startswith("data-"):
                del each.attrib[name]
        if HREF in each.attrib:
            each.set("href", each.attrib.pop(HREF))
    root.set("xmlns", "http://www.w3.org/2000/svg")
    _reduce(root, alike=True)
    text = ElementTree.tostring(root, encoding="unicode")
    used = set(re.findall(r"#([\w-]+)", text))
    for definitions in root.iter("defs"):
        for each in [*definitions]:
            if each.get("id") not in used:
                definitions.remove(each)
    text = ElementTree.tostring(root, encoding="unicode").replace(" />", "/>")
    if len(text) > LARGEST:
        return ""
    source = f"data:image/svg+xml,{text.translate(_QUOTED)}"
    return f"<img style='max-width: 100%' alt='{escape(named)}' src='{source}'>"


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
