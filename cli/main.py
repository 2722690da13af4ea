"""The program ``hexcourt``: its commands by group."""

from __future__ import annotations

import os

import click

from hexcourt.cli.commands import (
    boards,
    cache,
    completion,
    conform,
    documents,
    examples,
    maps,
    questions,
    rules,
    running,
    scenarios,
    serve,
)
from hexcourt.facts.base.cache import disable_cache


@click.group(cls=running.OneSentence, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hexcourt", prog_name="hexcourt")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
def main(no_cache: bool) -> None:
    """Answer rules questions on hex wargame boards, with rule numbers.

    BOARD is an embedded board's name (see `hexcourt boards`), a facts file (.lp), the path of a VASL
    board archive, or a configuration of archives (.toml). Locations are written as in A2.2: L33 (ground
    level), L33h2 (level 2), on a map of several boards 1E4.

    Exit status: 0 yes or done, 1 no, 2 bad input, 3 unknown or too close to call.
    """
    if no_cache:
        disable_cache()


for _command in (
    boards.boards,
    boards.board,
    maps.maps,
    scenarios.scenario,
    *questions.COMMANDS.values(),
    questions.matrix,
    questions.cut,
    questions.ask,
    questions.sweep_study,
    questions.verify_certificate,
    questions.vocabulary,
    boards.coordinate,
    rules.rules,
    examples.examples,
    conform.conform,
    conform.cases,
    cache.cache,
    documents.docs,
    serve.serve,
    serve.mcp,
    completion.completion,
):
    main.add_command(_command)

# nothing here multiplies matrices: threads that wait for some would cost more than a small question
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if running.COMPLETION in os.environ:
    from hexcourt.cli.commands.completion import prepare

    prepare(main)

if __name__ == "__main__":
    main()
