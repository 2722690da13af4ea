"""The hex grid of a map's picture: as the archive tells it, by the picture's size, or found in it.

Printed hex lines are darker than what lies round them. Folded onto one hex, the darkness of the whole
picture shows where the lines run, however faint they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

import numpy as np
import numpy.typing as npt
from scipy import fft, ndimage

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.boards.sizes import MAX_HEXES
from hexcourt.facts.drafting.pictures import MapPicture
from hexcourt.facts.geometry.coordinates import column_letters
from hexcourt.facts.geometry.hexes import Layout, Position

WIDTH, HEIGHT = 56.25, 64.5
"""The usual hex: from column to column, and from hex to hex of a column, in pixels."""

_SIZES = (
    ((1799, 1801), (644, 646), (56.25, 64.5), 33, 10),
    ((900, 902), (1289, 1291), (56.3125, 64.5), 17, 20),
    ((2362, 2364), (970, 972), (168.7857142857, 194.2), 15, 5),
)
"""Sizes of pictures that tell the grid: width, height, hex, columns and rows of even columns."""

_DATA = "the member data"
"""Where the grids of older archives are told."""

LINES = "lines in the picture"
"""How a grid is called that nothing but hex lines tells."""

_DARKER = 10.0
"""How much darker than round it a pixel on a hex line is, of 255."""

MIN_FIT = 0.35
"""How much more of the hexsides than of the whole picture lines are drawn along where a grid fits, at
least, of what is possible.
"""

_SCALES = (1.0, 3.0, 2.0, 1.5, 0.5)
"""Sizes of hexes that are looked for, in usual ones."""

_WINDOW = 1024
"""How many pixels on each side of its middle a picture is looked at for how it repeats itself."""

_HEXES, _PROPORTIONS = (18.0, 260.0), (0.82, 0.91)
"""How high hexes may be, in pixels, and how far it is from column to column, in hex heights."""

_SPECKLED = 0.9
"""The share of a picture near dark spots, from which on no lines can be told."""

_LINE = 20.0
"""How much darker than round it, of 255, a pixel is that is as dark as any hex line."""

_ALIKE = 0.02
"""How well a picture must repeat itself, at least, where 1 is perfectly."""

Floats = npt.NDArray[np.float32]
Point = tuple[float, float]
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FoundGrid:
    """A grid: the layout, columns and rows (of columns A, C, ...) and the rows above the first one.

    ``fit`` is the share of hexsides along which lines are drawn; ``lined`` tells it of each hex, in the
    order of ``names``; ``source`` says where the grid comes from.
    """

    layout: Layout
    columns: int
    rows: int
    first_row: int
    first_column: int
    fit: float
    lined: npt.NDArray[np.float64]
    source: str

    @property
    def names(self) -> dict[Position, str]:
        """Name the hexes by place, column by column."""
        found = {}
        for column in range(self.columns):
            letters = column_letters(column + self.first_column)
            for row in range(self.rows + column % 2):
                place = (column, 2 * row - column % 2)
                found[place] = f"{letters}{row + self.first_row + 1 - column % 2}"
        return found


@dataclass(frozen=True, slots=True)
class GridFacts:
    """What is given about a grid: the hex, the centre of A1, columns and rows; None where it is not."""

    width: float
    height: float
    origin: tuple[float, float] | None
    columns: int | None
    rows: int | None
    source: str


def grid_in(picture: MapPicture, origin: Point | None, size: Point | None) -> FoundGrid:
    """Find a picture's grid; ``origin`` is the centre of A1 and ``size`` the hex, where they are
    given.

    BadInput where nothing tells a grid and none is found, or what is given does not fit the
    picture.
    """
    extent = (int(picture.packed.shape[0]), int(picture.packed.shape[1]))
    dark = darkness(picture.packed)
    result = _grid_facts(picture, extent)
    if origin is not None or size is not None:
        width, height = size or (WIDTH, HEIGHT)
        result = GridFacts(width, height, origin, None, None, "the options")
    if result is None or result.origin is None:
        known = [] if result is None else [(result.width, result.height)]
        found = _searched(dark, known or _repeats(dark), extent)
        if found is None and not known:
            found = _searched(dark, _sizes(extent), extent)
        if found is None and not known and _searched(dark.T, _repeats(dark.T), extent[::-1]):
            raise BadInput(
                f"{picture.path}: the hexes of {shown(picture.member)} stand on their points, which is "
                "not supported; turn the picture by 90 degrees and give it by itself"
            )
        if found is None:
            raise BadInput(
                f"{picture.path}: no hex grid is found in {shown(picture.member)} of {extent[0]} by "
                f"{extent[1]} pixels; give the centre of A1 and the size of a hex with "
                "--origin X,Y and --hex W,H"
            )
        result = found
    elif result.source == _DATA:
        result = _aligned(result, dark, extent)
    return _measured(_placed(result, extent), dark, result.source)


def _aligned(facts: GridFacts, dark: Floats, extent: tuple[int, int]) -> GridFacts:
    """Move a grid by some pixels to where the lines run: what ``data`` tell is off by as many."""
    assert facts.origin is not None
    _, (width, height), (x, y) = _refined(dark, facts.width, facts.height)
    columns = round((facts.origin[0] - x) / width)
    x, y = x + columns * width, y + columns * height / 2
    y += round((facts.origin[1] - y) / height) * height
    near = abs(x - facts.origin[0]) < width / 8 and abs(y - facts.origin[1]) < height / 8
    other = GridFacts(
        width, height, (x, y), None, None, f"{_DATA}, moved to the lines in the picture"
    )
    if near and _fit(_placed(other, extent), dark) > _fit(_placed(facts, extent), dark) + 0.02:
        return other
    return facts


def _grid_facts(picture: MapPicture, extent: tuple[int, int]) -> GridFacts | None:
    """Take the grid from the metadata, the picture's size, or the member ``data``."""
    attributes: Mapping[str, str] = dict(picture.root.attrib) if picture.root is not None else {}
    if attributes.get("altHexGrain", "").upper() == "TRUE":
        raise BadInput(
            f"{picture.path}: its hexes stand on their points (altHexGrain), which is not supported; "
            "turn the picture by 90 degrees and give it by itself"
        )
    numbers = {name: _float(attributes.get(name)) for name in _ATTRIBUTES}
    width, height = numbers["hexWidth"], numbers["hexHeight"]
    if width and height and numbers["A1CenterX"] is not None and numbers["A1CenterY"] is not None:
        at = (numbers["A1CenterX"], numbers["A1CenterY"])
        return GridFacts(width, height, at, None, None, "BoardMetadata.xml")
    for (left, right), (low, high), size, columns, rows in _SIZES:
        if left <= extent[0] <= right and low <= extent[1] <= high:
            step = extent[0] / (columns - 1) if columns == 33 else size[0]
            hexagon = (step, size[1])
            return GridFacts(*hexagon, (0.0, size[1] / 2), columns, rows, "the picture's size")
    data = picture.data
    if "x0" in data or "y0" in data:
        at = (data.get("x0", 0.0), data.get("y0", HEIGHT / 2))
        sizes = (data.get("dx", 0.0), data.get("dy", 0.0))
        across, down = (
            n if n >= 4 else usual for n, usual in zip(sizes, (WIDTH, HEIGHT), strict=True)
        )
        return GridFacts(across, down, at, None, None, _DATA)
    if width and height:
        return GridFacts(width, height, None, None, None, "BoardMetadata.xml")
    return None


