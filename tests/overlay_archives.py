"""Overlay archives made in tests, and overlays cut out of what a board draws."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.geometry.hexes import Position
from hexcourt.facts.maps.configuration import OverlayEntry
from hexcourt.facts.maps.overlays.apply_overlays import Base, OverlaidBoards
from hexcourt.facts.maps.overlays.archives import OverlayPicture
from hexcourt.facts.maps.overlays.placing import OverlayGrid, PlacedOverlay
from tests.facts.formats.test_archive_fuzz import zipped

CLEAR = None
OPEN0, OPEN1, WOODS, BRUSH, STONE, BLACK, GULLY, ODD = (
    (175, 188, 106),
    (176, 147, 70),
    (85, 95, 45),
    (123, 165, 85),
    (25, 25, 25),
    (0, 0, 0),
    (117, 124, 56),
    (1, 2, 3),
)
"""Colours of the shared table, and one that no table names."""

WIDTH, HEIGHT = 56.25, 64.5
USUAL = "b2;b1;c1;d1;d2;c3"
STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def gif(pixels: np.ndarray) -> bytes:
    """Write colours, shape (width, height, 4), as a GIF; those that are not opaque are transparent."""
    buffer = io.BytesIO()
    shown = pixels.transpose(1, 0, 2)
    colours, numbers = np.unique(shown[:, :, :3].reshape(-1, 3), axis=0, return_inverse=True)
    indices = (numbers.reshape(shown.shape[:2]) + 1).astype(np.uint8)
    indices[shown[:, :, 3] == 0] = 0
    image = Image.fromarray(indices)
    image.putpalette([255, 0, 255, *colours.ravel().tolist()])
    image.save(buffer, "GIF", transparency=0, optimize=False)
    return buffer.getvalue()


def in_hexes(
    centres: Sequence[tuple[float, float]], size: tuple[int, int], more: float
) -> np.ndarray:
    """Tell which pixels lie in hexes, grown by ``more`` pixels, shape ``size``."""
    xs, ys = np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5, indexing="ij")
    found = np.zeros(size, dtype=bool)
    for x, y in centres:
        dx, dy = np.abs(xs - x), np.abs(ys - y)
        slanted = (dx * HEIGHT / 2 + dy * WIDTH / 1.5) / np.hypot(HEIGHT / 2, WIDTH / 1.5)
        farthest = (WIDTH / 1.5 * HEIGHT / 2) / np.hypot(HEIGHT / 2, WIDTH / 1.5) * 1.5
        found |= (dy <= HEIGHT / 2 + more) & (slanted <= farthest + more)
    return found


def picture(drawn: Sequence[tuple[int, int, int]], more: float = 4, way: int = 0) -> bytes:
    """Draw an overlay of two hexes that lie as orientation ``way`` has them: each filled with a colour,
    a black frame and a white dot printed over it.
    """
    pixels = np.zeros((225, 194, 4), dtype=np.uint8)
    column, row = ord(USUAL.split(";")[way][0]) - ord("a"), int(USUAL.split(";")[way][1])
    places = [(column, 2 * row - 2 + column % 2)]
    places.append((places[0][0] + STEPS[way][0], places[0][1] + STEPS[way][1]))
    for place, colour in zip(places, drawn, strict=False):
        x, y = int(place[0] * WIDTH), int(32.25 + place[1] * 32.25)
        pixels[in_hexes([(x, y)], (225, 194), more)] = (*colour, 255)
        frame = in_hexes([(x, y)], (225, 194), 1) & ~in_hexes([(x, y)], (225, 194), -1)
        pixels[frame] = (*BLACK, 255)
        pixels[x - 1 : x + 1, y - 1 : y + 1] = (255, 254, 253, 255)
    return gif(pixels)


def archive(path: Path, pictures: Mapping[str, bytes], data: str, colours: str = "") -> Path:
    """Write an archive; pictures are named ``o2a``."""
    members = {f"ovr{name}.gif": content for name, content in pictures.items()}
    members["data"] = data.encode()
    if colours:
        members["colors"] = colours.encode()
    path.write_bytes(zipped(members))
    return path


def cut(base: Base, places: Sequence[Position], more: float = 4) -> PlacedOverlay:
    """Cut an overlay out of what a board draws in some hexes and a little round them."""
    drawn: Archive = base.archive
    layout = base.grid.layout
    centres = [layout.centre(place) for place in places]
    opaque = in_hexes(centres, drawn.terrain.shape, more)
    every = np.ones_like(opaque)
    none = np.zeros_like(opaque)
    pixels = np.full((*opaque.shape, 4), [200, 0, 0, 255], dtype=np.uint8)
    terrain, level = drawn.terrain.astype(np.int16), drawn.elevation.astype(np.int16)
    shown = OverlayPicture(opaque, terrain, level, every, none, pixels * opaque[:, :, None])
    return PlacedOverlay("o9", 0, layout, 0, 0, shown)


def with_piece(
    base: Base, piece: PlacedOverlay, rows: Sequence[Sequence[Base]] = ()
) -> OverlaidBoards:
    """Lay a piece on a board, alone or on a map."""
    table = OverlaidBoards(rows or [[base]])
    table.put(OverlayEntry("o9", base.id, None, None, 2, "overlay 1, o9"), piece)
    return table


__all__ = ["OverlayGrid", "archive", "cut", "gif", "picture", "with_piece"]
