"""Reads sentences of special rules.

>>> for rule in read_special_rule("Per SSR 1, woods are brush. Smoke is NA.").value:
...     print(rule)
woods is brush
smoke is not available
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from hexcourt.facts.areas.area import Area, Buildings, Compass, Hexes, NamedArea
from hexcourt.facts.areas.patterns import form, forms_in
from hexcourt.facts.areas.read_sentences import SentenceReading
from hexcourt.facts.areas.tokens import BUILDING_WORDS, HEX_WORDS, SIDES, forms_of, not_understood
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.cards.sentences.read_units import (
    BEGINNINGS,
    CAPABILITIES,
    QUALITIES,
    UnitReader,
    Units,
)
from hexcourt.facts.cards.sentences.read_victory import CoreSentence, plain_words, sentences_of
from hexcourt.facts.cards.sentences.special_rules import (
    AreaIs,
    Begins,
    BuildingLevels,
    ChangeLevel,
    ChangeTerrain,
    Conditions,
    DelayedEntry,
    FortifiedHexes,
    Has,
    HiddenSetup,
    Is,
    MayNotEnter,
    MostSetUpInHex,
    MovesFirst,
    NoEffectOnSight,
    NotThere,
    Partly,
    Season,
    Separation,
    SetsUpFirst,
    SetUpIn,
    SpecialRule,
    Weather,
    Wind,
    adjectives_of,
    terrain_phrases,
)

Rules = tuple[SpecialRule, ...]

_NOUNS: tuple[str, ...] = (
    *HEX_WORDS,
    "hexside",
    "hexsides",
    "terrain",
    "fields",
    "field",
    "counters",
)
_NOUNS += ("symbols", "depictions")
_NO_TERRAIN = (
    "is are enemy friendly occupied adjacent entry setup such certain following these those "
    "vacant empty blaze printed particular specific unoccupied same target attacked starting "
    "start designated inland half victory objective secret hidden front rear center centre "
    "middle shaded marked outlined"
)
"""Words before ``hexes`` that are no terrain of a scenario's own."""

_ARTICLES = ("a", "an", "any", "all")


