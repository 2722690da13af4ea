"""Reads units, Fortifications and placed counters as cards write them.

>>> read_unit("3 squads 4-6-7")
Unit(count=3, kind='squad', name='4-6-7')
>>> read_unit("2 LMG")
Unit(count=2, kind='sw', name='LMG')
>>> read_fortification("24 AP mine factors")
Fortification(count=24, kind='mine factors', detail='AP')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

from hexcourt.facts.cards.card import Fortification, Unit
from hexcourt.facts.cards.kinds import fortification_words, unit_words
from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import CoordinateError, parse_board_hex
from hexcourt.facts.showing import quoted
from hexcourt.facts.sizes import MOST_OF_A_UNIT

_COUNTED = re.compile(r"(?:([0-9]{1,20})\s*[x×]?\s+)?(\S.*)", re.DOTALL)
_STRENGTH = re.compile(r"\(?[0-9]{1,2}\)?-[0-9]{1,2}-[0-9]{1,2}")
_LEADERSHIP = re.compile(r"[0-9]{1,2}(-[1-4]|[+-]0|\+[1-4])")
_NAMED_BY_STRENGTH = ("squad", "half-squad", "leader", "commissar")
_FACTORS = "mine factors"
_MINES = re.compile(r"(A-?[PT]|anti-tank|anti-personnel)[ -]+mine(?:s|[ -]factors?)", re.IGNORECASE)
_MOST_FACTORS = 1_000

_Meaning = TypeVar("_Meaning")


def read_unit(text: str) -> Unit:
    """Read a unit, ``[count] [kind] name``; raises BadInput with the mend."""
    count, rest = _counted(text, "unit", '"3 squad 4-6-7" or "LMG"')
    word, name = _begins(rest, unit_words())
    if word is None:
        raise BadInput(_unknown_unit(rest))
    if word.is_name:
        if name:
            raise BadInput(
                f"unit {quoted(text)}: {word.word} tells all; write {word.kind} {rest} for another"
            )
        return Unit(count, word.kind, word.word)
    if not name and word.kind in _NAMED_BY_STRENGTH:
        such = "9-1" if word.unit_class == "smc" else "4-6-7"
        raise BadInput(
            f"unit {quoted(text)}: does not say which {word.kind}; write {word.kind} {such}"
        )
    return Unit(count, word.kind, name)


def read_fortification(text: str) -> Fortification:
    """Read Fortifications, ``[count] kind [detail]``; raises BadInput with the mend."""
    count, rest = _counted(text, "fortification", '"4 foxhole 1S" or "roadblock"')
    factors = _MINES.fullmatch(rest)
    if factors is not None:
        against_tanks = factors[1].lower() in ("at", "a-t", "anti-tank")
        return Fortification(count, _FACTORS, "AT" if against_tanks else "AP")
    kind, detail = _begins(rest, fortification_words())
    if kind is None:
        near = get_close_matches(rest.lower()[:40], fortification_words(), n=1, cutoff=0.5)
        mend = f"did you mean {near[0]}?" if near else "write such as foxhole, wire or roadblock"
        raise BadInput(f"fortification {quoted(rest)}: is of no kind that is known; {mend}")
    if kind == _FACTORS:
        raise BadInput(f'fortification {quoted(text)}: say which mines; write "24 AP mine factors"')
    return Fortification(count, kind, detail)


def read_placed(text: str) -> tuple[str, str]:
    """Part a placed counter, ``foxhole 1S K7``, from its hex; raises BadInput with the mend."""
    counter, _, name = text.strip().rpartition(" ")
    try:
        parse_board_hex(name)
    except CoordinateError:
        raise BadInput(f'placed {quoted(text)}: ends in no hex; write such as "wreck S5"') from None
    if not counter.strip():
        raise BadInput(f'placed {quoted(text)}: says no counter; write such as "wreck {name}"')
    return counter.strip(), name


def _counted(text: str, what: str, such: str) -> tuple[int, str]:
    match = _COUNTED.fullmatch(text.strip())
    if match is None:
        raise BadInput(f"{what} {quoted(text)}: is empty; write {such}")
    count = int(match[1] or 1)
    most = _MOST_FACTORS if "factor" in text else MOST_OF_A_UNIT
    if not 1 <= count <= most:
        raise BadInput(f"{what} {quoted(text)}: {match[1]} of it; give 1 to {most}")
    return count, " ".join(match[2].split())


def _begins(text: str, words: Mapping[str, _Meaning]) -> tuple[_Meaning | None, str]:
    """Find the longest word of a table that a text begins with, in one or in many; give the rest."""
    parts = text.split()
    for size in range(min(3, len(parts)), 0, -1):
        found = _meaning(" ".join(parts[:size]), words)
        if found is not None:
            return found, " ".join(parts[size:])
    return None, text


def _meaning(told: str, words: Mapping[str, _Meaning]) -> _Meaning | None:
    if told in words:
        return words[told]
    low = told.lower()
    by_low = {each.lower(): meaning for each, meaning in words.items()}
    joined = low.replace(" ", "-")
    forms = (low, low.removesuffix("s"), low.removesuffix("es"), joined, joined.removesuffix("s"))
    return next((by_low[each] for each in forms if each in by_low), None)


def _unknown_unit(text: str) -> str:
    first = text.split()[0]
    if _STRENGTH.fullmatch(text):
        return (
            f"unit {quoted(text)}: does not say what it is; write squad {text} or half-squad {text}"
        )
    if _LEADERSHIP.fullmatch(text):
        return f"unit {quoted(text)}: does not say what it is; write leader {text}"
    near = _near(first, unit_words())
    known = "write its kind before its name, such as squad, leader, gun, tank, truck or sw"
    mend = f"did you mean {near}?" if near else known
    return f"unit {quoted(text)}: nothing says what kind of unit it is; {mend}"


def _near(word: str, words: Iterable[str]) -> str | None:
    by_low = {each.lower(): each for each in words}
    near = get_close_matches(word.lower()[:40], by_low, n=1, cutoff=0.6)
    return by_low[near[0]] if near else None
