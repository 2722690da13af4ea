"""Where an archive's picture and its LOSData disagree, hex by hex.

Only pixels count whose colours are known exactly, in patches of three by three or more. What the picture
does not tell, or LOSData derives (storeys, inherent terrain of a whole hex, the depth of a depression),
is no disagreement.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.boards.records import terrain_codes
from hexcourt.facts.drafting.buildings import MIN_SQUARE
from hexcourt.facts.drafting.drafts import palette_of
from hexcourt.facts.drafting.grids import grid_in
from hexcourt.facts.drafting.lists import shipped_legend
from hexcourt.facts.drafting.palette import NO_LEVEL, codes_of, meaning_of
from hexcourt.facts.drafting.pictures import (
    MapPicture,
    crop_around,
    crop_image,
    png_of,
    read_map_picture,
)
from hexcourt.facts.drafting.strokes import Grid
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.linting.codes import Confidence, LintFinding

LEVEL, TERRAIN, STAIRWELL = "B801", "B802", "B803"

LEAST, LIKELY, CERTAIN = 9, 120, 320
"""How many pixels of a hex must differ to be a finding, a likely one, and a certain one."""

_RETOUCHED = 12
"""How wide a patch is, at most, and how far from a dot or the middle of a hexside, in pixels, that
was set by hand to have it IN a depression or beside it: data were retouched so on purpose."""

SIDE = 140
"""How many pixels wide a crop is."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PictureComparison:
    """A picture held against LOSData: the findings, the most certain first, and which pixels differ."""

    findings: tuple[LintFinding, ...]
    picture: MapPicture
    differs: Flags


def compare_picture(path: Path, archive: Archive, wanted: Collection[str]) -> PictureComparison:
    """Compare an archive's picture with its LOSData; BadInput where it has none of the same size."""
    picture = read_map_picture(path, None)
    sizes = picture.packed.shape, archive.terrain.shape
    if max(abs(a - b) for a, b in zip(*sizes, strict=True)) > 2:
        raise BadInput(
            f"{path}: {shown(picture.member)} has {sizes[0][0]} by {sizes[0][1]} pixels, and LOSData "
            f"{sizes[1][0]} by {sizes[1][1]}; lint it without --picture"
        )
    found = grid_in(picture, None, None)
    grid = Grid.of(found.layout, found.names)
    meaning = meaning_of(picture.packed, palette_of(picture, shipped_legend(picture.board)))
    extent = tuple(min(a, b) for a, b in zip(*sizes, strict=True))
    window = np.s_[: extent[0], : extent[1]]
    terrain, level = archive.terrain[window], archive.elevation[window]
    known, ground = meaning.terrain[window], meaning.level[window]
    masks = {
        LEVEL: _other_levels(known, ground, terrain, level, archive, meaning.ponds[window]),
        TERRAIN: _other_terrain(known, terrain),
    }
    beds = codes_of("depression")
    of_beds = np.isin(known, beds) | np.isin(terrain, beds)
    masks = {code: _without_retouched(mask, of_beds, grid) for code, mask in masks.items()}
    findings = [
        each
        for code, mask in masks.items()
        if code in wanted
        for each in _by_hex(code, mask, grid, (known, ground), (terrain, level))
    ]
    lost = _lost_stairwells(meaning.stairs, archive, grid)
    if STAIRWELL in wanted:
        findings += _by_square(lost, grid)
    order = list(Confidence)
    findings.sort(key=lambda each: (order.index(each.confidence), -(each.pixels or 0), each.hexes))
    differs = np.zeros(sizes[0], dtype=np.bool_)
    differs[window] = masks[LEVEL] | masks[TERRAIN]
    differs |= lost
    return PictureComparison(tuple(findings), picture, differs)


def _patches(mask: Flags) -> Flags:
    found: Flags = ndimage.binary_opening(mask, np.ones((3, 3), dtype=np.bool_))
    return found


def _without_retouched(mask: Flags, of_beds: Flags, grid: Grid) -> Flags:
    """Leave out the small patches at the dots and hexsides of hexes through which depressions run
    (``of_beds``).
    """
    labels, _ = ndimage.label(mask)
    centres = grid.layout.centres(grid.places)
    points = np.concatenate([np.zeros((1, 2)), grid.layout.hexside_middles()])
    owners = grid.owners[: mask.shape[0], : mask.shape[1]]
    with_bed = np.unique(owners[of_beds])
    found = mask.copy()
    for number, window in enumerate(ndimage.find_objects(labels), start=1):
        sizes = [each.stop - each.start for each in window]
        middle = [(each.start + each.stop) / 2 for each in window]
        owner = owners[tuple(int(each) for each in middle)]
        near = np.hypot(*(centres[owner] + points - middle).T).min() <= _RETOUCHED
        if owner >= 0 and owner in with_bed and max(sizes) <= _RETOUCHED and near:
            found[window][labels[window] == number] = False
    return found


def _other_terrain(known: npt.NDArray[np.int16], terrain: npt.NDArray[np.uint8]) -> Flags:
    """Find the pixels of known colours that LOSData has as other terrain."""
    kinds = _kinds()
    codes = terrain_codes()
    inherent = [code for code, each in codes.items() if each.inherent]
    derived = np.isin(known, [0]) & np.isin(terrain, inherent)
    mask = (known >= 0) & (kinds[np.maximum(known, 0)] != kinds[terrain]) & ~derived
    return _patches(mask)


