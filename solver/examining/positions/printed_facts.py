"""What of a world stands in its facts file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import clingo

from hexcourt.solver.examining.worlds import Position

PRINTED = (
    "hex",
    "elevation",
    "terrain",
    "bed",
    "stairwell",
    "slope",
    "hexside",
    "location",
    "feature",
    "map_rule",
)
"""What a facts file of a world holds."""


def facts_file(
    held: Mapping[str, Sequence[clingo.Symbol]], gone: Collection[clingo.Symbol] = ()
) -> str:
    """Write the facts file of a world from its atoms by their names, without what is ``gone``."""
    lines = [f"{each}." for name in PRINTED for each in held.get(name, ()) if each not in gone]
    return "\n".join(lines) + "\n"


def told_shortly(position: Position) -> str:
    """Tell what of a position is not plain open ground at level 0."""
    facts = position.facts.splitlines()
    told = [each.rstrip(".") for each in facts if not each.startswith(("hex(", "location("))]
    plain = [
        each for each in told if not each.endswith((",open)", ",0)")) or each.startswith("bed(")
    ]
    hexes = sum(each.startswith("hex(") for each in facts)
    return ", ".join([f"{hexes} hex{'es' * (hexes != 1)}", *plain])
