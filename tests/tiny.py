"""Tiny boards as text: one hex or hexside a word or two, drawn big enough for a line to touch.

A board is a list of entries, parted by commas or new lines, later entries adding to earlier ones::

    A1:A5              open hexes at level 0, down one column
    A3 woods@2         woods on level 1 (levels are HALF levels, as in facts)
    A2 @-2             open ground at level -1
    A4 building(stone,2) stairwell level(1) level(2)
    A5 bridge(stone) bed@-2 under@-2
    A1 slope(3)        a slope hexside, South
    A3 +debris         a counter; +debris@under lies beneath a bridge
    A2-A3 wall         hexside terrain
    A2 feature(manhole)  what else is printed in the hex
    board(budapest)    the board's name
    map_rule(cellars)  what the rules say of this map alone

Terrain fills its hex but for a narrow rim; inherent terrain needs no drawing. A bed is drawn as a
gully that fills the whole hex. ``strip`` draws more across the hexes of column A.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np

from hexcourt.facts.boards.board import Board, direction_between
from hexcourt.facts.boards.records import Raster, kind_of, known_inherent_terms, known_terms
from hexcourt.facts.formats.read_board import COLUMN_STEP, parse_board
from hexcourt.facts.geometry.coordinates import column_index
from hexcourt.facts.geometry.hexes import Layout, Owners

RIM = 20
"""The width of the rim of a hex that its terrain leaves free, in thousandths of a hex."""

_ENTRIES = re.compile(r"[,\n](?![^(]*\))")
_PLACE = re.compile(r"([A-Z]+)([0-9]+)(?::\1([0-9]+))?")
_CORNERS = ((-291, -500), (291, -500), (581, 0), (291, 500), (-291, 500), (-581, 0))


def tiny(text: str, more: str = "", rim: int = RIM) -> Board:
    """Read a tiny board; ``more`` is further facts, such as those of ``strip``."""
    return parse_board(tiny_facts(text, rim) + more, "tiny.lp")


def tiny_facts(text: str, rim: int = RIM) -> str:
    """Turn the text of a tiny board into facts."""
    hexes: dict[str, list[str]] = {}
    facts: list[str] = []
    for entry in filter(None, map(str.strip, _ENTRIES.split(text))):
        where, *words = entry.split()
        if where.startswith("board("):
            facts.append(f'board("{where[6:-1]}").')
            continue
        if where.startswith("map_rule("):
            facts.append(f"{where}.")
            continue
        if "-" in where:
            first, second = where.split("-")
            facts += [f'hexside("{first}","{second}",{term}).' for term in words]
            continue
        column, first, last = _PLACE.fullmatch(where).groups()  # type: ignore[union-attr]
        for row in range(int(first), int(last or first) + 1):
            hexes.setdefault(f"{column}{row}", []).extend(words)
    for name, words in hexes.items():
        facts += _hex_facts(name, words, rim)
    return "\n".join(sorted(facts)) + "\n"


def _hex_facts(name: str, words: list[str], rim: int) -> list[str]:
    parted = [word.partition("@") for word in words]
    terrains = [word for word, _, _ in parted if word in known_terms()]
    raised = [int(told) for word, _, told in parted if told and word in ("", *terrains)]
    level = raised[-1] if raised else 0
    facts = [f'hex("{name}").', f'elevation("{name}",{level}).']
    for word, _, told in parted:
        if word in known_terms():
            facts.append(f'terrain("{name}",{word}).')
            if word in known_inherent_terms():
                facts.append(f'inherent("{name}",{word}).')
            elif kind_of(word) != "open":
                facts += outline(name + word, word, level // 2 * 2, hexagon(name, rim))
            if kind_of(word) == "depression":
                facts.append(f'bed("{name}",{level}).')
        elif word == "bed":
            facts.append(f'bed("{name}",{told}).')
            facts += outline(name + "bed", "gully", int(told), hexagon(name, 0))
        elif word.startswith("+"):
            facts.append(f'counter("{name}",{told or "ground"},{word[1:]}).')
        elif word == "stairwell":
            facts.append(f'stairwell("{name}").')
        elif word.startswith("feature("):
            facts.append(f'feature("{name}",{word[8:-1]}).')
        elif word.startswith("slope"):
            facts.append(f'slope("{name}",{word[6:-1]}).')
        elif word:
            floor = int(word[6:-1]) if word.startswith("level") else 0
            facts.append(f'location("{name}",{word},{told or level + 2 * floor}).')
    return facts


def outline(name: str, terrain: str, base: int, corners: list[tuple[int, int]]) -> list[str]:
    """Write an outline as facts."""
    ring = [f'corner("{name}",0,{n},{x},{y}).' for n, (x, y) in enumerate(corners)]
    return [f'outline("{name}",{terrain},{base}).', *ring]


def hexagon(name: str, rim: int) -> list[tuple[int, int]]:
    """Give the corners of a hex, drawn in by a rim."""
    letters, row = re.fullmatch("([A-Z]+)([0-9]+)", name).groups()  # type: ignore[union-attr]
    column = column_index(letters)
    x, y = int(COLUMN_STEP) * column, 1000 * (int(row) - 1) + 500 * (column % 2)
    share = 1 - rim / 500
    return [(x + round(share * dx), y + round(share * dy)) for dx, dy in _CORNERS]


def strip(terrain: str, base: int, top: int, bottom: int) -> str:
    """Draw terrain across column A between two heights of the drawing; A1's centre dot lies at 0,
    A2's at 1000.
    """
    corners = [(-200, top), (200, top), (200, bottom), (-200, bottom)]
    return "\n".join(outline(f"{terrain}{top}", terrain, base, corners))


# --- the same boards as pixels --------------------------------------------------------------------

PIXELS = Layout(Fraction(18), Fraction(20), (Fraction(12), Fraction(20)), (0, 0))
"""Hexes of 20 pixels."""


def pixelled(board: Board, hex_height: Fraction = PIXELS.hex_height) -> Board:
    """Draw a tiny board as pixels: hexes filled, hexside terrain two pixels wide."""
    columns, half_rows = board.places.max(axis=0).tolist()
    width, height = 18 * (columns + 1) + 12, 10 * (half_rows + 1) + 20
    layout = replace(PIXELS, hex_height=hex_height, extent=(width, height))
    xs, ys = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5, indexing="ij")
    owners = Owners(layout, board.places.astype(np.int64)).at(xs.ravel(), ys.ravel())
    drawn = [_drawn(record.terrain) for record in board.hexes] + ["open"]
    standing = {key: sorted(terms)[0] for key, terms in board.hexsides.items()}
    standing = {key: term for key, term in standing.items() if kind_of(term) == "hexside"}
    terms = tuple(sorted({*drawn, *standing.values()}))
    levels = np.array([record.level // 2 * 2 for record in board.hexes] + [0], dtype=np.int8)
    terrain = np.array([terms.index(term) for term in drawn], dtype=np.uint8)[owners]
    level = levels[owners]
    points = np.stack([xs.ravel(), ys.ravel()], axis=1)
    corners = layout.corner_offsets()
    for (one, two), term in standing.items():
        first, second = board.by_name[one], board.by_name[two]
        direction = direction_between(first.place, second.place) or 0
        centre = np.array(layout.centre(first.place))
        start, end = centre + corners[direction], centre + corners[(direction + 1) % 6]
        near = _distance(points, start, end) <= 1.0
        terrain[near & (term != "cliff")] = terms.index(term)
    raster = Raster(terms, terrain.reshape(width, height), level.reshape(width, height))
    return replace(board, layout=layout, outlines=(), raster=raster)


def _drawn(terrain: tuple[str, ...]) -> str:
    return next((term for term in terrain if kind_of(term) != "open"), "open")


def _distance(
    points: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    start: np.ndarray[tuple[int], np.dtype[np.float64]],
    end: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Measure how far points lie from a segment."""
    along = end - start
    share = np.clip(((points - start) @ along) / (along @ along), 0, 1)
    gaps = points - start - share[:, None] * along
    return np.hypot(gaps[:, 0], gaps[:, 1])
