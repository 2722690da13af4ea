"""Tells of moves and ADJACENT Locations, in any number of worlds."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from hexcourt.facts.boards.board import Board, direction_between
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.asking.sources.known_facts import (
    Doubt,
    KnownFacts,
    NeededFacts,
    atom,
    unquoted,
)
from hexcourt.solver.moving.adjacency import KINDS
from hexcourt.solver.moving.cutting import nearest
from hexcourt.solver.moving.movement import MOST_TURNS, MovementCourt, Search, Way, World
from hexcourt.solver.moving.moves import Edge, MoveLaw, Unit, unit_named
from hexcourt.solver.moving.passing import Pass, has_way
from hexcourt.solver.moving.path_ends import check_fit, starts_of
from hexcourt.solver.moving.routes import bypasses, meets
from hexcourt.solver.position.state_words import place_words
from hexcourt.solver.position.states import State, hexes_of
from hexcourt.solver.position.whereabouts import Whereabouts, possible_states, read_whereabouts

NOT = "not"


@dataclass(frozen=True, slots=True)
class Mover:
    """The unit that a question is about: where it starts, if that is told, how many turns it has, and
    what is ``given`` of it, as terms of the law.
    """

    unit: Unit
    start: str | None = None
    turns: int = 1
    given: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse turns that there are not."""
        if not 1 <= self.turns <= MOST_TURNS:
            raise BadInput(f"{self.turns} turns are none; give from 1 to {MOST_TURNS}")


