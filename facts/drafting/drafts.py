"""A board drafted from its picture: an archive with LOSData, and how sure each hex of it is.

What is not known of a hex stays ``unread``; what the picture suggests and does not tell is ``guessed``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from types import MappingProxyType
from xml.etree.ElementTree import Element

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.boards.records import terrain_codes
from hexcourt.facts.drafting.buildings import with_storeys
from hexcourt.facts.drafting.grids import LINES, FoundGrid, grid_in
from hexcourt.facts.drafting.lists import shipped_legend
from hexcourt.facts.drafting.palette import (
    NO_LEVEL,
    UNKNOWN,
    Meaning,
    Palette,
    codes_of,
    joined,
    meaning_of,
    metadata_palette,
    own_palette,
    shared_palette,
)
from hexcourt.facts.drafting.pictures import MapPicture, mixed_colours, read_map_picture
from hexcourt.facts.drafting.reading import NEAR, PictureReading, centre_values, read_pixels
from hexcourt.facts.drafting.strokes import Grid, shares
from hexcourt.facts.drafting.textures import MIN_VOTE, Textures, read_textures, texture_hexes
from hexcourt.facts.formats.vasl_archive import (
    EMBANKMENTS,
    SLOPES,
    Archive,
    DraftNotes,
    marked_hexsides,
    vasl_codes,
)

_MAX_UNNAMED_SHARE = 0.08
"""The share of a hex in colours that nothing names, from which on it is not read."""

_THIN = 0.04
"""The share of a hex in thin strokes of such colours, from which on its ground is guessed."""

_STROKE = 4
"""How many pixels thick strokes of a colour are, at least, that are no print."""

_OFF = 0.55
"""The share of what is beyond the map, from which on a hex is none of the map's."""

LINED = 0.8
"""The share of a hex's sides along which lines run, from which on it is the map's."""

MIN_READ = 0.02
"""The share of hexes that must have been read, or the picture is no map in colours that are known."""

_LEVELS_ROUND = 0.75
"""How far from a dot, in hex heights, ground is looked at that tells how sure the dot's level is."""

_ROUND_ABOUT, _FAR_ABOUT, _WAYS, _MAX_WAYS = 1.5, 6, 48, 2 / 3
"""How far ground is looked for in each direction, in hex heights, near a dot and where none is near; in
how many directions; and the share of them in which the dot's level must be met first to be sure."""

_COARSE = 4
"""One in how many columns and rows of pixels is looked at, far from a dot."""

_OFF_BY = 2
"""How many pixels a grid may be off that hex lines alone tell."""

_SUNKEN, _CLIFF = (67, 68), 75


@dataclass(frozen=True, eq=False)
class BoardDraft:
    """A drafted board: the archive, the grid that was found, and the picture with what it shows.

    ``known`` is the share of the map's pixels whose colours are known; ``textures`` are what a legend of
    hexes taught.
    """

    archive: Archive
    found: FoundGrid
    picture: MapPicture
    read: PictureReading
    grid: Grid
    known: float
    textures: Textures | None

    @property
    def marks(self) -> Mapping[str, tuple[str, ...]]:
        """Return what is not sure, by hex."""
        assert self.archive.drafted is not None
        return self.archive.drafted.marks


