"""In which turn units that set out from any of many places come to others, at the earliest.

Each turn is searched from all places at once, as every path is (`phases_of_turn`). The next turn sets
out from wherever the units can be by then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

import clingo
import numpy as np

from hexcourt.facts.base.kernels import Bools
from hexcourt.solver.movement.cheapest import (
    FAR,
    Network,
    Phase,
    Terms,
    Tree,
    phases_of_turn,
    simplest,
    starts_in,
)
from hexcourt.solver.movement.engine import MoveGraph
from hexcourt.solver.movement.moves import MoveEdge
from hexcourt.solver.placement.hex_facts import Unit
from hexcourt.solver.position.states import State
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.reasons import reasons_for
from hexcourt.solver.rulebase.rulebase import cached_by_rules
from hexcourt.solver.rulebase.statement import Citation


@dataclass(frozen=True, slots=True)
class Departure:
    """From which states units set out in which turn, or in any ``later`` one too, and how many halves
    of an MF or MP they have spent by then.
    """

    states: tuple[State, ...]
    turn: int = 1
    later: bool = False
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Manner:
    """How units move: what they may spend in a phase, in halves; whether they advance after it;
    ``surely`` at the most expensive price, by no undetermined move and without luck.
    """

    allowance: int
    advances: bool = False
    surely: bool = False


Closed = Callable[[int], Collection[str]]
"""Gives the hexes that units may not enter in a turn."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A move of a way, the turn it is made in, and whether in the Advance Phase."""

    edge: MoveEdge
    turn: int
    advance: bool = False


@dataclass(frozen=True, eq=False)
class Progress:
    """What units come to, turn by turn: the first turn of each state by its number, 0 where never."""

    world: MoveGraph
    phases: tuple[Phase, ...]
    first: np.ndarray[tuple[int], np.dtype[np.int32]]
    surely: bool
    _plain: dict[Phase, Tree] = field(default_factory=dict)

    def earliest(self, goals: Collection[State]) -> tuple[int, State] | None:
        """Return the first turn in which one of some states is reached, and the one that is."""
        numbers = self.world.engine.states
        found = sorted(
            (int(self.first[numbers[each]]), each)
            for each in goals
            if each in numbers and self.first[numbers[each]]
        )
        return found[0] if found else None

    def way(self, state: State) -> tuple[Leg, ...]:
        """Return the moves by which a state is reached first."""
        here = self.world.engine.states[state]
        last = int(self.first[here])
        legs: list[Leg] = []
        for phase in reversed(self.phases):
            if phase.turn > last:
                continue
            tree = phase.tree if phase.advance else self._simplest(phase)
            part = [Leg(edge, phase.turn, phase.advance) for edge, _ in tree.way(here)]
            legs[:0] = part
            here = self.world.engine.states[part[0].edge.source] if part else here
            last = min(last, int(self.first[here]) or last)
        return tuple(legs)

    def _simplest(self, phase: Phase) -> Tree:
        if phase not in self._plain:
            self._plain[phase] = simplest(phase.tree, self.surely)
        return self._plain[phase]


def arrive(
    world: MoveGraph,
    departures: Sequence[Departure],
    manner: Manner,
    turns: int,
    closed: Closed = lambda turn: (),
) -> Progress:
    """Go on turn by turn, up to so many."""
    first = np.zeros(len(world.resting), dtype=np.int32)
    found: list[Phase] = []
    last_departure = max((each.turn for each in departures), default=0)
    changes = {turn for turn in range(2, turns + 1) if set(closed(turn)) != set(closed(turn - 1))}
    seen = -1
    for number in range(1, turns + 1):
        starts, whole = _starts(world, departures, number, first, manner.surely)
        if not starts:
            continue
        reached = int(np.count_nonzero(first))
        if reached == seen and number > last_departure and not any(t >= number for t in changes):
            break
        seen = reached
        forbidden = _blocked_states(world, departures, closed(number))
        phases = _one_turn(world, starts, whole, manner, number, forbidden)
        for phase in phases:
            first[(phase.tree.least < FAR) & (first == 0)] = number
        found += phases
    return Progress(world, tuple(found), first, manner.surely)


