"""Small board archives drawn in a test: five hexrows of four hexes, as large as real ones.

The plain sheet has a little of everything and nothing wrong: a house with an entry, a hill, a hedge, a
gully with a bridge, woods.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.import_archive import board_of
from hexcourt.facts.formats.vasl_archive import Archive, MetadataEntry
from hexcourt.facts.geometry.hexes import STEPS
from tests.facts.formats.test_archive_fuzz import java, packed, zipped

COLUMNS, ROWS, WIDTH, HEIGHT = 5, 4, 225, 258
OPEN, GULLY, WOODS, ORCHARD, ROAD, HEDGE, WALL, CLIFF, BRIDGE = 0, 30, 60, 63, 65, 73, 72, 75, 84
STONE, STONE_1, STONE_2, WOOD = 40, 41, 42, 50
KINDS = {"buildingType": ("buildingTypes", "hexName", "buildingTypeName")} | {
    tag: (f"{tag}s", "hex", "hexsides") for tag in ("slope", "rrembankment")
}


class Sheet:
    """An archive that is being drawn."""

    def __init__(self, name: str = "sheet") -> None:
        self.terrain = np.zeros((WIDTH, HEIGHT), dtype=np.uint8)
        self.level = np.zeros((WIDTH, HEIGHT), dtype=np.int8)
        self.stairways = np.zeros(COLUMNS * ROWS + COLUMNS // 2, dtype=np.bool_)
        self.attributes = {"name": name, "version": "1", "hasHills": "FALSE"}
        self.entries: list[MetadataEntry] = []
        self.board: Board = board_of(self.archive())

    def archive(self) -> Archive:
        """Give it as it would be read."""
        sides = {
            kind: {e.hex: frozenset(map(int, e.value)) for e in self.entries if e.kind == kind}
            for kind in ("slope", "rrembankment")
        }
        return Archive(
            path="sheet",
            columns=COLUMNS,
            rows=ROWS,
            elevation=self.level,
            terrain=self.terrain,
            stairways=self.stairways,
            attributes=self.attributes,
            slopes=sides["slope"],
            embankments=sides["rrembankment"],
            entries=tuple(self.entries),
        )

    def centre(self, name: str) -> tuple[int, int]:
        x, y = self.board.layout.centre(self.board.hex(name).place)
        return int(x), int(y)

    def list(self, kind: str, name: str, value: str) -> None:
        """Add an entry to the metadata."""
        self.entries.append(MetadataEntry(kind, name, value))

    def disc(self, name: str, code: int, radius: float, off: tuple[int, int] = (0, 0)) -> None:
        """Draw a disc about a centre dot, or about a point off it."""
        x, y = self.centre(name)
        xs, ys = np.mgrid[:WIDTH, :HEIGHT]
        held = (xs + 0.5 - x - off[0]) ** 2 + (ys + 0.5 - y - off[1]) ** 2 <= radius**2
        self.terrain[held] = code

    def dots(self, name: str, code: int, count: int, off: tuple[int, int] = (0, 0)) -> None:
        """Draw so many pixels in a row."""
        x, y = self.centre(name)
        self.terrain[x + off[0] : x + off[0] + count, y + off[1]] = code

    def fill(self, name: str, code: int) -> None:
        """Fill a hex."""
        xs, ys = np.mgrid[:WIDTH, :HEIGHT]
        places = self.board.layout.places_at(xs.ravel() + 0.5, ys.ravel() + 0.5)
        held = (places == np.array(self.board.hex(name).place)).all(axis=1)
        self.terrain[held.reshape(WIDTH, HEIGHT)] = code

    def along(
        self, name: str, side: int, code: int, span: tuple[float, float] = (0, 1), inward: float = 0
    ) -> None:
        """Draw along a hexside, or a part of it, seven pixels wide, or farther inside the hex."""
        corners = self.board.layout.corner_offsets()
        a, b = corners[side], corners[(side + 1) % 6]
        course = (b - a) / np.linalg.norm(b - a)
        inside = np.array([-course[1], course[0]])
        width = np.arange(-3, 3.5, 0.5) if not inward else np.arange(inward - 1, inward + 1.5, 0.5)
        x, y = self.board.layout.centre(self.board.hex(name).place)
        for share in np.linspace(*span, 160):
            for off in width:
                px, py = (x, y) + a + (b - a) * share + inside * off
                if 0 <= px < WIDTH and 0 <= py < HEIGHT:
                    self.terrain[int(px), int(py)] = code

    def side(self, name: str, other: str) -> int:
        """Give the direction from a hex to its neighbour."""
        (x, y), (u, v) = self.board.hex(name).place, self.board.hex(other).place
        return STEPS.index((u - x, v - y))

    def bridge(self) -> None:
        """Draw a gully from the middle of B3 to the lower edge, and a bridge across it."""
        x, y = self.centre("B3")
        self.terrain[x - 6 : x + 6, y - 30 :] = GULLY
        self.level[x - 6 : x + 6, y - 30 :] = -1
        deck = np.s_[x - 14 : x + 14, y - 10 : y + 10]
        self.terrain[deck], self.level[deck] = BRIDGE, 0
        road = np.s_[x - 36 : x + 36, y - 5 : y + 5]
        self.terrain[road], self.level[road] = ROAD, 0

    def write(self, folder: Path, name: str) -> Path:
        """Write it as an archive."""
        parts = "".join(
            f"<{group}>{''.join(self._written(tag, ids) for tag in [kind])}</{group}>"
            for kind, (group, *ids) in KINDS.items()
        )
        told = " ".join(f'{key}="{value}"' for key, value in self.attributes.items())
        drawn = np.stack([self.level.view(np.uint8), self.terrain], axis=2).tobytes()
        sizes = struct.pack(">4i", COLUMNS, ROWS, WIDTH, HEIGHT)
        members = {
            "LOSData": packed(java(sizes + drawn + self.stairways.tobytes())),
            "BoardMetadata.xml": f"<boardMetadata {told}>{parts}</boardMetadata>".encode(),
        }
        path = folder / name
        path.write_bytes(zipped(members))
        return path

    def _written(self, kind: str, ids: Iterable[str]) -> str:
        name, value = ids
        return "".join(
            f'<{kind} {name}="{e.hex}" {value}="{e.value}"/>'
            for e in self.entries
            if e.kind == kind
        )


def plain(name: str = "sheet") -> Sheet:
    """Draw the sheet on which nothing is wrong."""
    sheet = Sheet(name)
    sheet.disc("C2", STONE_1, 16)
    sheet.list("buildingType", "C2", "Stone Building, 1 Level")
    sheet.stairways[COLUMN_START["C"] + 1] = True
    sheet.level[170:, 190:] = 1
    sheet.attributes["hasHills"] = "TRUE"
    sheet.along("B2", 0, HEDGE)
    sheet.bridge()
    sheet.disc("D2", WOODS, 15)
    return sheet


COLUMN_START = {"A": 0, "B": 4, "C": 9, "D": 13, "E": 18}
"""Where the hexes of a column begin in the list of all."""


def with_terrain(archive: Archive, terrain: np.ndarray) -> Archive:  # type: ignore[type-arg]
    return replace(archive, terrain=terrain)
