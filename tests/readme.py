"""The commands that the README shows with what they print."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


@dataclass(frozen=True)
class ShownCommand:
    """A command of the README, and the lines before and after what it leaves out."""

    arguments: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.arguments)

    def says(self, text: str) -> bool:
        """Tell whether this is what the command prints."""
        lines = tuple(line.rstrip() for line in text.strip().splitlines())
        begins = lines[: len(self.before)] == self.before
        return begins and (not self.after or lines[-len(self.after) :] == self.after)


def shown_commands() -> list[ShownCommand]:
    """List what the README shows, the demo among it."""
    blocks = re.findall(r"^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    found = [_shown(block) for block in blocks if block.startswith("$ hexcourt ")]
    (demo,) = [block for block in blocks if "Locations in" in block]
    found.append(_shown(f"$ hexcourt see budapest F31 --status emplaced\n{demo}"))
    return found


def told_commands() -> list[tuple[str, ...]]:
    """List the commands that the README names in its sentences, where they need nothing else
    and do not take many minutes."""
    named = re.findall(r"`hexcourt ([a-z][^`]*)`", README)
    made = (re.sub(r"\bBOARD\b", "budapest", each.partition(" >")[0]) for each in named)
    whole = (each for each in made if not re.search(r"\b[A-Z]{3,}\b", each))
    return [tuple(shlex.split(each)) for each in whole if each not in ("rules try", "rules check")]


def _shown(block: str) -> ShownCommand:
    command, *lines = (line.rstrip() for line in block.strip().splitlines())
    gap = next((n for n, line in enumerate(lines) if line.strip() == "..."), len(lines))
    return ShownCommand(
        tuple(shlex.split(command)[2:]), tuple(lines[:gap]), tuple(lines[gap + 1 :])
    )
