"""The console of rich, for tables and documents: a command that only says lines does not load it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich import console
from rich.text import Text

from hexcourt.facts.base.errors import visible
from hexcourt.facts.base.patterns import pattern


class Console(console.Console):
    """A console that leaves it to the command what becomes of a pipe that nobody reads any more."""

    def on_broken_pipe(self) -> None:
        """Raise the error that rich would end the program for, as if the answer were no."""
        raise BrokenPipeError


_STYLES = {"fail": "bold red", "unknown": "bold magenta", "warn": "yellow", "pass": "green"}
_FINDING = pattern(r"(S[0-9]{2}) (fail|unknown|warn|pass) (.*?): ", re.DOTALL)
_COUNTED = pattern(r"[1-9][0-9]* (fail|unknown|warn|pass)\b")


def report_lines(console: Console, lines: Iterable[str]) -> None:
    """Print lines of what checks found, which is there to be read at once."""
    for line in (part for each in lines for part in each.split("\n")):
        console.print(_styled(visible(line)), soft_wrap=True, highlight=False)
    console.file.flush()


def _styled(line: str) -> Text:
    """Style a line: a finding by what was found, the last one by its counts, the rest as witness."""
    text = Text(line)
    match = _FINDING.match(line)
    if match is not None:
        text.stylize("cyan", *match.span(1))
        text.stylize(_STYLES[match[2]], *match.span(2))
        text.stylize("bold", *match.span(3))
    elif line.startswith("    "):
        text.stylize("dim")
    for style, start, end in _counts(line) if match is None else ():
        text.stylize(style, start, end)
    return text


def _counts(line: str) -> Iterator[tuple[str, int, int]]:
    for match in _COUNTED.finditer(line):
        yield _STYLES[match[1]], *match.span()
