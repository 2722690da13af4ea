"""Where answers go: consoles and pipes as they are, files that are drawn; and how progress is shown."""

from __future__ import annotations

import codecs
import errno
import io
import json
import sys
import time
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, Protocol, TextIO, cast

import click

from hexcourt.facts.base.errors import BadInput, visible, visible_json
from hexcourt.facts.base.files import place_of, whole_file, write_whole
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.answer.arguments import checked

if TYPE_CHECKING:
    from hexcourt.facts.boards.board import Board
    from hexcourt.solver.answer.arguments import PictureOptions


class Page:
    """Where an answer is written as it is: standard output or standard error."""

    def __init__(self, stderr: bool = False) -> None:
        self.stderr = stderr

    @property
    def file(self) -> TextIO:
        """Return the stream."""
        return sys.stderr if self.stderr else sys.stdout

    @property
    def encoding(self) -> str:
        """Name the code page that the stream is written in."""
        return self.file.encoding or "utf-8"


def keep_board(board_name: str, out: Path) -> None:
    """Refuse to write an answer over the board that was asked about."""
    path = Path(board_name)
    if path.exists() and out.exists() and path.samefile(out):
        raise BadInput(f"{out}: is the board itself; choose another file to write")


def check_files(board_name: str, **files: Path | None) -> None:
    """Refuse to write over the board, or two outputs into one file."""
    named: dict[str, str] = {}
    for option, path in files.items():
        if path is not None:
            keep_board(board_name, path)
            other = named.setdefault(place_of(path), option)
            if other != option:
                raise BadInput(f"--{other} and --{option} both write {path}; name two files")


@dataclass(frozen=True)
class Pictures:
    """The files that a drawing is written to, if any."""

    svg: Path | None = None
    png: Path | None = None
    title: str | None = None
    legend: Literal["below", "answer", "none"] | None = None
    grey: bool = False
    size: int | None = None
    north: bool = False

    @property
    def look(self) -> PictureOptions:
        """Return how they look."""
        more = {"grey": self.grey, "size": self.size, "north": self.north}
        return cast("PictureOptions", {"title": self.title, "legend": self.legend, **more})

    def __bool__(self) -> bool:
        return self.svg is not None or self.png is not None

    def check(self, *board_names: str) -> None:
        """Refuse, before anything is computed, what cannot be written, and a look that nothing has."""
        if not self and (look := next((name for name, value in self.look.items() if value), None)):
            raise BadInput(f"--{look}: no picture is written; add --svg FILE or --png FILE")
        for out in (self.svg, self.png):
            if out is not None:
                for name in board_names:
                    keep_board(name, out)
        if self.png is not None:
            from hexcourt.cli.render.output import need_renderer

            need_renderer()
            if self.svg is not None and place_of(self.svg) == place_of(self.png):
                raise BadInput(f"--svg and --png both write {self.svg}; name two files")

    def write(self, drawn: str) -> None:
        """Write a drawing into each of the files."""
        if self.svg is not None:
            write_whole(self.svg, drawn)
        if self.png is not None:
            from hexcourt.cli.render.output import png_of

            rendered = png_of(drawn)
            with whole_file(self.png) as temporary:
                temporary.write_bytes(rendered)

    def draw(self, board: Board, **marks: Any) -> None:
        """Draw a board, with marks as in ``drawing.Marks``."""
        from hexcourt.cli.render.canvas import Look, Marks
        from hexcourt.cli.render.sheet import draw_board

        self.write(draw_board(board, Marks(**marks), None, Look(**self.look)))


def both_drawn(old: Board, new: Board, hexes: Sequence[str], look: PictureOptions) -> str:
    """Draw two boards side by side round the hexes in which they differ, or whole where none do."""
    from hexcourt.cli.render.canvas import Look, Marks
    from hexcourt.cli.render.sheet import beside, draw_board

    whole = Look(**look)
    each_look = replace(whole, size=None)
    drawn = []
    for board, caption in ((old, "old"), (new, "new")):
        here = tuple(name for name in hexes if name in board.by_name)
        marks = Marks(highlighted=here, caption=caption)
        part = _round(board, here) if here else None
        drawn.append(draw_board(board, marks, part, each_look))
    return beside(drawn[0], drawn[1], whole)


def _round(board: Board, hexes: Sequence[str]) -> frozenset[str]:
    """List some hexes, their neighbours, and the neighbours of these."""
    near = {board.indices[name] for name in hexes}
    for _ in range(2):
        near |= {each for n in near for each in board.neighbours[n].tolist() if each >= 0}
    return frozenset(board.hexes[each].name for each in near)


