"""The arguments and options of commands: those of questions from their own table, all others from
``options.tsv``, which tells for each the command or the part of commands that it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import click

from hexcourt.cli.render.output import remember
from hexcourt.facts.base.files import table_rows
from hexcourt.solver.answer.arguments import (
    ARGUMENTS,
    REQUIRED,
    Choice,
    Kind,
    Number,
    PictureOptions,
    Plain,
    QuestionKind,
    Texts,
    Whole,
    about_arguments,
)
from hexcourt.solver.sandbox.limited_run import MEMORY, MEMORY_NAME, SECONDS_NAME
from hexcourt.solver.sandbox.processes import can_fork

_Command = TypeVar("_Command", bound=Callable[..., Any])


def a_number(_context: object, _option: object, value: float) -> float:
    """Refuse what is a float but no number."""
    if value != value:
        raise click.BadParameter("nan is no number; write for example 1")
    return value


def use_folder(context: click.Context, _option: object, folder: Path | None) -> None:
    """Put the rules of a folder in the place of the shipped ones until the command ends."""
    if folder is not None and not context.resilient_parsing:
        from hexcourt.facts.base.errors import BadInput
        from hexcourt.solver.rulebase.rulebase import rules_of_folder

        try:
            context.with_resource(rules_of_folder(folder))
        except BadInput as error:
            raise click.UsageError(str(error), context) from None


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
        case Plain("flag"):
            return {"is_flag": True}
        case Plain("folder"):
            return {"type": click.Path(path_type=Path, file_okay=False)}
        case Texts() | Plain("areas"):
            return {"multiple": True}
    return {}


def option_of(name: str, default: Any = None) -> click.Option:
    """Make the option of an argument, as it is declared in the table of arguments."""
    argument = ARGUMENTS[name]
    result = _type(argument.kind)
    text = argument.help
    if "multiple" in result:
        text = f"{text.rstrip('.')}. May be given more than once."
    if default is REQUIRED:
        result["required"] = True
    elif default is not None and default is not False and default != ():
        result |= {"default": default, "show_default": True}
    former = [_flag(each) for each in argument.former]
    return FormerNames([_flag(name), name], former, metavar=argument.metavar, help=text, **result)


def asks(question: QuestionKind) -> Callable[[_Command], _Command]:
    """Add to a command the arguments and options of a question, those of its board, and the pictures."""
    params: list[click.Parameter] = []
    for name, argument, default in question.offered("shell"):
        if name not in question.first:
            params.append(option_of(name, default))
        elif (
            question.words and not question.several
        ):  # a command that lists words takes no board then
            params.append(option_of(name))
        else:
            last = question.several and name == question.first[-1]
            metavar = argument.metavar or name.upper()
            params.append(
                click.Argument(
                    [name],
                    nargs=-1 if last else 1,
                    required=not question.words,
                    metavar=f"{metavar}..." if last else metavar,
                )
            )
    params += [option_of(name) for name, _ in about_arguments(question)]
    if question.why:
        params.append(click.Option(["--why"], is_flag=True, help=question.why))
    about = [*_part("board or list" if question.words else "board"), *_part("boards")]
    return _adding(lambda: [*about, *params, *_part("amend")])


def takes(*parts: str) -> Callable[[_Command], _Command]:
    """Add to a command the arguments and options of some parts of ``options.tsv``, in this order; a part
    that the table has not is an argument of questions.
    """
    return _adding(lambda: [param for part in parts for param in _part(part)])


def _adding(made: Callable[[], list[click.Parameter]]) -> Callable[[_Command], _Command]:
    """Add parameters to a command, as the decorators of click do."""

    def add(command: _Command) -> _Command:
        command.__dict__.setdefault("__click_params__", []).extend(reversed(made()))
        return command

    return add


@cache
def _rows() -> Mapping[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {}
    for part, *row in table_rows("hexcourt.cli.commands", "options.tsv"):
        found.setdefault(part, []).append(row)
    return found


def _part(name: str) -> list[click.Parameter]:
    if name not in _rows():
        return [option_of(name)]
    look = PictureOptions.__annotations__ if name == "pictures" else ()
    return [*(_param(*row) for row in _rows()[name]), *map(option_of, look)]


def _param(option: str, name: str, metavar: str, taken: str, text: str) -> click.Parameter:
    """Make a parameter of a row; ``taken`` says what it takes, in words that ``_WORDS`` has, a range
    ``1..6``, choices ``boards|worlds``, and a default ``=50``.
    """
    fields: dict[str, Any] = {} if metavar == "-" else {"metavar": metavar}
    path: dict[str, Any] = {}
    for word in taken.split():
        if word in _PATHS:
            path |= _PATHS[word]
        elif word[0] == "=":
            fields |= {"default": _DEFAULTS.get(word[1:], word[1:]), "show_default": True}
        elif ".." in word:
            least, most = word.split("..")
            fields["type"] = click.IntRange(int(least), int(most))
        elif "|" in word:
            fields["type"] = click.Choice(word.split("|"))
        else:
            fields |= _WORDS[word]
    if path:
        fields["type"] = _NamedPath(path_type=Path, **path)
    if option == "argument":
        many = fields.pop("multiple", False)
        required = not many
        return click.Argument([name], nargs=-1 if many else 1, **{"required": required, **fields})
    declared = [option] if name == "-" else [option, name]
    return click.Option(declared, help=text, **fields)


class _NamedPath(click.Path):
    """A path: an empty name, as of a variable that is not set, is not the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if value == "":
            self.fail('"" names no file or folder; write . for the current one', param, ctx)
        return super().convert(value, param, ctx)


_PATHS: Mapping[str, Mapping[str, bool]] = {
    "path": {"file_okay": True},
    "file": {"dir_okay": False},
    "folder": {"file_okay": False},
    "there": {"exists": True},
}
_WORDS: Mapping[str, Mapping[str, Any]] = {
    "text": {},
    "flag": {"is_flag": True},
    "many": {"multiple": True},
    "required": {"required": True},
    "optional": {"required": False},
    "progress": {"default": None, "expose_value": False, "callback": remember},
    "home": {"expose_value": False, "callback": use_folder, "is_eager": True},
    "raw": {"type": click.UNPROCESSED},
    "int": {"type": int},
}
_DEFAULTS = {"True": True}

amend, as_json, boards, pictures = map(takes, ("amend", "json", "boards", "pictures"))
answer_pictures, progress = takes("pictures", "around"), takes("progress")


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
