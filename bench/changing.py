"""Measures maps that are cropped or changed: pairs judged otherwise, and what a change costs.

``python bench/changing.py [BOARD ...]``: archives of ``../shared/vasl`` by name. A crop is judged over
all pairs of its ground Locations, and the same pairs are on the whole board: none may differ. A changed
board is opened and judged over all pairs of whole hexes, and so is the bare one, in seconds of the CPU.
Of the pairs whose lines touch no changed hex none may differ, and none at all where roads are gone.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from joining import BOARDS, USUAL, Judged, differing, judged, whole_places
from rich import box
from rich.console import Console
from rich.table import Table as Sheet

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.maps.compose_map import ComposedMap, compose
from hexcourt.facts.maps.configuration import BoardEntry, Configuration, Crop
from hexcourt.facts.maps.joining import Section, join
from hexcourt.facts.tracing.hex_lines import walk_hexes
from hexcourt.facts.tracing.sight_lines import every_pair

CROPS: tuple[tuple[Crop, bool], ...] = (
    ((0, 0, 900, -1), False),
    ((928, 0, 872, -1), True),
    ((591, 0, 731, -1), False),
)
CHANGES = (("NoRoads",), ("woods -> orchard",), ("Level2ToLevel1", "NoCliffs", "HedgesToOG"))


def laid(name: str, *changes: str) -> ComposedMap:
    """Lay one board, changed."""
    entry = BoardEntry(name, "here", False, changes=changes)
    told = Configuration("up", ((entry,),), (), None, (), (), {})
    return compose(told, BOARDS, counted=bool(changes))


def cropped(board: Board, crop: Crop, reversed_: bool) -> tuple[int, int]:
    """Count the pairs of a crop, and those that are judged otherwise than on the whole board."""
    part = join([[Section(board, "1", reversed_, crop)]])
    places = part.ground_locations
    pairs = every_pair(len(places))
    there = [board.location(each.name.removeprefix("1")) for each in places]
    differ = differing(judged(part, places, pairs), judged(board, there, pairs))
    return len(pairs), int(differ.sum())


def timed(name: str, *changes: str) -> tuple[float, ComposedMap, Judged]:
    """Open and judge a board; give the seconds of the CPU too."""
    start = time.process_time()
    found = laid(name, *changes)
    places = whole_places(found.board)
    verdicts = judged(found.board, places, every_pair(len(places)))
    return time.process_time() - start, found, verdicts


def untouched(board: Board, changed: tuple[str, ...]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Tell which pairs have lines that touch no changed hex, nor one next to it."""
    places = whole_places(board)
    pairs = every_pair(len(places))
    hexes = np.array([board.indices[place.hex] for place in places], dtype=np.int32)
    touched = np.zeros(len(board.hexes) + 1, np.bool_)
    numbers = [board.indices[each] for each in changed if each in board.indices]
    touched[numbers] = True
    touched[board.neighbours[numbers]] = True
    touched[-1] = False
    walked = walk_hexes(board, np.zeros((len(board.hexes), 6), np.uint8), hexes[pairs], grace=1.0)
    met = touched[walked.hexes] | touched[walked.twins]
    lines = np.repeat(np.arange(len(pairs)), np.diff(walked.starts))
    return np.bincount(lines[met], minlength=len(pairs)) == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=USUAL, metavar="BOARD")
    crops = Sheet("board", "crop", "pairs", "differ", box=box.SIMPLE_HEAD, caption="crops")
    costs = Sheet(
        "board", "changes", "seconds", "of bare", "differ", "apart", "differ", box=box.SIMPLE_HEAD
    )
    for name in parser.parse_args().boards:
        board = import_board(BOARDS / name)
        for crop, turned in CROPS:
            pairs, differ = cropped(board, crop, turned)
            crops.add_row(name, f"{crop}{' reversed' * turned}", str(pairs), str(differ))
        timed(name)  # what is read once is read now
        bare, _, verdicts = timed(name)
        costs.add_row(name, "", f"{bare:.2f}", "", "", "", "")
        for changes in CHANGES:
            seconds, found, now = timed(name, *changes)
            apart = untouched(found.board, found.changed)
            differ = differing(verdicts, now)
            ratio, words = f"{seconds / bare:.2f}", " ".join(changes)
            counts = map(str, (differ.sum(), apart.sum(), differ[apart].sum()))
            costs.add_row(name, words, f"{seconds:.2f}", ratio, *counts)
    for sheet in (crops, costs):
        Console(width=120, highlight=False).print(sheet)


if __name__ == "__main__":
    main()
