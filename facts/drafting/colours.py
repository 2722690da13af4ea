"""The colours of a map's picture that nothing names: samples of each, a guess, and a legend to fill in.
Of pictures whose colours mean nothing (``textures.py``) hexes stand in place of colours.

A guess rests on the nearest colour that VASL's table names, or on how the colour is spread. It stands in
a column of its own: what the user writes counts alone.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from hexcourt.facts.base.errors import BadInput, quoted
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.records import terrain_codes
from hexcourt.facts.drafting.drafts import LINED, palette_of
from hexcourt.facts.drafting.grids import FoundGrid, grid_in
from hexcourt.facts.drafting.lists import SHIPPED, key_of, shipped_legend
from hexcourt.facts.drafting.palette import (
    AROUND,
    NO_LEVEL,
    UNKNOWN,
    Colour,
    ColourMeaning,
    Key,
    Palette,
    shared_palette,
)
from hexcourt.facts.drafting.pictures import (
    MapPicture,
    crop_around,
    crop_image,
    mixed_colours,
    png_of,
)
from hexcourt.facts.drafting.strokes import Grid
from hexcourt.facts.drafting.textures import distinct_hexes

MAX_LISTED = 120
"""How many colours a legend lists, those with the most pixels: dithered pictures have 256."""

MAX_HEXES = 60
"""How many hexes are listed in place of colours that mean nothing."""

SAMPLES, SIDE = 4, 96
"""How many crops of the picture are shown of each colour, and how many pixels wide these are."""

_NEAR = 24.0
"""How far a named colour may be, as the distance in red, green and blue, that a guess rests on."""

_ELSEWHERE = pattern(
    "DTO|Winter|Mud|Paddy|Desert|Hammada|Wadi|Scrub|Cactus|Olive|Dutty|Bldg.*Shadow"
)
"""Names of colours of deserts, paddies and snow, on which no guess rests."""

_SPOT = pattern(r"([01](?:\.\d{1,9})?),([01](?:\.\d{1,9})?)")
"""A spot of a picture, as shares of its width and height."""

_SAME = 2
"""How far apart two colours may be, in each channel, that artists take for one."""

_SOLID = 0.02
"""The share of a colour's pixels in squares of 5 by 5, below which it is drawn in strokes alone."""

_SHADE = 70
"""How bright a colour is, at most, of 255, that hex lines and letters are printed in."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A colour that nothing names: its share of the picture's pixels, which share of these lies in
    broad areas, a guess (``""`` for none) with its reason, and where crops of it begin, x and y.

    Of a hex, which stands for those that look like it, ``share`` is theirs among the hexes of the map.
    """

    colour: Key
    share: float
    solid: float
    guess: str
    reason: str
    spots: tuple[tuple[int, int], ...]

    @property
    def written(self) -> str:
        """Write the colour, or the hex, as a legend has it."""
        return self.colour if isinstance(self.colour, str) else written_colour(self.colour)


