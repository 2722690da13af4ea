"""Writes the map of a save as a configuration of boards (``facts/maps/configuration.py``)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import board_number
from hexcourt.facts.saves.charting import SavedBoard, archive_of
from hexcourt.facts.saves.saved import Save
from hexcourt.facts.showing import visible


def configuration_text(save: Save, boards: Path, place: Path) -> str:
    """Write a configuration that lies in the folder ``place``, of archives in the folder ``boards``.

    Remarks of the save stand above it. Raises BadInput where there is no board to write, or where boards
    leave gaps, which a configuration cannot tell.
    """
    if not save.chart.in_play:
        raise BadInput(
            f"{save.source}: has no boards, so there is no map to write; set boards up first"
        )
    _refuse_gaps(save)
    return "".join(f"{line}\n" for line in _lines(save, boards, place))


def _refuse_gaps(save: Save) -> None:
    """Refuse boards that would lie elsewhere without the fillers, or the nothing, beside them."""
    taken = {each.board.grid for each in save.chart.in_play}
    left, top = (min(each[axis] for each in taken) for axis in (0, 1))
    for column, row in sorted(taken):
        before = (column - 1, row) if column > left else (left, row - 1)
        if before not in taken and before[1] >= top:
            raise BadInput(
                f"{save.source}: no board of terrain lies in row {before[1] + 1}, place "
                f"{before[0] + 1}, and a configuration has no gaps; write its rows by hand"
            )


def _lines(save: Save, boards: Path, place: Path) -> Iterator[str]:
    for remark in save.notes:
        yield f"# {remark}"
    if save.north_told:
        yield f"north = {_quoted(save.north)}"
    yield "rows = ["
    in_play = [each.board for each in save.chart.in_play]
    for row in sorted({each.grid[1] for each in in_play}):
        yield "    ["
        for each in sorted(in_play, key=lambda board: board.grid):
            if each.grid[1] == row:
                yield f"        {_board(each, boards, place)},"
        yield "    ],"
    yield "]"
    overlays = [(each, *told) for each in in_play for told in each.overlays]
    if overlays:
        yield "overlays = ["
        for board, name, *hexes in overlays:
            told = ", ".join(map(_quoted, hexes))
            yield (
                f"    {{ name = {_quoted(name)}, board = {_quoted(_id(board))}, "
                f"hexes = [{told}] }},"
            )
        yield "]"


def _board(board: SavedBoard, boards: Path, place: Path) -> str:
    path = archive_of(board, boards)
    told = [f"board = {_quoted(_seen_from(path, place))}"]
    if board.reversed:
        told.append("reversed = true")
    if board.crop is not None:
        told.append(f"crop = {list(board.crop)}")
    if board.changes:
        words = ", ".join(map(_quoted, dict.fromkeys(board.changes)))
        told.append(f"changes = [{words}]")
    if board.version:
        told.append(f"version = {_quoted(board.version)}")
    return f"{{ {', '.join(told)} }}"


def _seen_from(path: Path, place: Path) -> str:
    try:
        return Path(os.path.relpath(path, place)).as_posix()
    except ValueError:  # on another drive
        return path.absolute().as_posix()


def _id(board: SavedBoard) -> str:
    """Give a board's number as A2.2 writes it: without the zeros before it."""
    return board_number(board.name)


def _quoted(text: str) -> str:
    """Write a TOML string; what does not show is written by its number."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{visible(escaped)}"'
