"""Where answers go: the console, and files that are drawn."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol, TextIO

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.whole_files import place_of, whole_file, write_whole
from hexcourt.facts.showing import visible, visible_json

if TYPE_CHECKING:
    from hexcourt.facts.boards.board import Board  # numpy takes long to import


class Page:
    """Where an answer is written as it is: standard output or standard error."""

    def __init__(self, stderr: bool = False) -> None:
        self.stderr = stderr

    @property
    def file(self) -> TextIO:
        """Give the stream."""
        return sys.stderr if self.stderr else sys.stdout

    @property
    def encoding(self) -> str:
        """Name the code page that the stream is written in."""
        return self.file.encoding or "utf-8"


def keep_board(board_name: str, out: Path) -> None:
    """Refuse to write an answer over the board that was asked about."""
    asked = Path(board_name)
    if asked.exists() and out.exists() and asked.samefile(out):
        raise BadInput(f"{out}: is the board itself; choose another file to write")


@dataclass(frozen=True)
class Pictures:
    """The files that a drawing is written to, if any."""

    svg: Path | None = None
    png: Path | None = None

    def __bool__(self) -> bool:
        return self.svg is not None or self.png is not None

    def check(self, *board_names: str) -> None:
        """Refuse, before anything is computed, what cannot be written."""
        for out in (self.svg, self.png):
            if out is not None:
                for name in board_names:
                    keep_board(name, out)
        if self.png is not None:
            from hexcourt.cli.drawing.png import need_renderer

            need_renderer()
            if self.svg is not None and place_of(self.svg) == place_of(self.png):
                raise BadInput(f"--svg and --png both write {self.svg}; name two files")

    def write(self, drawn: str) -> None:
        """Write a drawing into each of the files."""
        if self.svg is not None:
            write_whole(self.svg, drawn)
        if self.png is not None:
            from hexcourt.cli.drawing.png import png_of

            rendered = png_of(drawn)
            with whole_file(self.png) as temporary:
                temporary.write_bytes(rendered)

    def draw(self, board: Board, **marks: Any) -> None:
        """Draw a board, with marks as in ``drawing.Marks``."""
        from hexcourt.cli.drawing import Marks, draw_board

        self.write(draw_board(board, Marks(**marks)))


def both_drawn(old: Board, new: Board, hexes: Sequence[str]) -> str:
    """Draw two boards side by side round the hexes in which they differ, or whole where none do."""
    from hexcourt.cli.drawing import Marks, draw_board
    from hexcourt.cli.drawing.sheet.beside import beside

    drawn = []
    for board, caption in ((old, "old"), (new, "new")):
        here = tuple(name for name in hexes if name in board.by_name)
        marks = Marks(highlighted=here, caption=caption)
        drawn.append(draw_board(board, marks, _round(board, here) if here else None))
    return beside(*drawn)


def _round(board: Board, hexes: Sequence[str]) -> frozenset[str]:
    """List some hexes, their neighbours, and the neighbours of these."""
    near = {board.indices[name] for name in hexes}
    for _ in range(2):
        near |= {each for n in near for each in board.neighbours[n].tolist() if each >= 0}
    return frozenset(board.hexes[each].name for each in near)


class Written(Protocol):
    """A page, or a console of rich."""

    @property
    def file(self) -> IO[str]:
        """Give the stream."""

    @property
    def encoding(self) -> str:
        """Name the code page that the stream is written in."""


def say(console: Written, text: str) -> None:
    """Print a text as it is, what does not show made visible."""
    _print(console, visible(text, kept="\n"))


def say_json(console: Written, text: str) -> None:
    """Print a JSON text, what does not show, or cannot be written, as JSON escapes it."""
    shown = visible_json(text)
    try:
        shown.encode(console.encoding)
    except UnicodeEncodeError:
        shown = "".join(each if each.isascii() else json.dumps(each)[1:-1] for each in shown)
    _print(console, shown)


def put(text: str) -> None:
    """Write data for other programs as they read it: in UTF-8, each line ended as it is, wherever
    nobody looks at a console.
    """
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
        stream.flush()
        stream.buffer.write(text.encode("utf-8"))
        stream.buffer.flush()
    else:
        stream.write(text)


def _print(console: Written, text: str) -> None:
    console.file.write(f"{text}\n")
    console.file.flush()
