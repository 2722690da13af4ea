"""The program ``hexcourt``: its commands by group."""

from __future__ import annotations

import os
from collections.abc import Iterator, MutableMapping
from importlib import import_module

import click

from hexcourt.cli.commands import running
from hexcourt.cli.commands.questions import ASKED_ALONE
from hexcourt.facts.base.cache import disable_cache

_COMMANDS = {
    **{name: f"questions.{name}" for name in ASKED_ALONE},
    "ask": "questions.ask",
    "board": "boards.board",
    "boards": "boards.boards",
    "cache": "cache.cache",
    "cases": "conform.cases",
    "completion": "completion.completion",
    "conform": "conform.conform",
    "coordinate": "boards.coordinate",
    "cut": "questions.cut",
    "docs": "documents.docs",
    "examples": "examples.examples",
    "map": "maps.maps",
    "matrix": "questions.matrix",
    "mcp": "serve.mcp",
    "rules": "rules.rules",
    "scenario": "scenarios.scenario",
    "serve": "serve.serve",
    "sweep": "questions.sweep_study",
    "verify": "questions.verify_certificate",
    "vocabulary": "questions.vocabulary",
}
"""The module of ``cli/commands`` that has a command, and its name there."""


SUBJECTS = {
    "Questions": (*ASKED_ALONE, "cut", "matrix", "ask", "vocabulary", "coordinate"),
    "Boards and maps": ("boards", "board", "map"),
    "Scenarios": ("scenario", "sweep"),
    "Rules": ("rules", "examples", "cases", "conform", "verify"),
    "The page, assistants and the program": ("serve", "mcp", "docs", "completion", "cache"),
}
"""All commands as help lists them."""


class _Commands(MutableMapping[str, click.Command]):
    """The commands by name; a command is imported when it is looked up."""

    def __init__(self) -> None:
        self._found: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._found:
            module, attribute = _COMMANDS[name].split(".")
            imported = import_module(f"hexcourt.cli.commands.{module}")
            self._found[name] = getattr(imported, attribute)
        return self._found[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._found[name] = command

    def __delitem__(self, name: str) -> None:
        del self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in _COMMANDS or name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS | self._found)

    def __len__(self) -> int:
        return len(_COMMANDS | self._found)


@click.group(
    cls=running.OneSentence,
    commands=_Commands(),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="hexcourt", prog_name="hexcourt")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
def main(no_cache: bool) -> None:
    """Answer rules questions on hex wargame boards, with rule numbers.

    BOARD is an embedded board's name (see `hexcourt boards`), a facts file (.lp), the path of a VASL
    board archive, or a configuration of archives (.toml). Locations are written as in A2.2: L33 (ground
    level), L33h2 (level 2), on a map of several boards 1E4.

    Exit status: 0 yes or done, 1 no, 2 bad input, 3 unknown, too close to call or out of budget;
    of `verify` also 4.

    New here? `hexcourt docs first_line` is a tutorial of ten minutes.
    """
    if no_cache:
        disable_cache()


main.subjects = SUBJECTS

# nothing here multiplies matrices: threads that wait for some would cost more than a small question
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if running.COMPLETION in os.environ:
    from hexcourt.cli.commands.completion import prepare

    prepare(main)

if __name__ == "__main__":
    main()
