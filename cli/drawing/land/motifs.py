"""Motifs: the patterns strewn over a fill."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexcourt.cli.drawing.sheet.svg import Element, add
from hexcourt.cli.drawing.style.palette import Ink

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


class Motifs:
    """Defines each motif when it is first used."""

    def __init__(self, definitions: Element) -> None:
        self.definitions = definitions
        self.known: set[str] = set()

    def fill(self, ink: Ink, zoom: float = 1.0) -> str:
        """Give the fill of an ink, for drawing under a magnification."""
        return self._use(ink, zoom) if ink.motif else ink.fill

    def hatch(self, motif: str, colour: str) -> str:
        """Give a fill that leaves most of the ground in sight."""
        return self._use(Ink("", "none", "none", motif, colour), 1.0)

    def _use(self, ink: Ink, zoom: float) -> str:
        parts = (ink.motif, ink.motif_colour[1:], ink.fill.lstrip("#"))
        name = "-".join(parts if zoom == 1.0 else (*parts, "zoomed"))
        if name not in self.known:
            self.known.add(name)
            self._define(name, ink, zoom)
        return f"url(#{name})"

    def _define(self, name: str, ink: Ink, zoom: float) -> None:
        size = _MOTIF_SIZE
        pattern = add(
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
            ground = add(pattern, "rect", width=size, height=size, fill=ink.fill)
            ground.set("fill-opacity", ink.opacity)
        add(
            pattern,
            "path",
            d=_MOTIFS[ink.motif],
            fill="none",
            stroke=ink.motif_colour,
            stroke_width=2 if ink.motif == "dots" else 1,
            stroke_linecap="round",
        )
