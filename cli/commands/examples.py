"""Commands about worked examples."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import amend_law, guarded, show


@click.group()
def examples() -> None:
    """Try worked examples of the rulebooks: what is printed against what the rules say.

    EXAMPLE is the name of one that comes with the program (see `hexcourt examples list`), or the path
    of a file (docs/howto/examples.md).
    """


@examples.command("list")
@options.as_json
@guarded
def examples_list(as_json: bool) -> int:
    """List the examples that come with the program."""
    from hexcourt.solver.examples.answers import list_examples

    return show(list_examples(), as_json)


@examples.command("run")
@click.argument("example", metavar="[EXAMPLE]", required=False)
@click.option(
    "--boards",
    type=click.Path(path_type=Path),
    help="The folder of your board archives, for examples on boards that do not come with the program.",
)
@options.place
@options.given
@options.amend
@options.as_json
@guarded
def examples_run(example: str | None, boards: Path | None, as_json: bool, **laid: Any) -> int:
    """Print every claim with the verdict, the rule, and whether they agree.

    Without an EXAMPLE, or with the name of one (PB03), the printed examples of the documents are run
    as commands: what is printed, what is derived, and whether they agree.
    """
    from hexcourt.cli.render import printed_examples as printed

    amend_law(laid["amend"])
    if example is None or printed.is_printed(example):
        printed.refuse_laid(example, laid)
        root = click.get_current_context().find_root().command
        command = partial(root.main, prog_name="hexcourt")
        return show(printed.run_printed(command, example, boards), as_json)
    from hexcourt.solver.examples.answers import run_example
    from hexcourt.solver.examples.conformance import open_example

    return show(run_example(open_example(example, laid["place"], laid["given"])), as_json)


@examples.command("solve")
@click.argument("example", metavar="EXAMPLE")
@options.place
@options.given
@options.amend
@options.as_json
@guarded
def examples_solve(example: str, as_json: bool, **laid: Any) -> int:
    """Find where the units stand so that the fewest claims are contradicted, and prove it.

    It says which units are forced, which may stand in several places, and which cannot be identified.
    """
    from hexcourt.solver.examples.answers import solve_example
    from hexcourt.solver.examples.conformance import open_example

    amend_law(laid["amend"])
    return show(solve_example(open_example(example, laid["place"], laid["given"])), as_json)
