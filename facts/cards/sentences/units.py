"""What units and places sentences speak of, and how these write themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from hexcourt.facts.areas.area import Area, Buildings, EdgePart, Hexes, Named


@dataclass(frozen=True, slots=True)
class Units:
    """Units that a sentence speaks of.

    ``kinds`` are words of ``unit_words``, any of which will do: unit (any at all), mmc, squad, gun,
    afv, squad-equivalent. ``side`` is a side's name in small letters, ``enemy``, or empty for any
    side. Units are in all of ``states`` (unbroken, good order, concealed) and in none of
    ``without`` (prisoner). ``name`` is that on the counter (4-4-7; -2 is a leader's modifier).
    ``number`` is told where a sentence means so many. ``rest``: those that the sentence has not
    named before.
    """

    kinds: tuple[str, ...] = ("unit",)
    side: str = ""
    states: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    name: str = ""
    number: int | None = None
    rest: bool = False

    def __str__(self) -> str:
        told = (
            "" if self.number is None else str(self.number),
            "other" if self.rest else "",
            *(f"non-{each}" for each in self.without),
            self.side,
            *self.states,
            self.name,
            " or ".join(self.kinds),
        )
        return " ".join(filter(None, told))


class Counted(StrEnum):
    """What is counted of places."""

    PLACES = "places"
    HEXES = "hexes"
    BUILDINGS = "buildings"
    LOCATIONS = "locations"


@dataclass(frozen=True, slots=True)
class Places:
    """Places to Control or to be in.

    Where PLACES are counted, each of ``parts`` (a building, a hex, a named area) is one; else
    ``parts`` is one area, and its hexes, its buildings or its Locations are counted.
    """

    parts: tuple[Area, ...]
    counted: Counted = Counted.PLACES

    def __str__(self) -> str:
        told = ", ".join(map(one_place, self.parts))
        return told if self.counted is Counted.PLACES else f"{self.counted} of {told}"

    @property
    def most(self) -> int | None:
        """Give how many there are, where the words alone tell."""
        return len(self.parts) if self.counted is Counted.PLACES else None


def one_place(area: Area) -> str:
    """Write an area so that it is read as one place."""
    single = isinstance(area, Hexes | Buildings) and len(area.hexes) == 1
    plain = isinstance(area, Named) or (single and not getattr(area, "said", ""))
    return str(area) if plain else f"({area})"


def edge_or_place(area: Area) -> str:
    """Write where units leave or enter the map."""
    return str(area) if isinstance(area, EdgePart) else one_place(area)


def bracketed(words: Iterable[str]) -> str:
    """Write what was not understood behind what was, one after the other."""
    return "".join(f" [not understood: {each}]" for each in words)
