"""Measures drafts: boards that have LOSData are read from their pictures alone, and compared with it.

``python bench/drafting.py [BOARD ...] [--misses]``: boards of ``../shared/vasl/pictures``, or all.

*hexes*: terrain at the dot and level are those of LOSData. *hexsides*: of those on which either has
terrain. *verdicts*: of all pairs at ground level, what is guessed taken as known. *clear*: of the lines
that LOSData leave clear, those found clear; *right*: of those found clear, those that are. *decided*:
the verdicts that do not hang on a guess; *right* of them. *guessed*, *unread*: shares of hexes.
``--misses`` lists the hexes and hexsides that differ.
"""

from __future__ import annotations

import argparse
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time

import numpy as np
import numpy.typing as npt
from rich import box
from rich.console import Console
from rich.table import Table as Sheet

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex, kinds
from hexcourt.facts.drafting.drafts import draft_board
from hexcourt.facts.formats.import_archive import board_of, import_board
from hexcourt.solver.sight.batch_los import BLOCKED, CLEAR
from hexcourt.solver.sight.los_engine import LosEngine

PICTURES = Path(__file__).resolve().parents[2] / "shared" / "vasl" / "pictures"
HEADS = ("hexes", "hexsides", "verdicts", "clear", "right", "decided", "right", "guessed", "unread")

Shares = list[float | None]


def compared(draft: Board, data: Board) -> tuple[Shares, list[str]]:
    """Compare a draft with the board that LOSData make: shares as in ``HEADS``, and what differs."""
    standing = {term for term, kind in kinds().items() if kind == "hexside"} - {"crest"}
    misses = [
        f"{other.name}: {_told(draft.by_name.get(other.name))} for {_told(other)}"
        for other in data.hexes
        if _told(draft.by_name.get(other.name)).split(" [")[0] != _told(other)
    ]
    shares: Shares = [1 - len(misses) / len(data.hexes)]
    sides = [
        {key: terms & standing for key, terms in each.hexsides.items() if terms & standing}
        for each in (draft, data)
    ]
    keys = sorted(sides[0].keys() | sides[1].keys())
    apart = [key for key in keys if sides[0].get(key) != sides[1].get(key)]
    misses += [
        f"{'-'.join(key)}: {' '.join(sides[0].get(key, ['none']))} for "
        f"{' '.join(sides[1].get(key, ['none']))}"
        for key in apart
    ]
    bare = replace(draft, hexes=tuple(replace(each, features=()) for each in draft.hexes))
    names = [name for name in data.by_name if name in draft.by_name]
    guess, marked, true = (_verdicts(each, names) for each in (bare, draft, data))
    decided = (marked == CLEAR) | (marked == BLOCKED)
    shares += [
        1 - len(apart) / max(1, len(keys)),
        float((guess == true).mean()),
        float((guess == CLEAR)[true == CLEAR].mean()),
        float((true == CLEAR)[guess == CLEAR].mean()),
        float(decided.mean()),
        float((marked == true)[decided].mean()),
    ]
    return shares, misses


def _told(record: Hex | None) -> str:
    if record is None:
        return "nothing"
    marks = f" [{', '.join(record.features)}]" if record.features else ""
    return f"{'+'.join(record.terrain)}/{record.inherent or '-'} {record.level / 2:g}{marks}"


def _verdicts(board: Board, names: Sequence[str]) -> npt.NDArray[np.int8]:
    """Judge all pairs of ground Locations."""
    pairs = np.stack(np.triu_indices(len(names), 1), axis=1)
    places = [
        next((each for each in board.locations_of(name) if each.place == "ground"), None)
        or board.locations_of(name)[0]
        for name in names
    ]
    found: npt.NDArray[np.int8] = LosEngine(board).table(places, pairs).verdicts.verdict
    return found


def measured(path: Path) -> tuple[list[str], list[str]]:
    """Draft a board and compare it, where it has LOSData: the cells of its row, and what differs."""
    begun = process_time()
    try:
        draft = draft_board(path)
    except BadInput as error:
        return [path.name, str(error).removeprefix(f"{path}: ")], []
    taken, most = process_time() - begun, getrusage(RUSAGE_SELF).ru_maxrss / 1024
    board = board_of(draft.archive)
    shares: Shares = [None] * 7
    misses: list[str] = []
    with zipfile.ZipFile(path) as opened:
        if "LOSData" in opened.namelist():
            shares, misses = compared(board, import_board(path))
    marks = [each.features for each in board.hexes]
    shares.append(sum("guessed" in str(each) for each in marks) / len(marks))
    shares.append(sum("unread" in each for each in marks) / len(marks))
    cells = [f"{100 * each:.2f}" if each is not None else "-" for each in shares]
    return [path.name, *cells, f"{taken:.1f}", f"{most:.0f}"], misses


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="drafts held against LOSData")
    parser.add_argument("boards", nargs="*", metavar="BOARD", help="bd01, bdPB, ... (all)")
    parser.add_argument("--misses", action="store_true", help="list what differs")
    options = parser.parse_args()
    if not PICTURES.is_dir():
        sys.exit(f"{PICTURES} is not there: put board archives with pictures there")
    every = [each for each in sorted(PICTURES.iterdir()) if each.name.startswith("bd")]
    paths = [Path(each) if "/" in each else PICTURES / each for each in options.boards] or every
    console = Console(width=None if sys.stdout.isatty() else 130, highlight=False)
    sheet = Sheet(box=box.SIMPLE_HEAD, caption="percent; seconds of CPU time; MB at the most")
    sheet.add_column("board")
    for head in (*HEADS, "s", "MB"):
        sheet.add_column(head, justify="right")
    told = []
    # each in a process of its own, so that its peak memory is its own
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for cells, misses in pool.imap(measured, paths, chunksize=1):
            if len(cells) == 2:
                told.append(": ".join(cells))
            else:
                sheet.add_row(*cells)
            told += [f"{cells[0]} {each}" for each in misses if options.misses]
    console.print(sheet)
    console.print("\n".join(told), markup=False)


if __name__ == "__main__":
    main()
