"""Combines two half-hexes of boards that are butted together into one hex (A2.2, A2.3).

The name: if one of the two has a printed coordinate, that one; if both or neither have, the one on the
board that lies farther north or east. On a board as it is printed, coordinates stand in the upper part
of a hex; so a half-hex of row 0, of which a board has the lower part, has none, and all others have one.

The hex: of two centre dots the one of the naming board counts (A2.2), unless its half is Open Ground
and the other is not (A2.3), or it misses a building that the other half has: a centre dot in Open Ground
never makes a building hex anything else (B.1). The drawing stays as it is on either side of the seam.
"""

#! A2.2 high: a hex of two halves is named by the printed one, else by the board farther north-east
#! A2.3 high: Open Ground joined to another terrain is that terrain
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexcourt.facts.boards.records import Hex, Location
from hexcourt.facts.boards.terrain_terms import kind_of
from hexcourt.facts.boards.writing_boards import location_order
from hexcourt.facts.maps.overlays.telling import is_of_overlay

_NORTH_AND_EAST = {"up": (-1, 1), "right": (1, 1), "down": (1, -1), "left": (-1, -1)}
"""What a row down, and a column to the right, count toward the north-east."""


@dataclass(frozen=True, slots=True)
class Half:
    """What one board has in the place of a hex, as it lies on the map.

    ``at`` is the row and column of the board, ``locations`` are those that the board by itself has
    there; ``printed`` tells whether the coordinate is, ``halved`` whether it is a half-hex.
    """

    record: Hex
    locations: tuple[Location, ...]
    board: str
    at: tuple[int, int]
    printed: bool
    halved: bool


def naming_first(halves: tuple[Half, ...], north: str) -> tuple[Half, ...]:
    """Put the half first that names the hex (A2.2)."""
    down, right = _NORTH_AND_EAST[north]

    def rank(half: Half) -> tuple[bool, int]:
        row, column = half.at
        alone = half.printed and sum(each.printed for each in halves) == 1
        return alone, down * row + right * column

    return tuple(sorted(halves, key=rank, reverse=True))


def combined(halves: Sequence[Half]) -> Hex:
    """Combine the halves of a hex, the naming one first; a whole hex stays as it is."""
    told = _telling(halves)
    others = [each.record for each in halves if each is not told]
    inherent = next((e.inherent for e in (told.record, *others) if e.inherent is not None), None)
    filled = {inherent} if inherent is not None else set()
    return replace(
        told.record,
        name=halves[0].record.name,
        terrain=tuple(sorted({*told.record.terrain, *filled})),
        inherent=inherent,
        stairwell=any(each.record.stairwell for each in halves),
        slopes=frozenset().union(*(each.record.slopes for each in halves)),
        features=tuple(dict.fromkeys((*told.record.features, *_of_overlays(others)))),
    )


def _of_overlays(records: Sequence[Hex]) -> list[str]:
    """List what overlays that reach over a seam make of the other half."""
    return [each for record in records for each in record.features if is_of_overlay(each)]


def combined_locations(halves: Sequence[Half]) -> list[Location]:
    """List the Locations of a combined hex: those of the half that tells its terrain, and the upper
    levels of a building that only the other half has.
    """
    told = _telling(halves)
    found = {each.place: each.level for each in told.locations}
    for half in halves:
        for each in half.locations:
            if each.floor is not None:
                found.setdefault(each.place, told.record.level + 2 * each.floor)
    name = halves[0].record.name
    return [Location(name, place, found[place]) for place in sorted(found, key=location_order)]


def _telling(halves: Sequence[Half]) -> Half:
    """Choose the half whose centre dot and terrain count: of equals the naming one, which is first."""
    return max(halves, key=lambda half: _weight(half.record))


def _weight(record: Hex) -> int:
    """Rank Open Ground below other terrain (A2.3), and that below buildings (B.1)."""
    kinds = {kind_of(term) for term in record.terrain}
    if kinds & {"building", "factory"}:
        return 2
    return 1 if kinds - {"open", "road"} else 0
