"""What the law says of Guns in places, by what their names tell of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexcourt.facts.boards.board import Location
from hexcourt.solver.checking.setup.asking import NO, UNKNOWN, YES, Ruled, SetupLaw, at

TYPES = ("at", "inf", "aa", "mortar", "other")
SIZES = ("small", "medium", "large")
EMPLACED, NOT_EMPLACED = "emplaced", "not_emplaced"

_SAID = {
    "AT": "at",
    "INF": "inf",
    "IG": "inf",
    "AA": "aa",
    "MTR": "mortar",
    "MORTAR": "mortar",
    "ART": "other",
    "HOW": "other",
    "RCL": "other",
}
"""The types of Guns by the words of their names, as VASL shows these."""


def types_of(name: str) -> tuple[str, ...]:
    """Tell of which type a Gun may be: of any where its name does not tell."""
    words = name.upper().replace("-", " ").split()
    found = [_SAID[each] for each in words if each in _SAID]
    return (found[0],) if found else TYPES


def gun_ruling(
    law: SetupLaw,
    name: str,
    places: Iterable[Location],
    how: tuple[str, ...] = (NOT_EMPLACED, EMPLACED),
) -> Mapping[str, Ruled]:
    """Tell where a Gun may set up, in one of some ways; what hangs on its size, or on its type where the
    name tells none, is unknown.
    """
    every = tuple(places)
    deeds = {
        (place.name, kind, size, way): f"gun({at(place)},{kind},{size},{way})"
        for place in every
        for kind in types_of(name)
        for size in SIZES
        for way in how
    }
    found = law.ask(deeds.values())
    ruled: dict[str, Ruled] = {}
    for place in every:
        best = [
            _best([found[deeds[place.name, kind, size, way]] for way in how])
            for kind in types_of(name)
            for size in SIZES
        ]
        ruled[place.name] = _agreed(best)
    return ruled


def _best(some: list[Ruled]) -> Ruled:
    """Take the way in which a Gun may set up soonest."""
    return min(some, key=lambda each: (YES, UNKNOWN, NO).index(each.verdict))


def _agreed(some: list[Ruled]) -> Ruled:
    verdicts = {each.verdict for each in some}
    rules = tuple(sorted({rule for each in some for rule in each.rules}))
    return Ruled(verdicts.pop() if len(verdicts) == 1 else UNKNOWN, rules)