class TerrainReader(UnitReader):
    """Reads rules about terrain at a cursor."""

    _level = form(
        (
            "[at|on|to be] (level|levels) [{below=-}] {number}",
            lambda below, number: -number if below else number,
        )
    )
    # before Turn 3, until Turn 3
    before = form(
        "(before|prior to|until) [the start of|the beginning of|game|player] [game] turn {number}"
    )

    # --- terrain ---------------------------------------------------------------------------------

    def terrain(self) -> str | None:
        """Read terrain, also a word of its own before ``hexes``: ``flooded fields``."""
        at = self.at
        self.has("the single terrain type of|a|an|the")
        found = self.terrain_phrase()
        if found is None:
            token, after = (*at.tokens[at.at : at.at + 2], None, None)[:2]
            if token is None or token.kind != "word" or after is None or after.low not in _NOUNS:
                return None
            if token.low in at.known or token.low in _NO_TERRAIN.split() or at.knows_next():
                return None
            at.at += 1
            found = token.low
        at.word("inherent")
        at.word(*_NOUNS)
        self.has("terrain|@hexes")
        return found

    def terrain_phrase(self) -> str | None:
        """Read a phrase for terrain."""
        at = self.at
        for length in (6, 4, 3, 2, 1):
            tokens = at.tokens[at.at : at.at + length]
            joined = " ".join(each.low for each in tokens)
            found = terrain_phrases().get(joined.replace(" ( ", "(").replace(" )", ")"))
            if found is not None and len(tokens) == length and not self._is_an_area(length):
                at.at += length
                return found
        token = at.here
        if token is None or token.low in at.known or self._is_an_area(1):
            return None
        word = at.word(*(each for each in terrain_phrases() if " " not in each and len(each) > 4))
        return terrain_phrases()[word] if word is not None else None

    def _is_an_area(self, length: int) -> bool:
        """Return whether the next words are the name of an area, with no noun for terrain behind it."""
        at = self.at
        behind = at.tokens[at.at + length : at.at + length + 1]
        named = at.between(at.at, at.at + length) in at.names
        named = named and not any(e.low in _ARTICLES for e in at.tokens[max(0, at.at - 1) : at.at])
        return named and not any(each.low in _NOUNS for each in behind)

    def terrains(self) -> tuple[str, ...] | None:
        """Read terrain, one kind after the other."""
        return self.listed(self.terrain, "@joint [all]")

    # --- sentences -------------------------------------------------------------------------------

    def _of_terrain(self) -> Rules | None:
        self.has("all|any|each|every|the|only")
        alone = self.value("[all|any|only|the] @hexes @single_terrain {terrain:terrain_phrase}")
        sources = (alone,) if alone is not None else self.terrains()
        if sources is None:
            return None
        if sources in (("stone building",), ("wooden building",)):
            self.has("?(building) @buildings")
        area = self.value("?(in|on|within|of|north|south|east|west|adjacent) {area:place}")
        return self._about(sources, area, alone is not None)

    def _about(self, sources: tuple[str, ...], area: Area | None, alone: bool) -> Rules | None:
        """Read what a rule says of terrain."""
        at = self.at
        if sources == ("building",) and not alone:
            levels = at.attempt(self._levels)
            if levels is not None:
                return (BuildingLevels(levels, area),)
        if not self.becomes():
            return None
        target = self._made_of(*sources) or self.terrain()
        if target is None or target in sources:
            return None
        self.has("terrain|as well|instead|throughout")
        return tuple(ChangeTerrain(each, target, area, alone) for each in sources)

    def _made_of(self, *sources: str) -> str | None:
        """Read what an adjective makes of terrain: ``wooden``, of buildings."""
        made = adjectives_of(sources[0])
        if len(sources) > 1 or not made:
            return None

        def adjective() -> str | None:
            word = self.at.word(*made)
            return made[word] if word is not None and not self._noun_behind() else None

        return self.at.attempt(adjective)

    def _noun_behind(self) -> bool:
        """Return whether the adjective belongs to a noun: ``stone rubble``."""
        token = self.at.here
        return token is not None and token.low in {word.split(" ")[0] for word in terrain_phrases()}

    def becomes(self) -> bool:
        """Step over ``are``, ``are considered``, ``have been replaced by``."""
        if self.has(
            "(have|has) been @replaced|count as|counts as|represent|represents|->"
            "|@are !(not|no) @replaced"
        ):
            return True
        if not self.has("@are !(not|no)"):
            return False
        while self.has("@considered"):
            pass
        return True

    # --- hexes and buildings by name ---------------------------------------------------------------

    def _of_places(self) -> Rules | None:
        """Read ``Building X3 is a Factory``, ``hexes K5 and K6 are shellholes``."""
        self.has("all of|the")
        area = self.whole(self._places)
        if area is None:
            return None
        levels = self.at.attempt(self._levels)
        if levels is not None:
            return (BuildingLevels(levels, area),)
        if (
            not self.has(
                "contains|contain|(has|have) (been replaced by|been|overlayed with|overlaid with)"
                " [@replaced]"
            )
            and not self.becomes()
        ):
            return None
        built = isinstance(area, Buildings)
        terrain = (self._made_of("building") if built else None) or self.terrain()
        return None if terrain is None else (AreaIs(area, terrain),)

    def _places(self) -> Area | None:
        """Read places by name."""
        at = self.at
        named = self.areas.named() or (self.areas.grouped() if at.ahead("(") else None)
        if named is not None:
            return named
        if not at.ahead(*BUILDING_WORDS, *HEX_WORDS) and not (at.here and at.here.kind == "hex"):
            return None
        area = self.areas.area()
        return area if isinstance(area, Hexes | Buildings) else None

    # are single story, is a two-story building, have no upper levels: how many upper levels
    _levels = form(
        (
            "(have|has) [only] [a] ground level [only]"
            "|@are [@as_built] [@as_built] [@as_built] ground level only",
            lambda: 0,
        ),
        (
            "(have|has) [only] ({no=no}|{number}) (upper levels|upper level)",
            lambda no, number: number or 0,
        ),
        (
            "@are [@as_built] [@as_built] [@as_built] ({one=single}|{number}) [-]"
            " (story|stories|storey|storeys|storied) [in height|high|tall|only] [@buildings]",
            lambda one, number: 0 if one else number - 1 if number else None,
        ),
    )


RULE_FORMS = forms_of("rule")

_OFTEN_GONE = ("smoke", "bore sighting", "oba", "kindling", "sewers", "sewer movement", "rooftops")
_MAX_WORDS = 5
_VERBS = frozenset(
    ("is", "are", "was", "may", "can", "cannot", "do", "does", "has", "have", "not", "and", "or")
).union(("unless", "if", "when", "na", "must", "to", "for", "by"))
_AT_START = pattern(
    r"^(?:at (?:the )?(?:scenario |game )?start|at setup|during setup|before play),?\s+", re.I
)


def read_special_rule(
    text: str, names: Iterable[str] = (), sides: Iterable[str] = ()
) -> SentenceReading[tuple[SpecialRule, ...]]:
    """Read what a text says of special rules; ``names`` are areas, ``sides`` those of the scenario.

    What is not understood is kept as ``Partly``. Raises NotUnderstood (BadInput) where nothing is.
    """
    found: list[SpecialRule] = []
    notes: list[str] = []
    names, sides = tuple(names), tuple(sides)
    for entry in sentences_of(text):
        reader = _RuleReader(_AT_START.sub("", entry.text), names, sides)
        found += reader.all_of(entry)
        notes += [*reader.at.notes, *(f"not read: {each}" for each in entry.parentheses)]
    if all(isinstance(each, Partly) and each.rule is None for each in found):
        raise not_understood(text, text, RULE_FORMS)
    return SentenceReading(tuple(found), tuple(dict.fromkeys(notes)))


