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

_COLOUR = "(?:black|blue|fuchsia|green|lime|pink|red|white|yellow)"
_ASIDE = re.compile(r"\([^()]*\)")
_COLOURED = re.compile(rf"\b{_COLOUR}(?:/{_COLOUR})*\b", re.IGNORECASE)
_ANY_COLOUR = re.compile(rf"\b{_COLOUR}\b", re.IGNORECASE)
_OF_MARKERS = re.compile(
    rf"\b{_COLOUR}\b(?:(?:[\s,/&]|and|or)+\b{_COLOUR}\b)*"
    r"(?=\s+(?:[0-9]+[\s-]*)?(?:hex(?:es|rows?)?|markers?|lines?|perimeters?|border)\b|[\s.]*\)$)",
    re.IGNORECASE,
)
"""Colours with a word for markers behind them, or at the end: no red star."""


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


def without_markers(sentence: str) -> str:
    """Leave out what stands in parentheses and tells of markers: ``(lime hexes)``."""
    bare = _ASIDE.sub(lambda match: "" if marker_colours(match[0]) else match[0], sentence)
    return re.sub(r"\s+([.,;])", r"\1", " ".join(bare.split()))


def marker_colours(caption: str) -> tuple[tuple[str, ...], ...]:
    """List the colours of markers that a caption names in parentheses; ``fuchsia/black`` are hexes that
    have both.
    """
    found: list[tuple[str, ...]] = []
    for aside in _ASIDE.findall(caption):
        told = [match[0] for match in _OF_MARKERS.finditer(aside)]
        if sum(len(_ANY_COLOUR.findall(e)) for e in told) < len(_ANY_COLOUR.findall(aside)):
            continue  # something else is of a colour, too
        colours = (match[0] for each in told for match in _COLOURED.finditer(each))
        found += (tuple(dict.fromkeys(each.lower().split("/"))) for each in colours)
    return tuple(dict.fromkeys(found))


def one_line(lines: Sequence[str], joint: str = " ") -> str:
    """Join lines."""
    return joint.join(" ".join(each.split()) for each in lines)
