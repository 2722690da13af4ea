"""Draws tiny maps as pictures, in the colours that archives of VASL have, and packs them as archives."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image, ImageDraw

from hexcourt.facts.base.files import table_rows

ACROSS, DOWN = 56.25, 64.5
"""The usual hex."""

COLOURS = {
    name: (int(red), int(green), int(blue))
    for name, red, green, blue, _, _ in reversed(
        table_rows("hexcourt.facts.maps.overlays", "colours.tsv")
    )
}


def corners(x: float, y: float) -> list[tuple[float, float]]:
    side, half = ACROSS * 2 / 3, DOWN / 2
    return [
        (x - side / 2, y - half),
        (x + side / 2, y - half),
        (x + side, y),
        (x + side / 2, y + half),
        (x - side / 2, y + half),
        (x - side, y),
    ]


def house_and_strange_ground() -> MapPicture:
    """Draw a house of unknown height in B1, and ground of a colour without a name in C2."""
    drawn = MapPicture()
    drawn.fill("C2", "#01C821")
    drawn.box("B1", "StoneBldg5", 14, 14)
    drawn.box("B1", "StoneStairwell", 4, 4)
    return drawn


class MapPicture:
    """A picture of a map of some columns and rows, whose A1 has its centre at ``left``, ``top``."""

    def __init__(
        self,
        columns: int = 5,
        rows: int = 3,
        ground: str = "Level0",
        left: float = 0.0,
        top: float = DOWN / 2,
        margin: tuple[int, int] = (0, 0),
        border: tuple[int, int, int] | None = None,
    ) -> None:
        self.columns, self.rows, self.left, self.top = columns, rows, left, top
        width = round(left + (columns - 1) * ACROSS) + 1 + margin[0]
        height = round(top + (rows - 0.5) * DOWN) + margin[1]
        self.image = Image.new("RGB", (width, height), border or COLOURS[ground])
        self.pen = ImageDraw.Draw(self.image)
        if border is not None:
            for name in self.names():
                self.pen.polygon(corners(*self.centre(name)), fill=COLOURS[ground])

    def names(self) -> list[str]:
        return [
            f"{chr(65 + column)}{row + 1 - column % 2}"
            for column in range(self.columns)
            for row in range(self.rows + column % 2)
        ]

    def centre(self, name: str) -> tuple[float, float]:
        column, row = ord(name[0]) - 65, int(name[1:])
        half = DOWN / 2 if column % 2 else 0
        return self.left + column * ACROSS, self.top + (row - 1) * DOWN + half

    def disc(
        self, name: str, colour: str, radius: float = 12, dx: float = 0, dy: float = 0
    ) -> None:
        x, y = self.centre(name)
        box = (x + dx - radius, y + dy - radius, x + dx + radius, y + dy + radius)
        self.pen.ellipse(box, fill=COLOURS.get(colour) or colour)

    def box(self, name: str, colour: str, across: float, down: float, dx: float = 0) -> None:
        x, y = self.centre(name)
        box = (x + dx - across, y - down, x + dx + across, y + down)
        self.pen.rectangle(box, fill=COLOURS.get(colour) or colour)

    def fill(self, name: str, colour: str) -> None:
        self.pen.polygon(corners(*self.centre(name)), fill=COLOURS.get(colour) or colour)

    def side(self, name: str, side: int, colour: str, thick: int = 5) -> None:
        ends = corners(*self.centre(name))
        self.pen.line([ends[side], ends[(side + 1) % 6]], fill=COLOURS[colour], width=thick)

    def path(self, points: Sequence[tuple[float, float]], colour: str, thick: int) -> None:
        self.pen.line(list(points), fill=COLOURS[colour], width=thick)

    def printed(self) -> MapPicture:
        """Draw hex lines and centre dots over the map."""
        for name in self.names():
            around = corners(*self.centre(name))
            self.pen.line([*around, around[0]], fill=(0, 0, 0), width=1)
        for name in self.names():
            x, y = self.centre(name)
            self.pen.rectangle((x - 1, y - 1, x + 1, y + 1), fill=COLOURS["White"])
        return self

    def png(self) -> bytes:
        buffer = io.BytesIO()
        self.image.save(buffer, "PNG")
        return buffer.getvalue()

    def metadata(self, extra: str = "") -> str:
        return (
            f'<boardMetadata name="tiny" hexWidth="{ACROSS}" hexHeight="{DOWN}" '
            f'A1CenterX="{self.left}" A1CenterY="{self.top}" width="{self.columns}" '
            f'height="{self.rows}" boardImageFileName="bdtiny.png">{extra}</boardMetadata>'
        )

    def archive(self, extra: str = "", **members: bytes) -> bytes:
        """Pack picture and metadata; further members by name, ``_`` for a dot."""
        told = {name.replace("_", "."): content for name, content in members.items()}
        metadata = {"BoardMetadata.xml": self.metadata(extra).encode()}
        return zipped({"bdtiny.png": self.png(), **metadata, **told})


def zipped(members: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in members.items():
            opened.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()


def noisy() -> tuple[MapPicture, str]:
    """Draw a map in mixed colours: woods in columns A to C, grain on a hill in D and E, open ground in
    the others, and a house in G2; with a legend that names all hexes of the upper rows.
    """
    chance = np.random.default_rng(5)
    drawn = MapPicture(9, 6)
    for name in drawn.names():
        drawn.fill(name, "#286428" if name[0] < "D" else "#C8B450" if name[0] < "F" else "#96AA50")
    drawn.box("G2", "#646464", 16, 16)
    drawn.printed()
    pixels = np.asarray(drawn.image).astype(int)
    pixels = pixels + chance.integers(-3, 4, pixels.shape) * 12
    drawn.image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    rows = [
        f"{name}\t{'woods' if name[0] < 'D' else 'grain' if name[0] < 'F' else 'open'}\t"
        f"{1 if 'D' <= name[0] < 'F' else 0}"
        for name in drawn.names()
        if int(name[1:]) < 5 and name != "G2"
    ]
    return drawn, "\n".join(["hex\tterrain\tlevel", *rows, "G2\tstone building\t0", ""])
