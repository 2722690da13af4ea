"""The values of a scenario card; nothing here opens a board or decides a rule.

A card keeps every sentence as it was written. What of them is understood is found by those who ask.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import table_rows
from hexcourt.facts.base.json_schema import Place
from hexcourt.facts.maps.configuration import Configuration, Sentences

# --- Kinds of units and Fortifications ------------------------------------------------------------


FORMAT = "hexcourt-card/1"
ANY_SIDE, DRAW, BY_DIE = "any", "draw", "?"
NORTHS = {
    **{"top": "up", "right": "right", "bottom": "down", "left": "left"},
    **{"up": "up", "down": "down"},
}
"""Where North lies on the drawn map, as cards and as boards say it."""

OTHER = "other"


@dataclass(frozen=True, slots=True)
class CardWord:
    """What a word of a card says: a kind, its class, and whether the word is the unit's name too."""

    word: str
    kind: str
    unit_class: str
    is_name: bool


def class_of(kind: str) -> str:
    """Return the class of a kind of unit."""
    found = unit_words().get(kind)
    return found.unit_class if found else OTHER


def is_named_alone(kind: str, name: str) -> bool:
    """Return whether the name of a unit tells its kind too: ``LMG``."""
    found = unit_words().get(name)
    return found is not None and found.is_name and found.kind == kind


@cache
def unit_words() -> Mapping[str, CardWord]:
    """Map words to kinds of units."""
    rows = table_rows("hexcourt.facts.cards", "unit_kinds.tsv")
    return MappingProxyType(
        {row[0]: CardWord(row[0], row[1], row[2], row[3] == "name") for row in rows}
    )


@cache
def fortification_words() -> Mapping[str, str]:
    """Map words to kinds of Fortifications."""
    rows = table_rows("hexcourt.facts.cards", "fortification_kinds.tsv")
    return MappingProxyType({row[0]: row[1] for row in rows})


@cache
def fortification_names() -> Mapping[str, str]:
    """Map kinds of Fortifications to what the rules call them, those of which the rules speak."""
    rows = table_rows("hexcourt.facts.cards", "fortification_kinds.tsv")
    return MappingProxyType({kind: name for _, kind, name in rows if name})


# --- Error messages with file and line ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardErrors:
    """Makes the errors of one card."""

    source: str
    lines: Mapping[Place, int]

    def __call__(self, place: Place, sentence: str) -> BadInput:
        """Return the error about a place."""
        line = line_of(self.lines, place)
        where = f"{self.source}, line {line}" if line else self.source
        return BadInput(f"{where}: {sentence}")


