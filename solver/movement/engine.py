"""The engine of movement: a warm session for one board and one unit, and what-if worlds beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np

from hexcourt.facts.base.kernels import Bools
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.movement.cheapest import (
    FAR,
    EdgeTable,
    Network,
    Phase,
    Terms,
    Tree,
    cheapest,
    length_of,
    phases_of_turn,
    simplest,
    starts_in,
)
from hexcourt.solver.movement.conditional import FEWEST, Conditional, asked_together
from hexcourt.solver.movement.moves import MoveEdge, Moves, moves_of
from hexcourt.solver.placement.hex_facts import HexFacts, Unit, given_lines
from hexcourt.solver.placement.placement import check_pieces, refuse
from hexcourt.solver.position.states import Move, State

Wanted = Callable[[MoveEdge], bool]

Group = tuple[Piece, ...]
"""Pieces of which one move may touch two."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a way: what it costs at least and at most, what has been spent in its turn after
    it.
    """

    edge: MoveEdge
    turn: int
    spent: int
    minimum_move: bool = False
    advance: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A way from a start: its steps, the turn it ends in, and what is spent in that turn.

    ``sure`` where no step depends on a rule that is not known; else the way is merely possible.
    """

    start: State
    steps: tuple[Step, ...]
    turn: int
    spent: int
    sure: bool

    @property
    def risky(self) -> bool:
        """Return whether dice have a say on the way."""
        return any(step.edge.risky for step in self.steps)

    @property
    def length(self) -> int:
        """Count the moves of the way, and the hexsides that they pass along."""
        return sum(length_of(step.edge) for step in self.steps)


@dataclass(frozen=True, eq=False)
class MoveGraph:
    """The moves of a unit in one world: the tables of edges, the states, and where phases may end.

    ``blocked_edges`` marks edges of the tables that the world's pieces have done away with,
    ``forbidden_hexes`` are the hexes where the unit cannot be from the start.
    """

    engine: MovementEngine
    pieces: tuple[Piece, ...]
    tables: tuple[EdgeTable, ...]
    blocked_edges: tuple[Bools, ...]
    resting: Bools
    forbidden_hexes: frozenset[str]
    changes: tuple[MoveChange, ...] = ()

    def search(
        self,
        starts: Collection[State],
        turns: int = 1,
        surely: bool = True,
        wanted: Wanted | None = None,
    ) -> ReachSearch:
        """Search from some states; ``wanted`` may leave edges out."""
        phases = in_turns(
            self.network(wanted),
            self.set_out(starts),
            self.resting,
            self.terms(surely),
            turns,
            self.engine.later_price,
        )
        return ReachSearch(self, tuple(starts), tuple(phases), surely, wanted=wanted)

    def relevant_to(self, move: Move) -> frozenset[Piece]:
        """List the pieces that were supposed, and can change a move, or why it is as it is."""
        names = frozenset(move.hexes)
        near = (change for change in self.changes if not change.core.isdisjoint(names))
        return frozenset(piece for change in near for piece in change.pieces)

    def terms(self, surely: bool) -> Terms:
        """Return the terms on which the unit moves in a turn."""
        engine = self.engine
        return Terms(
            allowance=engine.allowance,
            bonus=0 if engine.assaults else engine.bonus,
            minimum_move=engine.minimum_move,
            surely=surely,
            later=engine.later_allowance if surely else None,
            advances=engine.advances,
            hard=engine.unit.allowance,
            assaults=engine.assaults,
        )

    def explore(
        self, starts: Collection[State], surely: bool = True, wanted: Wanted | None = None
    ) -> ReachSearch:
        """Search in as many turns as it takes: any move that a phase allows, its cost no matter;
        ``wanted`` may leave edges out.
        """
        engine = self.engine
        allowance = engine.later_allowance if surely else engine.allowance
        terms = Terms(allowance, minimum_move=engine.at_any_cost, surely=surely, by_moves=True)
        begin = starts_in(dict.fromkeys(self.set_out(starts), 0))
        network = self.network(wanted)
        if engine.assaults:
            blocked = network.blocked_edges | ~self.resting[network.target]
            network = Network(network.tables, blocked, network.states)
        tree = cheapest(network, begin, self.resting, terms)
        return ReachSearch(self, tuple(starts), (Phase(tree, 1),), surely, by_moves=True)

    def numbers(self, states: Iterable[State]) -> list[int]:
        """Number those of some states that there are."""
        return [self.engine.states[each] for each in states if each in self.engine.states]

    def set_out(self, states: Iterable[State]) -> dict[int, int]:
        """Map the numbers of some states to what setting out from them costs in the first turn."""
        known = [each for each in states if each in self.engine.states]
        return {self.engine.states[each]: self.engine.price_to_set_out(each) for each in known}

    def network(self, wanted: Wanted | None) -> Network:
        """Return the moves as one network; ``wanted`` may leave edges out."""
        blocked = np.concatenate(self.blocked_edges)
        if wanted is not None:
            unwanted = [not wanted(edge) for table in self.tables for edge in table.edges]
            blocked = blocked | np.array(unwanted, dtype=np.bool_)
        return Network(self.tables, blocked, len(self.resting))


