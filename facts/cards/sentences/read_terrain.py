"""Reads special rules that begin with terrain, or with hexes and buildings by name."""

from __future__ import annotations

from hexcourt.facts.areas.area import Area, Buildings, Hexes
from hexcourt.facts.areas.tokens import BUILDING_WORDS, HEX_WORDS, OR_WORDS
from hexcourt.facts.cards.sentences.read_units import LOCATION_WORDS, UnitReader, Units
from hexcourt.facts.cards.sentences.special_rules import (
    AreaIs,
    BuildingLevels,
    ChangeLevel,
    ChangeTerrain,
    MayNotEnter,
    NoEffectOnSight,
    NotThere,
    Season,
    SpecialRule,
    adjectives_of,
    terrain_phrases,
)

Rules = tuple[SpecialRule, ...]

SIDE_WORDS = ("hexside", "hexsides")
_NOUNS = (
    *HEX_WORDS,
    *SIDE_WORDS,
    "terrain",
    "fields",
    "field",
    "hexside",
    "counters",
    "symbols",
    "depictions",
)
_NO_TERRAIN = (
    "is are enemy friendly occupied adjacent entry setup such certain following these those "
    "vacant empty blaze printed particular specific unoccupied same target attacked starting "
    "start designated inland half victory objective secret hidden front rear center centre "
    "middle shaded marked outlined"
)
"""Words before ``hexes`` that are no terrain of a scenario's own."""

_ARTICLES = ("a", "an", "any", "all")
_ARE = ("are", "is", "become", "becomes", "was", "were", "be")
_AS = (
    *(
        "considered to be",
        "considered as",
        "considered",
        "treated as if they were",
        "treated as if",
    ),
    *(
        "treated as",
        "treated like",
        "played as",
        "counted as",
        "to be treated as",
        "to be considered",
    ),
    *("assumed to be", "used as", "now", "instead", "always", "all", "each"),
)
_REPLACED = (
    "replaced by",
    "replaced with",
    "overlayed with",
    "overlaid with",
    "overlaid by",
    "changed to",
)
_STORIES = ("story", "stories", "storey", "storeys", "storied", "level", "levels")


