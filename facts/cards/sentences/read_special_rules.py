"""Reads sentences of special rules.

>>> for rule in read_special_rule("Per SSR 1, woods are brush. Smoke is NA.").value:
...     print(rule)
woods is brush
smoke is not available
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexcourt.facts.areas.area import Area
from hexcourt.facts.areas.read_sentences import Read
from hexcourt.facts.areas.tokens import HEX_WORDS, SIDES, not_understood
from hexcourt.facts.cards.sentences.read_terrain import Rules, TerrainReader
from hexcourt.facts.cards.sentences.read_units import Units
from hexcourt.facts.cards.sentences.read_victory import Said, kept, sentences_of
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

RULE_FORMS = (
    "Woods are orchards",
    "Hedges are bocage",
    "Grain is in season",
    "Hex K5 is open ground",
    "Building X3 is a Factory",
    "All buildings are single story",
    "Hexes whose single terrain is brush are orchards",
    "Marsh has no effect on LOS",
    "No German unit may enter any hex of board 4 before Turn 2",
    "AFV may not enter any building hex",
    "Guns may not set up HIP",
    "Guns must set up >= 3 hexes from each other",
    "German squads may not set up in the same hex",
    "German MMC must set up in building F5",
    "German 4-4-7 squads have Assault Fire capability",
    "Russian units are Fanatic while in building X3",
    "EC are Moderate, with no wind at start",
    "Smoke is not available",
    "German armor may delay entry one Turn and thereafter enter on the south edge",
    "The Italians may fortify 6 building hexes in their setup area",
    "The Italian MMG begins the game malfunctioned",
    "Roll a die to determine who moves first",
)
"""Forms of special rules, one of each, to show."""

_SET_UP = ("set up", "setup", "set - up", "be set up", "be setup")
_NOT = ("may not", "cannot", "can not", "must not", "may never", "may neither", "shall not")
_GONE = (
    *(
        "is not available",
        "are not available",
        "is not allowed",
        "are not allowed",
        "is na",
        "are na",
    ),
    *(
        "is n / a",
        "are n / a",
        "is unavailable",
        "are unavailable",
        "may not be used",
        "cannot be used",
    ),
    *(
        "is not in effect",
        "are not in effect",
        "is not in play",
        "are not in play",
        "is prohibited",
    ),
    *(
        "are prohibited",
        "do not exist",
        "does not exist",
        "is not permitted",
        "are not permitted",
        "na",
    ),
    *("is not used", "are not used", "is not applicable", "do not apply", "does not apply"),
)
_EC = ("dry", "moderate", "moist", "wet", "mud", "snow", "overcast")
_FORCES = ("no", "mild", "heavy", "light", "gusty", "gusts")
_OFTEN_GONE = ("smoke", "bore sighting", "oba", "kindling", "sewers", "sewer movement", "rooftops")
_MOST_WORDS = 5
_VERBS = frozenset(
    [
        "is",
        "are",
        "was",
        "may",
        "can",
        "cannot",
        "do",
        "does",
        "has",
        "have",
        "not",
        "and",
        "or",
        "unless",
        "if",
        "when",
        "na",
        "must",
        "to",
        "for",
        "by",
    ]
)
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
        notes += [*reader.at.notes, *(f"not read: {each}" for each in said.told)]
    if all(isinstance(each, Partly) and each.rule is None for each in found):
        raise not_understood(text, text, RULE_FORMS)
    return Read(tuple(found), tuple(dict.fromkeys(notes)))


class _RuleReader(TerrainReader):
    """Reads the rules of one sentence."""

    def all_of(self, said: Said) -> Iterable[SpecialRule]:
        """Read all rules of the sentence; what is left over may change each of them."""
        at = self.at
        found: list[SpecialRule] = []
        rules = at.attempt(self._rules)
        while rules is not None:
            found += rules
            rules = at.attempt(self._further_rules)
        while at.word(",", ".", ")", "!"):
            pass
        words = [*([kept(at.rest())] if at.here is not None else []), *said.partly]
        if not words:
            return found
        told = "; ".join(words).replace(";", ",")
        return [Partly(each, told) for each in found] or [Partly(None, told)]

    def _further_rules(self) -> Rules | None:
        at = self.at
        at.word(",")
        at.any_words("and", "but", "while")
        return self._rules()

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
        return self.at.first_of(self._ec, self._wind_alone, self._weather)

    def _ec(self) -> Rules | None:
        """Read ``EC are Moderate, with no wind at start``."""
        at = self.at
        at.word("the")
        if not at.any_words("ec", "environmental conditions", "environmental condition"):
            return None
        if not at.word("are", "is", ":"):
            return None
        ec = at.word(*_EC)
        if ec is None:
            return None
        wind = at.attempt(self._and_wind)
        return (Conditions(ec),) if wind is None else (Conditions(ec), wind)

    def _and_wind(self) -> Wind | None:
        at = self.at
        at.any_words(", and with", ", with", "with", ", and", "and", ",")
        at.any_words("there is", "the wind is", "wind is")
        return self._wind()

    def _wind(self) -> Wind | None:
        """Read ``no wind at start``, ``a mild breeze blowing to the east``."""
        at = self.at
        at.word("a", "an")
        force = at.word(*_FORCES)
        at.any_words("initial")
        named = at.any_words("wind", "winds", "breeze", "breezes")
        if force is None or not (named or at.tokens[at.at - 2].low == "is"):
            return None
        at.any_words("at start", "at the start", "at scenario start", "initially")
        toward = at.attempt(self._toward) or ""
        at.any_words("at start", "at the start", "at scenario start", "initially")
        return Wind({"no": "none", "gusts": "gusty"}.get(force, force), toward)

    def _toward(self) -> str | None:
        at = self.at
        at.word("blowing")
        from_ = bool(at.any_words("from the", "from"))
        if not from_ and not at.any_words(
            "to the", "toward the", "towards the", "toward", "towards"
        ):
            return None
        side = at.word(*SIDES)
        if side is None or at.ahead("-"):
            return None
        sides = list(dict.fromkeys(SIDES.values()))
        at_ = sides.index(SIDES[side])
        return sides[(at_ + 2) % 4].value if from_ else sides[at_].value

    def _wind_alone(self) -> Rules | None:
        at = self.at
        if at.any_words("there is", "wind is", "the wind is", "winds are"):
            if at.word("none"):
                return (Wind("none"),)
        elif not at.ahead("no", "a", *_FORCES):
            return None
        wind = self._wind()
        if wind is None:
            return None
        at.any_words("is present", "is in effect", "are in effect", "exists")
        return (wind,)

    def _weather(self) -> Rules | None:
        """Read ``weather is rain``, ``ground snow is in effect``."""
        at = self.at
        told = at.any_words("weather is", "the weather is", "weather :")
        kinds = (
            "ground snow",
            "deep snow",
            "extreme winter",
            "falling snow",
            "rain",
            "mud",
            "overcast",
            "clear",
        )
        kind = next((each for each in kinds if at.any_words(each)), None)
        if kind is None or not (
            told or at.any_words("is in effect", "are in effect", "is falling")
        ):
            return None
        return (Weather(kind.replace(" ", "_")),)

    def _of_first_move(self) -> Rules | None:
        """Read ``Roll a die to determine who moves first``, ``the Russians move first``."""
        at = self.at
        die = (
            at.any_words(
                "roll a die to", "roll one die to", "make a dr to", "each side rolls a die to"
            )
            or at.any_words("a die roll", "a dr", "a die", "die roll", "dr")
            or at.any_words("both players roll a die to", "each player rolls a die to", "randomly")
        )
        if die:
            at.any_words("is rolled to", "is used to", "will")
            if not at.word("determine", "determines", "decide", "decides", "see"):
                return None
            at.any_words("which player", "which side", "who", "the side that", "which")
            return (
                (MovesFirst(),) if at.any_words("moves first", "move first", "goes first") else None
            )
        side = self.player()
        if side is None:
            return None
        if at.any_words("sets up first", "set up first", "setup first"):
            return (SetsUpFirst(side),)
        moves = at.any_words("moves first", "move first", "has the first turn")
        return (MovesFirst(side),) if moves else None

    # --- what sides may do -----------------------------------------------------------------------

    def _of_limits(self) -> Rules | None:
        """Read ``no more than 1 squad may set up per hex``."""
        at = self.at
        if not at.any_words("no more than", "not more than", "at most", "a maximum of", "only"):
            return None
        most = at.number()
        units = None if most is None else self.units()
        if units is None or most is None:
            return None
        at.any_words("may", "can")
        at.any_words(*_SET_UP)
        told = at.any_words(
            "in the same hex",
            "per hex",
            "in each hex",
            "in any hex",
            "in any one hex",
            "in a hex",
            "in one hex",
        )
        at.any_words("at start", "during setup", "at setup")
        return (MostInHex(units, most),) if told else None

    def _fortified(self) -> Rules | None:
        """Read ``Italian player may designate 6 building hexes in their setup area as fortified``."""
        at = self.at
        side = self.player()
        if side is None or not at.word("may", "can", "must"):
            return None
        fortify = at.word("fortify")
        if not fortify and not at.word(
            "designate", "have", "choose", "select", "place", "use", "make"
        ):
            return None
        at.any_words("up to", "any")
        number = at.number()
        said = at.any_words("fortified")
        if number is None or not at.any_words(
            "building hexes", "building hex", "building locations", "building location",
            "buildings",
            "building", "locations", "location",
        ):  # fmt: skip
            return None
        area = at.attempt(self._own_area)
        said = said or at.any_words(
            "as fortified building locations", "as fortified locations", "as fortified",
            "to be fortified",
            "as being fortified", "fortified",
        )  # fmt: skip
        if not said and not fortify:
            return None
        area = area or at.attempt(self._own_area)
        return (Fortified(side, number, area[0] if area else None),)

    def _own_area(self) -> tuple[Area | None] | None:
        """Read an area, or that of the setup."""
        at = self.at
        at.word("in", "within")
        if at.any_words("their", "its", "his", "the"):
            if at.any_words("setup area", "set up area", "set - up area", "setup - area"):
                return (None,)
            return None
        area = self.place()
        return None if area is None else (area,)

    # --- units -----------------------------------------------------------------------------------

    def _of_units(self) -> Rules | None:
        at = self.at
        no = bool(at.word("no", "neither"))
        if not no and at.any_words("up to", "at most"):
            some = self.units()
            most = some is not None and some.number is not None and at.word("may", "can")
            return self._hidden(some, may=True) if most and some is not None else None
        units = None if at.ahead("only") else self.units()
        if units is None:
            return None
        if no:
            return self._may_not(units) if at.word("may", "can", "shall") else None
        if at.any_words(*_NOT):
            return self._may_not(units)
        return at.first_of(
            lambda: self._may(units),
            lambda: self._must(units),
            lambda: self._begins(units),
            lambda: self._is(units),
            lambda: self._has(units),
        )

    def _may_not(self, units: Units) -> Rules | None:
        return self.at.first_of(
            lambda: self._enter_not(units),
            lambda: self._hidden(units, may=False),
            lambda: self._not_set_up(units),
            lambda: self._not_use(units),
        )

    def _enter_not(self, units: Units) -> Rules | None:
        """Read ``enter any hex of board 4 prior to Turn 2``, ``enter a building hex``."""
        at = self.at
        if not at.any_words("enter", "be in", "move into", "move onto", "occupy", "enter into"):
            return None
        before = self.before()

        def ended(area: Area | None, terrain: tuple[str, ...]) -> Rules | None:
            turn = before if before is not None else self.before()
            if area is not None or not terrain:
                return (MayNotEnter(units, area, "", turn),)
            return tuple(MayNotEnter(units, None, each, turn) for each in terrain)

        def map_() -> Rules | None:
            told = at.any_words("the map", "the board", "play", "the mapboard")
            return ended(None, ()) if told or before is not None or self._turn_follows() else None

        def of_terrain() -> Rules | None:
            at.any_words("any", "a", "an", "the", "all")
            terrain = self.terrains()
            if (
                terrain is None
                or self._hex_ahead()
                or at.ahead("in", "on", "of", "within", "north", "south", "east", "west")
            ):
                return None
            return ended(None, terrain)

        def of_area() -> Rules | None:
            at.any_words("a", "an")
            area = self.place()
            return None if area is None else ended(area, ())

        return at.first_of(of_terrain, of_area, map_)

    def _hex_ahead(self) -> bool:
        return self.at.here is not None and self.at.here.kind == "hex"

    def _turn_follows(self) -> bool:
        return self.at.ahead("before", "prior", "until")

    def _hidden(self, units: Units, may: bool) -> Rules | None:
        """Read ``set up HIP``, ``use HIP``."""
        at = self.at
        if at.any_words(*_SET_UP):
            at.any_words("using", "by", "in")
        elif not at.any_words("use", "be placed", "begin"):
            return None
        if not at.any_words("hip", "hidden"):
            return None
        at.any_words("at start", "during setup")
        area = at.attempt(self._area_of_setup)
        return (HiddenSetup(units, may, area),)

    def _area_of_setup(self) -> Area | None:
        at = self.at
        start = (
            "in",
            "on",
            "within",
            "inside",
            "adjacent",
            "anywhere",
            "north",
            "south",
            "east",
            "west",
        )
        return self.place() if at.ahead(*start, "at", "more") else None

    def _not_set_up(self, units: Units) -> Rules | None:
        """Read ``set up in the same hex``, ``set up within 2 hexes of each other``, ``set up on
        board 4``.
        """
        at = self.at
        if not at.any_words(*_SET_UP):
            return None
        if at.any_words("stacked with each other", "stacked together", "stacked", "together") or (
            at.any_words("in the same hex", "in one hex", "in same hex", "in the same location")
        ):
            if at.tokens[at.at - 1].low == "location":
                return None
            others = at.attempt(self._with_others)
            return None if self._unclear(units, others) else (Apart(units, 1, others),)
        if at.any_words("adjacent to", "next to"):
            return self._apart(units, 2)
        near = at.attempt(self._nearer)
        if near is not None:
            return self._apart(units, near)
        area = self._area_of_setup()
        return None if area is None else (SetUpIn(units, area, must=False),)

    @staticmethod
    def _unclear(units: Units, others: Units | None) -> bool:
        """Tell whether of several kinds those of one, or of different ones, may be meant."""
        return others is None and len(units.kinds) > 1

    def _nearer(self) -> int | None:
        """Read ``within 2 hexes of``: at least how far that leaves."""
        at = self.at
        under = at.any_words("less than", "<", "closer than", "fewer than")
        if not under and not at.any_words("within", "<="):
            return None
        number = at.number()
        if number is None or not at.word(*HEX_WORDS):
            return None
        at.any_words("away")
        return (number if under else number + 1) if at.word("of", "from", "to") else None

    def _apart(self, units: Units, hexes: int) -> Rules | None:
        aim = self.at.attempt(self._others)
        if aim is None or self._unclear(units, *aim):
            return None
        return (Apart(units, hexes, *aim),)

    def _with_others(self) -> Units | None:
        if not self.at.any_words("as", "with"):
            return None
        aim = self._others()
        return aim[0] if aim else None

    def _others(self) -> tuple[Units | None] | None:
        """Read from whom: each other, or other units."""
        at = self.at
        if at.any_words("each other", "one another", "another", "any other"):
            more = at.tokens[at.at - 1].low in ("another", "other")
            each = at.tokens[at.at - 2].low in ("each", "one")
            if not more or each:
                return (None,)
            units = self.units()
            return None if units is None else (units,)
        units = self.units()
        return None if units is None else (units,)

    def _not_use(self, units: Units) -> Rules | None:
        """Read ``use sewers``."""
        at = self.at
        if at.any_words("bore sight", "boresight", "bore - sight"):
            return (NotThere("bore sighting", units),)
        what = self._thing() if at.word("use", "employ") else None
        return None if what is None else (NotThere(what, units),)

    def _may(self, units: Units) -> Rules | None:
        at = self.at
        if not at.word("may", "can"):
            return None
        at.word("each")
        if at.any_words("only set up", "only setup"):
            return self._set_up_where(units)
        return at.first_of(lambda: self._hidden(units, may=True), lambda: self._delays(units))

    def _delays(self, units: Units) -> Rules | None:
        """Read ``delay entry one Game Turn and thereafter enter on ...``."""
        at = self.at
        at.word("voluntarily")
        if not at.word("delay"):
            return None
        at.any_words("its", "their", "his")
        if not at.any_words("entry", "entering", "arrival"):
            return None
        at.any_words("by up to", "up to", "by", "for up to", "for")
        at.word("a", "maximum", "of")
        number = at.number()
        if number is not None:
            at.any_words("game", "full")
            if not at.word("turn", "turns"):
                return None
        elif at.ahead("until", "per", "if"):
            return None
        where = at.attempt(self._then_where)
        return (DelayedEntry(units, number, where),)

    def _then_where(self) -> Area | None:
        at = self.at
        at.word(",")
        at.any_words("and thereafter", "and then", "thereafter", "then", "and may", "and")
        at.any_words("may", "must")
        if not at.word("enter"):
            return None
        at.any_words("on", "along", "at", "from", "by")
        return self.place()

    def _must(self, units: Units) -> Rules | None:
        at = self.at
        at.word("all", "each")
        if at.any_words("set up", "sets up"):
            return self._set_up_where(units)
        if not at.any_words("must", "have to", "has to", "shall", "will"):
            return None
        at.word("all", "each")
        if at.any_words("begin", "start"):
            at.at -= 1
            return self._begins(units)
        return self._set_up_where(units) if at.any_words(*_SET_UP) else None

    def _set_up_where(self, units: Units) -> Rules | None:
        """Read ``>= 3 hexes from each other``, ``in building F5``, ``emplaced``, ``in different
        hexes``.
        """
        at = self.at
        if at.any_words("in different hexes", "in separate hexes"):
            return None if self._unclear(units, None) else (Apart(units, 1),)
        far = at.attempt(self._far)
        if far is not None:
            return self._apart(units, far)
        state = at.attempt(lambda: self.one_of(BEGINNINGS))
        if state is not None:
            return (Begins(units, state),)
        area = self._area_of_setup()
        return None if area is None else (SetUpIn(units, area),)

    def _far(self) -> int | None:
        """Read ``>= 3 hexes from``, ``3 or more hexes apart from``."""
        at = self.at
        over = at.any_words("more than", ">")
        least = over or at.any_words("at least", ">=", "no closer than", "a minimum of")
        number = at.number()
        least = at.any_words("or more") or least
        if number is None or not least or not at.word(*HEX_WORDS):
            return None
        at.any_words("away", "apart", "distant")
        at.word("from", "of")
        return number + 1 if over else number

    def _begins(self, units: Units) -> Rules | None:
        """Read ``begins game as malfunctioned``."""
        at = self.at
        at.any_words("must", "will")
        if not at.word("begin", "begins", "start", "starts"):
            return None
        at.any_words("the game", "the scenario", "game", "scenario", "play", "on board", "onboard")
        at.word("as")
        state = self.one_of(BEGINNINGS)
        return None if state is None else (Begins(units, state),)

    def _is(self, units: Units) -> Rules | None:
        """Read ``is Fanatic while in building X3``."""
        at = self.at
        if not at.word("is", "are"):
            return None
        at.any_words("considered to be", "considered", "treated as", "all", "always")
        found = [self._quality()]
        while found[-1] is not None:
            more = at.attempt(self._further_quality)
            if more is None:
                break
            found.append(more)
        if found[-1] is None:
            return None
        at.any_words("units", "troops")
        at.attempt(
            lambda: (
                at.any_words("while", "when", "whenever", "if")
                and at.ahead("in", "on", "within", "inside")
            )
        )
        area = at.attempt(self._area_of_setup)
        return tuple(Is(units, each, area) for each in found if each is not None)

    def _quality(self) -> str | None:
        self.at.word("a", "an")
        return self.one_of(QUALITIES)

    def _further_quality(self) -> str | None:
        at = self.at
        return self._quality() if at.any_words(", and", "and", ",", "/") else None

    def _has(self, units: Units) -> Rules | None:
        """Read ``have Assault Fire Capability``, ``do not have Smoke capability``."""
        at = self.at
        has = True
        if at.any_words("do not have", "does not have", "have no", "has no", "lack", "lacks"):
            has = False
        elif not at.word("have", "has"):
            return None
        found = [self.one_of(CAPABILITIES)]
        while found[-1] is not None:
            more = at.attempt(self._further_capability)
            if more is None:
                break
            found.append(more)
        at.any_words("exponents", "exponent")
        at.word("capability", "capabilities")
        return tuple(Has(units, each, has) for each in found if each is not None) or None

    def _further_capability(self) -> str | None:
        at = self.at
        return self.one_of(CAPABILITIES) if at.any_words(", and", "and", ",", "/") else None

    # --- what there is not -----------------------------------------------------------------------

    def _not_available(self) -> Rules | None:
        """Read ``Smoke is not available``, ``no Smoke is available to the Germans``."""
        at = self.at
        if at.word("no"):
            what = self._thing()
            alone = what in _OFTEN_GONE and at.here is None
            if what is None or (
                not alone
                and not at.any_words("is available", "are available", "is allowed", "are allowed")
            ):
                return None
            return (NotThere(what, at.attempt(self._to_whom)),)
        things = [self._thing()]
        while things[-1] is not None:
            more = at.attempt(
                lambda: self._thing() if at.any_words(", and", "and", ",", "or") else None
            )
            if more is None:
                break
            things.append(more)
        if things[-1] is None or not at.any_words(*_GONE):
            return None
        units = at.attempt(self._to_whom)
        if units is None and at.ahead("to"):  # ... is not allowed to do something
            return None
        return tuple(NotThere(each, units) for each in things if each is not None)

    def _to_whom(self) -> Units | None:
        return self.units() if self.at.any_words("to", "for", "by") else None

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