def in_turns(
    network: Network,
    starts: Mapping[int, int],
    resting: Bools,
    terms: Terms,
    turns: int,
    later_price: int,
) -> list[Phase]:
    """Search turn by turn, each from where the last may have ended; it stops where nothing is new."""
    phases = phases_of_turn(network, starts_in(starts), resting, terms, 1)
    earlier = np.zeros(len(resting), dtype=np.bool_)
    for turn in range(2, turns + 1):
        reached = (phases[-1].tree.least < FAR) & resting
        if phases[-1].advance:
            reached |= (phases[-2].tree.least < FAR) & resting
        if (reached == earlier).all():
            break
        earlier = reached
        begin = np.flatnonzero(reached)
        again = np.stack([begin, np.full_like(begin, later_price)], axis=1).astype(np.int32)
        phases += phases_of_turn(network, again, resting, terms, turn)
    return phases


@dataclass(frozen=True, eq=False)
class ReachSearch:
    """What can be reached from some states, turn by turn; ``by_moves`` where moves are counted."""

    world: MoveGraph
    starts: tuple[State, ...]
    phases: tuple[Phase, ...]
    surely: bool
    by_moves: bool = False
    wanted: Wanted | None = None
    _plain: dict[int, Tree] = field(default_factory=dict)

    @property
    def trees(self) -> tuple[Tree, ...]:
        """List what is reached in each phase."""
        return tuple(phase.tree for phase in self.phases)

    def reached(self, state: State) -> tuple[int, int] | None:
        """Return the first turn (from 1) in which a state is reached, and the least cost in that
        turn.
        """
        number = self.world.engine.states.get(state)
        index = None if number is None else first_phase(self.phases, number)
        if index is None:
            return None
        return self.phases[index].turn, int(self.phases[index].tree.least[number])

    @cached_property
    def all_reached(self) -> Mapping[State, tuple[int, int]]:
        """Map every state that is reached to its first turn and the least cost in that turn."""
        names = list(self.world.engine.states)
        found: dict[State, tuple[int, int]] = {}
        for phase in self.phases:
            least = phase.tree.least
            for number in np.flatnonzero(least < FAR).tolist():
                at = phase.turn, int(least[number])
                found[names[number]] = min(found.get(names[number], at), at)
        return found

    def way(self, state: State) -> Way | None:
        """Return the cheapest way to a state, the plainest of equally cheap ones."""
        at = self.reached(state)
        if at is None:
            return None
        engine = self.world.engine
        steps = steps_to(engine, self.phases, self._simplest, engine.states[state], self.surely)
        return Way(steps[0].edge.source if steps else state, tuple(steps), *at, self.surely)

    def moves_to(self, state: State, plainest: bool) -> frozenset[int]:
        """Number the moves of a way to a state that was reached: a cheapest one, or the plainest."""
        here = self.world.engine.states.get(state, -1)
        last = None if here < 0 else first_phase(self.phases, here)
        found: set[int] = set()
        for index in range(-1 if last is None else last, -1, -1):
            tree = self._simplest(index) if plainest else self.phases[index].tree
            steps = [number for number, _ in tree.steps(here)]
            found.update(steps)
            here = int(tree.network.source[steps[0]]) if steps else here
        return frozenset(found)

    def _simplest(self, index: int) -> Tree:
        phase = self.phases[index]
        if self.by_moves or phase.advance:
            return phase.tree
        if index not in self._plain:
            self._plain[index] = simplest(phase.tree, self.surely)
        return self._plain[index]


