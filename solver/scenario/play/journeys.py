"""The units of a scenario on their way: where and when each kind sets out, and what it comes to when.

Moves of the rules are asked for once for each kind of unit that moves alike, and all places of a
group are searched from at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from weakref import WeakKeyDictionary

from hexcourt.facts.areas.read_sentences import EntrySentence, Spent
from hexcourt.facts.cards.card import CardUnit, Group
from hexcourt.facts.cards.sentences.meaning import hexes_of
from hexcourt.facts.cards.sentences.read_units import Units
from hexcourt.facts.cards.sentences.special_rules import (
    DelayedEntry,
    MayNotEnter,
    MovesFirst,
    SpecialRule,
)
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import INFANTRY, Unit, unit_named
from hexcourt.solver.position.board_state import BoardState, mover_terms
from hexcourt.solver.position.locations import MAX_TURNS
from hexcourt.solver.position.states import State
from hexcourt.solver.rulebase.rulebase import cached_by_rules
from hexcourt.solver.scenario.play.arriving import (
    BestCase,
    Departure,
    Manner,
    Progress,
    arrive,
    best_case,
)
from hexcourt.solver.scenario.play.conditions import victories
from hexcourt.solver.scenario.scenario import Scenario
from hexcourt.solver.scenario.setup.asking import Kinds, kinds_of, rule_name
from hexcourt.solver.scenario.setup.limits import setup_hexes
from hexcourt.solver.scenario.special_rules import read_rules


@dataclass(frozen=True, slots=True)
class GroupMover:
    """So many units of a kind in a group that move alike: what they are to the rules, and what they may
    spend at best and by themselves, in halves.
    """

    group: Group
    kind: str
    count: int
    unit: Unit
    best: BestCase
    sure: int

    @property
    def on_foot(self) -> bool:
        """Return whether they are Infantry."""
        return self.unit.profile == INFANTRY

    @property
    def words(self) -> str:
        """Name them: ``3 squads``."""
        kind = {"half-squad": "half-squads", "mmc": "MMC", "smc": "SMC"}.get(self.kind)
        return f"{self.count} {kind or self.kind + 's'}" if self.count > 1 else f"1 {self.kind}"


class Journeys:
    """How the units of one scenario get about."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.board = scenario.board

    # --- turns -----------------------------------------------------------------------------------------

    @cached_property
    def specials(self) -> tuple[SpecialRule, ...]:
        """List what is understood of the special rules."""
        return tuple(each for _, _, read, _ in read_rules(self.scenario.card) for each in read)

    @property
    def moves_first(self) -> str:
        """Return the side that moves first; empty where a die decides, or nothing tells."""
        sides = [each.side for each in self.specials if isinstance(each, MovesFirst)]
        first = sides[0] if sides else self.scenario.card.turns.moves_first
        return "" if first == "?" else first

    def last_turns(self, side: str) -> tuple[int, int] | None:
        """Return the last turn in which a side moves: at least and at most; None where no number of
        turns is given.
        """
        turns = self.scenario.card.turns
        if turns.count is None:
            return None
        if not turns.half or side == self.moves_first:
            return turns.count, turns.count
        return turns.count - 1, turns.count if not self.moves_first else turns.count - 1

    # --- who moves -------------------------------------------------------------------------------------

    @property
    def otherwise(self) -> str:
        """Return who wins where no condition holds; empty where nothing tells."""
        otherwises = (each.otherwise for each in victories(self.scenario) if each.otherwise)
        return self.scenario.card.otherwise or next(otherwises, "")

    @property
    def sides(self) -> tuple[str, ...]:
        """List the sides of the card."""
        return tuple(each.name for each in self.scenario.card.sides)

    def groups_of(self, side: str) -> tuple[Group, ...]:
        """List the groups of a side."""
        return tuple(each for each in self.scenario.card.groups if each.side == side)

    @cached_property
    def _kinds(self) -> Kinds:
        groups = self.scenario.card.groups
        known = {rule_name(unit.kind) for group in groups for unit in group.units}
        return kinds_of(known | kinds_of(()).listed)  # also those that a side may gain

    def movers(self, group: Group) -> tuple[GroupMover, ...]:
        """List the units of a group that move by themselves, by kind."""
        counts: dict[str, int] = {}
        for each in group.units:
            counts[each.kind] = counts.get(each.kind, 0) + each.count
        led = any(map(self._has_leader, self.groups_of(group.side)))
        own = self._has_leader(group)
        found = []
        for kind, count in counts.items():
            name = self._kinds.units.get(rule_name(kind))
            if name is not None:
                unit = unit_named(name)
                best = best_case(unit, led)
                sure = unit.allowance + (best.gain("leader") if own else 0)
                found.append(GroupMover(group, kind, count, unit, best, sure))
        return tuple(found)

    def _has_leader(self, group: Group) -> bool:
        return any(self._kinds.units.get(rule_name(each.kind)) == "leader" for each in group.units)

    def half_squads(self, kind: str) -> int:
        """Return how many half-squads a unit of a kind counts as (A5.1)."""
        rooms = self._kinds.fills.get(rule_name(kind), ())
        return sum(each.amount for each in rooms if each.what == "halves")

    def strangers(self, group: Group) -> tuple[str, ...]:
        """List the units of a group of which no rule tells how they move; an Armor Leader does not by
        himself.
        """
        known = {**self._kinds.units, **self._kinds.roomless}
        unknown_words = [
            str(each)
            for each in group.units
            if each.unit_class in ("vehicle", "mmc", "smc") and rule_name(each.kind) not in known
        ]
        return tuple(unknown_words)

    # --- where they come -------------------------------------------------------------------------------

    def engine(self, mover: GroupMover) -> MovementEngine:
        """Return the moves of a unit; Infantry of all kinds move alike, and what they may spend is
        given to the search.
        """
        return _engine(self.scenario.ground, "squad" if mover.on_foot else mover.unit.name)

    def progress(self, mover: GroupMover, surely: bool) -> Progress | None:
        """Find what a unit comes to, turn by turn, as long as there is anything new; at best, or surely.
        None where it is not understood where the group is.
        """
        engine = self.engine(mover)
        departures = self.departures(mover, surely)
        if departures is None:
            return None
        manner = Manner(mover.sure, False, True)
        if not surely:
            manner = Manner(mover.best.halves, mover.best.advances is not None)
        return _progress(engine, departures, manner, tuple(self._bans(mover, surely)))

    def departures(self, mover: GroupMover, surely: bool) -> tuple[Departure, ...] | None:
        """Return where and when units of a group set out; None where that is not understood."""
        entry = self.scenario.entry(mover.group)
        if entry is not None:
            hexes = self.scenario.entry_hexes(mover.group)
            return None if hexes is None else tuple(self._entering(mover, entry, hexes, surely))
        setup = setup_hexes(self.scenario, mover.group)
        if setup is None:
            return None
        world = self.engine(mover).world
        places = set(setup) - (world.forbidden_hexes if surely else set())
        states = self._states(mover, places, lambda s: s.in_location or s.kind == "crest")
        return (Departure(states),)

    def _entering(
        self, mover: GroupMover, entry: EntrySentence, hexes: Collection[str], surely: bool
    ) -> Iterator[Departure]:
        outside = self._states(mover, hexes, lambda state: state.kind == "outside")
        spent = _halves(entry.spent, mover)
        yield Departure(outside, entry.turn, entry.after, spent)
        if surely:
            return
        for rule in self.specials:
            if (
                isinstance(rule, DelayedEntry)
                and rule.where is not None
                and self._means(rule.units, mover) is not False
            ):
                where = self.scenario.areas.ground.hexes(rule.where)
                states = self._states(mover, where, lambda state: state.kind == "outside")
                yield Departure(states, entry.turn + 1, True, spent)

    def _states(
        self, mover: GroupMover, hexes: Collection[str], wanted: Callable[[State], bool]
    ) -> tuple[State, ...]:
        names = set(hexes)
        return tuple(
            each for each in self.engine(mover).states if each.hex in names and wanted(each)
        )

    def _bans(self, mover: GroupMover, surely: bool) -> Iterator[tuple[int | None, frozenset[str]]]:
        """List the hexes that special rules keep a unit out of, each before which turn; at best those
        that do so for certain alone.
        """
        for rule in self.specials:
            if isinstance(rule, MayNotEnter):
                matching = self._means(rule.units, mover)
                hexes = hexes_of(rule, self.scenario.areas.ground)
                if (matching or (surely and matching is None)) and hexes is not None:
                    yield rule.before, frozenset(hexes)

    def _means(self, units: Units, mover: GroupMover) -> bool | None:
        """Return whether a rule means the units of a mover; None where that is not known."""
        if units.side not in ("", mover.group.side, "enemy"):
            return False
        return None if units.side == "enemy" else self.matches(CardUnit(1, mover.kind, ""), units)

    def matches(self, unit: CardUnit, units: Units) -> bool | None:
        """Return whether words for units, of whatever side, mean a unit; None where that is not
        known.
        """
        of_kind = self.is_of_kind(unit, units)
        if of_kind is False:
            return False
        narrowed = units.name not in ("", unit.name) or units.states or units.without or units.rest
        return None if narrowed else of_kind

    def kinds_of(self, units: Units) -> list[str]:
        """List the kinds that words for units name; a word that is not known stands for itself."""
        known = self._kinds.classes
        return sorted(
            {kind for word in units.kinds for kind in known.get(rule_name(word), (word,))}
        )

    def is_of_kind(self, unit: CardUnit, units: Units) -> bool | None:
        """Return whether a unit is of a kind that words for units name; None where a word is not
        known.
        """
        kind = rule_name(unit.kind)
        classes = [self._kinds.classes.get(rule_name(word)) for word in units.kinds]
        if any(each is not None and kind in each for each in classes):
            return True
        return None if None in classes else False


