"""Which pieces of some families can bear on a question, and on what each world's answer rests.

What is asked comes from lines of sight, paths and what is looked up. A line rests on the pieces near it.
A path rests on the pieces that change one of its moves; that there is none, or none cheaper, on the
pieces that bar the others. Pieces that nothing rests on are dropped: worlds that differ in these alone
are counted by binomials.

The *cube* of a world says what its outcome rests on: pieces that lie there, and pieces that do not.
Every world that agrees in these has the same outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb, prod

import numpy as np

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.language.question import Question
from hexcourt.solver.movement.cheapest import FAR
from hexcourt.solver.movement.engine import MoveGraph as MoveWorld
from hexcourt.solver.movement.engine import ReachSearch
from hexcourt.solver.movement.piece_effects import PieceEffects, move_key
from hexcourt.solver.placement.placement import met_by_lines
from hexcourt.solver.position.board_language import OF_LINES, PATHS, NeededFacts, demanded, unquoted
from hexcourt.solver.position.states import State
from hexcourt.solver.query.deciding import Decision
from hexcourt.solver.query.line_programs import LineProgram
from hexcourt.solver.query.outcomes import verdict
from hexcourt.solver.query.path_facts import AskedWay, PathFacts
from hexcourt.solver.query.sight_facts import SightFacts, sight_of
from hexcourt.solver.query.worlds import Family, World
from hexcourt.solver.sight.exact_los import AskedLine

MAX_LINES = 12
"""With more lines asked about than these a world rests on too much for cubes to be of use."""

MAX_PATHS = 12
"""With more paths asked for than these a world rests on too much for cubes to be of use."""

_ANY_PIECE = frozenset({"adjacent", "connected", "exposed"})
"""What every piece may bear on."""


@dataclass(frozen=True, slots=True)
class Cube:
    """What an outcome rests on: pieces that lie in the world, and pieces that do not."""

    has: frozenset[Piece] = frozenset()
    lacks: frozenset[Piece] = frozenset()

    def __or__(self, other: Cube) -> Cube:
        """Rest on both."""
        return Cube(self.has | other.has, self.lacks | other.lacks)


Value = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class FamilyQuestion:
    """A question about every world of some families, and what its answers are found from.

    ``held`` are pieces that lie in every world, ``looked_up`` those that the question looks up by name,
    ``contested`` those that may lie in some worlds only, ``posts`` hexes of units that have a status.
    ``decide`` tells for some worlds the outcome, or why the world cannot be.
    """

    question: Question
    families: tuple[Family, ...]
    demand: NeededFacts
    sights: SightFacts
    ways: PathFacts
    held: World
    looked_up: frozenset[Piece]
    contested: frozenset[Piece]
    posts: frozenset[str]
    decide: Callable[[Sequence[World]], Iterator[tuple[World, Decision | str]]]
    _values: dict[tuple[AskedWay, bool, frozenset[Piece]], Value | None] = field(
        default_factory=dict
    )

    @cached_property
    def pieces(self) -> World:
        """List the pieces of all families."""
        return tuple(sorted({piece for family in self.families for piece in family.pieces}))

    @cached_property
    def share_pieces(self) -> bool:
        """Return whether a piece is in two families: then two choices may be one world."""
        return sum(len(family.pieces) for family in self.families) > len(self.pieces)

    # --- which pieces bear on it ------------------------------------------------------------------

    @cached_property
    def relevant_pieces(self) -> frozenset[Piece]:
        """List the pieces that may bear on the question."""
        if any(name in _ANY_PIECE for name, _ in self.demand):
            return frozenset(self.pieces)
        return self.fixed | self._on_lines | self._on_paths

    @cached_property
    def fixed(self) -> frozenset[Piece]:
        """List the pieces that what is looked up, or whether a world can be, may rest on."""
        at_posts = {each for each in self.pieces if not self.posts.isdisjoint(each.hexes)}
        return frozenset((self.looked_up | self.contested | at_posts).intersection(self.pieces))

    @cached_property
    def near(self) -> Mapping[AskedLine, frozenset[Piece]]:
        """Map each line that is asked about to the pieces near it."""
        near = self.sights.pieces_near(self._lines, met_by_lines((*self.pieces, *self.held)))
        return {line: frozenset(some.intersection(self.pieces)) for line, some in near.items()}

    @cached_property
    def _lines(self) -> Mapping[AskedLine, frozenset[str]]:
        """Map each line that is asked about to what is asked of it."""
        lines: dict[AskedLine, set[str]] = {}
        for name, each in demanded(self.demand, OF_LINES):
            lines.setdefault(sight_of(each), set()).add(name)
        return {line: frozenset(query) for line, query in lines.items()}

    @cached_property
    def _programs(self) -> Mapping[AskedLine, LineProgram]:
        """Map lines to their programs: those that have one, where so few are asked about."""
        if len(self._lines) > MAX_LINES:
            return {}
        placed = met_by_lines(self.held)
        beside = self.sights.pieces_near(self._lines, placed)
        found = {
            line: self.sights.program(line, self.near[line], beside[line] & placed)
            for line, query in self._lines.items()
            if "blocked" not in query and self.near[line]
        }
        return {line: program for line, program in found.items() if program is not None}

    @cached_property
    def _on_lines(self) -> frozenset[Piece]:
        return frozenset().union(*self.near.values())

    @cached_property
    def paths(self) -> tuple[AskedWay, ...]:
        """List the paths that are asked for."""
        return tuple(
            AskedWay.of(name, tuple(map(unquoted, values)))
            for name, values in demanded(self.demand, self.ways.names)
        )

    @cached_property
    def _effects(self) -> PieceEffects:
        engine = self.ways.session
        every = tuple(sorted({*self.pieces, *self.held}))
        engine.prepare(every)
        return PieceEffects(engine, every)

    @cached_property
    def _on_paths(self) -> frozenset[Piece]:
        """List the pieces that may change what is asked of paths: those that change a move, and where
        no piece opens any, a move that can be made at all.
        """
        if not self.paths:
            return frozenset()
        moving = frozenset(self.pieces) - self._effects.idle
        if any(term.about == ("roadblock",) for path in self.paths for term in path.terms):
            return frozenset(self.pieces)
        moving |= self._at_starts
        if not moving or len(self.paths) > MAX_PATHS or not self._effects.are_one_way(self._all):
            return moving
        engine = self.ways.session
        bare = engine.suppose(self.held)
        reached = np.zeros(len(engine.states), dtype=np.bool_)
        for path in self.paths:
            found = self._search(path, bare, False)
            if found is None:
                return moving
            for tree in found[0].trees:
                reached[: len(tree.least)] |= tree.least < FAR
        hexes = engine.hexes_of(reached)
        near = (each for each in moving if not hexes.isdisjoint(engine.leading_into((each,))))
        return self._at_starts.union(near)

    @cached_property
    def _all(self) -> tuple[Piece, ...]:
        return tuple(sorted({*self.pieces, *self.held} - self._effects.idle))

    @cached_property
    def is_covered_by_cubes(self) -> bool:
        """Return whether worlds are better picked than gone through: lines that are programs are asked
        about, or paths that only ever get worse with more pieces.
        """
        if self.share_pieces or any(name in _ANY_PIECE for name, _ in self.demand):
            return False
        of_paths = self.has_cubes if self.paths else bool(self._lines)
        return of_paths and all(
            line in self._programs or not near for line, near in self.near.items()
        )

    @cached_property
    def has_cubes(self) -> bool:
        """Return whether paths are asked for that only ever get worse with more pieces."""
        if not 0 < len(self.paths) <= MAX_PATHS or any(n in _ANY_PIECE for n, _ in self.demand):
            return False
        if not self._effects.are_one_way(self._all):
            return False
        bare = self.ways.session.suppose(self.held)
        try:
            return all(self._search(path, bare, True) is not None for path in self.paths)
        except BadInput:
            return False

    # --- families of the pieces that bear on it ---------------------------------------------------

    @cached_property
    def reduced(self) -> tuple[Family, ...]:
        """Return the families without the pieces that bear on nothing asked."""
        if self.share_pieces:
            return self.families
        return reduced_to(self.families, self.relevant_pieces)

    @cached_property
    def dropped(self) -> int:
        """Count the pieces that bear on nothing asked."""
        return len(self.pieces) - len({p for family in self.reduced for p in family.pieces})

    def weight(self, world: Collection[Piece]) -> int:
        """Count the worlds that have just these of the pieces that bear on the question."""
        if self.share_pieces:
            return 1
        counts = []
        for family, reduced in zip(self.families, self.reduced, strict=True):
            here = len(set(reduced.pieces).intersection(world))
            idle = len(family.pieces) - len(reduced.pieces)
            sizes = range(max(0, family.least - here), min(idle, family.most - here) + 1)
            counts.append(sum(comb(idle, n) for n in sizes))
        return prod(counts)

    def completed(self, world: Collection[Piece], bearing: frozenset[Piece] | None = None) -> World:
        """Return a world of the families with some pieces, and as few others as it takes; first those
        that bear on nothing asked.
        """
        placed = set(world)
        bearing = self.relevant_pieces if bearing is None else bearing
        for family in self.families:
            missing = family.least - len(placed.intersection(family.pieces))
            others = (each for each in family.pieces if each not in placed | bearing)
            placed.update(each for _, each in zip(range(missing), others, strict=False))
        return tuple(sorted(placed))

    # --- what a world rests on --------------------------------------------------------------------

    def says(self, world: World) -> str | None:
        """Return what the answer is in a world: yes, no or unknown; nothing where it cannot be."""
        ((_, outcome),) = self.decide([world])
        return None if isinstance(outcome, str) else verdict(self.question, outcome)

    def cube(self, world: Collection[Piece], can_be: bool = True) -> Cube:
        """Return what the outcome in a world rests on."""
        here = frozenset(world)
        if not can_be:
            return Cube(here & self.relevant_pieces, self.relevant_pieces - here)
        apart = (near for line, near in self.near.items() if line not in self._programs)
        rests = frozenset().union(self.fixed, self._at_starts, *apart)
        if any(name in _ANY_PIECE for name, _ in self.demand):
            rests = frozenset(self.pieces)
        elif self.paths and not self.has_cubes:
            rests = rests.union(self._on_paths, *self.near.values())
            return Cube(rests & here, rests - here)
        cube = Cube(rests & here, rests - here)
        for line, program in self._programs.items():
            cube |= Cube(*program.rests(here, "hindrance" in self._lines[line]))
        for path in self.paths:
            try:
                for surely in self._searches(path, here):
                    cube |= self._path_cube(path, surely, here)
            except BadInput:  # the unit cannot be where it is to start: it rests on what is there
                continue
        return cube

    def _searches(self, path: AskedWay, here: frozenset[Piece]) -> tuple[bool, ...]:
        """Return on which searches an answer rests: a path that is sure is possible, too, and one that
        is not even possible is not sure.
        """
        if path.name not in PATHS:
            return (True, False)
        if self._value(path, True, here) is not None:
            return (True,)
        return (False,) if self._value(path, False, here) is None else (True, False)

    @cached_property
    def _at_starts(self) -> frozenset[Piece]:
        """List the pieces that make a hex where the unit starts one where it can or cannot be, and
        others there.
        """
        if not self.paths:
            return frozenset()
        starts = self._start_hexes()
        before = self.ways.session.world.forbidden_hexes
        changed: set[str] = set()
        for each in self.pieces:
            change = self._effects.change((each,))
            if change is not None:
                changed |= change.forbidden_hexes ^ (before & change.core)
        changed &= changed if starts is None else starts
        return frozenset(each for each in self.pieces if not changed.isdisjoint(each.hexes))

    def _start_hexes(self) -> frozenset[str] | None:
        """List the hexes where the unit starts; nothing where that is not known."""
        bare = self.ways.session.suppose(self.held)
        try:
            found = [self._search(path, bare, True) for path in self.paths]
        except BadInput:
            return None
        if any(each is None for each in found):
            return None
        return frozenset(
            state.hex for each in found if each is not None for state in each[0].starts
        )

    def _path_cube(self, path: AskedWay, surely: bool, here: frozenset[Piece]) -> Cube:
        value = self._value(path, surely, here)
        lacks: frozenset[Piece] = frozenset()
        if value is not None:
            harmed = self._effects.harmed
            # The moves of a cheapest path.
            found = self._search(path, self._world(here), surely)
            assert found is not None
            search, goals = found
            _, goal = min((at, each) for each in goals if (at := search.reached(each)) is not None)
            network = search.trees[0].network
            moves = {move_key(network.edge(n)) for n in search.moves_to(goal, plainest=False)}
            lacks = frozenset().union(*(harmed.get(each, frozenset()) for each in moves))
        return Cube(self._needed(path, surely, here, value), (lacks - here) & self.relevant_pieces)

    def _needed(
        self, path: AskedWay, surely: bool, here: frozenset[Piece], value: Value | None
    ) -> frozenset[Piece]:
        """Return pieces of a world that by themselves keep a path from being better than it is there."""
        if self._value(path, surely, frozenset()) == value:
            return frozenset()
        needed = here & self.relevant_pieces
        for piece in sorted(needed):
            if self._value(path, surely, needed - {piece}) == value:
                needed -= {piece}
        return needed

    def _value(self, path: AskedWay, surely: bool, here: frozenset[Piece]) -> Value | None:
        """Return in which turn, and for how much, a path leads there; nothing where none does."""
        key = path, surely, here & self.relevant_pieces
        if key not in self._values:
            found = self._search(path, self._world(here), surely)
            assert found is not None
            search, goals = found
            at = min(
                (at for goal in goals if (at := search.reached(goal)) is not None), default=None
            )
            values = {"arrives": 1, "reach": 2}
            self._values[key] = None if at is None else at[: values.get(path.name, 0)]
        return self._values[key]

    def _world(self, here: frozenset[Piece]) -> MoveWorld:
        return self.ways.session.suppose({*self.held, *(here & self.relevant_pieces)})

    def _search(
        self, path: AskedWay, world: MoveWorld, surely: bool
    ) -> tuple[ReachSearch, Sequence[State]] | None:
        return self.ways.asked_search(path, world, surely)


def reduced_to(families: Sequence[Family], pieces: Collection[Piece]) -> tuple[Family, ...]:
    """Return families of some of their pieces, with the bounds that leaves for these."""
    found = []
    for family in families:
        remaining = tuple(each for each in family.pieces if each in pieces)
        idle = len(family.pieces) - len(remaining)
        least, most = max(0, family.least - idle), min(family.most, len(remaining))
        found.append(replace(family, pieces=remaining, least=least, most=most))
    return tuple(found)
