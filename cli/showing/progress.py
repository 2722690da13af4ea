"""How far long work is: a bar on a terminal, a line now and then where that was asked for."""

from __future__ import annotations

import sys
import time
from typing import Literal

import click

EVERY = 10.0
"""How many seconds lie between two lines, at the least."""

_WANTED = "hexcourt.progress"


def remember(context: click.Context, _option: object, wanted: bool | None) -> None:
    """Keep what --progress or --no-progress said."""
    context.meta[_WANTED] = wanted


def wanted() -> Literal["bar", "lines"] | None:
    """Say how to show progress: a bar on a terminal; elsewhere nothing without --progress."""
    context = click.get_current_context(silent=True)
    told = None if context is None else context.meta.get(_WANTED)
    if told is False:
        return None
    if sys.stderr.isatty():
        return "bar"
    return "lines" if told else None


class Lines:
    """Tells on standard error, a line now and then, how much is done."""

    def __init__(self, description: str, total: int | None, done: int = 0) -> None:
        self._description, self._total, self._done = description, total, done
        self._next = time.monotonic() + EVERY

    def advance(self, count: int) -> None:
        """Say that so much more is done."""
        self._done += count
        if time.monotonic() >= self._next or self._done == self._total:
            self._say()

    def turn_to(self, what: str) -> None:
        """Say that something else is worked at now."""
        self._description = what
        if time.monotonic() >= self._next:
            self._say()

    def _say(self) -> None:
        self._next = time.monotonic() + EVERY
        of = "" if self._total is None else f" of {self._total}"
        count = f": {self._done}{of}" if self._done or of else ""
        click.echo(f"  {self._description}{count}", err=True)