def draft_board(
    path: Path,
    legend: Palette | None = None,
    buildings: Mapping[str, int] | None = None,
    origin: tuple[float, float] | None = None,
    size: tuple[float, float] | None = None,
    member: str | None = None,
) -> BoardDraft:
    """Draft a board from an archive's picture.

    ``legend`` tells colours; without it a shipped one does, if the board has one. ``buildings`` gives
    the terrain codes of hexes' buildings, ``origin`` the centre of A1 and ``size`` the hex in pixels,
    ``member`` which picture. Raises BadInput.
    """
    picture = read_map_picture(path, member)
    slopes, embankments = (
        {} if picture.root is None else marked_hexsides(path, picture.root, tag)
        for tag in (SLOPES, EMBANKMENTS)
    )
    found = grid_in(picture, origin, size)
    grid = Grid.of(found.layout, found.names)
    given, legend = legend, shipped_legend(picture.board) if legend is None else legend
    meaning = meaning_of(picture.packed, palette_of(picture, legend))
    known = float((meaning.terrain != UNKNOWN)[grid.owners >= 0].mean())
    textures = None
    if hexes := texture_hexes(legend):
        textures = read_textures(picture.packed, grid, hexes, str(path))
        meaning = _with_textures(meaning, textures)
    read = read_pixels(meaning, grid, slivers=legend is None)
    beyond = _beyond_map(read, found, grid)
    off = _off_map(beyond, grid)
    if textures is None:
        known = _known(read, beyond, grid)
    else:
        off |= {name for name, lined in zip(grid.names, found.lined, strict=True) if lined < LINED}
    listed = _listed(path, picture, grid, buildings or {})
    built = with_storeys(read, grid, listed)
    guessed = {"guessed(storeys)": {grid.names[n] for n in built.guessed}}
    guessed["guessed(level)"] = _unsure_levels(read, meaning.level, grid)
    unread, thin = _unread(read, beyond, grid)
    by_beds = _beside_beds(built.terrain, grid)
    guessed["guessed(ground)"] = {grid.names[n] for n in read.bridged | by_beds} | thin
    if found.source == LINES and shipped_legend(picture.board) is None:
        guessed["guessed(ground)"] |= _changing_near_dots(built.terrain, read.level, grid)
    if textures is not None:
        guessed["guessed(level)"] = guessed["guessed(ground)"] = set(grid.names)
        unread |= {grid.names[n] for n in np.flatnonzero(textures.votes < MIN_VOTE).tolist()}
    unread -= off
    marks: dict[str, tuple[str, ...]] = {}
    for name in grid.names:
        if name in off:
            marks[name] = ("off",)
        elif name in unread:
            marks[name] = ("unread",)
        elif items := tuple(mark for mark, names in guessed.items() if name in names):
            marks[name] = items
    on_map = len(grid.names) - len(off)
    if on_map - len(unread) < max(1, MIN_READ * on_map):
        mend = mixed_colours(picture.packed) or (
            f"list its colours with hexcourt board legend {shown(path.name)}, and write what they show"
            if given is None
            else "write into the legend what more of them show, in place of '?'"
        )
        raise BadInput(
            f"{path}: {shown(picture.member)} has hardly any colour that is known ({known:.0%} of its "
            f"pixels); {mend}"
        )
    unsure = sum(any(each.startswith("guessed") for each in items) for items in marks.values())
    text = (
        f"a draft read from the picture {shown(picture.member)}, and not checked: of {on_map} hexes "
        f"{len(unread)} could not be read, and of {unsure} something is guessed"
    )
    archive = Archive(
        path=str(path),
        columns=found.columns,
        rows=found.rows,
        elevation=read.level.astype(np.int8),
        terrain=built.terrain.astype(np.uint8),
        stairways=built.stairways,
        attributes=_attributes(picture, found, read),
        slopes=slopes,
        embankments=embankments,
        drafted=DraftNotes(text, MappingProxyType(marks)),
    )
    return BoardDraft(archive, found, picture, read, grid, known, textures)


def _with_textures(meaning: Meaning, textures: Textures) -> Meaning:
    """Set colours that nothing names to what their textures show."""
    unknown = meaning.terrain == UNKNOWN
    return replace(
        meaning,
        terrain=np.where(unknown, textures.terrain, meaning.terrain),
        level=np.where(unknown, textures.level, meaning.level),
    )


def palette_of(picture: MapPicture, legend: Palette | None) -> Palette:
    """Join what a legend, the metadata, the member ``colors`` and the shared table say of colours; where
    a legend names hexes, its colours alone count.
    """
    if texture_hexes(legend):
        return legend or {}
    return joined(
        legend or {}, metadata_palette(picture.root), own_palette(picture.colors), shared_palette()
    )


def _attributes(picture: MapPicture, found: FoundGrid, read: PictureReading) -> Mapping[str, str]:
    """Write the metadata of a draft, with the grid that was found."""
    layout = found.layout
    second = "-901" if found.first_column else f"{float(layout.origin[0]):g}"
    top = float(layout.origin[1]) - found.first_row * float(layout.hex_height)
    return MappingProxyType(
        {
            "name": picture.board,
            "version": "draft",
            "hasHills": "TRUE" if int(read.level.max()) > 0 else "FALSE",
            "width": str(found.columns),
            "height": str(found.rows),
            "hexWidth": f"{float(layout.column_step):.4f}",
            "hexHeight": f"{float(layout.hex_height):.4f}",
            "A1CenterX": second,
            "A1CenterY": f"{top:.4f}",
        }
    )


