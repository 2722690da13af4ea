"""Answers about the boards that come with the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.embedded import embedded_board, embedded_names
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.words import counted


def list_boards() -> Answer:
    """List the embedded boards."""
    boards = [embedded_board(name) for name in embedded_names()]
    rows = [
        {
            "name": board.title,
            "hexes": len(board.hexes),
            "locations": len(board.locations),
            "source": board.source,
        }
        for board in boards
    ]
    return Answer("boards", None, "done", {}, rows, assumed=(), lines=tuple(_lines(boards)))


def _lines(boards: Sequence[Board]) -> Iterator[str]:
    for board in boards:
        yield f"{board.title}: {size_words(board)}"
        yield f"    {board.source}"


def size_words(board: Board) -> str:
    """Say how many hexes and Locations a board has."""
    hexes = counted(len(board.hexes), "hex", "hexes")
    return f"{hexes}, {counted(len(board.locations), 'Location')}"
