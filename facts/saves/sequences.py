"""Takes the text of a save apart: commands within commands, and fields within fields.

VASSAL joins fields by a delimiter; one that a field holds itself has a backslash before it, once more
for each sequence that the field is part of. A field in single quotes stands without them. Commands are
sequences with ESC between: the command itself, then the commands that follow it, each a sequence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from hexcourt.facts.errors import BadInput
from hexcourt.facts.sizes import DEEPEST_COMMAND, MOST_COMMANDS

ESCAPE = "\x1b"

RECORDED = "LOG\t"
"""How a command begins that a log has recorded; what it holds is not played."""


@cache
def _bare(delimiter: str) -> re.Pattern[str]:
    """Find a delimiter that no backslash stands before."""
    return re.compile(rf"(?<!\\){re.escape(delimiter)}")


def fields(text: str, delimiter: str, most: int = 0) -> list[str]:
    """Part a sequence at its delimiters, into ``most`` fields and a rest where that is not 0.

    The rest is what a sequence of the fields behind would be, itself still written as one.
    """
    found = _bare(delimiter).split(text, maxsplit=most)
    if most and len(found) > most:
        return [*(_field(each, delimiter) for each in found[:-1]), found[-1]]
    return [_field(each, delimiter) for each in found]


def _field(written: str, delimiter: str) -> str:
    plain = written.replace(f"\\{delimiter}", delimiter)
    quoted = len(plain) > 1 and plain[0] == plain[-1] == "'"
    return plain[1:-1] if quoted else plain


def commands(text: str) -> Iterator[tuple[int, str]]:
    """List the commands of a save in their order, each with how deep it is nested; those within a
    recorded one are left out.

    Raises BadInput where they are too many or too deep.
    """
    count = 1
    waiting = [(0, text)]
    while waiting:
        depth, written = waiting.pop()
        own, *parts = fields(written, ESCAPE, MOST_COMMANDS)
        count += len(parts)
        if count > MOST_COMMANDS:
            raise BadInput(f"holds more than {MOST_COMMANDS} commands; give a smaller save")
        if parts and depth >= DEEPEST_COMMAND:
            raise BadInput(
                f"has commands nested deeper than {DEEPEST_COMMAND}; save the game again"
            )
        yield depth, own
        if own.startswith(RECORDED):
            continue
        waiting.extend((depth + 1, each) for each in reversed(parts))
