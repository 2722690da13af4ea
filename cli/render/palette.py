"""The colours, motifs and strokes of a drawing, as data.

Kinds differ by lightness or motif as well as by hue; verdicts use colours of Okabe and Ito
(https://jfly.uni-koeln.de/color), which stay apart for every kind of colour vision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


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


def _strewn(label: str, fill: str, edge: str, motif: str, motif_colour: str) -> Ink:
    """Make an ink through which the level of the ground shows."""
    return Ink(label, fill, edge, motif, motif_colour, "0.6")


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

INKS: tuple[tuple[Ink, tuple[str, ...]], ...] = (
    (Ink("water", "#86b6d9", "#4a7fa6"), ("water", "river", "canal", "ocean")),
    (
        Ink("shallow water", "#b3d3e8", "#6b9cc0", "dashes", "#6b9cc0"),
        ("shallow_water", "shallow_river", "shallow_ocean", "ford", "irrigation_ditch", "effluent"),
    ),
    (
        Ink("stream", "#9dc1d6", "#4f7f96"),
        ("dry_stream", "shallow_stream", "deep_stream", "flooded_stream"),
    ),
    (Ink("gully", "#a9a48f", "#6f6a55"), ("gully", "wadi", "deir", "deir_lip")),
    (
        _strewn("marsh", "#cfdcc8", "#7c9a96", "dashes", "#46808c"),
        ("marsh", "swamp", "mud", "mudflats", "irrigated_paddy", "paddy_in_season"),
    ),
    (Ink("snow or ice", "#f6f9fc", "#b8c6d4"), ("snow", "deep_snow", "ice")),
    (
        _strewn("sand", "#f4e6bd", "#cdb883", "dots", "#cdb883"),
        ("sand", "soft_sand", "beach", "sand_dune", "reef"),
    ),
    (_strewn("plowed field", "#e3d3b4", "none", "rows", "#b39b70"), ("plowed", "drained_paddy")),
    (_strewn("grain", "#f0d868", "#c9ab36", "rows", "#b8962a"), ("grain", "kunai")),
    (
        _strewn("brush", "#c8d49a", "#8b9a52", "ticks", "#6a7a2c"),
        ("brush", "scrub", "broken_ground"),
    ),
    (
        _strewn("orchard", "#d5e2ba", "none", "rings", "#47792f"),
        ("orchard", "olive_grove", "palm_trees", "cactus_patch"),
    ),
    (
        _strewn("orchard out of season", "#e4dfc4", "none", "rings", "#8a6f45"),
        ("orchard_out_of_season",),
    ),
    (_strewn("vineyard", "#d9dcb4", "none", "columns", "#6d7f35"), ("vineyard",)),
    (Ink("woods", "#5f9460", "#35653a"), ("woods", "forest", "dense_jungle", "bamboo")),
    (_strewn("pine woods", "#4f8474", "#2b5a4c", "ticks", "#2b5a4c"), ("pine_woods",)),
    (Ink("light woods", "#94bb8a", "#4f7f4c"), ("light_woods", "light_jungle")),
    (_strewn("crag", "#d9d0c0", "#9a8d78", "ticks", "#5f5545"), ("crag", "hammada", "sangar")),
    (_strewn("graveyard", "#dadfd6", "#8d978c", "crosses", "#5b6660"), ("graveyard",)),
    (
        _strewn("shellholes", "#dfd3bf", "none", "rings", "#8c7a5c"),
        ("shellholes", "foxhole", "panji"),
    ),
    (_strewn("debris", "#d6c3b5", "#a18672", "ticks", "#7d5f4b"), ("debris", "collapsed_huts")),
    (Ink("hillock", "#d8bd8c", "#a5854c"), ("hillock", "hillock_summit")),
    (_strewn("lumberyard", "#d7b98d", "#8a6a3c", "rows", "#8a6a3c"), ("lumberyard",)),
    (Ink("trench", "#9a8466", "#5f4d36"), ("trench", "antitank_trench")),
    (Ink("tennis courts", "#e6b9a6", "#b0745b"), ("tennis_courts",)),
    (Ink("paved road", "#d4d5da", "#9fa1a9"), ("paved_road", "runway")),
    (Ink("dirt road or path", "#ead6ca", "#a27b66"), ("dirt_road", "path", "track")),
    (Ink("sunken road", "#b3a27c", "#7a6a45"), ("sunken_road",)),
    (Ink("elevated road", "#f3e7c6", "#6f5b33"), ("elevated_road",)),
    (Ink("railway", "#b7a5ae", "#7b6571"), ("railroad",)),
    (Ink("embankment railway", "#cf9f6f", "#8b5a2b", "rows", "#8b5a2b"), ("emrr",)),
    (Ink("rail cars", "#a8554e", "#5f2823"), ("rail_cars",)),
    (
        Ink("bridge", "#8f93b8", "#4a4e78"),
        ("bridge", "rr_bridge", "pontoon_bridge", "foot_bridge"),
    ),
    (Ink("stone rubble", "#c3c5ca", "#6b6f77", "crosses", "#4d5158"), ("rubble", "rubble_pile")),
)

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

STROKES: tuple[tuple[Stroke, tuple[str, ...]], ...] = (
    (Stroke("fence", (("#8b8b86", 1.2, "3 2"),)), ("fence",)),
    (Stroke("narrow street", (("#6d6f78", 7, ""), ("#f4f4f2", 4.4, ""))), ("narrow_street",)),
    (
        Stroke("railway embankment", (("#7a4a1e", 7, "2 3"), ("#7a4a1e", 2, ""))),
        ("railway_embankment",),
    ),
    (Stroke("cliff", (("#3f2a14", 8, "1.5 3"), ("#3f2a14", 2.5, ""))), ("cliff",)),
    (Stroke("dune crest", (("#b08d3c", 4, "6 3"),)), ("dune_crest_low", "dune_crest_high")),
    (Stroke("hedge", (("#14592f", 5.5, "0.1 5"), ("#14592f", 2, ""))), ("hedge",)),
    (Stroke("cactus hedge", (("#6f8f1a", 5.5, "0.1 5"),)), ("cactus_hedge",)),
    (Stroke("bocage", (("#0c3b1d", 6, ""), ("#8fc07f", 2.6, "0.1 5"))), ("bocage",)),
    (Stroke("wall", (("#45454a", 5, ""), ("#d9d9d9", 2, "4 2.5"))), ("wall",)),
    (Stroke("rowhouse wall", (("#101114", 5, ""),)), ("rowhouse_wall",)),
    (
        Stroke("factory wall", (("#101114", 5, ""), ("#ffffff", 1.6, "6 4"))),
        ("interior_factory_wall", "factory_wall"),
    ),
    (Stroke("roadblock", (("#101114", 8, ""), ("#f0e442", 5, "5 4"))), ("roadblock",)),
)
RAIL = Stroke("railway line", (("#5a3550", 3.4, "1.2 4"), ("#5a3550", 1.2, "")))
ROAD = Stroke("road", (("#b9a36a", 9, ""), ("#efe6cb", 7, "")))
ROAD_LIKE = frozenset({"rail", "road"})
UNDRAWN_SIDES = frozenset({"building_side", "crest"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an answer is drawn: the colour and dash of a line, the tint or hatching of a hex."""

    label: str
    colour: str
    dash: str
    tint: float
    hatch: str


VERDICTS: Mapping[str, Verdict] = MappingProxyType(
    {
        "clear": Verdict("clear", "#0072b2", "", 0.3, ""),
        "blocked": Verdict("blocked", "#d55e00", "10 6", 0.0, "hatch"),
        "upper": Verdict("clear only from the Locations written there", "#0072b2", "2 4", 0.12, ""),
        "too_close": Verdict("too close to call", "#a0457c", "12 4 2 4", 0.3, "dots"),
        "unknown": Verdict("unknown", "#333333", "2 5", 0.0, "questions"),
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
