"""Reads sentences of setup and entry, as captions and scenario cards print them.

>>> read_sentence("Set up first on/west of hexrow Q").value.order
Order(rank='first', after='', with_='')
>>> print(read_area("hexes numberd 3-7 on Board 2").value)
hexes >= 3 and <= 7, board 2
>>> read_area("north of the canal")
Traceback (most recent call last):
    ...
hexcourt.facts.areas.tokens.NotUnderstood: 'north of the canal': not understood: ...
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

from hexcourt.facts.areas.area import Anywhere, Area, placed
from hexcourt.facts.areas.patterns import Reader, form
from hexcourt.facts.areas.read_areas import AreaReader
from hexcourt.facts.areas.tokens import (
    COLOURS,
    HEX_WORDS,
    NUMBERS,
    RANKS,
    SENTENCE_FORMS,
    Cursor,
    lexicon,
)
from hexcourt.facts.areas.wording import Wording
from hexcourt.facts.base.patterns import pattern

# --- Values; ``str`` writes what reads back equal -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order:
    """When a group sets up: its ``rank`` (first, second, third, fourth, last), the group that it does so
    ``after``, and the one that it does so together ``with_``; empty where nothing is said.
    """

    rank: str = ""
    after: str = ""
    with_: str = ""

    def __str__(self) -> str:
        items = (
            self.rank,
            f"after {self.after}" if self.after else "",
            f"at the same time as {self.with_}" if self.with_ else "",
        )
        return " ".join(filter(None, items))


class Limit(Wording):
    """What limits how a group sets up in its area; kinds of units are words as written."""


class MostInHex(Limit):
    """No more than so many units of a kind in one hex."""

    wording = "with no more than {most} {units} per hex"
    most: int
    units: str


class NotBeside(Limit):
    """Not adjacent to another unit of a kind."""

    wording = "not adjacent to other {units}"
    units: str


class NotWith(Limit):
    """Not in one hex with units of a kind."""

    wording = "but not in hex with {units}"
    units: str


class Concealed(Limit):
    """Set up concealed."""

    wording = "concealed"


class Hidden(Limit):
    """Set up hidden (HIP)."""

    wording = "using HIP"


@dataclass(frozen=True, slots=True)
class Spent:
    """What units have spent as they enter: so many MF or MP, or half of what they have where nothing
    is counted.
    """

    amount: Fraction | None
    points: str

    def __str__(self) -> str:
        if self.amount is None:
            return f"having already spent half their {self.points}"
        number = f"{float(self.amount):g}"
        return f"having already spent {number} {self.points}"


@dataclass(frozen=True, slots=True)
class Setup:
    """A group sets up in an area.

    ``remarks`` are what the sentence says besides that names no place: kept as written, not read.
    """

    area: Area
    order: Order = Order()
    limits: tuple[Limit, ...] = ()
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = f"{f'Set up {self.order}'.rstrip()} {placed(self.area, 'in')}"
        limits = ", ".join(map(str, self.limits))
        return _with_remarks(f"{text} {limits}".rstrip(), self.remarks)


@dataclass(frozen=True, slots=True)
class EntrySentence:
    """A group enters by an area: on a turn, or on it or any later one where ``after``, or on any up to
    ``until``.

    ``exit`` is by where it leaves; ``first`` tells that its side moves first.
    """

    turn: int
    where: Area
    after: bool = False
    exit: Area | None = None
    spent: Spent | None = None
    first: bool = False
    remarks: tuple[str, ...] = ()
    until: int | None = None

    def __str__(self) -> str:
        text = "Moves first by entering" if self.first else "Enter"
        turn = f"Turn {self.turn}" if self.until is None else f"Turns {self.turn}-{self.until}"
        text += f" on {'or after ' * self.after}{turn} {placed(self.where, 'along')}"
        text += f", {self.spent}" if self.spent is not None else ""
        text += f", and exit {placed(self.exit, 'along')}" if self.exit is not None else ""
        return _with_remarks(text, self.remarks)


@dataclass(frozen=True, slots=True)
class Placed:
    """Units are on the map already."""

    area: Area
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        return _with_remarks(f"Placed {placed(self.area, 'in')}", self.remarks)


Sentence: TypeAlias = Setup | EntrySentence | Placed


def unread(sentence: Sentence) -> tuple[str, ...]:
    """List what a sentence says that is not read; references to notes say nothing of their own."""
    return tuple(e for e in sentence.remarks if not e.lower().startswith(("see ", "cf.", "cf ")))


def _with_remarks(text: str, remarks: tuple[str, ...]) -> str:
    return ". ".join([text, *remarks])


Value = TypeVar("Value", covariant=True)

_HEXES = (*HEX_WORDS, "or")
_PLACE_WORDS = pattern(
    r"\b(?i:anywhere|hex(es|rows?|grain|sides?)?|edges?|exits?|exiting|enters|turns?|areas?|roads?"
    r"|buildings?|adjacent|within|levels?|north|east|south|west|boards? [0-9a-z]{1,3})\b"
    r"|\b(\[[^]]*\]|[0-9]{1,2}|[a-z])?[A-Z]{1,2}[0-9]{1,2}\b|[<>\u2264\u2265]"
)
"""What a sentence that says where, or when, has in it."""

_COLOUR = "|".join(sorted(COLOURS))
_PARENTHESIS = pattern(
    rf"\(\s*((see|cf\.?)\b[^()]*|(({_COLOUR})[\s/,&]*(and|or)?\s*)+(hex(es)?|markers?|lines?)?\s*)\)",
    re.IGNORECASE,
)
"""What stands between parentheses and names no place: a reference, or the markers of the caption."""


@dataclass(frozen=True, slots=True)
class SentenceReading(Generic[Value]):
    """What a text comes to, and ``notes`` of what in it was read as something else."""

    value: Value
    notes: tuple[str, ...] = ()


def read_area(text: str, names: Iterable[str] = ()) -> SentenceReading[Area]:
    """Read an area; ``names`` are those that it may name. Raises NotUnderstood (BadInput)."""
    cursor = Cursor(without_parentheses(text)[0], names)
    found = AreaReader(cursor).area()
    _pass_ends(cursor)
    if found is None or cursor.here is not None:
        raise cursor.refusal()
    return SentenceReading(found, cursor.notes)


def read_sentence(text: str, names: Iterable[str] = ()) -> SentenceReading[Sentence]:
    """Read a sentence of setup or entry; raises NotUnderstood (BadInput)."""
    return _SentenceReader(text, names).sentence()


def is_sentence(text: str) -> bool:
    """Return whether a text begins as a sentence of setup or entry does."""
    return _SentenceReader(text).kind() != ""


def without_parentheses(text: str) -> tuple[str, tuple[str, ...]]:
    """Take references and names of markers out of a text; give the references."""
    items = tuple(
        " ".join(match[1].split()) for match in _PARENTHESIS.finditer(text) if match[2] is not None
    )
    return _PARENTHESIS.sub(" ", re.sub(r"\((e?s)\)", r"\1", text)), items


def _pass_ends(cursor: Cursor) -> None:
    """Pass the marks that end a sentence, one that closes nothing among them."""
    while cursor.word(".", ",", ";", ")"):
        if cursor.tokens[cursor.at - 1].text == ")":
            cursor.note("')' closes nothing")


class _SentenceReader(Reader):
    """Reads one text of one sentence, and what follows it."""

    def __init__(self, text: str, names: Iterable[str] = ()) -> None:
        self.text_read = text
        bare, self.parentheses = without_parentheses(text)
        self.at = Cursor(bare, names)
        self.areas = AreaReader(self.at)

    def kind(self) -> str:
        """Read the words that sentences begin with: what kind it is, empty for none."""
        if self.has("(set up|sets up|setting up|setup|setups|set - up|sets - up)"):
            return "setup"
        if self.has(f"(set|sets) ?({'|'.join(RANKS)})"):
            self.at.note("'set' was read as 'set up'")
            return "setup"
        if self.has("(moves|move) first (by|and|,) @enter"):
            return "first entry"
        if self.has("@enter"):
            return "entry"
        self.has("(have been|has been|are|is|was|were) ?(placed)")
        return "placed" if self.has("placed") else ""

    def sentence(self) -> SentenceReading[Sentence]:
        """Read all of it; raises BadInput where anything is left over that names a place."""
        kind = self.kind()
        if not kind:
            raise self.at.refusal(0, forms=SENTENCE_FORMS)
        if kind == "setup":
            found: Sentence = self.setup()
        elif kind == "placed":
            found = Placed(self.where(), self.remarks())
        else:
            found = self.entry(first=kind == "first entry")
        return SentenceReading(found, self.at.notes)

    def where(self) -> Area:
        """Read an area that may not be missing."""
        found = self.areas.area()
        if found is None:
            raise self.at.refusal()
        return found

    # --- setup -----------------------------------------------------------------------------------

    def setup(self) -> Setup:
        at = self.at
        limits = self.limits()
        order = self.order()
        at.word(",")
        limits += self.limits()
        at.word(",")
        area = self.areas.area()
        if area is None and not order.rank:
            raise at.refusal()
        order = self.order(order)
        limits += self.limits()
        return Setup(area or Anywhere(), order, limits, self.remarks())

    def order(self, before: Order | None = None) -> Order:
        """Read when a group sets up; what was read before stays."""
        at, result = self.at, before or Order()
        rank = result.rank or RANKS.get(at.word(*RANKS) or "", "")
        after, with_ = result.after, result.with_
        self.has(", ?(after|at)")
        opened = self.has("\\( ?(after|at)")
        if not after and self.has("after"):
            after = self.group()
            self.has("have set up|has set up|set up|sets up|setup")
        elif not with_ and self.has("at the same time as|simultaneously with"):
            with_ = self.group()
        if opened and not at.word(")"):
            raise at.refusal()
        return Order(rank, after, with_)

    def group(self) -> str:
        """Read the name of a group: ``New Zealand Forces, Group 1``."""
        at = self.at
        at.word("the")
        start = at.at
        while (token := at.here) is not None and token.kind == "word":
            if token.low in lexicon() and token.low not in ("force", "forces", "all", "other"):
                break
            at.at += 1
        if at.at == start:
            raise at.refusal()
        at.attempt(lambda: (at.word(",") or True) and at.word("group") and at.number())
        return " ".join(at.between(start, at.at).split())

    # --- limits ----------------------------------------------------------------------------------

    def limits(self) -> tuple[Limit, ...]:
        """Read limits, one after the other."""
        found: list[Limit] = []
        while (limit := self.at.attempt(self.limit)) is not None:
            found.append(limit)
        return tuple(found)

    def limit(self) -> Limit | None:
        """Read one limit."""
        self.has("[,|;] [and with|and|but|with]")
        return self._any_limit()  # type: ignore[no-any-return]

    _most = "(no more than|not more than|at most|<=|a maximum of|maximum of|maximum|max|{_:_count})"
    _any_limit = form(
        ("in hip|using hip|hip", Hidden),
        ("concealed", Concealed),
        (
            _most + " {most:number} {units:_units_in_hex} (per hex|in a hex|in any hex|in one hex)",
            lambda most, units, _=None: MostInHex(most, units),
        ),
        ("not adjacent to (other|another|any other) {units:_units}", NotBeside),
        (
            "(not in hex with|not in (a|same) hex with|(may not stack|not stacked) with)"
            " {units:_units}",
            NotWith,
        ),
    )

    def _units_in_hex(self) -> str | None:
        return self.units("per", "in") or None

    def _units(self) -> str | None:
        return self.units() or None

    def _count(self) -> bool:
        """Return whether ``one MMC per hex`` may come."""
        return self.at.here is not None and (
            self.at.here.kind == "number" or self.at.here.low in NUMBERS
        )

    def units(self, *until: str) -> str:
        """Read words for units, up to a word or the end of the clause."""
        at, start = self.at, self.at.at
        while (token := at.here) is not None and token.text not in ",.;()":
            if token.low in until or token.kind in ("sign", "hex", "row"):
                break
            at.at += 1
        text = " ".join(at.between(start, at.at).split())
        return "" if _PLACE_WORDS.search(text) else text

    # --- entry -----------------------------------------------------------------------------------

    def entry(self, first: bool) -> EntrySentence:
        at = self.at
        self.has("the map|the board|play")
        turn = at.attempt(self.turn)
        at.word(",")
        where = self.where()
        turn = turn or at.attempt(self.turn)
        if turn is None:
            _pass_ends(at)
            raise at.refusal(
                None if at.here else 0,
                forms=SENTENCE_FORMS,
                mend="write the turn, as in 'Enter on Turn 1 ...'",
            )
        spent = at.attempt(self.spent)
        exit_ = at.attempt(self.exit)
        spent = spent or at.attempt(self.spent)
        after, until = turn[1] is True, None if turn[1] is True else turn[1]
        return EntrySentence(turn[0], where, after, exit_, spent, first, self.remarks(), until)

    def turn(self) -> tuple[int, bool | int | None] | None:
        """Read the turn of entry, and whether any later one will do, or those up to which."""
        self.has("on|during")
        after = self.has("or after|/ after|and / or after|and or after|or / after")
        number: int | None = self.value("[game] (turn|turns) {number}")
        if not number:
            return None
        after = (
            self.has("or later|or after|or thereafter|and after|\\( or later \\)|\\( or after \\)")
            or after
        )
        until = None if after else self.at.attempt(lambda: self._until(number))
        return number, after or until

    def _until(self, first: int) -> int | None:
        """Read the last of the turns: ``1-3``, ``1, 2 or 3``."""
        at = self.at
        if self.has("@to"):
            last = at.number()
            return last if last is not None and last > first else None
        last = first
        while last is not None and not self.has("or"):
            following = at.number() if self.has(",") else None
            last = following if following == last + 1 else None
            self.has(", ?(or)")
        end = None if last is None else at.number()
        return end if last is not None and end == last + 1 and not at.ahead(*_HEXES) else None

    def spent(self) -> Spent | None:
        """Read ``having already spent half their MP``."""
        if not self.has("[,] having [already] (spent|used|expended|expend|use|spend)"):
            return None
        amount, half = self.amount(), False
        if amount is None:
            half = self.has("half of|half") or self.half()
            self.has("their|its")
        points = self.at.word("mf", "mfs", "mp", "mps")
        if points is None or (amount is None and not half):
            return None
        self.has("allotment|allowance")
        return Spent(amount, points.upper()[:2])

    def half(self) -> bool:
        """Step over ``½ of`` and ``1/2 of``, which are of all points."""
        at = self.at
        texts = [each.text for each in at.tokens[at.at : at.at + 4]]
        length = 1 if texts[:1] == ["\u00bd"] else 3
        if (length == 3 and texts[:3] != ["1", "/", "2"]) or texts[length : length + 1] != ["of"]:
            return False
        at.at += length + 1
        return True

    def amount(self) -> Fraction | None:
        """Read a number that may hold a half."""
        token, after = (*self.at.tokens[self.at.at :], None, None)[:2]
        if token is None or token.kind != "number":
            number = self.at.number()
            return None if number is None else Fraction(number)
        if token.text == "\u00bd" or (after is not None and after.text == "/"):
            return None  # half of all, or of one?
        self.at.at += 1
        return Fraction(token.text.replace("½", ".5"))

    def exit(self) -> Area | None:
        """Read where the group leaves the map."""
        while self.at.word(".", ",", ";"):
            pass
        if not self.has("[and then|and must|and|then] (exit|exits|exiting) [off|along|on|over]"):
            return None
        return self.areas.area()

    # --- the rest --------------------------------------------------------------------------------

    def remarks(self) -> tuple[str, ...]:
        """Keep what follows and names no place; refuse anything else."""
        at = self.at
        found = list(self.parentheses)
        _pass_ends(at)
        begins = at.at == 0 or at.tokens[at.at - 1].text in ".;"
        if at.here is not None and not begins and not at.ahead("see"):
            raise at.refusal()
        for entry in re.split(r"(?<=[^\d\s])\.+(?:\s|$)|;", at.rest()):
            remark = " ".join(entry.split()).strip(" .")
            if remark and _PLACE_WORDS.search(remark) and not remark.lower().startswith("see "):
                raise at.refusal()
            if remark:
                found.append(remark)
        at.at = len(at.tokens)
        return tuple(found)
