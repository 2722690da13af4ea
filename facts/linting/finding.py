"""One thing that is wrong, or odd, about the data of a board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Confidence(StrEnum):
    """How sure a finding is: an error; one as far as the data tell; or what may well be meant."""

    CERTAIN = "certain"
    LIKELY = "likely"
    ODD = "odd"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: its code, the hexes it is about, a sentence, and the evidence.

    ``pixels`` is how many pixels show it, ``at`` one of them, counted from the upper left corner;
    ``metadata`` is what the metadata says.
    """

    code: str
    hexes: tuple[str, ...]
    sentence: str
    confidence: Confidence
    pixels: int | None = None
    at: tuple[int, int] | None = None
    metadata: str | None = None