def _listed(
    path: Path, picture: MapPicture, grid: Grid, known: Mapping[str, int]
) -> Mapping[int, int]:
    """Number the hexes whose buildings are given: by the metadata, or by a list, which comes first."""
    numbers = {name: number for number, name in enumerate(grid.names)}
    for name in known:
        if name not in numbers:
            raise BadInput(f"{path}: the list of buildings names {name}, which is not on the map")
    found = {numbers[name]: code for name, code in _metadata_types(picture.root) if name in numbers}
    return {**found, **{numbers[name]: code for name, code in known.items()}}


def _metadata_types(root: Element | None) -> list[tuple[str, int]]:
    if root is None:
        return []
    codes = vasl_codes()
    entries = root.findall("buildingTypes/buildingType")
    items = [(each.get("hexName", ""), each.get("buildingTypeName", "")) for each in entries]
    return [(name, codes[kind]) for name, kind in items if kind in codes]


# --- How sure it is -------------------------------------------------------------------------------


def _beyond_map(read: PictureReading, found: FoundGrid, grid: Grid) -> npt.NDArray[np.bool_]:
    """Find the pixels beyond the map: a border of what is not known, in hexes without lines."""
    lost = ndimage.binary_opening(read.unknown_colours | read.lost, np.ones((7, 7), dtype=np.bool_))
    labels, count = ndimage.label(lost)
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    outer = np.isin(np.arange(count + 1), edge)
    outer[0] = False
    bare = np.append(found.lined < LINED, True)
    mask: npt.NDArray[np.bool_] = outer[labels] & bare[grid.owners]
    return mask


def _off_map(beyond: npt.NDArray[np.bool_], grid: Grid) -> set[str]:
    """Find the hexes that are none of the map's."""
    none = np.bincount(grid.owners[grid.owners >= 0], minlength=len(grid.names)) == 0
    off = (shares(beyond, grid) >= _OFF) | none
    return {grid.names[n] for n in np.flatnonzero(off).tolist()}


def _known(read: PictureReading, beyond: npt.NDArray[np.bool_], grid: Grid) -> float:
    """Return which share of the map's pixels is of known colours."""
    inside = (grid.owners >= 0) & ~beyond
    return 1 - float((read.unknown_colours & inside).sum()) / max(1, int(inside.sum()))


def _unread(
    read: PictureReading, beyond: npt.NDArray[np.bool_], grid: Grid
) -> tuple[set[str], set[str]]:
    """Find the hexes that are not read, for too much of them, or of what is round the dot, is not known;
    and those across which strokes run that are not known. What is printed over the map is thin.
    """
    lost = (read.unknown_colours | read.lost) & ~beyond
    square = np.ones((_STROKE, _STROKE), dtype=np.bool_)
    thick = ndimage.binary_opening(lost, square)
    inside = np.maximum(0.3, 1 - shares(beyond, grid))
    parts = shares(thick, grid) / inside
    near = ndimage.uniform_filter(thick.astype(np.float32), 2 * NEAR + 1)
    width, height = lost.shape
    xs, ys = np.floor(grid.layout.centres(grid.places)).astype(np.int64).T
    about = near[np.clip(xs, 0, width - 1), np.clip(ys, 0, height - 1)]
    bad = (parts >= _MAX_UNNAMED_SHARE) | (about > 0.5)
    thin = ~bad & (shares(lost & ~thick, grid) / inside >= _THIN)
    return (
        {grid.names[n] for n in np.flatnonzero(bad).tolist()},
        {grid.names[n] for n in np.flatnonzero(thin).tolist()},
    )


