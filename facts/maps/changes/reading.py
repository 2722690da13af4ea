"""Reads changes of terrain, in words of our own.

These are::

    [WHERE :] SOURCE -> TARGET

    woods -> orchard                         every pixel of woods, on the board or map that it is told of
    level 2 -> level 1                       all ground of level 2, with what stands on it
    woods -> level 1                         bare ground of that level
    level 1 -> woods                         bare ground of level 1 becomes woods, and all of it level 0
    grain at level 0 -> brush at level 1     of one level, or to another
    1I7: building(stone,1) -> rubble(stone)  in a hex, or several: 1I7 1I8: ...
    hexrows A-P of board 2: woods -> brush   in hexrows; also ``numbers 1-5`` and ``board 2``
    hedge I35-J34 -> wall                    on a hexside; so does I35-J34: hedge -> wall

A source may be all that a word stands for: ``building``, ``building(stone)``, ``stream``, ``road``,
``all``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from hexcourt.facts.boards.terrain_terms import known_terms
from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import HEX_NAME
from hexcourt.facts.maps.told import shown_value

BARE = "open"
ALL = "all"

LEVELS = range(-15, 16)

_GROUPS = {
    "road": ("dirt_road", "paved_road"),
    "stream": ("shallow_stream", "deep_stream", "flooded_stream"),
    "open_ground": ("open",),
    "crags": ("crag",),
    "plowed_field": ("plowed",),
}
_HEXSIDE = re.compile(rf"({HEX_NAME})-({HEX_NAME})")
_ON_HEXSIDE = re.compile(rf"(.+?)\s+({HEX_NAME}-{HEX_NAME})")
_LEVEL = re.compile(r"level\s+([+-]?\d{1,2})")
_AT_LEVEL = re.compile(r"(.+?)\s+at\s+level\s+([+-]?\d{1,2})")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of terrain: what it is told of, what it finds there, and what comes of that.

    ``where`` is a text that ``places`` reads, nothing for all, or a hexside ``I35-J34``. Of ``source``
    terms at ``at_level`` (whole levels; nothing for any) comes ``target`` (nothing: the same) at
    ``to_level`` (nothing: the same). A ``source`` of nothing is all terrain; then, with a target and
    levels, only bare ground takes the target.
    """

    told: str
    where: str | None
    source: tuple[str, ...] | None
    at_level: int | None
    target: str | None
    to_level: int | None

    @property
    def hexside(self) -> tuple[str, str] | None:
        """Give the two hexes of the hexside that it is told of."""
        match = _HEXSIDE.fullmatch(self.where or "")
        return (match[1], match[2]) if match else None

    @property
    def ground(self) -> bool:
        """Tell whether it is told of the ground of a level, whatever stands there."""
        return self.source is None and self.at_level is not None


def read_change(told: str) -> Change:
    """Read a change; raises BadInput, naming what is wrong in it and the mend."""
    where, rest = _where(told)
    parts = rest.split("->")
    if len(parts) != 2 or not all(each.strip() for each in parts):
        raise BadInput(f"{shown_value(told)} is no change; write such as 'woods -> orchard'")
    left, right = (" ".join(each.split()) for each in parts)
    if (match := _ON_HEXSIDE.fullmatch(left)) is not None:
        if where is not None:
            raise BadInput(f"{shown_value(told)} names two places; leave one out")
        left, where = match[1], match[2]
    source, at_level = _source(left, told)
    target, to_level = _target(right, told)
    if target is None and source is not None:
        target = BARE  # woods -> level 1
    if source is None and at_level is not None and target is not None and to_level is None:
        to_level = 0  # level 1 -> woods
    if (target is None or source == (target,)) and to_level in (None, at_level):
        raise BadInput(f"{shown_value(told)} leaves all as it is; write what comes of it")
    return Change(told, where, source, at_level, target, to_level)


def terms_of(word: str) -> tuple[str, ...]:
    """List the terms that a word stands for; raises BadInput with the nearest for one that none has."""
    word = _joined(word)
    known = known_terms()
    if word in _GROUPS:
        return _GROUPS[word]
    if word in known:
        return (word,)
    stem = word.removesuffix(")")
    found = tuple(sorted(each for each in known if each.startswith((f"{stem}(", f"{stem},"))))
    if found:
        return found
    near = get_close_matches(word[:60], sorted({*known, *_GROUPS, *_stems(known)}), n=1, cutoff=0.5)
    mend = f"write {near[0]}" if near else "write open or another known term"
    raise BadInput(f"terrain {shown_value(word)} is not known; {mend}")


def _where(told: str) -> tuple[str | None, str]:
    where, colon, rest = told.partition(":")
    return (" ".join(where.split()), rest) if colon else (None, told)


def _source(text: str, told: str) -> tuple[tuple[str, ...] | None, int | None]:
    if text == ALL:
        return None, None
    if (match := _LEVEL.fullmatch(text)) is not None:
        return None, _level(match[1], told)
    if (match := _AT_LEVEL.fullmatch(text)) is not None:
        return terms_of(match[1]), _level(match[2], told)
    return terms_of(text), None


def _target(text: str, told: str) -> tuple[str | None, int | None]:
    if (match := _LEVEL.fullmatch(text)) is not None:
        return None, _level(match[1], told)
    level = None
    if (match := _AT_LEVEL.fullmatch(text)) is not None:
        text, level = match[1], _level(match[2], told)
    terms = terms_of(text) if _joined(text) != "none" else (BARE,)
    if len(terms) > 1:
        raise BadInput(
            f"{shown_value(told)} makes {text} of it, which may be {', '.join(terms[:4])}; write one"
        )
    return terms[0], level


def _level(text: str, told: str) -> int:
    level = int(text)
    if level not in LEVELS:
        raise BadInput(f"{shown_value(told)}: level {level} is too far; write -15 to 15")
    return level


def _joined(word: str) -> str:
    return re.sub(r"\s*([(),])\s*", r"\1", word.strip()).replace(" ", "_").lower()


def _stems(known: Iterable[str]) -> set[str]:
    return {each.partition("(")[0] for each in known}
