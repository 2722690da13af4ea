"""The values that sentences of special rules come to; ``str`` writes what reads back equal.

No value knows a board. Terrain is given by the words of changes of a map (``woods``,
``rubble(stone)``) where these have one, else by the words of the sentence (``flooded``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from hexcourt.facts.areas.area import Area
from hexcourt.facts.areas.wording import Wording
from hexcourt.facts.base.files import table_rows
from hexcourt.facts.boards.records import EDGE, kinds
from hexcourt.facts.cards.sentences.read_units import Units, bracketed
from hexcourt.facts.maps.changes.reading import terms_of

# --- Words for terrain ----------------------------------------------------------------------------


_SAME = {
    word: others.split(", ") if others != "-" else []
    for word, others in table_rows("hexcourt.facts.cards.sentences", "terrain_words.tsv")
}
"""Words for terrain that are no terms, or have others that mean the same."""

_ADJECTIVES = {
    "building": {"stone": "stone building", "wooden": "wooden building", "wood": "wooden building"},
    "factory": {"stone": "stone factory", "wooden": "wooden factory"},
    "stream": {"dry": "dry stream", "deep": "deep stream", "shallow": "shallow stream"},
    "road": {"paved": "paved road", "dirt": "dirt road", "unpaved": "dirt road"},
}
_CHANGE_WORDS = MappingProxyType(
    {
        **{f"{stuff} {noun}": f"{noun}({wood})" for noun in ("building", "rubble", "factory")
           for stuff, wood in (("stone", "stone"), ("wooden", "wood"))},
        "open ground": "open",
    }
)  # fmt: skip
_HARDLY = ("ground", "counter")


@cache
def terrain_phrases() -> Mapping[str, str]:
    """Map every phrase for terrain, its words parted by blanks, to the one that is used here."""
    stems = {
        term.split("(")[0].replace("_", " ")
        for term, kind in kinds().items()
        if kind not in _HARDLY and (kind != EDGE or term == "fence")
    }
    known = {*stems, "road", "stream", *_SAME} - {"open", "building of unknown height"}
    found: dict[str, str] = {}
    for each in sorted(known):
        for ending in _plurals(each):
            found.setdefault(ending, each)
    for each, others in _SAME.items():
        for other in others:
            found.update((ending, each) for ending in _plurals(other))
    return MappingProxyType(found)


def _plurals(phrase: str) -> tuple[str, ...]:
    if phrase.endswith(("s", ")")):
        return (phrase, f"{phrase}es") if phrase.endswith("s") else (phrase,)
    if phrase.endswith("y"):
        return phrase, f"{phrase}s", f"{phrase[:-1]}ies"
    return phrase, f"{phrase}s", f"{phrase}es"


def adjectives_of(terrain: str) -> Mapping[str, str]:
    """Map adjectives to what they make of terrain: stone, of buildings."""
    return _ADJECTIVES.get(terrain.split(" ")[-1], {})


def change_word(terrain: str) -> str:
    """Write terrain as changes of a map do: ``building(stone)``."""
    return _CHANGE_WORDS.get(terrain, terrain.replace(" ", "_"))


def terms_of_terrain(terrain: str) -> tuple[str, ...]:
    """List the terms of terrain; raises BadInput where a map cannot have it."""
    return terms_of(change_word(terrain))


def written(terrain: str) -> str:
    """Write terrain so that it is read back: words of no map need a noun."""
    return terrain if terrain in terrain_phrases().values() else f"{terrain} hexes"


class SpecialRule(Wording):
    """What a sentence of a special rule says."""

    @property
    def terrain_words(self) -> str:
        """Return its terrain so that it is read back."""
        return written(vars(self)["terrain"])


# --- terrain -------------------------------------------------------------------------------------------


class ChangeTerrain(SpecialRule):
    """All terrain of a kind is another, on hexsides too; in an area where one is given, and only in
    hexes of no other terrain where ``alone``.
    """

    source: str
    target: str
    area: Area | None = None
    alone: bool = False

    def __str__(self) -> str:
        where = "" if self.area is None else f" in {self.area:place}"
        source = written(self.source)
        source = f"hexes of single terrain {self.source}" if self.alone else source
        return f"{source}{where} is {written(self.target)}"


class ChangeLevel(SpecialRule):
    """All ground of a level lies on another, with what stands on it."""

    wording = "level {level} is level {to}"
    level: int
    to: int


class Season(SpecialRule):
    """Terrain is in season, or out of it."""

    wording = "{terrain_words} is {in_season:in|out of} season"
    terrain: str
    in_season: bool


class AreaIs(SpecialRule):
    """Hexes, or buildings as wholes, are of a kind of terrain, whatever is drawn: ``hex CC6 is
    open``, ``building X3 is factory``.
    """

    wording = "{area:place} is {terrain_words}"
    area: Area
    terrain: str


class BuildingLevels(SpecialRule):
    """Buildings have so many levels above the ground level, 0 of single-story ones; all buildings
    where no area is given.
    """

    wording = "{area:|all buildings}[{area:place}] have {upper} upper levels"
    upper: int
    area: Area | None = None


class NoEffectOnSight(SpecialRule):
    """Terrain neither blocks nor hinders lines of sight."""

    wording = "{terrain_words} has no effect on LOS"
    terrain: str


class NotThere(SpecialRule):
    """Something does not exist or may not be used: sewers, smoke; by some units where given."""

    wording = "{what} is not available[ to {units}]"
    what: str
    units: Units | None = None


class Conditions(SpecialRule):
    """Environmental Conditions: dry, moderate, moist, wet, mud, snow."""

    wording = "EC are {ec}"
    ec: str


class Wind(SpecialRule):
    """Wind at the start: ``force`` is none, mild, heavy; ``toward`` a side of the compass or empty."""

    wording = "wind is {force}[ to the {toward}]"
    force: str
    toward: str = ""


class Weather(SpecialRule):
    """The weather: rain, ground_snow, mud, ..."""

    kind: str

    def __str__(self) -> str:
        return f"weather is {self.kind.replace('_', ' ')}"


# --- movement and entry --------------------------------------------------------------------------------


class MayNotEnter(SpecialRule):
    """Units may not enter an area, or any hex of a terrain; ``before`` a turn where one is given.

    One of ``area`` and ``terrain`` is given, or neither: then the map.
    """

    units: Units
    area: Area | None = None
    terrain: str = ""
    before: int | None = None

    def __str__(self) -> str:
        where = f"any {written(self.terrain)}" if self.terrain else "the map"
        where = where if self.area is None else f"{self.area:place}"
        turn = "" if self.before is None else f" before Turn {self.before}"
        return f"{self.units} may not enter {where}{turn}"


class DelayedEntry(SpecialRule):
    """Units may enter up to so many turns later than given, any number where nothing, by ``where``."""

    wording = "{units} may delay entry[ by {turns} Turns][ and then enter along {where:edge}]"
    units: Units
    turns: int | None = None
    where: Area | None = None


class MovesFirst(SpecialRule):
    """Who moves first: a side, or empty where a die decides."""

    wording = "{side:|a die decides who}[{side}] moves first"
    side: str = ""


class SetsUpFirst(SpecialRule):
    """The side that sets up first."""

    wording = "{side} sets up first"
    side: str


# --- setup ---------------------------------------------------------------------------------------------


class HiddenSetup(SpecialRule):
    """Units may, or may not, set up hidden (HIP); in an area where one is given."""

    wording = "{units} may{may:| not} set up HIP[ in {area:place}]"
    units: Units
    may: bool
    area: Area | None = None


class Separation(SpecialRule):
    """Units set up at least so many hexes from each other (1: not in the same hex), or from
    ``others``.
    """

    units: Units
    hexes: int
    others: Units | None = None

    def __str__(self) -> str:
        others = "each other" if self.others is None else str(self.others)
        return f"{self.units} must set up >= {self.hexes} hexes from {others}"


class SetUpIn(SpecialRule):
    """Units must, or may not, set up in an area."""

    wording = "{units} {must:must|may not} set up in {area:place}"
    units: Units
    area: Area
    must: bool = True


class MostSetUpInHex(SpecialRule):
    """No more than so many units may set up in a hex."""

    wording = "no more than {most} {units} may set up per hex"
    units: Units
    most: int


class FortifiedHexes(SpecialRule):
    """A side may make so many building hexes Fortified: in an area, in that of its setup where
    nothing.
    """

    wording = "{side} may fortify {number} building hexes in {area:|their setup area}[{area:place}]"
    side: str
    number: int
    area: Area | None = None


class Begins(SpecialRule):
    """Units begin in a state: malfunctioned, broken, entrenched, emplaced, in motion."""

    wording = "{units} begins {state}"
    units: Units
    state: str


# --- qualities -----------------------------------------------------------------------------------------


class Has(SpecialRule):
    """Units have a capability: assault fire, spraying fire, winter camouflage; not where ``has`` is
    not so.
    """

    wording = "{units} {has:has|does not have} {capability}"
    units: Units
    capability: str
    has: bool = True


class Is(SpecialRule):
    """Units are of a quality: fanatic, stealthy, lax, elite; in an area where one is given."""

    wording = "{units} is {status}[ while in {area:place}]"
    units: Units
    status: str
    area: Area | None = None


# --- what is left over ---------------------------------------------------------------------------------


class Partly(SpecialRule):
    """A rule that is understood in part, or not at all where ``rule`` is nothing; ``words`` are
    those that are not understood, and may change what the rest means.
    """

    rule: SpecialRule | None
    words: str

    def __str__(self) -> str:
        return f"{self.rule or ''}{bracketed((self.words,))}".strip()
