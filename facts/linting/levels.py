"""Levels: jumps without a cliff, patches of other levels, centre dots that miss their hex (B2).

Ground is what the drawing shows the level of: depressions, water and bridges lie lower or higher by
themselves, and a cliff is where levels may jump (B11.1).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import listed
from hexcourt.facts.boards.board import hexside_key
from hexcourt.facts.boards.hex_pixels import ground_levels
from hexcourt.facts.boards.terrain import TerrainCode
from hexcourt.facts.formats.drawn_hexes import (
    HALF,
    WHOLE,
    bands_of,
    had_along,
    hexside_terms,
    shares,
)
from hexcourt.facts.formats.import_archive import settled, touched
from hexcourt.facts.geometry.hexes import neighbour
from hexcourt.facts.linting.codes import Confidence, Finding
from hexcourt.facts.linting.drawing import CODES, Drawing, Numbers, Regions, regions_of

CLIFF = 75
"""The code of a cliff."""

LEAST_JUMP = 8
"""How many pixels of a hex jump at least before it is told: fewer are where contours touch."""

WILD_JUMP = 60
"""How many pixels that jump are more than contours that meet along a hexside."""

LARGEST_PATCH = 60
"""How many pixels a patch of another level has at most that is no hill, knoll or hollow."""

MOST_OF_BOARD = 4
"""What part of a drawing a patch of another level takes up at most: more is the ground round it."""

DEEP = 4
"""By how many half levels a depression lies too deep in its ground."""

NEAR = 5
"""Within how many pixels other high ground makes a patch part of it."""

_RING = (6, 8)
"""How far from the centre dot the ground round it is looked at, in pixels."""


def level_findings(drawing: Drawing) -> Iterator[Finding]:
    """Look at the levels."""
    regions = regions_of(drawing.level, diagonal=False)
    lying = drawing.drawn(_lies_apart)
    ground = 2 * np.bincount(regions.grid[lying], minlength=len(regions.size)) <= regions.size
    patch = ground & (regions.size * MOST_OF_BOARD <= drawing.level.size)
    far = np.flatnonzero(patch & (_nearest_levels(regions) >= 2))
    small = np.flatnonzero(ground & (regions.size <= LARGEST_PATCH))
    yield from _jumps(drawing, np.isin(regions.grid, far))
    yield from _patches(drawing, regions, "B202", far.tolist())
    alone = [each for each in small.tolist() if _stands_alone(drawing, regions, each, lying)]
    yield from _patches(drawing, regions, "B203", sorted(set(alone).difference(far.tolist())))
    yield from _dots(drawing)
    yield from _beds(drawing)


def _lies_apart(code: TerrainCode) -> bool:
    return code.kind in ("depression", "water", "bridge") or code.term in (
        "cliff",
        "elevated_road",
    )


def _jumps(drawing: Drawing, told: npt.NDArray[np.bool_]) -> Iterator[Finding]:
    """Find where ground jumps by two levels or more and no cliff is near, but where that is told."""
    level = drawing.level.astype(np.int16)
    ignored = drawing.drawn(_lies_apart) | told | _near(drawing.terrain == CLIFF)
    found: dict[int, list[npt.NDArray[np.int64]]] = defaultdict(list)
    for one, other in _beside():
        apart = np.abs(level[one] - level[other]) >= 2
        apart &= ~ignored[one] & ~ignored[other]
        places = np.argwhere(apart)
        ends = np.sort(np.stack([level[one][apart], level[other][apart]], axis=1), axis=1)
        owners = drawing.owners[one][apart]
        rows = np.concatenate([places, ends], axis=1)
        for owner in np.unique(owners[owners >= 0]).tolist():
            found[owner].append(rows[owners == owner])
    for owner, some in sorted(found.items()):
        rows = np.concatenate(some)
        if len(rows) < LEAST_JUMP:
            continue
        gaps = np.unique(rows[:, 2:], axis=0).tolist()
        said = listed(f"{low} and {high}" for low, high in gaps)
        yield Finding(
            "B201",
            (drawing.name(owner),),
            f"ground of {drawing.name(owner)} jumps between levels {said}, and there is no cliff",
            Confidence.LIKELY if len(rows) >= WILD_JUMP else Confidence.ODD,
            pixels=len(rows),
            at=(int(rows[0, 0]), int(rows[0, 1])),
        )


def _near(held: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return which pixels have one of some within ``NEAR`` pixels across and down."""
    found = held.copy()
    for axis in (0, 1):
        line = np.moveaxis(found, axis, 0)
        grown = line.copy()
        for step in range(1, NEAR + 1):
            grown[step:] |= line[:-step]
            grown[:-step] |= line[step:]
        found = np.moveaxis(grown, 0, axis)
    return found


