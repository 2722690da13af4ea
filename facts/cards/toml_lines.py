"""Tells on which line of a TOML text each key and each part of a list stands.

Python's own reader gives values alone. This walks over a text that it has read already, so it may trust
that brackets and quotation marks match.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from hexcourt.facts.cards.refusing import Place

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""+|' + r"'''.*?'''+|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'", re.DOTALL
)
_PLAIN = re.compile(r"[^,\[\]{}\n#]+")


def toml_lines(text: str) -> Mapping[Place, int]:
    """Map places to lines, of a text that is TOML."""
    return MappingProxyType(_Walk(text.replace("\r\n", "\n")).lines())


class _Walk:
    """One walk over a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.counted = 0
        self.line = 1
        self.found: dict[Place, int] = {}
        self.tables: Counter[Place] = Counter()

    def lines(self) -> dict[Place, int]:
        """Walk from heading to heading."""
        here: Place = ()
        self.pass_blank()
        while self.at < len(self.text):
            if self.text.startswith("[", self.at):
                here = self.heading()
            else:
                self.pair(here)
            self.pass_blank()
        return self.found

    def heading(self) -> Place:
        """Pass a heading of a table; give the place of what stands below it."""
        many = self.text.startswith("[[", self.at)
        line = self.here()
        self.at += 2 if many else 1
        named = self.last_tables(self.keys())
        self.at += 2 if many else 1
        if many:
            self.tables[named] += 1
            named = (*named, self.tables[named] - 1)
        self.note(named, line)
        return named

    def last_tables(self, keys: list[str]) -> Place:
        """Give the place that keys of a heading lead to: by the last table of each list of tables."""
        found: Place = ()
        for number, each in enumerate(keys, 1):
            found = (*found, each)
            if number < len(keys) and self.tables[found]:
                found = (*found, self.tables[found] - 1)
        return found

    def pair(self, here: Place) -> None:
        """Pass a key and its value."""
        line = self.here()
        place: Place = (*here, *self.keys())
        self.note(place, line)
        self.at += 1  # the sign =
        self.pass_blank()
        self.value(place)

    def keys(self) -> list[str]:
        """Pass a key, parts of which dots join."""
        found: list[str] = []
        while True:
            self.pass_blank()
            match = _KEY.match(self.text, self.at)
            if match is None:
                return found
            self.at = match.end()
            found.append(_plain_key(match[0]))
            self.pass_blank()
            if not self.text.startswith(".", self.at):
                return found
            self.at += 1

    def value(self, place: Place) -> None:
        """Pass a value, noting the parts of lists and tables."""
        match = _STRING.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
        elif self.text.startswith("[", self.at):
            self.parts("]", place)
        elif self.text.startswith("{", self.at):
            self.parts("}", place)
        else:
            match = _PLAIN.match(self.text, self.at)
            self.at = self.at + 1 if match is None else match.end()

    def parts(self, end: str, place: Place) -> None:
        """Pass the parts of a list, or the pairs of an inline table."""
        self.at += 1
        number = 0
        self.pass_blank()
        while self.at < len(self.text) and not self.text.startswith(end, self.at):
            if end == "]":
                self.note((*place, number), self.here())
                self.value((*place, number))
                number += 1
            else:
                self.pair(place)
            self.pass_blank()
            if self.text.startswith(",", self.at):
                self.at += 1
            self.pass_blank()
        self.at += 1

    def pass_blank(self) -> None:
        """Pass blanks, ends of lines and comments."""
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def here(self) -> int:
        """Give the number of the line."""
        self.line += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.line

    def note(self, place: Place, line: int) -> None:
        """Note the line of a place, and of the tables that it makes on its way."""
        for end in range(1, len(place) + 1):
            self.found.setdefault(place[:end], line)


def _plain_key(written: str) -> str:
    if written[0] not in "\"'":
        return written
    return next(iter(tomllib.loads(f"{written} = 0")))
