"""The shape of a scenario card, key by key: reading checks by it, and its JSON Schema is made of it."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Protocol

from hexcourt.facts.base.errors import listed, quoted, shown
from hexcourt.facts.boards.sizes import (
    LARGEST_SIDE,
    LONGEST_CARD_TEXT,
    MOST_AREAS,
    MOST_BOARDS,
    MOST_CONDITIONS,
    MOST_GROUPS,
    MOST_MAP_LINES,
    MOST_OF_A_UNIT,
    MOST_OVERLAYS,
    MOST_SIDES,
    MOST_UNIT_LINES,
)
from hexcourt.facts.cards.card import Place, Refusal
from hexcourt.facts.maps.configuration import shown_value

# --- Shapes of TOML values ------------------------------------------------------------------------
#
# A shape checks a value at a place and raises BadInput with the line and the mend; ``schema`` writes it
# in the words of JSON Schema (draft 2020-12), for editors.


Json = dict[str, Any]


class Shape(Protocol):
    """What a value may be; ``description`` says what it means."""

    @property
    def description(self) -> str:
        """Describe what the value means."""

    def check(self, value: object, place: Place, refuse: Refusal) -> None:
        """Refuse a value that is not of the shape."""

    def schema(self) -> Json:
        """Write the shape as JSON Schema."""


@dataclass(frozen=True)
class Text:
    """A text, one of some ``choices`` where there are any; ``such`` shows one."""

    description: str
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

    description: str
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

    description: str

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

    description: str

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

    description: str
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

    description: str
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
            name: {"description": each.description, **each.schema()}
            for name, each in self.keys.items()
        }
        found: Json = {"type": "object", "properties": keys, "additionalProperties": False}
        return {**found, "required": list(self.needed)} if self.needed else found


@dataclass(frozen=True)
class Named:
    """A table whose keys are names of the writer's own."""

    description: str
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

    description: str
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

    description: str
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


FORMAT = "hexcourt-card/1"
NORTHS = {
    "top": "up",
    "right": "right",
    "bottom": "down",
    "left": "left",
    "up": "up",
    "down": "down",
}
"""Where North lies on the drawn map, as cards and as boards say it."""

LAST_TURN = 99
ANY_SIDE, DRAW, BY_DIE = "any", "draw", "?"
WHENS = ("end", "at once")

_SENTENCE = "Set up on or east of hexrow K"

_BOARD = TextOr(
    "a board: its number, its name or its path",
    Text("", "01 reversed"),
    Table(
        "",
        "a board",
        {
            "board": Text("its number or name, or the path of its archive", "01"),
            "at": Numbers("its place in the map: boards to its left, boards above", (0, 0), 0, 98),
            "reversed": Flag("whether it lies turned by 180 degrees"),
            "crop": Numbers(
                "what is left of it, in pixels as printed: left, top, width, height, -1 for the rest",
                (928, 0, 872, -1),
                -1,
                LARGEST_SIDE,
            ),
            "version": Text("the version of the archive that the card was made with", "6.3"),
            "changes": Many(
                "words of changes of this board alone", Text("", "NoRoads"), MOST_MAP_LINES
            ),
        },
        ("board",),
    ),
)

_MAP = Table(
    "the map: boards, overlays, what is in play",
    "map",
    {
        "north": Text("where North lies on the drawn map", "top", tuple(NORTHS)),
        "boards": Many("the boards, each at its place", _BOARD, MOST_BOARDS),
        "rows": Many(
            "the boards by rows from the top, in place of boards",
            Many("", _BOARD, MOST_BOARDS),
            MOST_BOARDS,
        ),
        "boards_folder": Many(
            "the folders of the board archives", Text("", "../boards"), MOST_MAP_LINES, True
        ),
        "play": Many(
            "what is in play; all where it is empty", Text("", "hexrows A-P"), MOST_MAP_LINES
        ),
        "overlays": Many(
            "overlays",
            Table(
                "",
                "an overlay",
                {
                    "name": Text("its name", "og1"),
                    "board": Text("the board on which it lies", "01"),
                    "hexes": Many(
                        "the hexes on which its hexes 1 and 2 lie", Text("", "K5"), 2, alone=True
                    ),
                    "archive": Text("the path of its archive", "ovrO"),
                    "upper_levels": Number("the upper levels of its buildings", 0, 4),
                },
                ("name", "board"),
            ),
            MOST_OVERLAYS,
        ),
        "overlay_folder": Text("the folder of the archives of overlays", "overlays"),
        "changes": Many(
            "words of changes of the whole map", Text("", "woods -> orchard"), MOST_MAP_LINES
        ),
    },
)

_TURNS = Table(
    "how long the game is, and who sets up and moves first",
    "turns",
    {
        "count": Number("how many turns", 1, LAST_TURN),
        "half": Flag("whether the last turn has one player turn only"),
        "sets_up_first": Text("a side, or ? where a die decides", "german"),
        "moves_first": Text("a side, or ? where a die decides", "russian"),
    },
)

