"""What the colours of overlays show: the shared table, and what an archive itself says of colours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

Colour = tuple[int, int, int]
"""Red, green and blue."""

STRANGE = -2
"""The terrain of a colour that no table names, or of which one says two things."""

AROUND = -1
"""The terrain of what is printed over the drawing: hex lines, dots, numbers."""

_SEASON = re.compile("Winter|Mud")
_OWN = re.compile(r"([A-Za-z]\w*)\s+(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a colour shows: a terrain code, ``AROUND`` or ``STRANGE``, and the level if it tells one."""

    terrain: int
    level: int | None


Colours = Mapping[Colour, Shown]


@cache
def shared_colours() -> Colours:
    """Read the shared table by colour."""
    return _by_colour((name, colour, shown) for name, colour, shown in _rows())


def own_colours(text: str) -> Colours:
    """Read what an archive's ``colors`` says: names of the shared table for colours of its own.

    Before ``v4`` names had other colours; they mean the same.
    """
    known = {name: shown for name, _, shown in reversed(_rows())}
    named: list[tuple[str, Colour, Shown]] = []
    for line in text.splitlines():
        match = _OWN.fullmatch(line.split("//")[0].strip())
        if match is None:
            continue
        name = match[1] if match[1] in known else match[1].removeprefix("v4")
        if name in known:
            named.append((name, (int(match[2]), int(match[3]), int(match[4])), known[name]))
    return _by_colour(named)


def _by_colour(named: Iterable[tuple[str, Colour, Shown]]) -> Colours:
    """Settle by colour what it shows: of names for one colour those of winter and mud give way, and
    others must say the same.
    """
    gathered: dict[Colour, list[tuple[str, Shown]]] = {}
    for name, colour, shown in named:
        gathered.setdefault(colour, []).append((name, shown))
    return MappingProxyType({colour: _agreed(each) for colour, each in gathered.items()})


def _agreed(named: list[tuple[str, Shown]]) -> Shown:
    plain = [shown for name, shown in named if not _SEASON.search(name)]
    said = plain or [shown for _, shown in named]
    terrains, levels = {each.terrain for each in said}, {each.level for each in said}
    return Shown(
        terrain=terrains.pop() if len(terrains) == 1 else STRANGE,
        level=levels.pop() if len(levels) == 1 else None,
    )


@cache
def _rows() -> tuple[tuple[str, Colour, Shown], ...]:
    text = files("hexcourt.facts.maps.overlays").joinpath("colours.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return tuple(
        (
            name,
            (int(red), int(green), int(blue)),
            Shown(
                terrain=AROUND if terrain == "-" else int(terrain),
                level=None if level == "-" else int(level),
            ),
        )
        for name, red, green, blue, terrain, level in rows
    )
