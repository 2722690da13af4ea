"""Whether conditions of victory can hold, asked of the law over all outcomes of a scenario.

A goal is written as facts; a place of victory is an item by its name. What is not looked at (points,
exits, what is eliminated) may be fulfilled or not, as it suits, and is told as ``loose``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import clingo

from hexcourt.facts.cards.sentences.units import Places
from hexcourt.facts.cards.sentences.victory import (
    AllOf,
    AnyOf,
    Control,
    ControlMore,
    Goal,
    NoUnits,
    Outnumber,
    Points,
    Presence,
    SoleUnits,
)
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.solver.checking.play.conditions import Place, items_of, place_of
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.statutes.law import Law

PROFILE = "outcomes"

NOBODY = "none"
"""What is sought where no condition is to hold."""

_COUNTED = ("squad-equivalent", "squad", "half-squad", "mmc", "unit", "infantry", "personnel")
"""The words for units whose number is that of squads."""


@dataclass(frozen=True, slots=True)
class Claim:
    """How one side wins over the other."""

    number: int
    side: str
    enemy: str
    when: str
    goal: Goal


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome: which side Controls what, which is where, and how many squads are left to each, in
    half-squads; ``loose`` is what is taken as fulfilled without being looked at.
    """

    controls: tuple[tuple[str, str], ...] = ()
    present: tuple[tuple[str, str], ...] = ()
    left: tuple[tuple[str, int], ...] = ()
    loose: tuple[str, ...] = ()


@dataclass
class Outcomes:
    """All outcomes of a scenario: ``squads`` are those that each side has, in half-squads.

    Raises BadInput where a place of a goal is not on the map.
    """

    scenario: Scenario
    claims: tuple[Claim, ...]
    squads: Mapping[str, int]
    items: dict[str, Place] = field(default_factory=dict)
    loose: dict[int, str] = field(default_factory=dict)
    _facts: list[str] = field(default_factory=list)
    _goals: int = 0

    def __post_init__(self) -> None:
        for side, number in sorted(self.squads.items()):
            self._tell(f"side({quoted(side)})", f"squads({quoted(side)},{number})")
        for claim in self.claims:
            goal = self._goal(claim, claim.goal)
            self._tell(f"stands_for({claim.number},{goal})")

    def find(
        self, wanted: Iterable[int | str], may_hold: Mapping[str, Collection[str]]
    ) -> Outcome | None:
        """Find a smallest outcome in which some claims hold, or NOBODY's does; None where there is none.

        ``may_hold`` maps a side to the items that its units may come to.
        """
        told = [f"must_hold({each})." for each in wanted]
        for side, items in sorted(may_hold.items()):
            told += [f"may_hold({quoted(side)},{quoted(each)})." for each in sorted(items)]
        control = Law(PROFILE).ground("\n".join([*self._facts, *told]))
        found: Outcome | None = None
        with control.solve(yield_=True) as models:
            for model in models:
                found = self._outcome(model.symbols(atoms=True))
        return found

    def _outcome(self, atoms: Iterable[clingo.Symbol]) -> Outcome:
        by_name: dict[str, list[clingo.Symbol]] = {}
        for each in sorted(atoms):
            by_name.setdefault(each.name, []).append(each)

        def pairs(name: str) -> tuple[tuple[str, str], ...]:
            told = (each.arguments for each in by_name.get(name, ()))
            return tuple((side.string, item.string) for side, item in told)

        left = (each.arguments for each in by_name.get("left", ()))
        granted = (each.arguments[0].number for each in by_name.get("granted_goal", ()))
        return Outcome(
            pairs("controls"),
            pairs("present"),
            tuple((side.string, number.number) for side, number in left),
            tuple(sorted({self.loose[number] for number in granted})),
        )

    # --- goals as facts --------------------------------------------------------------------------------

    def _goal(self, claim: Claim, goal: Goal) -> int:
        """Tell of a goal; give its number."""
        mine, theirs = quoted(claim.side), quoted(claim.enemy)
        number = self._new()
        if isinstance(goal, AllOf | AnyOf):
            name = "all_of" if isinstance(goal, AllOf) else "any_of"
            for part in goal.parts:
                self._tell(f"{name}({number},{self._goal(claim, part)})")
        elif isinstance(goal, Control):
            least = self._count(number, "counts", goal.places, goal.least)
            self._tell(f"control_least({number},{mine},{least})")
        elif isinstance(goal, ControlMore):
            self._count(number, "counts", goal.places)
            self._count(number, "counts_against", goal.than)
            self._tell(f"control_more({number},{mine},{theirs},{goal.least})")
        elif isinstance(goal, Presence):
            least = self._count(number, "counts", goal.places, goal.least)
            self._tell(f"present_least({number},{mine},{least})")
        elif isinstance(goal, SoleUnits):
            item = self._item(place_of(self.scenario, goal.area))
            self._tell(f"sole({number},{mine},{theirs},{item})")
        elif isinstance(goal, NoUnits) and goal.area is not None:
            item = self._item(place_of(self.scenario, goal.area))
            whose = mine if goal.units.side == claim.side else theirs
            self._tell(f"empty_of({number},{whose},{item})")
        elif isinstance(goal, Outnumber) and set(goal.units.kinds) <= set(_COUNTED):
            times, more = goal.times, "more" if goal.more else "least"
            of = f"{times.numerator},{times.denominator},{more}"
            self._tell(f"outnumber({number},{mine},{theirs},{of})")
        elif isinstance(goal, Points) and goal.more:
            self._tell(f"ahead({number},{mine})")
        else:
            return self._loosely(str(goal))
        return number

    def _count(self, number: int, name: str, places: Places, least: int | None = None) -> int:
        """Tell which items a goal counts; give how many it needs, all where nothing is said."""
        items = items_of(self.scenario, places)
        self._tell(*(f"{name}({number},{self._item(each)})" for each in items))
        return len(items) if least is None else least

    def _item(self, place: Place) -> str:
        self.items[place.name] = place
        return quoted(place.name)

    def _loosely(self, said: str) -> int:
        number = self._new()
        self.loose[number] = said
        self._tell(f"loose({number})")
        return number

    def _new(self) -> int:
        self._goals += 1
        return self._goals

    def _tell(self, *facts: str) -> None:
        self._facts += [f"{each}." for each in facts]