def _beside() -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Return what picks the pixels beside each other, across and down."""
    return (np.s_[:-1, :], np.s_[1:, :]), (np.s_[:, :-1], np.s_[:, 1:])


def _cliff_near(drawing: Drawing, x: int, y: int) -> bool:
    return bool((drawing.terrain[_window(x, y)] == CLIFF).any())


def _window(x: int, y: int) -> tuple[slice, slice]:
    return np.s_[max(0, x - NEAR) : x + NEAR + 1, max(0, y - NEAR) : y + NEAR + 1]


def _patches(
    drawing: Drawing, regions: Regions, code: str, found: Sequence[int]
) -> Iterator[Finding]:
    """Tell of patches by hexes."""
    by_hex: dict[int, list[int]] = defaultdict(list)
    for region in found:
        by_hex[int(drawing.owners[regions.place(region)])].append(region)
    for owner, some in sorted(by_hex.items()):
        if owner >= 0:
            yield _of_patches(drawing, regions, code, owner, some)


def _of_patches(
    drawing: Drawing, regions: Regions, code: str, owner: int, some: list[int]
) -> Finding:
    largest = max(some, key=lambda each: (regions.size[each], -each))
    name, (x, y) = drawing.name(owner), regions.place(largest)
    more = f" and {len(some) - 1} more" if len(some) > 1 else ""
    if code == "B203":
        off, sure = "above all", Confidence.LIKELY
    else:
        off = "two levels or more above or below all"
        ragged = all(_cliff_near(drawing, *regions.place(each)) for each in some)
        sure = Confidence.ODD if ragged else Confidence.CERTAIN
    return Finding(
        code,
        (name,),
        f"a patch of level {regions.value[largest]}{more} in {name} lies {off} that is round it",
        sure,
        pixels=int(regions.size[some].sum()),
        at=(x, y),
    )


def _nearest_levels(regions: Regions) -> Numbers:
    """Return by how many levels each region differs from the neighbour that differs least."""
    grid = regions.grid
    found = np.full(len(regions.size), 99)
    value = regions.value.astype(np.int64)
    for one, other in _beside():
        apart = grid[one] != grid[other]
        a, b = grid[one][apart], grid[other][apart]
        gap = np.abs(value[a] - value[b])
        np.minimum.at(found, a, gap)
        np.minimum.at(found, b, gap)
    return np.where(found == 99, 0, found)


def _stands_alone(
    drawing: Drawing, regions: Regions, region: int, lying: npt.NDArray[np.bool_]
) -> bool:
    """Return whether no other ground as high as a small patch is near it, and it is no islet."""
    xs, ys = regions.pixels(region)
    window = np.s_[
        max(0, xs.min() - NEAR) : xs.max() + NEAR + 1, max(0, ys.min() - NEAR) : ys.max() + NEAR + 1
    ]
    high = drawing.level[window] >= regions.value[region]
    return int(high.sum()) == regions.size[region] and not lying[window].any()


def _dots(drawing: Drawing) -> Iterator[Finding]:
    """Find centre dots on a level that hardly any ground round them has."""
    level, centres = drawing.level, drawing.board.centres
    at_dot = settled(touched(level, centres))
    reach = range(-_RING[1], _RING[1] + 1)
    ring = np.array(
        [(x, y) for x in reach for y in reach if _RING[0] ** 2 <= x * x + y * y <= _RING[1] ** 2]
    )
    points = centres[:, None, :] + ring[None, :, :]
    inside = ((points >= 0) & (points < np.array(level.shape))).all(axis=2)
    places = np.clip(points.astype(np.int64), 0, np.array(level.shape) - 1)
    around = level[places[:, :, 0], places[:, :, 1]]
    alike = ((around == at_dot[:, None]) & inside).sum(axis=1) / np.maximum(1, inside.sum(axis=1))
    for number in np.flatnonzero(alike < 0.1).tolist():
        name = drawing.name(number)
        told = sorted({int(each) for each in around[number][inside[number]]})
        x, y = centres[number].astype(np.int64).tolist()
        yield Finding(
            "B204",
            (name,),
            f"the centre dot of {name} lies on level {at_dot[number]}, the ground round it on "
            f"{listed(map(str, told))}",
            Confidence.LIKELY,
            pixels=int(inside[number].sum()),
            at=(x, y),
        )


def _beds(drawing: Drawing) -> Iterator[Finding]:
    """Find depressions whose bottom lies two levels or more below the ground beside them."""
    ground = ground_levels(drawing.board).tolist()
    for number, record in enumerate(drawing.board.hexes):
        if record.bed != record.level or ground[number] - record.level < DEEP:
            continue
        x, y = drawing.board.centres[number].astype(np.int64).tolist()
        yield Finding(
            "B205",
            (record.name,),
            f"the depression of {record.name} lies on level {record.level // 2}, most ground beside it "
            f"in the hex on {ground[number] // 2}",
            Confidence.LIKELY,
            at=(x, y),
        )


# --- Hexside terrain (B3) -------------------------------------------------------------------------


MOST_STRAY = 30
"""Fewer pixels than these at no hexside are strays: of a number, or of a ragged edge."""

LEAST_STRETCH = 20
"""How many pixels a stretch has at least that is a part of what runs along a hexside."""

_TERMS = frozenset(hexside_terms().values())


def hexside_findings(drawing: Drawing) -> Iterator[Finding]:
    """Look at hexside terrain."""
    wanted = drawing.is_code(lambda code: code.term in _TERMS)
    drawn = np.where(wanted[drawing.terrain], drawing.terrain, 0).astype(np.uint8)
    if drawn.any():
        layout, centres = drawing.board.layout, drawing.board.centres
        bands, regions = bands_of(drawn, layout, centres), regions_of(drawn)
        met = bands_of(regions.grid, layout, centres)
        yield from _at_no_hexside(drawing, regions, met, bands)
        yield from _along_hexsides(drawing, bands)


def _at_no_hexside(
    drawing: Drawing, regions: Regions, met: Numbers, bands: npt.NDArray[np.uint8]
) -> Iterator[Finding]:
    """Find what no hexside of the board is read to have, and what does not run along one."""
    read = _read_at_hexsides(drawing, regions.grid)
    read |= {n for n in _run_along(met, bands) if regions.size[n] >= LEAST_STRETCH}
    strays: dict[int, list[int]] = defaultdict(list)
    for region in np.flatnonzero(regions.value > 0).tolist():
        if region in read:
            continue
        xs, ys = regions.pixels(region)
        owners = drawing.owners[xs, ys]
        if len(xs) < MOST_STRAY:
            strays[int(owners.max())].append(region)
            continue
        hexes = drawing.hexes_of(owners.tolist())
        term = CODES[int(regions.value[region])].term
        yield Finding(
            "B301",
            hexes,
            f"{term} drawn in {listed(hexes)} lies along no hexside",
            Confidence.LIKELY,
            pixels=len(xs),
            at=regions.place(region),
        )
    for owner, some in sorted(strays.items()):
        if owner >= 0:
            terms = sorted({CODES[int(regions.value[each])].term for each in some})
            yield Finding(
                "B302",
                (drawing.name(owner),),
                f"stray pixels of {listed(terms)} in {drawing.name(owner)}, along no hexside",
                Confidence.LIKELY,
                pixels=int(regions.size[some].sum()),
                at=regions.place(some[0]),
            )


def _read_at_hexsides(drawing: Drawing, grid: npt.NDArray[np.int64]) -> set[int]:
    """List the regions that are met where hexsides are read."""
    points = drawing.side_points.reshape(-1, 2)
    found: set[int] = set()
    for edge in (1e-9, -1e-9):
        places = np.clip(np.floor(points + edge).astype(np.int64), 0, np.array(grid.shape) - 1)
        found.update(grid[places[:, 0], places[:, 1]].tolist())
    return found


def _run_along(met: Numbers, bands: npt.NDArray[np.uint8]) -> set[int]:
    """List the regions of terrain that runs along most of a hexside, if with a gap for a road."""
    found: set[int] = set()
    for number, side in np.argwhere(bands.any(axis=(2, 3))).tolist():
        if max(shares(bands[number, side], hexside_terms()).values()) >= HALF:
            found.update(met[number, side].ravel().tolist())
    return found


def _along_hexsides(drawing: Drawing, bands: npt.NDArray[np.uint8]) -> Iterator[Finding]:
    """Hold what is drawn along each hexside against what is read at its middle."""
    board = drawing.board
    for number, record in enumerate(board.hexes):
        for side in range(3):
            other = board.by_place.get(neighbour(record.place, side))
            if other is None:
                continue
            key = hexside_key(record.name, other.name)
            had = _TERMS.intersection(board.hexsides.get(key, ()))
            drawn = shares(bands[number, side], hexside_terms())
            if had or drawn:
                shown = _in_middle(drawing, number, side)
                yield from _one_hexside(key, had, drawn, shown)
            if "cliff" in had and record.level == other.level:
                said = f"the cliff of {_hexside(key)} lies between hexes of one level"
                yield Finding("B306", key, said, Confidence.ODD)


def _one_hexside(
    key: tuple[str, str],
    had: frozenset[str],
    drawn: Mapping[str, float],
    shown: Sequence[str],
) -> Iterator[Finding]:
    missed = had_along(drawn, shown).difference(shown)
    for term in sorted(missed):
        share = drawn[term]
        yield Finding(
            "B303",
            key,
            f"{term} is drawn along {share:.0%} of {_hexside(key)}, and missed at its middle",
            Confidence.LIKELY if share >= WHOLE else Confidence.ODD,
        )
    for term in sorted(had - missed):
        if drawn.get(term, 0) < HALF:
            yield Finding(
                "B304",
                key,
                f"{term} of {_hexside(key)} is drawn along {drawn.get(term, 0):.0%} of it alone",
                Confidence.ODD,
            )
    if len(had - missed) > 1:
        yield Finding(
            "B305",
            key,
            f"{_hexside(key)} is read as {listed(sorted(had - missed))}",
            Confidence.ODD,
        )


def _hexside(key: tuple[str, str]) -> str:
    return f"hexside {key[0]}-{key[1]}"


def _in_middle(drawing: Drawing, number: int, side: int) -> tuple[str, ...]:
    """Return what the middle of a hexside shows, on either side."""
    other = drawing.board.neighbours[number, side]
    codes = (drawing.side_codes[number, side], drawing.side_codes[other, side + 3])
    return tuple(CODES[int(code)].term for code in codes)
