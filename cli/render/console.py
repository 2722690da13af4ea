"""The console of rich, for tables and documents: a command that only says lines does not load it."""

from __future__ import annotations

from rich import console


class Console(console.Console):
    """A console that leaves it to the command what becomes of a pipe that nobody reads any more."""

    def on_broken_pipe(self) -> None:
        """Raise the error that rich would end the program for, as if the answer were no."""
        raise BrokenPipeError
