"""The codes of findings: what each means, by which rule, and what a map maker would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, quoted, shown
from hexcourt.facts.base.files import table_rows


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding; ``rule`` is the paragraph that it rests on, where it rests on one."""

    code: str
    title: str
    meaning: str
    mend: str
    rule: str | None = None


CODES: Mapping[str, Code] = MappingProxyType(
    {
        code: Code(code, title, meaning, mend, None if rule == "-" else rule)
        for code, title, rule, meaning, mend in table_rows(
            "hexcourt.facts.linting", "finding_codes.tsv"
        )
    }
)
"""All codes by their names (``finding_codes.tsv``)."""


def code_named(text: str) -> Code:
    """Find a code, or say in one sentence that there is none."""
    found = CODES.get(text.strip().upper())
    if found is None:
        raise BadInput(f"{shown(text)} is no code of a finding; {_nearest(text)}")
    return found


def codes_wanted(select: Sequence[str], ignore: Sequence[str]) -> frozenset[str]:
    """List the codes that are asked for: those selected, or all, but for those ignored.

    Both are codes or the beginnings of codes, several with commas between.
    """
    chosen = _begun_by(select) if select else frozenset(CODES)
    return chosen - _begun_by(ignore)


def _begun_by(texts: Sequence[str]) -> frozenset[str]:
    found: set[str] = set()
    for text in (part.strip() for each in texts for part in each.split(",")):
        some = {code for code in CODES if text and code.startswith(text.upper())}
        if not some:
            raise BadInput(f"{quoted(text)} is no code, nor the beginning of one; {_nearest(text)}")
        found |= some
    return frozenset(found)


def _nearest(text: str) -> str:
    near = get_close_matches(text.strip().upper()[:20], CODES, n=1, cutoff=0.6)
    return f"write {near[0]}" if near else f"write one of {min(CODES)} to {max(CODES)}"


# --- Findings -------------------------------------------------------------------------------------


class Confidence(StrEnum):
    """How sure a finding is: an error; one as far as the data tell; or what may well be meant."""

    CERTAIN = "certain"
    LIKELY = "likely"
    ODD = "odd"


@dataclass(frozen=True, slots=True)
class LintFinding:
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
