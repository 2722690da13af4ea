"""Small edits of a scenario card: what may have been mistyped, left out, listed twice or swapped.

An edit changes one number, hex, hexrow, side, area, player or entry of the card as it is written.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from hexcourt.facts.boards.board import Board

Place = tuple[str | int, ...]
Value = str | int | None
"""What a place of the card comes to have; nothing where it is taken out."""

OMISSIONS = frozenset({"less", "a hex less"})
"""Kinds of edits that only take something out."""

_PARTS = frozenset({"turns", "areas", "group", "victory"})
_SENTENCES = frozenset({"setup", "where", "areas", "say"})
_PLAYERS = frozenset({"side", "winner", "otherwise", "sets_up_first", "moves_first"})
_HEX = re.compile(r"\b[A-Z]{1,2}[0-9]{1,2}\b")


@dataclass(frozen=True)
class Edit:
    """One change of a card: how much it changes, of what kind it is, what it is ``about``, in words, and
    the card's text with it.

    It takes away the hexes ``taken``; one of them is not on the map where ``is_missing``. What it leaves
    is ``odd`` in so many ways. Of the hexes that are left there, so many lie by themselves
    (``stragglers``), and so many pairs adjoin; the hexes that it puts there have so many Locations more
    than those it takes away (``rises``).
    """

    cost: int
    kind: str
    place: Place
    about: frozenset[str]
    says: str
    text: str
    taken: frozenset[str] = frozenset()
    is_missing: bool = False
    stragglers: int = 0
    pairs: int = 0
    rises: int = 0
    odd: int = 0

    @property
    def is_last_resort(self) -> bool:
        """Whether it takes out an entry of the card, or a hex for which another was meant."""
        return self.kind == "less" or (self.kind == "a hex less" and self.is_missing)

    @property
    def family(self) -> tuple[Place, str]:
        """The place of the card, and the kind of edit; all steps of a number are of one kind."""
        return self.place, self.kind[:1] if self.kind[:1] in "+-" else self.kind


def edits(text: str, board: Board) -> Iterator[Edit]:
    """Go through the edits of a card's text."""
    document = tomllib.loads(text)
    for place, value in _leaves(document, ()):
        for cost, kind, says, new in _changes(document, place, value, board):
            wanted = _with(document, place, new)
            changed = _written(text, wanted, value, new)
            if changed is not None:
                sentence = f"{_named(document, place)}: {says}"
                hexes = _hexes_changed(document, place, new, board)
                odd = _oddity(wanted, place, kind, new)
                about = _about(document, place)
                yield Edit(cost, kind, place, about, sentence, changed, *hexes, odd)


