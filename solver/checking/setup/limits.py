"""What limits how groups set up, read of the card and of their sentences, as bounds of a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hexcourt.facts.areas.sentences import Hidden, Limit, MostInHex, NotBeside, NotWith
from hexcourt.facts.boards.board import Board
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.kinds import class_of
from hexcourt.facts.cards.sentences.reading_rules import read_special_rule
from hexcourt.facts.cards.sentences.special_rules import Apart
from hexcourt.facts.cards.sentences.special_rules import MostInHex as Most
from hexcourt.facts.cards.sentences.units import Units
from hexcourt.facts.errors import BadInput
from hexcourt.facts.showing import shown
from hexcourt.solver.checking.setup.asking import Kinds, law_name
from hexcourt.solver.checking.setup.fitting import Bound, Item

if TYPE_CHECKING:
    from hexcourt.solver.checking.scenario import Scenario

TOLD_ELSEWHERE = ("hip", "bore_sighted", "pre_registered")
"""Keys of limits that keep no unit out of a hex."""

CLASSES = ("unit", "mmc", "smc", "vehicle", "gun", "sw")
"""What sentences call units, beside their kinds."""


@dataclass(frozen=True, slots=True)
class Limited:
    """A limit of a group, or of all groups of a side where ``group`` is empty: no more than ``most``
    units of a class in one hex; or none of them less than ``apart`` hexes from ``others``, of which
    those of other groups do not count where ``own``.
    """

    group: str
    said: str
    units: str
    most: int | None = None
    apart: int = 0
    others: str = ""
    own: bool = False


def limits_of(scenario: Scenario, group: Group) -> tuple[Limited, ...]:
    """List the limits of a group, as its sentence and the card tell them."""
    setup = scenario.setup(group)
    told = () if setup is None else setup.limits
    found = [_of_sentence(group.id, each) for each in told if not isinstance(each, Hidden)]
    for key, value in group.limits.items():
        if key not in TOLD_ELSEWHERE:
            found += _of_card(group.id, key, value)
    return tuple(found)


def special_limits(scenario: Scenario, side: str) -> Iterator[Limited]:
    """List the limits of all groups of a side that special rules tell."""
    names = tuple(scenario.card.areas)
    sides = [each.name for each in scenario.card.sides]
    for text in (text for rule in scenario.card.special for text in rule.say):
        try:
            told = read_special_rule(text, names, sides).value
        except BadInput:
            continue
        for each in told:
            match each:
                case Apart(units, hexes, others) if _is_meant(units, side):
                    if others not in (None, units):
                        yield Limited("", shown(text), "")
                        continue
                    word = _class_of(units)
                    yield Limited("", shown(text), word, 1, hexes, word, own=True)
                case Most(units, most) if _is_meant(units, side):
                    yield Limited("", shown(text), _class_of(units), most)


def _is_meant(units: Units, side: str) -> bool:
    """Tell whether units of a side are meant that take room; Support Weapons take none."""
    carried = all("sw" in (class_of(each), class_of(each.upper())) for each in units.kinds)
    return units.side in ("", side) and not carried


def _class_of(units: Units) -> str:
    """Give the class of the units that a special rule speaks of, "" where it says more of them."""
    more = units.states or units.without or units.name or units.number or units.rest
    return _word(units.kinds[0]) if len(units.kinds) == 1 and not more else ""


def _of_sentence(group: str, limit: Limit) -> Limited:
    said = str(limit)
    match limit:
        case MostInHex():
            return Limited(group, said, _word(limit.units), limit.most)
        case NotBeside():
            return _beside(group, said, limit.units)
        case NotWith():
            return _with(group, said, limit.units)
        case _:
            return Limited(group, said, "")


def _of_card(group: str, key: str, value: Any) -> Iterator[Limited]:
    match key, value:
        case "per_hex", Mapping():
            for units, most in value.items():
                said = shown(f"no more than {most} {units} per hex")
                yield Limited(group, said, _word(units), int(most))
        case "apart", {"what": str(what), "hexes": int(hexes)}:
            said = shown(f"each {what} at least {hexes} hexes from the next")
            yield Limited(group, said, _word(what), 1, hexes, _word(what), own=True)
        case "not_adjacent", str():
            yield _beside(group, shown(f"not adjacent to other {value}"), value)
        case "not_with", str():
            yield _with(group, shown(f"not in hex with {value}"), value)
        case _:
            yield Limited(group, shown(f"{key} = {value}"), "")


def _beside(group: str, said: str, units: str) -> Limited:
    word = _word(units)
    return Limited(group, said, word, None, 2, word)


def _with(group: str, said: str, units: str) -> Limited:
    """Read who may not be in one hex: ``other MMC`` are those of the same kind."""
    word = _word(units)
    same = "other" in units.lower()
    return Limited(group, said, word if same else f"not {word}", 1 if same else None, 1, word)


_MEANT = {"afv": "vehicle", "hs": "half_squad", "infantry": "", "unit": "unit"}


def _word(units: str) -> str:
    """Give the class of units that a word means (``MMC``, ``squads``, ``other guns``), "" for none."""
    plain = law_name(units.lower().replace("other", "").replace("any", "").strip())
    single = plain.removesuffix("s")
    return _MEANT.get(single, single)


def known(limit: Limited, kinds: Kinds) -> bool:
    """Tell whether a limit speaks of units that the law, or the card, knows."""
    words = {limit.units.removeprefix("not "), limit.others} - {""}
    return bool(limit.units) and words <= {*CLASSES, *kinds.classes, *kinds.listed}


def bounds(
    limits: Iterable[Limited],
    items: Iterable[Item],
    kinds: Kinds,
    board: Board,
    hexes: Iterable[str],
    strict: bool,
) -> tuple[Bound, ...]:
    """Write limits as bounds over some hexes; where ``strict`` they speak of other groups' units too."""
    every, area = tuple(items), tuple(sorted(hexes))
    found = []
    for number, limit in enumerate(limits):
        own = frozenset(
            each.name
            for each in every
            if limit.group in ("", each.group) and _is_of(each, limit.units, kinds)
        )
        shunned = frozenset(
            each.name
            for each in every
            if limit.others
            and _is_of(each, limit.others, kinds)
            and (limit.group in ("", each.group) or (strict and not limit.own))
        )
        near = _near(board, area, limit.apart) if shunned else frozenset()
        if limit.apart == 1:  # in one hex: what one item does with itself is counted
            shunned -= own
        found.append(Bound(f"{number} {limit.said}", own, limit.most, shunned, near))
    return tuple(found)


def _is_of(item: Item, said: str, kinds: Kinds) -> bool:
    if said.startswith("not "):
        return not _is_of(item, said.removeprefix("not "), kinds)
    return item.kind in kinds.classes.get(said, frozenset())


def _near(board: Board, hexes: tuple[str, ...], apart: int) -> frozenset[tuple[str, str]]:
    """List the pairs of hexes less than so many hexes from each other; a hex with itself for 1 alone."""
    if apart == 1:
        return frozenset((each, each) for each in hexes)
    places = np.array([board.by_name[each].place for each in hexes]).reshape(-1, 2)
    found: set[tuple[str, str]] = set()
    for n, name in enumerate(hexes):
        across, down = np.abs(places - places[n]).T
        far = across + np.maximum(0, (down - across) // 2)
        near = np.flatnonzero((far < apart) & (far > 0)).tolist()
        found.update((name, hexes[other]) for other in near)
    return frozenset(found)
