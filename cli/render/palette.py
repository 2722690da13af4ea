"""The colours, motifs and strokes of a drawing, as data.

Kinds differ by lightness or motif as well as by hue; verdicts use colours of Okabe and Ito
(https://jfly.uni-koeln.de/color), which stay apart for every kind of colour vision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexcourt.facts.base.files import table_rows


@dataclass(frozen=True, slots=True)
class Ink:
    """How a kind of terrain is filled: colours, and the motif strewn over it."""

    label: str
    fill: str
    edge: str = "none"
    motif: str = ""
    motif_colour: str = ""
    opacity: str = "1"
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """How hexside terrain is drawn: layers of (colour, width, dash pattern), lowest first."""

    label: str
    layers: tuple[tuple[str, float, str], ...]


LEVEL_STOPS: tuple[tuple[int, tuple[int, int, int]], ...] = (
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


def _inks() -> Iterator[tuple[Ink, tuple[str, ...]]]:
    for label, heads, fill, edge, motif, motif_colour, opacity in table_rows(_PACKAGE, "inks.tsv"):
        stroke = (motif.strip("-"), motif_colour.strip("-"))
        yield Ink(label, fill, edge, *stroke, opacity), tuple(heads.split(", "))


def _strokes() -> Iterator[tuple[Stroke, tuple[str, ...]]]:
    for label, heads, layers in table_rows(_PACKAGE, "strokes.tsv"):
        parts = ([*each.split(", "), ""] for each in layers.split("; "))
        stroke = tuple((colour, float(width), dash) for colour, width, dash, *_ in parts)
        yield Stroke(label, stroke), tuple(heads.split(", "))


_PACKAGE = "hexcourt.cli.render"

INKS, STROKES = tuple(_inks()), tuple(_strokes())
"""Inks, and strokes of hexsides, each with the terrain that it is for."""

WOODEN_RUBBLE = Ink("wooden rubble", "#d8bd9a", "#8a6233", "crosses", "#6d4a20")
INNER_WALL = "#2e3036"
UNKNOWN_FILL = ("#cbc9c4", "#77746e")

BUILDINGS = frozenset({"building", "factory"})
BUILDING_EDGES = {"stone": ("#6b7079", "#23262b"), "wood": ("#96683a", "#452a10")}
BUILDING_FILLS = {
    "stone": ("#b4b8bf", "#9ba0a9", "#828893", "#6b717c", "#575d67"),
    "wood": ("#d6a871", "#c08b50", "#a67036", "#8a5824", "#704517"),
}
UNDRAWN = frozenset({"open", "ground", ""})

RAIL = Stroke("railway line", (("#5a3550", 3.4, "1.2 4"), ("#5a3550", 1.2, "")))
ROAD = Stroke("road", (("#b9a36a", 9, ""), ("#efe6cb", 7, "")))
ROAD_LIKE = frozenset({"rail", "road"})
UNDRAWN_SIDES = frozenset({"building_side", "crest"})


@dataclass(frozen=True, slots=True)
class VerdictStyle:
    """How an answer is drawn: the colour and dash of a line, the tint or hatching of a hex."""

    label: str
    colour: str
    dash: str
    tint: float
    hatch: str


VERDICTS: Mapping[str, VerdictStyle] = MappingProxyType(
    {
        "clear": VerdictStyle("clear", "#0072b2", "", 0.3, ""),
        "blocked": VerdictStyle("blocked", "#d55e00", "10 6", 0.0, "hatch"),
        "upper": VerdictStyle(
            "clear only from the Locations written there", "#0072b2", "2 4", 0.12, ""
        ),
        "too_close": VerdictStyle("too close to call", "#a0457c", "12 4 2 4", 0.3, "dots"),
        "unknown": VerdictStyle("unknown", "#333333", "2 5", 0.0, "questions"),
    }
)
HUES = ("#0072b2", "#d55e00", "#00795a", "#a0457c", "#7a5c00", "#4b4aa0")
"""Hues for what is counted: turns, columns of rows."""
HATCH_COLOUR = "#4a4038"
HATCHED = 0.45
INK_TEXT = "#26241f"
GRID = "#6f6a5c"
FAINT = "0.35"
FADED = "#6b717c"
UNDERNEATH = "0.6"
CREST = "#8a6d3f"
HIGHLIGHT = "#cc2f7b"
CROSS = "#b02a00"