def _leaves(value: Any, place: Place) -> Iterator[tuple[Place, str | int]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _leaves(each, (*place, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _leaves(each, (*place, number))
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield place, value


Change = tuple[int, str, str, Value]
"""How much is changed, of what kind the change is, in words, and what comes of it."""


def _changes(document: Any, place: Place, value: str | int, board: Board) -> Iterator[Change]:
    """List what may be changed at a place of the card."""
    words = [each for each in place if isinstance(each, str)]
    if words[0] not in _PARTS or words[-1] == "id":
        return
    if isinstance(value, int):
        # a unit may come in any turn, so that a turn far off is no worse a slip than the next one
        for cost, kind, number in _numbers(value):
            says = f"{number} in place of {value}"
            yield (1 if words[-1] == "turn" else cost), kind, says, number
    elif words[-1] in _PLAYERS:
        for each in document.get("side", ()):
            if each["name"] != value and (words[-1] != "side" or _may_be_of(document, place)):
                yield 2, "another player", f"{each['name']} in place of {value}", each["name"]
    elif words[-1] in ("units", "fortifications"):
        twice = [n for n, each in enumerate(_holder(document, place)) if each == value][1:]
        if place[-1] in twice[-1:]:
            yield 0, "listed twice", f"{value!r} once", None
        yield from _of_counted(value)
    elif not _SENTENCES.isdisjoint(words):
        for cost, kind, new in _of_sentence(value, board):
            yield cost, kind, f"{new!r} in place of {value!r}", new
        for new in _with_another_area(value, document.get("areas", ())):
            yield 1, "another area", f"{new!r} in place of {value!r}", new
    elif isinstance(place[-1], int):
        for name in _near(value, board):
            yield 1, "another hex", f"{name} in place of {value}", name
        yield 1, "less", f"without {value}", None


def _may_be_of(document: Any, place: Place) -> bool:
    """Return whether a group may be of another side than the card says: not where it is the only one of
    its side, nor where more of its units are like those of its side than like those of others.
    """
    group = _holder(document, place)
    fellows: list[set[str]] = []
    others: list[set[str]] = []
    for each in document["group"]:
        if each is not group:
            (fellows if each.get("side") == group["side"] else others).append(_kinds_in(each))
    own = _kinds_in(group)
    alike = [len(own & set().union(*some)) for some in (fellows, others)]
    return bool(fellows) and alike[0] <= alike[1]


def _kinds_in(group: Mapping[str, Any]) -> set[str]:
    return {re.sub(r"^[0-9]+ +", "", str(each)) for each in group.get("units", ())}


_STEPS = (1, -1, 2, -2, 3, -3, 4, -4)


def _numbers(number: int) -> Iterator[tuple[int, str, int]]:
    """List numbers that may be meant by one: small steps, and a digit that was typed once too often.

    One and two are slips of the same size; what is further off comes after the same slip in what the
    finding does not name.
    """
    digits = str(number)
    fewer = {digits[:n] + digits[n + 1 :] for n in range(len(digits)) if len(digits) > 1}
    for each in sorted(each for each in fewer if not each.startswith("0")):
        yield 1, "a digit less", int(each)
    for step in _STEPS:
        if number + step > 0:
            yield (1 if abs(step) <= 2 else abs(step) + 1), f"{step:+}", number + step


def _of_counted(value: str) -> Iterator[Change]:
    """Take some of some units or Fortifications away, or give more."""
    match = re.match(r"([0-9]+) +(.*)", value)
    number, what = (int(match[1]), match[2]) if match else (1, value)
    for cost, kind, other in _numbers(number):
        new = f"{other} {what}"
        yield cost, kind, f"{new!r} in place of {value!r}", new
    if number <= 6:
        yield (1 if number <= 2 else number + 1), "less", f"without {value!r}", None


def _of_sentence(value: str, board: Board) -> Iterator[tuple[int, str, str]]:
    """Change a number, a hexrow, a side of the map or a hex of a sentence, or give one hex more."""
    for match in re.finditer(r"(?<![A-Za-z0-9])[0-9]+(?![A-Za-z0-9])", value):
        for cost, kind, number in _numbers(int(match[0])):
            yield cost, kind, _put(value, match, str(number))
    for match in re.finditer(r"(?<![A-Za-z0-9])[A-Z](?![A-Za-z0-9])", value):
        for step in (1, -1, 2, -2, 3, -3):
            if "A" <= (letter := chr(ord(match[0]) + step)) <= "Z":
                yield 1, "another hexrow", _put(value, match, letter)
    for match in re.finditer(r"\b(north|east|south|west)(?=(ern)?\b)", value, re.IGNORECASE):
        for side in ("north", "east", "south", "west"):
            if side != match[0].lower():
                yield 1, "another side", _put(value, match, side)
    found = list(_HEX.finditer(value))
    names = [each[0] for each in found]
    is_list = re.match(r"hex(es)? ", value) is not None
    for number, match in enumerate(found):
        twice = names.count(match[0]) > 1
        if match[0] in names[number + 1 :]:
            continue
        for name in _mistyped(match[0], board):
            if name in names:
                continue
            yield (0 if twice else 1), "another hex", _put(value, match, name)
            if is_list and name in _near(match[0], board):
                more = _put(value, match, f"{match[0]}, {name}")
                yield 1, "a hex more", more.replace("hex ", "hexes ", 1)
        if is_list and len(found) > 1:
            less = re.sub(rf"(, |,? and ){match[0]}\b|\b{match[0]}(, | and )", "", value, count=1)
            yield 1, "a hex less", less if len(found) > 2 else less.replace("hexes ", "hex ", 1)


def _with_another_area(value: str, areas: Mapping[str, Any]) -> Iterator[str]:
    """Name another area of the card in a sentence."""
    for name in areas:
        for match in re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", value):
            yield from (_put(value, match, other) for other in areas if other != name)


def _mistyped(name: str, board: Board) -> list[str]:
    """List the hexes for which another name may have been written: those beside it, and those whose
    names differ by one letter, by one or ten in the number, or by the order of its digits.
    """
    column, row = re.findall(r"[A-Z]+|[0-9]+", name)
    others = [column[:-1] + chr(ord(column[-1]) + step) + row for step in (-1, 1)]
    others += [column * 2 + row, column[1:] + row, column + row[::-1]]
    others += [f"{column}{int(row) + step}" for step in (-10, -1, 1, 10)]
    some = dict.fromkeys([*_near(name, board), *others])
    return [each for each in some if each in board.by_name and each != name]


def _hexes_changed(
    document: Any, place: Place, new: Value, board: Board
) -> tuple[frozenset[str], bool, int, int, int]:
    """Return which hexes an edit takes out of a sentence or list, whether one of them is not on the map,
    how many of those left adjoin no other one of them, how many pairs adjoin, and how many Locations
    more there are.
    """
    holder = _holder(document, place)
    in_list = isinstance(holder, list)
    old: list[Any] = list(holder) if in_list else [holder[place[-1]]]
    remaining = [each for n, each in enumerate(old) if in_list and n != place[-1]]
    before, after = (
        {name for each in some for name in _HEX.findall(str(each))}
        for some in (old, [*remaining, new])
    )
    taken = frozenset(before - after)
    before, after = before & board.by_name.keys(), after & board.by_name.keys()
    beside = {name: after.intersection(_near(name, board)) for name in after}
    alone = sum(not each for each in beside.values()) if len(after) > 1 else 0
    places = [sum(len(board.locations_of(n)) for n in each) for each in (after, before)]
    pairs = sum(map(len, beside.values())) // 2
    is_missing = not taken <= board.by_name.keys()
    return taken, is_missing, alone, pairs, places[0] - places[1]


def _oddity(document: Any, place: Place, kind: str, new: Value) -> int:
    """Count what no designer means in a changed card: a group that enters in the last turn, and areas
    that nothing names, where another area is named.
    """
    if place[-1] == "turn" and isinstance(new, int):
        return int(new >= document.get("turns", {}).get("count", new + 1))
    if kind == "another area":
        rest = repr([document.get(part) for part in ("group", "victory", "rule")])
        named = set(re.findall(r"[\w-]+", rest))
        return sum(each not in named for each in document["areas"])
    return 0


def _near(name: str, board: Board) -> list[str]:
    if name not in board.by_name:
        return []
    beside = board.neighbours[board.indices[name]].tolist()
    return [board.hexes[n].name for n in beside if n >= 0]


def _about(document: Any, place: Place) -> frozenset[str]:
    """List the words by which findings name what a place of the card is of."""
    part, name = place[0], place[1] if len(place) > 1 else ""
    if part == "group":
        return frozenset({document["group"][name]["id"]})
    if part == "areas":
        groups = (each["id"] for each in document.get("group", ()) if str(name) in str(each))
        return frozenset({str(name), *groups})
    if name == "condition" and isinstance(place[2], int):
        return frozenset({f"condition {place[2] + 1}"})
    return frozenset({str(name) if part == "victory" else str(part)})


def _put(value: str, match: re.Match[str], new: str) -> str:
    return value[: match.start()] + new + value[match.end() :]


def _holder(document: Any, place: Place) -> Any:
    """Return what a place of the card is in."""
    for each in place[:-1]:
        document = document[each]
    return document


def _with(document: Any, place: Place, new: Value) -> Any:
    """Return the card with a change."""
    wanted = deepcopy(document)
    holder = _holder(wanted, place)
    if new is None:
        del holder[place[-1]]
    else:
        holder[place[-1]] = new
    return wanted


def _written(text: str, wanted: Any, old: str | int, new: Value) -> str | None:
    """Write the card's text with a change; nothing where it is not written plainly enough for that."""
    token = json.dumps(old, ensure_ascii=False)
    taken = rf",\s*{re.escape(token)}|{re.escape(token)}\s*,\s*|{re.escape(token)}"
    pattern = taken if new is None else rf"(?<![\w\"]){re.escape(token)}(?![\w\"])"
    put = "" if new is None else json.dumps(new, ensure_ascii=False)
    for match in re.finditer(pattern, text):
        changed = text[: match.start()] + put + text[match.end() :]
        try:
            if tomllib.loads(changed) == wanted:
                return changed
        except tomllib.TOMLDecodeError:
            continue
    return None


def _named(document: Any, place: Place) -> str:
    """Name a place of the card by the group's or condition's own name."""
    words: list[str] = []
    here = document
    for each in place:
        here = here[each]
        if isinstance(here, Mapping) and isinstance(each, int):
            words[-1] = str(here.get("id", f"{words[-1]} {each + 1}"))
        elif isinstance(each, str):
            words.append(each)
    return " ".join(words)
