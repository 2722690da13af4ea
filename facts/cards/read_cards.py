"""Reads scenario cards: TOML, every key checked, every error with its line.

A sentence that is not understood is no error here: it is kept, and given by those who ask what
it means.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from hexcourt.facts.areas.area import NamedArea, all_of
from hexcourt.facts.areas.read_sentences import read_area
from hexcourt.facts.base.errors import BadInput, listed, quoted, shown
from hexcourt.facts.base.files import package_text, read_toml_text
from hexcourt.facts.base.json_schema import Place, check, day_of, read_schema
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.sizes import MAX_CARD_UNITS, MAX_OF_A_UNIT
from hexcourt.facts.cards.card import (
    ANY_SIDE,
    BY_DIE,
    DRAW,
    FORMAT,
    Card,
    CardEntry,
    CardErrors,
    CardRule,
    CardUnit,
    Condition,
    Fortification,
    Group,
    Side,
    Turns,
    fortification_words,
    unit_words,
)
from hexcourt.facts.cards.card_map import read_map
from hexcourt.facts.formats.kinds import CARD, expecting
from hexcourt.facts.geometry.coordinates import BoardHex, CoordinateError, parse_coordinate
from hexcourt.facts.maps.configuration import Sentences, Table, check_name, texts

# --- Line numbers of TOML values ------------------------------------------------------------------
#
# Python's own reader gives values alone. This goes through the tokens of a text that it has read
# already, so it may trust that brackets and quotation marks match.


_STRING = r'"""(?:[^\\]|\\.)*?"""+|' + r"'''.*?'''+|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'"
_TOKEN = pattern(rf"""#[^\n]*|\s+|({_STRING}|[][{{}},=]|[^][{{}},=\s#"']+)""", re.DOTALL)
_MARKS = frozenset("[]{},=")


def toml_lines(text: str) -> Mapping[Place, int]:
    """Map places to lines, of a text that is TOML."""
    return MappingProxyType(_Lines(text).found)


class _Lines:
    """The lines of all places of a text."""

    def __init__(self, text: str) -> None:
        self.found: dict[Place, int] = {}
        self.tokens = list(_tokens(text))[::-1]
        tables: Counter[Place] = Counter()
        here: Place = ()
        while self.tokens:
            if self.next != "[":
                self.pair(here)
                continue
            line = self.tokens.pop()[1]
            many = self.next == "["
            here = ()
            for each in self.keys("]"):  # by the last table of each list of tables
                here = (*here, *([tables[here] - 1] if tables[here] else []), each)
            if many:
                self.tokens.pop()
                tables[here] += 1
            if tables[here]:
                here = (*here, tables[here] - 1)
            self.note(here, line)

    @property
    def next(self) -> str:
        """Return the next token; nothing at the end."""
        return self.tokens[-1][0] if self.tokens else ""

    def keys(self, end: str) -> list[str]:
        """Pass keys, which dots join, up to a mark."""
        found: list[str] = []
        while (token := self.tokens.pop()[0]) != end:
            if token[0] in "\"'":
                found.append(next(iter(tomllib.loads(f"{token} = 0"))))
            elif token != "[":
                found += filter(None, token.split("."))
        return found

    def pair(self, here: Place) -> None:
        """Pass a key and its value."""
        line = self.tokens[-1][1]
        place: Place = (*here, *self.keys("="))
        self.note(place, line)
        self.value(place)

    def value(self, place: Place) -> None:
        """Pass a value, noting the parts of lists and inline tables."""
        token, line = self.tokens.pop()
        number = 0
        while token in ("[", "{") and self.next not in ("]", "}"):
            if self.next == ",":
                self.tokens.pop()
            elif token == "{":
                self.pair(place)
            else:
                self.note((*place, number), self.tokens[-1][1])
                self.value((*place, number))
                number += 1
        if token in ("[", "{"):
            self.tokens.pop()
        elif self.next not in _MARKS and self.tokens and self.tokens[-1][1] == line:
            self.tokens.pop()  # the time behind a date

    def note(self, place: Place, line: int) -> None:
        """Note the line of a place, and of the tables that it makes on its way."""
        for end in range(1, len(place) + 1):
            self.found.setdefault(place[:end], line)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """List the tokens with their lines."""
    line = 1
    for match in _TOKEN.finditer(text.replace("\r\n", "\n")):
        if match[1]:
            yield match[1], line
        line += match[0].count("\n")


