"""Where the boards of a save lie, and which hex is at a pixel of its map.

Pixels count from the map's upper left corner; the first board begins at (400, 400). A crop is a
rectangle of the board as it is printed, whichever way it is turned. Hexes are named as on their board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import hypot
from pathlib import Path
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, quoted, shown
from hexcourt.facts.base.files import is_file
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.sizes import LARGEST_SIDE, MAX_SAVED_BOARDS
from hexcourt.facts.formats.import_archive import board_of
from hexcourt.facts.formats.vasl_archive import read_archive
from hexcourt.facts.formats.vassal.folders import archive_in
from hexcourt.facts.formats.vassal.save_text import fields, number_in
from hexcourt.facts.geometry.coordinates import column_letters
from hexcourt.facts.geometry.hexes import Layout, Position

MARGIN = 400
"""How far from the map's corner the first board lies, in pixels."""

AT_CENTRE, AT_MARK = 10.0, 6.0
"""How near to a centre, and to a hexside's middle or a vertex, a counter counts as laid on it."""

_EDGE = 2.0
"""How far outside a crop a hex's centre may lie and still be in play, in pixels."""

_FILLER = pattern(r"(blank[0-9]*|nulv?|filler.*)", re.IGNORECASE)
_NAME = pattern(r"[^/\\\x00-\x1f]{1,80}")  # part of the name of a file
_ZOOM = pattern(r"[1-9][0-9]?(\.[0-9]{1,9})?|0\.[1-9][0-9]{0,9}")
_DIGITS = pattern(r"-?[0-9]")
_KEYS = ("VER", "OVR", "SSR", "ZOOM")


@dataclass(frozen=True, slots=True)
class SavedBoard:
    """A board of a save.

    ``name`` is that of its archive without ``bd``; ``grid`` its column and row among the boards;
    ``crop`` is [x, y, width, height] in pixels of the printed board, -1 to its end, None for all of it.
    ``overlays`` are names with the hexes "1" and "2" they lie on; ``changes`` the words for terrain
    changes as they stand there, ``surplus`` how many empty ones stand between them. ``zoom`` is how
    much larger than printed it lies; ``is_filler`` tells a board that is no terrain, but a place for
    notes.
    """

    name: str
    reversed: bool
    grid: tuple[int, int]
    crop: tuple[int, int, int, int] | None
    version: str | None
    overlays: tuple[tuple[str, str, str], ...]
    changes: tuple[str, ...]
    surplus: int
    zoom: float
    is_filler: bool


