"""Smallest positions written into a folder: facts files that show a difference, and their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hexcourt.cli.drawing import Marks, draw_board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.whole_files import write_whole
from hexcourt.solver.comparing.cut_down import FILE, CutPosition
from hexcourt.solver.examining.worlds import Position


def make_folder(folder: Path) -> None:
    """Make a folder, or take one that is empty; raises BadInput where neither can be."""
    try:
        folder.mkdir(exist_ok=True)
        empty = not any(folder.iterdir())
    except OSError as error:
        raise BadInput(
            f"{folder}: cannot be made ({error.strerror}); choose another place"
        ) from None
    if not empty:
        raise BadInput(f"{folder}: is not empty; name a new folder")


def write_positions(positions: Sequence[Position | CutPosition], folder: Path) -> None:
    """Write each position as ``difference_1.lp`` with its question, and ``difference_1.svg``."""
    for number, each in enumerate(positions, 1):
        name = f"difference_{number}"
        command = each.command.replace(FILE, f"{name}.lp", 1)
        write_whole(folder / f"{name}.lp", f"% {command}\n{each.facts}")
        drawn = draw_board(each.board, Marks(caption=command))
        write_whole(folder / f"{name}.svg", drawn)