def first_phase(phases: Sequence[Phase], number: int) -> int | None:
    """Return the phase in which a state is first reached: of those of one turn, for the least."""
    found: tuple[int, int] | None = None
    for index, phase in enumerate(phases):
        if found and phase.turn > phases[found[1]].turn:
            break
        least = int(phase.tree.least[number]) if number < len(phase.tree.least) else FAR
        if least < FAR and (found is None or least < found[0]):
            found = least, index
    return None if found is None else found[1]


def steps_to(
    engine: MovementEngine,
    phases: Sequence[Phase],
    simplest_of: Callable[[int], Tree],
    number: int,
    surely: bool,
) -> list[Step]:
    """Return the steps to a state that is reached, by its number; ``simplest_of`` gives the tree of a
    phase that is followed.
    """
    last = first_phase(phases, number)
    steps: list[Step] = []
    for index in range(-1 if last is None else last, -1, -1):
        phase, tree = phases[index], simplest_of(index)
        part: list[Step] = []
        numbers = tree.steps(number)
        for edge_number, spent in numbers:
            edge = tree.network.edge(edge_number)
            dearer = (edge.highest_price if surely else edge.price) > spent
            minimum = engine.minimum_move and dearer and not phase.advance
            part.append(Step(edge, phase.turn, spent, minimum, phase.advance))
        steps[:0] = part
        if part:
            number = int(tree.network.source[numbers[0][0]])
    return steps


