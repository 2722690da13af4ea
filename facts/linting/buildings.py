"""Buildings: heights within one building, stairwells, entries that filled a hex (B1).

A building is what hangs together of one material; rowhouse walls part buildings (B23.71).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import hypot

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import listed
from hexcourt.facts.boards.records import UNDER, kind_of
from hexcourt.facts.geometry.regions import Numbers, regions_of
from hexcourt.facts.linting.codes import Confidence, LintFinding
from hexcourt.facts.linting.drawing import CODES, Drawing
from hexcourt.facts.linting.metadata import BASIC, listed_types

STONE, WOOD = range(40, 45), range(50, 55)

MAX_STRAY_PIXELS = 20
"""How many pixels of another height in one hex are what its border left over, at most."""

FILLED, ALONE = 0.97, 0.95
"""The share of a hex that a building fills, and of the building that lies in that hex, to be told."""

Parts = Mapping[int, Mapping[int, int]]
"""The pixels of a building by hex and code."""


def building_findings(drawing: Drawing) -> Iterator[LintFinding]:
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


def _heights(drawing: Drawing, buildings: list[Parts]) -> Iterator[LintFinding]:
    known = listed_types(drawing)
    for parts in buildings:
        real = {
            number: {code: n for code, n in codes.items() if n > MAX_STRAY_PIXELS}
            for number, codes in parts.items()
        }
        heights = {code for codes in real.values() for code in codes}
        if len(heights) > 1:
            lines = [
                f"{drawing.name(number)} {listed(str(CODES[code].upper) for code in codes)}"
                for number, codes in sorted(real.items())
                if codes
            ]
            forgotten = any(
                BASIC.intersection(codes) and drawing.name(number) not in known
                for number, codes in real.items()
            )
            yield LintFinding(
                "B101",
                drawing.hexes_of(number for number, codes in real.items() if codes),
                f"one building has different numbers of upper levels: {listed(lines)}",
                Confidence.LIKELY if forgotten else Confidence.ODD,
                pixels=sum(n for codes in parts.values() for n in codes.values()),
            )
        elif heights:
            yield from _strays(drawing, parts, heights.pop())


def _strays(drawing: Drawing, parts: Parts, height: int) -> Iterator[LintFinding]:
    strays = {
        number: sum(n for code, n in codes.items() if code != height)
        for number, codes in parts.items()
        if set(codes) - {height}
    }
    if strays:
        hexes = drawing.hexes_of(strays)
        sentence = (
            f"some pixels in {listed(hexes)} of a building of {CODES[height].upper} upper levels have "
            "another height"
        )
        yield LintFinding("B102", hexes, sentence, Confidence.CERTAIN, pixels=sum(strays.values()))


def _stairwells(drawing: Drawing, buildings: list[Parts]) -> Iterator[LintFinding]:
    board = drawing.board
    upper = [
        max((place.floor or 0 for place in board.locations_of(h.name)), default=0)
        for h in board.hexes
    ]
    known: set[int] = set()
    for parts in buildings:
        tall = {number for number in parts if upper[number] > 1} - known
        if tall and not any(board.hexes[number].stairwell for number in parts):
            known |= tall
            hexes = drawing.hexes_of(tall)
            sentence = (
                f"the building in {listed(hexes)} has {max(upper[n] for n in tall)} upper levels and no "
                "stairwell"
            )
            yield LintFinding("B103", hexes, sentence, Confidence.ODD)
    for number in np.flatnonzero(drawing.archive.stairways).tolist():
        if not upper[number] and not _in_factory(drawing, number):
            name = drawing.name(number)
            sentence = f"{name} has a stairwell and no upper level"
            yield LintFinding("B104", (name,), sentence, Confidence.LIKELY)


def _in_factory(drawing: Drawing, number: int) -> bool:
    """Return whether a hex is one of a Factory, whose stairwell leads to the Rooftop (O.4B)."""
    return any(kind_of(term) == "factory" for term in drawing.board.hexes[number].terrain)


def _filled(drawing: Drawing, buildings: list[Parts]) -> Iterator[LintFinding]:
    size = np.bincount(drawing.owners[drawing.owners >= 0], minlength=len(drawing.board.hexes))
    for parts in buildings:
        whole = sum(n for codes in parts.values() for n in codes.values())
        for number, codes in parts.items():
            mine = sum(codes.values())
            if mine >= FILLED * size[number] and mine >= ALONE * whole:
                name = drawing.name(number)
                yield LintFinding(
                    "B105",
                    (name,),
                    f"a building fills {name} to its border, and no other hex",
                    Confidence.CERTAIN,
                    pixels=mine,
                    metadata=listed_types(drawing).get(name),
                )


# --- Bridges (B4) ---------------------------------------------------------------------------------


MIN_DRAWN = 30
"""How many pixels of a bridge in a hex are more than a neighbour's that reaches over."""

MIN_BED = 100
"""How many pixels of depression or water there are at least in the hex of a bridge that spans them."""

MAX_SIDE_RATIO = 3
"""How many times as large one side of a bridge is at most as the other."""

