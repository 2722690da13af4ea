"""The predicates that describe a board, as ``asp/vocabulary.lp`` declares them."""

from __future__ import annotations

import re
from types import MappingProxyType

from hexcourt.facts.boards.terrain_terms import COUNTERS
from hexcourt.facts.formats.fact_text import Term, Text
from hexcourt.facts.formats.predicates import (
    AREA,
    BOARD_ID,
    CONFIDENCE,
    COUNTER_PLACE,
    HEX,
    NAME,
    NOTE,
    TERRAIN,
    TEXT,
    Kind,
    Predicates,
    choices,
    numbers,
)

HIGHEST = 60
"""The highest level, up or down, in half levels."""

FARTHEST = 4_000
"""The largest column or half row."""

LARGEST_COORDINATE = 1_000_000
"""The largest coordinate of a drawing."""

LAYOUT_ITEMS = ("column_step", "hex_height", "origin_x", "origin_y", "width", "height")

MAP_RULES = ("cellars",)
"""What the rules say of one map alone: its multi-hex buildings have Cellars (O6.1)."""

NORTHS = ("up", "right", "down", "left")
"""Where North may lie on a drawing (A2.1)."""

_PLACE = re.compile(r"ground|under|level\([1-9]\)")

_BOARD = Kind(
    'a quoted name on one line such as "budapest"',
    lambda value: isinstance(value, Text) and "\n" not in value,
)
_LEVEL = numbers(f"a level (half levels, {-HIGHEST} to {HIGHEST})", -HIGHEST, HIGHEST)
_TERM = Kind("a term such as manhole", lambda value: isinstance(value, Term))
_COLUMN = numbers(f"a column (0 to {FARTHEST})", 0, FARTHEST)
_HALF_ROW = numbers(f"a half row ({-FARTHEST} to {FARTHEST})", -FARTHEST, FARTHEST)
_COUNT = numbers("a number from 0", 0, LARGEST_COORDINATE)
_COORDINATE = numbers(
    f"a coordinate ({-LARGEST_COORDINATE} to {LARGEST_COORDINATE})",
    -LARGEST_COORDINATE,
    LARGEST_COORDINATE,
)
_ANY_NUMBER = Kind("a whole number", lambda value: isinstance(value, int))
_DIVISOR = numbers("a whole number from 1", 1, 2**31 - 1)
_DIRECTION = numbers("a direction (0 N, 1 NE, ... 5 NW)", 0, 5)
_PLACE_TERM = Kind(
    "ground, under or level(1) to level(9)",
    lambda value: isinstance(value, Term) and _PLACE.fullmatch(value) is not None,
)
_BASE = Kind(
    "a level in half levels or ground",
    lambda value: value == "ground" if isinstance(value, Term) else _LEVEL.fits(value),
)
_COUNTER = choices(f"one of {', '.join(COUNTERS)}", *COUNTERS)
_MAP_RULE = choices(f"one of {', '.join(MAP_RULES)}", *MAP_RULES)
_NORTH = choices(f"one of {', '.join(NORTHS)}", *NORTHS)
_ITEM = choices(f"one of {', '.join(LAYOUT_ITEMS)}", *LAYOUT_ITEMS)

PREDICATES: Predicates = MappingProxyType(
    {
        "board": (("Name", _BOARD),),
        "source": (("Text", TEXT),),
        "layout": (("Item", _ITEM), ("Numerator", _ANY_NUMBER), ("Denominator", _DIVISOR)),
        "hex": (("Hex", HEX),),
        "place": (("Hex", HEX), ("Column", _COLUMN), ("HalfRow", _HALF_ROW)),
        "elevation": (("Hex", HEX), ("Level", _LEVEL)),
        "terrain": (("Hex", HEX), ("Terrain", TERRAIN)),
        "inherent": (("Hex", HEX), ("Terrain", TERRAIN)),
        "bed": (("Hex", HEX), ("Level", _LEVEL)),
        "stairwell": (("Hex", HEX),),
        "slope": (("Hex", HEX), ("Direction", _DIRECTION)),
        "hexside": (("Hex", HEX), ("Hex", HEX), ("Terrain", TERRAIN)),
        "location": (("Hex", HEX), ("Place", _PLACE_TERM), ("Level", _LEVEL)),
        "outline": (("Id", NAME), ("Terrain", TERRAIN), ("Base", _BASE)),
        "corner": (
            ("Id", NAME),
            ("Ring", _COUNT),
            ("Number", _COUNT),
            ("X", _COORDINATE),
            ("Y", _COORDINATE),
        ),
        "confidence": (("Id", NAME), ("Confidence", CONFIDENCE)),
        "feature": (("Hex", HEX), ("Printed", _TERM)),
        "span": (
            ("Row", _COUNT),
            ("First", _COUNT),
            ("Last", _COUNT),
            ("Terrain", TERRAIN),
            ("Level", _LEVEL),
        ),
        "counter": (("Hex", HEX), ("Place", COUNTER_PLACE), ("Terrain", _COUNTER)),
        "map_rule": (("Said", _MAP_RULE),),
        "part_of": (("Hex", HEX), ("Board", BOARD_ID)),
        "half_hex": (("Hex", HEX),),
        "also_named": (("Hex", HEX), ("Name", HEX)),
        "north": (("Side", _NORTH),),
        "area_means": (("Area", AREA), ("Sentence", TEXT)),
        "area": (("Area", AREA), ("Hex", HEX)),
        "given": (("Thing", _TERM),),
        "note": NOTE,
    }
)
"""The predicates in the order of the vocabulary, with the name and the kind of each argument."""