_RULE = Table(
    "a special rule",
    "a rule",
    {
        "id": Text("its name, such as ssr1", "ssr1"),
        "say": Many("sentences", Text("", "No sewers"), MOST_CONDITIONS, alone=True),
        "text": Text("words that are kept without being read", empty=True),
        "change": Many(
            "changes of the map", Text("", "woods -> orchard"), MOST_MAP_LINES, alone=True
        ),
        "law": Text("a file of house rules beside the card", "house.lp"),
    },
    ("id",),
)

_SIDE = Table(
    "a side",
    "a side",
    {
        "name": Text("its name in small letters", "german"),
        "elr": Number("its ELR", 0, 5),
        "san": Number("its SAN", 0, 12),
        "friendly_edge": Text("its friendly board edge", "south", empty=True),
    },
    ("name",),
)

_ENTRY = TextOr(
    "how it enters: a sentence, or a table",
    Text("", "Enter on Turn 1 along the east edge"),
    Table(
        "",
        "an entry",
        {
            "turn": Number("the turn", 1, LAST_TURN),
            "after": Flag("whether it may enter on a later turn, too"),
            "where": Text("along what", "the east edge"),
            "spent": Text("what it has spent before it enters", "half MP"),
            "exit": Text("where it leaves", "the west edge"),
        },
        ("turn", "where"),
    ),
)

_LIMIT = Table(
    "what limits its setup, or is told beside it",
    "a limit",
    {
        "per_hex": Named("the most of a kind in one hex", Number("", 1, MOST_OF_A_UNIT), 20),
        "apart": Table(
            "how far units of a kind set up from each other",
            "apart",
            {"what": Text("", "gun"), "hexes": Number("", 1, 99)},
            ("what", "hexes"),
        ),
        "not_adjacent": Text("what it may not set up adjacent to", "MMC"),
        "not_with": Text("what it may not be in one hex with", "other MMC"),
        "bore_sighted": Many(
            "Locations that it has Bore Sighted", Text("", "K7"), MOST_UNIT_LINES, alone=True
        ),
        "pre_registered": Many(
            "hexes that it has Pre-Registered", Text("", "K7"), MOST_UNIT_LINES, alone=True
        ),
        "hip": Table(
            "what may set up hidden",
            "hip",
            {
                "what": Text("", "squad"),
                "count": Number("", 1, MOST_OF_A_UNIT),
                "where": Text("", "building"),
            },
            ("what",),
        ),
    },
)

_GROUP = Table(
    "a group: what stands behind one sentence of setup or entry",
    "a group",
    {
        "id": Text("its name, by which areas and questions call it", "g1"),
        "side": Text("its side", "german"),
        "setup": Text("where it sets up: the name of an area, or a sentence", _SENTENCE),
        "entry": _ENTRY,
        "units": Many("[count] [kind] name", Text("", "3 squad 4-6-7"), MOST_UNIT_LINES),
        "fortifications": Many("[count] kind [detail]", Text("", "4 foxhole 1S"), MOST_UNIT_LINES),
        "placed": Many("counters with a hex", Text("", "foxhole 1S K7"), MOST_UNIT_LINES),
        "limit": _LIMIT,
    },
    ("id", "side"),
)

_VICTORY = Table(
    "who wins",
    "victory",
    {
        "otherwise": Text("the side that wins where no condition holds, or draw", "german"),
        "condition": Many(
            "conditions, any of which will do",
            Table(
                "",
                "a condition",
                {
                    "winner": Text("a side, or any", "russian"),
                    "when": Text("when it is looked at", "end", WHENS),
                    "say": Many(
                        "sentences, all of which have to hold",
                        Text("", "Control building F5"),
                        MOST_CONDITIONS,
                        alone=True,
                    ),
                    "text": Text("words that are kept without being read", empty=True),
                },
                ("winner",),
            ),
            MOST_CONDITIONS,
        ),
    },
)

CARD = Table(
    "a scenario card",
    "a card",
    {
        "format": Text("what tells a card from other files", FORMAT, (FORMAT,)),
        "id": Text("its name, for files and messages", "guards-counterattack"),
        "title": Text("its title", "The Guards Counterattack", empty=True),
        "date": Day("when it was"),
        "rules": Text("whose rules are played", "asl", ("asl", "aslsk")),
        "counters": Text("the save of VASSAL to compare with", "setup.vsav"),
        "limits": Text("the file of counter limits to keep to (.tsv)", "limits.tsv"),
        "map": _MAP,
        "turns": _TURNS,
        "areas": Named(
            "areas by name: a sentence, or several of which any will do",
            Many("", Text("", "building F5"), MOST_AREAS, alone=True),
            MOST_AREAS,
        ),
        "rule": Many("special rules", _RULE, MOST_GROUPS),
        "side": Many("sides", _SIDE, MOST_SIDES),
        "group": Many("groups", _GROUP, MOST_GROUPS),
        "victory": _VICTORY,
    },
    ("format", "map"),
)


def json_schema() -> str:
    """Write the JSON Schema of cards, for editors."""
    whole: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "description": "A scenario card of hexcourt (docs/howto/scenarios.md)",
        **CARD.schema(),
    }
    return json.dumps(whole, indent=2) + "\n"
