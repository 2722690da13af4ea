"""Reads sentences of victory conditions.

>>> told = "The Germans win at once by exiting 10 vehicles off the west edge."
>>> print(read_victory(told).value)
german wins at once if exit at least 10 vehicle off west edge
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from hexcourt.facts.areas.area import Area
from hexcourt.facts.areas.read_sentences import Read, without_asides
from hexcourt.facts.areas.tokens import EDGE_WORDS, HEX_WORDS, not_understood
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

# --- Parts a text into its sentences, and takes out what adds nothing to them: references, reasons


_NOT_UNDERSTOOD = re.compile(r"\[not understood: ([^\[\]]*)\]")
_END = re.compile(r"(?<!\b[A-Z]\.[A-Z])\.+(?=\s|$)|;")
_REFERENCE = re.compile(
    r"\(\s*(?:(?:[A-Z]|FB|PB|RB)\d*\.?\d[\d.]*(?:\s*[,;&]\s*)?)+\s*\)"
    r"|\(\s*(?:own words|shortened|sic)\s*\)"
    r"|\[\s*(?:[A-Z]|FB|PB|RB)\d*\.\d[\d.]*\s*\]"
)
_PREFACE = re.compile(
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

_REASON = re.compile(r"\s*((?:due to|because of|owing to|to simulate)\s+[a-z' -]{1,60}),\s*", re.I)
_SO = re.compile(r",\s*(?:and\s+)?(so (?:are|is|they|it|have|has|cost|costs)\b.*)$", re.I)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence without what adds nothing to it; ``told`` is what that was, ``partly`` what was
    marked as not understood.
    """

    text: str
    told: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()


def sentences_of(text: str) -> Iterable[Said]:
    """Part a text into sentences."""
    bare, asides = without_asides(text)
    bare = _without_preface(_REFERENCE.sub(" ", bare))
    begin = 0
    for end in [*(match.span() for match in _END.finditer(bare)), (len(bare), len(bare))]:
        said = _said(bare[begin : end[0]], asides)
        begin, asides = end[1], ()
        if said.text or said.partly:
            yield said


def _said(text: str, asides: tuple[str, ...]) -> Said:
    partly = tuple(each.strip() for each in _NOT_UNDERSTOOD.findall(text))
    text = _without_preface(_NOT_UNDERSTOOD.sub(" ", text))
    told = [match[1] for match in (_REASON.match(text), _SO.search(text)) if match]
    text = _SO.sub("", _REASON.sub("", text, count=1) if _REASON.match(text) else text)
    return Said(" ".join(text.split()), (*asides, *told), partly)


def _without_preface(text: str) -> str:
    while match := _PREFACE.match(text):
        text = text[match.end() :]
    return text


def kept(words: str) -> str:
    """Write words that are not understood so that they can be put between brackets."""
    told = " ".join(words.split()).translate(str.maketrans("[];", "(),")).strip(" ,.")
    return re.sub(r"\.+(?=\s|$)", ",", told)


VICTORY_FORMS = (
    "The Germans win at game end if they Control at least 3 of buildings F5, K5 and M7",
    "The Germans win at once if they exit at least 20 VP off the west edge",
    "Control at least 2 more of f5, k5 than the enemy Controls of n4, j2",
    "have at least 1 Good Order MMC in at least 1 of hexes K5, L5",
    "no unbroken enemy unit on or west of hexrow Q at game end",
    "at least 3 times as many unbroken squad-equivalents as the enemy",
    "amass at least 20 CVP",
    "Otherwise it is a draw",
    "Control is by hexes",
    "Exit VP: squad 2, half-squad 1",
)
"""Forms of victory conditions, one of each, to show."""

