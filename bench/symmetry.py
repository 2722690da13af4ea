"""Counts pairs whose answer depends on direction (A6.5), or on which way up the board lies.

``python bench/symmetry.py [BOARD ...]``: embedded boards and archives of ``../shared/vasl`` by name, or
all of them. *reversed*: pairs of Locations judged from the other end. *turned*: judged on the same
board turned by 180 degrees, drawing and hexes alike, names kept. *read turned*: an archive's pixels
turned before its board is derived from them. All counts should be 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich import box
from rich.console import Console
from rich.table import Table as Sheet

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.formats.vasl_archive import read_archive
from hexcourt.facts.maps.differences import read_turned, turned
from hexcourt.facts.tracing.sight_lines import Pairs, every_pair
from hexcourt.solver.sight.los_engine import LosEngine, VerdictTable

BOARDS = Path(__file__).resolve().parents[2] / "shared" / "vasl" / "boards"


@dataclass(frozen=True, slots=True)
class Changes:
    """How many pairs got another verdict, how many of those clear in both another hindrance."""

    verdict: int
    hindrance: int
    examples: tuple[str, ...]


def changes(first: VerdictTable, second: VerdictTable) -> Changes:
    """Compare two tables pair by pair."""
    verdict = first.verdicts.verdict != second.verdicts.verdict
    clear = (first.verdicts.verdict == 0) & ~verdict
    hindrance = clear & (first.verdicts.hindrance != second.verdicts.hindrance)
    names = [place.table_name for place in first.places]
    some = np.flatnonzero(verdict | hindrance)[:3]
    shown = tuple(f"{names[a]} {names[b]}" for a, b in first.pairs[some])
    return Changes(int(verdict.sum()), int(hindrance.sum()), shown)


def _judged(board: Board, places: Sequence[Location], pairs: Pairs) -> VerdictTable:
    return LosEngine(board).table(places, pairs)


def board_row(name: str, board: Board, path: Path | None) -> Iterator[Changes | None]:
    """Judge a board three more ways; None stands for one that does not apply."""
    places = list(board.locations)
    pairs = every_pair(len(places))
    upright = _judged(board, places, pairs)
    yield changes(upright, _judged(board, places, np.ascontiguousarray(pairs[:, ::-1])))
    yield changes(upright, _judged(turned(board), places, pairs))
    again = None if path is None else read_turned(read_archive(path), board)
    yield None if again is None else _against(upright, again)


def _against(upright: VerdictTable, again: Board) -> Changes:
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
