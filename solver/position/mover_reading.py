"""What is given about a unit on the move: the cover that it takes, its turret, what it tows."""

from __future__ import annotations

from collections.abc import Iterable

from hexcourt.solver.deeds.reading import Said
from hexcourt.solver.moving.moves import Unit

ON_FOOT = ("took_cover", "is_blocked", "builder", "fortified")
OF_VEHICLES = ("turret_at", "turreted", "main_armament", "towing", "is_blocked")
"""What the law of movement reads of given things, for Infantry and for vehicles."""


def bears_on_moves(unit: Unit, said: Said) -> bool:
    """Tell whether something given has a say in the moves of a unit."""
    return said.name in (ON_FOOT if unit.kind == "infantry" else OF_VEHICLES)


def told_of_mover(unit: Unit, given: Iterable[Said]) -> tuple[str, ...]:
    """Give what is given, as far as it bears on the moves of a unit, as terms of the law."""
    return tuple(sorted({each.term for each in given if bears_on_moves(unit, each)}))
