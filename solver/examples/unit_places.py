"""Where the units of a worked example stand, and with which status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.errors import BadInput
from hexcourt.facts.examples.worked_example import Example, Place


@dataclass(frozen=True, slots=True, order=True)
class UnitPlace:
    """A Location, and the status of the unit there."""

    location: Location
    status: str | None = None

    def given(self, supposed: str | None) -> UnitPlace:
        """Give the post of a unit that is supposed to have a status, or not to have it."""
        if supposed is None:
            return self
        return UnitPlace(self.location, None if supposed.startswith("not_") else supposed)

    @property
    def name(self) -> str:
        """Write Location and status."""
        return f"{self.location.name} {self.status}" if self.status else self.location.name


def unit_place_at(
    board: Board, place: Place, given: Mapping[str, str] = MappingProxyType({})
) -> UnitPlace:
    """Find a post on a board; a unit whose status the example does not tell has the one ``given`` of
    its Location.
    """
    location = board.location(place.location)
    return UnitPlace(location, place.status or given.get(location.name))


def printed_unit_places(
    board: Board, example: Example, given: Mapping[str, str] = MappingProxyType({})
) -> Mapping[str, UnitPlace]:
    """Give the posts of all units; raises BadInput for a unit that stands nowhere."""
    found = {}
    for unit in example.units:
        if unit.place is None:
            raise BadInput(
                f'{example.name}: unit {unit.name} stands nowhere; add at("{unit.name}",Location)'
            )
        found[unit.name] = unit_place_at(board, unit.place, given)
    return found