_ATTRIBUTES = ("hexWidth", "hexHeight", "A1CenterX", "A1CenterY")


def _float(text: str | None) -> float | None:
    try:
        found = float((text or "").strip()[:40])
    except ValueError:
        return None
    return found if abs(found) < 100_000 else None


def _sizes(extent: tuple[int, int]) -> list[tuple[float, float]]:
    return [
        (WIDTH * scale, HEIGHT * scale)
        for scale in _SCALES
        if 4 * WIDTH * scale <= extent[0] and 3 * HEIGHT * scale <= extent[1]
    ]


def darkness(packed: npt.NDArray[np.int32]) -> Floats:
    """Return how much darker than round it each pixel is, 0 to 60."""
    light = (packed >> 16 & 255).astype(np.float32)
    light += packed >> 8 & 255
    light += packed & 255
    light /= 3
    light[packed < 0] = 255
    around: Floats = ndimage.uniform_filter(light, 9)
    around -= light
    return np.clip(around, 0, 60, out=around)


# --- The grid found in the picture ----------------------------------------------------------------


def _repeats(dark: Floats) -> list[Size]:
    """Find the size of hexes at which the middle of a picture repeats itself, one or none: its dark
    lines lie on each other when it is moved by a hex down, and by a column and half a hex.
    """
    window = tuple(slice(max(0, n // 2 - _WINDOW), n // 2 + _WINDOW) for n in dark.shape)
    part = dark[window]
    largest = min(_HEXES[1], min(part.shape) / 2.2)
    shape = [fft.next_fast_len(n + ceil(largest), real=True) for n in part.shape]
    power = np.abs(fft.rfft2(part - part.mean(), shape)) ** 2
    alike = fft.irfft2(power, shape)
    if not alike[0, 0] > 0:
        return []
    alike = ndimage.uniform_filter(alike / alike[0, 0], 3, mode="wrap")
    height, part_of = np.meshgrid(
        np.arange(_HEXES[0], largest, 0.25), np.linspace(*_PROPORTIONS, 13), indexing="ij"
    )
    width = height * part_of
    moves = ((0 * width, height), (width, height / 2), (width, -height / 2))
    scores = np.min(
        [ndimage.map_coordinates(alike, each, order=1, mode="grid-wrap") for each in moves], axis=0
    )
    if not scores.size or scores.max() < _ALIKE:
        return []
    # of the sizes that do as well those next to the smallest: all multiples repeat themselves, too
    good = scores >= 0.75 * scores.max()
    near = good & (height <= 1.1 * height[good].min())
    return [(float(width[near].mean()), float(height[near].mean()))]


def _searched(dark: Floats, sizes: list[Size], extent: tuple[int, int]) -> GridFacts | None:
    """Search the grid: of all sizes and origins the one along whose hexsides it is darkest."""
    best = None
    flat = np.minimum(dark, _LINE)  # what is drawn boldly counts no more than hex lines
    for width, height in sizes:
        score, size, origin = _refined(flat, width, height)
        if best is None or score > best[0] * 1.1:
            best = score, size, origin
    if best is None:
        return None
    _, (width, height), origin = best
    facts = GridFacts(width, height, _first_hex(width, height, origin), None, None, LINES)
    everywhere = float((ndimage.maximum_filter(dark, 3) >= _DARKER).mean())
    if everywhere > _SPECKLED:
        return None
    fit = _fit(_placed(facts, extent), dark)
    return facts if fit - everywhere >= MIN_FIT * (1 - everywhere) else None


def _refined(
    dark: Floats, width: float, height: float
) -> tuple[float, tuple[float, float], tuple[float, float]]:
    """Improve the size of the hex step by step, in each direction by itself."""
    score, origin = _folded(dark, width, height)
    for step in (0.008, 0.002, 0.0005, 0.000125):
        for axis in (0, 1):
            tries = []
            for n in range(-4, 5):
                size = [width, height]
                size[axis] *= 1 + n * step
                tries.append((*_folded(dark, size[0], size[1]), size))
            found, at, size = max(tries, key=lambda each: each[0])
            if found > score:
                score, origin, (width, height) = found, at, size
    return score, (width, height), origin


def _folded(dark: Floats, width: float, height: float) -> tuple[float, tuple[float, float]]:
    """Fold the picture onto two columns of one row, and find where the hex lines run: how much darker
    they are than all else, and the centre of a hex.
    """
    across, down = round(2 * width), round(height)
    columns = (np.arange(dark.shape[0]) % (2 * width) * (across / (2 * width))).astype(np.int64)
    rows = (np.arange(dark.shape[1]) % height * (down / height)).astype(np.int64)
    by_column, some = _gathered(dark, np.minimum(columns, across - 1), across)
    by_row, others = _gathered(by_column.T, np.minimum(rows, down - 1), down)
    table = by_row.T / np.maximum(np.outer(some, others), 1)
    # a point lies between the middles of four pixels
    mask = np.zeros_like(table)
    points = np.array([*_edge_points(width, height, 60)])
    points = np.concatenate([points, points + np.array([width, height / 2])])
    points = points * (across / (2 * width), down / height) - 0.5
    corner = np.floor(points).astype(np.int64)
    part = points - corner
    for right, below in ((0, 0), (0, 1), (1, 0), (1, 1)):
        weights = np.abs(1 - right - part[:, 0]) * np.abs(1 - below - part[:, 1])
        spots = (corner[:, 0] + right) % across, (corner[:, 1] + below) % down
        np.maximum.at(mask, spots, weights)
    met = np.fft.ifft2(np.fft.fft2(table) * np.conj(np.fft.fft2(mask))).real / mask.sum()
    peak = np.unravel_index(int(met.argmax()), met.shape)
    x, y = (
        peak[axis] + _between(np.take(met, peak[1 - axis], axis=1 - axis), int(peak[axis]))
        for axis in (0, 1)
    )
    origin = (float(x) * 2 * width / across, float(y) * height / down)
    return float(met.max() - table.mean()), origin


def _between(scores: npt.NDArray[np.float64], best: int) -> float:
    """Return how far from the highest score, in steps, its neighbours on a circle say the top is."""
    before, top, after = scores[best - 1], scores[best], scores[(best + 1) % len(scores)]
    bend = before - 2 * top + after
    return 0.0 if bend >= 0 else float(0.5 * (before - after) / bend)


def _gathered(
    values: npt.NDArray[np.float32] | npt.NDArray[np.float64],
    places: npt.NDArray[np.int64],
    count: int,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Return the sums of the rows of ``values`` by their places, and how many have each place."""
    order = np.argsort(places, kind="stable")
    found, starts, many = np.unique(places[order], return_index=True, return_counts=True)
    sums = np.zeros((count, values.shape[1]))
    sums[found] = np.add.reduceat(values[order], starts, axis=0)
    counts = np.zeros(count, dtype=np.int64)
    counts[found] = many
    return sums, counts


def _edge_points(width: float, height: float, steps: int) -> Iterator[tuple[float, float]]:
    corners = _corners(width, height)
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        for n in range(steps):
            part = n / steps
            yield (
                start[0] + (end[0] - start[0]) * part,
                start[1] + (end[1] - start[1]) * part,
            )


def _corners(width: float, height: float) -> list[tuple[float, float]]:
    side, half = width * 2 / 3, height / 2
    return [
        (-side / 2, -half),
        (side / 2, -half),
        (side, 0.0),
        (side / 2, half),
        (-side / 2, half),
        (-side, 0.0),
    ]


def _first_hex(width: float, height: float, origin: tuple[float, float]) -> tuple[float, float]:
    """Choose which hex is A1: the uppermost of the leftmost column whose centres are on the picture, of
    which at least half is shown.
    """
    x, y = origin
    while x - width >= -2:
        x, y = x - width, y - height / 2
    y %= height
    return x, y if y >= -2 + height / 4 else y + (height if y < height / 4 else 0)


# --- The grid on the picture ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Placed:
    layout: Layout
    columns: int
    rows: int
    first_row: int
    first_column: int


def _placed(facts: GridFacts, extent: tuple[int, int]) -> _Placed:
    """Place a grid on a picture: which columns and rows of it are there."""
    assert facts.origin is not None
    width, height = facts.width, facts.height
    if not (4 <= width <= extent[0] and 4 <= height <= extent[1]):
        raise BadInput(
            f"{facts.source} gives hexes of {width:g} by {height:g} pixels for a picture of {extent[0]} "
            f"by {extent[1]}; give the size of a hex with --hex W,H"
        )
    x, y = facts.origin
    first_column = 16 if x == -901 else 0
    x = 0.0 if x == -901 else x
    above = max(0, ceil(round((-y - 2) / height, 6)))
    y += above * height
    columns = facts.columns or floor((extent[0] + 2 - x) / width) + 1
    rows = facts.rows or floor((extent[1] + 2 - y + height / 2) / height)
    if (
        columns < 2
        or rows < 1
        or columns * (rows + 1) > MAX_HEXES
        or x < -2
        or max(x, y) > max(extent)
    ):
        raise BadInput(
            f"{facts.source} gives {max(columns, 0)} by {max(rows, 0)} hexes from A1 at {x:g},{y:g} "
            f"on a picture of {extent[0]} by {extent[1]}; give the centre of A1 with --origin X,Y"
        )
    # half a column may end a pixel beyond the picture, where archives must not
    x = max(0.0, x)
    width = min(width, (extent[0] + 0.9 - x) / (columns - 1))
    layout = Layout(
        Fraction(floor(width * 10_000), 10_000),
        Fraction(round(height * 10_000), 10_000),
        (Fraction(round(x * 100), 100), Fraction(round(y * 100), 100)),
        extent,
    )
    return _Placed(layout, columns, rows, above, first_column)


def _fit(placed: _Placed, dark: Floats) -> float:
    return float(_lined(placed, dark).mean())


def _lined(placed: _Placed, dark: Floats) -> npt.NDArray[np.float64]:
    """Return for each hex the share of its hexsides' points on the picture that lines are drawn
    along.
    """
    places = [
        (column, 2 * row - column % 2)
        for column in range(placed.columns)
        for row in range(placed.rows + column % 2)
    ]
    points = np.array(
        list(_edge_points(float(placed.layout.column_step), float(placed.layout.hex_height), 9))
    )
    spots = np.rint(placed.layout.centres(places)[:, None, :] + points[None]).astype(np.int64)
    near = ndimage.maximum_filter(dark, 3) >= _DARKER
    xs, ys = spots[..., 0], spots[..., 1]
    inside = (xs >= 2) & (ys >= 2) & (xs < dark.shape[0] - 2) & (ys < dark.shape[1] - 2)
    met = near[np.clip(xs, 0, dark.shape[0] - 1), np.clip(ys, 0, dark.shape[1] - 1)] & inside
    found: npt.NDArray[np.float64] = met.sum(axis=1) / np.maximum(inside.sum(axis=1), 1)
    return found


def _measured(placed: _Placed, dark: Floats, source: str) -> FoundGrid:
    lined = _lined(placed, dark)
    return FoundGrid(
        placed.layout,
        placed.columns,
        placed.rows,
        placed.first_row,
        placed.first_column,
        float(np.mean(lined[lined > 0.1])) if (lined > 0.1).any() else 0.0,
        lined,
        source,
    )
