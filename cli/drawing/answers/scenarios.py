"""A scenario drawn: where each group sets up or enters, by side, and what is placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexcourt.cli.drawing.sheet.marks import Mark, Marks, Spot
from hexcourt.cli.drawing.style.answers import LAID, of_column
from hexcourt.facts.boards.board import Board
from hexcourt.solver.answering.answer import Answer

_LETTERS = 3


def scenario_marks(answer: Answer, board: Board) -> Marks:
    """Tint where groups set up, ring where they enter, and write their names there."""
    groups = [row for row in answer.rows if "group" in row]
    sides = list(dict.fromkeys(row["side"] for row in groups))
    marks = [mark for row in groups for mark in _group_marks(row, sides.index(row["side"]))]
    caption = f"North is {board.north or 'up'}"
    return Marks(signs=tuple(marks), caption=f"{answer.lines[0]}\n{caption}")


def _group_marks(row: Mapping[str, Any], number: int) -> Iterator[Mark]:
    enters = row["kind"] == "entry"
    label = f"{row['side']} {'enters' if enters else 'sets up'}"
    sign = of_column(number, "ring" if enters else "tint", label)
    units = ", ".join(row["units"])
    for at, name in enumerate(row["hexes"]):
        note = row["group"] if at == 0 else ""
        yield Mark(sign, (Spot(name),), note=note, told=f"{row['group']}: {units}")
    for each in row["placed"]:
        if each["hex"] is not None:
            text = each["counter"][:_LETTERS].upper()
            yield Mark(LAID.named("placed"), (Spot(each["hex"]),), text, told=each["counter"])
