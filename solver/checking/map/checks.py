"""The checks of this room."""

from __future__ import annotations

from hexcourt.solver.checking.checks import Check
from hexcourt.solver.checking.map import areas, edges, names, special, terrain

_NAMED = ("map", "areas", "special", "sides", "groups", "victory")

CHECKS = (
    Check(
        code=names.CODE,
        title="names",
        looks_at=(
            "Whether the hexes, buildings, hexrows and boards that sentences name are in play; colours "
            "of markers, and notes about boards, in the file of the card."
        ),
        granted=("Names without a board are of the board that has them, where one alone does.",),
        rules=names.RULES,
        needs=(*_NAMED, "counters"),
        run=names.check,
    ),
    Check(
        code=terrain.CODE,
        title="terrain claims",
        looks_at=(
            "Whether what sentences call building, road or woods is that; and each named building's "
            "hexes, material and levels."
        ),
        granted=("Terrain is what lies at the centre dot, roads what runs through.",),
        rules=terrain.RULES,
        needs=_NAMED,
        run=terrain.check,
    ),
    Check(
        code=edges.CODE,
        title="edges",
        looks_at="Whether the edges that sentences name have the hexes that they mean.",
        granted=("The compass is that of the card.",),
        rules=edges.RULES,
        needs=_NAMED,
        run=edges.check,
    ),
    Check(
        code=special.CODE,
        title="special rules",
        looks_at=(
            "Whether changes of the map take one thing to two others, and whether the map shows what "
            "special rules say of terrain."
        ),
        granted=("Counters of terrain in the file show the terrain that they are called by.",),
        rules=(),
        needs=(*_NAMED, "counters"),
        run=special.check,
    ),
    Check(
        code=areas.CODE,
        title="areas",
        looks_at="Whether the areas of groups have hexes, and whether those of enemies meet.",
        granted=("Areas are what the map is before anything is set up.",),
        rules=areas.RULES,
        needs=_NAMED,
        run=areas.check,
    ),
)
