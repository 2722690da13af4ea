"""Worked examples as a user names them: on their board, with what is laid and given besides."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.embedded import embedded_example, embedded_names, example_names
from hexcourt.facts.boards.records import Counter
from hexcourt.facts.errors import BadInput
from hexcourt.facts.examples.example_board import example_board
from hexcourt.facts.examples.example_reading import read_example
from hexcourt.facts.examples.printed import printed_examples
from hexcourt.facts.examples.worked_example import Example
from hexcourt.solver.checking.opening import open_board
from hexcourt.solver.examples.unit_places import UnitPlace
from hexcourt.solver.placing.placing import with_counters
from hexcourt.solver.placing.statuses import check_status
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.opening import no_such_board, shown_name


@dataclass(frozen=True)
class NamedExample:
    """An example, the ``name`` that the user gave it, its board, and what is ``placed`` and ``given``
    besides what the example tells.
    """

    name: str
    example: Example
    board: Board
    placed: tuple[str, ...] = ()
    given: tuple[str, ...] = ()

    def position(self, counters: Sequence[Counter]) -> BoardState:
        """Give the BoardState that its claims are about, some of its own counters on the board."""
        with self.telling():
            opened = with_counters(example_board(self.example, self.board), counters)
        return BoardState(opened, self.placed, self.given)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Let a refusal name the example as the user did."""
        try:
            yield
        except BadInput as error:
            told = str(error).removeprefix(f"{self.example.name}: ")
            raise BadInput(f"{self.name}: {told}") from None


def open_example(name: str, placed: Iterable[str] = (), given: Iterable[str] = ()) -> NamedExample:
    """Open an example by its name, or a file by its path."""
    example = _read(name)
    try:
        board = _board_of(name, example)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None
    return NamedExample(name, example, board, tuple(placed), tuple(given))


def check_statuses(board: Board, posts: Iterable[UnitPlace]) -> None:
    """Refuse a status, of a unit or supposed by a claim, that nobody can have where the unit stands."""
    for post in dict.fromkeys(posts):
        if post.status is not None:
            check_status(board, post.location, post.status)


def _read(name: str) -> Example:
    if name in example_names():
        return embedded_example(name)
    path = Path(name)
    shown = shown_name(name)
    try:
        found = bool(name) and path.exists()
    except (OSError, ValueError):
        found = False
    if not found and any(each.name == name for each in printed_examples()):
        raise BadInput(f"{name}: has no units to look for; write hexcourt examples run {name}")
    if not found:
        near = get_close_matches(name[:60], example_names(), n=1, cutoff=0.6)
        mend = f"write {near[0]}" if near else f"write one of {', '.join(example_names())}"
        raise BadInput(f"{shown}: no such example; {mend}, or the path of a file")
    if not path.is_file():
        raise BadInput(f"{shown}: is no file; give the path of an example's facts (.lp)")
    if zipfile.is_zipfile(path):
        raise BadInput(f"{shown}: is an archive, no example; name it in one, by on_board")
    return read_example(path)


def _board_of(name: str, example: Example) -> Board:
    """Open the board of an example; a path counts from the folder of the example's file."""
    if name in example_names() or example.board in embedded_names():
        return open_board(example.board)
    path = Path(name).parent / example.board
    if not path.exists():
        raise BadInput(no_such_board(example.board))
    return open_board(str(path))