def _kinds() -> npt.NDArray[np.int64]:
    """Number terrain codes so that those share a number which no colour tells apart."""
    kinds = np.arange(256)
    for code, each in terrain_codes().items():
        if each.kind in ("building", "factory"):
            kinds[code] = 1000 + ("wood" in each.term)
        elif each.term in ("elevated_road", "sunken_road"):
            kinds[code] = 1002
        elif each.term.startswith(("rowhouse_wall", "interior_factory_wall")):
            kinds[code] = 1003
        elif each.kind == "water":
            kinds[code] = 1004
        elif each.kind == "bridge":
            kinds[code] = 1005
    return kinds


def _other_levels(
    known: npt.NDArray[np.int16],
    ground: npt.NDArray[np.int16],
    terrain: npt.NDArray[np.uint8],
    level: npt.NDArray[np.int8],
    archive: Archive,
    ponds: Flags,
) -> Flags:
    """Find the ground of known level that LOSData has on another one."""
    if archive.attributes.get("hasHills", "").upper() != "TRUE":
        return np.zeros(terrain.shape, dtype=np.bool_)
    low = codes_of("depression", "hexside", "bridge")
    plain = ~np.isin(known, low) & ~np.isin(terrain, low) & ~ponds
    return _patches(plain & (known >= 0) & (ground != NO_LEVEL) & (ground != level))


def _lost_stairwells(squares: Flags, archive: Archive, grid: Grid) -> Flags:
    """Find the pixels of stairwell squares in hexes that have no stairwell in LOSData."""
    flagged = np.zeros(len(grid.names) + 1, dtype=np.bool_)
    flagged[-1] = True  # beyond the map
    size = min(len(grid.names), len(archive.stairways))
    flagged[:size] = archive.stairways[:size]
    found: Flags = squares & ~flagged[grid.owners]
    return found


def _by_square(mask: Flags, grid: Grid) -> Iterator[LintFinding]:
    """Gather the stairwell squares that LOSData has not, by hexes."""
    xs, ys = np.nonzero(mask)
    owners = grid.owners[xs, ys]
    counts = np.bincount(owners, minlength=len(grid.names))
    text = "the picture shows a stairwell where LOSData has none"
    for number in np.flatnonzero(counts >= MIN_SQUARE).tolist():
        place = int(np.flatnonzero(owners == number)[0])
        at = int(xs[place]), int(ys[place])
        hexes, count = (grid.names[number],), int(counts[number])
        yield LintFinding(STAIRWELL, hexes, text, Confidence.LIKELY, count, at)


def _by_hex(
    code: str,
    mask: Flags,
    grid: Grid,
    picture: tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]],
    data: tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]],
) -> Iterator[LintFinding]:
    """Gather the pixels that differ by hexes, each with what most of them show and have."""
    xs, ys = np.nonzero(mask)
    owners = grid.owners[xs, ys]
    counts = np.bincount(owners[owners >= 0], minlength=len(grid.names))
    at = 0 if code == TERRAIN else 1
    for number in np.flatnonzero(counts >= LEAST).tolist():
        mine = owners == number
        x, y = xs[mine], ys[mine]
        pairs, times = np.unique(
            np.stack([picture[at][x, y], data[at][x, y]]), axis=1, return_counts=True
        )
        one, other = (int(n) for n in pairs[:, int(times.argmax())])
        count = int(times.max())
        if count < LEAST:
            continue
        if code == TERRAIN:
            codes = terrain_codes()
            words = [codes[n].term.replace("_", " ") for n in (one, other)]
            text = f"the picture shows {words[0]} where LOSData has {words[1]}"
        else:
            text = f"the picture shows level {one} where LOSData has {other}"
        bounds = {Confidence.CERTAIN: CERTAIN, Confidence.LIKELY: LIKELY, Confidence.ODD: LEAST}
        sure = next(each for each, least in bounds.items() if count >= least)
        middle = int(x[len(x) // 2]), int(y[len(x) // 2])
        yield LintFinding(code, (grid.names[number],), text, sure, count, middle)


def crop_sheet(looks: Collection[PictureComparison]) -> bytes:
    """Draw each finding (PNG): a crop of the picture, and beside it the pixels that differ, marked."""
    from PIL import Image, ImageDraw

    rows = [(look, each) for look in looks for each in look.findings]
    across = 4
    cell = (2 * SIDE + 12, SIDE + 20)
    height = cell[1] * max(1, -(-len(rows) // across))
    sheet = Image.new("RGB", (cell[0] * across, height), "white")
    pen = ImageDraw.Draw(sheet)
    for place, (look, each) in enumerate(rows):
        left, top = place % across * cell[0], place // across * cell[1]
        name = f"{look.picture.board} {each.hexes[0]} {each.code}: {each.sentence[18:60]}"
        pen.text((left, top), name[:52], fill="black")
        packed = look.picture.packed
        _, window = crop_around(each.at or (0, 0), packed.shape, SIDE)
        for step, marked in enumerate((None, look.differs[window])):
            sheet.paste(crop_image(packed[window], marked), (left + step * (SIDE + 4), top + 14))
    return png_of(sheet)