# --- Units, Fortifications and placed counters ----------------------------------------------------
#
# >>> read_unit("3 squads 4-6-7")
# Unit(count=3, kind='squad', name='4-6-7')
# >>> read_unit("2 LMG")
# Unit(count=2, kind='sw', name='LMG')
# >>> read_fortification("24 AP mine factors")
# Fortification(count=24, kind='mine factors', detail='AP')


_COUNTED = pattern(r"(?:([0-9]{1,20})\s*[x×]?\s+)?(\S.*)", re.DOTALL)
_STRENGTH = pattern(r"\(?[0-9]{1,2}\)?-[0-9]{1,2}-[0-9]{1,2}")
_LEADERSHIP = pattern(r"[0-9]{1,2}(-[1-4]|[+-]0|\+[1-4])")
_NAMED_BY_STRENGTH = ("squad", "half-squad", "leader", "commissar")
_FACTORS = "mine factors"
_MINES = pattern(r"(A-?[PT]|anti-tank|anti-personnel)[ -]+mine(?:s|[ -]factors?)", re.IGNORECASE)
_MAX_FACTORS = 1_000

_Meaning = TypeVar("_Meaning")


def read_unit(text: str) -> CardUnit:
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
        return CardUnit(count, word.kind, word.word)
    if not name and word.kind in _NAMED_BY_STRENGTH:
        such = "9-1" if word.unit_class == "smc" else "4-6-7"
        raise BadInput(
            f"unit {quoted(text)}: does not say which {word.kind}; write {word.kind} {such}"
        )
    return CardUnit(count, word.kind, name)


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


def read_placed(text: str) -> tuple[str, tuple[BoardHex, ...]]:
    """Split a placed counter from the hexes that it lies in or between, in the words of A2.2: ``wreck
    K7``, ``roadblock L12-K13``, ``pillbox 1+3+5 D24caE24/E25``; raises BadInput with the mend.
    """
    counter, _, name = text.strip().rpartition(" ")
    try:
        at = parse_coordinate(name)
    except CoordinateError:
        raise BadInput(f'placed {quoted(text)}: ends in no hex; write such as "wreck S5"') from None
    if not counter.strip():
        raise BadInput(f'placed {quoted(text)}: says no counter; write such as "wreck {name}"')
    return counter.strip(), (at.hex, *at.bypass, *(at.covered_arc or ()))


def _counted(text: str, what: str, such: str) -> tuple[int, str]:
    match = _COUNTED.fullmatch(text.strip())
    if match is None:
        raise BadInput(f"{what} {quoted(text)}: is empty; write {such}")
    count = int(match[1] or 1)
    most = _MAX_FACTORS if "factor" in text else MAX_OF_A_UNIT
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


def _meaning(text: str, words: Mapping[str, _Meaning]) -> _Meaning | None:
    if text in words:
        return words[text]
    low = text.lower()
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


_Value = TypeVar("_Value")

_LINE = pattern(r"^(.*) \(at line ([0-9]+), column [0-9]+\)$", re.DOTALL)
_FORMAT_LINE = pattern(r"""^\s*format\s*=\s*["']hexcourt-card/""", re.MULTILINE)


def is_card(path: Path) -> bool:
    """Return whether a TOML file says that it is a card, of whatever version."""
    try:
        return is_text_of_card(read_toml_text(path, "a scenario card"))
    except UnicodeDecodeError:
        return False


