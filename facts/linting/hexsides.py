"""Hexside terrain: pixels at no hexside, hexsides that miss what is drawn along them (B3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import hexside_key
from hexcourt.facts.errors import listed
from hexcourt.facts.grid.geometry import neighbour
from hexcourt.facts.linting.drawing import CODES, Drawing
from hexcourt.facts.linting.finding import Confidence, Finding
from hexcourt.facts.linting.regions import Regions, regions_of

Number = TypeVar("Number", np.uint8, np.int64)

Places = npt.NDArray[np.int64]
"""Pixels of bands along hexsides, shape (hexes, 3, steps, width of the band, 2)."""

MOST_STRAY = 30
"""Fewer pixels than these at no hexside are strays: of a number, or of a ragged edge."""

LEAST_STRETCH = 20
"""How many pixels a stretch has at least that is a part of what runs along a hexside."""

WHOLE, HALF = 0.9, 0.5
"""The share of a hexside's length along which terrain is drawn that is all of it, or most of it."""

_STEPS = 24
_BAND = np.arange(-4, 5)
"""How far from a hexside, in pixels, terrain drawn along it counts as its own."""

_ENDS = 0.12
"""The share of its length at either end where a hexside's terrain is that of its neighbours."""

_TERMS = frozenset(
    code.term for code in CODES.values() if code.kind == "hexside" and "_wall(" not in code.term
)
"""Hexside terrain, but for the walls within and between buildings."""


def hexside_findings(drawing: Drawing) -> Iterator[Finding]:
    """Look at hexside terrain."""
    wanted = drawing.is_code(lambda code: code.term in _TERMS)
    drawn = np.where(wanted[drawing.terrain], drawing.terrain, 0).astype(np.uint8)
    if drawn.any():
        places = _bands(drawing)
        bands = _in_band(drawn, places)
        yield from _at_no_hexside(drawing, regions_of(drawn), places, bands)
        yield from _along_hexsides(drawing, bands)


def _at_no_hexside(
    drawing: Drawing, regions: Regions, places: Places, bands: npt.NDArray[np.uint8]
) -> Iterator[Finding]:
    """Find what no hexside of the board is read to have, and what does not run along one."""
    read = _read_at_hexsides(drawing, regions.grid)
    read |= {n for n in _run_along(regions, places, bands) if regions.size[n] >= LEAST_STRETCH}
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


def _run_along(regions: Regions, places: Places, bands: npt.NDArray[np.uint8]) -> set[int]:
    """List the regions of terrain that runs along most of a hexside, if with a gap for a road."""
    found: set[int] = set()
    for number, side in np.argwhere(bands.any(axis=(2, 3))).tolist():
        if max(_shares(bands[number, side]).values()) >= HALF:
            found.update(_in_band(regions.grid, places[number, side]).ravel().tolist())
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
            read = _TERMS.intersection(board.hexsides.get(key, ()))
            shares = _shares(bands[number, side])
            if read or shares:
                passed = _is_passed(drawing, number, side)
                yield from _one_hexside(key, read, shares, passed)
            if "cliff" in read and record.level == other.level:
                said = f"the cliff of {_hexside(key)} lies between hexes of one level"
                yield Finding("B306", key, said, Confidence.ODD)


def _one_hexside(
    key: tuple[str, str], read: frozenset[str], shares: Mapping[str, float], passed: bool
) -> Iterator[Finding]:
    for term, share in shares.items():
        if term not in read and share >= (WHOLE if passed else HALF):
            yield Finding(
                "B303",
                key,
                f"{term} is drawn along {share:.0%} of {_hexside(key)}, and missed at its middle",
                Confidence.LIKELY if share >= WHOLE else Confidence.ODD,
            )
    for term in sorted(read):
        if shares.get(term, 0) < HALF:
            yield Finding(
                "B304",
                key,
                f"{term} of {_hexside(key)} is drawn along {shares.get(term, 0):.0%} of it alone",
                Confidence.ODD,
            )
    if len(read) > 1:
        yield Finding(
            "B305", key, f"{_hexside(key)} is read as {listed(sorted(read))}", Confidence.ODD
        )


def _hexside(key: tuple[str, str]) -> str:
    return f"hexside {key[0]}-{key[1]}"


def _bands(drawing: Drawing) -> Places:
    """List the pixels of a band along the first three hexsides of each hex."""
    corners = drawing.board.layout.corner_offsets()
    steps = np.linspace(_ENDS, 1 - _ENDS, _STEPS)
    bands = []
    for side in range(3):
        course = corners[side + 1] - corners[side]
        across = np.array([-course[1], course[0]]) / np.linalg.norm(course)
        line = corners[side] + course * steps[:, None]
        bands.append(line[:, None, :] + across * _BAND[None, :, None])
    points = drawing.board.centres[:, None, None, None, :] + np.stack(bands)[None]
    places: Places = np.floor(points).astype(np.int64)
    return places


def _in_band(drawn: npt.NDArray[Number], places: Places) -> npt.NDArray[Number]:
    """Read a drawing at some pixels, 0 beyond its edges."""
    inside = ((places >= 0) & (places < np.array(drawn.shape))).all(axis=-1)
    places = np.clip(places, 0, np.array(drawn.shape) - 1)
    return np.where(inside, drawn[places[..., 0], places[..., 1]], 0).astype(drawn.dtype)


def _shares(band: npt.NDArray[np.uint8]) -> dict[str, float]:
    """Tell along which share of a hexside each terrain is drawn."""
    codes = [code for code in np.unique(band).tolist() if code]
    found: dict[str, npt.NDArray[np.bool_]] = {}
    for code in codes:
        term = CODES[code].term
        met = (band == code).any(axis=1)
        found[term] = found[term] | met if term in found else met
    return {term: float(met.mean()) for term, met in sorted(found.items())}


def _is_passed(drawing: Drawing, number: int, side: int) -> bool:
    """Tell whether a road, a path or water runs through the middle of a hexside."""
    other = drawing.board.neighbours[number, side]
    codes = (drawing.side_codes[number, side], drawing.side_codes[other, side + 3])
    return any(
        CODES[int(code)].kind in ("road", "water", "depression") or CODES[int(code)].term == "path"
        for code in codes
    )
