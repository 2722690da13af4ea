"""A tool's call as a command: run behind its own fence, its JSON handed on."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import anyio

from hexcourt.cli.serving.shelf import Shelf
from hexcourt.facts.boards.embedded import embedded_names
from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.answer import refusal
from hexcourt.solver.guarding.limits import Limits
from hexcourt.solver.guarding.watching import python

LONGEST = 20_000
"""How many characters the arguments of a call may have together."""

AT_ONCE = 4
"""How many calls are answered at once; others wait."""

Options = Mapping[str, str | bool | Sequence[str] | None]


@dataclass(frozen=True, slots=True)
class Called:
    """What a call came to: the JSON, and whether it says why there is no answer."""

    told: dict[str, Any]
    refused: bool


class Caller:
    """Runs commands under limits, on the boards of a shelf."""

    def __init__(self, shelf: Shelf, limits: Limits) -> None:
        self._shelf, self._limits = shelf, limits
        self._free = anyio.CapacityLimiter(AT_ONCE)

    @property
    def boards(self) -> tuple[str, ...]:
        """List the boards that may be named."""
        return self._shelf.names()

    async def call(
        self, command: str, board: str | None, words: Sequence[str], options: Options
    ) -> Called:
        """Run a command, on a board where it wants one; what is refused is JSON, too."""
        try:
            opened = () if board is None else (self._shelf.find(board).opened_as,)
            arguments = _arguments(command, (*opened, *words), options, self._limits)
            if board is not None and board not in embedded_names():
                folders = (f"--boards={each}" for each in self._shelf.folders())
                arguments = (arguments[0], *folders, *arguments[1:])
        except BadInput as error:
            return Called(json.loads(refusal("bad_input", str(error), 2)), True)
        told = json.loads(await self.run(arguments))
        return Called(told, "error" in told)

    async def run(self, arguments: Sequence[str]) -> bytes:
        """Run a command in a process of its own; give what it writes."""
        async with self._free:
            # standard input belongs to the protocol
            done = await anyio.run_process(
                [*python("hexcourt"), *arguments], check=False, stdin=subprocess.DEVNULL
            )
        return done.stdout


def _arguments(
    command: str, words: Sequence[str], options: Options, limits: Limits
) -> tuple[str, ...]:
    """Write the arguments of the program: what a caller says can be no option of its own."""
    given = [
        f"--{name}={value}" if value is not True else f"--{name}"
        for name, told in options.items()
        for value in ((told,) if isinstance(told, str | bool) else told or ())
        if value is not False
    ]
    said = sum(map(len, (*words, *given)))
    if said > LONGEST:
        raise BadInput(f"{said} characters are too many for a call; write {LONGEST} at most")
    if any("\0" in each for each in (*words, *given)):
        raise BadInput("an argument holds the character 0; leave it out")
    bounds = (
        f"--limit-seconds={limits.seconds:g}",
        f"--limit-memory={limits.memory >> 20}",
    )
    return (*command.split(), "--json", *bounds, *given, "--", *words)
