"""Chooses from the palette how to draw a terrain, a hexside, a level and a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

import numpy as np

from hexcourt.cli.drawing.style.palette import (
    BUILDING_EDGES,
    BUILDING_FILLS,
    BUILDINGS,
    INKS,
    INNER_WALL,
    LEVEL_STOPS,
    ROAD_LIKE,
    STROKES,
    UNDRAWN,
    UNDRAWN_SIDES,
    UNKNOWN_FILL,
    VERDICTS,
    WOODEN_RUBBLE,
    Ink,
    Stroke,
    Verdict,
)
from hexcourt.cli.drawing.style.terms import term_parts, term_text
from hexcourt.facts.boards.terrain_terms import kinds

_TALL = 4
_BY_HEIGHT = BUILDING_FILLS["stone"] + BUILDING_FILLS["wood"]


@cache
def _inks() -> Mapping[str, Ink]:
    return MappingProxyType({head: ink for ink, heads in INKS for head in heads})


@cache
def _strokes() -> Mapping[str, Stroke]:
    return MappingProxyType({head: stroke for stroke, heads in STROKES for head in heads})


@cache
def ink_of(term: str) -> Ink | None:
    """Choose how to fill a terrain; nothing for open ground."""
    head, arguments = term_parts(term)
    if head in UNDRAWN:
        return None
    if head in ("rubble", "rubble_pile") and "wood" in arguments:
        return WOODEN_RUBBLE
    if head in _inks():
        return _inks()[head]
    if head in ("rowhouse_wall", "interior_factory_wall"):
        return Ink(_strokes()[head].label, INNER_WALL)
    if head in _strokes():
        stroke = _strokes()[head]
        return Ink(stroke.label, stroke.layers[0][0], faint=True)
    if kinds().get(term) in BUILDINGS:
        return _building_ink(head, arguments)
    return Ink(term_text(term), *UNKNOWN_FILL)


def gone_ink(ink: Ink) -> Ink:
    """Choose how to fill what counters have done away with."""
    return replace(ink, label="", faint=True)


def sort_of(term: str) -> str:
    """Tell terrain of different sorts apart: any building is one sort."""
    return "building" if kinds().get(term) in BUILDINGS else term


def _building_ink(head: str, arguments: tuple[str, ...]) -> Ink:
    """Choose how to fill a building: by what it is made of, the darker the higher."""
    made_of = "wood" if "wood" in arguments or head in ("huts", "bedouin_camp") else "stone"
    levels = next((int(part) for part in arguments if part.isdecimal()), None)
    step = min(levels or 0, _TALL)
    low, high = BUILDING_EDGES[made_of]
    motif = "crosses" if "gutted" in head else "rows" if "factory" in head else ""
    return Ink(
        _building_label(head, arguments, made_of, levels),
        BUILDING_FILLS[made_of][step],
        high if step else low,
        "columns" if levels is None else motif,
        high,
    )


def _building_label(head: str, arguments: tuple[str, ...], made_of: str, levels: int | None) -> str:
    if head == "building_of_unknown_height":
        return f"{made_of} building, height unknown"
    words = head.replace("_", " ")
    if made_of in arguments:
        words = f"{'wooden' if made_of == 'wood' else made_of} {words}"
    if levels is None:
        return words
    if head == "building" and levels == 0:
        return f"{words}, ground level only"
    return (
        f"{words}, {levels} upper level{'s' * (levels != 1)}"
        if head == "building"
        else f"{words} {levels}"
    )


def stroke_of(term: str) -> Stroke | None:
    """Choose how to draw a hexside; nothing for what does not stand up on it."""
    head, _ = term_parts(term)
    if head in _strokes():
        return _strokes()[head]
    if head in UNDRAWN_SIDES or head in ROAD_LIKE or kinds().get(term, "hexside") != "hexside":
        return None
    return Stroke(term_text(term), (("#8a8780", 4, "4 3"),))


@cache
def rank_of(ink: Ink) -> tuple[int, int, str, str]:
    """Order inks from what lies lowest to what stands highest."""
    known = [each for each, _ in INKS]
    height = _BY_HEIGHT.index(ink.fill) if ink.fill in _BY_HEIGHT else -1
    index = known.index(ink) if ink in known else len(known) + (not ink.label)
    return index, height, ink.label, ink.fill


def level_fill(level: int) -> str:
    """Mix the colour of ground at a level."""
    stops = [stop for stop, _ in LEVEL_STOPS]
    mixed = [np.interp(level, stops, [rgb[part] for _, rgb in LEVEL_STOPS]) for part in range(3)]
    return "#" + "".join(f"{round(float(value)):02x}" for value in mixed)


def verdict_key(verdict: str | None) -> str:
    """Name a verdict; what nobody has heard of counts as unknown."""
    return verdict if verdict is not None and verdict in VERDICTS else "unknown"


def verdict_style(verdict: str | None) -> Verdict:
    """Choose how to draw a verdict."""
    return VERDICTS[verdict_key(verdict)]
