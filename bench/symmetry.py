"""Counts pairs whose answer depends on direction (A6.5), or on which way up the board lies.

``python bench/symmetry.py [BOARD ...]``: embedded boards and archives of ``../shared/vasl`` by name, or
all of them. *reversed*: pairs of Locations judged from the other end. *turned*: judged on the same
board turned by 180 degrees, drawing and hexes alike, names kept. *read turned*: an archive's pixels
turned before its board is derived from them. All counts should be 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from rich import box
from rich.console import Console
from rich.table import Table as Sheet

from hexcourt.facts.boards.board import Board, Hex, Location, Outline, Raster
from hexcourt.facts.boards.embedded import embedded_board, embedded_names
from hexcourt.facts.formats.archive import Archive, read_archive
from hexcourt.facts.formats.importing import board_of, import_board
from hexcourt.facts.grid.geometry import Layout
from hexcourt.facts.lines.sighting import Pairs, every_pair
from hexcourt.solver.seeing.session import SightCourt, Table

BOARDS = Path(__file__).resolve().parents[2] / "shared" / "vasl" / "boards"


@dataclass(frozen=True, slots=True)
class Changes:
    """How many pairs got another verdict, how many of those clear in both another hindrance."""

    verdict: int
    hindrance: int
    examples: tuple[str, ...]


def turned(board: Board) -> Board:
    """Turn a board by 180 degrees: drawing, places and slopes; names stay."""
    layout, raster = board.layout, board.raster
    low, high = board.places.min(axis=0), board.places.max(axis=0)
    columns, rows = (int(each) for each in low + high)
    # the parity of column plus half row must stay even, so the place is moved by a whole hex
    odd = (columns + rows) % 2
    place = {h.name: (columns - h.place[0], rows + odd - h.place[1]) for h in board.hexes}
    return replace(
        board,
        layout=_turned_layout(layout, columns, rows + odd),
        hexes=tuple(_turned_hex(record, place[record.name]) for record in board.hexes),
        outlines=tuple(_turned_outline(each, layout.extent) for each in board.outlines),
        raster=None if raster is None else _turned_raster(raster),
    )


def _turned_layout(layout: Layout, columns: int, rows: int) -> Layout:
    """Place the grid so that each hex's centre is its old centre turned about the drawing's middle."""
    width, height = layout.extent
    x = Fraction(width) - layout.origin[0] - layout.column_step * columns
    y = Fraction(height) - layout.origin[1] - layout.hex_height * rows / 2
    return replace(layout, origin=(x, y))


def _turned_hex(record: Hex, place: tuple[int, int]) -> Hex:
    slopes = frozenset((direction + 3) % 6 for direction in record.slopes)
    return replace(record, place=place, slopes=slopes)


def _turned_outline(outline: Outline, extent: tuple[int, int]) -> Outline:
    rings = tuple(tuple((extent[0] - x, extent[1] - y) for x, y in ring) for ring in outline.rings)
    return replace(outline, rings=rings)


def _turned_raster(raster: Raster) -> Raster:
    return Raster(
        raster.terms,
        np.ascontiguousarray(raster.terrain[::-1, ::-1]),
        np.ascontiguousarray(raster.level[::-1, ::-1]),
    )


def read_turned(path: Path, upright: Board) -> Board | None:
    """Turn an archive's pixels and derive the board from them, its hexes renamed as on ``upright``.

    None where the turned hexes do not fall on the grid of the same archive (an even number of columns,
    half hexes on one side only).
    """
    archive = read_archive(path)
    renamed = _opposite_names(upright)
    if renamed is None:
        return None
    return _renamed(board_of(_turned_archive(archive, renamed)), renamed)


def _opposite_names(board: Board) -> Mapping[str, str] | None:
    """Tell which hex lies where each hex lies after the turn."""
    width, height = board.layout.extent
    centres = {
        tuple(np.round(centre, 6)): h.name
        for h, centre in zip(board.hexes, board.centres, strict=True)
    }
    found = {}
    for record, (x, y) in zip(board.hexes, board.centres, strict=True):
        other = centres.get((round(width - x, 6), round(height - y, 6)))
        if other is None:
            return None
        found[record.name] = other
    return found


def _turned_archive(archive: Archive, renamed: Mapping[str, str]) -> Archive:
    return replace(
        archive,
        elevation=np.ascontiguousarray(archive.elevation[::-1, ::-1]),
        terrain=np.ascontiguousarray(archive.terrain[::-1, ::-1]),
        stairways=archive.stairways[::-1].copy(),
        slopes=_turned_sides(archive.slopes, renamed),
        embankments=_turned_sides(archive.embankments, renamed),
    )


def _turned_sides(
    sides: Mapping[str, frozenset[int]], renamed: Mapping[str, str]
) -> Mapping[str, frozenset[int]]:
    return MappingProxyType(
        {
            renamed[name]: frozenset((each + 3) % 6 for each in directions)
            for name, directions in sides.items()
            if name in renamed
        }
    )


def _renamed(board: Board, names: Mapping[str, str]) -> Board:
    def pair(key: tuple[str, str]) -> tuple[str, str]:
        first, second = sorted(names[name] for name in key)
        return first, second

    return replace(
        board,
        hexes=tuple(replace(record, name=names[record.name]) for record in board.hexes),
        locations=tuple(replace(place, hex=names[place.hex]) for place in board.locations),
        hexsides=MappingProxyType({pair(key): terms for key, terms in board.hexsides.items()}),
    )


def changes(first: Table, second: Table) -> Changes:
    """Compare two tables pair by pair."""
    verdict = first.verdicts.verdict != second.verdicts.verdict
    clear = (first.verdicts.verdict == 0) & ~verdict
    hindrance = clear & (first.verdicts.hindrance != second.verdicts.hindrance)
    names = [place.table_name for place in first.places]
    some = np.flatnonzero(verdict | hindrance)[:3]
    shown = tuple(f"{names[a]} {names[b]}" for a, b in first.pairs[some])
    return Changes(int(verdict.sum()), int(hindrance.sum()), shown)


def _judged(board: Board, places: Sequence[Location], pairs: Pairs) -> Table:
    return SightCourt(board).table(places, pairs)


def board_row(name: str, board: Board, path: Path | None) -> Iterator[Changes | None]:
    """Judge a board three more ways; None stands for one that does not apply."""
    places = list(board.locations)
    pairs = every_pair(len(places))
    upright = _judged(board, places, pairs)
    yield changes(upright, _judged(board, places, np.ascontiguousarray(pairs[:, ::-1])))
    yield changes(upright, _judged(turned(board), places, pairs))
    again = None if path is None else read_turned(path, board)
    yield None if again is None else _against(upright, again)


def _against(upright: Table, again: Board) -> Changes:
    """Judge the same pairs on a board read anew; Locations that it lacks count as changed verdicts."""
    known = set(again.locations)
    kept = np.array([place in known for place in upright.places])
    both = kept[upright.pairs].all(axis=1)
    found = _judged(
        again, [p for p in upright.places if p in known], _numbered(upright.pairs[both], kept)
    )
    fewer = replace(
        upright,
        pairs=upright.pairs[both],
        verdicts=type(upright.verdicts)(
            *(
                getattr(upright.verdicts, each)[both]
                for each in ("verdict", "rule", "run", "hindrance")
            )
        ),
    )
    result = changes(fewer, found)
    lost = tuple(p.table_name for p in upright.places if p not in known)[:3]
    return replace(
        result, verdict=result.verdict + int((~both).sum()), examples=lost + result.examples
    )


def _numbered(pairs: Pairs, kept: npt.NDArray[np.bool_]) -> Pairs:
    numbers: Pairs = (np.cumsum(kept) - 1)[pairs]
    return numbers


def boards(names: Sequence[str]) -> Iterator[tuple[str, Board, Path | None]]:
    """Open the boards named, or all."""
    archives = {p.name: p for p in sorted(BOARDS.iterdir())} if BOARDS.is_dir() else {}
    if not archives:
        print(f"{BOARDS} is not there: embedded boards only")
    for name in names or [*embedded_names(), *archives]:
        if name in archives:
            yield name, import_board(archives[name]), archives[name]
        elif name in embedded_names():
            yield name, embedded_board(name), None
        else:
            sys.exit(f"{name} is neither an embedded board nor in {BOARDS}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(
        description="count answers that depend on direction or turning"
    )
    parser.add_argument("boards", nargs="*", metavar="BOARD")
    options = parser.parse_args(arguments)
    sheet = Sheet(box=box.SIMPLE_HEAD, caption="verdicts / hindrances that differ")
    sheet.add_column("board", no_wrap=True)
    for head in ("pairs", "reversed", "turned", "read turned"):
        sheet.add_column(head, justify="right", no_wrap=True)
    sheet.add_column("examples")
    for name, board, path in boards(options.boards):
        found = list(board_row(name, board, path))
        count = len(board.locations) * (len(board.locations) - 1) // 2
        cells = ["-" if each is None else f"{each.verdict} / {each.hindrance}" for each in found]
        examples = [pair for each in found if each is not None for pair in each.examples]
        sheet.add_row(name, str(count), *cells, ", ".join(examples[:4]))
    Console(width=None if sys.stdout.isatty() else 120, highlight=False).print(sheet)


if __name__ == "__main__":
    main()