class Output(Protocol):
    """A page, or a console of rich."""

    @property
    def file(self) -> IO[str]:
        """Return the stream."""

    @property
    def encoding(self) -> str:
        """Name the code page that the stream is written in."""


def print_text(console: Output, text: str) -> None:
    """Print a text as it is, what does not show made visible."""
    _print(console, visible(text, kept="\n"))


def print_json(console: Output, text: str) -> None:
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


def _print(console: Output, text: str) -> None:
    console.file.write(f"{text}\n")
    console.file.flush()


PLAIN = "hexcourt.plain"
"""The name of the way to write what a code page lacks."""

_SIGNS = {
    **dict.fromkeys("−–—─━╸╺·", "-"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("│┃", "|"),
    **{"…": "...", "≤": "<=", "≥": ">=", "≠": "!=", "×": "x", "→": "->", "←": "<-"},
    **{"•": "*", "½": ".5"},
}


def replace_unwritable(*streams: object) -> None:
    """Make streams write signs that their code page lacks as others, as ``->``: no output fails."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)


def plain(text: str) -> str:
    """Write a text in ASCII: signs by others, letters without their marks, ``?`` for the rest."""
    return "".join(each if each.isascii() else _plain(each) for each in text)


def is_broken_pipe(error: OSError) -> bool:
    """Return whether an error of writing says that nobody reads; Windows calls that a bad argument."""
    is_given = sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None
    return is_given or isinstance(error, BrokenPipeError)


def _plain(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    parts = unicodedata.normalize("NFKD", sign).replace("\u2044", "/")
    text = "".join(each for each in parts if each.isascii())
    return text or ("" if unicodedata.combining(sign) else "?")


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error(PLAIN, _replace)


EVERY = 10.0
"""How many seconds lie between two lines, at the least."""

_WANTED = "hexcourt.progress"


def remember(context: click.Context, _option: object, wanted: bool | None) -> None:
    """Keep what --progress or --no-progress said."""
    context.meta[_WANTED] = wanted


def wanted() -> Literal["bar", "lines"] | None:
    """Return how to show progress: a bar on a terminal; elsewhere nothing without --progress."""
    context = click.get_current_context(silent=True)
    result = None if context is None else context.meta.get(_WANTED)
    if result is False:
        return None
    if sys.stderr.isatty():
        return "bar"
    return "lines" if result else None


class Lines:
    """Prints on standard error, a line now and then, how much is done."""

    def __init__(self, description: str, total: int | None, done: int = 0) -> None:
        self._description, self._total, self._done = description, total, done
        self._next = time.monotonic() + EVERY

    def advance(self, count: int) -> None:
        """Report that so much more is done."""
        self._done += count
        if time.monotonic() >= self._next or self._done == self._total:
            self._print_line()

    def turn_to(self, what: str) -> None:
        """Report that something else is worked at now."""
        self._description = what
        if time.monotonic() >= self._next:
            self._print_line()

    def _print_line(self) -> None:
        self._next = time.monotonic() + EVERY
        of = "" if self._total is None else f" of {self._total}"
        count = f": {self._done}{of}" if self._done or of else ""
        click.echo(f"  {self._description}{count}", err=True)


# Renders a drawing as PNG, where the renderer of the extra ``png`` is installed.

ZOOM = 2.0
"""How many pixels a unit of a drawing has on each side, if it is not too large for that."""

MAX_PIXELS = 40_000_000

_RENDERER = "resvg_py"
_SIZE = pattern(r'<svg [^>]*?width="([0-9.]+)" [^>]*?viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


def need_renderer() -> None:
    """Raise with how the renderer is installed, where it is not."""
    if find_spec(_RENDERER) is None:
        raise BadInput(
            "--png: there is no renderer; install one by pip install 'hexcourt[png]', or write --svg"
        )


@checked
def png_of(svg: str) -> bytes:
    """Render a drawing of ours, as wide as it says if a size was given; one that is too large is made
    smaller.
    """
    need_renderer()
    import resvg_py

    match = _SIZE.search(svg)
    try:
        wanted, width, height = (0.0, 0.0, 0.0) if match is None else map(float, match.groups())
        zoom = ZOOM if wanted == width else wanted / width
        zoom = min(zoom, (MAX_PIXELS / (width * height)) ** 0.5)
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=max(1, int(zoom * width))))
    except (ValueError, ZeroDivisionError):
        raise BadInput("svg: is no drawing of this program; give what answer.svg() gives") from None