def _unsure_levels(read: PictureReading, values: npt.NDArray[np.int16], grid: Grid) -> set[str]:
    """Find the hexes whose level is guessed: the ground at the dot is not drawn, as beneath trees or
    buildings, ground of several levels lies about as near, and the nearest is not met in most
    directions; ponds; what may be sunken or elevated.
    """
    known = np.where(np.isin(read.terrain, _low_codes()), NO_LEVEL, values)
    reach = ceil(_LEVELS_ROUND * float(grid.layout.hex_height))
    centres = np.stack(_clipped(np.floor(grid.layout.centres(grid.places)), known), axis=1)
    terrain = centre_values(read.terrain, grid)
    # a dot is printed over the water that it lies in
    ponds = ndimage.maximum_filter(read.ponds, 2 * NEAR + 1)[tuple(centres.T)]
    ponds &= np.isin(terrain, codes_of("water"))
    sure = ~(np.isin(terrain, _SUNKEN) | ponds)
    for n in np.flatnonzero(known[tuple(centres.T)] == NO_LEVEL).tolist():
        x, y = centres[n].tolist()
        left, top = max(0, x - reach), max(0, y - reach)
        window = known[left : x + reach + 1, top : y + reach + 1]
        xs, ys = np.nonzero(window != NO_LEVEL)
        levels = window[xs, ys]
        away = np.hypot(xs + left - x, ys + top - y)
        nearest = sorted(
            (float(away[levels == level].min()), level) for level in np.unique(levels).tolist()
        )
        if not nearest:  # deep in woods or fields
            wide = ceil(_FAR_ABOUT * float(grid.layout.hex_height)) // _COARSE
            at = x // _COARSE, y // _COARSE
            share = _met_first(known[::_COARSE, ::_COARSE], at, wide, int(read.level[x, y]))
            sure[n] = share >= _MAX_WAYS
        elif len(nearest) > 1 and nearest[1][0] < 1.5 * nearest[0][0] + 3 and nearest[0][0] > 2:
            wide = ceil(_ROUND_ABOUT * float(grid.layout.hex_height))
            sure[n] = _met_first(known, (x, y), wide, nearest[0][1]) >= _MAX_WAYS
    return {grid.names[n] for n in np.flatnonzero(~sure).tolist()}


def _met_first(known: npt.NDArray[np.int16], at: tuple[int, int], reach: int, level: int) -> float:
    """Return the share of directions from a pixel in which ground of a level is met before others."""
    (x, y), (left, top) = at, (max(0, each - reach) for each in at)
    xs, ys = np.nonzero(known[left : x + reach + 1, top : y + reach + 1] != NO_LEVEL)
    off_x, off_y = xs + left - x, ys + top - y
    away = np.hypot(off_x, off_y)
    ways = ((np.arctan2(off_y, off_x) / (2 * np.pi) + 0.5) * _WAYS).astype(np.int64) % _WAYS
    order = np.lexsort((away, ways))
    order = order[away[order] <= reach]
    if not len(order):
        return 0.0
    _, first = np.unique(ways[order], return_index=True)
    met = known[xs[order[first]] + left, ys[order[first]] + top]
    return float((met == level).mean())


_PART_BED = 0.05
"""The share of a hex that is a depression, from which on a dot that lies beside it is a guess."""


def _beside_beds(terrain: npt.NDArray[np.int16], grid: Grid) -> set[int]:
    """Number the hexes with a depression whose dots lie beside it, on a cliff or close by beneath trees:
    how far such beds and cliffs reach was retouched by hand in published data.
    """
    away = ndimage.distance_transform_edt(~np.isin(terrain, codes_of("depression")))
    beds = shares(away == 0, grid) >= _PART_BED
    at = np.stack(_clipped(np.floor(grid.layout.centres(grid.places)), terrain), axis=1)
    shown, far = terrain[tuple(at.T)], away[tuple(at.T)]
    cliffs = shares(terrain == _CLIFF, grid) > 0
    trees = np.isin(shown, [n for n, each in terrain_codes().items() if each.kind == "other"])
    near = (far > 0) & (far <= grid.layout.hex_height / 3)
    return set(np.flatnonzero(beds & (cliffs | (near & trees))).tolist())


def _changing_near_dots(
    terrain: npt.NDArray[np.int16], level: npt.NDArray[np.int16], grid: Grid
) -> set[str]:
    """Find the hexes in which another terrain or level begins a step from the dot: a grid that lines
    alone tell may be off by so much, and striped fields come out at random.
    """
    at = np.floor(grid.layout.centres(grid.places))
    steps = [(x, y) for x in (-_OFF_BY, 0, _OFF_BY) for y in (-_OFF_BY, 0, _OFF_BY)]
    near = [
        np.stack([values[_clipped(at + step, values)] for step in steps])
        for values in (terrain, level)
    ]
    changed = np.logical_or.reduce([(each != each[4]).any(axis=0) for each in near])
    return {grid.names[n] for n in np.flatnonzero(changed).tolist()}


def _clipped(
    points: npt.NDArray[np.float64], grid: npt.NDArray[np.int16]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    xs, ys = np.clip(points.astype(np.int64), 0, np.array(grid.shape) - 1).T
    return xs, ys


def _low_codes() -> list[int]:
    return [n for n, each in terrain_codes().items() if each.kind in ("depression", "hexside")]