@dataclass(frozen=True, slots=True)
class PrintedGrid:
    """The hexes of a board as it is printed: its size in pixels, and the centre of each hex."""

    width: int
    height: int
    layout: Layout
    names: tuple[tuple[str, Position], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class SavedSpot:
    """Where something lies: ``board`` and ``hex``, and there ``where``: at the centre, on a ``hexside``
    or a ``vertex``, or else ``inside`` the hex.

    ``number`` is the hexside's direction or the vertex (``facts/geometry/hexes.py``) as the map lies,
    not the board; ``distance`` the pixels from there, or from the centre. ``beside`` tells that the
    pixel lies beside the boards, where the other half of a half-hex would be. ``others`` are the names
    that further boards give the same hex where they meet, as (board, hex).
    """

    board: str
    hex: str
    where: str
    number: int | None
    distance: float
    beside: bool = False
    others: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.board}:{self.hex}"


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board where it lies on the map: ``corner`` and ``size`` in pixels, as cropped.

    ``archive_version`` is that of its archive, None where that was not there: then its hexes are taken
    to be those of a board of 33 hexrows on 1800 by 645 pixels. ``hexes`` are those in play with their
    centres on the map.
    """

    board: SavedBoard
    corner: tuple[int, int]
    size: tuple[int, int]
    archive_version: str | None
    hexes: tuple[tuple[str, float, float], ...] = field(repr=False)
    _grid: PrintedGrid = field(repr=False)
    _cells: Mapping[tuple[int, int], tuple[tuple[str, float, float], ...]] = field(
        repr=False, compare=False, hash=False
    )

    @property
    def hexrows(self) -> tuple[str, str]:
        """Name the first and the last hexrow in play."""
        letters = [each[0].rstrip("0123456789") for each in self.hexes]
        return (letters[0], letters[-1]) if letters else ("", "")

    @property
    def numbers(self) -> tuple[int, int]:
        """Return the least and the greatest number of a hex in play."""
        found = [int(each[0].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for each in self.hexes]
        return (min(found), max(found)) if found else (0, 0)

    @property
    def overrun(self) -> tuple[int, int] | None:
        """Return the size in pixels of a board that a crop runs beyond; None without its archive."""
        left, top, width, height = self.board.crop or (0, 0, -1, -1)
        extent = self._grid.width, self._grid.height
        is_beyond = left + width > extent[0] or top + height > extent[1]
        return extent if is_beyond and self.archive_version is not None else None

    def beyond(self, x: float, y: float) -> float:
        """Return how far outside the board a pixel lies, 0.0 on it."""
        left, top = self.corner
        across = max(left - x, x - left - self.size[0], 0.0)
        return max(across, top - y, y - top - self.size[1], 0.0)

    def nearest(self, x: float, y: float) -> tuple[str, float, float] | None:
        """Find the hex in play that holds a pixel."""
        size = float(self._grid.layout.hex_height) * self.board.zoom
        if self.beyond(x, y) > size:
            return None
        column, row = int(x // size), int(y // size)
        near = [
            each
            for across in (-1, 0, 1)
            for down in (-1, 0, 1)
            for each in self._cells.get((column + across, row + down), ())
        ]
        best = min(near, key=lambda each: hypot(each[1] - x, each[2] - y), default=None)
        reach = float(self._grid.layout.column_step) * self.board.zoom * 2 / 3
        return best if best and hypot(best[1] - x, best[2] - y) <= reach + _EDGE else None

    def has_centre(self, x: float, y: float) -> bool:
        """Return whether the centre of a hex in play is at a pixel."""
        near = self.nearest(x, y) if self.beyond(x, y) <= _EDGE else None
        return near is not None and hypot(near[1] - x, near[2] - y) <= _EDGE

    def marks(self) -> Iterator[tuple[str, int, float, float]]:
        """List hexsides and vertices of a hex: kind, number and offset from its centre."""
        layout, zoom = self._grid.layout, self.board.zoom
        for number, (across, down) in enumerate(layout.hexside_middles().tolist()):
            yield "hexside", number, across * zoom, down * zoom
        for number, (across, down) in enumerate(layout.corner_offsets().tolist()):
            yield "vertex", number, across * zoom, down * zoom


@dataclass(frozen=True, slots=True)
class Chart:
    """All boards of a save in their places."""

    placed: tuple[PlacedBoard, ...]

    @property
    def in_play(self) -> tuple[PlacedBoard, ...]:
        """List the boards that are terrain."""
        return tuple(each for each in self.placed if not each.board.is_filler)

    def hexes(self) -> int:
        """Count the hexes in play; one that two boards share counts once."""
        boards = self.in_play
        return sum(
            not any(before.has_centre(x, y) for before in boards[:number])
            for number, each in enumerate(boards)
            for _, x, y in each.hexes
        )

    def spot(self, x: float, y: float) -> SavedSpot | None:
        """Find the hex in play at a pixel of the map; None beside the boards."""
        found = []
        for placed in self.in_play:
            nearest = placed.nearest(x, y)
            if nearest is not None:
                away = hypot(nearest[1] - x, nearest[2] - y)
                found.append((placed, nearest, away))
        if not found:
            return None
        placed, (name, centre_x, centre_y), away = min(found, key=lambda each: round(each[2]))
        others = tuple(
            (other.board.name, its[0])
            for other, its, _ in found
            if other is not placed and hypot(its[1] - centre_x, its[2] - centre_y) <= _EDGE
        )
        where, number = "centre" if away <= AT_CENTRE else "inside", None
        if where == "inside":
            marks = (
                (hypot(centre_x + across - x, centre_y + down - y), kind, each)
                for kind, each, across, down in placed.marks()
            )
            gap, kind, mark = min(marks)
            if gap <= AT_MARK:
                where, number, away = kind, mark, gap
        beside = all(each.beyond(x, y) > _EDGE for each in self.in_play)
        return SavedSpot(placed.board.name, name, where, number, round(away, 1), beside, others)


def read_boards(text: str) -> tuple[SavedBoard, ...]:
    """Read the command ``bd``: the boards of a save; raises BadInput where one cannot be placed."""
    parts = re.split(r"bd\t(?=-?[0-9]+\t-?[0-9]+\t)", text)[1:]
    if len(parts) > MAX_SAVED_BOARDS:
        raise BadInput(f"has {len(parts)} boards; give a save of {MAX_SAVED_BOARDS} at most")
    found = tuple(map(_board, parts))
    seen: dict[tuple[int, int], str] = {}
    for each in found:
        if each.grid in seen:
            raise BadInput(
                f"has boards {shown(seen[each.grid])} and {shown(each.name)} both in row "
                f"{each.grid[1] + 1}, place {each.grid[0] + 1}; set the boards up again"
            )
        seen[each.grid] = each.name
    return found


def _board(text: str) -> SavedBoard:
    column, row, written, *tokens = [*fields(text, "\t"), ""]
    place = [at for at in map(number_in, (column, row)) if at is not None]
    turned = len(written) > 1 and written.startswith("r")
    name = written[1:] if turned else written
    if not _NAME.fullmatch(name):
        raise BadInput(f"has a board called {quoted(name)}, no name; set the boards up again")
    if len(place) < 2 or not all(0 <= at < MAX_SAVED_BOARDS for at in place):
        raise BadInput(f"has the board {shown(name)} in no row and place; set the boards up again")
    crop, rest = _crop(name, tokens)
    version, overlays, changes, surplus, zoom = _extras(rest)
    return SavedBoard(
        name,
        turned,
        (place[0], place[1]),
        crop,
        version,
        overlays,
        changes,
        surplus,
        zoom,
        _FILLER.fullmatch(name) is not None,
    )


def _crop(
    name: str, tokens: Sequence[str]
) -> tuple[tuple[int, int, int, int] | None, Sequence[str]]:
    items = [number_in(each) for each in tokens[:4]]
    numbers = [each for each in items if each is not None]
    if len(numbers) < 4:
        if _DIGITS.match(tokens[0]) and len(tokens) > 4:
            found_there = " ".join(map(shown, tokens[:4]))
            raise BadInput(
                f"crops the board {shown(name)} to {found_there}, no rectangle; crop it again"
            )
        return None, tokens
    x, y, width, height = numbers
    if (
        x < 0
        or y < 0
        or any(each != -1 and not 0 < each <= LARGEST_SIDE for each in (width, height))
    ):
        raise BadInput(f"crops the board {shown(name)} to {numbers}, no rectangle; crop it again")
    return (x, y, width, height), tokens[4:]


def _extras(
    tokens: Sequence[str],
) -> tuple[str | None, tuple[tuple[str, str, str], ...], tuple[str, ...], int, float]:
    """Read what follows a board: its version, overlays, words for terrain changes and zoom."""
    version, overlays, words, zoom = None, [], [], 1.0
    at = 0
    while at < len(tokens):
        key, at = tokens[at], at + 1
        if key == "VER" and at < len(tokens):
            version, at = tokens[at], at + 1
        elif key == "OVR" and at + 2 < len(tokens):
            overlays.append((tokens[at], tokens[at + 1], tokens[at + 2]))
            at += 3
        elif key == "ZOOM" and at < len(tokens):
            zoom = float(tokens[at]) if _ZOOM.fullmatch(tokens[at]) else zoom
            at += 1
        elif key == "SSR":
            while at < len(tokens) and tokens[at] not in _KEYS:
                words.append(tokens[at])
                at += 1
    changes = tuple(filter(None, words))
    surplus = len("\t".join(words).rstrip("\t").split("\t")) - len(changes) if changes else 0
    return version, tuple(overlays), changes, surplus, zoom


def chart(boards: Sequence[SavedBoard], folders: Sequence[Path]) -> Chart:
    """Place the boards of a save; archives in ``folders`` tell the hexes of boards, as ``bd01``."""
    grids = {each.name: _grid(each, folders) for each in boards}
    sizes = {each.grid: _cropped(each, grids[each.name][0]) for each in boards}
    placed = []
    for each in boards:
        column, row = each.grid
        left = MARGIN + sum(
            size[0] for at, size in sizes.items() if at[1] == row and at[0] < column
        )
        top = MARGIN + sum(size[1] for at, size in sizes.items() if at[0] == column and at[1] < row)
        placed.append(_placed(each, *grids[each.name], (left, top), sizes[each.grid]))
    return Chart(tuple(placed))


def archive_of(board: SavedBoard, folders: Sequence[Path]) -> Path:
    """Return where the archive of a board lies, or should lie: in the first of some folders."""
    name = f"bd{board.name}"
    return archive_in(folders, name, folders[0]) or folders[0] / name


def _grid(board: SavedBoard, folders: Sequence[Path]) -> tuple[PrintedGrid, str | None]:
    """Return the hexes of a board, and the version of the archive that gave them."""
    if not folders or board.is_filler or not is_file(archive_of(board, folders)):
        return standard_grid(), None
    archive = read_archive(archive_of(board, folders))
    known = board_of(archive)
    names = tuple((each.name, each.place) for each in known.hexes)
    return PrintedGrid(*known.layout.extent, known.layout, names), archive.attributes.get(
        "version", "?"
    )


def standard_grid() -> PrintedGrid:
    """Return the hexes of a board of the usual size: A1 to GG10 on 1800 by 645 pixels."""
    layout = Layout(
        Fraction(225, 4), Fraction(129, 2), (Fraction(0), Fraction(129, 4)), (1800, 645)
    )
    names = tuple(
        (f"{column_letters(column)}{row + 1 - column % 2}", (column, 2 * row - column % 2))
        for column in range(33)
        for row in range(10 + column % 2)
    )
    return PrintedGrid(1800, 645, layout, names)


def _cropped(board: SavedBoard, grid: PrintedGrid) -> tuple[int, int]:
    x, y, width, height = board.crop or (0, 0, -1, -1)
    size = (grid.width - x if width < 0 else width, grid.height - y if height < 0 else height)
    if min(size) <= 0:
        raise BadInput(
            f"crops the board {shown(board.name)} at ({x}, {y}), beyond its {grid.width} by "
            f"{grid.height} pixels; crop it again"
        )
    return round(size[0] * board.zoom), round(size[1] * board.zoom)


def _placed(
    board: SavedBoard,
    grid: PrintedGrid,
    version: str | None,
    corner: tuple[int, int],
    size: tuple[int, int],
) -> PlacedBoard:
    left, top = board.crop[:2] if board.crop else (0, 0)
    hexes = []
    size_of_cell = float(grid.layout.hex_height) * board.zoom
    cells: dict[tuple[int, int], tuple[tuple[str, float, float], ...]] = {}
    for name, place in grid.names if not board.is_filler else ():
        x, y = grid.layout.centre(place)
        x, y = (x - left) * board.zoom, (y - top) * board.zoom
        if not (-_EDGE <= x <= size[0] + _EDGE and -_EDGE <= y <= size[1] + _EDGE):
            continue
        x, y = (size[0] - x, size[1] - y) if board.reversed else (x, y)
        each = (name, x + corner[0], y + corner[1])
        hexes.append(each)
        cell = int(each[1] // size_of_cell), int(each[2] // size_of_cell)
        cells[cell] = (*cells.get(cell, ()), each)
    return PlacedBoard(board, corner, size, version, tuple(hexes), grid, MappingProxyType(cells))
