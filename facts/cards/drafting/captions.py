"""Parts captions of groups: whose they are, how they are called, and the sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hexcourt.facts.areas.reading_sentences import is_sentence
from hexcourt.facts.saves.kinds import NATIONS

_ADJECTIVES = {
    **{each: each for each in NATIONS.values() if "-" not in each},
    **{"finn": "finnish", "romanian": "romanian", "hungarian": "hungarian", "polish": "polish"},
    **{"canadian": "canadian", "belgian": "belgian", "dutch": "dutch", "greek": "greek"},
    **{
        "yugoslav": "yugoslav",
        "slovak": "slovak",
        "bulgarian": "bulgarian",
        "norwegian": "norwegian",
    },
    **{"australian": "australian", "indian": "indian", "partisans": "partisan"},
}
_NATION = re.compile(rf"\b(new zealand|{'|'.join(_ADJECTIVES)})s?\b", re.IGNORECASE)


def side_named(text: str) -> str:
    """Give the side that a text names first, in small letters; empty where it names none."""
    match = _NATION.search(text)
    if match is None:
        return ""
    word = match[1].lower()
    return _ADJECTIVES.get(word, word.replace(" ", "-"))


def parted(caption: str) -> tuple[str, str]:
    """Part a caption into what stands above its sentence, and the sentence; the whole caption is the
    sentence where no line begins one.
    """
    lines = [line.strip() for line in caption.split("\n") if line.strip()]
    for number, line in enumerate(lines):
        if is_sentence(line):
            return one_line(lines[:number], " / "), one_line(lines[number:])
    return "", one_line(lines)


def one_line(lines: Sequence[str], joint: str = " ") -> str:
    """Join lines."""
    return joint.join(" ".join(each.split()) for each in lines)
