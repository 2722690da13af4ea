"""Buildings: heights within one building, stairwells, entries that filled a hex (B1).

A building is what hangs together of one material; rowhouse walls part buildings (B23.71).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from hexcourt.facts.boards.terrain_terms import kind_of
from hexcourt.facts.errors import listed
from hexcourt.facts.linting.drawing import CODES, Drawing
from hexcourt.facts.linting.finding import Confidence, Finding
from hexcourt.facts.linting.metadata import BASIC, listed_types
from hexcourt.facts.linting.regions import regions_of

STONE, WOOD = range(40, 45), range(50, 55)

MOST_STRAY = 20
"""How many pixels of another height in one hex are what its border left over, at most."""

FILLED, ALONE = 0.97, 0.95
"""The share of a hex that a building fills, and of the building that lies in that hex, to be told."""

Parts = Mapping[int, Mapping[int, int]]
"""The pixels of a building by hex and code."""


def building_findings(drawing: Drawing) -> Iterator[Finding]:
    """Look at the buildings."""
    buildings = _buildings(drawing)
    yield from _heights(drawing, buildings)
    yield from _stairwells(drawing, buildings)
    yield from _filled(drawing, buildings)


def _buildings(drawing: Drawing) -> list[Parts]:
    """List the buildings, whatever their height."""
    material = np.zeros(256, dtype=np.uint8)
    material[list(STONE)], material[list(WOOD)] = 1, 2
    drawn = material[drawing.terrain]
    held = drawn > 0
    regions = regions_of(drawn, diagonal=False).grid[held]
    owners = len(drawing.board.hexes) + 1
    keys = (regions * owners + drawing.owners[held] + 1) * 256 + drawing.terrain[held]
    counted = (each.tolist() for each in np.unique(keys, return_counts=True))
    found: dict[int, dict[int, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    for key, count in zip(*counted, strict=True):
        rest, code = divmod(key, 256)
        region, owner = divmod(rest, owners)
        if owner:
            found[region][owner - 1][code] = count
    return list(found.values())


def _heights(drawing: Drawing, buildings: list[Parts]) -> Iterator[Finding]:
    known = listed_types(drawing)
    for parts in buildings:
        real = {
            number: {code: n for code, n in codes.items() if n > MOST_STRAY}
            for number, codes in parts.items()
        }
        heights = {code for codes in real.values() for code in codes}
        if len(heights) > 1:
            told = [
                f"{drawing.name(number)} {listed(str(CODES[code].upper) for code in codes)}"
                for number, codes in sorted(real.items())
                if codes
            ]
            forgotten = any(
                BASIC.intersection(codes) and drawing.name(number) not in known
                for number, codes in real.items()
            )
            yield Finding(
                "B101",
                drawing.hexes_of(number for number, codes in real.items() if codes),
                f"one building has different numbers of upper levels: {listed(told)}",
                Confidence.LIKELY if forgotten else Confidence.ODD,
                pixels=sum(n for codes in parts.values() for n in codes.values()),
            )
        elif heights:
            yield from _strays(drawing, parts, heights.pop())


def _strays(drawing: Drawing, parts: Parts, height: int) -> Iterator[Finding]:
    strays = {
        number: sum(n for code, n in codes.items() if code != height)
        for number, codes in parts.items()
        if set(codes) - {height}
    }
    if strays:
        hexes = drawing.hexes_of(strays)
        yield Finding(
            "B102",
            hexes,
            f"some pixels in {listed(hexes)} of a building of {CODES[height].upper} upper levels have "
            "another height",
            Confidence.CERTAIN,
            pixels=sum(strays.values()),
        )


def _stairwells(drawing: Drawing, buildings: list[Parts]) -> Iterator[Finding]:
    board = drawing.board
    upper = [
        max((place.floor or 0 for place in board.locations_of(h.name)), default=0)
        for h in board.hexes
    ]
    told: set[int] = set()
    for parts in buildings:
        tall = {number for number in parts if upper[number] > 1} - told
        if tall and not any(board.hexes[number].stairwell for number in parts):
            told |= tall
            hexes = drawing.hexes_of(tall)
            yield Finding(
                "B103",
                hexes,
                f"the building in {listed(hexes)} has {max(upper[n] for n in tall)} upper levels and no "
                "stairwell",
                Confidence.ODD,
            )
    for number in np.flatnonzero(drawing.archive.stairways).tolist():
        if not upper[number] and not _in_factory(drawing, number):
            name = drawing.name(number)
            yield Finding(
                "B104",
                (name,),
                f"{name} has a stairwell and no upper level",
                Confidence.LIKELY,
            )


def _in_factory(drawing: Drawing, number: int) -> bool:
    """Tell whether a hex is one of a Factory, whose stairwell leads to the Rooftop (O.4B)."""
    return any(kind_of(term) == "factory" for term in drawing.board.hexes[number].terrain)


def _filled(drawing: Drawing, buildings: list[Parts]) -> Iterator[Finding]:
    size = np.bincount(drawing.owners[drawing.owners >= 0], minlength=len(drawing.board.hexes))
    for parts in buildings:
        whole = sum(n for codes in parts.values() for n in codes.values())
        for number, codes in parts.items():
            mine = sum(codes.values())
            if mine >= FILLED * size[number] and mine >= ALONE * whole:
                name = drawing.name(number)
                yield Finding(
                    "B105",
                    (name,),
                    f"a building fills {name} to its border, and no other hex",
                    Confidence.CERTAIN,
                    pixels=mine,
                    metadata=listed_types(drawing).get(name),
                )
