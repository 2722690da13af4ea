"""The pattern language that the readers of sentences share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexcourt.facts.areas.patterns import Reader
from hexcourt.facts.areas.tokens import Cursor


class Sentence(Reader):
    def __init__(self, text: str) -> None:
        self.at = Cursor(text)


def matched(pattern: str, text: str) -> tuple[Mapping[str, Any] | None, str]:
    """Return what is bound, or nothing, and the rest of the text."""
    sentence = Sentence(text)
    return sentence.form(pattern, lambda **bound: bound), sentence.at.rest()


@pytest.mark.parametrize(
    ("pattern", "text", "bound", "rest"),
    [
        ("woods are", "Woods are brush", {}, "brush"),
        ("woods are", "woods is brush", None, "woods is brush"),
        ("(no more than|at most) {number}", "at most 3 squads", {"number": 3}, "squads"),
        ("at most [up to] {n:number}", "at most 3", {"n": 3}, ""),
        ("[at most {n:number}] squads", "at most squads", None, "at most squads"),
        ("[at most {n:number}] squads", "squads", {"n": None}, ""),
        ("{noun=hex|hex row} k", "hex row K", {"noun": "hex row"}, ""),
        ("in ?(hex|row)", "in row K", {}, "row K"),
        ("in !(hex|row)", "in row K", None, "in row K"),
        ("@boards {number}", "bd 4", {"number": 4}, ""),
        (r"[\( or later \)]", "( or later ) on", {}, "on"),
        ("control of", "contrl of it", {}, "it"),
    ],
)
def test_patterns(pattern: str, text: str, bound: Mapping[str, Any] | None, rest: str) -> None:
    assert matched(pattern, text) == (bound, rest)


def test_items_that_words_join() -> None:
    sentence = Sentence("1, 2 and 3 or more")
    assert sentence.listed(sentence.number) == (1, 2, 3)
    assert sentence.at.rest() == "or more"
