"""What is said of a sentence that is not understood: its words, and the nearest form that is."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from hexcourt.facts.areas.words import COLOURS
from hexcourt.facts.errors import BadInput
from hexcourt.facts.showing import quoted, shown

FORMS = (
    "anywhere",
    "on board 2",
    "whole hexes of board 2",
    "hexes >= 3 and <= 7",
    "hexes <= 4",
    "hexes numbered 3 to 7",
    "on or west of hexrow Q",
    "on or between hexrows D and O",
    "in hexes K5, L5 and M6",
    "in building F5 or K5",
    "in any building hex",
    "in any woods hex",
    "within 3 hexes of N4",
    "at least 4 hexes from N4",
    "more than 2 hexes from north and east edge",
    "in or adjacent to building F5",
    "but not adjacent to building F5",
    "hexes on level 2",
    "on or north of hexgrain A5-K10",
    "along the north edge",
    "along the east edge of board 3",
    "along the north edge between A1 and K1",
    "along the north edge on or east of K1",
    "road hexes on the north edge",
    "any single road hex on the north edge",
    "along any edge",
)
"""Forms of areas, one of each, to show."""

SENTENCE_FORMS = (
    "Set up first on board 2",
    "Set up after German Forces in building F5",
    "Set up at the same time as German Forces anywhere",
    "Enter on Turn 1 along the north edge",
    "Enter on or after Turn 2 along the north edge of board 3",
    "Enter on Turn 1 along the east edge and exit along the west edge",
    "Enter on Turn 1 along the east edge having already spent half their MP",
    "Placed in K7",
)

LONGEST_WORDS = 100

_MENDS = (
    (r"\bssr\b|\bdr\b|\bdie\b|\broll", "say it as an area, as it is to be played"),
    (
        r"\b(north|south)\s*-?(east|west)(ern)?\b",
        "name an edge or a side by itself, or give the hexes",
    ),
    (r"\broad\b.*[A-Z]+[0-9]|[A-Z]+[0-9]+.*\broad\b", "give the hexes that are meant, not a road"),
    (r"\beach other\b|\bother\b", "distances between units are no area; leave them out"),
    (r"\bforces\b|\bset-?up area\b", "give the other group's area a name, and write this"),
    (rf"\b({'|'.join(sorted(COLOURS))})\b", "markers are not known; give the hexes"),
)


class NotUnderstood(BadInput):
    """A sentence that is not understood; ``words`` are those that are not, ``form`` the nearest one."""

    def __init__(self, text: str, words: str, form: str, mend: str = "") -> None:
        self.words, self.form = words, form
        said = mend or f"write such as '{form}'"
        why = f"not understood: {words!r}" if words else "it ends too early"
        super().__init__(f"{quoted(text, LONGEST_WORDS)}: {why}; {said}")


def not_understood(
    text: str, words: str, forms: tuple[str, ...] = FORMS, mend: str = ""
) -> NotUnderstood:
    """Word the refusal of a sentence."""
    clipped = shown(words.strip(), LONGEST_WORDS)
    usual = next((said for pattern, said in _MENDS if re.search(pattern, clipped, re.I)), "")
    form = nearest_form(clipped, forms) if words else nearest_form(text, (*SENTENCE_FORMS, *forms))
    return NotUnderstood(text, clipped, form, mend or usual)


def nearest_form(words: str, forms: tuple[str, ...]) -> str:
    """Give the form most like some words."""
    told = words.lower()
    return max(forms, key=lambda form: SequenceMatcher(None, told, form.lower()).ratio())
