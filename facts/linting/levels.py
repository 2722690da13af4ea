"""Levels: jumps without a cliff, patches of other levels, centre dots that miss their hex (B2).

Ground is what the drawing shows the level of: depressions, water and bridges lie lower or higher by
themselves, and a cliff is where levels may jump (B11.1).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import listed
from hexcourt.facts.boards.records import TerrainCode
from hexcourt.facts.formats.import_archive import settled, touched
from hexcourt.facts.geometry.regions import Numbers, Regions, regions_of
from hexcourt.facts.linting.codes import Confidence, LintFinding
from hexcourt.facts.linting.drawing import Drawing
from hexcourt.facts.tracing.touched import ground_levels

CLIFF = 75
"""The code of a cliff."""

MIN_JUMP = 8
"""How many pixels of a hex jump at least before it is told: fewer are where contours touch."""

MAX_JUMP_PIXELS = 60
"""How many pixels that jump are more than contours that meet along a hexside."""

LARGEST_PATCH = 60
"""How many pixels a patch of another level has at most that is no hill, knoll or hollow."""

MAX_OF_BOARD = 4
"""What part of a drawing a patch of another level takes up at most: more is the ground round it."""

DEEP = 4
"""By how many half levels a depression lies too deep in its ground."""

NEAR = 5
"""Within how many pixels other high ground makes a patch part of it."""

_RING = (6, 8)
"""How far from the centre dot the ground round it is looked at, in pixels."""


def level_findings(drawing: Drawing) -> Iterator[LintFinding]:
    """Look at the levels."""
    regions = regions_of(drawing.level, diagonal=False)
    own_level = drawing.drawn(_has_own_level)
    ground = 2 * np.bincount(regions.grid[own_level], minlength=len(regions.size)) <= regions.size
    patch = ground & (regions.size * MAX_OF_BOARD <= drawing.level.size)
    far = np.flatnonzero(patch & (_nearest_levels(regions) >= 2))
    small = np.flatnonzero(ground & (regions.size <= LARGEST_PATCH))
    yield from _jumps(drawing, np.isin(regions.grid, far))
    yield from _patches(drawing, regions, "B202", far.tolist())
    alone = [each for each in small.tolist() if _stands_alone(drawing, regions, each, own_level)]
    yield from _patches(drawing, regions, "B203", sorted(set(alone).difference(far.tolist())))
    yield from _dots(drawing)
    yield from _beds(drawing)


def _has_own_level(code: TerrainCode) -> bool:
    return code.kind in ("depression", "water", "bridge") or code.term in (
        "cliff",
        "elevated_road",
    )


def _jumps(drawing: Drawing, mask: npt.NDArray[np.bool_]) -> Iterator[LintFinding]:
    """Find where ground jumps by two levels or more and no cliff is near, but where that is given."""
    level = drawing.level.astype(np.int16)
    ignored = drawing.drawn(_has_own_level) | mask | _near(drawing.terrain == CLIFF)
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
        if len(rows) < MIN_JUMP:
            continue
        gaps = np.unique(rows[:, 2:], axis=0).tolist()
        text = listed(f"{low} and {high}" for low, high in gaps)
        yield LintFinding(
            "B201",
            (drawing.name(owner),),
            f"ground of {drawing.name(owner)} jumps between levels {text}, and there is no cliff",
            Confidence.LIKELY if len(rows) >= MAX_JUMP_PIXELS else Confidence.ODD,
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
) -> Iterator[LintFinding]:
    """Report patches by hexes."""
    by_hex: dict[int, list[int]] = defaultdict(list)
    for region in found:
        by_hex[int(drawing.owners[regions.place(region)])].append(region)
    for owner, some in sorted(by_hex.items()):
        if owner >= 0:
            yield _of_patches(drawing, regions, code, owner, some)


def _of_patches(
    drawing: Drawing, regions: Regions, code: str, owner: int, some: list[int]
) -> LintFinding:
    largest = max(some, key=lambda each: (regions.size[each], -each))
    name, (x, y) = drawing.name(owner), regions.place(largest)
    more = f" and {len(some) - 1} more" if len(some) > 1 else ""
    if code == "B203":
        off, sure = "above all", Confidence.LIKELY
    else:
        off = "two levels or more above or below all"
        ragged = all(_cliff_near(drawing, *regions.place(each)) for each in some)
        sure = Confidence.ODD if ragged else Confidence.CERTAIN
    sentence = (
        f"a patch of level {regions.value[largest]}{more} in {name} lies {off} that is round it"
    )
    return LintFinding(
        code, (name,), sentence, sure, pixels=int(regions.size[some].sum()), at=(x, y)
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
    drawing: Drawing, regions: Regions, region: int, own_level: npt.NDArray[np.bool_]
) -> bool:
    """Return whether no other ground as high as a small patch is near it, and it is no islet."""
    xs, ys = regions.pixels(region)
    window = np.s_[
        max(0, xs.min() - NEAR) : xs.max() + NEAR + 1, max(0, ys.min() - NEAR) : ys.max() + NEAR + 1
    ]
    high = drawing.level[window] >= regions.value[region]
    return int(high.sum()) == regions.size[region] and not own_level[window].any()


def _dots(drawing: Drawing) -> Iterator[LintFinding]:
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
        items = sorted({int(each) for each in around[number][inside[number]]})
        x, y = centres[number].astype(np.int64).tolist()
        yield LintFinding(
            "B204",
            (name,),
            f"the centre dot of {name} lies on level {at_dot[number]}, the ground round it on "
            f"{listed(map(str, items))}",
            Confidence.LIKELY,
            pixels=int(inside[number].sum()),
            at=(x, y),
        )


def _beds(drawing: Drawing) -> Iterator[LintFinding]:
    """Find depressions whose bottom lies two levels or more below the ground beside them."""
    ground = ground_levels(drawing.board).tolist()
    for number, record in enumerate(drawing.board.hexes):
        if record.bed != record.level or ground[number] - record.level < DEEP:
            continue
        x, y = drawing.board.centres[number].astype(np.int64).tolist()
        sentence = (
            f"the depression of {record.name} lies on level {record.level // 2}, most ground beside it "
            f"in the hex on {ground[number] // 2}"
        )
        yield LintFinding("B205", (record.name,), sentence, Confidence.LIKELY, at=(x, y))
