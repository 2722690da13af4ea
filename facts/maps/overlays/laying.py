"""Lays the overlays of a configuration on the archives of its boards.

An overlay lies on one board (A2.7). Where it reaches over the board's edge, and whole boards of one size
lie edge to edge, the rest of it lies on the boards beside, turned as they are.
"""

#! A2.7 high: an overlay takes the place of what the board has in the hexes on which it is laid
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.formats.archive import Archive
from hexcourt.facts.formats.importing import grid_of, title_of, with_filled_hexes
from hexcourt.facts.grid.geometry import Position
from hexcourt.facts.maps.overlay_entries import OverlayEntry
from hexcourt.facts.maps.overlays.drawing import Sheet, bare, laid_on
from hexcourt.facts.maps.overlays.finding import find_archive
from hexcourt.facts.maps.overlays.placing import Grid, Piece, placed
from hexcourt.facts.maps.overlays.telling import Lying, edges


@dataclass(frozen=True, eq=False)
class Base:
    """A board of a map before anything is laid on it; ``whole`` tells that it is not cropped."""

    id: str
    archive: Archive
    turned: bool
    whole: bool

    @cached_property
    def grid(self) -> Grid:
        """Place its hexes by the names that it gives them."""
        layout, names = grid_of(self.archive)
        return Grid(title_of(self.archive), layout, {name: at for at, name in names.items()})

    @cached_property
    def names(self) -> Mapping[Position, str]:
        """Name its hexes by their places."""
        return {place: name for name, place in self.grid.places.items()}


def lay_overlays(
    entries: Sequence[OverlayEntry],
    overlay_folder: str | None,
    folder: Path,
    rows: Sequence[Sequence[Base]],
) -> Mapping[str, tuple[Archive, Lying]]:
    """Lay overlays in their order; give the archives of the boards that they come to lie on by the
    boards' ids, and what is to be told of these.
    """
    table = Table(rows)
    for number, entry in enumerate(entries):
        try:
            table.lay(number, entry, folder, overlay_folder)
        except BadInput as error:
            raise BadInput(f"{entry.where}: {error}") from None
    told = {name: table.told(name) for name in table.sheets}
    return {
        name: (with_filled_hexes(archive, table.bases[name].archive), lying)
        for name, (archive, lying) in told.items()
    }


class Table:
    """The boards of a map, with what lies on them so far."""

    def __init__(self, rows: Sequence[Sequence[Base]]) -> None:
        self.rows = rows
        self.bases = {base.id: base for row in rows for base in row}
        self.sheets: dict[str, Sheet] = {}
        self.covers: dict[str, dict[Position, int]] = {}
        self.entries: list[OverlayEntry] = []
        shapes = {base.archive.terrain.shape for row in rows for base in row}
        whole = all(base.whole for row in rows for base in row)
        self.regular = whole and len(shapes) == 1 and len({len(row) for row in rows}) == 1

    def lay(
        self, number: int, entry: OverlayEntry, folder: Path, overlay_folder: str | None
    ) -> None:
        """Lay the overlay that an entry tells."""
        base = self.bases.get(entry.board)
        if base is None:
            raise BadInput(
                f"the map has no board {entry.board}; write one of {listed(sorted(self.bases))}"
            )
        archive = find_archive(folder, overlay_folder, entry.name, entry.archive)
        hexes = entry.hexes or archive.place
        if hexes is None:
            raise BadInput(
                "hexes are missing; write the two on which its hexes 1 and 2 lie, such as "
                '["K5", "K6"]'
            )
        piece = placed(archive, entry.name, number, base.grid, hexes)
        if entry.upper_levels is not None:
            piece = piece.showing(piece.picture.with_upper_levels(entry.upper_levels))
        self.put(entry, piece)

    def put(self, entry: OverlayEntry, piece: Piece) -> None:
        """Lay a piece that is placed already, the next in number."""
        base = self.bases[entry.board]
        self.entries.append(entry)
        pieces = self._spread(base, piece)
        self._refuse_beyond(base, piece, pieces)
        for name, each in pieces.items():
            self._lay_on(name, each)

    def told(self, name: str) -> tuple[Archive, Lying]:
        """Give the archive of a board, and what is to be told of it."""
        base, sheet, covers = self.bases[name], self.sheets[name], self.covers[name]
        here = {base.names[place]: self.entries[number] for place, number in covers.items()}
        ends = [
            (base.names[one], base.names[two], reached)
            for one, two, reached in edges(sheet, base.grid.layout, covers)
            if two in base.names
        ]
        told = dict.fromkeys(here.values())
        return sheet.archive, Lying(
            covers={each: entry.name for each, entry in here.items()},
            untold={base.names[at]: each for at, each in sheet.untold.items() if at in covers},
            ends=tuple((one, two) for one, two, reached in ends if reached),
            sides=tuple((one, two) for one, two, _ in ends),
            storeys=frozenset(n for n, entry in here.items() if entry.upper_levels is None),
            about=f"Overlays laid on board {name} (A2.7): {listed(map(_told, told))}",
        )

    def _spread(self, base: Base, piece: Piece) -> dict[str, Piece]:
        """Give the piece as it lies on each board that it reaches."""
        if not self.regular:
            return {base.id: piece}
        found = {base.id: piece}
        width, height = base.archive.terrain.shape
        across, down = self._at(base)
        wide, high = piece.picture.opaque.shape
        left, top = piece.left, piece.top
        if base.turned:
            left, top = width - left - wide, height - top - high
        for row, line in enumerate(self.rows):
            for column, other in enumerate(line):
                x, y = left + (across - column) * width, top + (down - row) * height
                if other is base or not (-wide < x < width and -high < y < height):
                    continue
                if other.turned:
                    x, y = width - x - wide, height - y - high
                turned = other.turned != base.turned
                found[other.id] = piece.moved(other.grid.layout, x, y, turned)
        return found

    def _at(self, base: Base) -> tuple[int, int]:
        return next(
            (column, row)
            for row, line in enumerate(self.rows)
            for column, each in enumerate(line)
            if each is base
        )

    def _refuse_beyond(self, base: Base, piece: Piece, pieces: Mapping[str, Piece]) -> None:
        """Refuse a piece that covers hexes beyond the map."""
        beyond = [place for place in piece.covered if place not in base.names]
        width, height = base.archive.terrain.shape
        across, down = self._at(base)
        for place in beyond:
            x, y = base.grid.layout.centre(place)
            if base.turned:
                x, y = width - x, height - y
            column, row = int(x // width) + across, int(y // height) + down
            on_map = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])
            if not on_map or self.rows[row][column].id not in pieces:
                where = "the map" if self.regular else f"board {base.id}"
                raise BadInput(
                    f"{len(beyond)} of the {len(piece.covered)} hexes that it covers are not on "
                    f"{where}; lay it farther from the edge, or turn it another way"
                )

    def _lay_on(self, name: str, piece: Piece) -> None:
        base = self.bases[name]
        covers = self.covers.setdefault(name, {})
        here = [place for place in sorted(piece.covered) if place in base.names]
        for place in here:
            if place in covers:
                raise BadInput(
                    f"it overlaps {self.entries[covers[place]].where} in hex {base.names[place]} of "
                    f"board {name}; lay one of the two elsewhere"
                )
        covers.update((place, piece.number) for place in here)
        sheet = self.sheets.get(name) or bare(base.archive)
        self.sheets[name] = laid_on(sheet, piece)


def _told(entry: OverlayEntry) -> str:
    hexes = " and ".join(dict.fromkeys(entry.hexes or ("its own place",)))
    return f"{entry.name} on {hexes} of board {entry.board}"
