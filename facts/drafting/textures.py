"""Terrain and level of pictures whose colours mean nothing by themselves: dithered, resized or JPEG.

A legend names hexes in place of colours. How their middles look, as the shares of the picture's main
colours near each pixel, tells what other pixels show: ridge regression, a column of weights for each
terrain and level. All that comes of it is a guess, and how good a guess is tried on the named hexes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.records import terrain_codes
from hexcourt.facts.drafting.palette import Palette
from hexcourt.facts.drafting.pictures import crop_image
from hexcourt.facts.drafting.reading import centre_values
from hexcourt.facts.drafting.strokes import Codes, Grid

_COLOURS = 32
"""To how many main colours a picture is brought."""

_WINDOWS = (3, 9, 21)
"""How many pixels wide the squares are in which shares of colours are taken."""

_STEP = 3
"""One in how many columns and rows of pixels is looked at."""

_WITHIN, _BESIDE = 0.22, 0.05
"""Which part of a hex is its middle, from its dot on, in hex heights: the dot itself shows nothing."""

_ROOF = 7
"""How many pixels broad a roof is, at least."""

_RIM = 9
"""How many pixels a roof seems broader than it is, as what is near it counts."""

_WEIGHT = 3.0
"""How strongly great weights are held down (ridge regression)."""

_FOLDS = 4
"""In how many parts, of whole columns, the named hexes are left out when the guess is tried."""

MIN_VOTE = 0.8
"""The share of a hex's middle that must show one terrain, or the hex is not read."""

MIN_HEXES = 8
"""The fewest hexes that a legend must name."""

_OPEN = 0
_SINGLE = {**dict.fromkeys(range(41, 45), 40), **dict.fromkeys(range(51, 55), 50)}
"""Buildings whose storeys are no matter of texture, and what stands for them."""

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Textures:
    """What a picture shows by its textures: terrain codes and levels of all pixels, and the share of
    each hex's middle that shows the commonest terrain.

    ``named`` is how many hexes taught it. Of these the share ``read`` has votes enough where their
    column is left out; ``terrain_right`` and ``level_right`` are the shares of those read that come out
    as they are named. ``alone`` are terrains that one named hex has: nothing is learned of them.
    """

    terrain: Codes
    level: Codes
    votes: npt.NDArray[np.float64]
    named: int
    read: float
    terrain_right: float
    level_right: float
    alone: tuple[str, ...]


def texture_hexes(palette: Palette | None) -> Mapping[str, tuple[int, int]]:
    """Return the hexes that a legend names, with terrain codes and levels."""
    return {
        name: (_SINGLE.get(shown.terrain, shown.terrain), shown.level)
        for name, shown in (palette or {}).items()
        if isinstance(name, str) and shown.terrain >= 0
    }


def read_textures(
    packed: npt.NDArray[np.int32], grid: Grid, hexes: Mapping[str, tuple[int, int]], where: str
) -> Textures:
    """Read a picture by the hexes that are named, each with a terrain code and a whole level.

    ``packed`` is as ``MapPicture`` has it. Raises BadInput, beginning with ``where``, where a hex is not
    on the map or too few are named.
    """
    numbers = {name: number for number, name in enumerate(grid.names)}
    lost = [name for name in hexes if name not in numbers]
    if lost:
        raise BadInput(
            f"{where}: the legend names {lost[0]}, which is not on the map; leave it out"
        )
    counts = Counter(code for code, _ in hexes.values())
    taught = {numbers[name]: each for name, each in hexes.items() if counts[each[0]] > 1}
    if len(taught) < MIN_HEXES:
        raise BadInput(
            f"{where}: the legend names {len(hexes)} hexes, and few have the same terrain; name "
            f"{MIN_HEXES} at least, two or more of each terrain"
        )
    looks = _looks(packed)
    middles = [_middle(number, grid, looks) for number in range(len(grid.names))]
    named = [middles[number] for number in taught]
    codes, terrain = _classes([code for code, _ in taught.values()])
    levels, level = _classes([each for _, each in taught.values()])
    columns = np.array([grid.places[number][0] for number in taught])
    (terrain_tried, tried_votes), (level_tried, _) = (
        _tried(named, columns, each) for each in (terrain, level)
    )
    sure = tried_votes >= MIN_VOTE
    shown = []
    for values, classes in ((codes, terrain), (levels, level)):
        weights = _weights(named, classes)
        voted, votes = _votes(middles, weights)
        pixels = _whole(values[(looks @ weights).argmax(axis=2)], packed.shape)
        shown.append((_with_middles(pixels, values[voted], grid), values[voted], votes))
    (drawn, of_middles, shares), (heights, _, _) = shown
    return Textures(
        _without_print(drawn, of_middles, grid),
        heights,
        votes=shares,
        named=len(taught),
        read=float(sure.mean()),
        terrain_right=float((terrain_tried == terrain)[sure].mean()) if sure.any() else 0.0,
        level_right=float((level_tried == level)[sure].mean()) if sure.any() else 0.0,
        alone=tuple(sorted(terrain_codes()[code].term for code, n in counts.items() if n == 1)),
    )


