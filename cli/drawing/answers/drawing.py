"""Draws any answer: what it found, on the map that it was asked about.

One way for files, notebooks and pages: ``draw_answer`` reads nothing but the answer and its Position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from hexcourt.cli.drawing.answers import asking, deeds, moving, scenarios, seeing
from hexcourt.cli.drawing.answers.laid import laid_marks
from hexcourt.cli.drawing.sheet.arranging import draw_board
from hexcourt.cli.drawing.sheet.marks import Marks
from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.showing import visible
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.position.arguments import checked
from hexcourt.solver.position.board_state import BoardState

WHOLE = 450
"""Of a map of more hexes only the part is drawn in which the answer lies: one board is whole."""

_ROUND = 3
"""How many hexes of the map are drawn round that part."""

_DRAWN: Mapping[str, Callable[[Answer, Board], Marks]] = {
    "los": seeing.line_marks,
    "see": seeing.seen_marks,
    "path": moving.path_marks,
    "reach": moving.reach_marks,
    "cut": moving.cut_marks,
    "adjacent": moving.adjacent_marks,
    "entry": moving.entry_marks,
    "legal": deeds.deed_marks,
    "effect": deeds.attack_marks,
    "ask": asking.asked_marks,
    "map areas": asking.area_marks,
    "scenario show": scenarios.scenario_marks,
}


@checked
def draw_answer(
    answer: Answer, position: BoardState | None = None, around: int | None = None
) -> str:
    """Draw an answer on its map as the text of an SVG document; equal answers give equal text.

    ``position`` is what was asked about, where the answer does not carry it. Only the part of the map
    is drawn within ``around`` hexes of what is marked, if that is told, or where the map is large.
    Raises BadInput for an answer that shows nothing on one map.
    """
    position = position or answer.position
    if position is None or answer.command not in _DRAWN:
        known = ", ".join(sorted(_DRAWN))
        raise BadInput(
            f"{answer.command}: its answer is no picture of a board; draw one of {known}"
        )
    board = position.board_of_lines
    marks = _DRAWN[answer.command](answer, board)
    signs = (*laid_marks(position, board), *marks.signs)
    marks = replace(marks, signs=signs, caption=visible(marks.caption, kept="\n"))
    part = _part(board, marks, around)
    if part is not None:
        marks = replace(marks, caption=f"{marks.caption}\na part of the map, round the answer")
    return draw_board(board, marks, part)


@checked
def draw_position(position: BoardState) -> str:
    """Draw a Position: its board with all that lies on it and is given, as an SVG document."""
    board = position.board_of_lines
    return draw_board(board, Marks(signs=laid_marks(position, board)))


def _part(board: Board, marks: Marks, around: int | None) -> list[str] | None:
    """List the hexes to draw, if these are not all."""
    shown = sorted(marks.hexes)
    if not shown or (around is None and len(board.hexes) <= WHOLE):
        return None
    wide = _ROUND if around is None else around
    places = [board.by_name[name].place for name in shown]
    columns, rows = zip(*places, strict=True)
    across = range(min(columns) - wide, max(columns) + wide + 1)
    down = range(min(rows) - 2 * wide, max(rows) + 2 * wide + 1)
    return [each.name for each in board.hexes if each.place[0] in across and each.place[1] in down]
