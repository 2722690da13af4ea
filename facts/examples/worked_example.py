"""Worked examples of a rulebook: units on a board, and what is printed of their lines of sight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexcourt.facts.boards.records import GROUND, Counter

AFV = "afv"
SHELTERS = "shelters"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a unit may be: the name of a Location, and the status that it would have there."""

    location: str
    status: str | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of kind ``squad``, ``gun`` or ``afv``.

    It stands at ``place``. Where that is not printed, ``candidates`` are where a search may look for it.
    """

    name: str
    kind: str
    place: Place | None = None
    candidates: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a mark beside a target says: ``what`` by ``rule``.

    ``shelters``: the target has that cover from the viewer. A status: were the target so, the rule would
    block the line.
    """

    what: str
    rule: str


@dataclass(frozen=True, slots=True)
class Claim:
    """What an example says of the line from one unit to another: ``yes``, ``no`` or ``silent``.

    ``given`` maps units to the status that the claim supposes (``not_emplaced``), ``marks`` are those
    printed beside it (``star``, ``dagger``, ``double_dagger``).
    """

    number: int
    viewer: str
    target: str
    says: str
    hindrance: int | None
    given: Mapping[str, str]
    marks: frozenset[str]


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example on a board, named by ``board``.

    ``reads_as`` maps terrain of the board to what it is here; ``placed`` are the counters listed.
    For searching: ``rubble_choices`` may lie there too, and ``readings`` maps outlines to the terrain
    that each may be. ``meanings`` are those of the marks that are printed. A note is (subject,
    confidence, text).
    """

    name: str
    board: str
    source: str
    reads_as: Mapping[str, str]
    placed: tuple[Counter, ...]
    units: tuple[Unit, ...]
    claims: tuple[Claim, ...]
    rubble_choices: tuple[Counter, ...]
    readings: Mapping[str, tuple[str, ...]]
    meanings: Mapping[str, Meaning]
    notes: tuple[tuple[str, str, str], ...]

    @property
    def counters(self) -> tuple[Counter, ...]:
        """List the counters on the map: those listed, and the AFVs whose place is known (D9.4)."""
        afvs = (each.place.location for each in self.units if each.kind == AFV and each.place)
        return tuple(sorted({*self.placed, *map(afv_at, afvs)}))


def afv_at(location: str) -> Counter:
    """Give the counter of an AFV in a Location, by its name: ``G37``, ``G38/under``."""
    where, _, place = location.partition("/")
    return Counter(where, place or GROUND, AFV)
