"""What pieces do to moves: nothing, only harm, or good as well.

A piece is *idle* if it changes no move, and *one way* if it only takes moves away or makes them
more expensive or undetermined. Where all pieces are one way, and so is every pair of neighbours,
a further piece never opens a path and never makes one cheaper. So a path that is found stays
open until a piece changes one of its moves, and what blocks a path blocks it with more pieces too.

Each piece and each pair of neighbouring pieces is put to the rules. That three or more together do
nothing that no pair of them does is not tried here; tests compare the answers with those of every world.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.movement.cheapest import FAR
from hexcourt.solver.movement.engine import Group, MoveChange, MovementEngine
from hexcourt.solver.movement.moves import MoveEdge
from hexcourt.solver.position.states import Move, State

MAX_PAIRS = 6_000
"""With more pairs of neighbours than these nothing is said of the pieces."""

MoveKey = tuple[State, Move, State]
"""A move by where it begins, what it is and where it ends."""


@dataclass(frozen=True, eq=False)
class PieceEffects:
    """What some pieces do to the moves of a unit, each by itself and beside each neighbour."""

    engine: MovementEngine
    pieces: tuple[Piece, ...]
    _changed: dict[Group, Mapping[MoveKey, tuple[MoveEdge, MoveEdge | None]] | None] = field(
        default_factory=dict
    )

    @cached_property
    def pairs(self) -> tuple[Group, ...] | None:
        """List the pairs of pieces that one move can touch; nothing where they are too many."""
        touching: dict[str, set[Piece]] = {}
        for piece in self.pieces:
            for name in self.engine.core((piece,)):
                touching.setdefault(name, set()).add(piece)
        found: set[Group] = set()
        for piece in self.pieces:
            for name in self.engine.leading_into((piece,)):
                for other in touching.get(name, ()):
                    if other != piece:
                        found.add((piece, other) if piece < other else (other, piece))
            if len(found) > MAX_PAIRS:
                return None
        return tuple(sorted(found))

    @cached_property
    def idle(self) -> frozenset[Piece]:
        """List the pieces that change no move, whatever lies beside them."""
        alone = {each for each in self.pieces if self._is_idle(each)}
        if not alone:
            return frozenset()
        if self.pairs is None:
            return frozenset()
        beside = [pair for pair in self.pairs if not alone.isdisjoint(pair)]
        self.engine.ask(set(beside))
        busy: set[Piece] = set()
        for first, second in beside:
            for piece, other in ((first, second), (second, first)):
                if piece in alone and not self._same((first, second), (other,)):
                    busy.add(piece)
        return frozenset(alone - busy)

    def are_one_way(self, pieces: Collection[Piece]) -> bool:
        """Return whether no further one of some pieces ever opens a move or makes one cheaper."""
        some = set(pieces)
        if not all(self._only_harms((each,)) for each in sorted(some)):
            return False
        if self.pairs is None:
            return False
        pairs = [pair for pair in self.pairs if some.issuperset(pair)]
        self.engine.ask(set(pairs))
        return all(self._only_harms(pair) for pair in pairs)

    @cached_property
    def harmed(self) -> Mapping[MoveKey, frozenset[Piece]]:
        """Map each move that pieces change to those that may: alone, or beside a neighbour."""
        found: dict[MoveKey, set[Piece]] = {}
        alone = {each: self._changed_by((each,)) for each in self.pieces}
        for piece, changed in alone.items():
            for key in changed:
                found.setdefault(key, set()).add(piece)
        for pair in self.pairs or ():
            for key, (before, after) in self._changed_by(pair).items():
                for piece, other in (pair, pair[::-1]):
                    if alone[other].get(key, (before, before))[1] != after:
                        found.setdefault(key, set()).add(piece)
        return {key: frozenset(some) for key, some in found.items()}

    def _changed_by(self, group: Group) -> Mapping[MoveKey, tuple[MoveEdge, MoveEdge | None]]:
        change = self.change(group)
        return {} if change is None else self._changes(change) or {}

    def change(self, group: Group) -> MoveChange | None:
        """Return what a group changes; nothing where its pieces may not lie together."""
        try:
            self.engine.suppose_groups([group])
        except BadInput:
            return None
        return self.engine.asked(group)

    def _is_idle(self, piece: Piece) -> bool:
        change = self.change((piece,))
        return change is not None and self._changes(change) == {} and not change.forbidden_hexes

    def _same(self, pair: Group, alone: Group) -> bool:
        """Return whether a pair does what one of it does alone."""
        both, one = self.change(pair), self.change(alone)
        if both is None or one is None:
            return False
        here, there = self._changes(both), self._changes(one)
        return both.forbidden_hexes == one.forbidden_hexes and here == there

    def _only_harms(self, group: Group) -> bool:
        """Return whether a group takes from each move no less than every smaller part of it does."""
        change = self.change(group)
        if change is None:
            return len(group) > 1  # they never lie together
        here = self._changes(change)
        if here is None:
            return False
        parts = [self.change(part) for n in range(1, len(group)) for part in combinations(group, n)]
        every = [self._changes(part) for part in parts if part is not None]
        keys = set(here).union(*(part or {} for part in every))
        for key in keys:
            before = next(each[key][0] for each in (here, *every) if each and key in each)
            after = here[key][1] if key in here else before
            less = [before, *(part[key][1] for part in every if part and key in part)]
            if not all(_is_no_better(after, each) for each in less):
                return False
        return True

    def _changes(
        self, change: MoveChange
    ) -> Mapping[MoveKey, tuple[MoveEdge, MoveEdge | None]] | None:
        """Map the moves that are changed to how they were, and are; nothing where there is a new one."""
        if change.pieces not in self._changed:
            gone = [self.engine.edge(number) for number in change.gone.tolist()]
            after = {move_key(each): each for each in change.table.edges}
            before = {move_key(each): each for each in gone}
            found = {key: (edge, after.get(key)) for key, edge in before.items()}
            is_new = not before.keys() >= after.keys()
            self._changed[change.pieces] = None if is_new else found
        return self._changed[change.pieces]


def move_key(edge: MoveEdge) -> MoveKey:
    """Return what names a move, whatever it costs."""
    return edge.source, edge.move, edge.target


def _is_no_better(edge: MoveEdge | None, than: MoveEdge | None) -> bool:
    """Return whether a move helps in nothing more than another, either being nothing if it is
    blocked.
    """
    if edge is None:
        return True
    if than is None:
        return False
    sure = FAR if edge.doubtful else edge.highest_price
    other = FAR if than.doubtful else than.highest_price
    keeps = edge.keeps_bonus <= than.keeps_bonus
    may_keep = (edge.keeps_bonus or edge.may_keep_bonus) <= (
        than.keeps_bonus or than.may_keep_bonus
    )
    return edge.price >= than.price and sure >= other and keeps and may_keep
