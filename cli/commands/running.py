"""Runs a command: its exit status, its errors as one sentence, its answer shown."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from traceback import format_exc
from typing import TYPE_CHECKING, Any

import click

from hexcourt.facts.errors import BadInput
from hexcourt.solver.statutes.program import LawError

if TYPE_CHECKING:
    from hexcourt.solver.answering.answer import Answer
    from hexcourt.solver.position.position import Position

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN = 70


def guarded(command: Callable[..., int]) -> Callable[..., None]:
    """End with the status a command gives; bad input becomes one sentence on standard error."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # half levels have signs not every page knows
        try:
            status = command(*arguments, **options)
        except (BadInput, LawError) as error:
            click.echo(f"hexcourt: {error}", err=True)
            status = BAD_INPUT
        except BrokenPipeError:
            # whoever read our output has seen enough; nothing more can be written to it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 0
        except OSError as error:
            place = error.filename or "standard output"
            click.echo(f"hexcourt: {place}: {error.strerror}; check the path", err=True)
            status = BAD_INPUT
        except KeyboardInterrupt:
            click.echo("hexcourt: stopped; nothing was written", err=True)
            status = INTERRUPTED
        except Exception:
            # Python would end with the status of a computed no
            click.echo(f"hexcourt: an error of the program itself\n{format_exc()}", err=True)
            status = BROKEN
        sys.exit(status)

    return run


def show(answer: Answer, as_json: bool, why: bool = False) -> int:
    """Show an answer as text or JSON; give the status that the command ends with."""
    from hexcourt.cli.showing.output import Page, say

    say(Page(), answer.as_json() if as_json else answer.text(why))
    return answer.exit_status


def position_of(board: str, options: dict[str, Any]) -> Position:
    """Open the Position that a command names: a board, and what the shared options lay and give."""
    from hexcourt.solver.position.opening import open_position

    position = open_position(board, options.get("placed", ()), options.get("given", ()))
    return position.without(*options["without"]) if options.get("without") else position


def open_for(board: str, svg: Path | None, options: dict[str, Any]) -> Position:
    """Open the Position for an answer that is drawn, too; the picture may not be the board itself."""
    from hexcourt.cli.showing.output import keep_board

    position = position_of(board, options)
    if svg is not None:
        keep_board(board, svg)
    return position


def progress_bar(description: str, total: int | None) -> Iterator[Callable[..., None]]:
    """Show how far a search is, on standard error, where somebody looks."""
    from rich.console import Console
    from rich.progress import Progress

    quiet = not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), transient=True, disable=quiet) as progress:
        task = progress.add_task(description, total=total)

        def tell(done: int = 0, what: str | None = None) -> None:
            if what is None:
                progress.advance(task, done)
            else:
                progress.update(task, description=what)

        yield tell