_DEEPEST = 6
_CONTROL = ("control", "controls", "controlling", "controlled")
_EXIT = ("exit", "exits", "exiting", "exited")
_HAVE = ("have", "has", "having", "with", "had")
_POINTS = ("vp", "vps", "cvp", "evp", "dvp")
_AMASS = (
    *("amass", "amasses", "amassing", "amassed", "score", "scores", "scoring", "scored"),
    *("earn", "earns", "earning", "earned", "accumulate", "accumulated", "accumulating"),
)
_ELIMINATE = (
    *("eliminate", "eliminates", "eliminating", "eliminated"),
    *("destroy", "destroys", "destroying", "destroyed"),
)
_AT_ONCE = (
    "at once",
    "immediately",
    "instantly",
    "at any time during play",
    "the moment",
    "at any time",
)
_AT_END = (
    *(
        "at game end",
        "at the end of the game",
        "at the end of game",
        "at game's end",
        "at end of game",
        "at end of play",
        "at end of scenario",
        "at end",
    ),
    *("at the game's end", "at the end of play", "at the end of the scenario", "at scenario end"),
    *("by game end", "by the end of the game", "by scenario end", "when the game ends", "by end"),
    *("at the conclusion of play", "at the end of the last game turn", "at scenario's end"),
)
_IF = (
    *("if", "provided that", "provided", "as soon as", "whenever", "when", "once", "by", "upon"),
    *("should", "iff", "only if"),
)
_TIMES = {"twice": Fraction(2), "thrice": Fraction(3)}


def read_victory(text: str, names: Iterable[str] = (), sides: Iterable[str] = ()) -> Read[Victory]:
    """Read what a text says of victory; ``names`` are areas, ``sides`` those of the scenario.

    What is not understood is kept in the answer. Raises NotUnderstood (BadInput) where nothing is.
    """
    found, notes = Victory(), []
    last: Area | None = None
    names, sides = tuple(names), tuple(sides)
    for said in sentences_of(text):
        reader = _VictoryReader(said, names, sides, last)
        found = reader.added_to(found)
        last = reader.last
        notes += [*reader.at.notes, *(f"not read: {each}" for each in said.told)]
    if not (found.wins or found.otherwise or found.control_by or found.exit_values):
        raise not_understood(text, text, VICTORY_FORMS)
    return Read(found, tuple(dict.fromkeys(notes)))


