"""Checks of what a configuration tells that all its parts share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.sizes import LONGEST_MAP_LINE, MOST_MAP_LINES

SUFFIX = ".toml"
"""How files of maps, and scenario cards, end."""


def refuse_unknown_keys(
    told: Iterable[str], known: Sequence[str], whose: str, where: str = ""
) -> None:
    """Raise BadInput for a key that ``whose`` table does not have, with the nearest that it has."""
    for key in told:
        if key not in known:
            near = get_close_matches(key, known, n=1, cutoff=0.5)
            mend = f"write {near[0]}" if near else f"it has {listed(known)} alone; leave this out"
            raise BadInput(f"{where}{shown_value(key)} is no key of {whose}; {mend}")


def texts(told: object, what: str) -> tuple[str, ...]:
    """Read a list of texts, empty lines left out."""
    if not isinstance(told, list):
        raise BadInput(f"{what} is {shown_value(told)}; write a list of texts in quotes")
    if len(told) > MOST_MAP_LINES:
        raise BadInput(f"{what} has {len(told)} texts; give {MOST_MAP_LINES} at most")
    for each in told:
        if not isinstance(each, str) or not each.strip():
            raise BadInput(f"{what} has {shown_value(each)}; write a text in quotes")
        if len(each) > LONGEST_MAP_LINE:
            raise BadInput(
                f"{what} has a text of {len(each)} characters; give {LONGEST_MAP_LINE} at most"
            )
    return tuple(each.strip() for each in told)


def shown_value(value: object) -> str:
    """Write a value so that it fits into a sentence; nothing is what was left out."""
    return "missing" if value is None else repr(value)[:60]
