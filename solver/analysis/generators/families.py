"""The families of worlds in which the rule set is examined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from hexcourt.solver.analysis.core.programs import PositionFamily
from hexcourt.solver.analysis.generators.action_positions import (
    ACTIONS,
    BESIDE_A_PIECE,
    BESIDE_AN_ACTION,
    STATUSES,
)
from hexcourt.solver.analysis.generators.attack_positions import ATTACKS, CLOSE_SHOTS, SHOTS
from hexcourt.solver.analysis.generators.derived_positions import (
    DESIGN,
    GIVEN_FIRE,
    GIVEN_WAYS,
    GROUND,
    SITUATIONS,
    WAYS,
)
from hexcourt.solver.analysis.generators.folder_positions import folder_families
from hexcourt.solver.analysis.generators.line_positions import (
    BYPASS_CHANGED,
    ONE_HEX_CHANGED,
    SIGHT,
    SIGHT_AT_ANGLES,
    SIGHT_CHANGED,
    SIGHT_IN_BYPASS,
    SIGHT_THROUGH_AIR,
    SIGHT_TURNED,
    SPINE_TURNED,
)
from hexcourt.solver.analysis.generators.move_positions import (
    AIR_OF_VEHICLES,
    AIR_ON_FOOT,
    BYPASS_OF_VEHICLES,
    BYPASS_ON_FOOT,
    ENTRY_OF_VEHICLES,
    ENTRY_ON_FOOT,
    MOVES_OF_VEHICLES,
    MOVES_ON_FOOT,
    MOVES_UPHILL,
    PAST_OBSTACLES_OF_VEHICLES,
    PAST_OBSTACLES_ON_FOOT,
)
from hexcourt.solver.rulebase.rulebase import other_rules

FAMILIES: Mapping[str, PositionFamily] = MappingProxyType(
    {
        each.name: each
        for each in (
            *(ACTIONS, BESIDE_A_PIECE, BESIDE_AN_ACTION, STATUSES),
            *(GIVEN_FIRE, ATTACKS, SHOTS, CLOSE_SHOTS),
            *(SIGHT, SIGHT_AT_ANGLES, SIGHT_IN_BYPASS, SIGHT_THROUGH_AIR),
            *(SIGHT_TURNED, SIGHT_CHANGED, SPINE_TURNED),
            *(BYPASS_CHANGED, ONE_HEX_CHANGED),
            *(MOVES_ON_FOOT, MOVES_UPHILL, MOVES_OF_VEHICLES),
            *(BYPASS_ON_FOOT, BYPASS_OF_VEHICLES),
            *(PAST_OBSTACLES_ON_FOOT, PAST_OBSTACLES_OF_VEHICLES, AIR_ON_FOOT, AIR_OF_VEHICLES),
            *(ENTRY_ON_FOOT, ENTRY_OF_VEHICLES, GROUND, DESIGN, GIVEN_WAYS, WAYS),
            SITUATIONS,
        )
    }
)
"""All families of the shipped rules, by name, in the order in which they are examined."""


def all_families() -> Mapping[str, PositionFamily]:
    """Map names to families: those of the shipped rules, or of the folder in their place."""
    other = other_rules()
    return FAMILIES if other is None else folder_families(other)


GROWING = "most_hexes"
"""The bound by which worlds grow, where they have it."""


def largest(family: PositionFamily) -> int:
    """Return how large worlds are that grow step by step; 1 for worlds of one size."""
    return family.scope.get(GROWING, 1)


def first_family() -> str:
    """Return the name of the family that keys of findings do not name."""
    return next(iter(all_families()), "")


_BOUNDS = {
    SIGHT.profile: (2, 6),
    ACTIONS.profile: (1, 3),
    GROUND.profile: (1, 3),
    DESIGN.profile: (1, 1),
}
"""Between how many hexes worlds of a profile may be bounded; a move has two."""


def smallest_of(name: str) -> PositionFamily:
    """Return a family in its smallest scope: as few hexes as can be; and level ground for lines from
    vertices that are held against each other, which takes longest.
    """
    family = family_of(name, 1)
    if family.name != BYPASS_CHANGED.name:
        return family
    return replace(family, scope=MappingProxyType({**family.scope, "highest_ground": 0}))


def family_of(name: str, hexes: int | None = None) -> PositionFamily:
    """Return a family, with so many hexes at the most where that is said."""
    family = all_families()[name]
    if hexes is None or family is SITUATIONS or GROWING not in family.scope:
        return family
    least, most = _BOUNDS.get(family.profile, (2, 3))
    bounded = {**family.scope, GROWING: max(least, min(hexes, most))}
    return replace(family, scope=MappingProxyType(bounded))
