"""What documents show: their commands with the output of each, and whether a command says just that.

A block of a document between fences begins with ``$ hexcourt``, and may hold several commands, which are
run in the same folder. ``...`` alone on a line stands for any lines, and within a line for any words.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


@dataclass(frozen=True)
class Shown:
    """A command as a document shows it: its arguments, and the lines below it."""

    arguments: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def command(self) -> str:
        """Name the command: ``ask``."""
        return self.arguments[0]

    def option(self, name: str) -> bool:
        """Tell whether an option is given."""
        return name in self.arguments


def page(name: str) -> Path:
    """Find a page of the documents by its file's name, in whichever folder it is."""
    (found,) = DOCS.rglob(name)
    return found


def examples_of(document: str) -> list[tuple[Shown, ...]]:
    """List the blocks of a document that show commands."""
    return examples_in(page(document).read_text("utf-8"))


def examples_in(text: str) -> list[tuple[Shown, ...]]:
    """List the blocks of a text that show commands."""
    blocks = re.findall(r"^```\n(\$ hexcourt .*?)^```", text, re.MULTILINE | re.DOTALL)
    return [
        tuple(map(_shown, re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])) for block in blocks
    ]


def says(said: str, shown: tuple[str, ...]) -> bool:
    """Tell whether an output is as shown."""
    lines = [line.rstrip() for line in said.strip().splitlines()]
    pattern = "".join(
        "(?:.*\n)*" if line.strip() == "..." else f"{_wild(line)}\n" for line in shown
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None


def _shown(text: str) -> Shown:
    command, *lines = (line.rstrip() for line in text.strip().splitlines())
    return Shown(tuple(shlex.split(command)[1:]), tuple(lines))


def _wild(line: str) -> str:
    return ".*".join(map(re.escape, line.split("...")))
