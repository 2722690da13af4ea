"""Computes moves and ADJACENT Locations, in any number of worlds."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board, direction_between
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.movement.engine import (
    Group,
    MoveChange,
    MoveGraph,
    MovementEngine,
    ReachSearch,
    Way,
)
from hexcourt.solver.movement.moves import MoveEdge, explain
from hexcourt.solver.movement.routes import (
    Pass,
    bypasses,
    check_fit,
    has_way,
    meets,
    nearest,
    starts_of,
)
from hexcourt.solver.placement.hex_facts import HexFacts, given_lines, unit_named
from hexcourt.solver.placement.surroundings import KINDS
from hexcourt.solver.position.board_language import (
    OF_NEIGHBOURS,
    OF_PATHS,
    PATHS,
    Doubt,
    KnownFacts,
    NeededFacts,
    atom,
    unquoted,
)
from hexcourt.solver.position.locations import (
    MAX_TURNS,
    MovingUnit,
    UnitPosition,
    possible_states,
    read_unit_position,
)
from hexcourt.solver.position.states import Move, State, hexes_of, place_words
from hexcourt.solver.query.invalidation import CostBound, Support, bound_of

NOT = "not"


class PathTerm(NamedTuple):
    """What a path is to pass, or not to (``wanted``): hexes that it ``enters``, hexsides or pieces that
    it ``crosses``.
    """

    wanted: bool
    kind: str
    about: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> PathTerm:
        """Read it: ``not crosses L12 K12``, ``enters L12``, ``crosses roadblock``."""
        words = text.split()
        wanted = words[0] != NOT
        kind, *about = words if wanted else words[1:]
        return cls(wanted, kind, tuple(about))


class AskedWay(NamedTuple):
    """A way that an atom asks about: the name of the predicate, where it starts (nothing: where the unit
    is said to), where it ends, and what it is to pass or not.
    """

    name: str
    start: str | None
    goal: str
    terms: tuple[PathTerm, ...] = ()

    @classmethod
    def of(cls, name: str, texts: Sequence[str]) -> AskedWay:
        """Read it from the places of an atom, and the terms of a path."""
        if name not in PATHS:
            return cls(name, texts[0] if len(texts) == 2 else None, texts[-1])
        start, goal, terms = texts
        return cls(name, start, goal, tuple(map(PathTerm.of, filter(None, terms.split("; ")))))


WITHOUT_LOCATION = ("counter", "enemy")
"""Pieces in a hex that make no place of their own in it."""

MAX_WORLDS = 256
"""How many worlds are remembered with what was searched and told there."""


class PathFacts:
    """Computes where the unit can go on one board."""

    names = OF_PATHS

    def __init__(self, board: Board, mover: MovingUnit) -> None:
        self.board = board
        self.mover = mover
        self._states: dict[str, tuple[State, ...]] = {}
        self._starts: dict[str, tuple[UnitPosition, tuple[State, ...]]] = {}
        self.may_lie: frozenset[Piece] = frozenset()
        """Pieces of which others find out whether they may lie where they are supposed."""
        self._demanded: tuple[NeededFacts | None, tuple[_Wanted, ...]] = (None, ())
        self._gathered: dict[frozenset[Group], _WorldSearches] = {}
        self._bare: tuple[tuple[_Wanted, ...], _Baseline] | None = None
        self._reasons: dict[tuple[Move, frozenset[Piece]], frozenset[str]] = {}

    @cached_property
    def session(self) -> MovementEngine:
        """Open the session of the unit."""
        return MovementEngine(self.board, self.mover.unit, given=self.mover.given)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """List the places that the unit can be in: Locations, and the cellars and the like there."""
        states = (each for each in self.session.states if each.in_location)
        return tuple(sorted({place_words(self.board, each) for each in states}))

    def places_with(self, pieces: Collection[Piece]) -> Sequence[str]:
        """List the places that the unit can be in where some pieces lie or may: entrenchments too."""
        session = self.session
        within = [
            each
            for each in pieces
            if len(each.hexes) == 1 and each.predicate not in WITHOUT_LOCATION
        ]
        if not within or not session.on_foot:
            return self.places
        hexes = {name for each in within for name in each.hexes}
        around = session.hex_facts.around(hexes)
        grounded = session.hex_facts.ground(  # atoms live no longer
            around, within, wanted=(("spot", 2),)
        )
        spots = (atom.symbol.arguments for atom in grounded.symbolic_atoms.by_signature("spot", 2))
        added = {
            place_words(self.board, State.at(name.string, str(place)))
            for name, place in spots
            if name.string in hexes
        }
        return sorted(added.union(self.places))

    def known_facts(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Compute what is demanded where some pieces lie."""
        wanted = self._wanted_of(demand)
        if not wanted:
            return KnownFacts()
        groups = self.session.groups(pieces)
        for group in groups:
            if not self.may_lie.issuperset(group):
                self.session.suppose_groups([group])  # refuses what may not lie
        bare = self._baseline_of(wanted)
        touched = bare.touched_by(groups)
        if not touched:
            return bare.facts
        return bare.facts.changed(
            (bare.answers[number].facts for number in touched),
            (
                self._answer_in(wanted[number], groups, bearing).facts
                for number, bearing in bare.bearing_on(touched, groups)
            ),
        )

    def _baseline_of(self, wanted: tuple[_Wanted, ...]) -> _Baseline:
        """Compute what is wanted where nothing is supposed; raises BadInput where that cannot be."""
        if self._bare is None or self._bare[0] is not wanted:
            answers = [self._answer_where(each, frozenset()) for each in wanted]
            self._bare = wanted, _Baseline(self.session, tuple(answers))
        return self._bare[1]

    def prepare(
        self, demand: NeededFacts, worlds: Iterable[Collection[Piece]], members: int = 1
    ) -> None:
        """Ask the rules together what those pieces change of some worlds that may bear on the
        answers, by so many processes.
        """
        wanted = self._wanted_of(demand)
        waiting = [self.session.groups(pieces) for pieces in worlds] if wanted else []
        try:
            bare = self._baseline_of(wanted)
        except BadInput:
            return  # it will be told when a world is asked about
        while waiting:
            unasked: set[Group] = set()
            left = []
            for groups in waiting:
                missing = {g for g in groups if self.session.asked(g) is None}
                missing = {g for g in missing if bare.touched_by([g])}
                if not missing:
                    touched = bare.touched_by(groups)
                    bearing = bare.bearing_on(touched, groups)
                    missing = {g for n, b in bearing for g in self._missing(wanted[n], groups, b)}
                unasked |= missing
                if missing:
                    left.append(groups)
            self.session.ask(unasked, members)
            known = {group for group in unasked if self.session.asked(group) is not None}
            waiting = (
                [g for g in left if known.issuperset(unasked.intersection(g))] if known else []
            )

    def _wanted_of(self, demand: NeededFacts) -> tuple[_Wanted, ...]:
        if self._demanded[0] is not demand:
            found = []
            for (name, arity), values in sorted(demand.items()):
                several = arity == 3 and len({each[0] for each in values}) > 1
                for each in sorted(values) if name in self.names else ():
                    way = AskedWay.of(name, tuple(map(unquoted, each)))
                    found.append(_Wanted(way, each, several))
            self._demanded = demand, tuple(found)
        return self._demanded[1]

    def _missing(
        self, wanted: _Wanted, groups: Sequence[Group], bearing: frozenset[Group]
    ) -> Collection[Group]:
        """List the groups of which the rules have to be asked before an answer can be given."""
        try:
            self._answer_in(wanted, groups, bearing, asking=False)
        except _UnaskedError as error:
            return error.groups
        except BadInput:
            pass  # it will be told when the world is asked about
        return ()

    def _answer_in(
        self,
        wanted: _Wanted,
        groups: Sequence[Group],
        bearing: frozenset[Group],
        asking: bool = True,
    ) -> _Answer:
        """Compute one thing in a world: as in the world of those groups alone that bear on it, some of
        which are known.
        """
        while True:
            answer = self._answer_where(wanted, bearing)
            others = [group for group in groups if group not in bearing]
            if not others:
                return answer
            hanging = {group: answer.hangs_on(group) for group in others}
            unasked = [group for group, hangs in hanging.items() if hangs is None]
            more = [group for group, hangs in hanging.items() if hangs]
            if not asking:
                unasked += [group for group in more if self.session.asked(group) is None]
                if unasked:
                    raise _UnaskedError(unasked)
            elif unasked:
                self.session.suppose_groups(unasked)
                continue
            if not more:
                return answer
            bearing |= frozenset(more)

    def _answer_where(self, wanted: _Wanted, bearing: frozenset[Group]) -> _Answer:
        result = self._gathered.pop(bearing, None) or _WorldSearches(
            self.session.suppose_groups(bearing)
        )
        if len(self._gathered) >= MAX_WORLDS:
            oldest = next(each for each in self._gathered if each)
            del self._gathered[oldest]
        self._gathered[bearing] = result  # as the last that was asked about
        if wanted not in result.answers:
            result.begin()
            if not wanted.several or self._may_start(wanted.way.start, result.world):
                # of many places, those where the unit cannot be are no start
                self._add_facts(result, wanted)
            result.answers[wanted] = result.answer(self._start_hexes(wanted.way))
        return result.answers[wanted]

    def _add_facts(self, gathered: _WorldSearches, wanted: _Wanted) -> None:
        if wanted.way.name in PATHS:
            self._add_path_facts(gathered, wanted)
        else:
            self._add_reach_facts(gathered, wanted)

    def _start_hexes(self, way: AskedWay) -> frozenset[str]:
        """List the hexes where the unit is to be from the start."""
        name = self.mover.start if way.start is None else way.start
        if name is None:
            return frozenset()
        return frozenset({read_unit_position(self.board, self.mover.unit, name).hex})

    # --- what is reached ---------------------------------------------------------------------------

    def _add_reach_facts(self, gathered: _WorldSearches, wanted: _Wanted) -> None:
        name, start, goal, _ = wanted.way
        goals = self.goals(goal)
        if self.is_start((start, goal), gathered.world):
            return  # nobody comes to where he is
        starts, turns = self.starts(start, gathered.world), self._turns(name)
        sure, loose = (
            _value(gathered, gathered.search(starts, turns, surely), goals, name)
            for surely in (True, False)
        )
        if loose is None:
            return
        written = ",".join(wanted.arguments)
        most = loose if sure is None else sure
        atoms = [f"{name}({written},{value})" for value in range(loose, most + 1)]
        if sure == loose:
            gathered.certain.update(atoms)
        else:
            rules = self._rules(gathered, wanted.way)
            gathered.doubts.add(Doubt(tuple(atoms), rules, sure is not None))

    def _turns(self, name: str) -> int:
        return MAX_TURNS if name == "arrives" else self.mover.turns

    # --- paths -----------------------------------------------------------------------------------------

    def _add_path_facts(self, gathered: _WorldSearches, wanted: _Wanted) -> None:
        way = wanted.way
        ends = self.starts(way.start, gathered.world), self.goals(way.goal)
        if not set(ends[0]).isdisjoint(ends[1]):
            raise BadInput(f"{way.name}: {way.start} and {way.goal} are one place; name two")
        passes = self._passes(gathered.world, way)
        written = f"{way.name}({','.join(wanted.arguments)})"
        if self._has_path(gathered, ends, passes, True):
            gathered.certain.add(written)
        elif self._has_path(gathered, ends, passes, False):
            gathered.doubts.add(Doubt((written,), self._rules(gathered, way)))

    def _has_path(
        self,
        gathered: _WorldSearches,
        ends: tuple[tuple[State, ...], tuple[State, ...]],
        passes: tuple[Pass | None, Sequence[Pass]],
        surely: bool,
    ) -> bool:
        world, turns, (wanted, needed) = gathered.world, self.mover.turns, passes
        if needed:
            gathered.on_all()
            return has_way(world, ends, turns, surely, wanted, needed)
        if wanted is None:
            search = gathered.search(ends[0], turns, surely)
        else:
            search = world.search(ends[0], turns, surely, wanted)
        reached = next((each for each in ends[1] if search.reached(each) is not None), None)
        if reached is None:
            gathered.on_bound(search)
        else:
            gathered.on_moves(search.moves_to(reached, plainest=False))
        return reached is not None

    def _passes(self, world: MoveGraph, way: AskedWay) -> tuple[Pass | None, Sequence[Pass]]:
        """Return which moves a way may make, nothing where it may make any, and which it must."""
        avoided = [self._pass(world, each) for each in way.terms if not each.wanted]
        needed = [self._pass(world, each) for each in way.terms if each.wanted]
        if not avoided and way.name != "bypass_path":
            return None, needed
        begin, end = hexes_of(self.starts(way.start, world)), hexes_of(self.goals(way.goal))

        def wanted(edge: MoveEdge) -> bool:
            if any(each(edge) for each in avoided):
                return False
            return way.name == "path" or bypasses(edge, begin, end)

        return wanted, needed

    def _pass(self, world: MoveGraph, term: PathTerm) -> Pass:
        """Return whether a move passes what a term names."""
        about = term.about
        if term.kind == "enters":
            return lambda edge: edge.target.hex == about[0] != edge.source.hex
        if len(about) == 1:
            blocks = [set(p.hexes[:2]) for p in world.pieces if p.predicate == about[0]]
            return lambda edge: meets(self.session, edge, blocks)
        first, second = about
        if direction_between(*(self.board.hex(name).place for name in about)) is None:
            raise BadInput(f"crosses: {first} and {second} do not adjoin; name two hexes that do")
        return lambda edge: {edge.source.hex, edge.target.hex} == {first, second}

    def way(self, name: str, arguments: str, pieces: Collection[Piece]) -> Way | None:
        """Return the way that an atom rests on; nothing for one that was asked to pass something."""
        items = re.findall(r'"((?:[^"\\]|\\.)*)"', arguments)
        query = self.asked_search(AskedWay.of(name, items), self.session.suppose(pieces), True)
        return None if query is None else nearest(*query)

    def asked_search(
        self, way: AskedWay, world: MoveGraph, surely: bool
    ) -> tuple[ReachSearch, tuple[State, ...]] | None:
        """Search for a way, and give its goals; nothing for one that is asked to pass something."""
        wanted, needed = self._passes(world, way)
        if needed:
            return None
        starts, turns = self.starts(way.start, world), self._turns(way.name)
        return world.search(starts, turns, surely, wanted), self.goals(way.goal)

    # --- names and rules -----------------------------------------------------------------------------

    def starts(self, name: str | None, world: MoveGraph | None = None) -> tuple[State, ...]:
        """Return the states that a unit starts in at a place, be it in a world with further pieces: by
        default where it is said to start.
        """
        if name is None:
            if self.mover.start is None:
                raise BadInput(
                    "the question does not say where the unit starts; give start with a Location, or "
                    'write it first, as in reach("L13", "K12", C)'
                )
            return self.starts(self.mover.start, world)
        here = self.session.world if world is None else world
        if name not in self._starts:
            where = read_unit_position(self.board, self.mover.unit, name)
            self._starts[name] = where, starts_of(here, where)
        where, states = self._starts[name]
        check_fit(here, where)
        return states

    def _may_start(self, name: str | None, world: MoveGraph) -> bool:
        try:
            return bool(self.starts(name, world))
        except BadInput:
            return False

    def is_start(self, ends: tuple[str | None, str], world: MoveGraph | None = None) -> bool:
        """Return whether an end is the place where the unit starts."""
        there = {place_words(self.board, each) for each in self.starts(ends[0], world)}
        return any(place_words(self.board, each) in there for each in self.goals(ends[1]))

    def goals(self, name: str) -> tuple[State, ...]:
        """Return the states of a place."""
        if name not in self._states:
            where = read_unit_position(self.board, self.mover.unit, name)
            self._states[name] = possible_states(where, self.session.states) or where.states
        return self._states[name]

    def _rules(self, gathered: _WorldSearches, way: AskedWay) -> tuple[str, ...]:
        """Name the rules for want of which the cheapest possible way is not certain."""
        search = gathered.search(self.starts(way.start, gathered.world), MAX_TURNS, False)
        goals = self.goals(way.goal)
        reached = [at[0] for state in goals if (at := search.reached(state)) is not None]
        gathered.on_bound(search, max(reached) if len(reached) == len(goals) else None, ties=True)
        moves = set()
        for state in goals:
            gathered.on_moves(search.moves_to(state, plainest=True))
            found = search.way(state)
            if found is not None:
                moves |= {step.edge.move for step in found.steps if step.edge.in_doubt}
        gathered.on_hexes(name for move in moves for name in move.hexes)
        return self._undecided(moves, gathered.world)

    def _undecided(self, moves: Collection[Move], world: MoveGraph) -> tuple[str, ...]:
        """Name the rules for want of which some moves, or their costs, are not known: once for each
        move and what bears on it.
        """
        bearing = {move: world.relevant_to(move) for move in moves}
        fresh: dict[frozenset[Piece], list[Move]] = {}
        for move, pieces in bearing.items():
            if (move, pieces) not in self._reasons:
                fresh.setdefault(pieces, []).append(move)
        for pieces, some in fresh.items():
            found = explain(self.session.hex_facts, some, (*self.session.pieces, *pieces))
            for move in some:
                numbers = frozenset(cited.number for cited in found[move].in_doubt)
                self._reasons[move, pieces] = numbers
        known = (self._reasons[each] for each in bearing.items())
        return tuple(sorted(frozenset().union(*known)))


