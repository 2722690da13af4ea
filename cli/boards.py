"""Opens the board that a command names."""

from __future__ import annotations

import zipfile
from pathlib import Path

from hexcourt.facts.board import Board
from hexcourt.facts.embedded import embedded_board, embedded_names
from hexcourt.facts.errors import BadInput
from hexcourt.facts.importing import import_board
from hexcourt.facts.reading import read_board


def open_board(name: str) -> Board:
    """Open an embedded board by its name, a facts file (``.lp``) or a VASL board archive by its path."""
    if name in embedded_names():
        return embedded_board(name)
    path = Path(name)
    if path.suffix == ".lp":
        return read_board(path)
    if path.is_dir():
        raise BadInput(f"{name}: is a folder; give a VASL board archive or a facts file (.lp)")
    if not path.exists():
        near = "" if path.parent != Path() else f" or one of {', '.join(embedded_names())}"
        raise BadInput(f"{name}: no such board; give the path of an archive or facts file{near}")
    if not zipfile.is_zipfile(path):
        raise BadInput(
            f"{name}: neither a VASL board archive (a zip) nor a facts file (.lp); give one of these"
        )
    return import_board(path)