def _halves(spent: Spent | None, mover: GroupMover) -> int:
    """Return how many halves of an MF or MP a unit has spent as it enters."""
    if spent is None:
        return 0
    return mover.unit.allowance // 2 if spent.amount is None else int(2 * spent.amount)


@cached_by_rules(8)
def _engine(position: BoardState, name: str) -> MovementEngine:
    kind = unit_named(name)
    unit = replace(kind, allowance=best_case(kind, True).halves)
    result = mover_terms(kind, position.parsed_facts)
    return MovementEngine(position.board, unit, position.pieces, result)


@cached_by_rules(64)
def _progress(
    engine: MovementEngine,
    departures: tuple[Departure, ...],
    manner: Manner,
    bans: tuple[tuple[int | None, frozenset[str]], ...],
) -> Progress:
    def closed(turn: int) -> Collection[str]:
        return frozenset[str]().union(
            *(hexes for before, hexes in bans if before is None or turn < before)
        )

    return arrive(engine.world, departures, manner, MAX_TURNS, closed)


_JOURNEYS: WeakKeyDictionary[Scenario, Journeys] = WeakKeyDictionary()


def journeys_of(scenario: Scenario) -> Journeys:
    """Return the journeys of a scenario: checks share them."""
    if scenario not in _JOURNEYS:
        _JOURNEYS[scenario] = Journeys(scenario)
    return _JOURNEYS[scenario]
