"""The values that sentences of victory conditions come to; ``str`` writes what reads back equal.

A number of ``None`` is all there are. No value knows a board: areas are those of ``facts/areas``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hexcourt.facts.areas.area import Area
from hexcourt.facts.areas.wording import Wording
from hexcourt.facts.cards.sentences.read_units import (
    Places,
    Units,
    bracketed,
)

ANY_SIDE = "any"
"""The winner where either side may fulfil the condition, and the first that does wins."""

AT_ONCE, AT_END = "at once", "end"

DRAW = "draw"


def _at_least(number: int | None) -> str:
    return "all" if number is None else f"at least {number}"


class Goal(Wording):
    """What has to be so for somebody to win."""


class Control(Goal):
    """Control at least so many of some places; all where ``least`` is nothing."""

    places: Places
    least: int | None = None

    def __str__(self) -> str:
        return f"Control {_at_least(self.least)} of {self.places}"


class ControlMore(Goal):
    """Control at least so many more of some places than the enemy Controls of others."""

    wording = "Control at least {least} more of {places} than the enemy Controls of {than}"
    places: Places
    than: Places
    least: int = 1


class Exit(Goal):
    """Exit at least so many Exit Victory Points, or units where ``units`` are given, by an area; by
    any edge where none is given. Of units, all where ``least`` is nothing.
    """

    least: int | None
    units: Units | None = None
    where: Area | None = None

    def __str__(self) -> str:
        where = "" if self.where is None else f" off {self.where:edge}"
        return f"exit {_at_least(self.least)} {self.units or 'VP'}{where}"


class Presence(Goal):
    """A side has at least so many units (``number``) in each of at least so many places (``least``; all
    where nothing).
    """

    units: Units
    places: Places
    least: int | None = 1
    number: int = 1

    def __str__(self) -> str:
        least = _at_least(self.least)
        return f"have at least {self.number} {self.units} in {least} of {self.places}"


class SoleUnits(Goal):
    """Be the only side with units of a kind in an area."""

    wording = "have the only {units} in {area:place}"
    units: Units
    area: Area


class NoUnits(Goal):
    """There are no units of a kind in an area; on the map where none is given."""

    wording = "no {units} {area:in|on the map}[ {area:place}]"
    units: Units
    area: Area | None = None


class Outnumber(Goal):
    """A side has at least so many times as many units of a kind as the enemy; more than that where
    ``more``.
    """

    wording = (
        "{more:more than|at least} {times} times as many {units}[ in {area:place}] as the enemy"
    )
    units: Units
    times: Fraction = Fraction(1)
    more: bool = False
    area: Area | None = None


class Points(Goal):
    """Amass at least so many Victory Points (VP, CVP: Casualty, EVP: Exit); or, where ``more``, at
    least so many more than the enemy.
    """

    wording = "amass at least {least} {more:more |}{points}{more: than the enemy|}"
    least: int
    points: str = "VP"
    more: bool = False


class Eliminate(Goal):
    """Eliminate or capture at least so many units; all where ``least`` is nothing."""

    units: Units
    least: int | None = None

    def __str__(self) -> str:
        return f"eliminate {_at_least(self.least)} {self.units}"


class AllOf(Goal):
    """All of some goals at a time."""

    parts: tuple[Goal, ...]

    def __str__(self) -> str:
        return " and ".join(f"({each})" for each in self.parts)


class AnyOf(Goal):
    """Any of some goals."""

    parts: tuple[Goal, ...]

    def __str__(self) -> str:
        return " or ".join(f"({each})" for each in self.parts)


@dataclass(frozen=True, slots=True)
class Win:
    """Who wins, when, and by what; ``winner`` and ``when`` are empty where the sentence does not
    say.

    ``partly`` are words that say more of it and are not understood: the goal is not all that is
    asked.
    """

    goal: Goal
    winner: str = ""
    when: str = ""
    partly: tuple[str, ...] = ()

    def __str__(self) -> str:
        who = {"": "", ANY_SIDE: "any side "}.get(self.winner, f"{self.winner} ")
        when = {"": "", AT_END: "at end "}.get(self.when, f"{self.when} ")
        wins = f"{who}wins {when}if " if who else f"{when}if " if when else ""
        return f"{wins}{self.goal}{bracketed(self.partly)}"


class ExitValue(Wording):
    """How many Exit Victory Points a unit of a kind is worth."""

    wording = "{units} {points}"
    units: Units
    points: int


@dataclass(frozen=True, slots=True)
class Victory:
    """What a text about victory says.

    ``otherwise`` is who wins where nobody does by ``wins``: a side, ``draw``, or empty where it is
    not said. ``control_by`` is ``hexes`` or ``buildings`` where that is given, ``exit_values`` are
    in place of the usual ones. ``partly`` are sentences of it that are not understood.
    """

    wins: tuple[Win, ...] = ()
    otherwise: str = ""
    control_by: str = ""
    exit_values: tuple[ExitValue, ...] = ()
    partly: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [str(each) for each in self.wins]
        if self.control_by:
            lines.append(f"Control is by {self.control_by}")
        if self.exit_values:
            lines.append(f"Exit Victory Points: {', '.join(map(str, self.exit_values))}")
        if self.otherwise == DRAW:
            lines.append("Otherwise it is a draw")
        elif self.otherwise:
            lines.append(f"Otherwise {self.otherwise} wins")
        lines += (bracketed((each,)).strip() for each in self.partly)
        return ". ".join(lines)

    @property
    def understood(self) -> bool:
        """Return whether all of the text is understood."""
        return not self.partly and not any(each.partly for each in self.wins)
