"""The register of checks: what each looks at, takes for granted and rests on, and what runs it.

Each room of checks lists its own in a tuple ``CHECKS``; they are imported as they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from hexcourt.facts.base.errors import BadInput, listed, shown

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario


# --- What a check finds, and what shows it --------------------------------------------------------


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


ROOMS: tuple[str, ...] = (
    "files.checks",
    "map.checks",
    "play.checks",
    "setup.checks",
)
"""The modules that list checks, below ``solver/scenario/``: ``"files.checks"``."""

PARTS = (
    *("map", "areas", "special", "sides", "groups", "turns", "victory", "counters"),
    *("title", "date", "rules", "limits"),
)
"""The parts of a card that a check may need: what its findings are kept by."""


@dataclass(frozen=True)
class Check:
    """A check of a scenario.

    ``looks_at`` and ``granted`` are sentences, ``rules`` numbers of rules. ``needs`` names the parts of
    the card that it reads (PARTS); ``map`` stands for the boards too, ``counters`` for the save.
    """

    code: str
    title: str
    looks_at: str
    granted: tuple[str, ...]
    rules: tuple[str, ...]
    needs: tuple[str, ...]
    run: Callable[[Scenario], Iterable[Finding]]


@cache
def every_check() -> tuple[Check, ...]:
    """List all checks by code; raises LookupError where two have one code or a part is unknown."""
    found: dict[str, Check] = {}
    for room in ROOMS:
        for each in import_module(f"hexcourt.solver.scenario.{room}").CHECKS:
            if each.code in found or not set(each.needs) <= set(PARTS):
                raise LookupError(f"check {each.code}: its code or a part that it needs is wrong")
            found[each.code] = each
    return tuple(found[code] for code in sorted(found))


def selected(codes: Iterable[str]) -> tuple[Check, ...]:
    """List the checks of some codes, ``S07`` or ``7``; all where there is none."""
    wanted = set(_codes(codes))
    return tuple(each for each in every_check() if not wanted or each.code in wanted)


def _codes(codes: Iterable[str]) -> Iterator[str]:
    known = [each.code for each in every_check()]
    for text in codes:
        for each in filter(None, (part.strip() for part in text.split(","))):
            code = each.upper()
            if each.isascii() and each.isdigit():
                code = f"S{each[:9].zfill(2)}"
            if code not in known:
                near = get_close_matches(code[:20], known, n=1, cutoff=0.6)
                mend = f"did you mean {near[0]}?" if near else f"write {listed(known, 'or')}"
                raise BadInput(f"check {shown(each)}: there is none; {mend}")
            yield code
