"""Draws boards and answers as schematic SVG: hexes, levels, depictions, hexsides, what was found."""

from __future__ import annotations

from hexcourt.cli.drawing.answers.drawing import draw_answer, draw_position
from hexcourt.cli.drawing.sheet.arranging import draw_board
from hexcourt.cli.drawing.sheet.marks import Marks
from hexcourt.solver.answering.words import level_words as level_text

__all__ = ["Marks", "draw_answer", "draw_board", "draw_position", "level_text"]