class PathFacts:
    """Tells where the unit can go on one board."""

    names = frozenset({"reach", "arrives", "path", "bypass_path"})

    def __init__(self, board: Board, mover: Mover) -> None:
        self.board = board
        self.mover = mover
        self._states: dict[str, tuple[State, ...]] = {}
        self._starts: dict[str, tuple[Whereabouts, tuple[State, ...]]] = {}

    @cached_property
    def court(self) -> MovementCourt:
        """Open the court of the unit."""
        return MovementCourt(self.board, self.mover.unit, given=self.mover.given)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """List the places that the unit can be in: Locations, and the cellars and the like there."""
        states = (each for each in self.court.states if each.in_location)
        return tuple(sorted({place_words(self.board, each) for each in states}))

    def tell(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Tell what is demanded where some pieces lie."""
        wanted = {key: values for key, values in demand.items() if key[0] in self.names and values}
        if not wanted:
            return KnownFacts()
        world = self.court.suppose(pieces)
        told = _Gathered()
        for (name, arity), values in sorted(wanted.items()):
            several = len({each[0] for each in values}) > 1
            for arguments in sorted(values):
                if several and arity == 3 and not self._may_start(arguments[0], world):
                    continue  # of many places, those where the unit cannot be are no start
                if name in ("reach", "arrives"):
                    start = unquoted(arguments[0]) if arity == 3 else None
                    goal = unquoted(arguments[-1])
                    self._tell_reach(told, world, name, (start, goal), arguments)
                else:
                    self._tell_path(told, world, name, arguments)
        return told.told()

    # --- what is reached ---------------------------------------------------------------------------

    def _tell_reach(
        self,
        told: _Gathered,
        world: World,
        name: str,
        ends: tuple[str | None, str],
        arguments: tuple[str, ...],
    ) -> None:
        goals = self.goals(ends[1])
        if self.is_start(ends, world):
            return  # nobody comes to where he is
        turns = MOST_TURNS if name == "arrives" else self.mover.turns
        found = [
            _value(told.search(world, self.starts(ends[0], world), turns, surely), goals, name)
            for surely in (True, False)
        ]
        sure, loose = found
        if loose is None:
            return
        written = ",".join(arguments)
        atoms = [
            f"{name}({written},{value})" for value in range(loose, self._most(loose, sure) + 1)
        ]
        if sure == loose:
            told.certain.update(atoms)
        else:
            told.doubts.append((tuple(atoms), sure is not None, self._rules(told, world, ends)))

    def _most(self, loose: int, sure: int | None) -> int:
        return loose if sure is None else sure

    # --- paths -----------------------------------------------------------------------------------------

    def _tell_path(
        self, told: _Gathered, world: World, name: str, arguments: tuple[str, ...]
    ) -> None:
        start, goal, terms = map(unquoted, arguments)
        starts, goals = self.starts(start, world), self.goals(goal)
        if not set(starts).isdisjoint(goals):
            raise BadInput(f"{name}: {start} and {goal} are one place; name two")
        for surely in (True, False):
            if self._has_path(world, name, (starts, goals), terms, surely):
                if surely:
                    told.certain.add(f"{name}({','.join(arguments)})")
                else:
                    rules = self._rules(told, world, (start, goal))
                    told.doubts.append(((f"{name}({','.join(arguments)})",), False, rules))
                return

    def _has_path(
        self,
        world: World,
        name: str,
        ends: tuple[Collection[State], Collection[State]],
        terms: str,
        surely: bool,
    ) -> bool:
        passes = [self._pass(world, each) for each in terms.split("; ") if each]
        barred = [each for each, wanted in passes if not wanted]
        needed = [each for each, wanted in passes if wanted]
        wanted = self._wanted(name, ends, barred)
        return has_way(world, ends, self.mover.turns, surely, wanted, needed)

    def _wanted(
        self, name: str, ends: tuple[Collection[State], Collection[State]], barred: Sequence[Pass]
    ) -> Pass | None:
        """Give what tells which moves a path may make; nothing where it may make any."""
        if not barred and name == "path":
            return None
        begin, end = map(hexes_of, ends)

        def wanted(edge: Edge) -> bool:
            if any(each(edge) for each in barred):
                return False
            return name == "path" or bypasses(edge, begin, end)

        return wanted

    def _pass(self, world: World, text: str) -> tuple[Pass, bool]:
        """Read a term of a path: ``not crosses L12 K12``, ``enters L12``, ``crosses roadblock``."""
        words = text.split()
        wanted = words[0] != NOT
        kind, *about = words if wanted else words[1:]
        if kind == "enters":
            return (lambda edge: _enters(edge, about[0])), wanted
        if len(about) == 1:
            blocks = [set(p.hexes[:2]) for p in world.pieces if p.predicate == about[0]]
            return (lambda edge: meets(self.court, edge, blocks)), wanted
        return self._crossing(about[0], about[1]), wanted

    def _crossing(self, first: str, second: str) -> Pass:
        places = [self.board.hex(name).place for name in (first, second)]
        if direction_between(*places) is None:
            raise BadInput(f"crosses: {first} and {second} do not adjoin; name two hexes that do")
        pair = {first, second}
        return lambda edge: {edge.source.hex, edge.target.hex} == pair

    def way(self, name: str, arguments: str, pieces: Collection[Piece]) -> Way | None:
        """Give the way that an atom rests on; nothing for one that was asked to pass something."""
        told = re.findall(r'"((?:[^"\\]|\\.)*)"', arguments)
        world = self.court.suppose(pieces)
        turns = MOST_TURNS if name == "arrives" else self.mover.turns
        wanted, start = None, None
        if name in ("path", "bypass_path"):
            start, goal, terms = told
            passes = [self._pass(world, each) for each in terms.split("; ") if each]
            if any(is_wanted for _, is_wanted in passes):
                return None
            ends = (self.starts(start, world), self.goals(goal))
            wanted = self._wanted(name, ends, [each for each, _ in passes])
        else:
            start, goal = told if len(told) == 2 else (None, *told)
        search = world.search(self.starts(start, world), turns, True, wanted)
        return nearest(search, self.goals(goal))

    # --- names and rules -----------------------------------------------------------------------------

    def starts(self, name: str | None, world: World | None = None) -> tuple[State, ...]:
        """Give the states that a unit starts in at a place, be it in a world with further pieces: by
        default where it is said to start.
        """
        if name is None:
            if self.mover.start is None:
                raise BadInput(
                    "the question does not say where the unit starts; add --from with a Location, or "
                    'write it first, as in reach("L13", "K12", C)'
                )
            return self.starts(self.mover.start, world)
        here = self.court.world if world is None else world
        if name not in self._starts:
            where = read_whereabouts(self.board, self.mover.unit, name)
            self._starts[name] = where, starts_of(here, where)
        where, states = self._starts[name]
        check_fit(here, where)
        return states

    def _may_start(self, quoted_name: str, world: World) -> bool:
        try:
            return bool(self.starts(unquoted(quoted_name), world))
        except BadInput:
            return False

    def is_start(self, ends: tuple[str | None, str], world: World | None = None) -> bool:
        """Tell whether an end is the place where the unit starts."""
        there = {place_words(self.board, each) for each in self.starts(ends[0], world)}
        return any(place_words(self.board, each) in there for each in self.goals(ends[1]))

    def goals(self, name: str) -> tuple[State, ...]:
        """Give the states of a place."""
        if name not in self._states:
            where = read_whereabouts(self.board, self.mover.unit, name)
            self._states[name] = possible_states(where, self.court.states) or where.states
        return self._states[name]

    def _rules(
        self, told: _Gathered, world: World, ends: tuple[str | None, str]
    ) -> tuple[str, ...]:
        """Name the rules for want of which the cheapest possible way is not certain."""
        search = told.search(world, self.starts(ends[0], world), MOST_TURNS, False)
        ways = (search.way(state) for state in self.goals(ends[1]))
        moves = {
            step.edge.move
            for way in ways
            if way is not None
            for step in way.steps
            if step.edge.in_doubt
        }
        return _undecided(self.court.law, moves, world.pieces)


class AdjacentFacts:
    """Tells which Locations are ADJACENT, and which are connected."""

    names = frozenset(KINDS)

    def __init__(self, board: Board) -> None:
        self.board = board
        self._beside: dict[frozenset[Piece], frozenset[str]] = {}

    @cached_property
    def _law(self) -> MoveLaw:
        return MoveLaw(self.board, unit_named("squad"))

    def tell(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Tell all pairs, if any are demanded."""
        if not any(demand.get((name, 2)) for name in KINDS):
            return KnownFacts()
        key = frozenset(pieces)
        if key not in self._beside:
            grounded = self._law.ground(pieces=key, profile="adjacency")
            self._beside[key] = frozenset(
                atom(
                    name,
                    *(
                        place_words(self.board, State.parse(each))
                        for each in a.symbol.arguments[:2]
                    ),
                )
                for name in KINDS
                for a in grounded.symbolic_atoms.by_signature(name, 4)
            )
        return KnownFacts(self._beside[key])


class _Gathered:
    """What has been found so far in one world, and the searches made in it."""

    def __init__(self) -> None:
        self.certain: set[str] = set()
        self.doubts: list[tuple[tuple[str, ...], bool, tuple[str, ...]]] = []
        self._searches: dict[tuple[tuple[State, ...], int, bool], Search] = {}

    def search(self, world: World, starts: tuple[State, ...], turns: int, surely: bool) -> Search:
        """Search from some states, once."""
        key = (starts, turns, surely)
        if key not in self._searches:
            self._searches[key] = world.search(starts, turns, surely)
        return self._searches[key]

    def told(self) -> KnownFacts:
        """Give what was found."""
        doubts = (Doubt(atoms, rules, one) for atoms, one, rules in self.doubts)
        return KnownFacts(frozenset(self.certain), frozenset(doubts))


def _value(search: Search, goals: Iterable[State], name: str) -> int | None:
    """Give the least cost, or the first turn, of some states: nothing where none is reached."""
    found = [at for state in goals if (at := search.reached(state)) is not None]
    if not found:
        return None
    if name == "arrives":
        return min(turn for turn, _ in found)
    return min(found)[1]


def _enters(edge: Edge, name: str) -> bool:
    return edge.target.hex == name != edge.source.hex


def _undecided(law: MoveLaw, moves: Collection[str], pieces: Collection[Piece]) -> tuple[str, ...]:
    """Name the rules for want of which some moves, or their costs, are not known."""
    if not moves:
        return ()
    from hexcourt.solver.moving.charges import explain

    reasons = explain(law, moves, pieces)
    return tuple(sorted({cited.number for each in reasons.values() for cited in each.in_doubt}))