def is_text_of_card(text: str) -> bool:
    """Return whether the text of a TOML file says so."""
    return _FORMAT_LINE.search(text) is not None


def read_card(path: Path) -> Card:
    """Read a card; raises BadInput with file, line and mend."""
    such = "a scenario card (.toml) or a save of VASSAL (.vsav)"
    try:
        text = read_toml_text(path, such, expecting(such, CARD))
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is no text in UTF-8; write the card as TOML") from None
    return card_of(text, str(path))


def json_schema() -> str:
    """Return the JSON Schema of cards, as editors take it."""
    return package_text("hexcourt.facts.cards", "card_schema.json")


def card_of(text: str, source: str) -> Card:
    """Read the text of a card that lies at ``source``; raises BadInput with line and mend."""
    document = _parsed(text, source)
    lines = toml_lines(text)
    refuse = CardErrors(source, lines)
    if "format" not in document:
        raise refuse((), f'nothing says what file this is; write format = "{FORMAT}" first')
    check(read_schema(json_schema()), document, (), refuse)
    return _Reader(document, refuse).card(text, lines)


def _parsed(text: str, source: str) -> Table:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _LINE.match(str(error))
        place = f"{source}, line {match[2]}" if match else source
        sentence = match[1] if match else str(error)
        raise BadInput(f"{place}: cannot be read as TOML: {sentence}; mend it there") from None
    except RecursionError:
        raise BadInput(f"{source}: is nested too deep; write a card as TOML") from None


