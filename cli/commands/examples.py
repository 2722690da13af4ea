"""Commands about worked examples."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import guarded
from hexcourt.cli.showing.output import Page


@click.group()
def examples() -> None:
    """Try worked examples of the rulebooks: what is printed against what the rules say.

    EXAMPLE is the name of one that comes with the program (see `hexcourt examples list`), or the path
    of a file (docs/examples.md).
    """


@examples.command("list")
@options.as_json
@guarded
def examples_list(as_json: bool) -> int:
    """List the examples that come with the program."""
    from hexcourt.cli.examples import trying

    return trying.list_examples(Page(), as_json)


@examples.command("run")
@click.argument("example", metavar="[EXAMPLE]", required=False)
@click.option(
    "--boards",
    type=click.Path(path_type=Path),
    help="The folder of your board archives, for examples on boards that do not come with the program.",
)
@options.as_json
@guarded
def examples_run(example: str | None, boards: Path | None, as_json: bool) -> int:
    """Print every claim with the verdict, the rule, and whether they agree.

    Without an EXAMPLE, or with the name of one (PB03), the printed examples of the documents are run
    as commands: what is printed, what is derived, and whether they agree.
    """
    from hexcourt.cli.examples import printed, trying

    if example is None or printed.is_printed(example):
        root = click.get_current_context().find_root().command
        command = partial(root.main, prog_name="hexcourt")
        return printed.run_printed(Page(), command, example, boards, as_json)
    return trying.run_example(Page(), example, as_json)


@examples.command("solve")
@click.argument("example", metavar="EXAMPLE")
@options.as_json
@guarded
def examples_solve(example: str, as_json: bool) -> int:
    """Find where the units stand so that the fewest claims are contradicted, and prove it.

    It says which units are forced, which may stand in several places, and which cannot be identified.
    """
    from hexcourt.cli.examples import trying

    return trying.solve_example(Page(), example, as_json)
