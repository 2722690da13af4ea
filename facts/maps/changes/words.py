"""What the words of players' tools for changes of terrain mean, in words of our own.

``words.tsv`` lists them: word, kind, meaning, where the word and the rule stand. Kinds:
``change`` (the meaning is one or several changes), ``nothing`` (nothing that rules look at), ``weather``
(which is given beside the map), ``unsure`` (the meaning says what is not known).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Word:
    """A word for a change: its kind, its meaning, and where both are told."""

    name: str
    kind: str
    meaning: str
    cited: str

    @property
    def changes(self) -> tuple[str, ...]:
        """List the changes that it means, in words of our own."""
        return tuple(self.meaning.split("; ")) if self.kind == "change" else ()


@cache
def change_words() -> Mapping[str, Word]:
    """Read the table of words."""
    text = files("hexcourt.facts.maps.changes").joinpath("words.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return MappingProxyType({row[0]: Word(*row) for row in rows})


def nearest_word(word: str) -> str | None:
    """Give the word most like one that is not in the table."""
    alike = {each.lower(): each for each in change_words()}
    within = [each for each in alike if each in word.lower()[:60]]
    if within:
        return alike[max(within, key=lambda each: (len(each), each))]
    near = get_close_matches(word.lower()[:60], alike, n=1, cutoff=0.6)
    return alike[near[0]] if near else None
