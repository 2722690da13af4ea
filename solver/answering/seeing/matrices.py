"""Answers about every pair of Locations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.lines.sighting import every_pair
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.seeing.table_rows import (
    arguments,
    assumed,
    in_order,
    laid_line,
    table_row,
)
from hexcourt.solver.answering.words import counted
from hexcourt.solver.position.position import Position
from hexcourt.solver.seeing.bulk import VERDICTS
from hexcourt.solver.seeing.session import SightCourt, Table


@dataclass(frozen=True, eq=False)
class Matrix:
    """Verdicts for every unordered pair of Locations of a Position."""

    position: Position
    table: Table
    margin: float

    def csv(self) -> str:
        """Write it as CSV, a row for each pair."""
        return matrix_text(self.position.board_of_lines, self.table)

    @property
    def counts(self) -> dict[str, int]:
        """Count the pairs by verdict."""
        found = np.bincount(self.table.verdicts.verdict, minlength=len(VERDICTS)).tolist()
        return {name: n for n, name in zip(found, VERDICTS, strict=True) if n}

    @property
    def answer(self) -> Answer:
        """Give it as an answer with a row for each pair."""
        board = self.position.board_of_lines
        return self._answer([table_row(board, self.table, pair) for pair in range(len(self.table))])

    def written(self, file: str) -> Answer:
        """Give it as an answer that names the file with the pairs."""
        return self._answer([{"written": file}])

    def _answer(self, rows: Sequence[Mapping[str, Any]]) -> Answer:
        board = self.position.board_of_lines
        return Answer(
            "matrix",
            board,
            "done",
            arguments(self.position, self.position.statuses, self.margin),
            rows,
            self.counts,
            assumed(self.position, self.position.statuses),
            lines=tuple(self.summary()),
        )

    def summary(self) -> Iterator[str]:
        """Say how many pairs there are of each verdict."""
        said = ", ".join(f"{n} {name}" for name, n in self.counts.items())
        pairs = counted(len(self.table), "pair")
        yield f"{pairs} of Locations on {self.position.board.title}{': ' * bool(said)}{said}"
        yield from laid_line(self.position, self.position.statuses)


def judge_pairs(
    position: Position,
    locations: str = "ground",
    margin: float = 0.0,
    progress: Callable[[int], None] = lambda done: None,
) -> Matrix:
    """Judge every unordered pair of Locations once: those at ground level, or all of them."""
    board = position.board_of_lines
    places = board.ground_locations if locations == "ground" else tuple(in_order(board))
    pairs = every_pair(len(places))
    table = SightCourt(board).table(
        places, pairs, position.statuses, margin=margin, progress=progress
    )
    return Matrix(position, table, margin)


COLUMNS = ("from", "to", "range", "verdict", "hindrance", "rule", "margin")


def matrix_text(board: Board, table: Table) -> str:
    """Write a table of verdicts as CSV, one row a pair."""
    names = [place.table_name for place in table.places]
    found = table.verdicts
    first, second = table.pairs[:, 0], table.pairs[:, 1]
    columns = (
        map(names.__getitem__, first.tolist()),
        map(names.__getitem__, second.tolist()),
        map(str, _ranges(board, table).tolist()),
        map(VERDICTS.__getitem__, found.verdict.tolist()),
        np.where(found.verdict == 0, found.hindrance.astype("U4"), "").tolist(),
        map(table.rules.__getitem__, found.rule.tolist()),
        map(_plain_number, table.margin.tolist()),
    )
    return "\n".join([",".join(COLUMNS), *map(",".join, zip(*columns, strict=True)), ""])


def _plain_number(value: float) -> str:
    return f"{value:g}"


def _ranges(board: Board, table: Table) -> Any:
    hexes = np.array([board.indices[place.hex] for place in table.places])
    gaps = np.abs(board.places[hexes[table.pairs[:, 0]]] - board.places[hexes[table.pairs[:, 1]]])
    return gaps[:, 0] + np.maximum(0, (gaps[:, 1] - gaps[:, 0]) // 2)
