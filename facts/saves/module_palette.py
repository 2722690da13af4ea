"""Reads the palette of a module of VASSAL: which counter has which number, and where it stands."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from xml.etree.ElementTree import Element

import defusedxml
from defusedxml.ElementTree import ParseError, iterparse

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.text_files import read_bytes
from hexcourt.facts.formats.zip_files import opened_zip, unpacked
from hexcourt.facts.saves.kinds import Slot
from hexcourt.facts.sizes import LARGEST_BUILD_FILE, LARGEST_MODULE

_MEMBERS = ("buildFile.xml", "buildFile")
_PALETTE = "VASSAL.build.module.PieceWindow"
_SLOT = "VASSAL.build.widget.PieceSlot"
_MENUS = "?"  # the window of counters that are put by menus, not from the palette
_AGAIN = "name a module of VASL (.vmod)"


def read_palette(path: Path) -> Mapping[str, Slot]:
    """Map the numbers of counters (gpid) to their places in the palette of a module; raises BadInput.

    A place is told by the names of the palette's parts around it: ``Axis O/B > German > SQ``.
    """
    content = read_bytes(path, LARGEST_MODULE, "a module of VASSAL")
    with opened_zip(path, content, _AGAIN) as opened:
        found = (unpacked(opened, path, name, LARGEST_BUILD_FILE) for name in _MEMBERS)
        told = next((each for each in found if each is not None), None)
    if told is None:
        raise BadInput(f"{path}: member {_MEMBERS[0]} is missing; {_AGAIN}")
    try:
        return MappingProxyType(_slots(told))
    except defusedxml.DefusedXmlException:
        raise BadInput(f"{path}: its buildFile declares a DTD or entities; {_AGAIN}") from None
    except (ParseError, ValueError, LookupError):
        raise BadInput(f"{path}: its buildFile is no well-formed XML; {_AGAIN}") from None


def _slots(told: bytes) -> dict[str, Slot]:
    slots: dict[str, Slot] = {}
    names: list[str] = []
    for event, element in iterparse(io.BytesIO(told), ("start", "end"), forbid_dtd=True):
        if event == "start":
            names.append(_name(element))
            if element.tag == _SLOT and element.get("gpid"):
                path = " > ".join(filter(None, names[:-1]))
                slots.setdefault(element.get("gpid"), Slot(path))
        else:
            names.pop()
            element.clear()
    return slots


def _name(element: Element) -> str:
    """Name a part of the palette; the window that holds all of it has no say."""
    name = (element.get("entryName") or element.get("name") or "").strip()
    return name if element.tag != _PALETTE or name == _MENUS else ""
