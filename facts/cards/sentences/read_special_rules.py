"""Reads sentences of special rules.

>>> for rule in read_special_rule("Per SSR 1, woods are brush. Smoke is NA.").value:
...     print(rule)
woods is brush
smoke is not available
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexcourt.facts.areas.area import Area, Compass, Named
from hexcourt.facts.areas.patterns import Form, form
from hexcourt.facts.areas.read_sentences import Read
from hexcourt.facts.areas.tokens import SIDES, forms_of, not_understood
from hexcourt.facts.cards.sentences.read_terrain import Rules, TerrainReader
from hexcourt.facts.cards.sentences.read_units import Units
from hexcourt.facts.cards.sentences.read_victory import BareSentence, plain_words, sentences_of
from hexcourt.facts.cards.sentences.special_rules import (
    Apart,
    Begins,
    Conditions,
    DelayedEntry,
    Fortified,
    Has,
    HiddenSetup,
    Is,
    MayNotEnter,
    MostInHex,
    MovesFirst,
    NotThere,
    Partly,
    SetsUpFirst,
    SetUpIn,
    SpecialRule,
    Weather,
    Wind,
)
from hexcourt.facts.cards.sentences.unit_words import BEGINNINGS, CAPABILITIES, QUALITIES

RULE_FORMS = forms_of("rule")

_OFTEN_GONE = ("smoke", "bore sighting", "oba", "kindling", "sewers", "sewer movement", "rooftops")
_MOST_WORDS = 5
_VERBS = frozenset(
    ("is", "are", "was", "may", "can", "cannot", "do", "does", "has", "have", "not", "and", "or")
).union(("unless", "if", "when", "na", "must", "to", "for", "by"))
_AT_START = re.compile(
    r"^(?:at (?:the )?(?:scenario |game )?start|at setup|during setup|before play),?\s+", re.I
)


def read_special_rule(
    text: str, names: Iterable[str] = (), sides: Iterable[str] = ()
) -> Read[tuple[SpecialRule, ...]]:
    """Read what a text says of special rules; ``names`` are areas, ``sides`` those of the scenario.

    What is not understood is kept as ``Partly``. Raises NotUnderstood (BadInput) where nothing is.
    """
    found: list[SpecialRule] = []
    notes: list[str] = []
    names, sides = tuple(names), tuple(sides)
    for said in sentences_of(text):
        reader = _RuleReader(_AT_START.sub("", said.text), names, sides)
        found += reader.all_of(said)
        notes += [*reader.at.notes, *(f"not read: {each}" for each in said.asides)]
    if all(isinstance(each, Partly) and each.rule is None for each in found):
        raise not_understood(text, text, RULE_FORMS)
    return Read(tuple(found), tuple(dict.fromkeys(notes)))


# --- Forms: what subjects and predicates the patterns are put together of ----------------------------

_MAY_NOT = "((no|neither) {units} (may|can|shall)|!(only) {units} @not) "
_ENTER = _MAY_NOT + "(enter|be in|move into|move onto|occupy) "
_NOT_SET_UP = _MAY_NOT + "@setup "
_AWAY = " @hexes [away] (of|from|to) {others:_others}"
_HIDDEN = (
    "(@setup [using|by|in]|use|be placed|begin) (hip|hidden) [at start|during setup]"
    " [{area:_where}]"
)
_MUST = "[all|each] (must|have to|has to|shall|will) [all|each] "
_SET_UP = (
    "!(only) {units} (@may [each] only (set up|setup)|[all|each] (set up|sets up)|"
    + _MUST
    + "@setup) "
)
_BUILDINGS = (
    "(building hexes|building hex|building locations|building location|buildings|building"
    "|locations|location) [{area:_own_area}] "
)
_DESIGNATE = "{side:player} (may|can|must) (designate|have|choose|select|place|use|make) "
_WIND_IS = "(there is|wind is|the wind is|winds are"


def _apart(units: Units, hexes: int, others: tuple[Units | None]) -> Rules | None:
    """Return the rule; None where of several kinds those of one, or of different ones, may be meant."""
    if others == (None,) and len(units.kinds) > 1:
        return None
    return (Apart(units, hexes, *others),)


def _entering(
    units: Units,
    early: int | None = None,
    turn: int | None = None,
    area: Area | None = None,
    terrain: tuple[str, ...] = ("",),
    _: bool = True,
) -> Rules:
    before = turn if early is None else early
    return tuple(MayNotEnter(units, area, each, before) for each in terrain)


def _fortified(side: str, number: int, area: Area | None, late: Area | None = None) -> Rules:
    where = area or late
    return (Fortified(side, number, None if where is _OWN else where),)


_OWN = Named("setup area")
"""The area of a side's own setup."""