def _starts(
    world: MoveGraph,
    departures: Sequence[Departure],
    number: int,
    first: np.ndarray[tuple[int], np.dtype[np.int32]],
    surely: bool,
) -> tuple[dict[int, int], bool]:
    """Map the states from which units move in a turn to what they have spent, and tell whether they
    may make a minimum move: one for all that they have (A4.134). To be sure, all may.
    """
    earlier = np.flatnonzero((first > 0) & world.resting).tolist()
    starts = dict.fromkeys(earlier, world.engine.later_price)
    whole = [True] if starts else []
    for each in departures:
        if each.turn == number or (each.later and each.turn < number):
            whole.append(not each.spent)
            for state, price in world.set_out(each.states).items():
                starts[state] = min(starts.get(state, FAR), price + each.spent)
    return starts, all(whole) if surely else any(whole)


def _one_turn(
    world: MoveGraph,
    starts: dict[int, int],
    whole: bool,
    manner: Manner,
    number: int,
    forbidden: Bools,
) -> list[Phase]:
    engine = world.engine
    network = world.network((lambda edge: not edge.risky) if manner.surely else None)
    network = Network(
        network.tables, network.blocked_edges | forbidden[network.target], network.states
    )
    minimum = engine.minimum_move and whole
    terms = Terms(manner.allowance, engine.bonus, minimum, manner.surely, advances=manner.advances)
    return phases_of_turn(network, starts_in(starts), world.resting, terms, number)


def _blocked_states(
    world: MoveGraph, departures: Sequence[Departure], closed: Collection[str]
) -> Bools:
    """Mark the states that no move may lead to: those in closed hexes, and outside the map wherever
    units are not to enter from.
    """
    outside = {state for each in departures for state in each.states}
    return np.array(
        [
            state.hex in closed or (state.kind == "outside" and state not in outside)
            for state in world.engine.states
        ],
        dtype=np.bool_,
    )


PROFILE = "best_case"


@dataclass(frozen=True, slots=True)
class BestCase:
    """What a unit may spend in a phase at most, in halves, what gives it more than it has by itself,
    whether it advances besides, and ways to get on faster that are not counted.
    """

    halves: int
    gains: tuple[tuple[str, int, Citation], ...]
    advances: Citation | None
    not_counted: tuple[tuple[str, Citation], ...]

    def gain(self, what: str) -> int:
        """Return how many halves something adds, none where it adds nothing."""
        return sum(halves for name, halves, _ in self.gains if name == what)

    @property
    def rules(self) -> tuple[str, ...]:
        """List the numbers of the rules that it rests on."""
        numbers = [cited.number for _, _, cited in self.gains]
        return (*numbers, *([self.advances.number] if self.advances else []))


@cached_by_rules()
def best_case(unit: Unit, led: bool) -> BestCase:
    """Ask what a unit may spend in Double Time, advancing, and ``led`` with a leader."""
    given = ("double_time", "advancing", *["with_leader(leader)"] * led)
    facts = f"unit({unit.name}). allowance({unit.allowance})."
    facts += "".join(f" given({each})." for each in given)
    grounded = ActiveRules(PROFILE).ground(facts)

    def cited(name: str, arity: int) -> list[tuple[clingo.Symbol, Citation]]:
        rules = reasons_for(grounded, PROFILE, atoms_of(grounded, name, arity))
        return sorted(((each, cited[0]) for each, cited in rules.items()), key=str)

    return BestCase(
        max(halves.number for (halves,) in arguments_of(grounded, "has", 1)),
        tuple((g.arguments[0].name, g.arguments[1].number, rule) for g, rule in cited("gains", 3)),
        next((rule for _, rule in cited("advances", 2)), None),
        tuple((each.arguments[0].name, rule) for each, rule in cited("not_counted", 2)),
    )
