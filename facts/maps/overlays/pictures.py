"""Reads the picture of an overlay: which terrain and level each of its pixels shows.

What is printed over the drawing (hex lines, dots, numbers) shows what lies around it, and so do the
levels beneath what is drawn without one (buildings, woods, rails): what most of the pixels next to it
show, from the rim of the unknown inward. All of it is read from the picture alone, so that an overlay
is the same wherever it lies.
"""

from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.sampling import settled
from hexcourt.facts.formats.vasl_terrain import terrain_codes
from hexcourt.facts.maps.overlays.colours import AROUND, STRANGE, Colours, Shown
from hexcourt.facts.showing import shown
from hexcourt.facts.sizes import LARGEST_SIDE, MOST_PIXELS

Codes = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]

_UNTOLD = 1_000
"""The level of a pixel that no colour tells."""

_SINGLE_STOREY = (40, 50, 76)
"""The codes of Stone Building, Wooden Building and Rowhouse Wall; those with N levels are N more."""

_DAMAGE = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    struct.error,
    IndexError,
    KeyError,
    TypeError,
    OverflowError,
    Warning,
)
"""What reading a damaged picture can raise."""


@dataclass(frozen=True, eq=False)
class Picture:
    """What an overlay shows, in arrays of shape (width, height).

    ``opaque`` tells where it shows anything; ``terrain`` is the terrain code there, -1 where not even
    its surroundings tell; ``level`` the whole level, ``levelled`` whether any is told. ``strange`` are
    the pixels of colours that no table names.
    """

    opaque: Flags
    terrain: Codes
    level: Codes
    levelled: Flags
    strange: Flags

    def turned(self) -> Picture:
        """Turn the picture by 180 degrees."""
        arrays = (self.opaque, self.terrain, self.level, self.levelled, self.strange)
        return Picture(*(each[::-1, ::-1] for each in arrays))  # type: ignore[arg-type]

    def with_upper_levels(self, count: int) -> Picture:
        """Give its buildings, and the walls between rowhouses, so many upper levels."""
        terrain = self.terrain.copy()
        for lowest in _SINGLE_STOREY:
            terrain[(terrain >= lowest) & (terrain <= lowest + 4)] = lowest + count
        return replace(self, terrain=terrain)


def read_picture(content: bytes, colours: Colours, where: str) -> Picture:
    """Read a picture; ``where`` names it in the sentence of ``BadInput``."""
    pixels = _pixels(content, where)
    opaque = pixels[:, :, 3] > 0
    if not opaque.any():
        raise BadInput(f"{where} shows nothing: all of it is transparent; fetch the overlays again")
    terrain, level = _meant(pixels, opaque, colours)
    strange = opaque & (terrain == STRANGE)
    terrain, _ = _filled(terrain, opaque & (terrain >= 0), opaque)
    deep = np.isin(terrain, _depressions())
    level, levelled = _filled(level, opaque & (level != _UNTOLD), opaque)
    #! B19.1 high: the bottom of a depression lies a level beneath the ground that it is drawn on
    return Picture(opaque, terrain, np.where(deep, level - 1, level), levelled, strange)


def _pixels(content: bytes, where: str) -> npt.NDArray[np.uint8]:
    """Give red, green, blue and opacity, shape (width, height, 4)."""
    from PIL import Image, UnidentifiedImageError  # only maps with overlays need it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=["GIF"]) as opened:
                width, height = opened.size
                if width * height > MOST_PIXELS or max(width, height) > LARGEST_SIDE:
                    raise BadInput(
                        f"{where} has {width} by {height} pixels; give {MOST_PIXELS} at most"
                    )
                return np.asarray(opened.convert("RGBA")).transpose(1, 0, 2)
    except BadInput:
        raise
    except UnidentifiedImageError:  # its message shows an object
        raise BadInput(f"{where} is no whole GIF; fetch the overlays again") from None
    except (*_DAMAGE, Image.DecompressionBombError) as error:
        told = shown(str(error).replace("\n", " "))
        raise BadInput(f"{where} is no whole GIF ({told}); fetch the overlays again") from None


def _meant(pixels: npt.NDArray[np.uint8], opaque: Flags, colours: Colours) -> tuple[Codes, Codes]:
    """Give terrain and level of each pixel by its colour."""
    packed = pixels[:, :, :3].astype(np.int32) @ np.array([65_536, 256, 1], dtype=np.int32)
    values, places = np.unique(packed[opaque], return_inverse=True)
    unknown = Shown(STRANGE, None)
    meant = [
        colours.get((value >> 16, value >> 8 & 255, value & 255), unknown)
        for value in values.tolist()
    ]
    terrain = np.full(opaque.shape, AROUND, dtype=np.int16)
    level = np.full(opaque.shape, _UNTOLD, dtype=np.int16)
    terrain[opaque] = np.array([each.terrain for each in meant], dtype=np.int16)[places]
    told = [_UNTOLD if each.level is None else each.level for each in meant]
    level[opaque] = np.array(told, dtype=np.int16)[places]
    return terrain, level


def _filled(values: Codes, known: Flags, within: Flags) -> tuple[Codes, Flags]:
    """Give the unknown pixels ``within`` what most of their known neighbours have, ring by ring; tell
    also which are known then.
    """
    width, height = values.shape
    found = np.full((width + 2, height + 2), AROUND, dtype=np.int16)
    found[1:-1, 1:-1] = np.where(known, values, AROUND)
    settled_yet = np.zeros((width + 2, height + 2), dtype=np.bool_)
    settled_yet[1:-1, 1:-1] = known
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    xs, ys = (each + 1 for each in np.nonzero(within & ~known))
    while len(xs):
        beside = np.stack([settled_yet[xs + dx, ys + dy] for dx, dy in steps], axis=1)
        ready = beside.any(axis=1)
        if not ready.any():
            break
        x, y = xs[ready], ys[ready]
        votes = np.stack([found[x + dx, y + dy] for dx, dy in steps], axis=1)
        # whoever does not know votes for something of his own, that loses against all that is known
        nobody = np.arange(len(steps), dtype=np.int16) + 10_000
        found[x, y] = settled(np.where(beside[ready], votes, nobody))
        settled_yet[x, y] = True
        xs, ys = xs[~ready], ys[~ready]
    return found[1:-1, 1:-1], settled_yet[1:-1, 1:-1]


def _depressions() -> list[int]:
    return [code for code, each in terrain_codes().items() if each.kind == "depression"]
