"""Shapes of what a TOML table may hold: one declaration, of which reading and JSON Schema are made.

A shape checks a value at a place and raises BadInput with the line and the mend; ``schema`` writes it
in the words of JSON Schema (draft 2020-12), for editors.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Protocol

from hexcourt.facts.cards.refusing import Place, Refusal
from hexcourt.facts.errors import listed
from hexcourt.facts.maps.told import shown_value
from hexcourt.facts.showing import quoted, shown
from hexcourt.facts.sizes import LONGEST_CARD_TEXT

Json = dict[str, Any]


class Shape(Protocol):
    """What a value may be; ``said`` says what it means."""

    @property
    def said(self) -> str:
        """Say what the value means."""

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse a value that is not of the shape."""

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""


@dataclass(frozen=True)
class Text:
    """A text, one of some ``choices`` where there are any; ``such`` shows one."""

    said: str
    such: str = ""
    choices: tuple[str, ...] = ()
    empty: bool = False

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse what is no such text."""
        if not isinstance(value, str) or (not self.empty and not value.strip()):
            such = f" such as {quoted_toml(self.such)}" if self.such else " in quotes"
            raise refuse(place, f"{key(place)} is {shown_value(value)}; write a text{such}")
        if len(value) > LONGEST_CARD_TEXT:
            raise refuse(
                place,
                f"{key(place)} has {len(value)} characters; give {LONGEST_CARD_TEXT} at most",
            )
        if self.choices and value not in self.choices:
            near = get_close_matches(value[:40], self.choices, n=1, cutoff=0.5)
            mend = f"did you mean {near[0]}?" if near else f"write {listed(self.choices, 'or')}"
            raise refuse(place, f"{key(place)} is {quoted(value)}; {mend}")

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""
        found: Json = {"type": "string", "maxLength": LONGEST_CARD_TEXT}
        found |= {"enum": list(self.choices)} if self.choices else {}
        found |= {"examples": [self.such]} if self.such else {}
        return found if self.empty else {**found, "pattern": r"\S"}


@dataclass(frozen=True)
class Number:
    """A whole number between two bounds."""

    said: str
    least: int
    most: int

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse what is no such number."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise refuse(
                place,
                f"{key(place)} is {shown_value(value)}; write a whole number from {self.least} to "
                f"{self.most}",
            )

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Flag:
    """True or false."""

    said: str

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse what is neither."""
        if not isinstance(value, bool):
            raise refuse(place, f"{key(place)} is {shown_value(value)}; write true or false")

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class Day:
    """A date, as TOML has it or as a text: 1942-10-06."""

    said: str

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse what is no date."""
        try:
            day_of(value)
        except ValueError:
            such = "write year, month and day: 1942-10-06"
            raise refuse(place, f"{key(place)} is {shown_value(value)}; {such}") from None

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""
        return {"type": "string", "format": "date"}


@dataclass(frozen=True)
class Many:
    """A list; where ``alone``, one may stand without the brackets."""

    said: str
    of: Shape
    most: int
    alone: bool = False

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse what is no such list."""
        if self.alone and not isinstance(value, list):
            self.of.check(value, place, refuse)
            return
        if not isinstance(value, list):
            raise refuse(place, f"{key(place)} is {shown_value(value)}; write a list: [...]")
        if len(value) > self.most:
            raise refuse(place, f"{key(place)} has {len(value)} parts; give {self.most} at most")
        for number, each in enumerate(value):
            self.of.check(each, (*place, number), refuse)

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""
        found: Json = {"type": "array", "items": self.of.schema(), "maxItems": self.most}
        return {"anyOf": [self.of.schema(), found]} if self.alone else found


@dataclass(frozen=True)
class Table:
    """A table with keys of its own; ``whose`` is what sentences call it, such as "a group"."""

    said: str
    whose: str
    keys: Mapping[str, Shape]
    needed: tuple[str, ...] = ()

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse what is no table, keys that it does not have, and those that are missing."""
        if not isinstance(value, Mapping):
            such = f"write a table: {{ {next(iter(self.keys))} = ... }}"
            raise refuse(place, f"{key(place)} is {shown_value(value)}; {such}")
        for each in value:
            if each not in self.keys:
                near = get_close_matches(each[:40], self.keys, n=1, cutoff=0.5)
                known = f"it has {listed(self.keys)} alone; leave this out"
                mend = f"did you mean {near[0]}?" if near else known
                raise refuse((*place, each), f"{shown(each)} is no key of {self.whose}; {mend}")
        for each in self.needed:
            if each not in value:
                raise refuse(place, f"{self.whose} has no {each}; write {each} = ...")
        for each, told in value.items():
            self.keys[each].check(told, (*place, each), refuse)

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""
        keys = {
            name: {"description": each.said, **each.schema()} for name, each in self.keys.items()
        }
        found: Json = {"type": "object", "properties": keys, "additionalProperties": False}
        return {**found, "required": list(self.needed)} if self.needed else found


@dataclass(frozen=True)
class Named:
    """A table whose keys are names of the writer's own."""

    said: str
    of: Shape
    most: int

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse what is no such table."""
        if not isinstance(value, Mapping):
            raise refuse(
                place, f"{key(place)} is {shown_value(value)}; write a table [{place[-1]}]"
            )
        if len(value) > self.most:
            raise refuse(place, f"{key(place)} has {len(value)} names; give {self.most} at most")
        for each, told in value.items():
            self.of.check(told, (*place, each), refuse)

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""
        return {
            "type": "object",
            "additionalProperties": self.of.schema(),
            "maxProperties": self.most,
        }


@dataclass(frozen=True)
class TextOr:
    """A text, or else something of another shape."""

    said: str
    text: Text
    other: Shape = field(repr=False)

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse what is neither."""
        (self.text if isinstance(value, str) else self.other).check(value, place, refuse)

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""
        return {"anyOf": [self.text.schema(), self.other.schema()]}


@dataclass(frozen=True)
class Numbers:
    """A list of just so many whole numbers between two bounds."""

    said: str
    such: Sequence[int]
    least: int
    most: int

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse what is no such list."""
        good = isinstance(value, list) and len(value) == len(self.such)
        if not good or any(
            type(each) is not int or not self.least <= each <= self.most
            for each in (value if isinstance(value, list) else ())
        ):
            raise refuse(
                place,
                f"{key(place)} is {shown_value(value)}; write {len(self.such)} whole numbers from "
                f"{self.least} to {self.most}, such as {list(self.such)}",
            )

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""
        number = {"type": "integer", "minimum": self.least, "maximum": self.most}
        size = len(self.such)
        return {"type": "array", "items": number, "minItems": size, "maxItems": size}


def day_of(value: object) -> datetime.date:
    """Read a date; raises ValueError."""
    if isinstance(value, datetime.datetime):
        return value.date()
    if isinstance(value, datetime.date):
        return value
    if isinstance(value, str):
        return datetime.date.fromisoformat(value.strip())
    raise ValueError("no date")


def key(place: Place) -> str:
    """Call a place of a card by its last key: ``units 3`` for the third unit."""
    if not place:
        return "the card"
    names = [each for each in place if isinstance(each, str)]
    number = f" {place[-1] + 1}" if isinstance(place[-1], int) else ""
    return f"{shown(str(names[-1]))}{number}" if names else number.strip()


def quoted_toml(text: str) -> str:
    """Write a text as TOML does, where it is plain."""
    return f'"{re.sub(chr(34), chr(39), text)}"'
