"""The options that several commands share, each declared once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from hexcourt.cli.render.output import remember
from hexcourt.solver.answer.arguments import (
    ARGUMENTS,
    Areas,
    Choice,
    Flag,
    Folder,
    Kind,
    Number,
    Texts,
    Whole,
    whole,
)
from hexcourt.solver.answer.questions import REQUIRED, Question, about_arguments
from hexcourt.solver.sandbox.limited_run import MEMORY, MEMORY_NAME, SECONDS_NAME
from hexcourt.solver.sandbox.processes import can_fork

_Command = TypeVar("_Command", bound=Callable[..., Any])


def a_number(_context: object, _option: object, value: float) -> float:
    """Refuse what is a float but no number."""
    if value != value:
        raise click.BadParameter("nan is no number; write for example 1")
    return value


class FormerNames(click.Option):
    """An option that goes by its former names, too, which help and completion do not show."""

    def __init__(self, declared: Sequence[str], former: Sequence[str], **more: Any) -> None:
        super().__init__([*declared, *former], **more)
        self.former = frozenset(former)
        self.shown = [each for each in self.opts if each not in self.former]

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the help without the former names."""
        every, self.opts = self.opts, self.shown
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = every


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _type(kind: Kind) -> dict[str, Any]:
    """Return how click reads a kind of argument."""
    match kind:
        case Whole(least, most):
            return {"type": click.IntRange(least, most)}
        case Number(least, most):
            return {"type": click.FloatRange(least, most), "callback": a_number}
        case Choice(words):
            return {"type": click.Choice(words, case_sensitive=False)}
        case Flag():
            return {"is_flag": True}
        case Folder():
            return {"type": click.Path(path_type=Path, file_okay=False)}
        case Texts() | Areas():
            return {"multiple": True}
    return {}


def option_of(name: str, default: Any = None) -> click.Option:
    """Make the option of an argument, as it is declared in the table of arguments."""
    argument = ARGUMENTS[name]
    told = _type(argument.kind)
    text = argument.help
    if "multiple" in told:
        text = f"{text.rstrip('.')}. May be given more than once."
    if default is REQUIRED:
        told["required"] = True
    elif default is not None and default is not False and default != ():
        told |= {"default": default, "show_default": True}
    former = [_flag(each) for each in argument.former]
    return FormerNames([_flag(name), name], former, metavar=argument.metavar, help=text, **told)


def asks(asked: Question) -> Callable[[_Command], _Command]:
    """Give a command the arguments and options of a question, those of its board, and the pictures."""
    params: list[click.Parameter] = []
    for name, argument, default in asked.offered("shell"):
        if name not in asked.first:
            params.append(option_of(name, default))
        elif asked.words and not asked.several:  # a command that lists words takes no board then
            params.append(option_of(name))
        else:
            last = asked.several and name == asked.first[-1]
            metavar = argument.metavar or name.upper()
            params.append(
                click.Argument(
                    [name],
                    nargs=-1 if last else 1,
                    required=not asked.words,
                    metavar=f"{metavar}..." if last else metavar,
                )
            )
    params += [option_of(name) for name, _ in about_arguments(asked)]
    if asked.why:
        params.append(click.Option(["--why"], is_flag=True, help=asked.why))

    def add(command: _Command) -> _Command:
        amend(command)
        for each in reversed(params):
            _memorise(command, each)
        (board_or_list if asked.words else board)(command)
        return command

    return add


def _memorise(command: Callable[..., Any], param: click.Parameter) -> None:
    """Add a parameter, as the decorators of click do."""
    command.__dict__.setdefault("__click_params__", []).append(param)


def shared(name: str) -> Callable[[_Command], _Command]:
    """Return the decorator that adds the option of an argument."""

    def add(command: _Command) -> _Command:
        _memorise(command, option_of(name))
        return command

    return add


as_json = click.option(
    "--json", "as_json", is_flag=True, help="Answer as JSON (docs/reference/answers.md)."
)
_svg = click.option(
    "--svg", type=click.Path(path_type=Path), help="Draw the answer into this file."
)
_png = click.option(
    "--png",
    type=click.Path(path_type=Path),
    help="The same as PNG. Needs the extra: pip install 'hexcourt[png]'.",
)


_around = click.option(
    "--around",
    type=click.IntRange(*whole("around")),
    metavar="N",
    help="Draw only the part of the map within so many hexes of what is marked on it.",
)


def pictures(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every command that draws a board."""
    return _svg(_png(command))


def answer_pictures(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every command that draws its answer on the map."""
    return _svg(_png(_around(command)))


_board = click.argument("board_name", metavar="BOARD")
_board_or_list = click.argument("board_name", metavar="BOARD", required=False)
boards = click.option(
    "--boards",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="A folder of board archives (bd01 and so on), more than once if wanted. Archives are looked "
    "for there, in boards_folder of a card, and beside the card or map.",
)


def board(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument that names a board, and the folders in which it is looked for."""
    return _board(boards(command))


def board_or_list(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the same where the board may be left out."""
    return _board_or_list(boards(command))


amend = click.option(
    "--amend",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Amend the rules by a file of house rules, more than once if wanted: house.lp "
    "(docs/howto/amending.md).",
)
progress = click.option(
    "--progress/--no-progress",
    default=None,
    expose_value=False,
    callback=remember,
    help="Show progress on standard error: always on a terminal, elsewhere a line now and then.",
)
place, given, areas, workers = map(shared, ("place", "given", "areas", "workers"))


_NOT_HELD = "" if can_fork() else " Here it may go beyond for a moment (docs/reference/limits.md)."


def limits(
    seconds: float, mebibytes: int = MEMORY
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the limits of time and memory that every command has."""
    time = click.option(
        "--limit-seconds",
        type=click.FloatRange(min=0, min_open=True, max=10.0**9),
        callback=a_number,
        envvar=SECONDS_NAME,
        default=seconds,
        show_default=True,
        help="How long it may take.",
    )
    memory = click.option(
        "--limit-memory",
        type=click.IntRange(min=1, max=1 << 30),
        envvar=MEMORY_NAME,
        default=mebibytes,
        show_default=True,
        help="How many MiB it may take beside what is loaded." + _NOT_HELD,
    )
    return lambda command: time(memory(command))


def limit(name: str) -> Any:
    """Return the value of one of these options of the running command."""
    return click.get_current_context().params[name]
