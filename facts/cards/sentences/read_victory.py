"""Reads sentences of victory conditions.

>>> text = "The Germans win at once by exiting 10 vehicles off the west edge."
>>> print(read_victory(text).value)
german wins at once if exit at least 10 vehicle off west edge
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from hexcourt.facts.areas.area import Area
from hexcourt.facts.areas.patterns import form, forms_in
from hexcourt.facts.areas.read_sentences import SentenceReading, without_parentheses
from hexcourt.facts.areas.tokens import forms_of, not_understood
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.cards.sentences.read_units import COUNTED_WORDS, Places, UnitReader, Units
from hexcourt.facts.cards.sentences.victory import (
    ANY_SIDE,
    AT_END,
    AT_ONCE,
    DRAW,
    AllOf,
    AnyOf,
    Control,
    ControlMore,
    Eliminate,
    Exit,
    ExitValue,
    Goal,
    NoUnits,
    Outnumber,
    Points,
    Presence,
    SoleUnits,
    Victory,
    Win,
)

# --- Sentences of a text, without references and reasons ------------------------------------------


_NOT_UNDERSTOOD = pattern(r"\[not understood: ([^\[\]]*)\]")
_END = pattern(r"(?<!\b[A-Z]\.[A-Z])\.+(?=\s|$)|;")
_REFERENCE = pattern(
    r"\(\s*(?:(?:[A-Z]|FB|PB|RB)\d*\.?\d[\d.]*(?:\s*[,;&]\s*)?)+\s*\)"
    r"|\(\s*(?:own words|shortened|sic)\s*\)"
    r"|\[\s*(?:[A-Z]|FB|PB|RB)\d*\.\d[\d.]*\s*\]"
)
_PREFACE = pattern(
    r"\s*(?:"
    r"(?:(?:as )?per|by|under|according to)\s+(?:the\s+)?"
    r"(?:(?:scenario\s+)?(?:special rules?|SSR|SR|rules?)|victory conditions?|VC|NOTES?|"
    r"scenario card)\b\s*(?:\d+[a-z]?(?:\.\d+)*)?\s*[,:.]?"
    r"|(?:SSR|SR|VC|special rules?|victory conditions?)\s*\d*[a-z]?(?:\.\d+)*\s*[:.)]"
    r"|\(?\d{1,2}[.)](?=\s)|[-*\u2022](?=\s)"
    r"|(?:also|additionally|in addition|furthermore|note that)\b\s*[,:]?|note\s*:"
    r"|for this scenario(?: only)?\s*,|in this scenario\s*,|during this scenario\s*,"
    r")\s*",
    re.IGNORECASE,
)
"""What a sentence may begin with: where it is told, and numbers of a list."""

_REASON = pattern(r"\s*((?:due to|because of|owing to|to simulate)\s+[a-z' -]{1,60}),\s*", re.I)
_SO = pattern(r",\s*(?:and\s+)?(so (?:are|is|they|it|have|has|cost|costs)\b.*)$", re.I)


@dataclass(frozen=True, slots=True)
class CoreSentence:
    """A sentence without what adds nothing to it; ``parentheses`` is what that was, ``partly`` what was
    marked as not understood.
    """

    text: str
    parentheses: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()


def sentences_of(text: str) -> Iterable[CoreSentence]:
    """Split a text into sentences."""
    bare, parentheses = without_parentheses(text)
    bare = _without_preface(_REFERENCE.sub(" ", bare))
    begin = 0
    for end in [*(match.span() for match in _END.finditer(bare)), (len(bare), len(bare))]:
        result = _core_sentence(bare[begin : end[0]], parentheses)
        begin, parentheses = end[1], ()
        if result.text or result.partly:
            yield result


def _core_sentence(text: str, parentheses: tuple[str, ...]) -> CoreSentence:
    partly = tuple(each.strip() for each in _NOT_UNDERSTOOD.findall(text))
    text = _without_preface(_NOT_UNDERSTOOD.sub(" ", text))
    items = [match[1] for match in (_REASON.match(text), _SO.search(text)) if match]
    text = _SO.sub("", _REASON.sub("", text, count=1) if _REASON.match(text) else text)
    return CoreSentence(" ".join(text.split()), (*parentheses, *items), partly)


def _without_preface(text: str) -> str:
    while match := _PREFACE.match(text):
        text = text[match.end() :]
    return text


def plain_words(words: str) -> str:
    """Write words that are not understood so that they can be put between brackets."""
    text = " ".join(words.split()).translate(str.maketrans("[];", "(),")).strip(" ,.")
    return re.sub(r"\.+(?=\s|$)", ",", text)


VICTORY_FORMS = forms_of("victory")

_DEEPEST = 6

_TIMES = {"twice": Fraction(2), "thrice": Fraction(3)}


def read_victory(
    text: str, names: Iterable[str] = (), sides: Iterable[str] = ()
) -> SentenceReading[Victory]:
    """Read what a text says of victory; ``names`` are areas, ``sides`` those of the scenario.

    What is not understood is kept in the answer. Raises NotUnderstood (BadInput) where nothing is.
    """
    return _read_victory(text, tuple(names), tuple(sides))


@lru_cache(256)
def _read_victory(
    text: str, names: tuple[str, ...], sides: tuple[str, ...]
) -> SentenceReading[Victory]:
    found, notes = Victory(), []
    last: Area | None = None
    for entry in sentences_of(text):
        reader = _VictoryReader(entry, names, sides, last)
        found = reader.added_to(found)
        last = reader.last
        notes += [*reader.at.notes, *(f"not read: {each}" for each in entry.parentheses)]
    if not (found.wins or found.otherwise or found.control_by or found.exit_values):
        raise not_understood(text, text, VICTORY_FORMS)
    return SentenceReading(found, tuple(dict.fromkeys(notes)))


def _outnumber(units: Units, times: Fraction | None, over: str | None, area: Area | None) -> Goal:
    return Outnumber(units, times or Fraction(1), bool(over), area)


def _amass(least: int | None, more: str | None, points: str | None, other: bool) -> Goal | None:
    if not (other if more else least is not None):
        return None
    return Points(least or 1, (points or "vp").upper().removesuffix("S"), bool(more))


def _exit(
    quantity: tuple[int | None], units: Units | None = None, where: Area | None = None
) -> Goal | None:
    return Exit(quantity[0], units, where) if units is not None or quantity[0] else None


def _control(quantity: tuple[int | None] | None, places: Places, any_place: int) -> Goal:
    return Control(places, *(quantity or (1 if any_place else None,)))


def _presence(
    quantity: tuple[int | None] | None, units: Units, where: tuple[int | None, Places]
) -> Goal | None:
    number = (quantity or (1,))[0]
    return None if number is None else Presence(units, where[1], where[0], number)


_FORMS = forms_in(
    "hexcourt.facts.cards.sentences",
    "goal_forms.tsv",
    {
        "SoleUnits": SoleUnits,
        "NoUnits": NoUnits,
        "Outnumber": Outnumber,
        "outnumber": _outnumber,
        "amass": _amass,
        "eliminate": lambda quantity, units: Eliminate(units, quantity[0]),
        "exit": _exit,
        "control_more": lambda places, than, least: ControlMore(places, than or places, least or 1),
        "control": _control,
        "presence": _presence,
    },
)


class _VictoryReader(UnitReader):
    """Reads one sentence about victory."""

    def __init__(
        self,
        bare_sentence: CoreSentence,
        names: Iterable[str],
        sides: Iterable[str],
        last: Area | None,
    ) -> None:
        super().__init__(bare_sentence.text, names, sides)
        self.sentence = bare_sentence
        self.last = last
        self.winner = ""
        self.when = ""

    def added_to(self, found: Victory) -> Victory:
        """Read the sentence, and add what it says."""
        at = self.at
        by = at.attempt(self._control_by)
        if by:
            return replace(found, control_by=by)
        values = at.attempt(self._exit_values)
        if values:
            return replace(found, exit_values=found.exit_values + values)
        otherwise = at.attempt(self._otherwise)
        if otherwise:
            return replace(found, otherwise=otherwise)
        win = self.whole(self._win)
        if win is None:
            words = (plain_words(self.at.text),) if self.at.text else ()
            return replace(found, partly=(*found.partly, *words, *self.sentence.partly))
        while at.word(",", "."):
            pass
        more = (at.attempt(self._otherwise) or "") if at.here is not None else ""
        rest = () if more or at.here is None else (plain_words(at.rest()),)
        win = replace(win, partly=(*rest, *self.sentence.partly))
        return replace(found, wins=(*found.wins, win), otherwise=more or found.otherwise)

    # --- sentences beside conditions -------------------------------------------------------------

    def _control_by(self) -> str | None:
        """Read ``control is by hexes``, ``control is building hexes not buildings``."""
        if not self.has(
            "(building control|buildings control|control of buildings|control) (is|are)"
            " [determined|counted|measured|based on|judged|gained|claimed]"
            " [by|per|of|on|for|hex by|in]"
        ):
            return None
        self.has("building ?(@hexes)")
        noun = self.at.word(*COUNTED_WORDS)
        other = self.has(", not|not|rather than|instead of|, rather than")
        if other and not self.has("[by|per|whole|entire|the] @counted"):
            return None
        if noun is None or noun.startswith("loc") or not self.ended():
            return None
        return "hexes" if noun.startswith("hex") else "buildings"

    def _exit_values(self) -> tuple[ExitValue, ...] | None:
        """Read ``Exit Victory Points: full squad 2, HS 1``."""
        if not self.has("[the] @exit_points [values|value] [:|are|is|=]"):
            return None
        found: list[ExitValue] = []
        value = "[, and|and|,] {units} [is worth|are worth|worth|=|:|is|are|-] {points:number}"
        value += " [exit vp|points|point|vp|evp] [each]"
        while (more := self.form(value, ExitValue)) is not None:
            found.append(more)
        return tuple(found) if found and self.ended() else None

    def _otherwise(self) -> str | None:
        """Read who wins where nobody does by a condition."""
        at = self.at
        while at.word(",", "."):
            pass
        if not self.has("@otherwise"):
            winner = self.value(
                "{side:player} (win|wins) (otherwise|in all other cases|in any other case"
                "|by any other result|by avoiding the enemy's victory conditions"
                "|if the enemy does not)"
            )
            return winner if winner and self.ended() else None
        self.has("[,] [the game is|the result is|the scenario is|it is|is|the game ends in] [a|an]")
        if at.word("draw", "tie"):
            return DRAW if self.ended() else None
        winner = self.value("{side:player} (wins|win|victory|is the winner|are the winners)")
        return winner if winner and self.ended() else None

    # --- who wins, and when ----------------------------------------------------------------------

    def _win(self) -> Win | None:
        self._time()
        self.at.word(",")
        goal = self.at.first_of(self._winner_first, self._winner_last, self._need, self._plain_goal)
        if goal is None:
            return None
        self._time()
        return Win(goal, self.winner, self.when)

    def _time(self) -> bool:
        """Read when a condition is looked at."""
        self.has(", ?(at|immediately|by|when|instantly)")
        for phrases, when in (("@at_once", AT_ONCE), ("@at_end", AT_END)):
            if self.has(phrases):
                self.when = self.when or when
                return True
        return False

    def _anybody(self) -> str | None:
        """Read a side, or whoever: ``the German player``, ``the first player to``, ``any side``."""
        self.at.word("the")
        if self.has("first player|first side|player|side|(any|either|whichever) (player|side)"):
            return ANY_SIDE
        return self.player()

    def _winner_first(self) -> Goal | None:
        """Read ``The Germans win at game end if they ...``."""
        who = self._anybody()
        if who is None:
            return None
        self._time()
        if not self.has("[can|will] @win"):
            return None
        self.winner = who
        timed = self._time()
        self.has(",")
        if not self.has("@if_") and not timed:
            return None
        self._time()
        self.has("that")
        return self._goals()

    def _winner_last(self) -> Goal | None:
        """Read ``the player with control of ... wins``, ``If only one player has ..., that player
        wins``.
        """
        conditional = self.has("if|when|as soon as")
        who = self.value("{who:_anybody} [who|that|which|to]") or ""
        self.winner = who
        self._time()
        goal = self._goals() if who or conditional else None
        if goal is None:
            return None
        self._time()
        self.has("[, then|,|then] [then]")
        winner = self.has("that player|that side|this player|this side|he|they|it")
        again = None if winner else self.at.attempt(self.player)
        if not self.has("@win|is victorious"):
            return None
        if again is not None and who not in ("", ANY_SIDE, again):
            return None
        self.winner = again or who or (ANY_SIDE if winner else "")
        return goal if self.winner else None

    def _need(self) -> Goal | None:
        """Read ``To win, the Finns must ...``, ``German player only needs to have ...``."""
        self.has("[@to_win] [,]")
        who = self._anybody()
        must = self.has(
            "[only] (:|must|has to|have to|need to|needs to|needs only to|need only|need)"
        )
        if who is None or not must:
            return None
        self.winner = who
        goal = self._goals()
        self.has("@to_win")
        return goal

    def _plain_goal(self) -> Goal | None:
        """Read a condition by itself, as a card tells it beside who wins."""
        self.has("if")
        return self._goals()

    # --- conditions ------------------------------------------------------------------------------

    def _goals(self) -> Goal | None:
        """Read conditions that ``and`` or ``or`` joins; nothing where both do."""
        first = self._goal()
        if first is None:
            return None
        found = [first]
        joints = set()
        while (more := self.at.attempt(self._further_goal)) is not None:
            joints.add(more[0])
            found.append(more[1])
        if len(found) == 1:
            return first
        if len(joints) > 1:
            return None
        return AllOf(tuple(found)) if joints == {"and"} else AnyOf(tuple(found))

    def _further_goal(self) -> tuple[str, Goal] | None:
        self.has(",")
        joint = "or" if self.has("and / or|or") else "and" if self.has("and") else ""
        self.has("also|by|if|either")
        goal = self._goal() if joint else None
        return None if goal is None else (joint, goal)

    def _goal(self) -> Goal | None:
        at = self.at
        if at.attempt(lambda: at.word("(") and self._opened()):
            goal = self._goals()
            at.deep -= 1
            return goal if goal is not None and at.word(")") else None
        self.has("either")
        if not self._subject():
            return None
        self._time()
        return at.attempt(self._of_table)

    def _opened(self) -> bool:
        self.at.deep += 1
        return self.at.deep <= _DEEPEST

    def _subject(self) -> bool:
        """Step over who is to do it; false where that is another one than the winner."""
        if self.has("they|he|that side|that player|it|either side|who"):
            return True
        start = self.at.at
        side = self.at.attempt(self.player)
        if side is None:
            return True
        if not self.has("?(@control|@exit|@have|@amass|@eliminate|are|is)"):
            self.at.at = start
            return True
        self.winner = self.winner or side
        return self.winner == side

    _of_table = form(*_FORMS)
    _off = form(
        "[(off the map|off board|off the board|off map) [along|via|on|by|through|from]]"
        " (off of|off|along|on|from|via|by|at|?(the|north|east|south|west|any|edge|edges))"
        " [either] {area:place}"
    )

    _where_present = form(
        (
            "{_:_no_distance} [in|on|inside] {_:_no_distance} {quantity} {places}",
            lambda quantity, places, _: (quantity[0], places),
        ),
        "{where:_all_places}",
    )

    def _no_distance(self) -> bool:
        """Return whether no distance comes next, the number of which is none of places: ``at least 2
        hexes from K5``.
        """
        start = self.at.at
        far = self.has(
            "[within|at least|>=|more than|>|<=|less than|<] {_:number} @hexes [away] from"
        )
        self.at.at = start
        return not far

    def _any_will_do(self) -> int:
        return int(self.chosen)

    def _all_places(self) -> tuple[int | None, Places] | None:
        self.has("(in|inside) !(or)")
        places = self.places()
        every = places is not None and len(places.parts) > 1 and not self.chosen
        return None if places is None else (None if every else 1, places)

    def _times(self) -> Fraction | None:
        """Read ``twice``, ``3 times``, ``1.5 times``, ``3/2 times``."""
        word = self.at.word(*_TIMES)
        if word is not None:
            return _TIMES[word]
        token = self.at.here
        found: Fraction | None = None
        if token is not None and token.kind == "number" and "." in token.text:
            self.at.at += 1
            found = Fraction(token.text) if token.text[-1].isdigit() else None
        elif (number := self.at.number()) is not None:
            below = self.at.number() if self.at.word("/") else 1
            found = Fraction(number, below) if below else None
        return found if found is not None and self.at.word("times") else None

    def _other(self) -> bool:
        """Step over the other side."""
        side = self.side()
        self.has("player|side|does|do|has|have")
        return side is not None and side != self.winner