class AdjacentFacts:
    """Computes which Locations are ADJACENT, and which are connected."""

    names = OF_NEIGHBOURS

    def __init__(self, board: Board, given: Iterable[str] = ()) -> None:
        self.board = board
        self._given = tuple(given)
        self._beside: dict[frozenset[Piece], frozenset[str]] = {}

    @cached_property
    def _hex_facts(self) -> HexFacts:
        return HexFacts(self.board, unit_named("squad"), given_lines(self._given))

    def known_facts(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Compute all pairs, if any are demanded."""
        if not any(demand.get((name, 2)) for name in KINDS):
            return KnownFacts()
        key = frozenset(pieces)
        if key not in self._beside:
            wanted = tuple((name, 4) for name in KINDS)
            grounded = self._hex_facts.ground(pieces=key, profile="adjacency", wanted=wanted)
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


@dataclass(frozen=True, slots=True)
class _Wanted:
    """An atom that is asked for, but for its value; ``several`` where there are other starts too."""

    way: AskedWay
    arguments: tuple[str, ...]
    several: bool


class _UnaskedError(Exception):
    """The rules have to be asked what some groups of pieces change."""

    def __init__(self, groups: Collection[Group]) -> None:
        super().__init__()
        self.groups = groups


@dataclass(frozen=True, eq=False)
class _Answer:
    """What holds of one thing, and what that rests on: nothing where it rests on all that there is."""

    facts: KnownFacts
    support: Support | None
    _known: dict[Group, bool] = field(default_factory=dict)

    def hangs_on(self, group: Group) -> bool | None:
        """Return whether a further group of pieces may change it: nothing where that is not known."""
        if self.support is None:
            return True
        if group not in self._known:
            hangs = self.support.hangs_on(group)
            if hangs is None:
                return None
            self._known[group] = hangs
        return self._known[group]


class _Baseline:
    """What holds where nothing is supposed, and which of it depends on a group of pieces.

    Answers are looked up by what they rest on: thousands of them rest on a few bounds.
    """

    def __init__(self, engine: MovementEngine, answers: tuple[_Answer, ...]) -> None:
        self.engine = engine
        self.answers = answers
        self.facts = KnownFacts.joined(each.facts for each in answers)
        self._touched: dict[tuple[Group, bool], frozenset[int]] = {}
        self._on_all = frozenset(n for n, each in enumerate(answers) if each.support is None)
        supports = [(n, each.support) for n, each in enumerate(answers) if each.support is not None]
        self._on_hex = _numbers_by((n, each.hexes) for n, each in supports)
        self._on_moves_at = _numbers_by((n, each.named) for n, each in supports)
        self._on_move = _numbers_by((n, each.moves) for n, each in supports)
        self._on_bound = _numbers_by((n, each.bounds) for n, each in supports)

    def touched_by(self, groups: Iterable[Group]) -> list[int]:
        """Number the answers that some groups of pieces may change, those included of which that is
        not known until the rules are asked.
        """
        found: set[int] = set()
        for group in groups:
            found |= self._touched_by(group)
        return sorted(found)

    def bearing_on(
        self, numbers: Iterable[int], groups: Sequence[Group]
    ) -> Iterator[tuple[int, frozenset[Group]]]:
        """List for some answers which groups change what they rest on, as far as that was asked."""
        known = [(g, self._touched_by(g)) for g in groups if self.engine.asked(g) is not None]
        shared: dict[tuple[bool, ...], frozenset[Group]] = {}
        for number in numbers:
            key = tuple([number in touched for _, touched in known])
            if key not in shared:
                shared[key] = frozenset(g for (g, _), on in zip(known, key, strict=True) if on)
            yield number, shared[key]

    def _touched_by(self, group: Group) -> frozenset[int]:
        """Find what ``Support.hangs_on`` says of each answer, of all of them together, once."""
        change = self.engine.asked(group)
        key = group, change is not None
        if key not in self._touched:
            self._touched[key] = self._found_touched(group, change)
        return self._touched[key]

    def _found_touched(self, group: Group, change: MoveChange | None) -> frozenset[int]:
        core, near = self.engine.core(group), self.engine.leading_into(group)
        bounds = [each for each in self._on_bound if not each.hexes.isdisjoint(near)]
        if change is None:
            moved = _all_at(self._on_moves_at, core)
        else:
            bounds = [each for each in bounds if each.is_broken_by(change)]
            moved = _all_at(self._on_move, change.gone.tolist())
        return self._on_all.union(
            _all_at(self._on_hex, core), moved, _all_at(self._on_bound, bounds)
        )


_Rested = TypeVar("_Rested")


def _numbers_by(
    supports: Iterable[tuple[int, Iterable[_Rested]]],
) -> dict[_Rested, set[int]]:
    """Map what answers rest on to their numbers."""
    found: dict[_Rested, set[int]] = {}
    for number, items in supports:
        for each in items:
            found.setdefault(each, set()).add(number)
    return found


def _all_at(numbers: Mapping[_Rested, set[int]], items: Iterable[_Rested]) -> set[int]:
    """List the answers that rest on one of some items."""
    return set[int]().union(*(numbers[each] for each in items if each in numbers))


class _WorldSearches:
    """The searches made in one world, and what has been found of one thing."""

    def __init__(self, world: MoveGraph) -> None:
        self.world = world
        self.answers: dict[_Wanted, _Answer] = {}
        self._searches: dict[tuple[tuple[State, ...], int, bool], ReachSearch] = {}
        self._bounds: dict[tuple[ReachSearch, int | None, bool], CostBound] = {}
        self.begin()

    def begin(self) -> None:
        """Begin with another thing."""
        self.certain: set[str] = set()
        self.doubts: set[Doubt] = set()
        self._on: tuple[set[int], set[CostBound], set[str]] | None = (set(), set(), set())

    def search(self, starts: tuple[State, ...], turns: int, surely: bool) -> ReachSearch:
        """Search from some states, once."""
        key = (starts, turns, surely)
        if key not in self._searches:
            self._searches[key] = self.world.search(starts, turns, surely)
        return self._searches[key]

    def on_all(self) -> None:
        """Note that the answer rests on all that there is."""
        self._on = None

    def on_moves(self, numbers: Iterable[int]) -> None:
        """Note that it rests on moves of a way."""
        if self._on is not None:
            self._on[0].update(numbers)

    def on_bound(self, search: ReachSearch, turns: int | None = None, ties: bool = False) -> None:
        """Note that it rests on nothing being reached for less, in so many turns or in any."""
        if self._on is not None:
            key = search, turns, ties
            if key not in self._bounds:
                self._bounds[key] = bound_of(search, turns, ties)
            self._on[1].add(self._bounds[key])

    def on_hexes(self, names: Iterable[str]) -> None:
        """Note that it rests on all that bears on moves that name some hexes."""
        if self._on is not None:
            self._on[2].update(names)

    def answer(self, hexes: frozenset[str]) -> _Answer:
        """Return what was found; it rests on some hexes too."""
        known = KnownFacts(frozenset(self.certain), frozenset(self.doubts))
        support = None
        if self._on is not None:
            engine = self.world.engine
            moves = frozenset(n for n in self._on[0] if n < engine.edge_count)
            support = Support(engine, moves, tuple(self._on[1]), hexes | self._on[2])
        return _Answer(known, support)


def _value(
    gathered: _WorldSearches, search: ReachSearch, goals: Iterable[State], name: str
) -> int | None:
    """Return the least cost, or the first turn, of some states: nothing where none is reached."""
    found = [(at, goal) for goal in goals if (at := search.reached(goal)) is not None]
    if not found:
        gathered.on_bound(search)
        return None
    (turn, cost), goal = min(found)
    gathered.on_bound(search, turn)
    gathered.on_moves(search.moves_to(goal, plainest=False))
    if name == "arrives":
        return min(at[0] for at, _ in found)
    return cost
