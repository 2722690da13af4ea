"""Kinds of units and Fortifications, by the words that cards call them; tables of our own tell them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

OTHER = "other"


@dataclass(frozen=True, slots=True)
class Word:
    """What a word of a card says: a kind, its class, and whether the word is the unit's name too."""

    word: str
    kind: str
    unit_class: str
    is_name: bool


def class_of(kind: str) -> str:
    """Give the class of a kind of unit."""
    found = unit_words().get(kind)
    return found.unit_class if found else OTHER


def is_named_alone(kind: str, name: str) -> bool:
    """Tell whether the name of a unit tells its kind too: ``LMG``."""
    found = unit_words().get(name)
    return found is not None and found.is_name and found.kind == kind


@cache
def unit_words() -> Mapping[str, Word]:
    """Map words to kinds of units."""
    rows = _table("unit_kinds.tsv")
    return MappingProxyType(
        {row[0]: Word(row[0], row[1], row[2], row[3] == "name") for row in rows}
    )


@cache
def fortification_words() -> Mapping[str, str]:
    """Map words to kinds of Fortifications."""
    return MappingProxyType({row[0]: row[1] for row in _table("fortification_kinds.tsv")})


def _table(name: str) -> list[list[str]]:
    text = files("hexcourt.facts.cards").joinpath(name).read_text("utf-8")
    return [line.split("\t") for line in text.splitlines()[1:]]
