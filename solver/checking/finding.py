"""What a check finds, and what shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Found(StrEnum):
    """What a finding says of its subject."""

    PASS = "pass"
    FAIL = "fail"
    WARN = "warn"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Witness:
    """What shows a finding: hexes, lines of sight by their Locations, a path, units, and a placement of
    units on Locations. Most findings have one of these.
    """

    hexes: tuple[str, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    path: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    placement: tuple[tuple[str, str], ...] = ()

    def row(self) -> Mapping[str, Any]:
        """Give it as JSON has it."""
        return {
            "hexes": list(self.hexes),
            "lines": [list(each) for each in self.lines],
            "path": list(self.path),
            "units": list(self.units),
            "placement": [list(each) for each in self.placement],
        }


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check finds of a subject: a group, a hex, a sentence, a rule of the card.

    ``check`` is its code, such as S07; ``sentence`` says what was found, with hexes and numbers;
    ``rules`` are the numbers of the rules that it rests on. What was ``given_up`` at a limit of time or
    memory is not kept: it may be found another time.
    """

    check: str
    subject: str
    found: Found
    sentence: str
    rules: tuple[str, ...] = ()
    witness: Witness = Witness()
    given_up: bool = False
