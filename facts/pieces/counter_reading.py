"""Counters laid on the map, as a user writes them: ``rubble("G37",stone)``, ``debris("G38",under)``."""

from __future__ import annotations

import re
from types import MappingProxyType

from hexcourt.facts.boards.records import GROUND, Counter
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import Fact, Source, quoted
from hexcourt.facts.formats.predicates import (
    COUNTER_PLACE,
    HEX,
    Predicates,
    choices,
    declared_facts,
    optional,
)

MATERIAL = choices("stone or wood", "stone", "wood")

_PLACE = ("Place", optional(COUNTER_PLACE))

PLACEMENTS: Predicates = MappingProxyType(
    {
        "rubble": (("Hex", HEX), ("Material", MATERIAL), _PLACE),
        "debris": (("Hex", HEX), _PLACE),
        "afv": (("Hex", HEX), _PLACE),
        "wreck": (("Hex", HEX), _PLACE),
    }
)
"""The predicates that lay a counter, on the ground where no place is told."""


def read_one(text: str, predicates: Predicates, such_as: str) -> Fact:
    """Read the one fact that lays a counter; raises BadInput, with an example, where it is not one."""
    shown = "".join(each if each.isprintable() else " " for each in text.strip()[:60])
    plain = text.strip().removesuffix(".")
    if not plain:
        raise BadInput(f"the counter to place is missing; write one such as {such_as}")
    try:
        facts = _facts(plain, shown, predicates)
    except BadInput:
        meant = _meant(plain, predicates)
        if meant is None:
            raise
        return meant
    if len(facts) != 1:
        raise BadInput(f"{shown}: these are {len(facts)} counters; place each by itself")
    return facts[0]


def _facts(text: str, shown: str, predicates: Predicates) -> list[Fact]:
    read = declared_facts(Source(f"{text}.", shown, in_lines=False), predicates, "counters")
    return [fact for each in read.values() for fact in each]


def _meant(text: str, predicates: Predicates) -> Fact | None:
    """Read a text by its words, where these can only be one thing: ``Rubble(h38, Stone)``."""
    shape = _WORDS.fullmatch(text)
    if shape is None:
        return None
    name, *words = re.findall("[A-Za-z0-9_]+", text)
    told = [_as_written(word) for word in words]
    try:
        facts = _facts(f"{name.lower()}({','.join(told)})", text, predicates)
    except BadInput:
        return None
    return facts[0] if len(facts) == 1 else None


_WORDS = re.compile(r"""\s*[A-Za-z_]+\s*[(\s]\s*(?:["']?\w+["']?[\s,]*){1,6}\)?\s*""")


def _as_written(word: str) -> str:
    """Quote what is a hex, its letters great; write all else small."""
    named = re.fullmatch("([0-9]*[A-Za-z]?)([A-Za-z]{1,2})(-?[0-9]+)", word)
    if named is None or not re.search("[A-Za-z]", word):
        return word.lower()
    match = re.fullmatch("([0-9]*[a-z]?)([A-Z]{1,2}[0-9]+)", word)
    return quoted(word if match is not None else word.upper())


def counter_of(fact: Fact) -> Counter:
    """Give the counter that a checked fact lays."""
    where, *rest = map(str, fact.arguments)
    material = f"({rest.pop(0)})" if fact.predicate == "rubble" else ""
    return Counter(where, rest[0] if rest else GROUND, fact.predicate + material)
