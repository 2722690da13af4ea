"""Reads scenario cards: TOML, every key checked, every error with its line.

A sentence that is not understood is no error here: it is kept, and told by those who ask what it means.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from hexcourt.facts.areas.area import Named, all_of
from hexcourt.facts.areas.reading_sentences import read_area
from hexcourt.facts.cards.card import (
    Card,
    CardEntry,
    CardRule,
    Condition,
    Group,
    Side,
    Turns,
)
from hexcourt.facts.cards.card_shape import ANY_SIDE, BY_DIE, CARD, DRAW, FORMAT, NORTHS
from hexcourt.facts.cards.map_of_card import read_map
from hexcourt.facts.cards.refusing import Place, Refusal
from hexcourt.facts.cards.shapes import day_of
from hexcourt.facts.cards.toml_lines import toml_lines
from hexcourt.facts.cards.units import read_fortification, read_placed, read_unit
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.formats.text_files import read_toml_text
from hexcourt.facts.maps.area_entries import Sentences, check_name
from hexcourt.facts.showing import quoted, shown
from hexcourt.facts.sizes import MOST_CARD_UNITS

_Value = TypeVar("_Value")
Told = Mapping[str, Any]

_LINE = re.compile(r"^(.*) \(at line ([0-9]+), column [0-9]+\)$", re.DOTALL)
_FORMAT_LINE = re.compile(r"""^\s*format\s*=\s*["']hexcourt-card/""", re.MULTILINE)


def is_card(path: Path) -> bool:
    """Tell whether a TOML file says that it is a card, of whatever version."""
    try:
        return _FORMAT_LINE.search(read_toml_text(path, "a scenario card")) is not None
    except UnicodeDecodeError:
        return False


def read_card(path: Path) -> Card:
    """Read a card; raises BadInput with file, line and mend."""
    try:
        text = read_toml_text(path, "a scenario card (.toml)")
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is no text in UTF-8; write the card as TOML") from None
    return card_of(text, str(path))


def card_of(text: str, source: str) -> Card:
    """Read the text of a card that lies at ``source``; raises BadInput with line and mend."""
    told = _parsed(text, source)
    lines = toml_lines(text)
    refuse = Refusal(source, lines)
    if "format" not in told:
        raise refuse((), f'nothing says what file this is; write format = "{FORMAT}" first')
    CARD.check(told, (), refuse)
    return _Reader(told, refuse).card(text, lines)


def _parsed(text: str, source: str) -> Told:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _LINE.match(str(error))
        place = f"{source}, line {match[2]}" if match else source
        said = match[1] if match else str(error)
        raise BadInput(f"{place}: cannot be read as TOML: {said}; mend it there") from None
    except RecursionError:
        raise BadInput(f"{source}: is nested too deep; write a card as TOML") from None


