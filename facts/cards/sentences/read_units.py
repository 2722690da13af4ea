"""Reads what sentences say of sides, units and places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import TypeVar

from hexcourt.facts.areas.area import Area, Buildings, Hexes, NamedArea
from hexcourt.facts.areas.patterns import PHRASES, Reader
from hexcourt.facts.areas.read_areas import AreaReader
from hexcourt.facts.areas.tokens import BUILDING_WORDS, HEX_WORDS, Cursor
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import table_rows

Phrases = Mapping[str, str]
"""Maps phrases, words separated by blanks, to their meanings."""


def _phrases(table: str) -> Phrases:
    """Read the rows of one table."""
    found: dict[str, str] = {}
    for name, meaning, plural, others in table_rows(
        "hexcourt.facts.cards.sentences", "unit_words.tsv"
    ):
        if name == table:
            for phrase in (meaning, *(others.split(", ") if others != "-" else ())):
                found.update((phrase + end, meaning) for end in ("", plural.strip("-")))
    return MappingProxyType(found)


KINDS = _phrases("kind")
"""Words for units, and the kind that each means."""

STATES = _phrases("state")
"""States and classes that stand before a word for units."""

QUALITIES = _phrases("quality")
"""Qualities that a rule may give units."""

CAPABILITIES = _phrases("capability")
"""Capabilities that a rule may give units."""

BEGINNINGS = _phrases("beginning")
"""States in which units may begin."""

NATIONS = _phrases("nation")
"""Words for sides: adjectives, and those for their men."""


# --- Values ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Units:
    """Units that a sentence speaks of.

    ``kinds`` are words of ``unit_words``, any of which will do: unit (any at all), mmc, squad, gun,
    afv, squad-equivalent. ``side`` is a side's name in small letters, ``enemy``, or empty for any
    side. Units are in all of ``states`` (unbroken, good order, concealed) and in none of
    ``without`` (prisoner). ``name`` is that on the counter (4-4-7; -2 is a leader's modifier).
    ``number`` is given where a sentence means so many. ``rest``: those that the sentence has not
    named before.
    """

    kinds: tuple[str, ...] = ("unit",)
    side: str = ""
    states: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    name: str = ""
    number: int | None = None
    rest: bool = False

    def __str__(self) -> str:
        lines = (
            "" if self.number is None else str(self.number),
            "other" if self.rest else "",
            *(f"non-{each}" for each in self.without),
            self.side,
            *self.states,
            self.name,
            " or ".join(self.kinds),
        )
        return " ".join(filter(None, lines))


class CountedPlaces(StrEnum):
    """What is counted of places."""

    PLACES = "places"
    HEXES = "hexes"
    BUILDINGS = "buildings"
    LOCATIONS = "locations"


@dataclass(frozen=True, slots=True)
class Places:
    """Places to Control or to be in.

    Where PLACES are counted, each of ``parts`` (a building, a hex, a named area) is one; else
    ``parts`` is one area, and its hexes, its buildings or its Locations are counted.
    """

    parts: tuple[Area, ...]
    counted: CountedPlaces = CountedPlaces.PLACES

    def __str__(self) -> str:
        text = ", ".join(f"{each:place}" for each in self.parts)
        return text if self.counted is CountedPlaces.PLACES else f"{self.counted} of {text}"

    @property
    def most(self) -> int | None:
        """Return how many there are, where the words alone tell."""
        return len(self.parts) if self.counted is CountedPlaces.PLACES else None


def bracketed(words: Iterable[str]) -> str:
    """Write what was not understood behind what was, one after the other."""
    return "".join(f" [not understood: {each}]" for each in words)


Found = TypeVar("Found")

LOCATION_WORDS = ("location", "locations")
COUNTED_WORDS = (*HEX_WORDS, *BUILDING_WORDS, *LOCATION_WORDS)
_FEW = 4
_AFTER = ("at", "and", "or", "when", "by")
_WHERE = (*PHRASES["in"].split("|"), "at")
_MAX_BEFORE = 8
"""How many words stand before the one for the units, at most."""


@cache
def known_words() -> frozenset[str]:
    """List the words of these sentences, none of which is a typing error."""
    tables = (KINDS, STATES, QUALITIES, CAPABILITIES, BEGINNINGS, NATIONS)
    phrases = {word for table in tables for phrase in table for word in phrase.split()}
    plain = (row[0] for row in table_rows("hexcourt.facts.cards.sentences", "plain_words.tsv"))
    return frozenset({*plain, *phrases, *COUNTED_WORDS, *PHRASES["player"].split("|")})


class UnitReader(Reader):
    """Reads units and places at a cursor; ``sides`` are names of sides beside those of nations."""

    def __init__(self, text: str, names: Iterable[str] = (), sides: Iterable[str] = ()) -> None:
        own = {" ".join(each.lower().split()): each.lower() for each in sides}
        self.sides: Phrases = {**NATIONS, **own, **{f"{each}s": side for each, side in own.items()}}
        words = {word for phrase in self.sides for word in phrase.split()}
        self.at = Cursor(text, names, known_words() | words)
        self.areas = AreaReader(self.at)
        self.last: Area | None = None
        """The place that was read last, for "the building"."""
        self.chosen = False
        """Whether any will do of the places that were read last."""
        self.every = False
        """Whether ``and`` joined two of them."""

    def one_of(self, phrases: Phrases) -> str | None:
        """Step over the longest of some phrases that comes next, and return what it means."""
        for length in (3, 2, 1):
            tokens = self.at.tokens[self.at.at : self.at.at + length]
            found = phrases.get(" ".join(each.low for each in tokens))
            if found is not None and len(tokens) == length:
                self.at.at += length
                return found
        word = self.at.word(*(each for each in phrases if " " not in each and len(each) > 4))
        return phrases[word] if word is not None else None

    def whole(self, form: Callable[[], Found | None]) -> Found | None:
        """Read a form, which is none where an area in it may be read in two ways."""

        def read() -> Found | None:
            try:
                return form()
            except BadInput:
                return None

        return self.at.attempt(read)

    def ended(self) -> bool:
        """Step over the marks that end a sentence; return whether nothing follows."""
        while self.at.word(",", ".", ")", "!"):
            pass
        return self.at.here is None

    # --- sides and units -------------------------------------------------------------------------

    def side(self) -> str | None:
        """Read a side: ``the German player``, ``Russians``, ``the enemy``."""
        at = self.at
        at.word("the", "a")
        found = self.one_of(self.sides) or at.word("enemy", "opposing", "opponent", "friendly")
        if found is None:
            return None
        self.has("'s|' s")
        return {"opposing": "enemy", "opponent": "enemy"}.get(found, found)

    def player(self) -> str | None:
        """Read a side as one who plays, no word for units behind it."""
        found = self.side()
        if found is None or self.has("@player"):
            return found
        return None if self.at.attempt(self._kind) is not None else found

    def units(self) -> Units | None:
        """Read units: ``each non-prisoner Russian unit``, ``the two German LMGs``, ``4-4-7s``."""
        at = self.at
        at.word("the", "each", "every", "any", "all", "a", "an", "one", "your", "their")
        number = at.attempt(self._number_of_units)
        side, name, rest = "", "", False
        states: list[str] = []
        without: list[str] = []
        kinds: tuple[str, ...] | None = None
        for _ in range(_MAX_BEFORE):
            kinds = at.attempt(self._kinds)
            if kinds is not None:
                break
            if at.word("the", "of"):
                continue
            if self.has("non -"):
                without.append(self._plain_word() or "")
            elif at.word("other"):
                rest = True
            elif (state := self.one_of(STATES)) is not None:
                states.append(state)
            elif not name and (read := at.attempt(self._name)) is not None:
                name = read
            elif not side and (read := at.attempt(self.side)) is not None:
                side = read
            else:
                break
        if kinds is None:
            if not (side or name) or "" in without:
                return None
            self.has("@player")
        return Units(kinds or ("unit",), side, tuple(states), tuple(without), name, number, rest)

    def _number_of_units(self) -> int | None:
        """Read a number that is not the first of a name such as 4-4-7."""
        number = self.at.number()
        return None if number is None or (self.at.ahead("-") and number < 10) else number

    def _plain_word(self) -> str | None:
        token = self.at.here
        if token is None or token.kind != "word":
            return None
        self.at.at += 1
        return token.low.removesuffix("s")

    def _name(self) -> str | None:
        """Read a name on counters: ``4-4-7s``, ``9-2``, ``-2``."""
        at = self.at
        parts: list[str] = []
        while (token := at.here) is not None and len(parts) < 6:
            follows = bool(parts) and parts[-1] != "-"
            if token.text == "-" and (
                not parts or (follows and token.at == at.tokens[at.at - 1].end)
            ):
                parts.append("-")
            elif token.low.rstrip("s").isdigit() and not follows:
                if parts and token.at != at.tokens[at.at - 1].end:
                    return None
                parts.append(token.low.rstrip("s"))
            else:
                break
            at.at += 1
        return "".join(parts) if parts[-1:] != ["-"] and "-" in parts else None

    def _kinds(self) -> tuple[str, ...] | None:
        """Read kinds of units, any of which will do."""
        found: list[str] = []
        more = self._kind()
        while more is not None:
            found.append(more)
            more = self.at.attempt(self._further_kind)
        kinds = tuple(dict.fromkeys(found))
        return (kinds[:-1] if len(kinds) > 1 and kinds[-1] == "unit" else kinds) or None

    def _kind(self) -> str | None:
        return self.one_of(KINDS)

    def _further_kind(self) -> str | None:
        joined = self.has("@joint")
        found = self._kind()
        return found if joined or found == "unit" else None

    # --- places ----------------------------------------------------------------------------------

    def quantity(self) -> tuple[int | None] | None:
        """Read how many: all, which is nothing, or at least so many."""
        at = self.at
        if self.has("(all|every|each|both) [of the|of|the]"):
            return (None,)
        over = self.has("more than|>")
        self.has("[at least|>=|a minimum of|no fewer than|no less than] [any|a total of]")
        number = at.number() or (1 if at.word("a", "an", "any", "single") else None)
        if number is None:
            return None
        self.has("single|or more")
        if self.has("of the|of|the"):
            at.attempt(lambda: at.number() is not None and not at.ahead("hexes", "-"))
            self.has("following [:]")
        return (number + 1 if over else number,)

    def places(self) -> Places | None:
        """Read places to count: ``buildings F5, K5 and M7``, ``hexes of building X3``, named areas."""
        self.chosen = self.every = False
        found = self.at.attempt(self._listed)
        mixed = self.chosen and self.every
        return found if found is not None or mixed else self.at.attempt(self._counted)

    def _counted(self) -> Places | None:
        """Read an area, and what of it counts: ``stone buildings on board 20``, ``building hexes``."""
        self.has("all|the")
        found = self.form(
            "{noun=@counted} ?(of|in|on|within|inside|adjacent|@sides) [of|in] {area:place}",
            lambda noun, area: Places((area,), _counted(noun)),
        )
        if found is not None:
            return found
        counted = self._noun_ahead()
        area = self.place()
        return None if area is None else Places((area,), counted)

    def _noun_ahead(self) -> CountedPlaces:
        """Return what the next words count: hexes in ``building hexes``, each place where they do not
        say.
        """
        tokens = self.at.tokens[self.at.at : self.at.at + _FEW]
        nouns = [n for n, each in enumerate(tokens) if each.low in COUNTED_WORDS]
        if not nouns or (nouns[0] and tokens[nouns[0] - 1].kind == "number" and nouns[0] < 2):
            return CountedPlaces.PLACES
        first = nouns[0]
        return _counted(tokens[first + 1 if first + 1 in nouns else first].low)

    def _listed(self) -> Places | None:
        """Read places one by one, each of which counts."""
        at = self.at
        self.has("[all of the|all of|all|both of|both|each of|the] [parts|places|areas|objectives]")
        victory = self.form(
            "[the] (victory|vc|objective) [condition|conditions] {noun=@counted}",
            lambda noun: Places((NamedArea(f"victory {_counted(noun)}"),)),
        )
        if victory is not None:
            return victory
        found: list[Area] = []
        many: list[Area] | None = self._several()
        while many:
            found += many
            many = self._joined(lambda: self._several() or None)
        if not found or at.ahead("-") or (self.chosen and self.every and len(found) > 2):
            return None
        self.last = found[0] if len(found) == 1 else None
        return Places(tuple(dict.fromkeys(found)))

    def _several(self) -> list[Area]:
        """Read some places of one noun: ``buildings F5 and K5``; one that has a name."""
        at = self.at
        at.word("the")
        area = self.areas.named() or self.whole(self.areas.grouped)
        if area is not None:
            return [area]
        kind: type[Buildings] | type[Hexes] = Buildings if self.has("@buildings") else Hexes
        if kind is Hexes:
            self.has("@hexes")
        name = at.hex()
        if name is None or at.ahead("-"):
            return []
        found: list[Area] = []
        while name is not None:
            found.append(kind((name,)))
            name = self._joined(lambda: None if self.areas.named() else at.hex())
        return found

    def _joined(self, form: Callable[[], Found | None]) -> Found | None:
        """Read a joint and what follows; the joint counts only where that does."""
        before = self.chosen, self.every
        found = self.at.attempt(lambda: form() if self._joint() else None)
        if found is None:
            self.chosen, self.every = before
        return found

    def _joint(self) -> bool:
        chosen = self.has(", and / or|, or|@or")
        every = not chosen and self.has(", and|and")
        self.chosen, self.every = self.chosen or chosen, self.every or every
        return chosen or every or self.has(",|/")

    def place(self) -> Area | None:
        """Read an area, or the building that was named before."""
        self.has("that are|which are|located")
        if self.at.attempt(self._same_building):
            return self.last or NamedArea("the building")
        found = self.whole(self.areas.area)
        self.last = found or self.last
        return found

    def place_in(self) -> Area | None:
        """Read an area that begins with a word for where: ``in building X3``, ``west of N4``."""
        return self.place() if self.at.ahead(*_WHERE) else None

    def _same_building(self) -> bool:
        named = self.has("[in|inside|within|of] (the|that|this) @buildings")
        token = self.at.here
        return named and (token is None or token.kind == "mark" or token.low in _AFTER)


def _counted(noun: str) -> CountedPlaces:
    if noun in HEX_WORDS:
        return CountedPlaces.HEXES
    return CountedPlaces.LOCATIONS if noun in LOCATION_WORDS else CountedPlaces.BUILDINGS