def distinct_hexes(
    packed: npt.NDArray[np.int32], grid: Grid, names: Sequence[str], many: int
) -> list[tuple[str, float]]:
    """Choose hexes that look as different as can be, of those named: each with the share of all that
    look more like it than like the others.
    """
    numbers = {name: number for number, name in enumerate(grid.names)}
    looks = _looks(packed)
    means = np.array([_middle(numbers[name], grid, looks).mean(axis=0) for name in names])
    # the first one is the commonest look: nearest to the mean of all
    chosen = [int(((means - means.mean(axis=0)) ** 2).sum(axis=1).argmin())]
    away = ((means - means[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < min(many, len(names)):
        chosen.append(int(away.argmax()))
        away = np.minimum(away, ((means - means[chosen[-1]]) ** 2).sum(axis=1))
    nearest = ((means[:, None] - means[chosen][None]) ** 2).sum(axis=2).argmin(axis=1)
    shares = np.bincount(nearest, minlength=len(chosen)) / len(names)
    order = np.argsort(-shares, kind="stable").tolist()
    return [(names[chosen[at]], float(shares[at])) for at in order]


def _looks(packed: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
    """Return the shares of the main colours near each pixel that is looked at, and a one: shape
    (columns, rows, features). The roots of shares keep what is rare from being lost.
    """
    from PIL.Image import Dither, Quantize

    image = crop_image(packed).quantize(_COLOURS, Quantize.MEDIANCUT, dither=Dither.NONE)
    main = np.asarray(image).T
    width, height = main[::_STEP, ::_STEP].shape
    found = np.ones((width, height, _COLOURS * len(_WINDOWS) + 1), dtype=np.float32)
    for colour in range(_COLOURS):
        mask = (main == colour).astype(np.float32)
        for place, window in enumerate(_WINDOWS):
            near = ndimage.uniform_filter(mask, window)[::_STEP, ::_STEP]
            found[..., colour * len(_WINDOWS) + place] = np.sqrt(np.maximum(0, near))
    return found


def _middle(number: int, grid: Grid, looks: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the features of the middle of a hex, a row a pixel that is looked at."""
    centre = grid.layout.centres([grid.places[number]])[0]
    height = float(grid.layout.hex_height)
    reach = int(height * _WITHIN / _STEP)
    steps = np.arange(-reach, reach + 1) * _STEP
    off_x, off_y = (each.ravel() for each in np.meshgrid(steps, steps, indexing="ij"))
    away = np.hypot(off_x, off_y)
    mine = (away <= height * _WITHIN) & (away > height * _BESIDE)
    xs, ys = (
        np.clip((at + off[mine]).astype(np.int64) // _STEP, 0, size - 1)
        for at, off, size in zip(centre, (off_x, off_y), looks.shape[:2], strict=True)
    )
    found: npt.NDArray[np.float32] = looks[xs, ys]
    return found


def _classes(values: Sequence[int]) -> tuple[Codes, npt.NDArray[np.int64]]:
    """Number the values that occur; return them, and the number of each."""
    found, places = np.unique(np.array(values, dtype=np.int16), return_inverse=True)
    return found, places.astype(np.int64)


def _weights(middles: Sequence[npt.NDArray[np.float32]], classes: npt.NDArray[np.int64]) -> Scores:
    """Fit the weights, shape (features, classes): rare classes count more than their share."""
    rows = np.concatenate(middles).astype(np.float64)
    wanted = np.repeat(classes, [len(each) for each in middles])
    size = int(classes.max()) + 1
    weight = 1 / np.sqrt(np.maximum(1, np.bincount(wanted, minlength=size)))[wanted]
    scaled = rows * (weight / weight.mean())[:, None]
    found: Scores = np.linalg.solve(
        rows.T @ scaled + _WEIGHT * np.eye(rows.shape[1]), scaled.T @ np.eye(size)[wanted]
    )
    return found


def _votes(
    middles: Sequence[npt.NDArray[np.float32]], weights: Scores
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Return the commonest class of the middle of each hex, and its share there."""
    counts = np.array(
        [
            np.bincount((each @ weights).argmax(axis=1), minlength=weights.shape[1])
            for each in middles
        ]
    )
    return counts.argmax(axis=1), counts.max(axis=1) / counts.sum(axis=1)


def _tried(
    middles: Sequence[npt.NDArray[np.float32]],
    columns: npt.NDArray[np.int64],
    classes: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Guess each named hex without those of its column: the class and its share of the votes."""
    found, votes = np.full(len(middles), -1), np.zeros(len(middles))
    for fold in range(_FOLDS):
        left_out = np.flatnonzero(columns % _FOLDS == fold).tolist()
        others = np.flatnonzero(columns % _FOLDS != fold).tolist()
        if left_out and others:
            weights = _weights([middles[n] for n in others], classes[others])
            found[left_out], votes[left_out] = _votes([middles[n] for n in left_out], weights)
    return found, votes


def _with_middles(values: Codes, middles: Codes, grid: Grid) -> Codes:
    """Set the middle of each hex to what most of it shows."""
    found = values.copy()
    reach = int(float(grid.layout.hex_height) * _WITHIN)
    steps = np.arange(-reach, reach + 1)
    inside = np.hypot(*np.meshgrid(steps, steps, indexing="ij")) <= reach
    for centre, value in zip(grid.layout.centres(grid.places), middles.tolist(), strict=True):
        x, y = np.floor(centre).astype(int).tolist()
        left, top = max(0, x - reach), max(0, y - reach)
        window = found[left : max(0, x + reach + 1), top : max(0, y + reach + 1)]
        part = inside[left - x + reach :, top - y + reach :][: window.shape[0], : window.shape[1]]
        window[part] = value
    return found


def _without_print(terrain: Codes, middles: Codes, grid: Grid) -> Codes:
    """Take out what fills a hex or none (B.6) where the middle shows other terrain, and buildings that
    reach into no middle that shows one: hex lines and letters have the colours of roofs.
    """
    kinds = terrain_codes()
    inherent = [code for code, each in kinds.items() if each.inherent]
    filled = np.append(np.isin(middles, inherent), False)
    lost = np.isin(terrain, inherent) & ~filled[grid.owners]
    for code in np.unique(terrain).tolist():
        if kinds[code].kind == "building":
            mask = terrain == code
            broad = ndimage.binary_opening(mask, np.ones((_ROOF, _ROOF), dtype=np.bool_))
            labels, count = ndimage.label(broad)
            real = np.bincount(centre_values(labels, grid), minlength=count + 1) > 0
            real[0] = False
            roofs = ndimage.binary_erosion(real[labels], np.ones((_RIM, _RIM), dtype=np.bool_))
            lost |= mask & ~roofs
    return np.where(lost, _OPEN, terrain).astype(np.int16)


def _whole(values: Codes, shape: tuple[int, ...]) -> Codes:
    """Spread what was looked at to all pixels."""
    found: Codes = values.repeat(_STEP, axis=0).repeat(_STEP, axis=1)[: shape[0], : shape[1]]
    return found
