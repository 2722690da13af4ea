"""The predicates that describe a board, as ``asp/vocabulary.lp`` declares them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import NamedTuple

from hexcourt.facts.fact_text import Argument, Fact, Source, Term, Text, written
from hexcourt.facts.terrain_terms import known_terms, nearest_term

HIGHEST = 60
"""The highest level, up or down, in half levels."""

FARTHEST = 4_000
"""The largest column or half row."""

LARGEST_COORDINATE = 1_000_000
"""The largest coordinate of a drawing."""

LAYOUT_ITEMS = ("column_step", "hex_height", "origin_x", "origin_y", "width", "height")
CONFIDENCES = ("high", "medium", "low")

_HEX_NAME = re.compile("[A-Z]{1,8}[0-9]{1,4}")
_PLACE = re.compile(r"ground|under|level\([1-9]\)")


class Kind(NamedTuple):
    """A kind of argument: what it is called and whether an argument is one."""

    what: str
    fits: Callable[[Argument], bool]


def _numbers(what: str, least: int, most: int) -> Kind:
    return Kind(what, lambda value: isinstance(value, int) and least <= value <= most)


def _choices(what: str, *allowed: str) -> Kind:
    return Kind(what, lambda value: isinstance(value, Term) and value in allowed)


_TEXT = Kind('a quoted string such as "words"', lambda value: isinstance(value, Text))
_NAME = Kind(
    'a short quoted name such as "b1"',
    lambda value: isinstance(value, Text) and 0 < len(value) <= 80,
)
_HEX = Kind(
    'a quoted hex name such as "F31"',
    lambda value: isinstance(value, Text) and _HEX_NAME.fullmatch(value) is not None,
)
_LEVEL = _numbers(f"a level (half levels, {-HIGHEST} to {HIGHEST})", -HIGHEST, HIGHEST)
_TERRAIN = Kind("a terrain term such as woods", lambda value: isinstance(value, Term))
_TERM = Kind("a term such as manhole", lambda value: isinstance(value, Term))
_COLUMN = _numbers(f"a column (0 to {FARTHEST})", 0, FARTHEST)
_HALF_ROW = _numbers(f"a half row ({-FARTHEST} to {FARTHEST})", -FARTHEST, FARTHEST)
_COUNT = _numbers("a number from 0", 0, LARGEST_COORDINATE)
_COORDINATE = _numbers(
    f"a coordinate ({-LARGEST_COORDINATE} to {LARGEST_COORDINATE})",
    -LARGEST_COORDINATE,
    LARGEST_COORDINATE,
)
_ANY_NUMBER = Kind("a whole number", lambda value: isinstance(value, int))
_DIVISOR = _numbers("a whole number from 1", 1, 2**31 - 1)
_DIRECTION = _numbers("a direction (0 N, 1 NE, ... 5 NW)", 0, 5)
_PLACE_TERM = Kind(
    "ground, under or level(1) to level(9)",
    lambda value: isinstance(value, Term) and _PLACE.fullmatch(value) is not None,
)
_BASE = Kind(
    "a level in half levels or ground",
    lambda value: value == "ground" if isinstance(value, Term) else _LEVEL.fits(value),
)
_CONFIDENCE = _choices("high, medium or low", *CONFIDENCES)
_ITEM = _choices(f"one of {', '.join(LAYOUT_ITEMS)}", *LAYOUT_ITEMS)

PREDICATES: Mapping[str, tuple[tuple[str, Kind], ...]] = MappingProxyType(
    {
        "board": (("Name", _TEXT),),
        "source": (("Text", _TEXT),),
        "layout": (("Item", _ITEM), ("Numerator", _ANY_NUMBER), ("Denominator", _DIVISOR)),
        "hex": (("Hex", _HEX),),
        "place": (("Hex", _HEX), ("Column", _COLUMN), ("HalfRow", _HALF_ROW)),
        "elevation": (("Hex", _HEX), ("Level", _LEVEL)),
        "terrain": (("Hex", _HEX), ("Terrain", _TERRAIN)),
        "inherent": (("Hex", _HEX), ("Terrain", _TERRAIN)),
        "bed": (("Hex", _HEX), ("Level", _LEVEL)),
        "stairwell": (("Hex", _HEX),),
        "slope": (("Hex", _HEX), ("Direction", _DIRECTION)),
        "hexside": (("Hex", _HEX), ("Hex", _HEX), ("Terrain", _TERRAIN)),
        "location": (("Hex", _HEX), ("Place", _PLACE_TERM), ("Level", _LEVEL)),
        "outline": (("Id", _NAME), ("Terrain", _TERRAIN), ("Base", _BASE)),
        "corner": (
            ("Id", _NAME),
            ("Ring", _COUNT),
            ("Number", _COUNT),
            ("X", _COORDINATE),
            ("Y", _COORDINATE),
        ),
        "confidence": (("Id", _NAME), ("Confidence", _CONFIDENCE)),
        "feature": (("Hex", _HEX), ("Feature", _TERM)),
        "span": (
            ("Row", _COUNT),
            ("First", _COUNT),
            ("Last", _COUNT),
            ("Terrain", _TERRAIN),
            ("Level", _LEVEL),
        ),
        "note": (("Subject", _NAME), ("Confidence", _CONFIDENCE), ("Text", _TEXT)),
    }
)
"""The predicates in the order of the vocabulary, with the name and the kind of each argument."""


def check(source: Source, fact: Fact) -> None:
    """Hold a fact against its declaration; raises BadInput where it does not fit."""
    declared = PREDICATES.get(fact.predicate)
    if declared is None or len(declared) != len(fact.arguments):
        raise source.refusal(fact.at, _undeclared(fact))
    for (name, kind), value in zip(declared, fact.arguments, strict=True):
        if not kind.fits(value):
            raise source.refusal(fact.at, _misfit(fact, name, kind, value))
        if kind is _TERRAIN and value not in known_terms():
            sentence = f"terrain {written(value)[:60]} is not known{nearest_term(str(value))}"
            raise source.refusal(fact.at, sentence)


def _misfit(fact: Fact, name: str, kind: Kind, value: Argument) -> str:
    shown = written(value)[:60]
    return f"{fact.predicate} has {shown} as its {name}; write {kind.what}"


def _undeclared(fact: Fact) -> str:
    arity = len(fact.arguments)
    if fact.predicate in PREDICATES:
        count = len(PREDICATES[fact.predicate])
        wanted = "1 argument" if count == 1 else f"{count} arguments"
        return f"{fact.predicate} takes {wanted}, not {arity}; write {_form(fact.predicate)}"
    shown = f"{fact.predicate[:40]}/{arity}"
    near = get_close_matches(fact.predicate[:40], PREDICATES, n=1, cutoff=0.5)
    mend = f"write {_form(near[0])}" if near else f"write one of {', '.join(PREDICATES)}"
    return f"{shown} is not a predicate of boards; {mend}"


def _form(predicate: str) -> str:
    return f"{predicate}({', '.join(name for name, _ in PREDICATES[predicate])})"