class _Reader:
    """Makes the values of a card whose shape is checked, checking what belongs together."""

    def __init__(self, document: Table, refuse: CardErrors) -> None:
        self.document = document
        self.refuse = refuse

    def card(self, text: str, lines: Mapping[Place, int]) -> Card:
        """Make the card."""
        document = self.document
        sides, areas = self.sides(), self.areas()
        chart = read_map(document["map"], self.refuse)
        self.each(document["map"], "placed", ("map",), read_placed)
        victory = document.get("victory", {})
        otherwise = victory.get("otherwise", "")
        names = [each.name for each in sides]
        self.check_side(otherwise, (*names, DRAW), ("victory", "otherwise"))
        paths = {
            name: Path(document[name]) if name in document else None
            for name in ("counters", "limits")
        }
        return Card(
            source=self.refuse.source,
            id=document.get("id", "") or Path(self.refuse.source).stem,
            title=document.get("title", ""),
            date=day_of(document["date"]) if "date" in document else None,
            rules=document.get("rules", "asl"),
            north=chart.map.north,
            map=chart.map,
            versions=chart.versions,
            boards_folder=texts(document["map"].get("boards_folder", ())),
            placed=texts(document["map"].get("placed", ())),
            **paths,
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
        tables = self.document.get("side", ())
        found = tuple(Side(**{**each, "name": each["name"].strip()}) for each in tables)
        self.refuse_twice([each.name for each in found], "side", "name")
        for number, each in enumerate(found):
            if each.name in (ANY_SIDE, DRAW, BY_DIE):
                raise self.refuse(
                    ("side", number, "name"),
                    f"side {each.name}: the word means another thing in cards; choose another name",
                )
        return found

    def turns(self, sides: Sequence[str]) -> Turns:
        """Read the turns."""
        found = Turns(**self.document.get("turns", {}))
        for name in ("sets_up_first", "moves_first"):
            self.check_side(getattr(found, name), (*sides, BY_DIE), ("turns", name))
        return found

    def areas(self) -> Sentences:
        """Read the areas, whose sentences may name each other but not themselves."""
        found = {name: texts(each) for name, each in self.document.get("areas", {}).items()}
        for name in found:
            self.at(("areas", name), check_name, name)
        uses = {name: tuple(_uses(sentences, found)) for name, sentences in found.items()}
        for name in uses:
            circle = _circle(name, uses)
            if circle:
                by = f" by way of {listed(circle)}" if circle != [name] else ""
                raise self.refuse(
                    ("areas", name),
                    f"area {name}: is defined by itself{by}; say where it is by hexes, edges or hexrows",
                )
        return MappingProxyType(found)

    def rules(self) -> Iterator[CardRule]:
        """Read the special rules."""
        tables = self.document.get("rule", ())
        self.refuse_twice([each["id"] for each in tables], "rule", "id")
        for number, each in enumerate(tables):
            lists = {name: texts(each.get(name, ())) for name in ("say", "change")}
            if "law" in each and "house_rules" in each:
                raise self.refuse(
                    ("rule", number, "law"),
                    "house_rules stands beside its former name; leave this line out",
                )
            file = each.get("house_rules", each.get("law"))
            yield CardRule(each["id"], lists["say"], each.get("text", ""), lists["change"], file)

    def groups(self, sides: Sequence[str], areas: Sentences) -> Iterator[Group]:
        """Read the groups, each of an id of its own."""
        tables = self.document.get("group", ())
        self.refuse_twice([each["id"] for each in tables], "group", "id")
        units = 0
        for number, each in enumerate(tables):
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
            if units > MAX_CARD_UNITS:
                raise self.refuse(
                    place, f"the card has {units} units and more; give {MAX_CARD_UNITS} at most"
                )
            yield found

    def group(self, table: Table, place: Place) -> Group:
        """Read one group."""
        self.each(table, "placed", place, read_placed)
        return Group(
            id=table["id"],
            side=table["side"],
            setup=table.get("setup", "").strip(),
            entry=_entry(table["entry"]) if "entry" in table else None,
            units=self.each(table, "units", place, read_unit),
            fortifications=self.each(table, "fortifications", place, read_fortification),
            placed=texts(table.get("placed", ())),
            limits=MappingProxyType(table.get("limit", {})),
            line=self.refuse.lines.get(place, 0),
        )

    def conditions(self, tables: Sequence[Table], sides: Sequence[str]) -> Iterator[Condition]:
        """Read the conditions of victory."""
        for number, each in enumerate(tables):
            place: Place = ("victory", "condition", number, "winner")
            self.check_side(each["winner"], (*sides, ANY_SIDE), place)
            yield Condition(**{"when": "end", **each, "say": texts(each.get("say", ()))})

    # --- Shared checks ----------------------------------------------------------------------------

    def at(self, place: Place, read: Callable[[str], _Value], text: str) -> _Value:
        """Read a text, saying where in the card it stands if it cannot be read."""
        try:
            return read(text)
        except BadInput as error:
            raise self.refuse(place, str(error)) from None

    def each(
        self, table: Table, name: str, place: Place, read: Callable[[str], _Value]
    ) -> tuple[_Value, ...]:
        """Read all texts of a list."""
        return tuple(
            self.at((*place, name, number), read, text)
            for number, text in enumerate(table.get(name, ()))
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
            mend = 'write a table [[side]] with name = "..."'
            if set(known) - {BY_DIE}:
                mend = f"write {listed(known, 'or')}"
            raise self.refuse(place, f"side {quoted(name)}: the card has none of this name; {mend}")


def _entry(entry: str | Table) -> CardEntry:
    if isinstance(entry, str):
        return CardEntry(0, sentence=entry.strip())
    values: Table = {
        name: each.strip() if isinstance(each, str) else each for name, each in entry.items()
    }
    return CardEntry(**values)


def _uses(sentences: Sequence[str], areas: Sentences) -> Iterator[str]:
    """List the areas that sentences name; those that are not understood name none."""
    for each in sentences:
        with suppress(BadInput):
            found = read_area(each, tuple(areas)).value
            yield from (part.name for part in all_of(found) if isinstance(part, NamedArea))


def _circle(name: str, uses: Mapping[str, Sequence[str]]) -> list[str]:
    """Return a way from an area to itself, empty where there is none."""
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
