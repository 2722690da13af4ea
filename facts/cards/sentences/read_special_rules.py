"""Reads sentences of special rules.

>>> for rule in read_special_rule("Per SSR 1, woods are brush. Smoke is NA.").value:
...     print(rule)
woods is brush
smoke is not available
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from hexcourt.facts.areas.area import Area
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

    def _rules(self) -> Rules | None:
        """Read one rule: several where one thing is said of several."""
        return self.at.first_of(
            self._of_conditions,
            self._of_first_move,
            self._of_limits,
            self._fortified,
            self.terrain_rule,
            self._of_units,
            self._not_available,
        )

    # --- weather, order of play ------------------------------------------------------------------

    def _of_conditions(self) -> Rules | None:
        return self.first_form(
            (
                "[the] (ec|environmental conditions|environmental condition) (are|is|:)"
                " {ec=dry|moderate|moist|wet|mud|snow|overcast} [[, and with|, with|with|, and|and|,]"
                " [there is|the wind is|wind is] {wind:_wind}]",
                lambda ec, wind: (Conditions(ec), *filter(None, (wind,))),
            ),
            ("(there is|wind is|the wind is|winds are) none", lambda: (Wind("none"),)),
            (
                "(there is|wind is|the wind is|winds are|?(a|@force)) {wind:_wind}"
                " [is present|is in effect|are in effect|exists]",
                lambda wind: (wind,),
            ),
            ("([the] weather is|weather :) {kind:_weather}", lambda kind: (Weather(kind),)),
            (
                "{kind:_weather} (is in effect|are in effect|is falling)",
                lambda kind: (Weather(kind),),
            ),
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
        sides = list(dict.fromkeys(SIDES.values()))
        return sides[(sides.index(SIDES[side]) + 2 * from_) % 4].value

    def _weather(self) -> str | None:
        """Read ``rain``, ``ground snow``."""
        return self.form(
            "{kind=ground snow|deep snow|extreme winter|falling snow|rain|mud|overcast|clear}",
            lambda kind: str(kind).replace(" ", "_"),
        )

    def _of_first_move(self) -> Rules | None:
        """Read ``Roll a die to determine who moves first``, ``the Russians move first``."""
        if self.has("@die"):
            return self.form(
                "[is rolled to|is used to|will] (determine|determines|decide|decides|see)"
                " [which player|which side|who|the side that|which]"
                " (moves first|move first|goes first)",
                lambda: (MovesFirst(),),
            )
        return self.first_form(
            (
                "{side:player} (sets up first|set up first|setup first)",
                lambda side: (SetsUpFirst(side),),
            ),
            (
                "{side:player} (moves first|move first|has the first turn)",
                lambda side: (MovesFirst(side),),
            ),
        )

    # --- what sides may do -----------------------------------------------------------------------

    def _of_limits(self) -> Rules | None:
        """Read ``no more than 1 squad may set up per hex``."""
        return self.form(
            "(no more than|not more than|at most|a maximum of|only) {number} {units} [may|can]"
            " [@setup] @per_hex [@at_setup]",
            lambda number, units: (MostInHex(units, number),),
        )

    def _fortified(self) -> Rules | None:
        """Read ``Italian player may designate 6 building hexes in their setup area as fortified``."""
        places = (
            "(building hexes|building hex|building locations|building location|buildings|building"
            "|locations|location) [{area:_own_area}] "
        )
        verbs = "{side:player} (may|can|must) (designate|have|choose|select|place|use|make) "
        return self.first_form(
            (
                "{side:player} (may|can|must) fortify [up to|any] {number} [fortified] "
                + places
                + "[@fortified] [{late:_own_area}]",
                _fortified,
            ),
            (verbs + "[up to|any] {number} fortified " + places + "[{late:_own_area}]", _fortified),
            (
                verbs + "[up to|any] {number} " + places + "@fortified [{late:_own_area}]",
                _fortified,
            ),
        )

    def _own_area(self) -> tuple[Area | None] | None:
        """Read an area, or that of the setup."""
        self.has("in|within")
        if self.has("their|its|his|the"):
            own = self.has("setup area|set up area|set - up area|setup - area")
            return (None,) if own else None
        area = self.place()
        return None if area is None else (area,)

    # --- units -----------------------------------------------------------------------------------

    def _of_units(self) -> Rules | None:
        no = self.has("no|neither")
        if not no and self.has("up to|at most"):
            some = self.units()
            most = some is not None and some.number is not None and self.has("@may")
            return self._hidden(some, may=True) if most and some is not None else None
        units = None if self.at.ahead("only") else self.units()
        if units is None:
            return None
        if no:
            return self._may_not(units) if self.has("may|can|shall") else None
        if self.has("@not"):
            return self._may_not(units)
        forms = (self._may, self._must, self._begins, self._is, self._has)
        return self.at.first_of(*(partial(form, units) for form in forms))

    def _may_not(self, units: Units) -> Rules | None:
        forms = (self._enter_not, partial(self._hidden, may=False), self._not_set_up)
        return self.at.first_of(*(partial(form, units) for form in forms)) or self.first_form(
            (
                "bore sight|boresight|bore - sight",
                lambda: (NotThere("bore sighting", units),),
            ),
            ("(use|employ) {what:_thing}", lambda what: (NotThere(what, units),)),
        )

    def _enter_not(self, units: Units) -> Rules | None:
        """Read ``enter any hex of board 4 prior to Turn 2``, ``enter a building hex``."""
        if not self.has("enter|be in|move into|move onto|occupy|enter into"):
            return None
        before = self.before()

        def entering(
            turn: int | None, area: Area | None = None, terrain: tuple[str, ...] = ("",)
        ) -> Rules:
            turn = turn if before is None else before
            return tuple(MayNotEnter(units, area, each, turn) for each in terrain)

        at_once = "?(before|prior|until)" if before is None else "[]"
        return self.first_form(
            (
                "[any|a|an|the|all] {terrain:terrains} {_:_no_area} [{turn:before}]",
                lambda terrain, _, turn: entering(turn, terrain=terrain),
            ),
            ("[a|an] {area:place} [{turn:before}]", lambda area, turn: entering(turn, area)),
            (f"(the map|the board|play|the mapboard|{at_once}) [{{turn:before}}]", entering),
        )

    def _no_area(self) -> bool:
        """Return whether what comes next is no area that narrows the terrain before it."""
        hex_ahead = self.at.here is not None and self.at.here.kind == "hex"
        return not hex_ahead and self.has("!(in|on|of|within|north|south|east|west)")

    def _hidden(self, units: Units, may: bool) -> Rules | None:
        """Read ``set up HIP``, ``use HIP``."""
        return self.form(
            "(@setup [using|by|in]|use|be placed|begin) (hip|hidden) [at start|during setup]"
            " [{area:_area_of_setup}]",
            lambda area: (HiddenSetup(units, may, area),),
        )

    def _area_of_setup(self) -> Area | None:
        return self.place() if self.has("?(@in|at|more)") else None

    def _not_set_up(self, units: Units) -> Rules | None:
        """Read ``set up in the same hex``, ``set up within 2 hexes of each other``, ``set up on
        board 4``.
        """
        if not self.has("@setup"):
            return None
        if self.has("in the same location"):
            return None
        if self.has(
            "stacked with each other|stacked together|stacked|together|in the same hex|in one hex"
            "|in same hex"
        ):
            others = self.value("(as|with) {others:_others}") or (None,)
            return self._apart(units, 1, others)
        if self.has("adjacent to|next to"):
            return self._apart(units, 2)
        near = self.first_form(
            (
                "(less than|<|closer than|fewer than) {number} @hexes [away] (of|from|to)",
                lambda number: number,
            ),
            ("(within|<=) {number} @hexes [away] (of|from|to)", lambda number: number + 1),
        )
        if near is not None:
            return self._apart(units, near)
        area = self._area_of_setup()
        return None if area is None else (SetUpIn(units, area, must=False),)

    def _apart(
        self, units: Units, hexes: int, others: tuple[Units | None] | None = None
    ) -> Rules | None:
        """Build the rule; nothing where of several kinds those of one, or of different ones, may be
        meant.
        """
        aim = others or self.at.attempt(self._others)
        if aim is None or (aim == (None,) and len(units.kinds) > 1):
            return None
        return (Apart(units, hexes, *aim),)

    def _others(self) -> tuple[Units | None] | None:
        """Read from whom: each other, or other units."""
        if self.has("each other|one another"):
            return (None,)
        self.has("another|any other")
        units = self.units()
        return None if units is None else (units,)

    def _may(self, units: Units) -> Rules | None:
        if not self.has("@may [each]"):
            return None
        if self.has("only (set up|setup)"):
            return self._set_up_where(units)
        return self._hidden(units, may=True) or self.first_form(
            (  # delay entry one Game Turn and thereafter enter on ...
                "[voluntarily] delay [its|their|his] (entry|entering|arrival)"
                " [by up to|up to|by|for up to|for] [a|maximum|of] ({number} [game|full] (turn|turns)"
                "|!(until|per|if) {_:_no_number}) [{where:_then_where}]",
                lambda number, _, where: (DelayedEntry(units, number, where),),
            ),
        )

    def _no_number(self) -> bool:
        return self.number() is None

    def _then_where(self) -> Area | None:
        found: Area | None = self.value(
            "[,] [and thereafter|and then|thereafter|then|and may|and] [may|must] enter"
            " [on|along|at|from|by] {area:place}"
        )
        return found

    def _must(self, units: Units) -> Rules | None:
        if self.has("[all|each] (set up|sets up)"):
            return self._set_up_where(units)
        if not self.has("[all|each] (must|have to|has to|shall|will) [all|each]"):
            return None
        return self._set_up_where(units) if self.has("@setup") else self._begins(units)

    def _set_up_where(self, units: Units) -> Rules | None:
        """Read ``>= 3 hexes from each other``, ``in building F5``, ``emplaced``, ``in different
        hexes``.
        """
        if self.has("in different hexes|in separate hexes"):
            return self._apart(units, 1, (None,))
        far = self.at.attempt(self._far)
        if far is not None:
            return self._apart(units, far)
        state = self.at.attempt(self._beginning)
        if state is not None:
            return (Begins(units, state),)
        area = self._area_of_setup()
        return None if area is None else (SetUpIn(units, area),)

    def _far(self) -> int | None:
        """Read ``>= 3 hexes from``, ``3 or more hexes apart from``."""
        rest = " @hexes [away|apart|distant] [from|of]"
        return self.first_form(
            ("(more than|>) {number} [or more]" + rest, lambda number: number + 1),
            (
                "(at least|>=|no closer than|a minimum of) {number} [or more]" + rest,
                lambda number: number,
            ),
            ("{number} or more" + rest, lambda number: number),
        )

    def _beginning(self) -> str | None:
        return self.one_of(BEGINNINGS)

    def _begins(self, units: Units) -> Rules | None:
        """Read ``begins game as malfunctioned``."""
        return self.form(
            "[must|will] (begin|begins|start|starts)"
            " [the game|the scenario|game|scenario|play|on board|onboard] [as] {state:_beginning}",
            lambda state: (Begins(units, state),),
        )

    def _is(self, units: Units) -> Rules | None:
        """Read ``is Fanatic while in building X3``."""
        return self.form(
            "(is|are) [considered to be|considered|treated as|all|always] {qualities:_qualities}"
            " [units|troops] [(while|when|whenever|if) ?(in|on|within|inside)]"
            " [{area:_area_of_setup}]",
            lambda qualities, area: tuple(Is(units, each, area) for each in qualities),
        )

    def _qualities(self) -> tuple[str, ...] | None:
        return self.listed(self._quality, "@and")

    def _quality(self) -> str | None:
        self.has("a|an")
        return self.one_of(QUALITIES)

    def _has(self, units: Units) -> Rules | None:
        """Read ``have Assault Fire Capability``, ``do not have Smoke capability``."""
        return self.form(
            "({no=do not have|does not have|have no|has no|lack|lacks}|have|has) {all_:_capabilities}"
            " [exponents|exponent] [capability|capabilities]",
            lambda no, all_: tuple(Has(units, each, not no) for each in all_),
        )

    def _capabilities(self) -> tuple[str, ...] | None:
        return self.listed(lambda: self.one_of(CAPABILITIES), "@and")

    # --- what there is not -----------------------------------------------------------------------

    def _not_available(self) -> Rules | None:
        """Read ``Smoke is not available``, ``no Smoke is available to the Germans``."""
        if self.has("no"):
            what = self._thing()
            alone = what in _OFTEN_GONE and self.at.here is None
            if what is None or not (alone or self.has("(is|are) (available|allowed)")):
                return None
            return (NotThere(what, self.at.attempt(self._to_whom)),)
        things = self.listed(self._thing, ", and|and|,|or")
        if things is None or not self.has("@gone"):
            return None
        units = self.at.attempt(self._to_whom)
        if units is None and self.at.ahead("to"):  # ... is not allowed to do something
            return None
        return tuple(NotThere(each, units) for each in things)

    def _to_whom(self) -> Units | None:
        return self.units() if self.has("to|for|by") else None

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


def _same(number: int) -> int:
    return number


def _fortified(
    side: str,
    number: int,
    area: tuple[Area | None] | None,
    late: tuple[Area | None] | None,
) -> Rules:
    place = area or late
    return (Fortified(side, number, place[0] if place else None),)
