"""The picture of a map, put together of those that the archives of its boards hold.

Pictures are cropped, turned and joined as the boards are. Overlays lie on them as their archives picture
them. Where terrain was changed, or a board has no picture, the picture is transparent.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import shown
from hexcourt.facts.base.files import is_file, is_zip, opened_zip, read_bytes, unpacked
from hexcourt.facts.boards.board import NEAR
from hexcourt.facts.boards.sizes import LARGEST_ARCHIVE
from hexcourt.facts.formats.pictures import decoded_pixels
from hexcourt.facts.maps.compose_map import BoardDrawing, ComposedMap
from hexcourt.facts.maps.overlays.placing import PlacedOverlay

Pixels = npt.NDArray[np.uint8]
"""Red, green, blue and opacity, shape (width, height, 4)."""

_ENDINGS = (".gif", ".png", ".jpg", ".jpeg")
_MEND = "fetch the board again"


def picture_in(path: Path) -> bytes | None:
    """Return the picture of the board that an archive holds, as it is kept there; None without one."""
    if path.suffix or not is_file(path):  # archives of boards have none
        return None
    content = read_bytes(path, LARGEST_ARCHIVE, "a VASL board archive")
    if not is_zip(content):
        return None
    with opened_zip(path, content, _MEND) as opened:
        named = [
            each
            for each in opened.namelist()
            if each.lower().startswith(f"{path.name}.".lower()) and each.lower().endswith(_ENDINGS)
        ]
        return unpacked(opened, path, named[0], LARGEST_ARCHIVE) if named else None


def archive_pixels(path: Path) -> Pixels | None:
    """Return the picture of the board that an archive holds; None without one."""
    content = picture_in(path)
    if content is None:
        return None
    formats = ("GIF", "PNG", "JPEG")
    return decoded_pixels(content, f"{shown(path.name)}: the picture", formats, _MEND)


def map_pixels(composed: ComposedMap) -> Pixels:
    """Put the picture of a map together; transparent where no board has one."""
    canvas: Pixels = np.zeros((*composed.board.layout.extent, 4), dtype=np.uint8)
    placed = [each for row in composed.rows for each in row]
    pictures = [_board_pixels(composed.drawings[each.section.id]) for each in placed]
    for margin in (NEAR, 0):  # as the drawings of boards are joined
        for each, pixels in zip(placed, pictures, strict=True):
            if pixels is not None:
                each.paste(pixels, canvas, margin)
    return canvas


def _board_pixels(drawing: BoardDrawing) -> Pixels | None:
    """Return the picture of a board in the size of its drawing, with what lies on it."""
    found = archive_pixels(Path(drawing.printed.path))
    if found is None:
        return None
    size = drawing.printed.terrain.shape
    if found.shape[:2] != size:
        from PIL import Image

        image = Image.fromarray(np.ascontiguousarray(found.transpose(1, 0, 2)))
        found = np.asarray(image.resize(size)).transpose(1, 0, 2)
    pixels = found.copy()
    for piece in drawing.overlays:
        for there, here in _common(piece, size):
            part = piece.picture.pixels[here]
            pixels[there] = np.where(part[:, :, 3:] > 0, part, pixels[there])
    before, after = drawing.printed, drawing.changed
    if before is not after:
        pixels[(before.terrain != after.terrain) | (before.elevation != after.elevation)] = 0
    return pixels


Part = tuple[slice, slice]


def _common(piece: PlacedOverlay, size: tuple[int, ...]) -> Iterator[tuple[Part, Part]]:
    """Return on which part of a board the picture of an overlay lies, and which part of it does."""
    wide, high = piece.picture.opaque.shape
    left, top = max(0, piece.left), max(0, piece.top)
    right, bottom = min(size[0], piece.left + wide), min(size[1], piece.top + high)
    if left < right and top < bottom:
        across, down = left - piece.left, top - piece.top
        yield (
            (slice(left, right), slice(top, bottom)),
            (slice(across, across + right - left), slice(down, down + bottom - top)),
        )
