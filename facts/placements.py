"""Counters laid on the map, as a user writes them: ``rubble("G37",stone)``, ``debris("G38",under)``."""

from __future__ import annotations

from types import MappingProxyType

from hexcourt.facts.board import GROUND, Counter
from hexcourt.facts.errors import BadInput
from hexcourt.facts.fact_text import Fact, Source
from hexcourt.facts.predicates import (
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


def read_placement(text: str) -> Counter:
    """Read one counter; raises BadInput where the text is anything else."""
    shown = "".join(each if each.isprintable() else " " for each in text.strip()[:60])
    plain = text.strip().removesuffix(".")
    if not plain:
        raise BadInput('the counter to place is missing; write one such as rubble("G37",stone)')
    read = declared_facts(Source(f"{plain}.", shown, in_lines=False), PLACEMENTS, "counters")
    facts = [fact for each in read.values() for fact in each]
    if len(facts) != 1:
        raise BadInput(f"{shown}: these are {len(facts)} counters; place each by itself")
    return counter_of(facts[0])


def counter_of(fact: Fact) -> Counter:
    """Give the counter that a checked fact lays."""
    where, *rest = map(str, fact.arguments)
    material = f"({rest.pop(0)})" if fact.predicate == "rubble" else ""
    return Counter(where, rest[0] if rest else GROUND, fact.predicate + material)
