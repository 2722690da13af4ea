"""Counts pairs that are judged otherwise once their board is joined to others.

``python bench/joining.py [BOARD ...]``: archives of ``../shared/vasl`` by name. Every pair of ground
Locations on whole hexes of a board is judged on the board as its archive has it, and again on three
maps: the board by itself reversed, at the upper left of four boards, and reversed at their lower right.
Verdict and hindrance must be equal. Lines that run along a hexside of a half-hex, or within a pixel of
one, touch what another board may have there: they are counted apart, as *seam*.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich import box
from rich.console import Console
from rich.table import Table as Sheet

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.maps.joining import Section, join
from hexcourt.facts.tracing.hex_lines import walk_hexes
from hexcourt.facts.tracing.sight_lines import Pairs, every_pair
from hexcourt.solver.sight.los_engine import LosEngine

BOARDS = Path(__file__).resolve().parents[2] / "shared" / "vasl" / "boards"
USUAL = ("bd01", "bd03", "bd09")
BESIDE = ("bd12", "bd18", "bd24", "bd02")
"""Boards to lay beside the one that is tried."""

Judged = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
"""Verdicts and hindrances, those of lines that are not clear being 0."""


def maps(name: str) -> Iterator[tuple[str, Board]]:
    """Join a board alone and with others."""
    others = [Section(import_board(BOARDS / each), each) for each in BESIDE if each != name]
    tried = import_board(BOARDS / name)
    upright, turned = Section(tried, name), Section(tried, name, reversed=True)
    first, second, third = others[:3]
    yield "reversed", join([[turned]])
    yield "upper left", join([[upright, first], [second, third]])
    yield "reversed, lower right", join([[first, second], [third, turned]])


def whole_places(board: Board) -> tuple[Location, ...]:
    """List the ground Locations of the whole hexes of a board."""
    return tuple(
        place for place, whole in zip(board.ground_locations, ~halved(board), strict=True) if whole
    )


def halved(board: Board) -> npt.NDArray[np.bool_]:
    """Tell which hexes of a board are half-hexes: those on the edge of its drawing."""
    on_edge = (board.centres <= 0) | (board.centres >= np.array(board.layout.extent))
    return np.asarray(on_edge.any(axis=1))


def touching_halves(
    board: Board, places: Sequence[Location], pairs: Pairs
) -> npt.NDArray[np.bool_]:
    """Tell which lines touch a half-hex, to the pixel to which the drawing is good."""
    hexes = np.array([board.indices[place.hex] for place in places], dtype=np.int32)
    rims = np.zeros((len(board.hexes), 6), dtype=np.uint8)
    walked = walk_hexes(board, rims, hexes[pairs], grace=1.0)
    half = np.append(halved(board), False)
    touched = half[walked.hexes] | half[walked.twins]
    lines = np.repeat(np.arange(len(pairs)), np.diff(walked.starts))
    return np.bincount(lines[touched], minlength=len(pairs)).astype(np.bool_)


def judged(board: Board, places: Sequence[Location], pairs: Pairs) -> Judged:
    """Judge pairs."""
    found = LosEngine(board).table(places, pairs, measured=False).verdicts
    verdict = found.verdict.astype(np.int64)
    return verdict, np.where(verdict == 0, found.hindrance, 0)


def differing(one: Judged, two: Judged) -> npt.NDArray[np.bool_]:
    """Tell which pairs are judged otherwise."""
    return (one[0] != two[0]) | (one[1] != two[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=USUAL, metavar="BOARD")
    sheet = Sheet(box=box.SIMPLE_HEAD, caption="pairs that are judged otherwise")
    for head in ("board", "map", "pairs", "differ", "seam pairs", "differ", "examples"):
        sheet.add_column(head)
    for name in parser.parse_args().boards:
        board = import_board(BOARDS / name)
        places = whole_places(board)
        pairs = every_pair(len(places))
        alone = judged(board, places, pairs)
        seam = touching_halves(board, places, pairs)
        for title, joined in maps(name):
            there = [joined.location(f"[{name}]{each.name}") for each in places]
            differ = differing(alone, judged(joined, there, pairs))
            some = [f"{places[a].name}-{places[b].name}" for a, b in pairs[differ][:4]]
            counts = ((~seam).sum(), (differ & ~seam).sum(), seam.sum(), (differ & seam).sum())
            sheet.add_row(name, title, *map(str, counts), " ".join(some))
    Console(width=120, highlight=False).print(sheet)


if __name__ == "__main__":
    main()