class MovementEngine:
    """Answers where one unit can go on one board, with some pieces placed on it from the start.

    ``given`` are terms of the rules that tell more about the unit (``mover_terms``). With a ``core``
    the rules are asked only for moves that name one of its hexes: enough for what does not leave it
    (``is_within_core``).
    """

    def __init__(
        self,
        board: Board,
        unit: Unit,
        pieces: Iterable[Piece] = (),
        given: Iterable[str] = (),
        core: frozenset[str] | None = None,
    ) -> None:
        self.board = board
        self.unit = unit
        self.hex_facts = HexFacts(board, unit, given_lines(given))
        self.pieces = tuple(sorted(set(pieces)))
        check_pieces(self.hex_facts, self.pieces)
        self._only = core
        moves = self._moves()
        self.bonus = moves.bonus
        self.rules = moves.rules
        self.start_price = moves.start_price
        self.later_price = moves.later_price
        self.in_motion = moves.in_motion
        self.minimum_move = moves.minimum_move
        self.allowance = moves.allowance
        self.later_allowance = moves.later_allowance
        self.gains = moves.gains
        self.advances = "advances" in moves.rules
        self.assaults = "assaults" in moves.rules
        self.stop_price = moves.stop_price
        self.on_foot = unit.kind == "infantry"
        self.met = dict(moves.met)
        self._forbidden_hexes = frozenset(moves.forbidden_hexes)
        self.states: dict[State, int] = {
            state: number
            for number, state in enumerate(
                sorted({s for edge in moves.edges for s in (edge.source, edge.target)})
            )
        }
        self._resting = set(moves.resting)
        self._table = EdgeTable.of(moves.edges, self.states)
        self._rested: tuple[tuple[int, int], Bools] = ((0, 0), np.zeros(0, dtype=np.bool_))
        self._changes: dict[Group, MoveChange] = {}
        self._touched: dict[Piece, tuple[frozenset[str], frozenset[str]]] = {}
        self._asked: list[Conditional] = []
        self._hexes: list[str] = []
        self._spans: dict[Group, tuple[frozenset[str], frozenset[str]]] = {}

    def _moves(self) -> Moves:
        """Ask the rules for all moves, or for those that name a hex of the core."""
        if self._only is None:
            return moves_of(self.hex_facts, pieces=self.pieces)
        around = self._dependencies(self._only)
        return moves_of(self.hex_facts, around, self._pieces_in(around), self._only)

    @property
    def knows_all(self) -> bool:
        """Return whether the rules were asked for all moves on the board."""
        return self._only is None

    def is_within_core(self, starts: Collection[State], turns: int) -> bool:
        """Return whether no move in so many turns, the undetermined ones included, leaves the
        core.
        """
        return self._only is None or self._reached(starts, turns) <= self._only

    def may_reach(self, starts: Collection[State], name: str, turns: int) -> bool:
        """Return whether a hex may be reached in so many turns, as far as the moves are known; an
        engine that knows all need not look.
        """
        return self._only is None or name in self._reached(starts, turns)

    def _reached(self, starts: Collection[State], turns: int) -> frozenset[str]:
        """List the hexes that can be reached, by undetermined moves too."""
        search = self.world.search(starts, turns, surely=False)
        reached = np.any([tree.least < FAR for tree in search.trees], axis=0)
        return self.hexes_of(reached)

    @property
    def at_any_cost(self) -> bool:
        """Return whether the unit may make one move in a turn whatever that costs."""
        return self.minimum_move or self.advances

    def price_to_set_out(self, state: State) -> int:
        """Return what setting out from a state costs in the first turn."""
        return 0 if state in self.in_motion else self.start_price

    @cached_property
    def world(self) -> MoveGraph:
        """Return the world as it is, without suppositions."""
        table = self._table
        return MoveGraph(
            self,
            self.pieces,
            (table,),
            (np.zeros(len(table.edges), np.bool_),),
            self.resting,
            self._forbidden_hexes,
        )

    def suppose(self, pieces: Iterable[Piece]) -> MoveGraph:
        """Return the world with further pieces; what each group of them changes is asked of the rules
        once.
        """
        return self.suppose_groups(self.groups(pieces))

    def groups(self, pieces: Iterable[Piece]) -> list[Group]:
        """Split further pieces into groups that no move touches two of."""
        groups: list[tuple[frozenset[str], list[Piece]]] = []
        for piece in sorted(set(pieces).difference(self.pieces)):
            touched, near = self._near(piece)
            joined = [group for group in groups if not near.isdisjoint(group[0])]
            merged = (touched, [piece])
            for group in joined:
                groups.remove(group)
                merged = (merged[0] | group[0], merged[1] + group[1])
            groups.append(merged)
        return [tuple(sorted(each)) for _, each in groups]

    def suppose_groups(self, groups: Collection[Group]) -> MoveGraph:
        """Return the world with some groups of pieces."""
        if not groups:
            return self.world
        further = tuple(sorted(piece for group in groups for piece in group))
        changes = tuple(self._change(group) for group in sorted(groups))
        blocked = self.world.blocked_edges[0].copy()
        for change in changes:
            blocked[change.gone] = True
        tables = (self._table, *(change.table for change in changes))
        open_ = (np.zeros(len(table.edges), np.bool_) for table in tables[1:])
        forbidden = self._forbidden_hexes
        for change in changes:
            forbidden = forbidden - change.core | change.forbidden_hexes
        placed = (*self.pieces, *further)
        return MoveGraph(self, placed, tables, (blocked, *open_), self.resting, forbidden, changes)

    def asked(self, group: Group) -> MoveChange | None:
        """Return what a group of pieces changes, if the rules have been asked already."""
        return self._changes.get(group)

    def edge(self, number: int) -> MoveEdge:
        """Find an edge of the board as it is."""
        return self._table.edges[number]

    @property
    def edge_count(self) -> int:
        """Count the edges of the board as it is."""
        return len(self._table.edges)

    def hexes_of(self, reached: Bools) -> frozenset[str]:
        """List the hexes of the states that are marked."""
        if len(self._hexes) < len(reached):
            self._hexes = [state.hex for state in self.states]
        return frozenset(self._hexes[number] for number in np.flatnonzero(reached).tolist())

    def prepare(self, pieces: Iterable[Piece]) -> None:
        """Ask the rules beforehand what some pieces change: of many of them together."""
        self.ask({(piece,) for piece in pieces if piece not in self.pieces})

    def ask(self, groups: Collection[Group], members: int = 1) -> None:
        """Ask the rules what some groups of pieces change: of many of them together, by so many
        processes.

        Where it is not worth while, and where pieces may not lie, they wait until they are supposed.
        """
        fresh = sorted(set(groups).difference(self._changes))
        if members > 1 and len(fresh) >= members * FEWEST:
            from hexcourt.solver.sandbox.children import run_team  # it takes some time to import

            indices = self.board.indices  # neighbours are asked about by one
            fresh.sort(key=lambda group: (indices[group[0].hexes[0]], group))
            ends = [n * len(fresh) // members for n in range(members + 1)]
            shares = [fresh[first:last] for first, last in pairwise(ends)]
            result = run_team(lambda number: self._asked_of(shares[number]), members)
        else:
            result = [self._asked_of(fresh)]
        for share in result:
            for group, moves_told, moves in share:
                self._changes[group] = self._compare(group, self.core(group), moves_told, moves)

    def _asked_of(self, groups: Sequence[Group]) -> list[tuple[Group, frozenset[str], Moves]]:
        """Return the moves that groups of pieces change, as far as it is worth while to ask together.

        Each group is asked about in a world of its own.
        """
        unknown_names = {
            piece
            for group in groups
            if not any(query.pieces.issuperset(group) for query in self._asked)
            for piece in group
        }
        if len(unknown_names) >= FEWEST:
            around = self._dependencies(self._core(unknown_names))
            self._asked += asked_together(
                self.hex_facts, unknown_names, self._pieces_in(around), around
            )
        found: list[tuple[Group, frozenset[str], Moves]] = []
        left = list(groups)
        for query in self._asked:
            mine = [group for group in left if query.pieces.issuperset(group)]
            left = [group for group in left if not query.pieces.issuperset(group)]
            allowed = [group for group in mine if not query.joint.refusals(group)]
            changed = query.moves_of([self.core(group) for group in allowed], allowed)
            found += ((group, *entry) for group, entry in zip(allowed, changed, strict=True))
        return found

    def changed_by(self, piece: Piece) -> frozenset[MoveEdge]:
        """List the edges that a piece takes away or changes the cost of."""
        return frozenset(
            self._table.edges[number] for number in self._change((piece,)).gone.tolist()
        )

    def edges_blocked_by(self, piece: Piece, surely: bool = False) -> frozenset[MoveEdge]:
        """List the edges that a piece takes away: those that then cost too much for a phase, and,
        to be sure, those that it makes undetermined.
        """
        remaining = {
            (e.source, e.move, e.target)
            for e in self._change((piece,)).table.edges
            if not (surely and e.doubtful)
            and (self.at_any_cost or (e.highest_price if surely else e.price) <= self.allowance)
        }
        return frozenset(
            edge
            for edge in self.changed_by(piece)
            if (edge.source, edge.move, edge.target) not in remaining
        )

    @property
    def resting(self) -> Bools:
        """Mark the states in which a phase may end; cached as long as no more states are known."""
        known = (len(self.states), len(self._resting))
        if self._rested[0] != known:
            resting = np.zeros(len(self.states), dtype=np.bool_)
            resting[[self.states[each] for each in self._resting if each in self.states]] = True
            self._rested = (known, resting)
        return self._rested[1]

    def _near(self, piece: Piece) -> tuple[frozenset[str], frozenset[str]]:
        """List the hexes that a piece touches, and these with those around them."""
        if piece not in self._touched:
            touched = self.hex_facts.touched(piece)
            self._touched[piece] = touched, self._one_move_from(touched)
        return self._touched[piece]

    def _one_move_from(self, hexes: Collection[str]) -> frozenset[str]:
        """List some hexes and those that a move can lead to or from: next to them, or by a tunnel."""
        tunnels = (piece.hexes for piece in self.pieces if piece.predicate == "tunnel")
        far = {name for ends in tunnels if not set(ends).isdisjoint(hexes) for name in ends}
        return self.hex_facts.around(hexes) | far

    def _dependencies(self, core: Collection[str]) -> frozenset[str]:
        """List what moves that name a hex of the core depend on: the hexes that such moves can
        name, and one ring more, as no rule looks farther than the next hex (held by
        ``test_local_answers.py``).
        """
        return self.hex_facts.around(self._one_move_from(core))

    def _pieces_in(self, hexes: frozenset[str]) -> list[Piece]:
        """List the pieces from the start that lie whole in some hexes."""
        return [each for each in self.pieces if hexes.issuperset(each.hexes)]

    def core(self, group: Group) -> frozenset[str]:
        """List the hexes that a group touches: what it changes is moves that name one of them."""
        return self._span(group)[0]

    def leading_into(self, group: Group) -> frozenset[str]:
        """List the hexes that moves lead from that a group may change."""
        return self._span(group)[1]

    def _span(self, group: Group) -> tuple[frozenset[str], frozenset[str]]:
        if group not in self._spans:
            core = self._core(group)
            self._spans[group] = core, self._one_move_from(core)
        return self._spans[group]

    def _core(self, pieces: Iterable[Piece]) -> frozenset[str]:
        return frozenset(name for piece in pieces for name in self._near(piece)[0])

    def _change(self, pieces: tuple[Piece, ...]) -> MoveChange:
        if pieces not in self._changes:
            core = self._core(pieces)
            for query in self._asked:
                if query.pieces.issuperset(pieces):
                    refuse(self.hex_facts, pieces, query.joint.refusals(pieces))
                    self._changes[pieces] = self._compare(
                        pieces, core, *query.moves_of([core], [pieces])[0]
                    )
                    return self._changes[pieces]
            check_pieces(self.hex_facts, pieces, beside=self.pieces)
            around = self._dependencies(core)
            moves = moves_of(self.hex_facts, around, [*pieces, *self._pieces_in(around)], core)
            known = {
                self._table.edges[number].move
                for name in core
                for number in self._edges_at.get(name, ())
                if around.issuperset(self._table.edges[number].move.hexes)
            }
            self._changes[pieces] = self._compare(pieces, core, known, moves)
        return self._changes[pieces]

    def _compare(
        self, pieces: Group, core: frozenset[str], texts: Collection[str], moves: Moves
    ) -> MoveChange:
        """Compare moves that name a hex of the core; ``texts`` are those that the rules were given
        all of.
        """
        numbers = sorted(
            number
            for number in {n for name in core for n in self._edges_at.get(name, ())}
            if self._table.edges[number].move in texts
        )
        here = [edge for edge in moves.edges if not core.isdisjoint(edge.move.hexes)]
        before = {self._table.edges[number]: number for number in numbers}
        remaining = {before[edge] for edge in here if edge in before}
        gone = [number for number in numbers if number not in remaining]
        new = [edge for edge in here if edge not in before]
        self._resting |= moves.resting
        self.met.update(moves.met)
        return MoveChange(
            pieces,
            np.array(gone, dtype=np.int64),
            EdgeTable.of(new, self.states),
            core,
            core & moves.forbidden_hexes.keys(),
        )

    @cached_property
    def _edges_at(self) -> Mapping[str, list[int]]:
        """List the edges that name each hex."""
        found: dict[str, list[int]] = {}
        for number, edge in enumerate(self._table.edges):
            for name in set(edge.move.hexes):
                found.setdefault(name, []).append(number)
        return found


@dataclass(frozen=True, eq=False)
class MoveChange:
    """What ``pieces`` change: the numbers of the edges that are gone, and the edges that are new or
    cost otherwise; of the hexes of its ``core``, those where the unit cannot be from the start.
    """

    pieces: Group
    gone: np.ndarray[tuple[int], np.dtype[np.int64]]
    table: EdgeTable
    core: frozenset[str]
    forbidden_hexes: frozenset[str]
