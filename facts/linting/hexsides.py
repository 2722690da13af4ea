"""Hexside terrain: what lies along no hexside, and what hexsides miss or have in contradiction (B3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import listed
from hexcourt.facts.boards.board import hexside_key
from hexcourt.facts.formats.drawn_hexes import (
    HALF,
    WHOLE,
    bands_of,
    had_along,
    hexside_terms,
    shares,
)
from hexcourt.facts.geometry.hexes import neighbour
from hexcourt.facts.geometry.regions import Numbers, Regions, regions_of
from hexcourt.facts.linting.codes import Confidence, LintFinding
from hexcourt.facts.linting.drawing import CODES, Drawing

MAX_STRAY_PIXELS = 30
"""Fewer pixels than these at no hexside are strays: of a number, or of a ragged edge."""

MIN_STRETCH = 20
"""How many pixels a stretch has at least that is a part of what runs along a hexside."""

_TERMS = frozenset(hexside_terms().values())


def hexside_findings(drawing: Drawing) -> Iterator[LintFinding]:
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
) -> Iterator[LintFinding]:
    """Find what no hexside of the board is read to have, and what does not run along one."""
    read = _read_at_hexsides(drawing, regions.grid)
    read |= {n for n in _run_along(met, bands) if regions.size[n] >= MIN_STRETCH}
    strays: dict[int, list[int]] = defaultdict(list)
    for region in np.flatnonzero(regions.value > 0).tolist():
        if region in read:
            continue
        xs, ys = regions.pixels(region)
        owners = drawing.owners[xs, ys]
        if len(xs) < MAX_STRAY_PIXELS:
            strays[int(owners.max())].append(region)
            continue
        hexes = drawing.hexes_of(owners.tolist())
        term = CODES[int(regions.value[region])].term
        yield LintFinding(
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
            yield LintFinding(
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


def _along_hexsides(drawing: Drawing, bands: npt.NDArray[np.uint8]) -> Iterator[LintFinding]:
    """Compare what is drawn along each hexside with what is read at its middle."""
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
                text = f"the cliff of {_hexside(key)} lies between hexes of one level"
                yield LintFinding("B306", key, text, Confidence.ODD)


def _one_hexside(
    key: tuple[str, str],
    had: frozenset[str],
    drawn: Mapping[str, float],
    shown: Sequence[str],
) -> Iterator[LintFinding]:
    missed = had_along(drawn, shown).difference(shown)
    for term in sorted(missed):
        share = drawn[term]
        yield LintFinding(
            "B303",
            key,
            f"{term} is drawn along {share:.0%} of {_hexside(key)}, and missed at its middle",
            Confidence.LIKELY if share >= WHOLE else Confidence.ODD,
        )
    for term in sorted(had - missed):
        if drawn.get(term, 0) < HALF:
            sentence = (
                f"{term} of {_hexside(key)} is drawn along {drawn.get(term, 0):.0%} of it alone"
            )
            yield LintFinding("B304", key, sentence, Confidence.ODD)
    if len(had - missed) > 1:
        sentence = f"{_hexside(key)} is read as {listed(sorted(had - missed))}"
        yield LintFinding("B305", key, sentence, Confidence.ODD)


def _hexside(key: tuple[str, str]) -> str:
    return f"hexside {key[0]}-{key[1]}"


def _in_middle(drawing: Drawing, number: int, side: int) -> tuple[str, ...]:
    """Return what the middle of a hexside shows, on either side."""
    other = drawing.board.neighbours[number, side]
    codes = (drawing.side_codes[number, side], drawing.side_codes[other, side + 3])
    return tuple(CODES[int(code)].term for code in codes)
