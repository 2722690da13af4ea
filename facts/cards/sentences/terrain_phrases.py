"""Words for terrain as special rules have them, and as changes of a map have them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from hexcourt.facts.boards.terrain_terms import EDGE, kinds
from hexcourt.facts.maps.changes.reading import terms_of

_SAME = {
    "grain": ("wheat", "wheat field", "grain field", "wheatfield", "cornfield"),
    "plowed": ("plowed field", "ploughed field", "ploughed"),
    "open ground": ("open", "open terrain", "clear terrain"),
    "crag": ("crags", "crag terrain"),
    "stone building": ("building(stone)", "stone structure"),
    "wooden building": ("building(wood)", "wood building", "wooden structure"),
    "stone rubble": ("rubble(stone)",),
    "wooden rubble": ("rubble(wood)", "wood rubble"),
    "stone factory": ("factory(stone)",),
    "wooden factory": ("factory(wood)", "wood factory"),
    "water": ("pond", "lake"),
    "gully": ("gullies",),
    "canal": ("canals",),
    "stream": ("creek",),
    "dirt road": ("unpaved road",),
    "railroad": ("railway", "rr"),
    "bridge": ("stone bridge",),
    "cactus hedge": (),
}
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


def terms_meant(terrain: str) -> tuple[str, ...]:
    """List the terms of terrain; raises BadInput where a map cannot have it."""
    return terms_of(change_word(terrain))


def written(terrain: str) -> str:
    """Write terrain so that it is read back: words of no map need a noun."""
    return terrain if terrain in terrain_phrases().values() else f"{terrain} hexes"