class _VictoryReader(UnitReader):
    """Reads one sentence about victory."""

    def __init__(
        self, said: Said, names: Iterable[str], sides: Iterable[str], last: Area | None
    ) -> None:
        super().__init__(said.text, names, sides)
        self.said = said
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
            words = (kept(self.at.text),) if self.at.text else ()
            return replace(found, partly=(*found.partly, *words, *self.said.partly))
        while at.word(",", "."):
            pass
        more = self._other_winner() if at.here is not None else ""
        rest = () if more or at.here is None else (kept(at.rest()),)
        win = replace(win, partly=(*rest, *self.said.partly))
        return replace(found, wins=(*found.wins, win), otherwise=more or found.otherwise)

    def _other_winner(self) -> str:
        """Read ``otherwise the Germans win`` behind a condition."""
        return self.at.attempt(self._otherwise) or ""

    def _ended(self) -> bool:
        while self.at.word(",", ".", ")", "!"):
            pass
        return self.at.here is None

    # --- sentences beside conditions -------------------------------------------------------------

    def _control_by(self) -> str | None:
        """Read ``control is by hexes``, ``control is building hexes not buildings``."""
        at = self.at
        if not at.any_words(
            "building control", "buildings control", "control of buildings", "control"
        ):
            return None
        if not at.word("is", "are"):
            return None
        at.any_words("determined", "counted", "measured", "based on", "judged", "gained", "claimed")
        at.any_words("by", "per", "of", "on", "for", "hex by", "in")
        at.attempt(lambda: at.word("building") and at.ahead(*HEX_WORDS))
        noun = at.word(*COUNTED_WORDS)
        other = at.any_words(", not", "not", "rather than", "instead of", ", rather than")
        if noun is None or noun.startswith("loc") or (other and not self._noun()):
            return None
        if not self._ended():
            return None
        return "hexes" if noun.startswith("hex") else "buildings"

    def _noun(self) -> bool:
        self.at.any_words("by", "per", "whole", "entire", "the")
        return bool(self.at.word(*COUNTED_WORDS))

    def _exit_values(self) -> tuple[ExitValue, ...] | None:
        """Read ``Exit Victory Points: full squad 2, HS 1``."""
        at = self.at
        at.word("the")
        if not at.any_words(
            "exit victory points", "exit vp", "exit vps", "exit victory point values",
            "exit points",
            "exit vp values", "exit values", "evp",
        ):  # fmt: skip
            return None
        at.any_words("values", "value")
        at.any_words(":", "are", "is", "=")
        found: list[ExitValue] = []
        while (value := at.attempt(self._exit_value)) is not None:
            found.append(value)
        return tuple(found) if found and self._ended() else None

    def _exit_value(self) -> ExitValue | None:
        at = self.at
        at.any_words(", and", "and", ",")
        units = self.units()
        at.any_words("is worth", "are worth", "worth", "=", ":", "is", "are", "-")
        points = None if units is None else at.number()
        at.any_words("exit vp", "points", "point", "vp", "evp")
        at.word("each")
        return None if units is None or points is None else ExitValue(units, points)

    def _otherwise(self) -> str | None:
        """Read who wins where nobody does by a condition."""
        at = self.at
        while at.word(",", "."):
            pass
        told = at.any_words(
            "otherwise", "any other result is", "any other outcome is", "any other result means",
            "if neither side wins", "if neither player wins", "if no side wins", "if not",
            "if no one wins", "if nobody wins", "failing that", "in all other cases",
            "in any other case",
            "if neither", "else", "avoid",
        )  # fmt: skip
        if not told:
            return self._avoiding()
        at.word(",")
        at.any_words(
            "the game is", "the result is", "the scenario is", "it is", "is", "the game ends in"
        )
        at.word("a", "an")
        if at.word("draw", "tie"):
            return DRAW if self._ended() else None
        side = self.player()
        if side is None or not at.any_words(
            "wins", "win", "victory", "is the winner", "are the winners"
        ):
            return None
        return side if self._ended() else None

    def _avoiding(self) -> str | None:
        """Read ``The Germans win otherwise``, ``... by avoiding the enemy's victory``."""
        side = self.player()
        if side is None or not self.at.word("win", "wins"):
            return None
        told = self.at.any_words(
            "otherwise", "in all other cases", "in any other case", "by any other result",
            "by avoiding the enemy's victory conditions", "if the enemy does not",
        )  # fmt: skip
        return side if told and self._ended() else None

    # --- who wins, and when ----------------------------------------------------------------------

    def _win(self) -> Win | None:
        at = self.at
        self._time()
        at.word(",")
        goal = at.first_of(self._winner_first, self._winner_last, self._need, self._bare)
        if goal is None:
            return None
        self._time()
        return Win(goal, self.winner, self.when)

    def _time(self) -> bool:
        """Read when a condition is looked at."""
        at = self.at
        at.attempt(
            lambda: at.word(",") and at.ahead("at", "immediately", "by", "when", "instantly")
        )
        for phrases, when in ((_AT_ONCE, AT_ONCE), (_AT_END, AT_END)):
            if at.any_words(*phrases):
                self.when = self.when or when
                return True
        return False

    def _anybody(self) -> str | None:
        """Read a side, or whoever: ``the German player``, ``the first player to``, ``any side``."""
        at = self.at
        at.word("the")
        if at.any_words("first player", "first side", "player", "side") or (
            at.word("any", "either", "whichever") and at.word("player", "side")
        ):
            return ANY_SIDE
        return self.player()

    def _winner_first(self) -> Goal | None:
        """Read ``The Germans win at game end if they ...``."""
        at = self.at
        who = self._anybody()
        if who is None:
            return None
        self._time()
        at.word("can", "will")
        if not (at.word("win", "wins") or at.any_words("is the winner", "are the winners")):
            return None
        self.winner = who
        timed = self._time()
        at.word(",")
        if not at.any_words(*_IF) and not timed:
            return None
        self._time()
        at.word("that")
        return self._goals()

    def _winner_last(self) -> Goal | None:
        """Read ``the player with control of ... wins``, ``If only one player has ..., that player
        wins``.
        """
        at = self.at
        conditional = at.any_words("if", "when", "as soon as")
        who = at.attempt(self._whoever) or ""
        self.winner = who
        self._time()
        goal = self._goals() if who or conditional else None
        if goal is None:
            return None
        self._time()
        at.any_words(", then", ",", "then")
        at.word("then")
        winner = at.any_words(
            "that player", "that side", "this player", "this side", "he", "they", "it"
        )
        again = None if winner else at.attempt(self.player)
        if not at.any_words("wins", "win", "is the winner", "are the winners", "is victorious"):
            return None
        if again is not None and who not in ("", ANY_SIDE, again):
            return None
        self.winner = again or who or (ANY_SIDE if winner else "")
        return goal if self.winner else None

    def _whoever(self) -> str | None:
        """Read a side before its condition; nothing where that speaks of nobody yet."""
        at = self.at
        who = self._anybody()
        if who is None:
            return None
        at.any_words("who", "that", "which", "to")
        return who

    def _need(self) -> Goal | None:
        """Read ``To win, the Finns must ...``, ``German player only needs to have ...``."""
        at = self.at
        at.any_words("to win", "in order to win", "for victory", "for a victory")
        at.word(",")
        who = self._anybody()
        at.word("only")
        must = at.any_words(
            ":",
            "must",
            "has to",
            "have to",
            "need to",
            "needs to",
            "needs only to",
            "need only",
            "need",
        )
        if who is None or not must:
            return None
        self.winner = who
        goal = self._goals()
        at.any_words("to win", "in order to win", "for victory")
        return goal

    def _bare(self) -> Goal | None:
        """Read a condition by itself, as a card tells it beside who wins."""
        self.at.any_words("if")
        return self._goals()

    # --- conditions ------------------------------------------------------------------------------

    def _goals(self) -> Goal | None:
        """Read conditions that ``and`` or ``or`` joins; nothing where both do."""
        at = self.at
        first = self._goal()
        if first is None:
            return None
        found = [first]
        joints = set()
        while (more := at.attempt(self._further_goal)) is not None:
            joints.add(more[0])
            found.append(more[1])
        if len(found) == 1:
            return first
        if len(joints) > 1:
            return None
        return AllOf(tuple(found)) if joints == {"and"} else AnyOf(tuple(found))

    def _further_goal(self) -> tuple[str, Goal] | None:
        at = self.at
        at.word(",")
        joint = "or" if at.any_words("and / or", "or") else "and" if at.word("and") else ""
        at.any_words("also", "by", "if", "either")
        goal = self._goal() if joint else None
        return None if goal is None else (joint, goal)

    def _goal(self) -> Goal | None:
        at = self.at
        if at.attempt(lambda: at.word("(") and self._opened()):
            goal = self._goals()
            at.deep -= 1
            return goal if goal is not None and at.word(")") else None
        at.word("either")
        if not self._subject():
            return None
        self._time()
        return at.first_of(
            self._sole,
            self._none,
            self._outnumber,
            self._amass,
            self._eliminate,
            self._exit,
            self._control,
            self._presence,
        )

    def _opened(self) -> bool:
        self.at.deep += 1
        return self.at.deep <= _DEEPEST

    def _subject(self) -> bool:
        """Step over who is to do it; false where that is another one than the winner."""
        at = self.at
        if at.any_words("they", "he", "that side", "that player", "it", "either side", "who"):
            return True
        start = at.at
        side = at.attempt(self.player)
        if side is None:
            return True
        verb = (*_CONTROL, *_EXIT, *_HAVE, *_AMASS, *_ELIMINATE, "are", "is")
        if not at.ahead(*verb):
            at.at = start
            return True
        self.winner = self.winner or side
        return self.winner == side

    def _control(self) -> Goal | None:
        at = self.at
        at.any_words(
            "have been able to", "have", "has", "having", "with", "gain", "gains", "maintain"
        )
        at.word("undisputed", "sole", "gained")
        if not at.word(*_CONTROL):
            return None
        at.any_words("over", "of")
        more = at.attempt(self._more_of)
        if more is not None:
            return more
        quantity = at.attempt(self.quantity)
        places = self.places()
        if places is None:
            return None
        if quantity is not None:
            return Control(places, *quantity)
        return Control(places, 1 if self.chosen else None)

    def _more_of(self) -> Goal | None:
        """Read ``at least 2 more of SET than the enemy Controls of SET``."""
        at = self.at
        at.any_words("at least", ">=")
        least = at.number() or 1
        if not at.word("more"):
            return None
        at.any_words("of the", "of")
        places = self.places()
        if places is None or not at.word("than"):
            return None
        if self.side() is None and not at.any_words(
            "his opponent", "their opponent", "its opponent"
        ):
            return None
        if not at.any_words("does", "do") and at.word(*_CONTROL):
            at.any_words("of the", "of")
            than = at.attempt(self.places) or places
        else:
            than = places
        return ControlMore(places, than, least)

    def _exit(self) -> Goal | None:
        at = self.at
        at.any_words(*_HAVE)
        at.word("been")
        if not at.word(*_EXIT):
            return None
        quantity = self.quantity()
        if quantity is None:
            return None
        units: Units | None = None
        points = at.any_words(
            "exit victory points", "exit vp", "exit vps", "exit points", "victory points",
            "vp", "vps",
            "evp", "points",
        )  # fmt: skip
        if not points:
            units = self.units()
            if units is None:
                return None
        if points and quantity[0] is None:
            return None
        return Exit(quantity[0], units, at.attempt(self._off))

    def _off(self) -> Area | None:
        at = self.at
        if at.any_words("off the map", "off board", "off the board", "off map"):
            at.any_words("along", "via", "on", "by", "through", "from")
        if not (at.any_words("off of") or at.word("off", "along", "on", "from", "via", "by", "at")):
            token = at.here
            if token is None or not at.ahead(
                "the", "north", "east", "south", "west", "any", *EDGE_WORDS
            ):
                return None
        at.word("either")
        return self.place()

    def _presence(self) -> Goal | None:
        """Read ``have a Good Order MMC in any of ...``."""
        at = self.at
        had = at.any_words(*_HAVE) or at.any_words("there is", "there are")
        quantity = at.attempt(self.quantity) or (1,)
        units = self.units()
        if units is None or quantity[0] is None:
            return None
        if not had and not at.word("are", "is", "remain", "remains"):
            return None
        at.any_words("remaining", "left", "that are", "who are", "located")
        if not at.word(
            "in", "on", "within", "inside", "at", "adjacent", "north", "south", "east", "west"
        ):
            return None
        at.at -= 1
        least, places = self._where()
        return None if places is None else Presence(units, places, least, quantity[0])

    def _where(self) -> tuple[int | None, Places | None]:
        """Read in how many of which places."""
        at = self.at

        def some() -> tuple[int | None, Places] | None:
            at.word("in", "on", "within", "inside")
            quantity = self.quantity()
            places = None if quantity is None else self.places()
            return None if places is None or quantity is None else (quantity[0], places)

        def all_() -> tuple[int | None, Places] | None:
            at.attempt(lambda: at.word("in", "inside") and not at.ahead("or"))
            places = self.places()
            every = places is not None and len(places.parts) > 1 and not self.chosen
            return None if places is None else (None if every else 1, places)

        return at.first_of(some, all_) or (None, None)

    def _sole(self) -> Goal | None:
        """Read ``only one player has an unbroken unit in AREA``, ``have the only ... in AREA``."""
        at = self.at
        told = (
            at.any_words("only one player has", "only one side has", "just one side has")
            or at.any_words(
                "be the only player with", "be the only side with", "is the only side with"
            )
            or at.any_words("being the only side with", "being the only player with")
            or at.any_words("are the only side with", "is the only player with")
            or at.any_words("are the only side to have", "is the only side to have")
            or at.any_words(
                "have the only", "has the only", "have the sole", "has the sole", "sole"
            )
        )
        units = self.units() if told else None
        area = None if units is None else self._in()
        return None if units is None or area is None else SoleUnits(units, area)

    def _in(self) -> Area | None:
        at = self.at
        if not at.ahead(
            "in",
            "on",
            "within",
            "inside",
            "adjacent",
            "at",
            "anywhere",
            "north",
            "south",
            "east",
            "west",
        ):
            return None
        return self.place()

    def _none(self) -> Goal | None:
        """Read ``there are no enemy units in AREA``."""
        at = self.at
        at.any_words("there are", "there is", "there remain")
        if not at.word("no"):
            return None
        units = self.units()
        if units is None:
            return None
        at.any_words("remaining", "remain", "remains", "are", "is", "left", "exist")
        area = at.attempt(self._in)
        if area is None and not at.any_words(
            "on the map",
            "on map",
            "on board",
            "onboard",
            "in play",
            "on the board",
            "on the mapboard",
        ):
            return None
        return NoUnits(units, area)

    def _outnumber(self) -> Goal | None:
        """Read ``at least 3 times as many unbroken squads as the enemy``."""
        at = self.at
        at.any_words(*_HAVE)
        at.any_words("at least", ">=")
        over = at.any_words("more than")
        times = Fraction(1)
        word = at.word(*_TIMES)
        if word is not None:
            times = _TIMES[word]
        else:
            number = at.attempt(self._times)
            if number is not None:
                times = number
            elif not over:
                return self._more_units()
        if not at.any_words("as many"):
            return None
        units = self.units()
        area = at.attempt(self._in)
        if units is None or not at.word("as", "than") or not self._other():
            return None
        return Outnumber(units, times, over, area)

    def _times(self) -> Fraction | None:
        at, token = self.at, self.at.here
        if token is not None and token.kind == "number" and "." in token.text:
            at.at += 1
            found = Fraction(token.text) if token.text[-1].isdigit() else None
        else:
            number = at.number()
            if number is not None and at.word("/"):
                below = at.number()
                found = Fraction(number, below) if below else None
            else:
                found = None if number is None else Fraction(number)
        return found if found is not None and at.word("times") else None

    def _more_units(self) -> Goal | None:
        """Read ``more Good Order squads than the enemy``."""
        at = self.at
        if not at.word("more"):
            return None
        units = self.units()
        area = at.attempt(self._in)
        if units is None or not at.word("than") or not self._other():
            return None
        return Outnumber(units, more=True, area=area)

    def _other(self) -> bool:
        """Step over the other side."""
        side = self.side()
        self.at.any_words("player", "side", "does", "do", "has", "have")
        return side is not None and side != self.winner

    def _amass(self) -> Goal | None:
        at = self.at
        at.any_words(*_HAVE)
        if not at.word(*_AMASS):
            return None
        at.any_words("at least", ">=", "a total of")
        least = at.number()
        more = bool(at.word("more"))
        at.any_words("casualty", "casualty victory")
        points = at.word(*_POINTS)
        if points is None and at.any_words("victory points", "points"):
            points = "vp"
        if points is None or (least is None and not more):
            return None
        if more and not (at.word("than") and self._other()):
            return None
        return Points(least or 1, points.upper().removesuffix("S"), more)

    def _eliminate(self) -> Goal | None:
        """Read ``eliminate all German AFVs``, ``all German AFVs have been eliminated``."""
        at = self.at

        def done() -> Eliminate | None:
            at.any_words(*_HAVE)
            if not at.word(*_ELIMINATE):
                return None
            at.any_words("or captured", "or capture", "and / or captured", "or capturing")
            return self._so_many()

        def suffered() -> Eliminate | None:
            found = self._so_many()
            if found is None:
                return None
            if not at.any_words("have been", "has been", "are", "is"):
                return None
            return found if at.word(*_ELIMINATE) else None

        return at.first_of(done, suffered)

    def _so_many(self) -> Eliminate | None:
        quantity = self.quantity()
        units = None if quantity is None else self.units()
        return None if units is None or quantity is None else Eliminate(units, quantity[0])