class _Reader:
    """Makes the values of a card whose shape is checked, checking what hangs together."""

    def __init__(self, told: Told, refuse: Refusal) -> None:
        self.told = told
        self.refuse = refuse

    def card(self, text: str, lines: Mapping[Place, int]) -> Card:
        """Make the card."""
        told = self.told
        sides = self.sides()
        areas = self.areas()
        chart = read_map(told["map"], self.refuse)
        victory = told.get("victory", {})
        otherwise = victory.get("otherwise", "")
        names = [each.name for each in sides]
        self.check_side(otherwise, (*names, DRAW), ("victory", "otherwise"))
        return Card(
            source=self.refuse.source,
            id=told.get("id", "") or Path(self.refuse.source).stem,
            title=told.get("title", ""),
            date=day_of(told["date"]) if "date" in told else None,
            rules=told.get("rules", "asl"),
            north=NORTHS.get(told["map"].get("north", ""), ""),
            map=chart.map,
            versions=chart.versions,
            boards_folder=_texts(told["map"].get("boards_folder", [])),
            counters=_path(told.get("counters")),
            limits=_path(told.get("limits")),
            turns=self.turns(names),
            areas=areas,
            special=tuple(self.rules()),
            sides=sides,
            groups=tuple(self.groups(names, areas)),
            otherwise=otherwise,
            conditions=tuple(self.conditions(victory.get("condition", ()), names)),
            lines=lines,
            text=text,
        )

    def sides(self) -> tuple[Side, ...]:
        """Read the sides, each of a name of its own."""
        found = [
            Side(
                each["name"].strip(),
                each.get("elr"),
                each.get("san"),
                each.get("friendly_edge", ""),
            )
            for each in self.told.get("side", ())
        ]
        self.refuse_twice([each.name for each in found], "side", "name")
        for number, each in enumerate(found):
            if each.name in (ANY_SIDE, DRAW, BY_DIE):
                raise self.refuse(
                    ("side", number, "name"),
                    f"side {each.name}: the word means another thing in cards; choose another name",
                )
        return tuple(found)

    def turns(self, sides: Sequence[str]) -> Turns:
        """Read the turns."""
        told = self.told.get("turns", {})
        for name in ("sets_up_first", "moves_first"):
            self.check_side(told.get(name, ""), (*sides, BY_DIE), ("turns", name))
        return Turns(
            told.get("count"),
            told.get("half", False),
            told.get("sets_up_first", ""),
            told.get("moves_first", ""),
        )

    def areas(self) -> Sentences:
        """Read the areas, whose sentences may name each other but not themselves."""
        told = self.told.get("areas", {})
        found = {name: _texts(each) for name, each in told.items()}
        for name in found:
            self.at(("areas", name), check_name, name)
        self.refuse_circles(found)
        return MappingProxyType(found)

    def refuse_circles(self, areas: Sentences) -> None:
        """Refuse areas that are told by themselves."""
        uses = {name: tuple(_uses(sentences, areas)) for name, sentences in areas.items()}
        for name in uses:
            circle = _circle(name, uses)
            if circle:
                by = f" by way of {listed(circle)}" if circle != [name] else ""
                raise self.refuse(
                    ("areas", name),
                    f"area {name}: is told by itself{by}; say where it is by hexes, edges or hexrows",
                )

    def rules(self) -> Iterator[CardRule]:
        """Read the special rules."""
        told = self.told.get("rule", ())
        self.refuse_twice([each["id"] for each in told], "rule", "id")
        for each in told:
            yield CardRule(
                each["id"],
                _texts(each.get("say", [])),
                each.get("text", ""),
                _texts(each.get("change", [])),
                each.get("law"),
            )

    def groups(self, sides: Sequence[str], areas: Sentences) -> Iterator[Group]:
        """Read the groups, each of an id of its own."""
        told = self.told.get("group", ())
        self.refuse_twice([each["id"] for each in told], "group", "id")
        units = 0
        for number, each in enumerate(told):
            place: Place = ("group", number)
            self.check_side(each["side"], sides, (*place, "side"))
            self.at((*place, "id"), check_name, each["id"])
            if each["id"] in areas:
                raise self.refuse(
                    (*place, "id"), f"group {each['id']}: an area has this name; choose another"
                )
            if "setup" in each and "entry" in each:
                raise self.refuse(
                    place,
                    f"group {each['id']}: sets up and enters; make two groups of it, or leave one out",
                )
            found = self.group(each, place)
            units += sum(unit.count for unit in found.units)
            if units > MOST_CARD_UNITS:
                raise self.refuse(
                    place, f"the card has {units} units and more; give {MOST_CARD_UNITS} at most"
                )
            yield found

    def group(self, told: Told, place: Place) -> Group:
        """Read one group."""
        for number, text in enumerate(told.get("placed", ())):
            self.at((*place, "placed", number), read_placed, text)
        return Group(
            id=told["id"],
            side=told["side"],
            setup=told.get("setup", "").strip(),
            entry=_entry(told.get("entry")),
            units=self.each(told, "units", place, read_unit),
            fortifications=self.each(told, "fortifications", place, read_fortification),
            placed=_texts(told.get("placed", [])),
            limits=MappingProxyType(told.get("limit", {})),
            line=self.refuse.lines.get(place, 0),
        )

    def conditions(self, told: Sequence[Told], sides: Sequence[str]) -> Iterator[Condition]:
        """Read the conditions of victory."""
        for number, each in enumerate(told):
            place: Place = ("victory", "condition", number)
            self.check_side(each["winner"], (*sides, ANY_SIDE), (*place, "winner"))
            yield Condition(
                each["winner"],
                each.get("when", "end"),
                _texts(each.get("say", [])),
                each.get("text", ""),
            )

    # --- checks that several of these share ------------------------------------------------------------

    def at(self, place: Place, read: Callable[[str], _Value], text: str) -> _Value:
        """Read a text, saying where in the card it stands if it cannot be read."""
        try:
            return read(text)
        except BadInput as error:
            raise self.refuse(place, str(error)) from None

    def each(
        self, told: Told, name: str, place: Place, read: Callable[[str], _Value]
    ) -> tuple[_Value, ...]:
        """Read all texts of a list."""
        return tuple(
            self.at((*place, name, number), read, text)
            for number, text in enumerate(told.get(name, ()))
        )

    def refuse_twice(self, names: Sequence[str], what: str, key: str) -> None:
        """Refuse a name that two have."""
        for number, name in enumerate(names):
            if name in names[:number]:
                first = self.refuse.lines.get((what, names.index(name)), 0)
                raise self.refuse(
                    (what, number, key),
                    f"{what} {shown(name)}: there is one already, in line {first}; give this one "
                    f"another {key}",
                )

    def check_side(self, name: str, known: Sequence[str], place: Place) -> None:
        """Refuse the name of a side that the card does not have."""
        if name and name not in known:
            sides = [each for each in known if each not in (BY_DIE,)]
            mend = (
                f"write {listed(known, 'or')}"
                if sides
                else 'write a table [[side]] with name = "..."'
            )
            raise self.refuse(place, f"side {quoted(name)}: the card has none of this name; {mend}")


def _entry(told: str | Told | None) -> CardEntry | None:
    if told is None:
        return None
    if isinstance(told, str):
        return CardEntry(0, sentence=told.strip())
    return CardEntry(
        told["turn"],
        told.get("after", False),
        told["where"].strip(),
        told.get("spent", "").strip(),
        told.get("exit", "").strip(),
    )


def _uses(sentences: Sequence[str], areas: Sentences) -> Iterator[str]:
    """List the areas that sentences name; those that are not understood name none."""
    for each in sentences:
        try:
            found = read_area(each, tuple(areas)).value
        except BadInput:
            continue
        yield from (part.name for part in all_of(found) if isinstance(part, Named))


def _circle(name: str, uses: Mapping[str, Sequence[str]]) -> list[str]:
    """Give a way from an area to itself, empty where there is none."""
    ways = [[each] for each in uses[name]]
    known: set[str] = set()
    while ways:
        way = ways.pop()
        if way[-1] == name:
            return way
        if way[-1] not in known:
            known.add(way[-1])
            ways += [[*way, each] for each in uses.get(way[-1], ())]
    return []


def _texts(told: str | Sequence[str]) -> tuple[str, ...]:
    return (told.strip(),) if isinstance(told, str) else tuple(each.strip() for each in told)


def _path(told: str | None) -> Path | None:
    return None if told is None else Path(told)
