"""The printed examples of the documents as commands: ``examples/printed.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from hexcourt.facts.base.files import package_text


@dataclass(frozen=True, slots=True)
class PrintedExample:
    """A printed example: what it asks, what is printed, and the command that derives the answer.

    ``command`` is one command a line, where several things are asked that are not to be judged
    together; ``says`` are the pieces of the output that agree with what is printed; ``readings``
    tells in which ways a contradiction of the documents can be read; ``map`` is a configuration of
    boards, where the command asks about one.
    """

    name: str
    rule: str
    asks: str
    printed: str
    command: str
    says: tuple[str, ...]
    readings: str
    map: str

    @property
    def boards(self) -> frozenset[str]:
        """List the board archives that the command needs."""
        return frozenset(re.findall(r"\{(\w+)\}", self.command + self.map)) - {"map"}


@cache
def printed_examples() -> tuple[PrintedExample, ...]:
    """List the printed examples, in the order of their file."""
    text = package_text("hexcourt.examples", "printed.toml")
    return tuple(_printed(each) for each in tomllib.loads(text)["example"])


def _printed(known: Mapping[str, str | list[str]]) -> PrintedExample:
    one = {name: str(known[name]) for name in ("name", "rule", "asks", "printed", "command")}
    return PrintedExample(
        **one,
        says=tuple(known["says"]),
        readings=str(known.get("readings", "")),
        map=str(known.get("map", "")),
    )
