"""Draws a board as a schematic SVG: hexes, levels, depictions, hexsides, and a question's answer."""

from __future__ import annotations

from hexcourt.cli.drawing.sheet.arranging import draw_board
from hexcourt.cli.drawing.sheet.marks import Marks
from hexcourt.solver.answering.words import level_words as level_text

__all__ = ["Marks", "draw_board", "level_text"]