class TerrainReader(UnitReader):
    """Reads rules about terrain at a cursor."""

    def terrain_rule(self) -> Rules | None:
        """Read a rule that begins with terrain."""
        return self.at.first_of(
            self._of_levels, self._of_places, self._none_there, self._treat, self._of_terrain
        )

    def _of_levels(self) -> Rules | None:
        """Read ``level 3 hexes are level 2``."""
        at = self.at
        at.any_words("all", "any")
        level = self._level()
        if level is None:
            return None
        at.word(*HEX_WORDS, *LOCATION_WORDS, "terrain")
        to = self._level() if self._becomes() else None
        return None if to is None or to == level else (ChangeLevel(*level, *to),)

    def _level(self) -> tuple[int] | None:
        at = self.at
        at.any_words("at", "on", "to be")
        if not at.word("level", "levels"):
            return None
        below = -1 if at.word("-") else 1
        number = at.number()
        return None if number is None else (below * number,)

    # --- terrain ---------------------------------------------------------------------------------

    def terrain(self) -> str | None:
        """Read terrain, also a word of its own before ``hexes``: ``flooded fields``."""
        at = self.at
        at.any_words("the single terrain type of", "a", "an", "the")
        found = self.phrase()
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
        at.any_words("terrain", *HEX_WORDS)
        return found

    def phrase(self) -> str | None:
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
        """Tell whether the next words are the name of an area, with no noun for terrain behind it."""
        at = self.at
        behind = at.tokens[at.at + length : at.at + length + 1]
        named = at.between(at.at, at.at + length) in at.names
        named = named and not any(e.low in _ARTICLES for e in at.tokens[max(0, at.at - 1) : at.at])
        return named and not any(each.low in _NOUNS for each in behind)

    def terrains(self) -> tuple[str, ...] | None:
        """Read terrain, one kind after the other."""
        at = self.at
        found = [self.terrain()]
        while found[-1] is not None:
            more = at.attempt(self._further_terrain)
            if more is None:
                return tuple(each for each in found if each is not None)
            found.append(more)
        return None

    def _further_terrain(self) -> str | None:
        at = self.at
        if not at.any_words(", and / or", ", and", ", or", *OR_WORDS, "and", ",", "/"):
            return None
        at.word("all")
        return self.terrain()

    # --- sentences -------------------------------------------------------------------------------

    def _of_terrain(self) -> Rules | None:
        at = self.at
        at.any_words("all", "any", "each", "every", "the", "only")
        alone = at.attempt(self._alone)
        sources = (alone,) if alone is not None else self.terrains()
        if sources is None:
            return None
        if at.ahead("building") and sources in (("stone building",), ("wooden building",)):
            at.word(*BUILDING_WORDS)
        area = None
        if at.ahead("in", "on", "within", "of", "north", "south", "east", "west", "adjacent"):
            area = at.attempt(self.place)
        return self._about(sources, area, alone is not None)

    def _alone(self) -> str | None:
        """Read ``hexes containing the single terrain type of brush``, ``hexes of single terrain
        X``.
        """
        at = self.at
        at.any_words("all", "any", "only", "the")
        if not at.word(*HEX_WORDS):
            return None
        told = at.any_words(
            "containing the single terrain type of", "containing the single terrain type",
            "whose single terrain is", "whose single terrain type is", "whose only terrain is",
            "whose sole terrain is", "of single terrain", "of the single terrain",
            "containing only",
            "that contain only", "which contain only", "with only", "that hold only",
            "holding only",
            "whose only terrain type is", "with the single terrain type of", "that are only",
        )  # fmt: skip
        return self.phrase() if told else None

    def _about(self, sources: tuple[str, ...], area: Area | None, alone: bool) -> Rules | None:
        """Read what is said of terrain."""
        at = self.at
        plain = area is None and not alone
        season = at.attempt(self._season) if plain else None
        if season is not None:
            return tuple(Season(each, *season) for each in sources)
        sight = bool(at.attempt(self._no_effect)) if plain else False
        if sight:
            return tuple(NoEffectOnSight(each) for each in sources)
        shut = self.whole(lambda: self._shut(sources)) if plain else None
        if shut is not None:
            return shut
        if plain and at.any_words(
            "do not exist", "does not exist", "are not in play", "is not in play",
            "are not in effect",
            "are nonexistent", "is nonexistent", "are non - existent", "is non - existent",
        ):  # fmt: skip
            return tuple(NotThere(each) for each in sources)
        if sources == ("building",) and not alone:
            levels = at.attempt(self._levels)
            if levels is not None:
                return (BuildingLevels(levels, area),)
        if not self._becomes():
            return None
        target = self._made_of(*sources) or self.terrain()
        if target is None or target in sources:
            return None
        at.any_words("terrain", "as well", "instead", "throughout")
        return tuple(ChangeTerrain(each, target, area, alone) for each in sources)

    def _made_of(self, *sources: str) -> str | None:
        """Read what an adjective makes of terrain: ``wooden``, of buildings."""
        at = self.at
        made = adjectives_of(sources[0])
        if len(sources) > 1 or not made:
            return None

        def adjective() -> str | None:
            word = at.word(*made)
            return made[word] if word is not None and not self._noun_behind() else None

        return at.attempt(adjective)

    def _noun_behind(self) -> bool:
        """Tell whether the adjective belongs to a noun: ``stone rubble``."""
        token = self.at.here
        return token is not None and token.low in {word.split(" ")[0] for word in terrain_phrases()}

    def _becomes(self) -> bool:
        """Step over ``are``, ``are considered``, ``have been replaced by``."""
        at = self.at
        if at.word("have", "has"):
            return at.any_words("been") and at.any_words(*_REPLACED)
        if at.any_words("count as", "counts as", "represent", "represents", "->"):
            return True
        if not at.word(*_ARE):
            return False
        if at.any_words("not", "no"):
            return False
        if at.any_words(*_REPLACED):
            return True
        while at.any_words(*_AS):
            pass
        return True

    def _season(self) -> tuple[bool] | None:
        """Read whether it is in season."""
        at = self.at
        if not at.word(*_ARE):
            return None
        at.any_words("considered to be", "considered", "always")
        if at.any_words("in season", "in - season"):
            return (True,)
        return (
            (False,)
            if at.any_words("out of season", "out - of - season", "not in season")
            else None
        )

    def _no_effect(self) -> bool:
        """Read ``has no effect on LOS``, ``is not an obstacle/hindrance for LOS``."""
        at = self.at
        sight = ("los", "lines of sight", "line of sight", "sight")
        if at.any_words("has no effect", "have no effect"):
            return at.any_words("on", "to", "upon") and at.any_words(*sight)
        if at.any_words("does not affect", "do not affect", "never affect", "never affects"):
            return at.any_words(*sight)
        if at.any_words(
            "neither block nor hinder", "do not block or hinder", "does not block or hinder",
            "neither blocks nor hinders", "do not block nor hinder", "do not hinder or block",
        ):  # fmt: skip
            return at.any_words(*sight)
        if not at.any_words("is not", "are not", "is neither", "are neither", "is no", "are no"):
            return False
        at.any_words("an los", "a los", "los", "an", "a")
        both = at.any_words(
            "obstacle / hindrance", "obstacles / hindrances", "obstacle or hindrance",
            "obstacle nor hindrance",
            "obstacle nor a hindrance", "obstacle or a hindrance", "obstacles or hindrances",
            "obstacles nor hindrances", "hindrance or obstacle", "hindrance nor obstacle",
        )  # fmt: skip
        if both and at.word("for", "to"):
            return at.any_words(*sight)
        return both

    def _shut(self, sources: tuple[str, ...]) -> Rules | None:
        """Read ``may not be entered by AFVs``, ``is impassable to vehicles``."""
        at = self.at
        told = at.any_words(
            "may not be entered", "cannot be entered", "can not be entered", "must not be entered",
            "is impassable", "are impassable", "is not passable", "are not passable",
        )  # fmt: skip
        if not told:
            return None
        units = Units()
        if at.word("by", "to", "for"):
            read = self.units()
            if read is None:
                return None
            units = read
        before = self.before()
        return tuple(MayNotEnter(units, None, each, before) for each in sources)

    def before(self) -> int | None:
        """Read ``before Turn 3``, ``until Turn 3``; ``on Turn 1`` is before Turn 2."""
        at = self.at

        def turn() -> int | None:
            if not at.any_words("before", "prior to", "until"):
                return None
            at.any_words("the start of", "the beginning of", "game", "player")
            at.word("game")
            return at.number() if at.word("turn") else None

        return at.attempt(turn)

    def _none_there(self) -> Rules | None:
        """Read ``there are no roads``."""
        at = self.at
        if not at.any_words("there are no", "there is no", "no"):
            return None
        told = at.tokens[at.at - 1].low
        there = at.tokens[at.at - 2].low in ("are", "is") if at.at > 1 else False
        terrain = self.terrains()
        if terrain is None or told != "no":
            return None
        if not there and not at.any_words("exist", "exists", "are in play", "are present"):
            return None
        return tuple(NotThere(each) for each in terrain)

    def _treat(self) -> Rules | None:
        """Read ``treat woods as brush``."""
        at = self.at
        if not at.word("treat", "consider"):
            return None
        at.any_words("all", "any", "the")
        sources = self.terrains()
        if sources is None or not at.any_words("as", "to be"):
            return None
        target = self.terrain()
        if target is None or target in sources:
            return None
        return tuple(ChangeTerrain(each, target) for each in sources)

    # --- hexes and buildings by name ---------------------------------------------------------------

    def _of_places(self) -> Rules | None:
        """Read ``Building X3 is a Factory``, ``hexes K5 and K6 are shellholes``."""
        at = self.at
        at.any_words("all of", "the")
        area = self.whole(self._places)
        if area is None:
            return None
        levels = at.attempt(self._levels)
        if levels is not None:
            return (BuildingLevels(levels, area),)
        if at.any_words("contains", "contain"):
            pass
        elif at.word("has", "have"):
            if not at.any_words("been replaced by", "been", "overlayed with", "overlaid with"):
                return None
            at.any_words(*_REPLACED)
        elif not self._becomes():
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

    def _levels(self) -> int | None:
        """Read how many upper levels: ``are single story``, ``is a two-story building``."""
        at = self.at
        if at.word("have", "has"):
            at.word("only")
            if at.any_words(
                "a ground level only", "ground level only", "a ground level", "ground level"
            ):
                return 0
            number = 0 if at.word("no") else at.number()
            upper = at.any_words("upper levels", "upper level")
            return number if upper else None
        if not at.word(*_ARE):
            return None
        while at.any_words("considered to be", "considered", "treated as", "a", "an", "only"):
            pass
        if at.any_words("ground level only"):
            return 0
        number = 1 if at.word("single") else at.number()
        at.word("-")
        if number is None or not at.word(*_STORIES[:5]):
            return None
        at.any_words("in height", "high", "tall", "only")
        at.word(*BUILDING_WORDS)
        return number - 1 if number > 0 else None
