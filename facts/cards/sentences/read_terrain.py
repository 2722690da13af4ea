"""Reads special rules that begin with terrain, or with hexes and buildings by name."""

from __future__ import annotations

from hexcourt.facts.areas.area import Area, Buildings, Hexes
from hexcourt.facts.areas.patterns import form
from hexcourt.facts.areas.tokens import BUILDING_WORDS, HEX_WORDS
from hexcourt.facts.cards.sentences.read_units import UnitReader
from hexcourt.facts.cards.sentences.special_rules import (
    AreaIs,
    BuildingLevels,
    ChangeTerrain,
    SpecialRule,
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
