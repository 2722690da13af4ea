"""Puts together what a sentence says of where, part by part: which parts belong together, and how.

In captions ``or`` and ``and/or`` give more to choose from, what follows without a joint narrows it,
and ``and`` does either: between places it makes a list, between conditions of different kinds it asks
for both. Where the words allow two readings that differ, none is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from hexcourt.facts.areas.area import (
    Anywhere,
    Area,
    AtLevel,
    BesideGrain,
    BesideHexrow,
    Both,
    Buildings,
    EdgePart,
    Either,
    Except,
    Hexes,
    HexRun,
    Named,
    Numbered,
    OfTerrain,
    OnBoards,
    RoadsOff,
    both,
    either,
)


class Joint(Enum):
    """How a part is joined to what stands before it."""

    NONE = "first, or without a word"
    IN = "in"
    AND = "and"
    OR = "or"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence about where; ``at`` is the token where it begins, ``parted`` tells of a comma
    before it.
    """

    joint: Joint
    area: Area
    at: int
    parted: bool = False


class Ambiguous(Exception):
    """The words have two readings that differ; ``at`` is where the second part begins."""

    def __init__(self, at: int, mend: str) -> None:
        super().__init__(mend)
        self.at, self.mend = at, mend


_PLACES = (Hexes, HexRun, Buildings)
_EDGES = (EdgePart, RoadsOff)
_SIDES = (BesideHexrow, BesideGrain)
_TOGETHER = "put what belongs together between parentheses"


def combined(parts: Sequence[Part]) -> Area:
    """Combine parts; raises Ambiguous where there are two ways."""
    groups: list[list[Part]] = []
    for part in parts:
        if not groups or part.joint is Joint.OR or _begins_list(groups[-1], part):
            groups.append([part])
        else:
            _check_narrowing(groups[-1], part)
            groups[-1].append(part)
    return _chosen(groups)


def _begins_list(before: Sequence[Part], part: Part) -> bool:
    """Tell whether ``and`` goes on with a list of places, or begins with another board."""
    if part.joint is not Joint.AND or isinstance(part.area, Except):
        return False
    last = before[-1].area
    if isinstance(part.area, OnBoards | Anywhere) and any(_on_boards(each) for each in before):
        return True
    alike = (_PLACES, _EDGES, (OnBoards,))
    return len(before) == 1 and any(
        isinstance(last, kinds) and isinstance(part.area, kinds) for kinds in alike
    )


def _check_narrowing(before: Sequence[Part], part: Part) -> None:
    """Refuse a part that may narrow what stands before it, or add to it."""
    if isinstance(part.area, Except):
        return
    if isinstance(before[-1].area, Except) and not part.parted:
        raise Ambiguous(part.at, f"{_TOGETHER}, or a comma before what narrows the rest")
    areas = [each.area for each in (*before, part)]
    if any(isinstance(each, AtLevel) for each in areas) and any(map(_is_built, areas)):
        raise Ambiguous(part.at, "levels of buildings are no hexes; say which level of the ground")
    for each in before:
        alike = _kind(each.area) is _kind(part.area) and part.joint is not Joint.IN
        if alike and not _narrows(each.area, part.area):
            raise Ambiguous(part.at, "write 'or' where either will do, 'in' for what is in both")
    if part.joint is Joint.AND and any(
        isinstance(each, (*_PLACES, Named)) for each in (before[-1].area, part.area)
    ):
        raise Ambiguous(part.at, "write 'or' for all of both, 'in' for what is in both")


def _is_built(area: Area) -> bool:
    """Tell whether hexes may be meant that hold buildings, with levels of their own."""
    return isinstance(area, _PLACES) or (isinstance(area, OfTerrain) and "building" in area.words)


def _narrows(one: Area, other: Area) -> bool:
    """Tell whether of two conditions of one kind the other narrows the first."""
    if isinstance(one, Numbered) and isinstance(other, Numbered):
        low = max((each.least for each in (one, other) if each.least is not None), default=0)
        tops = [each.most for each in (one, other) if each.most is not None]
        return len(tops) == 1 and low <= tops[0]
    return isinstance(one, Both | Either | Named)


def _kind(area: Area) -> object:
    """Give what kind of condition an area is."""
    kinds = (_PLACES, _EDGES, _SIDES)
    return next((each for each in kinds if isinstance(area, each)), type(area))


def _on_boards(part: Part) -> bool:
    return isinstance(part.area, OnBoards)


def _chosen(groups: Sequence[Sequence[Part]]) -> Area:
    """Put groups together of which any will do."""
    areas = [[part.area for part in group] for group in groups]
    first, *others = areas
    if all(len(each) == 1 for each in areas) or not others or _is_parted(areas):
        return either(both(each) for each in areas)
    at = groups[1][0].at
    if all(len(each) == 1 for each in others) and len(first) > 1:
        alike = all(_kind(each[0]) is _kind(first[-1]) for each in others)
        if alike and not isinstance(first[-1], Except):
            # board y hexes <= 2 or >= 9
            return both([*first[:-1], either([first[-1], *(each[0] for each in others)])])
    raise Ambiguous(at, _TOGETHER)


def _is_parted(areas: Sequence[Sequence[Area]]) -> bool:
    """Tell whether each group stands by itself: it begins with a board, or all are built alike."""
    if all(isinstance(each[0], OnBoards | Anywhere) for each in areas[1:]):
        return True
    kinds = [[_kind(area) for area in each] for each in areas]
    return all(each == kinds[0] for each in kinds) or all(
        any(isinstance(area, OnBoards) for area in each) for each in areas
    )