def line_of(lines: Mapping[Place, int], place: Place) -> int:
    """Return the line of a place, or of what it is part of; 0 where nothing tells."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 0)


@dataclass(frozen=True, slots=True)
class CardUnit:
    """So many units of a kind, under the name that VASL shows: ``3 squad 4-6-7``, ``2 LMG``."""

    count: int
    kind: str
    name: str

    @property
    def unit_class(self) -> str:
        """Return the class of its kind: mmc, smc, sw, gun, vehicle or other."""
        return class_of(self.kind)

    def __str__(self) -> str:
        alone = is_named_alone(self.kind, self.name)
        text = self.name if alone else f"{self.kind} {self.name}".strip()
        return text if self.count == 1 else f"{self.count} {text}"


@dataclass(frozen=True, slots=True)
class Fortification:
    """Fortifications of a group: ``4 foxhole 1S``, ``24 AP mine factors``, ``pillbox 1+3+5``.

    ``detail`` is what stands behind the kind, or before it where it counts factors; empty where nothing.
    """

    count: int
    kind: str
    detail: str = ""

    def __str__(self) -> str:
        text = f"{self.kind} {self.detail}".strip()
        if self.kind == "mine factors":
            text = f"{self.detail} {self.kind}".strip()
        return text if self.count == 1 else f"{self.count} {text}"


@dataclass(frozen=True, slots=True)
class CardEntry:
    """How a group enters: on a turn, or on it or any ``after``. ``where``, ``spent`` and ``exit`` are
    sentences, empty where nothing is said.

    A card may give one ``sentence`` in place of all that; ``turn`` is 0 then.
    """

    turn: int
    after: bool = False
    where: str = ""
    spent: str = ""
    exit: str = ""
    sentence: str = ""

    def __str__(self) -> str:
        if self.sentence:
            return self.sentence
        text = f"Enter on {'or after ' * self.after}Turn {self.turn}"
        text += f" along {self.where}" if self.where else ""
        text += f", having already spent {self.spent}" if self.spent else ""
        return text + (f", and exit along {self.exit}" if self.exit else "")


@dataclass(frozen=True, slots=True)
class Group:
    """A group of one side: what stands behind one setup or entry sentence.

    ``setup`` is the name of an area or a sentence, empty for a group that enters; ``entry`` is None for
    one that sets up. ``placed`` are counters with a hex such as ``foxhole 1S K7``. ``limits`` are the
    limits of its setup as the card tells them. ``line`` is where it stands in the card.
    """

    id: str
    side: str
    setup: str = ""
    entry: CardEntry | None = None
    units: tuple[CardUnit, ...] = ()
    fortifications: tuple[Fortification, ...] = ()
    placed: tuple[str, ...] = ()
    limits: Mapping[str, Any] = field(default_factory=dict, hash=False)
    line: int = 0


@dataclass(frozen=True, slots=True)
class CardRule:
    """A special rule: sentences (``say``), words that are kept without being read (``text``), changes of
    the map in the words of ``facts/maps/changes``, and a file of ``house_rules`` beside the card.
    """

    id: str
    say: tuple[str, ...] = ()
    text: str = ""
    change: tuple[str, ...] = ()
    house_rules: str | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """A side; None and the empty text where nothing is given."""

    name: str
    elr: int | None = None
    san: int | None = None
    friendly_edge: str = ""


@dataclass(frozen=True, slots=True)
class Turns:
    """How long the game is, ``half`` telling that the last turn has one player turn; the sides that set
    up and move first, ``?`` where a die decides, empty where nothing is given.
    """

    count: int | None = None
    half: bool = False
    sets_up_first: str = ""
    moves_first: str = ""

    @property
    def length(self) -> str:
        """Return how long the game is, in words; empty where that is not given."""
        if self.count is None:
            return ""
        last = " with one player turn in the last" if self.half else ""
        return f"{self.count} {'turn' if self.count == 1 else 'turns'}{last}"


@dataclass(frozen=True, slots=True)
class Condition:
    """How a side wins: ``when`` is "end" or "at once"; all sentences of ``say`` have to hold. ``text``
    is kept without being read.
    """

    winner: str
    when: str
    say: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Card:
    """A scenario card.

    ``source`` is the path it was read from. ``north`` is one of up, right, down, left, empty where it is
    not given. ``map`` has neither the areas nor the special rules; ``versions`` are by board as
    the card names it.
    ``counters`` is the save to compare with, ``limits`` the file of counter limits, ``boards_folder``
    where boards lie, all as the card's folder sees them. ``placed`` are counters of no side that lie on
    the map. ``otherwise`` is who wins where no condition holds.
    """

    source: str
    id: str
    title: str
    date: datetime.date | None
    rules: str
    north: str
    map: Configuration
    versions: Mapping[str, str]
    boards_folder: tuple[str, ...]
    placed: tuple[str, ...]
    counters: Path | None
    limits: Path | None
    turns: Turns
    areas: Sentences
    special: tuple[CardRule, ...]
    sides: tuple[Side, ...]
    groups: tuple[Group, ...]
    otherwise: str
    conditions: tuple[Condition, ...]
    lines: Mapping[Place, int] = field(default_factory=dict, repr=False, compare=False)
    text: str = field(default="", repr=False, compare=False)

    @property
    def placed_counters(self) -> Iterator[tuple[str, str]]:
        """List the counters on the map, each with what places it: the map or a group."""
        yield from (("map", text) for text in self.placed)
        yield from ((f"group {each.id}", text) for each in self.groups for text in each.placed)

    @property
    def folder(self) -> Path:
        """Return the folder in which the card lies."""
        return Path(self.source).parent

    def line_of(self, *keys: str | int) -> int:
        """Return the line of a place in the card, or of what it is part of; 0 where nothing tells."""
        return line_of(self.lines, keys)

    def group(self, name: str) -> Group:
        """Return a group by its id; raises KeyError."""
        found = next((each for each in self.groups if each.id == name), None)
        if found is None:
            raise KeyError(name)
        return found

    def side(self, name: str) -> Side:
        """Return a side by its name; raises KeyError."""
        found = next((each for each in self.sides if each.name == name), None)
        if found is None:
            raise KeyError(name)
        return found