_RULES: tuple[Form, ...] = (
    # the EC are moderate, with no wind at start
    (
        "[the] (ec|environmental conditions|environmental condition) (are|is|:)"
        " {ec=dry|moderate|moist|wet|mud|snow|overcast} [[, and with|, with|with|, and|and|,]"
        " [there is|the wind is|wind is] {wind:_wind}]",
        lambda ec, wind: (Conditions(ec), *filter(None, (wind,))),
    ),
    (_WIND_IS + ") none", lambda: (Wind("none"),)),
    (
        _WIND_IS + "|?(a|@force)) {wind:_wind} [is present|is in effect|are in effect|exists]",
        lambda wind: (wind,),
    ),
    (
        "([the] weather is|weather :) {kind:_weather}"
        "|{kind:_weather} (is in effect|are in effect|is falling)",
        lambda kind: (Weather(kind),),
    ),
    # roll a die to determine who moves first
    (
        "@die [is rolled to|is used to|will] (determine|determines|decide|decides|see)"
        " [which player|which side|who|the side that|which] (moves first|move first|goes first)",
        lambda: (MovesFirst(),),
    ),
    (
        "{side:player} (sets up first|set up first|setup first)",
        lambda side: (SetsUpFirst(side),),
    ),
    (
        "{side:player} (moves first|move first|has the first turn)",
        lambda side: (MovesFirst(side),),
    ),
    # no more than 1 squad may set up per hex
    (
        "(no more than|not more than|at most|a maximum of|only) {number} {units} [may|can]"
        " [@setup] @per_hex [@at_setup]",
        lambda number, units: (MostInHex(units, number),),
    ),
    # the Italians may fortify 6 building hexes in their setup area
    (
        "{side:player} (may|can|must) fortify [up to|any] {number} [fortified] "
        + _BUILDINGS
        + "[@fortified] [{late:_own_area}]",
        _fortified,
    ),
    (
        _DESIGNATE + "[up to|any] {number} fortified " + _BUILDINGS + "[{late:_own_area}]",
        _fortified,
    ),
    (
        _DESIGNATE + "[up to|any] {number} " + _BUILDINGS + "@fortified [{late:_own_area}]",
        _fortified,
    ),
    "{rules:terrain_rule}",
    # no German unit may enter any hex of board 4 before Turn 2
    (
        _ENTER
        + "[{early:before}] [any|a|an|the|all] {terrain:terrains} {_:_no_area} [{turn:before}]",
        _entering,
    ),
    (_ENTER + "[{early:before}] [a|an] {area:place} [{turn:before}]", _entering),
    (
        _ENTER + "[{early:before}] (the map|the board|play|the mapboard) [{turn:before}]"
        "|" + _ENTER + "{turn:before}",
        _entering,
    ),
    # up to three guns may set up HIP
    (
        "(up to|at most) {units} @may " + _HIDDEN,
        lambda units, area: (HiddenSetup(units, True, area),) if units.number else None,
    ),
    (_MAY_NOT + _HIDDEN, lambda units, area: (HiddenSetup(units, False, area),)),
    # squads may not set up in the same hex, within 2 hexes of each other, on board 4
    (
        _NOT_SET_UP + "(stacked with each other|stacked together|stacked|together|in the same hex"
        "|in one hex|in same hex) [(as|with) {others:_others}]",
        lambda units, others: _apart(units, 1, others or (None,)),
    ),
    (
        _NOT_SET_UP + "(adjacent to|next to) {others:_others}",
        lambda units, others: _apart(units, 2, others),
    ),
    (
        _NOT_SET_UP + "(less than|<|closer than|fewer than) {number}" + _AWAY,
        lambda units, number, others: _apart(units, number, others),
    ),
    (
        _NOT_SET_UP + "(within|<=) {number}" + _AWAY,
        lambda units, number, others: _apart(units, number + 1, others),
    ),
    (_NOT_SET_UP + "{area:_where}", lambda units, area: (SetUpIn(units, area, must=False),)),
    (
        _MAY_NOT + "(bore sight|boresight|bore - sight)",
        lambda units: (NotThere("bore sighting", units),),
    ),
    (_MAY_NOT + "(use|employ) {what:_thing}", lambda units, what: (NotThere(what, units),)),
    # guns must set up >= 3 hexes from each other, in building F5, emplaced, in different hexes
    (_SET_UP + "(in different hexes|in separate hexes)", lambda units: _apart(units, 1, (None,))),
    (
        _SET_UP + "{far:_far} {others:_others}",
        lambda units, far, others: _apart(units, far, others),
    ),
    (_SET_UP + "{state:_beginning}", lambda units, state: (Begins(units, state),)),
    (_SET_UP + "{area:_where}", lambda units, area: (SetUpIn(units, area),)),
    ("{units} @may [each] " + _HIDDEN, lambda units, area: (HiddenSetup(units, True, area),)),
    # German armor may delay entry one Turn and thereafter enter on the south edge
    (
        "{units} @may [each] [voluntarily] delay [its|their|his] (entry|entering|arrival)"
        " [by up to|up to|by|for up to|for] [a|maximum|of] ({number} [game|full] (turn|turns)"
        "|!(until|per|if) {_:_no_number}) [{where:_then_where}]",
        lambda units, number, _, where: (DelayedEntry(units, number, where),),
    ),
    # the Italian MMG begins the game malfunctioned
    (
        "{units} [" + _MUST + "] [must|will] (begin|begins|start|starts)"
        " [the game|the scenario|game|scenario|play|on board|onboard] [as] {state:_beginning}",
        lambda units, state: (Begins(units, state),),
    ),
    # Russian units are Fanatic while in building X3
    (
        "!(only) {units} (is|are) [considered to be|considered|treated as|all|always]"
        " {qualities:_qualities} [units|troops]"
        " [(while|when|whenever|if) ?(in|on|within|inside)] [{area:_where}]",
        lambda units, qualities, area: tuple(Is(units, each, area) for each in qualities),
    ),
    # German 4-4-7 squads have Assault Fire capability
    (
        "!(only) {units} ({no=do not have|does not have|have no|has no|lack|lacks}|have|has)"
        " {all_:_capabilities} [exponents|exponent] [capability|capabilities]",
        lambda units, no, all_: tuple(Has(units, each, not no) for each in all_),
    ),
    # Smoke is not available, no Smoke is available to the Germans
    (
        "no {what:_thing} (is|are) (available|allowed) [{units:_to_whom}]",
        lambda what, units: (NotThere(what, units),),
    ),
    (
        "no {what:_thing} {_:_at_end}",
        lambda what, _: (NotThere(what),) if what in _OFTEN_GONE else None,
    ),
    (
        "{things:_things} @gone ({units:_to_whom}|!(to))",
        lambda things, units: tuple(NotThere(each, units) for each in things),
    ),
)


