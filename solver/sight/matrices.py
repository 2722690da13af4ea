"""Answers about every pair of Locations, as rows and as CSV, which the command `matrix` writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.import_archive import Words, coded_rows
from hexcourt.facts.tracing.sight_lines import every_pair, pairs_within, ranges_of
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.sandbox.threads import run_in_threads
from hexcourt.solver.sight.answers import TableRows, arguments, assumed, in_order, placed_line
from hexcourt.solver.sight.batch_los import CLEAR, VERDICTS
from hexcourt.solver.sight.los_engine import LosEngine, VerdictTable, judge_on_cores, threads_for


@dataclass(frozen=True, eq=False)
class Matrix:
    """Verdicts for every unordered pair of Locations of a Position."""

    position: BoardState
    table: VerdictTable
    margin: float
    within: int | None = None
    workers: int | None = None

    def csv(self) -> str:
        """Write it as CSV, a row for each pair."""
        return "".join(self.csv_parts())

    def csv_parts(self) -> Iterator[str]:
        """Write it as CSV, some rows at a time."""
        threads = threads_for(len(self.table), self.workers)
        return matrix_parts(self.position.board_of_lines, self.table, threads)

    @property
    def counts(self) -> dict[str, int]:
        """Count the pairs by verdict."""
        found = np.bincount(self.table.verdicts.verdict, minlength=len(VERDICTS)).tolist()
        return {name: n for n, name in zip(found, VERDICTS, strict=True) if n}

    @property
    def answer(self) -> Answer:
        """Return it as an answer with a row for each pair."""
        return self._answer(TableRows(self.position.board_of_lines, self.table))

    def written(self, file: str) -> Answer:
        """Return it as an answer that names the file with the pairs."""
        return self._answer([{"written": file}])

    def _answer(self, rows: Sequence[Mapping[str, Any]]) -> Answer:
        board = self.position.board_of_lines
        return Answer(
            "matrix",
            board,
            "done",
            arguments(self.position, self.position.statuses, self.margin, self.within),
            rows,
            self.counts,
            assumed(self.position, self.position.statuses),
            lines=tuple(self.summary()),
        )

    def summary(self) -> Iterator[str]:
        """Describe how many pairs there are of each verdict."""
        text = ", ".join(f"{n} {name}" for name, n in self.counts.items())
        pairs = counted(len(self.table), "pair")
        near = "" if self.within is None else f" within {counted(self.within, 'hex', 'hexes')}"
        title = self.position.board.title
        yield f"{pairs} of Locations{near} on {title}{': ' * bool(text)}{text}"
        yield from placed_line(self.position, self.position.statuses)


def judge_pairs(
    position: BoardState,
    locations: str = "ground",
    margin: float = 0.0,
    progress: Callable[[int], None] = lambda done: None,
    within: int | None = None,
    workers: int | None = None,
) -> Matrix:
    """Judge every unordered pair of Locations once: those at ground level, or all of them; if
    given, only those ``within`` so many hexes of each other. Without ``workers`` all cores are
    at work.
    """
    board = position.board_of_lines
    places = board.ground_locations if locations == "ground" else tuple(in_order(board))
    pairs = every_pair(len(places)) if within is None else pairs_within(board, places, within)
    table = judge_on_cores(
        LosEngine(board), places, pairs, position.statuses, margin, progress, workers=workers
    )
    return Matrix(position, table, margin, within, workers)


COLUMNS = ("from", "to", "range", "verdict", "hindrance", "rule", "margin", "hindrance_margin")


ROWS = 16_384
"""How many rows are written at once."""


def matrix_parts(board: Board, table: VerdictTable, threads: int = 1) -> Iterator[str]:
    """Write a table of verdicts as CSV, one row a pair, some rows at a time, by so many threads."""
    names = Words.of([place.table_name for place in table.places], ",")
    rules = Words.of(table.rules, ",")
    yield ",".join(COLUMNS) + "\n"
    parts = [slice(first, first + ROWS) for first in range(0, len(table), ROWS)]
    written: dict[int, str] = {}

    def write(part: int) -> None:
        written[part] = _rows(board, table, names, rules, parts[part])

    for first in range(0, len(parts), threads):
        some = range(first, min(first + threads, len(parts)))
        run_in_threads(write, some, threads)
        yield from map(written.pop, some)


VERDICT_WORDS = Words.of(VERDICTS, ",")


def _rows(board: Board, table: VerdictTable, names: Words, rules: Words, some: slice) -> str:
    pairs, found = table.pairs[some], table.verdicts
    clear = found.verdict[some] == CLEAR
    ranges = ranges_of(board, table.places, pairs)
    hindrance = np.where(clear, found.hindrance[some] + 1, 0)
    return coded_rows(
        [
            (names, pairs[:, 0]),
            (names, pairs[:, 1]),
            (Words.of([*map(str, range(ranges.max() + 1))], ","), ranges),
            (VERDICT_WORDS, found.verdict[some]),
            (Words.of(["", *map(str, range(hindrance.max()))], ","), hindrance),
            (rules, found.rule[some]),
            _margins(table.margin[some], ","),
            _margins(np.where(clear, table.hindrance_margin[some], np.nan), "\n"),
        ]
    )


def _margins(margins: npt.NDArray[np.float64], after: str) -> tuple[Words, npt.NDArray[np.int64]]:
    """Return the words for margins, of which there are few; none for what has none."""
    values = np.unique(margins)
    words = ["" if value != value else f"{value:g}" for value in values.tolist()]
    return Words.of(words, after), np.searchsorted(values, margins)
