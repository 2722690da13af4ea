"""Counts pairs that are judged otherwise than they should where overlays lie on a board.

``python bench/overlays.py [BOARD ...]``: archives of ``../shared/vasl`` by name. Verdict and hindrance
of all pairs of ground Locations must be equal

- *own pixels*: on a board, and with pieces of what it draws itself laid on it in some places; lines
  along hexsides where these end are counted apart, of which A2.72 speaks;
- *untouched*: on a board and with overlays laid on it, of lines that touch no hex that these changed;
- *upright*, *reversed*: on a board with overlays, alone and in two places of a map of four boards (pairs
  of whole hexes; lines that touch half-hexes are counted apart, as *seam*).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from joining import BESIDE, BOARDS, differing, judged, touching_halves, whole_places
from rich import box
from rich.console import Console
from rich.table import Table as Sheet

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.formats.import_archive import board_of
from hexcourt.facts.formats.vasl_archive import read_archive
from hexcourt.facts.geometry.hexes import STEPS, Position
from hexcourt.facts.maps.configuration import OverlayEntry
from hexcourt.facts.maps.joining import Section, join
from hexcourt.facts.maps.overlays.apply_overlays import Base, OverlaidBoards, with_overlays
from hexcourt.facts.maps.overlays.archives import OverlayPicture
from hexcourt.facts.maps.overlays.placing import PlacedOverlay
from hexcourt.facts.tracing.hex_lines import walk_hexes
from hexcourt.facts.tracing.sight_lines import Pairs, every_pair

OVERLAYS = BOARDS.parent / "overlays"
USUAL = ("bd01", "bd18")
PLACES = ((4, 6), (10, 12), (16, 4), (21, 9), (27, 13), (29, 5))
"""Where pieces of a board are cut out, by column and half row."""

LAID = (("o2", 5, 7, 2), ("b3", 12, 8, 1), ("x11", 17, 15, 0), ("h3", 24, 8, 3), ("rr10", 8, 14, 5))
"""Overlays, where their hex 1 lies, and in which direction from it their hex 2."""


def based(name: str, turned: bool = False) -> Base:
    return Base(name, read_archive(BOARDS / name), turned, True)


def board(table: OverlaidBoards, base: Base) -> Board:
    """Derive a board of a table with what lies on it."""
    if base.id not in table.sheets:
        return board_of(base.archive)
    archive, lying = table.applied(base.id)
    return with_overlays(board_of(archive), lying)


def cut(base: Base, middle: Position, number: int) -> PlacedOverlay:
    """Cut a hex and those round it out of what a board draws, with a margin of some pixels."""
    layout, archive = base.grid.layout, base.archive
    places = {middle, *((middle[0] + c, middle[1] + h) for c, h in STEPS)}
    xs, ys = np.nonzero(np.ones(archive.terrain.shape, dtype=bool))
    opaque = np.zeros(archive.terrain.shape, dtype=bool)
    for dx, dy in ((0, 0), (4, 0), (-4, 0), (0, 4), (0, -4)):
        at = layout.places_at(xs + dx + 0.5, ys + dy + 0.5)
        for place in places:
            here = (at == place).all(axis=1)
            opaque[xs[here], ys[here]] = True
    picture = OverlayPicture(
        opaque=opaque,
        terrain=archive.terrain.astype(np.int16),
        level=archive.elevation.astype(np.int16),
        levelled=np.ones_like(opaque),
        unknown_colours=np.zeros_like(opaque),
        pixels=np.zeros((*opaque.shape, 4), dtype=np.uint8),
    )
    return PlacedOverlay("o9", number, layout, 0, 0, picture)


def with_own_pixels(name: str) -> Board:
    base = based(name)
    table = OverlaidBoards([[base]])
    for number, middle in enumerate(PLACES):
        table.put(
            OverlayEntry("o9", name, None, None, 0, f"piece {number}"), cut(base, middle, number)
        )
    return board(table, base)


def with_laid(rows: Sequence[Sequence[Base]], base: Base) -> OverlaidBoards:
    """Lay overlays on a board of a map."""
    table = OverlaidBoards(rows)
    for number, (name, column, half_row, direction) in enumerate(LAID):
        second = (column + STEPS[direction][0], half_row + STEPS[direction][1])
        hexes = base.names[column, half_row], base.names[second]
        entry = OverlayEntry(name, base.id, hexes, None, None, name)
        table.apply(number, entry, OVERLAYS, str(OVERLAYS))
    return table


def without_edges(board: Board) -> Board:
    sides = {pair: terms - {"overlay_edge"} for pair, terms in board.hexsides.items()}
    return replace(board, hexsides=MappingProxyType({p: t for p, t in sides.items() if t}))


def touching(
    board: Board, hexes: npt.NDArray[np.bool_], places: Sequence[Location], pairs: Pairs
) -> npt.NDArray[np.bool_]:
    """Tell which lines touch some hexes."""
    numbers = np.array([board.indices[place.hex] for place in places], dtype=np.int32)
    rims = np.zeros((len(board.hexes), 6), dtype=np.uint8)
    walked = walk_hexes(board, rims, numbers[pairs], grace=1.0)
    wanted = np.append(hexes, False)
    touched = wanted[walked.hexes] | wanted[walked.twins]
    lines = np.repeat(np.arange(len(pairs)), np.diff(walked.starts))
    return np.asarray(np.bincount(lines[touched], minlength=len(pairs)) > 0)


def changed_hexes(plain: Board, changed: Board) -> npt.NDArray[np.bool_]:
    """Tell which hexes of a board have changed, be it by a pixel."""
    before, after = plain.raster, changed.raster
    assert before is not None and after is not None
    one, two = np.array(before.terms)[before.terrain], np.array(after.terms)[after.terrain]
    xs, ys = np.nonzero((one != two) | (before.level != after.level))
    places = plain.layout.places_at(xs + 0.5, ys + 0.5)
    met = {(c, h) for c, h in np.unique(places, axis=0).tolist()}
    pairs = zip(plain.hexes, changed.hexes, strict=True)
    return np.array([one.place in met or one != two for one, two in pairs])


def compared(name: str) -> Iterator[tuple[str, int, int, int, int]]:
    """Give what was compared, pairs and those that differ, and both of those counted apart."""
    plain, own = board_of(based(name).archive), with_own_pixels(name)
    places = plain.ground_locations
    pairs = every_pair(len(places))
    bare = judged(plain, places, pairs)
    differ = differing(bare, judged(without_edges(own), own.ground_locations, pairs))
    edges = differing(bare, judged(own, own.ground_locations, pairs))
    yield "own pixels", len(pairs), int(differ.sum()), len(own.overlay_edges), int(edges.sum())
    base = based(name)
    alone = board(with_laid([[base]], base), base)
    over = judged(alone, alone.ground_locations, pairs)
    touched = touching(plain, changed_hexes(plain, alone), places, pairs)
    differ = differing(bare, over)
    counts = (~touched).sum(), (differ & ~touched).sum(), touched.sum(), (differ & touched).sum()
    yield "untouched", *(int(each) for each in counts)
    whole = whole_places(alone)
    pairs = every_pair(len(whole))
    over = judged(alone, whole, pairs)
    seam = touching_halves(alone, whole, pairs)
    for title, turned, (down, across) in (("upright", False, (0, 1)), ("reversed", True, (1, 0))):
        tried = based(name, turned)
        others = [based(each) for each in BESIDE if each != name][:3]
        rows = [
            [others.pop() if (r, c) != (down, across) else tried for c in (0, 1)] for r in (0, 1)
        ]
        table = with_laid(rows, tried)
        joined = join([[Section(board(table, b), b.id, b.turned) for b in row] for row in rows])
        there = [joined.location(f"[{name}]{each.name}") for each in whole]
        differ = differing(over, judged(joined, there, pairs))
        counts = (~seam).sum(), (differ & ~seam).sum(), seam.sum(), (differ & seam).sum()
        yield title, *(int(each) for each in counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=USUAL, metavar="BOARD")
    sheet = Sheet(box=box.SIMPLE_HEAD, caption="pairs that are judged otherwise")
    for head in ("board", "compared", "pairs", "differ", "edges, touched or seam", "differ"):
        sheet.add_column(head)
    for name in parser.parse_args().boards:
        try:
            for title, *counts in compared(name):
                sheet.add_row(name, title, *map(str, counts))
        except BadInput as error:
            sheet.add_row(name, str(error))
    Console(width=120, highlight=False).print(sheet)


if __name__ == "__main__":
    main()