def unnamed_colours(picture: MapPicture, legend: Palette | None) -> tuple[list[Sample], float]:
    """List the colours of a picture that nothing names, the most frequent first; and the share of the
    pixels whose colours are known. Where its colours mean nothing, list hexes that look different, which
    the legend does not name; and the share of the hexes that it names.
    """
    if mixed_colours(picture.packed):
        return _unnamed_hexes(picture, legend)
    palette = palette_of(picture, legend)
    values, counts = np.unique(picture.packed, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    found: list[Sample] = []
    unnamed = 0
    for value, count in zip(values[order].tolist(), counts[order].tolist(), strict=True):
        colour = _unpacked(value)
        named = palette.get(colour)
        if value < 0 or (named is not None and named.terrain != UNKNOWN):
            continue
        unnamed += count
        if len(found) < MAX_LISTED and named is None:
            found.append(_sample(picture, colour, count, found))
    return found, 1 - unnamed / picture.packed.size


def _unnamed_hexes(picture: MapPicture, legend: Palette | None) -> tuple[list[Sample], float]:
    grid, found = _grid_of(picture)
    lined = [name for name, at in zip(grid.names, found.lined, strict=True) if at >= LINED]
    unnamed = [name for name in lined if name not in (legend or {})]
    samples = [
        Sample(name, share, 1.0, "", "of the hexes look like it", _hex_spots(name, grid))
        for name, share in distinct_hexes(picture.packed, grid, unnamed, MAX_HEXES)
    ]
    return samples, 1 - len(unnamed) / max(1, len(lined))


def _grid_of(picture: MapPicture) -> tuple[Grid, FoundGrid]:
    found = grid_in(picture, None, None)
    return Grid.of(found.layout, found.names), found


def _hex_spots(name: str, grid: Grid) -> tuple[tuple[int, int], ...]:
    centre = grid.layout.centres([grid.places[grid.names.index(name)]])[0].astype(int).tolist()
    return (crop_around(centre, grid.owners.shape, SIDE)[0],)


def _hex_sample(
    picture: MapPicture, legend: Palette | None, where: str | tuple[int, int]
) -> Sample:
    """Return a hex of a picture whose colours mean nothing, by its name or a pixel; BadInput beside the
    map.
    """
    grid, _ = _grid_of(picture)
    if isinstance(where, str):
        number = grid.names.index(where) if where in grid.names else -1
    else:
        number = int(grid.owners[where[0], where[1]])
    if number < 0:
        raise BadInput(f"{picture.path}: there is no such hex on the map; choose another")
    name = grid.names[number]
    named = (legend or {}).get(name)
    guess, reason = ("", "a hex that others may look like")
    if named is not None and named.terrain != UNKNOWN:
        guess, reason = _described(named), "named by the legend"
    return Sample(name, 1 / len(grid.names), 1.0, guess, reason, _hex_spots(name, grid))


def sample_at(picture: MapPicture, legend: Palette | None, where: str) -> Sample:
    """Return a colour of a picture with what it shows, as far as that is known, else with a guess.

    ``where`` is a spot, as shares of the picture's width and height (``0.25,0.5``), a colour
    (``#73994D``), or a hex of a picture whose colours mean nothing. Raises BadInput.
    """
    spot = _SPOT.fullmatch(where.strip())
    if spot is None:
        colour = key_of(where, "the spot")
        if isinstance(colour, str):
            return _hex_sample(picture, legend, colour)
        count = int((picture.packed == _packed(colour)).sum())
    else:
        x, y = (
            min(int(float(part) * size), size - 1)
            for part, size in zip(spot.groups(), picture.packed.shape, strict=True)
        )
        if mixed_colours(picture.packed):
            return _hex_sample(picture, legend, (x, y))
        value = int(picture.packed[x, y])
        count = int((picture.packed == value).sum()) if value >= 0 else 0
        colour = _unpacked(value)
    if not count:
        raise BadInput(f"{picture.path}: the picture has no colour {quoted(where)}; choose another")
    found = _sample(picture, colour, count, ())
    named = palette_of(picture, legend).get(colour)
    if named is None or named.terrain == UNKNOWN:
        return found
    by = "the legend" if colour in (legend or {}) else "VASL's table or the archive"
    return replace(found, guess=_described(named), reason=f"named by {by}")


def marked_picture(picture: MapPicture, colour: str | None) -> bytes:
    """Encode a picture as PNG; or, of a colour (``#73994D``) or a hex alone, its pixels in magenta, all
    others transparent. Raises BadInput for what is neither.
    """
    from PIL import Image

    buffer = io.BytesIO()
    if colour is None:
        crop_image(picture.packed).save(buffer, "PNG", compress_level=1)
    else:
        mask = _mask_of(picture, key_of(colour, "the colour"))
        image = Image.fromarray(mask.T.astype(np.uint8), "P")
        image.putpalette([0, 0, 0, 255, 0, 255])
        image.save(buffer, "PNG", compress_level=1, transparency=0)
    return buffer.getvalue()


def _mask_of(picture: MapPicture, key: Key) -> npt.NDArray[np.bool_]:
    """Find the pixels of a colour, or of a hex."""
    if not isinstance(key, str):
        alike: npt.NDArray[np.bool_] = picture.packed == _packed(key)
        return alike
    grid, _ = _grid_of(picture)
    if key not in grid.names:
        raise BadInput(f"{picture.path}: {key} is not on the map; choose another hex")
    mine: npt.NDArray[np.bool_] = grid.owners == grid.names.index(key)
    return mine


def _sample(picture: MapPicture, colour: Colour, count: int, others: Sequence[Sample]) -> Sample:
    mask = picture.packed == _packed(colour)
    solid = float(ndimage.binary_opening(mask, np.ones((5, 5), dtype=np.bool_)).sum()) / count
    guess, reason = _guess(colour, solid, others)
    return Sample(colour, count / mask.size, solid, guess, reason, _spots(mask))


def _packed(colour: Colour) -> int:
    return colour[0] << 16 | colour[1] << 8 | colour[2]


def _unpacked(value: int) -> Colour:
    return value >> 16 & 255, value >> 8 & 255, value & 255


def _guess(colour: Colour, solid: float, others: Sequence[Sample]) -> tuple[str, str]:
    """Guess what a colour shows, and say why."""
    for other in others:
        if isinstance(other.colour, str):
            continue
        if max(abs(a - b) for a, b in zip(colour, other.colour, strict=True)) <= _SAME:
            return f"as {other.written}", f"hardly another colour than {other.written}"
    known = _named()
    away = np.sqrt(((np.array([each for each, _, _ in known]) - np.array(colour)) ** 2).sum(axis=1))
    best = int(away.argmin())
    if solid < _SOLID and sum(colour) / 3 <= _SHADE and away[best] > _SAME:
        return "-", "dark, and in thin strokes alone, as hex lines and letters are"
    if away[best] <= _NEAR:
        return _described(known[best][1]), f"{away[best]:.0f} away from {known[best][2]}"
    if solid >= 0.8:
        return "open", "broad areas"
    return "", "nothing like it has a name"


@cache
def _named() -> list[tuple[Colour, ColourMeaning, str]]:
    """List the colours that have names, with where: those of shipped legends, and of usual ground."""
    found = [
        (colour, entry, f"{written_colour(colour)} of the legend {name}")
        for name in SHIPPED
        for colour, entry in (shipped_legend(name) or {}).items()
        if entry.terrain >= 0 and not isinstance(colour, str)
    ]
    return found + [
        (colour, entry, f"{entry.name} of VASL's table")
        for colour, entry in shared_palette().items()
        if _ELSEWHERE.search(entry.name) is None and not isinstance(colour, str)
    ]


def written_colour(colour: Colour) -> str:
    """Write a colour as a legend has it: ``#73994D``."""
    return "#{:02X}{:02X}{:02X}".format(*colour)


def _described(shown: ColourMeaning) -> str:
    if shown.terrain in (AROUND, UNKNOWN):
        return "-"
    level = "" if shown.level == NO_LEVEL else f" {shown.level}"
    return terrain_codes()[shown.terrain].term.replace("_", " ") + level


def _spots(mask: npt.NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Find where a colour is densest, apart from each other: the upper left corners of crops."""
    near = ndimage.uniform_filter(mask.astype(np.float32), SIDE // 4)[::4, ::4]
    found = []
    for _ in range(SAMPLES):
        x, y = (4 * int(n) for n in np.unravel_index(int(near.argmax()), near.shape))
        if near[x // 4, y // 4] <= 0:
            break
        found.append(crop_around((x, y), mask.shape, SIDE)[0])
        left, top = max(0, x - SIDE) // 4, max(0, y - SIDE) // 4
        near[left : (x + SIDE) // 4 + 1, top : (y + SIDE) // 4 + 1] = 0
    return tuple(found)


def legend_text(samples: Sequence[Sample]) -> str:
    """Write a legend to be filled in; what stands after ``dense`` is not read again."""
    rows = ["colour\tterrain\tlevel\tthin\tdense\tshare\tguess\treason"]
    rows += [
        f"{each.written}\t?\t-\t\t\t{each.share:.2%}\t{each.guess or '?'}\t{each.reason}"
        for each in samples
    ]
    return "\n".join([*rows, ""])


def sample_sheet(picture: MapPicture, samples: Sequence[Sample]) -> bytes:
    """Draw all samples in one picture (PNG): each colour with crops, and one in which it is marked."""
    from PIL import Image, ImageDraw

    packed = picture.packed
    height = SIDE + 8
    sheet = Image.new("RGB", (220 + (SAMPLES + 1) * (SIDE + 4), height * len(samples) + 4), "white")
    pen = ImageDraw.Draw(sheet)
    for row, each in enumerate(samples):
        top = row * height + 4
        if not isinstance(each.colour, str):
            pen.rectangle((4, top, 64, top + 60), fill=each.colour, outline="black")
        pen.text((4, top + 64), f"{row + 1}  {each.written}  {each.share:.2%}", fill="black")
        pen.text((4, top + 78), each.guess[:34], fill="black")
        for place, (x, y) in enumerate((*each.spots, *each.spots[:1])):
            crop = packed[x : x + SIDE, y : y + SIDE]
            last = place == len(each.spots) and not isinstance(each.colour, str)
            marked = _mask_of(picture, each.colour)[x : x + SIDE, y : y + SIDE] if last else None
            sheet.paste(crop_image(crop, marked), (220 + place * (SIDE + 4), top))
    return png_of(sheet)