class _RuleReader(TerrainReader):
    """Reads the rules of one sentence."""

    def all_of(self, said: BareSentence) -> Iterable[SpecialRule]:
        """Read all rules of the sentence; what is left over may change each of them."""
        found = [
            rule
            for rules in self.listed(self._rules, "[,] [and|but|while]") or ()
            for rule in rules
        ]
        words = [*([] if self.ended() else [plain_words(self.at.rest())]), *said.partly]
        if not words:
            return found
        left = "; ".join(words).replace(";", ",")
        return [Partly(each, left) for each in found] or [Partly(None, left)]

    _rules = form(*_RULES)
    _others = form(
        ("each other|one another", lambda: (None,)),
        ("[another|any other] {units}", lambda units: (units,)),
    )
    _far = form(
        (
            "(more than|>) {number} [or more] @hexes [away|apart|distant] [from|of]",
            lambda number: number + 1,
        ),
        "(at least|>=|no closer than|a minimum of) {number} [or more] @hexes [away|apart|distant]"
        " [from|of]",
        "{number} or more @hexes [away|apart|distant] [from|of]",
    )
    _own_area = form(
        (
            "[in|within] (their|its|his|the) (setup area|set up area|set - up area|setup - area)",
            lambda: _OWN,
        ),
        "[in|within] !(their|its|his|the) {area:place}",
    )
    _where = form("?(@in|at|more) {area:place}")
    _then_where = form(
        "[,] [and thereafter|and then|thereafter|then|and may|and] [may|must] enter"
        " [on|along|at|from|by] {area:place}"
    )
    _to_whom = form("(to|for|by) {units}")
    _weather = form(
        (
            "{kind=ground snow|deep snow|extreme winter|falling snow|rain|mud|overcast|clear}",
            lambda kind: kind.replace(" ", "_"),
        )
    )

    def _wind(self) -> Wind | None:
        """Read ``no wind at start``, ``a mild breeze blowing to the east``."""
        at = self.at
        at.word("a", "an")
        force = self.value("{force=@force} [initial]")
        named = self.has("@wind")
        if force is None or not (named or at.tokens[at.at - 2].low == "is"):
            return None
        start = "at start|at the start|at scenario start|initially"
        self.has(start)
        toward = at.attempt(self._toward) or ""
        self.has(start)
        return Wind({"no": "none", "gusts": "gusty"}.get(force, force), toward)

    def _toward(self) -> str | None:
        self.has("blowing")
        from_ = self.has("from the|from")
        if not from_ and not self.has("(to|toward|towards) the|toward|towards"):
            return None
        side = self.at.word(*SIDES)
        if side is None or self.at.ahead("-"):
            return None
        sides = list(Compass)
        return sides[(sides.index(SIDES[side]) + 2 * from_) % 4].value

    def _no_area(self) -> bool:
        """Return whether what comes next is no area that narrows the terrain before it."""
        hex_ahead = self.at.here is not None and self.at.here.kind == "hex"
        return not hex_ahead and self.has("!(in|on|of|within|north|south|east|west)")

    def _no_number(self) -> bool:
        return self.number() is None

    def _at_end(self) -> bool:
        return self.at.here is None

    def _beginning(self) -> str | None:
        return self.one_of(BEGINNINGS)

    def _qualities(self) -> tuple[str, ...] | None:
        return self.listed(lambda: self.one_of(QUALITIES) if self.has("[a|an]") else None, "@and")

    def _capabilities(self) -> tuple[str, ...] | None:
        return self.listed(lambda: self.one_of(CAPABILITIES), "@and")

    def _things(self) -> tuple[str, ...] | None:
        return self.listed(self._thing, ", and|and|,|or")

    def _thing(self) -> str | None:
        """Read words for a thing, up to a verb."""
        at = self.at
        at.word("the", "any", "all", "use", "of")
        start = at.at
        while (token := at.here) is not None and at.at - start < _MOST_WORDS:
            dash = token.text == "-" and at.at > start
            if not dash and (token.kind != "word" or token.low in _VERBS):
                break
            at.at += 1
        words = at.between(start, at.at).lower()
        return " ".join(words.split()) or None
