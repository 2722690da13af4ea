"""The document in the making that every part of a drawing adds to."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection

from hexcourt.cli.drawing.land.motifs import Motifs
from hexcourt.cli.drawing.sheet.marks import Marks
from hexcourt.cli.drawing.sheet.svg import Element, add
from hexcourt.cli.drawing.style.answers import Sign
from hexcourt.cli.drawing.style.palette import Ink, Stroke
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Counter
from hexcourt.solver.placing.placing import cleared

MARGIN = 14.0


class Canvas:
    """One document in the making, and what its legend has to explain."""

    def __init__(self, board: Board, marks: Marks, only: Collection[str] | None) -> None:
        self.board = board
        self.marks = marks
        wanted = None if only is None else {board.hex(name).name for name in only}
        self.hexes = [each for each in board.hexes if wanted is None or each.name in wanted]
        self.names = {each.name for each in self.hexes}
        for name in sorted(marks.hexes):
            board.hex(name)
        counts = Tally(each.level for each in board.hexes)
        self.usual = min(counts, key=lambda level: (-counts[level], abs(level), level), default=0)
        self.cleared = cleared(board)
        self.levels: set[int] = set()
        self.inks: set[Ink] = set()
        self.strokes: set[Stroke] = set()
        self.counters: set[Counter] = set()
        self.hex_signs: set[str] = set()
        self.signs: dict[Sign, None] = {}
        self.root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
        add(self.root, "title", board.title)
        add(self.root, "desc", board.source)
        self.definitions = add(self.root, "defs")
        self.motifs = Motifs(self.definitions)
