"""Lays the overlays of a configuration on the archives of its boards.

An overlay lies on one board (A2.7). Where it reaches over the board's edge, and whole boards of one size
lie edge to edge, the rest of it lies on the boards beside, turned as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path

import numpy as np

from hexcourt.facts.base.errors import BadInput, listed, shown_value
from hexcourt.facts.base.files import is_file
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import DATA_FEATURE, Hex, terrain_codes
from hexcourt.facts.formats.import_archive import grid_of, title_of, with_filled_hexes
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.formats.vassal.folders import vasl_board_folders
from hexcourt.facts.geometry.hexes import Layout, Position, neighbour
from hexcourt.facts.maps.configuration import OverlayEntry
from hexcourt.facts.maps.overlays.archives import OverlayArchive, archive_name, read_overlay_archive
from hexcourt.facts.maps.overlays.placing import (
    OverlaidArchive,
    OverlayGrid,
    PlacedOverlay,
    applied_to,
    placed,
    sheet_of,
)

# --- Overlays on a board: which hexes they cover, where they end, what is not told ------------------
#
# Features of hexes: ``overlay(o2)`` of a covered hex; ``untold(level)``, ``untold(ground)`` and
# ``untold(storeys)`` where the overlay or the documents do not say how high it lies, what lies
# there, how many levels its building has. Hexsides where overlays end carry ``overlay_edge``
# (A2.72).


_TOUCHING_DISTANCES = (-1.5, -0.5, 0.5, 1.5)
"""How far from a hexside, in pixels, a line along it touches what is drawn."""

_STEPS = np.linspace(0.06, 0.94, 45)


@dataclass(frozen=True)
class OverlaidHexes:
    """What is to be given of one board, by the names that it gives its hexes: which overlays
    cover a hex, what is untold there, and on which hexsides their terrain ends, given as
    (covered hex, other hex); ``pieces`` are the overlays as they lie on it, in their order.
    """

    covers: Mapping[str, str]
    undetermined: Mapping[str, frozenset[str]]
    ends: tuple[tuple[str, str], ...]
    sides: tuple[tuple[str, str], ...]
    storeys: frozenset[str]
    about: str
    pieces: tuple[PlacedOverlay, ...]


def overlays_of(board: Board) -> Mapping[str, tuple[str, ...]]:
    """List the overlays on a board or map, each with the hexes that it covers."""
    found: dict[str, tuple[str, ...]] = {}
    for record in board.hexes:
        for each in record.features:
            match = DATA_FEATURE.fullmatch(each)
            if match is not None and match[1]:
                found[match[1]] = (*found.get(match[1], ()), record.name)
    return found


def with_overlays(board: Board, lying: OverlaidHexes | None) -> Board:
    """Add overlays to a board."""
    if lying is None:
        return board
    changed = replace(
        board,
        source=f"{board.source}. {lying.about}",
        hexes=tuple(_with_overlays(record, lying) for record in board.hexes),
    )
    filled = [
        (here, there) for here, there in lying.sides if board.by_name[here].inherent is not None
    ]
    return changed.with_overlay_edges([*lying.ends, *filled])


def _with_overlays(record: Hex, lying: OverlaidHexes) -> Hex:
    name = lying.covers.get(record.name)
    if name is None:
        return record
    unknown = set(lying.undetermined.get(record.name, ()))
    #! B23.2 low: the picture of an overlay does not tell how many levels its buildings have
    if record.name in lying.storeys and any(_SMALL.fullmatch(term) for term in record.terrain):
        unknown.add("storeys")
    lines = [f"overlay({name})", *(f"untold({each})" for each in unknown)]
    return replace(record, features=tuple(sorted({*record.features, *lines})))


_SMALL = pattern(r"building\((stone|wood),0\)")


def edges(
    sheet: OverlaidArchive, layout: Layout, covered: Mapping[Position, int]
) -> Iterator[tuple[Position, Position, bool]]:
    """List the hexsides where overlays end: the covered place, the other one, and whether terrain of the
    overlay reaches the hexside, and none that the board draws there does.
    """
    corners = layout.corner_offsets()
    for place in sorted(covered):
        for direction in range(6):
            other = neighbour(place, direction)
            if other in covered:
                continue
            centre = np.array(layout.centre(place))
            start, end = (centre + corners[each % 6] for each in (direction, direction + 1))
            yield place, other, _reached(sheet, start, end, covered[place])


def _reached(
    sheet: OverlaidArchive,
    start: np.typing.NDArray[np.float64],
    end: np.typing.NDArray[np.float64],
    number: int,
) -> bool:
    along = end - start
    across = np.array([-along[1], along[0]]) / np.linalg.norm(along)
    points = start + along * _STEPS[:, None]
    near = np.concatenate([points + across * each for each in _TOUCHING_DISTANCES])
    xs, ys = np.floor(near).astype(np.int64).T
    width, height = sheet.whose.shape
    here = (xs >= 0) & (ys >= 0) & (xs < width) & (ys < height)
    xs, ys = xs[here], ys[here]
    standing = _standing()[sheet.archive.terrain[xs, ys]]
    whose = sheet.whose[xs, ys]
    return bool((standing & (whose == number)).any() and not (standing & (whose < 0)).any())


def _standing() -> np.typing.NDArray[np.bool_]:
    """Return which terrain codes are features that a line along a hexside may meet."""
    found = np.zeros(256, dtype=np.bool_)
    kinds = ("other", "building", "factory")
    found[[n for n, each in terrain_codes().items() if each.kind in kinds]] = True
    return found


# --- Archives of overlays -------------------------------------------------------------------------


FOLDER = "overlays"
"""The folder beside the map in which overlays are looked for, where the map names no other."""

_MAX_FILES = 2_000


def find_archive(
    folder: Path, overlay_folder: str | None, name: str, archive: str | None
) -> OverlayArchive:
    """Open the archive of an overlay; paths are seen from ``folder``, that of the map."""
    if archive is not None:
        path = folder / archive
        if not is_file(path):
            raise BadInput(
                f"there is no archive {shown_value(archive)} beside the map; give the path of a VASL "
                f"archive of overlays such as {archive_name(name)}"
            )
        return _with_overlay(read_overlay_archive(path), name)
    wanted = archive_name(name)
    folders = [folder, folder / (FOLDER if overlay_folder is None else overlay_folder)]
    folders += [each / FOLDER for each in vasl_board_folders()]
    for each in folders:
        for path in _called(each, wanted):
            return _with_overlay(read_overlay_archive(path), name)
    looked = listed(["beside the map", f"in {shown_value(overlay_folder or FOLDER)}"], "or")
    raise BadInput(
        f"its archive {wanted} is not {looked}; put it there, or name it by archive or overlay_folder"
    )


def _with_overlay(found: OverlayArchive, name: str) -> OverlayArchive:
    if not found.has(name):
        known = found.overlays
        some = listed(known[:12]) + (", ..." if len(known) > 12 else "")
        has = f"it has {some}" if known else "it has none"
        raise BadInput(f"{found.path} has no overlay {name}; {has}")
    return found


def _called(folder: Path, wanted: str) -> Iterator[Path]:
    """List the files of a name in a folder, the one written alike first."""
    if is_file(folder / wanted):
        yield folder / wanted
    try:
        names = sorted(each.name for each in islice(folder.iterdir(), _MAX_FILES))
    except (OSError, ValueError):
        return
    yield from (
        folder / each for each in names if each.lower() == wanted.lower() and is_file(folder / each)
    )


#! A2.7 high: an overlay takes the place of what the board has in the hexes on which it is laid


@dataclass(frozen=True, eq=False)
class Base:
    """A board of a map before anything is placed on it; ``whole`` tells that it is not cropped."""

    id: str
    archive: Archive
    turned: bool
    whole: bool

    @cached_property
    def grid(self) -> OverlayGrid:
        """Place its hexes by the names that it gives them."""
        layout, names = grid_of(self.archive)
        off = () if self.archive.drafted is None else self.archive.drafted.off
        places = {name: at for at, name in names.items() if name not in off}
        return OverlayGrid(title_of(self.archive), layout, places)

    @cached_property
    def names(self) -> Mapping[Position, str]:
        """Name its hexes by their places."""
        return {place: name for name, place in self.grid.places.items()}


def apply_overlays(
    entries: Sequence[OverlayEntry],
    overlay_folder: str | None,
    folder: Path,
    rows: Sequence[Sequence[Base]],
) -> Mapping[str, tuple[Archive, OverlaidHexes]]:
    """Place overlays in their order; return the archives of the boards that they come to lie on by the
    boards' ids, and what is to be given of these.
    """
    table = OverlaidBoards(rows)
    for number, entry in enumerate(entries):
        try:
            table.apply(number, entry, folder, overlay_folder)
        except BadInput as error:
            raise BadInput(f"{entry.where}: {error}") from None
    fields = {name: table.applied(name) for name in table.sheets}
    return {
        name: (with_filled_hexes(archive, table.bases[name].archive), lying)
        for name, (archive, lying) in fields.items()
    }


class OverlaidBoards:
    """The boards of a map, with what lies on them so far."""

    def __init__(self, rows: Sequence[Sequence[Base]]) -> None:
        self.rows = rows
        self.bases = {base.id: base for row in rows for base in row}
        self.sheets: dict[str, OverlaidArchive] = {}
        self.covers: dict[str, dict[Position, int]] = {}
        self.pieces: dict[str, list[PlacedOverlay]] = {}
        self.entries: list[OverlayEntry] = []
        shapes = {base.archive.terrain.shape for row in rows for base in row}
        whole = all(base.whole for row in rows for base in row)
        self.regular = whole and len(shapes) == 1 and len({len(row) for row in rows}) == 1

    def apply(
        self, number: int, entry: OverlayEntry, folder: Path, overlay_folder: str | None
    ) -> None:
        """Place the overlay that an entry tells."""
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

    def put(self, entry: OverlayEntry, piece: PlacedOverlay) -> None:
        """Draw a piece whose place is known, the next in number."""
        base = self.bases[entry.board]
        self.entries.append(entry)
        pieces = self._spread(base, piece)
        self._refuse_beyond(base, piece, pieces)
        for name, each in pieces.items():
            self._apply_piece(name, each)

    def applied(self, name: str) -> tuple[Archive, OverlaidHexes]:
        """Return the archive of a board, and what is to be given of it."""
        base, sheet, covers = self.bases[name], self.sheets[name], self.covers[name]
        here = {base.names[place]: self.entries[number] for place, number in covers.items()}
        ends = [
            (base.names[one], base.names[two], reached)
            for one, two, reached in edges(sheet, base.grid.layout, covers)
            if two in base.names
        ]
        result = dict.fromkeys(here.values())
        return sheet.archive, OverlaidHexes(
            covers={each: entry.name for each, entry in here.items()},
            undetermined={
                base.names[at]: each for at, each in sheet.undetermined.items() if at in covers
            },
            ends=tuple((one, two) for one, two, reached in ends if reached),
            sides=tuple((one, two) for one, two, _ in ends),
            storeys=frozenset(n for n, entry in here.items() if entry.upper_levels is None),
            about=f"Overlays placed on board {name} (A2.7): {listed(map(_entry_in_words, result))}",
            pieces=tuple(self.pieces[name]),
        )

    def _spread(self, base: Base, piece: PlacedOverlay) -> dict[str, PlacedOverlay]:
        """Return the piece as it lies on each board that it reaches."""
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

    def _refuse_beyond(
        self, base: Base, piece: PlacedOverlay, pieces: Mapping[str, PlacedOverlay]
    ) -> None:
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

    def _apply_piece(self, name: str, piece: PlacedOverlay) -> None:
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
        sheet = self.sheets.get(name) or sheet_of(base.archive)
        self.sheets[name] = applied_to(sheet, piece)
        self.pieces.setdefault(name, []).append(piece)


def _entry_in_words(entry: OverlayEntry) -> str:
    hexes = " and ".join(dict.fromkeys(entry.hexes or ("its own place",)))
    return f"{entry.name} on {hexes} of board {entry.board}"
