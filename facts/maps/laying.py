"""Lays the map of a configuration: what a file tells becomes one board.

What changes the drawing of a board is done to its archive, before anything is derived from it: so a
changed board is derived as a printed one is, inherent terrain, hexsides, Locations and all. The order:

1. the archives are opened;
2. overlays are laid on them;
3. terrain is changed, as the board's entry and the whole map tell;
4. each archive becomes a board (``importing``), of which the crop is left;
5. the boards are joined (``joining``), and what is not in play is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.archive import Archive
from hexcourt.facts.formats.importing import board_of
from hexcourt.facts.maps.board_entries import BoardEntry
from hexcourt.facts.maps.configuration import Configuration, read_configuration
from hexcourt.facts.maps.joining import Section, join
from hexcourt.facts.maps.named_places import with_named_places
from hexcourt.facts.maps.opening_boards import board_id, open_archive
from hexcourt.facts.maps.overlays.laying import Base, lay_overlays
from hexcourt.facts.maps.overlays.telling import Lying, with_overlays
from hexcourt.facts.sizes import MOST_MAP_PIXELS


def read_map(path: Path) -> Board:
    """Lay the map that a file tells; raises BadInput, naming file, board and mend."""
    told = read_configuration(path)
    try:
        return lay(told, path.parent, path.stem)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def lay(told: Configuration, folder: Path, name: str = "map") -> Board:
    """Lay a map; paths of boards are seen from ``folder``."""
    _refuse_what_is_not_done(told)
    bases: list[list[Base]] = []
    pixels = 0
    for row in told.rows:
        bases.append([])
        for entry in row:
            archive, turned = open_archive(folder, entry)
            pixels += archive.terrain.size
            if pixels > MOST_MAP_PIXELS:
                raise BadInput(
                    f"{entry.where}: the drawings have more than {MOST_MAP_PIXELS} pixels in all; "
                    "join fewer boards"
                )
            name_of_board = board_id(archive, entry.where)
            bases[-1].append(Base(name_of_board, archive, turned, entry.crop is None))
    laid = lay_overlays(told.overlays, told.overlay_folder, folder, bases)
    sections = [
        [_section(base, entry, laid) for base, entry in zip(line, row, strict=True)]
        for line, row in zip(bases, told.rows, strict=True)
    ]
    return join(sections, told.north, name)


def _section(base: Base, entry: BoardEntry, laid: Mapping[str, tuple[Archive, Lying]]) -> Section:
    archive, lying = laid.get(base.id, (base.archive, None))
    board = with_overlays(with_named_places(board_of(archive)), lying)
    return Section(board, base.id, base.turned, entry.crop)


def _refuse_what_is_not_done(told: Configuration) -> None:
    def refused(what: str) -> BadInput:
        return BadInput(f"{what} not read from maps yet; leave this out")

    entries: list[BoardEntry] = [entry for row in told.rows for entry in row]
    if told.changes or any(entry.changes for entry in entries):
        raise refused("changes of terrain are")
    if told.play:
        raise refused("crops are")
