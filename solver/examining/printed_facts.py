"""What of a world stands in its facts file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import clingo

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
