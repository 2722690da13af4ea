"""Asks the rules of a whole setup: each unit, Gun and Fortification in each place, each by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import clingo

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.records import Location
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.states import State
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of
from hexcourt.solver.rulebase.rulebase import cached_by_rules

PROFILE = "setups"

YES, UNKNOWN, NO = "yes", "unknown", "no"
"""The verdicts of the rules."""


@dataclass(frozen=True, slots=True)
class SetupVerdict:
    """What the rules say of an action, and the rules that say so: sorted, none where no rule speaks."""

    verdict: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Room:
    """So much room of a kind (``halves``, ``singles``, ``bulky``) that there is, or that is taken."""

    what: str
    amount: int
    rule: str


@dataclass(frozen=True)
class Kinds:
    """What the rules say of kinds of units: as which units of its table each counts, what room it takes
    (nothing where the rules do not know), by which rule it takes none, as what sentences mean it, and of
    which room there may be more than is given. ``listed`` are all units of the table.
    """

    any_of: Mapping[str, tuple[str, ...]]
    fills: Mapping[str, tuple[Room, ...]]
    roomless: Mapping[str, str]
    classes: Mapping[str, frozenset[str]]
    open_ended: Mapping[str, str]
    listed: frozenset[str]

    @property
    def units(self) -> Mapping[str, str]:
        """Map the kinds that count as one unit of the table to it."""
        return {kind: some[0] for kind, some in self.any_of.items() if len(some) == 1}


class SetupRules:
    """The rules of setup for one Position."""

    def __init__(self, position: BoardState) -> None:
        self.position = position
        self.board = position.board
        self._asked: dict[str, SetupVerdict] = {}
        self._rooms: dict[str, dict[tuple[str, str], tuple[Room, ...]]] = {}

    @cached_property
    def _facts(self) -> str:
        hex_facts = HexFacts(self.board, unit_named("squad"))
        given = (f"given({each.term})." for each in self.position.parsed_facts)
        return "\n".join([hex_facts.facts(self.position.pieces), *given])

    def ask(self, actions: Iterable[str]) -> Mapping[str, SetupVerdict]:
        """Return for each action whether it may be done by itself. Actions that change what others come
        to have to be asked apart: Fortifications of one kind, roadblocks.
        """
        wanted = sorted(set(actions))
        fresh = [each for each in wanted if each not in self._asked]
        if fresh:
            placed = [f"{each}." for each in fresh if each.startswith("roadblock(")]
            questions = [f"asked({each})." for each in fresh]
            self._asked.update(rulings(self._ground([*placed, *questions])))
        return {each: self._asked[each] for each in wanted}

    def rooms(self, hexes: Iterable[str]) -> Mapping[tuple[str, str], tuple[Room, ...]]:
        """Map the Locations (hex, place) of some hexes to the room that they have."""
        wanted = sorted(set(hexes))
        fresh = [each for each in wanted if each not in self._rooms]
        if fresh:
            facts = [f"setup_hex({string_term(name)})." for name in fresh]
            found: dict[tuple[str, str], list[Room]] = {}
            for name, place, what, amount, rule in arguments_of(self._ground(facts), "room", 5):
                room = Room(what.name, amount.number, rule.string)
                found.setdefault((name.string, str(place)), []).append(room)
            self._rooms.update({name: {} for name in fresh})
            for key, some in found.items():
                self._rooms[key[0]][key] = tuple(sorted(some, key=str))
        return {key: some for name in wanted for key, some in self._rooms[name].items()}

    def _ground(self, facts: Iterable[str]) -> clingo.Control:
        return ActiveRules(PROFILE).ground("\n".join([self._facts, *facts]))


def kinds_of(kinds: Iterable[str]) -> Kinds:
    """Ask the rules about kinds of units, as it calls them."""
    return _kinds_of(frozenset(kinds))


@cached_by_rules(64)
def _kinds_of(kinds: frozenset[str]) -> Kinds:
    facts = "".join(f"setup_kind({each})." for each in sorted(kinds))
    grounded = ActiveRules(PROFILE).ground(facts)
    fills: dict[str, list[Room]] = {}
    for kind, what, amount, rule in arguments_of(grounded, "fills", 4):
        fills.setdefault(str(kind), []).append(Room(what.name, amount.number, rule.string))
    units: dict[str, list[str]] = {}
    for kind, unit in arguments_of(grounded, "as_unit", 2):
        units.setdefault(str(kind), []).append(str(unit))
    classes: dict[str, set[str]] = {}
    for kind, entry in arguments_of(grounded, "of_class", 2):
        classes.setdefault(str(entry), set()).add(str(kind))
    return Kinds(
        {kind: tuple(sorted(some)) for kind, some in units.items()},
        {kind: tuple(sorted(some, key=str)) for kind, some in fills.items()},
        {str(kind): rule.string for kind, rule in arguments_of(grounded, "roomless", 2)},
        {entry: frozenset(some) for entry, some in classes.items()},
        {str(what): rule.string for what, rule in arguments_of(grounded, "open_ended", 2)},
        frozenset(str(unit) for unit, _, _ in arguments_of(grounded, "unit_kind", 3)),
    )


@dataclass(frozen=True)
class Sharing:
    """Which Fortifications share a place: how many of a kind at ``most``, and which exclude each other
    (``exclusive``); with the rule.
    """

    most: Mapping[str, tuple[int, str]]
    exclusive: Mapping[frozenset[str], str]


@cached_by_rules()
def sharing() -> Sharing:
    """Ask the rules which Fortifications share a place."""
    grounded = ActiveRules(PROFILE).ground("")
    most = arguments_of(grounded, "most_in_place", 3)
    apart = arguments_of(grounded, "not_shared", 3)
    return Sharing(
        {str(kind): (number.number, rule.string) for kind, number, rule in most},
        {frozenset((str(a), str(b))): rule.string for a, b, rule in apart},
    )


def agreed(some: Iterable[SetupVerdict]) -> SetupVerdict:
    """Take together what is said of all that something may be: unknown where that is not the same."""
    every = tuple(some)
    verdicts = {each.verdict for each in every}
    rules = tuple(sorted({rule for each in every for rule in each.rules}))
    return SetupVerdict(verdicts.pop() if len(verdicts) == 1 else UNKNOWN, rules)


def rules_for(some: Iterable[SetupVerdict], *verdicts: str) -> tuple[str, ...]:
    """List the rules by which something has one of some verdicts."""
    return tuple(sorted({rule for e in some if e.verdict in verdicts for rule in e.rules}))


def best(some: Iterable[SetupVerdict]) -> SetupVerdict:
    """Return the ruling that allows most."""
    return min(some, key=lambda each: (YES, UNKNOWN, NO).index(each.verdict))


def rule_name(kind: str) -> str:
    """Return the name by which the rules know a kind of a card: ``half-squad`` is ``half_squad``."""
    plain = "".join(each if each.isalnum() else "_" for each in kind.lower()).strip("_")
    return plain if plain[:1].isalpha() else f"kind_{plain}"


def at(place: Location) -> str:
    """Write a Location as actions take it."""
    return str(State.at(place.hex, place.place))


@cached_by_rules(4)
def setup_rules(position: BoardState) -> SetupRules:
    """Return the rules of setup for a state; it remembers what it was asked."""
    return SetupRules(position)


_SAYS = {NO: "refused", UNKNOWN: "doubtful", YES: "allowed"}


def rulings(grounded: clingo.Control) -> Mapping[str, SetupVerdict]:
    """List what the rules say of all that was asked."""
    rules: dict[tuple[str, str], list[str]] = {}
    for name in _SAYS.values():
        for action, rule in arguments_of(grounded, name, 2):
            rules.setdefault((name, str(action)), []).append(rule.string)
    return {
        str(action): SetupVerdict(
            verdict.name, tuple(sorted(set(rules.get((_SAYS[verdict.name], str(action)), ()))))
        )
        for action, verdict in arguments_of(grounded, "verdict", 2)
    }
