"""Runs a command: its exit status, its errors as one sentence, its answer shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import wraps
from pathlib import Path
from traceback import format_exc
from typing import TYPE_CHECKING, Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.render.output import Lines, is_broken_pipe, replace_unwritable, wanted
from hexcourt.facts.base.errors import LONGEST_SENTENCE, BadInput, RuleError, shown
from hexcourt.solver.sandbox.limited_run import (
    MEMORY,
    Limits,
    OutOfBudget,
    is_respawned,
    run_limited,
    shifted,
)
from hexcourt.solver.sandbox.processes import NO_MEMORY, can_fork, is_out_of_memory
from hexcourt.solver.sandbox.threads import stays_here

if TYPE_CHECKING:
    from hexcourt.cli.render.output import Pictures
    from hexcourt.solver.answer.answer import Answer
    from hexcourt.solver.api.position import Position

COMPLETION = "_HEXCOURT_COMPLETE"
"""The variable of the environment by which a shell asks what may follow."""

BAD_INPUT = 2
INTERRUPTED = 130
OUT_OF_BUDGET = 3
BROKEN = 70

STOPPED = "stopped; nothing was written"
ITSELF = "an error of the program itself"
OUTDATED = (
    "the program was installed from older sources than these; run make .venv/.installed in a checkout, "
    "or install hexcourt again"
)

COMMAND_SECONDS = 600.0
"""How long a command may take where nothing else is said."""


def limited(command: Callable[..., int]) -> Callable[..., None]:
    """End with the status a command gives, run under the limits that all commands have."""
    return limited_to(COMMAND_SECONDS)(command)


def limited_to(
    seconds: float, grace: float = 0.0, mebibytes: int = MEMORY, parts: int = 1
) -> Callable[[Callable[..., int]], Callable[..., None]]:
    """Guard a command that may take so many seconds and MiB if nothing else is said; one that keeps to
    its limits itself has some ``grace`` to say so. Of several ``parts`` each may take so much.
    """

    def guard(command: Callable[..., int]) -> Callable[..., None]:
        @options.limits(seconds, mebibytes)
        @wraps(command)
        def run(*arguments: Any, limit_seconds: float, limit_memory: int, **more: Any) -> None:
            limits = Limits(limit_seconds, limit_memory << 20)
            longer = grace + (parts - 1) * limit_seconds
            sys.exit(_fenced(lambda: command(*arguments, **more), limits, longer))

        return run

    return guard


def complain(sentence: str) -> None:
    """Print on standard error, in one line, why there is no answer."""
    with suppress(OSError):  # the status says as much where nobody can be told
        click.echo(f"hexcourt: {shown(sentence, LONGEST_SENTENCE)}", err=True)


def refuse(sentence: str, kind: str = "bad_input", status: int = BAD_INPUT) -> int:
    """Print why there is no answer, on standard output as JSON, too, where that was asked for; return
    the status to end with.
    """
    complain(sentence)
    return _refused(sentence, kind, status)


def _refused(sentence: str, kind: str, status: int) -> int:
    if _wants_json():
        from hexcourt.solver.answer.answer import refusal

        with suppress(OSError):
            click.echo(refusal(kind, shown(sentence, LONGEST_SENTENCE), status))
            sys.stdout.flush()
    return status


def _wants_json() -> bool:
    """Return whether an answer as JSON was asked for, also where the options make no sense."""
    arguments = list(_arguments)
    return "--json" in (arguments[: arguments.index("--")] if "--" in arguments else arguments)


FORMER = {"law": "rules", "doors": "consistency"}
"""Former names of commands and the present ones; they work for one version more."""


class Commands(click.Group):
    """A group of commands that also go by their former names."""

    subjects: Mapping[str, Sequence[str]] = {}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands of each subject, each with its whole first sentence."""
        for subject, names in (self.subjects or {"Commands": tuple(self.commands)}).items():
            commands = [(name, self.commands[name]) for name in names]
            with formatter.section(subject):
                formatter.write_dl(
                    [(name, each.get_short_help_str(500)) for name, each in commands]
                )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, or None; print a note if the name is a former one."""
        found = super().get_command(ctx, cmd_name)
        if found is None and FORMER.get(cmd_name) in self.commands:
            found = self.commands[FORMER[cmd_name]]
            if not ctx.resilient_parsing:
                with suppress(OSError):
                    click.echo(f"hexcourt: write {found.name} in place of {cmd_name}", err=True)
        return found


class OneSentence(Commands):
    """A group of commands that says in one sentence, too, what is wrong with its options."""

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, standalone_mode: bool = True, **more: Any
    ) -> Any:
        """Run a command and end with its status."""
        if not standalone_mode:
            return super().main(args, standalone_mode=False, **more)
        _refuse_closed_streams()
        replace_unwritable(sys.stdout, sys.stderr)
        before = _arguments  # where a command runs another one
        _remember(sys.argv[1:] if args is None else args)
        try:
            status = super().main(args, standalone_mode=False, complete_var=COMPLETION, **more)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(error.exit_code)
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "hexcourt"
            text = " ".join(error.format_message().split()).rstrip(".")
            sys.exit(refuse(f"{text[:1].lower()}{text[1:]}; see {path} --help"))
        except (click.ClickException, click.Abort) as error:
            if isinstance(error, click.ClickException):
                sys.exit(refuse(str(error)))
            sys.exit(refuse(STOPPED, "interrupted", INTERRUPTED))
        except ModuleNotFoundError as error:  # of the module of a command
            if not _is_outdated(error):
                raise
            sys.exit(refuse(OUTDATED))
        except OSError as error:  # of a help text: commands answer for themselves
            if is_broken_pipe(error):
                _let_go()
                sys.exit(0)
            complain(f"standard output: {error.strerror}; check the path")
            _let_go()
            sys.exit(BAD_INPUT)
        finally:
            _remember(before)
        sys.exit(status if isinstance(status, int) else 0)


def _refuse_closed_streams() -> None:
    """End where there is no output to answer to; what is opened later would take its number."""
    closed = sys.stdout is None
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)
    if sys.stderr is None:
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
    if closed:
        complain("standard output: is closed; open it, or name /dev/null")
        sys.exit(BAD_INPUT)


def _let_go() -> None:
    """Send what is left in the buffers of standard output nowhere."""
    with suppress(OSError):  # a stream of Python's own has no number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fenced(command: Callable[[], int], limits: Limits, grace: float) -> int:
    """Run a command in a child under limits, unless it is part of another one that is."""
    global _behind_a_fence
    # what is captured in this process, as by a test, could not be captured from another one
    if _behind_a_fence or sys.stdout is not sys.__stdout__ or stays_here():
        return _ended(command)
    _behind_a_fence = True
    if not can_fork() and is_respawned():
        try:
            return shifted(_ended(command))
        except MemoryError:
            os._exit(NO_MEMORY)
    try:
        outer = replace(limits, seconds=limits.seconds + grace)
        status = run_limited(lambda: _ended(command), outer, _arguments)
    except BadInput as error:
        return refuse(str(error))
    except RuntimeError as error:
        return refuse(str(error), "broken", BROKEN)
    except OSError as error:  # no process to be had, no pipe
        return _end_out_of_memory(
            f"no process could be started ({error.strerror}); end some others"
        )
    if isinstance(status, OutOfBudget):
        return _end_out_of_memory(status.sentence)
    return status


def _end_out_of_memory(sentence: str) -> int:
    return refuse(f"out of budget: {sentence}", "out_of_budget", OUT_OF_BUDGET)


_behind_a_fence = False
_arguments: Sequence[str] = ()  # that the program was called with


def _remember(arguments: Sequence[str]) -> None:
    global _arguments
    _arguments = tuple(arguments)


def _ended(command: Callable[[], int]) -> int:
    """Run a command; bad input becomes one sentence on standard error."""
    try:
        status = command()
        sys.stdout.flush()
    except (BadInput, RuleError) as error:
        if is_out_of_memory(error):
            raise MemoryError from None
        status = refuse(str(error))
    except OSError as error:
        if is_broken_pipe(error):
            # whoever read our output has seen enough; nothing more can be written to it
            _let_go()
            return 0
        if is_out_of_memory(error):
            raise MemoryError from None
        place = error.filename or "standard output"
        complain(f"{place}: {error.strerror}; check the path")
        _let_go()
        status = BAD_INPUT
    except KeyboardInterrupt:
        status = refuse(STOPPED, "interrupted", INTERRUPTED)
    except Exception as error:
        if is_out_of_memory(error) and _behind_a_fence:
            raise MemoryError from None
        if is_out_of_memory(error):
            return _end_out_of_memory("the memory was too short; ask for less")
        if _is_outdated(error):
            return refuse(OUTDATED)
        # Python would end with the status of a computed no
        with suppress(OSError):
            click.echo(f"hexcourt: {ITSELF}\n{format_exc()}", err=True)
        status = _refused(ITSELF, "broken", BROKEN)
    return status


def _is_outdated(error: Exception) -> bool:
    """Return whether a module of the program is not where it is installed, as after new sources came."""
    return isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("hexcourt.")


def show(
    answer: Answer, as_json: bool, why: bool = False, options: Mapping[str, Any] | None = None
) -> int:
    """Show an answer as text or JSON, and as the pictures that the shared options want; give the status
    that the command ends with.
    """
    from hexcourt.cli.render.output import Page, print_json, print_text

    if files := pictures_of(options or {}):
        from hexcourt.cli.render.answers import draw_answer

        around = (options or {}).get("around")
        files.write(draw_answer(answer, around=around, **files.look))
    if as_json:
        print_json(Page(), answer.as_json())
    else:
        print_text(Page(), answer.text(why))
    return answer.exit_status


def hand_out(command: str, text: str, out: Path | None, as_json: bool, **value: Any) -> int:
    """Write a text for other programs into a file, or to standard output; as JSON say which."""
    from hexcourt.cli.render.output import put
    from hexcourt.facts.base.files import write_whole
    from hexcourt.solver.answer.words import text_answer

    if out is not None:
        write_whole(out, text)
    if as_json:
        return show(text_answer(command, text if out is None else str(out), **value), as_json)
    if out is None:
        put(text)
    return 0


def use_house_rules(paths: Sequence[Path]) -> None:
    """Amend the rules by files of house rules until the running command ends."""
    if paths:
        from hexcourt.solver.rulebase.ground import under_house_rules
        from hexcourt.solver.rulebase.read_house_rules import read_house_rules

        click.get_current_context().with_resource(under_house_rules(read_house_rules(paths)))


def pictures_of(options: Mapping[str, Any]) -> Pictures:
    """Return the files to draw into that the shared options name."""
    from hexcourt.cli.render.output import Pictures

    names = [each.name for each in fields(Pictures)]
    return Pictures(**{each: options[each] for each in names if each in options})


def position_of(board: str, options: Mapping[str, Any]) -> Position:
    """Open the Position that a command names: a board, the pieces and facts of the shared options, and
    their house rules, which are active until the command ends. No picture may be written over the board.
    """
    from hexcourt.solver.api.position import open_position
    from hexcourt.solver.rulebase.ground import under_house_rules

    amend = options.get("amend", ())
    placed, given = options.get("place", ()), options.get("given", ())
    areas, folders = _named(options.get("areas", ())), options.get("boards", ())
    position = open_position(board, placed, given, amend, areas, folders)
    click.get_current_context().with_resource(under_house_rules(position.house_rules))
    pictures_of(options).check(board)
    return position.without(*options["without"]) if options.get("without") else position


def _named(areas: Sequence[str]) -> Mapping[str, Sequence[str]] | None:
    if not areas:
        return None
    from hexcourt.solver.position.areas import read_named  # boards need no areas

    return read_named(areas)


def progress_bar(description: str, total: int | None) -> Iterator[Callable[..., None]]:
    """Show how far a search is, on standard error, where somebody looks or --progress is given."""
    how = wanted()
    if how != "bar":
        lines = Lines(description, total) if how == "lines" else None

        def update(done: int = 0, what: str | None = None) -> None:
            if lines is not None and what is None:
                lines.advance(done)
            elif lines is not None and what is not None:
                lines.turn_to(what)

        yield update
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(description, total=total)

        def update(done: int = 0, what: str | None = None) -> None:
            if what is None:
                progress.advance(task, done)
            else:
                progress.update(task, description=what)

        yield update
