"""Writes a board as plain ASP facts, sorted, one a line, as bare clingo reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex, Outline, Sections
from hexcourt.facts.boards.spans import span_lines
from hexcourt.facts.formats.fact_text import quoted

HEADER = """\
% A board as facts, one a line, for clingo and for hexcourt. Levels are whole numbers of half levels
% above the board's level 0; the file vocabulary.lp of the law says what each fact means.
"""

_HEX = re.compile(r"(\[[^]]*\]|[0-9]+[ab]?|[a-z])?([A-Z]+)[0-9]+")
_DIGITS = re.compile("([0-9]+)")

Key = tuple[Any, ...]


def natural(text: str) -> Key:
    """Give a key that sorts numbers in a text by their size: ``a2`` before ``a10``."""
    parts: list[Any] = _DIGITS.split(text)
    for at in range(1, len(parts), 2):
        number = parts[at].lstrip("0")
        parts[at] = (len(number), number)
    return (tuple(parts), text)


def hex_order(name: str) -> Key:
    """Give a key that sorts hexes as they are named (A2.2): by board, A2 before A10, Z1 before AA1."""
    match = _HEX.fullmatch(name)
    board, letters = (match[1] or "", match[2]) if match else ("", name.rstrip("0123456789"))
    return (natural(board), len(letters), letters, natural(name))


def board_text(board: Board) -> str:
    """Write a board as the text of a facts file."""
    return "\n".join([HEADER, *board_lines(board), ""])


def board_lines(board: Board) -> list[str]:
    """Write a board as sorted facts, by predicate in the order of the vocabulary."""
    hexes = sorted(board.hexes, key=lambda each: hex_order(each.name))
    names = [(record, quoted(record.name)) for record in hexes]
    return [
        f"board({quoted(board.name)}).",
        f"source({quoted(board.source)}).",
        *(f"map_rule({rule})." for rule in board.map_rules),
        *_layout_lines(board),
        *(f"hex({name})." for _, name in names),
        *(f"place({name},{record.place[0]},{record.place[1]})." for record, name in names),
        *(f"elevation({name},{record.level})." for record, name in names),
        *(line for record, name in names for line in _terrain_lines(record, name)),
        *(f"inherent({name},{record.inherent})." for record, name in names if record.inherent),
        *(f"bed({name},{record.bed})." for record, name in names if record.bed is not None),
        *(f"stairwell({name})." for record, name in names if record.stairwell),
        *(f"slope({name},{side})." for record, name in names for side in sorted(record.slopes)),
        *_hexside_lines(board),
        *_location_lines(board, hexes),
        *_outline_lines(board),
        *(line for record, name in names for line in _feature_lines(record, name)),
        *(span_lines(board.raster) if board.raster is not None else ()),
        *_counter_lines(board),
        *(_section_lines(board.sections, hexes) if board.sections is not None else ()),
        *_area_lines(board),
        *_note_lines(board),
    ]


def _layout_lines(board: Board) -> Iterator[str]:
    layout = board.layout
    for item, value in (
        ("column_step", layout.column_step),
        ("hex_height", layout.hex_height),
        ("origin_x", layout.origin[0]),
        ("origin_y", layout.origin[1]),
        ("width", layout.extent[0]),
        ("height", layout.extent[1]),
    ):
        yield f"layout({item},{value.numerator},{value.denominator})."


def _terrain_lines(record: Hex, name: str) -> Iterator[str]:
    for term in sorted(record.terrain):
        yield f"terrain({name},{term})."


def _feature_lines(record: Hex, name: str) -> Iterator[str]:
    for term in sorted(record.features, key=natural):
        yield f"feature({name},{term})."


def _hexside_lines(board: Board) -> Iterator[str]:
    pairs = sorted(board.hexsides, key=lambda pair: (hex_order(pair[0]), hex_order(pair[1])))
    for first, second in pairs:
        for term in sorted(board.hexsides[first, second]):
            yield f"hexside({quoted(first)},{quoted(second)},{term})."


def _location_lines(board: Board, hexes: list[Hex]) -> Iterator[str]:
    for record in hexes:
        places = (each for each in board.locations_of(record.name) if each.printed)
        for place in sorted(places, key=lambda each: location_order(each.place)):
            yield f"location({quoted(place.hex)},{place.place},{place.level})."


def location_order(place: str) -> tuple[int, str]:
    """Give a key that sorts the Locations of a hex: ground, upper levels, then the rest."""
    return (0 if place == "ground" else 1 if place.startswith("level(") else 2, place)


def _outline_lines(board: Board) -> Iterator[str]:
    outlines = sorted(board.outlines, key=lambda each: natural(each.name))
    for outline in outlines:
        base = "ground" if outline.base is None else outline.base
        yield f"outline({quoted(outline.name)},{outline.terrain},{base})."
    for outline in outlines:
        yield from _corner_lines(outline)
    for outline in outlines:
        yield f"confidence({quoted(outline.name)},{outline.confidence})."


def _corner_lines(outline: Outline) -> Iterator[str]:
    name = quoted(outline.name)
    for ring, corners in enumerate(outline.rings):
        for number, (x, y) in enumerate(corners):
            yield f"corner({name},{ring},{number},{x},{y})."


def _counter_lines(board: Board) -> Iterator[str]:
    counters = sorted(board.counters, key=lambda each: (hex_order(each.hex), each))
    for counter in counters:
        yield f"counter({quoted(counter.hex)},{counter.place},{counter.terrain})."


def _section_lines(sections: Sections, hexes: list[Hex]) -> Iterator[str]:
    names = [record.name for record in hexes]
    others = {name: other for other, name in sections.aliases.items()}
    for name in names:
        for board in sections.parts[name]:
            yield f"part_of({quoted(name)},{quoted(board)})."
    for name in names:
        if name in sections.halves:
            yield f"half_hex({quoted(name)})."
    for name in names:
        if name in others:
            yield f"also_named({quoted(name)},{quoted(others[name])})."


def _area_lines(board: Board) -> Iterator[str]:
    if board.north:
        yield f"north({board.north})."
    for name in sorted(board.area_sentences):
        for sentence in board.area_sentences[name]:
            yield f"area_means({quoted(name)},{quoted(sentence)})."
    for name in sorted(board.areas):
        for each in sorted(board.areas[name], key=hex_order):
            yield f"area({quoted(name)},{quoted(each)})."
    for each in board.given:
        yield f"given({each})."


def _note_lines(board: Board) -> Iterator[str]:
    for subject, confidence, text in sorted(board.notes, key=note_order):
        yield f"note({quoted(subject)},{confidence},{quoted(text)})."


def note_order(note: tuple[str, str, str]) -> Key:
    """Give a key that sorts notes by subject, then by what they say."""
    return (natural(note[0]), note[1:])
