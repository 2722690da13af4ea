"""Words for units, their states and qualities, and for sides: the table ``unit_words.tsv``.

A row gives a meaning and further phrases for it; ``plural`` is what they may end in besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexcourt.facts.base.files import table_rows

Phrases = Mapping[str, str]
"""Maps phrases, words separated by blanks, to their meanings."""


def _phrases(table: str) -> Phrases:
    """Read the rows of one table."""
    found: dict[str, str] = {}
    for name, meaning, plural, others in table_rows(
        "hexcourt.facts.cards.sentences", "unit_words.tsv"
    ):
        if name == table:
            for phrase in (meaning, *(others.split(", ") if others != "-" else ())):
                found.update((phrase + end, meaning) for end in ("", plural.strip("-")))
    return MappingProxyType(found)


KINDS = _phrases("kind")
"""Words for units, and the kind that each means."""

STATES = _phrases("state")
"""States and classes that stand before a word for units."""

QUALITIES = _phrases("quality")
"""Qualities that a rule may give units."""

CAPABILITIES = _phrases("capability")
"""Capabilities that a rule may give units."""

BEGINNINGS = _phrases("beginning")
"""States in which units may begin."""

NATIONS = _phrases("nation")
"""Words for sides: adjectives, and those for their men."""