MAX_FROM_DOT = 4.0
"""How far from the centre dot the middle of a bridge is at most that is drawn over all of its road."""


def bridge_findings(drawing: Drawing) -> Iterator[LintFinding]:
    """Look at the bridges (B6)."""
    drawn = drawing.drawn(lambda code: code.kind == "bridge")
    places = np.argwhere(drawn)
    held = drawing.owners[drawn]
    spanned = {(each.hex, each.place) for each in drawing.board.locations if each.place == UNDER}
    for number in np.unique(held).tolist():
        if number < 0:
            continue
        xs, ys = places[held == number].T
        if len(xs) < MIN_DRAWN:
            continue
        record, place = drawing.board.hexes[number], (int(xs[0]), int(ys[0]))
        if (record.name, UNDER) not in spanned:
            yield LintFinding(
                "B401",
                (record.name,),
                f"part of a bridge is drawn in {record.name}, and its centre dot is on none",
                Confidence.LIKELY,
                pixels=len(xs),
                at=place,
            )
            continue
        sides = _sides(xs, ys)
        aside = hypot(*(drawing.board.centres[number] - (xs.mean() + 0.5, ys.mean() + 0.5)))
        if aside > MAX_FROM_DOT and (len(sides) == 1 or sides[0] > MAX_SIDE_RATIO * sides[1]):
            yield LintFinding(
                "B402",
                (record.name,),
                f"the bridge in {record.name} is drawn on one side of its road alone",
                Confidence.LIKELY,
                pixels=len(xs),
                at=place,
            )
        bed = sum(
            drawing.by_hex.get((number, code), 0)
            for code, entry in CODES.items()
            if entry.kind in ("depression", "water")
        )
        if bed < MIN_BED:
            sentence = (
                f"hardly any depression or water is drawn beneath the bridge in {record.name}"
            )
            yield LintFinding(
                "B403", (record.name,), sentence, Confidence.LIKELY, pixels=bed, at=place
            )


def _sides(xs: Numbers, ys: Numbers) -> list[int]:
    """Count the pixels of each part of a bridge, the largest first."""
    box = np.zeros((int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1), dtype=np.uint8)
    box[xs - xs.min(), ys - ys.min()] = 1
    regions = regions_of(box)
    parts: list[int] = regions.size[regions.value == 1].tolist()
    return sorted(parts, reverse=True)


# --- Stray pixels (B5) ----------------------------------------------------------------------------


LARGEST_SPECK, SURE_SPECK = 12, 3
"""How many pixels a speck has at most, and one that is surely nothing else."""

NEAR = 10
"""Within how many pixels terrain of its kind makes a speck part of that."""

MIN_INHERENT = 60
"""Of how many pixels at least inherent terrain is that fills its hex."""

_STANDING = ("other", "building", "factory", "depression", "water", "bridge")


def speck_findings(drawing: Drawing) -> Iterator[LintFinding]:
    """Look at small regions of terrain."""
    yield from _specks(drawing)
    yield from _inherent(drawing)


def _specks(drawing: Drawing) -> Iterator[LintFinding]:
    regions, terrain = drawing.regions, drawing.terrain
    standing = drawing.is_code(lambda code: code.kind in _STANDING)
    small = (regions.size <= LARGEST_SPECK) & standing[regions.value]
    alike = {code: _alike(drawing, code) for code in np.unique(regions.value[small]).tolist()}
    for region in np.flatnonzero(small).tolist():
        xs, ys = regions.pixels(region)
        window = terrain[
            max(0, xs.min() - NEAR) : xs.max() + NEAR + 1,
            max(0, ys.min() - NEAR) : ys.max() + NEAR + 1,
        ]
        code = int(regions.value[region])
        if int(alike[code][window].sum()) > len(xs):
            continue
        hexes = drawing.hexes_of(drawing.owners[xs, ys].tolist())
        yield LintFinding(
            "B501",
            hexes,
            f"a speck of {CODES[code].term}, with none of its kind near",
            Confidence.CERTAIN if len(xs) <= SURE_SPECK else Confidence.LIKELY,
            pixels=len(xs),
            at=regions.place(region),
        )


def _alike(drawing: Drawing, code: int) -> npt.NDArray[np.bool_]:
    """Return which codes are of one kind with another: by class, or by name where that says little."""
    entry = CODES[code]
    name = entry.term.partition("(")[0]
    return drawing.is_code(
        lambda each: (
            each.kind == entry.kind
            and (entry.kind != "other" or each.term.partition("(")[0] == name)
        )
    )


def _inherent(drawing: Drawing) -> Iterator[LintFinding]:
    held: dict[tuple[int, str], int] = defaultdict(int)
    for (number, code), count in drawing.by_hex.items():
        held[number, CODES[code].term] += count
    for number, record in enumerate(drawing.board.hexes):
        count = held.get((number, record.inherent or ""), 0)
        if record.inherent is not None and count < MIN_INHERENT:
            yield LintFinding(
                "B502",
                (record.name,),
                f"{record.inherent} fills {record.name}, of which {count} pixels are drawn",
                Confidence.CERTAIN if count <= SURE_SPECK else Confidence.LIKELY,
                pixels=count,
            )