def _conditions(ec: str, wind: Wind | None) -> Rules:
    return (Conditions(ec), *filter(None, (wind,)))


def _separation(
    units: Units, hexes: int, others: tuple[Units | None] = (None,), more: int = 0
) -> Rules | None:
    """Return the rule; None where of several kinds those of one, or of different ones, may be meant."""
    others = others or (None,)
    if others == (None,) and len(units.kinds) > 1:
        return None
    return (Separation(units, hexes + more, *others),)


def _entering(
    units: Units,
    early: int | None = None,
    turn: int | None = None,
    area: Area | None = None,
    terrain: tuple[str, ...] = ("",),
) -> Rules:
    before = turn if early is None else early
    return tuple(MayNotEnter(units, area, each, before) for each in terrain)


def _fortified(side: str, number: int, area: Area | None, late: Area | None = None) -> Rules:
    where = area or late
    return (FortifiedHexes(side, number, None if where is _OWN else where),)


_OWN = NamedArea("setup area")
"""The area of a side's own setup."""

_BUILDERS: Mapping[str, Callable[..., Rules | None]] = {
    "rules": lambda rules: rules,
    "conditions": _conditions,
    "fortified": _fortified,
    "entering": _entering,
    "apart": _separation,
    "level": lambda level, to: (ChangeLevel(level, to),) if to != level else None,
    "each_gone": lambda sources: tuple(map(NotThere, sources)),
    "each_treated": lambda sources, target: (
        tuple(ChangeTerrain(each, target) for each in sources) if target not in sources else None
    ),
    "each_season": lambda sources, in_season: tuple(Season(each, in_season) for each in sources),
    "each_no_effect": lambda sources: tuple(map(NoEffectOnSight, sources)),
    "each_impassable": lambda sources, units, before: tuple(
        MayNotEnter(units or Units(), None, each, before) for each in sources
    ),
    "hidden_few": lambda units, area: (HiddenSetup(units, True, area),) if units.number else None,
    "each_is": lambda units, qualities, area: tuple(Is(units, each, area) for each in qualities),
    "each_has": lambda units, no, all_: tuple(Has(units, each, not no) for each in all_),
    "often_gone": lambda what: (NotThere(what),) if what in _OFTEN_GONE else None,
    "none_of": lambda things, units: tuple(NotThere(each, units) for each in things),
}
"""What builds the rules of forms that are not one value of a class."""

_CLASSES = (
    Begins,
    DelayedEntry,
    HiddenSetup,
    MostSetUpInHex,
    MovesFirst,
    NotThere,
    SetsUpFirst,
    SetUpIn,
)


def _one(kind: type[SpecialRule]) -> Callable[..., Rules]:
    return lambda **values: (kind(**values),)


_FORMS = forms_in(
    "hexcourt.facts.cards.sentences",
    "rule_forms.tsv",
    {**_BUILDERS, **{each.__name__: _one(each) for each in (*_CLASSES, Weather, Wind)}},
)


class _RuleReader(TerrainReader):
    """Reads the rules of one sentence."""

    def all_of(self, bare_sentence: CoreSentence) -> Iterable[SpecialRule]:
        """Read all rules of the sentence; what is left over may change each of them."""
        found = [
            rule
            for rules in self.listed(self._rules, "[,] [and|but|while]") or ()
            for rule in rules
        ]
        words = [*([] if self.ended() else [plain_words(self.at.rest())]), *bare_sentence.partly]
        if not words:
            return found
        left = "; ".join(words).replace(";", ",")
        return [Partly(each, left) for each in found] or [Partly(None, left)]

    _rules = form(*_FORMS)
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
    _wind_rule = form(("{wind:_wind}", lambda wind: (wind,)))
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

    def _noun_phrases(self) -> tuple[str, ...] | None:
        return self.listed(self._noun_phrase, ", and|and|,|or")

    def _noun_phrase(self) -> str | None:
        """Read words for a thing, up to a verb."""
        at = self.at
        at.word("the", "any", "all", "use", "of")
        start = at.at
        while (token := at.here) is not None and at.at - start < _MAX_WORDS:
            dash = token.text == "-" and at.at > start
            if not dash and (token.kind != "word" or token.low in _VERBS):
                break
            at.at += 1
        words = at.between(start, at.at).lower()
        return " ".join(words.split()) or None
