"""Reads the areas of a configuration: ``[areas]``, a table of names and of what each means.

    [areas]
    "north bank" = "on or north of hexgrain A5-GG5"
    "the entry" = ["east edge of board 3", "within 2 hexes of 3GG5"]     # any of these

The sentences are read to see whether they are understood; their hexes are found as the board is opened.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.predicates import AREA_NAME
from hexcourt.facts.maps.told import shown_value
from hexcourt.facts.sizes import MOST_AREAS

Sentences = Mapping[str, tuple[str, ...]]
"""What each named area is said to be: any of some sentences."""


def read_areas(told: object, where: str = "areas") -> Sentences:
    """Read ``[areas]``, as TOML gives it; raises BadInput naming the area and the mend."""
    if not told and told in (None, {}):
        return MappingProxyType({})
    if not isinstance(told, Mapping):
        raise BadInput(
            f"{where} is {shown_value(told)}; write a table such as [areas] with "
            'north_bank = "hexrows A-K"'
        )
    return checked_areas({name: _sentences(name, each) for name, each in told.items()})


def checked_areas(told: Mapping[str, Sequence[str]], known: Sequence[str] = ()) -> Sentences:
    """Check names and sentences of areas, which may name each other and some that are ``known``."""
    if len(told) > MOST_AREAS:
        raise BadInput(f"there are {len(told)} areas; give {MOST_AREAS} at most")
    from hexcourt.facts.areas.reading_sentences import read_area  # it takes some time to import

    names = (*told, *known)
    for name, sentences in told.items():
        check_name(name)
        for each in sentences:
            try:
                read_area(each, names)
            except BadInput as error:
                raise BadInput(f"area {name}: {error}") from None
    return MappingProxyType({name: tuple(sentences) for name, sentences in told.items()})


def check_name(name: str) -> None:
    """Refuse names that no sentence could be told apart from."""
    if not re.fullmatch(AREA_NAME, name):
        raise BadInput(
            f"area {shown_value(name)}: is no name; write up to 40 letters, digits, blanks, _ and -"
        )
    from hexcourt.facts.areas.words import lexicon, names_terrain

    words = re.findall("[a-z]+|[^a-z ]", name.lower())
    if (all(each in lexicon() for each in words) and not names_terrain(name)) or (
        name[-1].isdigit() and name.isupper()
    ):
        such = f"{words[0]}_area"
        raise BadInput(
            f"area {name}: its name may be read as part of a sentence; write such as {such}"
        )


def is_name(name: str) -> bool:
    """Tell whether an area may have a name."""
    try:
        check_name(name)
    except BadInput:
        return False
    return True


def _sentences(name: str, told: object) -> tuple[str, ...]:
    """Read the sentence of an area, or a list of them."""
    found = [each for each in (told if isinstance(told, list) else [told]) if isinstance(each, str)]
    if not found or not all(map(str.strip, found)) or (isinstance(told, list) and found != told):
        raise BadInput(
            f"area {shown_value(name)} is {shown_value(told)}; write a sentence in quotes, or a "
            "list of them"
        )
    return tuple(each.strip() for each in found)
